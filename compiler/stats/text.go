package stats

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// WriteText writes a report for a terminal.
func WriteText(w io.Writer, r *Report) error {
	var b strings.Builder
	t := &r.Totals
	fmt.Fprintf(&b, "%s with %s, %s (%s written step by step), %s and %s of starting data.\n",
		count(t.Environments, "environment"), count(t.Entities, "entity"), count(t.Tools, "tool"), percent(t.DoShare), count(t.Tasks, "task"), count(t.Rows, "row"))
	if t.NearMisses > 0 {
		fmt.Fprintf(&b, "%d of them built, %d proved: %s of %s near-misses caught (%s), %s explored calls; chance solves %s.\n",
			t.Built, t.Passed, thousands(t.Caught), thousands(t.NearMisses), percent(t.Score), thousands(t.Explored), count(t.Easy, "task"))
	}
	fmt.Fprintf(&b, "%s held out. Exemptions: ordered in %s, free in %s, may_change in %s.\n", count(t.HeldOut, "task"),
		count(t.Exemptions.Ordered, "task"), count(t.Exemptions.Free, "task"), count(t.Exemptions.Frame, "task"))
	writeEnvironments(&b, r)
	writeTasks(&b, r)
	writeCategories(&b, r)
	writeDiversity(&b, r)
	writeContamination(&b, r)
	for _, l := range r.LeftOut {
		fmt.Fprintf(&b, "\nLeft out: %s\n", l)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeTable(b *strings.Builder, title, header string, rows func(line func(cells ...any))) {
	fmt.Fprintf(b, "\n%s\n", title)
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, strings.ReplaceAll(header, "|", "\t")+"\t")
	rows(func(cells ...any) {
		for _, c := range cells {
			fmt.Fprintf(t, "%v\t", c)
		}
		fmt.Fprintln(t)
	})
	t.Flush() // to memory, which can't fail
}

func writeEnvironments(b *strings.Builder, r *Report) {
	times := false
	for i := range r.Environments {
		times = times || r.Environments[i].CheckMillis > 0
	}
	header := "|lines|entities|rows|tools|do|refusals|tasks|near-misses|score|reached|emitted|program"
	if times {
		header += "|check"
	}
	writeTable(b, "Environments", header, func(line func(...any)) {
		for i := range r.Environments {
			e := &r.Environments[i]
			cells := []any{e.Name, e.Lines, e.Entities, e.Rows, e.Tools, percent(float64(e.DoTools) / float64(max(e.Tools, 1))), e.Refusals, len(e.Tasks)}
			if bt := e.Built; bt != nil {
				reached := "-"
				if c := bt.Coverage; c != nil {
					reached = percent(share(c.RefusalsReached, c.Refusals))
				}
				score := "-"
				if bt.Seeds > 0 {
					score = percent(bt.Score())
				}
				cells = append(cells, thousands(bt.NearMisses), score, reached, fileSize(bt.Bytes), fileSize(bt.BinaryBytes))
			} else {
				cells = append(cells, "-", "-", "-", "-", "-")
			}
			if times {
				cells = append(cells, fmt.Sprintf("%.0f ms", e.CheckMillis))
			}
			line(cells...)
		}
	})
}

// mostTasks is how many tasks the text lists; the JSON has all.
const mostTasks = 60

func writeTasks(b *strings.Builder, r *Report) {
	n := 0
	writeTable(b, "Tasks", "|calls|tools|changing|carried|chance|near-misses|judged by", func(line func(...any)) {
		for i := range r.Environments {
			for j := range r.Environments[i].Tasks {
				t := &r.Environments[i].Tasks[j]
				if n++; n > mostTasks {
					continue
				}
				cells := []any{r.Environments[i].Name + "/" + t.Name, t.Calls, t.Tools, "-", "-", "-", "-"}
				if p := t.Proved; p != nil {
					d := &p.Difficulty
					cells = []any{cells[0], d.Calls, d.DistinctTools, d.Changing, d.Carried, d.RandomSolves, fmt.Sprintf("%d/%d", p.Caught, p.NearMisses)}
				}
				line(append(cells, t.Kind)...)
			}
		}
	})
	if n > mostTasks {
		fmt.Fprintf(b, "… and %s more (see --format json or --html)\n", thousands(n-mostTasks))
	}
}

func writeCategories(b *strings.Builder, r *Report) {
	fmt.Fprintf(b, "\nCategories: ")
	for i, c := range r.Categories {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(b, "%s %d", c.Name, c.Count)
		if c.Over {
			b.WriteString(" (over-represented)")
		}
	}
	b.WriteByte('\n')
}

func writeDiversity(b *strings.Builder, r *Report) {
	d := &r.Diversity
	sum := 0.0
	for _, p := range d.Nearest {
		sum += p.Likeness
	}
	if len(d.Nearest) > 0 {
		fmt.Fprintf(b, "\nDiversity: the nearest neighbour of an environment is %.2f like it on average (1 is the same).\n", sum/float64(len(d.Nearest)))
	}
	pairs := func(title string, list []Pair, all int) {
		fmt.Fprintf(b, "%s: %d\n", title, all)
		for _, p := range list[:min(len(list), 20)] {
			fmt.Fprintf(b, "  %.2f  %s and %s\n", p.Likeness, p.A, p.B)
		}
	}
	pairs("Near-duplicate environments", d.Environments, len(d.Environments))
	pairs("Near-duplicate tasks", d.Tasks, d.TaskPairs)
}

func writeContamination(b *strings.Builder, r *Report) {
	c := r.Contamination
	if c == nil {
		return
	}
	fmt.Fprintf(b, "\nAgainst %s (%s, %s, %s): %s with something in common\n", strings.Join(c.Files, ", "),
		count(c.Names, "name"), count(c.Tables, "table"), count(c.Texts, "text"), count(len(c.Environments), "environment"))
	for _, o := range c.Environments {
		fmt.Fprintf(b, "  %s: %s of its tool names", o.Environment, percent(o.ToolShare))
		if len(o.ToolNames) > 0 {
			fmt.Fprintf(b, " (%s)", strings.Join(o.ToolNames[:min(len(o.ToolNames), 8)], ", "))
		}
		if len(o.Tables) > 0 {
			fmt.Fprintf(b, "; tables %s", strings.Join(o.Tables, ", "))
		}
		b.WriteByte('\n')
		for _, t := range o.Tasks {
			fmt.Fprintf(b, "    task %s: likeness %.2f, %s copied: %s\n", t.Task, t.Likeness, percent(t.Copied), clip(t.Text, 80))
		}
	}
}

func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}

func percent(x float64) string { return fmt.Sprintf("%.0f %%", x*100) }

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if rest, ok := strings.CutSuffix(noun, "y"); ok {
		noun = rest + "ie"
	}
	return thousands(n) + " " + noun + "s"
}

// thousands writes a number with commas.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func fileSize(n int64) string {
	switch {
	case n == 0:
		return "-"
	case n < 1e6:
		return fmt.Sprintf("%.0f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}
