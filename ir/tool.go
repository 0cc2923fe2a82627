package ir

import "github.com/awmc/awmc/ir/diag"

// Tool is one operation an agent can call. Short forms (get, list, create,
// update, delete, row, rows) are lowered to steps like any other.
type Tool struct {
	Span   diag.Span
	Name   string
	GoName string
	Doc    string
	Form   string // "do" or the short form it was written in, for statistics
	Params []*Param
	Steps  []Step
	Output *Output

	ReadOnly    bool // no step writes
	Destructive bool // some step deletes or overwrites
	Idempotent  bool

	Cases []*Case
}

// Rule is a sequence of steps shared by tools; it is emitted as a private
// method.
type Rule struct {
	Span   diag.Span
	Name   string
	GoName string
	Doc    string
	Params []*Param
	Steps  []Step
	Output *Output // nil if it returns nothing
	Writes bool
}

// Param is a parameter of a tool or rule, or a member of an object.
type Param struct {
	Span        diag.Span
	Name        string
	GoName      string
	Doc         string
	Type        Type
	Optional    bool
	Default     *Literal // what an omitted parameter means, or nil
	Constraints Constraints
	Ref         *Field // the key or unique field that the value refers to, or nil
	Like        *Field // the field whose type it takes, or nil
}

// Case is a call on the starting data, with what must come of it.
type Case struct {
	Span   diag.Span
	Before []CaseCall // made first; they must succeed
	Args   []NamedTemplate
	Fails  string // an error code, or "" if it must succeed
}

// CaseCall is a call that leads to the state that a case needs.
type CaseCall struct {
	Tool *Tool
	Args []NamedTemplate
}

// Output is the shape of a tool's result: always an object.
type Output struct {
	GoName string // the emitted struct
	Parts  []*Part
	// Flat is true if the result is one row itself rather than named parts.
	// Parts then has one element, of kind PartRow.
	Flat bool
}

// PartKind says what a named part of a result holds.
type PartKind int

// The kinds of parts.
const (
	PartRow    PartKind = iota // an object; null if Optional and missing
	PartRows                   // a list of objects
	PartScalar                 // one value
	PartTrue                   // the constant true ("deleted": true)
)

// Part is one named part of a result.
type Part struct {
	Span    diag.Span
	Name    string
	GoName  string
	Kind    PartKind
	RowType string // Go name of the row's struct, for PartRow and PartRows
	Columns []*Column
	Type    Type    // for PartScalar
	Null    bool    // the row or scalar may be null
	Nested  []*Part // parts of each row of a PartRows, added to its struct
}
