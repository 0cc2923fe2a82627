package synth

import (
	"regexp"
	"strings"
)

var (
	fence    = regexp.MustCompile("^\\s*(```+|~~~+)\\s*([A-Za-z0-9_-]*)\\s*$")
	thinking = regexp.MustCompile(`(?s)<think(?:ing)?>.*?</think(?:ing)?>`)
)

// extract takes what counts out of an answer: without the model's thinking,
// without the prose around code fences, without the fences. An answer that
// was cut off inside a fence keeps everything to its end.
func extract(answer string) string {
	answer = strings.ReplaceAll(answer, "\r\n", "\n")
	answer = thinking.ReplaceAllString(answer, "")
	if i := strings.LastIndex(answer, "</think>"); i >= 0 { // some servers drop the beginning
		answer = answer[i+len("</think>"):]
	}
	var fenced, block strings.Builder
	open, found := "", false
	for line := range strings.Lines(answer) {
		m := fence.FindStringSubmatch(line)
		switch {
		case m != nil && open == "":
			open = m[1]
			block.Reset()
		case m != nil && m[2] == "" && strings.HasPrefix(m[1], open):
			open = ""
			found = keep(&fenced, block.String()) || found
		case open != "":
			block.WriteString(line)
		}
	}
	if open != "" {
		found = keep(&fenced, block.String()) || found
	}
	if found {
		return fenced.String()
	}
	return dedentWhole(answer)
}

// keep adds a fenced block if it holds a part of the file or edits: models
// also quote single lines that way.
func keep(to *strings.Builder, block string) bool {
	block = dedentWhole(block)
	if _, order, _ := split(block); len(order) == 0 && !isEdits(block) && !isJSON(block) {
		return false
	}
	to.WriteString(block)
	if !strings.HasSuffix(block, "\n") {
		to.WriteByte('\n')
	}
	return true
}

// dedentWhole removes an indentation that a model gives its whole answer.
func dedentWhole(text string) string {
	if _, order, _ := split(text); len(order) > 0 {
		return text
	}
	return dedent(text)
}

func isJSON(text string) bool { return strings.HasPrefix(strings.TrimSpace(text), "{") }
