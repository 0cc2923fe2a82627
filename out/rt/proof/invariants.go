package proof

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/awmc/awmc/out/rt/core"
)

// invariants are those of an environment, with what each depends on, so that
// after a call only those are looked at which it can have broken.
type invariants struct {
	checks []core.Check
	reads  []map[string]bool // the tables that each one names, by itself or in views
	// follows are the tables whose rows change along with those of another:
	// by ON DELETE CASCADE or SET NULL.
	follows map[string][]string

	mu      sync.Mutex
	queries map[*core.Tool]string
}

// learnInvariants finds out, in any world, what the invariants depend on.
func learnInvariants(ctx context.Context, w core.World, env *core.Env) (*invariants, error) {
	v := &invariants{checks: env.Invariants, follows: map[string][]string{}, queries: map[*core.Tool]string{}}
	views := map[string]string{}
	t, err := w.Select(ctx, "SELECT name, sql FROM main.sqlite_schema WHERE type = 'view'")
	if err != nil {
		return nil, err
	}
	for _, row := range t.Rows {
		views[fmt.Sprint(row[0])] = fmt.Sprint(row[1])
	}
	tables := map[string]bool{}
	for i := range env.Entities {
		name := env.Entities[i].Name
		tables[name] = true
		t, err := w.Select(ctx, `SELECT "table" FROM pragma_foreign_key_list(?1) WHERE on_delete IN ('CASCADE', 'SET NULL')`, name)
		if err != nil {
			return nil, err
		}
		for _, row := range t.Rows {
			parent := fmt.Sprint(row[0])
			v.follows[parent] = append(v.follows[parent], name)
		}
	}
	for i := range env.Invariants {
		named := map[string]bool{}
		names(env.Invariants[i].SQL.Text, tables, views, named)
		v.reads = append(v.reads, named)
	}
	return v, nil
}

// names collects the tables that a query names. It may find more than there
// are, in a text that happens to hold a name, but never fewer.
func names(query string, tables map[string]bool, views map[string]string, into map[string]bool) {
	for _, word := range strings.FieldsFunc(strings.ToLower(query), func(r rune) bool { return r != '_' && notLetter(r) }) {
		if into[word] {
			continue
		}
		if sql, ok := views[word]; ok {
			into[word] = true
			names(sql, tables, views, into)
		} else if tables[word] {
			into[word] = true
		}
	}
}

// concerns reports whether a tool can break the i-th invariant; nil stands
// for anything. Those that know the clock or the user always may.
func (v *invariants) concerns(t *core.Tool, i int) bool {
	if t == nil || len(v.checks[i].SQL.Args) > 0 {
		return true
	}
	seen := map[string]bool{}
	var broken func(table string) bool
	broken = func(table string) bool {
		if seen[table] {
			return false
		}
		seen[table] = true
		if v.reads[i][table] {
			return true
		}
		for _, child := range v.follows[table] {
			if broken(child) {
				return true
			}
		}
		return false
	}
	for _, table := range t.Writes {
		if broken(table) {
			return true
		}
	}
	return false
}

// together is one query that says whether all invariants hold which a tool
// can break and which know neither clock nor user; "" if there are none.
func (v *invariants) together(t *core.Tool) string {
	v.mu.Lock()
	defer v.mu.Unlock()
	if q, ok := v.queries[t]; ok {
		return q
	}
	var terms []string
	for i := range v.checks {
		if q := &v.checks[i].SQL; len(q.Args) == 0 && v.concerns(t, i) {
			terms = append(terms, "IFNULL(("+q.Text+"\n), 0)")
		}
	}
	q := ""
	if len(terms) > 0 {
		q = "SELECT " + strings.Join(terms, " AND ")
	}
	v.queries[t] = q
	return q
}

// broken is an invariant that does not hold after a call of a tool (nil for
// any), and why. Most are asked about together first: that costs one query.
func (v *invariants) broken(ctx context.Context, w core.World, t *core.Tool) (*core.Check, string) {
	steady := true
	if q := v.together(t); q != "" {
		t, err := w.Select(ctx, q)
		steady = err == nil && len(t.Rows) == 1 && t.Rows[0][0] == int64(1)
	}
	for i := range v.checks {
		c := &v.checks[i]
		if steady && len(c.SQL.Args) == 0 || !v.concerns(t, i) {
			continue
		}
		ok, err := holds(ctx, w, &c.SQL)
		if err != nil {
			return c, "it fails to run: " + err.Error()
		}
		if !ok {
			return c, "its query is not true"
		}
	}
	return nil, ""
}

// holds evaluates a condition that knows the clock and the signed-in user.
func holds(ctx context.Context, w core.World, s *core.SQL) (bool, error) {
	args, err := sessionArgs(w, s.Args)
	if err != nil {
		return false, err
	}
	t, err := w.Select(ctx, s.Text, args...)
	if err != nil {
		return false, err
	}
	if len(t.Rows) != 1 || len(t.Rows[0]) == 0 {
		return false, fmt.Errorf("it gives %d rows, not one", len(t.Rows))
	}
	switch x := t.Rows[0][0].(type) {
	case int64:
		return x != 0, nil
	case float64:
		return x != 0, nil
	}
	return false, nil
}

// sessionArgs are the values of :now, :today and :actor.
func sessionArgs(w core.World, names []string) ([]any, error) {
	args := make([]any, len(names))
	for i, a := range names {
		switch a {
		case "now":
			args[i] = string(w.Now())
		case "today":
			args[i] = string(w.Now().Date())
		case "actor":
			if w.Actor() != nil {
				args[i] = w.Actor().Key
			}
		default:
			return nil, fmt.Errorf("there is no value named %s", a)
		}
	}
	return args, nil
}
