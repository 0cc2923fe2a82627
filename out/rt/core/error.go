package core

import (
	"errors"
	"fmt"
)

// Code says what kind of error a tool call ended in.
type Code string

// The codes of tool errors. All but Internal are observations an agent can
// act on; Internal is a fault of the environment.
const (
	CodeInvalidArgument    Code = "invalid_argument"
	CodeNotFound           Code = "not_found"
	CodeConflict           Code = "conflict"
	CodeForbidden          Code = "forbidden"
	CodeFailedPrecondition Code = "failed_precondition"
	CodeInternal           Code = "internal"
)

// Error is what a tool call fails with.
type Error struct {
	Code      Code   `json:"code"`
	Message   string `json:"message"`
	Parameter string `json:"parameter,omitempty"` // path such as "items[0].qty"
	// Site names the refusal in the source, for coverage; agents never see it.
	Site string `json:"-"`
	// Schema is true if the call did not fit the tool's schema (or named no
	// tool), which a trainer may count as a format error.
	Schema bool `json:"-"`
	// Cause is the underlying fault of an Internal error.
	Cause error `json:"-"`
}

// Error returns "code: message".
func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// Unwrap returns the underlying fault, if any.
func (e *Error) Unwrap() error { return e.Cause }

// Refuse makes the error of an author's refusal.
func Refuse(site string, code Code, parameter, message string) *Error {
	return &Error{Code: code, Message: message, Parameter: parameter, Site: site}
}

// Internal wraps a fault of the environment.
func Internal(err error) *Error {
	return &Error{Code: CodeInternal, Message: "The environment failed: " + err.Error(), Cause: err}
}

// AsError returns err as an *Error, wrapping anything else as Internal; nil
// stays nil.
func AsError(err error) *Error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return Internal(err)
}

// InvalidArgument makes the error for an argument that breaks the schema.
func InvalidArgument(parameter, format string, args ...any) *Error {
	return &Error{Code: CodeInvalidArgument, Message: fmt.Sprintf(format, args...), Parameter: parameter, Schema: true}
}
