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
