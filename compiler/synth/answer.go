package synth

import (
	"fmt"
	"slices"
	"strings"

	rt "github.com/awmc/awmc/templates/rt/model"
)

// apply puts an answer into the file. The problems are about the answer
// itself: with them the file is as it was, or has what could be used.
func (r *run) apply(resp *rt.Response) []Problem {
	s := r.state
	text := extract(resp.Content)
	before, _, _ := split(s.Text)
	cutOff := resp.Truncated()
	wasRest := s.Rest
	s.Rest = false
	if strings.TrimSpace(text) == "" {
		if cutOff {
			return []Problem{{Message: "the answer was cut off before anything of it had arrived", Hint: "think less, and write the part at once"}}
		}
		return []Problem{{Message: "the answer is empty", Hint: "write " + keyList(stages[s.Stage].wanted(r.given.locked))}}
	}
	if isJSON(text) {
		yaml, err := fromJSON(text)
		if err != nil && cutOff {
			return []Problem{{Message: "the answer was cut off", Hint: "write less: fewer entries, shorter texts"}}
		}
		if err != nil {
			return []Problem{{Message: err.Error(), Hint: "answer with one JSON object and nothing else"}}
		}
		text = yaml
	}
	if s.Round > 0 && !wasRest && isEdits(text) {
		return r.applyEdits(before, text, cutOff)
	}
	part, order, unknown := split(text)
	order = slices.DeleteFunc(order, func(k string) bool { return r.given.locked[k] })
	if len(order) == 0 {
		return []Problem{{Message: "the answer has no key of an env.yaml at the margin", Hint: "write " + keyList(stages[s.Stage].wanted(r.given.locked)) + " as YAML, without anything around it"}}
	}
	var problems []Problem
	for _, k := range unknown {
		problems = append(problems, Problem{Message: fmt.Sprintf("an env.yaml has no key `%s`; it was left out", k), Hint: "the keys are " + strings.Join(keys, ", ")})
	}
	if cutOff {
		// The last entry may be incomplete; what comes before it is not.
		last := order[len(order)-1]
		part[last] = withoutLast(part[last])
		if part[last] == "" {
			delete(part, last)
		}
		s.Rest = true
		problems = append(problems, Problem{Message: "the answer was cut off"})
	}
	for _, k := range order {
		switch {
		case part[k] == "":
		case wasRest && parts(k) != "":
			before[k] = mergeEntries(before[k], part[k])
		default:
			before[k] = part[k]
		}
	}
	s.Text = before.render()
	if s.Rest && len(part) == 0 {
		s.Rest = false
		return []Problem{{Message: "the answer was cut off before its first entry was complete", Hint: "write less at once: shorter entries"}}
	}
	return problems
}

func (r *run) applyEdits(before document, text string, cutOff bool) []Problem {
	s := r.state
	edits, err := readEdits(text)
	if err == nil && cutOff {
		edits = edits[:len(edits)-1] // the last may be incomplete
	}
	if err != nil {
		return []Problem{{Message: err.Error(), Hint: "nothing was changed; look at the form of edits again"}}
	}
	after, err := applyEdits(before.render(), edits)
	if err != nil {
		return []Problem{{Message: "nothing was changed: " + err.Error(), Hint: "look at the numbers again; or name the entry: @@ tools.name"}}
	}
	doc, _, unknown := split(after)
	if len(unknown) > 0 {
		return []Problem{{Message: fmt.Sprintf("nothing was changed: an env.yaml has no key `%s`", unknown[0]), Hint: "indent the new lines as in the file"}}
	}
	for k := range r.given.locked {
		if text, ok := r.given.doc[k]; ok {
			doc[k] = text
		}
	}
	s.Text = doc.render()
	return nil
}

// withoutLast removes the last entry of a section, which may be incomplete;
// "" if nothing is left.
func withoutLast(section string) string {
	head, list := entriesOf(section)
	if len(list) < 2 {
		return ""
	}
	return joinEntries(head, list[:len(list)-1])
}
