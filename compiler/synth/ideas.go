package synth

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

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
