package host

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/data"
)

// writeSlowest lists statements with what they cost and where they stand in
// env.yaml.
func writeSlowest(w io.Writer, env *core.Env, slowest []core.Cost) error {
	if len(slowest) == 0 {
		return nil
	}
	places, err := statementPlaces(env)
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "The statements that took longest:")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "in all\truns\teach\t  where, and how it begins")
	for _, c := range slowest {
		text := strings.Join(strings.Fields(c.Text), " ")
		if short := []rune(text); len(short) > 100 {
			text = string(short[:100]) + "…"
		}
		if p := places[c.Text]; p != "" {
			text = p + ": " + text
		}
		fmt.Fprintf(t, "%d ms\t%d\t%d µs\t  %s\n", c.Time.Milliseconds(), c.Runs, (c.Time / time.Duration(c.Runs)).Microseconds(), text)
	}
	return t.Flush()
}

// statementPlaces says where statements stand, by their text: the first place
// if one stands in several.
func statementPlaces(env *core.Env) (map[string]string, error) {
	places := map[string]string{}
	add := func(text, what string, line int) {
		if _, ok := places[text]; !ok && text != "" {
			places[text] = fmt.Sprintf("%s:%d, %s", env.Source, line, what)
		}
	}
	query := func(q *core.SQL, what string, line int) {
		if q != nil {
			add(q.Text, what, line)
		}
	}
	for _, s := range env.Statements {
		add(s.Text, s.Tool, s.Line)
	}
	for i := range env.Tasks {
		t := &env.Tasks[i]
		for _, g := range t.Given {
			query(g.Gen.SQL, t.Name, g.Line)
			query(g.Where, t.Name, g.Line)
		}
	}
	plan, err := data.ParsePlan(env.Data)
	if err != nil {
		return nil, err
	}
	for i := range plan.Tables {
		for _, b := range plan.Tables[i].Blocks {
			what := "data of " + plan.Tables[i].Entity
			if b.Each != nil {
				add(b.Each.SQL.Text, what, b.Line)
			}
			query(b.Count.SQL, what, b.Line)
			for _, f := range b.Fields {
				query(f.Gen.SQL, what, max(f.Line, b.Line))
			}
		}
	}
	return places, nil
}
