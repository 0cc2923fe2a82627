package ir

import "github.com/awmc/awmc/ir/diag"

// Entity is one table.
type Entity struct {
	Span   diag.Span
	Name   string // the SQL table and the name in env.yaml
	GoName string // the emitted row type, singular where that is plain
	Doc    string
	Fields []*Field // the key fields are among them; a generated id comes first
	Key    []*Field
	AutoID bool // Key is the generated integer "id"

	Unique []*Unique
	Index  [][]*Field
	Checks []*TableCheck
	Flows  []*Flow
}

// Field is one column.
type Field struct {
	Span        diag.Span
	Entity      *Entity
	Name        string
	GoName      string
	Doc         string
	Type        Type
	Optional    bool // NULL is allowed
	Unique      bool
	Constraints Constraints
	Default     *Literal // nil if there is none
	Ref         *Field   // the key field of another entity, or nil
	OnDelete    OnDelete
	FromID      string // template such as "HF-{id:05}", or ""

	// Stamped is true if tools only ever write :now (or :today) here, so
	// that states are compared by whether it is set. Set by analyse.
	Stamped bool
}

// OnDelete is what happens to a row when the row it refers to is deleted.
type OnDelete int

// Restrict is the default.
const (
	Restrict OnDelete = iota
	Cascade
	SetNull
)

// Unique is a composite or partial unique constraint.
type Unique struct {
	Span   diag.Span
	Fields []*Field
	Where  string // SQL condition, or ""
}

// TableCheck is a CHECK over several columns of a row.
type TableCheck struct {
	Span diag.Span
	SQL  string
}

// Flow lists the allowed transitions of one field.
type Flow struct {
	Span  diag.Span
	Field *Field
	From  []Transition // in source order
}

// Transition lists the values that may follow one value.
type Transition struct {
	From string
	To   []string
}
