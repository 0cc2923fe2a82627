package task

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
)

// differences lists what is missing and what should not be there, under the
// closest pairing of new rows.
func differences(ref, got *state, m *renaming) *comparison {
	c := &comparison{}
	for _, r := range ref.rows {
		if r.exempt {
			continue
		}
		n := r.units()
		c.total += n
		a := m.partner(r)
		switch {
		case r.inserted():
			if a == nil {
				c.missing = append(c.missing, r.lacking())
			} else {
				c.have++
			}
		case a != nil && a.exempt:
			c.have += n
		case r.deleted():
			if a != nil && a.deleted() {
				c.have++
			} else {
				c.missing = append(c.missing, r.difference("delete", fmt.Sprintf("%s should be deleted", r.name())))
			}
		default:
			c.have += n - c.update(m, r, a)
		}
	}
	for _, a := range got.rows {
		c.stray(ref, m, a)
	}
	return c
}

// update notes the columns of a row that should have changed and have not, or
// to something else, and returns their number.
func (c *comparison) update(m *renaming, r, a *row) int {
	lacking := 0
	strict := false
	for i := range r.columns {
		if !r.changed[i] || r.isLoose(i) {
			continue
		}
		strict = true
		if a != nil && a.updated() && cellOf(m, r, a, i) == cellEqual {
			continue
		}
		lacking++
		d := r.difference("update", "")
		d.Column = r.columns[i]
		d.Want, d.Got = jsonOf(r.change.New[i]), jsonOf(r.change.Old[i])
		is := "it is " + inWords(r.change.Old[i]) + ", as at the start"
		if a != nil && a.updated() && a.changed[i] {
			d.Got, is = jsonOf(a.change.New[i]), "it is "+inWords(a.change.New[i])
		} else if a != nil && a.deleted() {
			d.Got, is = nil, "the row is deleted"
		}
		d.Text = fmt.Sprintf("%s: %s should be %s; %s", r.name(), d.Column, r.wanted(i), is)
		c.missing = append(c.missing, d)
	}
	if !strict && (a == nil || !a.updated()) {
		lacking++
		c.missing = append(c.missing, r.difference("update", fmt.Sprintf("%s should be changed", r.name())))
	}
	return lacking
}

// wanted is the value that a column should have, in words.
func (r *row) wanted(i int) string {
	f := r.fields[i]
	switch {
	case f != nil && f.Stamped && r.change.New[i] != nil:
		return "stamped anew"
	case r.terms[i].kind == termNode:
		return "a new row of " + r.terms[i].node.table.Name
	}
	return inWords(r.change.New[i])
}

// stray notes what the agent did to a row that no solution does.
func (c *comparison) stray(ref *state, m *renaming, a *row) {
	if a.inserted() {
		if !a.exempt && m.from[a.index] == nil {
			c.unexpected = append(c.unexpected, a.difference("insert", fmt.Sprintf("%s has a new row (%s)", a.table.Name, a.content(a.change.New))))
		}
		return
	}
	r := ref.started[a.key]
	switch {
	case r != nil && (r.exempt || a.exempt):
	case a.deleted():
		if r == nil || !r.deleted() {
			c.unexpected = append(c.unexpected, a.difference("delete", fmt.Sprintf("%s is deleted (%s)", a.name(), a.content(a.change.Old))))
		}
	case r == nil || r.updated():
		for i := range a.columns {
			if !a.changed[i] || r != nil && cellOf(m, r, a, i) != cellUnexpected {
				continue
			}
			d := a.difference("update", fmt.Sprintf("%s: %s is %s and was %s", a.name(), a.columns[i], inWords(a.change.New[i]), inWords(a.change.Old[i])))
			d.Column = a.columns[i]
			d.Want, d.Got = jsonOf(a.change.Old[i]), jsonOf(a.change.New[i])
			c.unexpected = append(c.unexpected, d)
		}
	}
}

func (r *row) lacking() Difference {
	return r.difference("insert", fmt.Sprintf("%s should have a new row (%s)", r.table.Name, r.content(r.change.New)))
}

func (r *row) difference(change, text string) Difference {
	key, err := appendList(nil, r.change.Key)
	if err != nil { // keys are scalars
		key = []byte("null")
	}
	return Difference{Table: r.table.Name, Change: change, Key: key, Text: text}
}

// name is a row as people call it: "books 7".
func (r *row) name() string {
	parts := make([]string, len(r.change.Key))
	for i, k := range r.change.Key {
		parts[i] = inWords(k)
	}
	return r.table.Name + " " + strings.Join(parts, "/")
}

// content is what a row holds, without what is made up for it.
func (r *row) content(values []any) string {
	const most = 8
	var parts []string
	for i, v := range values {
		f := r.fields[i]
		if v == nil || r.table.isID(r.columns[i]) || r.isLoose(i) || f != nil && (f.Stamped || f.FromID != "") {
			continue
		}
		if len(parts) == most {
			parts = append(parts, "…")
			break
		}
		text := inWords(v)
		if i < len(r.terms) && r.terms[i].kind == termNode {
			text = "the new row of " + r.terms[i].node.table.Name
		}
		parts = append(parts, r.columns[i]+" "+text)
	}
	return strings.Join(parts, ", ")
}

// inWords is a value as people read it, cut short.
func inWords(v any) string {
	switch x := v.(type) {
	case nil:
		return "empty"
	case string:
		return `"` + clipTo(x, 60) + `"`
	case []byte:
		return fmt.Sprintf("%d bytes", len(x))
	}
	return literal(v)
}

func jsonOf(v any) json.RawMessage {
	b, err := appendJSON(nil, v)
	if err != nil { // stored values are scalars
		return json.RawMessage("null")
	}
	return b
}

// SameState reports whether two differences from the same start lead to equal
// states: the default comparison, with no freedom that a task gives.
func SameState(env *core.Env, a, b *core.Diff) (bool, error) {
	return sameState(newSchema(env), side{diff: a}, side{diff: b}, nil)
}
