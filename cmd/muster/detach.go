package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"muster/builder/fad"
	"muster/builder/gf"
)

func (a *app) detachCommand() *cobra.Command {
	var flags edits
	cmd := &cobra.Command{
		Use:               "detach LIST ID",
		Short:             "Take back a unit's links: combined, joined, embarked",
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: a.completeListThen(a.completeIDs),
		RunE: func(_ *cobra.Command, args []string) error {
			done := args[1] + " stands on its own."
			return a.change(args[0], flags, nil, changes{
				gf: func(e *gf.Editor) (string, error) { return done, e.Detach(args[1]) },
				fad: func(e *fad.Editor) (string, error) {
					linked, err := e.Detach(args[1])
					if err == nil && !linked {
						err = fmt.Errorf("`%s` rides in nothing and has no partner; there is nothing to detach", args[1])
					}
					return done, err
				},
			})
		},
	}
	flags.flags(cmd, false)
	return cmd
}
