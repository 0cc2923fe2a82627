package diag

import "testing"

func TestNearest(t *testing.T) {
	keys := []string{"doc", "params", "filter", "failed_precondition", "row", "rows", "optional row", "min_length", "id", "books"}
	for _, test := range []struct{ word, want string }{
		{"filtr", "filter"},
		{"flter", "filter"},
		{"fitler", "filter"}, // swapped letters are one slip
		{"param", "params"},  // a letter too few
		{"failed_preconditions", "failed_precondition"},
		{"Failed-Precondition", "failed_precondition"},
		{"faild_precondtion", "failed_precondition"},
		{"optional_row", "optional row"},
		{"minlength", "min_length"},
		{"rowz", "row"}, // as far from rows: the first wins
		{"dco", "doc"},
		{"cat", ""}, // short words are not guessed at
		{"x", ""},
		{"", ""},
		{"description", ""},
		{"bücher", ""},
	} {
		if got := Nearest(test.word, keys); got != test.want {
			t.Errorf("Nearest(%q) = %q, want %q", test.word, got, test.want)
		}
	}
	if got := Nearest("anything", nil); got != "" {
		t.Errorf("Nearest of nothing = %q", got)
	}
}
