package check

import (
	"go/token"
	"testing"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir/diag"
)

func TestGoName(t *testing.T) {
	for in, want := range map[string]string{
		"order_id":    "OrderID",
		"id":          "ID",
		"isbn":        "ISBN",
		"user_ids":    "UserIDs",
		"api_url_v2":  "APIURLV2",
		"price_cents": "PriceCents",
		"utf8_name":   "UTF8Name",
		"line1":       "Line1",
		"totalCents":  "TotalCents",
		"Total price": "TotalPrice",
		"count(*)":    "Count",
		"1st":         "X1st",
		"":            "X",
		"größe":       "GrE",
		"func":        "Func",
	} {
		if got := GoName(in); got != want {
			t.Errorf("GoName(%q) = %q, want %q", in, got, want)
		}
	}
}

// FuzzGoName: whatever the name, the emitted Go must compile.
func FuzzGoName(f *testing.F) {
	for _, s := range []string{"order_id", "_", "é", "a__b", "1", "ids", "type", "\x00", "SELECT 1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got := GoName(s); !token.IsIdentifier(got) || !token.IsExported(got) || got[0] > 'Z' {
			t.Errorf("GoName(%q) = %q, which is no exported identifier", s, got)
		}
		if snake := toSnake(s); snake != "" && !isSnake(snake) {
			t.Errorf("toSnake(%q) = %q, which is not in snake_case", s, snake)
		}
	})
}

// FuzzSiblings: two fields that would be one Go name must never both pass,
// or the emitted struct would have a field twice.
func FuzzSiblings(f *testing.F) {
	f.Add("line_1", "line1")
	f.Add("ids", "i_ds")
	f.Add("a_b", "ab")
	f.Fuzz(func(t *testing.T, a, b string) {
		if !isSnake(a) || !isSnake(b) {
			t.Skip()
		}
		c := &checker{ds: &diag.List{}}
		s := c.siblings("field")
		ok := s.add(parse.Text{Value: a}) && s.add(parse.Text{Value: b})
		if want := GoName(a) != GoName(b); ok != want {
			t.Errorf("%q and %q: both accepted is %v", a, b, ok)
		}
	})
}

func TestClaim(t *testing.T) {
	g := newGoNames("Env")
	for _, step := range []struct {
		candidates []string
		want       string
	}{
		{[]string{"Env", "Envs"}, "Envs"},
		{[]string{"Env", "Envs"}, "Envs2"},
		{[]string{"Book"}, "Book"},
		{[]string{"Book"}, "Book2"},
		{[]string{"Book"}, "Book3"},
	} {
		if got := g.Claim(step.candidates...); got != step.want {
			t.Errorf("Claim(%v) = %s, want %s", step.candidates, got, step.want)
		}
	}
}
