package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"muster/builder/gf"
)

func (a *app) combineCommand() *cobra.Command {
	return a.linkCommand("combine LIST A B", "Make one unit of two copies of the same", []string{"combine/"},
		func(first, second string) changes {
			return changes{gf: func(e *gf.Editor) (string, error) {
				return fmt.Sprintf("%s and %s fight as one unit.", first, second), e.Combine(first, second)
			}}
		})
}

// linkCommand is a command that links two units of a list. Findings with the
// refused codes keep it from being written.
func (a *app) linkCommand(use, short string, refused []string, link func(from, to string) changes) *cobra.Command {
	var flags edits
	cmd := &cobra.Command{
		Use:               use,
		Short:             short,
		Args:              cobra.ExactArgs(3),
		ValidArgsFunction: a.completeListThen(a.completeIDs, a.completeIDs),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.change(args[0], flags, refused, link(args[1], args[2]))
		},
	}
	flags.flags(cmd, true)
	return cmd
}
