package play

import (
	"cmp"
	"fmt"
	"slices"

	"muster/builder"
	"muster/builder/gf"
	"muster/builder/gf/preview"
	"muster/builder/odds"
	"muster/builder/table"
	"muster/rules"
	combat "muster/rules/gf"
)

// A grimdark is an army of Grimdark Future at the table.
type grimdark struct{ army *gf.Army }

// facts has the distances in optional rules scaled for small bases.
func (g grimdark) facts() facts {
	play := g.army.Game.Play
	all := facts{system: g.army.Game, rounds: []int{play.Rounds}, optional: slices.Clone(play.Optional), aboardActs: true}
	if g.army.List.SmallScale {
		all.rounds[0] += play.SmallScale
	}
	for i := range all.optional {
		o := &all.optional[i]
		o.Summary, o.Now = g.army.Scale().Text(o.Summary), g.army.Scale().Text(o.Now)
	}
	return all
}

func (g grimdark) rolls(*State, *UnitState) []Way { return nil }

func (g grimdark) disheartened(*UnitState, int) bool { return false }

func (g grimdark) now(_ *State, _ *UnitState, b *BodyState) table.Unit {
	now := *b.Unit
	now.Weapons, now.Rules = b.weaponsNow(), b.rulesNow()
	return now
}

func (g grimdark) units(list builder.Roster) []*Group {
	army := list.List().(*gf.Army)
	fights, units := preview.Units(army), army.TableUnits()
	all := make([]*Group, len(army.Groups))
	for i, group := range army.Groups {
		u, own := newGroup(&units[i]), fights[i]
		for j := range units[i].Stats { // of the worst protected models, as in fights
			if s := &units[i].Stats[j]; s.Label == "Defense" {
				s.Value = fmt.Sprintf("%d+", own.Side.Defense)
			}
		}
		u.Kinds, u.Loose = army.Kinds(&own.Side)
		for j, hero := range group.Heroes {
			u.Bodies[1+j].Kinds = army.HeroKinds(hero)
		}
		if u.In = ""; group.In != nil { // of a pair, which is in the list twice, one id is the unit's
			u.In = army.Group(group.In).Unit.ID
		}
		u.Waits = group.Deploys(army.Game) == rules.DeploysReserve
		u.Reserve = g.summary(group, func(rule *rules.Rule) bool {
			return slices.ContainsFunc(rule.Effects,
				func(e rules.Effect) bool { return e.Deploys == rules.DeploysReserve })
		})
		u.Recovers = g.summary(group,
			func(rule *rules.Rule) bool { return army.Game.StateAtStart(rule.Summary) == rules.Shaken })
		for _, member := range group.Members() {
			u.room += member.Transport
		}
		u.TokenRules = g.tokenRules(u, &own)
		for _, b := range u.Bodies { // those are counted by tokens
			b.Once = slices.DeleteFunc(b.Once, func(o table.Once) bool { return !o.Weapon && u.tokenRule(o.Name) >= 0 })
		}
		u.Holds, u.spaces = u.room > 0, spacesOf(army, group, u.Bodies)
		u.test = func(now odds.Standing) string { return needs(army.Game, preview.Test(&own, army.Game, now)) }
		all[i] = u
	}
	return all
}

// tokenRules returns a unit's rules with tokens at the table.
func (g grimdark) tokenRules(u *Group, own *preview.Combatant) []TokenRule {
	var all []TokenRule
	for _, has := range own.TokenRules() {
		e := has.Effect
		number := func(v rules.Value, otherwise int) int {
			n := v.Number
			if v.X {
				n, _ = has.Use.Number()
			}
			return cmp.Or(n, otherwise)
		}
		all = append(all, TokenRule{
			Name: has.Rule.Name, Summary: g.army.Scale().Summary(has.Rule),
			Gathers: e.Gathers, Places: e.Places, IfShaken: e.IfShaken,
			Placed: number(e.Placed, 1), Holds: number(e.Holds, 0), bearingModels: bearersOf(u, &own.Side, has.Rule.Name),
		})
	}
	return all
}

// bearersOf marks a unit's models with a rule, [body][kind of model]; nil if no model has the rule
// of its own.
func bearersOf(u *Group, own *combat.Side, name string) [][]bool {
	has := func(uses []rules.Use) bool {
		return slices.ContainsFunc(uses, func(use rules.Use) bool { return rules.Same(use.Name, name) })
	}
	all, found := make([][]bool, len(u.Bodies)), false
	for i, b := range u.Bodies {
		for _, k := range b.Kinds {
			one := i > 0 && own.Hero != nil && has(own.Hero.Rules)
			if i == 0 {
				one = has(own.Rules) || k.Place < len(own.Groups) && has(own.Groups[k.Place].Rules)
			}
			all[i], found = append(all[i], one), found || one
		}
	}
	if !found {
		return nil
	}
	return all
}

// spacesOf returns the spaces that a model takes in a transport, [body][kind of model]. In small
// scale, a base takes the spaces of all models on it.
func spacesOf(army *gf.Army, group *gf.Group, bodies []*table.Unit) [][]int {
	all := make([][]int, len(bodies))
	for i, u := range append([]*gf.Unit{group.Unit}, group.Heroes...) {
		each := func(tough int) int { return army.Game.Lists.Spaces(u.Hero, tough) }
		for _, kind := range bodies[i].Kinds {
			n := each(kind.Tough)
			if army.List.SmallScale {
				n = 0
				for _, tough := range u.Wounds() {
					n += each(tough)
				}
			}
			all[i] = append(all[i], n)
		}
	}
	return all
}

// spacesTaken returns the spaces of the living models, by their Tough (GF 3, Transport).
func (g grimdark) spacesTaken(_ *UnitState, riders []*UnitState) (spaces int, fit bool) {
	fit = true
	for _, u := range riders {
		for i := range u.Bodies {
			for k, left := range u.Bodies[i].left {
				if n := u.spaces[i][k]; n >= 0 {
					spaces += n * left
				} else if left > 0 {
					fit = false
				}
			}
		}
	}
	return spaces, fit
}

// summary returns the summary of the unit's first rule for which is returns true; "" for none.
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

// after makes a unit take a morale test after losing a melee, or when wounds bring it to half
// strength. A shaken unit takes no test for wounds (GF 3, Morale).
func (g grimdark) after(u *UnitState, melee bool) {
	switch {
	case melee:
		u.Test = AfterMelee
	case u.Test == NoneToTake && u.Half() && !u.Is(rules.Shaken):
		u.Test = AfterWounds
	}
}

// wrecked makes the passengers of a destroyed transport test for dangerous terrain, and become
// Shaken (GF 3, Transport).
func (g grimdark) wrecked(s *State, _, u *UnitState) {
	u.transportLost = true
	s.enterState(u, rules.Shaken)
}

// needs returns a morale test in words.
func needs(game *rules.System, t *combat.Test) string {
	switch {
	case t == nil:
		return ""
	case t.Needs > 6:
		return game.Word(rules.Shaken) + " units fail it by themselves."
	}
	text := fmt.Sprintf("A die needs %d+.", t.Needs)
	if t.RerollNeeds > 0 {
		text += fmt.Sprintf(" If it fails, a second die of %d+ passes it after all.", t.RerollNeeds)
	}
	if t.PayDie > 0 {
		text += fmt.Sprintf(" A failed test is passed for a die for each wound left, which is lost on up to %d.",
			t.PayDie)
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
		ways := []Way{
			u.way("Passed", Passed), u.way("Failed: "+shaken, Failed),
			u.way("It lost", Beaten), u.way("It did not lose", NoTest),
		}
		for i := range ways {
			ways[i].If = [...]string{"Shot at:", "In melee:"}[i/2]
		}
		add("tests morale"+half, u.test(u.Standing())+" In melee only the loser tests.", ways...)
	case u.Test == AtStart:
		add("may stop being "+shaken, u.Recovers, u.way("No longer "+shaken, Passed), u.way("Still "+shaken, Failed))
	case u.Test == AfterMelee && u.Half():
		add("tests morale, or routs", u.test(u.Standing()), u.way("Passed", Passed), u.way("Failed: routs", Failed))
	case u.Test == AfterMelee:
		add("tests morale", u.test(u.Standing()), u.way("Passed", Passed), u.way("Failed: "+shaken, Failed))
	}
	if u.transportLost && u.Lives() {
		add("tests for dangerous ground", "Its transport was destroyed: a die for each model, or as many as its Tough, and each 1 is a wound.", u.way("Done", NoTest))
	}
	all = append(all, s.calmingMoments(u)...)
	switch {
	case u.Waiting && u.Lives() && s.Round > 1 && s.lastActed() < 0:
		add("may arrive now, before anybody acts", u.Reserve, u.way("Arrives", Arrive))
	case u.Acted && !u.idle && u.In != "" && u.Lives():
		in, _ := s.Unit(u.Their, u.In)
		all = append(all, Moment{Unit: u, What: "acted inside " + in.Name, Ways: []Way{u.way("Got out", Leave)}, Quiet: true})
	case u.Waits && !u.Waiting && u.Lives() && s.Round == 1 && !u.Acted && u.In == "" && len(s.before) == 0:
		all = append(all, Moment{Unit: u, What: "may wait in reserve", Text: u.Reserve, Ways: []Way{u.way("Set aside", Reserve)}, Quiet: true})
	}
	return all
}
