package synth

import (
	"context"
	"errors"
	"fmt"
	"os"

	rt "github.com/awmc/awmc/templates/rt/model"
)

// run is the work on one environment.
type run struct {
	opt   *Options
	place *place
	state *State
	given *given
}

// newState is where an environment begins.
func newState(job Job, g *given) *State {
	text := g.doc.render()
	return &State{Version: stateVersion, Job: job, Status: Working, Attempt: 1, Last: attempts, Text: text, Base: text}
}

// environment goes on with an environment until it is finished, or until ctx
// ends or the model can't be asked, which the error says. The state is saved
// whatever happens.
func (o *Options) environment(ctx context.Context, job Job) (*State, error) {
	p, state, err := openPlace(o.Work, job.Name)
	if err != nil {
		return nil, err
	}
	defer p.close()
	if state != nil {
		if err := o.resume(p, state, &job); err != nil || state.Status != Working {
			return state, err
		}
	}
	g, err := job.given()
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrInput, job.Name, err)
	}
	if state == nil {
		if _, err := os.Stat(job.Out); err == nil && !o.Force {
			return nil, fmt.Errorf("%w: %s %w: choose another file, or overwrite it with --force", ErrInput, job.Out, errThere)
		}
		state = newState(job, g)
		if err := p.save(state); err != nil {
			return nil, err
		}
	}
	r := &run{opt: o, place: p, state: state, given: g}
	for state.Status == Working {
		err := r.step(ctx)
		if f, ok := errors.AsType[*fault](err); ok {
			state.Status, state.Why = Faulty, f.Error()
			r.tell(Event{Kind: EventFault})
			err = nil
		}
		if err != nil {
			return state, err
		}
		if err := p.save(state); err != nil {
			return state, err
		}
	}
	return state, nil
}

// resume takes a state up again.
func (o *Options) resume(p *place, s *State, job *Job) error {
	if s.Job.Category != job.Category || s.Job.Summary != job.Summary || s.Job.Distinct != job.Distinct || s.Job.From != job.From {
		return fmt.Errorf("%w: %s holds work on another %s: take another --work folder, or remove that one", ErrInput, p.dir, job.Name)
	}
	s.Job.Out = job.Out
	switch s.Status {
	case Faulty: // awmc may have been mended
		s.Status, s.Why = Working, ""
	case SetAside:
		if o.Retry {
			s.Status, s.Why = Working, ""
			s.Attempt++
			s.Last, s.Round, s.Text, s.Rest = s.Attempt+1, 0, s.Base, false
			s.Earlier, s.Problems, s.All = s.Problems, nil, 0
		}
	case Done:
		if _, err := os.Stat(job.Out); err != nil {
			return writeAtomic(job.Out, []byte(s.Text))
		}
	}
	return nil
}

// step asks once, or goes on where nothing is to be asked.
func (r *run) step(ctx context.Context) error {
	s := r.state
	if stages[s.Stage].settled(r.given.locked) {
		return r.settled(ctx)
	}
	req, err := r.request()
	if err != nil {
		return err
	}
	resp, err := r.ask(ctx, req)
	if err != nil {
		return err
	}
	s.Usage = s.Usage.Add(resp.Usage)
	round := Round{Stage: stages[s.Stage].name, Attempt: s.Attempt, Round: s.Round, Usage: resp.Usage}
	problems := r.apply(resp)
	all := len(problems)
	if all == 0 {
		if problems, all, err = r.check(ctx); err != nil {
			return err
		}
	}
	round.Passed, round.Problems, round.All = all == 0, problems, all
	s.History = append(s.History, round)
	r.tell(Event{Kind: EventRound, Round: &round})
	if all == 0 {
		r.next()
		return r.finish()
	}
	r.again(problems, all)
	return nil
}

// ask asks the model, or the transcript.
func (r *run) ask(ctx context.Context, req *rt.Request) (*rt.Response, error) {
	return r.place.ask(ctx, asking{r}, req)
}

// asking tells the reporter of requests that go to the model.
type asking struct{ *run }

// Complete implements model.Model.
func (a asking) Complete(ctx context.Context, req *rt.Request) (*rt.Response, error) {
	a.tell(Event{Kind: EventAsking})
	return a.opt.Model.Complete(ctx, req)
}

// check checks the file as far as it goes, the last stage's with the proof.
func (r *run) check(ctx context.Context) ([]Problem, int, error) {
	s := r.state
	doc, _, _ := split(s.Text)
	want := wanted{tasks: (r.opt.Tasks + 1) / 2, tools: (r.opt.Tools + 1) / 2, asks: r.given.asks}
	problems, all, err := checkPart(ctx, s.Job.Name, s.Stage, doc, want)
	if err != nil || all > 0 || s.Stage != stageSolutions {
		return problems, all, err
	}
	r.tell(Event{Kind: EventProving})
	found, err := r.opt.Prover.Prove(ctx, s.Job.Name, []byte(s.Text))
	if ctx.Err() != nil {
		return nil, 0, ctx.Err()
	}
	if err == nil {
		err = faults(found)
	}
	if err != nil {
		return nil, 0, &fault{err}
	}
	problems, all = firstFailing(found)
	return problems, all, nil
}

// settled goes past a stage whose part a person has written.
func (r *run) settled(ctx context.Context) error {
	problems, all, err := r.check(ctx)
	if err != nil {
		return err
	}
	if all > 0 {
		r.state.Problems, r.state.All = problems, all
		r.setAside("the parts that were written by hand have mistakes")
		return nil
	}
	r.next()
	return r.finish()
}

// next goes on to the stage after a part has passed.
func (r *run) next() {
	s := r.state
	s.Stage++
	s.Attempt, s.Last, s.Round, s.Base = 1, attempts, 0, s.Text
	s.Problems, s.All, s.Earlier, s.Rest = nil, 0, nil, false
}

// finish writes the environment once its last stage has passed.
func (r *run) finish() error {
	s := r.state
	if s.Stage < len(stages) {
		return nil
	}
	s.Stage = len(stages) - 1
	if err := writeAtomic(s.Job.Out, []byte(s.Text)); err != nil {
		return err
	}
	s.Status = Done
	r.tell(Event{Kind: EventDone})
	return nil
}

// again prepares another round, the stage's second attempt, or the end.
func (r *run) again(problems []Problem, all int) {
	s := r.state
	s.Problems, s.All = problems, all
	s.Round++
	if s.Round <= r.opt.Rounds {
		return
	}
	if s.Attempt < s.Last {
		s.Attempt++
		s.Round, s.Text, s.Rest = 0, s.Base, false
		s.Earlier, s.Problems, s.All = problems, nil, 0
		r.tell(Event{Kind: EventRestart})
		return
	}
	s.Round--
	r.setAside("the stage " + stages[s.Stage].name + " had mistakes to the end")
}

func (r *run) setAside(why string) {
	s := r.state
	s.Status, s.Why = SetAside, why
	if len(s.Problems) > 0 {
		s.Why += ": " + s.Problems[0].String()
	}
	r.tell(Event{Kind: EventSetAside})
}

func (r *run) tell(e Event) {
	e.State = r.state
	if r.opt.Reporter != nil {
		r.opt.Reporter.Event(e)
	}
}
