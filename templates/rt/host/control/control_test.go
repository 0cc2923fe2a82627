package control_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/awmc/awmc/templates/rt/host/control"
	"github.com/awmc/awmc/templates/rt/host/service"
	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
	"github.com/awmc/awmc/templates/rt/store"
	"github.com/awmc/awmc/templates/rt/task"
)

type client struct {
	t   *testing.T
	url string
}

func serve(t *testing.T, change ...func(*service.Options)) (*client, *service.Service) {
	t.Helper()
	s := shop.Open(t, change...)
	mux := http.NewServeMux()
	control.Mount(mux, s, control.Options{Title: "Shop", Version: "1", AgentURL: "http://agents.test/"})
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	return &client{t, srv.URL}, s
}

// do sends a request and reads the answer into out, if it is JSON.
func (c *client) do(method, path, body string, status int, out any) string {
	c.t.Helper()
	var r io.Reader
	if body != "" {
		r = strings.NewReader(body)
	}
	req, err := http.NewRequest(method, c.url+path, r)
	if err != nil {
		c.t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	if resp.StatusCode != status {
		c.t.Fatalf("%s %s: %s, want %d: %s", method, path, resp.Status, status, b)
	}
	if status >= 400 && resp.Header.Get("Content-Type") != "application/problem+json" {
		c.t.Errorf("%s %s: an error of type %s: %s", method, path, resp.Header.Get("Content-Type"), b)
	}
	if out != nil {
		if err := json.Unmarshal(b, out); err != nil {
			c.t.Fatalf("%s %s: %v: %s", method, path, err, b)
		}
	}
	return string(b)
}

func (c *client) create(body string) control.Instance {
	c.t.Helper()
	var in control.Instance
	c.do("POST", "/v1/instances", body, 201, &in)
	return in
}

func TestEnvironments(t *testing.T) {
	c, _ := serve(t)
	var envs struct{ Environments []control.Environment }
	c.do("GET", "/v1/environments", "", 200, &envs)
	if len(envs.Environments) != 1 || envs.Environments[0].Name != "shop" || envs.Environments[0].Tools != 6 {
		t.Errorf("environments: %+v", envs)
	}
	var env control.Environment
	c.do("GET", "/v1/environments/shop", "", 200, &env)
	if env.Actor != "customers/1" || env.Policy == "" || env.Now != "2026-03-02 09:00:00" {
		t.Errorf("environment: %+v", env)
	}
	var tools struct{ Tools []control.Tool }
	c.do("GET", "/v1/environments/shop/tools", "", 200, &tools)
	if len(tools.Tools) != 6 || !strings.Contains(string(tools.Tools[0].InputSchema), `"additionalProperties":false`) {
		t.Errorf("tools: %+v", tools)
	}
	var tasks struct{ Tasks []control.Task }
	c.do("GET", "/v1/environments/shop/tasks", "", 200, &tasks)
	if len(tasks.Tasks) != 2 || !tasks.Tasks[1].HeldOut || tasks.Tasks[1].Actor != "customers/2" {
		t.Errorf("tasks: %+v", tasks)
	}
	var p control.PreparedTask
	c.do("GET", "/v1/environments/shop/tasks/buy_the_cheapest?seed=7", "", 200, &p)
	if p.Seed != 7 || p.EffectiveSeed < 7 || strings.Contains(p.Ask, "{") || !strings.Contains(string(p.Given), `"genre"`) {
		t.Errorf("a task: %+v", p)
	}
	if b := c.do("GET", "/v1/environments/shp", "", 404, nil); !strings.Contains(b, `did you mean \"shop\"?`) {
		t.Errorf("a wrong name: %s", b)
	}
}

func TestEpisode(t *testing.T) {
	c, s := serve(t)
	in := c.create(`{"task":"buy_the_cheapest","seed":3}`)
	if in.MCP != "http://agents.test/i/"+in.ID+"/mcp" || in.State != service.Fresh || in.Ask == "" || in.Policy == "" {
		t.Errorf("created: %+v", in)
	}
	at := "/v1/instances/" + in.ID
	e, err := s.Environment("shop")
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Prepare(context.Background(), "buy_the_cheapest", 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range p.Reference.Solutions[0].Run.Calls {
		var out control.Call
		c.do("POST", at+"/call", fmt.Sprintf(`{"tool":%q,"arguments":%s}`, call.Tool, call.Args), 200, &out)
		if out.Error != nil || out.Output == nil {
			t.Fatalf("%s: %+v", call.Tool, out)
		}
	}
	if b := c.do("POST", at+"/call", `{"tool":"echo","arguments":{"number":9007199254740993}}`, 200, nil); !strings.Contains(b, `"output":{"number":9007199254740993}`) {
		t.Errorf("64-bit integers: %s", b)
	}
	if b := c.do("POST", at+"/call", `{"tool":"eko"}`, 200, nil); !strings.Contains(b, `Did you mean \"echo\"?`) {
		t.Errorf("an unknown tool: %s", b)
	}
	if b := c.do("GET", at+"/diff", "", 200, nil); !strings.Contains(b, `{"tables":[{"table":"books"`) || !strings.Contains(b, `"table":"orders"`) {
		t.Errorf("the difference: %s", b)
	}
	var tr service.Trajectory
	c.do("GET", at+"/trajectory", "", 200, &tr)
	if len(tr.Messages) != 2+2*4 || tr.Messages[0].Role != "system" || tr.Digests.State == "" {
		t.Errorf("the trajectory: %+v", tr)
	}
	var v task.Verdict
	c.do("POST", at+"/verify", fmt.Sprintf(`{"answer":%s}`, task.Told(p.Reference.Solutions[0].Answer)), 200, &v)
	if v.Outcome != task.Complete || *v.Reward != 1 {
		t.Errorf("the verdict: %+v", v)
	}
	c.do("POST", at+"/verify", "", 200, &v)
	if v.Outcome != task.Complete {
		t.Errorf("the second verdict: %+v", v)
	}
	c.do("GET", at, "", 200, &in)
	if in.State != service.Ended || in.Verdict == nil || in.Calls != 4 {
		t.Errorf("at the end: %+v", in)
	}
	c.do("DELETE", at, "", 204, nil)
	c.do("GET", at, "", 410, nil)
	c.do("DELETE", at, "", 410, nil)
}

func TestDatabaseIsAnSQLiteFile(t *testing.T) {
	c, _ := serve(t)
	in := c.create(`{}`)
	c.do("POST", "/v1/instances/"+in.ID+"/call", `{"tool":"place_order","arguments":{"book_id":1,"qty":2}}`, 200, nil)
	b := c.do("GET", "/v1/instances/"+in.ID+"/database", "", 200, nil)
	path := filepath.Join(t.TempDir(), "shop.sqlite3")
	if err := os.WriteFile(path, []byte(b), 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := store.OpenDB(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if got := scalar(t, db, "SELECT stock FROM books WHERE id = 1"); got != 3 {
		t.Errorf("the file says the stock is %d", got)
	}
}

func scalar(t *testing.T, db *sql.DB, query string) (n int64) {
	t.Helper()
	if err := db.QueryRow(query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestResetForkList(t *testing.T) {
	c, _ := serve(t, func(o *service.Options) { o.Limits.Instances = 4 })
	in := c.create(`{"seed":1}`)
	at := "/v1/instances/" + in.ID
	c.do("POST", at+"/call", `{"tool":"place_order","arguments":{"book_id":1,"qty":2}}`, 200, nil)
	var list struct {
		Instances []control.Instance
		Next      string
	}
	c.do("POST", at+"/fork", `{"count":2}`, 201, &list)
	if len(list.Instances) != 2 || list.Instances[0].Parent != in.ID || list.Instances[0].Calls != 1 {
		t.Errorf("forks: %+v", list)
	}
	c.do("POST", at+"/fork", "", 201, nil)
	if b := c.do("POST", at+"/fork", `{"count":2}`, 503, nil); !strings.Contains(b, "no room") {
		t.Errorf("a fork too many: %s", b)
	}
	c.do("POST", "/v1/instances", `{}`, 503, nil)
	c.do("GET", "/v1/instances?limit=3", "", 200, &list)
	first := list.Instances
	c.do("GET", "/v1/instances?limit=3&after="+list.Next, "", 200, &list)
	if len(first) != 3 || len(list.Instances) != 1 || list.Instances[0].ID <= first[2].ID {
		t.Errorf("pages: %+v then %+v", first, list)
	}
	c.do("POST", at+"/reset", `{"task":"count_the_books","seed":5}`, 200, &in)
	if in.Task != "count_the_books" || in.Seed != 5 || in.Calls != 0 || in.Actor != "customers/2" {
		t.Errorf("reset: %+v", in)
	}
	c.do("POST", at+"/reset", "", 200, &in)
	if in.Task != "count_the_books" || in.Seed != 5 {
		t.Errorf("reset to the same: %+v", in)
	}
}

func TestErrors(t *testing.T) {
	c, _ := serve(t, func(o *service.Options) { o.Limits.Body = 5000 })
	in := c.create(`{}`)
	at := "/v1/instances/" + in.ID
	for _, e := range []struct {
		method, path, body string
		status             int
		words              string
	}{
		{"POST", "/v1/instances", `{"task":"by_the_cheapest"}`, 404, "buy_the_cheapest"},
		{"POST", "/v1/instances", `{"tusk":"x"}`, 422, "tusk"},
		{"POST", "/v1/instances", `{"seed":"x"}`, 422, "expected integer"},
		{"POST", "/v1/instances", `{"actor":"nobody/1"}`, 422, "no entity"},
		{"POST", "/v1/instances", `{`, 400, ""},
		{"POST", at + "/call", `{"tool":"` + strings.Repeat("x", 6000) + `"}`, 413, ""},
		{"POST", at + "/call", ``, 400, ""},
		{"POST", at + "/verify", `{}`, 409, "no task"},
		{"POST", at + "/verify", `{"policy":"mood"}`, 422, ""},
		{"GET", "/v1/instances/nonsense", "", 404, "no instance"},
		{"GET", "/v1/instances/" + strings.Repeat("0", 32) + "/database", "", 404, "no instance"},
	} {
		if b := c.do(e.method, e.path, e.body, e.status, nil); !strings.Contains(b, e.words) {
			t.Errorf("%s %s %s: %s", e.method, e.path, e.body, b)
		}
	}
}

// An expired episode is void, never a zero.
func TestExpiredIsVoid(t *testing.T) {
	var now atomic.Int64
	now.Store(time.Now().UnixNano())
	c, s := serve(t, func(o *service.Options) {
		o.Clock = func() time.Time { return time.Unix(0, now.Load()) }
		o.Limits.Idle = 200 * time.Millisecond // how often it is looked at, in this case
	})
	in := c.create(`{"task":"buy_the_cheapest","seed":2}`)
	now.Store(time.Now().Add(2 * time.Hour).UnixNano())
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if _, err := s.Instance(in.ID); err != nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the instance does not expire")
		}
	}
	c.do("GET", "/v1/instances/"+in.ID, "", 410, nil)
	var v task.Verdict
	b := c.do("POST", "/v1/instances/"+in.ID+"/verify", `{}`, 200, &v)
	if v.Outcome != task.EnvironmentError || v.Task != "buy_the_cheapest" || !strings.Contains(b, `"reward":null`) {
		t.Errorf("the verdict: %s", b)
	}
}

func TestOpenAPI(t *testing.T) {
	c, _ := serve(t)
	var doc struct {
		OpenAPI string
		Info    struct{ Title, Version string }
		Paths   map[string]map[string]struct{ OperationID string }
	}
	c.do("GET", "/openapi.json", "", 200, &doc)
	if doc.OpenAPI != "3.1.0" || doc.Info.Version != "1" || doc.Info.Title != "Shop" || len(doc.Paths) != 14 {
		t.Errorf("the description: %+v", doc)
	}
	var again bytes.Buffer
	again.WriteString(c.do("GET", "/openapi.json", "", 200, nil))
	if strings.Contains(again.String(), "$schema") {
		t.Error("bodies have $schema members")
	}
}
