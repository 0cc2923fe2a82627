package describe

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates/rt/core"
)

func lit(v any) *ir.Literal { return &ir.Literal{Value: v} }

func at(line int) diag.Span {
	return diag.Span{File: `C:\work\envs\shop.yaml`, Start: diag.Pos{Line: line, Col: 1}}
}

// Where the compiler was started must not be seen in what it makes.
func TestSource(t *testing.T) {
	for file, want := range map[string]string{
		"": "env.yaml", "shop.yaml": "shop.yaml", "/home/x/envs/shop.yaml": "shop.yaml", `C:\envs\shop.yaml`: "shop.yaml",
	} {
		if got := Source(&ir.Environment{Span: diag.Span{File: file}}); got != want {
			t.Errorf("%q: got %s, want %s", file, got, want)
		}
	}
}

func TestSQL(t *testing.T) {
	row := &ir.Var{Name: "book.author_id", Kind: ir.RowVar}
	s := &ir.Statement{Text: "SELECT ?1, ?2, ?3, ?4", Args: []ir.Operand{
		{Var: &ir.Var{Name: "actor", Kind: ir.ActorVar}},
		{Var: &ir.Var{Name: "now", Kind: ir.NowVar}},
		{Var: &ir.Var{Name: "qty", Kind: ir.ScalarVar}},
		{Var: row, Column: &ir.Column{Name: "name"}},
	}}
	want := core.SQL{Text: s.Text, Args: []string{"actor", "now", "qty", "book.author_id.name"}}
	if diff := cmp.Diff(want, SQL(s)); diff != "" {
		t.Error(diff)
	}
}

func TestParams(t *testing.T) {
	members := []*ir.Param{{Name: "size", Type: ir.Text}}
	got := Params([]*ir.Param{
		{Name: "tags", Doc: "Words.", Default: lit(`["a"]`), Constraints: ir.Constraints{Max: lit(int64(3))},
			Type: &ir.List{Elem: ir.Text, Set: true, Item: &ir.Param{Type: ir.Text, Constraints: ir.Constraints{MaxLength: new(int64(9))}}}},
		{Name: "boxes", Optional: true, Type: &ir.List{Elem: &ir.Object{GoName: "Box", Fields: members}}},
		{Name: "port", Type: ir.Text, Default: lit("HAM"), Ref: &ir.Field{Name: "code", Entity: &ir.Entity{Name: "ports"}}},
	})
	want := []core.Param{
		{Name: "tags", Doc: "Words.", Default: json.RawMessage(`["a"]`),
			Type: core.Type{Kind: core.ListKind, Set: true, Max: int64(3), Elem: &core.Type{Kind: core.Text, MaxLength: new(9)}}},
		{Name: "boxes", Optional: true, Type: core.Type{Kind: core.ListKind, Elem: &core.Type{
			Kind: core.ObjectKind, Fields: []core.Param{{Name: "size", Type: core.Type{Kind: core.Text}}}}}},
		{Name: "port", Default: "HAM", Ref: "ports", RefField: "code", Type: core.Type{Kind: core.Text}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestPlan(t *testing.T) {
	name, vip := &ir.Field{Name: "name", Type: ir.Text}, &ir.Field{Name: "vip", Type: ir.Boolean}
	env := &ir.Environment{Data: []*ir.Fill{{
		Span: at(3), Entity: &ir.Entity{Name: "people"}, Columns: []*ir.Field{name, vip},
		Rows: []ir.FixedRow{
			{Values: []ir.Literal{{Value: "Ann"}, {Value: true}}, Given: []bool{true, true}},
			{Values: []ir.Literal{{}, {}}, Given: []bool{true, false}},
		},
		Blocks: []*ir.Block{{Span: at(5), Count: ir.Count{Min: 2, Max: 2}, Fields: []ir.FieldGenerator{
			{Span: at(6), Field: vip, Gen: &ir.MaybeGen{Chance: 0.5, Gen: &ir.PickGen{Values: []ir.Literal{{Value: true}, {Value: false}}, Weights: []float64{1, 2}}}},
		}}},
	}}}
	want := core.Plan{Tables: []core.TablePlan{{
		Entity: "people", Line: 3, Columns: []string{"name", "vip"},
		Rows: [][]any{{"Ann", int64(1)}, {nil, map[string]bool{"default": true}}},
		Blocks: []core.Block{{Line: 5, Count: core.Count{Min: 2, Max: 2}, Fields: []core.FieldGen{
			{Field: "vip", Line: 6, Gen: core.Gen{Kind: "pick", Chance: new(0.5), Values: []any{int64(1), int64(0)}, Weights: []float64{1, 2}}},
		}}},
	}}}
	if diff := cmp.Diff(want, Plan(env)); diff != "" {
		t.Error(diff)
	}
}

func TestTask(t *testing.T) {
	orders := &ir.Entity{Name: "orders"}
	status := &ir.Field{Name: "status", Entity: orders}
	order := &ir.Tool{Name: "place_order"}
	got := task(&ir.Task{
		Span: at(9), Name: "buy", Ask: "Buy {qty}.", FrameOnly: true,
		Given: []*ir.Given{{Var: &ir.Var{Name: "gift", Kind: ir.ScalarVar, Type: ir.Boolean}, Gen: &ir.ConstGen{Value: ir.Literal{Value: true}}}},
		Solve: []ir.SolveStep{
			{Tool: order, As: "x", Args: []ir.NamedTemplate{{Name: "qty", JSON: `"{qty}"`}, {Name: `a"b`, JSON: `[1]`}}},
			{Each: &ir.SolveEach{Var: "n", In: "names", Do: []ir.SolveStep{{Tool: order}}}},
		},
		Wrong:     []*ir.Episode{{Name: "w", Why: "no", Answer: []ir.NamedTemplate{{JSON: `"5"`}}}},
		MayChange: []*ir.Frame{{Entity: orders, New: true}, {Entity: orders, Field: status}},
		InOrder:   []*ir.Field{status},
		Answer: []*ir.AnswerPart{
			{Value: "{book.title}", Match: ir.MatchText{}},
			{Name: "n", Value: `["{a}"]`, Match: ir.MatchNumber{Tolerance: 0.1}},
		},
	})
	want := core.Task{
		Name: "buy", Ask: "Buy {qty}.", Line: 9, FrameOnly: true,
		Given: []core.Given{{Name: "gift", Kind: core.Boolean, Gen: core.Gen{Kind: "const", Value: true}}},
		Solve: []core.Step{
			{Tool: "place_order", Args: `{"qty":"{qty}","a\"b":[1]}`, As: "x"},
			{Var: "n", In: "names", Do: []core.Step{{Tool: "place_order", Args: "{}"}}},
		},
		Wrong:     []core.Episode{{Name: "w", Why: "no", Answer: `"5"`}},
		MayChange: []core.Frame{{Table: "orders", New: true}, {Table: "orders", Column: "status"}},
		InOrder:   []string{"orders.status"},
		Answer: []core.Answer{
			{Value: `"{book.title}"`, Match: "text"},
			{Name: "n", Value: `["{a}"]`, Match: "number", Tolerance: 0.1},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A tool's tables include what its rules touch: an explorer that trusts them
// must not take a writing tool for a harmless one.
func TestToolTouches(t *testing.T) {
	a, b := &ir.Entity{Name: "a"}, &ir.Entity{Name: "b"}
	inner := &ir.Rule{Name: "inner", Steps: []ir.Step{&ir.RunStep{Query: &ir.Statement{Writes: []*ir.Entity{b}}}}}
	outer := &ir.Rule{Name: "outer", Steps: []ir.Step{&ir.UseStep{Rule: inner}}}
	refusal := &ir.Refusal{Site: "t/1", Code: ir.Conflict, Span: at(4)}
	tl := &ir.Tool{Name: "do_it", Steps: []ir.Step{
		&ir.WhenStep{Cond: &ir.Not{Cond: &ir.Query{Statement: &ir.Statement{Reads: []*ir.Entity{a}}}}, Do: []ir.Step{
			&ir.UseStep{Rule: outer},
			&ir.RequireStep{Cond: &ir.Constant{}, Refuse: refusal},
		}},
		&ir.GoStep{Site: "t/go", Body: `fail.Forbidden("no")`, Span: at(8)},
	}}
	got := tool(&ir.Environment{Entities: []*ir.Entity{a, b}, Rules: []*ir.Rule{inner, outer}}, tl)
	want := core.Tool{
		Name: "do_it", Title: "Do it", Output: core.Type{Kind: core.ObjectKind},
		Reads: []string{"a"}, Writes: []string{"b"}, Uses: []string{"inner", "outer"},
		Sites: []core.Site{{Name: "t/1", Code: core.CodeConflict, Line: 4}, {Name: "t/go", Code: core.CodeForbidden, Line: 8}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
