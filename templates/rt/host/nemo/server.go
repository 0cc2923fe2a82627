package nemo

import (
	"errors"
	"net/http"
	"sync"

	"github.com/awmc/awmc/templates/rt/host/service"
	"github.com/awmc/awmc/templates/rt/task"
)

// cookieName is the name of the cookie that holds a session.
const cookieName = "awmc_nemo_session"

// Server answers NeMo Gym's agents. It is safe for concurrent use.
type Server struct {
	service *service.Service

	mu       sync.Mutex
	sessions map[string]*session     // by the instance, until it is gone
	named    map[string]string       // instances by what callers named them, "" once closed
	judged   map[string]task.Verdict // of instances that are gone
	names    ring                    // keys of named
	verdicts ring                    // keys of judged
}

// session is an episode of one agent.
type session struct {
	in   *service.Instance
	keep bool // the instance stays when it is verified
}

// New makes a server.
func New(s *service.Service) *Server {
	return &Server{service: s, sessions: map[string]*session{}, named: map[string]string{}, judged: map[string]task.Verdict{}}
}

// Mount adds the addresses to a mux; it is a service.Mount.
func Mount(mux *http.ServeMux, s *service.Service) {
	n := New(s)
	mux.HandleFunc("GET /nemo/{env}/{$}", n.get)
	mux.HandleFunc("GET /nemo/{env}/reverify_mode", n.getReverifyMode)
	mux.HandleFunc("POST /nemo/{env}/seed_session", n.seedSession)
	mux.HandleFunc("POST /nemo/{env}/close_session", n.closeSession)
	mux.HandleFunc("POST /nemo/{env}/verify", n.verify)
	mux.HandleFunc("POST /nemo/{env}/aggregate_metrics", n.aggregateMetrics)
	for _, name := range []string{"sandbox_access", "mcp"} {
		// NeMo Gym gives these a meaning that is not a tool's.
		mux.HandleFunc("POST /nemo/{env}/"+name, func(w http.ResponseWriter, r *http.Request) {
			writeJSON(w, http.StatusNotFound, detail{"this server has no " + name})
		})
	}
	mux.HandleFunc("POST /nemo/{env}/{tool}", n.callTool)
}

// get tells those who wait for the server that it is there.
func (n *Server) get(w http.ResponseWriter, r *http.Request) {
	e, err := n.service.Environment(r.PathValue("env"))
	if err != nil {
		refuse(w, err)
		return
	}
	writeJSON(w, http.StatusOK, map[string]string{"name": e.Name, "description": e.Spec.Summary})
}

// getReverifyMode says that episodes can't be judged again without their
// worlds.
func (n *Server) getReverifyMode(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, "unsupported")
}

// errNoSession is what those are told who have seeded none.
var errNoSession = &service.Error{Kind: service.Invalid, Message: "there is no session: POST /seed_session first, and send the cookie that it sets"}

// current is the session that a request's cookie holds.
func (n *Server) current(r *http.Request) (string, *session, error) {
	c, err := r.Cookie(cookieName)
	if err != nil || c.Value == "" {
		return "", nil, errNoSession
	}
	n.mu.Lock()
	x := n.sessions[c.Value]
	n.mu.Unlock()
	if x != nil && x.in.Env.Name != r.PathValue("env") {
		return "", nil, errNoSession
	}
	if _, err = n.service.Instance(c.Value); err != nil {
		n.forget(c.Value)
		return c.Value, nil, err
	}
	if x == nil {
		return c.Value, nil, errNoSession
	}
	return c.Value, x, nil
}

// end frees an instance, whose verdict stays known for a while.
func (n *Server) end(id string) {
	n.forget(id)
	if err := n.service.Delete(id); err != nil && service.KindOf(err) == service.Fault {
		n.service.Log().Error("ending an episode", "instance", id, "error", err)
	}
}

func (n *Server) forget(id string) {
	n.mu.Lock()
	delete(n.sessions, id)
	n.mu.Unlock()
}

// sweep forgets the sessions whose instances have expired. The caller has the
// lock.
func (n *Server) sweep() {
	live, _ := n.service.Room()
	if len(n.sessions) <= live+64 {
		return
	}
	for id := range n.sessions {
		if _, err := n.service.Instance(id); err != nil {
			delete(n.sessions, id)
		}
	}
}

func setCookie(w http.ResponseWriter, id string) {
	http.SetCookie(w, &http.Cookie{Name: cookieName, Value: id, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
}

// echoCookie sends a request's cookie back: agents keep only those of the
// last answer.
func echoCookie(w http.ResponseWriter, r *http.Request) {
	if c, err := r.Cookie(cookieName); err == nil {
		setCookie(w, c.Value)
	}
}

func refuse(w http.ResponseWriter, err error) {
	status := service.KindOf(err).HTTPStatus()
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		status = http.StatusRequestEntityTooLarge
	}
	writeJSON(w, status, detail{err.Error()})
}
