package analyse

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// scope is the names bound at one place of a tool or rule.
type scope struct {
	outer *scope
	fn    *routine
	names map[string]*binding
	order []string
	// known are values that a require or when before has shown not to be
	// null.
	known []narrowed
}

// shown is everything that is known not to be null here.
func (s *scope) shown() []narrowed {
	var out []narrowed
	for ; s != nil; s = s.outer {
		out = append(out, s.known...)
	}
	return out
}

func (s *scope) inner() *scope { return &scope{outer: s, fn: s.fn, names: map[string]*binding{}} }

func (s *scope) bind(b *binding) {
	s.names[b.name] = b
	s.order = append(s.order, b.name)
	s.fn.bindings = append(s.fn.bindings, b)
}

func (s *scope) lookup(name string) *binding {
	for ; s != nil; s = s.outer {
		if b := s.names[name]; b != nil {
			return b
		}
	}
	return nil
}

// all lists the names in scope, innermost first, the built-ins last.
func (s *scope) all() []string {
	var out []string
	for c := s; c != nil; c = c.outer {
		out = append(out, c.order...)
	}
	return append(out, "actor", "now", "today")
}

// binding is one name and what it stands for.
type binding struct {
	name string
	what string // "parameter", "let", … for messages
	span diag.Span
	// self is what the bare name is in SQL; nil if it is no single value.
	self *ir.Operand
	val  value
	// selfOf, if set, gives self when it is first asked for.
	selfOf func() (ir.Operand, value)
	// shown is what the bare name is in a message: what the agent passed.
	shown *ir.Operand
	// row gives the columns behind a dot; nil if there are none.
	row *rowBinding
	// list is the elements, for each.
	list *listBinding
	// parts are the parts of a rule's result.
	parts map[string]*binding
	found *ir.Var // of an optional row
	// itemVar is the variable of a loop's item.
	itemVar *ir.Var
	used    bool
	// matters is true if binding the name does something by itself, such as
	// writing or refusing, so that it may stay unused.
	matters bool
	broken  bool // its own mistake is reported; nothing is known of it
}

// listBinding is a list that a loop can run over.
type listBinding struct {
	in   ir.Operand
	elem ir.Type      // of a list parameter or column
	item *ir.Param    // its element, with what it refers to; may be nil
	rows []*ir.Column // of rows
	path string       // for the parameter of a refusal: "items"
}

// rowBinding is a row whose columns can be named.
type rowBinding struct {
	fn    *routine
	v     *ir.Var
	name  string // how it is reached: "order_id.customer_id"
	find  func(name string) *ir.Column
	own   []*ir.Column // the columns as they are where an optional row is there
	names func() []string
	point *fetchPoint
	refs  map[string]*rowBinding // rows that its columns refer to
	// selfOf gives columns that stand for the key of what they refer to.
	selfOf map[string]func() (ir.Operand, value)
}

// resolve makes a scope a resolver.
func (s *scope) resolve(path []string, at diag.Span) (resolved, bool) {
	op, v, ok := s.operand(path, at)
	if !ok {
		return resolved{}, false
	}
	return operand(op, v), true
}

// operand finds what a path stands for.
func (s *scope) operand(path []string, at diag.Span) (ir.Operand, value, bool) {
	a := s.fn.a
	b := s.lookup(path[0])
	if b == nil {
		return s.builtin(path, at)
	}
	b.used = true
	if b.broken {
		s.fn.consequence = true
		return ir.Operand{}, unknown(), false
	}
	if len(path) == 1 {
		if b.selfOf != nil {
			op, v := b.selfOf()
			op.Span = at
			return op, v, true
		}
		if b.self == nil {
			a.err(diag.RowAsValue, at, fmt.Sprintf("`:%s` is %s, not a single value", path[0], b.shape()), b.valueHint())
			return ir.Operand{}, unknown(), false
		}
		op := *b.self
		op.Span = at
		return op, b.val, true
	}
	return s.member(b, path, 1, at)
}

// shape says what a binding without a single value is.
func (b *binding) shape() string {
	switch {
	case b.parts != nil:
		return "the result of a rule"
	case b.list != nil:
		return "a list of rows"
	}
	return "a row"
}

func (b *binding) valueHint() string {
	switch {
	case b.parts != nil:
		for _, name := range sortedKeys(b.parts) {
			return fmt.Sprintf("name a part of it, such as `:%s.%s`", b.name, name)
		}
	case b.list != nil:
		return fmt.Sprintf("run over it: `each: item in :%s`", b.name)
	case b.row != nil:
		if names := b.row.names(); len(names) > 0 {
			return fmt.Sprintf("name a column, such as `:%s.%s`", b.name, names[0])
		}
	}
	return "name a column of it"
}

// member follows path[n:] from a binding.
func (s *scope) member(b *binding, path []string, n int, at diag.Span) (ir.Operand, value, bool) {
	a := s.fn.a
	if b.parts != nil {
		part := b.parts[path[n]]
		if part == nil {
			a.unknownMember(path, n, sortedKeys(b.parts), at)
			return ir.Operand{}, unknown(), false
		}
		if n == len(path)-1 {
			if part.self == nil {
				a.err(diag.RowAsValue, at, fmt.Sprintf("`:%s` is %s, not a single value", strings.Join(path, "."), part.shape()), part.valueHint())
				return ir.Operand{}, unknown(), false
			}
			op := *part.self
			op.Span = at
			return op, part.val, true
		}
		return s.member(part, path, n+1, at)
	}
	if b.found != nil && path[n] == "found" && n == len(path)-1 {
		return ir.Operand{Span: at, Var: b.found}, value{typ: ir.Boolean}, true
	}
	if b.row == nil {
		if b.list != nil {
			a.err(diag.RowAsValue, at, fmt.Sprintf("`:%s` is a list, so `:%s` does not say of which row", strings.Join(path[:n], "."), strings.Join(path, ".")), b.valueHint())
		} else {
			a.err(diag.NoColumns, at, fmt.Sprintf("`:%s` is a single value, which has no columns", strings.Join(path[:n], ".")), columnsHint(b))
		}
		return ir.Operand{}, unknown(), false
	}
	return b.row.follow(path, n, at)
}

func columnsHint(b *binding) string {
	if b.what == "parameter" {
		return fmt.Sprintf("make it a reference, `%s: {ref: ENTITY}`, and it gives its row", b.name)
	}
	return "bind a row with `row` and name its columns"
}

// follow finds path[n:] in a row, reading other rows that it refers to.
func (r *rowBinding) follow(path []string, n int, at diag.Span) (ir.Operand, value, bool) {
	a := r.fn.a
	col := r.find(path[n])
	if col == nil {
		a.unknownMember(path, n, r.names(), at)
		return ir.Operand{}, unknown(), false
	}
	v := a.valueOf(col)
	if n == len(path)-1 {
		if self := r.selfOf[path[n]]; self != nil {
			op, v := self()
			op.Span = at
			return op, v, true
		}
		return ir.Operand{Span: at, Var: r.v, Column: col}, v, true
	}
	ref := v.reference()
	if ref == nil {
		a.err(diag.NoColumns, at, fmt.Sprintf("`:%s` refers to nothing, so it has no columns", strings.Join(path[:n+1], ".")),
			"only what is a `ref` has columns behind it")
		return ir.Operand{}, unknown(), false
	}
	if ref.broken {
		r.fn.consequence = true
		return ir.Operand{}, unknown(), false
	}
	next := r.refs[path[n]]
	if next == nil {
		key := ir.Operand{Span: at, Var: r.v, Column: col}
		next = r.fn.fetch(r.point, key, *ref, col.Nullable, r.name+"."+path[n])
		r.refs[path[n]] = next
	}
	return next.follow(path, n+1, at)
}

// valueOf is the value of a column, with what it refers to.
func (a *analyser) valueOf(c *ir.Column) value {
	v := columnValue(c)
	if ref, ok := a.colRefs[c]; ok {
		v.ref = &ref
	}
	return v
}

// builtin finds :actor, :now and :today.
func (s *scope) builtin(path []string, at diag.Span) (ir.Operand, value, bool) {
	a, f := s.fn.a, s.fn
	var v *ir.Var
	switch path[0] {
	case "now":
		v = nowVar
	case "today":
		v = todayVar
	case "actor":
		if a.env.Actor == nil {
			a.err(diag.NoActor, at, "nobody is signed in, so there is no `:actor`", "add `actor: ENTITY/KEY` at the top of the file")
			return ir.Operand{}, unknown(), false
		}
		v = f.actor()
	default:
		a.unknownName(path[0], at, s.all())
		return ir.Operand{}, unknown(), false
	}
	val := value{typ: v.Type}
	if path[0] == "actor" {
		val.ref = &reference{field: a.env.Actor.Entity.Key[0]}
	}
	if len(path) == 1 {
		return ir.Operand{Span: at, Var: v}, val, true
	}
	if path[0] != "actor" {
		a.err(diag.NoColumns, at, fmt.Sprintf("`:%s` is a single value, which has no columns", path[0]), "write `:"+path[0]+"`, or call a function on it")
		return ir.Operand{}, unknown(), false
	}
	if f.actorRow == nil {
		f.actorRow = f.fetch(f.entry, ir.Operand{Span: at, Var: v}, *val.ref, false, "actor")
	}
	return f.actorRow.follow(path, 1, at)
}
