package emit

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/awmc/awmc/ir/describe"
	"github.com/awmc/awmc/templates/rt/core"
)

// dataFile writes data.json: laid out for people, one row on each line.
func (e *emitter) dataFile() {
	e.addFile(e.env.Name+"/data.json", dataJSON(describe.Plan(e.env)))
}

func dataJSON(plan core.Plan) []byte {
	var b bytes.Buffer
	b.WriteString("{\"tables\": [")
	for i, t := range plan.Tables {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n  {\"entity\": " + compact(t.Entity) + ", \"line\": " + compact(t.Line))
		if len(t.Columns) > 0 {
			b.WriteString(",\n   \"columns\": " + compact(t.Columns))
		}
		items(&b, "rows", t.Rows)
		for j, block := range t.Blocks {
			if j == 0 {
				b.WriteString(",\n   \"blocks\": [")
			} else {
				b.WriteByte(',')
			}
			writeBlock(&b, block)
		}
		if len(t.Blocks) > 0 {
			b.WriteByte(']')
		}
		b.WriteByte('}')
	}
	b.WriteString("\n]")
	if len(plan.Then) > 0 {
		b.WriteString(",\n\"then\": [")
		for i, s := range plan.Then {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString("\n  " + compact(s))
		}
		b.WriteString("\n]")
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// writeBlock writes a block with one field on each line.
func writeBlock(b *bytes.Buffer, block core.Block) {
	fields := block.Fields
	block.Fields = nil
	head := strings.TrimSuffix(compact(block), `"fields":null}`)
	b.WriteString("\n    " + head + `"fields":[`)
	for i, f := range fields {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n      " + compact(f))
	}
	b.WriteString("]}")
}

func items[T any](b *bytes.Buffer, name string, list []T) {
	if len(list) == 0 {
		return
	}
	b.WriteString(",\n   " + compact(name) + ": [")
	for i, it := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n    " + compact(it))
	}
	b.WriteByte(']')
}

// compact is JSON on one line, nothing escaped that need not be.
func compact(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		faultf("data.json: %v", err)
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}
