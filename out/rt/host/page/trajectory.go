package page

import (
	"net/http"

	"github.com/awmc/awmc/out/rt/host/service"
)

type trajectoryView struct {
	*instHead
	Policy   []string
	Turns    []*result
	Answer   string
	Answered bool
	Ending   *service.Ending
	Digest   string
	Pager
}

// turnsPerPage of a trajectory.
const turnsPerPage = 100

// trajectory shows the episode as the agent saw it. The last page comes
// first: that is where something happens.
func (p *site) trajectory(w http.ResponseWriter, r *http.Request) error {
	h, err := p.instance(r, "trajectory")
	if err != nil {
		return err
	}
	log, err := h.in.Log(r.Context())
	if err != nil {
		return err
	}
	t, err := h.in.Trajectory(r.Context())
	if err != nil {
		return err
	}
	v := trajectoryView{instHead: h, Policy: lines(h.Env.Spec.Policy), Ending: t.Ending, Digest: t.Digests.State}
	v.Pager = paged(r, len(log), turnsPerPage)
	if r.FormValue("page") == "" && v.Pages > 1 {
		http.Redirect(w, r, turned(r, v.Pages), http.StatusSeeOther)
		return nil
	}
	for i := v.From; i < v.To; i++ {
		v.Turns = append(v.Turns, newResult(i+1, log[i]))
	}
	if v.Ending != nil && v.Ending.Answer != nil {
		v.Answer, v.Answered = told(v.Ending.Answer), true
	}
	return p.show(w, "trajectory", p.instFrame(h, "Trajectory"), v)
}
