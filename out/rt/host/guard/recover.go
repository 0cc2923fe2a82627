package guard

import (
	"log/slog"
	"net/http"
	"runtime/debug"
)

// Recover answers with an error where a handler panics, and says on the log
// what it was.
func Recover(log *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if err, ok := p.(error); ok && err == http.ErrAbortHandler {
				panic(p)
			}
			log.Error("panic in a request", "method", r.Method, "path", r.URL.Path, "panic", p, "stack", string(debug.Stack()))
			Refuse(w, http.StatusInternalServerError, "The server failed.")
		}()
		next.ServeHTTP(w, r)
	})
}
