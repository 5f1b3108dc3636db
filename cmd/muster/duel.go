package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"muster/builder"
	"muster/builder/odds"
)

// mostFights is as many as anybody would wait for.
const mostFights = 100_000_000

func (a *app) duelCommand() *cobra.Command {
	var dice odds.Dice
	var inJSON bool
	cmd := &cobra.Command{
		Use:   "duel FILE [--json] [--simulate N] [--seed S]",
		Short: "Work out the odds of the two sides in a duel file",
		Long: `Work out the odds of the two sides in a duel file.

The odds are exact. --simulate rolls the same fight N times with dice besides,
to compare; the same seed rolls the same dice.

Exit code: 0 when done, 2 if the file cannot be used.`,
		Example: `  muster duel examples/duels/charge.yaml
  muster duel examples/duels/charge.yaml --simulate 100000 --seed 7`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("simulate") && dice.Times < 1 {
				return errors.New("--simulate should be how often to roll the fight: 1 or more")
			}
			if dice.Times > mostFights {
				return fmt.Errorf("--simulate %d: the most is %d", dice.Times, mostFights)
			}
			doc, err := a.read(args[0], "duel/1")
			if err != nil {
				return err
			}
			answer, err := builder.Duel(doc, a.books(), dice)
			if err != nil {
				return err
			}
			if answer.TooLarge != nil {
				a.err.Report("%v; what follows is rolled alone", answer.TooLarge)
			}
			if inJSON {
				return a.out.JSON(answer.Report)
			}
			a.out.Show(answer.Doc())
			return nil
		},
	}
	cmd.Flags().BoolVar(&inJSON, "json", false, "print one JSON document")
	cmd.Flags().IntVar(&dice.Times, "simulate", 0, "also roll the fight this often")
	cmd.Flags().Uint64Var(&dice.Seed, "seed", 1, "the dice to roll with --simulate")
	return cmd
}
