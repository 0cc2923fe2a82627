package core

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
)

func TestShow(t *testing.T) {
	var none *int64
	for _, c := range []struct {
		got, want string
	}{
		{Show(int64(-5)), "-5"},
		{Show(new(int64(5))), "5"},
		{Show(none), "none"},
		{Show(2.50), "2.5"},
		{Show(1e21), "1000000000000000000000"},
		{Show(true), "true"},
		{Show("50% off"), "50% off"},
		{Show(DateTime("2026-03-02 09:00:00")), "2026-03-02T09:00:00Z"},
		{Show(new(Date("2026-03-02"))), "2026-03-02"},
		{Show([]string{"b", "a"}), `["b","a"]`},
		{Show([]string(nil)), "none"},
		{Show(json.RawMessage(`{"b":1,"a":[2.50]}`)), `{"a":[2.50],"b":1}`},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

// Stored JSON is compared as text when two states are compared, so there
// must be one form of it, with moments as the database has them.
func TestJSONText(t *testing.T) {
	type item struct {
		Zebra string    `json:"zebra"`
		Alpha *int64    `json:"alpha"`
		At    DateTime  `json:"at"`
		Deep  []float64 `json:"deep"`
	}
	got := JSONText([]item{{Zebra: "<&>", At: "2026-03-02 09:00:00", Deep: []float64{1, 2.5}}})
	want := `[{"alpha":null,"at":"2026-03-02 09:00:00","deep":[1,2.5],"zebra":"<&>"}]`
	if got != want {
		t.Errorf("got  %v\nwant %s", got, want)
	}
	for _, nothing := range []any{nil, []string(nil), json.RawMessage(nil), (*item)(nil)} {
		if got := JSONText(nothing); got != nil {
			t.Errorf("JSONText(%#v) = %v, want NULL", nothing, got)
		}
	}
	if got := JSONText([]string{}); got != "[]" {
		t.Errorf("an empty list became %v", got)
	}
	if got := JSONText(json.RawMessage(`{"b":12345678901234567890,"a":"\u00e9"}`)); got != `{"a":"é","b":12345678901234567890}` {
		t.Errorf("a JSON value became %v", got)
	}
}

func TestScanJSON(t *testing.T) {
	var list []int64
	if err := ScanJSON(&list).Scan("[1,2]"); err != nil || len(list) != 2 {
		t.Errorf("%v, %v", list, err)
	}
	if err := ScanJSON(&list).Scan(nil); err != nil || list != nil {
		t.Errorf("NULL: %v, %v", list, err)
	}
	var raw json.RawMessage
	if err := ScanJSON(&raw).Scan(int64(7)); err != nil || string(raw) != "7" {
		t.Errorf("number: %s, %v", raw, err)
	}
	if err := ScanJSON(&list).Scan(`{"no":"list"}`); err == nil {
		t.Error("an object was taken for a list")
	}
}

func TestTruth(t *testing.T) {
	for src, want := range map[any]bool{nil: false, int64(0): false, int64(2): true, 0.5: true, true: true} {
		var got Truth
		if err := got.Scan(src); err != nil || bool(got) != want {
			t.Errorf("%v: %v, %v", src, got, err)
		}
	}
}

func TestChecker(t *testing.T) {
	var c Checker
	CheckMin(&c, "qty", 1, 1)
	CheckMax(&c, "qty", 10.5, 10.5)
	CheckMinLength(&c, "name", "äöü", 3)
	CheckPattern(&c, "code", "AB12", `[A-Z]{2}\d+`)
	if err := c.Err(); err != nil {
		t.Fatal(err)
	}
	for name, check := range map[string]func(*Checker){
		"qty must be at least 1, got 0.":                                func(c *Checker) { CheckMin(c, "qty", 0, 1) },
		"rate must be at most 1, got NaN.":                              func(c *Checker) { CheckMax(c, "rate", math.NaN(), 1) },
		"items must have at least 1 element, got 0.":                    func(c *Checker) { CheckMinItems(c, "items", []int{}, 1) },
		"items[2].name must be at most 2 characters long, got 3.":       func(c *Checker) { CheckMaxLength(c, "items[2].name", "äöü", 2) },
		"code must be a text that matches the pattern A|B, got \"AB\".": func(c *Checker) { CheckPattern(c, "code", "AB", "A|B") },
		"on must be a date such as 2026-03-02, got \"2026-02-30\".":     func(c *Checker) { CheckDate(c, "on", "2026-02-30") },
	} {
		var c Checker
		check(&c)
		check(&c) // the first violation stays
		var e *Error
		if !errors.As(c.Err(), &e) || e.Message != name || e.Code != CodeInvalidArgument {
			t.Errorf("got  %v\nwant %s", c.Err(), name)
		}
	}
}

func TestRunGo(t *testing.T) {
	type in struct{ N int64 }
	type out struct{ N int64 }
	got, err := RunGo("a/1", func(_ Fail, _ *Budget, in in, out *out) { out.N = in.N * 2 }, in{4})
	if err != nil || got.N != 8 {
		t.Errorf("%v, %v", got, err)
	}
	for want, step := range map[string]func(Fail, *Budget, in, *out){
		"conflict: 100% full": func(fail Fail, _ *Budget, _ in, _ *out) { fail.Conflict("100% full") },
		"not_found: No 4.":    func(fail Fail, _ *Budget, in in, _ *out) { fail.NotFound("No %d.", in.N) },
		"failed_precondition: This call": func(_ Fail, b *Budget, _ in, _ *out) {
			for {
				b.Step()
			}
		},
		"internal: The environment failed": func(_ Fail, _ *Budget, _ in, _ *out) { var m []int; _ = m[3] },
	} {
		_, err := RunGo("a/1", step, in{4})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// A recursion without end must be an error, not a crash of the process.
func TestRunGoRecursion(t *testing.T) {
	_, err := RunGo("a/1", func(_ Fail, b *Budget, _ int, _ *int) {
		var f func(n int) int
		f = func(n int) int { b.Call(); return f(n+1) + 1 }
		f(0)
	}, 0)
	if err == nil || AsError(err).Code != CodeFailedPrecondition {
		t.Errorf("got %v", err)
	}
}
