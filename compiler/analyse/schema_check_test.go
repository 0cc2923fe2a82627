package analyse

import (
	"fmt"
	"testing"

	"github.com/awmc/awmc/templates/rt/store"
)

// A CHECK with a list of values is part of every write to its table: it must
// refuse what is not in the list, and not build an index for it each time.
func TestListsOfValuesAreCheckedWithoutAnIndex(t *testing.T) {
	for _, n := range []int{1, 2, 3, 12, longList, longList + 1, 1000} {
		values := make([]string, n)
		for i := range values {
			values[i] = fmt.Sprintf("it's %d OR", i)
		}
		db, err := store.OpenDB(":memory:")
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec("CREATE TABLE t (x TEXT CHECK (" + oneOf("x", values) + ")) STRICT"); err != nil {
			t.Fatalf("%d values: %v", n, err)
		}
		for _, c := range []struct {
			value any
			ok    bool
		}{{values[0], true}, {values[n-1], true}, {nil, true}, {"it's", false}, {"", false}} {
			if _, err := db.Exec("INSERT INTO t VALUES (?)", c.value); (err == nil) != c.ok {
				t.Errorf("%d values: inserting %v gives %v", n, c.value, err)
			}
		}
		var indexes int
		rows, err := db.Query("EXPLAIN INSERT INTO t VALUES (?)", "x")
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var addr, p1, p2, p3, p5 int
			var op string
			var p4, comment any
			if err := rows.Scan(&addr, &op, &p1, &p2, &p3, &p4, &p5, &comment); err != nil {
				t.Fatal(err)
			}
			if op == "OpenEphemeral" {
				indexes++
			}
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		if want := n > longList; (indexes > 0) != want {
			t.Errorf("%d values: an INSERT opens %d temporary indexes", n, indexes)
		}
	}
}
