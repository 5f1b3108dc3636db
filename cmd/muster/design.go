package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder"
	"muster/builder/edit"
	forces "muster/builder/fad/preview"
	"muster/builder/odds"
	"muster/report"
	"muster/schema"
)

// designing holds the options of a design command.
type designing struct {
	*app
	points, answers, distance int
	against, cover, by        string
	json                      bool
}

func (a *app) designCommand() *cobra.Command {
	d := designing{app: a}
	cmd := &cobra.Command{
		Use:   "design KIND --points N --against LIST#ID|TARGET [FIELD=VALUE…]",
		Short: "Find the best units of Fast and Dirty for some points",
		Long: `Find the best legal designs of a kind of unit that cost at most so many points,
against one target. It counts what the unit's fire does to the target in one
activation, and how many activations of the target's fire the unit lasts.

All designs are searched: Quality, Resolve, armour, the number of figures, the
weapon of all, one support weapon and the leader of a squad, a team's heavy
weapon, one or two weapons of a vehicle that is armoured alike on all sides and
has a crew for them, and one trait: of those that cost points and act in this
fight. Each answer differs from those above it in Quality, weapon or size. A
field that you give is fixed. A field may have several values:
quality=regular,elite figures=5..10 traits=tough,save; traits= is for none.
People, movement and all else are as you give them.

TARGET is a typical target: militia, line, elites, powered, gunners, apc, tank.
Exit code 1 if no design is legal and cheap enough.`,
		Example: `  muster design infantry --points 60 --against line
  muster design infantry --points 60 --against enemy.yaml#tank quality=regular,elite figures=6..10
  muster design vehicle --points 150 --against apc movement=tracked --by both`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return d.run(cmd.Context(), args[0], args[1:]) },
	}
	flags := cmd.Flags()
	flags.IntVar(&d.points, "points", 0, "what a design costs at most")
	flags.StringVar(&d.against, "against", "", "the target: LIST#ID, or a typical one")
	flags.IntVar(&d.distance, "distance", 12, "inches between both")
	flags.StringVar(&d.cover, "cover", "", "the target's cover: open, partial or heavy")
	flags.StringVar(&d.by, "by", string(forces.ByBoth), "what is best: kills, lasts or both (one times the other)")
	flags.IntVar(&d.answers, "answers", 5, "how many designs to show")
	asJSON(cmd, &d.json)
	completeFlag(cmd, "by", oneOf(string(forces.ByKills), string(forces.ByLasts), string(forces.ByBoth)))
	return cmd
}

// check refuses flags that have no effect together.
func (d *designing) check() error {
	oneOf := func(flag, value string, known ...string) error {
		if slices.Contains(known, value) {
			return nil
		}
		return fmt.Errorf("`--%s %s` should be %s", flag, value, schema.Either(known))
	}
	switch {
	case d.points < 1:
		return errors.New("say with `--points N` what a design may cost")
	case d.against == "":
		return errors.New("say with `--against` what it fights: LIST#ID, or a typical target such as line or tank")
	case d.distance < 1 || d.distance > odds.MaxDistance:
		return fmt.Errorf("`--distance %d` should be 1 to %d inches", d.distance, odds.MaxDistance)
	case d.answers < 1 || d.answers > 100:
		return fmt.Errorf("`--answers %d` should be 1 to 100", d.answers)
	case d.cover != "":
		if err := oneOf("cover", d.cover, "open", "partial", "heavy"); err != nil {
			return err
		}
	}
	return oneOf("by", d.by, string(forces.ByKills), string(forces.ByLasts), string(forces.ByBoth))
}

// target returns the unit that the design fights.
func (d *designing) target() (*forces.Combatant, error) {
	at := strings.LastIndexByte(d.against, '#')
	if at < 1 {
		return builder.Typical(d.against)
	}
	list, err := d.openList(d.against[:at])
	if err != nil {
		return nil, err
	}
	return builder.TargetIn(list, builder.IDOf(list, d.against[at+1:]))
}

func (d *designing) run(ctx context.Context, kind string, words []string) error {
	if err := d.check(); err != nil {
		return err
	}
	fields, err := edit.ParseAssignments(words)
	if err != nil {
		return err
	}
	stock, err := d.stockForLists()
	if err != nil {
		return err
	}
	s, err := builder.SearchDesigns(kind, fields, stock, d.books())
	if err == nil && s == nil {
		err = fmt.Errorf("`%s` is no kind of unit; those are infantry, heavy-weapons, artillery, character, psionic, "+
			"sniper and vehicle", kind)
	}
	if err != nil {
		return err
	}
	if s.Target, err = d.target(); err != nil {
		return err
	}
	s.Points, s.By, s.Answers = d.points, forces.By(d.by), d.answers
	s.Ground = odds.Question{Distance: d.distance, Cover: d.cover}
	best, searched, err := s.Run(ctx)
	if err != nil {
		return err
	}
	if d.json {
		err = d.out.JSON(designed{designsOf(best), searched, true})
	} else {
		d.show(kind, s.Target.Name, best, searched)
	}
	if err == nil && len(best) == 0 {
		return errIllegal
	}
	return err
}

// show prints designs as a table of their fields.
func (d *designing) show(kind, target string, best []forces.Design, searched int) {
	if len(best) == 0 {
		d.out.Say("No legal design of %s costs %d points or less. Give more points, or fewer limits.",
			report.Grouped(searched), d.points)
		return
	}
	t := &report.Table{Indent: 2, Columns: []report.Column{
		{Name: "Points", Kind: report.Number},
		{Name: "Kills", Kind: report.Number},
		{Name: "Lasts", Kind: report.Number},
		{Name: "Design"},
	}}
	for i := range best {
		w := builder.WorthOfDesign(&best[i])
		t.Add(fmt.Sprint(best[i].Price.Points), w.DamageText(), w.LastsText(), strings.Join(best[i].Fields, " "))
	}
	d.out.Say("The best of %s designs of %s for %d points, against %s:", report.Grouped(searched), kind, d.points, target)
	d.out.ShowBlocks(t)
	d.out.Say("Kills: the target's figures lost to one activation of fire, or the chance in percent that a vehicle " +
		"is lost. Lasts: activations of the target's fire until the unit is broken or destroyed.")
	d.out.Say("People and movement are not searched: they are taken as given. So are traits; where none is given, a design has at most one.")
	d.out.Say("Next: muster price %s %s", kind, strings.Join(best[0].Fields, " "))
}

// designed is the JSON output.
type designed struct {
	Designs  []designJSON `json:"designs"`
	Searched int          `json:"searched"`
	Proven   bool         `json:"proven"`
}

type designJSON struct {
	Unit     map[string]any `json:"unit"` // its fields as in a list
	Fields   []string       `json:"fields"`
	Points   int            `json:"points"`
	Exact    string         `json:"exact"`
	Kills    float64        `json:"kills"`
	Lasts    *float64       `json:"lasts"` // null if it lasts for ever
	PerPoint float64        `json:"per_point"`
}

func designsOf(best []forces.Design) []designJSON {
	all := make([]designJSON, len(best))
	for i := range best {
		b := &best[i]
		all[i] = designJSON{
			Fields: b.Fields, Points: b.Price.Points, Exact: b.Price.Exact.String(), Kills: b.Kills.Value,
			PerPoint: b.PerPoint(),
		}
		if !math.IsInf(b.Lasts, 1) {
			all[i].Lasts = &b.Lasts
		}
		document, err := schema.Read("design", b.Unit.File(), "unit/1")
		if err == nil && document.Decode(&all[i].Unit) == nil {
			delete(all[i].Unit, "muster")
		}
	}
	return all
}
