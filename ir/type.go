package ir

import "github.com/awmc/awmc/ir/diag"

// Type is the type of a field, a parameter or a column. It is one of
// Scalar, JSON, List and Object.
type Type interface{ isType() }

// Scalar is a single value.
type Scalar int

// The scalar types of the language and what SQLite stores for them.
const (
	Text     Scalar = iota // TEXT
	Integer                // INTEGER, 64 bits
	Real                   // REAL
	Boolean                // INTEGER 0 or 1
	Date                   // TEXT "YYYY-MM-DD"
	DateTime               // TEXT "YYYY-MM-DD HH:MM:SS", UTC
	Time                   // TEXT "HH:MM:SS"
)

// JSON is any JSON value whose shape is not declared.
type JSON struct{}

// List is a list of scalars or of objects. In a table it is stored as
// canonical JSON text.
type List struct {
	Elem Type // Scalar or *Object
	// Item is the element as a parameter, with its constraints and its
	// reference; nil for objects and for a scalar that has neither.
	Item *Param
	Set  bool // order does not matter when states are compared
}

// Object is one object with declared members. In a table it is stored as
// canonical JSON text.
type Object struct {
	GoName string // the emitted struct type
	Fields []*Param
}

func (Scalar) isType()  {}
func (JSON) isType()    {}
func (*List) isType()   {}
func (*Object) isType() {}

// String returns the type's name in the language.
func (s Scalar) String() string {
	return [...]string{"text", "integer", "real", "boolean", "date", "datetime", "time"}[s]
}

// Literal is a constant of a scalar type: string (text, date, datetime,
// time), int64, float64, bool, or nil for null.
type Literal struct {
	Span  diag.Span
	Value any
}

// Constraints limit the values of a field or a parameter. Min and Max apply
// to numbers, dates and times by value, and to lists by length.
type Constraints struct {
	Min, Max             *Literal
	MinLength, MaxLength *int64 // code points
	Pattern              string // RE2, must match the whole text; "" for none
	Enum                 []string
}
