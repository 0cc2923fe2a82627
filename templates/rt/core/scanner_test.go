package core

import (
	"slices"
	"testing"
)

func TestEachScalar(t *testing.T) {
	for _, c := range []struct {
		raw  string
		want []string
	}{
		{`{"a":1,"b":[ "x" , {"c":-2.50,"d":null}, true ], "e" : "ü\n"}`, []string{"1", "x", "-2.50", "ü\n"}},
		{`[]`, nil}, {`{}`, nil}, {`"one"`, []string{"one"}}, {` 7 `, []string{"7"}}, {`null`, nil}, {``, nil},
		{`[[["deep"]],[]]`, []string{"deep"}},
		{`{"a":1,"b"`, []string{"1"}}, {`[1,2 3]`, []string{"1", "2"}}, {`{"a" 1}`, nil}, {`[1,`, []string{"1"}},
	} {
		var got []string
		EachScalar([]byte(c.raw), func(s string) { got = append(got, s) })
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.raw, got, c.want)
		}
	}
}
