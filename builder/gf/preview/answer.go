package preview

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"muster/builder/gf"
	"muster/builder/odds"
	"muster/report"
	"muster/rules"
	combat "muster/rules/gf"
	"muster/schema"
)

// Choices returns the allowed values of a question about a list of Grimdark Future.
func Choices() odds.Choices {
	return odds.Choices{Modes: []odds.Mode{odds.Shooting, odds.Charging, odds.Ability}}
}

// inquiry is a question about the units of a list, with the part of the answer that is known so
// far.
type inquiry struct {
	odds.Inquiry[Combatant, combat.Scenario, combat.Result]
	army *gf.Army
}

// Ask answers a question about a list whose List method returns a *gf.Army. It fails if a unit is
// missing or cannot fight, if a rule cannot be used, or if ctx is done.
func Ask(ctx context.Context, list odds.List, q odds.Question) (*odds.Answer, error) {
	a := inquiry{army: list.GameList().(*gf.Army)}
	var err error
	a.Inquiry, err = odds.NewInquiry[combat.Scenario, combat.Result](list, &q, odds.SideFuncs[Combatant]{
		OwnUnits: func(odds.List) ([]Combatant, error) {
			units := survivingUnits(Combatants(a.army), a.army.Game, q.OwnStates)
			if err := UseRules(units, q.UsedRules); err != nil {
				return nil, fmt.Errorf("%s: %w", list.Document().File, err)
			}
			return units, nil
		},
		FoeUnits:       func(foe odds.List) []Combatant { return survivingUnits(targetsOf(foe), a.army.Game, q.FoeStates) },
		TypicalTargets: func(doc *schema.Document) ([]Combatant, error) { return TypicalTargets(doc, a.army.Game) },
	})
	if err != nil {
		return nil, err
	}
	unifyDistanceScale(a.Units, a.Targets)
	if err := UseRules(a.Targets, q.EnemyUsedRules); err != nil {
		return nil, fmt.Errorf("%s: %w", q.Foe.Title(), err)
	}
	if q.OnlyNeededRolls {
		return &a.Answer, a.addNeededRolls(ctx)
	}
	a.Answer.ExpectedQuantity, a.Answer.ExpectedQuantityNote = "wounds", "Expected wounds are exact, against fresh units in the open"
	ask := a.answerForUnit
	if q.UnitID == "" {
		ask = a.addTable
	}
	pairs, err := ask(ctx)
	if err == nil && q.KeepResults {
		a.Answer.Report = a.NewReport(pairs,
			func(p *Pair) string { return string(p.Scenario.Mode) + " " + p.Unit.ID }, pairReport)
	}
	return &a.Answer, err
}

// targetsOf returns the units of a list as targets.
func targetsOf(list odds.List) []Combatant { return Combatants(list.GameList().(*gf.Army)) }

// unifyDistanceScale makes all units measure distances as in a small-scale game (one base for each
// unit) if any of them is from such a list, since they meet in one game.
func unifyDistanceScale(sides ...[]Combatant) {
	all := slices.Concat(sides...)
	small := slices.ContainsFunc(all, func(u Combatant) bool { return bool(u.distanceScale) })
	for _, side := range sides {
		for i := range side {
			side[i].distanceScale = gf.DistanceScale(small)
		}
	}
}

// beginSection begins a section of the answer, about a unit or the list.
func (a *inquiry) beginSection(title string, facts ...string) *odds.Section {
	return a.Section(title, a.army.Game.Name+" "+a.army.Game.Edition, facts...)
}

// circumstancesText returns the unusual circumstances of the question as text, such as "; after
// moving", with before put before it.
func (a *inquiry) circumstancesText(before string) string {
	var words []string
	if a.Distance > 0 {
		words = append(words, fmt.Sprintf("%d\" apart", a.Distance))
	}
	if a.Cover != "" {
		words = append(words, "targets in cover")
	}
	if a.Moved {
		words = append(words, "shooters have moved")
	}
	if words == nil {
		return ""
	}
	return before + strings.Join(words, ", ")
}

// addTable adds the tables of every unit against every target to the answer, and returns the
// attacks.
func (a *inquiry) addTable(ctx context.Context) ([]Pair, error) {
	pairs, err := PreviewMatrix(ctx, a.army.Game, a.Units, a.Targets, a.Question)
	if err != nil {
		return nil, err
	}
	s := a.beginSection(cmp.Or(a.army.List.Name, a.List.Document().File), fmt.Sprintf("%d points", a.List.Points()))
	s.ReadingHint = odds.TablesExplanation
	if here := a.circumstancesText(" Here: "); here != "" {
		s.ReadingHint += here + "."
	}
	for way, t := range []struct {
		asked             bool
		title, from, none string
	}{
		shootingIndex:  {a.AsksForMode(odds.Shooting), "Shooting", "From", "-"}, // a unit may have nothing to shoot with
		longRangeIndex: {a.AsksForMode(odds.Shooting) && a.AddLongRange, "Shooting, long range", "From", "-"},
		meleeIndex:     {a.AsksForMode(odds.Charging), "Charging", "", ""},
	} {
		if !t.asked {
			continue
		}
		grid := odds.Table{Table: report.Table{Title: t.title, Columns: []report.Column{
			{Name: t.title, TerminalOnly: true}, odds.NameColumn(""), {Name: t.from, Kind: report.NumberColumn},
		}}}
		for i := range a.Units {
			grid.Add(a.Units[i].ID, a.Units[i].Name, t.none)
			grid.Attacks = append(grid.Attacks, odds.AttackRow{UnitIndex: i})
		}
		odds.AddTargets(&grid, a.Answer.Targets, pairs[way])
		s.Tables = append(s.Tables, grid)
	}
	if a.AsksForMode(odds.Charging) {
		dashImpossibleAttacks(s.Tables[len(s.Tables)-1].Rows, len(a.Targets), pairs[meleeIndex])
		s.Remarks = a.chargeRemarks(a.Units)
	}
	var all []Pair
	for i := range a.Units {
		all = append(all, a.addAskedUnit(&a.Units[i], odds.PossibleAttacks(pairs, i))...)
	}
	s.Remarks = append(s.Remarks, ruleRemarks(all)...)
	return all, nil
}

// dashImpossibleAttacks puts dashes in the cells of attacks that cannot be made.
func dashImpossibleAttacks(rows []report.Row, targets int, pairs [][]Pair) {
	for i := range rows {
		cells := rows[i].Cells[len(rows[i].Cells)-targets:]
		for j := range cells {
			if pairs[i][j].Unit == nil {
				cells[j].Text = odds.Dash
			}
		}
	}
}

// chargeRemarks returns remarks on the units that cannot charge and the targets that cannot be
// charged, with the rules that forbid it.
func (a *inquiry) chargeRemarks(units []Combatant) []odds.Remark {
	named := func(units []Combatant, do rules.Action) (names []string) {
		for i := range units {
			if by := units[i].ruleForbidding(do); by != "" {
				names = append(names, fmt.Sprintf("%s (%s)", units[i].Name, by))
			}
		}
		return mergeSorted(names)
	}
	all := odds.AddRemark(nil, odds.CannotActRemark, "Cannot charge: ", named(units, rules.ActionCharge), "")
	return odds.AddRemark(all, odds.CannotActRemark, "Cannot be charged: ", named(a.Targets, rules.ActionBeCharged), "")
}

// addAskedUnit adds a unit to the answer as one of the units that the question is about, and
// returns its pairs.
func (a *inquiry) addAskedUnit(u *Combatant, pairs []Pair) []Pair {
	unit := odds.UnitRemarks{ID: u.ID, Name: u.Name, NotModelled: sortedNames(pairs, notModelledRules)}
	if by := u.ruleForbidding(rules.ActionCharge); by != "" {
		unit.WhyNoCharge = []string{by}
	}
	a.Answer.Units = append(a.Answer.Units, unit)
	return pairs
}

// ruleRemarks returns remarks on the rules that the odds leave out or leave to the player, and on
// the effects that players chose.
func ruleRemarks(pairs []Pair) []odds.Remark {
	all := odds.AddRemark(nil, odds.NotModelledRemark, "Not modelled, so of no effect here: ",
		sortedNames(pairs, notModelledRules), "")
	all = odds.AddRemark(all, odds.UnusedRulesRemark,
		"Could be used: ", sortedNames(pairs, func(r *combat.Result) []string { return r.UnusedOptionalRules }), "")
	all = odds.AddRemark(all, odds.ChosenEffectsRemark, "Chosen: ", sortedNames(pairs,
		func(r *combat.Result) []string { return r.ChosenOptions }), "")
	return odds.AddRemark(all, odds.OutsideFightsRemark,
		"Outside a fight: ", sortedNames(pairs, func(r *combat.Result) []string { return r.RulesOutsideFights }), "")
}

func notModelledRules(r *combat.Result) []string { return r.NotModelled }

// sortedNames calls of for the result of each pair, and returns all names, sorted and each once.
func sortedNames(pairs []Pair, of func(*combat.Result) []string) []string {
	var all []string
	for i := range pairs {
		all = append(all, of(&pairs[i].Result)...)
	}
	return mergeSorted(all)
}
