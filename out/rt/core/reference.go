package core

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// reference is a foreign key whose row is missing.
type reference struct {
	table, column   string // where the reference is
	parent, primary string // what it refers to
	value           any
}

// brokenReference finds the first reference to a missing row; nil if there
// is none or it can't be named. SQLite itself says only that there is one.
func (s *Session) brokenReference() *reference {
	// The interrupt of a call's time limit is off by now. The check reads
	// whole tables, but only where a call fails.
	var r reference
	err := s.conn.QueryRowContext(background, `SELECT c."table", k."from", c.parent, k."to"
		FROM pragma_foreign_key_check AS c, pragma_foreign_key_list(c."table") AS k
		WHERE k.id = c.fkid LIMIT 1`).Scan(&r.table, &r.column, &r.parent, &r.primary)
	if err != nil {
		return nil
	}
	err = s.conn.QueryRowContext(background, fmt.Sprintf(
		`SELECT c.%[2]s FROM %[1]s AS c WHERE c.%[2]s IS NOT NULL AND NOT EXISTS (SELECT 1 FROM %[3]s AS p WHERE p.%[4]s = c.%[2]s) LIMIT 1`,
		ident(r.table), ident(r.column), ident(r.parent), ident(r.primary))).Scan(&r.value)
	if err != nil {
		return nil
	}
	return &r
}

// referenceError tells a reference to a row that never was from one to a row
// that the call deleted. It is asked after the rollback.
func (s *Session) referenceError(r *reference, cause error) *Error {
	var one int
	err := s.conn.QueryRowContext(background, fmt.Sprintf("SELECT 1 FROM %s WHERE %s = ?1",
		ident(r.parent), ident(r.primary)), r.value).Scan(&one)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return &Error{Code: CodeNotFound, Cause: cause, Message: fmt.Sprintf(
			"There is no %s %v (%s.%s).", inWords(Singular(r.parent)), r.value, r.table, r.column)}
	case err != nil:
		return Internal(errors.Join(cause, err))
	}
	return &Error{Code: CodeConflict, Cause: cause, Message: fmt.Sprintf(
		"The %s %v is still referred to by %s.%s.", inWords(Singular(r.parent)), r.value, r.table, r.column)}
}

// ident quotes a name for SQL.
func ident(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
