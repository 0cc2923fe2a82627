package task

import (
	"context"
	"encoding/json"

	"github.com/awmc/awmc/templates/rt/core"
)

// Expected is one value that an agent's answer must hold.
type Expected struct {
	Name      string          `json:"name,omitempty"` // "" if the answer is one value
	Match     string          `json:"match"`          // text, number, date, set, list or contains
	Tolerance float64         `json:"tolerance,omitempty"`
	Value     json.RawMessage `json:"value"`
	Line      int             `json:"line,omitempty"`
}

// AnswerPart is the outcome for one expected value.
type AnswerPart struct {
	Name string `json:"name,omitempty"`
	OK   bool   `json:"ok"`
	Why  string `json:"why"` // in words, also if it is right
}

// Answer works out the answer of the task after a solution was carried out in
// w. Nil if the task asks for none.
func Answer(ctx context.Context, w core.World, r *Run) ([]Expected, error) { panic("being written") }

// EpisodeAnswer is the answer that an episode (of wrong or also_solve) gives,
// or nil if it gives none.
func EpisodeAnswer(r *Run, e *core.Episode) (json.RawMessage, error) { panic("being written") }

// Told is the expected answer as an agent would give it: one value, or an
// object of the named parts. Nil if nothing is expected.
func Told(expected []Expected) json.RawMessage { panic("being written") }

// MatchAnswer compares an agent's answer with what is expected, part by part.
// got is JSON, or plain text, or JSON inside a text; nil, null and "" are no
// answer. See the package's files match_*.go for each kind of match.
func MatchAnswer(expected []Expected, got json.RawMessage) []AnswerPart { panic("being written") }
