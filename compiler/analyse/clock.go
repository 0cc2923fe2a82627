package analyse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir/diag"
)

// timeArg is the number of the argument that holds the moment.
var timeArg = map[string]int{"date": 0, "time": 0, "datetime": 0, "julianday": 0, "unixepoch": 0, "strftime": 1, "timediff": 0}

// clockCall reports a date function that would read the real clock or the
// time zone.
func (t *typer) clockCall(e *sqltext.FuncExpr) {
	name := strings.ToLower(e.Name.Text)
	at, ok := timeArg[name]
	if !ok {
		return
	}
	if len(e.Args) <= at {
		t.clock(e.Range, e.Name.Text+"()")
		return
	}
	for _, a := range e.Args {
		lit, ok := unparen(a).(*sqltext.Lit)
		if !ok || lit.Kind != sqltext.StringLit {
			continue
		}
		switch word := strings.ToLower(strings.TrimSpace(lit.Text)); word {
		case "now":
			t.clock(lit.Range, "'now'")
		case "localtime", "utc":
			t.report(lit.Range, diag.RealClock, fmt.Sprintf("'%s' depends on the time zone of the machine", word), "leave it out: every moment is in UTC")
		}
	}
}

// clock reports what would read the real clock.
func (t *typer) clock(at sqltext.Range, what string) {
	hint := "use `:now` for the environment's clock"
	if w := strings.ToUpper(what); w == "CURRENT_DATE" || w == "DATE()" {
		hint = "use `:today` for the date of the environment's clock"
	}
	t.report(at, diag.RealClock, fmt.Sprintf("`%s` would read the real clock", what), hint)
}

// refusedFunctions says what to write instead of a function that is not on
// the allow-list.
var refusedFunctions = map[string]string{
	"random":                   "nothing in an environment is left to chance after it has started: draw values in `data`, or choose by a key",
	"randomblob":               "nothing in an environment is left to chance after it has started: draw values in `data`",
	"last_insert_rowid":        "use `INSERT … RETURNING id` in a `let` with `row`",
	"changes":                  "use `changes: N` beside the `run` step",
	"total_changes":            "use `changes: N` beside the `run` step",
	"current_timestamp":        "use `:now` for the environment's clock",
	"current_date":             "use `:today` for the date of the environment's clock",
	"current_time":             "use `time(:now)`",
	"load_extension":           "environments can't load code",
	"sqlite_version":           "nothing may depend on the version of SQLite",
	"zeroblob":                 "the language has no blobs",
	"unhex":                    "the language has no blobs",
	"jsonb":                    "use `json`: the language has no blobs",
	"soundex":                  "use `contains(text, words)`",
	"sqlite_compileoption_get": "nothing may depend on how SQLite was built",
}

// refuseFunctions reports the functions a statement calls that are not on
// the allow-list, at the place of each.
func (t *typer) refuseFunctions(root any, called []string) {
	var refused []string
	for _, name := range called {
		if _, ok := functions[name]; !ok && !slices.Contains(refused, name) {
			refused = append(refused, name)
		}
	}
	if len(refused) == 0 {
		return
	}
	sqltext.Walk(root, func(e sqltext.Expr) bool {
		switch e := e.(type) {
		case *sqltext.FuncExpr:
			if name := strings.ToLower(e.Name.Text); slices.Contains(refused, name) {
				t.refuse(e.Name.Range, name)
			}
		case *sqltext.BinaryExpr:
			if e.Op == "MATCH" && slices.Contains(refused, "match") {
				t.report(e.OpAt, diag.FunctionRefused, "`MATCH` needs a full-text index, which the language does not have", "use `contains(text, words)`")
			}
		}
		return true
	})
}

func (t *typer) refuse(at sqltext.Range, name string) {
	hint := refusedFunctions[name]
	if hint == "" {
		hint = listHint(name, functionNames(), "see the language's list of functions; among them are")
	}
	t.report(at, diag.FunctionRefused, fmt.Sprintf("the function `%s` may not be called", name), hint)
}

func functionNames() []string {
	out := make([]string, 0, len(functions))
	for name, fn := range functions {
		if fn != nil {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}
