package preview

import (
	"context"
	"fmt"
	"math"
	"slices"

	"muster/builder/gf"
	"muster/builder/odds"
	"muster/rules"
	combat "muster/rules/gf"
	"muster/schema"
)

// WorthDistance is the distance, in inches, at which the worth of units is compared.
const WorthDistance = 12

// limitedUsesWeight is the weight of a weapon with limited uses per game: it counts in one fight of
// four.
const limitedUsesWeight = 0.25

// FoeTargets returns the foe's units, or the typical targets, as targets for a list whose List
// method returns a *gf.Army; the list may be empty.
func FoeTargets(list odds.List, foe odds.Foe) ([]Combatant, error) {
	army := list.GameList().(*gf.Army)
	a, err := odds.NewInquiry[combat.Scenario, combat.Result](list, &odds.Question{Foe: foe}, odds.SideFuncs[Combatant]{
		OwnUnits:       func(odds.List) ([]Combatant, error) { return make([]Combatant, 1), nil },
		FoeUnits:       targetsOf,
		TypicalTargets: func(doc *schema.Document) ([]Combatant, error) { return TypicalTargets(doc, army.Game) },
	})
	return a.Targets, err
}

// A TargetKind is a kind of target, for the choice of weapons.
type TargetKind string

const (
	Hordes TargetKind = "hordes" // Defense 5+ or worse
	Troops TargetKind = "troops" // all others
	Armour TargetKind = "armour" // Tough(6) or more
)

// TargetKinds lists all kinds of targets.
var TargetKinds = []TargetKind{Hordes, Troops, Armour}

// TargetFacts holds the properties of a target that matter to its attackers.
type TargetFacts struct {
	Kind   TargetKind
	Wounds int // wounds that kill the unit
	// DependsOnAttacker means that the unit's rules depend on its attacker, or affect a charging
	// one, so that the result depends on more than the attacker's own attacks.
	DependsOnAttacker bool
}

// TargetFacts returns the properties of the unit as a target. It fails if the unit cannot fight.
func (u *Combatant) TargetFacts(game *rules.System) (TargetFacts, error) {
	x, err := combat.ExpectWounds(combat.Duel{
		System:   game,
		Scenario: scenarioOf(&odds.Question{}, combat.Melee, WorthDistance), Attacker: plainEnemy, Target: u.Side,
	})
	if err != nil {
		return TargetFacts{}, fmt.Errorf("%s: %w", u.Name, err)
	}
	f := TargetFacts{Kind: Troops, Wounds: x.TargetWoundsLeft, DependsOnAttacker: !x.DependsOnWeaponCountsOnly}
	switch {
	case x.TargetWoundsLeft >= 6*u.Side.Models():
		f.Kind = Armour
	case u.Side.Defense >= 5:
		f.Kind = Hordes
	}
	return f, nil
}

// plainEnemy is a unit of one model without rules, to compute the facts of targets.
var plainEnemy = combat.Side{
	Quality: 4, Defense: 4, Groups: []combat.Group{{Models: 1}},
	Weapons: []combat.Weapon{{Name: "Fist", Count: 1, Attacks: 1}},
}

// Worth holds what a unit is expected to destroy of each target.
type Worth struct {
	Points      []float64 // points destroyed, by target
	Wounds      []float64 // wounds dealt, by target
	WoundShares []float64 // share of all wounds of the target, 0 to 1, by target
}

// ExpectedDamage returns what the unit is expected to destroy of each target: by shooting from a
// distance in inches, without having moved, at targets in the open; or by charging from there. A
// weapon with limited uses per game counts in one fight of four. Strike fails if a unit cannot
// fight, or if ctx is done.
func (u *Combatant) ExpectedDamage(ctx context.Context, game *rules.System, targets []Combatant, distance int, charging bool) (Worth, error) {
	s := scenarioOf(&odds.Question{}, combat.Shooting, distance)
	if charging {
		s.Mode = combat.Melee
	}
	all, err := u.damageInScenario(ctx, game, targets, s)
	lasting, limited := u.withoutWeapons(func(w *combat.Weapon) bool { return (w.Range == 0) == charging && u.hasLimitedUses(w) })
	if !limited || err != nil {
		return all, err
	}
	rest, err := lasting.damageInScenario(ctx, game, targets, s)
	for i := range all.Points {
		for _, part := range [][2][]float64{
			{all.Points, rest.Points},
			{all.Wounds, rest.Wounds},
			{all.WoundShares, rest.WoundShares},
		} {
			part[0][i] = limitedUsesWeight*part[0][i] + (1-limitedUsesWeight)*part[1][i]
		}
	}
	return all, err
}

// A DamagePart is the contribution of one weapon of a unit, in any number of copies, or of the
// unit's rules without weapons, to its damage to each target. If CanSumDamage allows it, the damage
// of a unit is the sum of its parts.
type DamagePart struct {
	targets     []partTarget
	limitedUses bool // the weapon's uses per game are limited
	hasWeapon   bool // the part is the contribution of a weapon, not of the rules alone
	// the contribution can be computed on its own; otherwise CanSumDamage returns false
	computableAlone bool
}

// A partTarget is the contribution of a DamagePart to the damage to one target; AttackPart is nil
// if the target cannot be attacked.
type partTarget struct {
	*combat.AttackPart
	pointsPerWound float64 // points destroyed by each wound
}

// WeaponDamagePart returns the contribution of one kind of weapon (arms) to the unit's damage, or
// of its rules if arms has no weapon. The other arguments are as for ExpectedDamage.
func (u *Combatant) WeaponDamagePart(
	ctx context.Context, game *rules.System, targets []Combatant, charging bool, arms gf.WeaponCount,
) (DamagePart, error) {
	only, found := u.WithOnlyWeapons(arms)
	if found != (arms.Weapon != nil) {
		return DamagePart{targets: make([]partTarget, len(targets)), hasWeapon: !found}, nil
	}
	return only.UnitDamagePart(ctx, game, targets, charging, found)
}

// UnitDamagePart returns the whole unit as one DamagePart. The unit may have at most one kind of
// weapon; armed means that it has one.
func (u *Combatant) UnitDamagePart(ctx context.Context, game *rules.System, targets []Combatant, charging,
	armed bool,
) (DamagePart, error) {
	only := u
	s := scenarioOf(&odds.Question{}, combat.Shooting, WorthDistance)
	if charging {
		s.Mode = combat.Melee
	}
	p := DamagePart{targets: make([]partTarget, len(targets)), hasWeapon: armed, computableAlone: true}
	if p.hasWeapon {
		var rest Combatant
		rest, p.limitedUses = only.withoutWeapons(func(w *combat.Weapon) bool { return (w.Range == 0) == charging && u.hasLimitedUses(w) })
		p.computableAlone = !p.limitedUses || len(rest.weapons()) == 0 // all of its profiles, or none
	}
	for i := range targets {
		t := &targets[i]
		if !p.computableAlone || charging && !only.canCharge(t) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return p, err
		}
		unarmed, armed, err := combat.SplitByWeapon(combat.Duel{System: game, Scenario: s, Attacker: only.Side, Target: t.Side})
		if err != nil {
			return p, cannotFight(u, t, err)
		}
		if p.computableAlone = unarmed != nil; !p.computableAlone {
			continue
		}
		p.targets[i] = partTarget{unarmed, float64(t.Points) / float64(unarmed.TargetWoundsLeft())}
		if p.hasWeapon {
			p.targets[i].AttackPart = armed
		}
	}
	return p, nil
}

// SplitByWeapon splits a unit by the weapons that it uses in a mode. It returns the unit without
// these weapons, then for each kind of weapon the unit with only that weapon, grouped by the rules
// of the models that carry it. The parts of these units add up to the unit. It returns nil for
// units with heroes, because a hero has rules and weapons of its own, and for units that cannot
// charge.
func (u *Combatant) SplitByWeapon(charging bool) []Combatant {
	if u.Side.Hero != nil || charging && u.ruleForbidding(rules.ActionCharge) != "" {
		return nil
	}
	bare := *u
	bare.Side.Weapons, bare.Side.Groups = nil, nil
	var of []int // the group of the bare unit that each group is in
	for _, g := range u.Side.Groups {
		at := slices.IndexFunc(bare.Side.Groups, func(o combat.Group) bool { return slices.Equal(o.Rules, g.Rules) })
		if at < 0 {
			at = len(bare.Side.Groups)
			bare.Side.Groups = append(bare.Side.Groups, combat.Group{Rules: g.Rules})
		}
		bare.Side.Groups[at].Models += g.Models
		of = append(of, at)
	}
	const squad = -1
	var kinds []heldWeapons
	add := func(hand int, some []combat.Weapon) {
		for _, w := range some {
			if w.ProfileOf == "" && (w.Range == 0) != charging {
				continue
			}
			at := slices.IndexFunc(kinds, func(k heldWeapons) bool { return k.groupIndex == hand && k.matches(&w) })
			if at < 0 {
				at = len(kinds)
				kinds = append(kinds, heldWeapons{groupIndex: hand})
			}
			kinds[at].addWeapon(w)
		}
	}
	add(squad, u.Side.Weapons)
	for i, g := range u.Side.Groups {
		add(of[i], g.Weapons)
	}
	all := []Combatant{bare}
	for _, k := range kinds {
		one := bare
		if k.groupIndex == squad {
			one.Side.Weapons = k.weapons
		} else {
			one.Side.Groups = slices.Clone(bare.Side.Groups)
			one.Side.Groups[k.groupIndex].Weapons = k.weapons
		}
		all = append(all, one)
	}
	return all
}

// heldWeapons is a number of equal weapons, or the profiles of one weapon, carried by one group of
// models.
type heldWeapons struct {
	groupIndex int // index of the group
	weapons    []combat.Weapon
}

// matches reports whether a weapon is of the same kind, or another profile of it.
func (k *heldWeapons) matches(w *combat.Weapon) bool {
	first := &k.weapons[0]
	return w.ProfileOf != "" && first.ProfileOf == w.ProfileOf || sameWeapon(first, w)
}

// addWeapon adds one more weapon of the kind, or one more profile of the same weapon.
func (k *heldWeapons) addWeapon(w combat.Weapon) {
	if at := slices.IndexFunc(k.weapons, func(o combat.Weapon) bool { return sameWeapon(&o, &w) }); at >= 0 {
		k.weapons[at].Count += w.Count
		return
	}
	k.weapons = append(k.weapons, w)
}

// sameWeapon reports whether two weapons are equal except for their numbers.
func sameWeapon(w, o *combat.Weapon) bool {
	return w.Name == o.Name && w.ProfileOf == o.ProfileOf && w.Range == o.Range && w.Attacks == o.Attacks &&
		slices.Equal(w.Rules, o.Rules)
}

// MaxPoints returns, for each target, an upper bound of the points that the part destroys together
// with any other parts. The Sum of parts is at most the sum of their bounds: parts act one after
// the other, each on the target as the earlier parts leave it, and no such state lets a part deal
// more wounds than its best state.
func (p *DamagePart) MaxPoints() []float64 {
	most := make([]float64, len(p.targets))
	for i, t := range p.targets {
		switch {
		case !p.computableAlone:
			most[i] = math.Inf(1)
		case t.AttackPart != nil:
			most[i] = t.AttackPart.MaxMeanWounds * t.pointsPerWound
		}
		if p.limitedUses {
			most[i] *= limitedUsesWeight
		}
	}
	return most
}

// WoundDistributions returns the distribution of the wounds that the part deals, for each target
// and each combination of the players' picks and the outcomes of rule dice in its fight. ok is
// false if the effect is more than a number of wounds, so that it influences other weapons.
func (p *DamagePart) WoundDistributions() (all [][]float64, ok bool) {
	if !p.computableAlone || p.limitedUses {
		return nil, false
	}
	for _, t := range p.targets {
		if t.AttackPart == nil {
			continue
		}
		turns, ok := t.AttackPart.WoundChances()
		if !ok {
			return nil, false
		}
		all = append(all, turns...)
	}
	return all, true
}

// CanSumDamage reports whether the damage of a unit is the Sum of its parts. The first part must be
// the part without weapons.
func CanSumDamage(parts []*DamagePart) bool {
	some := make([]*combat.AttackPart, len(parts))
	for _, p := range parts {
		if !p.computableAlone {
			return false
		}
	}
	for t := range parts[0].targets {
		if parts[0].targets[t].AttackPart == nil {
			continue
		}
		for i, p := range parts {
			some[i] = p.targets[t].AttackPart
		}
		if !combat.CanSumParts(some) {
			return false
		}
	}
	return true
}

// SumDamage returns the points of each target that a unit with these parts is expected to destroy.
// It equals the result of Strike.
func SumDamage(parts []*DamagePart, charging bool) []float64 {
	points := make([]float64, len(parts[0].targets))
	if !slices.ContainsFunc(parts, func(p *DamagePart) bool { return p.limitedUses }) {
		addDamageShare(points, 1, parts, charging)
		return points
	}
	addDamageShare(points, limitedUsesWeight, parts, charging)
	lasting := slices.DeleteFunc(slices.Clone(parts), func(p *DamagePart) bool { return p.limitedUses })
	addDamageShare(points, 1-limitedUsesWeight, lasting, charging)
	return points
}

// addDamageShare adds a share, 0 to 1, of the points that the parts destroy together to points, by
// target.
func addDamageShare(points []float64, share float64, parts []*DamagePart, charging bool) {
	if len(parts) == 1 && !charging {
		return // no shooting without a weapon
	}
	var room [16]*combat.AttackPart
	for t := range points {
		if parts[0].targets[t].AttackPart == nil {
			continue
		}
		some := room[:0]
		for _, p := range parts {
			some = append(some, p.targets[t].AttackPart)
		}
		points[t] += share * combat.SumParts(some) * parts[0].targets[t].pointsPerWound
	}
}

// damageInScenario is ExpectedDamage with a scenario.
func (u *Combatant) damageInScenario(ctx context.Context, game *rules.System, targets []Combatant, s combat.Scenario) (Worth, error) {
	n := len(targets)
	w := Worth{Points: make([]float64, n), Wounds: make([]float64, n), WoundShares: make([]float64, n)}
	if all, _ := u.WeaponRangeLimits(); s.Mode == combat.Shooting && all == 0 {
		return w, nil
	}
	for i := range targets {
		t := &targets[i]
		if s.Mode == combat.Melee && !u.canCharge(t) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return w, err
		}
		x, err := combat.ExpectWounds(combat.Duel{System: game, Scenario: s, Attacker: u.Side, Target: t.Side})
		if err != nil {
			return w, cannotFight(u, t, err)
		}
		if x.TargetWoundsLeft > 0 {
			w.Points[i] = x.MeanWounds * float64(t.Points) / float64(x.TargetWoundsLeft)
			w.Wounds[i], w.WoundShares[i] = x.MeanWounds, x.MeanWounds/float64(x.TargetWoundsLeft)
		}
	}
	return w, nil
}

// WithOnlyWeapons returns the unit with only the given weapons, and reports whether the unit has
// such weapons.
func (u *Combatant) WithOnlyWeapons(arms gf.WeaponCount) (only Combatant, found bool) {
	like := arms.Weapon
	var profiles []string // that were found
	only, _ = u.withoutWeapons(func(w *combat.Weapon) bool {
		if like == nil || slices.Contains(profiles, w.Name) {
			return true
		}
		if len(like.Profiles) > 0 {
			if w.ProfileOf != like.Name {
				return true
			}
		} else if found || w.ProfileOf != "" || w.Range != like.Range || w.Attacks != like.Attacks ||
			!slices.Equal(w.Rules, like.Rules) {
			return true
		}
		found, w.Count = true, arms.Count
		profiles = append(profiles, w.Name)
		return false
	})
	return only, found
}

// hasLimitedUses reports whether the uses of a weapon per game are limited.
func (u *Combatant) hasLimitedUses(w *combat.Weapon) bool {
	return slices.ContainsFunc(w.Rules, func(use rules.Use) bool {
		rule := u.Side.RuleSet.Find(use.Name)
		return rule != nil && slices.ContainsFunc(rule.Effects, func(e rules.Effect) bool { return e.MaxPerGame.IsSet })
	})
}

// withoutWeapons returns the unit without the weapons for which drop returns true, and reports
// whether it has any.
func (u *Combatant) withoutWeapons(drop func(*combat.Weapon) bool) (without Combatant, any bool) {
	without = *u
	kept := func(all []combat.Weapon) []combat.Weapon {
		var left []combat.Weapon
		for _, w := range all {
			if !drop(&w) {
				left = append(left, w)
			}
		}
		any = any || len(left) < len(all)
		return left
	}
	without.Side.Weapons = kept(u.Side.Weapons)
	without.Side.Groups = slices.Clone(u.Side.Groups)
	for i := range without.Side.Groups {
		g := &without.Side.Groups[i]
		g.Weapons = kept(g.Weapons)
	}
	if h := u.Side.Hero; h != nil {
		hero := *h
		hero.Weapons = kept(h.Weapons)
		without.Side.Hero = &hero
	}
	return without, any
}
