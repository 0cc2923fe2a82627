package synth

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/awmc/awmc/compiler/model"
	"github.com/awmc/awmc/templates"
	rt "github.com/awmc/awmc/templates/rt/model"
)

// InventOptions say how scenarios are invented.
type InventOptions struct {
	Work  string // keeps the transcript, for resuming
	Model rt.Model
	// Embedder measures likeness; nil takes the built-in measure.
	Embedder rt.Embedder
	Spend    func(rt.Usage) // is told what embeddings use; may be nil
	Seeds    []Scenario     // to begin from; the built-in ones if there are none
	Have     []Scenario     // that exist already, and count
	Count    int            // how many there are to be in the end
	// PerCategory is the most of one category; a tenth of Count, and at least
	// three, by default.
	PerCategory int
	// Alike is the likeness from which on a scenario counts as another's
	// double: 0.88 for embeddings, 0.55 for the built-in measure by default.
	Alike     float64
	Jobs      int // requests at once; 4 by default
	MaxTokens int
	// Progress is told after each wave; it may be nil.
	Progress func(Invented)
	// Say is told what the user should know; it may be nil.
	Say func(string)
}

// Invented is how far the invention has come.
type Invented struct {
	List                      []Scenario
	Asked                     int // ideas that the model gave
	Doubles, Unsuitable, Full int // of them, dropped
	Malformed                 int // of them, or answers that were no list
	Waiting                   bool
	Stopped                   string
	Usage                     rt.Usage
}

const (
	ideasAtOnce  = 12 // in one request
	seedsAtOnce  = 8  // shown in one request
	enoughPoints = 6  // of ten, to be suitable
	idleWaves    = 4  // without a new scenario before giving up
	judgeTokens  = 2048
)

// inventor is one run of Invent.
type inventor struct {
	opt     InventOptions
	measure measure
	out     Invented
	known   []vector // of out.List
	place   *place
}

// Invent asks for scenarios, wave after wave, until there are enough: ideas
// that are modelled on some that exist, judged for whether they suit, without
// doubles and without crowding a category. It goes on where a run before was
// stopped, since the answers are in the transcript.
func Invent(ctx context.Context, opt InventOptions) (*Invented, error) {
	v, err := newInventor(ctx, opt)
	if err != nil {
		return nil, err
	}
	defer v.place.close()
	idle := 0
	for wave := 1; len(v.out.List) < v.opt.Count; wave++ {
		before := len(v.out.List)
		err := v.wave(ctx, wave)
		switch {
		case errors.Is(err, model.ErrPending):
			v.out.Waiting = true
			return &v.out, nil
		case errors.Is(err, model.ErrBudget):
			v.out.Stopped = err.Error()
			return &v.out, nil
		case err != nil:
			return &v.out, err
		}
		if v.opt.Progress != nil {
			v.opt.Progress(v.out)
		}
		if idle++; len(v.out.List) > before {
			idle = 0
		}
		if idle == idleWaves {
			v.out.Stopped = fmt.Sprintf("the model had no new ideas in %d waves", idle)
			break
		}
	}
	return &v.out, nil
}

func newInventor(ctx context.Context, opt InventOptions) (*inventor, error) {
	if opt.Count < 1 || opt.Count > 1000000 {
		return nil, fmt.Errorf("%w: %d scenarios: ask for 1 or more", ErrInput, opt.Count)
	}
	if len(opt.Seeds) == 0 {
		seeds, err := parseScenarios(templates.Seeds())
		if err != nil {
			return nil, err
		}
		opt.Seeds = seeds
	}
	if opt.PerCategory <= 0 {
		opt.PerCategory = max(3, opt.Count/10)
	}
	if opt.Jobs <= 0 {
		opt.Jobs = 4
	}
	if opt.MaxTokens <= 0 {
		opt.MaxTokens = 4096
	}
	v := &inventor{opt: opt}
	v.builtIn()
	if opt.Embedder != nil {
		v.measure = &embeddings{from: opt.Embedder, least: orElse(opt.Alike, 0.88), spend: opt.Spend}
		if _, err := v.measure.vectors(ctx, []string{"a tool library"}); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			v.say("The server gives no embeddings (" + err.Error() + "); likeness is measured by words.")
			v.builtIn()
		}
	}
	var err error
	if v.out.List = slices.Clone(opt.Have); len(v.out.List) > 0 {
		if v.known, err = v.measure.vectors(ctx, texts(v.out.List)); err != nil {
			return nil, err
		}
	}
	v.place, _, err = openPlace(opt.Work, scenariosPlace)
	return v, err
}

// HasScenarios reports whether scenarios were invented in a work folder.
func HasScenarios(work string) bool {
	_, err := os.Stat(filepath.Join(work, scenariosPlace, transcriptFile))
	return err == nil
}

// scenariosPlace can't be an environment's name.
const scenariosPlace = "_scenarios"

func (v *inventor) builtIn() { v.measure = wordMeasure{orElse(v.opt.Alike, 0.55)} }

func orElse(value, otherwise float64) float64 {
	if value > 0 {
		return value
	}
	return otherwise
}

func (v *inventor) say(text string) {
	if v.opt.Say != nil {
		v.opt.Say(text)
	}
}

func texts(list []Scenario) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = s.text()
	}
	return out
}

// wave asks several times at once, then takes the ideas in order, so that the
// result does not depend on which answer came first.
func (v *inventor) wave(ctx context.Context, wave int) error {
	ideas := make([][]idea, min(v.opt.Jobs, (v.opt.Count-len(v.out.List)+ideasAtOnce-1)/ideasAtOnce+1))
	usage := make([]rt.Usage, len(ideas))
	bad := make([]int, len(ideas))
	pending := false
	g, each := errgroup.WithContext(ctx)
	requests := make([]*rt.Request, len(ideas))
	for i := range ideas {
		var err error
		if requests[i], err = v.write(wave, i); err != nil {
			return err
		}
	}
	errs := make([]error, len(ideas))
	for i := range ideas {
		g.Go(func() error {
			ideas[i], bad[i], usage[i], errs[i] = v.ideas(each, requests[i], fmt.Sprintf("%d.%d", wave, i))
			if errors.Is(errs[i], model.ErrPending) {
				return nil // let the others ask, too
			}
			return errs[i]
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for _, err := range errs {
		pending = pending || err != nil
	}
	if pending {
		return model.ErrPending
	}
	for i, list := range ideas {
		v.out.Usage = v.out.Usage.Add(usage[i])
		v.out.Malformed += bad[i]
		if err := v.take(ctx, list); err != nil {
			return err
		}
	}
	return nil
}

func (v *inventor) ask(ctx context.Context, req *rt.Request) (*rt.Response, error) {
	return v.place.ask(ctx, v.opt.Model, req)
}

// take adds the ideas that are new to the list.
func (v *inventor) take(ctx context.Context, ideas []idea) error {
	if len(ideas) == 0 {
		return nil
	}
	scenarios := make([]Scenario, len(ideas))
	for i, x := range ideas {
		scenarios[i] = x.Scenario
	}
	vectors, err := v.measure.vectors(ctx, texts(scenarios))
	if err != nil {
		return err
	}
	counts := map[string]int{}
	for _, s := range v.out.List {
		counts[s.Category]++
	}
	for i, x := range ideas {
		s := x.Scenario
		v.out.Asked++
		switch {
		case len(v.out.List) >= v.opt.Count:
			return nil
		case !x.suits:
			v.out.Unsuitable++
		case v.double(s, vectors[i]):
			v.out.Doubles++
		case counts[s.Category] >= v.opt.PerCategory:
			v.out.Full++
		default:
			counts[s.Category]++
			v.out.List = append(v.out.List, s)
			v.known = append(v.known, vectors[i])
		}
	}
	return nil
}

func (v *inventor) double(s Scenario, at vector) bool {
	for i, other := range v.out.List {
		if other.Name == s.Name || cosine(v.known[i], at) >= v.measure.threshold() {
			return true
		}
	}
	return false
}
