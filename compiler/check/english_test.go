package check

import "testing"

func TestArticle(t *testing.T) {
	for in, want := range map[string]string{
		"order": "an order", "book": "a book", "user": "a user", "hour": "an hour", "unit": "a unit", "integer": "an integer",
		"uninsured loan": "an uninsured loan",
	} {
		if got := article(in); got != want {
			t.Errorf("article(%q) = %q, want %q", in, got, want)
		}
	}
}
