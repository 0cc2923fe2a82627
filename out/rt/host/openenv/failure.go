package openenv

import (
	"context"
	"errors"
	"fmt"

	"github.com/awmc/awmc/out/rt/host/service"
)

// Codes of error frames.
const (
	codeInvalidJSON = "INVALID_JSON"
	codeUnknownType = "UNKNOWN_TYPE"
	codeValidation  = "VALIDATION_ERROR"
	codeExecution   = "EXECUTION_ERROR"
	codeCapacity    = "CAPACITY_REACHED"
	codeFactory     = "FACTORY_ERROR"
	codeSession     = "SESSION_ERROR"
)

// failure is why a message could not be answered. It is the data of an error
// frame.
type failure struct {
	Message string   `json:"message"`
	Code    string   `json:"code"`
	Errors  problems `json:"errors,omitempty"`
	Active  *int     `json:"active_sessions,omitempty"`
	Max     *int     `json:"max_sessions,omitempty"`
	Factory string   `json:"factory_name,omitempty"`

	unknown bool // what the message names isn't there
}

// Error returns the message, with what is wrong with the parts.
func (f *failure) Error() string {
	if len(f.Errors) > 0 {
		return f.Message + ": " + f.Errors.String()
	}
	return f.Message
}

// invalid is the failure of a message with wrong parts.
func invalid(p problems) *failure {
	return &failure{Code: codeValidation, Message: "Invalid message: " + p.String(), Errors: p}
}

// noEpisode is the failure of a message that names an episode.
func noEpisode(format string, args ...any) *failure {
	return &failure{Code: codeSession, Message: fmt.Sprintf(format, args...), unknown: true}
}

// full is the failure where there is no room for another session or episode.
func full(active, most int, why string) *failure {
	return &failure{Code: codeCapacity, Message: why, Active: &active, Max: &most}
}

// fail gives an error of a service its code. env is the environment that it
// is about, if one is known.
func (s *Server) fail(err error, env string) *failure {
	if f, ok := errors.AsType[*failure](err); ok {
		return f
	}
	switch service.KindOf(err) {
	case service.Capacity:
		live, most := s.service.Room()
		return full(live, most, err.Error())
	case service.Invalid, service.NotFound:
		return &failure{Code: codeValidation, Message: err.Error()}
	case service.Gone:
		return &failure{Code: codeSession, Message: err.Error() + "; the episode is void: reset to start another"}
	case service.Conflict:
		return &failure{Code: codeExecution, Message: err.Error()}
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return &failure{Code: codeExecution, Message: "the request was given up: " + err.Error()}
	}
	s.service.Log().Error("fault of an environment", "environment", env, "error", err)
	return &failure{Code: codeFactory, Message: fmt.Sprintf("environment %s failed: %v", env, err), Factory: env}
}
