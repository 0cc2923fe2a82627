package core

import "database/sql"

// Table is the result of a query.
type Table struct {
	Columns []string
	Rows    [][]any
}

// ReadTable reads all rows and closes them; values are int64, float64,
// string, []byte or nil.
func ReadTable(rows *sql.Rows) (*Table, error) {
	defer rows.Close()
	t := &Table{}
	var err error
	if t.Columns, err = rows.Columns(); err != nil {
		return nil, err
	}
	dest := make([]any, len(t.Columns))
	for rows.Next() {
		row := make([]any, len(t.Columns))
		for i := range row {
			dest[i] = &row[i]
		}
		if err := rows.Scan(dest...); err != nil {
			return nil, err
		}
		t.Rows = append(t.Rows, row)
	}
	return t, rows.Err()
}
