package synth

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	rt "github.com/awmc/awmc/templates/rt/model"
)

// The variables that make the test program the child of a test.
const (
	childServer = "SYNTH_TEST_SERVER"
	childFolder = "SYNTH_TEST_FOLDER"
)

func TestMain(m *testing.M) {
	if url := os.Getenv(childServer); url != "" {
		os.Exit(child(url, os.Getenv(childFolder)))
	}
	os.Exit(m.Run())
}

// crashJobs are what the child writes.
func crashJobs(folder string) []Job {
	var jobs []Job
	for _, name := range []string{"tool_library", "toy_library", "seed_library"} {
		jobs = append(jobs, Job{Name: name, Category: "libraries", Summary: "it lends things", Out: OutPath(filepath.Join(folder, "envs"), "libraries", name)})
	}
	return jobs
}

func child(url, folder string) int {
	c, err := rt.New(rt.Config{BaseURL: url, Model: "fake"})
	if err != nil {
		return 2
	}
	report, err := Run(context.Background(), crashJobs(folder), Options{Work: filepath.Join(folder, "work"), Model: c, Prover: noProof{}, Tasks: 2, Tools: 4})
	if err != nil || report.Count(Done) != 3 {
		return 1
	}
	return 0
}

// A process that is killed at any moment loses no answer that had arrived,
// pays for none twice, and never leaves a torn file.
func TestKillAndResume(t *testing.T) {
	s := serve(t, nil)
	folder := t.TempDir()
	var mu sync.Mutex
	var running *exec.Cmd
	kills := 0
	// Every request whose number is in the list kills whoever asks: some
	// before it is answered, some right after.
	before := map[int]bool{1: true, 4: true, 9: true}
	after := map[int]bool{2: true, 7: true, 11: true}
	n := 0
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		n++
		now := n
		process := running.Process
		mu.Unlock()
		if before[now] {
			mu.Lock()
			kills++
			mu.Unlock()
			process.Kill()
			return
		}
		s.handle(w, r)
		if after[now] {
			w.(http.Flusher).Flush()
			mu.Lock()
			kills++
			mu.Unlock()
			process.Kill()
		}
	}))
	defer front.Close()
	for runs := 1; ; runs++ {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childServer+"="+front.URL, childFolder+"="+folder)
		mu.Lock()
		running = cmd
		err := cmd.Start()
		mu.Unlock()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err == nil {
			break
		}
		if runs > 12 {
			t.Fatalf("no end after %d runs", runs)
		}
	}
	if kills < 5 {
		t.Fatalf("killed only %d times", kills)
	}
	for _, j := range crashJobs(folder) {
		b, err := os.ReadFile(j.Out)
		if err != nil || !strings.HasPrefix(string(b), "awmc: 1\nname: "+j.Name+"\n") {
			t.Errorf("%s: %v", j.Name, err)
		}
		state, err := readState(filepath.Join(folder, "work", j.Name))
		if err != nil || state.Status != Done || len(state.History) != 4 {
			t.Errorf("%s: %v %+v", j.Name, err, state)
		}
	}
	// 12 answers are needed. What a kill interrupts is asked again: at most
	// the three requests that were under way each time.
	if got := len(s.asked("")); got < 12 || got > 12+3*kills {
		t.Errorf("%d requests were answered, after %d kills", got, kills)
	}
}

// A crash between the transcript and the state must not cost the answer.
func TestAnswerInTranscriptIsNotAskedAgain(t *testing.T) {
	s := serve(t, nil)
	j, opt := job(t), options(t, s.client(t))
	path := filepath.Join(opt.Work, j.Name, stateFile)
	var old []byte
	opt.Reporter = eventFunc(func(e Event) {
		if e.Kind == EventAsking && e.State.Stage == stageTools {
			old, _ = os.ReadFile(path)
		}
	})
	synthesise(t, j, opt)
	if len(old) == 0 {
		t.Fatal("the test does not come to the stage")
	}
	if err := os.WriteFile(path, old, 0o644); err != nil {
		t.Fatal(err)
	}
	os.Remove(j.Out)
	state := synthesise(t, j, opt)
	if _, err := os.Stat(j.Out); err != nil || state.Status != Done || len(s.asked("")) != 4 {
		t.Errorf("%s after %d requests, %v", state.Status, len(s.asked("")), err)
	}
}

func TestTwoRunsOverOneEnvironment(t *testing.T) {
	s := serve(t, nil)
	j, opt := job(t), options(t, s.client(t))
	p, _, err := openPlace(opt.Work, j.Name)
	if err != nil {
		t.Fatal(err)
	}
	report, err := Run(context.Background(), []Job{j}, opt)
	if err != nil || report.Busy != 1 || len(s.asked("")) > 0 {
		t.Errorf("%v %+v", err, report)
	}
	p.close()
	if state := synthesise(t, j, opt); state.Status != Done {
		t.Error(state.Status)
	}
}

type eventFunc func(Event)

func (f eventFunc) Event(e Event) { f(e) }
