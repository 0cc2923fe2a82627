package proof

import (
	"context"
	"fmt"
	"strings"

	"github.com/awmc/awmc/templates/rt/core"
)

// together is one query that gives whether all invariants hold that know
// neither clock nor user; "" if there are none.
func together(invariants []core.Check) string {
	var terms []string
	for i := range invariants {
		if q := &invariants[i].SQL; len(q.Args) == 0 {
			terms = append(terms, "IFNULL(("+q.Text+"\n), 0)")
		}
	}
	if len(terms) == 0 {
		return ""
	}
	return "SELECT " + strings.Join(terms, " AND ")
}

// broken is an invariant that does not hold now, and why. Unless strict, the
// invariants are asked about together first: that costs one query.
func (p *prover) broken(ctx context.Context, w core.World, strict bool) (*core.Check, string) {
	steady := false
	if !strict && p.steady != "" {
		t, err := w.Select(ctx, p.steady)
		steady = err == nil && len(t.Rows) == 1 && t.Rows[0][0] == int64(1)
	}
	for i := range p.env.Invariants {
		c := &p.env.Invariants[i]
		if steady && len(c.SQL.Args) == 0 {
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
