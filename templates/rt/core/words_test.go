package core

import "testing"

func TestSingular(t *testing.T) {
	for in, want := range map[string]string{
		"books": "book", "categories": "category", "addresses": "address", "statuses": "status", "order_items": "order_item",
		"boxes": "box", "dishes": "dish", "matches": "match", "heroes": "hero", "people": "person", "children": "child",
		"shelves": "shelf", "gloves": "glove", "movies": "movie", "houses": "house", "cases": "case", "buses": "bus",
		"analyses": "analysis", "bases": "base", "courses": "course", "classes": "class", "series": "series", "news": "news",
		"staff": "staff", "menus": "menu", "summonses": "summons", "summons": "summons", "data": "data", "stock": "stock", "access": "access", "campus": "campus", "quizzes": "quiz",
		"prizes": "prize", "invoices": "invoice", "taxes": "tax", "keys": "key", "days": "day", "pass": "pass",
		"order_status": "order_status", "warehouses": "warehouse", "s": "s", "is": "is", "gas": "gas", "expenses": "expense",
		"caches": "cache", "employees": "employee", "licenses": "license", "": "",
	} {
		if got := Singular(in); got != want {
			t.Errorf("Singular(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestHasWord(t *testing.T) {
	for _, c := range []struct {
		text, word string
		want       bool
	}{
		{"SELECT id FROM order_lines", "orders", false},
		{"SELECT id FROM Orders o", "orders", true},
		{"orders", "orders", true},
		{"suborders, orders_old, orders", "orders", true},
		{"caf\u00e9", "caf", false},
		{"anything", "", false},
	} {
		if got := HasWord(c.text, c.word, InIdentifier); got != c.want {
			t.Errorf("%q in %q: %v, want %v", c.word, c.text, got, c.want)
		}
	}
}
