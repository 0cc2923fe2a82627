package task

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/awmc/awmc/templates/rt/core"
)

func check(name, text string, args ...string) core.Check {
	return core.Check{Name: name, SQL: core.SQL{Text: text, Args: args}, Line: 5}
}

func TestFrames(t *testing.T) {
	rename := core.Task{Name: "t", Ask: "Put anything on book 2 and review it as you like.", FrameOnly: true, Solve: []core.Step{runStep(
		"UPDATE books SET stock = 9 WHERE id = 2", "INSERT INTO reviews (book_id, stars, body) VALUES (2, 5, 'a')")},
		Expect: []core.Check{
			check("more", "SELECT (SELECT stock FROM books WHERE id = 2) > (SELECT stock FROM before.books WHERE id = 2)"),
			check("reviewed", "SELECT count(*) > (SELECT count(*) FROM before.reviews) FROM reviews"),
		},
		MayChange: []core.Frame{
			{Table: "books", Column: "stock", Keys: &core.SQL{Text: "SELECT id FROM books WHERE id = ?1", Args: []string{"actor"}}},
			{Table: "books", Column: "stock", Keys: &core.SQL{Text: "SELECT id FROM books WHERE title = 'Paper Moon'"}},
			{Table: "reviews", New: true},
			{Table: "messages"},
			{Table: "order_items", Keys: &core.SQL{Text: "SELECT order_id, book_id FROM order_items WHERE book_id = 2"}},
		}}
	for _, c := range []struct {
		name  string
		agent []string
		want  Outcome
		share float64
		says  string
	}{
		{"another amount, another text", []string{"UPDATE books SET stock = 99 WHERE id = 2", "INSERT INTO reviews (book_id, stars, body) VALUES (3, 1, 'b'), (1, 1, 'c')", "INSERT INTO messages (body) VALUES ('x')"}, Complete, 1, ""},
		{"idle", nil, Incomplete, 0, ""},
		{"one of two", []string{"UPDATE books SET stock = 99 WHERE id = 2"}, Partial, 0.5, ""},
		{"wrong direction", []string{"UPDATE books SET stock = 1 WHERE id = 2"}, Incomplete, 0, ""},
		{"column outside", []string{"UPDATE books SET stock = 99, featured = 1 WHERE id = 2"}, Incomplete, 0.5, "books 2: featured is 1 and was 0"},
		{"row outside", []string{"UPDATE books SET stock = stock + 1"}, Incomplete, 0.5, "books 3: stock"},
		{"a new row is not a changed one", []string{"UPDATE reviews SET body = 'x' WHERE id = 1"}, Incomplete, 0, "reviews 1: body"},
		{"deleting what only may be new", []string{"DELETE FROM reviews WHERE id = 1"}, Incomplete, 0, "reviews 1 is deleted"},
		{"table outside", []string{"UPDATE customers SET points = 1 WHERE id = 1"}, Incomplete, 0, "customers 1"},
		{"deleted row inside by how it was", []string{"UPDATE books SET stock = 9 WHERE id = 2", "INSERT INTO reviews (book_id, stars, body) VALUES (2, 5, 'a')", "DELETE FROM order_items WHERE book_id = 2"}, Complete, 1, ""},
		{"deleted row outside", []string{"DELETE FROM order_items WHERE book_id = 3"}, Incomplete, 0, "order_items 3/3 is deleted"},
	} {
		s, _ := shop(t, rename)
		v := NewVerifier(s, Options{})
		p := prepared(t, v, "t", 0)
		w := open(t, s, 0)
		if c.agent != nil {
			sql(t, w, c.agent...)
		}
		d := verify(t, v, w, p, Ending{})
		texts := fmt.Sprint(d.Unexpected)
		if d.Outcome != c.want || d.Share != c.share || !strings.Contains(texts, c.says) {
			t.Errorf("%s: %+v", c.name, d)
		}
	}
}

func TestExpectAndAlternatives(t *testing.T) {
	both := core.Task{Name: "t", Ask: "Order a book for a customer and say for whom.",
		Solve:     []core.Step{runStep(order1)},
		AlsoSolve: []core.Episode{{Name: "for Jo", Steps: []core.Step{runStep(order2)}, Answer: `"Jo"`}},
		Expect:    []core.Check{check("some", "SELECT count(*) = 4 FROM orders")},
		Answer:    []core.Answer{{Match: "text", SQL: &core.SQL{Text: "SELECT name FROM customers WHERE id = ?1", Args: []string{"actor"}}}}}
	s, _ := shop(t, both)
	v := NewVerifier(s, Options{})
	p := prepared(t, v, "t", 0)
	for _, c := range []struct {
		statement, answer, solution string
		want                        Outcome
	}{
		{order1, `"Mara Lindt"`, "solve", Complete},
		{order2, `"Jo"`, "for Jo", Complete},
		{order1, `"Jo"`, "solve", Partial},
		{order2, `"Mara Lindt"`, "for Jo", Partial},
	} {
		w := open(t, s, 0)
		sql(t, w, c.statement)
		if d := verify(t, v, w, p, Ending{Answer: json.RawMessage(c.answer)}); d.Outcome != c.want || d.Solution != c.solution {
			t.Errorf("%s %s: %+v", c.statement, c.answer, d)
		}
	}
}
