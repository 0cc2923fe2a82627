package task

import (
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
	n := len(a)
	to := make([]int, n)
	used := make([]bool, n)
	var try func(i int) bool
	try = func(i int) bool {
		if i == n {
			for j, m := range a {
				want := -1
				if m.parent >= 0 {
					want = to[m.parent]
				}
				if b[to[j]].parent != want {
					return false
				}
			}
			return true
		}
		for k := range n {
			if !used[k] && a[i].body == b[k].body {
				used[k], to[i] = true, k
				if try(i + 1) {
					return true
				}
				used[k] = false
			}
		}
		return false
	}
	return try(0)
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
