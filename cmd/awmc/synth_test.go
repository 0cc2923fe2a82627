package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// awmc runs a command line and returns what it printed.
func awmc(t *testing.T, args ...string) (code int, output string) {
	t.Helper()
	var out bytes.Buffer
	code = run(context.Background(), args, strings.NewReader(""), &out, &out)
	return code, out.String()
}

const chat = `{"choices":[{"message":{"role":"assistant","content":%q},"finish_reason":"stop"}],"usage":{"prompt_tokens":10,"completion_tokens":5}}`

const firstPart = "title: Desk\nsummary: A desk where things are lent.\ntasks:\n  one:\n    ask: Lend me something, please.\n  two:\n    ask: When do I have to bring it back?\n"

// The key must reach the server and nothing else: not the terminal, not the
// work folder, whatever the server does with it.
func TestSynthHidesTheKey(t *testing.T) {
	const secret = "sk-do-not-print-me-9876"
	n := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		if key != secret {
			t.Error("the server did not get the key")
		}
		if n++; n == 1 {
			fmt.Fprintf(w, chat, firstPart+"policy: Your key is "+key+".\n")
			return
		}
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprintf(w, `{"error":{"message":"the key %s is no longer valid"}}`, key)
	}))
	defer s.Close()
	dir := t.TempDir()
	t.Setenv("OPENAI_API_KEY", secret)
	t.Setenv("OPENAI_BASE_URL", s.URL)
	code, output := awmc(t, "synth", "a lending desk", "-v", "--model", "m", "--tasks", "2", "--work", filepath.Join(dir, "work"), "-o", filepath.Join(dir, "desk.yaml"))
	if code != exitFault || !strings.Contains(output, "[key]") || n != 2 {
		t.Errorf("exit code %d after %d requests\n%s", code, n, output)
	}
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		b, err := os.ReadFile(path)
		output += string(b)
		return err
	})
	if err != nil || files < 2 {
		t.Errorf("%v, %d files", err, files)
	}
	if strings.Contains(output, secret) {
		t.Errorf("the key was written down:\n%s", output)
	}
}

// With batch files a run stops at each round and goes on when the answers
// are there.
func TestSynthInBatches(t *testing.T) {
	dir := t.TempDir()
	list := filepath.Join(dir, "scenarios.yaml")
	os.WriteFile(list, []byte("- {name: tool_desk, category: libraries, summary: It lends tools.}\n- {name: toy_desk, category: libraries, summary: It lends toys.}\n"), 0o644)
	args := []string{"synth", "--scenarios", list, "--provider", "batch", "--model", "m", "--tasks", "2", "--work", filepath.Join(dir, "work"), "-o", filepath.Join(dir, "envs")}
	batch := filepath.Join(dir, "work", "batch")
	code, output := awmc(t, args...)
	if code != exitClean || !strings.Contains(output, "2 requests wait") {
		t.Fatalf("exit code %d\n%s", code, output)
	}
	ids := requestIDs(t, filepath.Join(batch, "requests-0001.jsonl"))
	if len(ids) != 2 || !strings.HasPrefix(ids[0], "tool_desk/tasks/1.0-") {
		t.Fatalf("requests %v", ids)
	}
	var answers strings.Builder
	for _, id := range ids {
		fmt.Fprintf(&answers, `{"custom_id":%q,"response":{"status_code":200,"body":`+chat+"}}\n", id, firstPart)
	}
	os.WriteFile(filepath.Join(batch, "answers-0001.jsonl"), []byte(answers.String()), 0o644)
	if code, output = awmc(t, args...); code != exitClean || !strings.Contains(output, "requests-0002.jsonl") {
		t.Fatalf("exit code %d\n%s", code, output)
	}
	if ids = requestIDs(t, filepath.Join(batch, "requests-0002.jsonl")); len(ids) != 2 || !strings.HasPrefix(ids[1], "toy_desk/entities/1.0-") {
		t.Errorf("requests %v", ids)
	}
	for _, id := range ids {
		if len(id) > 64 {
			t.Errorf("%s is longer than servers take", id)
		}
	}
}

func requestIDs(t *testing.T, path string) []string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	dec := json.NewDecoder(bytes.NewReader(b))
	for {
		var line struct {
			ID string `json:"custom_id"`
		}
		if err := dec.Decode(&line); err == io.EOF {
			return ids
		} else if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, line.ID)
	}
}

func TestSynthUse(t *testing.T) {
	t.Setenv("AWMC_MODEL", "")
	dir := t.TempDir()
	work := filepath.Join(dir, "work")
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"synth"}, "write what?"},
		{[]string{"synth", "a desk"}, "which model?"},
		{[]string{"synth", "a desk", "--model", "m", "--provider", "carrier-pigeon"}, "choose openai, batch or replay"},
		{[]string{"synth", "a desk", "--model", "m", "--budget", "much"}, "--budget much"},
		{[]string{"synth", "a desk", "--model", "m", "--budget", "$5"}, "--price-prompt"},
		{[]string{"synth", "a desk", "--model", "m", "--shard", "1/2"}, "--scenarios"},
		{[]string{"synth", "a desk", "--model", "m", "-o", dir}, "name a .yaml file"},
		{[]string{"synth", "a desk", "--model", "m", "--name", "internal"}, "internal_desk"},
		{[]string{"synth", "a desk", "--scenarios", "x.yaml"}, "leave out the description"},
		{[]string{"synth", "--model", "m", "--scenarios", filepath.Join(dir, "none.yaml")}, "none.yaml"},
		{[]string{"synth", "a desk", "--model", "m", "--from", filepath.Join(dir, "none.yaml")}, "none.yaml"},
		{[]string{"synth", "a desk", "--provider", "replay"}, "--replay"},
		{[]string{"synth", "scenarios", "--model", "m", "-n", "0"}, "ask for 1 or more"},
	} {
		code, output := awmc(t, append(c.args, "--work", work)...)
		if code != exitUsage || !strings.Contains(output, c.says) {
			t.Errorf("%v: exit code %d\n%s", c.args, code, output)
		}
	}
	if code, output := awmc(t, "guide"); code != exitClean || !strings.HasPrefix(output, "# The environment language") {
		t.Errorf("guide: exit code %d", code)
	}
}
