package stats

import (
	"cmp"
	"math"
	"slices"
	"strconv"
)

// Likeness of two items is a number from 0 (nothing in common) to 1 (the same).
// An item has named parts, such as its words and the shape of its schema; a
// part is a set of features. Two parts are compared by the weighted Jaccard
// index: the weight of the features that both have over the weight of those
// that either has. A feature weighs ln(1 + n/k), where n items have such a part
// and k of them have the feature: what everybody has says little. The likeness
// is the mean of the parts by their weights; a part that neither item has is
// left out.
//
// What comes more than once counts more than once: repeats are features of
// their own ("row #2").

// Item is something to compare with others of its kind.
type Item struct {
	ID    string
	Parts []Part // the same parts in the same order for all items
}

// Part is one aspect of an item.
type Part struct {
	Name     string
	Weight   float64
	Features []string // in any order; repeats count
}

// Pair is two items that are alike. Parts are the likeness of each part, in
// the items' order; -1 for a part that neither has.
type Pair struct {
	A        string    `json:"a"`
	B        string    `json:"b"`
	Likeness float64   `json:"likeness"`
	Parts    []float64 `json:"parts"`
}

// Similar finds the pairs whose likeness is at least threshold, the most alike
// first, ties by name. It looks at pairs only that share some rare feature, so
// that long lists take little more than short ones, and finds every pair all
// the same.
func Similar(items []Item, threshold float64) []Pair {
	c := newCorpus(items)
	seen := map[[2]int]bool{}
	var out []Pair
	for part := range c.parts {
		for _, p := range c.candidates(part, threshold-0.001) { // likeness is rounded
			if !seen[p] {
				seen[p] = true
				if pair := c.pair(p[0], p[1]); pair.Likeness >= threshold {
					out = append(out, pair)
				}
			}
		}
	}
	sortPairs(out)
	return out
}

// Nearest finds for each item the one that is most like it; items that have
// nobody are left out. It compares all pairs.
func Nearest(items []Item) []Pair {
	c := newCorpus(items)
	best := make([]Pair, len(items))
	for i := range items {
		for j := i + 1; j < len(items); j++ {
			p := c.pair(i, j)
			if p.Likeness > best[i].Likeness {
				best[i] = p
			}
			if p.Likeness > best[j].Likeness {
				best[j] = p
				best[j].A, best[j].B = p.B, p.A
			}
		}
	}
	return slices.DeleteFunc(best, func(p Pair) bool { return p.Likeness == 0 })
}

func sortPairs(list []Pair) {
	slices.SortFunc(list, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(b.Likeness, a.Likeness), cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B))
	})
}

// corpus is the items with their features as numbers: within a part, the rarer
// a feature, the smaller its number.
type corpus struct {
	items  []Item
	parts  []float64   // weights
	sets   [][][]int   // by item and part, ascending
	weight [][]float64 // of features, by part
	total  [][]float64 // of an item's part
}

func newCorpus(items []Item) *corpus {
	c := &corpus{items: items, sets: make([][][]int, len(items)), total: make([][]float64, len(items))}
	if len(items) == 0 {
		return c
	}
	for k, p := range items[0].Parts {
		c.parts = append(c.parts, p.Weight)
		c.part(k)
	}
	return c
}

// part numbers the features of the k-th part.
func (c *corpus) part(k int) {
	count := map[string]int{}
	have := 0
	sets := make([][]string, len(c.items))
	for i := range c.items {
		if sets[i] = numbered(c.items[i].Parts[k].Features); len(sets[i]) > 0 {
			have++
		}
		for _, f := range sets[i] {
			count[f]++
		}
	}
	names := make([]string, 0, len(count))
	for f := range count {
		names = append(names, f)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(count[a], count[b]), cmp.Compare(a, b)) })
	number := make(map[string]int, len(names))
	weight := make([]float64, len(names))
	for n, f := range names {
		number[f], weight[n] = n, math.Log(1+float64(have)/float64(count[f]))
	}
	c.weight = append(c.weight, weight)
	for i, set := range sets {
		ids := make([]int, len(set))
		sum := 0.0
		for j, f := range set {
			ids[j] = number[f]
		}
		slices.Sort(ids)
		for _, id := range ids {
			sum += weight[id]
		}
		c.sets[i], c.total[i] = append(c.sets[i], ids), append(c.total[i], sum)
	}
}

// numbered makes repeats different features.
func numbered(features []string) []string {
	seen := map[string]int{}
	out := make([]string, len(features))
	for i, f := range features {
		seen[f]++
		out[i] = f
		if n := seen[f]; n > 1 {
			out[i] = f + " #" + strconv.Itoa(n)
		}
	}
	return out
}

// candidates are the pairs that may have a part of at least that likeness. Two
// sets with a Jaccard index of t share the weight t of either; so they share
// one of the rarest features, those beyond the last ones that weigh less than
// t together.
func (c *corpus) candidates(part int, threshold float64) [][2]int {
	holders := map[int][]int{}
	var out [][2]int
	seen := map[[2]int]bool{}
	for i := range c.items {
		rest := c.total[i][part]
		for _, id := range c.sets[i][part] {
			if rest < threshold*c.total[i][part] {
				break
			}
			rest -= c.weight[part][id]
			for _, j := range holders[id] {
				if p := [2]int{j, i}; !seen[p] {
					seen[p] = true
					out = append(out, p)
				}
			}
			holders[id] = append(holders[id], i)
		}
	}
	return out
}

func (c *corpus) pair(i, j int) Pair {
	p := Pair{A: c.items[i].ID, B: c.items[j].ID}
	sum, weights := 0.0, 0.0
	for k, w := range c.parts {
		x := -1.0
		if len(c.sets[i][k]) > 0 || len(c.sets[j][k]) > 0 {
			x = c.jaccard(i, j, k)
			sum, weights = sum+w*x, weights+w
		}
		p.Parts = append(p.Parts, round(x))
	}
	if weights > 0 {
		p.Likeness = round(sum / weights)
	}
	return p
}

func (c *corpus) jaccard(i, j, part int) float64 {
	a, b, w := c.sets[i][part], c.sets[j][part], c.weight[part]
	both := 0.0
	for x, y := 0, 0; x < len(a) && y < len(b); {
		switch {
		case a[x] < b[y]:
			x++
		case a[x] > b[y]:
			y++
		default:
			both += w[a[x]]
			x++
			y++
		}
	}
	either := c.total[i][part] + c.total[j][part] - both
	if either == 0 {
		return 0
	}
	return both / either
}

// round keeps three digits, so that reports don't change with the last bits.
func round(x float64) float64 { return math.Round(x*1000) / 1000 }
