package diag

// Nearest returns the candidate that the author most likely meant by word,
// or "" if none is close enough. Distance counts inserted, deleted, replaced
// and swapped letters (Damerau-Levenshtein, restricted), with case and the
// difference between "-", "_" and " " ignored; among equals the first wins.
func Nearest(word string, candidates []string) string {
	best, bestDistance := "", cutoff(word)+1
	folded := fold(word)
	for _, candidate := range candidates {
		if d := distance(folded, fold(candidate)); d < bestDistance {
			best, bestDistance = candidate, d
		}
	}
	return best
}

// cutoff is the number of slips beyond which a suggestion would be a guess:
// one in a short word, a third of a long one, never more than three.
func cutoff(word string) int {
	n := len([]rune(word))
	switch {
	case n <= 1:
		return 0
	case n <= 4:
		return 1
	default:
		return min(3, n/3)
	}
}

// fold removes the differences that nobody means to make.
func fold(s string) []rune {
	out := []rune(s)
	for i, r := range out {
		switch {
		case r >= 'A' && r <= 'Z':
			out[i] = r + 'a' - 'A'
		case r == '-' || r == ' ':
			out[i] = '_'
		}
	}
	return out
}

// distance is the optimal string alignment distance of a and b.
func distance(a, b []rune) int {
	// Three rows are enough: a swap looks two rows back.
	before := make([]int, len(b)+1)
	prev := make([]int, len(b)+1)
	cur := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
		}
		before, prev, cur = prev, cur, before
	}
	return prev[len(b)]
}
