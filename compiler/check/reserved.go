package check

import (
	"go/token"
	"strings"
)

func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// sqlReserved are the words that can't stand bare for a table or a column
// in SQL, be it by SQLite's grammar or because they would read as something
// else: a join, a constant, the clock, the row's number.
var sqlReserved = wordSet(`add all alter and as autoincrement between case check collate commit constraint
create default deferrable delete distinct drop else escape except exists foreign from group having in index
insert intersect into is isnull join limit not nothing notnull null on or order primary references
returning select set table then to transaction union unique update using values when where
cross full inner left natural outer right
true false current_date current_time current_timestamp
rowid oid _rowid_`)

// schemaReserved are the words that can't name a table because they name a
// schema or a table-valued function.
var schemaReserved = wordSet(`main temp before json_each json_tree`)

// instead suggests names for reserved words that authors do reach for.
var instead = map[string]string{
	"order": "orders", "group": "groups", "table": "tables", "index": "position", "check": "checks",
	"transaction": "transactions", "case": "cases", "default": "is_default", "from": "sender", "to": "recipient",
	"set": "sets", "limit": "max_count", "values": "amounts", "references": "citations", "left": "left_side",
	"right": "right_side", "full": "is_full", "primary": "is_primary", "unique": "is_unique", "update": "updates",
	"add": "additions", "in": "inside", "on": "is_on", "constraint": "constraints", "returning": "is_returning",
}

// builtins are the names that every piece of SQL in a tool or a task has.
var builtins = wordSet(`actor now today filter`)

// localBuiltins are builtins and the counters of data blocks.
var localBuiltins = wordSet(`actor now today filter n i`)

// toolReserved are the names that the protocols around a server use.
var toolReserved = wordSet(`reset step state close verify done list_tools call_tool seed_session
aggregate_metrics mcp`)

// envReserved are the folders and packages that lie beside an environment's
// package in an output folder or are imported by what is emitted, and names
// that some systems or the go command treat specially.
var envReserved = wordSet(`rt cmd fleet bin internal vendor main out core store host data task proof test
testdata context json sql init con nul aux prn`)

// goPredeclared are Go's universe of names.
var goPredeclared = wordSet(`any bool byte comparable complex64 complex128 error float32 float64 int int8 int16
int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr true false iota nil append cap clear close
complex copy delete imag len make max min new panic print println real recover`)

// fixedGoNames are the package-level names of every emitted package.
var fixedGoNames = []string{"Tools", "New", "Env", "Tasks", "Schema", "Data", "Entities"}

// envNameProblem says why a well-formed name can't name an environment.
func envNameProblem(name string) string {
	switch {
	case token.IsKeyword(name):
		return "is a keyword of Go"
	case goPredeclared[name]:
		return "is a predeclared name of Go"
	case envReserved[name]:
		return "is the name of a folder or package in what awmc writes"
	case strings.HasSuffix(name, "_test"):
		return "ends in _test, which Go keeps for tests"
	}
	return ""
}

// sqlNameProblem says why a well-formed name can't name a table, a view or
// (isTable false) a column.
func sqlNameProblem(name string, isTable bool) string {
	switch {
	case strings.HasPrefix(name, "sqlite_"):
		return "begins with sqlite_, which SQLite keeps for itself"
	case strings.HasPrefix(name, "awmc_"):
		return "begins with awmc_, which awmc keeps for itself"
	case sqlReserved[name]:
		return "is a reserved word in SQL"
	case isTable && schemaReserved[name]:
		return "has a meaning of its own in SQL here"
	}
	return ""
}
