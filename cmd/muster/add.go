package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder/fad"
	"muster/builder/gf"
)

func (a *app) addCommand() *cobra.Command {
	var id string
	var count int
	var flags edits
	cmd := &cobra.Command{
		Use:   "add LIST UNIT [--id ID] [--count N]",
		Short: "Add a unit to a list",
		Long: `Add a unit to a list: a unit of the list's army book, or for Fast and Dirty a
kind of unit (infantry, vehicle, …) or a stored unit (muster library).`,
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: a.completeListThen(a.completeWhat),
		RunE: func(_ *cobra.Command, args []string) error {
			if count < 1 || count > 100 {
				return errors.New("--count should be 1 to 100")
			}
			return a.change(args[0], flags, nil, changes{
				gf: func(e *gf.Editor) (string, error) {
					if err := freeID(id, count, e.Before().List.IDs()); err != nil {
						return "", err
					}
					added, err := e.Add(args[1], id, count)
					return "Added " + strings.Join(added, ", ") + ".", err
				},
				fad: func(e *fad.Editor) (string, error) {
					if err := freeID(id, count, e.Before().List.IDs()); err != nil {
						return "", err
					}
					stock, _, err := a.stock()
					if err != nil {
						return "", err
					}
					added, err := e.Add(stock, args[1], id, count)
					return "Added " + strings.Join(added, ", ") + ".", err
				},
			})
		},
	}
	cmd.Flags().StringVar(&id, "id", "", "the unit's id in the list; without it, the unit's own")
	cmd.Flags().IntVar(&count, "count", 1, "how many of the unit")
	flags.flags(cmd, false)
	return cmd
}

// freeID refuses an id that was asked for and is taken. Several units of one id
// are numbered, and so is the id that a unit gets where none is asked for.
func freeID(id string, count int, taken []string) error {
	if id != "" && count == 1 && slices.Contains(taken, id) {
		return fmt.Errorf("the list has a unit `%s` already; give this one another --id, or none", id)
	}
	return nil
}
