package fill

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/fad"
	forces "muster/builder/fad/preview"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/builder/gf/preview"
	"muster/builder/odds"
	"muster/schema"
)

// An Aim computes the damage of a list's units to one target, and what each option adds to it. A
// unit's damage is the better of shooting from Distance and charging. In Grimdark Future a unit
// fights together with a hero who joined it; in Fast and Dirty alone or with its partner, whichever
// is better.
type Aim struct {
	Distance int // distance of the target in inches; 0 stands for preview.WorthDistance

	gfArmy    *gf.Army            // nil for a list of Fast and Dirty
	gfTargets []preview.Combatant // the target alone, for a list of Grimdark Future
	fadForce  *fad.Army           // nil for a list of Grimdark Future
	fadTarget forces.Combatant    // the target, for a list of Fast and Dirty
}

// NewAim returns an Aim at the target with the id foe.Unit. The error says that there is no such
// target, or that fights against it cannot be computed.
func NewAim(r builder.Roster, foe odds.Foe) (*Aim, error) {
	a := &Aim{Distance: preview.WorthDistance}
	n := 0
	var err error
	switch list := r.GameList().(type) {
	case *gf.Army:
		a.gfArmy = list
		a.gfTargets, err = preview.FoeTargets(r, foe)
		n = len(a.gfTargets)
	case *fad.Army:
		a.fadForce = list
		var units []forces.Combatant
		units, err = forceTargets(foe)
		for i := range units {
			if units[i].ID == foe.UnitID {
				a.fadTarget, n = units[i], n+1
			}
		}
	}
	if err == nil && n != 1 {
		err = schema.Errorf(odds.CodeCannotFight, "there is no one target `%s`", foe.UnitID)
	}
	return a, err
}

// Targets returns the targets at which the units of a list can aim.
func Targets(r builder.Roster, foe odds.Foe) (all []odds.Target, err error) {
	if _, ok := r.GameList().(*gf.Army); ok {
		units, err := preview.FoeTargets(r, foe)
		for i := range units {
			all = append(all, units[i].Target())
		}
		return all, err
	}
	units, err := forceTargets(foe)
	for i := range units {
		all = append(all, units[i].Target())
	}
	return all, err
}

// forceTargets returns the targets at which a list of Fast and Dirty can aim.
func forceTargets(foe odds.Foe) ([]forces.Combatant, error) {
	if foe.List != nil {
		return forces.Targets(forces.Units(foe.List.GameList().(*fad.Army))), nil
	}
	return forces.TypicalTargets(foe.Targets)
}

// Damage returns the damage of a unit of the list to the target; zero if it cannot fight.
func (a *Aim) Damage(ctx context.Context, id string) (odds.Effect, error) {
	if a.fadForce != nil {
		return forces.BestDamage(ctx, a.fadForce, id, &a.fadTarget, a.Distance)
	}
	u := a.gfArmy.Unit(id)
	if u == nil {
		return odds.Effect{}, a.gfArmy.NoUnitError(id)
	}
	if u.IsHero {
		return a.groupDamage(ctx, a.gfArmy, gf.NewGroup(u))
	}
	return a.groupDamage(ctx, a.gfArmy, a.gfArmy.Group(u))
}

// OfferDamage returns the damage to the target of a unit that can be added, before upgrades.
func (a *Aim) OfferDamage(ctx context.Context, o *builder.Offer) (odds.Effect, error) {
	switch alone := o.RosterOfOne().GameList().(type) {
	case *gf.Army:
		return a.groupDamage(ctx, alone, alone.Groups[0])
	case *fad.Army:
		return forces.BestDamage(ctx, alone, alone.Units[0].ID, &a.fadTarget, a.Distance)
	}
	return odds.Effect{}, nil
}

// groupDamage returns the damage of a group of the army: the better of shooting and charging.
func (a *Aim) groupDamage(ctx context.Context, army *gf.Army, g *gf.Group) (best odds.Effect, err error) {
	u := preview.NewCombatant(army, g)
	for _, charging := range []bool{false, true} {
		w, err := u.ExpectedDamage(ctx, army.Game, a.gfTargets, a.Distance, charging)
		if err != nil {
			return best, err
		}
		way := &best.ValueByAction.Shooting
		if charging {
			way = &best.ValueByAction.Charging
		}
		if *way = w.Wounds[0]; *way >= best.Value {
			best = odds.Effect{Kind: odds.MeanCell, Value: *way, LostShare: w.WoundShares[0], ValueByAction: best.ValueByAction}
		}
	}
	return best, nil
}

// withEntries returns an army that consists of only the given entries.
func (a *Aim) withEntries(entries []gf.Entry) *gf.Army {
	list := *a.gfArmy.List
	list.Units = entries
	return gf.BuildWithBooks(&list, a.gfArmy.Books)
}

// Durability returns the mean number of activations of the target's fire until a unit of the list
// is broken or destroyed, +Inf for never. known is false if there is no such unit, or if the game
// does not compute durability.
func (a *Aim) Durability(ctx context.Context, id string) (mean float64, known bool, err error) {
	if a.fadForce == nil || a.fadForce.Unit(id) == nil {
		return 0, false, nil
	}
	mean, err = forces.Durability(ctx, a.fadForce, id, &a.fadTarget, a.Distance)
	return mean, true, err
}

// An OptionGain is what an option adds to a unit's damage, and to its durability in activations.
type OptionGain struct {
	Damage, Durability float64
	// what the option adds to the damage from shooting and from charging
	DamageByAction odds.ActionValues
}

// damageGain returns the difference between the damage with an option and without it.
func damageGain(with, without odds.Effect) OptionGain {
	return OptionGain{
		Damage: with.Value - without.Value,
		DamageByAction: odds.ActionValues{
			Shooting: with.ValueByAction.Shooting - without.ValueByAction.Shooting,
			Charging: with.ValueByAction.Charging - without.ValueByAction.Charging,
		},
	}
}

// DurabilityLimit is the number of activations from which a unit counts as lasting for ever.
const DurabilityLimit = builder.DurabilityLimit

// OptionGains returns what one more choice of each option adds to the damage of a unit, by the
// option's id. If no more can be chosen, the gain is what the last choice adds. In a section with a
// single choice, an option is compared with no choice. Options that cannot be chosen are left out,
// and so are options on which other choices depend. For a unit of Fast and Dirty, OptionGains
// returns the gain of each of fad.Variants in damage and durability.
func (a *Aim) OptionGains(ctx context.Context, id string) (map[string]OptionGain, error) {
	if a.fadForce != nil {
		return a.variantGains(ctx, id, func(string) bool { return true }, true)
	}
	if a.gfArmy.Unit(id) == nil {
		return nil, nil
	}
	gains, v := map[string]OptionGain{}, a.variants(a.gfArmy.Unit(id))
	for _, section := range a.gfArmy.OpenUpgrades(id) {
		for _, o := range section.Options {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			var most int
			switch {
			case section.MaxChosen == 1:
				most = 1
			case o.ChoicesLeft > 0:
				most = o.ChosenCount + 1
			case o.ChosenCount > 0:
				most = o.ChosenCount
			default:
				continue
			}
			with, ok, err := v.damageWith(ctx, section, o.Option.ID, most)
			if err != nil {
				return nil, err
			}
			without, both, err := v.damageWith(ctx, section, o.Option.ID, most-1)
			if err != nil {
				return nil, err
			}
			if ok && both {
				gains[o.Option.ID] = damageGain(with, without)
			}
		}
	}
	return gains, nil
}

// WeaponGains returns what one more weapon adds to the damage of a unit of Fast and Dirty, for each
// weapon that one more of its figures can carry, by the key of the weapon's field. Durability is
// left out.
func (a *Aim) WeaponGains(ctx context.Context, id string) (map[string]OptionGain, error) {
	if a.fadForce == nil {
		return nil, nil
	}
	return a.variantGains(ctx, id, func(name string) bool { return strings.HasPrefix(name, "weapons/") }, false)
}

// variantGains returns what each variant of a unit of Fast and Dirty adds to damage; a variant is
// the unit after a change of one field. Only variants whose name fits are included. lasting adds
// the gains in durability. If the unit already has the entry that a variant removes, the gain is
// what the unit would lose.
func (a *Aim) variantGains(ctx context.Context, id string, fits func(name string) bool, lasting bool) (map[string]OptionGain, error) {
	both := func(army *fad.Army) (effect odds.Effect, lasts float64, err error) {
		effect, err = forces.BestDamage(ctx, army, id, &a.fadTarget, a.Distance)
		if err != nil || !lasting {
			return effect, 0, err
		}
		lasts, err = forces.Durability(ctx, army, id, &a.fadTarget, a.Distance)
		return effect, min(lasts, DurabilityLimit), err
	}
	now, stood, err := both(a.fadForce)
	if err != nil {
		return nil, err
	}
	gains := map[string]OptionGain{}
	for name, v := range a.fadForce.Variants(id) {
		if !fits(name) {
			continue
		}
		with, lasts, err := both(a.fadForce.WithUnit(v.Unit))
		if err != nil {
			return nil, err
		}
		g, longer := damageGain(with, now), lasts-stood
		if v.RemovesValue {
			g, longer = damageGain(now, with), -longer
		}
		g.Durability = longer
		gains[name] = g
	}
	return gains, nil
}

// upgradeVariants computes the damage of a unit with other upgrades, together with the units that
// fight beside it.
type upgradeVariants struct {
	*Aim
	entries       []gf.Entry               // entries of the group, the unit's own first
	ownEntryCount int                      // number of entries that are the unit itself: 2 for a combined pair, else 1
	cache         map[string]variantDamage // computed variants, by the contents of the group
}

// A variantDamage is the damage of a unit with other upgrades.
type variantDamage struct {
	effect odds.Effect
	legal  bool
}

// variants returns the computer of damage with other upgrades for a unit of the list.
func (a *Aim) variants(u *gf.Unit) *upgradeVariants {
	v := &upgradeVariants{Aim: a, ownEntryCount: 1, cache: map[string]variantDamage{}}
	g := a.gfArmy.Group(u)
	if !u.IsHero {
		v.ownEntryCount = len(g.Halves)
	}
	v.entries = append(v.entries, *u.Entry)
	for _, m := range g.Members() {
		if m != u {
			v.entries = append(v.entries, *m.Entry)
		}
	}
	return v
}

// damageWith returns the group's damage if the unit has an option n times; in a section with a
// single choice the option replaces the old one. ok reports whether these upgrades are legal.
func (v *upgradeVariants) damageWith(ctx context.Context, section gf.OpenSection, option string, n int) (effect odds.Effect, ok bool, err error) {
	entries := slices.Clone(v.entries)
	touched := entries[:1]
	if gf.ChangesAllModels(section.Section) {
		touched = entries[:v.ownEntryCount]
	}
	for i := range touched {
		touched[i].Upgrades = withChoice(touched[i].Upgrades, section, option, n)
	}
	key := fmt.Sprint(touched[0].Upgrades)
	if known, there := v.cache[key]; there {
		return known.effect, known.legal, nil
	}
	army := v.withEntries(entries)
	_, broken := finding.FirstError(army.Findings, "upgrade/")
	effect, err = v.groupDamage(ctx, army, army.Groups[0])
	v.cache[key] = variantDamage{effect, !broken}
	return effect, !broken, err
}

// withChoice returns the upgrades with an option of a section chosen n times, in place of the old
// choice.
func withChoice(upgrades []gf.Choice, section gf.OpenSection, option string, n int) (all []gf.Choice) {
	for _, c := range upgrades {
		replaced := section.MaxChosen == 1 && slices.ContainsFunc(section.Options, func(o gf.OpenOption) bool {
			return o.Option.ID == c.Option
		})
		if c.Option == option || replaced {
			c = gf.Choice{Option: option, Count: n}
			n = 0
		}
		if c.Count > 0 {
			all = append(all, c)
		}
	}
	if n > 0 {
		all = append(all, gf.Choice{Option: option, Count: n})
	}
	return all
}
