package nemo

import (
	"encoding/json"
	"strings"
)

// said is what an agent's conversation ended in.
type said struct {
	answer    json.RawMessage // a JSON text; nil if it gave none
	truncated bool            // turns or tokens ran out
}

// parseResponse reads a response of OpenAI's Responses API whose output is the
// whole conversation. The answer is the assistant's text after the last call;
// a conversation that ends in a call was cut off.
func parseResponse(raw json.RawMessage) (s said, err error) {
	var response struct {
		Output []struct {
			Type    string          `json:"type"`
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"output"`
		Incomplete *struct{} `json:"incomplete_details"`
	}
	if err := json.Unmarshal(raw, &response); err != nil {
		return s, invalidf("response: %v", err)
	}
	s.truncated = response.Incomplete != nil
	var parts []string
	ends := false // in a call
	for _, item := range response.Output {
		switch {
		case item.Type == "function_call" || item.Type == "function_call_output":
			parts, ends = nil, true
		case (item.Type == "message" || item.Type == "") && item.Role == "assistant":
			if text := messageText(item.Content); text != "" {
				parts, ends = append(parts, text), false
			}
		}
	}
	s.truncated = s.truncated || ends
	if len(parts) > 0 {
		s.answer, err = json.Marshal(strings.Join(parts, "\n"))
	}
	return s, err
}

// messageText is the text of a message: a string, or parts of which some are
// text.
func messageText(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var list []struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(raw, &list) != nil {
		return ""
	}
	var b strings.Builder
	for _, part := range list {
		b.WriteString(part.Text)
	}
	return b.String()
}
