package guard

import (
	"encoding/json"
	"net/http"
)

// Problem is the body of an error (RFC 9457).
type Problem struct {
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
}

// Refuse answers with an error.
func Refuse(w http.ResponseWriter, status int, detail string) {
	b, err := json.Marshal(Problem{http.StatusText(status), status, detail})
	if err != nil { // strings and a number
		panic(err)
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	// If this fails the client is gone, and there is nobody to tell.
	_, _ = w.Write(append(b, '\n'))
}
