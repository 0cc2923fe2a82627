package analyse

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// function types a call from its arguments.
type function func(args []value) value

// functions is the allow-list: every function that SQL may call, and the type
// of its result. Functions that read the real clock, chance, the time zone or
// the connection are not on it.
var functions = map[string]function{
	// aggregates
	"count":             func([]value) value { return value{typ: ir.Integer} },
	"sum":               sum,
	"total":             func([]value) value { return value{typ: ir.Real} },
	"avg":               func([]value) value { return value{typ: ir.Real, null: true} },
	"group_concat":      func([]value) value { return value{typ: ir.Text, null: true} },
	"string_agg":        func([]value) value { return value{typ: ir.Text, null: true} },
	"json_group_array":  func([]value) value { return value{typ: ir.JSON{}} },
	"json_group_object": func([]value) value { return value{typ: ir.JSON{}} },

	// windows
	"row_number":   func([]value) value { return value{typ: ir.Integer} },
	"rank":         func([]value) value { return value{typ: ir.Integer} },
	"dense_rank":   func([]value) value { return value{typ: ir.Integer} },
	"ntile":        func([]value) value { return value{typ: ir.Integer} },
	"percent_rank": func([]value) value { return value{typ: ir.Real} },
	"cume_dist":    func([]value) value { return value{typ: ir.Real} },
	"lag":          neighbour,
	"lead":         neighbour,
	"first_value":  neighbour,
	"last_value":   neighbour,
	"nth_value":    neighbour,

	// texts
	"length":       of(ir.Integer),
	"octet_length": of(ir.Integer),
	"lower":        of(ir.Text),
	"upper":        of(ir.Text),
	"trim":         of(ir.Text),
	"ltrim":        of(ir.Text),
	"rtrim":        of(ir.Text),
	"substr":       of(ir.Text),
	"substring":    of(ir.Text),
	"replace":      of(ir.Text),
	"instr":        of(ir.Integer),
	"unicode":      nullable(ir.Integer),
	"char":         func([]value) value { return value{typ: ir.Text} },
	"hex":          func([]value) value { return value{typ: ir.Text} },
	"quote":        func([]value) value { return value{typ: ir.Text} },
	"printf":       func([]value) value { return value{typ: ir.Text, null: true} },
	"format":       func([]value) value { return value{typ: ir.Text, null: true} },
	"concat":       func([]value) value { return value{typ: ir.Text} },
	"concat_ws":    func(a []value) value { return value{typ: ir.Text, null: len(a) == 0 || a[0].null} },
	"like":         of(ir.Boolean),
	"glob":         of(ir.Boolean),
	"regexp":       of(ir.Boolean),

	// numbers
	"abs":     first,
	"round":   of(ir.Real),
	"ceil":    nullable(ir.Real),
	"ceiling": nullable(ir.Real),
	"floor":   nullable(ir.Real),
	"trunc":   nullable(ir.Real),
	"sqrt":    nullable(ir.Real),
	"pow":     nullable(ir.Real),
	"power":   nullable(ir.Real),
	"exp":     nullable(ir.Real),
	"ln":      nullable(ir.Real),
	"log":     nullable(ir.Real),
	"log10":   nullable(ir.Real),
	"log2":    nullable(ir.Real),
	"mod":     nullable(ir.Real),
	"pi":      func([]value) value { return value{typ: ir.Real} },
	"radians": nullable(ir.Real),
	"degrees": nullable(ir.Real),
	"sin":     nullable(ir.Real),
	"cos":     nullable(ir.Real),
	"tan":     nullable(ir.Real),
	"asin":    nullable(ir.Real),
	"acos":    nullable(ir.Real),
	"atan":    nullable(ir.Real),
	"atan2":   nullable(ir.Real),
	"sign":    nullable(ir.Integer),
	"min":     extreme,
	"max":     extreme,

	// choice
	"coalesce": coalesce,
	"ifnull":   coalesce,
	"nullif":   func(a []value) value { v := first(a); v.null = true; return v },
	"iif":      choice,
	"if":       choice,
	"typeof":   func([]value) value { return value{typ: ir.Text} },
	"likely":   first,
	"unlikely": first,

	// dates; a malformed argument is an error here, not NULL
	"date":      of(ir.Date),
	"time":      of(ir.Time),
	"datetime":  of(ir.DateTime),
	"julianday": of(ir.Real),
	"unixepoch": of(ir.Integer),
	"strftime":  of(ir.Text),
	"timediff":  of(ir.Text),

	// JSON
	"json":              func(a []value) value { return value{typ: ir.JSON{}, null: anyNull(a)} },
	"json_array":        func([]value) value { return value{typ: ir.JSON{}} },
	"json_object":       func([]value) value { return value{typ: ir.JSON{}} },
	"json_array_length": func(a []value) value { return value{typ: ir.Integer, null: len(a) != 1 || a[0].null} },
	"json_extract":      func([]value) value { return unknown() },
	"json_insert":       of(ir.JSON{}),
	"json_patch":        of(ir.JSON{}),
	"json_quote":        func([]value) value { return value{typ: ir.JSON{}} },
	"json_remove":       nullable(ir.JSON{}),
	"json_replace":      of(ir.JSON{}),
	"json_set":          of(ir.JSON{}),
	"json_type":         nullable(ir.Text),
	"json_valid":        of(ir.Boolean),
	"json_each":         nil, // table functions
	"json_tree":         nil,
	"->":                nil, // operators
	"->>":               nil,

	// the language's own
	"contains":         of(ir.Boolean),
	"plus_minutes":     of(ir.DateTime),
	"plus_days":        plusDays,
	"minutes_between":  of(ir.Integer),
	"workdays_between": of(ir.Integer),
	"overlaps":         of(ir.Boolean),
}

func anyNull(args []value) bool {
	for _, a := range args {
		if a.null {
			return true
		}
	}
	return false
}

// of makes functions that are NULL only where an argument is.
func of(t ir.Type) function {
	return func(args []value) value { return value{typ: t, null: anyNull(args)} }
}

// nullable makes functions that can be NULL for other reasons.
func nullable(t ir.Type) function {
	return func([]value) value { return value{typ: t, null: true} }
}

// first is the type of the first argument.
func first(args []value) value {
	if len(args) == 0 {
		return unknown()
	}
	return value{typ: args[0].typ, null: args[0].null}
}

func sum(args []value) value {
	if s, ok := scalarOf(first(args).typ); ok {
		switch s {
		case ir.Real:
			return value{typ: ir.Real, null: true}
		case ir.Integer, ir.Boolean:
			return value{typ: ir.Integer, null: true}
		}
	}
	return unknown()
}

// neighbour is a window function that looks at another row.
func neighbour(args []value) value {
	v := first(args)
	v.null = true
	return v
}

// extreme is min and max: of a column's values, or of several arguments.
func extreme(args []value) value {
	if len(args) == 1 {
		v := first(args)
		v.null = true
		return v
	}
	return mergeAll(args)
}

func mergeAll(args []value) value {
	if len(args) == 0 {
		return unknown()
	}
	out := args[0]
	for _, a := range args[1:] {
		out = merge(out, a)
	}
	out.literal, out.field = false, nil
	return out
}

func coalesce(args []value) value {
	out := mergeAll(args)
	out.null = true
	for _, a := range args {
		out.null = out.null && a.null
	}
	return out
}

func choice(args []value) value {
	if len(args) < 2 {
		return unknown()
	}
	out := mergeAll(args[1:])
	out.null = out.null || len(args) == 2
	return out
}

// plusDays keeps what it is given: a date or a datetime.
func plusDays(args []value) value {
	v := value{typ: ir.Date, null: anyNull(args)}
	if len(args) > 0 {
		if s, ok := scalarOf(args[0].typ); ok && s == ir.DateTime {
			v.typ = ir.DateTime
		}
		if args[0].literal && len(args[0].text) > len("2026-03-02") {
			v.typ = ir.DateTime
		}
	}
	return v
}

// arities of the language's own functions, which SQLite does not check.
var arities = map[string]int{"contains": 2, "plus_minutes": 2, "plus_days": 2, "minutes_between": 2, "workdays_between": 2, "overlaps": 4}

// call types a call of a function.
func (t *typer) call(e *sqltext.FuncExpr, f *frame) value {
	name := strings.ToLower(e.Name.Text)
	inner := f
	if f != nil && f.single && isAggregate(e) {
		// Inside of an aggregate columns are those of real rows.
		copied := *f
		copied.single, copied.copyOf = false, f.root()
		inner = &copied
	}
	args := make([]value, len(e.Args))
	for i, a := range e.Args {
		args[i] = t.expr(a, inner)
	}
	for _, o := range e.OrderBy {
		t.expr(o.Expr, inner)
	}
	for _, w := range e.Window {
		t.expr(w, f)
	}
	if e.Filter != nil {
		t.condition(e.Filter, inner)
	}
	t.clockCall(e)
	if n, fixed := arities[name]; fixed && len(e.Args) != n {
		t.report(e.Range, diag.FunctionUse, fmt.Sprintf("`%s` takes %d arguments, and this call has %d", name, n, len(e.Args)), signatureHint(name))
	}
	if f == nil && isAggregate(e) {
		t.report(e.Range, diag.FunctionUse, fmt.Sprintf("`%s` is over rows, and there are none here", name), "write `(SELECT "+name+"(…) FROM …)`")
	}
	fn := functions[name]
	if fn == nil {
		return unknown()
	}
	v := fn(args)
	if isAggregate(e) && e.Filter == nil && f != nil && !f.single && len(args) == 1 {
		// In a group there is at least one row.
		switch name {
		case "sum", "min", "max", "avg", "group_concat":
			v.null = args[0].null
		}
	}
	return v
}
