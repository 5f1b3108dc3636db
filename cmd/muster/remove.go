package main

import (
	"strings"

	"github.com/spf13/cobra"

	"muster/builder/fad"
	"muster/builder/gf"
)

func (a *app) removeCommand() *cobra.Command {
	var flags edits
	cmd := &cobra.Command{
		Use:               "remove LIST ID",
		Short:             "Remove a unit from a list, and links to it",
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: a.completeListThen(a.completeIDs),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.change(args[0], flags, nil, changes{
				gf: func(e *gf.Editor) (string, error) {
					unlinked, err := e.Remove(args[1])
					return removed(args[1], unlinked), err
				},
				fad: func(e *fad.Editor) (string, error) {
					unlinked, err := e.Remove(args[1])
					return removed(args[1], unlinked), err
				},
			})
		},
	}
	flags.flags(cmd, false)
	return cmd
}

func removed(id string, unlinked []string) string {
	done := "Removed " + id + "."
	if len(unlinked) > 0 {
		done += " It was linked with " + strings.Join(unlinked, ", ") + "; that link is gone too."
	}
	return done
}
