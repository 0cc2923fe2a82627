package task

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/awmc/awmc/templates/rt/core"
)

var shopColumns = []string{"id", "parent_id", "subject_id", "body"}

// message is a new row of messages; parent is an index or -1.
type message struct {
	parent int
	body   string
}

// messagesDiff is the difference of inserting the messages with these ids.
func messagesDiff(ms []message, ids []int64) *core.Diff {
	td := core.TableDiff{Table: "messages", Columns: shopColumns}
	for i, m := range ms {
		var parent any
		if m.parent >= 0 {
			parent = ids[m.parent]
		}
		td.Changes = append(td.Changes, core.Change{Key: []any{ids[i]}, New: []any{ids[i], parent, nil, m.body}})
	}
	return &core.Diff{Tables: []core.TableDiff{td}}
}

func permuted(r *rand.Rand, ms []message) []message {
	p := r.Perm(len(ms))
	out := make([]message, len(ms))
	for i, m := range ms {
		if m.parent >= 0 {
			m.parent = p[m.parent]
		}
		out[p[i]] = m
	}
	return out
}

// isomorphic tries every renaming.
func isomorphic(a, b []message) bool {
	found := false
	permutations(len(a), func(to []int) {
		for i, m := range a {
			f := b[to[i]]
			if m.body != f.body || (m.parent < 0) != (f.parent < 0) || m.parent >= 0 && to[m.parent] != f.parent {
				return
			}
		}
		found = true
	})
	return found
}

func ids(n int, from int64) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = from + int64(i)
	}
	return out
}

// Renaming and reordering must never matter, and anything else always: the
// fast search agrees with trying every renaming.
func TestRenamingAgainstBruteForce(t *testing.T) {
	env := &core.Env{Entities: shopEntities()}
	r := rand.New(rand.NewPCG(1, 2))
	same := 0
	for range 4000 {
		n := 1 + r.IntN(6)
		a := make([]message, n)
		for i := range a {
			a[i] = message{parent: r.IntN(n+1) - 1, body: string(rune('a' + r.IntN(2)))}
		}
		b := permuted(r, a)
		if r.IntN(2) == 0 { // change one thing
			k := r.IntN(n)
			if r.IntN(2) == 0 {
				b[k].parent = r.IntN(n+1) - 1
			} else {
				b[k].body = string(rune('a' + r.IntN(2)))
			}
		}
		want := isomorphic(a, b)
		got, err := SameState(env, messagesDiff(a, ids(n, 10)), messagesDiff(b, ids(n, 13)))
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Fatalf("SameState is %v, and trying every renaming gives %v\n%v\n%v", got, want, a, b)
		}
		if want {
			same++
		}
	}
	if same < 1000 || same > 3500 {
		t.Errorf("%d of 4000 pairs were equal: the test does not test both ways", same)
	}
}

// Many rows that look alike must not cost the server its time.
func TestManyAlikeRows(t *testing.T) {
	env := &core.Env{Entities: shopEntities()}
	for name, make1 := range map[string]func(i int) message{
		"alone":         func(int) message { return message{-1, "x"} },
		"under one":     func(i int) message { return message{min(i, 1) - 1, "x"} },
		"under twenty":  func(i int) message { return message{max(i/20, 0) - 1, fmt.Sprint(i < 20)} },
		"one long line": func(i int) message { return message{i - 1, "x"} },
	} {
		n := 600
		if name == "one long line" {
			n = 150
		}
		ms := make([]message, n)
		for i := range ms {
			ms[i] = make1(i)
		}
		r := rand.New(rand.NewPCG(3, 4))
		ok, err := SameState(env, messagesDiff(ms, ids(n, 1000)), messagesDiff(permuted(r, ms), ids(n, 5000)))
		if err != nil || !ok {
			t.Errorf("%s: %v %v", name, ok, err)
		}
	}
}

// Where rows hold digits that may or may not be ids, the choice between rows
// that look alike matters.
func TestAlikeButForDigits(t *testing.T) {
	env := &core.Env{Entities: shopEntities()}
	diff := func(first int64, subjects ...int64) *core.Diff {
		td := core.TableDiff{Table: "messages", Columns: shopColumns}
		for i, s := range subjects {
			id := first + int64(i)
			td.Changes = append(td.Changes, core.Change{Key: []any{id}, New: []any{id, nil, s, "x"}})
		}
		return &core.Diff{Tables: []core.TableDiff{td}}
	}
	for _, c := range []struct {
		a, b *core.Diff
		want bool
	}{
		{diff(10, 11, 12, 10), diff(20, 22, 20, 21), true},  // a ring either way round
		{diff(10, 11, 10, 12), diff(20, 20, 22, 21), true},  // a pair and one that names itself
		{diff(10, 11, 12, 10), diff(20, 21, 20, 22), false}, // a ring is no pair
		{diff(10, 11, 10, 13, 12), diff(20, 21, 22, 23, 20), false},
	} {
		got, err := SameState(env, c.a, c.b)
		if err != nil || got != c.want {
			t.Errorf("%v, %v; want %v: %v %v", got, err, c.want, c.a.Tables[0].Changes, c.b.Tables[0].Changes)
		}
	}
}

func BenchmarkCompare(b *testing.B) {
	for _, n := range []int{5, 50, 500} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			env := &core.Env{Entities: shopEntities()}
			ms := make([]message, n)
			for i := range ms {
				ms[i] = message{i/5 - 1, fmt.Sprint("body of message ", i)}
			}
			x, y := messagesDiff(ms, ids(n, 100)), messagesDiff(permuted(rand.New(rand.NewPCG(1, 1)), ms), ids(n, 300))
			s := newSchema(env)
			b.ReportAllocs()
			for b.Loop() {
				c, err := compare(s, side{diff: x}, side{diff: y}, nil)
				if err != nil || !c.equal {
					b.Fatal(c, err)
				}
			}
		})
	}
}

// subjects is the difference of new rows that name each other by digits only:
// row i names row to[i].
func subjects(first int64, to []int) *core.Diff {
	td := core.TableDiff{Table: "messages", Columns: shopColumns}
	for i, j := range to {
		id := first + int64(i)
		td.Changes = append(td.Changes, core.Change{Key: []any{id}, New: []any{id, nil, first + int64(j), "x"}})
	}
	return &core.Diff{Tables: []core.TableDiff{td}}
}

func rings(lengths ...int) []int {
	var to []int
	for _, n := range lengths {
		start := len(to)
		for i := range n {
			to = append(to, start+(i+1)%n)
		}
	}
	return to
}

// Rings that are made of digits must be told apart without trying every
// pairing, which would cost the server hours.
func TestRingsOfDigits(t *testing.T) {
	env := &core.Env{Entities: shopEntities()}
	for _, c := range []struct {
		a, b []int
		want bool
	}{
		{rings(20), rings(20), true},
		{rings(10, 10), rings(20), false},
		{rings(7, 13), rings(13, 7), true},
		{rings(7, 13), rings(8, 12), false},
	} {
		if ok, err := SameState(env, subjects(100, c.a), subjects(200, c.b)); ok != c.want || err != nil {
			t.Errorf("%v %v, want %v: %v %v", ok, err, c.want, c.a, c.b)
		}
	}
}

// A search that does not end within its budget is an error, never a verdict
// on the agent.
func TestUndecided(t *testing.T) {
	s := newSchema(&core.Env{Entities: shopEntities()})
	var states [2]*state
	for i, first := range []int64{100, 200} {
		var err error
		if states[i], err = newState(s, subjects(first, rings(30)), nil); err != nil {
			t.Fatal(err)
		}
	}
	all := sharedIDs(states[:]...)
	states[0].build(all)
	states[1].build(all)
	p := newPairing(states[0], states[1], startedEqual)
	p.budget = 200
	if ok, err := p.find(); ok || !errors.Is(err, errUndecided) {
		t.Errorf("%v %v", ok, err)
	}
}

// References by a unique number are no references by id, though both are
// integers.
func TestReferenceByNumber(t *testing.T) {
	id := field("id", core.Integer)
	env := &core.Env{Entities: []core.Entity{
		{Name: "ports", Key: []string{"id"}, AutoID: true, Fields: []core.Field{id, field("code", core.Integer)}},
		{Name: "calls", Key: []string{"id"}, AutoID: true, Fields: []core.Field{id, {Name: "port", Type: core.Integer, Ref: "ports", RefField: "code"}}},
	}}
	diff := func(port, code, call, to int64) *core.Diff {
		return &core.Diff{Tables: []core.TableDiff{
			{Table: "ports", Columns: []string{"id", "code"}, Changes: []core.Change{{Key: []any{port}, New: []any{port, code}}}},
			{Table: "calls", Columns: []string{"id", "port"}, Changes: []core.Change{{Key: []any{call}, New: []any{call, to}}}},
		}}
	}
	for _, c := range []struct {
		a, b *core.Diff
		want bool
	}{
		{diff(5, 70, 1, 70), diff(6, 70, 2, 70), true},
		{diff(5, 70, 1, 5), diff(6, 70, 2, 6), false}, // port 5 and port 6 are starting rows with these codes
	} {
		if ok, err := SameState(env, c.a, c.b); ok != c.want || err != nil {
			t.Errorf("%v %v, want %v", ok, err, c.want)
		}
	}
}

// The same for rows that also name each other by digits, where a digit may
// be just a number: equal as it is, or as the id of a renamed row.
func TestDigitsAgainstBruteForce(t *testing.T) {
	env := &core.Env{Entities: shopEntities()}
	r := rand.New(rand.NewPCG(5, 6))
	const firstA, firstB = 10, 12
	type entry struct {
		parent  int // index or -1
		subject int64
	}
	diff := func(first int64, rows []entry) *core.Diff {
		td := core.TableDiff{Table: "messages", Columns: shopColumns}
		for i, e := range rows {
			var parent any
			if e.parent >= 0 {
				parent = first + int64(e.parent)
			}
			id := first + int64(i)
			td.Changes = append(td.Changes, core.Change{Key: []any{id}, New: []any{id, parent, e.subject, "x"}})
		}
		return &core.Diff{Tables: []core.TableDiff{td}}
	}
	same := 0
	for round := range 6000 {
		n := 1 + r.IntN(5)
		a, b := make([]entry, n), make([]entry, n)
		p := r.Perm(n)
		for i := range a {
			a[i] = entry{-1, firstA + int64(r.IntN(n+3))}
			if round%2 == 0 {
				a[i].parent = r.IntN(n+1) - 1
			}
		}
		for i, e := range a {
			if j := e.subject - firstA; j < int64(n) && r.IntN(4) > 0 {
				e.subject = firstB + int64(p[j])
			}
			if e.parent >= 0 {
				e.parent = p[e.parent]
			}
			b[p[i]] = e
		}
		if r.IntN(3) == 0 {
			b[r.IntN(n)].subject = firstB + int64(r.IntN(n+3))
		}
		want := false
		permutations(n, func(to []int) {
			for i, e := range a {
				f := b[to[i]]
				if (e.parent < 0) != (f.parent < 0) || e.parent >= 0 && to[e.parent] != f.parent {
					return
				}
				k := e.subject - firstA
				if e.subject != f.subject && (k < 0 || k >= int64(n) || f.subject != firstB+int64(to[k])) {
					return
				}
			}
			want = true
		})
		got, err := SameState(env, diff(firstA, a), diff(firstB, b))
		if err != nil || got != want {
			t.Fatalf("SameState is %v %v, and trying every renaming gives %v\n%v\n%v", got, err, want, a, b)
		}
		if want {
			same++
		}
	}
	if same < 1000 || same > 5500 {
		t.Errorf("%d of 6000 pairs were equal: the test does not test both ways", same)
	}
}

func permutations(n int, fn func(to []int)) {
	to := make([]int, n)
	for i := range to {
		to[i] = i
	}
	var walk func(k int)
	walk = func(k int) {
		if k == n {
			fn(to)
			return
		}
		for i := k; i < n; i++ {
			to[k], to[i] = to[i], to[k]
			walk(k + 1)
			to[k], to[i] = to[i], to[k]
		}
	}
	walk(0)
}
