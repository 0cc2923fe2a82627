package stats

import "strings"

// words are the stems of a text, lower case, without those that every text
// has. Names in snake_case are split.
func words(texts ...string) []string {
	var out []string
	for _, t := range texts {
		for _, w := range strings.FieldsFunc(strings.ToLower(t), notLetter) {
			if s := stem(w); len(s) > 1 && !common[s] {
				out = append(out, s)
			}
		}
	}
	return out
}

func notLetter(r rune) bool {
	return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r < 0x80
}

// stem cuts the commonest English endings off; what is left need not be a
// word, only the same for forms of the same word.
func stem(w string) string {
	for {
		cut := w
		for _, end := range [...]string{"ings", "ing", "ies", "ers", "er", "ed", "es", "s", "y"} {
			if rest, ok := strings.CutSuffix(w, end); ok && len(rest) >= 3 {
				cut = strings.TrimSuffix(rest, "i")
				break
			}
		}
		if cut == w {
			return w
		}
		w = cut
	}
}

// common are the stems that say nothing about what a text is about.
var common = func() map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(`a an and any are as at be been but by can do does each every for from get give had has have how i if in into is it its
		list me my no not of on one only or other out own please so some than that the their them then there these they this those to up was what when where
		which who with you your id`) {
		out[stem(w)] = true
	}
	return out
}()

// shingles are the runs of n neighbouring words of a text.
func shingles(text string, n int) []string {
	list := strings.FieldsFunc(strings.ToLower(text), notLetter)
	var out []string
	for i := 0; i+n <= len(list); i++ {
		out = append(out, strings.Join(list[i:i+n], " "))
	}
	return out
}
