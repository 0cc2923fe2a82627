package check

import (
	"strings"

	"github.com/awmc/awmc/ir"
)

// fieldWords is what a field holds, in words: "price in cents".
func fieldWords(f *ir.Field) string {
	if rest, ok := strings.CutSuffix(f.Name, "_cents"); ok {
		return words(rest) + " in cents"
	}
	if f.Type == ir.Boolean {
		return f.Name + " flag"
	}
	for _, suffix := range []string{"_at", "_on", "_by", "_for", "_from", "_to", "_with"} {
		if strings.HasSuffix(f.Name, suffix) {
			// "placed at of the order" would be no English.
			return f.Name
		}
	}
	if f.Ref != nil {
		if rest, ok := strings.CutSuffix(f.Name, "_id"); ok {
			return "id of the " + words(rest)
		}
	}
	return words(f.Name)
}

// fieldDoc describes a value of a field for whoever calls a tool.
func fieldDoc(f *ir.Field) string {
	if f.Doc != "" {
		return f.Doc
	}
	w := fieldWords(f)
	if strings.HasPrefix(w, "id of the ") {
		return "The " + w + "."
	}
	return ofEntity(w, f)
}

// ofEntity says whose field f is, which w are the words of: "The title of the
// book.", but "The tag." rather than "The tag of the tag.".
func ofEntity(w string, f *ir.Field) string {
	one := oneWords(f.Entity.Name)
	if w == one {
		return "The " + one + "."
	}
	return "The " + w + " of the " + one + "."
}
