package synth

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/awmc/awmc/templates"
	rt "github.com/awmc/awmc/templates/rt/model"
)

// stagePrompt is what a stage's prompt may speak of.
type stagePrompt struct {
	Name, Summary, Distinct string
	Have                    string // the file so far
	Want                    string // keys to write, in words
	Pinned                  string // tasks whose asks stay
	Tasks, Tools            int
	HasViews                bool
	want                    []string
}

// Wants reports whether the model is to write a key.
func (p stagePrompt) Wants(key string) bool { return slices.Contains(p.want, key) }

// request builds what is asked next. It depends on nothing but the state and
// the options, so that a run that was stopped asks the same again.
func (r *run) request() (*rt.Request, error) {
	s := r.state
	st := stages[s.Stage]
	base, _, _ := split(s.Base)
	want := st.wanted(r.given.locked)
	_, hasViews := base["views"]
	text, err := templates.Prompt(st.name, stagePrompt{
		Name: s.Job.Name, Summary: s.Job.Summary, Distinct: s.Job.Distinct, Have: s.Base,
		Want: keyList(want), want: want, Pinned: strings.Join(slices.Sorted(maps.Keys(r.given.asks)), ", "),
		Tasks: r.opt.Tasks, Tools: r.opt.Tools, HasViews: hasViews,
	})
	if err != nil {
		return nil, &fault{err}
	}
	add := func(name string, data any) {
		if err != nil {
			return
		}
		var more string
		if more, err = templates.Prompt(name, data); err == nil {
			text = strings.TrimRight(text, "\n") + "\n\n" + more
		}
	}
	if s.Attempt > 1 {
		add("earlier", struct{ Problems string }{describe(s.Earlier, "")})
	}
	switch {
	case s.Rest:
		add("rest", struct{ Listing, Keys string }{r.listing(), keyList(want)})
	case s.Round > 0:
		compiler := slices.ContainsFunc(s.Problems, func(p Problem) bool { return p.Code != "" })
		add("repair", struct {
			Listing, Problems    string
			Compiler, More, JSON bool
			All                  int
			Last                 bool
		}{r.listing(), describe(s.Problems, s.Text), compiler, s.All > len(s.Problems), r.opt.Schema, s.All, s.Round == r.opt.Rounds})
	}
	system, err2 := systemPrompt(r.opt.Schema)
	if err == nil {
		err = err2
	}
	if err != nil {
		return nil, &fault{err}
	}
	req := &rt.Request{
		ID:        s.id(),
		Messages:  []rt.Message{{Role: rt.System, Content: system}, {Role: rt.User, Content: strings.TrimRight(text, "\n") + "\n"}},
		MaxTokens: r.opt.MaxTokens, Temperature: r.opt.Temperature,
	}
	if r.opt.Schema {
		if req.Schema, err = partSchema(st, want); err != nil {
			return nil, &fault{err}
		}
	}
	return req, nil
}

func systemPrompt(json bool) (string, error) {
	return templates.Prompt("system", struct {
		Guide string
		JSON  bool
	}{string(templates.Guide()), json})
}

// listing is what the model sees of the file when it mends it: the part that
// it writes at this stage, and entries of other parts in which something is
// wrong, with the numbers of the lines.
func (r *run) listing() string {
	doc, _, _ := split(r.state.Text)
	text := doc.render()
	shown := map[int]bool{}
	show := func(first, last int) {
		for n := max(first, 1); n <= last; n++ {
			shown[n] = true
		}
	}
	for _, k := range stages[r.state.Stage].keys {
		show(doc.lines(k))
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for _, p := range r.state.Problems {
		if p.Line > 0 && !shown[p.Line] {
			show(around(lines, p.Line))
		}
	}
	var b strings.Builder
	gap := true
	for i, line := range lines {
		if !shown[i+1] {
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteString("      …\n")
		}
		gap = false
		fmt.Fprintf(&b, "%5d| %s\n", i+1, line)
	}
	return b.String()
}

// around finds the entry that a line is in, at most 60 lines of it.
func around(lines []string, n int) (first, last int) {
	depth := func(i int) int {
		if strings.TrimSpace(lines[i-1]) == "" {
			return 99
		}
		return leading(lines[i-1])
	}
	first, last = min(n, len(lines)), min(n, len(lines))
	for first > 1 && n-first < 40 && depth(first) > 2 {
		first--
	}
	for last < len(lines) && last-n < 20 && depth(last+1) > 2 {
		last++
	}
	return first, last
}

// partSchema is the JSON Schema of a stage's answer.
func partSchema(st stage, want []string) (*rt.Schema, error) {
	var whole struct {
		Properties map[string]json.RawMessage `json:"properties"`
		Defs       json.RawMessage            `json:"$defs"`
	}
	if err := json.Unmarshal(templates.Schema(), &whole); err != nil {
		return nil, err
	}
	properties := map[string]json.RawMessage{}
	for _, k := range want {
		properties[k] = whole.Properties[k]
	}
	if st.name == stages[stageTasks].name && properties["tasks"] != nil {
		properties["tasks"] = json.RawMessage(`{"type":"object","additionalProperties":{"type":"object","properties":{"ask":{"type":"string"}},"required":["ask"],"additionalProperties":false}}`)
	}
	required := slices.DeleteFunc(slices.Clone(st.need), func(k string) bool { return properties[k] == nil })
	b, err := json.Marshal(map[string]any{
		"type": "object", "properties": properties, "required": required, "additionalProperties": false, "$defs": whole.Defs,
	})
	return &rt.Schema{Name: st.name, Schema: b}, err
}
