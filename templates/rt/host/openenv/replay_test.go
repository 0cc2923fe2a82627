package openenv_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/go-cmp/cmp"

	"github.com/awmc/awmc/templates/rt/host/openenv"
	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
)

// The recordings are what OpenEnv's own clients (openenv 0.10) said and were
// answered: see interop/openenv/record.py, which makes them. They end in what
// the clients accepted, so an answer that changes may be one they don't.
func TestRecordings(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no recordings", err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txt"), func(t *testing.T) {
			s := shop.Open(t)
			srv := httptest.NewServer(mount(s, openenv.Options{}))
			defer srv.Close()
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			(&player{t: t, url: srv.URL}).play(string(b))
		})
	}
}

// player says what a recording says.
type player struct {
	t    *testing.T
	url  string
	ws   *websocket.Conn
	post string // where the next line goes, if not to ws
	told string // the answer to it
	// session is the recorded id of a session, and the one it has now.
	session [2]string
}

func (p *player) play(recording string) {
	ctx, cancel := context.WithTimeout(p.t.Context(), time.Minute)
	defer cancel()
	asked := ""
	for line := range strings.Lines(recording) {
		what, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if p.session[0] != "" {
			rest = strings.ReplaceAll(rest, p.session[0], p.session[1])
		}
		switch what {
		case "connect":
			ws, _, err := websocket.Dial(ctx, p.url+rest, nil)
			if err != nil {
				p.t.Fatal(err)
			}
			defer ws.CloseNow()
			ws.SetReadLimit(1 << 20)
			p.ws = ws
		case "post":
			p.post = rest
		case ">":
			asked = rest
			p.say(ctx, rest)
		case "<":
			p.hear(ctx, asked, rest)
		default:
			p.t.Fatalf("what is this: %s", line)
		}
	}
}

func (p *player) say(ctx context.Context, text string) {
	if p.post == "" {
		if err := p.ws.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
			p.t.Fatal(err)
		}
		if strings.Contains(text, `"close"`) {
			// There is no answer, but the server closes.
			if _, b, err := p.ws.Read(ctx); err == nil {
				p.t.Errorf("close is answered by %s", b)
			}
		}
		return
	}
	res, err := http.Post(p.url+p.post, "application/json", strings.NewReader(text))
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	p.told = string(b)
}

func (p *player) hear(ctx context.Context, asked, want string) {
	p.t.Helper()
	got := p.told
	if p.post == "" {
		_, b, err := p.ws.Read(ctx)
		if err != nil {
			p.t.Fatalf("%s: %v", asked, err)
		}
		got = string(b)
	}
	p.post = ""
	var id struct {
		Result struct {
			Session string `json:"session_id"`
		} `json:"result"`
	}
	if strings.Contains(asked, "session/create") && json.Unmarshal([]byte(want), &id) == nil {
		p.session[0] = id.Result.Session
		if json.Unmarshal([]byte(got), &id) == nil {
			p.session[1] = id.Result.Session
		}
		want = strings.ReplaceAll(want, p.session[0], p.session[1])
	}
	if d := cmp.Diff(plain(p.t, want), plain(p.t, got)); d != "" {
		p.t.Errorf("%s\nis answered otherwise (-recorded +now):\n%s", asked, d)
	}
}

var instanceID = regexp.MustCompile(`\b[0-9a-f]{32}\b`)

// plain is JSON without what differs from one run to the next.
func plain(t *testing.T, s string) (v any) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(instanceID.ReplaceAllString(s, "INSTANCE")))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, s)
	}
	return v
}
