package describe

import (
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/templates/rt/core"
)

// Plan describes how the starting database is filled: the content of
// data.json. Values are as the table stores them, so booleans are 0 and 1.
func Plan(env *ir.Environment) core.Plan {
	plan := core.Plan{}
	for _, f := range env.Data {
		plan.Tables = append(plan.Tables, tablePlan(f))
	}
	for _, s := range env.Then {
		plan.Then = append(plan.Then, SQL(s))
	}
	return plan
}

func tablePlan(f *ir.Fill) core.TablePlan {
	out := core.TablePlan{Entity: f.Entity.Name, Line: line(f.Span)}
	for _, c := range f.Columns {
		out.Columns = append(out.Columns, c.Name)
	}
	for _, r := range f.Rows {
		row := make([]any, len(r.Values))
		for i, v := range r.Values {
			if i < len(r.Given) && !r.Given[i] {
				row[i] = map[string]bool{"default": true}
				continue
			}
			row[i] = stored(v.Value)
		}
		out.Rows = append(out.Rows, row)
	}
	for _, b := range f.Blocks {
		out.Blocks = append(out.Blocks, block(b))
	}
	return out
}

func block(b *ir.Block) core.Block {
	out := core.Block{
		Line:  line(b.Span),
		Count: core.Count{Min: b.Count.Min, Max: b.Count.Max, SQL: sqlOrNil(b.Count.Query)},
	}
	if b.Each != nil {
		out.Each = &core.Each{Var: b.Each.Var.Name, SQL: SQL(b.Each.Query)}
	}
	for _, f := range b.Fields {
		out.Fields = append(out.Fields, core.FieldGen{
			Field: f.Field.Name,
			Gen:   generator(f.Gen, stored),
			Line:  line(f.Span),
		})
	}
	return out
}

// stored is a value as a table holds it.
func stored(v any) any {
	if b, ok := v.(bool); ok {
		if b {
			return int64(1)
		}
		return int64(0)
	}
	return v
}

// asIs is the other way to write a generator's values: as a task shows them.
func asIs(v any) any { return v }

// generator describes a generator; value says how its constants are written.
func generator(g ir.Generator, value func(any) any) core.Gen {
	switch g := g.(type) {
	case *ir.ConstGen:
		return core.Gen{Kind: "const", Value: value(g.Value.Value)}
	case *ir.FakeGen:
		return core.Gen{Kind: "fake", Name: g.Kind}
	case *ir.BetweenGen:
		return core.Gen{
			Kind: "between",
			Type: Kind(g.Type),
			Low:  value(g.Low.Value),
			High: value(g.High.Value),
			Step: g.Step.Value,
		}
	case *ir.PickGen:
		out := core.Gen{Kind: "pick", Weights: g.Weights, SQL: sqlOrNil(g.Query), Distinct: g.Distinct}
		for _, v := range g.Values {
			out.Values = append(out.Values, value(v.Value))
		}
		return out
	case *ir.TextGen:
		return core.Gen{Kind: "text", Template: g.Template}
	case *ir.WordsGen:
		return core.Gen{Kind: "words", Min: g.Min, Max: g.Max}
	case *ir.SQLGen:
		return core.Gen{Kind: "sql", SQL: sqlOrNil(g.Query)}
	case *ir.MaybeGen:
		out := generator(g.Gen, value)
		chance := g.Chance
		if out.Chance != nil { // maybe of maybe: both must hold
			chance *= *out.Chance
		}
		out.Chance = &chance
		return out
	case *ir.FirstGen:
		out := core.Gen{Kind: "first", SQL: sqlOrNil(g.Query)}
		for _, by := range g.By {
			out.By = append(out.By, core.By{Column: by.Column.Name, Desc: by.Desc})
		}
		return out
	case *ir.RowGen:
		return core.Gen{Kind: "row", SQL: sqlOrNil(g.Query)}
	case *ir.RowsGen:
		return core.Gen{Kind: "rows", SQL: sqlOrNil(g.Query)}
	}
	panic("describe: unknown generator")
}
