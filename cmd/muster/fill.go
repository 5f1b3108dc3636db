package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"muster/builder"
	"muster/builder/fill"
	"muster/builder/finding"
	"muster/builder/odds"
	"muster/report"
	"muster/schema"
)

func (a *app) fillCommand() *cobra.Command {
	f := fillOptions{previewOptions: previewOptions{app: a}}
	cmd := &cobra.Command{
		Use:   "fill LIST [--best damage|spend|both] [--take N] | --steps [ID]",
		Short: "Find the best ways to spend the points that a list has left",
		Long: `Find the best ways to complete a list within its points. An answer adds units,
combined units and joining heroes, and upgrades units of the list. Every answer
is legal, and proven to be the best of its kind. All answers differ clearly.
In Fast and Dirty an answer adds stored units and units of the list's book, and
one change to each unit of the list.

--best damage (the default) destroys the most points of typical targets, or of
the units of a different list (--against). --best spend spends the most points,
with the fewest changes. --best both (Fast and Dirty) counts what units destroy
in one activation, times the activations of the target's fire that they last.

--varied makes a random army of about the points, with units of all roles and no
unit twice if possible. --seed N makes the same army again. With --two and --own
it makes two armies of about equal points, and uses no miniature twice; --take 1
writes the second one to a new file, NAME-2.yaml.

--take N changes the list to answer N. muster undo takes this back.

--steps lists the single steps that the list, or one of its units, can still
take. The steps are sorted by their gain per point. In Fast and Dirty, steps
that change nothing are counted; --json lists them too.

Exit code 1 if nothing can be added.`,
		Example: `  muster fill third.yaml
  muster fill third.yaml --best spend --upgrades
  muster fill third.yaml --against enemy.yaml --copies 1 --without captain
  muster fill third.yaml --own shelf.yaml --take 1
  muster fill third.yaml --varied --own shelf.yaml
  muster fill third.yaml --steps squad-1`,
		Args:              cobra.RangeArgs(1, 2),
		ValidArgsFunction: anyListFiles.completeThen(a.completeUnits),
		RunE:              f.fill,
	}
	f.addFillFlags(cmd)
	completeFlag(cmd, "keep", a.completeUnits)
	completeFlag(cmd, "without", a.completeNewUnits)
	return cmd
}

func (f *fillOptions) addFillFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.Foe.Name, "against", odds.TypicalTargetsName, "the targets: LIST2, LIST2#ID, or benchmark")
	f.addReportFlags(cmd, "write JSON for scripts")
	flags.StringVar((*string)(&f.question.Objective), "best", string(fill.Damage),
		"the kind of best answer: damage, spend or both")
	flags.IntVar(&f.question.MaxAnswers, "answers", 5, "how many ways, at most 20")
	flags.IntVar(&f.question.MaxCopies, "copies", 0, "at most N copies of a unit; otherwise as the rules allow")
	flags.BoolVar(&f.findVariedArmy, "varied", false, "a random army with units of all roles; with --own of what you own")
	flags.Uint64Var(&f.question.Seed, "seed", 0, "`number` of the varied army; otherwise a new one each time")
	flags.BoolVar(&f.findTwoArmies, "two", false, "with --varied --own: two armies of about equal points")
	flags.BoolVar(&f.question.UpgradesOnly, "upgrades", false, "only upgrades, no new units")
	flags.StringSliceVar(&f.question.KeepUnits, "keep", nil, "`ids` of units that stay as they are")
	flags.StringSliceVar(&f.question.ExcludeUnits, "without", nil, "`units` that are not added")
	flags.StringVar(&f.collectionFile, "own", "", "a `file` of the miniatures that you own (collection/1)")
	flags.BoolVar(&f.showSingleAdditions, "steps", false, "list single steps by their gain per point")
	flags.IntVar(&f.answerToApply, "take", 0, "change the list to answer `N`")
	flags.BoolVar(&f.dryRun, "dry-run", false, "with --take: show what would change, and write nothing")
	flags.BoolVar(&f.printSearchTable, "columns", false, "with --json: the table of builds that is searched")
	excludeFlags(cmd, [2]string{"steps", "take"}, [2]string{"steps", "dry-run"}, [2]string{"steps", "columns"},
		[2]string{"varied", "best"}, [2]string{"varied", "answers"}, [2]string{"varied", "steps"},
		[2]string{"varied", "columns"}, [2]string{"markdown", "take"})
	completeFlag(cmd, "best", fixedWords(string(fill.Damage), string(fill.MostPoints), string(fill.DamageAndDurability)))
}

func (f *fillOptions) fill(cmd *cobra.Command, args []string) error {
	if f.findVariedArmy && !cmd.Flags().Changed("seed") {
		if err := cmd.Flags().Set("seed", strconv.Itoa(1+rand.IntN(999_999))); err != nil {
			return err
		}
	}
	f.recordFlagsToRepeat(cmd)
	if f.showSingleAdditions {
		return f.printGains(cmd.Context(), args[0], strings.Join(args[1:], ""))
	}
	if len(args) > 1 {
		return errors.New("one unit's steps are asked for with --steps; without it leave the unit away")
	}
	// Filling makes much garbage of a small heap; without a limit a busy machine lets
	// the heap grow.
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(64 << 20))
	return f.run(cmd.Context(), args[0])
}

type fillOptions struct {
	previewOptions
	question       fill.Question // what to search for, and how
	collectionFile string
	// print single additions to the list by their gain per point, instead of answers
	showSingleAdditions bool
	answerToApply       int  // the number of the answer to apply, from 1; 0 for none
	findVariedArmy      bool // the answer is a random army with units of all roles
	dryRun              bool
	printSearchTable    bool // print the table of unit builds that is searched, as JSON
	findTwoArmies       bool // the answer is two armies of about equal points
	// the flags of this call except --take and --dry-run, to repeat in suggested commands
	flagsToRepeat string
}

// recordFlagsToRepeat sets f.flagsToRepeat from the flags of this call, for the suggested commands
// in the output.
func (f *fillOptions) recordFlagsToRepeat(cmd *cobra.Command) {
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Name == "take" || flag.Name == "dry-run" {
			return
		}
		f.flagsToRepeat += " --" + flag.Name
		if several, ok := flag.Value.(pflag.SliceValue); ok {
			f.flagsToRepeat += " " + shellWord(strings.Join(several.GetSlice(), ","))
		} else if flag.Value.Type() != "bool" {
			f.flagsToRepeat += " " + shellWord(flag.Value.String())
		}
	})
}

func (f *fillOptions) findAnswers(ctx context.Context, list builder.Roster) (*fill.Answers, error) {
	if f.findTwoArmies {
		return fill.TwoArmies(ctx, list, f.question)
	}
	return fill.Fill(ctx, list, f.question)
}

// openAndCheck opens a list, and checks the flags against it.
func (f *fillOptions) openAndCheck(file string) (builder.Roster, error) {
	bests := []string{string(fill.Damage), string(fill.MostPoints), string(fill.DamageAndDurability)}
	switch {
	case f.question.Objective != "" && !slices.Contains(bests, string(f.question.Objective)):
		return nil, fmt.Errorf("`--best %s` should be %s%s", f.question.Objective, schema.JoinOr(bests),
			schema.DidYouMean(string(f.question.Objective), bests))
	case f.question.MaxAnswers < 0 || f.question.MaxAnswers > 20:
		return nil, errors.New("`--answers` should be 1 to 20")
	case f.answerToApply > f.question.MaxAnswers:
		return nil, fmt.Errorf("`--take %d`: %d ways are sought; `--answers %[1]d` seeks more, at most 20", f.answerToApply, f.question.MaxAnswers)
	case f.question.MaxCopies < 0 || f.answerToApply < 0:
		return nil, errors.New("`--copies` and `--take` should be numbers from 1")
	case !f.findVariedArmy && (f.question.Seed != 0 || f.findTwoArmies):
		return nil, errors.New("`--seed` and `--two` go with `--varied`")
	case f.printSearchTable && !f.printsJSON:
		return nil, errors.New("`--columns` goes with `--json`")
	}
	if f.findVariedArmy {
		f.question.Objective = fill.VariedArmy
	}
	list, err := f.openList(file)
	if err != nil {
		return nil, err
	}
	if err := f.setTargets(); err != nil {
		return nil, err
	}
	f.question.Foe, f.question.Stock = f.Foe, f.stockForLists
	if f.collectionFile == "" {
		return list, nil
	}
	document, err := f.readDocument(f.collectionFile, "collection/1")
	if err == nil {
		f.question.Collection, err = fill.ReadCollection(document, f.books())
	}
	return list, err
}

func (f *fillOptions) run(ctx context.Context, file string) error {
	list, err := f.openAndCheck(file)
	if err != nil {
		return err
	}
	if f.printSearchTable {
		table, err := fill.Variants(ctx, list, f.question)
		if err != nil {
			return err
		}
		return f.out.JSON(table)
	}
	f.question.Progress = f.drawProgressShare
	answers, err := f.findAnswers(ctx, list)
	f.drawProgressShare(1)
	if err != nil {
		return err
	}
	switch {
	case f.answerToApply > len(answers.Answers):
		return fmt.Errorf("`--take %d`: there are %s", f.answerToApply, finding.CountText(len(answers.Answers), "answer"))
	case f.printsJSON:
		if err := f.out.JSON(answers); err != nil {
			return err
		}
	case f.answerToApply == 0:
		f.printAnswers(list, answers)
	}
	if f.answerToApply > 0 {
		if now, err := f.readText(file); err != nil {
			return err
		} else if !bytes.Equal(now, list.Document().Source) {
			return fmt.Errorf("%s was changed in the meantime; ask again", file)
		}
		if f.printsJSON {
			f.out, f.printsJSON = f.err, false // stdout has the answers alone
		}
		if !f.findTwoArmies {
			return f.applyAnswer(file, list, &answers.Answers[f.answerToApply-1])
		}
		second := file + "-2"
		if ending := filepath.Ext(file); ending != "" {
			second = strings.TrimSuffix(file, ending) + "-2" + ending
		}
		if !f.dryRun {
			if err := f.createFile(second, list.Document().Source, false); err != nil {
				return err
			}
		}
		if err := f.applyAnswer(file, list, &answers.Answers[0]); err != nil || f.dryRun {
			return err
		}
		f.out.Line("\n%s:", second)
		return f.applyAnswer(second, list, &answers.Answers[1])
	}
	if len(answers.Answers) == 0 {
		return errIllegal
	}
	return nil
}

func (f *fillOptions) applyAnswer(file string, list builder.Roster, answer *fill.Answer) error {
	made, err := answer.Edits(list)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return f.changeList(file, editFlags{dryRun: f.dryRun}, made...)
}

func (f *fillOptions) printAnswers(list builder.Roster, all *fill.Answers) {
	about := []string{pointsRemainingText(all.PointsLeft)}
	if all.Objective == fill.Damage || all.Objective == fill.DamageAndDurability {
		about = append(about, "against "+f.Foe.Title())
	}
	if all.Objective == fill.VariedArmy {
		about = append(about, fmt.Sprintf("seed %d", f.question.Seed))
	}
	copies := ""
	if f.question.MaxCopies == 0 {
		copies = " (--copies 1)"
	}
	doc := all.Doc(copies)
	doc.Title, doc.Facts = builder.Title(list), about
	f.out.Show(doc)
	if len(all.Answers) > 0 {
		f.out.Line("")
		file := listArgument(list.Document().File)
		switch {
		case all.Objective == fill.VariedArmy && isEditable(list):
			different := "; without --seed there is a different army each time"
			if all.UnspentReason != "" {
				different = ""
			}
			f.out.Say("Next: muster fill %s%s --take 1 makes it%s.", file, f.flagsToRepeat, different)
		case isEditable(list):
			f.out.Say("Next: muster fill %s%s --take N makes one of it; muster undo takes it back.", file, f.flagsToRepeat)
		default:
			f.out.Say("Next: muster import %s writes the list's file, which muster fill FILE%s --take N changes.",
				file, f.flagsToRepeat)
		}
	}
}

// printGains prints single steps for the list in a file or, if id is not "", for one of its
// units.
func (f *fillOptions) printGains(ctx context.Context, file, id string) error {
	list, err := f.openAndCheck(file)
	if err != nil {
		return err
	}
	gains, err := fill.FindGains(ctx, list, f.question, builder.UnitIDOf(list, id))
	if err != nil {
		return err
	}
	if f.printsJSON {
		return f.out.JSON(gains)
	}
	all := len(gains.Steps)
	gains.Steps = slices.DeleteFunc(gains.Steps, func(s fill.Step) bool { return s.ChangesNothing() })
	doc := gains.Doc(builder.Names(list))
	doc.Title, doc.Facts = builder.Title(list), []string{"against " + f.Foe.Title()}
	if slices.ContainsFunc(gains.Steps, func(s fill.Step) bool { return s.DurabilityGain != nil }) {
		doc.Add(report.Paragraph("Value: points of the targets that the unit destroys in one activation, more than now. " +
			"Lasts: activations of their fire that it stands, more than now."))
	}
	if idle := all - len(gains.Steps); idle > 0 {
		doc.Add(report.Paragraph(finding.CountText(idle, "step") + " that would change neither: --json has them."))
	}
	if gains.UnvaluedStepCount > 0 {
		doc.Add(report.Paragraph(finding.CountText(gains.UnvaluedStepCount, "step") +
			" more are not weighed: that is too much work at once. Ask of one unit: muster fill LIST --steps ID."))
	}
	f.out.Show(doc)
	return nil
}
