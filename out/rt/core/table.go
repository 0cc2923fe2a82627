package core

// Table is the result of a query.
type Table struct {
	Columns []string
	Rows    [][]any
}
