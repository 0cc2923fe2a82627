package core

import (
	"fmt"
)

// Now is the instance's clock: it stands still during a call.
func (s *Session) Now() DateTime { return s.now }

// Today is the clock's date.
func (s *Session) Today() Date { return s.now.Date() }

// Actor is the signed-in user; nil if the environment has none.
func (s *Session) Actor() *Actor { return s.actor }

// ActorID is the signed-in user's key where it is an integer.
func (s *Session) ActorID() int64 { return s.id }

// ActorKey is the signed-in user's key where it is a text.
func (s *Session) ActorKey() string { return s.key }

// Load makes the session continue at another moment as another user, for
// owners that change the database under it. A nil actor means the
// environment's. recorded says that the session table, if there is one, says
// so already.
func (s *Session) Load(now DateTime, actor *Actor, recorded bool) {
	if actor == nil {
		actor = s.env.Actor
	}
	s.now, s.actor, s.id, s.key, s.changed = now, actor, 0, "", false
	if actor != nil {
		switch k := actor.Key.(type) {
		case int64:
			s.id = k
		case int:
			s.id = int64(k)
		case string:
			s.key = k
		}
	}
	s.stale = !recorded
}

// SetLimits bounds the calls that follow.
func (s *Session) SetLimits(l Limits) { s.limits = l.orDefault() }

// refresh takes over the clock where other sessions on the same database may
// have moved it, and finds out whether the session table names another user.
func (s *Session) refresh() error {
	st, err := s.prepared("SELECT now, actor FROM awmc_session")
	if err != nil {
		return err
	}
	t, err := st.stmt.Table(background)
	if err != nil {
		return err
	}
	if len(t.Rows) == 0 {
		s.stale = true
		return nil
	}
	if err := s.now.Scan(t.Rows[0][0]); err != nil {
		return err
	}
	actor := t.Rows[0][1]
	var own any
	if s.actor != nil {
		own = s.actor.Key
	}
	s.stale = fmt.Sprint(own) != fmt.Sprint(actor)
	return nil
}

// writeSession records the clock and the user where views read them.
func (s *Session) writeSession(now DateTime) error {
	var actor any
	if s.actor != nil {
		actor = s.actor.Key
	}
	return s.exec("INSERT INTO awmc_session (id, now, today, actor) VALUES (1, ?1, ?2, ?3) "+
		"ON CONFLICT (id) DO UPDATE SET now = ?1, today = ?2, actor = ?3",
		string(now), string(now.Date()), actor)
}
