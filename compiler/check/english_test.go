package check

import "testing"

func TestSingular(t *testing.T) {
	for in, want := range map[string]string{
		"books": "book", "categories": "category", "addresses": "address", "statuses": "status", "order_items": "order_item",
		"boxes": "box", "dishes": "dish", "matches": "match", "heroes": "hero", "people": "person", "children": "child",
		"shelves": "shelf", "gloves": "glove", "movies": "movie", "houses": "house", "cases": "case", "buses": "bus",
		"analyses": "analysis", "bases": "base", "courses": "course", "classes": "class", "series": "series", "news": "news",
		"staff": "staff", "data": "data", "stock": "stock", "access": "access", "campus": "campus", "quizzes": "quiz",
		"prizes": "prize", "invoices": "invoice", "taxes": "tax", "keys": "key", "days": "day", "pass": "pass",
		"order_status": "order_status", "warehouses": "warehouse", "s": "s", "is": "is", "gas": "gas", "expenses": "expense",
		"caches": "cache", "employees": "employee", "licenses": "license", "": "",
	} {
		if got := Singular(in); got != want {
			t.Errorf("Singular(%q) = %q, want %q", in, got, want)
		}
	}
}

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
