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

type designOptions struct {
	*app
	maxPoints, answerCount, distance int
	targetName, cover, rankBy        string
}

func (a *app) designCommand() *cobra.Command {
	d := designOptions{app: a}
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
	flags.IntVar(&d.maxPoints, "points", 0, "what a design costs at most")
	flags.StringVar(&d.targetName, "against", "", "the target: LIST#ID, or a typical one")
	flags.IntVar(&d.distance, "distance", 12, "inches between both")
	flags.StringVar(&d.cover, "cover", "", "the target's cover: open, partial or heavy")
	flags.StringVar(&d.rankBy, "by", string(forces.ByDamageAndDurability), "what is best: kills, lasts or both (one times the other)")
	flags.IntVar(&d.answerCount, "answers", 5, "how many designs to show")
	a.addReportFlags(cmd, jsonUsage)
	completeFlag(cmd, "by", fixedWords(string(forces.ByDamage), string(forces.ByDurability), string(forces.ByDamageAndDurability)))
	return cmd
}

// checkFlags returns an error for flags that cannot be used together.
func (d *designOptions) checkFlags() error {
	oneOf := func(flag, value string, known ...string) error {
		if slices.Contains(known, value) {
			return nil
		}
		return fmt.Errorf("`--%s %s` should be %s", flag, value, schema.JoinOr(known))
	}
	switch {
	case d.maxPoints < 1:
		return errors.New("say with `--points N` what a design may cost")
	case d.targetName == "":
		return errors.New("say with `--against` what it fights: LIST#ID, or a typical target such as line or tank")
	case d.distance < 1 || d.distance > odds.MaxDistance:
		return fmt.Errorf("`--distance %d` should be 1 to %d inches", d.distance, odds.MaxDistance)
	case d.answerCount < 1 || d.answerCount > 100:
		return fmt.Errorf("`--answers %d` should be 1 to 100", d.answerCount)
	case d.cover != "":
		if err := oneOf("cover", d.cover, "open", "partial", "heavy"); err != nil {
			return err
		}
	}
	return oneOf("by", d.rankBy, string(forces.ByDamage), string(forces.ByDurability),
		string(forces.ByDamageAndDurability))
}

func (d *designOptions) target() (*forces.Combatant, error) {
	at := strings.LastIndexByte(d.targetName, '#')
	if at < 1 {
		return builder.TypicalTarget(d.targetName)
	}
	list, err := d.openList(d.targetName[:at])
	if err != nil {
		return nil, err
	}
	return builder.TargetIn(list, builder.UnitIDOf(list, d.targetName[at+1:]))
}

func (d *designOptions) run(ctx context.Context, kind string, words []string) error {
	if err := d.checkFlags(); err != nil {
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
	s, err := builder.NewDesignSearch(kind, fields, stock, d.books())
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
	s.MaxPoints, s.Objective, s.MaxAnswers = d.maxPoints, forces.Objective(d.rankBy), d.answerCount
	s.Conditions = odds.Question{Distance: d.distance, Cover: d.cover}
	best, searched, err := s.Run(ctx)
	if err != nil {
		return err
	}
	if d.printsJSON {
		err = d.out.JSON(designOutput{designsAsJSON(best), searched, true})
	} else {
		d.printDesigns(kind, s.Target.Name, best, searched)
	}
	if err == nil && len(best) == 0 {
		return errIllegal
	}
	return err
}

func (d *designOptions) printDesigns(kind, target string, best []forces.Design, searched int) {
	if len(best) == 0 {
		d.out.ShowBlocks(report.Paragraph(fmt.Sprintf("No legal design of %s costs %d points or less. "+
			"Give more points, or fewer limits.", report.WithCommas(searched), d.maxPoints)))
		return
	}
	t := &report.Table{Indent: 2, Columns: []report.Column{
		{Name: "Points", Kind: report.NumberColumn},
		{Name: "Kills", Kind: report.NumberColumn},
		{Name: "Lasts", Kind: report.NumberColumn},
		{Name: "Design"},
	}}
	for i := range best {
		w := builder.WorthOfDesign(&best[i])
		t.Add(fmt.Sprint(best[i].Price.Points), w.DamageText(), w.DurabilityText(), strings.Join(best[i].Assignments, " "))
	}
	d.out.ShowBlocks(report.Paragraph(fmt.Sprintf("The best of %s designs of %s for %d points, against %s:",
		report.WithCommas(searched), kind, d.maxPoints, target)), t,
		report.Paragraph("Kills: the target's figures lost to one activation of fire, or the chance in percent that a "+
			"vehicle is lost. Lasts: activations of the target's fire until the unit is broken or destroyed."),
		report.Paragraph("People and movement are not searched: they are taken as given. So are traits; where none is "+
			"given, a design has at most one."))
	d.out.Say("Next: muster price %s %s", kind, strings.Join(best[0].Assignments, " "))
}

type designOutput struct {
	Designs       []designJSON `json:"designs"`
	SearchedCount int          `json:"searched"` // number of designs that were searched
	ProvenBest    bool         `json:"proven"`   // the search has proved that no legal design is better
}

type designJSON struct {
	Unit        map[string]any `json:"unit"` // the unit's fields as in a list
	FieldTexts  []string       `json:"fields"`
	Points      int            `json:"points"`
	ExactPoints string         `json:"exact"` // points before rounding
	Kills       float64        `json:"kills"` // kills in one activation
	// activations of the target's fire that the unit survives; null for no limit
	Durability    *float64 `json:"lasts"`
	KillsPerPoint float64  `json:"per_point"` // kills per point
}

func designsAsJSON(best []forces.Design) []designJSON {
	all := make([]designJSON, len(best))
	for i := range best {
		b := &best[i]
		all[i] = designJSON{
			FieldTexts: b.Assignments, Points: b.Price.Points, ExactPoints: b.Price.Exact.String(), Kills: b.Kills.Value,
			KillsPerPoint: b.KillsPerPoint(),
		}
		if !math.IsInf(b.Durability, 1) {
			all[i].Durability = &b.Durability
		}
		document, err := schema.Read("design", b.Unit.File(), "unit/1")
		if err == nil && document.Decode(&all[i].Unit) == nil {
			delete(all[i].Unit, "muster")
		}
	}
	return all
}
