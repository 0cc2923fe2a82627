package synth

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/awmc/awmc/templates"
	rt "github.com/awmc/awmc/templates/rt/model"
)

// book has a right answer for each stage, by stage.
func book(t testing.TB) map[string]string {
	t.Helper()
	start, err := templates.Start("tool_library")
	if err != nil {
		t.Fatal(err)
	}
	doc, _, _ := split(string(start))
	take := func(keys ...string) string {
		var b strings.Builder
		for _, k := range keys {
			b.WriteString(doc[k])
		}
		return b.String()
	}
	return map[string]string{
		"tasks": take("title", "summary", "policy") + `tasks:
  swap_the_oldest:
    ask: I'm done with whatever I've had for longest. Please take it back and get me {title} instead.
  when_is_it_due:
    ask: On which day do I have to bring back the last of my things?
`,
		"entities":  take("now", "actor", "entities", "views", "invariants", "data"),
		"tools":     take("tools"),
		"solutions": take("tasks"),
	}
}

// reply answers one request.
type reply func(w http.ResponseWriter, r *http.Request)

func say(text string) reply { return sayWhy(text, "stop") }

func sayWhy(text, finish string) reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		json.NewEncoder(w).Encode(map[string]any{
			"choices": []any{map[string]any{"message": map[string]any{"role": "assistant", "content": text}, "finish_reason": finish}},
			"usage":   map[string]any{"prompt_tokens": 1000, "completion_tokens": len(text) / 4},
		})
	}
}

func refuse(status int, header ...string) reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		io.WriteString(w, `{"error":{"message":"not now"}}`)
	}
}

func hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// fakeServer speaks chat completions. Each stage has a script of replies;
// after its end comes the right answer.
type fakeServer struct {
	*httptest.Server
	mu       sync.Mutex
	right    map[string]string
	scripts  map[string][]reply
	requests []sent
}

// sent is a request that arrived.
type sent struct {
	stage, name, system, user string
	answered                  time.Time
}

var (
	stageOf = regexp.MustCompile(`Stage (\d) of 4`)
	nameOf  = regexp.MustCompile(`(?m)^(?:The world|name): (\w+)`)
)

func serve(t testing.TB, scripts map[string][]reply) *fakeServer {
	s := &fakeServer{right: book(t), scripts: scripts}
	s.Server = httptest.NewServer(http.HandlerFunc(s.handle))
	t.Cleanup(s.Close)
	return s
}

func (s *fakeServer) handle(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Messages []rt.Message `json:"messages"`
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil || len(body.Messages) != 2 {
		http.Error(w, "what?", http.StatusBadRequest)
		return
	}
	user := body.Messages[1].Content
	q := sent{system: body.Messages[0].Content, user: user, answered: time.Now()}
	if m := stageOf.FindStringSubmatch(user); m != nil {
		q.stage = stages[m[1][0]-'1'].name
	}
	if m := nameOf.FindStringSubmatch(user); m != nil {
		q.name = m[1]
	}
	s.mu.Lock()
	s.requests = append(s.requests, q)
	answer := say(s.right[q.stage])
	if script := s.scripts[q.stage]; len(script) > 0 {
		answer, s.scripts[q.stage] = script[0], script[1:]
	}
	s.mu.Unlock()
	answer(w, r)
}

// asked returns the requests of a stage, or all.
func (s *fakeServer) asked(stage string) []sent {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []sent
	for _, q := range s.requests {
		if stage == "" || q.stage == stage {
			out = append(out, q)
		}
	}
	return out
}

func (s *fakeServer) client(t testing.TB) *rt.Client {
	c, err := rt.New(rt.Config{BaseURL: s.URL, Model: "fake", Retry: rt.Retry{Base: time.Millisecond, Timeout: 300 * time.Millisecond}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// change replaces a text that must be there.
func change(t testing.TB, s, old, new string) string {
	t.Helper()
	if !strings.Contains(s, old) {
		t.Fatalf("there is no %q in\n%s", old, s)
	}
	return strings.Replace(s, old, new, 1)
}

func sprintf(format string, args ...any) string { return fmt.Sprintf(format, args...) }
