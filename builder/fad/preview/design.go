package preview

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"muster/builder/fad"
	"muster/builder/finding"
	"muster/builder/odds"
	armoury "muster/catalog/fad"
	"muster/pricing"
	combat "muster/rules/fad"
	"muster/schema"
)

// MostLasts is the number of activations from which on a unit is said to last for ever.
const MostLasts = 20

// By is what makes a design the best.
type By string

// The ways to order designs. Equal ones are ordered by the other figure, then by their points.
const (
	ByKills By = "kills"
	ByLasts By = "lasts"
	ByBoth  By = "both" // kills in one activation, times the activations that it lasts, up to MostLasts
)

// A Search asks for the best legal designs of a kind of unit at a price.
type Search struct {
	// Start is the army of one unit, with which designs agree in all that is not searched.
	Start *fad.Army
	// Given are the assignments that made Start of a unit of its kind.
	Given  []string
	Points int // that a design costs at most
	// Limits are the values that fields may have, by path (see Searches); nil leaves a field as it
	// is at the start. A field that is not named may have all its values.
	Limits  map[string][]string
	Target  *Combatant
	Ground  odds.Question // distance and cover of the target
	By      By
	Answers int // at most so many, none twice with the same arms or, by ByLasts, the same protection
}

// A Design is an answer: a unit with its price, what its fire does in one activation, and the
// mean activations of the target's fire that it lasts, +Inf for ever.
type Design struct {
	Unit armoury.Unit
	// Fields are the assignments that make a unit of the kind, as it begins, to this one.
	Fields []string
	Price  pricing.Price
	Kills  odds.Effect
	Lasts  float64
}

// PerPoint returns figures, or the chance, for each point.
func (d *Design) PerPoint() float64 { return d.Kills.Value / max(1, float64(d.Price.Points)) }

// worth returns what orders designs.
func (d *Design) worth(by By) float64 {
	switch by {
	case ByKills:
		return d.Kills.Value
	case ByLasts:
		return d.Lasts
	}
	return d.Kills.Value * min(d.Lasts, MostLasts)
}

// A part is a field that designs differ in. Fire depends on those that does marks, and what
// withstands fire on those that lasts marks.
type part struct {
	path        string
	does, lasts bool
	values      []string
	also        []string // values that limits may name besides
	set         func(u *armoury.Unit, value string)
	words       []string // assignments of each part of a value, for # ; nil for "path=#"
}

// assigns writes a value as assignments.
func (p *part) assigns(value string) (all []string) {
	if value == "" {
		return nil
	}
	for _, one := range strings.Split(value, "+") {
		for _, words := range p.words {
			all = append(all, strings.ReplaceAll(words, "#", one))
		}
		if p.words == nil {
			all = append(all, p.path+"="+one)
		}
	}
	return all
}

// parts are the fields in which designs of a kind differ.
func (s *Search) parts() ([]part, error) {
	a, u := s.Start.List.Armoury, s.Start.List.Units[0]
	kind := a.Kinds.Find(string(u.Kind))
	all := []part{{path: "quality", does: true, lasts: true, values: a.Qualities.IDs(), set: setQuality}}
	if kind.Resolve == "" {
		all = append(all, part{path: "resolve", lasts: true, values: a.Resolves.IDs(), set: setResolve})
	}
	guns := slices.Concat(a.Basic.IDs(), a.Support.IDs(), a.Heavy.IDs())
	support := append([]string{""}, a.Support.IDs()...)
	arming := []string{"weapons+=#"}
	if u.Kind != combat.Vehicle {
		all = append(all, part{path: "armour", lasts: true, values: a.Armours.IDs(), set: setArmour})
	}
	switch {
	case u.Kind == combat.Vehicle:
		pairs := pairsOf(slices.DeleteFunc(guns, s.unarmed))
		all = append(all,
			part{path: "armour", lasts: true, values: ratings(a), set: armourAllSides, words: onAllSides},
			part{path: "weapons", does: true, values: pairs, set: mount, words: arming})
	case u.Kind == combat.Infantry:
		all = append(all, figuresPart(4, 12),
			part{path: "weapon", does: true, values: a.Basic.IDs(), set: s.armAll},
			part{path: "weapons", does: true, values: support, set: armOne, words: arming})
		lead := part{path: "leader", does: true, values: []string{""}, set: lead}
		for _, l := range a.Leaders.All() { // one who raises nothing is none to the search
			if lead.also = append(lead.also, l.ID); l.Raises > 0 {
				lead.values = append(lead.values, l.ID)
			}
		}
		all = append(all, lead)
	case u.Kind.Serves():
		all = append(all, figuresPart(2, 5), part{path: "heavy", does: true, values: a.Heavy.IDs(), set: setHeavy})
	case kind.Weapon == "":
		all = append(all, part{path: "weapon", does: true, values: guns, set: setWeapon})
	}
	err := s.limit(all)
	return slices.DeleteFunc(all, func(p part) bool { return p.values == nil }), err
}

func setQuality(u *armoury.Unit, value string) { u.Quality = value }
func setResolve(u *armoury.Unit, value string) { u.Resolve = value }
func setArmour(u *armoury.Unit, value string)  { u.Armour.ID = value }
func setHeavy(u *armoury.Unit, value string)   { u.Heavy = value }
func setWeapon(u *armoury.Unit, value string)  { u.Weapon = value }

// onAllSides are the assignments that armour a vehicle alike on all sides.
var onAllSides = []string{"armour.front=#", "armour.side=#", "armour.rear=#"}

func armourAllSides(u *armoury.Unit, value string) {
	n, _ := strconv.Atoi(value)
	u.Armour.Front, u.Armour.Side, u.Armour.Rear = n, n, n
}

// ratings lists the armour of a vehicle's side.
func ratings(a *armoury.Armoury) (all []string) {
	for _, row := range a.VehicleArmours {
		all = append(all, strconv.Itoa(row.Rating))
	}
	return all
}

// mount gives a vehicle weapons with a plus between them.
func mount(u *armoury.Unit, value string) { u.Weapons = strings.Split(value, "+") }

// armAll gives a weapon to all figures with a basic one.
func (s *Search) armAll(u *armoury.Unit, value string) {
	for i := range u.Figures {
		if s.Start.List.Armoury.Basic.Find(u.Figures[i].Weapon) != nil {
			u.Figures[i].Weapon = value
		}
	}
}

// armOne gives a weapon to one figure; "" to none.
func armOne(u *armoury.Unit, value string) {
	if i := mostOf(u); value != "" && u.Figures[i].Count > 1 {
		u.Figures[i].Count--
		u.Figures = append(u.Figures, armoury.Figure{Count: 1, Weapon: value})
	}
}

// lead makes one figure the leader, of an experience; "" makes none.
func lead(u *armoury.Unit, value string) {
	i := mostOf(u)
	if value == "" {
		return
	}
	one := u.Figures[i]
	one.Count, one.Leader = 1, value
	if u.Figures[i].Count == 1 {
		u.Figures[i] = one
		return
	}
	u.Figures[i].Count--
	u.Figures = append(u.Figures, one)
}

// unarmed reports whether an id is no weapon to fight with.
func (s *Search) unarmed(id string) bool { return s.Start.List.Armoury.Weapon(id).Unarmed }

// figuresPart is the number of figures. It comes before the parts that arm one of them.
func figuresPart(least, most int) part {
	p := part{path: "figures", does: true, lasts: true}
	for n := least; n <= most; n++ {
		p.values = append(p.values, strconv.Itoa(n))
	}
	p.set = func(u *armoury.Unit, v string) {
		n, _ := strconv.Atoi(v)
		i := mostOf(u)
		u.Figures[i].Count = max(1, n-u.Size()+u.Figures[i].Count)
	}
	return p
}

// mostOf returns the line with the most figures.
func mostOf(u *armoury.Unit) int {
	most := 0
	for i, f := range u.Figures {
		if f.Count > u.Figures[most].Count {
			most = i
		}
	}
	return most
}

// pairsOf lists every value alone, and every two in their order.
func pairsOf(values []string) []string {
	all := slices.Clone(values)
	for i := range values {
		for j := i; j < len(values); j++ {
			all = append(all, values[i]+"+"+values[j])
		}
	}
	return all
}

// limit leaves each part the values that it may have.
func (s *Search) limit(all []part) error {
	for path, values := range s.Limits {
		i := slices.IndexFunc(all, func(p part) bool { return p.path == path })
		if i < 0 {
			return fmt.Errorf("`%s` is not searched", path)
		}
		for _, v := range values {
			if path == "figures" {
				if n, err := strconv.Atoi(v); err != nil || n < 1 || n > 40 {
					return fmt.Errorf("`figures=%s` should be 1 to 40, or two such numbers: figures=5..10", v)
				}
			} else if !slices.Contains(all[i].values, v) && !slices.Contains(all[i].also, v) {
				return fmt.Errorf("`%s` has no value `%s`%s", path, v, schema.DidYouMean(v, all[i].values))
			}
		}
		all[i].values = values
	}
	return nil
}

// Searches lists the paths of the fields that designs of the start's kind differ in.
func (s *Search) Searches() (paths []string) {
	free := *s
	free.Limits = nil
	all, _ := free.parts()
	for _, p := range all {
		paths = append(paths, p.path)
	}
	return paths
}

// Run returns the best designs, and how many there are in all. It considers each: what fire does
// depends on other fields than what withstands fire, so each half is worked out once, and halves
// that agree are put together. The error is ctx's, or names a value that no field has.
func (s *Search) Run(ctx context.Context) (best []Design, searched int, err error) {
	all, err := s.parts()
	if err != nil {
		return nil, 0, err
	}
	searched = 1
	for _, p := range all {
		searched *= len(p.values)
	}
	if searched > mostDesigns {
		return nil, 0, fmt.Errorf("these are %d designs, more than %d; set limits, such as quality=regular,elite",
			searched, mostDesigns)
	}
	arms, shells := s.halves(all)
	if err := s.fire(ctx, arms); err != nil {
		return nil, 0, err
	}
	if err := s.withstand(ctx, shells); err != nil {
		return nil, 0, err
	}
	var found []candidate
	for i := range shells {
		for _, j := range shells[i].with {
			if c := (candidate{arms: &arms[j], shell: &shells[i], place: len(found)}); c.points() < float64(s.Points)+1 {
				c.worth = c.design().worth(s.By)
				found = append(found, c)
			}
		}
	}
	slices.SortFunc(found, func(x, y candidate) int {
		if order := cmp.Compare(y.worth, x.worth); order != 0 {
			return order
		}
		one, other := x.design(), y.design()
		return cmp.Or(cmp.Compare(other.worth(ByBoth), one.worth(ByBoth)), cmp.Compare(x.points(), y.points()), cmp.Compare(x.place, y.place))
	})
	return s.choose(found), searched, nil
}

// mostDesigns bounds a search.
const mostDesigns = 2_000_000

// A half is a choice of values for the parts that fire depends on, or for those that withstand
// it; the other parts are as the search begins.
type half struct {
	unit   armoury.Unit
	chosen []choice // of the parts that only this half has
	exact  float64  // its price before Quality and Resolve; of arms only what they add
	factor float64  // of Quality and Resolve
	with   []int    // the arms that go with a shell
	kills  odds.Effect
	lasts  float64
}

// A choice is a value of a part.
type choice struct {
	part  *part
	value string
}

// A candidate is a design by its halves, before it is known to be legal.
type candidate struct {
	arms, shell *half
	worth       float64
	place       int // among all
}

// points returns the price before rounding, as a float.
func (c *candidate) points() float64 { return (c.arms.exact + c.shell.exact) * c.shell.factor }

func (c *candidate) design() *Design { return &Design{Kills: c.arms.kills, Lasts: c.shell.lasts} }

// halves returns the halves of all designs that can be cheap enough.
func (s *Search) halves(all []part) (arms, shells []half) {
	both := func(p part) bool { return p.does && p.lasts }
	does := func(p part) bool { return p.does && !p.lasts }
	lasts := func(p part) bool { return !p.does }
	for _, base := range s.combine(half{unit: s.Start.List.Units[0]}, all, both) {
		here, first := s.combine(half{unit: base.unit}, all, lasts), len(arms)
		for _, arm := range s.combine(base, all, does) {
			arm.exact -= base.exact
			cheap := func(h half) bool { return (arm.exact+h.exact)*h.factor < float64(s.Points)+1 }
			if slices.ContainsFunc(here, cheap) {
				arms = append(arms, arm)
			}
		}
		for _, h := range here {
			for i := first; i < len(arms); i++ {
				h.with = append(h.with, i)
			}
			if len(h.with) > 0 {
				shells = append(shells, h)
			}
		}
	}
	return arms, shells
}

// combine returns a half with every choice of values for some parts, with its price.
func (s *Search) combine(base half, all []part, fits func(p part) bool) []half {
	halves := []half{base}
	for i := range all {
		p := &all[i]
		if !fits(*p) {
			continue
		}
		var more []half
		for _, h := range halves {
			for _, v := range p.values {
				one := half{unit: h.unit, chosen: append(slices.Clip(h.chosen), choice{p, v})}
				one.unit.Figures = slices.Clone(h.unit.Figures)
				p.set(&one.unit, v)
				more = append(more, one)
			}
		}
		halves = more
	}
	a := s.Start.List.Armoury
	priced := halves[:0]
	for _, h := range halves {
		price, err := s.Start.List.Price(&h.unit)
		if err != nil {
			continue // a field that is not searched names nothing
		}
		quality, resolve := a.Qualities.Find(h.unit.Quality), a.Resolves.Find(h.unit.Resolve)
		h.factor = quality.Multiplier.InexactFloat64() + resolve.Modifier.InexactFloat64()
		h.exact = price.Exact.InexactFloat64() / h.factor
		priced = append(priced, h)
	}
	return priced
}

// combatant returns a unit of the search, ready to fight.
func (s *Search) combatant(u *armoury.Unit) Combatant {
	a := s.Start.List.Armoury
	side := combat.Side{Fighter: u.Fighter(a)}
	return Combatant{Name: u.Title(), Points: 1, Side: side, Tables: a.Levels(), army: s.Start}
}

// fire works out what arms do to the target.
func (s *Search) fire(ctx context.Context, arms []half) error {
	units := make([]Combatant, len(arms))
	for i := range arms {
		units[i] = s.combatant(&arms[i].unit)
	}
	q := s.Ground
	q.Mode = odds.Shooting
	pairs, err := Matrix(ctx, units, []Combatant{*s.Target}, &q)
	if err != nil {
		return err
	}
	for i := range arms {
		arms[i].kills = pairs[fire][i][0].Effect
	}
	return nil
}

// withstand works out how long units last under the target's fire.
func (s *Search) withstand(ctx context.Context, shells []half) error {
	_, err := odds.Matrix(ctx, 1, len(shells), 1, func(i, _ int, _ []*float64) (err error) {
		u := s.combatant(&shells[i].unit)
		shells[i].lasts, err = u.lasts(ctx, s.Target, s.Ground.Distance)
		return err
	})
	return err
}

// choose takes the first candidates that are legal and cheap enough.
func (s *Search) choose(found []candidate) (best []Design) {
	taken, list := map[*half]bool{}, *s.Start.List
	for _, c := range found {
		if len(best) == s.Answers {
			break
		}
		led := c.arms
		if s.By == ByLasts {
			led = c.shell
		}
		if taken[led] {
			continue
		}
		d := *c.design()
		d.Unit = c.arms.unit
		d.Unit.Figures = slices.Clone(d.Unit.Figures)
		for _, one := range c.shell.chosen {
			one.part.set(&d.Unit, one.value)
		}
		d.Fields = slices.Clone(s.Given)
		for _, one := range slices.Concat(c.arms.chosen, c.shell.chosen) {
			d.Fields = append(d.Fields, one.part.assigns(one.value)...)
		}
		list.Units = []armoury.Unit{d.Unit}
		price, err := list.Price(&d.Unit)
		if _, wrong := finding.FirstError(list.CheckUnit(d.Unit.ID), ""); err != nil || wrong || price.Points > s.Points {
			continue
		}
		d.Price, taken[led] = price, true
		best = append(best, d)
	}
	return best
}
