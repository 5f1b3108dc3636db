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

// LastsLimit is the highest number of activations that counts; a unit that lasts so long counts as
// lasting for ever.
const LastsLimit = 20

// By is the objective of a search.
type By string

// The objectives. Equal designs are ordered by the other figure, then by points.
const (
	ByKills By = "kills"
	ByLasts By = "lasts"
	ByBoth  By = "both" // kills in one activation, times the activations that it lasts, up to LastsLimit
)

// A Search looks for the best legal designs of a kind of unit at a price.
type Search struct {
	// Start is an army of one unit, which gives designs all values that are not searched.
	Start *fad.Army
	// Given holds the assignments that made Start from the default unit of its kind.
	Given  []string
	Points int // the most points that a design may cost
	// Limits holds the allowed values of fields, by path (see Searches). With nil a field keeps its
	// value from Start; a field without an entry may have any value.
	Limits map[string][]string
	Target *Combatant
	Ground odds.Question // distance and cover of the target
	By     By
	// maximum number of designs; each differs clearly from the better ones (see candidate.repeats)
	Answers int
}

// A Design is a unit found by a search, with its price, its damage in one activation, and the mean
// activations of the target's fire that it lasts, +Inf for ever.
type Design struct {
	Unit armoury.Unit
	// Fields holds the assignments that turn the default unit of the kind into this one.
	Fields []string
	Price  pricing.Price
	Kills  odds.Effect
	Lasts  float64
}

// Army returns an army that consists of a design.
func (s *Search) Army(d *Design) *fad.Army { return fad.Build(s.Start.List.Alone(d.Unit)) }

// PerPoint returns the kills per point: figures, or the chance to destroy a vehicle.
func (d *Design) PerPoint() float64 { return d.Kills.Value / max(1, float64(d.Price.Points)) }

// worth returns the figure by which designs are ordered.
func (d *Design) worth(by By) float64 {
	switch by {
	case ByKills:
		return d.Kills.Value
	case ByLasts:
		return d.Lasts
	}
	return d.Kills.Value * min(d.Lasts, LastsLimit)
}

// A part is a field in which designs differ. does marks parts that change a design's fire, lasts
// those that change how well it withstands fire.
type part struct {
	path        string
	does, lasts bool
	values      []string
	extra       []string // further values that limits may name
	// assignments for each word of a value, with # for the word; nil for "path=#"
	templates []string
}

// assigns writes a value as assignments.
func (p *part) assigns(value string) (all []string) {
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

// set sets a part of a unit to a value.
func (s *Search) set(u *armoury.Unit, c choice) {
	for _, text := range c.part.assigns(c.value) {
		if a, err := edit.ParseAssignment(text); err == nil {
			s.Start.List.Assign(u, a)
		}
	}
}

// parts returns the fields in which designs of the kind differ.
func (s *Search) parts() ([]part, error) {
	a, u := s.Start.List.Armoury, s.Start.List.Units[0]
	kind := a.Kinds.Find(string(u.Kind))
	all := []part{{path: "quality", does: true, lasts: true, values: a.Qualities.IDs()}}
	if kind.Resolve == "" {
		all = append(all, part{path: "resolve", lasts: true, values: a.Resolves.IDs()})
	}
	guns := slices.Concat(a.Basic.IDs(), a.Support.IDs(), a.Heavy.IDs())
	support := append([]string{""}, a.Support.IDs()...)
	arming := []string{"weapons+=#"}
	if u.Kind != combat.Vehicle {
		all = append(all, part{path: "armour", lasts: true, values: a.Armours.IDs()})
	}
	switch {
	case u.Kind == combat.Vehicle:
		pairs := pairsOf(slices.DeleteFunc(guns, s.unarmed))
		all = append(all,
			part{path: "armour", lasts: true, values: vehicleArmours(a), templates: onAllSides},
			part{path: "weapons", does: true, values: pairs, templates: arming})
	case u.Kind == combat.Infantry:
		all = append(all, figuresPart(4, 12),
			part{path: "weapon", does: true, values: a.Basic.IDs()},
			part{path: "weapons", does: true, values: support, templates: arming})
		lead := part{path: "leader", does: true, values: []string{""}}
		for _, l := range a.Leaders.All() { // one who raises nothing is none to the search
			if lead.extra = append(lead.extra, l.ID); l.Raises > 0 {
				lead.values = append(lead.values, l.ID)
			}
		}
		all = append(all, lead)
	case u.Kind.Serves():
		all = append(all, figuresPart(2, 5), part{path: "heavy", does: true, values: a.Heavy.IDs()})
	case kind.Weapon == "":
		all = append(all, part{path: "weapon", does: true, values: guns})
	}
	all = append(all, part{path: "traits", values: s.traits(), extra: a.Traits(u.Kind).IDs(), templates: []string{"traits+=#"}})
	err := s.limit(all)
	return slices.DeleteFunc(all, func(p part) bool { return p.values == nil }), err
}

// addTrait gives a unit a trait, unless it is "".
func addTrait(u *armoury.Unit, value string) {
	if value != "" {
		u.Traits = append(slices.Clip(u.Traits), armoury.TraitUse{ID: value})
	}
}

// traits lists "" and the traits that a design may have: they cost points, matter in the fight,
// need no further choice, and Start does not have them.
func (s *Search) traits() []string {
	all := []string{""}
	u := &s.Start.List.Units[0]
	for _, t := range s.Start.List.Armoury.Traits(u.Kind).All() {
		does, lasts := s.traitEffects(t.ID)
		if (does || lasts) && t.Multiplier.InexactFloat64() > 1 && t.Weapons == 0 && !t.Gives && !slices.Contains(u.TraitIDs(), t.ID) {
			all = append(all, t.ID)
		}
	}
	return all
}

// traitEffects reports whether a trait changes a design's fire, and how long the design lasts.
func (s *Search) traitEffects(trait string) (does, lasts bool) {
	u := s.Start.List.Units[0]
	had := u.Fighter(s.Start.List.Armoury)
	addTrait(&u, trait)
	has := u.Fighter(s.Start.List.Armoury)
	has.Traits = slices.DeleteFunc(has.Traits, func(t combat.Trait) bool {
		return slices.ContainsFunc(had.Traits, func(o combat.Trait) bool { return o.ID == t.ID })
	})
	if s.Target == nil { // only the paths are asked for
		return false, false
	}
	return has.TraitsMatter(&s.Target.Side)
}

// onAllSides holds the assignments that give a vehicle the same armour on all sides.
var onAllSides = []string{"armour.front=#", "armour.side=#", "armour.rear=#"}

// vehicleArmours lists the values that the armour of a vehicle's side can have.
func vehicleArmours(a *armoury.Armoury) (all []string) {
	for _, row := range a.VehicleArmours {
		all = append(all, strconv.Itoa(row.Rating))
	}
	return all
}

// unarmed reports whether an id names no usable weapon.
func (s *Search) unarmed(id string) bool { return s.Start.List.Armoury.Weapon(id).Unarmed }

// figuresPart returns the part for the number of figures. It comes before the parts that arm single
// figures.
func figuresPart(least, most int) part {
	p := part{path: "figures", does: true, lasts: true}
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

// limit reduces each part to its allowed values.
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
			} else if !slices.Contains(all[i].values, v) && !slices.Contains(all[i].extra, v) {
				return fmt.Errorf("`%s` has no value `%s`%s", path, v, schema.DidYouMean(v, all[i].values))
			}
		}
		all[i].values = values
	}
	return nil
}

// Searches lists the paths of the fields in which designs of Start's kind differ.
func (s *Search) Searches() (paths []string) {
	free := *s
	free.Limits = nil
	all, _ := free.parts()
	for _, p := range all {
		paths = append(paths, p.path)
	}
	return paths
}

// Run returns the best designs, and the number of all designs. Fire and protection depend on
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
	if searched > mostDesigns {
		return nil, 0, fmt.Errorf("these are %s designs, more than %s; set limits, such as quality=regular,elite",
			report.Grouped(searched), report.Grouped(mostDesigns))
	}
	groups := s.groups(all)
	if err := s.computeKills(ctx, groups); err != nil {
		return nil, 0, err
	}
	if err := s.computeLasts(ctx, groups); err != nil {
		return nil, 0, err
	}
	return s.choose(groups), searched, nil
}

// mostDesigns limits the size of a search.
const mostDesigns = 50_000_000

// A half holds values for the parts on which fire depends (arms), or for those on which protection
// depends (shells); the other parts are as in Start.
type half struct {
	unit   armoury.Unit
	chosen []choice // choices for the parts that only this half has
	exact  float64  // price before the factor; for arms the additional price
	factor float64  // for shells, the factor of Quality and Resolve; multiplied by a trait's factor
	trait  bool     // it has an additional trait
	kills  odds.Effect
	lasts  float64
}

// A choice is a value of a part.
type choice struct {
	part  *part
	value string
}

// A group holds the halves with the same values of the parts that both depend on, so that they can
// be joined.
type group struct {
	arms, shells []half
	traitless    bool // both halves may be without an additional trait
}

// points returns the price of two halves before rounding, as a float.
func points(arms, shell *half) float64 {
	return (arms.exact + shell.exact) * arms.factor * shell.factor
}

// fits reports whether two halves of the group can be joined: together they have at most one
// additional trait.
func (g *group) fits(arms, shell *half) bool {
	if arms.trait == shell.trait {
		return !arms.trait && g.traitless
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
	may, most := s.mayHave(), float64(s.Points)+1
	add := func(base half, bare bool, does, lasts []choice) {
		g := group{traitless: bare}
		g.shells = s.combine(half{unit: base.unit, factor: base.factor}, all, func(p part) bool { return !p.does && p.path != "traits" })
		for _, h := range g.shells {
			for _, c := range lasts {
				if may(&h.unit, c.value, h.unit.Resolve) {
					g.shells = append(g.shells, s.withTrait(h, c))
				}
			}
		}
		for _, arm := range s.combine(base, all, func(p part) bool { return p.does && !p.lasts }) {
			arm.exact, arm.factor = arm.exact-base.exact, 1
			for _, c := range append([]choice{{}}, does...) {
				one := arm
				if c.part != nil {
					one = s.withTrait(arm, c)
				}
				if anyOf(g.shells, func(h *half) bool { return g.fits(&one, h) && points(&one, h) < most }) {
					g.arms = append(g.arms, one)
				}
			}
		}
		shells := g.shells[:0]
		for _, h := range g.shells {
			if anyOf(g.arms, func(arms *half) bool { return g.fits(arms, &h) && points(arms, &h) < most }) {
				shells = append(shells, h)
			}
		}
		g.shells = shells
		groups = append(groups, g)
	}
	start := half{unit: s.Start.List.Units[0], factor: 1}
	if slices.ContainsFunc(all, func(p part) bool { return p.path == "weapons" }) {
		start.unit.Weapons = nil // a vehicle's, which are searched
	}
	for _, base := range s.combine(start, all, func(p part) bool { return p.does && p.lasts }) {
		can := func(c choice) bool { return may(&base.unit, c.value, s.Start.List.Armoury.Resolves.IDs()...) }
		base.factor = 1
		add(base, bare, slices.DeleteFunc(slices.Clone(does), func(c choice) bool { return !can(c) }), lasts)
		for _, c := range both {
			if can(c) {
				add(s.withTrait(base, c), true, nil, nil)
			}
		}
	}
	return groups
}

// anyOf reports whether goes is true of any of the halves.
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
	h.factor *= t.Multiplier.InexactFloat64()
	h.chosen, h.trait = append(slices.Clip(h.chosen), trait), true
	addTrait(&h.unit, trait.value)
	return h
}

// mayHave returns a function that reports whether a unit may have a trait together with one of some
// levels of Resolve.
func (s *Search) mayHave() func(u *armoury.Unit, trait string, resolves ...string) bool {
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

// combine returns base with every combination of values for some parts, each with its price.
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
	a, trait := s.Start.List.Armoury, base.factor
	var choose func(h half, parts []*part)
	choose = func(h half, parts []*part) {
		if len(parts) > 0 {
			for _, v := range parts[0].values {
				one := h
				one.chosen = append(slices.Clip(h.chosen), choice{parts[0], v})
				s.set(&one.unit, choice{parts[0], v})
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
		h.factor = a.Qualities.Find(h.unit.Quality).Multiplier.InexactFloat64() + a.Resolves.Find(h.unit.Resolve).Modifier.InexactFloat64()
		h.exact = price.Exact.InexactFloat64() / h.factor
		h.factor *= trait
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
	q := s.Ground
	q.Mode = odds.Shooting
	levels := s.Start.List.Armoury.Levels()
	for i := range groups {
		arms := groups[i].arms
		_, err := odds.Matrix(ctx, 1, len(arms), 1, func(j, _ int, _ []*odds.Effect) error {
			u, pairs := s.combatant(&arms[j].unit, levels), [2]Pair{}
			err := u.best(s.Target, &q, []*Pair{&pairs[fire], &pairs[assault]}, nil)
			arms[j].kills = pairs[fire].Effect
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// computeLasts computes how long each shell lasts under the target's fire; equal ones are computed
// once.
func (s *Search) computeLasts(ctx context.Context, groups []group) error {
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
		lasts, err := u.lasts(ctx, s.Target, s.Ground.Distance)
		for _, h := range halves {
			h.lasts = lasts
		}
		return err
	})
	return err
}

// A candidate is a half (arms, or a shell for ByLasts) of at most one design in the answer, with
// the best other half that has not been tried. others are the halves to try, the best first.
type candidate struct {
	group  *group
	half   *half
	others []*half
	Design
	points float64
	place  int // index among all candidates
}

// next joins the candidate with the next best other half that is cheap enough; false if there is
// none.
func (l *candidate) next(s *Search) bool {
	for len(l.others) > 0 {
		arms, shell := l.halves(s.By)
		if l.group.fits(arms, shell) {
			if l.points = points(arms, shell); l.points < float64(s.Points)+1 {
				l.Kills, l.Lasts = arms.kills, shell.lasts
				return true
			}
		}
		l.others = l.others[1:]
	}
	return false
}

// halves returns the halves of the candidate's design.
func (l *candidate) halves(by By) (arms, shell *half) {
	if by == ByLasts {
		return l.others[0], l.half
	}
	return l.half, l.others[0]
}

// appearance returns what a player sees first: Quality, and the weapon of all figures and of a
// single one.
func (h *half) appearance() (quality, weapon string) {
	for _, c := range h.chosen {
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

// repeats reports whether a better design makes this one superfluous: this one does not kill or
// last 10 % more, unless it costs at least a point less and is worth at least 80 % as much per
// point. Designs with the same appearance repeat each other unless their sizes differ by a third.
func (l *candidate) repeats(better *candidate, by By) bool {
	const more, fair = 1.1, 0.8
	cheaper := better.points-l.points >= 1 && l.worth(by)*better.points >= fair*better.worth(by)*l.points
	if !cheaper && l.Kills.Value <= better.Kills.Value*more && min(l.Lasts, LastsLimit) <= min(better.Lasts, LastsLimit)*more {
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

// choose returns the best designs that are legal and cheap enough.
func (s *Search) choose(groups []group) (best []Design) {
	order := func(x, y *candidate) int {
		return cmp.Or(cmp.Compare(y.worth(s.By), x.worth(s.By)), cmp.Compare(y.worth(ByBoth), x.worth(ByBoth)),
			cmp.Compare(x.points, y.points), cmp.Compare(x.place, y.place))
	}
	var leads []*candidate
	for i := range groups {
		g := &groups[i]
		halves, others := g.arms, g.shells
		if s.By == ByLasts {
			halves, others = others, halves
		}
		sorted := make([]*half, len(others))
		for j := range others {
			sorted[j] = &others[j]
		}
		slices.SortStableFunc(sorted, func(x, y *half) int {
			return cmp.Or(cmp.Compare(y.kills.Value, x.kills.Value), cmp.Compare(min(y.lasts, LastsLimit), min(x.lasts, LastsLimit)),
				cmp.Compare(x.exact*x.factor, y.exact*y.factor))
		})
		for j := range halves {
			if l := (&candidate{group: g, half: &halves[j], others: sorted, place: len(leads)}); l.next(s) {
				leads = append(leads, l)
			}
		}
	}
	slices.SortStableFunc(leads, order)
	list := *s.Start.List
	var taken []*candidate
	for len(leads) > 0 && len(best) < s.Answers {
		l := leads[0]
		leads = leads[1:]
		if slices.ContainsFunc(taken, func(better *candidate) bool { return l.repeats(better, s.By) }) {
			continue
		}
		if s.complete(l, &list) {
			best, taken = append(best, l.Design), append(taken, l)
		} else if l.others = l.others[1:]; l.next(s) {
			at, _ := slices.BinarySearchFunc(leads, l, order)
			leads = slices.Insert(leads, at, l)
		}
	}
	return best
}

// complete builds the unit of a candidate; false if it is illegal or too expensive.
func (s *Search) complete(l *candidate, list *fad.List) bool {
	arms, shell := l.halves(s.By)
	l.Unit, l.Fields = arms.unit, slices.Clone(s.Given)
	for _, one := range shell.chosen {
		s.set(&l.Unit, one)
	}
	for _, one := range slices.Concat(arms.chosen, shell.chosen) {
		l.Fields = append(l.Fields, one.part.assigns(one.value)...)
	}
	list.Units = []armoury.Unit{l.Unit}
	price, err := list.Price(&l.Unit)
	_, wrong := finding.FirstError(list.CheckUnit(l.Unit.ID), "")
	l.Price = price
	return err == nil && !wrong && price.Points <= s.Points
}
