package page

import (
	"net/http"
	"strconv"

	"github.com/awmc/awmc/out/rt/host/service"
)

type manageView struct {
	*instHead
	Start startForm
	Forks []service.Info
}

// maxForks is how many copies one form makes.
const maxForks = 100

// manage is the page from which an instance is reset, forked and deleted.
func (p *site) manage(w http.ResponseWriter, r *http.Request) error {
	h, err := p.instance(r, "manage")
	if err != nil {
		return err
	}
	v := manageView{instHead: h, Start: starts(h.Env, h.Task, strconv.FormatInt(h.Seed, 10))}
	for _, in := range p.s.Instances(h.Env.Name) {
		if i := in.Peek(); i.Parent == h.ID {
			v.Forks = append(v.Forks, i)
		}
	}
	return p.show(w, "manage", p.instFrame(h, "Manage"), v)
}

func (p *site) reset(w http.ResponseWriter, r *http.Request) error {
	in, err := p.s.Instance(r.PathValue("id"))
	if err != nil {
		return err
	}
	seed, err := integer(r.PostForm, "seed")
	if err != nil {
		return err
	}
	again := service.Again{Seed: &seed}
	if name := r.PostForm.Get("task"); r.PostForm.Has("task") {
		again.Task = &name
	}
	if actor := r.PostForm.Get("actor"); actor != "" {
		again.Actor = &actor
	}
	if _, err := in.Reset(r.Context(), again); err != nil {
		return err
	}
	http.Redirect(w, r, link("instance", in.ID), http.StatusSeeOther)
	return nil
}

func (p *site) fork(w http.ResponseWriter, r *http.Request) error {
	in, err := p.s.Instance(r.PathValue("id"))
	if err != nil {
		return err
	}
	n, err := integer(r.PostForm, "count")
	if err != nil {
		return err
	}
	if n = max(1, n); n > maxForks {
		return invalidf("at most %d forks are made at once", maxForks)
	}
	forks, err := in.Fork(r.Context(), int(n))
	if err != nil {
		return err
	}
	to := link("instance", in.ID, "manage") + "#forks"
	if len(forks) == 1 {
		to = link("instance", forks[0].ID)
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

func (p *site) remove(w http.ResponseWriter, r *http.Request) error {
	in, err := p.s.Instance(r.PathValue("id"))
	if err != nil {
		return err
	}
	if err := p.s.Delete(in.ID); err != nil {
		return err
	}
	http.Redirect(w, r, with(link("env", in.Env.Name, "instances"), "said", "deleted"), http.StatusSeeOther)
	return nil
}
