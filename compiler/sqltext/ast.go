package sqltext

// Range is a stretch of the text in bytes, End exclusive.
type Range struct{ Start, End int }

// Span returns the range itself; it makes every node that embeds a Range a
// Node.
func (r Range) Span() Range { return r }

// Node is any part of a statement.
type Node interface{ Span() Range }

// Expr is an expression: one of the types below.
type Expr interface {
	Node
	isExpr()
}

// Ident is an identifier at a place; Text is without its quotes.
type Ident struct {
	Range
	Text   string
	Quoted bool // in quotes, whichever kind
}

// LiteralKind is the kind of a literal.
type LiteralKind uint8

// The kinds of literals.
const (
	NullLit LiteralKind = iota
	IntegerLit
	RealLit
	StringLit
	BlobLit
	BooleanLit // TRUE or FALSE
)

// Lit is a literal. Text is the value: of a string without its quotes.
type Lit struct {
	Range
	Kind LiteralKind
	Text string
}

// ParamExpr is a parameter; Path is its name and the columns behind it.
type ParamExpr struct {
	Range
	Path []string
}

// ColumnExpr is a reference to a column.
type ColumnExpr struct {
	Range
	Schema, Table *Ident // nil where not written
	Name          Ident
}

// UnaryExpr is "- x", "+ x", "~ x" or "NOT x"; Op is in capitals.
type UnaryExpr struct {
	Range
	Op string
	X  Expr
}

// BinaryExpr is "a op b"; Op is in capitals, with "==" as "=" and "!=" as
// "<>". LIKE, GLOB, REGEXP and MATCH may be negated and have an escape.
type BinaryExpr struct {
	Range
	Op     string
	OpAt   Range
	Not    bool
	L, R   Expr
	Escape Expr
}

// BetweenExpr is "x [NOT] BETWEEN low AND high".
type BetweenExpr struct {
	Range
	X, Low, High Expr
	Not          bool
}

// InExpr is "x [NOT] IN (list)", "(select)" or a table or table function.
type InExpr struct {
	Range
	X      Expr
	Not    bool
	List   []Expr
	Select *Select
	Table  *TableRef
}

// NullTest is "x IS [NOT] NULL" in any of its spellings.
type NullTest struct {
	Range
	X   Expr
	Not bool
}

// FuncExpr is a call of a function.
type FuncExpr struct {
	Range
	Name     Ident
	Args     []Expr
	Star     bool // count(*)
	Distinct bool
	OrderBy  []OrderTerm // inside the parentheses
	Filter   Expr
	Over     bool // a window function
	// Window holds the expressions of the window's definition.
	Window []Expr
}

// CastExpr is "CAST(x AS type)".
type CastExpr struct {
	Range
	X    Expr
	Type Ident
}

// CaseExpr is a CASE; X is nil for the searched form.
type CaseExpr struct {
	Range
	X     Expr
	Whens []When
	Else  Expr
}

// When is one branch of a CASE.
type When struct{ Cond, Then Expr }

// ExistsExpr is "EXISTS (select)"; its negation is a UnaryExpr.
type ExistsExpr struct {
	Range
	Select *Select
}

// SubqueryExpr is a SELECT in parentheses.
type SubqueryExpr struct {
	Range
	Select *Select
}

// ParenExpr is an expression in parentheses, or a row value if there are
// several.
type ParenExpr struct {
	Range
	List []Expr
}

// CollateExpr is "x COLLATE name".
type CollateExpr struct {
	Range
	X    Expr
	Name Ident
}

// KeywordExpr is CURRENT_DATE, CURRENT_TIME, CURRENT_TIMESTAMP or RAISE(…).
type KeywordExpr struct {
	Range
	Word string
}

func (*Lit) isExpr()          {}
func (*ParamExpr) isExpr()    {}
func (*ColumnExpr) isExpr()   {}
func (*UnaryExpr) isExpr()    {}
func (*BinaryExpr) isExpr()   {}
func (*BetweenExpr) isExpr()  {}
func (*InExpr) isExpr()       {}
func (*NullTest) isExpr()     {}
func (*FuncExpr) isExpr()     {}
func (*CastExpr) isExpr()     {}
func (*CaseExpr) isExpr()     {}
func (*ExistsExpr) isExpr()   {}
func (*SubqueryExpr) isExpr() {}
func (*ParenExpr) isExpr()    {}
func (*CollateExpr) isExpr()  {}
func (*KeywordExpr) isExpr()  {}

// Statement is one statement: exactly one of the members is set.
type Statement struct {
	Range
	Select *Select
	Insert *Insert
	Update *Update
	Delete *Delete
}

// Select is a whole SELECT, with its WITH and everything after the last core.
type Select struct {
	Range
	With    *With
	Cores   []*Core
	Ops     []string // between the cores: UNION, UNION ALL, INTERSECT, EXCEPT
	OrderBy []OrderTerm
	Limit   Expr
	Offset  Expr
	// BodyEnd is the offset behind the last core: where ORDER BY begins or
	// would begin.
	BodyEnd int
}

// With is a WITH clause.
type With struct {
	Range
	Recursive bool
	Tables    []*CTE
}

// CTE is one table of a WITH clause.
type CTE struct {
	Range
	Name         Ident
	Columns      []Ident
	Materialized Range // of [NOT] MATERIALIZED; zero if not written
	Select       *Select
}

// Core is one SELECT between compound operators, or a VALUES list.
type Core struct {
	Range
	Distinct bool
	Results  []Result
	From     []*TableRef
	Where    Expr
	GroupBy  []Expr
	Having   Expr
	Window   []Expr // the expressions in a WINDOW clause
	Values   [][]Expr
}

// Result is one result of a SELECT or of RETURNING: an expression, "*" or
// "table.*".
type Result struct {
	Range
	Expr  Expr
	Star  bool
	Table *Ident // of table.*
	Alias *Ident
}

// JoinKind is how a table is joined to those before it.
type JoinKind uint8

// The kinds of joins.
const (
	FirstTable JoinKind = iota
	CommaJoin
	InnerJoin
	CrossJoin
	LeftJoin
	RightJoin
	FullJoin
)

// TableRef is one table of a FROM clause. Exactly one of Name, Select and
// Group says what it is.
type TableRef struct {
	Range
	Join    JoinKind
	JoinAt  Range // of the join's words, or of the comma
	Natural bool
	Schema  *Ident
	Name    *Ident
	IsFunc  bool // a table-valued function, with Args
	Args    []Expr
	Select  *Select
	Group   []*TableRef // tables in parentheses
	Alias   *Ident
	On      Expr
	Using   []Ident
}

// OrderTerm is one term of ORDER BY.
type OrderTerm struct {
	Range
	Expr Expr
	Desc bool
}

// Insert is an INSERT or REPLACE.
type Insert struct {
	Range
	With      *With
	Or        string // REPLACE, IGNORE, … in capitals
	Schema    *Ident
	Table     Ident
	Alias     *Ident
	Columns   []Ident // empty if not written
	Source    *Select // nil for DEFAULT VALUES
	Upserts   []Upsert
	Returning []Result
}

// Upsert is one ON CONFLICT clause.
type Upsert struct {
	Range
	Target  []Expr
	Where   Expr
	Nothing bool
	Set     []Assignment
	Only    Expr // WHERE of DO UPDATE
}

// Update is an UPDATE.
type Update struct {
	Range
	With      *With
	Or        string
	Schema    *Ident
	Table     Ident
	Alias     *Ident
	Set       []Assignment
	From      []*TableRef
	FromAt    Range
	Where     Expr
	Returning []Result
}

// Assignment is one "column = value"; several columns take a row value.
type Assignment struct {
	Range
	Columns []Ident
	Value   Expr
}

// Delete is a DELETE.
type Delete struct {
	Range
	With      *With
	Schema    *Ident
	Table     Ident
	Alias     *Ident
	Where     Expr
	Returning []Result
}
