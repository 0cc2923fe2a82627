package main

import (
	"github.com/spf13/cobra"

	"github.com/awmc/awmc/templates"
)

func newSchema() *cobra.Command {
	return &cobra.Command{
		Use:     "schema",
		Short:   "Print the JSON Schema of env.yaml, for editors and for models with structured output",
		GroupID: "write",
		Example: `  awmc schema > env.schema.json

  In an editor with the YAML language server, as the first line of an env.yaml:
  # yaml-language-server: $schema=env.schema.json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := cmd.OutOrStdout().Write(templates.Schema())
			return err
		},
	}
}
