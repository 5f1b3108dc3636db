package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder/gf"
)

func (a *app) upgradeCommand() *cobra.Command {
	var flags edits
	cmd := &cobra.Command{
		Use:               "upgrade LIST ID OPTION[=N]…",
		Short:             "Choose upgrades for a unit",
		Args:              cobra.MinimumNArgs(3),
		ValidArgsFunction: a.completeListThen(a.completeIDs, a.completeOptions),
		RunE: func(_ *cobra.Command, args []string) error {
			choices, err := parseChoices(args[2:])
			if err != nil {
				return err
			}
			return a.change(args[0], flags, nil, changes{gf: func(e *gf.Editor) (string, error) {
				for _, c := range choices {
					if err := e.Upgrade(args[1], c.Option, c.Count); err != nil {
						return "", err
					}
				}
				return args[1] + " takes " + strings.Join(args[2:], ", ") + ".", nil
			}})
		},
	}
	flags.flags(cmd, false)
	return cmd
}

// parseChoices reads OPTION or OPTION=N.
func parseChoices(args []string) ([]gf.Choice, error) {
	choices := make([]gf.Choice, len(args))
	for i, arg := range args {
		option, number, counted := strings.Cut(arg, "=")
		choices[i] = gf.Choice{Option: option, Count: 1}
		if !counted {
			continue
		}
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > 1000 {
			return nil, fmt.Errorf("%q: behind the = should stand a number from 1 to 1000", arg)
		}
		choices[i].Count = n
	}
	return choices, nil
}
