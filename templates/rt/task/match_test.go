package task

import (
	"encoding/json"
	"fmt"
	"testing"
)

func TestMatchOnePart(t *testing.T) {
	const yes, no = true, false
	cases := []struct {
		match string
		want  string // JSON
		got   string // JSON or plain text, as it reaches the verifier
		ok    bool
		tol   float64
	}{
		// no answer is never right
		{"text", `"a"`, ``, no, 0}, {"text", `"a"`, `null`, no, 0}, {"text", `"a"`, `""`, no, 0}, {"text", `"a"`, `"  "`, no, 0}, {"text", `"a"`, `{}`, no, 0},
		{"text", `""`, `""`, no, 0}, {"text", `null`, `null`, no, 0}, {"number", `0`, ``, no, 0}, {"number", `0`, `null`, no, 0}, {"list", `[]`, `""`, no, 0}, {"set", `[]`, ``, no, 0},

		{"text", `"The Silent Harbour"`, `"the silent  harbour."`, yes, 0},
		{"text", `"The Silent Harbour"`, `The Silent Harbour`, yes, 0},
		{"text", `"The Silent Harbour"`, `"**The Silent-Harbour**"`, yes, 0},
		{"text", `"The Silent Harbour"`, `{"answer":"The Silent Harbour"}`, yes, 0},
		{"text", `"The Silent Harbour"`, `"{\"title\": \"The Silent Harbour\"}"`, yes, 0},
		{"text", `"The Silent Harbour"`, `{"answer":"The Silent Harbour","why":"cheapest"}`, yes, 0},
		{"text", `"The Silent Harbour"`, `"The Silent"`, no, 0},
		{"text", `"The Silent Harbour"`, `"It is either The Silent Harbour or Paper Moon"`, no, 0},
		{"text", `"The Silent Harbour"`, `["The Silent Harbour","Paper Moon"]`, no, 0},
		{"text", `"HF-00012"`, `"hf 00012"`, yes, 0}, {"text", `"HF-00012"`, `"HF-00013"`, no, 0}, {"text", `"HF-00012"`, `"HF-12"`, no, 0},
		{"text", `"room 1 23"`, `"room 12 3"`, no, 0}, {"text", `"1.5 kg"`, `"15 kg"`, no, 0}, {"text", `"-5"`, `"5"`, no, 0},
		{"text", `"C"`, `"C++"`, no, 0}, {"text", `"A+"`, `"A"`, no, 0}, {"text", `"A-"`, `"A"`, no, 0}, {"text", `"B+"`, `"b+"`, yes, 0},
		{"text", `"don't"`, `"Don’t!"`, yes, 0}, {"text", `"Zürich"`, `"zürich"`, yes, 0}, {"text", `"日本"`, `"日本。"`, yes, 0},
		{"text", `"—"`, `"—"`, yes, 0}, {"text", `"—"`, `"!"`, no, 0}, {"text", `"👍"`, `"👍"`, yes, 0}, {"text", `"👍"`, `"👎"`, no, 0},
		{"text", `"2026-03-02 09:00:00"`, `"2026-03-02T09:00:00Z"`, yes, 0}, {"text", `"2026-03-02"`, `"March 2, 2026"`, yes, 0}, {"text", `"2026-03-02"`, `"2026-03-03"`, no, 0},
		{"text", `25`, `"25"`, yes, 0}, {"text", `25`, `25.0`, yes, 0}, {"text", `"25"`, `25`, yes, 0},
		{"text", `true`, `"yes"`, yes, 0}, {"text", `true`, `true`, yes, 0}, {"text", `false`, `"No."`, yes, 0}, {"text", `false`, `"yes"`, no, 0}, {"text", `true`, `"perhaps"`, no, 0},

		{"number", `25`, `25`, yes, 0}, {"number", `25`, `25.0`, yes, 0}, {"number", `25`, `"25"`, yes, 0}, {"number", `25`, `"25.00 EUR"`, yes, 0}, {"number", `25`, `26`, no, 0},
		{"number", `1234.5`, `"1,234.50"`, yes, 0}, {"number", `1234.5`, `"1.234,50 €"`, yes, 0}, {"number", `1234.5`, `"$1 234.5"`, yes, 0}, {"number", `1234.5`, `"1'234.5 CHF"`, yes, 0},
		{"number", `1234`, `"1,234"`, yes, 0}, {"number", `1.234`, `"1,234"`, yes, 0}, {"number", `1234567`, `"1.234.567"`, yes, 0}, {"number", `1234`, `"1 234 books"`, yes, 0},
		{"number", `12`, `"12 %"`, yes, 0}, {"number", `-3`, `"−3 °C"`, yes, 0}, {"number", `-3`, `"3"`, no, 0}, {"number", `-5`, `"-$5"`, yes, 0}, {"number", `5`, `"EUR5"`, yes, 0},
		{"number", `5`, `"There are 5 copies left."`, yes, 0}, {"number", `5`, `"between 5 and 7"`, no, 0}, {"number", `5`, `"3-5"`, no, 0}, {"number", `2`, `"CO2"`, no, 0}, {"number", `5`, `"5 m2"`, yes, 0},
		{"number", `5`, `"5 thousand"`, no, 0}, {"number", `5000`, `"5k"`, yes, 0}, {"number", `1500000`, `"1.5 million"`, yes, 0},
		{"number", `3`, `"three"`, yes, 0}, {"number", `3`, `{"count": 3}`, yes, 0}, {"number", `3`, `[3]`, yes, 0}, {"number", `3`, `[3,4]`, no, 0}, {"number", `3`, `true`, no, 0},
		{"number", `9007199254740993`, `9007199254740993`, yes, 0}, {"number", `9007199254740993`, `9007199254740992`, no, 0}, {"number", `5`, `"1e999999999"`, no, 0},
		{"number", `10`, `10.4`, yes, 0.5}, {"number", `10`, `10.6`, no, 0.5}, {"number", `10`, `11`, yes, 1}, {"number", `10`, `12`, no, 1}, {"number", `0.3`, `0.30000000000000004`, yes, 0}, {"number", `33.3333333333333`, `33.33`, no, 0},
		{"number", `5`, `"5, 6"`, no, 0}, {"number", `5`, `"1.2.3"`, no, 0}, {"number", `20260302`, `"2026-03-02"`, no, 0},

		{"date", `"2026-03-02"`, `"2026-03-02"`, yes, 0}, {"date", `"2026-03-02"`, `"2 March 2026"`, yes, 0}, {"date", `"2026-03-02"`, `"Monday, March 2nd, 2026"`, yes, 0},
		{"date", `"2026-03-02"`, `"02.03.2026"`, yes, 0}, {"date", `"2026-03-02"`, `"03/02/2026"`, yes, 0}, {"date", `"2026-03-02"`, `"2026/3/2"`, yes, 0}, {"date", `"2026-03-02"`, `"20260302"`, yes, 0},
		{"date", `"2026-03-02"`, `"2026-03-02T09:00:00Z"`, yes, 0}, {"date", `"2026-03-02"`, `"on the 2nd of Mar. 2026"`, yes, 0}, {"date", `"2026-03-02"`, `"2026-03-03"`, no, 0},
		{"date", `"2026-03-02"`, `"2026-02-31"`, no, 0}, {"date", `"2026-03-02"`, `"March 2"`, no, 0}, {"date", `"2026-03-02"`, `"2026-03-02 or 2026-03-03"`, no, 0}, {"date", `"2026-03-02"`, `20260302`, yes, 0},
		{"date", `"2026-03-02 09:00:00"`, `"2026-03-02T09:00:00Z"`, yes, 0}, {"date", `"2026-03-02 09:00:00"`, `"2 March 2026, 9:00 am"`, yes, 0}, {"date", `"2026-03-02 09:00:00"`, `"2026-03-02T10:00:00+01:00"`, yes, 0},
		{"date", `"2026-03-02 23:30:00"`, `"2026-03-03T00:30:00+01:00"`, yes, 0}, {"date", `"2026-03-02 09:00:00"`, `"2026-03-02"`, no, 0}, {"date", `"2026-03-02 09:00:00"`, `"2026-03-02 21:00"`, no, 0}, {"date", `"2026-03-02 12:30:00"`, `"March 2, 2026 at 12:30 pm UTC"`, yes, 0},
		{"date", `"09:00:00"`, `"9 am"`, yes, 0}, {"date", `"09:00:00"`, `"09:00"`, yes, 0}, {"date", `"21:15:00"`, `"9:15 PM"`, yes, 0}, {"date", `"09:00:00"`, `"2026-03-02 09:00"`, no, 0}, {"date", `"09:00:00"`, `"25:00"`, no, 0},

		{"set", `["a b","c"]`, `["C","A-B"]`, yes, 0}, {"set", `["a","c"]`, `["c","a","a"]`, yes, 0}, {"set", `["a","c"]`, `["a"]`, no, 0}, {"set", `["a"]`, `["a","c"]`, no, 0},
		{"set", `["Paper Moon","Cells"]`, `"Cells, Paper Moon"`, yes, 0}, {"set", `["Paper Moon","Cells"]`, `"Cells and Paper Moon"`, yes, 0}, {"set", `["a","b","c"]`, `"a, b, and c"`, yes, 0}, {"set", `["Paper Moon","Cells"]`, "- Cells\n- Paper Moon\n", yes, 0},
		{"set", `["Lindt, Mara","Park, Jo"]`, "1. Park, Jo\n2. Lindt, Mara", yes, 0}, {"set", `["Lindt, Mara","Park, Jo"]`, "Park, Jo; Lindt, Mara", yes, 0}, {"set", `["a"]`, `"a"`, yes, 0}, {"set", `["Salt and Cells"]`, `"Salt and Cells"`, yes, 0},
		{"set", `[3,1]`, `"1, 3"`, yes, 0}, {"set", `[3,1]`, `["1","3.0"]`, yes, 0}, {"set", `[1200]`, `["1,200"]`, yes, 0}, {"set", `["2026-03-02"]`, `["2 March 2026"]`, yes, 0}, {"set", `["2026-03-02","2026-02-03"]`, `["02/03/2026","2026-03-02"]`, yes, 0},
		{"set", `[]`, `[]`, yes, 0}, {"set", `[]`, `"none"`, yes, 0}, {"set", `[]`, `["a"]`, no, 0}, {"set", `["a"]`, `[]`, no, 0}, {"set", `["a","b"]`, "```json\n[\"b\",\"a\"]\n```", yes, 0}, {"set", `["a","b"]`, `{"items":["b","a"]}`, yes, 0},
		{"list", `["a","b"]`, `["a","b"]`, yes, 0}, {"list", `["a","b"]`, `["b","a"]`, no, 0}, {"list", `["a","b"]`, `"a, b"`, yes, 0}, {"list", `["a","a"]`, `["a"]`, no, 0},
		{"list", `[{"title":"Cells","n":2}]`, `[{"Title":"cells","N":2,"x":1}]`, yes, 0}, {"list", `[{"title":"Cells","n":2}]`, `[["Cells",2]]`, yes, 0}, {"list", `[{"title":"Cells","n":2}]`, `["Cells: 2"]`, yes, 0}, {"list", `[{"title":"Cells","n":2}]`, `[{"title":"Cells","n":3}]`, no, 0},

		{"contains", `"Paper Moon"`, `"You want \"Paper Moon\", I think."`, yes, 0}, {"contains", `"Moon"`, `"Moonlight"`, no, 0}, {"contains", `"Paper Moon"`, `"Moon Paper"`, no, 0}, {"contains", `5`, `"order 15 of 5 copies"`, yes, 0}, {"contains", `5`, `"order 15"`, no, 0},
		{"contains", `["a","b"]`, `"b then a"`, yes, 0}, {"contains", `["a","b"]`, `"just a"`, no, 0}, {"contains", `"2026-03-02"`, `"It arrives on 2 March 2026, I hope."`, yes, 0}, {"contains", `"x"`, `{"note":"the x is here"}`, yes, 0}, {"contains", `""`, `"anything"`, no, 0},
	}
	for _, c := range cases {
		got := MatchAnswer([]Expected{{Match: c.match, Value: json.RawMessage(c.want), Tolerance: c.tol}}, json.RawMessage(c.got))
		if len(got) != 1 || got[0].OK != c.ok {
			t.Errorf("%s %s with %s: %+v, want %v", c.match, c.want, c.got, got, c.ok)
		}
	}
}

func TestMatchSeveralParts(t *testing.T) {
	expected := []Expected{{Name: "book_title", Match: "text", Value: json.RawMessage(`"Cells"`)}, {Name: "price", Match: "number", Value: json.RawMessage(`25`)}}
	for got, want := range map[string]string{
		`{"book_title":"cells","price":25.0}`:                   "truetrue",
		`{"Book Title":"cells","PRICE":"25 EUR","note":"hi"}`:   "truetrue",
		`"{\"book-title\":\"Cells\",\"price\":25}"`:             "truetrue",
		"```json\n{\"book_title\":\"Cells\",\"price\":25}\n```": "truetrue",
		"Book title: Cells\nPrice: 25":                          "truetrue",
		"- **Book title**: Cells\n- **Price**: $25":             "truetrue",
		`{"answer":{"book_title":"Cells","price":25}}`:          "truetrue",
		`{"book_title":"Cells"}`:                                "truefalse",
		`{"book_title":"Cells","price":null}`:                   "truefalse",
		`"Cells, 25"`:                                           "falsefalse",
		`{"price":25,"Price":26,"book_title":"Cells"}`:          "truetrue",
		`{"PRICE":25,"Price":26,"book_title":"Cells"}`:          "truefalse",
		`["Cells",25]`: "falsefalse",
		`{"book_title":{"price":25},"price":{"book_title":"C"}}`: "falsefalse",
	} {
		parts := MatchAnswer(expected, json.RawMessage(got))
		if s := fmt.Sprint(parts[0].OK) + fmt.Sprint(parts[1].OK); s != want {
			t.Errorf("%s: %s, want %s", got, s, want)
		}
	}
}

// Whatever an agent says, matching must not panic or take long, and what was
// expected must match itself.
func FuzzMatchAnswer(f *testing.F) {
	for _, m := range []string{"text", "number", "date", "set", "list", "contains"} {
		for _, v := range []string{`"a"`, `25`, `"2026-03-02"`, `["a",1]`, `"1,234.5"`, `{"a":"b"}`, `[{"a":1}]`} {
			f.Add(m, v, v)
		}
	}
	f.Fuzz(func(t *testing.T, match, want, got string) {
		if !json.Valid([]byte(want)) {
			return
		}
		e := Expected{Match: match, Value: json.RawMessage(want)}
		MatchAnswer([]Expected{e}, json.RawMessage(got))
		MatchAnswer([]Expected{e, e}, json.RawMessage(got))
		if match != "text" && match != "number" && match != "date" {
			return
		}
		var s string
		if json.Unmarshal([]byte(want), &s) == nil && plain(s) != "" && readText(s) == any(s) {
			if parts := MatchAnswer([]Expected{e}, json.RawMessage(want)); !parts[0].OK {
				t.Errorf("%s %q does not match itself", match, s)
			}
		}
	})
}
