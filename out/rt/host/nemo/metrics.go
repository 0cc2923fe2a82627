package nemo

import (
	"encoding/json"
	"maps"
	"math"
	"net/http"
	"slices"
)

// Members that NeMo Gym's collector adds to what verify answered.
const (
	taskIndex    = "_ng_task_index"
	rolloutIndex = "_ng_rollout_index"
)

// aggregates is what aggregate_metrics answers: figures by task, over all,
// and those to show first.
type aggregates struct {
	Groups []map[string]any   `json:"group_level_metrics"`
	Agent  map[string]float64 `json:"agent_metrics"`
	Key    map[string]float64 `json:"key_metrics"`
}

// aggregateMetrics sums up the verified episodes of a run, as NeMo Gym's own
// servers do: mean, max, min, median and std of every number. Masked samples
// say nothing about the agent and are left out.
func (n *Server) aggregateMetrics(w http.ResponseWriter, r *http.Request) {
	echoCookie(w, r)
	b, err := n.raw(w, r, 64)
	if err != nil {
		refuse(w, err)
		return
	}
	var body struct {
		Responses []map[string]json.RawMessage `json:"verify_responses"`
	}
	if err := json.Unmarshal(b, &body); err != nil {
		refuse(w, invalidf("the body must have a list verify_responses: %v", err))
		return
	}
	writeJSON(w, http.StatusOK, aggregate(body.Responses))
}

func aggregate(responses []map[string]json.RawMessage) aggregates {
	out := aggregates{Groups: []map[string]any{}, Agent: map[string]float64{}, Key: map[string]float64{}}
	all := figures{}
	groups := map[int64]figures{}
	for _, r := range responses {
		if string(r["mask_sample"]) == "true" {
			continue
		}
		var group int64
		if json.Unmarshal(r[taskIndex], &group) != nil {
			group = 0
		}
		if groups[group] == nil {
			groups[group] = figures{}
		}
		for name, x := range numbers(r) {
			all[name] = append(all[name], x)
			groups[group][name] = append(groups[group][name], x)
		}
	}
	out.Agent = all.describe()
	for name, x := range out.Agent {
		if len(name) > 5 && name[:5] == "mean/" {
			out.Key[name] = x
		}
	}
	for _, index := range slices.Sorted(maps.Keys(groups)) {
		g := map[string]any{taskIndex: index}
		for name, x := range groups[index].describe() {
			g[name] = x
		}
		out.Groups = append(out.Groups, g)
	}
	return out
}

// numbers are the numbers and booleans of an episode, and its usage of tokens.
func numbers(r map[string]json.RawMessage) map[string]float64 {
	out := map[string]float64{}
	var response struct {
		Usage map[string]json.RawMessage `json:"usage"`
	}
	if json.Unmarshal(r["response"], &response) != nil {
		response.Usage = nil
	}
	for _, m := range []map[string]json.RawMessage{r, response.Usage} {
		for name, raw := range m {
			var x float64
			var yes bool
			switch {
			case name == taskIndex || name == rolloutIndex || name == "mask_sample" || isNull(raw):
			case json.Unmarshal(raw, &x) == nil:
				out[name] = x
			case json.Unmarshal(raw, &yes) == nil:
				out[name] = 0
				if yes {
					out[name] = 1
				}
			}
		}
	}
	return out
}

// figures are lists of numbers by name.
type figures map[string][]float64

func (f figures) describe() map[string]float64 {
	out := map[string]float64{}
	for name, list := range f {
		slices.Sort(list)
		sum, n := 0.0, float64(len(list))
		for _, x := range list {
			sum += x
		}
		mean, squares := sum/n, 0.0
		for _, x := range list {
			squares += (x - mean) * (x - mean)
		}
		mid := len(list) / 2
		median := list[mid]
		if len(list)%2 == 0 {
			median = (list[mid-1] + list[mid]) / 2
		}
		out["mean/"+name], out["max/"+name], out["min/"+name], out["median/"+name] = mean, list[len(list)-1], list[0], median
		out["std/"+name] = 0
		if n > 1 {
			out["std/"+name] = math.Sqrt(squares / (n - 1))
		}
	}
	return out
}
