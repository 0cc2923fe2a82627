package synth

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/awmc/awmc/templates"
	rt "github.com/awmc/awmc/templates/rt/model"
)

// idea is a scenario that the model has thought of.
type idea struct {
	Scenario
	suits bool
}

// write builds a request for ideas. What it shows depends on the wave and on
// what was taken before it.
func (v *inventor) write(wave, i int) (*rt.Request, error) {
	random := rand.New(rand.NewPCG(uint64(wave), uint64(i)))
	pool := slices.Concat(v.opt.Seeds, v.out.List)
	var shown []Scenario
	for _, at := range random.Perm(len(pool)) {
		if shown = append(shown, pool[at]); len(shown) == seedsAtOnce {
			break
		}
	}
	text, err := yaml.Marshal(shown)
	if err != nil {
		return nil, err
	}
	prompt, err := templates.Prompt("scenarios", struct {
		Seeds, Full string
		Count       int
	}{string(text), strings.Join(v.fullCategories(), ", "), ideasAtOnce})
	if err != nil {
		return nil, err
	}
	return &rt.Request{ID: fmt.Sprintf("%s/write/%d.%d", scenariosPlace, wave, i), MaxTokens: v.opt.MaxTokens,
		Messages: []rt.Message{{Role: rt.User, Content: prompt}}, Temperature: 1}, nil
}

func (v *inventor) fullCategories() []string {
	counts := map[string]int{}
	var full []string
	for _, s := range v.out.List {
		if counts[s.Category]++; counts[s.Category] == v.opt.PerCategory {
			full = append(full, s.Category)
		}
	}
	slices.Sort(full)
	return full
}

// ideas asks for ideas and for a judgement of them.
func (v *inventor) ideas(ctx context.Context, req *rt.Request, id string) (list []idea, bad int, usage rt.Usage, err error) {
	resp, err := v.ask(ctx, req)
	if err != nil {
		return nil, 0, usage, err
	}
	usage = resp.Usage
	all, bad := readIdeas(resp.Content)
	if len(all) == 0 {
		return nil, max(bad, 1), usage, nil
	}
	text, err := yaml.Marshal(all)
	if err != nil {
		return nil, bad, usage, err
	}
	prompt, err := templates.Prompt("suitable", struct{ Scenarios string }{string(text)})
	if err != nil {
		return nil, bad, usage, err
	}
	resp, err = v.ask(ctx, &rt.Request{ID: scenariosPlace + "/judge/" + id, MaxTokens: judgeTokens, Messages: []rt.Message{{Role: rt.User, Content: prompt}}})
	if err != nil {
		return nil, bad, usage, err
	}
	usage = usage.Add(resp.Usage)
	points := readPoints(resp.Content)
	for _, s := range all {
		p, judged := points[s.Name]
		list = append(list, idea{s, !judged || p >= enoughPoints})
	}
	return list, bad, usage, nil
}

// readIdeas reads a list of scenarios out of an answer, item by item, so
// that one that is broken does not cost the others.
func readIdeas(answer string) (list []Scenario, bad int) {
	for _, item := range items(answer) {
		got, err := parseScenarios([]byte(item))
		if err != nil || len(got) != 1 {
			bad++
			continue
		}
		s := got[0]
		s.Name, s.Category = Slug(s.Name), Slug(s.Category)
		s.Summary, s.Distinct = strings.Join(strings.Fields(s.Summary), " "), strings.Join(strings.Fields(s.Distinct), " ")
		if s.check() != nil {
			bad++
			continue
		}
		list = append(list, s)
	}
	return list, bad
}

// readPoints reads a judgement.
func readPoints(answer string) map[string]float64 {
	out := map[string]float64{}
	for _, item := range items(answer) {
		var got []struct {
			Name   string  `yaml:"name"`
			Points float64 `yaml:"points"`
		}
		if yaml.Unmarshal([]byte(item), &got) == nil && len(got) == 1 {
			out[Slug(got[0].Name)] = got[0].Points
		}
	}
	return out
}

// items takes a YAML list in an answer apart, leaving out fences and prose.
func items(answer string) []string {
	answer = thinking.ReplaceAllString(answer, "")
	var out []string
	indent := -1
	for line := range strings.Lines(answer) {
		trimmed := strings.TrimLeft(line, " ")
		switch at := len(line) - len(trimmed); {
		case strings.HasPrefix(trimmed, "- ") && (indent < 0 || at == indent):
			indent = at
			out = append(out, trimmed)
		case indent >= 0 && at > indent && strings.TrimSpace(line) != "":
			out[len(out)-1] += line[indent:]
		case strings.TrimSpace(line) != "":
			indent = -1
		}
	}
	return out
}
