package synth

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/awmc/awmc/compiler/model"
	rt "github.com/awmc/awmc/templates/rt/model"
)

// Report says what became of the environments of a run.
type Report struct {
	States []*State // in the order of the jobs
	// Waiting is how many wait for a batch; Busy, how many another run holds;
	// Unanswered, for how many the model could not be asked.
	Waiting, Busy, Unanswered int
	LastError                 string
	// There are files of environments that others have written; they were
	// left alone.
	There []string
	// Stopped says why the run ended early, "" if it did not; Budget, that
	// the budget was the reason.
	Stopped string
	Budget  bool
}

// Summary is the report as a file for programs.
type Summary struct {
	Stages   []StageFigures `json:"stages"`
	Done     int            `json:"done"`
	SetAside int            `json:"set_aside"`
	Working  int            `json:"working"`
	Faulty   int            `json:"faults"`
	Usage    rt.Usage       `json:"usage"`
	Cost     float64        `json:"cost,omitempty"`
	Aside    []Aside        `json:"aside,omitempty"`
}

// Aside is an environment that was not written, with the reason.
type Aside struct {
	Name     string    `json:"name"`
	Status   Status    `json:"status"`
	Stage    string    `json:"stage"`
	Why      string    `json:"why"`
	Problems []Problem `json:"problems,omitempty"`
}

// Summary sums the report up.
func (r *Report) Summary(prices model.Prices) *Summary {
	s := &Summary{Stages: r.Stages(), Done: r.Count(Done), SetAside: r.Count(SetAside), Working: r.Count(Working), Faulty: r.Count(Faulty),
		Usage: r.Usage(), Cost: prices.Cost(r.Usage())}
	for _, st := range r.States {
		if st.Status == SetAside || st.Status == Faulty {
			s.Aside = append(s.Aside, Aside{st.Job.Name, st.Status, stages[st.Stage].name, st.Why, st.Problems})
		}
	}
	return s
}

func (r *Report) sort(jobs []Job) {
	place := map[string]int{}
	for i, j := range jobs {
		place[j.Name] = i
	}
	slices.SortStableFunc(r.States, func(a, b *State) int { return place[a.Job.Name] - place[b.Job.Name] })
}

// Count is how many environments have a status.
func (r *Report) Count(s Status) int {
	n := 0
	for _, st := range r.States {
		if st.Status == s {
			n++
		}
	}
	return n
}

// Usage is everything that the environments have used, in this run and
// before.
func (r *Report) Usage() rt.Usage {
	var u rt.Usage
	for _, s := range r.States {
		u = u.Add(s.Usage)
	}
	return u
}

// StageFigures are how one stage went, over all environments.
type StageFigures struct {
	Stage     string   `json:"stage"`
	Reached   int      `json:"reached"`    // environments that asked at it
	Passed    int      `json:"passed"`     // of them
	FirstPass int      `json:"first_pass"` // passed with the first answer
	Restarted int      `json:"restarted"`
	Answers   int      `json:"answers"`
	Usage     rt.Usage `json:"usage"`
}

// FirstPassRate is the share of environments whose first answer was right.
func (f StageFigures) FirstPassRate() float64 {
	if f.Reached == 0 {
		return 0
	}
	return float64(f.FirstPass) / float64(f.Reached)
}

// Mended is the mean number of answers after the first.
func (f StageFigures) Mended() float64 {
	if f.Reached == 0 {
		return 0
	}
	return float64(f.Answers-f.Reached) / float64(f.Reached)
}

// Stages sums up by stage.
func (r *Report) Stages() []StageFigures {
	var out []StageFigures
	for _, name := range StageNames() {
		f := StageFigures{Stage: name}
		for _, s := range r.States {
			f.add(s)
		}
		out = append(out, f)
	}
	return out
}

func (f *StageFigures) add(s *State) {
	first, restarted := true, false
	for _, h := range s.History {
		if h.Stage != f.Stage {
			continue
		}
		if first {
			f.Reached++
			if h.Passed {
				f.FirstPass++
			}
		}
		if h.Passed {
			f.Passed++
		}
		first, restarted = false, restarted || h.Attempt > 1
		f.Answers++
		f.Usage = f.Usage.Add(h.Usage)
	}
	if restarted {
		f.Restarted++
	}
}

// Write prints the report for people.
func (r *Report) Write(w io.Writer, prices model.Prices) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "stage\treached\tpassed\tfirst answer right\trounds of mending\trestarted\ttokens")
	for _, f := range r.Stages() {
		fmt.Fprintf(t, "%s\t%d\t%d\t%.0f %%\t%.1f\t%d\t%s\n", f.Stage, f.Reached, f.Passed, 100*f.FirstPassRate(), f.Mended(), f.Restarted, Tokens(f.Usage.Total()))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	u := r.Usage()
	cost := ""
	if prices.Known() {
		cost = fmt.Sprintf(", %.2f in money", prices.Cost(u))
	}
	fmt.Fprintf(w, "\n%d written and proved, %d set aside, %d under way, %d faults of awmc; %s tokens (%s read, %s written)%s.\n",
		r.Count(Done), r.Count(SetAside), r.Count(Working), r.Count(Faulty), Tokens(u.Total()), Tokens(u.Prompt), Tokens(u.Completion), cost)
	for _, s := range r.Summary(prices).Aside {
		fmt.Fprintf(w, "\n%s (%s, %s): %s\n", s.Name, strings.ReplaceAll(string(s.Status), "_", " "), s.Stage, s.Why)
		for _, p := range s.Problems {
			fmt.Fprintf(w, "  %s\n", p)
		}
	}
	return nil
}

// Tokens writes a number of tokens shortly: 950, 12.3k, 4.56M.
func Tokens(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n < 1000000:
		return fmt.Sprintf("%.1fk", float64(n)/1e3)
	}
	return fmt.Sprintf("%.2fM", float64(n)/1e6)
}
