package core

import (
	"context"
	"database/sql"
	"errors"
)

// OpenSession takes a connection of db for the tools of env, signed in as
// actor (nil means the environment's). The database must have been opened by
// package store, whose functions the environment's SQL calls, and must hold
// the environment's schema when the first tool is called; OpenSession itself
// creates nothing. Several sessions may use one database, each by one
// goroutine at a time; if the environment's views read the clock, they share
// it through the database, otherwise each has its own, which starts at the
// environment's. Close gives the connection back.
func OpenSession(ctx context.Context, db *sql.DB, env *Env, actor *Actor) (*Session, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	s, err := NewSession(ctx, conn, env)
	if err == nil {
		err = s.resume(ctx, actor)
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return s, nil
}

// NewSession makes a session on a connection that the caller owns and that
// no other connection writes beside, at the environment's clock and as its
// actor, for owners that Load it.
func NewSession(ctx context.Context, conn *sql.Conn, env *Env) (*Session, error) {
	s := &Session{env: env, conn: conn, exclusive: true}
	s.SetLimits(Limits{})
	s.Load(env.Now, nil, false)
	var err error
	if s.engine, err = engineOf(conn); err != nil {
		return nil, err
	}
	_, err = conn.ExecContext(ctx, "PRAGMA foreign_keys=ON")
	return s, err
}

// resume takes the clock from the session table, if there is one.
func (s *Session) resume(ctx context.Context, actor *Actor) error {
	s.exclusive = false
	s.Load(s.env.Now, actor, false)
	if !s.env.ViewsUseSession {
		return nil
	}
	var there int
	err := s.conn.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema WHERE name = 'awmc_session'").Scan(&there)
	if err != nil || there == 0 {
		return err
	}
	return s.refresh()
}

// Record writes the clock and the user to the session table, if the
// environment's views read it, so that they are right before the first call.
func (s *Session) Record() error {
	if !s.stale || !s.env.ViewsUseSession {
		return nil
	}
	if err := s.writeSession(s.now); err != nil {
		return err
	}
	s.stale = false
	return nil
}

// Close frees the prepared statements and gives the connection back.
func (s *Session) Close() error {
	return errors.Join(s.stmts.close(), s.conn.Close())
}
