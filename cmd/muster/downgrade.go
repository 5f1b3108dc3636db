package main

import (
	"strings"

	"github.com/spf13/cobra"

	"muster/builder/gf"
)

func (a *app) downgradeCommand() *cobra.Command {
	var flags edits
	cmd := &cobra.Command{
		Use:               "downgrade LIST ID OPTION[=N]…",
		Short:             "Drop upgrades of a unit, and those that build on them",
		Args:              cobra.MinimumNArgs(3),
		ValidArgsFunction: a.completeListThen(a.completeIDs, a.completeChosen),
		RunE: func(_ *cobra.Command, args []string) error {
			choices, err := parseChoices(args[2:])
			if err != nil {
				return err
			}
			return a.change(args[0], flags, nil, changes{gf: func(e *gf.Editor) (string, error) {
				var also []string
				for _, c := range choices {
					gone, err := e.Downgrade(args[1], c.Option, c.Count)
					if err != nil {
						return "", err
					}
					also = append(also, gone...)
				}
				done := args[1] + " drops " + strings.Join(args[2:], ", ") + "."
				if len(also) > 0 {
					done += " What built on it went too: " + strings.Join(also, ", ") + "."
				}
				return done, nil
			}})
		},
	}
	flags.flags(cmd, false)
	return cmd
}
