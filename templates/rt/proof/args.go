package proof

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/awmc/awmc/templates/rt/core"
)

// mode says what kind of arguments to draw.
type mode int

const (
	plausible mode = iota // what an agent that knows the world would send
	boundary              // values at the edges of their ranges
	invalid               // values that must be refused
)

// drawer draws arguments for tools from their schemas and from live rows. It
// is read-only and safe for concurrent use.
type drawer struct {
	env      *core.Env
	entities map[string]*core.Entity
}

func newDrawer(env *core.Env) *drawer {
	d := &drawer{env: env, entities: map[string]*core.Entity{}}
	for i := range env.Entities {
		d.entities[env.Entities[i].Name] = &env.Entities[i]
	}
	return d
}

// draw is one drawing of arguments.
type draw struct {
	*drawer
	ctx  context.Context
	w    core.World
	r    *rand.Rand
	mode mode
	// row is a live row that the arguments are about: parameters that its
	// columns can fill take their values from it, so that an order and its
	// item, say, belong together.
	entity *core.Entity
	row    map[string]any
}

// arguments draws the arguments of one call.
func (d *drawer) arguments(ctx context.Context, w core.World, r *rand.Rand, t *core.Tool, m mode) json.RawMessage {
	c := &draw{drawer: d, ctx: ctx, w: w, r: r, mode: m}
	c.anchor(t)
	args := map[string]any{}
	spoiled := -1
	if m == invalid && len(t.Params) > 0 {
		spoiled = r.IntN(len(t.Params))
	}
	for i := range t.Params {
		p := &t.Params[i]
		optional := p.Optional || p.Default != nil
		if i == spoiled {
			if v, ok := c.spoil(p); ok {
				args[p.Name] = v
			}
			continue
		}
		if optional && r.IntN(2) == 0 {
			continue
		}
		args[p.Name] = c.param(p)
	}
	if m == invalid && len(t.Params) == 0 {
		args["nothing_of_this_name"] = 1
	}
	b, err := json.Marshal(args)
	if err != nil { // the values are of JSON's own types
		panic(err)
	}
	return b
}

// anchor chooses the row that the arguments are about.
func (c *draw) anchor(t *core.Tool) {
	var candidates []*core.Entity
	for i := range c.env.Entities {
		e := &c.env.Entities[i]
		for j := range t.Params {
			if c.fills(e, &t.Params[j]) != "" {
				candidates = append(candidates, e)
				break
			}
		}
	}
	if len(candidates) == 0 || c.r.IntN(4) == 0 {
		return
	}
	// Entities that fill more of the parameters are worth more tries.
	best := candidates[c.r.IntN(len(candidates))]
	if other := candidates[c.r.IntN(len(candidates))]; c.count(other, t) > c.count(best, t) {
		best = other
	}
	rows := c.rows(best)
	if len(rows.Rows) == 0 {
		return
	}
	pick := rows.Rows[c.r.IntN(len(rows.Rows))]
	c.entity, c.row = best, map[string]any{}
	for i, col := range rows.Columns {
		c.row[col] = pick[i]
	}
}

func (c *draw) count(e *core.Entity, t *core.Tool) int {
	n := 0
	for i := range t.Params {
		if c.fills(e, &t.Params[i]) != "" {
			n++
		}
	}
	return n
}

// fills is the column of an entity that can give a parameter its value, or
// "".
func (c *draw) fills(e *core.Entity, p *core.Param) string {
	if p.Ref == "" {
		return ""
	}
	if p.Ref == e.Name {
		if p.RefField != "" {
			return p.RefField
		}
		if len(e.Key) == 1 {
			return e.Key[0]
		}
		return ""
	}
	for i := range e.Fields {
		f := &e.Fields[i]
		if f.Ref == p.Ref && (p.RefField == "" || p.RefField == f.RefField) {
			return f.Name
		}
	}
	return ""
}

// owner is the column of an entity that refers to the signed-in user's, or
// "".
func (c *draw) owner(e *core.Entity) (column string, key any) {
	a := c.w.Actor()
	if a == nil {
		return "", nil
	}
	if e.Name == a.Entity && len(e.Key) == 1 {
		return e.Key[0], a.Key
	}
	for i := range e.Fields {
		if e.Fields[i].Ref == a.Entity {
			return e.Fields[i].Name, a.Key
		}
	}
	return "", nil
}

// rows are some live rows of an entity, half of the time the signed-in
// user's own, the newest first half of the time.
func (c *draw) rows(e *core.Entity) *core.Table {
	where, args := "", []any(nil)
	if col, key := c.owner(e); col != "" && c.r.IntN(4) != 0 {
		where, args = " WHERE "+quote(col)+" = ?1", []any{key}
	}
	order := ""
	if c.r.IntN(2) == 0 {
		order = " ORDER BY " + quote(e.Key[0]) + " DESC"
	}
	t, err := c.w.Select(c.ctx, "SELECT * FROM "+quote(e.Name)+where+order+" LIMIT 60", args...)
	if err != nil || len(t.Rows) == 0 && where != "" {
		t, err = c.w.Select(c.ctx, "SELECT * FROM "+quote(e.Name)+" LIMIT 60")
	}
	if err != nil {
		return &core.Table{}
	}
	return t
}

func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// param draws a value of a parameter, as JSON takes it.
func (c *draw) param(p *core.Param) any {
	if p.Ref != "" {
		if c.entity != nil {
			if col := c.fills(c.entity, p); col != "" && c.row[col] != nil {
				return c.row[col]
			}
		}
		if v, ok := c.key(p); ok {
			return v
		}
	}
	if p.Type.Kind != core.ListKind && p.Type.Kind != core.ObjectKind {
		if v, ok := c.known(p); ok && c.r.IntN(3) != 0 {
			return v
		}
	}
	return c.value(p.Name, &p.Type)
}

// key draws a live key of the entity that a parameter refers to.
func (c *draw) key(p *core.Param) (any, bool) {
	e := c.entities[p.Ref]
	if e == nil {
		return nil, false
	}
	col := p.RefField
	if col == "" && len(e.Key) == 1 {
		col = e.Key[0]
	}
	t := c.rows(e)
	for i, name := range t.Columns {
		if name == col && len(t.Rows) > 0 {
			return t.Rows[c.r.IntN(len(t.Rows))][i], true
		}
	}
	return nil, false
}

// known takes the value of a parameter from a column of the same name: what
// there is to search for, or a text in the form that the trade uses.
func (c *draw) known(p *core.Param) (any, bool) {
	if v, ok := c.row[p.Name]; ok && v != nil {
		return conforming(v, &p.Type)
	}
	for i := range c.env.Entities {
		e := &c.env.Entities[i]
		for j := range e.Fields {
			f := &e.Fields[j]
			if f.Name != p.Name || f.Type != p.Type.Kind {
				continue
			}
			t := c.rows(e)
			for k, name := range t.Columns {
				if name == f.Name && len(t.Rows) > 0 {
					if v := t.Rows[c.r.IntN(len(t.Rows))][k]; v != nil {
						return conforming(v, &p.Type)
					}
				}
			}
		}
	}
	return nil, false
}

// conforming turns a stored value into a JSON value of a type.
func conforming(v any, t *core.Type) (any, bool) {
	switch t.Kind {
	case core.Boolean:
		n, ok := v.(int64)
		return n != 0, ok
	case core.JSONKind, core.ListKind, core.ObjectKind:
		s, ok := v.(string)
		return json.RawMessage(s), ok && json.Valid([]byte(s))
	}
	return v, true
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
		lo, hi := bounds(t.Min, 0), bounds(t.Max, 1000)
		return lo + float64(c.r.IntN(1001))/1000*(hi-lo)
	case core.Boolean:
		return c.r.IntN(2) == 0
	case core.DateKind, core.DateTimeKind, core.TimeKind:
		return c.moment(t)
	case core.ListKind:
		n := int(bounds(t.Min, 0))
		if limit := int(bounds(t.Max, float64(n+3))); limit > n {
			n += c.r.IntN(min(limit-n, 3) + 1)
		}
		list := make([]any, n)
		for i := range list {
			list[i] = c.value(name, t.Elem)
		}
		return list
	case core.ObjectKind:
		o := map[string]any{}
		for i := range t.Fields {
			f := &t.Fields[i]
			if (f.Optional || f.Default != nil) && c.r.IntN(2) == 0 {
				continue
			}
			o[f.Name] = c.param(f)
		}
		return o
	case core.JSONKind:
		return map[string]any{"note": c.words()}
	}
	return c.text(t)
}

func bounds(v any, otherwise float64) float64 {
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
	lo, loOK := t.Min.(int64)
	hi, hiOK := t.Max.(int64)
	if !loOK {
		lo = 0
		if hiOK && hi < 0 {
			lo = hi - 100
		}
	}
	if !hiOK {
		hi = lo + []int64{3, 20, 1000, 100000}[c.r.IntN(4)]
	}
	if c.mode == boundary {
		edges := []int64{lo, hi, lo + 1, hi - 1}
		if !hiOK {
			edges = append(edges, 1<<53+1, 1<<62, 1<<63-1)
		}
		if !loOK {
			edges = append(edges, -1, -1<<63)
		}
		return edges[c.r.IntN(len(edges))]
	}
	return lo + int64(c.r.Uint64N(uint64(hi-lo)+1))
}

// moment draws dates and times around the world's now, to the quarter of an
// hour, as people do.
func (c *draw) moment(t *core.Type) any {
	now, err := time.Parse("2006-01-02 15:04:05", string(c.w.Now()))
	if err != nil {
		now = time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC)
	}
	at := now.Truncate(15*time.Minute).AddDate(0, 0, c.r.IntN(31)-5).Add(time.Duration(c.r.IntN(41)-20) * 15 * time.Minute)
	layout := map[core.Kind]string{core.DateKind: "2006-01-02", core.DateTimeKind: "2006-01-02T15:04:05Z", core.TimeKind: "15:04:05"}[t.Kind]
	if c.mode == boundary {
		at = []time.Time{now, now.AddDate(0, 0, -1), time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC), time.Date(2028, 2, 29, 0, 0, 0, 0, time.UTC)}[c.r.IntN(5)]
	}
	return at.Format(layout)
}

func (c *draw) words() string {
	list := []string{"quiet", "morning", "blue", "parcel", "second", "window", "please", "tomorrow", "garden", "note"}
	return list[c.r.IntN(len(list))] + " " + list[c.r.IntN(len(list))]
}

// hostile texts have what breaks code that puts texts together.
var hostile = []string{"", " ", "'", `"; DROP TABLE x; --`, "%", "_", "{}", "{0}", "🙂", "שלום", "a\x00b", "null", "\\", "<b>", "ß", strings.Repeat("long ", 60)}

func (c *draw) text(t *core.Type) any {
	s := c.words()
	if c.mode == boundary {
		s = hostile[c.r.IntN(len(hostile))]
	}
	if t.MinLength != nil {
		for len([]rune(s)) < *t.MinLength {
			s += "x"
		}
	}
	if t.MaxLength != nil {
		if r := []rune(s); len(r) > *t.MaxLength {
			s = string(r[:*t.MaxLength])
		}
	}
	return s
}

// spoil draws a value that a parameter must refuse; ok is false if leaving
// it out is what spoils it.
func (c *draw) spoil(p *core.Param) (v any, ok bool) {
	// A key of the right type that no row has is what agents get wrong most.
	if p.Ref != "" && c.r.IntN(3) != 0 {
		if p.Type.Kind == core.Integer {
			return 999999937, true
		}
		if len(p.Type.Enum) == 0 {
			return "nobody-by-this-name", true
		}
	}
	choices := []any{"no such value \x01", -1 << 62, []any{1}, map[string]any{"a": 1}, nil, true, 1.5}
	n := c.r.IntN(len(choices) + 1)
	if n == len(choices) {
		return nil, false
	}
	return choices[n], true
}

// short is a JSON text that fits a message.
func short(b []byte) string {
	const most = 300
	s := string(b)
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

func callOf(tool string, args json.RawMessage, res core.Result) Call {
	return Call{Tool: tool, Arguments: string(args), Result: short(res.Text())}
}

func lineOf(env *core.Env, tool string) int {
	for i := range env.Tools {
		if env.Tools[i].Name == tool {
			return env.Tools[i].Line
		}
	}
	return 0
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
