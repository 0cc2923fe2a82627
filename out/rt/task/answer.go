package task

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/data"
)

// Expected is one value that an agent's answer must hold.
type Expected struct {
	Name      string          `json:"name,omitempty"` // "" if the answer is one value
	Match     string          `json:"match"`          // text, number, date, set, list or contains
	Tolerance float64         `json:"tolerance,omitempty"`
	Value     json.RawMessage `json:"value"`
	Line      int             `json:"line,omitempty"`
}

// The kinds of match.
const (
	matchText     = "text"
	matchNumber   = "number"
	matchDate     = "date"
	matchSet      = "set"
	matchList     = "list"
	matchContains = "contains"
)

// Answer works out the answer of the task after a solution was carried out in
// w. Nil if the task asks for none.
func Answer(ctx context.Context, w core.World, r *Run) ([]Expected, error) {
	t := r.Drawn.Task
	var out []Expected
	for i := range t.Answer {
		a := &t.Answer[i]
		value, err := answerValue(ctx, w, r, a)
		if err != nil {
			return nil, fmt.Errorf("task %s, answer %s(line %d): %w", t.Name, spaced(a.Name), a.Line, err)
		}
		out = append(out, Expected{Name: a.Name, Match: a.Match, Tolerance: a.Tolerance, Value: value, Line: a.Line})
	}
	return out, nil
}

func spaced(name string) string {
	if name == "" {
		return ""
	}
	return name + " "
}

func isListMatch(match string) bool { return match == matchSet || match == matchList }

func answerValue(ctx context.Context, w core.World, r *Run, a *core.Answer) (json.RawMessage, error) {
	if a.SQL == nil {
		value, err := r.Expand(a.Value)
		if err != nil {
			return nil, err
		}
		return fitted(value, a.Match)
	}
	args, err := r.vars.args(w, a.SQL.Args)
	if err != nil {
		return nil, err
	}
	t, err := w.Select(ctx, a.SQL.Text, args...)
	if err != nil {
		return nil, err
	}
	if isListMatch(a.Match) {
		list := make(data.List, len(t.Rows))
		for i, row := range t.Rows {
			list[i] = data.Row{Columns: t.Columns, Values: row}
			if len(t.Columns) == 1 {
				list[i] = row[0]
			}
		}
		return appendJSON(nil, list)
	}
	if len(t.Rows) != 1 || len(t.Columns) != 1 {
		return nil, fmt.Errorf("the query gives %d rows of %d columns, and must give one value", len(t.Rows), len(t.Columns))
	}
	return appendJSON(nil, t.Rows[0][0])
}

// fitted turns a row where one value is wanted into its first column, and a
// single value where a list is wanted into a list.
func fitted(value json.RawMessage, match string) (json.RawMessage, error) {
	if isListMatch(match) {
		switch value[0] {
		case '[':
			return value, nil
		case 'n':
			return json.RawMessage("[]"), nil
		}
		return append(append(json.RawMessage{'['}, value...), ']'), nil
	}
	if value[0] != '{' {
		return value, nil
	}
	_, values, err := members(value)
	if err != nil {
		return nil, err
	}
	if len(values) == 0 {
		return nil, errors.New("the answer is an empty object")
	}
	return fitted(values[0], match)
}

// EpisodeAnswer is the answer that an episode (of wrong or also_solve) gives,
// or nil if it gives none.
func EpisodeAnswer(r *Run, e *core.Episode) (json.RawMessage, error) {
	if e.Answer == "" {
		return nil, nil
	}
	return r.Expand(e.Answer)
}

// withEpisode puts the answer of an also_solve in the place of the task's.
func withEpisode(expected []Expected, own json.RawMessage) ([]Expected, error) {
	if own == nil {
		return expected, nil
	}
	out := append([]Expected(nil), expected...)
	if len(out) == 1 && (out[0].Name == "" || own[0] != '{') {
		var err error
		out[0].Value, err = fitted(own, out[0].Match)
		return out, err
	}
	names, values, err := members(own)
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		known := false
		for j := range out {
			if out[j].Name == name {
				known = true
				if out[j].Value, err = fitted(values[i], out[j].Match); err != nil {
					return nil, err
				}
			}
		}
		if !known {
			return nil, fmt.Errorf("the task's answer has no part %q", name)
		}
	}
	return out, nil
}

// Told is the expected answer as an agent would give it: one value, or an
// object of the named parts. Nil if nothing is expected.
func Told(expected []Expected) json.RawMessage {
	if len(expected) == 0 {
		return nil
	}
	if len(expected) == 1 && expected[0].Name == "" {
		return expected[0].Value
	}
	b := []byte{'{'}
	for i, e := range expected {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendString(b, e.Name), ':')
		b = append(b, e.Value...)
	}
	return append(b, '}')
}

// empty reports whether an expected value is nothing that an agent could say.
func empty(e *Expected) bool {
	s := string(e.Value)
	return s == "" || s == "null" || s == `""` || !isListMatch(e.Match) && s == "[]"
}
