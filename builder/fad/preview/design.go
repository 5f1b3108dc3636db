package preview

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"muster/builder/edit"
	"muster/builder/fad"
	"muster/builder/finding"
	"muster/builder/odds"
	armoury "muster/catalog/fad"
	"muster/pricing"
	"muster/report"
	combat "muster/rules/fad"
	"muster/schema"
)

// DurabilityLimit is the highest number of activations that counts; a unit with this durability
// counts as lasting for ever.
const DurabilityLimit = 20

// An Objective of a search orders the designs.
type Objective string

// The objectives. Equal designs are ordered by the other of the two numbers, then by points.
const (
	ByDamage     Objective = "kills"
	ByDurability Objective = "lasts"
	// damage in one activation, times durability up to DurabilityLimit
	ByDamageAndDurability Objective = "both"
)

// A Search looks for the best legal designs of a kind of unit at a price.
type Search struct {
	// Start is an army of one unit. Its values are those of every design, except for the searched
	// fields.
	Start *fad.Army
	// StartFields holds the assignments that made Start from the default unit of its kind.
	StartFields []string
	MaxPoints   int // highest price of a design
	// AllowedValues holds the allowed values of fields, by path (see SearchedPaths). With nil a
	// field keeps its value from Start; a field without an entry may have any value.
	AllowedValues map[string][]string
	Target        *Combatant
	Conditions    odds.Question // distance and cover of the target
	Objective     Objective
	// maximum number of designs in the answer; each differs clearly from the better ones (see
	// candidate.repeats)
	MaxAnswers int
}

// A Design is a unit found by a search, with its price, its damage in one activation, and its
// durability: the mean number of activations of the target's fire that it survives, +Inf for ever.
type Design struct {
	Unit armoury.Unit
	// Assignments are the assignments that turn the default unit of the kind into this one.
	Assignments []string
	Price       pricing.Price
	Kills       odds.Effect
	Durability  float64
}

// Army returns an army that consists of a design.
func (s *Search) Army(d *Design) *fad.Army { return fad.Build(s.Start.List.WithOnly(d.Unit)) }

// ValuePerPoint returns the kills per point: figures, or the chance to destroy a vehicle.
func (d *Design) PerPoint() float64 { return d.Kills.Value / max(1, float64(d.Price.Points)) }

// worth returns the number by which an objective orders designs.
func (d *Design) worth(by Objective) float64 {
	switch by {
	case ByDamage:
		return d.Kills.Value
	case ByDurability:
		return d.Durability
	}
	return d.Kills.Value * min(d.Durability, DurabilityLimit)
}

// A part is a field in which designs differ. affectsDamage means that it changes a design's fire,
// affectsDurability that it changes how well the design withstands fire.
type part struct {
	path                             string
	affectsDamage, affectsDurability bool
	values                           []string
	extraValues                      []string // further values that AllowedValues may name
	// assignments for each word of a value, with # for the word; nil for "path=#"
	templates []string
}

// assignments returns the assignments that set the part to a value.
func (p *part) assignments(value string) (all []string) {
	if value == "" {
		return nil
	}
	for _, one := range strings.Split(value, "+") {
		for _, words := range p.templates {
			all = append(all, strings.ReplaceAll(words, "#", one))
		}
		if p.templates == nil {
			all = append(all, p.path+"="+one)
		}
	}
	return all
}

// setPart sets a part of a unit to a value.
func (s *Search) setPart(u *armoury.Unit, c choice) {
	for _, text := range c.part.assignments(c.value) {
		if a, err := edit.ParseAssignment(text); err == nil {
			s.Start.List.Assign(u, a)
		}
	}
}

// parts returns the fields in which designs of the kind differ.
func (s *Search) parts() ([]part, error) {
	a, u := s.Start.List.Armoury, s.Start.List.Units[0]
	kind := a.Kinds.Find(string(u.Kind))
	all := []part{{path: "quality", affectsDamage: true, affectsDurability: true, values: a.Qualities.IDs()}}
	if kind.OnlyResolve == "" {
		all = append(all, part{path: "resolve", affectsDurability: true, values: a.Resolves.IDs()})
	}
	guns := slices.Concat(a.BasicWeapons.IDs(), a.SupportWeapons.IDs(), a.HeavyWeapons.IDs())
	support := append([]string{""}, a.SupportWeapons.IDs()...)
	arming := []string{"weapons+=#"}
	if u.Kind != combat.Vehicle {
		all = append(all, part{path: "armour", affectsDurability: true, values: a.Armours.IDs()})
	}
	switch {
	case u.Kind == combat.Vehicle:
		guns = slices.DeleteFunc(guns, s.isUnarmed)
		if s.Target != nil {
			guns = pairsOf(guns)
		}
		all = append(all,
			part{path: "armour", affectsDurability: true, values: vehicleArmours(a), templates: armourOnAllSides},
			part{path: "weapons", affectsDamage: true, values: guns, templates: arming})
	case u.Kind == combat.Infantry:
		all = append(all, figuresPart(4, 12),
			part{path: "weapon", affectsDamage: true, values: a.BasicWeapons.IDs()},
			part{path: "weapons", affectsDamage: true, values: support, templates: arming})
		lead := part{path: "leader", affectsDamage: true, values: []string{""}}
		for _, l := range a.Leaders.All() { // one who raises nothing is none to the search
			if lead.extraValues = append(lead.extraValues, l.ID); l.QualityBonus > 0 {
				lead.values = append(lead.values, l.ID)
			}
		}
		all = append(all, lead)
	case u.Kind.CrewsWeapon():
		all = append(all, figuresPart(2, 5), part{path: "heavy", affectsDamage: true, values: a.HeavyWeapons.IDs()})
	case kind.IncludedWeapon == "":
		all = append(all, part{path: "weapon", affectsDamage: true, values: guns})
	}
	all = append(all, part{path: "traits", values: s.traits(), extraValues: a.Traits(u.Kind).IDs(), templates: []string{"traits+=#"}})
	err := s.limitValues(all)
	return slices.DeleteFunc(all, func(p part) bool { return p.values == nil }), err
}

// addTrait gives a unit a trait, unless it is "".
func addTrait(u *armoury.Unit, value string) {
	if value != "" {
		u.Traits = append(slices.Clip(u.Traits), armoury.TraitUse{ID: value})
	}
}

// traits lists "" and the traits that a design may have: they cost points, matter in the fight,
// need no further choice, and are not among the traits of Start.
func (s *Search) traits() []string {
	all := []string{""}
	if s.Target == nil { // only the paths are asked for
		return all
	}
	u := &s.Start.List.Units[0]
	for _, t := range s.Start.List.Armoury.Traits(u.Kind).All() {
		does, lasts := s.traitEffects(t.ID)
		if (does || lasts) && t.PriceMultiplier.InexactFloat64() > 1 && t.WeaponCount == 0 && !t.LendsTrait &&
			!slices.Contains(u.TraitIDs(), t.ID) {
			all = append(all, t.ID)
		}
	}
	return all
}

// traitEffects reports whether a trait changes a design's fire, and whether it changes the design's
// durability.
func (s *Search) traitEffects(trait string) (does, lasts bool) {
	u := s.Start.List.Units[0]
	had := u.Fighter(s.Start.List.Armoury)
	addTrait(&u, trait)
	has := u.Fighter(s.Start.List.Armoury)
	has.Traits = slices.DeleteFunc(has.Traits, func(t combat.Trait) bool {
		return slices.ContainsFunc(had.Traits, func(o combat.Trait) bool { return o.ID == t.ID })
	})
	return has.TraitsMatter(&s.Target.Side)
}

// armourOnAllSides holds the assignments that give a vehicle the same armour on all sides.
var armourOnAllSides = []string{"armour.front=#", "armour.side=#", "armour.rear=#"}

// vehicleArmours lists the values that the armour of a vehicle's side can have.
func vehicleArmours(a *armoury.Armoury) (all []string) {
	for _, row := range a.VehicleArmours {
		all = append(all, strconv.Itoa(row.Rating))
	}
	return all
}

// isUnarmed reports whether an id names an entry of the table that is no usable weapon.
func (s *Search) isUnarmed(id string) bool { return s.Start.List.Armoury.Weapon(id).Unarmed }

// figuresPart returns the part for the number of figures, from least to most. It comes before the
// parts that arm single figures.
func figuresPart(least, most int) part {
	p := part{path: "figures", affectsDamage: true, affectsDurability: true}
	for n := least; n <= most; n++ {
		p.values = append(p.values, strconv.Itoa(n))
	}
	return p
}

// pairsOf lists every single value and every pair of values, in order.
func pairsOf(values []string) []string {
	all := slices.Clone(values)
	for i := range values {
		for j := i; j < len(values); j++ {
			all = append(all, values[i]+"+"+values[j])
		}
	}
	return all
}

// limitValues reduces each part to its allowed values.
func (s *Search) limitValues(all []part) error {
	for path, values := range s.AllowedValues {
		i := slices.IndexFunc(all, func(p part) bool { return p.path == path })
		if i < 0 {
			return fmt.Errorf("`%s` is not searched", path)
		}
		for _, v := range values {
			if path == "figures" {
				if n, err := strconv.Atoi(v); err != nil || n < 1 || n > 40 {
					return fmt.Errorf("`figures=%s` should be 1 to 40, or two such numbers: figures=5..10", v)
				}
			} else if !slices.Contains(all[i].values, v) && !slices.Contains(all[i].extraValues, v) {
				return fmt.Errorf("`%s` has no value `%s`%s", path, v, schema.DidYouMean(v, all[i].values))
			}
		}
		all[i].values = values
	}
	return nil
}

// SearchedPaths lists the paths of the fields in which designs of Start's kind differ.
func (s *Search) SearchedPaths() (paths []string) {
	free := *s
	free.AllowedValues = nil
	all, _ := free.parts()
	for _, p := range all {
		paths = append(paths, p.path)
	}
	return paths
}

// Run returns the best designs, and the number of all designs. Damage and durability depend on
// different fields, so each half of a design is computed once; each half is then joined with the
// best other half that the points allow. The error is ctx's, or names an impossible value of a
// field.
func (s *Search) Run(ctx context.Context) (best []Design, searched int, err error) {
	all, err := s.parts()
	if err != nil {
		return nil, 0, err
	}
	searched = 1
	for _, p := range all {
		searched *= len(p.values)
	}
	if searched > maxDesigns {
		return nil, 0, fmt.Errorf("these are %s designs, more than %s; set limits, such as quality=regular,elite",
			report.WithCommas(searched), report.WithCommas(maxDesigns))
	}
	groups := s.groups(all)
	if err := s.computeKills(ctx, groups); err != nil {
		return nil, 0, err
	}
	if err := s.computeDurability(ctx, groups); err != nil {
		return nil, 0, err
	}
	return s.bestDesigns(groups), searched, nil
}

// maxDesigns is the maximum number of designs in a search.
const maxDesigns = 50_000_000

// A half holds values for the parts that affect damage (arms), or for the parts that affect
// durability (shells); the other parts are as in Start.
type half struct {
	unit       armoury.Unit
	choices    []choice // choices for the parts that only this half has
	exactPrice float64  // price before the factor; for arms the additional price
	// for shells, the factor of Quality and Resolve; for both halves, multiplied by the factor of a
	// trait
	priceFactor float64
	hasTrait    bool // it has an additional trait
	kills       odds.Effect
	durability  float64
}

// A choice is a value of a part.
type choice struct {
	part  *part
	value string
}

// A group holds the halves that can be joined: they have the same values of the parts that affect
// both damage and durability.
type group struct {
	arms, shells  []half
	allowsNoTrait bool // both halves may be without an additional trait
}

// exactPoints returns the price of two halves before rounding, as a float.
func exactPoints(arms, shell *half) float64 {
	return (arms.exactPrice + shell.exactPrice) * arms.priceFactor * shell.priceFactor
}

// canJoin reports whether two halves of the group can be joined: together they have at most one
// additional trait.
func (g *group) canJoin(arms, shell *half) bool {
	if arms.hasTrait == shell.hasTrait {
		return !arms.hasTrait && g.allowsNoTrait
	}
	return true
}

// groups returns the halves of all designs that may be cheap enough.
func (s *Search) groups(all []part) (groups []group) {
	var does, lasts, both []choice // traits
	bare := !slices.ContainsFunc(all, func(p part) bool { return p.path == "traits" })
	for i := range all {
		p := &all[i]
		if p.path != "traits" {
			continue
		}
		for _, id := range p.values {
			switch fires, guards := s.traitEffects(id); {
			case id == "":
				bare = true
			case fires && guards:
				both = append(both, choice{p, id})
			case fires:
				does = append(does, choice{p, id})
			default:
				lasts = append(lasts, choice{p, id})
			}
		}
	}
	may, most := s.traitChecker(), float64(s.MaxPoints)+1
	add := func(base half, bare bool, does, lasts []choice) {
		g := group{allowsNoTrait: bare}
		g.shells = s.combine(half{unit: base.unit, priceFactor: base.priceFactor}, all, func(p part) bool { return !p.affectsDamage && p.path != "traits" })
		for _, h := range g.shells {
			for _, c := range lasts {
				if may(&h.unit, c.value, h.unit.Resolve) {
					g.shells = append(g.shells, s.withTrait(h, c))
				}
			}
		}
		for _, arm := range s.combine(base, all, func(p part) bool { return p.affectsDamage && !p.affectsDurability }) {
			arm.exactPrice, arm.priceFactor = arm.exactPrice-base.exactPrice, 1
			for _, c := range append([]choice{{}}, does...) {
				one := arm
				if c.part != nil {
					one = s.withTrait(arm, c)
				}
				if anyOf(g.shells, func(h *half) bool { return g.canJoin(&one, h) && exactPoints(&one, h) < most }) {
					g.arms = append(g.arms, one)
				}
			}
		}
		shells := g.shells[:0]
		for _, h := range g.shells {
			if anyOf(g.arms, func(arms *half) bool { return g.canJoin(arms, &h) && exactPoints(arms, &h) < most }) {
				shells = append(shells, h)
			}
		}
		g.shells = shells
		groups = append(groups, g)
	}
	start := half{unit: s.Start.List.Units[0], priceFactor: 1}
	if slices.ContainsFunc(all, func(p part) bool { return p.path == "weapons" }) {
		start.unit.Weapons = nil // a vehicle's, which are searched
	}
	for _, base := range s.combine(start, all, func(p part) bool { return p.affectsDamage && p.affectsDurability }) {
		can := func(c choice) bool { return may(&base.unit, c.value, s.Start.List.Armoury.Resolves.IDs()...) }
		base.priceFactor = 1
		add(base, bare, slices.DeleteFunc(slices.Clone(does), func(c choice) bool { return !can(c) }), lasts)
		for _, c := range both {
			if can(c) {
				add(s.withTrait(base, c), true, nil, nil)
			}
		}
	}
	return groups
}

// anyOf reports whether the condition goes holds for any of the halves.
func anyOf(halves []half, goes func(h *half) bool) bool {
	for i := range halves { // which are too large to copy each
		if goes(&halves[i]) {
			return true
		}
	}
	return false
}

// withTrait returns a half with a trait.
func (s *Search) withTrait(h half, trait choice) half {
	t, _ := s.Start.List.Armoury.Trait(h.unit.Kind, trait.value)
	h.priceFactor *= t.PriceMultiplier.InexactFloat64()
	h.choices, h.hasTrait = append(slices.Clip(h.choices), trait), true
	addTrait(&h.unit, trait.value)
	return h
}

// traitChecker returns a function that reports whether a unit may have a trait together with one of
// some levels of Resolve.
func (s *Search) traitChecker() func(u *armoury.Unit, trait string, resolves ...string) bool {
	known, list := map[string]bool{}, *s.Start.List
	wrong := func(u armoury.Unit) bool {
		list.Units = []armoury.Unit{u}
		_, is := finding.FirstError(list.CheckUnit(u.ID), "")
		return is
	}
	return func(u *armoury.Unit, trait string, resolves ...string) bool {
		return slices.ContainsFunc(resolves, func(resolve string) bool {
			ask := fmt.Sprintln(trait, u.Quality, resolve, u.Size() == 1, u.Armour)
			may, found := known[ask]
			if !found {
				one := *u
				one.Resolve = resolve
				before := wrong(one)
				addTrait(&one, trait)
				may = before || !wrong(one)
				known[ask] = may
			}
			return may
		})
	}
}

// combine returns base with every combination of values for the parts that fits selects, each with
// its price.
func (s *Search) combine(base half, all []part, fits func(p part) bool) (halves []half) {
	var parts []*part
	n := 1
	for i := range all {
		if fits(all[i]) {
			parts = append(parts, &all[i])
			n *= len(all[i].values)
		}
	}
	halves = make([]half, 0, n)
	a, trait := s.Start.List.Armoury, base.priceFactor
	var choose func(h half, parts []*part)
	choose = func(h half, parts []*part) {
		if len(parts) > 0 {
			for _, v := range parts[0].values {
				one := h
				one.choices = append(slices.Clip(h.choices), choice{parts[0], v})
				s.setPart(&one.unit, choice{parts[0], v})
				choose(one, parts[1:])
			}
			return
		}
		plain := h.unit
		plain.Traits = s.Start.List.Units[0].Traits
		price, err := s.Start.List.Price(&plain)
		if err != nil {
			return // a field that is not searched names nothing
		}
		h.priceFactor = a.Qualities.Find(h.unit.Quality).Multiplier.InexactFloat64() +
			a.Resolves.Find(h.unit.Resolve).Modifier.InexactFloat64()
		h.exactPrice = price.Exact.InexactFloat64() / h.priceFactor
		h.priceFactor *= trait
		halves = append(halves, h)
	}
	choose(base, parts)
	return halves
}

// combatant returns a unit of the search that is ready to fight.
func (s *Search) combatant(u *armoury.Unit, levels *combat.Tables) Combatant {
	side := combat.Side{Fighter: u.Fighter(s.Start.List.Armoury)}
	return Combatant{Name: u.Title(), Points: 1, Side: side, Tables: levels, army: s.Start}
}

// computeKills computes the damage that each arms half does to the target.
func (s *Search) computeKills(ctx context.Context, groups []group) error {
	q := s.Conditions
	q.Mode = odds.Shooting
	levels := s.Start.List.Armoury.Levels()
	for i := range groups {
		arms := groups[i].arms
		_, err := odds.Matrix(ctx, 1, len(arms), 1, func(j, _ int, _ []*odds.Effect) error {
			u, pairs := s.combatant(&arms[j].unit, levels), [2]Pair{}
			err := u.setBest(s.Target, &q, []*Pair{&pairs[fireIndex], &pairs[assaultIndex]}, nil)
			arms[j].kills = pairs[fireIndex].Effect
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// computeDurability computes the durability of each shell under the target's fire; equal shells are
// computed once.
func (s *Search) computeDurability(ctx context.Context, groups []group) error {
	alike := map[string][]*half{} // by what fire meets; of Quality only the lowest level counts
	var order []string
	for i := range groups {
		for j := range groups[i].shells {
			h := &groups[i].shells[j]
			u := h.unit.Fighter(s.Start.List.Armoury)
			m := fmt.Sprint(u.Figures, u.Resolve, u.Armour, u.Front, u.Quality == 0, h.unit.TraitIDs())
			if alike[m] == nil {
				order = append(order, m)
			}
			alike[m] = append(alike[m], h)
		}
	}
	levels := s.Start.List.Armoury.Levels()
	_, err := odds.Matrix(ctx, 1, len(order), 1, func(i, _ int, _ []*float64) error {
		halves := alike[order[i]]
		u := s.combatant(&halves[0].unit, levels)
		lasts, err := u.durability(ctx, s.Target, s.Conditions.Distance)
		for _, h := range halves {
			h.durability = lasts
		}
		return err
	})
	return err
}

// A candidate is a half (arms, or a shell for ByDurability) of at most one design in the answer,
// together with the best other half that has not been tried. others are the other halves still to
// try, the best first.
type candidate struct {
	group  *group
	half   *half
	others []*half
	Design
	exactPoints float64
	index       int // index among all candidates
}

// joinNext joins the candidate with the next best other half that is cheap enough; false if there
// is none.
func (l *candidate) joinNext(s *Search) bool {
	for len(l.others) > 0 {
		arms, shell := l.halves(s.Objective)
		if l.group.canJoin(arms, shell) {
			if l.exactPoints = exactPoints(arms, shell); l.exactPoints < float64(s.MaxPoints)+1 {
				l.Kills, l.Durability = arms.kills, shell.durability
				return true
			}
		}
		l.others = l.others[1:]
	}
	return false
}

// halves returns the halves of the candidate's design.
func (l *candidate) halves(by Objective) (arms, shell *half) {
	if by == ByDurability {
		return l.others[0], l.half
	}
	return l.half, l.others[0]
}

// appearance returns what a player sees first: Quality, and the weapon of all figures and of a
// single one.
func (h *half) appearance() (quality, weapon string) {
	for _, c := range h.choices {
		switch c.part.path {
		case "quality":
			quality = c.value
		case "weapon", "weapons", "heavy":
			if weapon == "" && len(c.part.values) > 1 {
				weapon = c.value
			}
		}
	}
	return quality, weapon
}

// repeats reports whether a better design makes this one superfluous. It does if this design has
// less than 10 % more damage or durability, unless it costs at least a point less and is worth at
// least 80 % as much per point. Designs with the same appearance repeat each other unless their
// sizes differ by a third.
func (l *candidate) repeats(better *candidate, by Objective) bool {
	const more, fair = 1.1, 0.8
	cheaper := better.exactPoints-l.exactPoints >= 1 &&
		l.worth(by)*better.exactPoints >= fair*better.worth(by)*l.exactPoints
	if !cheaper && l.Kills.Value <= better.Kills.Value*more &&
		min(l.Durability, DurabilityLimit) <= min(better.Durability, DurabilityLimit)*more {
		return true
	}
	is, _ := l.halves(by)
	was, _ := better.halves(by)
	quality, weapon := is.appearance()
	if q, w := was.appearance(); q != quality || w != weapon {
		return false
	}
	size, other := is.unit.Size(), was.unit.Size()
	return 3*max(size, other) < 4*min(size, other)
}

// bestDesigns returns the best designs that are legal and cheap enough.
func (s *Search) bestDesigns(groups []group) (best []Design) {
	order := func(x, y *candidate) int {
		return cmp.Or(cmp.Compare(y.worth(s.Objective), x.worth(s.Objective)), cmp.Compare(y.worth(ByDamageAndDurability), x.worth(ByDamageAndDurability)),
			cmp.Compare(x.exactPoints, y.exactPoints), cmp.Compare(x.index, y.index))
	}
	var leads []*candidate
	for i := range groups {
		g := &groups[i]
		halves, others := g.arms, g.shells
		if s.Objective == ByDurability {
			halves, others = others, halves
		}
		sorted := make([]*half, len(others))
		for j := range others {
			sorted[j] = &others[j]
		}
		slices.SortStableFunc(sorted, func(x, y *half) int {
			return cmp.Or(cmp.Compare(y.kills.Value, x.kills.Value), cmp.Compare(min(y.durability, DurabilityLimit), min(x.durability, DurabilityLimit)),
				cmp.Compare(x.exactPrice*x.priceFactor, y.exactPrice*y.priceFactor))
		})
		for j := range halves {
			if l := (&candidate{group: g, half: &halves[j], others: sorted, index: len(leads)}); l.joinNext(s) {
				leads = append(leads, l)
			}
		}
	}
	slices.SortStableFunc(leads, order)
	list := *s.Start.List
	var taken []*candidate
	for len(leads) > 0 && len(best) < s.MaxAnswers {
		l := leads[0]
		leads = leads[1:]
		if slices.ContainsFunc(taken, func(better *candidate) bool { return l.repeats(better, s.Objective) }) {
			continue
		}
		if s.buildUnit(l, &list) {
			best, taken = append(best, l.Design), append(taken, l)
		} else if l.others = l.others[1:]; l.joinNext(s) {
			at, _ := slices.BinarySearchFunc(leads, l, order)
			leads = slices.Insert(leads, at, l)
		}
	}
	return best
}

// buildUnit builds the unit of a candidate; false if it is illegal or too expensive.
func (s *Search) buildUnit(l *candidate, list *fad.List) bool {
	arms, shell := l.halves(s.Objective)
	l.Unit, l.Assignments = arms.unit, slices.Clone(s.StartFields)
	for _, one := range shell.choices {
		s.setPart(&l.Unit, one)
	}
	for _, one := range slices.Concat(arms.choices, shell.choices) {
		l.Assignments = append(l.Assignments, one.part.assignments(one.value)...)
	}
	list.Units = []armoury.Unit{l.Unit}
	price, err := list.Price(&l.Unit)
	_, wrong := finding.FirstError(list.CheckUnit(l.Unit.ID), "")
	l.Price = price
	return err == nil && !wrong && price.Points <= s.MaxPoints
}
