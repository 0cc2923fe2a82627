package diag

import (
	"bytes"
	"encoding/json"
	"io"
)

// jsonDiagnostic fixes the names and the order of the fields for programs
// that read them.
type jsonDiagnostic struct {
	Code     Code       `json:"code"`
	Severity string     `json:"severity"`
	File     string     `json:"file"`
	Line     int        `json:"line"`
	Column   int        `json:"column"`
	EndLine  int        `json:"end_line"`
	EndCol   int        `json:"end_column"`
	Message  string     `json:"message"`
	Hint     string     `json:"hint"`
	Notes    []jsonNote `json:"notes"`
}

type jsonNote struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	EndLine int    `json:"end_line"`
	EndCol  int    `json:"end_column"`
	Message string `json:"message"`
}

// WriteJSON prints diagnostics as one JSON array, one diagnostic on each
// line. Every field is always there; unknown positions are 0.
func WriteJSON(w io.Writer, list []Diagnostic) error {
	if _, err := io.WriteString(w, "["); err != nil {
		return err
	}
	for i, d := range list {
		separator := ",\n "
		if i == 0 {
			separator = "\n "
		}
		if _, err := io.WriteString(w, separator); err != nil {
			return err
		}
		object, err := marshal(toJSON(d))
		if err != nil {
			return err
		}
		if _, err := w.Write(object); err != nil {
			return err
		}
	}
	end := "]\n"
	if len(list) > 0 {
		end = "\n]\n"
	}
	_, err := io.WriteString(w, end)
	return err
}

// MarshalJSON gives one diagnostic the form that it has in WriteJSON.
func (d Diagnostic) MarshalJSON() ([]byte, error) { return marshal(toJSON(d)) }

func toJSON(d Diagnostic) jsonDiagnostic {
	out := jsonDiagnostic{
		Code: d.Code, Severity: d.Severity.String(), File: d.Span.File,
		Line: d.Span.Start.Line, Column: d.Span.Start.Col,
		EndLine: d.Span.End.Line, EndCol: d.Span.End.Col,
		Message: d.Message, Hint: d.Hint, Notes: []jsonNote{},
	}
	for _, n := range d.Notes {
		out.Notes = append(out.Notes, jsonNote{
			File: n.Span.File, Line: n.Span.Start.Line, Column: n.Span.Start.Col,
			EndLine: n.Span.End.Line, EndCol: n.Span.End.Col, Message: n.Message,
		})
	}
	return out
}

// marshal leaves <, > and & readable: the text holds SQL.
func marshal(d jsonDiagnostic) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(d); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(buf.Bytes()), nil
}

// UnmarshalJSON reads what MarshalJSON wrote, so that results with their
// diagnostics can be kept in a cache.
func (d *Diagnostic) UnmarshalJSON(data []byte) error {
	var in jsonDiagnostic
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	*d = Diagnostic{Code: in.Code, Message: in.Message, Hint: in.Hint,
		Span: Span{File: in.File, Start: Pos{in.Line, in.Column}, End: Pos{in.EndLine, in.EndCol}}}
	if in.Severity == Warning.String() {
		d.Severity = Warning
	}
	for _, n := range in.Notes {
		d.Notes = append(d.Notes, Note{Message: n.Message,
			Span: Span{File: n.File, Start: Pos{n.Line, n.Column}, End: Pos{n.EndLine, n.EndCol}}})
	}
	return nil
}
