package stats

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// corpus writes small environments that differ as said and returns their
// paths.
func writeCorpus(t *testing.T, envs ...[3]string) []string {
	t.Helper()
	base, err := os.ReadFile("../testdata/broken/half_done.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, e := range envs {
		text := strings.Replace(string(base), "name: half_done", "name: "+e[0], 1)
		text = strings.Replace(text, "category: testing", "category: "+e[1], 1)
		text = strings.ReplaceAll(text, "ticket", e[2])
		text = strings.ReplaceAll(text, "Ticket", strings.ToUpper(e[2][:1])+e[2][1:])
		path := filepath.Join(t.TempDir(), e[0]+".yaml")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

func gather(t *testing.T, paths []string, opt Options) *Report {
	t.Helper()
	r, err := Gather(t.Context(), paths, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestGather(t *testing.T) {
	paths := writeCorpus(t, [3]string{"desk", "office", "ticket"}, [3]string{"garage", "trade", "repair"}, [3]string{"desk_again", "office", "ticket"})
	r := gather(t, paths, Options{})
	if tt := r.Totals; tt.Environments != 3 || tt.Entities != 6 || tt.Tools != 12 || tt.DoTools != 6 || tt.DoShare != 0.5 || tt.Tasks != 3 || tt.Rows != 63 || tt.Refusals != 3 {
		t.Errorf("%+v", tt)
	}
	if len(r.Categories) != 2 || r.Categories[0] != (Category{Name: "office", Count: 2, Share: 0.667}) {
		t.Errorf("%+v", r.Categories)
	}
	d := r.Diversity
	// The garage is the desk with another word: it keeps the shape and most of
	// the words.
	if len(d.Environments) != 3 || d.Environments[0].A != "desk" || d.Environments[0].B != "desk_again" || d.Environments[0].Likeness < 0.98 || d.Environments[1].Parts[partShape] != 1 {
		t.Errorf("%+v", d.Environments)
	}
	if d.TaskPairs != 1 || d.Tasks[0].A != "desk/close_one" || d.Tasks[0].B != "desk_again/close_one" {
		t.Errorf("%+v", d.Tasks)
	}
	task := r.Environments[0].Tasks[0]
	if task.Kind != "state" || task.Calls != 2 || task.Tools != 2 {
		t.Errorf("%+v", task)
	}
}

// A report that differed from run to run would hide what changed in a corpus.
func TestReportIsTheSame(t *testing.T) {
	paths := writeCorpus(t, [3]string{"desk", "office", "ticket"}, [3]string{"garage", "trade", "repair"})
	var texts []string
	for range 2 {
		r := gather(t, paths, Options{})
		b, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var page, text bytes.Buffer
		if err := WriteHTML(&page, r); err != nil {
			t.Fatal(err)
		}
		if err := WriteText(&text, r); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"<svg", "garage", "Nearest neighbours"} {
			if !strings.Contains(page.String(), want) {
				t.Errorf("the page lacks %s", want)
			}
		}
		for _, bad := range []string{"http://", "https://", "<script", "NaN", "ZgotmplZ"} {
			if strings.Contains(page.String(), bad) {
				t.Errorf("the page has %s", bad)
			}
		}
		texts = append(texts, string(b)+page.String()+text.String())
	}
	if texts[0] != texts[1] {
		t.Error("two reports of the same files differ")
	}
}

func TestLeftOut(t *testing.T) {
	paths := append(writeCorpus(t, [3]string{"desk", "office", "ticket"}), filepath.Join("..", "testdata", "nothing.yaml"))
	broken := filepath.Join(t.TempDir(), "x.yaml")
	if err := os.WriteFile(broken, []byte("awmc: 1\nname: x_y_z\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r := gather(t, append(paths, broken), Options{})
	if len(r.LeftOut) != 2 || len(r.Environments) != 1 || !strings.Contains(r.LeftOut[1], "AWM") {
		t.Errorf("%q", r.LeftOut)
	}
}

func TestContamination(t *testing.T) {
	paths := writeCorpus(t, [3]string{"desk", "office", "ticket"})
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	against := []string{
		write("tools.txt", "closeTicket\nget-ticket\nbook_flight\n"),
		write("schema.sql", "CREATE TABLE Ticket (\n  id INTEGER PRIMARY KEY, owner_id INT REFERENCES p (id), title VARCHAR(20), urgency DECIMAL(3, 1), status TEXT,\n  CHECK (urgency > 0)\n);"),
		write("tasks.jsonl", `{"instruction": "Please close the ticket called Printer."}`+"\n"+`{"instruction": "Book me a flight to Lisbon."}`),
	}
	c := gather(t, paths, Options{Against: against}).Contamination
	if c.Names != 3 || c.Tables != 1 || c.Texts != 2 || len(c.Environments) != 1 {
		t.Fatalf("%+v", c)
	}
	o := c.Environments[0]
	if strings.Join(o.ToolNames, " ") != "get_ticket close_ticket" || o.ToolShare != 0.5 {
		t.Errorf("%+v", o.ToolNames)
	}
	if len(o.Tables) != 1 || o.Tables[0] != "tickets ~ ticket" {
		t.Errorf("%+v", o.Tables)
	}
	if len(o.Tasks) != 1 || o.Tasks[0].Task != "close_one" || o.Tasks[0].Likeness < 0.6 {
		t.Errorf("%+v", o.Tasks)
	}
}
