package page

import (
	"net/http"
	"slices"
	"time"

	"github.com/awmc/awmc/out/rt/host/service"
)

type instancesView struct {
	envHead // of one environment; Env is nil on the list of all
	Rows    []instanceRow
	Live    int
	Most    int
	Start   startForm
	Pager
}

type instanceRow struct {
	service.Info
	Age string
}

// startForm is what an instance can start as.
type startForm struct {
	Tasks []option
	Seed  string
	Actor string // the one that signs in if the form says none
}

const instancesPerPage = 50

func (p *site) instances(w http.ResponseWriter, r *http.Request) error {
	v := instancesView{}
	p.listInstances(r, "", &v)
	f := frame{Title: "Instances", Nav: "instances", Notice: notice(r)}
	if len(p.s.Names()) == 1 {
		e, err := p.s.Environment("")
		if err != nil {
			return err
		}
		http.Redirect(w, r, with(link("env", e.Name, "instances"), "said", r.FormValue("said")), http.StatusSeeOther)
		return nil
	}
	return p.show(w, "instances", f, v)
}

func (p *site) instancesOf(w http.ResponseWriter, r *http.Request) error {
	e, head, err := p.head(r, "instances")
	if err != nil {
		return err
	}
	v := instancesView{envHead: head, Start: starts(e, r.FormValue("task"), r.FormValue("seed"))}
	p.listInstances(r, e.Name, &v)
	f := p.envFrame(head, "Instances")
	f.Nav, f.Notice = "instances", notice(r)
	return p.show(w, "instances", f, v)
}

// notices are what a page can be told to say, by name: an address must not
// put words into it.
var notices = map[string]string{"deleted": "The instance was deleted."}

func notice(r *http.Request) string { return notices[r.FormValue("said")] }

// listInstances lists the newest first.
func (p *site) listInstances(r *http.Request, env string, v *instancesView) {
	v.Live, v.Most = p.s.Room()
	var all []service.Info
	for _, in := range p.s.Instances(env) {
		all = append(all, in.Peek())
	}
	slices.SortStableFunc(all, func(a, b service.Info) int { return b.Created.Compare(a.Created) })
	v.Pager = paged(r, len(all), instancesPerPage)
	for _, i := range all[v.From:v.To] {
		v.Rows = append(v.Rows, instanceRow{i, left(time.Since(i.Created))})
	}
}

func starts(e *service.Environment, task, seed string) startForm {
	f := startForm{Seed: seed, Actor: service.FormatActor(e.Spec.Actor)}
	for i := range e.Spec.Tasks {
		name := e.Spec.Tasks[i].Name
		f.Tasks = append(f.Tasks, option{name, words(name), name == task})
	}
	return f
}

func (p *site) create(w http.ResponseWriter, r *http.Request) error {
	seed, err := integer(r.PostForm, "seed")
	if err != nil {
		return err
	}
	in, err := p.s.Create(r.Context(), service.Start{
		Environment: r.PathValue("env"), Task: r.PostForm.Get("task"), Seed: seed, Actor: r.PostForm.Get("actor"),
		EndOnFormatError: r.PostForm.Get("strict") != "",
	})
	if err != nil {
		return err
	}
	http.Redirect(w, r, link("instance", in.ID), http.StatusSeeOther)
	return nil
}
