package main

import (
	"github.com/spf13/cobra"

	"github.com/awmc/awmc/templates"
)

func newGuide() *cobra.Command {
	return &cobra.Command{
		Use:     "guide",
		Short:   "Print the guide that teaches the language, for people and for models",
		GroupID: "write",
		Long: `Guide prints, in about 4,000 tokens of Markdown, what one has to know to write
an env.yaml. It is what "awmc synth" tells a language model; its examples are one
environment that builds.`,
		Example: `  awmc guide | less
  awmc guide > CONTEXT.md                give it to a coding assistant`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := cmd.OutOrStdout().Write(templates.Guide())
			return err
		},
	}
}
