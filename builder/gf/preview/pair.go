package preview

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"muster/builder/odds"
	"muster/rules"
	"muster/rules/dice"
	combat "muster/rules/gf"
)

// A Pair is the preview of one attack: both units, the scenario and the result. Its LostShare is
// the expected share of the target's wounds that the target loses.
type Pair = odds.Attack[Combatant, combat.Scenario, combat.Result]

// PreviewAttack previews one attack in a scenario; the scenario's distance is as measured at the
// table. The error names the unit that cannot fight, and the reason.
func PreviewAttack(game *rules.System, attacker, target *Combatant, s combat.Scenario) (Pair, error) {
	a, t := attacker.withRulesAgainst(target), target.withRulesAgainst(attacker)
	r, err := combat.Resolve(duelOf(game, a, t, s))
	if err != nil {
		return Pair{}, cannotFight(attacker, target, err)
	}
	if len(attacker.partialRules)+len(target.partialRules) > 0 {
		r.NotModelled = mergeSorted(r.NotModelled, attacker.partialRules, target.partialRules)
	}
	r.UnusedOptionalRules = mergeSorted(r.UnusedOptionalRules, a.unusedLentRules(), t.unusedLentRules())
	p := Pair{Unit: attacker, Target: target, Scenario: s, Result: r, Action: "Charge"}
	if left := len(r.Target.Wounds.PMF) - 1; left > 0 {
		p.LostShare = r.Target.Wounds.Mean / float64(left)
		if attacker.Points > 0 {
			p.LostPer100 = 100 * r.Target.Wounds.Mean / float64(left) * float64(target.Points) / float64(attacker.Points)
		}
	}
	p.Effect = odds.Effect{Kind: odds.MeanCell, Value: r.Target.Wounds.Mean, LostShare: p.LostShare}
	if s.Mode == combat.Shooting {
		p.Action, p.DistanceText = fmt.Sprintf("Shoot %d″", s.Distance), fmt.Sprintf("%d\"", s.Distance)
	}
	return p, nil
}

// duelOf returns the duel of an attack. The scenario's distance is as measured at the table.
func duelOf(game *rules.System, attacker, target *Combatant, s combat.Scenario) combat.Duel {
	s.Distance = (attacker.distanceScale || target.distanceScale).ToRules(s.Distance)
	return combat.Duel{System: game, Scenario: s, Attacker: attacker.Side, Target: target.Side}
}

// cannotFight returns the error for an attack that cannot be previewed; err is the reason.
func cannotFight(attacker, target *Combatant, err error) error {
	return fmt.Errorf("%s against %s: %w", attacker.Name, target.Name, err)
}

// mergeSorted returns all names, sorted and each once.
func mergeSorted(names ...[]string) []string {
	all := slices.Concat(names...)
	slices.Sort(all)
	return slices.Compact(all)
}

// scenarioOf returns the scenario of an attack in a mode of a question, from a distance in inches.
func scenarioOf(q *odds.Question, mode combat.Mode, distance int) combat.Scenario {
	return combat.Scenario{Mode: mode, Distance: distance, AttackerMoved: q.Moved, TargetInCover: q.Cover != "", InSight: true, WantsNeededDice: q.OnlyNeededRolls}
}

// PreviewAll previews everything that a unit can do to a target: shooting from every distance at
// which the odds change, nearest first; charging from every such distance; then each of its
// abilities. It fails if ctx is done.
func PreviewAll(ctx context.Context, game *rules.System, attacker, target *Combatant, q *odds.Question) ([]Pair, error) {
	fight := func(mode combat.Mode, distance int) (Pair, error) {
		if err := ctx.Err(); err != nil {
			return Pair{}, err
		}
		return PreviewAttack(game, attacker, target, scenarioOf(q, mode, distance))
	}
	var pairs []Pair
	if q.AsksForMode(odds.Shooting) {
		distances := []int{q.Distance}
		if q.Distance == 0 {
			distances = attacker.distancesChangingOdds(target)
		}
		var err error
		if pairs, err = addDistanceBands(nil, combat.Shooting, distances, fight); err != nil {
			return nil, err
		}
		// Beyond the reach of all weapons nothing happens.
		if n := len(pairs); n > 1 && pairs[n-1].Result.Target.Wounds.Mean == 0 {
			pairs = pairs[:n-1]
		}
	}
	if q.AsksForMode(odds.Charging) && attacker.canCharge(target) {
		var err error
		if pairs, err = addCharges(pairs, attacker, target, q, fight); err != nil {
			return nil, err
		}
	}
	if q.AsksForMode(odds.Ability) {
		for _, ability := range attacker.abilities() {
			u, s := *attacker, scenarioOf(q, combat.Ability, cmp.Or(q.Distance, attacker.distanceScale.ToTable(ability.rangeInches)))
			s.AbilityRule = ability.use
			if ability.optional {
				u.useRule(rules.Use{Name: s.AbilityRule.Name})
			}
			p, err := PreviewAttack(game, &u, target, s)
			if err != nil {
				return nil, err
			}
			p.Unit = attacker
			pairs = append(pairs, p)
		}
	}
	return pairs, nil
}

// A previewFunc previews one attack of a unit on another in a mode, from a distance in inches.
type previewFunc func(mode combat.Mode, distance int) (Pair, error)

// addCharges appends the previews of a charge from every distance at which the odds change.
func addCharges(pairs []Pair, attacker, target *Combatant, q *odds.Question, fight previewFunc) ([]Pair, error) {
	var limits []int
	for _, u := range []*Combatant{attacker, target} {
		u.eachEffect(func(e *rules.Effect, _ rules.Use) {
			if e.ActsInMelee() {
				limits = append(limits, attacker.distanceScale.ToTable(e.When.DistanceOver),
					attacker.distanceScale.ToTable(e.When.DistanceUpTo))
			}
		})
	}
	slices.Sort(limits)
	limits = slices.DeleteFunc(slices.Compact(limits), func(n int) bool { return n <= 0 })
	if q.Distance > 0 || len(limits) == 0 {
		p, err := fight(combat.Melee, q.Distance)
		return append(pairs, p), err
	}
	before := len(pairs)
	pairs, err := addDistanceBands(pairs, combat.Melee, append(limits, limits[len(limits)-1]+1), fight)
	if len(pairs) == before+1 { // no distance matters after all
		pairs[before].Scenario.Distance = 0
	}
	return pairs, err
}

// addDistanceBands appends the previews of attacks in a mode from each of the distances.
// Neighbouring distances with the same odds become one.
func addDistanceBands(pairs []Pair, mode combat.Mode, distances []int, fight previewFunc) ([]Pair, error) {
	return odds.AddDistanceBands(pairs, distances, func(all []Pair, distance int) ([]Pair, error) {
		p, err := fight(mode, distance)
		return append(all, p), err
	}, func(a, b []Pair) bool {
		return sameShownNumbers(&a[0].Result.Target, &b[0].Result.Target) &&
			(mode == combat.Shooting || sameShownNumbers(&a[0].Result.Attacker, &b[0].Result.Attacker))
	})
}

// distancesChangingOdds returns the distances, as measured at the table, at which the odds of
// shooting can change: the ranges of the unit's weapons, with and without the effects that lengthen
// or shorten them, and the distances in rules of either unit. It is empty for a unit that cannot
// shoot.
func (u *Combatant) distancesChangingOdds(target *Combatant) []int {
	reach := map[int]bool{}
	for _, w := range u.weapons() {
		if w.Range > 0 {
			reach[w.Range] = true
		}
	}
	if len(reach) == 0 {
		return nil
	}
	var limits []int
	for _, unit := range []*Combatant{u, target} {
		unit.eachEffect(func(e *rules.Effect, use rules.Use) {
			if more := e.Range.NumberForRating(use); more != 0 {
				for _, r := range slices.Collect(maps.Keys(reach)) {
					reach[r+more] = true
				}
			}
			limits = append(limits, e.When.DistanceOver, e.When.DistanceUpTo)
		})
	}
	all := slices.Sorted(maps.Keys(reach))
	longest := all[len(all)-1]
	for _, limit := range limits {
		if limit < longest {
			all = append(all, limit)
		}
	}
	for i := range all {
		all[i] = u.distanceScale.ToTable(all[i])
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.DeleteFunc(all, func(distance int) bool { return distance <= 0 })
}

// sameShownNumbers reports whether two outcomes agree in all numbers that are shown.
func sameShownNumbers(a, b *combat.Outcome) bool {
	near := func(x, y float64) bool { return math.Abs(x-y) < 1e-12 }
	return near(a.MoraleTests, b.MoraleTests) && near(a.Shaken, b.Shaken) && near(a.Routed, b.Routed) &&
		near(a.Wins, b.Wins) &&
		slices.EqualFunc(a.Wounds.PMF, b.Wounds.PMF, near)
}

// Kinds of attacks in a table: the first index into Matrix's result.
const (
	shootingIndex = iota
	longRangeIndex
	meleeIndex
)

// PreviewMatrix previews every unit against every target, indexed [kind][unit][target]: shooting,
// shooting from the longest range of any of its weapons (if the question asks for it and not all
// weapons reach as far), and charging. If the question states no distance, each unit shoots from
// the longest distance within range of all its weapons. A Pair is the zero value if the attack is
// impossible or was not previewed. Results have distributions only if the question asks for a
// report.
func PreviewMatrix(ctx context.Context, game *rules.System, units, targets []Combatant, q *odds.Question) ([][][]Pair, error) {
	var kept odds.DistributionLimit
	return odds.AttackMatrix(ctx, 3, len(units), len(targets), func(i, j int, to []*Pair) (err error) {
		u := &units[i]
		fight := func(to *Pair, mode combat.Mode, distance int) {
			if err == nil {
				*to, err = PreviewAttack(game, u, &targets[j], scenarioOf(q, mode, distance))
			}
			if err == nil {
				err = kept.CountFight(q.KeepResults, spreadsOf(to)...)
			}
		}
		if distance, longest := u.WeaponRangeLimits(); q.AsksForMode(odds.Shooting) && distance > 0 {
			distance = cmp.Or(q.Distance, distance)
			fight(to[shootingIndex], combat.Shooting, distance)
			if q.AddLongRange && longest > distance {
				fight(to[longRangeIndex], combat.Shooting, longest)
			}
		}
		if q.AsksForMode(odds.Charging) && u.canCharge(&targets[j]) {
			fight(to[meleeIndex], combat.Melee, q.Distance)
		}
		return err
	})
}

// spreadsOf returns all distributions of an attack's result.
func spreadsOf(p *Pair) []*dice.Spread {
	a, t := &p.Result.Attacker, &p.Result.Target
	return []*dice.Spread{&a.Wounds, &a.ModelsLost, &t.Wounds, &t.ModelsLost}
}
