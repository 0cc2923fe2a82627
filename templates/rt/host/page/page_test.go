package page_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/awmc/awmc/templates/rt/host/service"
	"github.com/awmc/awmc/templates/rt/task"
)

// visit reads a page and checks what holds for every one.
func visit(t *testing.T, srv *httptest.Server, path string, status int) string {
	t.Helper()
	resp, err := srv.Client().Get(srv.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	return inspect(t, path, resp, status)
}

// post sends a form as the page's own forms are.
func post(t *testing.T, srv *httptest.Server, path string, status int, form url.Values) (body, at string) {
	t.Helper()
	req, err := http.NewRequest("POST", srv.URL+path, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Origin", srv.URL)
	resp, err := srv.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	return inspect(t, path, resp, status), resp.Request.URL.RequestURI()
}

func inspect(t *testing.T, path string, resp *http.Response, status int) string {
	t.Helper()
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != status {
		t.Fatalf("%s: %s, want %d: %s", path, resp.Status, status, b)
	}
	if csp := resp.Header.Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'none'; ") || strings.Contains(csp, "unsafe") {
		t.Errorf("%s: Content-Security-Policy is %q", path, csp)
	}
	page := string(b)
	for _, bad := range []string{"<script>alert", "<img", "<b>bold", "http://www.w3", "ZgotmplZ", "<no value>", " style=", " onclick="} {
		if strings.Contains(page, bad) {
			t.Errorf("%s holds %q", path, bad)
		}
	}
	return page
}

func wants(t *testing.T, page string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(page, w) {
			t.Errorf("%q is missing in %s", w, page)
		}
	}
}

func TestList(t *testing.T) {
	srv, _ := serve(t, fleet())
	page := visit(t, srv, "/", 200)
	wants(t, page, "Corner Books", "Front Desk 0", "Front Desk 3", "5 environments", "health", "alert(1)")
	page = visit(t, srv, "/?q=desk+appointments&category=health", 200)
	wants(t, page, "Front Desk 0", "Front Desk 2")
	if strings.Contains(page, "Corner Books") || strings.Contains(page, "Front Desk 1") {
		t.Errorf("too much was found: %s", page)
	}
	wants(t, visit(t, srv, "/?q=tell+everything", 200), "Corner Books")
	wants(t, visit(t, srv, "/?q=nonsense", 200), "No environment fits")
	wants(t, visit(t, srv, "/?category="+url.QueryEscape(hostile), 200), "Front Desk 3")
}

// A server of one environment has no list: its first page is the environment.
func TestOneEnvironment(t *testing.T) {
	srv, _ := serve(t, fleet()[:1])
	wants(t, visit(t, srv, "/", 200), "Corner Books", "<svg", "orders.book_id refers to books", "What is sold.")
	wants(t, visit(t, srv, "/ui/instances", 200), "No instance lives")
}

func TestPagesOfAnEnvironment(t *testing.T) {
	srv, _ := serve(t, fleet())
	wants(t, visit(t, srv, "/ui/env/shop", 200), "Policy", "placed_at", "set by the clock", "Referred to by")
	wants(t, visit(t, srv, "/ui/env/shop/tools?q=order", 200), "place_order")
	wants(t, visit(t, srv, "/ui/env/shop/tools/place_order", 200), `max="10"`, `type="number"`, "additionalProperties", "of a new one")
	wants(t, visit(t, srv, "/ui/env/shop/tasks", 200), "buy the cheapest", "held out")
	wants(t, visit(t, srv, "/ui/env/shop/tasks/buy_the_cheapest?seed=3", 200), "copies of the cheapest", "genre", "place_order", "can&#39;t be cancelled")
	wants(t, visit(t, srv, "/ui/env/shp", 404), "did you mean")
	wants(t, visit(t, srv, "/ui/env/shop/tools/place_oder", 404), "did you mean place_order")
	wants(t, visit(t, srv, "/ui/env/shop/tasks/nothing", 404), "nothing")
	wants(t, visit(t, srv, "/ui/env/shop/tasks/buy_the_cheapest?seed=x", 422), "must be an integer")
	wants(t, visit(t, srv, "/ui/nowhere", 404), "no such page")
	wants(t, visit(t, srv, "/ui/instance/nonsense", 404), "no instance")
}

func TestAnEpisode(t *testing.T) {
	srv, s := serve(t, fleet())
	_, at := post(t, srv, "/ui/env/shop/instances", 200, url.Values{"task": {"buy_the_cheapest"}, "seed": {"3"}})
	at, _, _ = strings.Cut(at, "?")
	e, err := s.Environment("shop")
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Prepare(context.Background(), "buy_the_cheapest", 3)
	if err != nil {
		t.Fatal(err)
	}
	wants(t, visit(t, srv, at, 200), p.Drawn.Ask(), "Nothing has changed yet", "search_books", "http://agents.test/i/")
	wants(t, visit(t, srv, at+"?tool=place_order", 200), "<datalist", "A History of Salt", "Cells &amp; &lt;Tissues&gt;")

	_, here := post(t, srv, at+"/call", 200, url.Values{"tool": {"place_order"}, "arg.book_id": {"1"}, "arg.qty": {"11"}})
	page := visit(t, srv, here, 200)
	wants(t, page, "invalid_argument", `aria-invalid="true"`, `value="11"`)
	post(t, srv, at+"/reset", 200, url.Values{"task": {"buy_the_cheapest"}, "seed": {"3"}})
	for _, c := range p.Reference.Solutions[0].Run.Calls {
		page, _ = post(t, srv, at+"/call", 200, url.Values{"tool": {c.Tool}, "raw": {string(c.Args)}})
	}
	wants(t, page, "changed something", `<span class="op added">+1</span>`, "<del>", "placed_at")

	wants(t, visit(t, srv, at+"/tables", 200), "Mara Lindt")
	wants(t, visit(t, srv, at+"/tables/orders", 200), `<tr class="added">`, "2026-03-02T09:00:00Z", "1 row")
	wants(t, visit(t, srv, at+"/tables/books?sort=stock&down=1&page=2", 200), `aria-sort="descending"`, "26–43 of 43")
	wants(t, visit(t, srv, at+"/tables/books?q=salt+hist", 200), "A History of Salt", "1 row")
	wants(t, visit(t, srv, at+"/tables/books?column=id&is=3", 200), "Tissues", "Only rows whose")
	wants(t, visit(t, srv, at+"/tables/books?q="+url.QueryEscape(hostile), 200), "No row fits")
	wants(t, visit(t, srv, at+"/tables/sqlite_master", 404), "no table")
	wants(t, visit(t, srv, at+"/changes", 200), "Call by call", "orders", "books", `{&#34;book_id&#34;:`)
	wants(t, visit(t, srv, at+"/trajectory", 200), "call 2", "place_order", "sha256:")

	page, _ = post(t, srv, at+"/verify", 200, url.Values{"answer.": {"nothing"}, "peek": {"1"}})
	wants(t, page, "only a look", "partial", "nothing</textarea>")
	page, _ = post(t, srv, at+"/verify", 200, url.Values{"answer.": {string(task.Told(p.Reference.Solutions[0].Answer))}})
	wants(t, page, "complete", "<dd>1</dd>", "100 %")
	wants(t, visit(t, srv, at, 200), "The episode has ended")
	wants(t, visit(t, srv, at+"/trajectory", 200), "verdict")

	_, fork := post(t, srv, at+"/fork", 200, url.Values{"count": {"1"}})
	if fork == at {
		t.Error("the fork's page is that of the instance")
	}
	wants(t, visit(t, srv, at+"/manage", 200), "Forks of this instance")
	page, _ = post(t, srv, at+"/delete", 200, nil)
	wants(t, page, "The instance was deleted.")
	wants(t, visit(t, srv, at, 410), "was deleted")
}

// What a form sends must be what its inputs say: with all digits, and
// without what was left empty.
func TestFormOfEveryKind(t *testing.T) {
	srv, s := serve(t, fleet())
	wants(t, visit(t, srv, "/ui/env/shop/tools/tell_everything", 200),
		`type="checkbox"`, `type="date"`, `min="2026-01-01"`, `type="datetime-local"`, `type="time"`, "<textarea", "<select", "leave out (m)", `[&#34;text&#34;]`)
	form := url.Values{
		"arg.count": {"9007199254740993"}, "arg.colour": {"green"}, "arg.gift": {"true"}, "arg.loud": {"false"}, "arg.day": {"2026-03-04"},
		"arg.at": {"2026-03-04T10:00:00"}, "arg.hour": {"10:30"}, "arg.note": {"two\r\nlines " + hostile}, "arg.tags": {`["a", "b"]`}, "arg.extra": {`{"x": null}`},
	}
	page, at := post(t, srv, "/ui/env/shop/tools/tell_everything", 200, form)
	wants(t, page, `value="9007199254740993"`, `<option value="green" selected>`, `value="2026-03-04T10:00:00"`, "9007199254740993", "&lt;b&gt;bold")
	id := strings.Split(at, "/")[3]
	id, _, _ = strings.Cut(id, "?")
	in, err := s.Instance(id)
	if err != nil {
		t.Fatal(err)
	}
	log, err := in.Log(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	got := string(log[0].Arguments)
	for _, w := range []string{`{"count":9007199254740993,"colour":"green","gift":true,"loud":false,"day":"2026-03-04","at":"2026-03-04T10:00:00","hour":"10:30","note":"two\nlines `, `"tags":["a", "b"],"extra":{"x": null}}`} {
		if !strings.Contains(got, w) {
			t.Errorf("the arguments are %s, without %s", got, w)
		}
	}
	form.Set("arg.tags", "[")
	page, _ = post(t, srv, "/ui/instance/"+id+"/call", 422, url.Values{"tool": {"tell_everything"}, "arg.tags": {"["}, "arg.count": {"7"}})
	wants(t, page, "This is not JSON", `value="7"`)
	page, _ = post(t, srv, "/ui/instance/"+id+"/call", 422, url.Values{"tool": {"tell_everything"}, "raw": {"{"}})
	wants(t, page, "This is not JSON")
}

// A page that another server of this machine serves passes the listener's
// guard, and must not be able to act through a reader's browser.
func TestForeignFormsAreRefused(t *testing.T) {
	srv, s := serve(t, fleet())
	for _, h := range []map[string]string{
		{"Origin": "http://127.0.0.1:1"},
		{"Origin": "http://evil.example"},
		{"Origin": srv.URL, "Sec-Fetch-Site": "same-site"},
		{"Sec-Fetch-Site": "cross-site"},
	} {
		req, err := http.NewRequest("POST", srv.URL+"/ui/env/shop/instances", strings.NewReader("seed=1"))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		for k, v := range h {
			req.Header.Set(k, v)
		}
		resp, err := srv.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusForbidden {
			t.Errorf("%v: %s", h, resp.Status)
		}
	}
	if n := len(s.Instances("")); n != 0 {
		t.Errorf("%d instances were created", n)
	}
}

// Watching must not keep an instance alive, nor wait for a call that runs.
func TestPulse(t *testing.T) {
	srv, s := serve(t, fleet())
	in, err := s.Create(context.Background(), service.Start{Environment: "shop"})
	if err != nil {
		t.Fatal(err)
	}
	at := "/ui/instance/" + in.ID + "/pulse"
	first, expires := visit(t, srv, at, 200), in.Peek().Expires
	if second := visit(t, srv, at, 200); second != first || !in.Peek().Expires.Equal(expires) {
		t.Errorf("%s then %s", first, second)
	}
	if _, err := in.Call(context.Background(), "search_books", nil); err != nil {
		t.Fatal(err)
	}
	if second := visit(t, srv, at, 200); second == first {
		t.Errorf("the pulse stays %s", second)
	}
	if err := s.Delete(in.ID); err != nil {
		t.Fatal(err)
	}
	wants(t, visit(t, srv, at, 200), "was deleted")
}

// A void episode still has pages: people come to see why.
func TestVoidEpisode(t *testing.T) {
	srv, s := serve(t, fleet())
	in, err := s.Create(context.Background(), service.Start{Environment: "shop", Task: "count_the_books"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := in.Call(context.Background(), "crash", nil); err != nil {
		t.Fatal(err)
	}
	for _, tab := range []string{"", "/tables/books", "/changes", "/trajectory", "/verdict", "/manage"} {
		wants(t, visit(t, srv, "/ui/instance/"+in.ID+tab, 200), "This episode is void.", "boom")
	}
}

func TestManyInstances(t *testing.T) {
	srv, s := serve(t, fleet())
	for i := range 60 {
		if _, err := s.Create(context.Background(), service.Start{Environment: fmt.Sprintf("desk_%d", i%4), Seed: int64(i)}); err != nil {
			t.Fatal(err)
		}
	}
	wants(t, visit(t, srv, "/ui/instances", 200), "60 live", "1–50 of 60", "page=2")
	wants(t, visit(t, srv, "/ui/instances?page=2", 200), "51–60 of 60")
	wants(t, visit(t, srv, "/ui/env/desk_1/instances", 200), "desk_1")
}
