package host

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
	"github.com/awmc/awmc/templates/rt/proof"
)

// command runs the program in this process.
func command(t *testing.T, env *core.Env, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = Main(context.Background(), env, args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

func TestCommands(t *testing.T) {
	for _, c := range []struct {
		name   string
		args   []string
		stdin  string
		code   int
		stdout string // a part of it
		stderr string
	}{
		{"call", []string{"call", "echo", `{"number":9007199254740993}`}, "", 0, "{\"number\":9007199254740993}\n", ""},
		{"call twice on one instance", []string{"call", "place_order", `{"book_id":1,"qty":2}`, "get_book", `{"book_id":1}`}, "", 0, `"stock":3}`, ""},
		{"call with stdin", []string{"call", "get_book", "-"}, `{"book_id": 2}`, 0, "A History of Salt", ""},
		{"call without arguments", []string{"call", "search_books"}, "", 0, "The Silent Harbour", ""},
		{"call as another", []string{"call", "--actor", "2", "place_order", `{"book_id":1,"qty":1}`}, "", 0, `{"id":1,"placed_at":"2026-03-02T09:00:00Z"}`, ""},
		{"call refused", []string{"call", "get_book", `{"book_id":99}`}, "", 1, `"code":"not_found"`, ""},
		{"call an unknown tool", []string{"call", "getbook", `{}`}, "", 1, `Did you mean \"get_book\"?`, ""},
		{"call fails", []string{"call", "crash"}, "", 3, `"code":"internal"`, "boom"},
		{"call with bad JSON", []string{"call", "get_book", `{book_id: 1}`}, "", 2, "", "not JSON"},
		{"call of a slow tool", []string{"call", "--call-time", "50ms", "dawdle"}, "", 1, "longer than it may (50ms)", ""},
		{"call with too many rows", []string{"call", "--max-rows", "10", "search_books"}, "", 1, "more than 10 rows", ""},
		{"call with too many statements", []string{"call", "--max-statements", "1", "place_order", `{"book_id":1,"qty":1}`}, "", 1, "more than 1 statements", ""},
		{"call in an unknown task", []string{"call", "--task", "buy", "search_books"}, "", 2, "", "task"},
		{"tools", []string{"tools"}, "", 0, "place_order (changes things)\n  Order copies of a book.\n  - book_id: integer\n  - qty: integer (1 to 10)\n", ""},
		{"tools as JSON", []string{"tools", "--format", "json"}, "", 0, `"outputSchema":{`, ""},
		{"tools for OpenAI", []string{"tools", "--openai"}, "", 0, `{"type":"function","function":{"name":"place_order","description":"Order copies of a book.","strict":true,"parameters":{"type":"object","properties":{"book_id":{"type":"integer"}`, ""},
		{"tools as XML", []string{"tools", "--format", "xml"}, "", 2, "", "neither text nor json"},
		{"tasks", []string{"tasks"}, "", 0, "count_the_books (held out)\n  How many different books are there?\n", ""},
		{"tasks as JSON", []string{"tasks", "--seed", "3", "--format", "json"}, "", 0, `"seed":3`, ""},
		{"schema", []string{"schema", "echo"}, "", 0, `"input_schema":{"type":"object","properties":{"number":{"type":"integer"}},"required":["number"],"additionalProperties":false}`, ""},
		{"schema of an unknown tool", []string{"schema", "ekho"}, "", 2, "", `did you mean "echo"?`},
		{"version", []string{"version"}, "", 0, "shop sha256:", ""},
		{"an unknown command", []string{"sreve"}, "", 2, "", "sreve"},
		{"an unknown flag", []string{"serve", "--adr", "x"}, "", 2, "", "--adr"},
		{"help", []string{"--help"}, "", 0, "Exit codes", ""},
		{"serve in public without a token", []string{"serve", "--control", "0.0.0.0:0"}, "", 2, "", "needs a token"},
		{"serve all on one address without a token", []string{"serve", "--control", "same"}, "", 2, "", "need a token"},
		{"serve with a wrong reward", []string{"serve", "--reward", "won=1"}, "", 2, "", "complete, partial"},
		{"serve nowhere", []string{"serve", "--addr", "300.0.0.1:1"}, "", 3, "", "300.0.0.1"},
		{"replay nothing", []string{"replay", "/nowhere"}, "", 2, "", "/nowhere"},
		{"replay nonsense", []string{"replay", "-"}, "nonsense\n", 2, "", "line 1 is no trajectory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("AWMC_TOKEN", "")
			code, stdout, stderr := command(t, shop.Env(), c.stdin, c.args...)
			if code != c.code || !strings.Contains(stdout, c.stdout) || !strings.Contains(stderr, c.stderr) {
				t.Errorf("exit code %d, want %d\nstdout: %s\nstderr: %s", code, c.code, stdout, stderr)
			}
		})
	}
}

func TestCheckReports(t *testing.T) {
	code, stdout, stderr := command(t, shop.Honest(), "", "check", "--seeds", "2", "--format", "json")
	if code == ExitUsage || code == ExitFault {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	var r proof.Report
	if err := json.Unmarshal([]byte(stdout), &r); err != nil || r.Env != "shop" || r.Seeds != 2 {
		t.Fatalf("the report: %v %s", err, stdout)
	}
	if r.Passed != (code == ExitClean) {
		t.Errorf("passed is %v, and the exit code %d", r.Passed, code)
	}
	again, text, _ := command(t, shop.Honest(), "", "check", "--seeds", "2")
	if again != code || !strings.Contains(text, "near-misses caught") || strings.Contains(text, "took longest") {
		t.Errorf("exit code %d: %s", again, text)
	}
}

// Who looks for a slow statement must be told where it stands.
func TestCheckListsTheSlowest(t *testing.T) {
	_, text, stderr := command(t, shop.Honest(), "", "check", "--seeds", "2", "--slowest", "100")
	_, list, ok := strings.Cut(text, "The statements that took longest:\n")
	lines := strings.Split(strings.TrimSpace(list), "\n")
	if !ok || len(lines) < 10 {
		t.Fatalf("%s%s", text, stderr)
	}
	for _, part := range []string{"where, and how it begins", "INSERT INTO", "pragma_foreign_key_check", "shop.yaml:0, buy_the_cheapest: SELECT"} {
		if !strings.Contains(list, part) {
			t.Errorf("%q is not in the list:\n%s", part, list)
		}
	}
	_, text, _ = command(t, shop.Honest(), "", "check", "--seeds", "2", "--slowest", "1")
	if _, list, _ = strings.Cut(text, "The statements that took longest:\n"); strings.Count(list, "\n") != 2 {
		t.Errorf("with --slowest 1:\n%s", list)
	}
}

// A stdio server must write nothing but the protocol to stdout, whatever
// happens.
func TestStdioChild(t *testing.T) {
	cmd := childCommand(t, "--task", "buy_the_cheapest", "--seed", "3")
	cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"crash"}}
nonsense
{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"search_books"}}
`)
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &log)
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != 5 {
		t.Fatalf("%d lines: %s", len(lines), out)
	}
	for _, l := range lines {
		var m struct{ JSONRPC string }
		if err := json.Unmarshal([]byte(l), &m); err != nil || m.JSONRPC != "2.0" {
			t.Errorf("not the protocol: %s", l)
		}
	}
	if strings.Contains(string(out), "cheapest") || !strings.Contains(log.String(), "boom") {
		t.Errorf("stdout: %s\nstderr: %s", out, &log)
	}
}

func TestReplayFile(t *testing.T) {
	c := startServer(t)
	in := c.create(`{"task":"buy_the_cheapest","seed":6}`)
	c.order(in.ID)
	c.request("POST", "/v1/instances/"+in.ID+"/verify", `{"answer":"nothing"}`, nil)
	var line string
	c.request("GET", "/v1/instances/"+in.ID+"/trajectory", "", &line)
	path := filepath.Join(t.TempDir(), "episodes.jsonl")
	wrong := strings.Replace(line, `\"id\":1`, `\"id\":2`, 1)
	if wrong == line {
		t.Fatalf("the trajectory is not as expected: %s", line)
	}
	if err := os.WriteFile(path, []byte(line+wrong), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := childCommand(t, "replay", path).Output()
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok || exit.ExitCode() != ExitFindings {
		t.Errorf("%v", err)
	}
	want := "line 1: shop buy_the_cheapest, seed 6: the same\nline 2: shop buy_the_cheapest, seed 6: call 1: the result of place_order differs\n"
	if !strings.HasPrefix(string(out), want) {
		t.Errorf("got %s\nwant %s", out, want)
	}
}
