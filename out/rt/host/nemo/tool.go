package nemo

import (
	"net/http"

	"github.com/awmc/awmc/out/rt/core"
)

// callTool calls a tool with the body as its arguments. What it comes to is
// for the model, errors too.
func (n *Server) callTool(w http.ResponseWriter, r *http.Request) {
	echoCookie(w, r)
	args, err := n.raw(w, r, 1)
	if err != nil {
		refuse(w, err)
		return
	}
	_, x, err := n.current(r)
	if err != nil {
		refuse(w, err)
		return
	}
	res, err := x.in.Call(r.Context(), r.PathValue("tool"), args)
	if err != nil {
		refuse(w, err)
		return
	}
	writeResult(w, res)
}

func writeResult(w http.ResponseWriter, res core.Result) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	// If this fails the client is gone, and there is nobody to tell.
	_, _ = w.Write(res.Text())
}
