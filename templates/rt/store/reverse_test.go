package store

import (
	"context"
	"encoding/json"
	"testing"
)

func TestTurnTies(t *testing.T) {
	for query, want := range map[string]string{
		"SELECT a, b FROM t":                                    "SELECT a, b FROM t",
		"SELECT a, b FROM t ORDER BY a":                         "SELECT a, b FROM t ORDER BY a, 1 DESC, 2 DESC ",
		"SELECT a, b FROM t ORDER BY a DESC LIMIT 1":            "SELECT a, b FROM t ORDER BY a DESC , 1 DESC, 2 DESC LIMIT 1",
		"select a, b from t limit 1;":                           "select a, b from t ORDER BY 1 DESC, 2 DESC limit 1;",
		"SELECT (SELECT x FROM u ORDER BY y), ' LIMIT ' q":      "SELECT (SELECT x FROM u ORDER BY y, 1 DESC ), ' LIMIT ' q",
		"SELECT row_number() OVER (ORDER BY a), b FROM t":       "SELECT row_number() OVER (ORDER BY a), b FROM t",
		"SELECT group_concat(a ORDER BY b), 1 -- LIMIT\nFROM t": "SELECT group_concat(a ORDER BY b), 1 -- LIMIT\nFROM t",
		"INSERT INTO t (a) SELECT x FROM u ORDER BY y":          "INSERT INTO t (a) SELECT x FROM u ORDER BY y, 1 DESC, 2 DESC ",
		"UPDATE t SET a = (SELECT x FROM u LIMIT 1), b = 2":     "UPDATE t SET a = (SELECT x FROM u ORDER BY 1 DESC LIMIT 1), b = 2",
		"SELECT a FROM t UNION SELECT b FROM u ORDER BY 1":      "SELECT a FROM t UNION SELECT b FROM u ORDER BY 1, 1 DESC, 2 DESC ",
	} {
		if got := turnTies(query, 2); got != want {
			t.Errorf("%s\n got %s\nwant %s", query, got, want)
		}
	}
}

// What SQL leaves open must come out otherwise in a reversed world, and what
// it fixes must not: else chance in an environment would go unnoticed, or be
// seen where there is none.
func TestReversedWorlds(t *testing.T) {
	ctx := context.Background()
	env := shopEnv(t)
	plain := New(env, Options{})
	defer plain.Close()
	turned := plain.Reversed()
	defer turned.Close()
	for query, same := range map[string]bool{
		"SELECT id FROM books":                                            false,
		"SELECT id FROM books ORDER BY id":                                true,
		"SELECT id FROM books ORDER BY id / 100":                          false,
		"SELECT id FROM books ORDER BY id / 100 LIMIT 1":                  false,
		"SELECT count(*) FROM books":                                      true,
		"SELECT (SELECT id FROM books ORDER BY id / 100 LIMIT 1)":         false,
		"SELECT id FROM books ORDER BY id / 100, id LIMIT 2":              true,
		"SELECT group_concat(id) FROM (SELECT id FROM books ORDER BY id)": true,
	} {
		var texts [2]string
		for i, s := range []*Store{plain, turned} {
			w, err := s.Open(ctx, 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := w.Select(ctx, query)
			if err != nil {
				t.Fatalf("%s: %v", query, err)
			}
			b, err := json.Marshal(got.Rows)
			if err != nil {
				t.Fatal(err)
			}
			texts[i] = string(b)
		}
		if (texts[0] == texts[1]) != same {
			t.Errorf("%s: %s and %s", query, texts[0], texts[1])
		}
	}
}
