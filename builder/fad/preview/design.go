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
	"muster/convert"
	"muster/pricing"
	"muster/report"
	combat "muster/rules/fad"
	"muster/schema"
)

// DurabilityLimit is the highest number of activations that a search distinguishes; a unit with
// this durability counts as lasting for ever.
const DurabilityLimit = 20

// An Objective is the number by which a search orders designs.
type Objective string

// The objectives. Designs with equal numbers are ordered by the other number (damage or
// durability), then by points.
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
	// AllowedValues limits searched fields to some values, by the fields' paths (see
	// SearchedPaths). If it is nil, every field keeps its value from Start; otherwise a field that
	// it does not name may have any value.
	AllowedValues map[string][]string
	Target        *Combatant
	Conditions    odds.Question // distance and cover of the target
	Objective     Objective
	// maximum number of designs in the answer; each differs clearly from the better ones (see
	// candidate.isSuperfluous)
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
func (s *Search) Army(d *Design) *fad.Army { return fad.Build(s.Start.List.WithOnlyUnit(d.Unit)) }

// KillsPerPoint returns the kills per point: figures, or the chance to destroy a vehicle.
func (d *Design) KillsPerPoint() float64 { return d.Kills.Value / max(1, float64(d.Price.Points)) }

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

// A searchField is a field in which designs differ. affectsDamage means that it changes a design's
// fire, affectsDurability that it changes how well the design withstands fire.
type searchField struct {
	path                             string
	affectsDamage, affectsDurability bool
	values                           []string
	// further values that are tried only if AllowedValues names them
	extraValues []string
	// the assignments that set a value, with # for each word of the value; nil stands for "path=#"
	assignmentTemplates []string
}

// assignments returns the assignments that set the field to a value.
func (p *searchField) assignments(value string) (all []string) {
	if value == "" {
		return nil
	}
	for _, one := range strings.Split(value, "+") {
		for _, words := range p.assignmentTemplates {
			all = append(all, strings.ReplaceAll(words, "#", one))
		}
		if p.assignmentTemplates == nil {
			all = append(all, p.path+"="+one)
		}
	}
	return all
}

// setValue sets a searched field of a unit to a value.
func (s *Search) setValue(u *armoury.Unit, c fieldValue) {
	for _, text := range c.field.assignments(c.value) {
		if a, err := edit.ParseAssignment(text); err == nil {
			s.Start.List.Assign(u, a)
		}
	}
}

// searchFields returns the fields in which designs of the kind differ.
func (s *Search) searchFields() ([]searchField, error) {
	a, u := s.Start.List.Armoury, s.Start.List.Units[0]
	kind := a.UnitKinds.Find(string(u.Kind))
	all := []searchField{{path: "quality", affectsDamage: true, affectsDurability: true, values: a.Qualities.IDs()}}
	if kind.FixedResolve == "" {
		all = append(all, searchField{path: "resolve", affectsDurability: true, values: a.Resolves.IDs()})
	}
	guns := slices.Concat(a.BasicWeapons.IDs(), a.SupportWeapons.IDs(), a.HeavyWeapons.IDs())
	support := append([]string{""}, a.SupportWeapons.IDs()...)
	arming := []string{"weapons+=#"}
	if u.Kind != combat.Vehicle {
		all = append(all, searchField{path: "armour", affectsDurability: true, values: a.Armours.IDs()})
	}
	switch {
	case u.Kind == combat.Vehicle:
		guns = slices.DeleteFunc(guns, func(id string) bool { return s.Start.List.Armoury.Weapon(id).IsUnarmed })
		if s.Target != nil {
			guns = singlesAndPairs(guns)
		}
		all = append(all,
			searchField{
				path: "armour", affectsDurability: true, values: convert.All(a.VehicleArmours,
					func(row armoury.VehicleArmour) string { return strconv.Itoa(row.Rating) }),
				assignmentTemplates: armourOnAllSides,
			},
			searchField{path: "weapons", affectsDamage: true, values: guns, assignmentTemplates: arming})
	case u.Kind == combat.Infantry:
		all = append(all, figuresField(4, 12),
			searchField{path: "weapon", affectsDamage: true, values: a.BasicWeapons.IDs()},
			searchField{path: "weapons", affectsDamage: true, values: support, assignmentTemplates: arming})
		lead := searchField{path: "leader", affectsDamage: true, values: []string{""}}
		for _, l := range a.LeaderLevels.All() { // one who raises nothing is none to the search
			if lead.extraValues = append(lead.extraValues, l.ID); l.QualityBonus > 0 {
				lead.values = append(lead.values, l.ID)
			}
		}
		all = append(all, lead)
	case u.Kind.CrewsWeapon():
		all = append(all, figuresField(2, 5), searchField{path: "heavy", affectsDamage: true, values: a.HeavyWeapons.IDs()})
	case kind.IncludedWeapon == "":
		all = append(all, searchField{path: "weapon", affectsDamage: true, values: guns})
	}
	all = append(all, searchField{path: "traits", values: s.traits(), extraValues: a.Traits(u.Kind).IDs(), assignmentTemplates: []string{"traits+=#"}})
	err := s.limitValues(all)
	return slices.DeleteFunc(all, func(p searchField) bool { return p.values == nil }), err
}

// addTrait gives a unit a trait, unless it is "".
func addTrait(u *armoury.Unit, value string) {
	if value != "" {
		u.Traits = append(slices.Clip(u.Traits), armoury.TraitUse{ID: value})
	}
}

// traits lists "" (no additional trait) and the traits that a design may have: they cost points,
// matter in the fight, need no further choice, and are not among the traits of Start.
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
	return has.TraitsChangeOdds(&s.Target.Side)
}

// armourOnAllSides holds the assignments that give a vehicle the same armour on all sides.
var armourOnAllSides = []string{"armour.front=#", "armour.side=#", "armour.rear=#"}

// figuresField returns the searched field for the number of figures, from least to most. It must
// come before the fields that arm single figures.
func figuresField(least, most int) searchField {
	p := searchField{path: "figures", affectsDamage: true, affectsDurability: true}
	for n := least; n <= most; n++ {
		p.values = append(p.values, strconv.Itoa(n))
	}
	return p
}

// singlesAndPairs lists every single value and every pair of values, in order.
func singlesAndPairs(values []string) []string {
	all := slices.Clone(values)
	for i := range values {
		for j := i; j < len(values); j++ {
			all = append(all, values[i]+"+"+values[j])
		}
	}
	return all
}

// limitValues reduces each field to its allowed values.
func (s *Search) limitValues(all []searchField) error {
	for path, values := range s.AllowedValues {
		i := slices.IndexFunc(all, func(p searchField) bool { return p.path == path })
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
	all, _ := free.searchFields()
	for _, p := range all {
		paths = append(paths, p.path)
	}
	return paths
}

// Run returns the best designs, and the number of all designs. Damage and durability depend on
// different fields, so a design consists of two halves, each computed once: a damage half and a
// durability half. Each half is joined with the best other half that the points allow. The error is
// ctx's, or names an impossible value of a field.
func (s *Search) Run(ctx context.Context) (best []Design, searched int, err error) {
	all, err := s.searchFields()
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

// A designHalf is half of a design: damage halves have values for the fields that affect damage,
// durability halves for the fields that affect durability. The fields of the other half are as in
// Start.
type designHalf struct {
	unit       armoury.Unit
	choices    []fieldValue // values of the fields that only this half sets
	exactPrice float64      // price before the factor; for a damage half, the additional price over Start
	// multiplies the exact price. A durability half has the factor of Quality and Resolve; either
	// half may have the factor of a trait too.
	priceFactor   float64
	hasExtraTrait bool // the half has an additional trait
	kills         odds.Effect
	durability    float64
}

// A fieldValue is a value of a searched field.
type fieldValue struct {
	field *searchField
	value string
}

// A designGroup holds halves of designs: any of its damage halves and any of its durability halves
// can be joined to a design, since they have equal values of the fields that affect both damage and
// durability.
type designGroup struct {
	damageHalves, durabilityHalves []designHalf
	allowsNoTrait                  bool // a design of the group may be without an additional trait
}

// exactPoints returns the price, before rounding, of the design that consists of two halves.
func exactPoints(arms, shell *designHalf) float64 {
	return (arms.exactPrice + shell.exactPrice) * arms.priceFactor * shell.priceFactor
}

// canJoin reports whether two halves of the group can be joined: together they have at most one
// additional trait.
func (g *designGroup) canJoin(arms, shell *designHalf) bool {
	if arms.hasExtraTrait == shell.hasExtraTrait {
		return !arms.hasExtraTrait && g.allowsNoTrait
	}
	return true
}

// groups returns the halves of all designs that may be cheap enough, in groups of halves that can
// be joined.
func (s *Search) groups(all []searchField) (groups []designGroup) {
	var does, lasts, both []fieldValue // traits
	bare := !slices.ContainsFunc(all, func(p searchField) bool { return p.path == "traits" })
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
				both = append(both, fieldValue{p, id})
			case fires:
				does = append(does, fieldValue{p, id})
			default:
				lasts = append(lasts, fieldValue{p, id})
			}
		}
	}
	may, most := s.traitChecker(), float64(s.MaxPoints)+1
	add := func(base designHalf, bare bool, does, lasts []fieldValue) {
		g := designGroup{allowsNoTrait: bare}
		g.durabilityHalves = s.combine(designHalf{unit: base.unit, priceFactor: base.priceFactor}, all, func(p searchField) bool { return !p.affectsDamage && p.path != "traits" })
		for _, h := range g.durabilityHalves {
			for _, c := range lasts {
				if may(&h.unit, c.value, h.unit.Resolve) {
					g.durabilityHalves = append(g.durabilityHalves, s.withTrait(h, c))
				}
			}
		}
		for _, arm := range s.combine(base, all, func(p searchField) bool { return p.affectsDamage && !p.affectsDurability }) {
			arm.exactPrice, arm.priceFactor = arm.exactPrice-base.exactPrice, 1
			for _, c := range append([]fieldValue{{}}, does...) {
				one := arm
				if c.field != nil {
					one = s.withTrait(arm, c)
				}
				if anyHalf(g.durabilityHalves, func(h *designHalf) bool { return g.canJoin(&one, h) && exactPoints(&one, h) < most }) {
					g.damageHalves = append(g.damageHalves, one)
				}
			}
		}
		shells := g.durabilityHalves[:0]
		for _, h := range g.durabilityHalves {
			if anyHalf(g.damageHalves, func(arms *designHalf) bool { return g.canJoin(arms, &h) && exactPoints(arms, &h) < most }) {
				shells = append(shells, h)
			}
		}
		g.durabilityHalves = shells
		groups = append(groups, g)
	}
	start := designHalf{unit: s.Start.List.Units[0], priceFactor: 1}
	if slices.ContainsFunc(all, func(p searchField) bool { return p.path == "weapons" }) {
		start.unit.VehicleWeapons = nil // a vehicle's, which are searched
	}
	for _, base := range s.combine(start, all, func(p searchField) bool { return p.affectsDamage && p.affectsDurability }) {
		can := func(c fieldValue) bool { return may(&base.unit, c.value, s.Start.List.Armoury.Resolves.IDs()...) }
		base.priceFactor = 1
		add(base, bare, slices.DeleteFunc(slices.Clone(does), func(c fieldValue) bool { return !can(c) }), lasts)
		for _, c := range both {
			if can(c) {
				add(s.withTrait(base, c), true, nil, nil)
			}
		}
	}
	return groups
}

// anyHalf reports whether the condition goes holds for any of the halves.
func anyHalf(halves []designHalf, goes func(h *designHalf) bool) bool {
	for i := range halves { // which are too large to copy each
		if goes(&halves[i]) {
			return true
		}
	}
	return false
}

// withTrait returns a half with a trait.
func (s *Search) withTrait(h designHalf, trait fieldValue) designHalf {
	t, _ := s.Start.List.Armoury.Trait(h.unit.Kind, trait.value)
	h.priceFactor *= t.PriceMultiplier.InexactFloat64()
	h.choices, h.hasExtraTrait = append(slices.Clip(h.choices), trait), true
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

// combine returns base with every combination of values for the fields that fits selects, each with
// its price.
func (s *Search) combine(base designHalf, all []searchField, fits func(p searchField) bool) (halves []designHalf) {
	var parts []*searchField
	n := 1
	for i := range all {
		if fits(all[i]) {
			parts = append(parts, &all[i])
			n *= len(all[i].values)
		}
	}
	halves = make([]designHalf, 0, n)
	a, trait := s.Start.List.Armoury, base.priceFactor
	var choose func(h designHalf, parts []*searchField)
	choose = func(h designHalf, parts []*searchField) {
		if len(parts) > 0 {
			for _, v := range parts[0].values {
				one := h
				one.choices = append(slices.Clip(h.choices), fieldValue{parts[0], v})
				s.setValue(&one.unit, fieldValue{parts[0], v})
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
		h.priceFactor = a.Qualities.Find(h.unit.Quality).PriceMultiplier.InexactFloat64() +
			a.Resolves.Find(h.unit.Resolve).PriceModifier.InexactFloat64()
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

// computeKills computes the damage that each damage half does to the target.
func (s *Search) computeKills(ctx context.Context, groups []designGroup) error {
	q := s.Conditions
	q.Mode = odds.Shooting
	levels := s.Start.List.Armoury.FightTables()
	for i := range groups {
		arms := groups[i].damageHalves
		_, err := odds.AttackMatrix(ctx, 1, len(arms), 1, func(j, _ int, _ []*odds.Effect) error {
			u, pairs := s.combatant(&arms[j].unit, levels), [2]Pair{}
			err := u.setBestPairs(s.Target, &q, []*Pair{&pairs[fireIndex], &pairs[assaultIndex]}, nil)
			arms[j].kills = pairs[fireIndex].Effect
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// computeDurability computes the durability of each durability half under the target's fire; equal
// halves are computed once.
func (s *Search) computeDurability(ctx context.Context, groups []designGroup) error {
	alike := map[string][]*designHalf{} // by what fire meets; of Quality only the lowest level counts
	var order []string
	for i := range groups {
		for j := range groups[i].durabilityHalves {
			h := &groups[i].durabilityHalves[j]
			u := h.unit.Fighter(s.Start.List.Armoury)
			m := fmt.Sprint(u.Figures, u.Resolve, u.Armour, u.Front, u.Quality == 0, h.unit.TraitIDs())
			if alike[m] == nil {
				order = append(order, m)
			}
			alike[m] = append(alike[m], h)
		}
	}
	levels := s.Start.List.Armoury.FightTables()
	_, err := odds.AttackMatrix(ctx, 1, len(order), 1, func(i, _ int, _ []*float64) error {
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

// A candidate may give one design of the answer: a half (a damage half, or a durability half for
// ByDurability) with the best other half that has not been tried. otherHalves are the other halves
// still to try, the best first.
type candidate struct {
	group       *designGroup
	half        *designHalf
	otherHalves []*designHalf
	Design
	exactPoints float64
	index       int // index among all candidates
}

// joinNextHalf joins the candidate with the next best other half that is cheap enough; false if
// there is none.
func (l *candidate) joinNextHalf(s *Search) bool {
	for len(l.otherHalves) > 0 {
		arms, shell := l.halves(s.Objective)
		if l.group.canJoin(arms, shell) {
			if l.exactPoints = exactPoints(arms, shell); l.exactPoints < float64(s.MaxPoints)+1 {
				l.Kills, l.Durability = arms.kills, shell.durability
				return true
			}
		}
		l.otherHalves = l.otherHalves[1:]
	}
	return false
}

// halves returns the halves of the candidate's design.
func (l *candidate) halves(by Objective) (arms, shell *designHalf) {
	if by == ByDurability {
		return l.otherHalves[0], l.half
	}
	return l.half, l.otherHalves[0]
}

// qualityAndWeapon returns what a player sees first: Quality, and the weapon of all figures and of
// a single one.
func (h *designHalf) qualityAndWeapon() (quality, weapon string) {
	for _, c := range h.choices {
		switch c.field.path {
		case "quality":
			quality = c.value
		case "weapon", "weapons", "heavy":
			if weapon == "" && len(c.field.values) > 1 {
				weapon = c.value
			}
		}
	}
	return quality, weapon
}

// isSuperfluous reports whether a better design makes this one superfluous. A design is superfluous
// if it has less than 10 % more damage or durability, unless it costs at least a point less and is
// worth at least 80 % as much per point. Designs with the same Quality and weapon are superfluous
// too, unless their sizes differ by a third.
func (l *candidate) isSuperfluous(better *candidate, by Objective) bool {
	const more, fair = 1.1, 0.8
	cheaper := better.exactPoints-l.exactPoints >= 1 &&
		l.worth(by)*better.exactPoints >= fair*better.worth(by)*l.exactPoints
	if !cheaper && l.Kills.Value <= better.Kills.Value*more &&
		min(l.Durability, DurabilityLimit) <= min(better.Durability, DurabilityLimit)*more {
		return true
	}
	is, _ := l.halves(by)
	was, _ := better.halves(by)
	quality, weapon := is.qualityAndWeapon()
	if q, w := was.qualityAndWeapon(); q != quality || w != weapon {
		return false
	}
	size, other := is.unit.Size(), was.unit.Size()
	return 3*max(size, other) < 4*min(size, other)
}

// bestDesigns returns the best designs that are legal and cheap enough.
func (s *Search) bestDesigns(groups []designGroup) (best []Design) {
	order := func(x, y *candidate) int {
		return cmp.Or(cmp.Compare(y.worth(s.Objective), x.worth(s.Objective)), cmp.Compare(y.worth(ByDamageAndDurability), x.worth(ByDamageAndDurability)),
			cmp.Compare(x.exactPoints, y.exactPoints), cmp.Compare(x.index, y.index))
	}
	var leads []*candidate
	for i := range groups {
		g := &groups[i]
		halves, others := g.damageHalves, g.durabilityHalves
		if s.Objective == ByDurability {
			halves, others = others, halves
		}
		sorted := make([]*designHalf, len(others))
		for j := range others {
			sorted[j] = &others[j]
		}
		slices.SortStableFunc(sorted, func(x, y *designHalf) int {
			return cmp.Or(cmp.Compare(y.kills.Value, x.kills.Value), cmp.Compare(min(y.durability, DurabilityLimit), min(x.durability, DurabilityLimit)),
				cmp.Compare(x.exactPrice*x.priceFactor, y.exactPrice*y.priceFactor))
		})
		for j := range halves {
			if l := (&candidate{group: g, half: &halves[j], otherHalves: sorted, index: len(leads)}); l.joinNextHalf(s) {
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
		if slices.ContainsFunc(taken, func(better *candidate) bool { return l.isSuperfluous(better, s.Objective) }) {
			continue
		}
		if s.buildUnit(l, &list) {
			best, taken = append(best, l.Design), append(taken, l)
		} else if l.otherHalves = l.otherHalves[1:]; l.joinNextHalf(s) {
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
		s.setValue(&l.Unit, one)
	}
	for _, one := range slices.Concat(arms.choices, shell.choices) {
		l.Assignments = append(l.Assignments, one.field.assignments(one.value)...)
	}
	list.Units = []armoury.Unit{l.Unit}
	price, err := list.Price(&l.Unit)
	_, wrong := finding.FirstError(list.CheckUnit(l.Unit.ID), "")
	l.Price = price
	return err == nil && !wrong && price.Points <= s.MaxPoints
}
