package gf

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"muster/builder/finding"
	"muster/builder/table"
	"muster/convert"
	"muster/rules"
	combat "muster/rules/gf"
)

// TableUnits returns the army's groups as they appear on the table, each with its halves and
// heroes.
func (a *Army) TableUnits() []table.Unit {
	m := newTableMaker(a)
	return convert.All(a.Groups, m.groupOnTable)
}

// TableUnit returns a unit, which need not be in the list, as it would appear on the table.
func (a *Army) TableUnit(u *Unit) table.Unit {
	m := newTableMaker(a)
	return m.unitOnTable(u)
}

// Rounds returns the number of rounds of a game; 0 if unknown.
func (a *Army) Rounds() int {
	if a.List.SmallScale {
		return a.Game.Play.Rounds + a.Game.Play.ExtraSmallScaleRounds
	}
	return a.Game.Play.Rounds
}

// A tableMaker makes the army's units as they appear on the table.
type tableMaker struct {
	army       *Army
	names      map[string]string   // names of units, by id
	apRule     string              // name of the rule that weapon profiles show as a value, such as AP(1)
	toughRule  string              // name of the rule that gives models more than one wound
	passengers map[*Group][]string // names of the units inside the transport of each group
}

// Names returns the names of the army's units by id. Units with the same name are numbered; a
// combined pair has one number.
func (a *Army) Names() map[string]string { return newTableMaker(a).names }

func newTableMaker(a *Army) tableMaker {
	m := makerWithoutNames(a)
	ids, titles := make([]string, 0, len(a.Units)), make([]string, 0, len(a.Units))
	add := func(u *Unit) { ids, titles = append(ids, u.ID), append(titles, u.Name) }
	for _, g := range a.Groups {
		add(g.Unit)
		for _, hero := range g.Heroes {
			add(hero)
		}
	}
	m.names = table.NumberedNames(ids, titles)
	for _, g := range a.Groups {
		for _, half := range g.Halves {
			m.names[half.ID] = m.names[g.Unit.ID]
		}
	}
	m.passengers = map[*Group][]string{}
	for _, g := range a.Groups {
		if g.InTransport == nil {
			continue
		}
		if host := a.Group(g.InTransport); host != g {
			m.passengers[host] = append(m.passengers[host], m.names[g.Unit.ID])
		}
	}
	return m
}

// apEffect is the only effect of the weapon rule that profiles state as a value (AP).
var apEffect = &rules.Effect{AP: rules.Value{IsSet: true, IsRating: true}}

// makerWithoutNames returns a tableMaker that has no names of units.
func makerWithoutNames(a *Army) tableMaker {
	m := tableMaker{army: a}
	for i := range a.Game.Rules {
		r := &a.Game.Rules[i]
		for k := range r.Effects {
			if r.HasRating && reflect.DeepEqual(&r.Effects[k], apEffect) {
				m.apRule = r.Name
			}
			if r.Effects[k].Tough.IsRating {
				m.toughRule = r.Name
			}
		}
	}
	return m
}

// groupOnTable returns a group as it appears on the table.
func (m *tableMaker) groupOnTable(g *Group) table.Unit {
	b := m.unitOnTable(g.Unit)
	if len(g.Halves) > 1 {
		b.KindAndTraits = append(b.KindAndTraits, "combined unit")
		b.IDs = unitIDs(g.Halves)
		for i, half := range g.Halves {
			one := m.unitOnTable(half)
			one.Role = table.Role(min(i, 1)) * table.RoleSecondHalf
			b.CombinedHalves = append(b.CombinedHalves, one)
		}
	}
	if g.InTransport != nil {
		b.AddNote("Deploys in", m.names[g.InTransport.ID])
	}
	b.AddNote("Carries", m.passengers[g]...)
	for i := range b.Tracks {
		if lost := ticksToHalfStrength(b.Tracks[i].BoxesPerModel, len(g.Heroes)); lost > 0 {
			t := &b.Tracks[i]
			t.MarkedBox, t.MarkSign, t.MarkMeaning = lost, "½", "half strength"
		}
	}
	b.States = table.StateNames(m.army.Game, "shaken", "fatigued")
	if g.Deployment(m.army.Game) == rules.DeployReserve {
		b.States = append([]string{"Reserve"}, b.States...) // the others stand at one place on a sheet
	}
	if rounds := m.army.Rounds(); rounds > 0 {
		b.Counters = append([]table.Counter{{Label: "Activated", BoxCount: rounds, PerRound: true}}, b.Counters...)
	}
	for _, hero := range g.Heroes {
		one := m.unitOnTable(hero)
		one.Role = table.RoleJoined
		b.JoinedHeroes = append(b.JoinedHeroes, one)
	}
	return b
}

// ticksToHalfStrength returns the number of ticked boxes of a track at which a unit is at half
// strength or less, joined heroes included (docs/rules-notes.md, Fights): half the wounds of a
// single model, otherwise half the models.
func ticksToHalfStrength(sizes []int, heroes int) int {
	start := len(sizes) + heroes
	if start == 1 {
		if sizes[0] < 2 {
			return 0
		}
		return (sizes[0] + 1) / 2
	}
	lost := (start + 1) / 2
	if lost > len(sizes) {
		return 0
	}
	wounds := 0
	for _, size := range sizes[:lost] {
		wounds += size
	}
	return wounds
}

// unitOnTable returns a single unit as it appears on the table.
func (m *tableMaker) unitOnTable(u *Unit) table.Unit {
	b := table.Unit{
		ID: u.ID, IDs: []string{u.ID}, Name: u.Name, Title: cmp.Or(m.names[u.ID], u.Name),
		Models: u.Models, BaseSize: basesText(u), Points: u.Cost, HasEstimatedCost: u.HasEstimatedCost(),
		Rules: m.ruleNames(u, u.Rules), Weapons: m.weaponsOnTable(u.Weapons), IsHero: u.IsHero,
	}
	m.setLimitedActions(&b, u)
	if u.Entry != nil {
		b.InTransport = u.Entry.InTransport
	}
	if u.BookUnit != nil && u.BookUnit.Name != u.Name {
		b.KindAndTraits = append(b.KindAndTraits, u.BookUnit.Name)
	}
	if b.BookName = m.army.BookTitle(u.Book); len(m.army.Books) > 1 {
		b.KindAndTraits = append(b.KindAndTraits, b.BookName)
	}
	if id := m.army.List.GeneralID; id != "" && id == u.ID {
		b.IsGeneral = true
		b.KindAndTraits = append(b.KindAndTraits, "general")
	}
	tough, sizes := cmp.Or(u.Tough, 1), u.WoundsPerModel()
	small := m.army.List.SmallScale
	if small {
		// GF 2.7, Small Scale: each base is a unit with the attacks and the
		// wounds of all its models.
		b.KindAndTraits = append(b.KindAndTraits, "one base")
		tough = 0
		for _, wounds := range sizes {
			tough += wounds
		}
		sizes = []int{tough}
	}
	b.Stats = []table.Stat{
		{Label: "Quality", InlineFormat: "Q%", Value: strconv.Itoa(u.Quality) + "+", ShortLabel: "Q", ColumnHeading: "QUA"},
		{Label: "Defense", InlineFormat: "D%", Value: strconv.Itoa(u.Defense) + "+", ShortLabel: "D", ColumnHeading: "DEF"},
	}
	if tough > 1 && m.toughRule != "" {
		stat := table.Stat{
			Label: m.toughRule, Value: strconv.Itoa(tough), ShortLabel: m.toughRule[:1],
			ColumnHeading: strings.ToUpper(m.toughRule),
		}
		if small { // otherwise the rules say so
			stat.InlineFormat = m.toughRule + " %"
		}
		b.Stats = append(b.Stats, stat)
	}
	m.addNotes(&b, u)
	m.setAbilitiesAndGear(&b, u)
	switch {
	case len(sizes) > 1:
		b.Tracks = []table.Track{{Label: "Models", BoxesPerModel: sizes}}
	case len(sizes) == 1 && sizes[0] > 1:
		b.Tracks = []table.Track{{Label: "Wounds", BoxesPerModel: sizes}}
	}
	return b
}

// Models lists the models of each unit of the army by its id, of a combined unit by the id of its
// first half. In a small-scale game it lists the base that represents all models. The first model
// has the weapons and rules without a known bearer.
func (a *Army) Models() map[string][]table.Model {
	m, all := newTableMaker(a), map[string][]table.Model{}
	for _, g := range a.Groups {
		for _, u := range append([]*Unit{g.Unit}, g.Heroes...) {
			all[u.ID] = m.modelsOnTable(u)
		}
	}
	return all
}

// modelsOnTable lists the models of a unit.
func (m *tableMaker) modelsOnTable(u *Unit) []table.Model {
	figures := u.Figures()
	if m.army.List.SmallScale && len(figures) > 0 {
		all := table.Model{Weapons: m.weaponsOnTable(u.Weapons), BaseSize: figures[0].Base}
		for _, wounds := range u.WoundsPerModel() {
			all.Wounds += wounds
		}
		for _, some := range u.PartialRules {
			all.Features = append(all.Features, m.ruleNames(u, some.Rules)...)
		}
		return []table.Model{all}
	}
	models := make([]table.Model, len(figures))
	for i, f := range figures {
		models[i] = table.Model{
			Weapons: m.weaponsOnTable(f.Weapons), Features: m.ruleNames(u, f.Rules),
			Wounds: f.Wounds, BaseSize: f.Base,
		}
	}
	return models
}

// ModelKinds returns the kinds of models of a side in the order in which they die, those with the
// fewest wounds first; and the weapons without a known bearer.
func (a *Army) ModelKinds(side *combat.Side) (kinds table.ModelKinds, loose []table.Weapon) {
	m, tough := makerWithoutNames(a), side.ToughByGroup(a.Game)
	for i, g := range side.Groups {
		kinds = append(kinds, table.ModelKind{Models: g.Models, Tough: tough[i], Weapons: convert.All(g.Weapons, m.weaponOnTable), Rules: rules.UseTexts(g.Rules), IndexInOdds: i})
	}
	nameModelKinds(kinds)
	slices.SortStableFunc(kinds, func(a, b table.ModelKind) int { return a.Tough - b.Tough })
	return kinds, convert.All(side.Weapons, m.weaponOnTable)
}

// HeroKinds returns a joined hero as the only kind of model.
func (a *Army) HeroKinds(hero *Unit) table.ModelKinds {
	m := makerWithoutNames(a)
	return table.ModelKinds{{Name: hero.Name, Models: 1, Tough: max(1, hero.Tough), Weapons: convert.All(hero.Weapons, m.weaponOnTable)}}
}

// nameModelKinds names each kind of model by the equipment and rules that the largest kind lacks.
func nameModelKinds(kinds table.ModelKinds) {
	most := 0
	for i := range kinds {
		if kinds[i].Models > kinds[most].Models {
			most = i
		}
	}
	has := func(i int) []string {
		return append(convert.All(kinds[i].Weapons, func(w table.Weapon) string { return w.Name }), kinds[i].Rules...)
	}
	for i := range kinds {
		own, plain := has(i), has(most)
		kinds[i].Name = strings.Join(slices.DeleteFunc(own,
			func(name string) bool { return i != most && slices.Contains(plain, name) }), ", ")
		kinds[i].Name = cmp.Or(kinds[i].Name, "plain")
	}
}

// ovalTimesSign matches the sign between the lengths of an oval base.
var ovalTimesSign = regexp.MustCompile(`(\d) ?[x×] ?(\d)`)

// basesText returns a short text with the sizes of a unit's bases: only round bases if the book has
// both shapes, and only the first of more than three.
func basesText(u *Unit) string {
	var all []string
	for _, base := range u.Bases() {
		round, _, _ := strings.Cut(base, " / ")
		if round = ovalTimesSign.ReplaceAllString(strings.TrimSuffix(round, " round"), "$1×$2"); round != "none" &&
			!slices.Contains(all, round) {
			all = append(all, round)
		}
	}
	if more := len(all) - 1; more > 2 {
		return fmt.Sprintf("%s and %d others", all[0], more)
	}
	return strings.Join(all, ", ")
}

// ruleNames returns the texts of the rules in uses. A rule that only gives rules to the whole unit
// is replaced by the rules that it gives.
func (m *tableMaker) ruleNames(u *Unit, uses []rules.Use) []string {
	set := u.Book.RuleSet(m.army.Game)
	all := slices.Grow([]string(nil), len(uses))
	for _, use := range uses {
		if gets := auraRules(set, use); len(gets) > 0 {
			for _, g := range gets {
				all = append(all, g.String()+" (aura)")
			}
			continue
		}
		all = append(all, use.String())
	}
	return all
}

// auraRules returns the rules that an unconditional aura gives to all models of its bearer's unit;
// nil for other rules.
func auraRules(set *rules.Set, use rules.Use) []rules.Use {
	rule := set.Find(use.Name)
	if rule == nil || len(rule.Effects) != 1 {
		return nil
	}
	e := &rule.Effects[0]
	if e.Receivers != rules.ToUnit || len(e.GivenRules) == 0 ||
		!reflect.DeepEqual(e, &rules.Effect{Receivers: e.Receivers, GivenRules: e.GivenRules}) {
		return nil
	}
	gets := slices.Clone(e.GivenRules)
	for i := range gets {
		if gets[i].Rating == "X" {
			gets[i].Rating = use.Rating
		}
	}
	return gets
}

// setLimitedActions sets a caster's tokens, and the unit's actions that are limited to once in a
// game or in a round.
func (m *tableMaker) setLimitedActions(b *table.Unit, u *Unit) {
	play := &m.army.Game.Play
	switch {
	case u.SpellTokens == 0:
	case play.MaxSpellTokens > 0:
		b.SpellTokens, b.PooledSpellTokens = u.SpellTokens, u.PooledSpellTokens()
		b.Counters = append(b.Counters, table.Counter{Label: "Tokens", BoxCount: play.MaxSpellTokens})
	default:
		b.CastsText = strings.ReplaceAll(m.army.Game.Terms["tokens"], "%", strconv.Itoa(u.SpellTokens))
		if b.CastsText != "" && play.CastAction != "" {
			b.AddLimitedAction(table.LimitedAction{Name: play.CastAction, MaxTimes: 1, PerRound: true})
		}
	}
	set := u.Book.RuleSet(m.army.Game)
	add := func(weapon string, times int, uses []rules.Use) {
		for _, use := range uses {
			if rule := set.Find(use.Name); rule != nil {
				b.AddRuleAction(cmp.Or(weapon, use.Name), rule.Summary, times, weapon != "")
			}
		}
	}
	add("", 1, u.Rules)
	for _, some := range u.PartialRules {
		add("", some.Count, some.Rules)
	}
	for _, w := range u.Weapons {
		add(w.Name, w.Count, w.Rules)
	}
}

// withoutCommas returns a name without the commas that would split it in a list of names.
func withoutCommas(name string) string { return strings.ReplaceAll(name, ", ", " & ") }

// weaponsOnTable returns a unit's weapons: ranged weapons first, the longest range first, then
// melee weapons. In a small-scale game a base has the attacks of all its models.
func (m *tableMaker) weaponsOnTable(weapons []Weapon) []table.Weapon {
	if far := func(a, b Weapon) int { return b.Range - a.Range }; !slices.IsSortedFunc(weapons, far) {
		weapons = slices.Clone(weapons)
		slices.SortStableFunc(weapons, far)
	}
	all := make([]table.Weapon, len(weapons))
	for i, w := range weapons {
		all[i] = m.weaponOnTable(w)
		if m.army.List.SmallScale {
			all[i].Count, all[i].Profile[1].Value = 0, strconv.Itoa(w.Attacks*w.Count)
		}
	}
	return all
}

// weaponOnTable returns a weapon with its range in inches at the table.
func (m *tableMaker) weaponOnTable(w Weapon) table.Weapon {
	one := table.Weapon{
		Count: w.Count, Name: w.Name, AttackKind: "Melee", Range: m.army.Scale().ToTable(w.Range),
		SpecialHeading: "Special",
	}
	reach := ""
	if w.Range > 0 {
		one.AttackKind, reach = "Shooting", strconv.Itoa(one.Range)+"″"
	}
	one.Profile = append(make([]table.Stat, 0, 3), table.Stat{Label: "Range", Value: reach},
		table.Stat{Label: "Attacks", ShortLabel: "Att.", InlineFormat: "A%", Value: strconv.Itoa(w.Attacks)})
	lifted := ""
	for _, use := range w.Rules {
		if _, number := use.RatingNumber(); number && lifted == "" && m.apRule != "" && rules.SameName(use.Name, m.apRule) {
			lifted = use.Rating
			continue
		}
		one.Special = append(one.Special, use.String())
	}
	if m.apRule != "" {
		one.Profile = append(one.Profile, table.Stat{Label: m.apRule, InlineFormat: m.apRule + "(%)", Value: lifted})
	}
	return one
}

// setAbilitiesAndGear sets the abilities and the gear that a sheet shows on a unit's line after its
// profile and weapons.
func (m *tableMaker) setAbilitiesAndGear(b *table.Unit, u *Unit) {
	set := u.Book.RuleSet(m.army.Game)
	b.Abilities = m.ruleNames(u, slices.DeleteFunc(slices.Clone(u.Rules), func(use rules.Use) bool {
		rule := set.Find(use.Name)
		return rule != nil && slices.ContainsFunc(rule.Effects, func(e rules.Effect) bool { return e.Tough.IsRating })
	}))
	for _, item := range u.Items {
		b.Gear = append(b.Gear, table.NameWithCount(item.Count, item.Name))
	}
	for _, some := range u.PartialRules {
		if !slices.ContainsFunc(u.Items, func(i Item) bool { return i.Name == some.Source }) {
			b.Gear = append(b.Gear, table.NameWithCount(some.Count, strings.Join(m.ruleNames(u, some.Rules), ", ")))
		}
	}
}

// addNotes adds notes on a unit: equipment of some models, equipment that is not from upgrades,
// upgrades, and the player's remarks.
func (m *tableMaker) addNotes(b *table.Unit, u *Unit) {
	for _, some := range u.PartialRules {
		text := strings.Join(m.ruleNames(u, some.Rules), ", ")
		if some.Source != "" && some.Source != strings.Join(rules.UseTexts(some.Rules), ", ") {
			text += " (" + withoutCommas(some.Source) + ")"
		}
		b.AddNote(finding.CountText(some.Count, "model"), text)
	}
	var equipment, upgrades, free, profiles []string
	for _, w := range u.Weapons {
		if w.ProfileOf != "" && !slices.Contains(profiles, w.ProfileOf) {
			profiles = append(profiles, w.ProfileOf)
		}
	}
	b.AddNote("Pick one profile to attack with", profiles...)
	for _, item := range u.Items {
		if slices.ContainsFunc(u.PartialRules, func(s ModelRules) bool { return s.Source == item.Name }) ||
			slices.ContainsFunc(u.ChosenOptions, func(c ChosenOption) bool { return c.Option.Name == item.Name }) {
			continue
		}
		text := table.NameWithCount(item.Count, withoutCommas(item.Name))
		if len(item.Rules) > 0 {
			text += " (" + strings.Join(m.ruleNames(u, item.Rules), ", ") + ")"
		}
		equipment = append(equipment, text)
	}
	for _, chosen := range mergeChosenOptions(u.ChosenOptions) {
		text := table.NameWithCount(chosen.Count, withoutCommas(chosen.Option.Name))
		free = append(free, text)
		if cost := chosen.Cost(); cost != 0 {
			text += fmt.Sprintf(" %+d", cost)
		}
		upgrades = append(upgrades, text)
	}
	b.AddNote("Equipment", equipment...)
	b.AddNote("Upgrades", upgrades...)
	if len(upgrades) > 0 {
		b.Notes[len(b.Notes)-1].TextWithoutCosts = strings.Join(free, ", ")
	}
	if u.Entry == nil {
		return
	}
	var experience, traits, injuries []string
	for _, one := range m.army.halves(u) {
		if one.Entry.XP > 0 {
			experience = append(experience, fmt.Sprintf("%d (%s)", one.Entry.XP, finding.CountText(one.Experience(), "point")))
		}
		traits, injuries = append(traits, one.Entry.Traits...), append(injuries, one.Entry.Injuries...)
	}
	b.AddNote("Experience", experience...)
	b.AddNote("Traits", traits...)
	b.AddNote("Injuries", injuries...)
	if u.Entry.Notes != "" {
		b.Notes = append(b.Notes, table.Note{Label: "Note", Text: u.Entry.Notes, WrittenByPlayer: true})
	}
}

// mergeChosenOptions merges equal upgrades of both halves of a combined pair into one, with the
// price of both.
func mergeChosenOptions(chosen []ChosenOption) []ChosenOption {
	var all []ChosenOption
	for _, one := range chosen {
		i := slices.IndexFunc(all, func(c ChosenOption) bool { return c.Option == one.Option && c.CostPerChoice == one.CostPerChoice })
		if i >= 0 {
			all[i].Count += one.Count
			continue
		}
		all = append(all, one)
	}
	return all
}
