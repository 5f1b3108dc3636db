package preview

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"muster/builder/fad"
	"muster/builder/odds"
	armoury "muster/catalog/fad"
	"muster/rules"
	"muster/rules/dice"
	combat "muster/rules/fad"
)

// chargeDistance is the distance at which a charge starts, in inches: a move and the charge bonus
// (FAD, Close Assault). The free shot is fired at this distance.
const chargeDistance = 6 + 4

// coversToShow lists the covers of the targets to compute: the cover that the question asks for,
// else all.
func coversToShow(q *odds.Question) []combat.Cover {
	switch q.Cover {
	case "":
		return []combat.Cover{combat.Open, combat.Partial, combat.Heavy}
	case odds.UsualCover:
		return []combat.Cover{combat.Partial}
	}
	return []combat.Cover{combat.Cover(q.Cover)}
}

// A Pair is the preview of one attack of a unit on a target: both units, the circumstances and the
// result. Its share is the proportion of the target's figures lost, or the chance that a vehicle is
// lost by its next activation.
type Pair = odds.Attack[Combatant, combat.Scenario, combat.Result]

// Fight previews one attack under given circumstances.
func Fight(u, target *Combatant, s combat.Scenario) (Pair, error) {
	u.addStates(target, &s)
	r, err := combat.Odds(combat.Duel{Tables: u.Tables, Scenario: s, Attacker: u.Side, Target: target.Side})
	if err != nil {
		return Pair{}, fmt.Errorf("%s against %s: %w", u.Name, target.Name, err)
	}
	p := Pair{Unit: u, Target: target, Scenario: s, Result: r, LostShare: r.Target.VehicleLost, Action: "Fire"}
	p.Effect = odds.Effect{Kind: odds.ChanceCell, Value: p.LostShare, LostShare: p.LostShare}
	if target.Side.Kind != combat.Vehicle {
		p.LostShare = r.Target.Casualties.Mean / float64(target.Side.Figures)
		p.Effect = odds.Effect{Kind: odds.MeanCell, Value: r.Target.Casualties.Mean, LostShare: p.LostShare}
	}
	if u.Points > 0 {
		p.LostPer100 = 100 * p.LostShare * float64(target.Points) / float64(u.Points)
	}
	if isAssault(&p) {
		p.Action = "Assault"
	}
	if s.Distance > 0 {
		p.DistanceText = fmt.Sprintf("%d\"", s.Distance)
	}
	return p, nil
}

// addStates adds the present states of both units in a game to an attack's circumstances.
func (u *Combatant) addStates(target *Combatant, s *combat.Scenario) {
	if s.Mode == combat.Shooting || s.Mode == combat.AllFire {
		s.ShooterUnderFire, s.TargetUnderFire = u.hasFirePenalty(), target.isHarderToHit()
	}
	if s.FreeShot != nil {
		free := *s.FreeShot
		free.ShooterUnderFire, free.TargetUnderFire = target.hasFirePenalty(), u.isHarderToHit()
		s.FreeShot = &free
	}
}

// hasFirePenalty reports whether a state makes the unit's fire worse.
func (u *Combatant) hasFirePenalty() bool { return u.hasState(rules.UnderFireState, rules.BrokenState) }

// isHarderToHit reports whether a state makes the unit harder to hit.
func (u *Combatant) isHarderToHit() bool { return u.hasState(rules.UnderFireState, rules.PinnedState) }

// hasState reports whether a unit of figures has one of some states; false for vehicles, because
// their states change neither their fire nor fire at them.
func (u *Combatant) hasState(states ...string) bool {
	return u.Side.Kind != combat.Vehicle && u.gameState.IsInState(states...)
}

// isAssault reports whether a pair is an assault.
func isAssault(p *Pair) bool {
	return p.Scenario.Mode == combat.CloseAssault || p.Scenario.Mode == combat.VehicleAssault
}

// AllAttacks previews everything that a unit can do to a target: fire after a move and Open Fire,
// at every distance that makes a difference (nearest first), in every cover, and at every side of a
// vehicle with different armour; then blasts, and assaults with and without the free shot. The
// error is ctx's.
func AllAttacks(ctx context.Context, u, target *Combatant, q *odds.Question) ([]Pair, error) {
	fight := func(s combat.Scenario) (Pair, error) {
		if err := ctx.Err(); err != nil {
			return Pair{}, err
		}
		return Fight(u, target, s)
	}
	var pairs []Pair
	if q.AsksForMode(odds.Shooting) {
		for _, way := range u.waysToFire(target) {
			var err error
			if pairs, err = u.appendFire(pairs, way, q, fight); err != nil {
				return nil, err
			}
		}
	}
	if q.AsksForMode(odds.Charging) {
		for _, s := range u.waysToCharge(target) {
			p, err := fight(s)
			if err != nil {
				return nil, err
			}
			pairs = append(pairs, p)
		}
	}
	return pairs, nil
}

// waysToFire returns the ways in which a unit can fire at a target, at the nearest distance and
// without cover.
func (u *Combatant) waysToFire(target *Combatant) []combat.Scenario {
	vehicle := target.Side.Kind == combat.Vehicle
	if target.Side.Kind == combat.Artillery ||
		u.gameState.IsInState(rules.PinnedState, rules.DamagedState, rules.CriticalState) {
		return nil // it is never on the table; or the unit may not fire
	}
	if with := u.Side.Partner; with != nil && with.Kind == combat.HeavyWeapons && with.BlastWeapon() != nil && !vehicle {
		return nil // it blasts by itself
	}
	var ways []combat.Scenario
	volley := func(mode combat.Mode, facing combat.Facing) {
		ways = append(ways, combat.Scenario{Mode: mode, Facing: facing, ShooterMoved: true},
			combat.Scenario{Mode: mode, Facing: facing, OpenFire: true})
	}
	if u.Side.Kind != combat.Artillery && (vehicle || u.Side.HasDirectFire()) {
		for _, facing := range facings(target) {
			volley(combat.Shooting, facing)
		}
	}
	if !vehicle && u.Side.Kind != combat.Artillery && u.Side.HasMixedFire() {
		volley(combat.AllFire, "")
	}
	if !vehicle && u.Side.Partner == nil && u.Side.BlastWeapon() != nil { // nobody takes part in its blast
		ways = append(ways, combat.Scenario{Mode: combat.Blast})
		if u.Side.Kind == combat.Vehicle {
			ways = append(ways, combat.Scenario{Mode: combat.Blast, ShooterMoved: true})
		}
	}
	return ways
}

// facings returns one side of a vehicle for each different armour, and one entry for figures.
func facings(target *Combatant) []combat.Facing {
	v := &target.Side
	if v.Kind != combat.Vehicle {
		return []combat.Facing{""}
	}
	all := []combat.Facing{combat.Front}
	if v.Flank != v.Front {
		all = append(all, combat.Flank)
	}
	if v.Rear != v.Front && v.Rear != v.Flank {
		all = append(all, combat.Rear)
	}
	return all
}

// appendFire appends the previews of one way of firing at all distances and in every cover.
func (u *Combatant) appendFire(pairs []Pair, way combat.Scenario, q *odds.Question, fight func(combat.Scenario) (Pair, error)) ([]Pair, error) {
	if q.Moved && !way.ShooterMoved && u.Side.Kind != combat.Artillery {
		return pairs, nil
	}
	distances := []int{q.Distance}
	if u.Side.Kind == combat.Artillery {
		distances = []int{0}
	} else if q.Distance == 0 {
		distances = u.rangeBandEnds(way.Mode)
	}
	kept := false
	return odds.AddDistanceBands(pairs, distances, func(all []Pair, distance int) ([]Pair, error) {
		way.Distance = distance
		before, fired := len(all), false
		for _, cover := range coversToShow(q) {
			way.Cover = cover
			p, err := fight(way)
			if err != nil {
				return nil, err
			}
			fired = fired || p.Result.Target.Hits.Mean > 0
			all = append(all, p)
		}
		if !fired && (kept || distance != distances[len(distances)-1]) {
			return all[:before], nil
		}
		kept = true
		return all, nil
	}, sameOdds)
}

// rangeBandEnds lists the far ends of the range bands of all weapons, in inches.
func (u *Combatant) rangeBandEnds(mode combat.Mode) []int {
	var all []int
	for _, w := range u.rangedWeapons() {
		switch {
		case mode != combat.Blast:
			all = append(all, w.CloseRange, 2*w.CloseRange, 3*w.CloseRange)
		case w.IsBlast: // a blast is as good at every range
			all = append(all, 3*w.CloseRange)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// AllWeaponsReach returns the greatest distance, in inches, at which all the unit's weapons reach;
// 0 if it cannot shoot, or has no limit.
func (u *Combatant) AllWeaponsReach() int {
	reach := 0
	for _, w := range u.rangedWeapons() {
		if reach == 0 || 3*w.CloseRange < reach {
			reach = 3 * w.CloseRange
		}
	}
	return reach
}

// rangedWeapons lists the weapons with a range; for a weapon team, the weapon that its crew serves.
func (u *Combatant) rangedWeapons() []combat.Weapon {
	var all []combat.Weapon
	for _, side := range []*combat.Fighter{&u.Side.Fighter, u.Side.Partner} {
		if side == nil {
			continue
		}
		for _, w := range side.Weapons {
			if w.CloseRange > 0 && (!side.Kind.CrewsWeapon() || w.ServedByCrew) {
				all = append(all, w)
			}
		}
	}
	return all
}

// sameOdds reports whether two previews show the same numbers.
func sameOdds(a, b []Pair) bool {
	near := func(x, y float64) bool { return math.Abs(x-y) < 1e-12 }
	for i := range a {
		x, y := a[i].Result.Target.Numbers(), b[i].Result.Target.Numbers()
		for j := range x {
			if x[j].Spread == nil && !near(x[j].Chance, y[j].Chance) ||
				x[j].Spread != nil && !slices.EqualFunc(x[j].Spread.PMF, y[j].Spread.PMF, near) {
				return false
			}
		}
	}
	return true
}

// waysToCharge returns the ways in which a unit can assault a target: with and without the free
// shot.
func (u *Combatant) waysToCharge(target *Combatant) []combat.Scenario {
	switch u.Side.Kind {
	case combat.Vehicle, combat.Sniper, combat.Artillery:
		return nil
	}
	with := u.Side.Partner
	switch {
	case u.gameState.IsInState(rules.PinnedState, rules.BrokenState):
		return nil
	case target.Side.Kind == combat.Artillery, target.Side.Flies:
		return nil
	case with != nil && (with.Kind != combat.Infantry || target.Side.Kind == combat.Vehicle):
		return nil // the squad assaults alone
	case target.Side.Kind == combat.Vehicle:
		return []combat.Scenario{{Mode: combat.VehicleAssault}}
	}
	if target.gameState.IsInState(rules.PinnedState) { // it does not fire
		return []combat.Scenario{{Mode: combat.CloseAssault}}
	}
	return []combat.Scenario{
		{Mode: combat.CloseAssault},
		{Mode: combat.CloseAssault, FreeShot: &combat.FreeShot{Distance: chargeDistance}},
	}
}

// The indices of the actions, fire and assault, in a table of every unit against every target.
const (
	fireIndex = iota
	assaultIndex
)

// BestPairs previews every unit against every target: its best fire, and its charge with the free
// shot. It fires from the distance AllWeaponsReach into the open (or the question's cover), at a
// vehicle's front. A pair without a Unit is impossible or was not previewed. Results have
// distributions only if the question asks for a report.
func BestPairs(ctx context.Context, units, targets []Combatant, q *odds.Question) ([][][]Pair, error) {
	var kept odds.DistributionLimit
	return odds.AttackMatrix(ctx, 2, len(units), len(targets), func(i, j int, to []*Pair) error {
		return units[i].setBestPairs(&targets[j], q, to, func(p *Pair) error { return kept.CountFight(q.KeepResults, spreadsOf(p)...) })
	})
}

// setBestPairs sets the two pairs of BestPairs for a unit and a target: the unit's best fire, and
// its charge. keep, if not nil, is called for each preview.
func (u *Combatant) setBestPairs(target *Combatant, q *odds.Question, to []*Pair, keep func(*Pair) error) error {
	var ways []combat.Scenario
	if q.AsksForMode(odds.Shooting) {
		all := u.waysToFire(target)
		ways = all[:0]
		for _, way := range all {
			if way.Facing != "" && way.Facing != combat.Front || q.Moved && !way.ShooterMoved &&
				u.Side.Kind != combat.Artillery {
				continue
			}
			if q.Cover != "" {
				way.Cover = coversToShow(q)[0]
			}
			if u.Side.Kind != combat.Artillery {
				way.Distance = cmp.Or(q.Distance, u.AllWeaponsReach())
			}
			ways = append(ways, way)
		}
	}
	if q.AsksForMode(odds.Charging) {
		if charges := u.waysToCharge(target); len(charges) > 0 {
			ways = append(ways, charges[len(charges)-1])
		}
	}
	var p Pair
	var err error
	for _, way := range ways {
		if p, err = Fight(u, target, way); err != nil {
			return err
		}
		if keep != nil {
			if err := keep(&p); err != nil {
				return err
			}
		}
		best := to[fireIndex]
		if isAssault(&p) {
			best = to[assaultIndex]
		}
		if best.Unit == nil || p.LostPer100 > best.LostPer100 {
			*best = p
		}
	}
	return nil
}

// BestDamage returns the greatest damage of a unit of a force to a target at a distance in inches:
// by fire or a charge, alone or with its partner. The charger's losses are subtracted, converted to
// figures of the target of equal points. It is zero for a unit that cannot fight.
func BestDamage(ctx context.Context, army *fad.Army, id string, target *Combatant, distance int) (best odds.Effect, err error) {
	i := army.List.Index(id)
	if i < 0 {
		return best, nil
	}
	units := combatantsOfUnit(army, i, army.List.Armoury.FightTables(), nil)
	pairs, err := BestPairs(ctx, units, []Combatant{*target}, &odds.Question{Distance: distance})
	if err != nil {
		return best, err
	}
	for i := range units {
		for _, p := range odds.PossibleAttacks(pairs, i) {
			e := p.Effect
			if isAssault(&p) && target.Points > 0 {
				lost := p.Result.Attacker.Casualties.Mean / float64(p.Unit.Side.Figures) * float64(p.Unit.Points) / float64(target.Points)
				e.Value, e.LostShare = max(0, e.Value-lost*float64(target.Side.Figures)), max(0, e.LostShare-lost)
			}
			way := &best.ValueByAction.Shooting
			if isAssault(&p) {
				way = &best.ValueByAction.Charging
			}
			if *way = max(*way, e.Value); e.LostShare >= best.LostShare {
				best = odds.Effect{Kind: e.Kind, Value: e.Value, LostShare: e.LostShare, ValueByAction: best.ValueByAction}
			}
		}
	}
	if len(units) > 0 {
		units[0].raiseDamageByPsionics(target, distance, &best)
	}
	return best, nil
}

// psionicPowerRange is the range of a power against an enemy, in inches (FAD, Powers).
const psionicPowerRange = 12

// raiseDamageByPsionics replaces best by the damage of a psionic power, used instead of fire, if
// the power does more.
func (u *Combatant) raiseDamageByPsionics(target *Combatant, distance int, best *odds.Effect) {
	for _, p := range u.psionicPowers() {
		if p.MinKillRoll == 0 || distance > psionicPowerRange || target.Side.Kind == combat.Vehicle {
			continue
		}
		kills := u.psionicSuccesses().AtLeast(1) * float64(7-p.MinKillRoll) / 6
		if best.ValueByAction.Shooting = max(best.ValueByAction.Shooting, kills); kills > best.Value {
			*best = odds.Effect{
				Kind: odds.MeanCell, Value: kills, LostShare: kills / float64(target.Side.Figures),
				ValueByAction: best.ValueByAction,
			}
		}
	}
}

// psionicPowers returns the powers of a psionic in a force.
func (u *Combatant) psionicPowers() []*armoury.Power {
	if u.Side.Kind != combat.Psionic || u.profile == nil {
		return nil
	}
	return u.profile.Powers
}

// psionicSuccesses returns the distribution of a psionic's successes with a power.
func (u *Combatant) psionicSuccesses() dice.PMF {
	return combat.InvocationPasses(u.army.List.Armoury.Aptitudes.Find(u.profile.Aptitude).TargetNumber)
}

// Durability returns the mean number of activations of a target's fire until a unit of a force in
// the open is broken or destroyed; +Inf for never. The target does not move, is distance inches
// away, and fires in the way that breaks the unit first. A psionic invokes the power that protects
// its unit most.
func Durability(ctx context.Context, army *fad.Army, id string, target *Combatant, distance int) (float64, error) {
	i := army.List.Index(id)
	if i < 0 {
		return math.Inf(1), nil
	}
	units := combatantsOfUnit(army, i, army.List.Armoury.FightTables(), nil)
	if len(units) == 0 {
		return math.Inf(1), nil
	}
	return units[0].durability(ctx, target, distance)
}

// durability is the function Durability for a combatant.
func (u *Combatant) durability(ctx context.Context, target *Combatant, distance int) (float64, error) {
	least := math.Inf(1)
	for _, s := range target.waysToFire(u) {
		if s.ShooterMoved || s.Facing != "" && s.Facing != combat.Front {
			continue
		}
		if err := ctx.Err(); err != nil {
			return least, err
		}
		s.Distance = distance
		d := combat.Duel{Tables: u.Tables, Scenario: s, Attacker: target.Side, Target: u.Side}
		longest, err := combat.AttacksToBreak(d)
		for _, p := range u.psionicPowers() {
			if err != nil || p.Effects == nil || p.UncountedEffects() != "" || p.InvokedOnEnemy && distance > psionicPowerRange {
				continue
			}
			var mean float64
			mean, err = combat.AttacksToBreakInvoker(d, combat.Invocation{
				Effects: p.Effects, AffectsAttacker: p.InvokedOnEnemy, Passes: u.psionicSuccesses(),
				StrengthPoints: u.profile.PsionicStrength,
			})
			longest = max(longest, mean)
		}
		if err != nil {
			return least, fmt.Errorf("%s under fire of %s: %w", u.Name, target.Name, err)
		}
		least = min(least, longest)
	}
	return least, nil
}

// spreadsOf returns the distributions of an attack's results.
func spreadsOf(p *Pair) []*dice.Spread {
	a, t := &p.Result.Attacker, &p.Result.Target
	return []*dice.Spread{&a.Casualties, &a.Wounded, &a.Hits, &t.Casualties, &t.Wounded, &t.Hits}
}

// UnpinnableTargets names the squads and teams among the targets that the unit cannot pin in any of
// the pairs.
func UnpinnableTargets(pairs []Pair) []string {
	reached := map[*Combatant]bool{}
	var order []*Combatant
	for _, p := range pairs {
		if !p.Result.Target.ApplicableNumbers.Pinned || p.Target.Side.Kind.IsSingleFigure() {
			continue
		}
		if _, met := reached[p.Target]; !met {
			order = append(order, p.Target)
		}
		reached[p.Target] = reached[p.Target] || p.Result.Target.Pinned > 0
	}
	var names []string
	for _, u := range order {
		if !reached[u] {
			names = append(names, u.Name)
		}
	}
	return names
}
