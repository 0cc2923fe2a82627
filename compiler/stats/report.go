package stats

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
)

// Options say what to look at.
type Options struct {
	// Out is an output folder with manifests of earlier builds; "" for none.
	Out string
	// Against are files with what the corpus is to be tested on.
	Against []string
	// Jobs is how many environments are read at once; the number of
	// processors by default.
	Jobs int
	// Times says that how long things take is reported.
	Times bool
}

// From these likenesses on, two environments or two tasks count as near
// duplicates. Two environments written apart from each other about different
// trades have less than 0.2 in common, two about the same trade somewhat more; a copy
// with its words changed keeps its shape, which is a third, and most of its
// names.
const (
	SameEnvironment = 0.5
	SameTask        = 0.6
)

// mostPairs bounds the lists of pairs in a report.
const mostPairs = 200

// Report is a corpus at a glance. With the same files it is the same, but for
// times.
type Report struct {
	Environments []Environment `json:"environments"`
	// LeftOut are the files that have mistakes, with the first of them.
	LeftOut    []string   `json:"left_out,omitempty"`
	Totals     Totals     `json:"totals"`
	Categories []Category `json:"categories"`
	Diversity  Diversity  `json:"diversity"`
	// Contamination is nil if there was nothing to compare with.
	Contamination *Contamination `json:"contamination,omitempty"`
}

// Totals are sums over a corpus. Shares are from 0 to 1.
type Totals struct {
	Environments int     `json:"environments"`
	Entities     int     `json:"entities"`
	Tools        int     `json:"tools"`
	DoTools      int     `json:"do_tools"`
	DoShare      float64 `json:"do_share"`
	Refusals     int     `json:"refusals"`
	Rows         int     `json:"rows"`
	Tasks        int     `json:"tasks"`
	HeldOut      int     `json:"held_out_tasks"`
	// Exemptions are how often authors used a word that exempts something
	// from comparison or proof.
	Exemptions Exemptions `json:"exemptions"`

	Built      int     `json:"built"`
	Passed     int     `json:"passed"`
	NearMisses int     `json:"near_misses"`
	Caught     int     `json:"caught"`
	Score      float64 `json:"mutation_score"`
	Explored   int     `json:"explored_calls"`
	Easy       int     `json:"tasks_that_chance_solves"`
}

// Exemptions counts tasks.
type Exemptions struct {
	Ordered int `json:"ordered"`    // ordered: the request fixes the order of the calls
	Free    int `json:"free"`       // free: columns are up to the agent
	Frame   int `json:"may_change"` // may_change: a frame instead of the comparison of states
}

// Category is how many environments have one.
type Category struct {
	Name  string  `json:"name"`
	Count int     `json:"count"`
	Share float64 `json:"share"`
	// Over says that there are more than twice as many as in the others on
	// average, and at least four.
	Over bool `json:"over_represented,omitempty"`
}

// Diversity is how much environments and tasks differ.
type Diversity struct {
	Measure string `json:"measure"`
	// Nearest has for each environment the one that is most like it.
	Nearest      []Pair `json:"nearest"`
	Environments []Pair `json:"near_duplicate_environments,omitempty"`
	Tasks        []Pair `json:"near_duplicate_tasks,omitempty"`
	// TaskPairs counts near duplicates among tasks; the list has at most 200.
	TaskPairs int `json:"near_duplicate_task_pairs"`
}

const measure = "Weighted Jaccard index of features, rare ones weighing more; environments: mean of names, shape of schema and tools, and texts; tasks: mean of the words of the request and the calls of the solution. 0 is nothing in common, 1 the same."

// Gather reads the environments and works out the report.
func Gather(ctx context.Context, files []string, opt Options) (*Report, error) {
	if opt.Jobs <= 0 {
		opt.Jobs = runtime.GOMAXPROCS(0)
	}
	var lists *lists
	if len(opt.Against) > 0 {
		var err error
		if lists, err = readLists(opt.Against); err != nil {
			return nil, err
		}
	}
	all, leftOut, err := readAll(ctx, files, opt)
	if err != nil {
		return nil, err
	}
	r := &Report{Environments: []Environment{}, LeftOut: leftOut}
	var envs, tasks []Item
	for _, l := range all {
		if !opt.Times {
			l.CheckMillis = 0
		}
		r.Environments = append(r.Environments, l.Environment)
		envs = append(envs, l.item())
		for i := range l.Tasks {
			tasks = append(tasks, taskItem(l.Name, &l.Tasks[i]))
		}
	}
	r.Totals, r.Categories = total(r.Environments), categories(r.Environments)
	r.Diversity = Diversity{Measure: measure, Nearest: Nearest(envs), Environments: Similar(envs, SameEnvironment), Tasks: Similar(tasks, SameTask)}
	r.Diversity.TaskPairs = len(r.Diversity.Tasks)
	r.Diversity.Tasks = r.Diversity.Tasks[:min(len(r.Diversity.Tasks), mostPairs)]
	if lists != nil {
		r.Contamination = lists.compare(all)
	}
	return r, nil
}

// readAll loads the files, Options.Jobs at a time, and returns them by name.
func readAll(ctx context.Context, files []string, opt Options) (all []*loaded, leftOut []string, err error) {
	slots := make([]*loaded, len(files))
	errs := make([]error, len(files))
	limit := make(chan struct{}, opt.Jobs)
	var wg sync.WaitGroup
	for i, f := range files {
		limit <- struct{}{}
		wg.Go(func() {
			defer func() { <-limit }()
			if slots[i], errs[i] = load(ctx, f); errs[i] == nil && opt.Out != "" {
				errs[i] = slots[i].built(opt.Out)
			}
		})
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	for i, l := range slots {
		if errs[i] != nil {
			leftOut = append(leftOut, errs[i].Error())
			continue
		}
		all = append(all, l)
	}
	slices.SortStableFunc(all, func(a, b *loaded) int { return cmp.Compare(a.Name, b.Name) })
	for i := 1; i < len(all); i++ {
		if all[i].Name == all[i-1].Name {
			return nil, nil, fmt.Errorf("%s and %s have the same name %s", all[i-1].Path, all[i].Path, all[i].Name)
		}
	}
	if len(all) == 0 {
		return nil, leftOut, errors.Join(append([]error{errors.New("no environment can be read")}, errs...)...)
	}
	return all, leftOut, nil
}

func total(envs []Environment) Totals {
	t := Totals{Environments: len(envs)}
	for i := range envs {
		e := &envs[i]
		t.Entities += e.Entities
		t.Tools += e.Tools
		t.DoTools += e.DoTools
		t.Refusals += e.Refusals
		t.Rows += e.Rows
		t.Tasks += len(e.Tasks)
		for j := range e.Tasks {
			t.task(&e.Tasks[j])
		}
		if b := e.Built; b != nil {
			t.Built++
			t.NearMisses += b.NearMisses
			t.Caught += b.Caught
			t.Explored += b.Explored
			if b.Passed {
				t.Passed++
			}
		}
	}
	t.DoShare, t.Score = round(float64(t.DoTools)/float64(max(t.Tools, 1))), round(share(t.Caught, t.NearMisses))
	return t
}

func (t *Totals) task(k *Task) {
	if k.HeldOut {
		t.HeldOut++
	}
	if k.Ordered != "" {
		t.Exemptions.Ordered++
	}
	if k.Free > 0 {
		t.Exemptions.Free++
	}
	if k.Kind == "expect+frame" || k.Kind == "expect+frame+answer" {
		t.Exemptions.Frame++
	}
	if k.Proved != nil && k.Proved.Difficulty.RandomSolves > 0 {
		t.Easy++
	}
}

func categories(envs []Environment) []Category {
	count := map[string]int{}
	for i := range envs {
		count[envs[i].Category]++
	}
	var out []Category
	for name, n := range count {
		c := Category{Name: name, Count: n, Share: round(float64(n) / float64(len(envs)))}
		if others := len(count) - 1; others > 0 {
			c.Over = n >= 4 && float64(n) > 2*float64(len(envs)-n)/float64(others)
		}
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b Category) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name)) })
	return out
}
