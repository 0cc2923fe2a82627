package core

import "testing"

// Differences and rows are listed in the order in which SQLite gives them.
func TestCompareValues(t *testing.T) {
	for _, c := range []struct {
		a, b any
		want int
	}{{int64(2), int64(10), -1}, {"2", "10", 1}, {int64(5), "5", -1}, {"a", int64(7), 1}, {"b", "b", 0}, {nil, int64(-1), -1}, {2.5, int64(2), 1}, {"a", []byte("a"), -1}, {[]byte("b"), []byte("a"), 1}, {true, int64(0), 1}, {nil, nil, 0}} {
		if got := CompareValues(c.a, c.b); got != c.want {
			t.Errorf("CompareValues(%v, %v) is %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
