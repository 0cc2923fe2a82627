package fleet

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
	"github.com/awmc/awmc/templates/rt/proof"
)

// library is the shop under another name.
func library() *core.Env {
	env := shop.Honest()
	env.Name, env.Title = "library", "City Library"
	return env
}

func run(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	entries := []Entry{{Name: "library", Env: library}, {Name: "shop", Env: shop.Honest}}
	code = Main(context.Background(), entries, args, strings.NewReader(""), &out, &errs)
	return code, out.String(), errs.String()
}

func TestCommands(t *testing.T) {
	for _, c := range []struct {
		args   string
		code   int
		stdout string
		stderr string
	}{
		{"list", 0, "library  retail  4 tools  2 tasks  City Library\nshop     retail  4 tools  2 tasks  Corner Books\n", ""},
		{"list --format json", 0, `{"name":"library","title":"City Library","category":"retail","summary":"An online bookshop.","tools":4,"tasks":2}`, ""},
		{"call shop echo {\"number\":9007199254740993}", 0, `{"number":9007199254740993}` + "\n", ""},
		{"call shpo echo {}", 2, "", `did you mean "shop"?`},
		{"call shop get_book {\"book_id\":999}", 1, `{"error":{"code":"not_found","message":"There is no book 999.","parameter":"book_id"}}`, ""},
		{"call", 2, "", "requires at least 1 arg"},
		{"tasks --jsonl --seeds 1", 0, `"environment":"shop","category":"retail","task":"buy_the_cheapest","seed":1`, ""},
		{"tasks shop --held-out only", 0, "shop count_the_books\n  How many different books are there?\n", ""},
		{"tasks shop --held-out sometimes", 2, "", "exclude, include or only"},
		{"tools shop", 0, "place_order (changes things)", ""},
		{"schema shop echo", 0, `"additionalProperties":false`, ""},
		{"check shopp", 2, "", `did you mean "shop"?`},
		{"frobnicate", 2, "", `unknown command "frobnicate"`},
		{"version", 0, "fleet with 2 environments", ""},
	} {
		code, stdout, stderr := run(t, strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(stdout, c.stdout) || !strings.Contains(stderr, c.stderr) {
			t.Errorf("fleet %s: exit code %d\nstdout: %s\nstderr: %s", c.args, code, stdout, stderr)
		}
	}
}

// The compiler reads one report a line, in the order it asked for.
func TestCheckReports(t *testing.T) {
	code, stdout, stderr := run(t, "check", "shop", "library", "--seeds", "1", "--format", "json", "-j", "2")
	if code != 0 && code != 1 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	dec := json.NewDecoder(strings.NewReader(stdout))
	for _, want := range []string{"shop", "library"} {
		var r proof.Report
		if err := dec.Decode(&r); err != nil || r.Env != want || len(r.Tasks) != 2 {
			t.Errorf("the report of %s: %v %+v", want, err, r)
		}
	}
}

func TestBench(t *testing.T) {
	for _, over := range []string{"direct", "mcp"} {
		code, stdout, stderr := run(t, "bench", "--instances", "20", "--turns", "4", "--over", over, "--format", "json")
		if code != 0 {
			t.Fatalf("exit code %d: %s", code, stderr)
		}
		var r figures
		if err := json.Unmarshal([]byte(stdout), &r); err != nil {
			t.Fatal(err)
		}
		if r.Calls <= 0 || r.Create <= 0 || r.Forks <= 0 || r.Errors != 0 || r.Incomplete != 0 || r.RSSLive <= 0 {
			t.Errorf("over %s: %+v", over, r)
		}
	}
}

func TestBenchWithAModelServer(t *testing.T) {
	code, stdout, stderr := run(t, "bench", "--instances", "30", "--over", "model", "--answer", "2ms", "--format", "json")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	var r modelFigures
	if err := json.Unmarshal([]byte(stdout), &r); err != nil {
		t.Fatal(err)
	}
	if r.Episodes != 30*waves || r.MeanReward < 0.999 || r.Void != 0 || r.Seconds < r.Floor*0.9 {
		t.Errorf("%+v", r)
	}
}
