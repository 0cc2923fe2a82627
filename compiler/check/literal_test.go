package check

import (
	"testing"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
)

func TestScalar(t *testing.T) {
	for _, tt := range []struct {
		in   string
		typ  ir.Scalar
		want any // nil: a misfit
		hint string
	}{
		{in: "12", typ: ir.Integer, want: int64(12)},
		{in: "-9223372036854775808", typ: ir.Integer, want: int64(-9223372036854775808)},
		{in: "9223372036854775808", typ: ir.Integer, hint: "whole numbers reach from -9223372036854775808 to 9223372036854775807"},
		{in: "007", typ: ir.Integer, hint: "write 7"},
		{in: "1,000", typ: ir.Integer, hint: "write 1000"},
		{in: "+5", typ: ir.Integer, hint: "write 5"},
		{in: "-007", typ: ir.Integer, hint: "write -7"},
		{in: "12.50", typ: ir.Integer, hint: "write a whole number; money is counted in its smallest unit, such as cents"},
		{in: "1e3", typ: ir.Real, want: 1000.0},
		{in: "1e999", typ: ir.Real, hint: "write a number such as 12.5"},
		{in: ".5", typ: ir.Real, hint: "write a number such as 12.5"},
		{in: "NaN", typ: ir.Real, hint: "write a number such as 12.5"},
		{in: "true", typ: ir.Boolean, want: true},
		{in: "True", typ: ir.Boolean, hint: "write true or false"},
		{in: "12", typ: ir.Text, want: "12"},
		{in: "2024-02-29", typ: ir.Date, want: "2024-02-29"},
		{in: "2025-02-29", typ: ir.Date, hint: "there is no such day"},
		{in: "2025-2-9", typ: ir.Date, hint: "write YYYY-MM-DD, such as 2026-03-02"},
		{in: "2026-03-02T09:00:00+02:00", typ: ir.DateTime, hint: "write 2026-03-02 07:00:00"},
		{in: "2026-03-02 9:00:00", typ: ir.DateTime, hint: "write 2026-03-02 09:00:00"},
		{in: "2026-03-02 24:00:00", typ: ir.DateTime, hint: "write YYYY-MM-DD HH:MM:SS in UTC, such as 2026-03-02 09:00:00"},
		{in: "2026-03-02 09:00:00.5", typ: ir.DateTime, hint: "write 2026-03-02 09:00:00"},
		{in: "09:30", typ: ir.Time, hint: "write 09:30:00"},
		{in: "23:59:59", typ: ir.Time, want: "23:59:59"},
	} {
		l, m := scalar(parse.Text{Value: tt.in, Set: true}, tt.typ)
		switch {
		case m == nil && l.Value != tt.want:
			t.Errorf("%q as %s: %v, want %v", tt.in, tt.typ, l.Value, tt.want)
		case m != nil && (tt.want != nil || m.hint != tt.hint):
			t.Errorf("%q as %s: %s (%s), want %v (%s)", tt.in, tt.typ, m.message, m.hint, tt.want, tt.hint)
		}
	}
	// YAML 1.1 would read these as something else than what is written.
	if _, m := scalar(parse.Text{Value: "5", Quoted: true, Set: true}, ir.Integer); m == nil || m.hint != "write it without quotes" {
		t.Errorf("a number in quotes: %+v", m)
	}
	if l, m := scalar(parse.Text{Value: "no", Set: true}, ir.Text); m != nil || l.Value != "no" {
		t.Errorf("the text no: %v", l)
	}
}

// TestCanonicalJSON: a column that holds JSON compares as text, so the same
// value must always be the same text.
func TestCanonicalJSON(t *testing.T) {
	s := func(v string, quoted bool) *parse.Value {
		return &parse.Value{Kind: parse.ScalarValue, Scalar: parse.Text{Value: v, Quoted: quoted, Set: true}}
	}
	entry := func(k string, v *parse.Value) parse.Entry { return parse.Entry{Key: parse.Text{Value: k}, Value: v} }
	object := &parse.Value{Kind: parse.MapValue, Entries: []parse.Entry{
		entry("b", s("1", false)), entry("a", &parse.Value{Kind: parse.ListValue, Items: []*parse.Value{
			s("x<y", false), s("2", true), s("2.50", false), s("true", false), {Kind: parse.NullValue},
		}}),
	}}
	l, ok := Literal(object, ir.JSON{}, ir.Constraints{})
	if want := `{"a":["x<y","2",2.5,true,null],"b":1}`; !ok || l.Value != want {
		t.Errorf("untyped: %v, want %v", l.Value, want)
	}
	typed := &ir.Object{Fields: []*ir.Param{
		{Name: "b", Type: ir.Text}, {Name: "a", Type: ir.JSON{}}, {Name: "c", Type: ir.Date, Optional: true},
	}}
	l, ok = Literal(object, typed, ir.Constraints{})
	if want := `{"a":["x<y","2",2.5,true,null],"b":"1"}`; !ok || l.Value != want {
		t.Errorf("typed: %v, want %v", l.Value, want)
	}
	typed.Fields[2].Optional = false
	if _, ok = Literal(object, typed, ir.Constraints{}); ok {
		t.Error("a missing member was accepted")
	}
}
