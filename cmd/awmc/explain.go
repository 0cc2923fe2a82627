package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/ir/diag"
)

func newExplain() *cobra.Command {
	var markdown, list bool
	cmd := &cobra.Command{
		Use:     "explain CODE…",
		Short:   "Say what a diagnostic means, with a wrong and a right example",
		GroupID: "write",
		Example: `  awmc explain AWM2103
  awmc explain --list                    every code with its title
  awmc explain --markdown                the reference page`,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var codes []string
			for _, i := range diag.All() {
				codes = append(codes, string(i.Code)+"\t"+i.Title)
			}
			return codes, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			switch {
			case markdown:
				return diag.Markdown(out)
			case list:
				for _, i := range diag.All() {
					fmt.Fprintf(out, "%s  %-7s  %s\n", i.Code, i.Severity, i.Title)
				}
				return nil
			case len(args) == 0:
				return &exitError{code: exitUsage, err: fmt.Errorf("which code? For example: awmc explain AWM2103, or --list for all")}
			}
			for n, a := range args {
				code := strings.ToUpper(a)
				info, ok := diag.Lookup(diag.Code(code))
				if !ok {
					return unknownCode(code)
				}
				if n > 0 {
					fmt.Fprintln(out)
				}
				explain(out, info)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&markdown, "markdown", false, "print all codes as a Markdown page")
	cmd.Flags().BoolVar(&list, "list", false, "list all codes")
	return cmd
}

func unknownCode(code string) error {
	var codes []string
	for _, i := range diag.All() {
		codes = append(codes, string(i.Code))
	}
	msg := fmt.Sprintf("there is no code %s", code)
	if near := diag.Nearest(code, codes); near != "" {
		msg += "; did you mean " + near + "?"
	}
	return &exitError{code: exitUsage, err: fmt.Errorf("%s (awmc explain --list shows all)", msg)}
}

func explain(w io.Writer, i diag.Info) {
	fmt.Fprintf(w, "%s (%s): %s\n\n%s\n", i.Code, i.Severity, i.Title, i.Explanation)
	if i.Wrong != "" {
		fmt.Fprintf(w, "\nWrong:\n\n%s\n", indent(i.Wrong))
	}
	if i.Right != "" {
		fmt.Fprintf(w, "\nRight:\n\n%s\n", indent(i.Right))
	}
}

func indent(s string) string {
	lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
	for i, l := range lines {
		if l != "" {
			lines[i] = "  " + l
		}
	}
	return strings.Join(lines, "\n")
}
