// Package synth writes environments with a language model. An environment is
// written in stages: the tasks as a person asks for them, then entities and
// data, then tools, then the tasks' solutions and conditions. What the model
// answers is a part of an env.yaml, which the compiler checks as soon as it
// is there; its diagnostics go back to the model until the part is sound, a
// bounded number of times. The last stage ends with a build and its proof.
// A stage before all of these invents scenarios.
//
// Whatever happens to a run, nothing is lost and nothing is paid for twice:
// a work folder holds the state and the transcript of each environment.
//
// It imports the compiler and its stages, compiler/model, templates and
// ir/diag.
package synth
