package synth

import (
	"context"
	"math"
	"slices"
	"strings"
	"sync"

	rt "github.com/awmc/awmc/templates/rt/model"
)

// measure says how alike scenarios are: a number from 0 to 1, and from which
// on they count as the same.
type measure interface {
	// vectors turns texts into vectors of which the cosine is the likeness.
	vectors(ctx context.Context, texts []string) ([]vector, error)
	threshold() float64
}

// vector is sparse, of length 1, in the order of its dimensions.
type vector []dimension

type dimension struct {
	at    uint64
	value float64
}

func cosine(a, b vector) float64 {
	sum := 0.0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i].at < b[j].at:
			i++
		case a[i].at > b[j].at:
			j++
		default:
			sum += a[i].value * b[j].value
			i++
			j++
		}
	}
	return sum
}

func normal(v vector) vector {
	sum := 0.0
	for _, d := range v {
		sum += d.value * d.value
	}
	for i := range v {
		v[i].value /= max(math.Sqrt(sum), 1e-12)
	}
	return v
}

// embeddings is the measure of a server that has an embedding model.
type embeddings struct {
	from  rt.Embedder
	least float64
	spend func(rt.Usage)
}

func (e *embeddings) threshold() float64 { return e.least }

func (e *embeddings) vectors(ctx context.Context, texts []string) ([]vector, error) {
	got, usage, err := e.from.Embed(ctx, texts)
	if e.spend != nil {
		e.spend(usage)
	}
	if err != nil {
		return nil, err
	}
	out := make([]vector, len(got))
	for i, g := range got {
		out[i] = make(vector, len(g))
		for j, x := range g {
			out[i][j] = dimension{uint64(j), float64(x)}
		}
		normal(out[i])
	}
	return out, nil
}

// wordMeasure is the built-in measure, for servers without embeddings: which
// stems two texts share. Words that any scenario has do not count.
type wordMeasure struct{ least float64 }

func (w wordMeasure) threshold() float64 { return w.least }

func (w wordMeasure) vectors(_ context.Context, texts []string) ([]vector, error) {
	out := make([]vector, len(texts))
	for i, t := range texts {
		counts := map[uint64]float64{}
		for _, s := range stems(t) {
			counts[hash(s)]++
		}
		for at, n := range counts {
			out[i] = append(out[i], dimension{at, 1 + math.Log(n)})
		}
		slices.SortFunc(out[i], func(a, b dimension) int {
			if a.at < b.at {
				return -1
			}
			return 1
		})
		normal(out[i])
	}
	return out, nil
}

// hash is FNV-1a.
func hash(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// isCommon reports whether a stem says nothing about what a scenario is.
var isCommon = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(`a an and or of the for to in on at with where who that which by from into their its it is are be
		has have can may as before after than them they this these those not no one each every other others own
		service system office desk manages manage management handles handle keeps keep records record tracks track
		customers customer members member signed person people organisation organization company staff users user online small local`) {
		out[stem(w)] = true
	}
	return out
})

func stems(text string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return (r < 'a' || r > 'z') && r < 0x80 }) {
		if s := stem(w); len(s) > 1 && !isCommon()[s] {
			out = append(out, s)
		}
	}
	return out
}

// stem cuts the commonest English endings off.
func stem(w string) string {
	for _, end := range []string{"ings", "ing", "ies", "ers", "er", "ed", "es", "s", "y"} {
		if rest, ok := strings.CutSuffix(w, end); ok && len(rest) >= 3 {
			return strings.TrimSuffix(rest, "i")
		}
	}
	return w
}
