package service

import (
	"errors"
	"fmt"
	"net/http"
)

// Kind says what kind of trouble a request ran into. Errors of tools are not
// among them: they are results.
type Kind int

// The kinds of errors.
const (
	Fault    Kind = iota // of the host or the environment
	Invalid              // the request is wrong
	NotFound             // there is no such environment, task or instance
	Gone                 // the instance was deleted or has expired
	Capacity             // as many instances live as may
	Conflict             // not in this state
)

// Error is what requests to a Service fail with.
type Error struct {
	Kind    Kind
	Message string
	Cause   error
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause, if any.
func (e *Error) Unwrap() error { return e.Cause }

// KindOf is the kind of any error; those of others are faults.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return Fault
}

func invalidf(format string, args ...any) *Error {
	return &Error{Kind: Invalid, Message: fmt.Sprintf(format, args...)}
}

func notFoundf(format string, args ...any) *Error {
	return &Error{Kind: NotFound, Message: fmt.Sprintf(format, args...)}
}

func conflictf(format string, args ...any) *Error {
	return &Error{Kind: Conflict, Message: fmt.Sprintf(format, args...)}
}

func fault(err error) *Error {
	return &Error{Kind: Fault, Message: err.Error(), Cause: err}
}

// HTTPStatus is what protocols over HTTP call a kind of error.
func (k Kind) HTTPStatus() int {
	switch k {
	case Invalid:
		return http.StatusUnprocessableEntity
	case NotFound:
		return http.StatusNotFound
	case Gone:
		return http.StatusGone
	case Capacity:
		return http.StatusServiceUnavailable
	case Conflict:
		return http.StatusConflict
	}
	return http.StatusInternalServerError
}
