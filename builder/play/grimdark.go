package play

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"muster/builder"
	"muster/builder/gf"
	"muster/builder/gf/preview"
	"muster/builder/odds"
	"muster/rules"
	combat "muster/rules/gf"
)

// grimdark is an edition of Grimdark Future at the table.
type grimdark struct{ army *gf.Army }

func (g grimdark) system() *rules.System { return g.army.Game }
func (g grimdark) missions() []MissionOf { return nil }
func (g grimdark) aboardActs() bool      { return true }
func (g grimdark) styles() []Style       { return nil }
func (g grimdark) bothHave() string      { return "" }

// optional has its distances as they are at the table.
func (g grimdark) optional() []rules.Optional {
	all := slices.Clone(g.army.Game.Play.Optional)
	for i := range all {
		all[i].Summary, all[i].Now = g.army.Scale().Text(all[i].Summary), g.army.Scale().Text(all[i].Now)
	}
	return all
}

func (g grimdark) disheartened(*UnitState, int) bool { return false }

func (g grimdark) arms(_ *State, _ *UnitState, b *BodyState) Arms {
	return Arms{b.carried(), b.Stats, b.had()}
}

func (g grimdark) rounds() []int {
	play := g.army.Game.Play
	if g.army.List.SmallScale {
		return []int{play.Rounds + play.SmallScale}
	}
	return []int{play.Rounds}
}

func (g grimdark) units(list builder.Roster) []*Unit {
	army := list.List().(*gf.Army)
	names := builder.Names(list)
	fights := preview.Units(army)
	all := make([]*Unit, len(army.Groups))
	for i, group := range army.Groups {
		all[i] = g.unit(army, group, &fights[i], names)
	}
	for _, u := range all { // of a pair, which is in the list twice, one id is the unit's
		for _, host := range army.Groups {
			if u.In != "" && slices.Contains(host.IDs(), u.In) {
				u.In = host.Unit.ID
			}
		}
	}
	return all
}

// unit is what fights as one: a squad, and the heroes who joined it.
func (g grimdark) unit(army *gf.Army, group *gf.Group, fight *preview.Unit, names map[string]string) *Unit {
	side, game := &fight.Side, army.Game
	u := &Unit{ID: group.Unit.ID, Name: names[group.Unit.ID], Points: group.Unit.Cost}
	if group.In != nil {
		u.In = group.In.ID
	}
	u.Waits = group.Deploys(game) == rules.DeploysReserve
	u.Reserve = g.summary(group, func(rule *rules.Rule) bool {
		return slices.ContainsFunc(rule.Effects, func(e rules.Effect) bool { return e.Deploys == rules.DeploysReserve })
	})
	u.Recovers = g.summary(group, func(rule *rules.Rule) bool { return game.AtStart(rule.Summary) == rules.Shaken })
	tough := side.Tough(game)
	squad := g.body(army, group.Unit, u.Name)
	squad.Stats[1].Value = fmt.Sprintf("%d+", side.Defense)
	squad.loose = g.weapons(side.Weapons)
	for i, models := range side.Groups {
		squad.Kinds = append(squad.Kinds, Kind{Models: models.Models, Tough: tough[i], Weapons: g.weapons(models.Weapons), Rules: rules.Strings(models.Rules), place: i})
	}
	nameKinds(squad.Kinds, side)
	slices.SortStableFunc(squad.Kinds, func(a, b Kind) int { return a.Tough - b.Tough })
	u.Bodies = append(u.Bodies, squad)
	for _, hero := range group.Heroes {
		body := g.body(army, hero, names[hero.ID])
		body.Hero = true
		var weapons []Weapon
		for _, w := range hero.Weapons {
			weapons = append(weapons, g.weapon(w.Count, w.Name, w.Range, w.Attacks, w.Rules))
		}
		body.Kinds = []Kind{{Name: body.Name, Models: 1, Tough: max(1, hero.Tough), Weapons: weapons}}
		u.Bodies = append(u.Bodies, body)
		u.Points += hero.Cost
	}
	for _, member := range group.Members() {
		u.Holds = u.Holds || member.Transport > 0
	}
	own := *fight
	u.test = func(now odds.Standing) string { return needs(game, preview.Test(&own, game, now)) }
	return u
}

// body is a unit of the list by itself, without its models.
func (g grimdark) body(army *gf.Army, u *gf.Unit, name string) Body {
	b := Body{
		ID: u.ID, Name: name, Rules: rules.Strings(u.Rules), Leads: u.Hero, General: army.List.General == u.ID,
		Stats: []builder.Stat{{Label: "Q", Value: fmt.Sprintf("%d+", u.Quality)}, {Label: "D", Value: fmt.Sprintf("%d+", u.Defense)}},
	}
	if u.Tokens > 0 && army.Game.Play.Tokens > 0 {
		b.Tokens, b.Pooled = u.Tokens, u.Pooled()
	} else if u.Tokens > 0 {
		b.Casts = strings.ReplaceAll(army.Game.Words["tokens"], "%", strconv.Itoa(u.Tokens))
	}
	set := u.Book.RuleSet(army.Game)
	if cast := army.Game.Play.Cast; b.Casts != "" && cast != "" {
		b.addOnce(Once{Name: cast, Times: 1, Turn: true})
	}
	once := func(name string, times int, uses []rules.Use) { // of a weapon by its name
		for _, use := range uses {
			rule := set.Find(use.Name)
			if rule == nil {
				continue
			}
			one := Once{Name: cmp.Or(name, use.Name), Times: times, Turn: rules.OnceATurn(rule.Summary), Weapon: name != ""}
			if one.Turn || rules.OnceAGame(rule.Summary) {
				b.addOnce(one)
			}
		}
	}
	once("", 1, u.Rules)
	for _, some := range u.Some {
		once("", some.Count, some.Rules)
	}
	for _, w := range u.Weapons {
		once(w.Name, w.Count, w.Rules)
	}
	return b
}

// summary is what the first rule of a unit says that is of a kind, or "".
func (g grimdark) summary(group *gf.Group, is func(*rules.Rule) bool) string {
	for _, u := range group.Members() {
		set := u.Book.RuleSet(g.army.Game)
		for _, use := range u.Rules {
			if rule := set.Find(use.Name); rule != nil && is(rule) {
				return g.army.Scale().Summary(rule)
			}
		}
	}
	return ""
}

// mayOnce adds what a rule says may be done once in a game, or in a round.
func (b *Body) mayOnce(name, summary string) {
	if turn := rules.OnceATurn(summary); turn || rules.OnceAGame(summary) {
		b.addOnce(Once{Name: name, Times: 1, Turn: turn})
	}
}

func (b *Body) addOnce(one Once) {
	if i := slices.IndexFunc(b.Once, func(o Once) bool { return o.Name == one.Name }); i >= 0 {
		b.Once[i].Times = max(b.Once[i].Times, one.Times)
		return
	}
	b.Once = append(b.Once, one)
}

func (g grimdark) weapons(weapons []combat.Weapon) []Weapon {
	var all []Weapon
	for _, w := range weapons {
		all = append(all, g.weapon(w.Count, w.Name, w.Range, w.Attacks, w.Rules))
	}
	return all
}

func (g grimdark) weapon(count int, name string, reach, attacks int, uses []rules.Use) Weapon {
	w := Weapon{Count: count, Name: name, Does: fmt.Sprintf("A%d", attacks), Rules: rules.Strings(uses)}
	reach = g.army.Scale().Table(reach)
	if reach > 0 {
		w.Does, w.reach = fmt.Sprintf("%d″ %s", reach, w.Does), reach
	}
	return w
}

// nameKinds calls models by what they carry, or have, that those of the largest
// kind do not.
func nameKinds(kinds []Kind, side *combat.Side) {
	most := 0
	for i := range kinds {
		if kinds[i].Models > kinds[most].Models {
			most = i
		}
	}
	has := func(i int) []string {
		var names []string
		for _, w := range kinds[i].Weapons {
			names = append(names, w.Name)
		}
		if len(side.Groups[i].Rules) > 0 {
			names = append(names, rules.Strings(side.Groups[i].Rules)...)
		}
		return names
	}
	plain := has(most)
	for i := range kinds {
		own := slices.DeleteFunc(has(i), func(name string) bool { return i != most && slices.Contains(plain, name) })
		if kinds[i].Name = strings.Join(own, ", "); len(own) == 0 {
			kinds[i].Name = "plain"
		}
	}
}

// after has a unit test its morale: the loser of a melee, or who is down to half
// by wounds. Who is shaken already has nothing to lose by wounds (GF 3, Morale).
func (g grimdark) after(u *UnitState, melee bool) {
	switch {
	case melee:
		u.Test = AfterMelee
	case u.Test == NoneToTake && u.Half() && !u.Is(rules.Shaken):
		u.Test = AfterWounds
	}
}

// wrecked has passengers test for dangerous ground, and shakes them (GF 3,
// Transport).
func (g grimdark) wrecked(s *State, _, u *UnitState) {
	u.shocked = true
	s.begins(u, rules.Shaken)
}

// needs writes a morale test.
func needs(game *rules.System, t *combat.Test) string {
	switch {
	case t == nil:
		return ""
	case t.Needs > 6:
		return game.Word(rules.Shaken) + " units fail it by themselves."
	}
	text := fmt.Sprintf("A die needs %d+.", t.Needs)
	if t.Repeat > 0 {
		text += fmt.Sprintf(" If it fails, a second die of %d+ passes it after all.", t.Repeat)
	}
	if t.Pays > 0 {
		text += fmt.Sprintf(" A failed test is passed for a die for each wound left, which is lost on up to %d.", t.Pays)
	}
	return text
}

func (g grimdark) moments(s *State, u *UnitState) []Moment {
	var all []Moment
	add := func(what, text string, ways ...Way) {
		all = append(all, Moment{Unit: u, What: what, Text: text, Ways: ways})
	}
	shaken := s.Game().Word(rules.Shaken)
	half := ""
	if u.Half() {
		half = " at half strength"
	}
	switch {
	case u.Test == AfterWounds:
		add("tests morale"+half, u.test(u.Standing())+" In melee only the loser tests.",
			u.way("Passed", Passed), u.way("Failed: "+shaken, Failed), u.way("It was melee", NoTest))
	case u.Test == AtStart:
		add("may stop being "+shaken, u.Recovers, u.way("No longer "+shaken, Passed), u.way("Still "+shaken, Failed))
	case u.Test == AfterMelee && u.Half():
		add("tests morale, or routs", u.test(u.Standing()), u.way("Passed", Passed), u.way("Failed: routs", Failed))
	case u.Test == AfterMelee:
		add("tests morale", u.test(u.Standing()), u.way("Passed", Passed), u.way("Failed: "+shaken, Failed))
	}
	if u.shocked && u.Lives() {
		add("tests for dangerous ground", "Its transport was destroyed: a die for each model, or as many as its Tough, and each 1 is a wound.", u.way("Done", NoTest))
	}
	all = append(all, s.calming(u)...)
	switch {
	case u.Waiting && s.Round > 1:
		add("may arrive now, before anybody acts", u.Reserve, u.way("Arrives", Arrive))
	case u.Waits && !u.Waiting && u.Lives() && s.Round == 1 && !u.Acted && u.In == "" && len(s.before) == 0:
		all = append(all, Moment{Unit: u, What: "may wait in reserve", Text: u.Reserve, Ways: []Way{u.way("Set aside", Reserve)}, Quiet: true})
	}
	return all
}
