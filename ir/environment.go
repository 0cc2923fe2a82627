// Package ir is the typed intermediate representation of an environment:
// entities, data, tools, checks and tasks, resolved, typed and valid by
// construction. The stages before it report every mistake they find and hand
// on an Environment only when there is none, so the stages after it never
// have to check.
//
// Products are structs, sums are sealed interfaces, references are pointers
// that are already resolved, order is source order, and every node carries
// the span it came from. Go names and SQL names are chosen once, in package
// check. It imports ir/diag only.
package ir

import "github.com/awmc/awmc/ir/diag"

// Environment is one compiled world.
type Environment struct {
	Span     diag.Span
	Name     string // snake_case; the Go package and the MCP server's name
	Title    string
	Summary  string
	Category string
	Policy   string // what the agent is told; may be empty
	Now      string // the clock at the start, "YYYY-MM-DD HH:MM:SS", UTC
	Actor    *Actor // nil if nobody is signed in

	Entities   []*Entity // in source order
	Views      []*View
	Invariants []*Check
	Rules      []*Rule
	Data       []*Fill // in the order in which the tables are filled
	Then       []*Statement
	Tools      []*Tool
	Tasks      []*Task

	// Schema is the complete DDL, in an order SQLite can run.
	Schema string
	// ViewsUseSession is true if a view reads :now, :today or :actor, so
	// that the session table must follow the clock.
	ViewsUseSession bool
}

// Actor is the signed-in user: one row of an entity.
type Actor struct {
	Span   diag.Span
	Entity *Entity
	Key    Literal
}

// View is named SQL, used like a table.
type View struct {
	Span    diag.Span
	Name    string
	GoName  string
	SQL     string // the SELECT, with session parameters replaced
	Columns []*Column
}

// Check is a named condition: one SELECT of one value that must be true.
type Check struct {
	Span diag.Span
	Name string
	SQL  *Statement
}
