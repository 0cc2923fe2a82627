package parse

import "strings"

// SplitLoop splits "x in list"; ok is false if the text is something else.
func (t Text) SplitLoop() (item, list Text, ok bool) {
	t = t.TrimSpace()
	i := strings.IndexAny(t.Value, " \n")
	if i < 0 {
		return item, list, false
	}
	item = t.Slice(0, i)
	rest := t.Slice(i, len(t.Value)).TrimSpace()
	if !strings.HasPrefix(rest.Value, "in ") && !strings.HasPrefix(rest.Value, "in\n") {
		return item, list, false
	}
	list = rest.Slice(2, len(rest.Value)).TrimSpace()
	return item, list, list.Value != ""
}
