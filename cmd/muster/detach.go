package main

import (
	"github.com/spf13/cobra"

	"muster/builder"
)

func (a *app) detachCommand() *cobra.Command {
	var flags edits
	cmd := &cobra.Command{
		Use:               "detach LIST ID",
		Short:             "Take back a unit's links: combined, joined, embarked",
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: a.completeListThen(a.completeIDs),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.change(args[0], flags, nil, func(e *builder.Editor) (string, error) {
				return args[1] + " stands on its own.", e.Detach(args[1])
			})
		},
	}
	flags.flags(cmd, false)
	return cmd
}
