package proof

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/task"
)

// callOf is a call as a finding tells it.
func callOf(tool string, args json.RawMessage, res core.Result) Call {
	return Call{Tool: tool, Arguments: string(args), Result: short(res.Text())}
}

// calls are calls as a finding tells them.
func calls(made []task.Call) []Call {
	out := make([]Call, len(made))
	for i, c := range made {
		out[i] = callOf(c.Tool, c.Args, core.Result{Output: c.Output, Err: c.Err})
	}
	return out
}

// short is a JSON text that fits a message.
func short(b []byte) string {
	const most = 300
	s := string(b)
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// eachScalar calls fn for the numbers and texts of a JSON value.
func eachScalar(raw json.RawMessage, fn func(string)) {
	if v, ok := decode(raw); ok {
		scalars(v, fn)
	}
}

func scalars(v any, fn func(string)) {
	switch x := v.(type) {
	case map[string]any:
		for _, e := range x {
			scalars(e, fn)
		}
	case []any:
		for _, e := range x {
			scalars(e, fn)
		}
	case json.Number:
		fn(x.String())
	case string:
		fn(x)
	}
}

// decode reads JSON and keeps the digits of numbers.
func decode(raw json.RawMessage) (any, bool) {
	if len(raw) == 0 {
		return nil, false
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	err := dec.Decode(&v)
	return v, err == nil
}
