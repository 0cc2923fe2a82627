package proof

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
)

// whole looks at a whole database: that every reference leads somewhere, that
// NOT NULL, CHECK, UNIQUE and the types hold, that flows were kept to, and
// that the world tells the truth about what has changed, whatever the calls
// said. It returns the tables in which a row is not as at the start, and the
// code of what is wrong and why, or "".
func (p *prover) whole(ctx context.Context, w core.World) (changed []string, code, why string) {
	t, err := w.Select(ctx, `SELECT "table", parent FROM pragma_foreign_key_check LIMIT 1`)
	switch {
	case err != nil:
		return nil, codeForeignKey, "the references can't be checked: " + err.Error()
	case len(t.Rows) > 0:
		return nil, codeForeignKey, fmt.Sprintf("a row of %v refers to a row of %v that does not exist", t.Rows[0][0], t.Rows[0][1])
	}
	d, err := w.Diff(ctx)
	if err != nil {
		return nil, codeHalfDone, "the change can't be worked out: " + err.Error()
	}
	if why := p.flows(d); why != "" {
		return nil, codeConstraint, why
	}
	if changed, code, why = p.truthful(ctx, w, d); code != "" {
		return nil, code, why
	}
	// What is as at the start keeps its constraints.
	for _, name := range changed {
		t, err := w.Select(ctx, "SELECT * FROM pragma_integrity_check(?1)", name)
		switch {
		case err != nil:
			return nil, codeConstraint, "the constraints can't be checked: " + err.Error()
		case len(t.Rows) != 1 || t.Rows[0][0] != "ok":
			return nil, codeConstraint, fmt.Sprintf("a constraint does not hold: %v", t.Rows)
		}
	}
	return changed, "", ""
}

// truthful compares what a world says has changed with the rows themselves,
// and lists the tables in which any differ.
func (p *prover) truthful(ctx context.Context, w core.World, d *core.Diff) (changed []string, code, why string) {
	for i := range p.env.Entities {
		name := p.env.Entities[i].Name
		now, before := 0, 0
		for _, t := range d.Tables {
			if t.Table != name {
				continue
			}
			for _, c := range t.Changes {
				if c.New != nil {
					now++
				}
				if c.Old != nil {
					before++
				}
			}
		}
		t, err := w.Select(ctx, comparing(&p.env.Entities[i]))
		if err != nil {
			return nil, codeHalfDone, "the tables can't be compared: " + err.Error()
		}
		if t.Rows[0][0] != int64(now) || t.Rows[0][1] != int64(before) {
			return nil, codeHalfDone, fmt.Sprintf("%v rows of %s are new or other than at the start and %v are gone or were other, but the calls account for %d and %d",
				t.Rows[0][0], name, t.Rows[0][1], now, before)
		}
		if now+before > 0 {
			changed = append(changed, name)
		}
	}
	return changed, "", ""
}

// comparing is a query for the number of rows of an entity that are not at the
// start as they are now, and the other way round. Looking each row up by its key
// takes a fraction of what EXCEPT does.
func comparing(e *core.Entity) string {
	var same []string
	for _, k := range e.Key {
		same = append(same, fmt.Sprintf("a.%[1]s = b.%[1]s", quote(k)))
	}
	for i := range e.Fields {
		if name := e.Fields[i].Name; !slices.Contains(e.Key, name) {
			same = append(same, fmt.Sprintf("a.%[1]s IS b.%[1]s", quote(name)))
		}
	}
	only := func(in, notIn string) string {
		return fmt.Sprintf("(SELECT count(*) FROM %[1]s.%[3]s a WHERE NOT EXISTS (SELECT 1 FROM %[2]s.%[3]s b WHERE %[4]s))", in, notIn, quote(e.Name), strings.Join(same, " AND "))
	}
	return "SELECT " + only("main", "before") + ", " + only("before", "main")
}

// flows reports a field that got from one value to another by no way that its
// flow allows.
func (p *prover) flows(d *core.Diff) string {
	for _, t := range d.Tables {
		e := p.drawer.entities[t.Table]
		if e == nil {
			continue
		}
		for _, f := range e.Flows {
			col := slices.Index(t.Columns, f.Field)
			if col < 0 {
				continue
			}
			for _, c := range t.Changes {
				if c.Old == nil || c.New == nil {
					continue
				}
				from, ok1 := c.Old[col].(string)
				to, ok2 := c.New[col].(string)
				if ok1 && ok2 && from != to && !leadsTo(f.Next, from, to) {
					return fmt.Sprintf("%s.%s of row %v went from %s to %s, which its flow does not allow", t.Table, f.Field, c.Key, from, to)
				}
			}
		}
	}
	return ""
}

func leadsTo(next map[string][]string, from, to string) bool {
	seen := map[string]bool{from: true}
	queue := []string{from}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, n := range next[at] {
			if n == to {
				return true
			}
			if !seen[n] {
				seen[n] = true
				queue = append(queue, n)
			}
		}
	}
	return false
}
