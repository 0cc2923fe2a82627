package page

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/service"
)

// instHead is what all pages of an instance begin with.
type instHead struct {
	service.Info
	Env     *service.Environment
	Title   string // of the environment
	Address string // for the agent
	Tab     string
	Pulse   string
	Left    string // how long until it expires
	Changed int    // rows
	in      *service.Instance
	diff    *core.Diff
}

// instance finds the instance that a request names and describes it.
func (p *site) instance(r *http.Request, tab string) (*instHead, error) {
	in, err := p.s.Instance(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	info, err := in.Info(r.Context())
	if err != nil {
		return nil, err
	}
	h := &instHead{
		Info: info, Env: in.Env, Title: cmp.Or(in.Env.Spec.Title, in.Env.Name), Tab: tab, in: in,
		Address: p.opt.AgentURL + "/i/" + in.ID + "/mcp", Pulse: pulse(info), Left: left(time.Until(info.Expires)),
	}
	if h.State == service.Void {
		return h, nil // its state is worth nothing
	}
	if h.diff, err = in.Diff(r.Context()); err != nil {
		return nil, err
	}
	for _, t := range h.diff.Tables {
		h.Changed += len(t.Changes)
	}
	return h, nil
}

// Open reports whether tools can be called.
func (h *instHead) Open() bool { return h.State == service.Fresh || h.State == service.Live }

// URL is the address of one of the instance's pages.
func (h *instHead) URL(parts ...string) string {
	return link(append([]string{"instance", h.ID}, parts...)...)
}

func (p *site) instFrame(h *instHead, title string) frame {
	f := frame{Title: "Instance " + short(h.ID) + " · " + h.Title, Nav: "instances"}
	if title != "" {
		f.Title = title + " · " + f.Title
	}
	f.Crumbs = []crumb{{h.Title, link("env", h.Env.Name)}, {"Instances", link("env", h.Env.Name, "instances")}}
	return f
}

// pulse changes whenever a page about the instance might.
func pulse(i service.Info) string {
	outcome := ""
	if i.Verdict != nil {
		outcome = string(i.Verdict.Outcome)
	}
	return fmt.Sprintf("%s %d %s %s %d %s %s", i.State, i.Calls, i.Now, i.Task, i.EffectiveSeed, i.Actor, outcome)
}

// pulse tells the script whether there is something new. Watching does not
// keep an instance from expiring.
func (p *site) pulse(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Content-Type", "application/json")
	in, err := p.s.Instance(r.PathValue("id"))
	now := struct {
		Pulse string `json:"pulse"`
		Gone  string `json:"gone,omitempty"`
	}{}
	if err != nil {
		now.Gone = sentence(err.Error())
	} else {
		now.Pulse = pulse(in.Peek())
	}
	// If this fails the reader is gone.
	_ = json.NewEncoder(w).Encode(now)
	return nil
}

// left is a rough time for people.
func left(d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return fmt.Sprintf("%d days", int(d.Hours())/24)
	case d >= 2*time.Hour:
		return fmt.Sprintf("%d hours", int(d.Hours()))
	case d >= 90*time.Second:
		return fmt.Sprintf("%d minutes", int(d.Round(time.Minute).Minutes()))
	}
	return fmt.Sprintf("%d seconds", max(0, int(d.Seconds())))
}

// result is what a call came to.
type result struct {
	N         int // in the log, from 1; 0 if it is not there
	Tool      string
	Args      json.RawMessage
	Error     *core.Error
	Output    *value
	JSON      string
	Changed   bool
	ArgsShort string
}

func newResult(n int, rec service.Record) *result {
	res := &result{N: n, Tool: rec.Tool, Args: rec.Arguments, Changed: rec.Changed, JSON: indented(rec.Result), ArgsShort: clipText(string(rec.Arguments), 160)}
	if rec.Code == "" {
		res.Output = parseValue(rec.Result)
		return res
	}
	var failed struct {
		Error *core.Error `json:"error"`
	}
	if json.Unmarshal(rec.Result, &failed) == nil && failed.Error != nil {
		res.Error = failed.Error
	} else {
		res.Error = &core.Error{Code: rec.Code, Message: string(rec.Result)}
	}
	return res
}

func clipText(s string, most int) string {
	if runes(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}
