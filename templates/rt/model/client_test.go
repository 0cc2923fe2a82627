package model

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const answer = `{"choices":[{"message":{"role":"assistant","content":"hello"},"finish_reason":"stop"}],"usage":{"prompt_tokens":7,"completion_tokens":2}}`

// server answers with one handler per attempt, the last one for ever.
func server(t *testing.T, handlers ...http.HandlerFunc) (*httptest.Server, *atomic.Int32) {
	t.Helper()
	var n atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i := int(n.Add(1)) - 1
		handlers[min(i, len(handlers)-1)](w, r)
	}))
	t.Cleanup(s.Close)
	return s, &n
}

func ok(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, answer) }

func status(code int, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
		fmt.Fprintf(w, `{"error":{"message":"refused with %d","type":"x"}}`, code)
	}
}

func client(t *testing.T, url string, change func(*Config)) *Client {
	t.Helper()
	cfg := Config{BaseURL: url, Model: "m", Retry: Retry{Base: time.Millisecond, Timeout: 5 * time.Second}}
	if change != nil {
		change(&cfg)
	}
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func ask(c *Client) (*Response, error) {
	return c.Complete(context.Background(), &Request{Messages: []Message{{Role: User, Content: "hi"}}})
}

func TestFailuresThatPassAreRepeated(t *testing.T) {
	hang := func(_ http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) // else the server does not notice that the client has gone
		<-r.Context().Done()
	}
	halfway := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		io.WriteString(w, answer[:20])
	}
	for name, first := range map[string]http.HandlerFunc{
		"429": status(429), "500": status(500), "503": status(503), "hang": hang, "broken body": halfway,
	} {
		t.Run(name, func(t *testing.T) {
			s, n := server(t, first, ok)
			c := client(t, s.URL, func(c *Config) { c.Retry.Timeout = 200 * time.Millisecond })
			resp, err := ask(c)
			if err != nil || resp.Content != "hello" {
				t.Fatalf("%v, %v", resp, err)
			}
			if n.Load() != 2 {
				t.Errorf("asked %d times, want 2", n.Load())
			}
		})
	}
}

func TestRefusalsThatStayAreNotRepeated(t *testing.T) {
	for _, code := range []int{400, 401, 404, 422} {
		s, n := server(t, status(code))
		_, err := ask(client(t, s.URL, nil))
		e, isError := err.(*Error)
		if !isError || e.Status != code || !strings.Contains(err.Error(), fmt.Sprintf("refused with %d", code)) {
			t.Errorf("%d: got %v", code, err)
		}
		if n.Load() != 1 {
			t.Errorf("%d: asked %d times", code, n.Load())
		}
	}
}

func TestRetryAfterIsHonouredByAllRequests(t *testing.T) {
	for name, header := range map[string]string{"seconds": "3", "date": time.Now().Add(3500 * time.Millisecond).UTC().Format(http.TimeFormat)} {
		s, _ := server(t, status(429, "Retry-After", header), ok)
		c := client(t, s.URL, nil)
		tr := transportOf(c, s)
		var slept time.Duration
		tr.sleep = func(_ context.Context, d time.Duration) error { slept = max(slept, d); return nil }
		if _, err := c.Complete(context.Background(), &Request{}); err != nil {
			t.Fatal(err)
		}
		if slept < 2*time.Second || slept > 4*time.Second {
			t.Errorf("%s: waited %v", name, slept)
		}
		if tr.untilQuietEnds() < time.Second {
			t.Errorf("%s: the next request would not wait", name)
		}
	}
}

func TestMorePatienceThanAllowedIsNotGiven(t *testing.T) {
	s, n := server(t, status(429, "Retry-After", "86400"), ok)
	if _, err := ask(client(t, s.URL, nil)); err == nil || n.Load() != 1 {
		t.Errorf("%v after %d requests; a server that wants a day must not stall a run", err, n.Load())
	}
}

// transportOf puts a transport that the test can watch into a client.
func transportOf(c *Client, s *httptest.Server) *transport {
	tr := &transport{next: http.DefaultTransport, retry: c.config.Retry, sleep: sleep, now: time.Now}
	cfg := c.config
	again, _ := New(cfg)
	*c = *again
	c.api = newAPI(cfg, tr)
	return tr
}

func TestTheKeyLeavesNoTrace(t *testing.T) {
	const secret = "sk-very-secret-1234"
	echo := func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(401)
		fmt.Fprintf(w, `{"error":{"message":"bad key %s","type":"x"}}`, strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
	}
	page := func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(400)
		io.WriteString(w, "<html>"+r.Header.Get("Authorization"))
	}
	inAnswer := func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, strings.Replace(answer, "hello", "your key is "+secret, 1))
	}
	for name, h := range map[string]http.HandlerFunc{"error": echo, "page": page, "answer": inAnswer} {
		s, _ := server(t, h)
		c := client(t, s.URL, func(c *Config) { c.Key = secret })
		resp, err := ask(c)
		text := fmt.Sprintf("%v %+v %#v %v", resp, resp, resp, err)
		if resp != nil {
			text += resp.Content
		}
		if strings.Contains(text, secret) {
			t.Errorf("%s shows the key: %s", name, text)
		}
		if !strings.Contains(text, "[key]") {
			t.Errorf("%s: the test does not show what it means to: %s", name, text)
		}
		cfg, _ := json.Marshal(c.config)
		for _, form := range []string{string(cfg), fmt.Sprint(c.config), fmt.Sprintf("%+v %#v %s %q", c.config, c.config, c.config.Key, c.config.Key)} {
			if strings.Contains(form, secret) {
				t.Errorf("the configuration shows the key: %s", form)
			}
		}
	}
}

func TestToolsAndSchemasAreSent(t *testing.T) {
	var body map[string]any
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		json.NewDecoder(r.Body).Decode(&body)
		io.WriteString(w, `{"choices":[{"message":{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}}]},"finish_reason":"tool_calls"}]}`)
	})
	resp, err := client(t, s.URL, nil).Complete(context.Background(), &Request{
		Messages:  []Message{{Role: User, Content: "hi"}},
		Tools:     []Tool{{Name: "f", Description: "does it", Parameters: json.RawMessage(`{"type":"object"}`)}},
		Schema:    &Schema{Name: "part", Schema: json.RawMessage(`{"type":"object"}`)},
		MaxTokens: 100,
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(resp.ToolCalls) != 1 || resp.ToolCalls[0].Arguments != `{"a":1}` || resp.Usage.Prompt == 0 {
		t.Errorf("got %+v", resp)
	}
	if body["max_tokens"] != 100.0 || body["response_format"] == nil || body["stream"] == true || len(body["tools"].([]any)) != 1 {
		t.Errorf("sent %v", body)
	}
}

// A model that go-openai knows as reasoning must not be refused by it.
func TestReasoningModelsGetWhatTheyTake(t *testing.T) {
	b, err := Body("o3-mini", &Request{MaxTokens: 9, Temperature: 0.7})
	if err != nil || strings.Contains(string(b), `"max_tokens"`) || !strings.Contains(string(b), `"max_completion_tokens":9`) || strings.Contains(string(b), "temperature") {
		t.Errorf("%s, %v", b, err)
	}
}

func TestEmbeddings(t *testing.T) {
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		var in struct{ Input []string }
		json.NewDecoder(r.Body).Decode(&in)
		var out struct {
			Data []map[string]any `json:"data"`
		}
		for i := len(in.Input) - 1; i >= 0; i-- { // in another order
			out.Data = append(out.Data, map[string]any{"index": i, "embedding": []float32{float32(len(in.Input[i]))}})
		}
		json.NewEncoder(w).Encode(out)
	})
	texts := make([]string, 150)
	for i := range texts {
		texts[i] = strings.Repeat("x", i+1)
	}
	got, usage, err := client(t, s.URL, func(c *Config) { c.EmbeddingModel = "e" }).Embed(context.Background(), texts)
	if err != nil || len(got) != 150 || usage.Prompt == 0 {
		t.Fatal(len(got), usage, err)
	}
	for i, v := range got {
		if v[0] != float32(i+1) {
			t.Fatalf("text %d has the embedding of another", i)
		}
	}
}

func TestTokensPerMinute(t *testing.T) {
	l := newLimiter(Limits{Concurrency: 100, TokensPerMinute: 6000})
	now := time.Unix(0, 0)
	l.now = func() time.Time { return now }
	l.sleep = func(_ context.Context, d time.Duration) error { now = now.Add(d); return nil }
	used := map[int]int{}
	for now.Before(time.Unix(600, 0)) {
		done, err := l.enter(context.Background(), 400)
		if err != nil {
			t.Fatal(err)
		}
		used[int(now.Unix()/60)] += 350
		done(350)
	}
	for minute := range 10 {
		if used[minute] > 6000 || used[minute] < 4000 {
			t.Errorf("minute %d: %d tokens", minute, used[minute])
		}
	}
}

// Tools that were encoded once must reach the server as those encoded for
// each request do, also when it is repeated.
func TestEncodedToolsAreTheSameOnTheWire(t *testing.T) {
	var bodies []map[string]any
	note := func(next http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			var b map[string]any
			if err := json.NewDecoder(r.Body).Decode(&b); err != nil {
				t.Error(err)
			}
			bodies = append(bodies, b)
			next(w, r)
		}
	}
	s, _ := server(t, note(status(500)), note(ok))
	tools := []Tool{{Name: "get", Description: "Get <it> & go.", Parameters: json.RawMessage(`{"type":"object","properties":{"a":{"type":"integer"}}}`)},
		{Name: "put", Parameters: json.RawMessage(`{"type":"object"}`)}}
	encoded, err := Encode(tools)
	if err != nil {
		t.Fatal(err)
	}
	c := client(t, s.URL, nil)
	req := Request{Messages: []Message{{Role: User, Content: "hi"}}, Tools: tools}
	for range 2 {
		if _, err := c.Complete(context.Background(), &req); err != nil {
			t.Fatal(err)
		}
		req.EncodedTools = encoded
	}
	if len(bodies) != 3 {
		t.Fatalf("%d requests", len(bodies))
	}
	for _, b := range bodies[1:] {
		if diff := cmp.Diff(bodies[0], b); diff != "" {
			t.Error(diff)
		}
	}
	if bodies[0]["tools"] == nil {
		t.Error("no tools were sent")
	}
}
