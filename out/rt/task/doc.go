// Package task runs and judges the tasks of an environment: it draws the
// values that a task is given for a seed, runs the reference solution, and
// compares what an agent did with it. Package proof uses it to show that an
// environment is sound, package host to reward episodes. It imports core,
// data and the standard library only; worlds come in through core.World and
// core.Worlds.
//
// The way through it:
//
//	v := task.NewVerifier(worlds, task.Options{})
//	p, err := v.Prepare(ctx, "buy_the_cheapest", 7) // draws, solves on a throwaway world, finds a sound seed
//	w, err := worlds.Open(ctx, p.EffectiveSeed, p.Task.Actor)
//	// … an agent reads p.Drawn.Ask() and calls tools on w …
//	verdict, err := v.Verify(ctx, w, p.Task, p.EffectiveSeed, task.Ending{Answer: answer})
package task
