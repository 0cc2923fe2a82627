// Package rollout runs agents on the tasks of a fleet, in the same process as
// the instances: it asks a model (or a script) for the next turn, calls the
// tools it names, and has the end judged. It imports the runtime's service,
// task and model packages; commands of package fleet use it.
package rollout
