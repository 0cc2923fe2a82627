package ir

import "github.com/awmc/awmc/ir/diag"

// Fill is how one table gets its starting rows: fixed rows first, then
// generated blocks.
type Fill struct {
	Span    diag.Span
	Entity  *Entity
	Columns []*Field
	Rows    []FixedRow
	Blocks  []*Block
}

// FixedRow is a row that is the same for every seed; a nil Value is null.
type FixedRow struct {
	Span   diag.Span
	Values []Literal // same order as Fill.Columns; JSON values as canonical text
	Given  []bool    // false where the row leaves the column to its default
}

// Block generates rows from the seed.
type Block struct {
	Span   diag.Span
	Each   *BlockEach // nil for a plain count
	Count  Count
	Fields []FieldGenerator // in the order written
}

// BlockEach generates some rows for each row of a query.
type BlockEach struct {
	Var   *Var
	Query *Statement
}

// Count is a number of rows: fixed (Min = Max), drawn from a range, or the
// result of a query.
type Count struct {
	Min, Max int64
	Query    *Statement
}

// FieldGenerator fills one field.
type FieldGenerator struct {
	Span  diag.Span
	Field *Field
	Gen   Generator
}

// Generator makes one value. It is one of the types below.
type Generator interface{ isGenerator() }

// ConstGen always gives the same value.
type ConstGen struct{ Value Literal }

// FakeGen draws from a built-in list, such as "name" or "email".
type FakeGen struct{ Kind string }

// BetweenGen draws from a range, ends included. Step counts in the type's
// unit: 1 for integers, days for dates, minutes for datetimes and times.
type BetweenGen struct {
	Type      Scalar
	Low, High Literal
	Step      Literal // int64 or float64
}

// PickGen draws one of Values, or one row of Query.
type PickGen struct {
	Values   []Literal
	Weights  []float64 // same length as Values, or nil
	Query    *Statement
	Distinct bool
}

// TextGen fills a template such as "SKU-{n:05}" from the names in scope.
type TextGen struct{ Template string }

// WordsGen makes a sentence of Min to Max words.
type WordsGen struct{ Min, Max int64 }

// SQLGen takes the first column of the first row.
type SQLGen struct{ Query *Statement }

// MaybeGen is null with probability 1 - Chance.
type MaybeGen struct {
	Chance float64
	Gen    Generator
}

// FirstGen takes the first row by the columns of By; a tie, or no row, makes
// the draw invalid. Only in tasks.
type FirstGen struct {
	Query *Statement
	By    []OrderBy
}

// RowGen takes the one row of a query. Only in tasks.
type RowGen struct{ Query *Statement }

// RowsGen takes all rows of a query as a list. Only in tasks.
type RowsGen struct{ Query *Statement }

// OrderBy is a column and a direction.
type OrderBy struct {
	Column *Column
	Desc   bool
}

func (*ConstGen) isGenerator()   {}
func (*FakeGen) isGenerator()    {}
func (*BetweenGen) isGenerator() {}
func (*PickGen) isGenerator()    {}
func (*TextGen) isGenerator()    {}
func (*WordsGen) isGenerator()   {}
func (*SQLGen) isGenerator()     {}
func (*MaybeGen) isGenerator()   {}
func (*FirstGen) isGenerator()   {}
func (*RowGen) isGenerator()     {}
func (*RowsGen) isGenerator()    {}
