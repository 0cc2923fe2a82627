package page

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
)

// value is a JSON value as it is shown: members in their order, numbers with
// all their digits, a list of objects as a table.
type value struct {
	Kind    string // null, boolean, number, text, list, object, table
	Text    string // of a scalar
	Items   []*value
	Members []member
	Columns []string
	Rows    [][]*value // of a table; nil where an object has no such member
	More    int        // items that are not shown
}

type member struct {
	Name  string
	Value *value
}

// Scalar reports whether the value fits on a line.
func (v *value) Scalar() bool {
	return v.Kind != "list" && v.Kind != "object" && v.Kind != "table" || len(v.Items)+len(v.Members)+len(v.Rows) == 0
}

// maxItems bounds what is shown of a list. All of it is in the JSON.
const maxItems = 200

// maxDepth bounds how deep values are shown as anything but text.
const maxDepth = 12

// parseValue reads JSON. What is none is shown as text.
func parseValue(raw json.RawMessage) *value {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	v, err := readValue(dec, 0)
	if err == nil {
		if _, end := dec.Token(); !errors.Is(end, io.EOF) {
			err = errors.New("more than one value")
		}
	}
	if err != nil {
		return &value{Kind: "text", Text: string(raw)}
	}
	return v
}

func readValue(dec *json.Decoder, depth int) (*value, error) {
	if depth > maxDepth {
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return nil, err
		}
		return &value{Kind: "text", Text: string(raw)}, nil
	}
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch t := tok.(type) {
	case nil:
		return &value{Kind: "null", Text: "null"}, nil
	case bool:
		if t {
			return &value{Kind: "boolean", Text: "true"}, nil
		}
		return &value{Kind: "boolean", Text: "false"}, nil
	case json.Number:
		return &value{Kind: "number", Text: t.String()}, nil
	case string:
		return &value{Kind: "text", Text: t}, nil
	}
	v := &value{Kind: "list"}
	if tok == json.Delim('{') {
		v.Kind = "object"
	}
	for dec.More() {
		name := ""
		if v.Kind == "object" {
			tok, err := dec.Token()
			if err != nil {
				return nil, err
			}
			name, _ = tok.(string)
		}
		item, err := readValue(dec, depth+1)
		switch {
		case err != nil:
			return nil, err
		case v.Kind == "object":
			v.Members = append(v.Members, member{name, item})
		case len(v.Items) < maxItems:
			v.Items = append(v.Items, item)
		default:
			v.More++
		}
	}
	if _, err := dec.Token(); err != nil { // the closing one
		return nil, err
	}
	v.tabulate()
	return v, nil
}

// tabulate makes a table of a list of objects.
func (v *value) tabulate() {
	if v.Kind != "list" || len(v.Items) == 0 {
		return
	}
	var columns []string
	for _, it := range v.Items {
		if it.Kind != "object" || len(it.Members) == 0 {
			return
		}
		for _, m := range it.Members {
			if !slices.Contains(columns, m.Name) {
				columns = append(columns, m.Name)
			}
		}
		if len(columns) > 40 {
			return
		}
	}
	v.Kind, v.Columns = "table", columns
	for _, it := range v.Items {
		row := make([]*value, len(columns))
		for _, m := range it.Members {
			row[slices.Index(columns, m.Name)] = m.Value
		}
		v.Rows = append(v.Rows, row)
	}
	v.Items = nil
}

// maxJSON bounds how much JSON a page shows as such.
const maxJSON = 100 << 10

// indented is JSON for people, as much of it as a page can hold.
func indented(raw json.RawMessage) string {
	s := pretty(raw)
	if len(s) > maxJSON {
		return strings.ToValidUTF8(s[:maxJSON], "") + "\n… (" + thousands(len(s)) + " bytes in all)"
	}
	return s
}

// pretty is JSON on several lines; what is none stays as it is.
func pretty(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Indent(&b, raw, "", "  ") != nil {
		return string(raw)
	}
	return b.String()
}
