package task

import (
	"context"
	"strings"
	"testing"

	"github.com/awmc/awmc/templates/rt/core"
)

// Each case has what the solution does and what an agent does (calls, each a
// list of statements); want is the outcome of the state.
type stateCase struct {
	name  string
	solve [][]string
	agent [][]string
	want  Outcome
	says  string // part of the text of a difference
	also  [][]string
	free  []core.Free
	order []string
}

func (c *stateCase) task() core.Task {
	t := core.Task{Name: "t", Ask: "Do it.", Line: 1, Free: c.free, InOrder: c.order}
	for _, s := range c.solve {
		t.Solve = append(t.Solve, runStep(s...))
	}
	if c.also != nil {
		e := core.Episode{Name: "other way"}
		for _, s := range c.also {
			e.Steps = append(e.Steps, runStep(s...))
		}
		t.AlsoSolve = append(t.AlsoSolve, e)
	}
	return t
}

func all(statements ...string) [][]string { return [][]string{statements} }

const (
	order1   = `INSERT INTO orders (customer_id, placed_at) VALUES (1, :now)`
	order2   = `INSERT INTO orders (customer_id, placed_at) VALUES (2, :now)`
	lastItem = `INSERT INTO order_items (order_id, book_id, qty) SELECT max(id), 1, 2 FROM orders`
	ghost    = `INSERT INTO orders (customer_id, placed_at) VALUES (2, '2026-01-01 00:00:00')`
	unghost  = `DELETE FROM orders WHERE placed_at = '2026-01-01 00:00:00'`
)

func TestStates(t *testing.T) {
	cases := []stateCase{
		{name: "same", solve: all(order1, lastItem), agent: all(order1, lastItem), want: Complete},
		{name: "idle agent", solve: all(order1), agent: nil, want: Incomplete, says: "orders should have a new row (customer_id 1, status \"pending\")"},
		{name: "harmful extra call", solve: all(order1), agent: [][]string{{order1}, {"UPDATE books SET stock = 0 WHERE id = 2"}}, want: Incomplete, says: "books 2: stock is 0 and was 5"},
		{name: "undone harm", solve: all(order1), agent: [][]string{{"UPDATE books SET stock = 0 WHERE id = 2"}, {"UPDATE books SET stock = 5 WHERE id = 2"}, {order1}}, want: Complete},
		{name: "undone rows shift ids", solve: all(order1, lastItem), agent: [][]string{{ghost}, {unghost}, {order1, lastItem}}, want: Complete},
		{name: "deleting what was there", solve: all(order1), agent: all(order1, "DELETE FROM reviews WHERE id = 1"), want: Incomplete, says: "reviews 1 is deleted"},
		{name: "wrong row deleted", solve: all("DELETE FROM reviews WHERE id = 1"), agent: all("DELETE FROM reviews WHERE id = 2"), want: Incomplete, says: "reviews 1 should be deleted"},
		{name: "twice", solve: all(order1, lastItem), agent: [][]string{{order1, lastItem}, {order1, lastItem}}, want: Incomplete, says: "orders has a new row"},
		{name: "other order of insertion", solve: [][]string{{order1, lastItem}, {order2}}, agent: [][]string{{order2}, {order1, lastItem}}, want: Complete},
		{name: "item on the wrong order", solve: [][]string{{order1, lastItem}, {order2}}, agent: [][]string{{order1}, {order2, lastItem}}, want: Incomplete},

		{name: "two equal orders, items swapped between equals",
			solve: [][]string{{order1, lastItem}, {order1}}, agent: [][]string{{order1}, {order1, lastItem}}, want: Complete},
		{name: "item moved to one of two equal orders",
			solve: [][]string{{order1, lastItem}, {order1, lastItem}}, agent: [][]string{{order1, lastItem, `INSERT INTO order_items (order_id, book_id, qty) SELECT max(id), 2, 2 FROM orders`}, {order1}}, want: Incomplete},

		{name: "part is there", solve: all("UPDATE books SET stock = 1, featured = 1 WHERE id = 1"), agent: all("UPDATE books SET stock = 1 WHERE id = 1"), want: Partial, says: "featured should be 1; it is 0, as at the start"},
		{name: "one of two orders", solve: [][]string{{order1}, {order2}}, agent: all(order2), want: Partial},
		{name: "wrong value alone", solve: all("UPDATE books SET stock = 1 WHERE id = 1"), agent: all("UPDATE books SET stock = 2 WHERE id = 1"), want: Incomplete, says: "stock should be 1; it is 2"},
		{name: "nothing may change", solve: all("SELECT 1"), agent: all("UPDATE books SET stock = 2 WHERE id = 1"), want: Incomplete},

		{name: "25 is 25.0", solve: all("UPDATE customers SET points = 25 WHERE id = 2"), agent: all("UPDATE customers SET points = 25.0 WHERE id = 2"), want: Complete},
		{name: "JSON by structure", solve: all(`INSERT INTO messages (body, data) VALUES ('x', '{"a":25,"b":[1,2]}')`), agent: all(`INSERT INTO messages (body, data) VALUES ('x', '{ "b": [1, 2.0], "a": 25.0 }')`), want: Complete},
		{name: "JSON list in another order", solve: all(`INSERT INTO messages (body, data) VALUES ('x', '[1,2]')`), agent: all(`INSERT INTO messages (body, data) VALUES ('x', '[2,1]')`), want: Incomplete},
		{name: "set in any order", solve: all(`UPDATE books SET tags = '["b","a","b"]' WHERE id = 2`), agent: all(`UPDATE books SET tags = '["b","b","a"]' WHERE id = 2`), want: Complete},
		{name: "set with another element", solve: all(`UPDATE books SET tags = '["b","a"]' WHERE id = 2`), agent: all(`UPDATE books SET tags = '["b","c"]' WHERE id = 2`), want: Incomplete},
		{name: "rewriting JSON changes nothing", solve: all(order1), agent: all(order1, `UPDATE books SET tags = '[ "new", "sea" ]' WHERE id = 1`), want: Complete},

		{name: "stamp at another moment", solve: all("UPDATE books SET restocked_at = :now WHERE id = 1"), agent: [][]string{{ghost}, {unghost}, {"UPDATE books SET restocked_at = :now WHERE id = 1"}}, want: Complete},
		{name: "stamp missing", solve: all("UPDATE books SET stock = 9, restocked_at = :now WHERE id = 1"), agent: all("UPDATE books SET stock = 9 WHERE id = 1"), want: Partial, says: "restocked_at should be stamped anew"},
		{name: "stamp where none should be", solve: all(order1), agent: all(order1, "UPDATE books SET restocked_at = :now WHERE id = 1"), want: Incomplete},
		{name: "order of stamps is free", solve: [][]string{{"UPDATE books SET restocked_at = :now WHERE id = 1"}, {"UPDATE books SET restocked_at = :now WHERE id = 2"}},
			agent: [][]string{{"UPDATE books SET restocked_at = :now WHERE id = 2"}, {"UPDATE books SET restocked_at = :now WHERE id = 1"}}, want: Complete},
		{name: "in_order", order: []string{"books.restocked_at"}, solve: [][]string{{"UPDATE books SET restocked_at = :now WHERE id = 1"}, {"UPDATE books SET restocked_at = :now WHERE id = 2"}},
			agent: [][]string{{"UPDATE books SET restocked_at = :now WHERE id = 2"}, {"UPDATE books SET restocked_at = :now WHERE id = 1"}}, want: Partial, says: "stamped in another order"},
		{name: "in_order of new rows", order: []string{"orders.placed_at"}, solve: [][]string{{order1}, {order2}}, agent: [][]string{{order2}, {order1}}, want: Partial},
		{name: "in_order kept", order: []string{"orders.placed_at"}, solve: [][]string{{order1}, {order2}}, agent: [][]string{{ghost}, {unghost}, {order1}, {"SELECT 1"}, {order2}}, want: Complete},
		{name: "in_order with ties in the solution", order: []string{"orders.placed_at"}, solve: [][]string{{order1, order1}, {order2}}, agent: [][]string{{order1}, {order1}, {order2}}, want: Complete},
		{name: "in_order with ties, broken", order: []string{"orders.placed_at"}, solve: [][]string{{order1, order1}, {order2}}, agent: [][]string{{order1}, {order2}, {order1}}, want: Partial, says: "stamped in another order"},

		{name: "texts made from ids", solve: all(order1, `INSERT INTO messages (body) SELECT 'Order ' || max(number) || ' is placed.' FROM orders`),
			agent: [][]string{{ghost}, {unghost}, {order1, `INSERT INTO messages (body) SELECT 'Order ' || max(number) || ' is placed.' FROM orders`}}, want: Complete},
		{name: "text names another order", solve: all(order1, `INSERT INTO messages (body) SELECT 'Order ' || max(number) || ' is placed.' FROM orders`),
			agent: all(order1, `INSERT INTO messages (body) VALUES ('Order HF-00001 is placed.')`), want: Incomplete},
		{name: "reference by a text made from an id", solve: all(order1, `INSERT INTO payments (order_number, amount) SELECT max(number), 5 FROM orders`),
			agent: [][]string{{ghost}, {unghost}, {order1, `INSERT INTO payments (order_number, amount) SELECT max(number), 5.0 FROM orders`}}, want: Complete},
		{name: "ids in texts and undeclared columns", solve: all(order1, `INSERT INTO messages (body, subject_id, data) SELECT 'Order ' || max(id) || ' of 5', max(id), json_object('order_id', max(id), 'n', 5) FROM orders`),
			agent: [][]string{{ghost}, {unghost}, {order1, `INSERT INTO messages (body, subject_id, data) SELECT 'Order ' || max(id) || ' of 5', max(id), json_object('order_id', max(id), 'n', 5) FROM orders`}}, want: Complete},
		{name: "a number that is also an id", solve: all(order1, `INSERT INTO messages (body) VALUES ('I want 5 of them')`),
			agent: [][]string{{ghost}, {unghost}, {order1, `INSERT INTO messages (body) VALUES ('I want 5 of them')`}}, want: Complete},
		{name: "another number", solve: all(order1, `INSERT INTO messages (body) VALUES ('I want 7 of them')`), agent: all(order1, `INSERT INTO messages (body) VALUES ('I want 8 of them')`), want: Incomplete},

		{name: "chain of new rows in another order",
			solve: [][]string{{`INSERT INTO messages (id, parent_id, body) VALUES (10, NULL, 'a'), (11, 10, 'a'), (12, 11, 'a')`}},
			agent: [][]string{{`INSERT INTO messages (id, parent_id, body) VALUES (20, 22, 'a'), (21, 20, 'a'), (22, NULL, 'a')`}}, want: Complete},
		{name: "a star is no chain",
			solve: [][]string{{`INSERT INTO messages (id, parent_id, body) VALUES (10, NULL, 'a'), (11, 10, 'a'), (12, 11, 'a')`}},
			agent: [][]string{{`INSERT INTO messages (id, parent_id, body) VALUES (20, NULL, 'a'), (21, 20, 'a'), (22, 20, 'a')`}}, want: Incomplete},
		{name: "two rings of three are not one of six",
			solve: [][]string{{`INSERT INTO messages (id, parent_id, body) VALUES (10, 12, 'a'), (11, 10, 'a'), (12, 11, 'a'), (13, 15, 'a'), (14, 13, 'a'), (15, 14, 'a')`}},
			agent: [][]string{{`INSERT INTO messages (id, parent_id, body) VALUES (20, 25, 'a'), (21, 20, 'a'), (22, 21, 'a'), (23, 22, 'a'), (24, 23, 'a'), (25, 24, 'a')`}}, want: Incomplete},
		{name: "two rings of three, shuffled",
			solve: [][]string{{`INSERT INTO messages (id, parent_id, body) VALUES (10, 12, 'a'), (11, 10, 'a'), (12, 11, 'a'), (13, 15, 'a'), (14, 13, 'a'), (15, 14, 'a')`}},
			agent: [][]string{{`INSERT INTO messages (id, parent_id, body) VALUES (20, 24, 'a'), (22, 20, 'a'), (24, 22, 'a'), (21, 25, 'a'), (23, 21, 'a'), (25, 23, 'a')`}}, want: Complete},

		{name: "free text", free: []core.Free{{Table: "reviews", Column: "body", Keys: &core.SQL{Text: "SELECT id FROM reviews WHERE book_id = 3"}}},
			solve: all(`INSERT INTO reviews (book_id, stars, body) VALUES (3, 5, 'Great')`), agent: all(`INSERT INTO reviews (book_id, stars, body) VALUES (3, 5, 'I loved every page of it')`), want: Complete},
		{name: "free text, wrong stars", free: []core.Free{{Table: "reviews", Column: "body", Keys: &core.SQL{Text: "SELECT id FROM reviews WHERE book_id = 3"}}},
			solve: all(`INSERT INTO reviews (book_id, stars, body) VALUES (3, 5, 'Great')`), agent: all(`INSERT INTO reviews (book_id, stars, body) VALUES (3, 4, 'Great')`), want: Incomplete},
		{name: "free only in rows the solution changes", free: []core.Free{{Table: "reviews", Column: "body"}},
			solve: all(`UPDATE reviews SET body = 'Better' WHERE id = 1`), agent: all(`UPDATE reviews SET body = 'Fine' WHERE id = 1`, `UPDATE reviews SET body = 'Bad' WHERE id = 2`), want: Incomplete, says: "reviews 2: body"},
		{name: "free text must be changed", free: []core.Free{{Table: "reviews", Column: "body"}},
			solve: all(`UPDATE reviews SET body = 'Better' WHERE id = 1`), agent: nil, want: Incomplete, says: "reviews 1 should be changed"},
		{name: "free text outside the condition", free: []core.Free{{Table: "reviews", Column: "body", Keys: &core.SQL{Text: "SELECT id FROM reviews WHERE book_id = 2"}}},
			solve: all(`UPDATE reviews SET body = 'Better' WHERE id = 1`), agent: all(`UPDATE reviews SET body = 'Fine' WHERE id = 1`), want: Incomplete},
		{name: "free rows", free: []core.Free{{Table: "orders", Keys: &core.SQL{Text: "SELECT id FROM orders WHERE status = 'rejected'"}}},
			solve: all(order1), agent: all(`INSERT INTO orders (customer_id, placed_at, status) VALUES (1, :now, 'rejected')`, order1), want: Complete},
		{name: "starting rows don't become free", free: []core.Free{{Table: "orders", Keys: &core.SQL{Text: "SELECT id FROM orders WHERE status = 'rejected'"}}},
			solve: all(order1), agent: all(`UPDATE orders SET status = 'rejected' WHERE id = 1`, order1), want: Incomplete},

		{name: "another way", solve: all(order1), also: all(order2), agent: all(order2), want: Complete},
		{name: "a mix of two ways", solve: all(order1), also: all(order2), agent: all(order1, order2), want: Incomplete},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s, env := shop(t, c.task())
			v := NewVerifier(s, Options{})
			w := open(t, s, 0)
			for _, statements := range c.agent {
				sql(t, w, statements...)
			}
			ref, err := v.Reference(context.Background(), &env.Tasks[0], 0)
			if err != nil {
				t.Fatal(err)
			}
			d, err := v.VerifyWith(context.Background(), w, ref, Ending{})
			if err != nil {
				t.Fatal(err)
			}
			agrees(t, v, w, ref, nil, d)
			var texts []string
			for _, x := range append(d.Missing, d.Unexpected...) {
				texts = append(texts, x.Text)
			}
			if d.Outcome != c.want {
				t.Errorf("outcome %s, want %s %s\n%s", d.Outcome, c.want, d.Error, strings.Join(texts, "\n"))
			}
			if c.says != "" && !strings.Contains(strings.Join(texts, "\n"), c.says) {
				t.Errorf("no difference says %q:\n%s", c.says, strings.Join(texts, "\n"))
			}
			if d.Outcome == Complete && d.Share != 1 || d.Outcome == Partial && (d.Share <= 0 || d.Share >= 1) {
				t.Errorf("outcome %s with a share of %v", d.Outcome, d.Share)
			}
		})
	}
}
