package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"muster/builder"
)

func (a *app) combineCommand() *cobra.Command {
	return a.linkCommand("combine LIST A B", "Make one unit of two copies of the same", []string{"combine/"},
		func(e *builder.Editor, first, second string) (string, error) {
			return fmt.Sprintf("%s and %s fight as one unit.", first, second), e.Combine(first, second)
		})
}

// linkCommand is a command that links two units of a list. Findings with the
// refused codes keep it from being written.
func (a *app) linkCommand(use, short string, refused []string, link func(e *builder.Editor, from, to string) (string, error)) *cobra.Command {
	var flags edits
	cmd := &cobra.Command{
		Use:               use,
		Short:             short,
		Args:              cobra.ExactArgs(3),
		ValidArgsFunction: a.completeListThen(a.completeIDs, a.completeIDs),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.change(args[0], flags, refused, func(e *builder.Editor) (string, error) {
				return link(e, args[1], args[2])
			})
		},
	}
	flags.flags(cmd, true)
	return cmd
}
