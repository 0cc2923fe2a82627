package stats

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
)

//go:embed report.html.tmpl
var page string

// WriteHTML writes a report as one page that needs no other file.
func WriteHTML(w io.Writer, r *Report) error {
	t, err := template.New("report").Funcs(template.FuncMap{
		"percent": percent, "thousands": thousands, "bytes": fileSize, "clip": clip, "join": strings.Join,
		"share": func(part, of int) string { return percent(share(part, of)) },
		"likeness": func(x float64) string {
			if x < 0 {
				return "–"
			}
			return fmt.Sprintf("%.2f", x)
		},
		"list": func(x []string) string { return strings.Join(x, ", ") },
	}).Parse(page)
	if err != nil {
		return err
	}
	return t.Execute(w, newView(r))
}

// view is a report with what the page shows of it.
type view struct {
	*Report
	Tiles   []tile
	Plots   []plot
	Rows    []taskRow
	More    int // tasks that the page leaves out
	Nearest []Pair
	Timed   bool
}

type tile struct{ Value, Label string }

type plot struct {
	Title, Text string
	SVG         template.HTML
}

type taskRow struct {
	Environment string
	*Task
}

// Bounds on what the page lists.
const (
	pageTasks   = 3000
	pageNearest = 40
)

func newView(r *Report) *view {
	v := &view{Report: r, Tiles: tiles(&r.Totals), Plots: plots(r)}
	for i := range r.Environments {
		e := &r.Environments[i]
		v.Timed = v.Timed || e.CheckMillis > 0
		for j := range e.Tasks {
			if len(v.Rows) < pageTasks {
				v.Rows = append(v.Rows, taskRow{e.Name, &e.Tasks[j]})
			} else {
				v.More++
			}
		}
	}
	v.Nearest = slices.Clone(r.Diversity.Nearest)
	sortPairs(v.Nearest)
	v.Nearest = v.Nearest[:min(len(v.Nearest), pageNearest)]
	return v
}

func tiles(t *Totals) []tile {
	list := []tile{
		{thousands(t.Environments), "environments"}, {thousands(t.Entities), "entities"}, {thousands(t.Tools), "tools"}, {percent(t.DoShare), "of them written step by step"},
		{thousands(t.Refusals), "refusals"}, {thousands(t.Tasks), "tasks"}, {thousands(t.Rows), "rows of data"},
	}
	if t.NearMisses > 0 {
		list = append(list, tile{percent(t.Score), "of " + thousands(t.NearMisses) + " near-misses caught"}, tile{thousands(t.Explored), "calls explored"})
	}
	return list
}

func plots(r *Report) []plot {
	var tools, do, tasks, rows, calls, emitted, near []float64
	kinds := map[string]int{}
	hard := map[point]int{}
	var reached struct{ tools, toolsOf, statements, statementsOf, refusals, refusalsOf, entities, entitiesOf int }
	for i := range r.Environments {
		e := &r.Environments[i]
		tools, tasks, rows = append(tools, float64(e.Tools)), append(tasks, float64(len(e.Tasks))), append(rows, float64(e.Rows))
		do = append(do, float64(e.DoTools)/float64(max(e.Tools, 1)))
		for j := range e.Tasks {
			t := &e.Tasks[j]
			kinds[t.Kind]++
			n := t.Calls
			if t.Proved != nil {
				n = t.Proved.Difficulty.Calls
				hard[point{x: n, y: t.Proved.Difficulty.Carried}]++
			}
			calls = append(calls, float64(n))
		}
		if e.Built == nil {
			continue
		}
		emitted = append(emitted, float64(e.Built.Bytes)/1000)
		if c := e.Built.Coverage; c != nil {
			reached.tools, reached.toolsOf = reached.tools+c.ToolsSucceeded, reached.toolsOf+c.Tools
			reached.statements, reached.statementsOf = reached.statements+c.StatementsRun, reached.statementsOf+c.Statements
			reached.refusals, reached.refusalsOf = reached.refusals+c.RefusalsReached, reached.refusalsOf+c.Refusals
			reached.entities, reached.entitiesOf = reached.entities+c.EntitiesChanged, reached.entitiesOf+c.Entities
		}
	}
	for _, p := range r.Diversity.Nearest {
		near = append(near, p.Likeness)
	}
	likeness := shares(20, "likeness")
	likeness.mark, likeness.markText = SameEnvironment, "near duplicate"
	out := []plot{
		{"Categories", "Environments in each; those with more than twice the others' average stand out.", bars(categoryBars(r.Categories), 0)},
		{"Tools", "Environments by their number of tools.", histogram(tools, whole(tools, "tools"))},
		{"Step by step", "Environments by the share of tools that are written as steps rather than in a short form.", histogram(do, shares(10, "share of do: tools"))},
		{"Tasks", "Environments by their number of tasks.", histogram(tasks, whole(tasks, "tasks"))},
		{"Solutions", "Tasks by the number of calls their solution makes.", histogram(calls, whole(calls, "calls"))},
		{"Judged by", "How it is decided whether a task is complete.", bars(kindBars(kinds), 0)},
	}
	if len(hard) > 0 {
		out = append(out, plot{"Difficulty", "Tasks by the calls of their solution and the facts that have to be carried from one result to a later call.", scatter(pointsOf(hard), "calls", "facts carried")})
	}
	if reached.toolsOf > 0 {
		line := func(label string, n, of int) bar {
			return bar{label, share(n, of), strings.Replace(fmt.Sprintf("%.1f %%", 100*share(n, of)), ".0", "", 1), label == "tools" && n < of}
		}
		out = append(out, plot{"Reached by the proof", "Tools that succeeded, statements that ran, refusals that were met, entities that changed.", bars([]bar{
			line("tools", reached.tools, reached.toolsOf), line("statements", reached.statements, reached.statementsOf),
			line("refusals", reached.refusals, reached.refusalsOf), line("entities", reached.entities, reached.entitiesOf)}, 1)})
	}
	out = append(out, plot{"Starting data", "Environments by the rows they start with.", histogram(rows, whole(rows, "rows"))})
	if len(near) > 0 {
		out = append(out, plot{"Nearest neighbours", "Environments by how much the one most like them is like them.", histogram(near, likeness)})
	}
	if len(emitted) > 0 {
		out = append(out, plot{"Size", "Environments by the size of their emitted files.", histogram(emitted, whole(emitted, "kB"))})
	}
	return out
}

// mostBars bounds a chart of categories.
const mostBars = 16

func categoryBars(list []Category) []bar {
	var out []bar
	for i, c := range list {
		if i == mostBars-1 && len(list) > mostBars {
			rest := 0
			for _, o := range list[i:] {
				rest += o.Count
			}
			return append(out, bar{count(len(list)-i, "other"), float64(rest), thousands(rest), false})
		}
		out = append(out, bar{c.Name, float64(c.Count), thousands(c.Count), c.Over})
	}
	return out
}

func kindBars(kinds map[string]int) []bar {
	var out []bar
	for k, n := range kinds {
		out = append(out, bar{strings.ReplaceAll(k, "+", ", "), float64(n), thousands(n), false})
	}
	slices.SortFunc(out, func(a, b bar) int { return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(a.Label, b.Label)) })
	return out
}

func pointsOf(counts map[point]int) []point {
	var out []point
	for p, n := range counts {
		p.n = n
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b point) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y)) })
	return out
}
