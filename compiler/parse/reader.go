package parse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/ir/diag"
)

// reader turns values into the structs of spec.go. Each of its methods reads
// one construct, reports what does not fit, and returns what does.
type reader struct {
	src *source
	ds  *diag.List
	// broken are the entries that were left out because they are not YAML.
	broken []block
}

// truncated says whether what was left out may have been the end of v.
func (r *reader) truncated(v *Value) bool {
	for _, b := range r.broken {
		line := b.from - 1
		for line >= 0 && r.src.empty(line) {
			line--
		}
		if v.Span.End.Line == line+1 {
			return true
		}
	}
	return false
}

// kind says what a text is, and with it how strict YAML must be about it.
type kind int

const (
	word  kind = iota // a name, number or type: a comment behind it is fine
	prose             // words for people: a comment would have cut it
	sql               // SQL: likewise, and null is a word of it
	expr              // a SQL expression without tables: likewise
)

// text reads a scalar. what names it in messages: "the doc of tool x".
func (r *reader) text(v *Value, what string, k kind) Text {
	switch {
	case v == nil || v.bad:
		return Text{}
	case v.Kind == NullValue && v.Scalar.Set && (k == sql || k == expr):
		return v.Scalar
	case v.Kind == NullValue:
		r.empty(v, what)
		return Text{}
	case v.Kind != ScalarValue:
		r.wrongShape(v, what, "a text", textHint(v))
		return Text{}
	case strings.TrimSpace(v.Scalar.Value) == "":
		r.ds.Error(diag.EmptyValue, v.Span, what+" is empty", "write it, or delete the key")
		return Text{}
	}
	if k != word {
		r.comment(v.Scalar)
	}
	if k == expr {
		r.lostQuotes(v.Scalar)
	}
	return v.Scalar
}

// lostQuotes reports a word in quotes where an expression stands: the quotes
// were meant for SQL, but YAML takes them away.
func (r *reader) lostQuotes(t Text) {
	quote, _ := r.src.rune(cursorAt(t.Span.Start))
	if quote != '\'' && quote != '"' || !isName(t.Value) || slices.Contains([]string{"null", "true", "false"}, strings.ToLower(t.Value)) {
		return
	}
	r.ds.Error(diag.TextStart, t.Span, fmt.Sprintf("the quotes around `%s` belong to YAML, so SQL sees a name instead of a text", t.Value),
		fmt.Sprintf("for the text write \"'%s'\", for a parameter or a let \":%s\"", t.Value, t.Value))
}

// comment refuses a comment behind a text.
func (r *reader) comment(t Text) {
	if t.comment.File != "" || !t.comment.Start.IsZero() {
		r.ds.Add(commentCuts(t.comment))
	}
}

// textHint says how text is written that YAML took for something else.
func textHint(v *Value) string {
	switch {
	case v.Kind == MapValue && v.flow:
		return "quote the whole text if it begins with `{`"
	case v.Kind == MapValue:
		return "quote the text: a colon followed by a space makes a map of it"
	case v.flow:
		return "quote the whole text if it begins with `[`"
	default:
		return "write one text; text of several lines stands after `|`"
	}
}

// empty reports a key, or a dash, with nothing behind it.
func (r *reader) empty(v *Value, what string) {
	r.ds.Error(diag.EmptyValue, v.Span, "there is nothing for "+what,
		"write it behind the colon or indented below, or delete the key")
}

// wrongShape reports a value of another shape than the language has there.
func (r *reader) wrongShape(v *Value, what, want, hint string) {
	r.ds.Error(diag.WrongShape, v.Span, fmt.Sprintf("%s is %s, not %s", what, shape(v), want), hint)
}

func shape(v *Value) string {
	switch v.Kind {
	case ListValue:
		return "a list"
	case MapValue:
		return "a map"
	case NullValue:
		return "empty"
	default:
		return "a text"
	}
}

// boolean reads true or false.
func (r *reader) boolean(v *Value, what string) Text {
	t := r.text(v, what, word)
	if t.Set && t.Value != "true" && t.Value != "false" {
		r.ds.Error(diag.BadBoolean, t.Span, fmt.Sprintf("%s is `%s`", what, short(t.Value)), "write `true` or `false`")
		return Text{}
	}
	return t
}

// texts reads a list of texts; a single text is a list of one.
func (r *reader) texts(v *Value, what string, k kind) []Text {
	if v == nil || v.bad {
		return nil
	}
	if v.Kind != ListValue {
		if t := r.text(v, what, k); t.Set {
			return []Text{t}
		}
		return nil
	}
	out := []Text{}
	for _, item := range v.Items {
		if t := r.text(item, "an item of "+what, k); t.Set {
			out = append(out, t)
		}
	}
	return out
}

// named reads a map of texts.
func (r *reader) named(v *Value, what string, k kind) []Named {
	out := []Named{}
	for _, e := range r.mapping(v, what, "write `name: …` for each") {
		if t := r.text(e.Value, fmt.Sprintf("`%s` in %s", e.Key.Value, what), k); t.Set {
			out = append(out, Named{Name: e.Key, Text: t})
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// mapping returns the entries of a map.
func (r *reader) mapping(v *Value, what, hint string) []Entry {
	switch {
	case v == nil || v.bad && v.Kind != MapValue:
		return nil
	case v.Kind == NullValue:
		r.empty(v, what)
		return nil
	case v.Kind != MapValue:
		r.wrongShape(v, what, "a map", hint)
		return nil
	}
	return v.Entries
}

// items returns the items of a list.
func (r *reader) items(v *Value, what, hint string) []*Value {
	switch {
	case v == nil || v.bad && v.Kind != ListValue:
		return nil
	case v.Kind == NullValue:
		r.empty(v, what)
		return nil
	case v.Kind != ListValue:
		r.wrongShape(v, what, "a list", hint)
		return nil
	}
	return v.Items
}
