package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/templates"
)

var envName = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

func newInit() *cobra.Command {
	var out string
	var force bool
	cmd := &cobra.Command{
		Use:     "init NAME",
		Short:   "Write a small, commented env.yaml that builds and passes",
		GroupID: "write",
		Example: `  awmc init tool_library
  awmc init tool_library -o envs/libraries/tool_library.yaml`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := strings.TrimSuffix(args[0], ".yaml")
			if !envName.MatchString(name) || len(name) < 3 || len(name) > 40 {
				return &exitError{code: exitUsage, err: fmt.Errorf("the name %q must be 3 to 40 characters of snake_case, for example tool_library", name)}
			}
			if out == "" {
				out = name + ".yaml"
			}
			text, err := templates.Start(name)
			if err != nil {
				return &exitError{code: exitFault, err: err}
			}
			if err := writeNew(out, text, force); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "Wrote %s. Next: awmc build %s\n", out, out)
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "file to write (default NAME.yaml)")
	cmd.Flags().BoolVar(&force, "force", false, "overwrite a file that is there")
	return cmd
}

// writeNew writes a file, and never over another without force.
func writeNew(path string, content []byte, force bool) error {
	if dir := filepath.Dir(path); dir != "." {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return &exitError{code: exitFault, err: err}
		}
	}
	flags := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if force {
		flags = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	f, err := os.OpenFile(path, flags, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return &exitError{code: exitUsage, err: fmt.Errorf("%s is there already: choose another file with -o, or overwrite it with --force", path)}
	}
	if err != nil {
		return &exitError{code: exitFault, err: err}
	}
	_, err = f.Write(content)
	if err = errors.Join(err, f.Close()); err != nil {
		return &exitError{code: exitFault, err: err}
	}
	return nil
}
