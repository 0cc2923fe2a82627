package task

import (
	"slices"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
)

// term is a value made ready for comparing up to a renaming of generated ids.
// It is one of
//
//	lit   a text that must be equal
//	node  a new row that the value refers to
//	num   digits that may be the id of a new row (in a text, or in a column
//	      such as subject_id that is no declared reference)
//	list  parts in order; set: parts in any order
//	none  nothing to compare: generated ids, free columns, unchanged columns
type term struct {
	kind  termKind
	text  string
	node  *row
	id    int64
	parts []term
}

type termKind uint8

const (
	termNone termKind = iota
	termLit
	termNode
	termNum
	termList
	termSet
)

// build makes the terms of all rows. ids are what digits may stand for: the
// generated ids of new rows in both states, or nil to take digits as digits.
// It reports whether there are any such digits.
func (st *state) build(ids map[int64]bool) (nums bool) {
	for _, r := range st.rows {
		if r.deleted() || r.exempt {
			continue
		}
		if r.terms == nil {
			r.terms = make([]term, len(r.columns))
		}
		for i := range r.columns {
			r.terms[i] = st.term(r, i, ids)
			nums = nums || r.terms[i].hasNum()
		}
	}
	return nums
}

func (st *state) term(r *row, i int, ids map[int64]bool) term {
	f, v := r.fields[i], r.change.New[i]
	switch {
	case r.isLoose(i), r.updated() && !r.changed[i]:
		return term{}
	case r.inserted() && r.table.isID(r.columns[i]):
		return term{}
	case f == nil:
		return term{kind: termLit, text: literal(v)}
	case f.FromID != "" && r.table.AutoID:
		return term{}
	case f.Stamped:
		if v == nil {
			return term{kind: termLit, text: "never"}
		}
		return term{kind: termLit, text: "stamped"}
	case v == nil:
		return term{kind: termLit, text: "null"}
	case f.Ref != "":
		if n := st.refers(f, v); n != nil {
			return term{kind: termNode, node: n}
		}
		return term{kind: termLit, text: literal(v)}
	}
	return st.value(f, v, ids)
}

// refers is the new row that a reference leads to, if it is one.
func (st *state) refers(f *core.Field, v any) *row {
	switch x := v.(type) {
	case int64:
		if to := st.schema.tables[f.Ref]; to != nil && (f.RefField == "" || to.isID(f.RefField)) {
			return st.byID[f.Ref][x]
		}
	case string:
		if n := st.byText[x]; n != nil && n.table.Name == f.Ref {
			return n
		}
	}
	return nil
}

func (st *state) value(f *core.Field, v any, ids map[int64]bool) term {
	switch x := v.(type) {
	case int64:
		if namesIDs(f.Name) && ids[x] {
			return term{kind: termNum, text: literal(x), id: x}
		}
	case string:
		if isJSON(f) {
			if d, err := decode([]byte(x)); err == nil {
				t := st.jsonTerm(d, f.Name, ids)
				if f.Set && t.kind == termList {
					t.kind = termSet
				}
				return t
			}
		}
		return st.textTerm(x, ids)
	}
	return term{kind: termLit, text: literal(v)}
}

// plainTerm is a stored value without any renaming.
func plainTerm(f *core.Field, v any) term { return (&state{}).value(f, v, nil) }

// namesIDs reports whether a column or member that is no reference holds ids
// by its name.
func namesIDs(name string) bool {
	return name == "id" || name == "ids" || strings.HasSuffix(name, "_id") || strings.HasSuffix(name, "_ids")
}

func (st *state) jsonTerm(v any, name string, ids map[int64]bool) term {
	switch x := v.(type) {
	case []any:
		t := term{kind: termList, text: "["}
		for _, e := range x {
			t.parts = append(t.parts, st.jsonTerm(e, name, ids))
		}
		return t
	case map[string]any:
		t := term{kind: termList, text: "{"}
		for _, k := range sortedKeys(x) {
			t.parts = append(t.parts, term{kind: termLit, text: k}, st.jsonTerm(x[k], k, ids))
		}
		return t
	case string:
		return st.textTerm(x, ids)
	}
	s := literal(v)
	if id, ok := smallID(s); ok && namesIDs(name) && ids[id] {
		return term{kind: termNum, text: s, id: id}
	}
	return term{kind: termLit, text: s}
}

// textTerm parts a text at texts made from the id of a new row, and at digits
// that may be one.
func (st *state) textTerm(s string, ids map[int64]bool) term {
	if n := st.byText[s]; n != nil {
		return term{kind: termNode, node: n}
	}
	if len(ids) == 0 && len(st.texts) == 0 || !strings.ContainsAny(s, "0123456789") && len(st.texts) == 0 {
		return term{kind: termLit, text: "'" + s}
	}
	var parts []term
	start := 0
	flush := func(end int) {
		if end > start {
			parts = append(parts, term{kind: termLit, text: "'" + s[start:end]})
		}
	}
	for i := 0; i < len(s); {
		if t := st.madeFromID(s, i); t != "" {
			flush(i)
			parts = append(parts, term{kind: termNode, node: st.byText[t]})
			i += len(t)
			start = i
			continue
		}
		if !isDigit(s[i]) {
			i++
			continue
		}
		end := i
		for end < len(s) && isDigit(s[end]) {
			end++
		}
		if id, ok := smallID(s[i:end]); ok && ids[id] {
			flush(i)
			parts = append(parts, term{kind: termNum, text: s[i:end], id: id})
			start = end
		}
		i = end
	}
	flush(len(s))
	if len(parts) == 1 && parts[0].kind == termLit {
		return parts[0]
	}
	return term{kind: termList, text: "'", parts: parts}
}

// madeFromID is the text of a new row's id that stands at s[i:], not as a
// part of a longer number or word.
func (st *state) madeFromID(s string, i int) string {
	if i > 0 && isWord(s[i-1]) && isWord(s[i]) {
		return ""
	}
	for _, t := range st.texts {
		if strings.HasPrefix(s[i:], t) {
			end := i + len(t)
			if end == len(s) || !isWord(s[end]) || !isWord(s[end-1]) {
				return t
			}
		}
	}
	return ""
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isWord(c byte) bool { return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// smallID reads digits as an id.
func smallID(s string) (int64, bool) {
	if s == "" || len(s) > 18 {
		return 0, false
	}
	var n int64
	for i := range len(s) {
		if !isDigit(s[i]) {
			return 0, false
		}
		n = n*10 + int64(s[i]-'0')
	}
	return n, true
}

// equal compares a term of the reference with one of the agent's. A nil
// renaming allows none.
func (t term) equal(u term, m *renaming) bool {
	if t.kind != u.kind {
		return false
	}
	switch t.kind {
	case termLit:
		return t.text == u.text
	case termNode:
		if t.node.exempt || u.node.exempt {
			return t.node.exempt && u.node.exempt && t.node.table == u.node.table
		}
		return m != nil && m.to[t.node.index] == u.node
	case termNum:
		return t.text == u.text || m.mapsID(t.id, u.id)
	case termList:
		return t.text == u.text && slices.EqualFunc(t.parts, u.parts, func(a, b term) bool { return a.equal(b, m) })
	case termSet:
		return len(t.parts) == len(u.parts) && paired(len(t.parts), func(i, j int) bool { return t.parts[i].equal(u.parts[j], m) })
	}
	return true
}

// references calls fn for each new row that the term refers to, with a label
// that says where in the term it stands.
func (t *term) references(label uint64, fn func(n *row, label uint64)) {
	if t.kind == termNode {
		fn(t.node, label)
	}
	for i := range t.parts {
		at := label
		if t.kind == termList {
			at = mix(at, uint64(i))
		}
		t.parts[i].references(at, fn)
	}
}

// nums calls fn for digits in the term that may be an id.
func (t *term) nums(fn func(id int64)) {
	if t.kind == termNum {
		fn(t.id)
	}
	for i := range t.parts {
		t.parts[i].nums(fn)
	}
}

// hasNum reports whether the term holds digits that may be an id.
func (t *term) hasNum() bool {
	has := false
	t.nums(func(int64) { has = true })
	return has
}

// paired reports whether n things can be paired with n others so that ok
// holds for each pair, by looking for free partners along chains.
func paired(n int, ok func(i, j int) bool) bool {
	partner := make([]int, n)
	for j := range partner {
		partner[j] = -1
	}
	tried := make([]bool, n)
	var seek func(i int) bool
	seek = func(i int) bool {
		for j := range n {
			if tried[j] || !ok(i, j) {
				continue
			}
			tried[j] = true
			if partner[j] < 0 || seek(partner[j]) {
				partner[j] = i
				return true
			}
		}
		return false
	}
	for i := range n {
		clear(tried)
		if !seek(i) {
			return false
		}
	}
	return true
}
