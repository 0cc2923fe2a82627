package nemo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"github.com/awmc/awmc/out/rt/host/service"
)

// detail is the body of an error, as FastAPI writes it.
type detail struct {
	Detail string `json:"detail"`
}

func invalidf(format string, args ...any) error {
	return &service.Error{Kind: service.Invalid, Message: fmt.Sprintf(format, args...)}
}

// raw reads a request's body. Those of verify hold whole conversations, so
// they may be longer than others.
func (n *Server) raw(w http.ResponseWriter, r *http.Request, times int64) ([]byte, error) {
	return io.ReadAll(http.MaxBytesReader(w, r.Body, times*n.service.Limits().Body))
}

// object reads a request's body as an object; none at all is an empty one.
func (n *Server) object(w http.ResponseWriter, r *http.Request, times int64) (map[string]json.RawMessage, error) {
	b, err := n.raw(w, r, times)
	if err != nil {
		return nil, err
	}
	m := map[string]json.RawMessage{}
	if b = bytes.TrimSpace(b); len(b) > 0 {
		if err := json.Unmarshal(b, &m); err != nil {
			return nil, invalidf("the body must be a JSON object: %v", err)
		}
	}
	return m, nil
}

func isNull(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

func writeJSON(w http.ResponseWriter, status int, v any) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // a model reads it
	if err := enc.Encode(v); err != nil {
		status = http.StatusInternalServerError
		b.Reset()
		b.WriteString(`{"detail":"the answer can't be written"}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	// If this fails the client is gone, and there is nobody to tell.
	_, _ = w.Write(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}
