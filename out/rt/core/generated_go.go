package core

import "fmt"

// RunGo runs a Go step: code that an author wrote for what SQL can't say.
// It ends with the step's own refusal, with failed_precondition if the step
// ran out of its budget, and with internal if it panicked.
func RunGo[In, Out any](site string, step func(Fail, *Budget, In, *Out), in In) (out Out, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case goRefusal:
			err = Refuse(site, r.code, "", r.message)
		default:
			err = Internal(fmt.Errorf("go step %s: panic: %v", site, r))
		}
	}()
	budget := Budget{left: goBudget}
	step(Fail{}, &budget, in, &out)
	return out, nil
}

// goRefusal is the panic by which Fail and Budget end a step.
type goRefusal struct {
	code    Code
	message string
}

// Fail ends a Go step with an error for the agent. Its methods do not
// return.
type Fail struct{}

// InvalidArgument ends the step: an argument makes no sense.
func (Fail) InvalidArgument(format string, args ...any) { failGo(CodeInvalidArgument, format, args) }

// NotFound ends the step: what the call asks for is not there.
func (Fail) NotFound(format string, args ...any) { failGo(CodeNotFound, format, args) }

// Conflict ends the step: the call contradicts what is there.
func (Fail) Conflict(format string, args ...any) { failGo(CodeConflict, format, args) }

// Forbidden ends the step: the signed-in user may not do this.
func (Fail) Forbidden(format string, args ...any) { failGo(CodeForbidden, format, args) }

// FailedPrecondition ends the step: not in this state.
func (Fail) FailedPrecondition(format string, args ...any) {
	failGo(CodeFailedPrecondition, format, args)
}

// failGo formats only if there is something to format, so that a message may
// hold a bare %.
func failGo(code Code, format string, args []any) {
	if len(args) > 0 {
		format = fmt.Sprintf(format, args...)
	}
	panic(goRefusal{code, format})
}

// Budget bounds a Go step, so that a loop or a recursion that would never
// end is an error.
type Budget struct{ left int }

// What a Go step may do in one call, and what calling a function literal
// costs: recursion is dearer than a turn of a loop because it holds stack.
const (
	goBudget     = 1_000_000
	goCallCharge = 20
)

// Step pays for one turn of a loop.
func (b *Budget) Step() { b.pay(1) }

// Call pays for one call of a function literal.
func (b *Budget) Call() { b.pay(goCallCharge) }

func (b *Budget) pay(n int) {
	b.left -= n
	if b.left < 0 {
		panic(goRefusal{CodeFailedPrecondition, "This call would take too long; ask for less at once."})
	}
}
