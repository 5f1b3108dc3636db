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
	m := newMaker(a)
	return convert.All(a.Groups, m.group)
}

// Offer returns a unit, possibly of no list, as it would appear on the table.
func (a *Army) Offer(u *Unit) table.Unit {
	m := newMaker(a)
	return m.unit(u)
}

// Rounds returns the number of rounds of a game; 0 if unknown.
func (a *Army) Rounds() int {
	if a.List.SmallScale {
		return a.Game.Play.Rounds + a.Game.Play.SmallScale
	}
	return a.Game.Play.Rounds
}

// A maker makes the army's units for the table.
type maker struct {
	army      *Army
	names     map[string]string   // names of units, by id
	apRule    string              // the weapon rule that is a value of the profile (AP)
	toughRule string              // the rule that gives models more than one wound
	inside    map[*Group][]string // names of the units inside each group's transport
}

// Names returns the names of the army's units by id: units of one name are numbered, a combined pair
// as one.
func (a *Army) Names() map[string]string { return newMaker(a).names }

func newMaker(a *Army) maker {
	m := unnamed(a)
	ids, titles := make([]string, 0, len(a.Units)), make([]string, 0, len(a.Units))
	add := func(u *Unit) { ids, titles = append(ids, u.ID), append(titles, u.Name) }
	for _, g := range a.Groups {
		add(g.Unit)
		for _, hero := range g.Heroes {
			add(hero)
		}
	}
	m.names = table.Numbered(ids, titles)
	for _, g := range a.Groups {
		for _, half := range g.Halves {
			m.names[half.ID] = m.names[g.Unit.ID]
		}
	}
	m.inside = map[*Group][]string{}
	for _, g := range a.Groups {
		if g.In == nil {
			continue
		}
		if host := a.Group(g.In); host != g {
			m.inside[host] = append(m.inside[host], m.names[g.Unit.ID])
		}
	}
	return m
}

// apEffect is the whole effect of the weapon rule that is a value of the profile.
var apEffect = &rules.Effect{AP: rules.Value{Set: true, X: true}}

// unnamed returns a maker that does not number units.
func unnamed(a *Army) maker {
	m := maker{army: a}
	for i := range a.Game.Rules {
		r := &a.Game.Rules[i]
		for k := range r.Effects {
			if r.Rated && reflect.DeepEqual(&r.Effects[k], apEffect) {
				m.apRule = r.Name
			}
			if r.Effects[k].Tough.X {
				m.toughRule = r.Name
			}
		}
	}
	return m
}

// group returns the table unit of a group.
func (m *maker) group(g *Group) table.Unit {
	b := m.unit(g.Unit)
	if len(g.Halves) > 1 {
		b.Detail = append(b.Detail, "combined unit")
		b.IDs = ids(g.Halves)
		for i, half := range g.Halves {
			one := m.unit(half)
			one.Role = table.Role(min(i, 1)) * table.Half
			b.Halves = append(b.Halves, one)
		}
	}
	if g.In != nil {
		b.AddNote("Deploys in", m.names[g.In.ID])
	}
	b.AddNote("Carries", m.inside[g]...)
	for i := range b.Tracks {
		if lost := halfLost(b.Tracks[i].Sizes, len(g.Heroes)); lost > 0 {
			t := &b.Tracks[i]
			t.Mark, t.Sign, t.Marked = lost, "½", "half strength"
		}
	}
	b.States = table.States(m.army.Game, "shaken", "fatigued")
	if g.Deploys(m.army.Game) == rules.DeploysReserve {
		b.States = append([]string{"Reserve"}, b.States...) // the others stand at one place on a sheet
	}
	if rounds := m.army.Rounds(); rounds > 0 {
		b.Counters = append([]table.Counter{{Label: "Activated", Boxes: rounds, Turns: true}}, b.Counters...)
	}
	for _, hero := range g.Heroes {
		one := m.unit(hero)
		one.Role = table.Joined
		b.Joined = append(b.Joined, one)
	}
	return b
}

// halfLost returns the number of ticked boxes at which a unit is at half strength or less, joined
// heroes included (docs/rules-notes.md, Fights): half the wounds of a single model, otherwise half
// the models.
func halfLost(sizes []int, heroes int) int {
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

// unit returns the table unit of a single unit.
func (m *maker) unit(u *Unit) table.Unit {
	b := table.Unit{
		ID: u.ID, IDs: []string{u.ID}, Name: u.Name, Title: cmp.Or(m.names[u.ID], u.Name),
		Models: u.Models, Base: bases(u), Points: u.Cost, Estimate: u.Estimated(),
		Rules: m.ruleNames(u, u.Rules), Weapons: m.weapons(u.Weapons), Leads: u.Hero,
	}
	m.setOncePerGame(&b, u)
	if u.Entry != nil {
		b.In = u.Entry.In
	}
	if u.Of != nil && u.Of.Name != u.Name {
		b.Detail = append(b.Detail, u.Of.Name)
	}
	if b.Source = m.army.BookTitle(u.Book); len(m.army.Books) > 1 {
		b.Detail = append(b.Detail, b.Source)
	}
	if id := m.army.List.General; id != "" && id == u.ID {
		b.General = true
		b.Detail = append(b.Detail, "general")
	}
	tough, sizes := cmp.Or(u.Tough, 1), u.Wounds()
	small := m.army.List.SmallScale
	if small {
		// GF 2.7, Small Scale: each base is a unit with the attacks and the
		// wounds of all its models.
		b.Detail = append(b.Detail, "one base")
		tough = 0
		for _, wounds := range sizes {
			tough += wounds
		}
		sizes = []int{tough}
	}
	b.Stats = []table.Stat{
		{Label: "Quality", Inline: "Q%", Value: strconv.Itoa(u.Quality) + "+", Short: "Q", Column: "QUA"},
		{Label: "Defense", Inline: "D%", Value: strconv.Itoa(u.Defense) + "+", Short: "D", Column: "DEF"},
	}
	if tough > 1 && m.toughRule != "" {
		stat := table.Stat{
			Label: m.toughRule, Value: strconv.Itoa(tough), Short: m.toughRule[:1],
			Column: strings.ToUpper(m.toughRule),
		}
		if small { // otherwise the rules say so
			stat.Inline = m.toughRule + " %"
		}
		b.Stats = append(b.Stats, stat)
	}
	m.notes(&b, u)
	m.setLine(&b, u)
	switch {
	case len(sizes) > 1:
		b.Tracks = []table.Track{{Label: "Models", Sizes: sizes}}
	case len(sizes) == 1 && sizes[0] > 1:
		b.Tracks = []table.Track{{Label: "Wounds", Sizes: sizes}}
	}
	return b
}

// Models lists the models of each unit of the army by its id, of a combined unit by that
// of its first half; in a small-scale game the base that stands for all. Weapons and
// rules without a known bearer are with the first.
func (a *Army) Models() map[string][]table.Model {
	m, all := newMaker(a), map[string][]table.Model{}
	for _, g := range a.Groups {
		for _, u := range append([]*Unit{g.Unit}, g.Heroes...) {
			all[u.ID] = m.models(u)
		}
	}
	return all
}

// models lists the models of a unit.
func (m *maker) models(u *Unit) []table.Model {
	figures := u.Figures()
	if m.army.List.SmallScale && len(figures) > 0 {
		all := table.Model{Weapons: m.weapons(u.Weapons), Base: figures[0].Base}
		for _, wounds := range u.Wounds() {
			all.Wounds += wounds
		}
		for _, some := range u.Some {
			all.Has = append(all.Has, m.ruleNames(u, some.Rules)...)
		}
		return []table.Model{all}
	}
	models := make([]table.Model, len(figures))
	for i, f := range figures {
		models[i] = table.Model{Weapons: m.weapons(f.Weapons), Has: m.ruleNames(u, f.Rules), Wounds: f.Wounds, Base: f.Base}
	}
	return models
}

// Kinds returns the models of a side in the order in which they die, those with the fewest wounds
// first, and the weapons without a known bearer.
func (a *Army) Kinds(side *combat.Side) (kinds table.Kinds, loose []table.Weapon) {
	m, tough := unnamed(a), side.Tough(a.Game)
	for i, g := range side.Groups {
		kinds = append(kinds, table.Kind{Models: g.Models, Tough: tough[i], Weapons: m.carried(g.Weapons), Rules: rules.Strings(g.Rules), Place: i})
	}
	nameKinds(kinds)
	slices.SortStableFunc(kinds, func(a, b table.Kind) int { return a.Tough - b.Tough })
	return kinds, m.carried(side.Weapons)
}

// HeroKinds returns a joined hero as a kind of model.
func (a *Army) HeroKinds(hero *Unit) table.Kinds {
	m := unnamed(a)
	one := table.Kind{Name: hero.Name, Models: 1, Tough: max(1, hero.Tough)}
	for i := range hero.Weapons {
		one.Weapons = append(one.Weapons, m.weapon(&hero.Weapons[i]))
	}
	return table.Kinds{one}
}

// carried are the weapons of some models in a fight.
func (m *maker) carried(weapons []combat.Weapon) []table.Weapon {
	all := make([]table.Weapon, len(weapons))
	for i, w := range weapons {
		all[i] = m.weapon(&Weapon{Name: w.Name, Count: w.Count, Range: w.Range, Attacks: w.Attacks, Rules: w.Rules})
	}
	return all
}

// nameKinds names kinds of models by the equipment or rules that the largest kind does not have.
func nameKinds(kinds table.Kinds) {
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

// timesSign matches the sign between the lengths of an oval base.
var timesSign = regexp.MustCompile(`(\d) ?[x×] ?(\d)`)

// bases returns a short text with the sizes of a unit's bases: only round ones if the book has
// both, and only the first of more than three.
func bases(u *Unit) string {
	var all []string
	for _, base := range u.Bases() {
		round, _, _ := strings.Cut(base, " / ")
		if round = timesSign.ReplaceAllString(strings.TrimSuffix(round, " round"), "$1×$2"); round != "none" && !slices.Contains(all, round) {
			all = append(all, round)
		}
	}
	if more := len(all) - 1; more > 2 {
		return fmt.Sprintf("%s and %d others", all[0], more)
	}
	return strings.Join(all, ", ")
}

// ruleNames returns the texts of the unit's rules. A rule that only gives others to the whole unit
// is replaced by these.
func (m *maker) ruleNames(u *Unit, uses []rules.Use) []string {
	set := u.Book.RuleSet(m.army.Game)
	all := slices.Grow([]string(nil), len(uses))
	for _, use := range uses {
		if gets := given(set, use); len(gets) > 0 {
			for _, g := range gets {
				all = append(all, g.String()+" (aura)")
			}
			continue
		}
		all = append(all, use.String())
	}
	return all
}

// given returns the rules that an unconditional aura gives to all models of the bearer's unit;
// nil for other rules.
func given(set *rules.Set, use rules.Use) []rules.Use {
	rule := set.Find(use.Name)
	if rule == nil || len(rule.Effects) != 1 {
		return nil
	}
	e := &rule.Effects[0]
	if e.To != rules.ToUnit || len(e.Gives) == 0 || !reflect.DeepEqual(e, &rules.Effect{To: e.To, Gives: e.Gives}) {
		return nil
	}
	gets := slices.Clone(e.Gives)
	for i := range gets {
		if gets[i].Rating == "X" {
			gets[i].Rating = use.Rating
		}
	}
	return gets
}

// setOncePerGame sets a caster's tokens, and the unit's actions limited to once in a game or in a
// round.
func (m *maker) setOncePerGame(b *table.Unit, u *Unit) {
	play := &m.army.Game.Play
	switch {
	case u.Tokens == 0:
	case play.Tokens > 0:
		b.Tokens, b.Pooled = u.Tokens, u.Pooled()
		b.Counters = append(b.Counters, table.Counter{Label: "Tokens", Boxes: play.Tokens})
	default:
		b.Casts = strings.ReplaceAll(m.army.Game.Words["tokens"], "%", strconv.Itoa(u.Tokens))
		if b.Casts != "" && play.Cast != "" {
			b.AddOnce(table.Once{Name: play.Cast, Times: 1, Turn: true})
		}
	}
	set := u.Book.RuleSet(m.army.Game)
	add := func(weapon string, times int, uses []rules.Use) {
		for _, use := range uses {
			if rule := set.Find(use.Name); rule != nil {
				b.AddRule(cmp.Or(weapon, use.Name), rule.Summary, times, weapon != "")
			}
		}
	}
	add("", 1, u.Rules)
	for _, some := range u.Some {
		add("", some.Count, some.Rules)
	}
	for _, w := range u.Weapons {
		add(w.Name, w.Count, w.Rules)
	}
}

// oneName returns a name so that its commas do not split it in a list of names.
func oneName(name string) string { return strings.ReplaceAll(name, ", ", " & ") }

// weapons returns a unit's weapons: ranged ones first, the longest range first, then melee weapons.
// In a small-scale game a base has the attacks of all its models.
func (m *maker) weapons(weapons []Weapon) []table.Weapon {
	if far := func(a, b Weapon) int { return b.Range - a.Range }; !slices.IsSortedFunc(weapons, far) {
		weapons = slices.Clone(weapons)
		slices.SortStableFunc(weapons, far)
	}
	all := make([]table.Weapon, len(weapons))
	for i := range weapons {
		w := &weapons[i]
		all[i] = m.weapon(w)
		if m.army.List.SmallScale {
			all[i].Count, all[i].Profile[1].Value = 0, strconv.Itoa(w.Attacks*w.Count)
		}
	}
	return all
}

// weapon returns a weapon with its range as measured at the table.
func (m *maker) weapon(w *Weapon) table.Weapon {
	one := table.Weapon{
		Count: w.Count, Name: w.Name, Part: "Melee", Reach: m.army.Scale().Table(w.Range),
		Heading: "Special",
	}
	reach := ""
	if w.Range > 0 {
		one.Part, reach = "Shooting", strconv.Itoa(one.Reach)+"″"
	}
	one.Profile = append(make([]table.Stat, 0, 3), table.Stat{Label: "Range", Value: reach},
		table.Stat{Label: "Attacks", Short: "Att.", Inline: "A%", Value: strconv.Itoa(w.Attacks)})
	lifted := ""
	for _, use := range w.Rules {
		if _, number := use.Number(); number && lifted == "" && m.apRule != "" && rules.Same(use.Name, m.apRule) {
			lifted = use.Rating
			continue
		}
		one.Special = append(one.Special, use.String())
	}
	if m.apRule != "" {
		one.Profile = append(one.Profile, table.Stat{Label: m.apRule, Inline: m.apRule + "(%)", Value: lifted})
	}
	return one
}

// setLine sets the parts of a unit's line other than its profile and weapons.
func (m *maker) setLine(b *table.Unit, u *Unit) {
	set := u.Book.RuleSet(m.army.Game)
	b.Abilities = m.ruleNames(u, slices.DeleteFunc(slices.Clone(u.Rules), func(use rules.Use) bool {
		rule := set.Find(use.Name)
		return rule != nil && slices.ContainsFunc(rule.Effects, func(e rules.Effect) bool { return e.Tough.X })
	}))
	for _, item := range u.Items {
		b.Gear = append(b.Gear, table.Times(item.Count, item.Name))
	}
	for _, some := range u.Some {
		if !slices.ContainsFunc(u.Items, func(i Item) bool { return i.Name == some.From }) {
			b.Gear = append(b.Gear, table.Times(some.Count, strings.Join(m.ruleNames(u, some.Rules), ", ")))
		}
	}
}

// notes adds notes: equipment of some models, other equipment that is not among the upgrades,
// upgrades, and the player's remarks.
func (m *maker) notes(b *table.Unit, u *Unit) {
	for _, some := range u.Some {
		text := strings.Join(m.ruleNames(u, some.Rules), ", ")
		if some.From != "" && some.From != strings.Join(rules.Strings(some.Rules), ", ") {
			text += " (" + oneName(some.From) + ")"
		}
		b.AddNote(finding.Count(some.Count, "model"), text)
	}
	var equipment, upgrades, free, profiles []string
	for _, w := range u.Weapons {
		if w.OneOf != "" && !slices.Contains(profiles, w.OneOf) {
			profiles = append(profiles, w.OneOf)
		}
	}
	b.AddNote("Pick one profile to attack with", profiles...)
	for _, item := range u.Items {
		if slices.ContainsFunc(u.Some, func(s ModelRules) bool { return s.From == item.Name }) ||
			slices.ContainsFunc(u.Chosen, func(c Chosen) bool { return c.Option.Name == item.Name }) {
			continue
		}
		text := table.Times(item.Count, oneName(item.Name))
		if len(item.Rules) > 0 {
			text += " (" + strings.Join(m.ruleNames(u, item.Rules), ", ") + ")"
		}
		equipment = append(equipment, text)
	}
	for _, chosen := range mergeChosen(u.Chosen) {
		text := table.Times(chosen.Count, oneName(chosen.Option.Name))
		free = append(free, text)
		if cost := chosen.Cost(); cost != 0 {
			text += fmt.Sprintf(" %+d", cost)
		}
		upgrades = append(upgrades, text)
	}
	b.AddNote("Equipment", equipment...)
	b.AddNote("Upgrades", upgrades...)
	if len(upgrades) > 0 {
		b.Notes[len(b.Notes)-1].Free = strings.Join(free, ", ")
	}
	if u.Entry == nil {
		return
	}
	var experience, traits, injuries []string
	for _, one := range m.army.halves(u) {
		if one.Entry.XP > 0 {
			experience = append(experience, fmt.Sprintf("%d (%s)", one.Entry.XP, finding.Count(one.Experience(), "point")))
		}
		traits, injuries = append(traits, one.Entry.Traits...), append(injuries, one.Entry.Injuries...)
	}
	b.AddNote("Experience", experience...)
	b.AddNote("Traits", traits...)
	b.AddNote("Injuries", injuries...)
	if u.Entry.Notes != "" {
		b.Notes = append(b.Notes, table.Note{Label: "Note", Text: u.Entry.Notes, Own: true})
	}
}

// mergeChosen lists an upgrade of both halves of a combined pair once, at the price of both.
func mergeChosen(chosen []Chosen) []Chosen {
	var all []Chosen
	for _, one := range chosen {
		i := slices.IndexFunc(all, func(c Chosen) bool { return c.Option == one.Option && c.CostEach == one.CostEach })
		if i >= 0 {
			all[i].Count += one.Count
			continue
		}
		all = append(all, one)
	}
	return all
}
