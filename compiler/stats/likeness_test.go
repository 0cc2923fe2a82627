package stats

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"go.yaml.in/yaml/v3"
)

func item(id string, features ...string) Item {
	return Item{ID: id, Parts: []Part{{Name: "all", Weight: 1, Features: features}}}
}

func TestSimilar(t *testing.T) {
	items := []Item{
		item("shop", "books", "orders", "id", "id"), item("shop_copy", "books", "orders", "id", "id"),
		item("clinic", "patients", "visits", "id"), item("bank", "accounts", "id"), item("empty"), item("empty_too"),
	}
	got := Similar(items, 0.5)
	if len(got) != 1 || got[0].A != "shop" || got[0].B != "shop_copy" || got[0].Likeness != 1 {
		t.Errorf("%+v", got)
	}
	near := Nearest(items)
	if len(near) != 4 || near[0].B != "shop_copy" || near[1].B != "shop" || near[2].A != "clinic" {
		t.Errorf("%+v", near)
	}
	// What everybody has weighs less than what two have.
	if near[2].Likeness >= 0.3 {
		t.Errorf("clinic and bank share the id alone: %+v", near[2])
	}
}

// Looking at candidates only must lose no pair.
func TestSimilarFindsWhatComparingAllFinds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var items []Item
	for i := range 120 {
		it := Item{ID: fmt.Sprint(i), Parts: []Part{{Weight: 1}, {Weight: 3}}}
		for k := range it.Parts {
			for range r.IntN(12) {
				it.Parts[k].Features = append(it.Parts[k].Features, fmt.Sprint(r.IntN(9)*r.IntN(9)))
			}
		}
		items = append(items, it)
	}
	for _, threshold := range []float64{0.2, 0.5, 0.8} {
		c := newCorpus(items)
		want := 0
		for i := range items {
			for j := i + 1; j < len(items); j++ {
				if c.pair(i, j).Likeness >= threshold {
					want++
				}
			}
		}
		if got := len(Similar(items, threshold)); got != want {
			t.Errorf("threshold %.1f: %d pairs, want %d", threshold, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	if got := words("order_items: The customer's Orders, and ordering!"); !slices.Equal(got, []string{"ord", "item", "custom", "ord", "ord"}) {
		t.Errorf("%q", got)
	}
	if got := plainAsk("Buy {qty} of {book.title}."); got != "Buy   of  ." {
		t.Errorf("%q", got)
	}
}

// The plan of the corpus must not have the same idea twice, or a thousand
// environments would be fewer.
func TestScenariosDiffer(t *testing.T) {
	b, err := os.ReadFile("../../envs/scenarios.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var list []Idea
	if err := yaml.Unmarshal(b, &list); err != nil {
		t.Fatal(err)
	}
	for _, p := range Similar(Ideas(list), 0.45) {
		t.Errorf("%.2f %s and %s", p.Likeness, p.A, p.B)
	}
}
