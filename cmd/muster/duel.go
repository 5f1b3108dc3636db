package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"muster/builder"
	"muster/builder/odds"
)

// maxSimulatedFights is the maximum number of simulated fights, so that the command ends in a
// reasonable time.
const maxSimulatedFights = 100_000_000

func (a *app) duelCommand() *cobra.Command {
	d := duelOptions{app: a}
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
			return d.run(cmd, args[0])
		},
	}
	d.addFlags(cmd)
	cmd.Flags().BoolVar(&d.json, "json", false, "print one JSON document")
	a.addMarkdownFlag(cmd)
	return cmd
}

// duelOptions holds the options of a duel command, or of preview with a duel file (two units to
// fight each other).
type duelOptions struct {
	*app
	dice odds.Dice // how often to roll the fight, and the seed
	json bool
}

// addFlags adds the flags of the duel command.
func (d *duelOptions) addFlags(cmd *cobra.Command) {
	cmd.Flags().IntVar(&d.dice.Rolls, "simulate", 0, "also roll the fight of a duel file this often")
	cmd.Flags().Uint64Var(&d.dice.Seed, "seed", 1, "the dice to roll with --simulate")
}

func (d *duelOptions) run(cmd *cobra.Command, file string) error {
	if cmd.Flags().Changed("simulate") && d.dice.Rolls < 1 {
		return errors.New("--simulate should be how often to roll the fight: 1 or more")
	}
	if d.dice.Rolls > maxSimulatedFights {
		return fmt.Errorf("--simulate %d: the most is %d", d.dice.Rolls, maxSimulatedFights)
	}
	doc, err := d.readDocument(file, "duel/1")
	if err != nil {
		return err
	}
	answer, err := builder.AnswerDuel(doc, d.books(), d.dice)
	if err != nil {
		return err
	}
	if answer.WhyOnlySimulated != nil {
		d.err.ReportProblem("%v; what follows is rolled alone", answer.WhyOnlySimulated)
	}
	if d.json {
		return d.out.JSON(answer.Report)
	}
	d.out.Show(answer.Doc())
	return nil
}
