package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder"
	"muster/builder/fill"
	"muster/builder/odds"
	"muster/convert"
	"muster/rules"
	"muster/schema"
	"muster/share"
)

func (a *app) previewCommand() *cobra.Command {
	q := previewOptions{app: a, fightModes: []string{string(odds.Shooting), string(odds.Charging), string(odds.Ability)}}
	d := duelOptions{app: a}
	cmd := &cobra.Command{
		Use:   "preview LIST [ID] [--against LIST2[#ID] | --against benchmark]",
		Short: "Predict how a list's units fare in a fight",
		Long: `Calculate how a list's units do in fights: against typical targets, against
every unit of a different list, or against one of its units. Odds are exact.
Combined units, joined heroes and upgrades count as the list has them.

Without an ID, a table shows how many points each unit is expected to destroy
for 100 of its own points, and marks its best target. With an ID, it shows that
unit's odds in full: shooting from each distance, and charging.

--against may also name a file with your own targets (bench/1).

You can give a file of one fight (duel/1) instead of a list. --simulate then
also rolls dice, to compare.`,
		Example: `  muster preview third.yaml
  muster preview third.yaml squad-1 --cover
  muster preview third.yaml --against enemy.yaml --mode melee
  muster preview third.yaml tank --against enemy.yaml#kraken
  muster preview charge.yaml --simulate 100000`,
		Args:              cobra.RangeArgs(1, 2),
		ValidArgsFunction: anyListFiles.completeThen(a.completeUnits),
		RunE: func(cmd *cobra.Command, args []string) error {
			if q.Cover == "" && cmd.Flags().Changed("cover") {
				return errors.New("`--cover=` should be followed by a kind of cover; for the usual one write `--cover`")
			}
			if len(args) == 2 {
				if q.Cover == odds.UsualCover && slices.Contains([]string{"heavy", "partial", "open"}, args[1]) {
					return fmt.Errorf("what `--cover` is given stands behind an equals sign, `--cover=%s`", args[1])
				}
				q.UnitID = args[1]
			}
			if text, err := a.readText(args[0]); err == nil && schema.StatedKind(text) == "duel/1" {
				return d.run(cmd, args[0])
			}
			if cmd.Flags().Changed("simulate") || cmd.Flags().Changed("seed") {
				return errors.New("`--simulate` and `--seed` go with a duel file")
			}
			return q.printOdds(cmd.Context(), args[0])
		},
	}
	q.addFlags(cmd)
	d.addFlags(cmd)
	return cmd
}

// addFlags adds the flags of the preview command, without the flags for duels.
func (q *previewOptions) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&q.UnitID, "unit", "", "the `ID` of the unit to show in full, as behind LIST")
	flags.StringVar(&q.Foe.Name, "against", odds.TypicalTargetsName, "the targets: LIST2, LIST2#ID, or benchmark")
	flags.StringVar((*string)(&q.Mode), "mode", "", "shooting, melee or ability alone")
	flags.IntVar(&q.Distance, "distance", 0, "inches between the units; otherwise each distance that matters")
	flags.StringArrayVar(&q.ownRules, "use", nil,
		"count a `rule` that the unit may use: NAME; NAME=N counts N markers, or the N-th effect")
	flags.StringArrayVar(&q.enemyRules, "enemy-use", nil, "the same as --use, for the other side's `rule`")
	flags.StringVar(&q.Cover, "cover", "",
		"targets are in cover; for Fast and Dirty --cover=heavy, partial or open; alone it means partial")
	flags.Lookup("cover").NoOptDefVal = odds.UsualCover
	flags.BoolVar(&q.Moved, "moved", false, "shooters have moved")
	q.addReportFlags(cmd, "write JSON for scripts")
	flags.BoolVar(&q.showMatchUp, "match-up", false, "show what answers what between LIST and LIST2, or targets")
	completeFlag(cmd, "mode", fixedWords(q.fightModes...))
	completeFlag(cmd, "unit", q.completeUnits)
}

type previewOptions struct {
	*app
	odds.Question
	// optional rules that the own and the enemy units use: "NAME" or "NAME=N"
	ownRules, enemyRules []string
	fightModes           []string // the values of --mode: the ways to fight in any game
	showMatchUp          bool     // the output compares all units with all targets
}

// parseRuleUses parses rules given as flags, "NAME" or "NAME=N".
func parseRuleUses(named []string) []rules.Use {
	return rules.ParseUses(convert.All(named, func(use string) string {
		if name, n, ok := strings.Cut(use, "="); ok {
			return strings.TrimSpace(name) + "(" + strings.TrimSpace(n) + ")"
		}
		return use
	}))
}

func (q *previewOptions) printOdds(ctx context.Context, file string) error {
	q.KeepResults = q.printsJSON
	switch {
	case q.Mode == odds.Ability && q.UnitID == "":
		return errors.New("`--mode ability` goes with `--unit ID`: abilities are shown for one unit")
	case q.Mode != "" && !slices.Contains(q.fightModes, string(q.Mode)):
		return fmt.Errorf("`--mode %s` should be %s%s", q.Mode, schema.JoinOr(q.fightModes),
			schema.DidYouMean(string(q.Mode), q.fightModes))
	case q.Distance < 0 || q.Distance > odds.MaxDistance:
		return fmt.Errorf("`--distance %d` should be 1 to %d inches", q.Distance, odds.MaxDistance)
	}
	list, err := q.openPreviewer(file)
	if err != nil {
		return err
	}
	q.warnIllegal(list)
	if roster, ok := list.(builder.Roster); ok && q.UnitID != "" {
		q.UnitID = builder.UnitIDOf(roster, q.UnitID)
	}
	if err := q.checkFlags(list); err != nil {
		return err
	}
	if err := q.setTargets(); err != nil {
		return err
	}
	if q.showMatchUp {
		return q.printMatchUp(ctx, list)
	}
	answer, err := list.Odds(ctx, q.Question)
	var problems *schema.Error
	if errors.As(err, &problems) && problems.Has(odds.CodeCannotFight) && strings.HasSuffix(err.Error(), "take the field") { // and nothing says why
		return fmt.Errorf("%w; `muster check %s` explains why", err, shellWord(problems.Problems[0].File))
	}
	if err != nil {
		return err
	}
	if enemy, ok := q.Foe.List.(builder.Roster); ok {
		q.warnIllegal(enemy)
	}
	if q.printsJSON {
		return q.out.JSON(answer.Report)
	}
	for i := range answer.Sections {
		for j, aside := range answer.Sections[i].Remarks {
			if aside.Kind == odds.UnusedRulesRemark {
				answer.Sections[i].Remarks[j].Text = strings.Replace(aside.Text, ":", " (--use, --enemy-use):", 1)
			}
		}
	}
	q.out.Show(answer.Doc())
	if q.UnitID == "" {
		q.out.Line("")
		q.out.Say("Next: muster preview %s ID shows a unit's odds in full.", listArgument(list.Document().File))
	}
	return nil
}

func (q *previewOptions) printMatchUp(ctx context.Context, list builder.Previewer) error {
	if q.Foe.UnitID != "" || q.UnitID != "" || q.Mode != "" {
		return errors.New("`--match-up` holds whole lists against each other, in every way to fight: muster preview LIST --against LIST2 --match-up")
	}
	if len(q.ownRules)+len(q.enemyRules) > 0 {
		return errors.New("`--use` and `--enemy-use` do not go with `--match-up`; leave them out")
	}
	distances := odds.MatchUpDistances[:]
	if q.Distance > 0 {
		distances = []int{q.Distance}
	}
	all, err := builder.MatchUp(ctx, list, q.Question, distances)
	if err != nil {
		return err
	}
	help, err := fill.StepsAgainstFoe(ctx, list, q.Foe, all)
	if err != nil {
		return err
	}
	if all.UsefulChanges = help.Steps; q.printsJSON {
		return q.out.JSON(map[string]any{"match_up": all})
	}
	if enemy, ok := q.Foe.List.(builder.Roster); ok {
		q.warnIllegal(enemy)
	}
	q.out.Show(all.Doc())
	if len(help.Steps) > 0 {
		steps := help.Doc(builder.Names(list.(builder.Roster)))
		steps.Title = "What would help"
		q.out.Line("")
		q.out.Show(steps)
	}
	return nil
}

// openPreviewer opens a list. It returns an error for a list of a game without odds.
func (q *previewOptions) openPreviewer(file string) (builder.Previewer, error) {
	roster, err := q.openOrSenderCopy(file)
	if err != nil {
		return nil, err
	}
	list, ok := roster.(builder.Previewer)
	if !ok {
		return nil, fmt.Errorf("%s: there are no previews of %s", file, roster.Game().Name)
	}
	return list, nil
}

func (q *previewOptions) warnIllegal(list builder.Roster) {
	if !builder.Legal(list) && !slices.Equal(builder.BookNamesIn(list.Document()), []string{share.CopyBookName}) {
		file := list.Document().File
		q.err.ReportProblem("%s is not legal; its units are taken as they are written\nNext: muster check %s explains what to change", file, listArgument(file))
	}
}

// checkFlags returns an error for flags that the list's game does not have.
func (q *previewOptions) checkFlags(list builder.Previewer) error {
	can, game := list.OddsChoices(), list.Game().Name
	if q.Mode != "" && !slices.Contains(can.Modes, q.Mode) {
		names := convert.All(can.Modes, func(mode odds.Mode) string { return string(mode) })
		return fmt.Errorf("`--mode %s` says nothing for %s; write %s", q.Mode, game, strings.Join(names, " or "))
	}
	for flag, named := range map[string][]string{"--use": q.ownRules, "--enemy-use": q.enemyRules} {
		if named != nil && can.WhyNoOptionalRules != "" {
			return fmt.Errorf("`%s` says nothing for %s: %s", flag, game, can.WhyNoOptionalRules)
		}
	}
	q.UsedRules, q.EnemyUsedRules = parseRuleUses(q.ownRules), parseRuleUses(q.enemyRules)
	switch q.Cover {
	case "true", odds.UsualCover: // the words of a switch
		q.Cover = odds.UsualCover
		return nil
	case "false", "":
		q.Cover = ""
		return nil
	}
	if len(can.Covers) == 0 {
		return fmt.Errorf("`--cover=%s`: cover has no kinds in %s; write `--cover`", q.Cover, game)
	}
	if !slices.Contains(can.Covers, q.Cover) {
		return fmt.Errorf("`--cover=%s` should be %s%s", q.Cover, strings.Join(can.Covers, ", "),
			schema.DidYouMean(q.Cover, can.Covers))
	}
	return nil
}

// setTargets sets the enemy units from the flags: all units of a list or of a file of targets, or
// one of them.
func (q *previewOptions) setTargets() error {
	foe := &q.Foe
	switch foe.Name {
	case "":
		return errors.New("`--against` should name a list, LIST#ID or benchmark")
	case odds.TypicalTargetsName:
		return nil
	}
	if _, err := os.Stat(foe.Name); err != nil {
		if at := strings.LastIndexByte(foe.Name, '#'); at > 0 {
			foe.Name, foe.UnitID = foe.Name[:at], foe.Name[at+1:]
		}
	}
	document, err := q.readDocument(foe.Name, "list/1", "bench/1")
	if err != nil {
		return err
	}
	if document.Kind == "bench/1" {
		foe.Targets = document
		return nil
	}
	foe.List, err = q.openPreviewer(foe.Name)
	return err
}

// maxSimulatedFights is the maximum number of simulated fights, so that the command ends in a
// reasonable time.
const maxSimulatedFights = 100_000_000

// duelOptions holds the options of preview for a duel file (two units to fight each other).
type duelOptions struct {
	*app
	dice odds.Dice // how often to roll the fight, and the seed
}

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
	return d.printReport(answer.Report, answer.Doc)
}
