package fill

import (
	"context"
	"fmt"
	"slices"

	"muster/builder"
	"muster/builder/fad"
	forces "muster/builder/fad/preview"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/builder/gf/preview"
	"muster/builder/odds"
	"muster/schema"
)

// An Aim is a list and one target: what its units do to it, and what each of their
// options adds. A unit does the better of shooting from preview.WorthDistance and charging,
// with the hero who joined it or, in Fast and Dirty, alone or with its partner.
type Aim struct {
	army   *gf.Army // nil of a force
	field  []preview.Unit
	force  *fad.Army // nil of an army
	target forces.Unit
}

// TakeAim makes ready to ask about one target, which the foe names by its Unit. The
// error says that there is no such target, or that it cannot be fought.
func TakeAim(r builder.Roster, foe odds.Foe) (*Aim, error) {
	a := new(Aim)
	n := 0
	var err error
	switch list := r.List().(type) {
	case *gf.Army:
		a.army = list
		a.field, err = preview.Field(r, foe)
		n = len(a.field)
	case *fad.Army:
		a.force = list
		var units []forces.Unit
		units, err = forceTargets(foe)
		for i := range units {
			if units[i].ID == foe.Unit {
				a.target, n = units[i], n+1
			}
		}
	}
	if err == nil && n != 1 {
		err = schema.Errorf(odds.CodeCannotFight, "there is no one target `%s`", foe.Unit)
	}
	return a, err
}

// Targets lists whom the units of a list can aim at.
func Targets(r builder.Roster, foe odds.Foe) (all []odds.Target, err error) {
	if _, ok := r.List().(*gf.Army); ok {
		units, err := preview.Field(r, foe)
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

func forceTargets(foe odds.Foe) ([]forces.Unit, error) {
	if foe.List != nil {
		return forces.Targets(forces.Units(foe.List.List().(*fad.Army))), nil
	}
	return forces.Bench(foe.Targets)
}

// Does is what a unit of the list does to the target; nothing of one that cannot fight.
func (a *Aim) Does(ctx context.Context, id string) (odds.Effect, error) {
	if a.force != nil {
		return forces.Best(ctx, a.force, id, &a.target, preview.WorthDistance)
	}
	u := a.army.Unit(id)
	if u == nil {
		return odds.Effect{}, a.army.NoUnit(id)
	}
	if u.Hero {
		return a.strike(ctx, a.army, gf.Together(u))
	}
	return a.strike(ctx, a.army, a.army.Group(u))
}

// Offered is what something that can be added to the list does to the target as it comes.
func (a *Aim) Offered(ctx context.Context, o *builder.Offer) (odds.Effect, error) {
	switch alone := o.Alone().List().(type) {
	case *gf.Army:
		return a.strike(ctx, alone, alone.Groups[0])
	case *fad.Army:
		return forces.Best(ctx, alone, alone.Units[0].ID, &a.target, preview.WorthDistance)
	}
	return odds.Effect{}, nil
}

func (a *Aim) strike(ctx context.Context, army *gf.Army, g *gf.Group) (best odds.Effect, err error) {
	u := preview.Of(army, g)
	for _, charging := range []bool{false, true} {
		w, err := u.Strike(ctx, army.Game, a.field, charging)
		if err != nil {
			return best, err
		}
		if w.Wounds[0] >= best.Value {
			best = odds.Effect{Kind: odds.Mean, Value: w.Wounds[0], Share: w.Shares[0]}
		}
	}
	return best, nil
}

// with is an army of some entries of the list alone.
func (a *Aim) with(entries []gf.Entry) *gf.Army {
	list := *a.army.List
	list.Units = entries
	return gf.BuildWith(&list, a.army.Books)
}

// Gains is what one choice of each option adds to what a unit does, by the option's id:
// the next, or the last where no more can be made; in a section that holds one choice,
// beside none. Options that cannot be chosen, and whose choice others build on, are left
// out. Of a unit of a force it is what setting each of its fields adds, as fad.Variants
// names them.
func (a *Aim) Gains(ctx context.Context, id string) (map[string]float64, error) {
	if a.force != nil {
		return a.ofFields(ctx, id)
	}
	if a.army.Unit(id) == nil {
		return nil, nil
	}
	gains, v := map[string]float64{}, a.variants(a.army.Unit(id))
	for _, section := range a.army.Open(id) {
		for _, o := range section.Options {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			var most int
			switch {
			case section.Most == 1:
				most = 1
			case o.Left > 0:
				most = o.Chosen + 1
			case o.Chosen > 0:
				most = o.Chosen
			default:
				continue
			}
			with, ok, err := v.worth(ctx, section, o.Option.ID, most)
			if err != nil {
				return nil, err
			}
			without, both, err := v.worth(ctx, section, o.Option.ID, most-1)
			if err != nil {
				return nil, err
			}
			if ok && both {
				gains[o.Option.ID] = with - without
			}
		}
	}
	return gains, nil
}

// ofFields is what setting each field of a unit of a force adds to what it does, and of
// what it has already what that adds.
func (a *Aim) ofFields(ctx context.Context, id string) (map[string]float64, error) {
	now, err := a.Does(ctx, id)
	if err != nil {
		return nil, err
	}
	gains := map[string]float64{}
	for name, v := range a.force.Variants(id) {
		effect, err := forces.Best(ctx, a.force.With(v.Unit), id, &a.target, preview.WorthDistance)
		if err != nil {
			return nil, err
		}
		if gains[name] = effect.Value - now.Value; v.Had {
			gains[name] = -gains[name]
		}
	}
	return gains, nil
}

// variants are a unit, and those that fight with it, with other upgrades.
type variants struct {
	*Aim
	entries []gf.Entry // of the group, those of the unit first
	halves  int        // how many of them are of the unit's kind
	known   map[string]variant
}

type variant struct {
	wounds float64
	legal  bool
}

func (a *Aim) variants(u *gf.Unit) *variants {
	v := &variants{Aim: a, halves: 1, known: map[string]variant{}}
	g := a.army.Group(u)
	members := append([]*gf.Unit{u}, slices.DeleteFunc(slices.Clone(g.Members()), func(o *gf.Unit) bool { return o == u })...)
	if !u.Hero {
		v.halves = len(g.Halves)
	}
	for _, m := range members {
		v.entries = append(v.entries, *m.Entry)
	}
	return v
}

// worth is what the group does if the unit has an option so often, alone in a section
// that holds one choice; ok tells that its upgrades can be chosen like that.
func (v *variants) worth(ctx context.Context, section gf.Open, option string, n int) (wounds float64, ok bool, err error) {
	entries := slices.Clone(v.entries)
	touched := entries[:1]
	if gf.ForEveryModel(section.Section) {
		touched = entries[:v.halves]
	}
	for i := range touched {
		touched[i].Upgrades = chosen(touched[i].Upgrades, section, option, n)
	}
	key := fmt.Sprint(touched[0].Upgrades)
	if known, there := v.known[key]; there {
		return known.wounds, known.legal, nil
	}
	army := v.with(entries)
	_, broken := finding.FirstError(army.Findings, "upgrade/")
	effect, err := v.strike(ctx, army, army.Groups[0])
	v.known[key] = variant{effect.Value, !broken}
	return effect.Value, !broken, err
}

// chosen is upgrades with an option so often, in the place of what stood there.
func chosen(upgrades []gf.Choice, section gf.Open, option string, n int) (all []gf.Choice) {
	for _, c := range upgrades {
		if c.Option == option || section.Most == 1 && slices.ContainsFunc(section.Options, func(o gf.OpenOption) bool { return o.Option.ID == c.Option }) {
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
