package task

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/data"
)

func TestDraws(t *testing.T) {
	base := func(g ...core.Given) core.Task { return core.Task{Name: "t", Ask: "x", Given: g} }
	s, _ := shop(t)
	w := open(t, s, 0)
	for name, c := range map[string]struct {
		task    core.Task
		invalid bool
		want    string // JSON of the values, or part of the error
	}{
		"values": {base(
			core.Given{Name: "n", Kind: core.Integer, Gen: core.Gen{Kind: "const", Value: 3}},
			core.Given{Name: "b", Kind: core.Boolean, Gen: core.Gen{Kind: "const", Value: true}},
			core.Given{Name: "who", Gen: core.Gen{Kind: "row", SQL: &core.SQL{Text: "SELECT id, name FROM customers WHERE id = ?1", Args: []string{"actor"}}}},
			core.Given{Name: "day", Kind: core.DateKind, Gen: core.Gen{Kind: "sql", SQL: &core.SQL{Text: "SELECT ?1", Args: []string{"today"}}}},
			core.Given{Name: "all", Gen: core.Gen{Kind: "rows", SQL: &core.SQL{Text: "SELECT name FROM customers ORDER BY id"}}},
		), false, `{"n":3,"b":true,"who":{"id":1,"name":"Mara Lindt"},"day":"2026-03-02","all":["Mara Lindt","Jo Park"]}`},
		"tie":        {base(core.Given{Name: "x", Gen: core.Gen{Kind: "first", SQL: &core.SQL{Text: "SELECT id, 1 AS one FROM books"}, By: []core.By{{Column: "one"}}}}), true, "two rows come first"},
		"no row":     {base(core.Given{Name: "x", Gen: core.Gen{Kind: "first", SQL: &core.SQL{Text: "SELECT id FROM books WHERE 0"}, By: []core.By{{Column: "id"}}}}), true, "no row"},
		"where":      {base(core.Given{Name: "x", Gen: core.Gen{Kind: "const", Value: 1}, Where: &core.SQL{Text: "SELECT ?1 > 2", Args: []string{"x"}}}), true, "where does not hold"},
		"where null": {base(core.Given{Name: "x", Gen: core.Gen{Kind: "const", Value: 1}, Where: &core.SQL{Text: "SELECT NULL"}}), true, "where does not hold"},
		"bad SQL":    {base(core.Given{Name: "x", Gen: core.Gen{Kind: "sql", SQL: &core.SQL{Text: "SELECT no_column"}}}), false, "no such column"},
		"bad path":   {base(core.Given{Name: "x", Gen: core.Gen{Kind: "sql", SQL: &core.SQL{Text: "SELECT ?1", Args: []string{"y"}}}}), false, "no value named y"},
	} {
		d, err := Draw(context.Background(), w, &c.task, 0)
		switch {
		case err == nil && string(d.JSON()) != c.want:
			t.Errorf("%s: %s", name, d.JSON())
		case err != nil && (errors.Is(err, data.ErrInvalidDraw) != c.invalid || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPlay(t *testing.T) {
	s, _ := shop(t)
	w := open(t, s, 0)
	task := core.Task{Name: "t", Ask: "x", Given: []core.Given{{Name: "books", Gen: core.Gen{Kind: "rows", SQL: &core.SQL{Text: "SELECT id, 1 AS qty FROM books WHERE id <= 2 ORDER BY id"}}}}}
	d, err := Draw(context.Background(), w, &task, 0)
	if err != nil {
		t.Fatal(err)
	}
	steps := []core.Step{
		{Tool: "place_order", Args: `{"items":[{"book_id":99,"qty":1}]}`, As: "failed"},
		{Var: "b", In: "books", As: "orders", Do: []core.Step{{Tool: "place_order", Args: `{"items":[{"book_id":"{b.id}","qty":"{b.qty}"}],"note":"{failed.error.code}"}`}}},
		{Var: "o", In: "orders", Do: []core.Step{{Tool: "run", Args: `{"sql":["UPDATE orders SET note = 'seen' WHERE id = {o.order.id}"]}`}}},
	}
	run, err := Play(context.Background(), w, d, steps)
	if err != nil || len(run.Calls) != 5 || run.Calls[0].Err == nil || string(run.Calls[1].Args) != `{"items":[{"book_id":1,"qty":1}],"note":"not_found"}` || string(run.Calls[4].Args) != `{"sql":["UPDATE orders SET note = 'seen' WHERE id = 5"]}` {
		t.Errorf("%v %+v", err, run.Calls)
	}
	run, err = Solve(context.Background(), w, d, steps)
	step, ok := errors.AsType[*StepError](err)
	if !ok || step.Tool != "place_order" || len(run.Calls) != 1 {
		t.Errorf("%v %+v", err, run.Calls)
	}
	for in, want := range map[string]string{"nothing": "no value named", "books.0": "it is not a list"} {
		if _, err := Play(context.Background(), w, d, []core.Step{{Var: "x", In: in, Line: 3}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", in, err)
		}
	}
	// What SQL calls :actor and :today, calls and asks may say in braces.
	ask, err := Draw(context.Background(), w, &core.Task{Name: "t", Ask: "I am {actor}, today is {today}."}, 0)
	if err != nil || ask.Ask() != "I am 1, today is 2026-03-02." {
		t.Errorf("%v %v", ask, err)
	}
	e := core.Episode{Answer: `"{orders.0.order.number}"`}
	if got, err := EpisodeAnswer(run, &e); err == nil {
		t.Errorf("an answer from a call that was not made: %s", got)
	}
}
