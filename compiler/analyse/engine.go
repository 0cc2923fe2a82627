package analyse

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"modernc.org/sqlite"

	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/templates/rt/store"
)

// engine is a SQLite database with the schema in it, in which every
// statement is prepared. An authorizer notes what each one touches.
type engine struct {
	ctx    context.Context
	db     *sql.DB
	conn   *sql.Conn
	note   *access // where the authorizer writes; nil while the schema changes
	before bool    // the schema before is attached
}

// access is what one statement touches.
type access struct {
	reads, writes map[string]bool
	deletes       map[string]bool
	functions     []string
	tables        []string // read from main, in order, once each
}

// prepared is what SQLite knows of a statement.
type prepared struct {
	access
	columns []sqlite.ColumnInfo
}

func newEngine(ctx context.Context) (*engine, error) {
	db, err := store.OpenDB(":memory:")
	if err != nil {
		return nil, err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	e := &engine{ctx: ctx, db: db, conn: conn}
	err = conn.Raw(func(c any) error {
		r, ok := c.(sqlite.AuthorizerRegisterer)
		if !ok {
			return errors.New("the driver has no authorizer")
		}
		return r.RegisterAuthorizer(e.authorize)
	})
	if err != nil {
		return nil, errors.Join(err, e.close())
	}
	return e, nil
}

func (e *engine) close() error { return errors.Join(e.conn.Close(), e.db.Close()) }

// exec changes the schema.
func (e *engine) exec(ddl string) error {
	_, err := e.conn.ExecContext(e.ctx, ddl)
	return err
}

// authorize allows everything and notes it: what the language refuses is
// reported with a place and a hint, which a denial would not have.
func (e *engine) authorize(action sqlite.AuthorizerActionCode, arg1, arg2, database, inside string) sqlite.AuthorizerReturnCode {
	n := e.note
	if n == nil {
		return sqlite.AuthorizerOK
	}
	switch action {
	case sqlite.AuthRead:
		if !n.reads[arg1] {
			n.reads[arg1] = true
			n.tables = append(n.tables, arg1)
		}
	case sqlite.AuthInsert:
		n.writes[arg1] = true
	case sqlite.AuthUpdate:
		n.writes[arg1] = true
	case sqlite.AuthDelete:
		n.writes[arg1] = true
		n.deletes[arg1] = true
	case sqlite.AuthFunction:
		if inside == "" { // not in a view or trigger, which is reported by itself
			n.functions = append(n.functions, strings.ToLower(arg2))
		}
	}
	return sqlite.AuthorizerOK
}

// prepare compiles a statement without running it.
func (e *engine) prepare(text string) (*prepared, error) {
	p := &prepared{access: access{reads: map[string]bool{}, writes: map[string]bool{}, deletes: map[string]bool{}}}
	e.note = &p.access
	defer func() { e.note = nil }()
	err := e.conn.Raw(func(c any) error {
		info, ok := c.(interface {
			ColumnInfo(string) ([]sqlite.ColumnInfo, error)
		})
		if !ok {
			return errors.New("the driver has no ColumnInfo")
		}
		var err error
		p.columns, err = info.ColumnInfo(text)
		return err
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// attachBefore adds the schema "before", the starting state that conditions
// of tasks compare with: the same tables without constraints, and the views.
func (e *engine) attachBefore(entities []*ir.Entity, views []*ir.View, session bool) error {
	if e.before {
		return nil
	}
	e.before = true
	var b strings.Builder
	b.WriteString("ATTACH ':memory:' AS before;\n")
	for _, t := range entities {
		cols := make([]string, len(t.Fields))
		for i, f := range t.Fields {
			cols[i] = sqltext.Name(f.Name) + " " + storage(f.Type)
		}
		fmt.Fprintf(&b, "CREATE TABLE before.%s (%s);\n", sqltext.Name(t.Name), strings.Join(cols, ", "))
	}
	if session {
		b.WriteString("CREATE TABLE before." + sessionTable + " (id INTEGER, now TEXT, today TEXT, actor);\n")
	}
	for _, v := range views {
		fmt.Fprintf(&b, "CREATE VIEW before.%s AS\n%s;\n", sqltext.Name(v.Name), v.SQL)
	}
	return e.exec(b.String())
}
