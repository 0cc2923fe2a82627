// Package guard keeps strangers away from a host's listeners: web pages that
// point a name of theirs at this machine (DNS rebinding), pages of other
// origins, callers without the token. It imports the standard library only.
package guard

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"strings"
)

// Names says which Host and Origin headers are accepted.
type Names struct {
	// Loopback is set if the listener is reachable from this machine only.
	// Host must then name this machine.
	Loopback bool
	// Hosts are further names, without a port; "*.example.org" stands for
	// all names below. "*" accepts everything.
	Hosts []string
}

// Check refuses requests whose Host or Origin header is not accepted.
//
// A listener that others can reach accepts addresses and names without a dot
// (those of containers) beside the names it was given: no page can be served
// from such a name by a stranger.
func (n Names) Check(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := bare(r.Host)
		if !n.accepts(host) {
			Refuse(w, http.StatusForbidden, "The Host header names "+shorten(host)+", which this server does not answer for. If it should, start it with --allow-host.")
			return
		}
		if origin := r.Header.Get("Origin"); origin != "" && !n.acceptsOrigin(origin, host) {
			Refuse(w, http.StatusForbidden, "Requests from pages of "+shorten(origin)+" are not accepted. If they should be, start the server with --allow-host.")
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (n Names) accepts(host string) bool {
	if n.listed(host) || isLoopback(host) {
		return true
	}
	if n.Loopback {
		return false
	}
	_, err := netip.ParseAddr(host)
	return err == nil || host != "" && !strings.Contains(host, ".")
}

// acceptsOrigin accepts pages that this server could have served itself.
func (n Names) acceptsOrigin(origin, host string) bool {
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" {
		return n.listed("") // "null": a file, a sandbox
	}
	from := u.Hostname()
	return n.listed(from) || strings.EqualFold(from, host) || isLoopback(from) && isLoopback(host)
}

func (n Names) listed(host string) bool {
	for _, p := range n.Hosts {
		if p == "*" || strings.EqualFold(p, host) {
			return true
		}
		if strings.HasPrefix(p, "*.") {
			if ok, err := path.Match(strings.ToLower(p), strings.ToLower(host)); err == nil && ok {
				return true
			}
		}
	}
	return false
}

func bare(hostport string) string {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = strings.Trim(hostport, "[]")
	}
	return strings.TrimSuffix(host, ".")
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}

// IsLoopback reports whether a listener at this address can be reached from
// this machine only.
func IsLoopback(addr string) bool { return isLoopback(bare(addr)) }

// Token lets requests pass that carry a bearer token. An empty token lets
// everything pass. The page for people may also be opened with the token as
// the password of HTTP's Basic scheme, since browsers can't send the other;
// nothing else may, because a browser sends that by itself to wherever a
// foreign page points it.
func Token(token string, next http.Handler) http.Handler {
	if token == "" {
		return next
	}
	want := sha256.Sum256([]byte(token))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		scheme, given, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		got := sha256.Sum256([]byte(strings.TrimSpace(given)))
		person := isPage(r.URL.Path)
		if _, password, ok := r.BasicAuth(); ok && person {
			scheme, got = "Bearer", sha256.Sum256([]byte(password))
		}
		if !strings.EqualFold(scheme, "Bearer") || subtle.ConstantTimeCompare(got[:], want[:]) != 1 {
			challenge := `Bearer realm="awmc"`
			if person {
				challenge = `Basic realm="awmc: the token is the password", charset="UTF-8"`
			}
			w.Header().Set("WWW-Authenticate", challenge)
			Refuse(w, http.StatusUnauthorized, "This address needs the server's token: send Authorization: Bearer TOKEN.")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isPage reports whether a path belongs to the page for people, whose forms
// accept requests from its own origin only.
func isPage(path string) bool { return path == "/" || path == "/ui" || strings.HasPrefix(path, "/ui/") }

func shorten(s string) string {
	if len(s) > 100 {
		return s[:100] + "…"
	}
	if s == "" {
		return "nothing"
	}
	return s
}
