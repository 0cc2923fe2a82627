package page

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/service"
	"github.com/awmc/awmc/out/rt/task"
)

type tasksView struct {
	envHead
	Query string
	Tasks []taskLine
}

type taskLine struct {
	*core.Task
	Who string
}

func (p *site) tasks(w http.ResponseWriter, r *http.Request) error {
	e, head, err := p.head(r, "tasks")
	if err != nil {
		return err
	}
	v := tasksView{envHead: head, Query: r.FormValue("q")}
next:
	for i := range e.Spec.Tasks {
		t := &e.Spec.Tasks[i]
		text := strings.ToLower(t.Name + " " + words(t.Name) + " " + t.Ask)
		for w := range strings.FieldsSeq(strings.ToLower(v.Query)) {
			if !strings.Contains(text, w) {
				continue next
			}
		}
		v.Tasks = append(v.Tasks, taskLine{t, service.FormatActor(t.Actor)})
	}
	return p.show(w, "tasks", p.envFrame(head, "Tasks"), v)
}

type taskView struct {
	envHead
	Task      *core.Task
	Seed      int64
	Effective int64
	Ask       string
	Who       string
	Given     *value
	Policy    []string
	Solutions []solution
	Expect    []core.Check
	Previous  string
	Next      string
}

// solution is one way to complete the task.
type solution struct {
	Name   string
	Calls  []solvedCall
	Answer string
}

type solvedCall struct{ Tool, Args string }

func (p *site) task(w http.ResponseWriter, r *http.Request) error {
	e, head, err := p.head(r, "tasks")
	if err != nil {
		return err
	}
	seed, err := integer(r.URL.Query(), "seed")
	if err != nil {
		return err
	}
	prep, err := e.Prepare(r.Context(), r.PathValue("task"), seed)
	if err != nil {
		return err
	}
	actor := prep.Task.Actor
	if actor == nil {
		actor = e.Spec.Actor
	}
	v := taskView{
		envHead: head, Task: prep.Task, Seed: prep.Seed, Effective: prep.EffectiveSeed, Ask: prep.Drawn.Ask(), Who: service.FormatActor(actor),
		Given: parseValue(prep.Drawn.JSON()), Policy: lines(e.Spec.Policy), Expect: prep.Task.Expect,
		Previous: seedURL(r, prep.Seed-1), Next: seedURL(r, prep.EffectiveSeed+1),
	}
	for _, s := range prep.Reference.Solutions {
		sol := solution{Name: s.Name, Answer: told(task.Told(s.Answer))}
		for _, c := range s.Run.Calls {
			sol.Calls = append(sol.Calls, solvedCall{c.Tool, string(c.Args)})
		}
		v.Solutions = append(v.Solutions, sol)
	}
	return p.show(w, "task", p.envFrame(head, words(prep.Task.Name), crumb{"Tasks", link("env", e.Name, "tasks")}), v)
}

func seedURL(r *http.Request, seed int64) string {
	return r.URL.EscapedPath() + "?seed=" + strconv.FormatInt(seed, 10)
}

// told is an answer as an agent would say it.
func told(a json.RawMessage) string {
	var s string
	if json.Unmarshal(a, &s) == nil {
		return s
	}
	return string(a)
}

// integer reads a number from a form; none is 0.
func integer(form url.Values, name string) (int64, error) {
	s := strings.TrimSpace(form.Get(name))
	if s == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0, invalidf("the %s must be an integer of at most 64 bits, not %q", name, clipText(s, 40))
	}
	return n, nil
}
