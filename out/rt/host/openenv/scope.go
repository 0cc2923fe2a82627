package openenv

import (
	"net/http"
	"strings"

	"github.com/awmc/awmc/out/rt/host/service"
)

// scope is what an address is about: one environment, or ("") whichever a
// reset names.
type scope string

func scopeOf(r *http.Request) scope { return scope(r.PathValue("env")) }

// environment is the one environment of a scope. Where there are many the
// error says so.
func (s *Server) environment(sc scope) (*service.Environment, error) {
	return s.service.Environment(string(sc))
}

// names are the environments of a scope.
func (s *Server) names(sc scope) []string {
	if sc != "" {
		return []string{string(sc)}
	}
	return s.service.Names()
}

// scenario finds the environment that a reset names. People write such names
// with capitals, blanks and hyphens, as the AWM environment allows.
func (s *Server) scenario(sc scope, name string) (*service.Environment, error) {
	if name == "" {
		return s.environment(sc)
	}
	e, err := s.service.Environment(name)
	if err != nil {
		if plain, other := s.service.Environment(plainName(name)); other == nil {
			e, err = plain, nil
		}
	}
	if err != nil {
		return nil, err
	}
	if sc != "" && e.Name != string(sc) {
		return nil, &service.Error{Kind: service.NotFound, Message: "this address is about " + string(sc) + ", not " + e.Name}
	}
	return e, nil
}

func plainName(s string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return '_'
		}
		return r
	}, strings.ToLower(strings.TrimSpace(s)))
}
