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
	c.version(s.Awmc)
	e.Name = s.Name.Value
	c.envName(s.Name)

	e.Title = s.Title.Value
	if strings.TrimSpace(e.Title) == "" {
		e.Title = titleCase(e.Name)
		c.warn(codeHeaderText, at(s.Title, s.Name), "The environment has no title.",
			fmt.Sprintf("Add `title: %s`, or what a person would call it.", e.Title))
	}
	e.Summary = strings.TrimSpace(s.Summary.Value)
	if e.Summary == "" {
		c.warn(codeHeaderText, at(s.Summary, s.Name), "The environment has no summary.",
			"Add `summary:` with one sentence that says what happens in it.")
	}
	e.Category = s.Category.Value
	switch {
	case !s.Category.Set:
		c.warn(codeHeaderText, at(s.Category, s.Name), "The environment has no category.",
			"Add `category:` with one word, such as retail, travel or finance.")
	default:
		c.snake("category", s.Category)
	}
	e.Policy = strings.TrimRight(s.Policy.Value, "\n")

	if !s.Now.Set {
		c.err(codeHeaderMissing, at(s.Now, s.Name), "The environment has no clock.",
			"Add `now:` with the moment at which everything starts, such as `now: 2026-03-02 09:00:00`.")
		return
	}
	if l, m := scalar(s.Now, ir.DateTime); m != nil {
		c.misfit(m)
	} else {
		e.Now = l.Value.(string)
	}
}

// at is where to complain about a text that may be missing.
func at(t, otherwise parse.Text) diag.Span {
	if t.Set {
		return t.Span
	}
	return otherwise.Span
}

func (c *checker) version(t parse.Text) {
	switch {
	case !t.Set:
		c.err(codeVersion, c.spec.Span, "The file does not say which version of the language it is in.",
			"Begin it with `awmc: 1`.")
	case t.Value != "1":
		c.err(codeVersion, t.Span, fmt.Sprintf("Version %s of the language is not known here.", quote(t.Value)),
			"Write `awmc: 1`.")
	}
}

func (c *checker) envName(t parse.Text) {
	if !t.Set {
		c.err(codeHeaderMissing, c.spec.Span, "The environment has no name.",
			"Add `name:` in snake_case, such as `name: corner_books`.")
		return
	}
	if !isSnake(t.Value) || len(t.Value) < 3 || len(t.Value) > 40 {
		hint := "Use lower-case words joined by underscores, such as `corner_books`."
		if s := toSnake(t.Value); isSnake(s) && len(s) >= 3 && len(s) <= 40 {
			hint = "Write `name: " + s + "`."
		}
		c.err(codeEnvName, t.Span, fmt.Sprintf("The environment's name %s is not 3 to 40 characters in snake_case.", quote(t.Value)), hint)
		return
	}
	if problem := envNameProblem(t.Value); problem != "" {
		c.err(codeEnvName, t.Span, fmt.Sprintf("The environment's name %s %s.", quote(t.Value), problem),
			fmt.Sprintf("Choose a name that says what the environment is about, such as `%s_desk`.", strings.TrimSuffix(t.Value, "_test")))
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
		c.err(codeActor, t.Span, fmt.Sprintf("The actor %s is not an entity and a key.", quote(t.Value)),
			"Write entity/key, such as `actor: customers/1`.")
		return nil
	}
	sub := t
	sub.Quoted = false
	sub.Value = name
	e := c.entity(sub)
	if e == nil {
		return nil
	}
	if len(e.ir.Key) != 1 {
		if !e.broken {
			c.err(codeActor, t.Span, fmt.Sprintf("The actor can't be one of %s: its key has %d fields.", quote(name), len(e.ir.Key)),
				"Take an entity with an id or a single text key.")
		}
		return nil
	}
	typ, ok := e.ir.Key[0].Type.(ir.Scalar)
	if !ok {
		return nil // reported with the field
	}
	if typ != ir.Integer && typ != ir.Text {
		c.err(codeActor, t.Span, fmt.Sprintf("The actor can't be one of %s: its key is a %s.", quote(name), typ),
			"Take an entity with an id or a single text key.")
		return nil
	}
	sub.Value = key
	l, m := scalar(sub, typ)
	if m != nil {
		c.err(codeActor, t.Span, fmt.Sprintf("The key of the actor %s is not what %s has: %s", quote(t.Value), quote(name), m.message),
			"Write the key as in the data, such as `"+name+"/1`.")
		return nil
	}
	return &ir.Actor{Span: t.Span, Entity: e.ir, Key: l}
}

// invariants checks the names and presence of views' and invariants' SQL.
func (c *checker) invariants() {
	seen := c.siblings("invariant")
	for _, n := range c.spec.Invariants {
		if c.snake("invariant", n.Name) && seen.add(n.Name) {
			c.filled(n.Text, n.Name.Span, "the SQL of invariant "+quote(n.Name.Value))
		}
	}
}
