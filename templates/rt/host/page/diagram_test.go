package page

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/awmc/awmc/templates/rt/core"
)

// However entities refer to each other, in circles or to themselves: boxes
// stay apart and within the drawing, and each reference has its line.
func TestDiagramOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 14).Draw(t, "entities")
		env := &core.Env{}
		refs := 0
		for i := range n {
			e := core.Entity{Name: fmt.Sprintf("entity_%d", i), Key: []string{"id"}, Fields: []core.Field{{Name: "id", Type: core.Integer}}}
			for j := range rapid.IntRange(0, 20).Draw(t, "fields") {
				f := core.Field{Name: fmt.Sprintf("field_%d", j), Type: core.Text, Optional: rapid.Bool().Draw(t, "optional")}
				if rapid.IntRange(0, 3).Draw(t, "is a reference") == 0 {
					f.Ref = fmt.Sprintf("entity_%d", rapid.IntRange(0, n-1).Draw(t, "to"))
					refs++
				}
				e.Fields = append(e.Fields, f)
			}
			env.Entities = append(env.Entities, e)
		}
		d := draw(env)
		if len(d.Boxes) != n || len(d.Edges) != refs {
			t.Fatalf("%d boxes and %d lines for %d entities and %d references", len(d.Boxes), len(d.Edges), n, refs)
		}
		for i, a := range d.Boxes {
			if a.X < 0 || a.Y < 0 || a.X+a.W > d.W || a.Y+a.H > d.H {
				t.Fatalf("%s lies outside", a.Name)
			}
			for _, b := range d.Boxes[:i] {
				if a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H {
					t.Fatalf("%s lies on %s", a.Name, b.Name)
				}
			}
		}
		for _, e := range d.Edges {
			if !strings.HasPrefix(e.Line, "M") || e.Foot == "" {
				t.Fatalf("%s has the line %q", e.Title, e.Line)
			}
		}
	})
}

func TestDiagramIsTheSameEachTime(t *testing.T) {
	env := &core.Env{}
	for i := range 9 {
		env.Entities = append(env.Entities, core.Entity{Name: fmt.Sprint("e", i), Key: []string{"id"}, Fields: []core.Field{
			{Name: "id", Type: core.Integer}, {Name: "a", Ref: fmt.Sprint("e", i*5%9)}, {Name: "b", Ref: fmt.Sprint("e", i*7%9)},
		}})
	}
	first := fmt.Sprintf("%+v", draw(env).Edges)
	for range 5 {
		if again := fmt.Sprintf("%+v", draw(env).Edges); again != first {
			t.Fatalf("%s\nthen\n%s", first, again)
		}
	}
}
