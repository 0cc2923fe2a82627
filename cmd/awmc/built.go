package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/awmc/awmc/compiler"
)

// sayBuilt ends a build with what there is now and how to talk to it.
func sayBuilt(w io.Writer, results []*compiler.Result, opt compiler.Options) {
	var good []*compiler.Result
	for _, r := range results {
		if !r.Failed {
			good = append(good, r)
		}
	}
	if len(good) == 0 {
		return
	}
	if opt.Library {
		for _, r := range good {
			fmt.Fprintf(w, "Emitted package %s. Its README shows how to call it.\n", filepath.ToSlash(filepath.Join(opt.Out, r.Name)))
		}
		fmt.Fprintln(w, "Its one dependency: go get modernc.org/sqlite")
		return
	}
	fleet := filepath.Join(opt.Out, "bin", "fleet")
	for _, r := range good {
		if r.Binary == "" {
			continue
		}
		fmt.Fprintf(w, "\nBuilt %s (%d tools, %d tasks).\n", filepath.ToSlash(r.Binary), r.Summary.Tools, r.Summary.Tasks)
		if r.Summary.ExampleTool != "" {
			fmt.Fprintf(w, "  At the prompt:   %s call %s '%s'\n", filepath.ToSlash(r.Binary), r.Summary.ExampleTool, r.Summary.ExampleArgs)
		}
		fmt.Fprintf(w, "  Over HTTP:       %s serve --addr 127.0.0.1:8080\n", filepath.ToSlash(r.Binary))
		abs, err := filepath.Abs(r.Binary)
		if err == nil {
			fmt.Fprintf(w, "  For an MCP client's configuration file:\n    {\"mcpServers\": {%q: {\"command\": %q}}}\n", r.Name, abs)
		}
	}
	if len(results) > 1 || good[0].Binary == "" {
		fmt.Fprintf(w, "\nBuilt %s with %s.\n", filepath.ToSlash(fleet), plural(len(good), "environment", "environments"))
		fmt.Fprintf(w, "  List them:       %s list\n  Host them all:   %s serve\n", filepath.ToSlash(fleet), filepath.ToSlash(fleet))
	}
}
