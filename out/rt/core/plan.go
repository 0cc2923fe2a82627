package core

// Plan is the content of data.json: how the starting database is filled.
type Plan struct {
	Tables []TablePlan `json:"tables"`
	Then   []SQL       `json:"then,omitempty"`
}

// TablePlan fills one table: fixed rows, then generated blocks.
type TablePlan struct {
	Entity  string   `json:"entity"`
	Line    int      `json:"line,omitempty"`
	Columns []string `json:"columns,omitempty"`
	// Rows hold JSON numbers, strings and null as stored in the table; a
	// value that a row leaves to its default is the object {"default":true}.
	Rows   [][]any `json:"rows,omitempty"`
	Blocks []Block `json:"blocks,omitempty"`
}

// Block generates rows from the seed.
type Block struct {
	Line   int        `json:"line,omitempty"`
	Each   *Each      `json:"each,omitempty"`
	Count  Count      `json:"count"`
	Fields []FieldGen `json:"fields"`
}

// Each names the parent row of a block.
type Each struct {
	Var string `json:"var"`
	SQL SQL    `json:"query"`
}

// Count is a number of rows: Min to Max, or what SQL says.
type Count struct {
	Min int64 `json:"min"`
	Max int64 `json:"max"`
	SQL *SQL  `json:"query,omitempty"`
}

// FieldGen fills one field.
type FieldGen struct {
	Field string `json:"field"`
	Gen   Gen    `json:"gen"`
	Line  int    `json:"line,omitempty"`
}

// Gen makes one value; Kind says how and which members count.
//
//	const    Value
//	fake     Name
//	between  Type, Low, High, Step
//	pick     Values, Weights, Distinct, or SQL
//	text     Template
//	words    Min, Max
//	sql      SQL
//	first    SQL, By           (tasks: ties and no row are invalid draws)
//	row      SQL               (tasks: exactly one row)
//	rows     SQL               (tasks: a list)
//
// Chance, if set, is the probability of a value rather than null.
type Gen struct {
	Kind     string    `json:"kind"`
	Chance   *float64  `json:"chance,omitempty"`
	Value    any       `json:"value,omitempty"`
	Name     string    `json:"name,omitempty"`
	Type     Kind      `json:"type,omitempty"`
	Low      any       `json:"low,omitempty"`
	High     any       `json:"high,omitempty"`
	Step     any       `json:"step,omitempty"`
	Values   []any     `json:"values,omitempty"`
	Weights  []float64 `json:"weights,omitempty"`
	Distinct bool      `json:"distinct,omitempty"`
	SQL      *SQL      `json:"query,omitempty"`
	Template string    `json:"template,omitempty"`
	Min      int64     `json:"min,omitempty"`
	Max      int64     `json:"max,omitempty"`
	By       []By      `json:"by,omitempty"`
}

// By is a column to order by.
type By struct {
	Column string `json:"column"`
	Desc   bool   `json:"desc,omitempty"`
}
