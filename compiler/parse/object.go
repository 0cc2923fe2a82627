package parse

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/awmc/awmc/ir/diag"
)

// object is a map whose keys the language knows.
type object struct {
	r       *reader
	what    string
	span    diag.Span // where a missing key is reported
	entries []Entry   // known keys only
	forms   []string  // keys that one has looked at, and reported if need be
	// bad is set if a mistake in the map has been reported after which it
	// can't be said that a key is missing.
	bad bool
}

// object reads a map with known keys and reports the others.
func (r *reader) object(v *Value, what string, known ...string) object {
	o := object{r: r, what: what}
	if v == nil {
		o.bad = true
		return o
	}
	o.span = v.Span
	o.bad = v.bad || v.Kind != MapValue || r.truncated(v)
	hint := ""
	if o.bad {
		hint = "write it as `key: value` with some of: " + strings.Join(known, ", ")
	}
	for _, e := range r.mapping(v, what, hint) {
		if slices.Contains(known, e.Key.Value) {
			o.entries = append(o.entries, e)
			continue
		}
		o.bad = true
		r.ds.Error(diag.UnknownKey, e.Key.Span, fmt.Sprintf("%s has no key `%s`", what, short(e.Key.Value)),
			keyHint(e.Key.Value, known))
	}
	return o
}

// keyHint names the key that was meant, or all of them.
func keyHint(key string, known []string) string {
	for _, other := range synonyms(key) {
		if slices.Contains(known, other) {
			return fmt.Sprintf("write `%s`", other)
		}
	}
	if near := diag.Nearest(key, known); near != "" {
		return fmt.Sprintf("did you mean `%s`?", near)
	}
	return "the keys here are: " + strings.Join(known, ", ")
}

// synonyms returns the keys of this language for those of others.
func synonyms(key string) []string {
	switch strings.ToLower(strings.ReplaceAll(key, "-", "_")) {
	case "description", "desc", "comment", "documentation", "docs", "help":
		return []string{"doc", "summary"}
	case "parameters", "args", "arguments", "inputs", "input":
		return []string{"params", "in", "with", "call"}
	case "output", "outputs", "result", "returns":
		return []string{"return", "out"}
	case "nullable", "required":
		return []string{"optional"}
	case "values", "one_of", "options", "choices":
		return []string{"enum", "pick"}
	case "references", "foreign_key", "fk":
		return []string{"ref"}
	case "primary_key", "pk":
		return []string{"key"}
	case "minimum", "gte":
		return []string{"min"}
	case "maximum", "lte":
		return []string{"max"}
	case "minlength", "min_len":
		return []string{"min_length"}
	case "maxlength", "max_len":
		return []string{"max_length"}
	case "regex", "regexp", "format", "match":
		return []string{"pattern"}
	case "ondelete":
		return []string{"on_delete"}
	case "indexes", "indices":
		return []string{"index"}
	case "checks", "constraints":
		return []string{"check"}
	case "transitions", "states":
		return []string{"flow"}
	case "if":
		return []string{"when", "require"}
	case "else":
		return []string{"otherwise"}
	case "then", "steps", "body":
		return []string{"do", "body"}
	case "for", "foreach", "for_each", "loop":
		return []string{"each"}
	case "assert", "ensure", "check_that":
		return []string{"require"}
	case "exec", "execute", "sql", "query", "write":
		return []string{"run", "row"}
	case "var", "variable", "set_var":
		return []string{"let"}
	case "call", "invoke", "include":
		return []string{"use"}
	case "maybe_row", "row_optional":
		return []string{"optional row"}
	case "tables", "models", "schema":
		return []string{"entities"}
	case "columns":
		return []string{"fields"}
	case "seed", "fixtures":
		return []string{"data"}
	case "instructions", "rules_text":
		return []string{"policy"}
	case "prompt", "request", "question", "instruction":
		return []string{"ask"}
	case "solution":
		return []string{"solve"}
	case "assertions", "verify", "conditions":
		return []string{"expect"}
	case "limit":
		return []string{"page", "count"}
	case "order", "order_by":
		return []string{"sort", "by"}
	case "error":
		return []string{"fails"}
	case "clock":
		return []string{"now"}
	}
	return nil
}

// get returns the value of a key, nil if it is not there.
func (o object) get(key string) *Value {
	for _, e := range o.entries {
		if e.Key.Value == key {
			return e.Value
		}
	}
	return nil
}

// has says whether a key was written.
func (o object) has(key string) bool { return o.get(key) != nil }

// any says whether one of some keys was written.
func (o object) any(keys ...string) bool { return slices.ContainsFunc(keys, o.has) }

// text reads the text of a key.
func (o object) text(key string, k kind) Text {
	v := o.get(key)
	if v == nil {
		return Text{}
	}
	return o.r.text(v, o.of(key), k)
}

// of names a key in messages.
func (o object) of(key string) string { return "`" + key + "` of " + o.what }

// need reports a key that must be there.
func (o object) need(key, hint string) {
	if !o.bad && !o.has(key) {
		o.r.ds.Error(diag.MissingKey, first(o.span), fmt.Sprintf("%s has no `%s`", o.what, key), hint)
	}
}

// first is the first line of a span, which is enough to say where.
func first(span diag.Span) diag.Span {
	if span.End.Line > span.Start.Line {
		span.End = diag.Pos{}
	}
	return span
}

// one returns which of some keys is there, the first of them if there are
// several, which it reports. It returns false if there is none.
func (o *object) one(keys ...string) (Entry, bool) {
	o.forms = append(slices.Clip(o.forms), keys...)
	var found *Entry
	for i, e := range o.entries {
		if !slices.Contains(keys, e.Key.Value) {
			continue
		}
		if found == nil {
			found = &o.entries[i]
			continue
		}
		o.r.ds.Error(diag.ConflictingKeys, e.Key.Span,
			fmt.Sprintf("%s has both `%s` and `%s`", o.what, found.Key.Value, e.Key.Value),
			"keep one of them",
			diag.Note{Span: found.Key.Span, Message: "the other one"})
	}
	if found == nil {
		return Entry{}, false
	}
	return *found, true
}

// only reports keys that exist but do not belong beside the form that was
// chosen.
func (o object) only(form string, keys ...string) {
	for _, e := range o.entries {
		if !slices.Contains(o.forms, e.Key.Value) && !slices.Contains(keys, e.Key.Value) {
			hint := "delete it, or put it where it belongs"
			if len(keys) > 0 {
				hint = fmt.Sprintf("beside `%s` may stand: %s", form, strings.Join(keys, ", "))
			}
			o.r.ds.Error(diag.MisplacedKey, e.Key.Span,
				fmt.Sprintf("`%s` does not belong beside `%s`", e.Key.Value, form), hint)
		}
	}
}

// short makes a text of the source fit into a message.
func short(s string) string {
	const limit = 100
	if s = strings.Join(strings.Fields(s), " "); utf8.RuneCountInString(s) > limit {
		return string([]rune(s)[:limit-1]) + "…"
	}
	return s
}
