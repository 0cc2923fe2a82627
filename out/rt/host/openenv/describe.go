package openenv

import (
	_ "embed"
	"net/http"
	"strings"
)

func (s *Server) getHealth(w http.ResponseWriter, r *http.Request) {
	if sc := scopeOf(r); sc != "" {
		if _, err := s.environment(sc); err != nil {
			s.refuse(w, err)
			return
		}
	}
	writeJSON(w, http.StatusOK, map[string]string{"status": "healthy"})
}

// metadata describes an environment as OpenEnv's EnvironmentMetadata does.
type metadata struct {
	Name             string  `json:"name"`
	Description      string  `json:"description"`
	ReadmeContent    *string `json:"readme_content"`
	Version          *string `json:"version"`
	Author           *string `json:"author"`
	DocumentationURL *string `json:"documentation_url"`
}

func (s *Server) getMetadata(w http.ResponseWriter, r *http.Request) {
	sc := scopeOf(r)
	names := s.names(sc)
	if sc == "" && len(names) != 1 {
		version := "1.0.0"
		writeJSON(w, http.StatusOK, metadata{Name: "fleet", Version: &version,
			Description: "Agent environments: name one as the scenario of a reset, or use /env/NAME. There are " + strings.Join(names, ", ") + "."})
		return
	}
	e, err := s.environment(sc)
	if err != nil {
		s.refuse(w, err)
		return
	}
	m := metadata{Name: e.Name, Description: e.Spec.Summary, Version: &e.Digest}
	if e.Spec.Policy != "" {
		m.ReadmeContent = &e.Spec.Policy
	}
	writeJSON(w, http.StatusOK, m)
}

//go:embed schema.json
var schemas []byte

// getSchema is GET /schema. Trainers look at the title of the action's schema
// to see that tools can be listed and called.
func (s *Server) getSchema(w http.ResponseWriter, r *http.Request) {
	s.static(w, r, schemas)
}

//go:embed openapi.json
var openAPI []byte

// getOpenAPI describes the addresses under /env/{env}.
func (s *Server) getOpenAPI(w http.ResponseWriter, r *http.Request) {
	s.static(w, r, openAPI)
}

func (s *Server) static(w http.ResponseWriter, r *http.Request, content []byte) {
	if sc := scopeOf(r); sc != "" {
		if _, err := s.environment(sc); err != nil {
			s.refuse(w, err)
			return
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	// If this fails the client is gone, and there is nobody to tell.
	_, _ = w.Write(content)
}
