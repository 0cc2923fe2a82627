package page

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/awmc/awmc/out/rt/host/service"
)

// Options of the page.
type Options struct {
	// Title is what the server calls itself.
	Title string
	// AgentURL is the address under which agents reach the instances'
	// endpoints, without a slash at the end.
	AgentURL string
}

// Mount adds the page to a mux: "/" and everything under "/ui/".
func Mount(mux *http.ServeMux, s *service.Service, opt Options) {
	opt.AgentURL = strings.TrimSuffix(opt.AgentURL, "/")
	p := &site{s: s, opt: opt, cards: sync.OnceValue(func() []card { return cards(s) })}
	mux.Handle("GET "+assetPath+"{file}", secure(http.HandlerFunc(asset)))
	for pattern, h := range map[string]handler{
		"GET /{$}":                           p.list,
		"GET /ui/":                           notFound,
		"GET /ui/instances":                  p.instances,
		"GET /ui/env/{env}":                  p.environment,
		"GET /ui/env/{env}/tools":            p.tools,
		"GET /ui/env/{env}/tools/{tool}":     p.tool,
		"POST /ui/env/{env}/tools/{tool}":    p.callOnNew,
		"GET /ui/env/{env}/tasks":            p.tasks,
		"GET /ui/env/{env}/tasks/{task}":     p.task,
		"GET /ui/env/{env}/instances":        p.instancesOf,
		"POST /ui/env/{env}/instances":       p.create,
		"GET /ui/instance/{id}":              p.play,
		"GET /ui/instance/{id}/pulse":        p.pulse,
		"POST /ui/instance/{id}/call":        p.call,
		"GET /ui/instance/{id}/tables":       p.tables,
		"GET /ui/instance/{id}/changes":      p.changes,
		"GET /ui/instance/{id}/trajectory":   p.trajectory,
		"GET /ui/instance/{id}/verdict":      p.verdict,
		"POST /ui/instance/{id}/verify":      p.verify,
		"GET /ui/instance/{id}/manage":       p.manage,
		"POST /ui/instance/{id}/reset":       p.reset,
		"POST /ui/instance/{id}/fork":        p.fork,
		"POST /ui/instance/{id}/delete":      p.remove,
		"GET /ui/instance/{id}/tables/{tab}": p.table,
	} {
		mux.Handle(pattern, secure(p.handle(h)))
	}
}

// site answers the requests.
type site struct {
	s     *service.Service
	opt   Options
	cards func() []card
}

// handler answers one request, or returns an error that has not been told.
type handler func(w http.ResponseWriter, r *http.Request) error

// policy lets the page load its own files and nothing else.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// secure sets the headers that confine what a browser does with an answer,
// and refuses forms that pages of another origin send. The listener's guard
// takes all pages of this machine for its own; a form is held to more.
func secure(next http.Handler) http.Handler {
	own := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if err := own.Check(r); err != nil {
			http.Error(w, "Forms are accepted from this server's own pages only.", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (p *site) handle(h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var err error
		if r.Method == http.MethodPost {
			r.Body = http.MaxBytesReader(w, r.Body, p.s.Limits().Body)
			err = r.ParseForm()
		}
		if err == nil {
			err = h(w, r)
		}
		if err != nil {
			p.fail(w, r, err)
		}
	})
}

func notFound(_ http.ResponseWriter, _ *http.Request) error {
	return &service.Error{Kind: service.NotFound, Message: "There is no such page."}
}

func invalidf(format string, args ...any) error {
	return &service.Error{Kind: service.Invalid, Message: fmt.Sprintf(format, args...)}
}

// fail shows an error. Faults are logged, too.
func (p *site) fail(w http.ResponseWriter, r *http.Request, err error) {
	status, title := http.StatusInternalServerError, "The server failed"
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		status, title = http.StatusRequestEntityTooLarge, "That is too much"
	} else {
		switch service.KindOf(err) {
		case service.Invalid:
			status, title = http.StatusUnprocessableEntity, "This can't be done"
		case service.NotFound:
			status, title = http.StatusNotFound, "Not found"
		case service.Gone:
			status, title = http.StatusGone, "This instance is gone"
		case service.Capacity:
			status, title = http.StatusServiceUnavailable, "No room"
		case service.Conflict:
			status, title = http.StatusConflict, "Not in this state"
		case service.Fault:
			if r.Context().Err() != nil {
				return // nobody is there any more
			}
			p.s.Log().Error("a page failed", "path", r.URL.Path, "error", err)
		}
	}
	err = p.render(w, status, "error", frame{Title: title}, struct {
		Title, Message string
		Status         int
	}{title, sentence(err.Error()), status})
	if err != nil {
		p.s.Log().Error("showing an error", "path", r.URL.Path, "error", err)
	}
}

// sentence makes a message from elsewhere read as one.
func sentence(s string) string {
	if s == "" {
		return s
	}
	s = strings.ToUpper(s[:1]) + s[1:]
	if !strings.ContainsAny(s[len(s)-1:], ".!?") {
		s += "."
	}
	return s
}

// frame is what surrounds every page's own content.
type frame struct {
	Title   string
	Nav     string // the entry of the top navigation that is on
	Crumbs  []crumb
	Notice  string
	Fleet   bool
	Server  string
	Version string
	Home    string
	Body    any
}

type crumb struct{ Text, URL string }

// render writes a page, or nothing if its template fails.
func (p *site) render(w http.ResponseWriter, status int, name string, f frame, body any) error {
	f.Body, f.Server, f.Version = body, p.opt.Title, version
	f.Fleet = len(p.s.Names()) != 1
	f.Home = "/"
	var b bytes.Buffer
	if err := pages[name].ExecuteTemplate(&b, "layout", f); err != nil {
		return fmt.Errorf("page %s: %w", name, err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	// If this fails the reader is gone.
	_, _ = w.Write(b.Bytes())
	return nil
}

// show is render for a page without trouble.
func (p *site) show(w http.ResponseWriter, name string, f frame, body any) error {
	return p.render(w, http.StatusOK, name, f, body)
}
