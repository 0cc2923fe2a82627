package page

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/service"
)

type playView struct {
	*instHead
	Tools   []*core.Tool
	Form    *toolForm
	Result  *result
	Changes *changeLog
	Recent  []*result // the last calls, the last one first
}

// fewChanges is how many changed rows are shown beside the form.
const fewChanges = 12

// fewCalls is how many calls are.
const fewCalls = 8

// play shows the tools of an instance, the form of one of them, and what the
// last call came to.
func (p *site) play(w http.ResponseWriter, r *http.Request) error {
	return p.showPlay(w, r, http.StatusOK, r.FormValue("tool"), nil, nil)
}

func (p *site) showPlay(w http.ResponseWriter, r *http.Request, status int, tool string, given url.Values, trouble map[string]string) error {
	h, err := p.instance(r, "play")
	if err != nil {
		return err
	}
	v := playView{instHead: h, Changes: newChangeLog(h.Env.Spec, h.diff, fewChanges)}
	for i := range h.Env.Spec.Tools {
		v.Tools = append(v.Tools, &h.Env.Spec.Tools[i])
	}
	log, err := h.in.Log(r.Context())
	if err != nil {
		return err
	}
	for n := len(log); n > max(0, len(log)-fewCalls); n-- {
		v.Recent = append(v.Recent, newResult(n, log[n-1]))
	}
	if n, err := strconv.Atoi(r.URL.Query().Get("call")); err == nil && n >= 1 && n <= len(log) {
		v.Result = newResult(n, log[n-1])
	}
	if tool == "" && v.Result != nil {
		tool = v.Result.Tool
	}
	if tool == "" && len(v.Tools) > 0 {
		tool = v.Tools[0].Name
	}
	if tool != "" {
		t := h.Env.Tool(tool)
		if t == nil && v.Result == nil {
			_, err := findTool(h.Env, tool)
			return err
		}
		if t != nil {
			if v.Form, err = p.form(r, h, t, given, trouble, v.Result); err != nil {
				return err
			}
		}
	}
	return p.render(w, status, "play", p.instFrame(h, ""), v)
}

// form fills in what was sent, or what the shown call had, or what a link
// says.
func (p *site) form(r *http.Request, h *instHead, t *core.Tool, given url.Values, trouble map[string]string, res *result) (*toolForm, error) {
	if given == nil {
		given = filled(t.Params, json.RawMessage(r.URL.Query().Get("args")))
	}
	if given == nil && res != nil && res.Tool == t.Name {
		given = filled(t.Params, res.Args)
	}
	if res != nil && res.Tool == t.Name && res.Error != nil && res.Error.Parameter != "" && trouble == nil {
		trouble = map[string]string{outermost(res.Error.Parameter): res.Error.Message}
	}
	f := newToolForm(t, h.URL("call"), given, trouble)
	if !h.Open() {
		f.Closed = "The episode has ended, so no tool can be called. Reset the instance, or make a fork of one that goes on."
		return f, nil
	}
	for i, prm := range t.Params {
		known, err := known(r, h, prm)
		if err != nil {
			return nil, err
		}
		f.Inputs[i].Known = known
	}
	return f, nil
}

// outermost is the parameter that a path such as "items[0].qty" begins with.
func outermost(path string) string {
	for i, c := range path {
		if c == '.' || c == '[' {
			return path[:i]
		}
	}
	return path
}

// call calls a tool from an instance's page.
func (p *site) call(w http.ResponseWriter, r *http.Request) error {
	in, err := p.s.Instance(r.PathValue("id"))
	if err != nil {
		return err
	}
	t, err := findTool(in.Env, r.PostForm.Get("tool"))
	if err != nil {
		return err
	}
	args, trouble := sent(t, r.PostForm)
	if len(trouble) > 0 {
		return p.showPlay(w, r, http.StatusUnprocessableEntity, t.Name, r.PostForm, trouble)
	}
	return p.callAndShow(w, r, in, t, args)
}

// callAndShow calls a tool and leads to the page that shows the result, which
// can be reloaded without calling again.
func (p *site) callAndShow(w http.ResponseWriter, r *http.Request, in *service.Instance, t *core.Tool, args json.RawMessage) error {
	res, err := in.Call(r.Context(), t.Name, args)
	if err != nil {
		return err
	}
	log, err := in.Log(r.Context())
	if err != nil {
		return err
	}
	for n := len(log); n > 0; n-- {
		if rec := log[n-1]; rec.Tool == t.Name && bytes.Equal(rec.Result, res.Text()) {
			http.Redirect(w, r, with(link("instance", in.ID), "tool", t.Name, "call", n)+"#result", http.StatusSeeOther)
			return nil
		}
	}
	// The call was refused before it came into the log.
	if res.Err != nil {
		return &service.Error{Kind: service.Conflict, Message: res.Err.Message}
	}
	return invalidf("the call's result is no longer there")
}
