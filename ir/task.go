package ir

import "github.com/awmc/awmc/ir/diag"

// Task is one request to an agent and what counts as having met it.
type Task struct {
	Span    diag.Span
	Name    string
	Ask     string // with {given} in it
	Actor   *Actor // nil for the environment's
	HeldOut bool
	Given   []*Given

	Solve     []SolveStep
	AlsoSolve []*Episode
	Wrong     []*Episode

	Expect    []*Check
	MayChange []*Frame // nil: the default comparison; see FrameOnly
	FrameOnly bool     // may_change was written, so it replaces the comparison
	Free      []*Free
	InOrder   []*Field
	Ordered   string // words of Ask that fix the order of the calls, or ""
	Answer    []*AnswerPart
}

// Given is a value drawn for each seed.
type Given struct {
	Span  diag.Span
	Var   *Var
	Gen   Generator
	Where *Statement // makes other draws invalid, or nil
}

// SolveStep is one call, or a loop.
type SolveStep struct {
	Span diag.Span
	Tool *Tool
	Args []NamedTemplate
	As   string // names the result; "" if nothing uses it
	// Each, if set, repeats Do for each item of a given list or of a list in
	// an earlier result.
	Each *SolveEach
}

// SolveEach repeats calls.
type SolveEach struct {
	Var string
	In  string // path: "names" or "x.items"
	Do  []SolveStep
}

// NamedTemplate is an argument: JSON in which strings may hold {paths}.
type NamedTemplate struct {
	Span diag.Span
	Name string
	JSON string
}

// Episode is another way through a task: calls and an answer.
type Episode struct {
	Span   diag.Span
	Name   string
	Why    string
	Steps  []SolveStep
	Answer []NamedTemplate // one nameless element, or one for each part
}

// Frame says what may differ at the end: a table or one of its columns.
type Frame struct {
	Span   diag.Span
	Entity *Entity
	Field  *Field     // nil for whole rows
	New    bool       // new rows only
	Where  *Statement // SELECT of keys of the rows it applies to; nil for any
}

// Free exempts what the agent words itself.
type Free struct {
	Span   diag.Span
	Entity *Entity
	Field  *Field     // nil for whole rows
	Where  *Statement // SELECT of keys of the rows it applies to; nil for all
}

// AnswerPart is one value that the agent's answer must hold.
type AnswerPart struct {
	Span  diag.Span
	Name  string // "" if the answer is one value
	Value string // template; "" if Query is set
	Query *Statement
	Match Match
}

// Match says how an answer is compared. It is one of the types below.
type Match interface{ isMatch() }

// MatchText compares without case, spacing and punctuation.
type MatchText struct{}

// MatchNumber compares numbers, at most Tolerance apart.
type MatchNumber struct{ Tolerance float64 }

// MatchDate compares dates in any common notation.
type MatchDate struct{}

// MatchSet compares lists in any order.
type MatchSet struct{}

// MatchList compares lists in order.
type MatchList struct{}

// MatchContains looks for the value in the answer's text.
type MatchContains struct{}

func (MatchText) isMatch()     {}
func (MatchNumber) isMatch()   {}
func (MatchDate) isMatch()     {}
func (MatchSet) isMatch()      {}
func (MatchList) isMatch()     {}
func (MatchContains) isMatch() {}
