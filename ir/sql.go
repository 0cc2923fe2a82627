package ir

import "github.com/awmc/awmc/ir/diag"

// Statement is one SQL statement with its parameters resolved. In Text every
// parameter is ?1 to ?N and Args[i] is what ?i+1 stands for.
type Statement struct {
	Span diag.Span // of the SQL in the source
	// Name is unique in the environment and names the emitted query method
	// and the sqlc query, for example "placeOrderInsertOrder"; "" for SQL
	// that is not emitted as a method (tasks, data, invariants).
	Name string
	Text string
	Args []Operand
	// SQLC is the text in queries.sql, with sqlc.arg and casts.
	SQLC    string
	Columns []*Column // of the result; empty for plain writes
	Reads   []*Entity
	Writes  []*Entity
	IsWrite bool
}

// Column is one column of a result.
type Column struct {
	Name     string
	GoName   string
	Type     Type
	Nullable bool
	Field    *Field // the table's column it comes from, or nil
}

// Var is a name bound in a tool, a rule, a task or a data block: a
// parameter, a row, a list item or a built-in such as :now.
type Var struct {
	Span     diag.Span
	Name     string // as written after ":"; "actor", "now", "today" for built-ins
	GoName   string // the Go identifier that holds it
	Kind     VarKind
	Type     Type      // for ScalarVar and ParamVar
	Row      []*Column // for RowVar and RowsVar (of each row)
	Nullable bool      // the scalar may be null, or (RowVar) the row may be missing
	Param    *Param    // for ParamVar
}

// VarKind says what a variable holds.
type VarKind int

// The kinds of variables.
const (
	ParamVar  VarKind = iota // a parameter of the tool or rule: Go "in.GoName"
	ScalarVar                // one value
	RowVar                   // one row; operands name a column
	RowsVar                  // a list of rows
	ObjectVar                // an item of a list of objects; operands name a member (in Row)
	ActorVar                 // the key of the signed-in user
	NowVar                   // the clock, a datetime
	TodayVar                 // the clock's date
	FoundVar                 // whether an optional row was found
)

// Operand is a variable, or one column of a variable that is a row.
type Operand struct {
	Span   diag.Span
	Var    *Var
	Column *Column // nil for the whole variable
}

// Expr is an expression that a tool evaluates: *Query for what only SQL can
// say, or one of the forms that are plain Go: *Value, *Constant, *Compare,
// *OneOf, *IsNull, *Logic, *Not.
type Expr interface{ isExpr() }

// Query evaluates SQL: a SELECT of one column.
type Query struct{ *Statement }

// Value is an operand as it is.
type Value struct{ Operand }

// Constant is a literal of the given type.
type Constant struct {
	Type  Type
	Value Literal
}

// Compare compares two values of the same scalar type that cannot be null.
// Op is one of = <> < <= > >=.
type Compare struct {
	Op          string
	Left, Right Expr // *Value or *Constant
}

// OneOf is "x IN (…)" (or NOT IN) over literals; x cannot be null.
type OneOf struct {
	Value   Expr
	Among   []Literal
	Negated bool
}

// IsNull is "x IS NULL" (or IS NOT NULL).
type IsNull struct {
	Value   *Value
	Negated bool
}

// Logic joins conditions with AND or OR.
type Logic struct {
	Or    bool
	Terms []Expr
}

// Not negates a condition that cannot be null.
type Not struct{ Cond Expr }

func (*Query) isExpr()    {}
func (*Value) isExpr()    {}
func (*Constant) isExpr() {}
func (*Compare) isExpr()  {}
func (*OneOf) isExpr()    {}
func (*IsNull) isExpr()   {}
func (*Logic) isExpr()    {}
func (*Not) isExpr()      {}
