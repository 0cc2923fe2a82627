package compiler

import (
	"time"

	"github.com/awmc/awmc/ir/diag"
)

// Reporter is told how a build goes. Calls may come from several goroutines
// at once.
type Reporter interface {
	// Phase says that a phase of the whole begins ("analyse", "compile",
	// "link", "prove") and how many environments go through it.
	Phase(name string, environments int)
	// Step says that one more environment went through the phase.
	Step()
	// Stage says that a stage of an environment ended; note is a short
	// account such as "36 tools, 214 statements".
	Stage(env, stage string, took time.Duration, note string)
	// Message says something about the whole, such as that a tool is being
	// compiled; a message that replaces the one before ends with "\r".
	Message(text string)
}

// Result is what became of one environment.
type Result struct {
	Path        string
	Name        string // "" if the file does not even have one
	Diagnostics []diag.Diagnostic
	// Failed says that there are errors; nothing was written then.
	Failed  bool
	Cached  bool // front end and proof came from the cache
	Summary Summary
	// Binary is the server's path, "" if none was linked.
	Binary string
	// Files are the emitted files, by path relative to the output folder; only
	// Emit gives them.
	Files map[string][]byte
}

// Summary counts what an environment has.
type Summary struct {
	Category   string `json:"category"`
	Entities   int    `json:"entities"`
	Tools      int    `json:"tools"`
	DoTools    int    `json:"do_tools"`
	Statements int    `json:"statements"`
	Tasks      int    `json:"tasks"`
	// Example is a call that can be tried at the prompt.
	ExampleTool string `json:"example_tool,omitempty"`
	ExampleArgs string `json:"example_args,omitempty"`
}
