package rollout

import (
	"encoding/json"
	"fmt"
	"sync"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/service"
	"github.com/awmc/awmc/out/rt/model"
)

// Form is how a model reaches the tools.
type Form string

// The forms.
const (
	Native Form = "native" // each tool is a function of the model's
	Two    Form = "two"    // the model has list_tools and call_tool
)

// ParseForm reads the name of a form; "" is Native.
func ParseForm(s string) (Form, error) {
	switch f := Form(s); f {
	case "":
		return Native, nil
	case Native, Two:
		return f, nil
	}
	return "", fmt.Errorf("there is no tool form %q; there is native and two", s)
}

// Offer is what a model is offered in every episode of an environment.
type Offer struct {
	Tools   []model.Tool
	encoded model.EncodedTools
}

// offers keeps the offers of a program's environments, which are as many as
// it was linked with.
var offers sync.Map // of offerKey to func() (*Offer, error)

type offerKey struct {
	env  *core.Env
	form Form
}

// offer makes the offer of an environment, once.
func (f Form) offer(env *core.Env) (*Offer, error) {
	key := offerKey{env, f}
	made, ok := offers.Load(key)
	if !ok {
		made, _ = offers.LoadOrStore(key, sync.OnceValues(func() (*Offer, error) {
			o := &Offer{Tools: f.tools(env)}
			var err error
			o.encoded, err = model.Encode(o.Tools)
			return o, err
		}))
	}
	return made.(func() (*Offer, error))()
}

// tools are the functions that a model is offered.
func (f Form) tools(env *core.Env) []model.Tool {
	if f == Two {
		return []model.Tool{
			{Name: "list_tools", Description: "List the tools of this environment, with the schemas of their arguments.",
				Parameters: json.RawMessage(`{"type":"object","properties":{},"additionalProperties":false}`)},
			{Name: "call_tool", Description: "Call one of the environment's tools.",
				Parameters: json.RawMessage(`{"type":"object","properties":{"tool_name":{"type":"string","description":"Name of the tool, as in list_tools."},"arguments":{"type":"object","description":"Its arguments."}},"required":["tool_name","arguments"],"additionalProperties":false}`)},
		}
	}
	return native(env)
}

func native(env *core.Env) []model.Tool {
	tools := make([]model.Tool, len(env.Tools))
	for i := range env.Tools {
		t := &env.Tools[i]
		tools[i] = model.Tool{Name: t.Name, Description: t.Doc, Parameters: core.InputSchema(t.Params)}
	}
	return tools
}

// resolve turns a model's call into a call of a tool. listed is the result
// where the call only asks for the list.
func (f Form) resolve(e *service.Environment, c model.ToolCall) (tool string, args json.RawMessage, listed json.RawMessage, bad string) {
	args = json.RawMessage(c.Arguments)
	if len(args) == 0 {
		args = json.RawMessage("{}")
	}
	if !json.Valid(args) {
		return c.Name, nil, nil, "The arguments are not valid JSON (were they cut off?). Send the call again with a complete JSON object."
	}
	if f != Two {
		return c.Name, args, nil, ""
	}
	switch c.Name {
	case "list_tools":
		b, err := json.Marshal(map[string]any{"tools": native(e.Spec)})
		if err != nil {
			return "", nil, nil, err.Error()
		}
		return "", nil, b, ""
	case "call_tool":
		var in struct {
			Name string          `json:"tool_name"`
			Args json.RawMessage `json:"arguments"`
		}
		if err := json.Unmarshal(args, &in); err != nil || in.Name == "" {
			return "", nil, nil, "call_tool needs tool_name and arguments."
		}
		// Some models send the object as a text that holds JSON.
		var text string
		if json.Unmarshal(in.Args, &text) == nil && json.Valid([]byte(text)) {
			in.Args = json.RawMessage(text)
		}
		if len(in.Args) == 0 {
			in.Args = json.RawMessage("{}")
		}
		return in.Name, in.Args, nil, ""
	}
	return "", nil, nil, "There is no function " + c.Name + "; there are list_tools and call_tool."
}
