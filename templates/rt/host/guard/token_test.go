package guard

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// A browser can open the page with the token as a password; the API takes a
// bearer token only, or a foreign page could use the browser's.
func TestTokenInABrowser(t *testing.T) {
	h := Token("secret", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }))
	for _, tc := range []struct {
		path, basic, bearer string
		want                int
	}{
		{"/", "secret", "", 200}, {"/ui/x", "secret", "", 200}, {"/", "wrong", "", 401}, {"/", "", "", 401},
		{"/v1/instances", "secret", "", 401}, {"/v1/instances", "", "secret", 200}, {"/v1/instances", "", "wrong", 401},
		{"/uix", "secret", "", 401},
	} {
		r := httptest.NewRequest("GET", "http://localhost"+tc.path, nil)
		if tc.basic != "" {
			r.SetBasicAuth("anyone", tc.basic)
		}
		if tc.bearer != "" {
			r.Header.Set("Authorization", "Bearer "+tc.bearer)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != tc.want {
			t.Errorf("%s with password %q, token %q: %d, want %d", tc.path, tc.basic, tc.bearer, w.Code, tc.want)
		}
	}
}
