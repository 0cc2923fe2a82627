package proof

import (
	"encoding/json"
	"math"
	"strings"
	"time"

	"github.com/awmc/awmc/out/rt/core"
)

// param draws a value of a parameter, as JSON takes it.
func (c *draw) param(p *core.Param) any {
	if v, ok := c.reference(p.Ref, p.RefField); ok {
		return v
	}
	if c.mode == boundary && c.r.IntN(2) == 0 {
		return c.edge(p.Name, &p.Type)
	}
	if p.Type.Kind != core.ListKind && p.Type.Kind != core.ObjectKind && len(p.Type.Enum) == 0 && c.r.IntN(4) != 0 {
		if v, ok := c.known(p.Name, &p.Type); ok {
			return v
		}
	}
	return c.value(p.Name, &p.Type)
}

// reference draws a live key: that of the row the arguments are about if it
// has one.
func (c *draw) reference(ref, refField string) (any, bool) {
	e := c.entities[ref]
	if e == nil {
		return nil, false
	}
	if c.table != nil {
		if col := c.fills(c.table.entity, ref, refField); col != "" {
			if v := c.table.at(c.row, col); v != nil {
				return v, true
			}
		}
	}
	table := c.see.of(e)
	if len(table.list) == 0 {
		return nil, false
	}
	v := table.at(c.choose(table), keyColumn(e, refField))
	return v, v != nil
}

// known takes the value of a parameter from a column that is named like it:
// what there is to search for, or a text in the form that the trade uses.
func (c *draw) known(name string, t *core.Type) (any, bool) {
	if c.table != nil {
		for i := range c.table.entity.Fields {
			f := &c.table.entity.Fields[i]
			if similar(f.Name, name) && f.Type == t.Kind {
				if v := c.table.at(c.row, f.Name); v != nil {
					return c.around(v, t)
				}
			}
		}
	}
	type source struct {
		table  *rows
		column string
	}
	var sources []source
	for _, exact := range [...]bool{true, false} {
		for i := range c.env.Entities {
			e := &c.env.Entities[i]
			for j := range e.Fields {
				f := &e.Fields[j]
				if f.Type == t.Kind && (f.Name == name || !exact && similar(f.Name, name)) {
					sources = append(sources, source{c.see.of(e), f.Name})
				}
			}
		}
		if len(sources) > 0 {
			break
		}
	}
	if len(sources) == 0 {
		return nil, false
	}
	s := sources[c.r.IntN(len(sources))]
	if len(s.table.list) == 0 {
		return nil, false
	}
	v := s.table.at(c.choose(s.table), s.column)
	if v == nil {
		return nil, false
	}
	return c.around(v, t)
}

// similar reports whether a parameter is named like a column: max_price_cents
// like price_cents, voucher_code like code, amount_cents like balance_cents.
func similar(column, param string) bool {
	if column == param || strings.HasSuffix(param, "_"+column) || strings.HasSuffix(column, "_"+param) {
		return true
	}
	_, a, ok1 := cutLast(column)
	_, b, ok2 := cutLast(param)
	return ok1 && ok2 && a == b && a != "id"
}

func cutLast(s string) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, '_')
	if i < 0 {
		return "", s, false
	}
	return s[:i], s[i+1:], true
}

// around turns a stored value into a JSON value of a type: as it is, or half
// of the time one close to it.
func (c *draw) around(v any, t *core.Type) (any, bool) {
	switch t.Kind {
	case core.Boolean:
		n, ok := v.(int64)
		return n != 0, ok
	case core.JSONKind, core.ListKind, core.ObjectKind:
		s, ok := v.(string)
		return json.RawMessage(s), ok && json.Valid([]byte(s))
	case core.Integer:
		n, ok := v.(int64)
		if ok {
			n += []int64{0, 0, 0, 1, -1, n, -n / 2, -n / 4}[c.r.IntN(8)]
		}
		return within(n, t), ok
	case core.Text:
		s, ok := v.(string)
		if p := c.patterns[t.Pattern]; ok && p != nil && !p.re.MatchString(s) {
			return c.fromPattern(p.tree), true
		}
		return fitLength(s, t), ok
	case core.Real:
		f := number(v, 0)
		return min(max(f, number(t.Min, f)), number(t.Max, f)), true
	case core.DateKind, core.DateTimeKind:
		s, ok := v.(string)
		layout := layouts[t.Kind]
		at, err := time.Parse(layout, s)
		if ok && err == nil {
			return inTime(at.AddDate(0, 0, []int{0, 0, 0, 1, -1, 7, -30, 30}[c.r.IntN(8)]), t), true
		}
		return v, ok
	}
	return v, true
}

// layouts are the forms in which the database stores times.
var layouts = map[core.Kind]string{core.DateKind: "2006-01-02", core.DateTimeKind: "2006-01-02 15:04:05", core.TimeKind: "15:04:05"}

// within keeps a number inside the bounds of its type.
func within(n int64, t *core.Type) int64 {
	if lo, ok := t.Min.(int64); ok && n < lo {
		n = lo
	}
	if hi, ok := t.Max.(int64); ok && n > hi {
		n = hi
	}
	return n
}

// value draws a value of a type.
func (c *draw) value(name string, t *core.Type) any {
	if len(t.Enum) > 0 {
		return t.Enum[c.r.IntN(len(t.Enum))]
	}
	switch t.Kind {
	case core.Integer:
		return c.integer(t)
	case core.Real:
		lo, hi := number(t.Min, 0), number(t.Max, 1000)
		return lo + float64(c.r.IntN(1001))/1000*(hi-lo)
	case core.Boolean:
		return c.r.IntN(2) == 0
	case core.DateKind, core.DateTimeKind, core.TimeKind:
		return c.moment(t)
	case core.ListKind:
		return c.list(name, t)
	case core.ObjectKind:
		return c.object(t)
	case core.JSONKind:
		return map[string]any{"note": c.words()}
	}
	return c.text(t)
}

func number(v any, otherwise float64) float64 {
	switch x := v.(type) {
	case int64:
		return float64(x)
	case int:
		return float64(x)
	case float64:
		return x
	}
	return otherwise
}

func (c *draw) integer(t *core.Type) any {
	lo, hi, _, hiOK := limits(t)
	if !hiOK {
		if hi = lo + []int64{3, 20, 1000, 100000}[c.r.IntN(4)]; hi < lo {
			hi = math.MaxInt64
		}
	}
	steps := uint64(hi) - uint64(lo)
	if c.r.IntN(2) == 0 {
		steps = min(steps, 9) // most of what people ask for is small
	}
	if steps == math.MaxUint64 { // all there are
		return int64(c.r.Uint64())
	}
	return lo + int64(c.r.Uint64N(steps+1))
}

// limits are the bounds of an integer, or what stands for them.
func limits(t *core.Type) (lo, hi int64, loOK, hiOK bool) {
	lo, loOK = t.Min.(int64)
	hi, hiOK = t.Max.(int64)
	if !loOK && hiOK && hi < 0 {
		lo = hi - 100
	}
	return lo, hi, loOK, hiOK
}

// list draws the elements of a list.
func (c *draw) list(name string, t *core.Type) any {
	lo := int(number(t.Min, 0))
	n := lo
	if limit := int(number(t.Max, float64(lo+3))); limit > lo {
		n += c.r.IntN(min(limit-lo, 3) + 1)
	}
	n = max(n, min(1, c.r.IntN(8))) // empty lists are rare
	list := make([]any, 0, n)
	switch {
	case t.Elem == nil:
	case t.Elem.Kind == core.ObjectKind && c.elements(t.Elem.Fields, n, func() { list = append(list, c.object(t.Elem)) }):
	case t.Elem.Ref != "" && c.elements([]core.Param{{Ref: t.Elem.Ref, RefField: t.Elem.RefField}}, n, func() {
		if v, ok := c.reference(t.Elem.Ref, t.Elem.RefField); ok {
			list = append(list, v)
		}
	}):
	default:
		for range n {
			list = append(list, c.value(name, t.Elem))
		}
	}
	return list
}

// elements calls add for n different rows that can fill the references of a
// list's elements, those that belong to the row the arguments are about first:
// the items of the order, say. It reports false if the elements refer to
// nothing.
func (c *draw) elements(params []core.Param, n int, add func()) bool {
	outer, row := c.table, c.row
	c.table, c.row = nil, nil
	c.anchor(params)
	source := c.table
	if source == nil {
		c.table, c.row = outer, row
		return false
	}
	from := c.related(source, outer, row)
	c.r.Shuffle(len(from), func(i, j int) { from[i], from[j] = from[j], from[i] })
	for i := range min(n, len(from)) {
		c.table, c.row = source, from[i]
		add()
	}
	c.table, c.row = outer, row
	return true
}

// related are the rows of a table that refer to a row, or all of them.
func (c *draw) related(source, to *rows, row []any) [][]any {
	if to != nil && to != source && c.r.IntN(4) != 0 {
		if col := c.fills(source.entity, to.entity.Name, ""); col != "" && len(to.entity.Key) == 1 {
			var out [][]any
			for _, r := range source.list {
				if source.at(r, col) == to.at(row, to.entity.Key[0]) {
					out = append(out, r)
				}
			}
			if len(out) > 0 {
				return out
			}
		}
	}
	return append([][]any(nil), source.list...)
}

func (c *draw) object(t *core.Type) any {
	o := map[string]any{}
	for i := range t.Fields {
		f := &t.Fields[i]
		if (f.Optional || f.Default != nil) && c.r.IntN(2) == 0 {
			continue
		}
		o[f.Name] = c.param(f)
	}
	return o
}

// moment draws dates and times around the world's now, to the quarter of an
// hour, as people do.
func (c *draw) moment(t *core.Type) any {
	now := c.now()
	at := now.Truncate(15*time.Minute).AddDate(0, 0, c.r.IntN(46)-15).Add(time.Duration(c.r.IntN(41)-20) * 15 * time.Minute)
	return inTime(at, t)
}

// inTime writes a moment as agents send it, within the bounds of its type.
func inTime(at time.Time, t *core.Type) string {
	layout := layouts[t.Kind]
	for _, bound := range []struct {
		v     any
		wrong int
	}{{t.Min, -1}, {t.Max, 1}} {
		s, ok := bound.v.(string)
		if b, err := time.Parse(layout, s); ok && err == nil && strings.Compare(at.Format(layout), s) == bound.wrong {
			at = b
		}
	}
	return at.Format(sent[t.Kind])
}

func (c *draw) now() time.Time {
	now, err := time.Parse("2006-01-02 15:04:05", string(c.see.world.Now()))
	if err != nil {
		return time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC)
	}
	return now
}

// sent are the forms in which agents send times.
var sent = map[core.Kind]string{core.DateKind: "2006-01-02", core.DateTimeKind: "2006-01-02T15:04:05Z", core.TimeKind: "15:04:05"}
