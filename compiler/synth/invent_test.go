package synth

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	rt "github.com/awmc/awmc/templates/rt/model"
)

// ideaServer invents scenarios; every fourth is a double of one before, and
// some are games, which do not suit.
func ideaServer(t *testing.T) (*rt.Client, *int) {
	word := func(k, salt int) string { // a word of its own for each number
		syllables := strings.Fields("ba ko mi tu re sa no li fu de")
		w := ""
		for n := (k*31+salt*7)%1000 + 1000; n > 0; n /= 10 {
			w += syllables[n%10]
		}
		return w
	}
	var mu sync.Mutex
	n, made := 0, 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		n++
		var body struct{ Messages []rt.Message }
		json.NewDecoder(r.Body).Decode(&body)
		if !strings.HasSuffix(r.URL.Path, "/chat/completions") {
			http.NotFound(w, r)
			return
		}
		prompt := body.Messages[0].Content
		var b strings.Builder
		if strings.HasPrefix(prompt, "Judge") {
			for _, item := range items(prompt) {
				var name string
				fmt.Sscanf(item, "- name: %s", &name)
				points := 9
				if strings.Contains(item, "game") {
					points = 2
				}
				fmt.Fprintf(&b, "- {name: %s, points: %d}\n", name, points)
			}
		} else {
			b.WriteString("Here are some:\n\n```yaml\n")
			for i := range 12 {
				k := made
				if i%4 != 3 {
					made++
				}
				trade, thing := word(k, 1), word(k, 2)
				kind := "craft"
				if k%9 == 5 {
					kind, trade = "games", trade+" game"
				}
				fmt.Fprintf(&b, "- name: %s_%s%d\n  category: %s%d\n  summary: \"Here %s and %s meet %s and %s.\"\n", strings.ReplaceAll(trade, " ", "_"), thing, i, kind, min(k%11, 6), trade, thing, word(k, 3), word(k, 4))
			}
			b.WriteString("- name: broken: very\n```\n")
		}
		json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"message": map[string]any{"content": b.String()}, "finish_reason": "stop"}}})
	}))
	t.Cleanup(s.Close)
	c, err := rt.New(rt.Config{BaseURL: s.URL, Model: "m", EmbeddingModel: "e"})
	if err != nil {
		t.Fatal(err)
	}
	return c, &n
}

func TestInvent(t *testing.T) {
	c, n := ideaServer(t)
	opt := InventOptions{Work: t.TempDir(), Model: c, Count: 25, PerCategory: 5, Jobs: 1}
	got, err := Invent(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.List) != 25 || got.Doubles == 0 || got.Unsuitable == 0 || got.Full == 0 || got.Malformed == 0 {
		t.Errorf("%d scenarios, %+v", len(got.List), got)
	}
	counts := map[string]int{}
	for _, s := range got.List {
		if counts[s.Category]++; counts[s.Category] > 5 {
			t.Errorf("category %s is crowded", s.Category)
		}
		if strings.Contains(s.Name, "game") {
			t.Errorf("%s does not suit", s.Name)
		}
	}
	// The same again, from the transcript.
	asked := *n
	again, err := Invent(context.Background(), opt)
	if err != nil || *n != asked || fmt.Sprint(again.List) != fmt.Sprint(got.List) {
		t.Errorf("%v: %d more requests", err, *n-asked)
	}
	path := filepath.Join(t.TempDir(), "envs", "scenarios.yaml")
	if err := WriteScenarios(path, got.List); err != nil {
		t.Fatal(err)
	}
	read, err := ReadScenarios(path)
	if err != nil || fmt.Sprint(read) != fmt.Sprint(got.List) {
		t.Errorf("read back %v, %v", read, err)
	}
}

// A server without embeddings is no reason to fail.
func TestInventWithoutEmbeddings(t *testing.T) {
	c, _ := ideaServer(t)
	said := ""
	got, err := Invent(context.Background(), InventOptions{Work: t.TempDir(), Model: c, Embedder: c, Count: 5, Say: func(s string) { said = s }})
	if err != nil || len(got.List) != 5 || !strings.Contains(said, "by words") {
		t.Errorf("%v %q %+v", err, said, got)
	}
}

func TestWordMeasure(t *testing.T) {
	m := wordMeasure{0.55}
	s := []Scenario{
		{Name: "vet_clinic", Summary: "A veterinary clinic that books visits for pets and bills their treatment."},
		{Name: "veterinary_practice", Summary: "A veterinary practice where pets' visits are booked and treatments are billed."},
		{Name: "harbour_pilots", Summary: "A pilots' office where ships order pilots and tugs and settle dues."},
		{Name: "tug_company", Summary: "A harbour tug company that assigns crews to ships."},
	}
	v, err := m.vectors(context.Background(), texts(s))
	if err != nil {
		t.Fatal(err)
	}
	if c := cosine(v[0], v[1]); c < m.threshold() {
		t.Errorf("two veterinary clinics are %.2f alike", c)
	}
	for _, pair := range [][2]int{{0, 2}, {1, 3}, {2, 3}} {
		if c := cosine(v[pair[0]], v[pair[1]]); c >= m.threshold() {
			t.Errorf("%s and %s are %.2f alike", s[pair[0]].Name, s[pair[1]].Name, c)
		}
	}
}
