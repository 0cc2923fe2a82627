package store

import (
	"strings"
	"testing"
)

// chancePlan has a number of customers that hangs on the seed; those with more
// than 30 break a constraint at the very end. The order's last step is one
// that its flow forbids.
const chancePlan = `{"tables":[
 {"entity":"customers","blocks":[{"line":1,"count":{"min":5,"max":60},"fields":[
  {"field":"name","gen":{"kind":"fake","name":"name"}},
  {"field":"email","gen":{"kind":"text","template":"c{n}@example.org"}},
  {"field":"joined_on","gen":{"kind":"const","value":"2024-05-01"}}]}]},
 {"entity":"orders","columns":["id","customer_id","status","placed_at"],"rows":[[1,1,"cancelled","2026-02-01 10:00:00"]]}],
 "then":[{"sql":"UPDATE orders SET status = 'paid' WHERE id = 1"},
  {"sql":"UPDATE customers SET email = 'one for all' WHERE (SELECT count(*) FROM customers) > 30"}]}`

func chanceStore(t *testing.T) *Store {
	t.Helper()
	s := newStore(t)
	s.env.Data = []byte(chancePlan)
	return s
}

// A starting state that hung on what its connection made before, or failed to
// make, would make episodes of one seed differ between servers.
func TestSameStartAfterOthers(t *testing.T) {
	used := chanceStore(t)
	made, failed := map[string]int64{}, 0
	for seed := range int64(12) {
		fresh := chanceStore(t)
		want, err := fresh.build(t.Context(), seed)
		got, again := used.build(t.Context(), seed)
		if err != nil || again != nil {
			if err == nil || again == nil || err.Error() != again.Error() {
				t.Fatalf("seed %d: %v alone, %v after others", seed, err, again)
			}
			failed++
			continue
		}
		if got.digest != want.digest {
			t.Errorf("seed %d makes another state after others", seed)
		}
		if other, ok := made[got.digest]; ok {
			t.Errorf("seeds %d and %d make the same state", other, seed)
		}
		made[got.digest] = seed
	}
	if failed == 0 || len(made) < 2 {
		t.Errorf("%d seeds failed and %d did not, want both", failed, len(made))
	}
	if n := len(used.fillers.idle); n != 1 {
		t.Errorf("%d connections made the states, want 1", n)
	}
}

// Closing statements may set any state; whoever comes after them may not, on
// the connection that ran them either.
func TestTriggersFireAfterFilling(t *testing.T) {
	s := chanceStore(t)
	filled := false
	for seed := int64(0); !filled && seed < 20; seed++ {
		db, err := OpenDB(":memory:")
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		db.SetMaxOpenConns(1)
		if filled = Prepare(t.Context(), db, s.env, seed) == nil; !filled {
			continue
		}
		_, err = db.ExecContext(t.Context(), "UPDATE orders SET status = 'pending' WHERE id = 1")
		if err == nil || !strings.Contains(err.Error(), "flow orders.status paid pending") {
			t.Errorf("the flow lets a paid order be pending: %v", err)
		}
	}
	if !filled {
		t.Error("no seed could be filled")
	}
}
