package check

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/ir/diag"
)

// header checks everything above entities, except the actor, whose entity
// has to be known first.
func (c *checker) header() {
	s, e := c.spec, c.env
	e.Name = s.Name.Value
	c.envName(s.Name)

	e.Title = s.Title.Value
	if strings.TrimSpace(e.Title) == "" {
		e.Title = titleCase(e.Name)
		c.warn(diag.HeaderText, c.at(s.Title), "the environment has no title",
			fmt.Sprintf("add `title: %s`, or what a person would call it", e.Title))
	}
	e.Summary = strings.TrimSpace(s.Summary.Value)
	if e.Summary == "" {
		c.warn(diag.HeaderText, c.at(s.Summary), "the environment has no summary",
			"add `summary:` with one sentence that says what happens in it")
	}
	e.Category = s.Category.Value
	switch {
	case !s.Category.Set:
		c.warn(diag.HeaderText, c.at(s.Category), "the environment has no category",
			"add `category:` with one word, such as retail, travel or finance")
	case !isSnake(s.Category.Value):
		hint := "write one word, such as retail, travel or finance"
		if near := toSnake(s.Category.Value); isSnake(near) {
			hint = "write " + quote(near)
		}
		c.err(diag.NameForm, s.Category.Span, fmt.Sprintf("the category %s is not in snake_case", quote(s.Category.Value)), hint)
	}
	e.Policy = strings.TrimRight(s.Policy.Value, "\n")

	if !s.Now.Set {
		c.err(diag.HeaderMissing, c.at(s.Now), "the environment has no clock",
			"add `now:` with the moment at which everything starts, such as `now: 2026-03-02 09:00:00`")
		return
	}
	if l, m := scalar(s.Now, ir.DateTime); m != nil {
		c.misfit(m)
	} else {
		e.Now = l.Value.(string)
	}
}

// at is where to complain about a header text that may be missing: at the
// name, or the file as a whole.
func (c *checker) at(t parse.Text) diag.Span {
	switch {
	case t.Set:
		return t.Span
	case c.spec.Name.Set:
		return c.spec.Name.Span
	}
	return diag.Span{File: c.spec.Span.File, Start: c.spec.Span.Start}
}

func (c *checker) envName(t parse.Text) {
	if !t.Set {
		c.errors++ // parse has said so
		return
	}
	if !isSnake(t.Value) || len(t.Value) < 3 || len(t.Value) > 40 {
		hint := "use lower-case words joined by underscores, such as `corner_books`"
		if s := toSnake(t.Value); isSnake(s) && len(s) >= 3 && len(s) <= 40 {
			hint = "write `name: " + s + "`"
		}
		c.err(diag.EnvName, t.Span, fmt.Sprintf("the environment's name %s is not 3 to 40 characters in snake_case", quote(t.Value)), hint)
		return
	}
	if problem := envNameProblem(t.Value); problem != "" {
		c.err(diag.EnvName, t.Span, fmt.Sprintf("the environment's name %s %s", quote(t.Value), problem),
			fmt.Sprintf("choose a name that says what the environment is about, such as `%s_desk`", strings.TrimSuffix(t.Value, "_test")))
	}
}

func titleCase(name string) string {
	parts := strings.Split(name, "_")
	for i, p := range parts {
		parts[i] = capital(p)
	}
	return strings.Join(parts, " ")
}

// actor checks the signed-in user of the environment.
func (c *checker) actor() {
	if c.spec.Actor.Set {
		c.env.Actor = c.actorOf(c.spec.Actor)
	}
}

// actorOf reads "entity/key".
func (c *checker) actorOf(t parse.Text) *ir.Actor {
	name, key, ok := strings.Cut(t.Value, "/")
	if !ok || name == "" || key == "" {
		c.err(diag.ActorForm, t.Span, fmt.Sprintf("the actor %s is not an entity and a key", quote(t.Value)),
			"write entity/key, such as `actor: customers/1`")
		return nil
	}
	e := c.entity(t.Slice(0, len(name)))
	if e == nil {
		return nil
	}
	if len(e.ir.Key) != 1 {
		if !e.broken {
			c.err(diag.ActorForm, t.Span, fmt.Sprintf("the actor can't be one of %s: its key has %d fields", quote(name), len(e.ir.Key)),
				"take an entity with an id or a single text key")
		}
		return nil
	}
	typ, ok := e.ir.Key[0].Type.(ir.Scalar)
	if !ok {
		return nil // reported with the field
	}
	if typ != ir.Integer && typ != ir.Text {
		c.err(diag.ActorForm, t.Span, fmt.Sprintf("the actor can't be one of %s: its key is a %s", quote(name), typ),
			"take an entity with an id or a single text key")
		return nil
	}
	sub := t.Slice(len(name)+1, len(t.Value))
	sub.Quoted = false // quotes around the whole say nothing about the key
	l, m := scalar(sub, typ)
	if m != nil {
		c.err(diag.ActorForm, t.Span, fmt.Sprintf("the key of the actor %s is not what %s has: %s", quote(t.Value), quote(name), m.message),
			"write the key as in the data, such as `"+name+"/1`")
		return nil
	}
	return &ir.Actor{Span: t.Span, Entity: e.ir, Key: l}
}

// invariants checks the names and presence of views' and invariants' SQL.
func (c *checker) invariants() {
	seen := c.siblings("invariant")
	for _, n := range c.spec.Invariants {
		if c.snake("invariant", n.Name) && seen.add(n.Name) {
			c.filled(n.Text)
		}
	}
}
