package check

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// errorCodes are the codes an author may refuse with.
var errorCodes = []string{
	string(ir.InvalidArgument), string(ir.NotFound), string(ir.Conflict), string(ir.Forbidden), string(ir.FailedPrecondition),
}

func (c *checker) errorCode(t parse.Text) bool {
	for _, code := range errorCodes {
		if t.Value == code {
			return true
		}
	}
	c.err(diag.BadRefusal, t.Span, fmt.Sprintf("%s is not an error code", quote(t.Value)),
		nearestOr(t.Value, errorCodes, "write "+listing(errorCodes, "or")))
	return false
}

// refusal checks the code and the message of a refusal; nil is fine.
func (c *checker) refusal(r *parse.Refusal) {
	if r == nil {
		return
	}
	c.errorCode(r.Code)
	if strings.TrimSpace(r.Message.Value) == "" {
		c.err(diag.BadRefusal, r.Code.Span, "the refusal has no message", "write what the agent is told, such as `conflict: Only {book.stock} copies are left.`")
		return
	}
	parts, problem := template(r.Message.Value)
	for _, p := range parts {
		if p.spoken {
			problem = fmt.Sprintf("a message has values as tools take them, so %s can't say a date in words", quote(r.Message.Value[p.at:p.end]))
		}
	}
	if problem != "" {
		c.err(diag.BadTemplate, r.Message.Span, problem, "write {name} or {name.column} for a value, {{ and }} for braces themselves")
	}
}
