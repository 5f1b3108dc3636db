package main

import (
	"github.com/spf13/cobra"

	"muster/builder/fad"
	"muster/builder/gf"
)

func (a *app) renameCommand() *cobra.Command {
	var flags edits
	cmd := &cobra.Command{
		Use:               "rename LIST ID NAME",
		Short:             "Give a unit a name of your own (\"\" takes it away)",
		Args:              cobra.ExactArgs(3),
		ValidArgsFunction: a.completeListThen(a.completeIDs),
		RunE: func(_ *cobra.Command, args []string) error {
			done := args[1] + " is now called " + args[2] + "."
			if args[2] == "" {
				done = args[1] + " has no name of its own any more."
			}
			return a.change(args[0], flags, nil, changes{
				gf:  func(e *gf.Editor) (string, error) { return done, e.Rename(args[1], args[2]) },
				fad: func(e *fad.Editor) (string, error) { return done, e.Rename(args[1], args[2]) },
			})
		},
	}
	flags.flags(cmd, false)
	return cmd
}
