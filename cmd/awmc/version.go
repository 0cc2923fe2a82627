package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/awmc/awmc/compiler"
	"github.com/awmc/awmc/compiler/build"
)

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the versions of awmc and of what it stands on",
		Example: "  awmc version",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "awmc %s (%s, sqlc %s, language version 1)\n", compiler.Version(), runtime.Version(), build.SQLCVersion)
			return err
		},
	}
}
