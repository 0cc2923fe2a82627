package proof

import (
	"bytes"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/task"
)

// alteration is a call's arguments with one of them changed.
type alteration struct {
	what string
	args json.RawMessage
}

// alterations change one argument of a call at a time: to another value that
// the schema allows, or by leaving an optional one out or adding one. Each is
// made when it is asked for, nil if there is none.
func (tr *trial) alterations(see *sight, r *rand.Rand, c task.Call) []func() *alteration {
	t := tr.drawer.tools[c.Tool]
	var args map[string]json.RawMessage
	if t == nil || json.Unmarshal(c.Args, &args) != nil {
		return nil
	}
	with := func(what, name string, value json.RawMessage) *alteration {
		changed := maps.Clone(args)
		if changed[name] = value; value == nil {
			delete(changed, name)
		}
		raw, err := json.Marshal(changed)
		if err != nil {
			return nil
		}
		return &alteration{name + " " + what, raw}
	}
	var out []func() *alteration
	var absent []*core.Param
	for i := range t.Params {
		p := &t.Params[i]
		was, given := args[p.Name]
		if !given {
			absent = append(absent, p)
			continue
		}
		out = append(out, func() *alteration {
			d := &draw{drawer: tr.drawer, see: see, r: r, tool: t, mine: r.IntN(2) == 0}
			value := d.otherJSON(p, was)
			if value == nil {
				return nil
			}
			return with("altered", p.Name, value)
		})
		if p.Optional || p.Default != nil {
			out = append(out, func() *alteration { return with("left out", p.Name, nil) })
		}
	}
	if len(absent) > 0 {
		out = append(out, func() *alteration {
			p := absent[r.IntN(len(absent))]
			d := &draw{drawer: tr.drawer, see: see, r: r, tool: t}
			value, err := json.Marshal(d.param(p))
			if err != nil {
				return nil
			}
			return with("added", p.Name, value)
		})
	}
	return out
}

// vary changes one of the arguments of an earlier call, or none.
func (d *drawer) vary(see *sight, r *rand.Rand, t *core.Tool, was json.RawMessage) json.RawMessage {
	var args map[string]json.RawMessage
	if len(t.Params) == 0 || r.IntN(4) == 0 || json.Unmarshal(was, &args) != nil {
		return was
	}
	c := &draw{drawer: d, see: see, r: r, tool: t, mine: r.IntN(2) == 0}
	if r.IntN(2) == 0 {
		c.anchor(t.Params)
	}
	p := &t.Params[r.IntN(len(t.Params))]
	value := json.RawMessage(nil)
	if v := args[p.Name]; v != nil && r.IntN(2) == 0 {
		value = c.otherJSON(p, v)
	} else if b, err := json.Marshal(c.param(p)); err == nil {
		value = b
	}
	if value == nil {
		return was
	}
	if args == nil {
		args = map[string]json.RawMessage{}
	}
	args[p.Name] = value
	b, err := json.Marshal(args)
	if err != nil {
		return was
	}
	return b
}

// otherJSON is another value than the one that was given, nil if none was
// found.
func (c *draw) otherJSON(p *core.Param, was json.RawMessage) json.RawMessage {
	for range 6 {
		b, err := json.Marshal(c.other(p, was))
		if err == nil && !bytes.Equal(bytes.TrimSpace(b), bytes.TrimSpace(was)) {
			return b
		}
	}
	return nil
}

// other is another value for a parameter: one off for numbers, a neighbour
// for keys, another of the values, a longer text.
func (c *draw) other(p *core.Param, was json.RawMessage) any {
	v, ok := decode(was)
	if !ok {
		return nil
	}
	if p.Ref != "" || len(p.Type.Enum) > 0 {
		return c.param(p)
	}
	switch x := v.(type) {
	case json.Number:
		if n, err := x.Int64(); err == nil {
			return within(n+[]int64{-1, 1, n}[c.r.IntN(3)], &p.Type)
		}
		f, err := x.Float64()
		if err != nil {
			return nil
		}
		return min(f+1, number(p.Type.Max, f+1))
	case bool:
		return !x
	case []any:
		return c.otherList(x, p)
	case map[string]any:
		return c.otherObject(x, &p.Type)
	case string:
		if p.Type.Kind == core.Text && c.patterns[p.Type.Pattern] == nil {
			return fitLength(x+" too", &p.Type)
		}
	}
	return c.value(p.Name, &p.Type)
}

// otherList leaves an element out, adds one or alters one.
func (c *draw) otherList(x []any, p *core.Param) any {
	elem := p.Type.Elem
	if len(x) == 0 || elem == nil {
		return c.value(p.Name, &p.Type)
	}
	at := c.r.IntN(len(x))
	switch c.r.IntN(3) {
	case 0:
		if len(x) > max(1, int(number(p.Type.Min, 0))) {
			return slices.Delete(slices.Clone(x), at, at+1)
		}
	case 1:
		if len(x) >= int(number(p.Type.Max, 1<<20)) {
			break
		}
		if list, ok := c.list(p.Name, &core.Type{Kind: core.ListKind, Elem: elem, Min: int64(1), Max: int64(1)}).([]any); ok {
			return append(slices.Clone(x), list...)
		}
	}
	was, err := json.Marshal(x[at])
	if err != nil {
		return nil
	}
	changed := slices.Clone(x)
	changed[at] = c.other(&core.Param{Name: p.Name, Type: *elem, Ref: elem.Ref, RefField: elem.RefField}, was)
	return changed
}

func (c *draw) otherObject(o map[string]any, t *core.Type) map[string]any {
	changed := maps.Clone(o)
	names := slices.Sorted(maps.Keys(o))
	if len(names) == 0 {
		return changed
	}
	name := names[c.r.IntN(len(names))]
	for i := range t.Fields {
		if t.Fields[i].Name == name {
			if was, err := json.Marshal(o[name]); err == nil {
				changed[name] = c.other(&t.Fields[i], was)
			}
		}
	}
	return changed
}
