package nemo_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/awmc/awmc/templates/rt/host/nemo"
	"github.com/awmc/awmc/templates/rt/host/service"
	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
	"github.com/awmc/awmc/templates/rt/task"
)

func serve(t *testing.T, s *service.Service) string {
	t.Helper()
	mux := http.NewServeMux()
	nemo.Mount(mux, s)
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	return srv.URL + "/nemo/shop"
}

// agent does what NeMo Gym's simple agent does: it sends the cookies of the
// last answer, and only those.
type agent struct {
	t       *testing.T
	url     string
	cookies []*http.Cookie
}

func (a *agent) post(path, body string) (int, string) {
	a.t.Helper()
	r, err := http.NewRequest(http.MethodPost, a.url+path, strings.NewReader(body))
	if err != nil {
		a.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for _, c := range a.cookies {
		r.AddCookie(c)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		a.t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		a.t.Fatal(err)
	}
	a.cookies = res.Cookies()
	return res.StatusCode, string(b)
}

func (a *agent) expect(path, body string, status int, words ...string) string {
	a.t.Helper()
	got, text := a.post(path, body)
	if got != status {
		a.t.Errorf("%s %.200s: %d %.500s", path, body, got, text)
	}
	for _, w := range words {
		if !strings.Contains(text, w) {
			a.t.Errorf("%s %.200s: %.800s is without %s", path, body, text, w)
		}
	}
	return text
}

// response is a conversation that ends in a final text, if there is one.
func response(final string) string {
	items := `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Let me look."}]},
		{"type":"function_call","call_id":"1","name":"search_books","arguments":"{}"},
		{"type":"function_call_output","call_id":"1","output":"{}"}`
	if final != "" {
		b, err := json.Marshal(final)
		if err != nil {
			panic(err)
		}
		items += `,{"type":"reasoning","summary":[]},{"type":"message","role":"assistant","content":[{"type":"output_text","text":` + string(b) + `,"annotations":[]}]}`
	}
	return `{"responses_create_params":{"input":"x","temperature":null},"task":"buy_the_cheapest","seed":3,"agent_ref":null,
		"response":{"id":"r","output":[` + items + `],"incomplete_details":null,"usage":{"total_tokens":7}}}`
}

// The whole of an episode, with the nulls that NeMo Gym's agents send.
func TestEpisode(t *testing.T) {
	s := shop.Open(t)
	a := &agent{t: t, url: serve(t, s)}
	a.expect("/seed_session", `{"responses_create_params":{"input":"x","temperature":null},"task":"buy_the_cheapest","seed":3,"actor":null,"verifier_metadata":null}`, 200, `"ask":"Order`)
	a.expect("/search_books", `{"genre":null}`, 200, `{"items":[{"id":`)
	a.expect("/get_book", `{"book_id":99}`, 200, `{"error":{"code":"not_found","message":"There is no book 99.","parameter":"book_id"}}`)
	a.expect("/get_boook", `{}`, 200, `Did you mean \"get_book\"?`)
	a.expect("/get_book", `not JSON`, 200, `"code":"invalid_argument"`)

	e, err := s.Environment("shop")
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Prepare(context.Background(), "buy_the_cheapest", 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range p.Reference.Solutions[0].Run.Calls {
		a.expect("/"+c.Tool, string(c.Args), 200)
	}
	var title string
	if err := json.Unmarshal(task.Told(p.Reference.Solutions[0].Answer), &title); err != nil {
		t.Fatal(err)
	}
	body := response(title)
	first := a.expect("/verify", body, 200, `"reward":1`, `"mask_sample":false`, `"outcome":"complete"`, `"failure_kind":null`)
	second := a.expect("/verify", body, 200)
	if first != second {
		t.Errorf("verifying again gave %s", second)
	}
	var in, out map[string]any
	for text, dst := range map[string]*map[string]any{body: &in, first: &out} {
		if err := json.Unmarshal([]byte(text), dst); err != nil {
			t.Fatal(err)
		}
	}
	for name, v := range in {
		if fmt.Sprint(out[name]) != fmt.Sprint(v) {
			t.Errorf("%s is not echoed: %v", name, out[name])
		}
	}
	if n := len(s.Instances("")); n != 0 {
		t.Errorf("%d instances are left", n)
	}
	a.expect("/search_books", `{}`, 410)
}

func TestOutcomes(t *testing.T) {
	s := shop.Open(t)
	url := serve(t, s)
	for _, x := range []struct {
		name, seed, final string
		calls             map[string]string
		words             []string
	}{
		{"idle", `{"task_idx":0}`, "I don't know.", nil, []string{`"reward":0`, `"outcome":"incomplete"`, `"mask_sample":false`}},
		{"read aloud", `{"verifier_metadata":{"task":"count_the_books","seed":1}}`, "There are 43.", nil, []string{`"reward":1`}},
		{"by task_data", `{"task_data":{"task_idx":1}}`, "43", nil, []string{`"reward":1`}},
		{"cut off", `{"task":"count_the_books"}`, "", nil, []string{`"outcome":"truncated"`, `"reward":0`, `"mask_sample":false`}},
		{"bad call that counts", `{"task":"count_the_books","end_on_format_error":true}`, "43", map[string]string{"get_book": `{}`}, []string{`"outcome":"format_error"`, `"reward":-1`}},
		{"bad call that doesn't", `{"task":"count_the_books"}`, "43", map[string]string{"get_book": `{}`}, []string{`"reward":1`}},
		{"fault", `{"task":"count_the_books"}`, "43", map[string]string{"crash": `{}`}, []string{`"reward":0`, `"mask_sample":true`, `"failure_kind":"environment_server_failed"`, `"failure_reason":"internal: `}},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := &agent{t: t, url: url}
			a.expect("/seed_session", x.seed, 200)
			for name, args := range x.calls {
				a.expect("/"+name, args, 200)
			}
			text := a.expect("/verify", response(x.final), 200, x.words...)
			if strings.Contains(text, "goroutine") {
				t.Errorf("a stack is shown: %s", text)
			}
		})
	}
	if n := len(s.Instances("")); n != 0 {
		t.Errorf("%d instances are left", n)
	}
}

// An episode that is lost says nothing about the agent: it is masked, and
// never a zero that counts.
func TestLostSessions(t *testing.T) {
	s := shop.Open(t)
	a := &agent{t: t, url: serve(t, s)}
	a.expect("/verify", response("43"), 200, `"mask_sample":true`, `"failure_kind":"session_lost"`)
	a.expect("/search_books", `{}`, 422, "seed_session first")
	a.expect("/seed_session", `{"task_idx":1,"keep_session":true}`, 200)
	if err := s.Delete(s.Instances("")[0].ID); err != nil {
		t.Fatal(err)
	}
	a.expect("/verify", response("43"), 200, `"mask_sample":true`, `"failure_kind":"session_lost"`)
	a.expect("/verify", `{"response":{}}`, 422, "responses_create_params is missing")
}

func TestSeedSession(t *testing.T) {
	s := shop.Open(t)
	url := serve(t, s)
	a := &agent{t: t, url: url}
	a.expect("/seed_session", `{}`, 422, "name a task", "buy_the_cheapest, count_the_books")
	a.expect("/seed_session", `{"task":"count_the_book"}`, 422, `did you mean \"count_the_books\"`)
	a.expect("/seed_session", `{"task_idx":2}`, 422, "0 to 1")
	a.expect("/seed_session", `{"task_idx":"x"}`, 422, "task_idx")
	a.expect("/seed_session", `[]`, 422, "JSON object")
	a.expect("/mcp", `{}`, 404)
	(&agent{t: t, url: strings.Replace(url, "shop", "shopp", 1)}).expect("/seed_session", `{}`, 404, `did you mean \"shop\"`)

	// Beginning anew with the same cookie leaves nothing behind.
	a.expect("/seed_session", `{"task_idx":0}`, 200)
	a.expect("/seed_session", `{"task_idx":1}`, 200)
	if n := len(s.Instances("")); n != 1 {
		t.Errorf("%d instances", n)
	}
	a.expect("/close_session", `{}`, 200)

	// Sessions that their callers name: seeding is idempotent, and a name that
	// was closed is not used again.
	named := `{"resources_session_id":"r1","episode_id":"e","task_id":"count_the_books","task_data":{"seed":4}}`
	b, c := &agent{t: t, url: url}, &agent{t: t, url: url}
	if got := b.expect("/seed_session", named, 200); got != `{"resources_session_id":"r1"}` {
		t.Errorf("got %s", got)
	}
	c.expect("/seed_session", named, 200)
	if n := len(s.Instances("")); n != 1 || b.cookies[0].Value != c.cookies[0].Value {
		t.Errorf("%d instances for one session", n)
	}
	if got := b.expect("/close_session", `{"resources_session_id":"r1","episode_id":"e"}`, 200); got != `{"resources_session_id":"r1"}` {
		t.Errorf("got %s", got)
	}
	b.expect("/close_session", `{"resources_session_id":"r1","episode_id":"e"}`, 200)
	b.expect("/close_session", `{"resources_session_id":"r2","episode_id":"e"}`, 200)
	b.expect("/seed_session", strings.Replace(named, "r1", "r2", 1), 409)
	if n := len(s.Instances("")); n != 0 {
		t.Errorf("%d instances are left", n)
	}
}

func TestAggregateMetrics(t *testing.T) {
	a := &agent{t: t, url: serve(t, shop.Open(t))}
	got := a.expect("/aggregate_metrics", `{"verify_responses":[
		{"_ng_task_index":1,"_ng_rollout_index":0,"reward":1,"share":1,"response":{"usage":{"total_tokens":10}}},
		{"_ng_task_index":1,"_ng_rollout_index":1,"reward":0,"share":0.5,"response":{"usage":{"total_tokens":20}}},
		{"_ng_task_index":0,"_ng_rollout_index":0,"reward":0.1,"share":0.5},
		{"_ng_task_index":0,"_ng_rollout_index":1,"reward":0,"mask_sample":true}]}`, 200)
	var m struct {
		Groups []map[string]float64 `json:"group_level_metrics"`
		Agent  map[string]float64   `json:"agent_metrics"`
		Key    map[string]float64   `json:"key_metrics"`
	}
	if err := json.Unmarshal([]byte(got), &m); err != nil {
		t.Fatal(err)
	}
	if len(m.Groups) != 2 || m.Groups[0]["_ng_task_index"] != 0 || m.Groups[0]["mean/reward"] != 0.1 || m.Groups[1]["mean/reward"] != 0.5 ||
		m.Agent["max/reward"] != 1 || m.Agent["median/reward"] != 0.1 || m.Key["mean/total_tokens"] != 15 || len(m.Key) != 3 {
		t.Errorf("got %s", got)
	}
	if got := a.expect("/aggregate_metrics", `{"verify_responses":[]}`, 200); got != `{"group_level_metrics":[],"agent_metrics":{},"key_metrics":{}}` {
		t.Errorf("nothing gives %s", got)
	}
}

// Rollouts side by side; run it with the race detector.
func TestSideBySide(t *testing.T) {
	s := shop.Open(t)
	url := serve(t, s)
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			a := &agent{t: t, url: url}
			a.expect("/seed_session", fmt.Sprintf(`{"task_idx":0,"seed":%d}`, i%4), 200)
			for n := range 3 {
				a.expect("/place_order", `{"book_id":1,"qty":1}`, 200, fmt.Sprintf(`"id":%d`, n+1))
			}
			a.expect("/verify", response("?"), 200, `"reward":0`)
		})
	}
	all.Wait()
	if n := len(s.Instances("")); n != 0 {
		t.Errorf("%d instances are left", n)
	}
}

// A plain HTTP client with a cookie jar will do, too.
func TestCookieJar(t *testing.T) {
	url := serve(t, shop.Open(t))
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	c := http.Client{Jar: jar}
	for path, body := range map[string]string{"/seed_session": `{"task_idx":0}`} {
		res, err := c.Post(url+path, "application/json", strings.NewReader(body))
		if err != nil || res.StatusCode != 200 {
			t.Fatal(res, err)
		}
		res.Body.Close()
	}
	res, err := c.Post(url+"/echo", "application/json", strings.NewReader(`{"number":9007199254740993}`))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if b, err := io.ReadAll(res.Body); err != nil || string(b) != `{"number":9007199254740993}` {
		t.Errorf("got %s, %v", b, err)
	}
}
