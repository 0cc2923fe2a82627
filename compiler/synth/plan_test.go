package synth

import (
	"testing"
)

// The plan of the corpus must stay a plan of different worlds: names that
// collide can't be built into one fleet, and near-duplicates teach an agent
// nothing new.
func TestPlanOfTheCorpus(t *testing.T) {
	list, err := ReadScenarios("../../envs/scenarios.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 1000 {
		t.Errorf("%d scenarios, want 1000", len(list))
	}
	names, categories := map[string]bool{}, map[string]int{}
	for _, s := range list {
		if names[s.Name] {
			t.Errorf("the name %s is there twice", s.Name)
		}
		names[s.Name] = true
		categories[s.Category]++
		if s.Summary == "" || s.Distinct == "" {
			t.Errorf("%s has no summary or nothing that makes it distinct", s.Name)
		}
	}
	for c, n := range categories {
		if n > 60 {
			t.Errorf("category %s has %d scenarios, more than 60", c, n)
		}
	}
	if len(categories) < 40 {
		t.Errorf("%d categories, want about 40", len(categories))
	}
	texts := make([]string, len(list))
	for i, s := range list {
		texts[i] = s.text()
	}
	m := wordMeasure{least: 0.55}
	vectors, err := m.vectors(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	for i := range vectors {
		for j := range i {
			if c := cosine(vectors[i], vectors[j]); c >= m.threshold() {
				t.Errorf("%s and %s are near-duplicates (%.2f)", list[i].Name, list[j].Name, c)
			}
		}
	}
}
