package check

import (
	"fmt"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// fromID checks the template of a text made from the row's id.
func (c *checker) fromID(f *ir.Field, m *parse.Member) {
	if !m.FromID.Set {
		return
	}
	f.FromID = m.FromID.Value
	if !f.Entity.AutoID {
		c.err(diag.BadFromID, m.FromID.Span, fmt.Sprintf("%s has no generated id to make a text from", quote(f.Entity.Name)), "remove its `key`, or write a plain `text`")
		return
	}
	if f.Optional {
		c.err(diag.BadFromID, m.FromID.Span, "a text made from the id is never missing, so it can't be optional", "remove `optional`")
		return
	}
	parts, problem := template(m.FromID.Value)
	if problem != "" {
		c.err(diag.BadTemplate, m.FromID.Span, problem, `write a text with {id} in it, such as "HF-{id:05}"`)
		return
	}
	ids := 0
	for _, p := range parts {
		if p.path == "id" && !p.spoken {
			ids++
		} else {
			c.err(diag.BadFromID, m.FromID.Span, fmt.Sprintf("the template names %s, but only {id} is known here", quote("{"+p.path+"}")), `write a text with {id} in it, such as "HF-{id:05}"`)
			return
		}
	}
	if ids == 0 {
		c.err(diag.BadFromID, m.FromID.Span, "the template does not hold {id}, so all rows would have the same text", `write a text with {id} in it, such as "HF-{id:05}"`)
		return
	}
	// {id} makes it so, and the constraint gives references their index.
	f.Unique = true
}
