package ir

import "github.com/awmc/awmc/ir/diag"

// Step is one step of a tool or rule. It is one of the *Step types below.
type Step interface{ isStep() }

// ErrorCode is what a refusal is called at the tool's interface.
type ErrorCode string

// The codes an author may use.
const (
	InvalidArgument    ErrorCode = "invalid_argument"
	NotFound           ErrorCode = "not_found"
	Conflict           ErrorCode = "conflict"
	Forbidden          ErrorCode = "forbidden"
	FailedPrecondition ErrorCode = "failed_precondition"
)

// Refusal is an error an author wrote: a code and a message for the agent.
type Refusal struct {
	Span diag.Span
	// Site is unique in the environment, for example "place_order/3"; "" for
	// refusals that awmc adds and no call need ever meet.
	Site    string
	Code    ErrorCode
	Message Template
	Param   string // the parameter it is about, or ""
	// Default says that awmc added it: for a reference without its row, or as
	// part of a short form.
	Default bool
}

// Template is text with operands in it.
type Template []TemplatePart

// TemplatePart is literal text, or an operand if Operand is not nil.
type TemplatePart struct {
	Text    string
	Operand *Operand
}

// FetchStep reads the row a reference points to when its name is bound. A
// missing row refuses with not_found, unless the reference is null.
type FetchStep struct {
	Span    diag.Span
	Row     *Var // what it binds, a RowVar
	Query   *Statement
	Key     Operand  // what is looked up
	Missing *Refusal // nil if a foreign key makes sure that it exists
}

// LetStep binds the result of a query or an expression.
type LetStep struct {
	Span    diag.Span
	Kind    LetKind
	Var     *Var
	Query   *Statement // for rows
	Expr    Expr       // for LetValue
	Missing *Refusal   // for LetRow
}

// LetKind says which form of let it is.
type LetKind int

// The forms of let.
const (
	LetRow LetKind = iota
	LetOptionalRow
	LetRows
	LetValue
)

// RequireStep refuses unless the condition is true.
type RequireStep struct {
	Span   diag.Span
	Cond   Expr
	Refuse *Refusal
}

// RunStep is a write.
type RunStep struct {
	Span    diag.Span
	Query   *Statement
	Changes *int64   // the number of rows that must change, or nil
	Refuse  *Refusal // what another number gives, when Changes is set
}

// EachStep loops over a list parameter or rows.
type EachStep struct {
	Span diag.Span
	Item *Var
	In   Operand
	Do   []Step
}

// WhenStep branches.
type WhenStep struct {
	Span          diag.Span
	Cond          Expr
	Do, Otherwise []Step
}

// UseStep runs a rule.
type UseStep struct {
	Span diag.Span
	Rule *Rule
	Args []UseArg
	Bind *Var // what the rule returns, or nil; its parts are variables named Bind.part
	// Parts are the variables bound to the parts of the rule's result.
	Parts []*Var
}

// UseArg gives one parameter of a rule its value; a parameter without one
// takes its default, or null.
type UseArg struct {
	Param *Param
	Value Expr
}

// GoStep is a Go function for what SQL can't say.
type GoStep struct {
	Span    diag.Span
	Name    string // as written; binds the outputs as a row
	GoName  string // the emitted function
	In      []GoInput
	Out     *Var // an ObjectVar; its Row lists the outputs
	Body    string
	BodyPos diag.Pos // of the body's first line
	Imports []string // the packages the body uses, sorted
	Site    string
}

// GoInput is one input of a Go step.
type GoInput struct {
	Name     string
	GoName   string
	Type     Type
	Nullable bool
	Value    Expr
}

// ReturnStep gives the result; always the last step where there is one.
type ReturnStep struct {
	Span  diag.Span
	Parts []*ReturnPart // same order as Output.Parts
}

// ReturnPart computes one part of the result: from a query, or from a
// variable that is already there.
type ReturnPart struct {
	Part    *Part
	Query   *Statement
	Var     *Var
	Column  *Column       // with Var: one column of it
	Expr    Expr          // for scalars that are not a Var
	Missing *Refusal      // for a row that must exist
	RowVar  *Var          // names each row inside Nested
	Nested  []*ReturnPart // same order as Part.Nested
	// Count is the query for "total" where the part is a page. It need not run
	// where the page, of up to Limit rows after the first Offset, is not full.
	Count         *Statement
	Limit, Offset *Operand
}

func (*FetchStep) isStep()   {}
func (*LetStep) isStep()     {}
func (*RequireStep) isStep() {}
func (*RunStep) isStep()     {}
func (*EachStep) isStep()    {}
func (*WhenStep) isStep()    {}
func (*UseStep) isStep()     {}
func (*GoStep) isStep()      {}
func (*ReturnStep) isStep()  {}
