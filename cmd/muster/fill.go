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
	"muster/schema"
)

func (a *app) fillCommand() *cobra.Command {
	f := filling{preview: preview{app: a}}
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
		ValidArgsFunction: sentFiles.thenWords(a.completeIDs),
		RunE:              f.fill,
	}
	f.addFill(cmd)
	completeFlag(cmd, "keep", a.completeIDs)
	completeFlag(cmd, "without", a.completeWhat)
	return cmd
}

// addFill adds the flags of the fill command.
func (f *filling) addFill(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.addShared(cmd)
	flags.StringVar((*string)(&f.ask.Best), "best", string(fill.Damage), "the kind of best answer: damage, spend or both")
	flags.IntVar(&f.ask.Answers, "answers", 5, "how many ways, at most 20")
	flags.IntVar(&f.ask.Copies, "copies", 0, "at most N copies of a unit; otherwise as the rules allow")
	flags.BoolVar(&f.varied, "varied", false, "a random army with units of all roles; with --own of what you own")
	flags.Uint64Var(&f.ask.Seed, "seed", 0, "`number` of the varied army; otherwise a new one each time")
	flags.BoolVar(&f.two, "two", false, "with --varied --own: two armies of about equal points")
	flags.BoolVar(&f.ask.Upgrades, "upgrades", false, "only upgrades, no new units")
	flags.StringSliceVar(&f.ask.Keep, "keep", nil, "`ids` of units that stay as they are")
	flags.StringSliceVar(&f.ask.Without, "without", nil, "`units` that are not added")
	flags.StringVar(&f.collectionFile, "own", "", "a `file` of the miniatures that you own (collection/1)")
	flags.BoolVar(&f.steps, "steps", false, "list single steps by their gain per point")
	flags.IntVar(&f.take, "take", 0, "change the list to answer `N`")
	flags.BoolVar(&f.dryRun, "dry-run", false, "with --take: show what would change, and write nothing")
	flags.BoolVar(&f.columns, "columns", false, "with --json: the table of builds that is searched")
	exclude(cmd, [2]string{"steps", "take"}, [2]string{"steps", "dry-run"}, [2]string{"steps", "columns"},
		[2]string{"varied", "best"}, [2]string{"varied", "answers"}, [2]string{"varied", "steps"}, [2]string{"varied", "columns"})
	completeFlag(cmd, "best", oneOf(string(fill.Damage), string(fill.Spend), string(fill.Both)))
}

// fill runs the fill command.
func (f *filling) fill(cmd *cobra.Command, args []string) error {
	if f.varied && !cmd.Flags().Changed("seed") {
		if err := cmd.Flags().Set("seed", strconv.Itoa(1+rand.IntN(999_999))); err != nil {
			return err
		}
	}
	f.keepFlags(cmd)
	if f.steps {
		return f.gain(cmd.Context(), args[0], strings.Join(args[1:], ""))
	}
	if len(args) > 1 {
		return errors.New("one unit's steps are asked for with --steps; without it leave the unit away")
	}
	// Filling makes much garbage of a small heap; without a limit a busy machine lets
	// the heap grow.
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(64 << 20))
	return f.run(cmd.Context(), args[0])
}

func (a *app) gainCommand() *cobra.Command {
	f := filling{preview: preview{app: a}}
	cmd := &cobra.Command{
		Use:   "gain LIST [ID]",
		Short: "Sort what a list may still take by what it gains per point",
		Long: `List every single step that a list, or one of its units, may still take: a unit
more, an upgrade more, an upgrade in the place of another. Each has its points
and what it gains: the points destroyed of typical targets, or of the units of
another list (--against), by exact odds. The best per point comes first.`,
		Example: `  muster gain third.yaml
  muster gain third.yaml squad-1 --against enemy.yaml`,
		Args:              cobra.RangeArgs(1, 2),
		ValidArgsFunction: sentFiles.thenWords(a.completeIDs),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.gain(cmd.Context(), args[0], strings.Join(args[1:], ""))
		},
	}
	f.addShared(cmd)
	return cmd
}

// filling holds the options of a fill or gain command.
type filling struct {
	preview
	ask            fill.Question
	collectionFile string
	steps          bool
	take           int
	varied         bool
	dryRun         bool
	columns        bool
	two            bool
	json           bool
	flags          string // flags of the call except --take, as text
}

// keepFlags sets f.flags from the flags of this call, for the commands that the output suggests.
func (f *filling) keepFlags(cmd *cobra.Command) {
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Name == "take" || flag.Name == "dry-run" {
			return
		}
		f.flags += " --" + flag.Name
		if several, ok := flag.Value.(pflag.SliceValue); ok {
			f.flags += " " + shellWord(strings.Join(several.GetSlice(), ","))
		} else if flag.Value.Type() != "bool" {
			f.flags += " " + shellWord(flag.Value.String())
		}
	})
}

// addShared adds the flags that fill and gain share.
func (f *filling) addShared(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.Foe.Name, "against", odds.Benchmark, "the targets: LIST2, LIST2#ID, or benchmark")
	cmd.Flags().BoolVar(&f.json, "json", false, "write JSON for scripts")
}

// find finds the answers: ways to fill the list, or two armies.
func (f *filling) find(ctx context.Context, list builder.Roster) (*fill.Answers, error) {
	if f.two {
		return fill.Two(ctx, list, f.ask)
	}
	return fill.Fill(ctx, list, f.ask)
}

// begin opens the list and parses the flags.
func (f *filling) begin(file string) (builder.Roster, error) {
	bests := []string{string(fill.Damage), string(fill.Spend), string(fill.Both)}
	switch {
	case f.ask.Best != "" && !slices.Contains(bests, string(f.ask.Best)):
		return nil, fmt.Errorf("`--best %s` should be %s%s", f.ask.Best, schema.Either(bests),
			schema.DidYouMean(string(f.ask.Best), bests))
	case f.ask.Answers < 0 || f.ask.Answers > 20:
		return nil, errors.New("`--answers` should be 1 to 20")
	case f.take > f.ask.Answers:
		return nil, fmt.Errorf("`--take %d`: %d ways are sought; `--answers %[1]d` seeks more, at most 20", f.take, f.ask.Answers)
	case f.ask.Copies < 0 || f.take < 0:
		return nil, errors.New("`--copies` and `--take` should be numbers from 1")
	case !f.varied && (f.ask.Seed != 0 || f.two):
		return nil, errors.New("`--seed` and `--two` go with `--varied`")
	case f.columns && !f.json:
		return nil, errors.New("`--columns` goes with `--json`")
	}
	if f.varied {
		f.ask.Best = fill.Varied
	}
	list, err := f.openList(file)
	if err != nil {
		return nil, err
	}
	if err := f.setFoe(); err != nil {
		return nil, err
	}
	f.ask.Foe, f.ask.Stock = f.Foe, f.stockForLists
	if f.collectionFile == "" {
		return list, nil
	}
	document, err := f.read(f.collectionFile, "collection/1")
	if err == nil {
		f.ask.Collection, err = fill.ReadCollection(document, f.books())
	}
	return list, err
}

func (f *filling) run(ctx context.Context, file string) error {
	list, err := f.begin(file)
	if err != nil {
		return err
	}
	if f.columns {
		table, err := fill.Table(ctx, list, f.ask)
		if err != nil {
			return err
		}
		return f.out.JSON(table)
	}
	f.ask.Progress = f.progressPart
	answers, err := f.find(ctx, list)
	f.progressPart(1)
	if err != nil {
		return err
	}
	switch {
	case f.take > len(answers.Answers):
		return fmt.Errorf("`--take %d`: there are %s", f.take, finding.Count(len(answers.Answers), "answer"))
	case f.json:
		if err := f.out.JSON(answers); err != nil {
			return err
		}
	case f.take == 0:
		f.print(list, answers)
	}
	if f.take > 0 {
		if now, err := f.load(file); err != nil {
			return err
		} else if !bytes.Equal(now, list.Document().Source) {
			return fmt.Errorf("%s was changed in the meantime; ask again", file)
		}
		if f.json {
			f.out = f.err // stdout has the answers alone
		}
		if !f.two {
			return f.applyAnswer(file, list, &answers.Answers[f.take-1])
		}
		second := file + "-2"
		if ending := filepath.Ext(file); ending != "" {
			second = strings.TrimSuffix(file, ending) + "-2" + ending
		}
		if !f.dryRun {
			if err := f.create(second, list.Document().Source, false); err != nil {
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

// applyAnswer applies an answer to the list in a file.
func (f *filling) applyAnswer(file string, list builder.Roster, answer *fill.Answer) error {
	made, err := answer.Edits(list)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return f.change(file, editFlags{dryRun: f.dryRun}, made...)
}

// print writes answers for people.
func (f *filling) print(list builder.Roster, all *fill.Answers) {
	about := []string{left(all.Left)}
	if all.Best == fill.Damage || all.Best == fill.Both {
		about = append(about, "against "+f.Foe.Title())
	}
	if all.Best == fill.Varied {
		about = append(about, fmt.Sprintf("seed %d", f.ask.Seed))
	}
	copies := ""
	if f.ask.Copies == 0 {
		copies = " (--copies 1)"
	}
	doc := all.Doc(copies)
	doc.Title, doc.Facts = builder.Title(list), about
	f.out.Show(doc)
	if len(all.Answers) > 0 {
		f.out.Line("")
		file := argumentFor(list.Document().File)
		switch {
		case all.Best == fill.Varied && isEditable(list):
			different := "; without --seed there is a different army each time"
			if all.Why != "" {
				different = ""
			}
			f.out.Say("Next: muster fill %s%s --take 1 makes it%s.", file, f.flags, different)
		case isEditable(list):
			f.out.Say("Next: muster fill %s%s --take N makes one of it; muster undo takes it back.", file, f.flags)
		default:
			f.out.Say("Next: muster import %s writes the list's file, which muster fill FILE%s --take N changes.", file, f.flags)
		}
	}
}

func (f *filling) gain(ctx context.Context, file, id string) error {
	list, err := f.begin(file)
	if err != nil {
		return err
	}
	gains, err := fill.Gain(ctx, list, f.ask, builder.IDOf(list, id))
	if err != nil {
		return err
	}
	if f.json {
		return f.out.JSON(gains)
	}
	all := len(gains.Steps)
	gains.Steps = slices.DeleteFunc(gains.Steps, func(s fill.Step) bool { return s.Idle() })
	doc := gains.Doc(nil)
	doc.Title, doc.Facts = builder.Title(list), []string{"against " + f.Foe.Title()}
	f.out.Show(doc)
	if slices.ContainsFunc(gains.Steps, func(s fill.Step) bool { return s.Lasts != nil }) {
		f.out.Say("Value: points of the targets that the unit destroys in one activation, more than now. Lasts: activations of " +
			"their fire that it stands, more than now.")
	}
	if idle := all - len(gains.Steps); idle > 0 {
		f.out.Say("%s that would change neither: --json has them.", finding.Count(idle, "step"))
	}
	if gains.Unweighed > 0 {
		f.out.Say("%s more are not weighed: that is too much work at once. Ask of one unit: muster fill LIST --steps ID.",
			finding.Count(gains.Unweighed, "step"))
	}
	return nil
}
