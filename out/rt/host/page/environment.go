package page

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/service"
)

// envHead is what all pages of an environment begin with.
type envHead struct {
	Env   *service.Environment
	Title string
	Actor string
	Live  int
	Tab   string
}

func (p *site) head(r *http.Request, tab string) (*service.Environment, envHead, error) {
	e, err := p.s.Environment(r.PathValue("env"))
	if err != nil {
		return nil, envHead{}, err
	}
	return e, envHead{
		Env: e, Title: cmp.Or(e.Spec.Title, e.Name), Actor: service.FormatActor(e.Spec.Actor),
		Live: len(p.s.Instances(e.Name)), Tab: tab,
	}, nil
}

func (p *site) envFrame(h envHead, title string, crumbs ...crumb) frame {
	f := frame{Title: h.Title, Nav: "environments"}
	if len(p.s.Names()) != 1 {
		f.Crumbs = append(f.Crumbs, crumb{"Environments", "/"})
	}
	if title != "" {
		f.Title = title + " · " + h.Title
		f.Crumbs = append(f.Crumbs, crumb{h.Title, link("env", h.Env.Name)})
	}
	f.Crumbs = append(f.Crumbs, crumbs...)
	return f
}

type entityView struct {
	*core.Entity
	Fields []fieldView
	Flows  []flowView
	By     []string // entities that refer to it
}

type fieldView struct {
	core.Field
	Key   bool
	Notes []string
}

type flowView struct {
	Field string
	Steps []flowStep
}

type flowStep struct{ From, To string }

type environmentView struct {
	envHead
	Diagram    *diagram
	Entities   []entityView
	Views      []core.View
	Invariants []core.Check
	Policy     []string
}

func (p *site) environment(w http.ResponseWriter, r *http.Request) error {
	e, head, err := p.head(r, "overview")
	if err != nil {
		return err
	}
	v := environmentView{envHead: head, Diagram: draw(e.Spec), Views: e.Spec.Views, Invariants: e.Spec.Invariants, Policy: lines(e.Spec.Policy)}
	for i := range e.Spec.Entities {
		v.Entities = append(v.Entities, viewEntity(e.Spec, &e.Spec.Entities[i]))
	}
	return p.show(w, "environment", p.envFrame(head, ""), v)
}

// lines are the paragraphs of a text. A line goes on in the next one unless
// a sentence ends with it or a list begins.
func lines(s string) []string {
	var out []string
	ended := true
	for l := range strings.SplitSeq(strings.TrimSpace(s), "\n") {
		if l = strings.TrimSpace(l); l == "" {
			ended = true
			continue
		}
		if ended || strings.ContainsAny(l[:1], "-*#") {
			out = append(out, l)
		} else {
			out[len(out)-1] += " " + l
		}
		ended = strings.ContainsAny(l[len(l)-1:], ".!?:;")
	}
	return out
}

func viewEntity(env *core.Env, e *core.Entity) entityView {
	v := entityView{Entity: e}
	key := map[string]bool{}
	for _, k := range e.Key {
		key[k] = true
	}
	for _, f := range e.Fields {
		v.Fields = append(v.Fields, fieldView{f, key[f.Name], fieldNotes(f)})
	}
	for _, fl := range e.Flows {
		fv := flowView{Field: fl.Field}
		for _, from := range flowOrder(e, fl) {
			fv.Steps = append(fv.Steps, flowStep{from, strings.Join(fl.Next[from], ", ")})
		}
		v.Flows = append(v.Flows, fv)
	}
	for i := range env.Entities {
		for _, f := range env.Entities[i].Fields {
			if f.Ref == e.Name {
				v.By = append(v.By, env.Entities[i].Name)
				break
			}
		}
	}
	return v
}

// flowOrder is the order in which the states of a flow are listed: that of
// the field's values.
func flowOrder(e *core.Entity, fl core.Flow) []string {
	var names []string
	for _, f := range e.Fields {
		if f.Name != fl.Field {
			continue
		}
		for _, v := range f.Enum {
			if len(fl.Next[v]) > 0 {
				names = append(names, v)
			}
		}
	}
	return names
}

// fieldNotes says what there is to know of a field beside its type.
func fieldNotes(f core.Field) []string {
	var n []string
	if f.Unique {
		n = append(n, "unique")
	}
	switch {
	case f.Min != nil && f.Max != nil:
		n = append(n, fmt.Sprintf("%v to %v", f.Min, f.Max))
	case f.Min != nil:
		n = append(n, fmt.Sprintf("at least %v", f.Min))
	case f.Max != nil:
		n = append(n, fmt.Sprintf("at most %v", f.Max))
	}
	if f.Default != nil {
		n = append(n, fmt.Sprintf("%v by default", f.Default))
	}
	if f.Stamped {
		n = append(n, "set by the clock")
	}
	if f.FromID != "" {
		n = append(n, "made from the id")
	}
	if f.Set {
		n = append(n, "in any order")
	}
	return n
}
