package preview

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"muster/builder/fad"
	"muster/builder/odds"
	combat "muster/rules/fad"
)

// MatchUp compares the units of a force with the units of the question's foe, or with its targets.
// Fire and assaults are computed as for a table; errors are those of Ask.
func MatchUp(ctx context.Context, list odds.List, q odds.Question, distances []int) (*odds.MatchUp, error) {
	a, err := odds.NewInquiry[combat.Scenario, combat.Result](list, &q, odds.SideFuncs[Combatant]{
		OwnUnits:       func(odds.List) ([]Combatant, error) { return withoutPartners(list.GameList().(*fad.Army)), nil },
		FoeUnits:       func(foe odds.List) []Combatant { return withoutPartners(foe.GameList().(*fad.Army)) },
		TypicalTargets: TypicalTargets,
	})
	if err != nil {
		return nil, err
	}
	setListNames(list, a.Units)
	if q.Foe.List != nil {
		setListNames(q.Foe.List, a.Targets)
	}
	m := odds.MatchUpMaker[Combatant, combat.Scenario, combat.Result]{
		OwnUnits: a.Units, FoeUnits: a.Targets, FoesHarmless: q.Foe.List == nil,
		Distances: distances, InCover: q.Cover != "" && q.Cover != string(combat.Open),
		CanBeFought: func(u *Combatant) bool { return u.Side.Kind != combat.Artillery },
		Identify:    func(u *Combatant) (string, string, int) { return u.ID, u.Name, u.Points },
		SameOdds:    equalUnits,
		Attacks: func(unit, target *Combatant) (all []Pair, err error) {
			var to [2]Pair
			for i, inches := range distances {
				at := odds.Question{Distance: inches, Cover: q.Cover, Moved: q.Moved}
				if i > 0 { // it charges from wherever it is
					at.Mode = odds.Shooting
				}
				to[fireIndex] = Pair{}
				if err := unit.setBestPairs(target, &at, []*Pair{&to[fireIndex], &to[assaultIndex]}, func(*Pair) error { return nil }); err != nil {
					return nil, err
				}
				if to[fireIndex].Unit != nil {
					all = append(all, to[fireIndex])
				}
			}
			if to[assaultIndex].Unit != nil {
				all = append(all, to[assaultIndex])
			}
			return all, nil
		},
		Mode: func(p *Pair) odds.Mode {
			if isAssault(p) {
				return odds.Charging
			}
			return odds.Shooting
		},
		AttacksNeeded: attacksNeeded,
	}
	return m.Run(ctx)
}

// withoutPartners returns the units of a force, each without its partner. Off-board artillery is
// included.
func withoutPartners(army *fad.Army) []Combatant {
	return slices.DeleteFunc(Units(army), func(u Combatant) bool { return u.Partner != "" })
}

// setListNames gives units their names in the list, where equal names get numbers.
func setListNames(list odds.List, units []Combatant) {
	names := list.GameList().(*fad.Army).Names()
	for i := range units {
		units[i].Name = names[units[i].ID]
	}
}

// equalUnits reports whether two units of a force differ only in their names.
func equalUnits(a, b *Combatant) bool {
	if a.Points != b.Points || a.Side.Figures != b.Side.Figures {
		return false
	}
	x, y := *a, *b
	for _, u := range []*Combatant{&x, &y} {
		u.ID, u.Name, u.Side.Name, u.Officer, u.profile, u.Notes = "", "", "", "", nil, nil
	}
	return reflect.DeepEqual(x, y)
}

// attacksNeeded returns the mean number of attacks until the target is broken or destroyed, and the
// mean number until it is destroyed.
func attacksNeeded(p *Pair) (mean odds.AttacksNeeded, err error) {
	d := combat.Duel{Tables: p.Unit.Tables, Scenario: p.Scenario, Attacker: p.Unit.Side, Target: p.Target.Side}
	if isAssault(p) {
		mean.UntilHalf, mean.UntilDestroyed, err = combat.AssaultsToBreak(d, p.Target.sideAfterLosses)
	} else if mean.UntilHalf, err = combat.AttacksToBreak(d); err == nil {
		mean.UntilDestroyed, err = combat.AttacksToDestroy(d)
	}
	if err != nil {
		err = fmt.Errorf("%s against %s: %w", p.Unit.Name, p.Target.Name, err)
	}
	return mean, err
}

// sideAfterLosses returns the unit after the loss of a number of figures; each loss is taken from
// the group (figures with equal weapons) that is then the largest.
func (u *Combatant) sideAfterLosses(fallen int) combat.Side {
	if fallen == 0 {
		return u.Side
	}
	left := make([]int, len(u.profile.Figures))
	for i, f := range u.profile.Figures {
		left[i] = f.Count
	}
	for range fallen {
		left[slices.Index(left, slices.Max(left))]--
	}
	i := u.army.List.Index(u.ID)
	if one := combatantsOfUnit(u.army, i, u.Tables, map[string]odds.UnitState{u.ID: {ModelsLeft: left}}); len(one) > 0 &&
		u.Side.Kind.HasFigures() {
		return one[0].Side
	}
	side := u.Side
	side.Figures, side.FiguresLost = side.Figures-fallen, side.FiguresLost+fallen
	return side
}
