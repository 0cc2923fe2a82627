package parse

import "github.com/awmc/awmc/ir/diag"

// Text is a string of the source with the position of each of its lines, so
// that an offset inside a block of SQL maps back to the file.
type Text struct {
	Value string
	Span  diag.Span
	// Lines[i] is the file position of the first character of line i of
	// Value. It has one entry for each line of a block scalar, one for a
	// plain or quoted one.
	Lines []diag.Pos
	// Quoted is true for a quoted or block scalar, whose type is text
	// whatever it looks like.
	Quoted bool
	// Set is false if the key was not written at all.
	Set bool

	runs    []run     // see At
	comment diag.Span // of a comment directly behind a plain scalar
}

// String returns the value.
func (t Text) String() string { return t.Value }

// Value is any YAML value with its positions, for the parts of the language
// whose shape depends on context. Exactly one of the members that Kind names
// counts.
type Value struct {
	Kind    ValueKind
	Span    diag.Span
	Scalar  Text     // ScalarValue; for NullValue what was written, if anything ("null", "~")
	Items   []*Value // ListValue
	Entries []Entry  // MapValue, in source order

	flow bool // written with [] or {}
	bad  bool // a mistake in it has been reported; its shape means nothing
}

// ValueKind is the shape of a Value.
type ValueKind int

// The shapes of values.
const (
	NullValue ValueKind = iota
	ScalarValue
	ListValue
	MapValue
)

// Entry is one key of a map.
type Entry struct {
	Key   Text
	Value *Value
}

// Get returns the value of a key, or nil.
func (v *Value) Get(key string) *Value {
	if v == nil {
		return nil
	}
	for _, e := range v.Entries {
		if e.Key.Value == key {
			return e.Value
		}
	}
	return nil
}

// Env is one env.yaml file, as written.
type Env struct {
	Path     string
	Source   []byte
	Span     diag.Span
	Awmc     Text
	Name     Text
	Title    Text
	Summary  Text
	Category Text
	Now      Text
	Actor    Text
	Policy   Text

	Entities   []*Entity
	Views      []Named // name → SQL
	Invariants []Named
	Rules      []*Rule
	Data       []*Data
	Then       []Text // data.then
	Tools      []*Tool
	Tasks      []*Task
}

// Named is a name with a text, such as a view.
type Named struct {
	Name Text
	Text Text
}

// Entity is one entry of entities.
type Entity struct {
	Name    Text
	Doc     Text
	Key     []Text // empty for the generated id
	KeySpan diag.Span
	Fields  []*Member
	Index   [][]Text
	Unique  []*Unique
	Check   []Text
	Flow    []*Flow
}

// Unique is an entry of an entity's unique list; a bare list of fields has
// no Where.
type Unique struct {
	Span   diag.Span
	Fields []Text
	Where  Text
}

// Flow is one field's transitions.
type Flow struct {
	Field Text
	From  []FlowFrom
}

// FlowFrom is one value and those that may follow it.
type FlowFrom struct {
	Value Text
	Next  []Text
}

// Member is a field of an entity, a parameter, or a member of an object: a
// name and a type with constraints. A bare type ("optional text") sets Type
// only.
type Member struct {
	Name Text
	Span diag.Span // of the value

	Type     Text // "optional text", or "" if another key says it
	Optional Text // "true" or "false"
	Doc      Text

	Enum     []*Value // values, or
	EnumFrom Text     // entity.field
	Ref      Text     // entity, or entity.field
	Row      Text     // with Ref: the view that gives the row
	OnDelete Text     // cascade, restrict, "set null"
	Like     Text     // entity.field
	FromID   Text
	Unique   Text
	Set      Text
	Default  *Value

	Min, Max, MinLength, MaxLength Text
	Pattern                        Text

	List    *Member   // element type, Name unset
	Objects []*Member // members of each element
	Object  []*Member // members
}

// Data is one entry of data.
type Data struct {
	Entity   Text
	Columns  []Text
	Rows     []*Value // maps, or lists under Columns
	Generate []*Generate
	Then     Text
}

// Generate is one block of generated rows.
type Generate struct {
	Span   diag.Span
	Count  *Value // number, [low, high] or {sql: …}; nil means 1 with Each
	Each   Text   // "x in ENTITY"
	Fields []Entry
}

// Rule is one entry of rules.
type Rule struct {
	Name   Text
	Doc    Text
	Params []*Member
	Do     []*Step
}

// Tool is one entry of tools: a short form (the key that names the form is
// in Form and its value in Of), "row", "rows" or "do".
type Tool struct {
	Name Text
	Span diag.Span
	Form Text // get, list, create, update, delete, row, rows, do
	Of   Text // the entity, for the five entity forms
	SQL  Text // for row and rows

	Doc    Text
	Params []*Member
	Own    Text
	Only   []Text
	Set    []Entry // field → expression

	Filter   []Named // for rows: parameter → condition
	FilterBy []Text  // for list: fields
	Search   []Text
	Range    []Text
	Sort     []Text
	Page     *Value   // number or {default, max}; nil for none
	Missing  *Refusal // for row

	Do    []*Step
	Cases []*Case
}

// Refusal is an error code with its message, as written beside a step.
type Refusal struct {
	Code    Text
	Message Text
	Default bool // nobody wrote it: a short form has it
}

// Case is one entry of cases.
type Case struct {
	Span   diag.Span
	Before []*Call // made first; neither loops nor "as"
	Call   []Entry
	Fails  Text
}

// Step is one step of do. Kind is the key that names the form.
type Step struct {
	Span diag.Span
	Kind StepKind
	Name Text // let, go, each item, or the "as" of use

	SQL     Text // row, optional row, rows, run
	Expr    Text // value, require, when
	Refusal *Refusal
	Changes Text

	In        Text // each: what it runs over, without ":"
	Do        []*Step
	Otherwise []*Step

	Use  []Text
	With []Entry

	GoIn  []Entry   // go: name → expression
	GoOut []*Member // go: name → type
	Body  Text

	Return []*Return
}

// StepKind is the form of a step.
type StepKind int

// The forms of steps.
const (
	LetRow StepKind = iota
	LetOptionalRow
	LetRows
	LetValue
	Require
	Run
	EachStep
	When
	Use
	Go
	ReturnStep
)

// Return is one named part of a return.
type Return struct {
	Name     Text
	Span     diag.Span
	Kind     ReturnKind
	SQL      Text   // row, rows
	Optional bool   // "optional row"
	Expr     Text   // value; get: the expression of a key of one field
	Get      Text   // entity
	Keys     []Text // get: the expressions of a key of several fields
	Let      Text   // name of a let (optionally with a column), without ":"
	With     []*Return
	Refusal  *Refusal
}

// ReturnKind says how a part is given.
type ReturnKind int

// The kinds of return parts.
const (
	ReturnRow ReturnKind = iota
	ReturnRows
	ReturnValue
	ReturnGet
	ReturnLet
)

// Task is one entry of tasks.
type Task struct {
	Name  Text
	Span  diag.Span
	Ask   Text
	Actor Text
	Split Text
	Given []Entry

	Solve     []*Call
	AlsoSolve []*Episode
	Wrong     []*Episode

	Expect       []Named
	MayChange    []Entry
	MayChangeSet bool
	Free         []Entry
	InOrder      []Text
	Ordered      Text // words of Ask that fix the order of the calls
	Answer       *Value
}

// Call is one call of a solution, or an each over calls.
type Call struct {
	Span diag.Span
	Tool Text
	Args []Entry
	As   Text

	Each Text // "x in list", never ":list"; then Do counts
	Do   []*Call
}

// Episode is one entry of also_solve or wrong. An entry of also_solve may be
// a bare list of calls.
type Episode struct {
	Span   diag.Span
	Name   Text
	Why    Text
	Calls  []*Call
	Answer *Value
}
