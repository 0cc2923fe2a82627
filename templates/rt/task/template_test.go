package task

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/data"
)

func someVars(t testing.TB) vars {
	result, err := decode([]byte(`{"order":{"id":7,"big":9007199254740993,"note":null},"items":[{"qty":2},{"qty":3}],"tags":["a","b"],"price":2.50}`))
	if err != nil {
		t.Fatal(err)
	}
	return vars{
		"qty": int64(3), "genre": "fiction", "on": true, "none": nil, "points": 25.0,
		"book":  data.Row{Columns: []string{"id", "title"}, Values: []any{int64(4), `The "Sea"`}},
		"names": data.List{"x", "y"},
		"lines": data.List{data.Row{Columns: []string{"book_id", "qty"}, Values: []any{int64(1), int64(2)}}},
		"x":     result,
	}
}

func TestExpand(t *testing.T) {
	v := someVars(t)
	for template, want := range map[string]string{
		`{"b":"{book.id}","a":"{qty}"}`:            `{"b":4,"a":3}`,
		`{"s":"{book.title} x {qty}"}`:             `{"s":"The \"Sea\" x 3"}`,
		`["{ qty }","{x.order.id}","n {qty:03}"]`:  `[3,7,"n 003"]`,
		`"{x.order.big}"`:                          `9007199254740993`,
		`["{x.order.note}","[{none}]","{none.a}"]`: `[null,"[]",null]`,
		`["{x.items.1.qty}","{x.price}"]`:          `[3,2.50]`,
		`"{x.items}"`:                              `[{"qty":2},{"qty":3}]`,
		`["{names}","{lines}","and {names}"]`:      `[["x","y"],[{"book_id":1,"qty":2}],"and x, y"]`,
		`["{on}","is {on}","{points}"]`:            `[true,"is true",25]`,
		`{"{qty}":1}`:                              `{"{qty}":1}`,
		`"{{qty}} {{"`:                             `"{qty} {"`,
		`{"a": 1.50, "n": 9007199254740993}`:       `{"a": 1.50, "n": 9007199254740993}`,
		`"\u007bqty\u007d"`:                        `3`,
		`"<{genre}> & "`:                           `"<fiction> & "`,
		`[1,{"x":["{qty}"]}]`:                      `[1,{"x":[3]}]`,
	} {
		got, err := expandJSON(template, v)
		if err != nil || string(got) != want {
			t.Errorf("%s: %s %v, want %s", template, got, err, want)
		}
	}
}

// A mistake in a path says what there is.
func TestExpandErrors(t *testing.T) {
	v := someVars(t)
	for template, want := range map[string]string{
		`"{author}"`:         `there is no value named "author"; there is book, genre, lines`,
		`"{book.price}"`:     `book has no column "price"; there is id, title`,
		`"{x.order.number}"`: `x.order has no member "number"; there is big, id, note`,
		`"{x.items.7.qty}"`:  `x.items has 2 elements, so there is no x.items.7`,
		`"{x.items.qty}"`:    `x.items is a list: a number must follow it`,
		`"{qty.a}"`:          `qty is a single value and has no member "a"`,
		`"it is {x.order}"`:  `it is an object; name one of its members`,
		`"it is {qty"`:       `without a }`,
		`{"a":`:              `not JSON`,
	} {
		_, err := expandJSON(template, v)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", template, err, want)
		}
	}
}

func TestConform(t *testing.T) {
	scalar := func(k core.Kind) core.Type { return core.Type{Kind: k} }
	env := &core.Env{Tools: []core.Tool{{Name: "t", Params: []core.Param{
		{Name: "on", Type: scalar(core.Boolean)}, {Name: "at", Type: scalar(core.DateTimeKind)}, {Name: "n", Type: scalar(core.Integer)}, {Name: "s", Type: scalar(core.Text)},
		{Name: "list", Type: core.Type{Kind: core.ListKind, Elem: &core.Type{Kind: core.ObjectKind, Fields: []core.Param{{Name: "at", Type: scalar(core.DateTimeKind)}}}}},
	}}}}
	in := `{"on":1,"at":"2026-03-02 09:00:00","n":{"id":4,"title":"x"},"s":"2026-03-02 09:00:00","list":[{"at":"2026-03-02 09:00:00"},{"at":"soon"}],"more":[1]}`
	want := `{"on":true,"at":"2026-03-02T09:00:00Z","n":4,"s":"2026-03-02 09:00:00","list":[{"at":"2026-03-02T09:00:00Z"},{"at":"soon"}],"more":[1]}`
	if got := conform(env, "t", json.RawMessage(in)); string(got) != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// Templates are written by models: whatever is in them, the result is JSON or
// an error.
func FuzzExpand(f *testing.F) {
	for _, s := range []string{`"{qty}"`, `{"a":"{book.id} {x.items.0.qty}"}`, `"{{"`, `"\"{qty}"`, `["\\","{on}"]`, `{"{":"}"}`} {
		f.Add(s)
	}
	v := someVars(f)
	f.Fuzz(func(t *testing.T, template string) {
		got, err := expandJSON(template, v)
		if err == nil && !json.Valid(got) {
			t.Errorf("%q: %q is not JSON", template, got)
		}
	})
}
