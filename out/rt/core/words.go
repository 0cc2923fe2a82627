package core

import "strings"

// Singular is the name of one row of an entity in words: "order item" for
// order_items.
func Singular(entity string) string {
	words := strings.ReplaceAll(entity, "_", " ")
	for _, s := range [...]struct{ plural, singular string }{
		{"people", "person"}, {"children", "child"}, {"series", "series"}, {"news", "news"}, {"movies", "movie"},
		{"statuses", "status"}, {"bonuses", "bonus"}, {"campuses", "campus"}, {"viruses", "virus"}, {"buses", "bus"}, {"menus", "menu"},
		{"ss", "ss"}, {"us", "us"}, {"is", "is"},
		{"sses", "ss"}, {"shes", "sh"}, {"ches", "ch"}, {"xes", "x"}, {"zzes", "zz"}, {"ies", "y"}, {"s", ""},
	} {
		if rest, ok := strings.CutSuffix(words, s.plural); ok {
			return rest + s.singular
		}
	}
	return words
}
