package rollout

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/data"
	"github.com/awmc/awmc/out/rt/model"
)

// Random calls tools by chance, with arguments that fit their schemas. It is
// the floor that a trained agent is measured against.
type Random struct{ Calls int } // how many calls before it gives up; 12 by default

// Begin implements Agent. The same episode draws the same calls.
func (a Random) Begin(ep *Episode) Player {
	n := a.Calls
	if n <= 0 {
		n = 12
	}
	purpose := fmt.Sprintf("rollout/%s/%s/%d", ep.Env.Name, ep.Prepared.Task.Name, ep.Number)
	return &randomPlayer{env: ep.Env, r: data.Rand(ep.Prepared.EffectiveSeed, purpose), left: n}
}

type randomPlayer struct {
	env  *core.Env
	r    *rand.Rand
	left int
	made int
}

// Turn implements Player.
func (p *randomPlayer) Turn(context.Context, []model.Message) (*model.Response, error) {
	if p.left == 0 {
		return &model.Response{Content: "I am done.", Finish: "stop"}, nil
	}
	p.left--
	p.made++
	t := &p.env.Tools[p.r.IntN(len(p.env.Tools))]
	args, err := json.Marshal(p.object(t.Params))
	if err != nil {
		return nil, err
	}
	return &model.Response{ToolCalls: []model.ToolCall{{ID: callID(p.made), Name: t.Name, Arguments: string(args)}}, Finish: "tool_calls"}, nil
}

func callID(n int) string { return fmt.Sprintf("call_%d", n) }

func (p *randomPlayer) object(params []core.Param) map[string]any {
	o := map[string]any{}
	for i := range params {
		if (params[i].Optional || params[i].Default != nil) && p.r.IntN(2) == 0 {
			continue
		}
		o[params[i].Name] = p.value(&params[i].Type)
	}
	return o
}

func (p *randomPlayer) value(t *core.Type) any {
	if len(t.Enum) > 0 {
		return t.Enum[p.r.IntN(len(t.Enum))]
	}
	switch t.Kind {
	case core.Integer:
		low, ok := t.Min.(int64)
		if !ok {
			low = 1
		}
		high, ok := t.Max.(int64)
		if !ok || high-low > 60 {
			high = low + 60
		}
		return low + p.r.Int64N(max(high-low, 0)+1)
	case core.Real:
		return float64(p.r.IntN(1000)) / 10
	case core.Boolean:
		return p.r.IntN(2) == 0
	case core.DateKind:
		return string(p.env.Now)[:10]
	case core.DateTimeKind:
		return string(p.env.Now)
	case core.TimeKind:
		return fmt.Sprintf("%02d:00:00", 8+p.r.IntN(10))
	case core.ListKind:
		list := make([]any, 1+p.r.IntN(2))
		for i := range list {
			list[i] = p.value(t.Elem)
		}
		return list
	case core.ObjectKind:
		return p.object(t.Fields)
	case core.JSONKind:
		return map[string]any{}
	}
	return data.Words(p.r, 1+p.r.IntN(2))
}
