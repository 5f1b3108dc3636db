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

// An Aim is a list and one target: what its units do to it, and what each of their
// options adds. In Grimdark Future a unit does the better of shooting from
// preview.WorthDistance and charging from there, with the hero who joined it; in other
// games the best that a table of odds shows.
type Aim struct {
	roster builder.Roster
	foe    odds.Foe
	army   *gf.Army // nil in other games
	field  []preview.Unit
	known  map[string]odds.Effect // of units of other games, by id
}

// TakeAim makes ready to ask about one target, which the foe names by its Unit. The
// error says that there is no such target, or that it cannot be fought.
func TakeAim(r builder.Roster, foe odds.Foe) (*Aim, error) {
	a := &Aim{roster: r, foe: foe}
	army, ok := r.List().(*gf.Army)
	if !ok {
		return a, nil
	}
	var err error
	a.army = army
	if a.field, err = preview.Field(r, foe); err == nil && len(a.field) != 1 {
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
	units, err := forces.Bench(foe.Targets)
	if foe.List != nil {
		units = forces.Targets(forces.Units(foe.List.List().(*fad.Army)))
	}
	for i := range units {
		all = append(all, units[i].Target())
	}
	return all, err
}

// Does is what a unit of the list does to the target; nothing of one that cannot fight.
func (a *Aim) Does(ctx context.Context, id string) (odds.Effect, error) {
	if a.army == nil {
		return a.inTable(ctx, id)
	}
	u := a.army.Unit(id)
	if u == nil {
		return odds.Effect{}, a.army.NoUnit(id)
	}
	if u.Hero {
		return a.strike(a.army, gf.Together(u))
	}
	return a.strike(a.army, a.army.Group(u))
}

// Offered is what a unit of the list's books does to the target as it comes; it is
// named as offers are.
func (a *Aim) Offered(key string) (odds.Effect, error) {
	if a.army == nil {
		return odds.Effect{}, nil
	}
	book, unit, several := strings.Cut(key, "/")
	if !several {
		book, unit = "", key
	}
	army := a.with([]gf.Entry{{ID: "?", Unit: unit, Book: book}})
	if len(army.Units) == 0 {
		return odds.Effect{}, a.army.NoUnit(unit)
	}
	return a.strike(army, army.Groups[0])
}

// inTable looks a unit up in a table of odds, which is worked out once.
func (a *Aim) inTable(ctx context.Context, id string) (odds.Effect, error) {
	if a.known == nil {
		previewer, ok := a.roster.(builder.Previewer)
		if !ok {
			return odds.Effect{}, nil
		}
		answer, err := previewer.Odds(ctx, odds.Question{Foe: a.foe})
		if err != nil {
			return odds.Effect{}, err
		}
		a.known = map[string]odds.Effect{}
		for i, u := range answer.Units {
			for row := range answer.RowsOf(i) {
				if len(row.Effects) == 1 && row.Effects[0].Share >= a.known[u.ID].Share {
					a.known[u.ID] = row.Effects[0]
				}
			}
		}
	}
	return a.known[id], nil
}

func (a *Aim) strike(army *gf.Army, g *gf.Group) (best odds.Effect, err error) {
	u := preview.Of(army, g)
	for _, charging := range []bool{false, true} {
		w, err := u.Strike(army.Game, a.field, charging)
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
// out. Other games have none.
func (a *Aim) Gains(ctx context.Context, id string) (map[string]float64, error) {
	if a.army == nil || a.army.Unit(id) == nil {
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
			with, ok, err := v.worth(section, o.Option.ID, most)
			if err != nil {
				return nil, err
			}
			without, both, err := v.worth(section, o.Option.ID, most-1)
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
func (v *variants) worth(section gf.Open, option string, n int) (wounds float64, ok bool, err error) {
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
	effect, err := v.strike(army, army.Groups[0])
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
