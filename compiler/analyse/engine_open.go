package analyse

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"sync"

	"modernc.org/sqlite"
)

var registerOnce sync.Once

func openDB(dsn string) (*sql.DB, error) {
	registerOnce.Do(func() {
		for name, n := range map[string]int32{"contains": 2, "plus_minutes": 2, "plus_days": 2, "minutes_between": 2, "workdays_between": 2, "overlaps": 4, "regexp": 2} {
			sqlite.MustRegisterDeterministicScalarFunction(name, n, func(*sqlite.FunctionContext, []driver.Value) (driver.Value, error) {
				return nil, errors.New("only known, never run")
			})
		}
	})
	return sql.Open("sqlite", dsn)
}
