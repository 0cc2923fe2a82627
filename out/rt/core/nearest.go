package core

// Nearest returns the candidate that was most likely meant by name, or "" if
// none is close. It is what error messages suggest for an unknown tool or
// parameter. Among equals the first wins.
func Nearest(name string, candidates []string) string {
	limit := min(3, len(name)/3+1)
	best, bestDistance := "", limit+1
	for _, c := range candidates {
		if len(c) > len(name)+limit || len(name) > len(c)+limit {
			continue
		}
		if d := editDistance(fold(name), fold(c)); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// fold drops what nobody means to tell apart: case and - for _.
func fold(s string) []byte {
	b := []byte(s)
	for i, c := range b {
		switch {
		case c >= 'A' && c <= 'Z':
			b[i] = c + 'a' - 'A'
		case c == '-' || c == ' ':
			b[i] = '_'
		}
	}
	return b
}

// editDistance counts inserted, deleted and replaced bytes, and swapped
// neighbours.
func editDistance(a, b []byte) int {
	before, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
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
