package core

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"io"
	"reflect"
	"testing"
)

// oneRow is a driver whose queries give one row.
type oneRow struct{ values []driver.Value }

func (o *oneRow) Connect(context.Context) (driver.Conn, error) { return o, nil }
func (o *oneRow) Driver() driver.Driver                        { return nil }
func (o *oneRow) Prepare(string) (driver.Stmt, error)          { return nil, fmt.Errorf("not for this") }
func (o *oneRow) Begin() (driver.Tx, error)                    { return nil, fmt.Errorf("not for this") }
func (o *oneRow) Close() error                                 { return nil }
func (o *oneRow) QueryContext(context.Context, string, []driver.NamedValue) (driver.Rows, error) {
	return &oneRowRows{values: o.values}, nil
}

type oneRowRows struct {
	values []driver.Value
	done   bool
}

func (r *oneRowRows) Columns() []string { return make([]string, len(r.values)) }
func (r *oneRowRows) Close() error      { return nil }
func (r *oneRowRows) Next(dest []driver.Value) error {
	if r.done {
		return io.EOF
	}
	r.done = true
	copy(dest, r.values)
	return nil
}

// A tool's columns arrive as database/sql would have delivered them, or not at
// all where it refuses: a NULL must not become 0.
func TestAssignLikeDatabaseSQL(t *testing.T) {
	type colour string
	type flag bool
	values := []driver.Value{
		nil, int64(0), int64(1), int64(7), int64(-1 << 62), 0.0, 1.0, 2.5, 1e300, "", "7", "2.5", "true", "red", []byte("red"), []byte("1"), true,
		"2026-03-02", "2026-03-02 09:00:00", "09:00:00",
	}
	for _, of := range []any{
		int64(0), "", 0.0, false, any(nil), colour(""), flag(false), Date(""), DateTime(""), Time(""), Truth(false),
		(*int64)(nil), (*string)(nil), (*float64)(nil), (*bool)(nil), (*colour)(nil), (*Date)(nil), (*DateTime)(nil), (*Time)(nil),
	} {
		kind := reflect.TypeFor[any]()
		if of != nil {
			kind = reflect.TypeOf(of)
		}
		for _, v := range values {
			want, got := reflect.New(kind), reflect.New(kind)
			db := sql.OpenDB(&oneRow{[]driver.Value{v}})
			wantErr := db.QueryRow("").Scan(want.Interface())
			db.Close()
			gotErr := assign(got.Interface(), v)
			if (gotErr == nil) != (wantErr == nil) {
				t.Errorf("%#v into %v: error %v, want %v", v, kind, gotErr, wantErr)
			}
			if wantErr == nil && !reflect.DeepEqual(got.Interface(), want.Interface()) {
				t.Errorf("%#v into %v: %v, want %v", v, kind, got.Elem(), want.Elem())
			}
		}
	}
}

func TestAssignNeedsAPointer(t *testing.T) {
	type colour string
	for _, dest := range []any{nil, 5, "", (*colour)(nil)} {
		if assign(dest, "x") == nil {
			t.Errorf("%#v took a value", dest)
		}
	}
	if scanRow([]string{"a"}, []driver.Value{int64(1)}, nil) == nil {
		t.Error("a column was left out unnoticed")
	}
}
