package synth

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/awmc/awmc/compiler/cache"
	"github.com/awmc/awmc/compiler/model"
	"github.com/awmc/awmc/templates"
	rt "github.com/awmc/awmc/templates/rt/model"
)

var update = flag.Bool("update", false, "write testdata/demo/transcript.jsonl anew")

const demoFolder = "testdata/demo"

// The recording is what its readable form says.
func TestDemoRecording(t *testing.T) {
	archive, err := txtar.ParseFile(filepath.Join(demoFolder, "answers.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	enc := json.NewEncoder(&want)
	enc.SetEscapeHTML(false)
	for _, f := range archive.Files {
		answer := string(f.Data)
		e := model.Exchange{ID: f.Name, Response: rt.Response{Content: answer, Finish: "stop", Usage: rt.Usage{Prompt: rt.Estimate(string(templates.Guide())), Completion: rt.Estimate(answer)}}}
		e.Usage.Prompt = 6000 // about what a stage's prompt has
		if err := enc.Encode(&e); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(demoFolder, transcriptFile)
	if *update {
		if err := os.WriteFile(path, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%v: %s is not what answers.txtar says; run with -update", err, path)
	}
}

// The demonstration shows rounds of mending of each kind and ends well. The
// proof is left to TestConditionThatIsAlwaysTrue and to make synth-demo,
// unless the recording is renewed.
func TestDemo(t *testing.T) {
	r, err := model.OpenReplay(demoFolder)
	if err != nil {
		t.Fatal(err)
	}
	opt := options(t, r)
	opt.Tasks, opt.Tools = 3, 7
	proves := *update
	if proves {
		c, err := cache.Open("")
		if err != nil {
			t.Fatal(err)
		}
		opt.Prover = NewBuilder(c, 25, 1)
	}
	j := Job{Name: "bike_hire", Summary: "a bicycle hire service", Out: filepath.Join(t.TempDir(), "bike_hire.yaml")}
	report, err := Run(context.Background(), []Job{j}, opt)
	if err != nil || report.States[0].Status != Done {
		t.Fatalf("%v %+v", err, report.States[0])
	}
	var rounds []string
	for _, h := range report.States[0].History {
		line := h.Stage
		for _, p := range h.Problems {
			line += " " + string(p.Code)
		}
		rounds = append(rounds, line)
	}
	want := "tasks; entities AWM1013 AWM1014; entities AWM2033; entities; tools AWM3011 AWM3016; tools; solutions"
	if proves {
		want += " AWM6104; solutions"
	}
	if got := strings.Join(rounds, "; "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
