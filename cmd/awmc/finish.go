package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/awmc/awmc/compiler"
	"github.com/awmc/awmc/ir/diag"
)

func checkFormat(format string) error {
	switch format {
	case "text", "json", "github":
		return nil
	}
	return &exitError{code: exitUsage, err: fmt.Errorf("--format %s: choose text, json or github", format)}
}

// finish prints the diagnostics of all results, sums up, and turns them into
// the exit code. built says what was built, where something was.
func finish(cmd *cobra.Command, format string, results []*compiler.Result, built func()) error {
	var list diag.List
	failed := 0
	for _, r := range results {
		list.Add(r.Diagnostics...)
		if r.Failed {
			failed++
		}
	}
	all := list.Sorted()
	out := cmd.OutOrStdout()
	var err error
	switch format {
	case "json":
		err = diag.WriteJSON(out, all)
	case "github":
		err = diag.WriteGitHub(out, all)
	default:
		err = diag.WriteText(out, all, readSource, colourful(out))
	}
	if err != nil {
		return &exitError{code: exitFault, err: err}
	}
	if format == "text" {
		sumUp(cmd.ErrOrStderr(), results, all)
		if built != nil {
			built()
		}
	}
	switch {
	case list.HasFaults():
		return &exitError{code: exitFault}
	case failed > 0:
		return &exitError{code: exitDiagnostics}
	}
	return nil
}

func readSource(file string) []byte {
	b, err := os.ReadFile(filepath.FromSlash(file))
	if err != nil {
		return nil
	}
	return b
}

// colourful reports whether w is a terminal that shows colours.
func colourful(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
}

func sumUp(w io.Writer, results []*compiler.Result, all []diag.Diagnostic) {
	errs, warnings := 0, 0
	for _, d := range all {
		if d.Severity == diag.Error {
			errs++
		} else {
			warnings++
		}
	}
	var failed []string
	for _, r := range results {
		if r.Failed {
			name := r.Name
			if name == "" {
				name = r.Path
			}
			failed = append(failed, name)
		}
	}
	good := len(results) - len(failed)
	fmt.Fprintf(w, "%s: %s, %s.\n", plural(good, "environment is sound", "environments are sound"), plural(errs, "error", "errors"), plural(warnings, "warning", "warnings"))
	if len(failed) > 0 {
		fmt.Fprintf(w, "Failed: %s.\n", strings.Join(failed, ", "))
	}
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
