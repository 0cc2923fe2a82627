package page

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/service"
)

type toolsView struct {
	envHead
	Query string
	Tools []*core.Tool
}

func (p *site) tools(w http.ResponseWriter, r *http.Request) error {
	e, head, err := p.head(r, "tools")
	if err != nil {
		return err
	}
	v := toolsView{envHead: head, Query: r.FormValue("q")}
	for i := range e.Spec.Tools {
		if t := &e.Spec.Tools[i]; toolMatches(t, v.Query) {
			v.Tools = append(v.Tools, t)
		}
	}
	return p.show(w, "tools", p.envFrame(head, "Tools"), v)
}

func toolMatches(t *core.Tool, query string) bool {
	text := strings.ToLower(t.Name + " " + words(t.Name) + " " + t.Title + " " + t.Doc + " " + strings.Join(t.Reads, " ") + " " + strings.Join(t.Writes, " "))
	for w := range strings.FieldsSeq(strings.ToLower(query)) {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// toolForm is a form that calls a tool.
type toolForm struct {
	Tool          *core.Tool
	Action        string
	Inputs        []input
	Raw, RawError string // arguments as JSON, and what is wrong with them
	Input, Output string // the schemas
	Closed        string // why no tool can be called
}

func newToolForm(t *core.Tool, action string, given url.Values, trouble map[string]string) *toolForm {
	return &toolForm{
		Tool: t, Action: action, Inputs: inputs(t.Params, given, trouble), Raw: given.Get("raw"), RawError: trouble[""],
		Input: indented(core.InputSchema(t.Params)), Output: indented(core.OutputSchema(t.Output)),
	}
}

type toolView struct {
	envHead
	Form      *toolForm
	Instances []service.Info
	On, Seed  string
}

func (p *site) tool(w http.ResponseWriter, r *http.Request) error {
	return p.showTool(w, r, http.StatusOK, r.URL.Query(), nil)
}

// maxChoices bounds how many instances a form offers.
const maxChoices = 50

func (p *site) showTool(w http.ResponseWriter, r *http.Request, status int, given url.Values, trouble map[string]string) error {
	e, head, err := p.head(r, "tools")
	if err != nil {
		return err
	}
	t, err := findTool(e, r.PathValue("tool"))
	if err != nil {
		return err
	}
	v := toolView{
		envHead: head, Form: newToolForm(t, link("env", e.Name, "tools", t.Name), given, trouble),
		On: given.Get("on"), Seed: given.Get("seed"),
	}
	for _, in := range p.s.Instances(e.Name) {
		if i := in.Peek(); len(v.Instances) < maxChoices && (i.State == service.Fresh || i.State == service.Live) {
			v.Instances = append(v.Instances, i)
		}
	}
	return p.render(w, status, "tool", p.envFrame(head, t.Name, crumb{"Tools", link("env", e.Name, "tools")}), v)
}

func findTool(e *service.Environment, name string) (*core.Tool, error) {
	if t := e.Tool(name); t != nil {
		return t, nil
	}
	var names []string
	for i := range e.Spec.Tools {
		names = append(names, e.Spec.Tools[i].Name)
	}
	msg := e.Name + " has no tool " + name
	if near := core.Nearest(name, names); near != "" {
		msg += "; did you mean " + near + "?"
	}
	return nil, &service.Error{Kind: service.NotFound, Message: msg}
}

// sent reads the arguments from a form: its JSON, if it was sent by the part
// for JSON, or else its inputs.
func sent(t *core.Tool, form url.Values) (json.RawMessage, map[string]string) {
	if !form.Has("raw") {
		return arguments(t.Params, form)
	}
	raw := strings.TrimSpace(form.Get("raw"))
	if why := notJSON(raw); why != "" {
		return nil, map[string]string{"": why}
	}
	return json.RawMessage(raw), nil
}

// callOnNew calls a tool from the environment's pages: on an instance that
// the form names, or on a new one.
func (p *site) callOnNew(w http.ResponseWriter, r *http.Request) error {
	e, err := p.s.Environment(r.PathValue("env"))
	if err != nil {
		return err
	}
	t, err := findTool(e, r.PathValue("tool"))
	if err != nil {
		return err
	}
	args, trouble := sent(t, r.PostForm)
	if len(trouble) > 0 {
		return p.showTool(w, r, http.StatusUnprocessableEntity, r.PostForm, trouble)
	}
	var in *service.Instance
	if id := r.PostForm.Get("on"); id != "" {
		if in, err = p.s.Instance(id); err == nil && in.Env != e {
			err = invalidf("instance %s is one of %s", short(id), in.Env.Name)
		}
	} else {
		var seed int64
		if seed, err = integer(r.PostForm, "seed"); err == nil {
			in, err = p.s.Create(r.Context(), service.Start{Environment: e.Name, Seed: seed})
		}
	}
	if err != nil {
		return err
	}
	return p.callAndShow(w, r, in, t, args)
}
