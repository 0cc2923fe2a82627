package host

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
)

// The test program is also the server: started with this variable, it is
// what a generated main is.
const childVariable = "AWMC_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) != "" {
		os.Exit(Main(context.Background(), shop.Env(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

func childCommand(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), childVariable+"=1", "AWMC_TOKEN=")
	return cmd
}

// child is a server in a process of its own.
type child struct {
	t                *testing.T
	cmd              *exec.Cmd
	agents, trainers string
	log              syncBuffer
	ended            chan error
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// startServer starts serve on free ports and waits until it serves.
func startServer(t *testing.T, args ...string) *child {
	t.Helper()
	c := &child{t: t, ended: make(chan error, 1)}
	c.cmd = childCommand(t, append([]string{"serve", "--addr", "127.0.0.1:0", "--control", "127.0.0.1:0"}, args...)...)
	c.cmd.Stderr = &c.log
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.cmd.Process.Kill() })
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		switch f := strings.Fields(lines.Text()); f[0] {
		case "agents:":
			c.agents = strings.TrimSuffix(f[1], "/i/INSTANCE/mcp")
		case "trainers:":
			c.trainers = strings.TrimSuffix(f[1], "/v1")
		}
		if c.trainers != "" {
			break
		}
	}
	if c.trainers == "" {
		t.Fatalf("the server did not start: %s", &c.log)
	}
	go func() {
		io.Copy(io.Discard, out)
		c.ended <- c.cmd.Wait()
	}()
	return c
}

// signal sends a signal and waits for the end.
func (c *child) signal(sig os.Signal) error {
	c.t.Helper()
	if err := c.cmd.Process.Signal(sig); err != nil {
		c.t.Fatal(err)
	}
	return c.wait()
}

func (c *child) wait() error {
	c.t.Helper()
	select {
	case err := <-c.ended:
		return err
	case <-time.After(20 * time.Second):
		c.t.Fatalf("the server does not end: %s", &c.log)
		return nil
	}
}

// request sends a request to the control API and reads the answer into out.
func (c *child) request(method, path, body string, out any) int {
	c.t.Helper()
	req, err := http.NewRequest(method, c.trainers+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	if body == "" {
		req.Body = nil
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		c.t.Fatalf("%s %s: %v\n%s", method, path, err, &c.log)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	if raw, ok := out.(*string); ok {
		*raw = string(b)
	} else if out != nil {
		if err := json.Unmarshal(b, out); err != nil {
			c.t.Fatalf("%s %s: %v: %s", method, path, err, b)
		}
	}
	return resp.StatusCode
}
