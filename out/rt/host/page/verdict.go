package page

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/service"
	"github.com/awmc/awmc/out/rt/task"
)

type verdictView struct {
	*instHead
	Parts   []answerPart // of the answer that the task asks for
	Shown   *task.Verdict
	Final   bool // the episode has ended with it
	Reward  string
	Percent string
}

// answerPart is an input for a part of the answer.
type answerPart struct {
	Name, Label, Value string
	Kind               string
}

func (p *site) verdict(w http.ResponseWriter, r *http.Request) error {
	return p.showVerdict(w, r, nil, nil)
}

// verify judges an instance: for good, or (peek) only to see.
func (p *site) verify(w http.ResponseWriter, r *http.Request) error {
	in, err := p.s.Instance(r.PathValue("id"))
	if err != nil {
		return err
	}
	info, err := in.Info(r.Context())
	if err != nil {
		return err
	}
	f := service.Finish{
		Answer:    answer(in.Env.Spec, info.Task, r.PostForm),
		Truncated: r.PostForm.Get("truncated") != "", FormatErrors: r.PostForm.Get("format_errors") != "",
		Peek: r.PostForm.Get("peek") != "",
	}
	v, err := in.Verify(r.Context(), f)
	if err != nil {
		return err
	}
	if f.Peek {
		return p.showVerdict(w, r, v, r.PostForm)
	}
	http.Redirect(w, r, link("instance", in.ID, "verdict"), http.StatusSeeOther)
	return nil
}

func (p *site) showVerdict(w http.ResponseWriter, r *http.Request, peeked *task.Verdict, form url.Values) error {
	h, err := p.instance(r, "verdict")
	if err != nil {
		return err
	}
	v := verdictView{instHead: h, Shown: peeked}
	if h.Verdict != nil {
		v.Shown, v.Final = h.Verdict, true
	}
	for _, a := range answers(h.Env.Spec, h.Task) {
		part := answerPart{Name: "answer." + a.Name, Label: a.Name, Kind: a.Match}
		if a.Name == "" {
			part.Label = "answer"
		}
		part.Value = form.Get(part.Name)
		v.Parts = append(v.Parts, part)
	}
	if len(v.Parts) == 0 {
		v.Parts = []answerPart{{Name: "answer.", Label: "answer", Value: form.Get("answer.")}}
	}
	if s := v.Shown; s != nil {
		v.Reward = "void"
		if s.Reward != nil {
			v.Reward = fmt.Sprint(*s.Reward)
		}
		v.Percent = fmt.Sprintf("%.0f %%", s.Share*100)
	}
	return p.show(w, "verdict", p.instFrame(h, "Verdict"), v)
}

func answers(env *core.Env, name string) []core.Answer {
	for i := range env.Tasks {
		if name != "" && env.Tasks[i].Name == name {
			return env.Tasks[i].Answer
		}
	}
	return nil
}

// answer is what the form says the agent answered: one value, or an object
// of the parts that the task names; nil if nothing was said.
func answer(env *core.Env, name string, form url.Values) json.RawMessage {
	if text := strings.TrimSpace(form.Get("answer.")); text != "" {
		return said(text)
	}
	b := []byte{'{'}
	for _, a := range answers(env, name) {
		text := strings.TrimSpace(form.Get("answer." + a.Name))
		if a.Name == "" || text == "" {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(append(append(b, quoted(a.Name)...), ':'), said(text)...)
	}
	if len(b) == 1 {
		return nil
	}
	return append(b, '}')
}

// said takes what was typed as JSON, if it is, or else as text.
func said(text string) json.RawMessage {
	if json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	return quoted(text)
}
