package proof

import (
	"strings"
	"time"

	"github.com/awmc/awmc/out/rt/core"
)

// hostile texts have what breaks code that puts texts together.
var hostile = []string{"", " ", "'", `"; DROP TABLE x; --`, "%", "_", "{}", "{0}", "🙂", "שלום", "a\x00b", "null", "\\", "<b>", "ß", strings.Repeat("long ", 60)}

// edge draws a value at the edge of what its type allows.
func (c *draw) edge(name string, t *core.Type) any {
	if len(t.Enum) > 0 {
		return t.Enum[[]int{0, len(t.Enum) - 1}[c.r.IntN(2)]]
	}
	switch t.Kind {
	case core.Integer:
		lo, hi, loOK, hiOK := limits(t)
		edges := []int64{lo, lo + 1}
		if hiOK {
			edges = append(edges, hi, hi-1)
		} else {
			edges = append(edges, 1<<31, 1<<53+1, 1<<62, 1<<63-1)
		}
		if !loOK {
			edges = append(edges, -1, -1<<63)
		}
		return edges[c.r.IntN(len(edges))]
	case core.Real:
		edges := []float64{number(t.Min, -1e300), number(t.Max, 1e300), number(t.Min, 0), number(t.Max, 1e-300)}
		return edges[c.r.IntN(len(edges))]
	case core.DateKind, core.DateTimeKind, core.TimeKind:
		now := c.now()
		return []time.Time{now, now.AddDate(0, 0, -1), now.AddDate(0, 0, 1), time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC),
			time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC), time.Date(2028, 2, 29, 0, 0, 0, 0, time.UTC)}[c.r.IntN(6)].Format(sent[t.Kind])
	case core.Text:
		if c.patterns[t.Pattern] != nil {
			break
		}
		s := hostile[c.r.IntN(len(hostile))]
		if t.MaxLength != nil && c.r.IntN(3) == 0 {
			s = strings.Repeat("ä", *t.MaxLength)
		}
		return fitLength(s, t)
	case core.ListKind:
		n := int(number(t.Min, 0))
		if c.r.IntN(2) == 0 {
			n = min(int(number(t.Max, 30)), 60)
		}
		list := make([]any, 0, n)
		for range n {
			if v, ok := c.reference(t.Elem.Ref, t.Elem.RefField); ok {
				list = append(list, v)
			} else {
				list = append(list, c.value(name, t.Elem))
			}
		}
		return list
	}
	return c.value(name, t)
}

// missingKey is a key of the right type that no row has, which is what agents
// get wrong most.
const missingKey = 999999937

// spoil draws a value that a parameter should refuse; ok is false if leaving
// it out is what spoils it.
func (c *draw) spoil(p *core.Param) (v any, ok bool) {
	if p.Ref != "" && c.r.IntN(3) != 0 {
		if p.Type.Kind == core.Integer {
			return missingKey, true
		}
		if len(p.Type.Enum) == 0 {
			return "nobody-by-this-name", true
		}
	}
	choices := []any{"no such value \x01", -1 << 62, []any{1}, map[string]any{"a": 1}, nil, true, 1.5}
	t := &p.Type
	if lo, ok := t.Min.(int64); ok && t.Kind == core.Integer {
		choices = append(choices, lo-1)
	}
	if hi, ok := t.Max.(int64); ok && t.Kind == core.Integer {
		choices = append(choices, hi+1)
	}
	if t.MaxLength != nil {
		choices = append(choices, strings.Repeat("y", *t.MaxLength+1))
	}
	switch t.Kind {
	case core.DateKind, core.DateTimeKind:
		choices = append(choices, "2026-02-30", "now", "tomorrow", "2026-13-01T00:00:00Z")
	case core.TimeKind:
		choices = append(choices, "24:00:00", "noon")
	case core.ListKind:
		choices = append(choices, []any{}, []any{nil}, []any{map[string]any{}})
		if t.Elem != nil && t.Elem.Kind == core.ObjectKind {
			choices = append(choices, []any{c.spoiledObject(t.Elem)})
		}
	case core.ObjectKind:
		choices = append(choices, c.spoiledObject(t))
	}
	n := c.r.IntN(len(choices) + 1)
	if n == len(choices) {
		return nil, false
	}
	return choices[n], true
}

func (c *draw) spoiledObject(t *core.Type) map[string]any {
	o := map[string]any{}
	if len(t.Fields) == 0 {
		return o
	}
	bad := c.r.IntN(len(t.Fields))
	for i := range t.Fields {
		f := &t.Fields[i]
		if i != bad {
			o[f.Name] = c.param(f)
		} else if v, ok := c.spoil(f); ok {
			o[f.Name] = v
		}
	}
	return o
}
