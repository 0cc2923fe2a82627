package core

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// ArgumentFault begins the message of an error that a function of the
// language raises because of its arguments: a malformed date, a word that
// asks for the real clock. Package store writes it, and explain tells such
// errors from faults of the environment by it.
const ArgumentFault = "invalid argument: "

// SQLite's extended result codes, as far as a tool's statements can end in
// them by what an agent or a row says.
const (
	sqliteError      = 1
	sqliteInterrupt  = 9
	sqliteFull       = 13
	sqliteTooBig     = 18
	sqliteConstraint = 19
	sqliteMismatch   = 20

	constraintCheck    = 275
	constraintForeign  = 787
	constraintNotNull  = 1299
	constraintKey      = 1555
	constraintTrigger  = 1811
	constraintUnique   = 2067
	constraintRowID    = 2579
	constraintDatatype = 3091
)

// coder is an error of the driver.
type coder interface {
	error
	Code() int
}

// explain rolls the call back and returns the error that the agent sees.
// stop is why the call was interrupted, if it was.
func (s *Session) explain(err, stop error) error {
	var broken *reference
	driver, ok := errors.AsType[coder](err)
	if ok && driver.Code() == constraintForeign && s.begun {
		broken = s.brokenReference()
	}
	if rollback := s.rollback(); rollback != nil {
		return Internal(errors.Join(err, fmt.Errorf("rollback: %w", rollback)))
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	switch {
	case stop != nil:
		return s.stopped(stop)
	case broken != nil:
		return s.referenceError(broken, err)
	case !ok:
		if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return s.stopped(err)
		}
		return Internal(err)
	}
	if e := s.violation(driver); e != nil {
		e.Cause = err
		return e
	}
	return Internal(err)
}

// errorText is SQLite's message without what the driver puts around it:
// "constraint failed: MESSAGE (275)".
func errorText(err error) string {
	driver, ok := errors.AsType[coder](err)
	if !ok {
		return err.Error()
	}
	text := driver.Error()
	if i := strings.LastIndex(text, " ("); i >= 0 && strings.HasSuffix(text, ")") {
		text = text[:i]
	}
	for _, prefix := range [...]string{"SQL logic error: ", "constraint failed: "} {
		if rest, ok := strings.CutPrefix(text, prefix); ok {
			return rest
		}
	}
	return text
}

// violation explains an error that the call's arguments or the state caused;
// nil means that the environment is at fault.
func (s *Session) violation(driver coder) *Error {
	text := errorText(driver)
	switch code := driver.Code(); code {
	case constraintCheck:
		return s.checkViolation(strings.TrimPrefix(text, "CHECK constraint failed: "))
	case constraintNotNull:
		return invalid("%s is required.", strings.TrimPrefix(text, "NOT NULL constraint failed: "))
	case constraintDatatype:
		return s.datatypeViolation(text)
	case constraintUnique, constraintKey, constraintRowID:
		return uniqueViolation(strings.TrimPrefix(text, "UNIQUE constraint failed: "))
	case constraintTrigger:
		return s.flowViolation(text)
	case constraintForeign: // it could not be named
		return &Error{Code: CodeConflict, Message: "The call would leave a reference to a row that does not exist."}
	case sqliteFull:
		return &Error{Code: CodeFailedPrecondition, Message: "The database is full; nothing of the call was kept."}
	case sqliteTooBig:
		return invalid("A text is too long.")
	case sqliteError, sqliteMismatch:
		return argumentFault(text)
	}
	return nil
}

func invalid(format string, args ...any) *Error {
	return &Error{Code: CodeInvalidArgument, Message: fmt.Sprintf(format, args...)}
}

// argumentFault recognises the run-time errors that depend on values.
func argumentFault(text string) *Error {
	switch fault, ok := strings.CutPrefix(text, ArgumentFault); {
	case ok:
		return invalid("%s", sentence(fault))
	case text == "integer overflow":
		return invalid("A number is too large.")
	case text == "malformed JSON":
		return invalid("A text is not JSON.")
	case text == "LIKE or GLOB pattern too complex":
		return invalid("A search text is too long.")
	case strings.HasPrefix(text, "datatype mismatch"):
		return invalid("A value has the wrong type for where it is used.")
	}
	return nil
}

func sentence(s string) string {
	if s == "" || strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}

// checkViolation explains a CHECK by its name: "books.stock" for a field,
// "order_items: qty * unit_cents <= 10000000" for a table.
func (s *Session) checkViolation(name string) *Error {
	if table, cond, ok := strings.Cut(name, ": "); ok {
		return invalid("A row of %s must satisfy %s.", table, cond)
	}
	f := s.field(name)
	if f == nil {
		return invalid("The value breaks the constraint %s.", name)
	}
	return invalid("%s must be %s.", name, f.bounds())
}

// bounds says what a field's value must be.
func (f *Field) bounds() string {
	t := Type{Kind: f.Type, Enum: f.Enum}
	want := article(t)
	form := func(v any) string { return shown(f.Type, v) }
	switch {
	case f.Min != nil && f.Max != nil:
		return fmt.Sprintf("%s between %v and %v", want, form(f.Min), form(f.Max))
	case f.Min != nil && f.Type == Integer || f.Min != nil && f.Type == Real:
		return fmt.Sprintf("%s of at least %v", want, form(f.Min))
	case f.Max != nil && f.Type == Integer || f.Max != nil && f.Type == Real:
		return fmt.Sprintf("%s of at most %v", want, form(f.Max))
	case f.Min != nil:
		return fmt.Sprintf("%s, %v or later", want, form(f.Min))
	case f.Max != nil:
		return fmt.Sprintf("%s, %v or earlier", want, form(f.Max))
	case f.Type == Text && len(f.Enum) == 0:
		return "a text of the declared length and pattern"
	}
	return want
}

// field finds "table.column".
func (s *Session) field(name string) *Field {
	table, column, _ := strings.Cut(name, ".")
	for i := range s.env.Entities {
		e := &s.env.Entities[i]
		if e.Name != table {
			continue
		}
		for j := range e.Fields {
			if e.Fields[j].Name == column {
				return &e.Fields[j]
			}
		}
	}
	return nil
}

// datatypeViolation explains "cannot store REAL value in INTEGER column
// books.stock".
func (s *Session) datatypeViolation(text string) *Error {
	rest := strings.TrimPrefix(text, "cannot store ")
	got, rest, _ := strings.Cut(rest, " value in ")
	_, name, ok := strings.Cut(rest, " column ")
	if !ok {
		return invalid("A value has the wrong type for its field.")
	}
	want := "a value of its type"
	if f := s.field(name); f != nil {
		want = article(Type{Kind: f.Type, Enum: f.Enum})
	}
	return invalid("%s must be %s, got a value of type %s.", name, want, got)
}

// uniqueViolation explains "orders.customer_id" or "a.x, a.y"; an index on
// an expression is named "index 'NAME'".
func uniqueViolation(columns string) *Error {
	table, _, ok := strings.Cut(columns, ".")
	if !ok {
		return &Error{Code: CodeConflict, Message: "A row like this exists already (" + columns + ")."}
	}
	fields := strings.ReplaceAll(columns, table+".", "")
	if i := strings.LastIndex(fields, ", "); i >= 0 {
		fields = fields[:i] + " and " + fields[i+2:]
	}
	return &Error{Code: CodeConflict, Message: fmt.Sprintf(
		"Another row of %s has the same %s (%s must be unique).", table, fields, columns)}
}

// flowViolation explains "flow orders.status shipped pending".
func (s *Session) flowViolation(text string) *Error {
	name, states, ok := strings.Cut(strings.TrimPrefix(text, "flow "), " ")
	if !ok || !strings.HasPrefix(text, "flow ") {
		return nil
	}
	from, to := s.splitStates(name, states)
	e := &Error{Code: CodeFailedPrecondition}
	e.Message = fmt.Sprintf("%s cannot go from %s to %s.", name, from, to)
	return e
}

// splitStates separates two values that may contain spaces, by knowing the
// values there are.
func (s *Session) splitStates(name, states string) (from, to string) {
	if f := s.field(name); f != nil {
		for _, v := range f.Enum {
			if rest, ok := strings.CutPrefix(states, v+" "); ok {
				for _, w := range f.Enum {
					if w == rest {
						return v, w
					}
				}
			}
		}
	}
	from, to, _ = strings.Cut(states, " ")
	return from, to
}
