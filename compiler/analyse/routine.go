package analyse

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/ir"
)

// routine is a tool or a rule while its steps are lowered.
type routine struct {
	a      *analyser
	name   string // of the tool or rule, for sites
	prefix string // of the names of its statements
	tool   *ir.Tool
	rule   *ir.Rule
	params []*ir.Param

	entry    *fetchPoint // where parameters are bound
	actorRow *rowBinding
	actorV   *ir.Var
	bindings []*binding
	idents   map[string]bool
	laters   []func()
	sites    int
	// consequence is set when something could not be resolved because of a
	// mistake that is reported elsewhere.
	consequence bool
	deletes     map[string]bool    // tables that steps so far delete from
	looped      map[*ir.Param]bool // list parameters that a loop runs over
}

func (a *analyser) newRoutine(name, goName string, params []*ir.Param) *routine {
	f := &routine{a: a, name: name, prefix: lowerFirst(goName), params: params, entry: &fetchPoint{}, idents: map[string]bool{}, looped: map[*ir.Param]bool{}, deletes: map[string]bool{}}
	for _, w := range strings.Fields("in out ctx err ok t s q i fail row rows core context fmt json slices budget") {
		f.idents[w] = true
	}
	return f
}

// later registers what is done when all steps are known.
func (f *routine) later(fn func()) { f.laters = append(f.laters, fn) }

func (f *routine) actor() *ir.Var {
	if f.actorV == nil {
		f.actorV = f.a.actorVar(f.a.env.Actor)
	}
	return f.actorV
}

// ident picks a Go identifier for a local variable.
func (f *routine) ident(name string) string {
	base := lowerFirst(check.GoName(name))
	out := base
	for n := 2; f.idents[out] || token.IsKeyword(out) || types.Universe.Lookup(out) != nil; n++ {
		out = base + strconv.Itoa(n)
	}
	f.idents[out] = true
	return out
}

// lowerFirst makes an exported name unexported: OrderID becomes orderID, ID
// becomes id.
func lowerFirst(name string) string {
	n := 0
	for n < len(name) && name[n] >= 'A' && name[n] <= 'Z' {
		n++
	}
	if n > 1 && n < len(name) && name[n] >= 'a' && name[n] <= 'z' {
		n-- // the last capital begins the next word
	}
	return strings.ToLower(name[:n]) + name[n:]
}

// site names the next refusal of the tool or rule.
func (f *routine) site() string {
	f.sites++
	return f.name + "/" + strconv.Itoa(f.sites)
}

// block is a sequence of steps while it is being made: places for fetches
// are filled at the end.
type block struct{ items []blockItem }

type blockItem struct {
	step  ir.Step
	point *fetchPoint
}

func (b *block) add(s ir.Step) { b.items = append(b.items, blockItem{step: s}) }

// place adds a place for fetches.
func (b *block) place() *fetchPoint {
	p := &fetchPoint{}
	b.items = append(b.items, blockItem{point: p})
	return p
}

// flat is the finished sequence.
func (b *block) flat() []ir.Step {
	var out []ir.Step
	for _, it := range b.items {
		if it.point == nil {
			out = append(out, it.step)
			continue
		}
		for _, s := range it.point.steps {
			out = append(out, s)
		}
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
