package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/data"
)

// Prepare creates the environment's tables in an empty database that OpenDB
// opened, and fills them with the starting data of a seed; seed 0 is the
// canonical data set. Sessions on it come from core.OpenSession.
func Prepare(ctx context.Context, db *sql.DB, env *core.Env, seed int64) error {
	return onConn(ctx, db, env, func(s *core.Session) error {
		if err := createSchema(ctx, s); err != nil {
			return err
		}
		return data.Fill(ctx, s.Conn(), env, seed)
	})
}

// PrepareEmpty creates the environment's tables in an empty database and
// leaves them empty.
func PrepareEmpty(ctx context.Context, db *sql.DB, env *core.Env) error {
	return onConn(ctx, db, env, func(s *core.Session) error { return createSchema(ctx, s) })
}

func onConn(ctx context.Context, db *sql.DB, env *core.Env, fn func(*core.Session) error) (err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	s, err := core.NewSession(ctx, conn, env)
	if err != nil {
		return errors.Join(err, conn.Close())
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	var tables int
	if err := conn.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil {
		return err
	}
	if tables > 0 {
		return fmt.Errorf("%s: the database is not empty", env.Name)
	}
	return fn(s)
}

// createSchema creates the tables and records the clock where views read it.
func createSchema(ctx context.Context, s *core.Session) error {
	if _, err := s.Conn().ExecContext(ctx, s.Env().Schema); err != nil {
		return fmt.Errorf("schema of %s: %w", s.Env().Name, err)
	}
	return s.Record()
}

// blank is what all starting states of an environment begin with: its tables
// without rows.
type blank struct {
	image  *image
	tables map[string]*table
}

// blank makes it when it is first asked for.
func (s *Store) blank(ctx context.Context) (*blank, error) {
	s.making.Lock()
	defer s.making.Unlock()
	if b := s.empty.Load(); b != nil {
		return b, nil
	}
	b, err := makeBlank(ctx, s.env)
	if err == nil {
		s.empty.Store(b)
	}
	return b, err
}

func makeBlank(ctx context.Context, env *core.Env) (_ *blank, err error) {
	p := newPages(nil)
	w, err := newWorker(ctx, env, p, 0)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	if err := createSchema(ctx, w.session); err != nil {
		return nil, err
	}
	tables, err := tablesOf(env, func(table string) ([]string, error) { return columnsOf(ctx, w.conn, table) })
	if err != nil {
		return nil, err
	}
	img, err := w.image(ctx)
	return &blank{img, tables}, err
}

// build makes the starting state of a seed.
func (s *Store) build(ctx context.Context, seed int64) (_ *image, err error) {
	b, err := s.blank(ctx)
	if err != nil {
		return nil, err
	}
	w, err := s.fillers.lend(ctx, newPages(b.image), nil)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.fillers.back(w, err)) }()
	if err := w.filler.Fill(ctx, seed); err != nil {
		return nil, err
	}
	return w.image(ctx)
}

// image copies what the connection shows.
func (w *worker) image(ctx context.Context) (*image, error) {
	sig, err := signature(ctx, w.conn)
	if err != nil {
		return nil, err
	}
	img := &image{data: w.pages.bytes(), sig: sig}
	digest := sha256.Sum256(img.data)
	img.digest = hex.EncodeToString(digest[:])
	return img, nil
}

// signature tells databases apart between which a connection can't be moved
// without parsing the schema again: those whose tables start at other pages
// or whose schema cookie differs.
func signature(ctx context.Context, c *sql.Conn) (string, error) {
	rows, err := c.QueryContext(ctx, `SELECT type, name, tbl_name, rootpage, ifnull(sql, '') FROM sqlite_schema
		UNION ALL SELECT 'cookie', '', '', schema_version, '' FROM pragma_schema_version`)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	h := sha256.New()
	for rows.Next() {
		var kind, name, table, text string
		var root int64
		if err := rows.Scan(&kind, &name, &table, &root, &text); err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%q %q %q %d %q\n", kind, name, table, root, text)
	}
	return hex.EncodeToString(h.Sum(nil)), rows.Err()
}

// columnsOf lists all columns of a table in order; those that are generated,
// and so say nothing that the others don't, come as "".
func columnsOf(ctx context.Context, c *sql.Conn, table string) ([]string, error) {
	rows, err := c.QueryContext(ctx, "SELECT CASE hidden WHEN 0 THEN name ELSE '' END FROM pragma_table_xinfo(?1) ORDER BY cid", table)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("the schema has no table %s", table)
	}
	return names, rows.Err()
}
