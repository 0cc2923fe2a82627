package proof

import (
	"encoding/json"
	"math/rand/v2"

	"github.com/awmc/awmc/out/rt/core"
)

// mode says what kind of arguments to draw.
type mode int

const (
	plausible mode = iota // what an agent that knows the world would send
	boundary              // some values at the edges of their ranges
	invalid               // one value that should be refused
)

// drawer draws arguments for tools from their schemas and from live rows. It
// is read-only and safe for concurrent use.
type drawer struct {
	env      *core.Env
	entities map[string]*core.Entity
	tools    map[string]*core.Tool
	// owners says for each entity by which columns its rows lead to a row of
	// another one, nearest first: see owns.
	owners   map[string]map[string][]hop
	patterns map[string]*pattern
}

// hop leads from a row to the row that a column of it refers to.
type hop struct {
	column string
	to     *core.Entity
	key    string // the column of to
}

func newDrawer(env *core.Env) *drawer {
	d := &drawer{env: env, entities: map[string]*core.Entity{}, tools: map[string]*core.Tool{}, owners: map[string]map[string][]hop{}, patterns: map[string]*pattern{}}
	for i := range env.Entities {
		d.entities[env.Entities[i].Name] = &env.Entities[i]
	}
	for i := range env.Entities {
		d.owners[env.Entities[i].Name] = d.leads(&env.Entities[i])
	}
	for i := range env.Tools {
		d.tools[env.Tools[i].Name] = &env.Tools[i]
		d.learnPatterns(env.Tools[i].Params)
	}
	return d
}

// leads finds the shortest way from an entity to each other one along
// references.
func (d *drawer) leads(from *core.Entity) map[string][]hop {
	ways := map[string][]hop{from.Name: nil}
	queue := []*core.Entity{from}
	for len(queue) > 0 {
		e := queue[0]
		queue = queue[1:]
		for i := range e.Fields {
			f := &e.Fields[i]
			to := d.entities[f.Ref]
			if to == nil {
				continue
			}
			if _, seen := ways[to.Name]; seen {
				continue
			}
			way := append(append([]hop{}, ways[e.Name]...), hop{f.Name, to, keyColumn(to, f.RefField)})
			ways[to.Name] = way
			queue = append(queue, to)
		}
	}
	return ways
}

// keyColumn is the column that a reference to an entity holds.
func keyColumn(e *core.Entity, refField string) string {
	if refField != "" {
		return refField
	}
	if len(e.Key) == 1 {
		return e.Key[0]
	}
	return ""
}

// own lists the rows that belong to the signed-in user: that lead to the
// user's row along references.
func (d *drawer) own(see *sight, r *rows) []int {
	if r.owned {
		return r.own
	}
	r.owned = true
	a := see.world.Actor()
	if a == nil {
		return nil
	}
	way, ok := d.owners[r.entity.Name][a.Entity]
	actors := d.entities[a.Entity]
	if !ok || actors == nil || len(actors.Key) != 1 {
		return nil
	}
	for i, row := range r.list {
		at, table := row, r
		for _, h := range way {
			next := see.of(h.to)
			at, table = next.find(h.key, table.at(at, h.column)), next
			if at == nil {
				break
			}
		}
		if at != nil && table.at(at, actors.Key[0]) == a.Key {
			r.own = append(r.own, i)
		}
	}
	return r.own
}

// draw is one drawing of arguments.
type draw struct {
	*drawer
	see  *sight
	r    *rand.Rand
	tool *core.Tool
	mode mode
	mine bool // keep to the signed-in user's rows
	// row is a live row that the arguments are about: parameters that its
	// columns can fill take their values from it, so that an order and its
	// item, say, belong together.
	table *rows
	row   []any
}

// arguments draws the arguments of one call.
func (d *drawer) arguments(see *sight, r *rand.Rand, t *core.Tool, m mode) json.RawMessage {
	c := &draw{drawer: d, see: see, r: r, tool: t, mode: m, mine: r.IntN(4) != 0}
	if r.IntN(5) != 0 {
		c.anchor(t.Params)
	}
	args := map[string]any{}
	spoiled := -1
	if m == invalid && len(t.Params) > 0 {
		spoiled = r.IntN(len(t.Params))
	}
	given := []int{0, 3, 6, 9}[r.IntN(4)] // how likely, of ten, an optional parameter is given
	for i := range t.Params {
		p := &t.Params[i]
		if i == spoiled {
			if v, ok := c.spoil(p); ok {
				args[p.Name] = v
			}
			continue
		}
		if (p.Optional || p.Default != nil) && r.IntN(10) >= given {
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

// anchor chooses the row that the arguments are about, from the entities
// whose columns can fill most of the parameters.
func (c *draw) anchor(params []core.Param) {
	var candidates []*core.Entity
	for i := range c.env.Entities {
		if c.fit(&c.env.Entities[i], params) > 0 {
			candidates = append(candidates, &c.env.Entities[i])
		}
	}
	c.r.Shuffle(len(candidates), func(i, j int) { candidates[i], candidates[j] = candidates[j], candidates[i] })
	if len(candidates) > 1 && c.fit(candidates[1], params) > c.fit(candidates[0], params) {
		candidates = candidates[1:]
	}
	for _, e := range candidates {
		if table := c.see.of(e); len(table.list) > 0 {
			c.table, c.row = table, c.choose(table)
			return
		}
	}
}

// fit counts the parameters that an entity's columns can fill.
func (d *drawer) fit(e *core.Entity, params []core.Param) int {
	n := 0
	for i := range params {
		if params[i].Ref != "" && d.fills(e, params[i].Ref, params[i].RefField) != "" {
			n++
		}
	}
	return n
}

// fills is the column of an entity that holds a reference, or "".
func (d *drawer) fills(e *core.Entity, ref, refField string) string {
	if ref == "" {
		return ""
	}
	if ref == e.Name {
		return keyColumn(e, refField)
	}
	for i := range e.Fields {
		f := &e.Fields[i]
		if f.Ref == ref && (refField == "" || refField == f.RefField) {
			return f.Name
		}
	}
	return ""
}

// choose draws a row: one of the signed-in user's if the draw keeps to them,
// one of the newest half of the time.
func (c *draw) choose(table *rows) []any {
	n := len(table.list)
	pick := func(n int) int {
		if newest := min(n, 8); c.r.IntN(2) == 0 {
			return c.r.IntN(newest)
		}
		return c.r.IntN(n)
	}
	if c.mine {
		if own := c.own(c.see, table); len(own) > 0 {
			return table.list[own[pick(len(own))]]
		}
	}
	return table.list[pick(n)]
}
