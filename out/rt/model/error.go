package model

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	openai "github.com/sashabaranov/go-openai"
)

// Error is a request that a server refused, or that never reached one. Its
// text has no secrets.
type Error struct {
	Status  int // of HTTP, 0 if there was no answer
	Message string
	cause   error
}

// Error implements error.
func (e *Error) Error() string {
	if e.Status == 0 {
		return "the model's server: " + e.Message
	}
	return fmt.Sprintf("the model's server answered %d %s: %s", e.Status, http.StatusText(e.Status), e.Message)
}

// Unwrap gives the cancellation or time-out behind the error, if there is one.
func (e *Error) Unwrap() error { return e.cause }

// Permanent reports whether asking again is useless, for any request: the
// key, the address or the model's name is wrong.
func (e *Error) Permanent() bool {
	switch e.Status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusPaymentRequired, http.StatusMethodNotAllowed:
		return true
	}
	return false
}

// wrap turns any error of a request into an Error without secrets.
func wrap(err error, key Key) error {
	out := &Error{Message: key.Hide(err.Error())}
	if api, ok := errors.AsType[*openai.APIError](err); ok {
		out.Status, out.Message = api.HTTPStatusCode, key.Hide(api.Message)
	} else if req, ok := errors.AsType[*openai.RequestError](err); ok {
		out.Status, out.Message = req.HTTPStatusCode, key.Hide(shorten(string(req.Body)))
	}
	for _, cause := range []error{context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, cause) {
			out.cause = cause
		}
	}
	return out
}

// shorten keeps an error page out of a terminal.
func shorten(s string) string {
	const most = 300
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}
