package page

import (
	"encoding/json"
	"net/url"
	"testing"

	"github.com/awmc/awmc/templates/rt/core"
)

func TestArguments(t *testing.T) {
	text := core.Type{Kind: core.Text}
	params := []core.Param{
		{Name: "n", Type: core.Type{Kind: core.Integer}},
		{Name: "x", Type: core.Type{Kind: core.Real}, Optional: true},
		{Name: "s", Type: text},
		{Name: "o", Type: text, Optional: true},
		{Name: "b", Type: core.Type{Kind: core.Boolean}},
		{Name: "l", Type: core.Type{Kind: core.ListKind, Elem: &text}, Optional: true},
	}
	for _, c := range []struct {
		name string
		form map[string]string
		want string
	}{
		{"nothing", nil, `{"s":"","b":false}`},
		{"all", map[string]string{"n": "-7", "x": "1.50", "s": " a ", "o": "b", "b": "true", "l": `["c"]`}, `{"n":-7,"x":1.50,"s":" a ","o":"b","b":true,"l":["c"]}`},
		{"more digits than a float has", map[string]string{"n": "9223372036854775807"}, `{"n":9223372036854775807,"s":"","b":false}`},
		{"what is no number is the tool's to refuse", map[string]string{"n": "seven", "x": "1,5"}, `{"n":"seven","x":"1,5","s":"","b":false}`},
		{"true is no number", map[string]string{"n": "true"}, `{"n":"true","s":"","b":false}`},
		{"quotes", map[string]string{"s": `"},{"`}, `{"s":"\"},{\"","b":false}`},
	} {
		form := url.Values{"tool": {"t"}, "n": {"not this one"}}
		for k, v := range c.form {
			form.Set(argument+k, v)
		}
		got, trouble := arguments(params, form)
		if string(got) != c.want || len(trouble) > 0 {
			t.Errorf("%s: %s %v, want %s", c.name, got, trouble, c.want)
		}
	}
	if _, trouble := arguments(params, url.Values{argument + "l": {"[1,"}}); trouble["l"] == "" {
		t.Error("what is not JSON can't be sent, and nothing says so")
	}
}

// A form that shows a call's arguments must send the same again.
func FuzzFilledForm(f *testing.F) {
	f.Add(`{"n":1,"s":"a\nb","l":[1, {"x":null}],"b":true}`)
	f.Add(`{"n":12345678901234567890,"s":"\"","b":false}`)
	f.Add(`{"s":"\u2028<>"}`)
	params := []core.Param{
		{Name: "n", Type: core.Type{Kind: core.Integer}, Optional: true}, {Name: "s", Type: core.Type{Kind: core.Text}},
		{Name: "l", Type: core.Type{Kind: core.JSONKind}, Optional: true}, {Name: "b", Type: core.Type{Kind: core.Boolean}},
	}
	f.Fuzz(func(t *testing.T, args string) {
		once, trouble := arguments(params, filled(params, json.RawMessage(args)))
		if len(trouble) > 0 || !json.Valid(once) {
			t.Fatalf("%s: %s %v", args, once, trouble)
		}
		again, _ := arguments(params, filled(params, once))
		if string(again) != string(once) {
			t.Errorf("%s became %s", once, again)
		}
	})
}

func FuzzParseValue(f *testing.F) {
	f.Add(`{"a":[{"b":1},{"c":null}],"d":[[[[]]]]}`)
	f.Add(`[1,2`)
	f.Add(`{"a":1}{"a":2}`)
	f.Fuzz(func(t *testing.T, raw string) {
		v := parseValue(json.RawMessage(raw))
		if v == nil || (!json.Valid([]byte(raw)) && (v.Kind != "text" || v.Text != raw)) {
			t.Errorf("%q is shown as %+v", raw, v)
		}
	})
}
