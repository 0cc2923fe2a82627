// Package core is what a generated environment stands on: the description of
// an environment (entities, data, tools, tasks), typed values, typed errors,
// and the session in which tools run their queries. It imports the standard
// library only and takes a database that package store has opened, so that a
// vendored environment brings nothing with it.
package core

import (
	"context"
	"encoding/json"
)

// Env describes one environment. The generated function Env returns it; it
// is read-only once made and may be shared by any number of sessions.
type Env struct {
	Name     string
	Title    string
	Summary  string
	Category string
	Policy   string
	Source   string // path of the env.yaml it was compiled from, for messages
	Now      DateTime
	Actor    *Actor

	Schema          string // DDL; references are DEFERRABLE INITIALLY DEFERRED, see Session.Write
	ViewsUseSession bool   // some view reads the session table
	Data            []byte // data.json: a Plan
	Entities        []Entity
	Views           []View
	Invariants      []Check
	Tools           []Tool
	Rules           []RuleInfo
	Tasks           []Task
	Statements      []Statement
}

// Actor is the signed-in user: the key of a row. Key is an int64 or a string.
type Actor struct {
	Entity string
	Key    any
}

// View is a named query of the schema.
type View struct {
	Name    string
	Columns []string
	Line    int
}

// Entity describes one table for comparing, exploring and showing it.
type Entity struct {
	Name   string
	Doc    string
	Key    []string // key columns
	AutoID bool     // the key is the generated integer "id"
	Fields []Field
	Unique [][]string // sets of columns that are unique together, without partial ones
	Flows  []Flow
	Line   int
}

// Field describes one column.
type Field struct {
	Name     string
	Type     Kind
	Optional bool
	Unique   bool
	Ref      string // entity it refers to, or ""
	RefField string // column of that entity, or ""
	Enum     []string
	Min, Max any    // bounds of numbers, dates and times, or nil
	Set      bool   // a JSON list whose order does not matter
	Stamped  bool   // only ever written from the clock
	FromID   string // template of a text made from the row's id, or ""
	Default  any    // nil for none
	Doc      string
}

// Flow lists a field's allowed transitions.
type Flow struct {
	Field string
	Next  map[string][]string
}

// Check is a named SELECT of one value that must be true.
type Check struct {
	Name string
	SQL  SQL
	Line int
}

// SQL is a statement with numbered parameters; Args[i] is the path of ?i+1,
// for example "now", "actor", "book.id".
type SQL struct {
	Text string   `json:"sql"`
	Args []string `json:"args,omitempty"`
}

// Statement is one query a tool runs, for coverage and diagnostics.
type Statement struct {
	Name string
	Tool string // the tool or rule it belongs to
	Text string
	Line int
}

// Site is one refusal.
type Site struct {
	Name string // as in Error.Site
	Code Code
	Line int
	// Default says that awmc added it; the author wrote the others.
	Default bool
}

// RuleInfo describes a rule for coverage.
type RuleInfo struct {
	Name  string
	Line  int
	Sites []Site
}

// Tool describes one tool and calls it.
type Tool struct {
	Name        string
	Title       string
	Doc         string
	Form        string // "do", "get", "list", …
	Params      []Param
	Output      Type // an object
	ReadOnly    bool
	Destructive bool
	Idempotent  bool
	Reads       []string // tables
	Writes      []string
	Sites       []Site   // its own refusals; those of rules are in RuleInfo
	Uses        []string // rules
	Cases       []Case
	Line        int

	// Call checks and converts the arguments, runs the tool in one
	// transaction and returns its result as a JSON object. The error is an
	// *Error.
	Call func(ctx context.Context, s *Session, args json.RawMessage) (json.RawMessage, error) `json:"-"`
}

// Case is a call on the starting data, with what must come of it.
type Case struct {
	Before []CaseCall                 // made first; they must succeed
	Args   map[string]json.RawMessage // values, or {"sql": …, "args": …}
	Fails  Code                       // "" if it must succeed
	Line   int
}

// CaseCall is a call that leads to the state that a case needs; its Args are
// like a case's.
type CaseCall struct {
	Tool string
	Args map[string]json.RawMessage
}

// Param is a parameter of a tool or a member of an object.
type Param struct {
	Name     string
	Doc      string
	Type     Type
	Optional bool
	Default  any    // nil for none
	Ref      string // entity whose key (or RefField) the value is, or ""
	RefField string
}

// Kind names a type.
type Kind string

// The kinds of types.
const (
	Text         Kind = "text"
	Integer      Kind = "integer"
	Real         Kind = "real"
	Boolean      Kind = "boolean"
	DateKind     Kind = "date"
	DateTimeKind Kind = "datetime"
	TimeKind     Kind = "time"
	JSONKind     Kind = "json"
	ListKind     Kind = "list"
	ObjectKind   Kind = "object"
)

// Type is the type of a parameter or of a part of a result, with its
// constraints.
type Type struct {
	Kind      Kind
	Nullable  bool    // results only
	Elem      *Type   // of a list
	Fields    []Param // of an object
	Min, Max  any     // int64, float64 or string (dates, times); for lists the number of elements as int64
	MinLength *int
	MaxLength *int
	Pattern   string
	Enum      []string
	Set       bool
	// Ref is, for the element of a list, the entity whose key (or RefField)
	// it is; that of a parameter stands in Param.
	Ref      string
	RefField string
}
