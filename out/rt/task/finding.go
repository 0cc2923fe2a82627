package task

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
)

// observation is what there is to judge in a world at the end of an episode.
type observation struct {
	diff    *core.Diff
	expects []bool
	free    freedom
	frame   []map[string]bool // keys of may_change
}

// observe reads a world. An error means that a condition failed to run.
func observe(ctx context.Context, w core.World, d *Drawn) (*observation, error) {
	o := &observation{}
	var err error
	if o.diff, err = w.Diff(ctx); err != nil {
		return nil, fmt.Errorf("difference: %w", err)
	}
	if o.expects, err = expectations(ctx, w, d); err != nil {
		return nil, err
	}
	if o.free, err = freedomIn(ctx, w, d); err != nil {
		return nil, err
	}
	if d.Task.FrameOnly {
		if o.frame, err = frameKeys(ctx, w, d); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// expectations runs the expect conditions.
func expectations(ctx context.Context, w core.World, d *Drawn) ([]bool, error) {
	out := make([]bool, len(d.Task.Expect))
	for i := range d.Task.Expect {
		e := &d.Task.Expect[i]
		var err error
		if out[i], err = holds(ctx, w, d.vars, &e.SQL); err != nil {
			return nil, fmt.Errorf("expect %s (line %d): %w", e.Name, e.Line, err)
		}
	}
	return out, nil
}

// finding is what the code makes of an observation and an answer.
type finding struct {
	outcome    Outcome // Complete, Partial or Incomplete
	solution   string
	share      float64
	conditions []Condition
	missing    []Difference
	unexpected []Difference
}

// failed names the first condition that does not hold.
func (f *finding) failed() string {
	for _, c := range f.conditions {
		if !c.OK {
			return strings.TrimSpace(string(c.Kind)+" "+c.Name) + ": " + c.Why
		}
	}
	return "every condition holds"
}

// judge holds an observation against each solution and returns the best
// finding: the first complete one, else the one in which nothing is there
// that may not be and most of what must.
func (ref *Reference) judge(s *schema, o *observation, answer json.RawMessage) (*finding, error) {
	if ref.Task.FrameOnly {
		return ref.judgeFrame(s, o, answer)
	}
	var best *finding
	for _, sol := range ref.Solutions {
		c, err := compare(s, side{sol.Diff, sol.free}, side{o.diff, o.free}, ref.Task.InOrder)
		if err != nil {
			return nil, fmt.Errorf("comparing with %s: %w", sol.Name, err)
		}
		f := &finding{solution: sol.Name, missing: c.missing, unexpected: c.unexpected, share: c.share()}
		f.add(stateCondition(sol, c))
		f.addExpects(ref.Task, o.expects)
		right, asked := f.addAnswer(sol.Answer, answer)
		if c.total == 0 && asked > 0 { // what is required is the answer alone
			f.share = float64(right) / float64(asked)
		}
		f.settle(len(c.unexpected) == 0 && c.have > 0)
		if f.outcome == Complete {
			return f, nil
		}
		if best == nil || f.better(best) {
			best = f
		}
	}
	return best, nil
}

// mayComplete reports whether the answer is that of any solution.
func (ref *Reference) mayComplete(answer json.RawMessage) bool {
	return slices.ContainsFunc(ref.Solutions, func(sol *Solution) bool { return sol.answered(answer) })
}

func (sol *Solution) answered(answer json.RawMessage) bool {
	right, asked := countRight(sol.Answer, answer)
	return right == asked
}

// completes is whether judge finds it complete.
func (ref *Reference) completes(s *schema, o *observation, answer json.RawMessage) (bool, error) {
	if slices.Contains(o.expects, false) {
		return false, nil
	}
	if ref.Task.FrameOnly {
		f, err := ref.judgeFrame(s, o, answer)
		return err == nil && f.outcome == Complete, err
	}
	for _, sol := range ref.Solutions {
		if !sol.answered(answer) {
			continue
		}
		equal, err := sameState(s, side{sol.Diff, sol.free}, side{o.diff, o.free}, ref.Task.InOrder)
		if err != nil || equal {
			return equal, err
		}
	}
	return false, nil
}

func (f *finding) better(g *finding) bool {
	if f.outcome != g.outcome {
		return f.outcome == Partial
	}
	if a, b := len(f.unexpected) == 0, len(g.unexpected) == 0; a != b {
		return a
	}
	return f.share > g.share
}

// judgeFrame judges a task with may_change: the conditions say what must be
// there, the frame what else may differ.
func (ref *Reference) judgeFrame(s *schema, o *observation, answer json.RawMessage) (*finding, error) {
	f := &finding{solution: mainSolution}
	fr := frame{task: ref.Task, final: o.frame, start: ref.start}
	var err error
	if f.unexpected, err = fr.outside(s, o.diff); err != nil {
		return nil, err
	}
	c := Condition{Kind: FrameCondition, OK: len(f.unexpected) == 0, Why: "nothing changed but what may change"}
	if !c.OK {
		c.Why = plural(len(f.unexpected), "change") + " outside of what may change: " + f.unexpected[0].Text
	}
	f.add(c)
	f.addExpects(ref.Task, o.expects)
	have, total := 0, 0
	for i, ok := range o.expects {
		if ref.atStart[i] {
			continue
		}
		total++
		if ok {
			have++
		}
	}
	best := 0
	for i, sol := range ref.Solutions {
		if right, _ := countRight(sol.Answer, answer); i == 0 || right > best {
			best, f.solution = right, sol.Name
		}
	}
	for _, sol := range ref.Solutions {
		if sol.Name == f.solution {
			right, asked := f.addAnswer(sol.Answer, answer)
			f.share = 1
			if total > 0 {
				f.share = float64(have) / float64(total)
			} else if asked > 0 {
				f.share = float64(right) / float64(asked)
			}
		}
	}
	f.settle(len(f.unexpected) == 0 && have > 0)
	return f, nil
}

func countRight(expected []Expected, answer json.RawMessage) (right, asked int) {
	for _, p := range MatchAnswer(expected, answer) {
		if p.OK {
			right++
		}
	}
	return right, len(expected)
}

func (f *finding) add(c Condition) { f.conditions = append(f.conditions, c) }

func (f *finding) addExpects(t *core.Task, holds []bool) {
	for i := range t.Expect {
		c := Condition{Kind: ExpectCondition, Name: t.Expect[i].Name, Line: t.Expect[i].Line, OK: holds[i], Why: "it holds"}
		if !c.OK {
			c.Why = "it does not hold"
		}
		f.add(c)
	}
}

func (f *finding) addAnswer(expected []Expected, answer json.RawMessage) (right, asked int) {
	for i, p := range MatchAnswer(expected, answer) {
		if p.OK {
			right++
		}
		f.add(Condition{Kind: AnswerCondition, Name: p.Name, Line: expected[i].Line, OK: p.OK, Why: p.Why})
	}
	return right, len(expected)
}

// settle works out the outcome; something says that a part of the required
// difference is there and nothing else changed.
func (f *finding) settle(something bool) {
	f.outcome = Complete
	for _, c := range f.conditions {
		if !c.OK {
			f.outcome = Incomplete
		}
	}
	if f.outcome == Incomplete && something {
		f.outcome = Partial
	}
}

func stateCondition(sol *Solution, c *comparison) Condition {
	k := Condition{Kind: StateCondition, Name: sol.Name, OK: c.equal}
	switch {
	case c.equal && c.total == 0:
		k.Why = "nothing has changed, as it should be"
	case c.equal:
		k.Why = "the final state is the one that the solution reaches"
	default:
		var parts []string
		if len(c.missing) > 0 {
			parts = append(parts, plural(len(c.missing), "change")+" missing: "+c.missing[0].Text)
		}
		if len(c.unexpected) > 0 {
			parts = append(parts, plural(len(c.unexpected), "change")+" unexpected: "+c.unexpected[0].Text)
		}
		k.Why = strings.Join(parts, "; ")
	}
	return k
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
