package analyse

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// shape is what a path of a template can go into: a value, an object with
// members, or a list. The zero shape is a value of any kind.
type shape struct {
	typ    ir.Type           // of a value
	null   bool              // it may be null
	row    map[string]*shape // members of an object
	order  []string
	elem   *shape // of a list
	column string // the one column of a row that is its value
}

// shapeOf is the shape of what is drawn.
func shapeOf(n *blockName) *shape {
	switch n.v.Kind {
	case ir.RowsVar:
		if len(n.cols) == 1 {
			e := typeShape(n.cols[0].Type, n.cols[0].Nullable)
			e.column = n.column
			return &shape{elem: e}
		}
		return &shape{elem: rowShape(n.cols, nil)}
	case ir.RowVar:
		return rowShape(n.cols, nil)
	}
	out := typeShape(n.v.Type, n.v.Nullable)
	out.column = n.column
	return out
}

// rowShape is the shape of a row with further parts.
func rowShape(cols []*ir.Column, parts []*ir.Part) *shape {
	s := &shape{row: map[string]*shape{}}
	for _, c := range cols {
		s.row[c.Name] = typeShape(c.Type, c.Nullable)
		s.order = append(s.order, c.Name)
	}
	for _, p := range parts {
		s.row[p.Name] = partShape(p)
		s.order = append(s.order, p.Name)
	}
	return s
}

func typeShape(t ir.Type, null bool) *shape {
	switch t := t.(type) {
	case *ir.List:
		return &shape{elem: typeShape(t.Elem, false), null: null}
	case *ir.Object:
		s := &shape{row: map[string]*shape{}, null: null}
		for _, f := range t.Fields {
			s.row[f.Name] = typeShape(f.Type, omittable(f))
			s.order = append(s.order, f.Name)
		}
		return s
	case ir.JSON:
		return &shape{null: null}
	}
	return &shape{typ: t, null: null}
}

func partShape(p *ir.Part) *shape {
	switch p.Kind {
	case ir.PartRow:
		s := rowShape(p.Columns, p.Nested)
		s.null = p.Null
		return s
	case ir.PartRows:
		return &shape{elem: rowShape(p.Columns, p.Nested)}
	case ir.PartTrue:
		return &shape{typ: ir.Boolean}
	}
	return typeShape(p.Type, p.Null)
}

// outputShape is the shape of a tool's result.
func outputShape(o *ir.Output) *shape {
	if o == nil {
		return &shape{}
	}
	if o.Flat && len(o.Parts) == 1 {
		return partShape(o.Parts[0])
	}
	s := &shape{row: map[string]*shape{}}
	for _, p := range o.Parts {
		s.row[p.Name] = partShape(p)
		s.order = append(s.order, p.Name)
	}
	return s
}

func (s *shape) words() string {
	switch {
	case s.elem != nil:
		return "a list"
	case s.row != nil:
		return "a row"
	case s.typ != nil:
		return article(typeName(s.typ))
	}
	return "a value"
}

// path follows the path of a template. It returns the path as the runtime
// reaches it (a row of one column is its value), and the shape at its end.
func (s *taskScope) path(path []string, at diag.Span) ([]string, *shape, bool) {
	a := s.a
	s.used[path[0]] = true
	cur := s.shapes[path[0]]
	if cur == nil {
		if !s.broken[path[0]] {
			// Package check reports names that are not there; what is left are
			// those whose own mistake is reported.
			s.broken[path[0]] = true
		}
		return path, nil, false
	}
	out := []string{path[0]}
	for n := 1; n < len(path); n++ {
		word := path[n]
		switch {
		case cur.column != "" && cur.column == word:
			next := *cur
			next.column = ""
			cur = &next
			continue
		case cur.elem != nil:
			if _, err := strconv.Atoi(word); err != nil {
				a.err(diag.TemplatePath, at, fmt.Sprintf("`%s` is a list, so `%s` does not say of which element", strings.Join(path[:n], "."), word),
					fmt.Sprintf("write a number, such as {%s.0.%s}, or repeat the call with `each`", strings.Join(path[:n], "."), word))
				return path, nil, false
			}
			cur = cur.elem
		case cur.row != nil:
			next := cur.row[word]
			if next == nil {
				a.err(diag.TemplatePath, at, fmt.Sprintf("`%s` has no `%s`", strings.Join(path[:n], "."), word), listHint(word, append([]string(nil), cur.order...), "it has"))
				return path, nil, false
			}
			cur = next
		case cur.typ != nil:
			a.err(diag.TemplatePath, at, fmt.Sprintf("`%s` is %s, which has no members", strings.Join(path[:n], "."), cur.words()), "end the path there")
			return path, nil, false
		default: // json of any shape
			return append(out, path[n:]...), &shape{}, true
		}
		out = append(out, word)
	}
	return out, cur, true
}
