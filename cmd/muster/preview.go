package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder"
	"muster/builder/finding"
	"muster/builder/gf/preview"
	"muster/rules"
	combat "muster/rules/gf"
	"muster/schema"
)

// benchmark is what --against says for the typical targets of the program.
const benchmark = "benchmark"

// inCover is what --cover without a kind says.
const inCover = "yes"

// maxDistance is the largest distance that a duel may state, in inches.
const maxDistance = 500

func (a *app) previewCommand() *cobra.Command {
	q := previewQuestion{app: a}
	cmd := &cobra.Command{
		Use:   "preview LIST [--unit ID] [--against LIST2[#ID] | --against benchmark]",
		Short: "Predict how a list's units fare in a fight",
		Long: `Predict how a list's units fare: against typical targets, against every unit of
another list, or against one of them. Odds are exact. Combined units, heroes who
joined and upgrades count as the list has them.

Without --unit a table shows how many points each unit is expected to destroy
for 100 of its own, and marks its best target. With --unit that unit's odds are
shown in full: shooting from each distance, and charging.

--against may also name a file of your own with typical targets (bench/1).`,
		Example: `  muster preview third.yaml
  muster preview third.yaml --unit squad-1 --cover
  muster preview third.yaml --against enemy.yaml --mode melee
  muster preview third.yaml --unit tank --against enemy.yaml#kraken`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completeListThen(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if q.cover == "" && cmd.Flags().Changed("cover") {
				return errors.New("`--cover=` should be followed by a kind of cover; for the usual one write `--cover`")
			}
			return q.answer(args[0])
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&q.unit, "unit", "", "the id of the unit to show in full")
	flags.StringVar(&q.against, "against", benchmark, "whom to fight: LIST2, LIST2#ID, or benchmark")
	flags.StringVar((*string)(&q.options.Mode), "mode", "", "shooting, melee or ability alone")
	flags.IntVar(&q.options.Distance, "distance", 0, "inches between the units; otherwise each distance that matters")
	flags.StringArrayVar(&q.uses, "use", nil, "a rule that could be used and is: NAME, or NAME=N for so many markers or the Nth effect")
	flags.StringArrayVar(&q.enemyUses, "enemy-use", nil, "the same for the other side")
	flags.StringVar(&q.cover, "cover", "", "targets are in cover; of Fast and Dirty also --cover=heavy, =partial (if nothing is said) or =open")
	flags.Lookup("cover").NoOptDefVal = inCover
	flags.BoolVar(&q.options.Moved, "moved", false, "shooters have moved")
	flags.BoolVar(&q.json, "json", false, "write JSON for scripts")
	completions := map[string]cobra.CompletionFunc{
		"mode": cobra.FixedCompletions([]string{string(combat.Shooting), string(combat.Melee), string(combat.Ability)}, cobra.ShellCompDirectiveNoFileComp),
		"unit": func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return a.completeListThen(a.completeIDs)(cmd, args, typed)
		},
	}
	for flag, complete := range completions {
		if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
			panic(err) // the flags are those above
		}
	}
	return cmd
}

// A previewQuestion is what a person asks of the preview command.
type previewQuestion struct {
	*app
	unit    string // "" for all
	against string
	cover   string // "" for what the preview takes
	options preview.Options
	json    bool

	uses, enemyUses []string // "NAME" or "NAME=N"
}

// equals writes "NAME=N" as rules are written.
func equals(uses []string) []string {
	written := make([]string, len(uses))
	for i, use := range uses {
		written[i] = use
		if name, n, ok := strings.Cut(use, "="); ok {
			written[i] = strings.TrimSpace(name) + "(" + strings.TrimSpace(n) + ")"
		}
	}
	return written
}

func (q *previewQuestion) answer(list string) error {
	o := q.options
	modes := []string{string(combat.Shooting), string(combat.Melee), string(combat.Ability)}
	switch {
	case o.Mode == combat.Ability && q.unit == "":
		return errors.New("`--mode ability` goes with `--unit ID`: abilities are shown for one unit")
	case o.Mode != "" && !slices.Contains(modes, string(o.Mode)):
		return fmt.Errorf("`--mode %s` should be %s%s", o.Mode, strings.Join(modes, ", "), schema.DidYouMean(string(o.Mode), modes))
	}
	if o.Distance < 0 || o.Distance > maxDistance {
		return fmt.Errorf("`--distance %d` should be 1 to %d inches", o.Distance, maxDistance)
	}
	roster, err := q.openList(list)
	if err != nil {
		return err
	}
	q.warn(roster)
	switch q.cover { // the words of a switch
	case "true":
		q.cover = inCover
	case "false":
		q.cover = ""
	}
	switch r := roster.(type) {
	case builder.ArmyPreviewer:
		return q.answerArmy(roster, r.Fighters())
	case builder.ForcePreviewer:
		return q.answerForce(roster, r.Fighters())
	}
	return fmt.Errorf("%s: there are no previews of %s", list, roster.Game().Name)
}

// answerArmy previews a list that fights with dice for each attack.
func (q *previewQuestion) answerArmy(list builder.Roster, units []preview.Unit) error {
	o, game := q.options, list.Game()
	switch q.cover {
	case "":
	case inCover:
		q.options.Cover, o.Cover = true, true
	default:
		return fmt.Errorf("`--cover=%s`: cover has no kinds in %s; write `--cover`", q.cover, game.Name)
	}
	if err := preview.Use(units, rules.ParseUses(equals(q.uses))); err != nil {
		return fmt.Errorf("%s: --use: %w", list.Document().File, err)
	}
	units, err := pick(list, units, q.unit, (*preview.Unit).Has)
	if err != nil {
		return err
	}
	enemy, targets, err := q.targets(list)
	if err != nil {
		return err
	}
	if err := preview.Use(targets, rules.ParseUses(equals(q.enemyUses))); err != nil {
		return fmt.Errorf("--enemy-use: %w", err)
	}
	p := printout{app: q.app, list: list, enemy: enemy, options: o}
	if q.unit != "" {
		var pairs []preview.Pair
		for i := range targets {
			more, err := preview.Try(game, &units[0], &targets[i], o)
			if err != nil {
				return err
			}
			pairs = append(pairs, more...)
		}
		if q.json {
			return p.report(pairs)
		}
		return p.unit(&units[0], targets, pairs)
	}
	table, err := preview.Matrix(game, units, targets, o)
	if err != nil {
		return err
	}
	if q.json {
		var pairs []preview.Pair
		for i := range units {
			for _, row := range [][]preview.Pair{table.Shooting[i], table.Melee[i]} {
				pairs = append(pairs, slices.DeleteFunc(slices.Clone(row), func(p preview.Pair) bool { return p.Unit == nil })...)
			}
		}
		return p.report(pairs)
	}
	p.table(table)
	return nil
}

// warn tells of a list that is not legal.
func (q *previewQuestion) warn(list builder.Roster) {
	if !builder.Legal(list) {
		file := list.Document().File
		fmt.Fprintf(q.err, "muster: %s is not legal; its units are taken as they are written\n        Next: muster check %s explains what to change\n", file, word(file))
	}
}

// enemies opens the list that another is tried against.
func (q *previewQuestion) enemies(list builder.Roster, path string) (builder.Roster, error) {
	roster, err := q.openList(path)
	if err != nil {
		return nil, err
	}
	if game := list.Game(); roster.Game() != game {
		return nil, fmt.Errorf("%s is a list for %s and %s for %s; both sides of a fight should play the same edition",
			list.Document().File, game.ID, path, roster.Game().ID)
	}
	q.warn(roster)
	return roster, nil
}

// pick finds the unit of a list that an id belongs to among those that can take
// the field, also as it fights with its partner; "" picks all of them, if there are any.
func pick[Unit any](list builder.Roster, units []Unit, id string, has func(*Unit, string) bool) ([]Unit, error) {
	file := list.Document().File
	if id == "" {
		switch {
		case len(units) > 0:
			return units, nil
		case list.Size() == 0:
			return nil, fmt.Errorf("%s: the list has no units yet", file)
		}
		var why []string
		for _, f := range list.Findings() {
			if f.Severity == finding.Error && strings.HasSuffix(f.Code, "/unknown") {
				why = append(why, f.Message)
			}
		}
		return nil, fmt.Errorf("%s: no unit of the list can take the field: %s", file, cmp.Or(strings.Join(why, "; "), "`muster check` explains why"))
	}
	if found := slices.DeleteFunc(slices.Clone(units), func(u Unit) bool { return !has(&u, id) }); len(found) > 0 {
		return found, nil
	}
	if slices.Contains(builder.IDs(list.Document()), id) {
		return nil, fmt.Errorf("%s: `%s` cannot take the field; `muster check %s` explains why", file, id, word(file))
	}
	return nil, list.NoUnit(id)
}

// foe splits what --against names into a file and the id of one unit of it, or
// "".
func (q *previewQuestion) foe() (path, id string, err error) {
	path = q.against
	if path == "" {
		return "", "", errors.New("`--against` should name a list, LIST#ID or benchmark")
	}
	if _, err := os.Stat(path); err != nil {
		if at := strings.LastIndexByte(path, '#'); at > 0 {
			path, id = path[:at], path[at+1:]
		}
	}
	return path, id, nil
}

// readEnemy reads a list, or typical targets of a game.
func (q *previewQuestion) readEnemy(path string, game *rules.System) (*schema.Document, error) {
	document, err := q.read(path, "list/1", "bench/1")
	if err != nil || document.Kind != "bench/1" {
		return document, err
	}
	if system := document.At("system").Text(); system != "" && system != game.ID {
		return nil, fmt.Errorf("%s holds targets of %s, and the list is for %s", path, system, game.ID)
	}
	return document, nil
}

// target is the one of a file's targets that has an id.
func target[Unit any](path string, targets []Unit, id string, idOf func(*Unit) string) ([]Unit, error) {
	ids := make([]string, len(targets))
	for i := range targets {
		ids[i] = idOf(&targets[i])
	}
	at := slices.Index(ids, id)
	if at < 0 {
		return nil, fmt.Errorf("%s: there is no target `%s`%s", path, id, schema.DidYouMean(id, ids))
	}
	return targets[at : at+1], nil
}

// targets finds whom to fight, and what they are called together.
func (q *previewQuestion) targets(list builder.Roster) (name string, targets []preview.Unit, err error) {
	if q.against == benchmark {
		targets, err = preview.Bench(list.Game())
		return benchmark, targets, err
	}
	path, id, err := q.foe()
	if err != nil {
		return "", nil, err
	}
	document, err := q.readEnemy(path, list.Game())
	if err != nil {
		return "", nil, err
	}
	if document.Kind == "bench/1" {
		if targets, err = preview.ReadBench(document, list.Game()); err != nil {
			return "", nil, err
		}
		if id == "" {
			return path, targets, nil
		}
		targets, err = target(path, targets, id, func(u *preview.Unit) string { return u.ID })
		return path, targets, err
	}
	enemy, err := q.enemies(list, path)
	if err != nil {
		return "", nil, err
	}
	targets, err = pick(enemy, enemy.(builder.ArmyPreviewer).Fighters(), id, (*preview.Unit).Has) // of the same game
	return path, targets, err
}
