package host

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/awmc/awmc/templates/rt/host/control"
	"github.com/awmc/awmc/templates/rt/task"
)

func (c *child) create(body string) control.Instance {
	c.t.Helper()
	var in control.Instance
	if status := c.request("POST", "/v1/instances", body, &in); status != 201 {
		c.t.Fatalf("creating: %d %+v", status, in)
	}
	return in
}

func (c *child) order(id string) (ok bool) {
	c.t.Helper()
	var out control.Call
	c.request("POST", "/v1/instances/"+id+"/call", `{"tool":"place_order","arguments":{"book_id":1,"qty":1}}`, &out)
	return out.Error == nil
}

// Hours of rollouts must not be lost with a process, however it ends.
func TestInstancesOutliveTheProcess(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		t.Run(sig.String(), func(t *testing.T) {
			dir := t.TempDir()
			c := startServer(t, "--state", dir)
			played := c.create(`{"task":"buy_the_cheapest","seed":4}`)
			for range 3 {
				c.order(played.ID)
			}
			fresh := c.create(`{"task":"count_the_books","seed":2}`)
			judged := c.create(`{"task":"count_the_books","seed":3}`)
			var verdict, again task.Verdict
			c.request("POST", "/v1/instances/"+judged.ID+"/verify", `{"answer":"43"}`, &verdict)
			if verdict.Outcome != task.Complete {
				t.Fatalf("the verdict: %+v", verdict)
			}
			reset := c.create(`{"seed":1}`)
			c.order(reset.ID)
			c.request("POST", "/v1/instances/"+reset.ID+"/reset", `{"seed":8}`, nil)
			deleted := c.create(`{}`)
			c.request("DELETE", "/v1/instances/"+deleted.ID, "", nil)
			var forks struct{ Instances []control.Instance }
			c.request("POST", "/v1/instances/"+played.ID+"/fork", `{}`, &forks)
			fork := forks.Instances[0]
			c.order(fork.ID)

			read := func(c *child, id, what string) (s string) {
				t.Helper()
				if status := c.request("GET", "/v1/instances/"+id+what, "", &s); status != 200 {
					t.Errorf("%s of %s: %d %s", what, id, status, s)
				}
				return s
			}
			before := map[string]string{}
			for _, id := range []string{played.ID, fork.ID, fresh.ID, reset.ID} {
				before[id] = read(c, id, "/diff") + read(c, id, "/trajectory")
			}
			err := c.signal(sig)
			if sig == syscall.SIGTERM && err != nil {
				t.Errorf("ended with %v: %s", err, &c.log)
			}

			c = startServer(t, "--state", dir)
			for id, want := range before {
				if got := read(c, id, "/diff") + read(c, id, "/trajectory"); got != want {
					t.Errorf("instance %s was\n%s\nand is\n%s", id, want, got)
				}
			}
			c.request("POST", "/v1/instances/"+judged.ID+"/verify", `{"answer":"0"}`, &again)
			if again.Outcome != task.Complete || *again.Reward != 1 {
				t.Errorf("the verdict was paid, and is now %+v", again)
			}
			if status := c.request("GET", "/v1/instances/"+deleted.ID, "", nil); status != 404 {
				t.Errorf("the deleted instance: %d", status)
			}
			if !c.order(played.ID) {
				t.Error("the instance does not go on")
			}
		})
	}
}

// What was answered is kept, and what was not answered does not come back as
// half a call, if the process is killed while many calls run.
func TestKilledInTheMiddle(t *testing.T) {
	dir := t.TempDir()
	c := startServer(t, "--state", dir)
	in := c.create(`{}`)
	var answered int
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			resp, err := http.Post(c.trainers+"/v1/instances/"+in.ID+"/call", "application/json",
				strings.NewReader(`{"tool":"place_order","arguments":{"book_id":40,"qty":1}}`))
			if err != nil {
				return
			}
			b, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if err != nil {
				return
			}
			if resp.StatusCode == 200 && len(b) > 0 {
				answered++
			}
		}
	})
	time.Sleep(300 * time.Millisecond)
	c.signal(syscall.SIGKILL)
	wg.Wait()

	// A torn line, as if the process had been killed in the middle of a write.
	path := filepath.Join(dir, in.ID+".jsonl")
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(f, `{"call":{"tool":"place_ord`)
	f.Close()

	c = startServer(t, "--state", dir)
	var now control.Instance
	if status := c.request("GET", "/v1/instances/"+in.ID, "", &now); status != 200 {
		t.Fatalf("status %d: %s", status, &c.log)
	}
	// One more may have been kept, whose answer was lost on its way.
	if now.Calls < answered || now.Calls > answered+1 || answered == 0 {
		t.Errorf("%d calls were answered, and %d are kept", answered, now.Calls)
	}
	var diff string
	c.request("GET", "/v1/instances/"+in.ID+"/diff", "", &diff)
	if !strings.Contains(diff, `"tables"`) {
		t.Errorf("the instance is broken: %s", diff)
	}
	c.order(in.ID)
	c.signal(syscall.SIGKILL)
	c = startServer(t, "--state", dir)
	var later control.Instance
	if c.request("GET", "/v1/instances/"+in.ID, "", &later); later.Calls != now.Calls+1 {
		t.Errorf("after the torn line: %d calls, want %d", later.Calls, now.Calls+1)
	}
}

func TestOneServerPerStateFolder(t *testing.T) {
	dir := t.TempDir()
	startServer(t, "--state", dir)
	cmd := childCommand(t, "serve", "--addr", "127.0.0.1:0", "--control", "127.0.0.1:0", "--state", dir)
	out, err := cmd.CombinedOutput()
	if err == nil || cmd.ProcessState.ExitCode() != ExitFault || !strings.Contains(string(out), "another server uses") {
		t.Errorf("%v: %s", err, out)
	}
}

// A running call is answered before the process ends; a new one is refused.
func TestStopInTheMiddleOfACall(t *testing.T) {
	c := startServer(t, "--call-time", "1s")
	in := c.create(`{}`)
	answer := make(chan string, 1)
	go func() {
		resp, err := http.Post(c.agents+"/i/"+in.ID+"/mcp", "application/json",
			strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"dawdle"}}`))
		if err != nil {
			answer <- err.Error()
			return
		}
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		answer <- fmt.Sprint(string(b), err)
	}()
	time.Sleep(200 * time.Millisecond)
	start := time.Now()
	if err := c.signal(syscall.SIGTERM); err != nil {
		t.Errorf("ended with %v: %s", err, &c.log)
	}
	if got := <-answer; !strings.Contains(got, "took longer than it may") {
		t.Errorf("the running call was answered with %s", got)
	}
	if took := time.Since(start); took > 8*time.Second {
		t.Errorf("ending took %v", took)
	}
}
