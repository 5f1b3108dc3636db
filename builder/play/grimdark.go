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

// gfArmy is an army of Grimdark Future at the table.
type gfArmy struct{ army *gf.Army }

// facts returns the properties of Grimdark Future that are the same for all units. In small scale,
// the distances in optional rules are halved.
func (g gfArmy) facts() facts {
	play := g.army.Game.Play
	all := facts{
		system: g.army.Game, roundCounts: []int{play.Rounds}, optionalRules: slices.Clone(play.OptionalRules),
		passengersAct: true,
	}
	if g.army.List.SmallScale {
		all.roundCounts[0] += play.ExtraSmallScaleRounds
	}
	for i := range all.optionalRules {
		o := &all.optionalRules[i]
		o.Summary, o.TokenMeaning = g.army.Scale().ScaleText(o.Summary), g.army.Scale().ScaleText(o.TokenMeaning)
	}
	return all
}

func (g gfArmy) anytimeTests(*State, *UnitState) []Choice { return nil }

func (g gfArmy) outOfResolve(*UnitState, int) bool { return false }

func (g gfArmy) currentProfile(_ *State, _ *UnitState, b *SubunitState) table.Unit {
	now := *b.Unit
	now.Weapons, now.Rules = b.weaponsNow(), b.rulesNow()
	return now
}

func (g gfArmy) units(list builder.Roster) []*Group {
	army := list.GameList().(*gf.Army)
	fights, units := preview.Combatants(army), army.TableUnits()
	all := make([]*Group, len(army.Groups))
	for i, group := range army.Groups {
		u, own := newGroup(&units[i]), fights[i]
		for j := range units[i].Stats { // of the worst protected models, as in fights
			if s := &units[i].Stats[j]; s.Label == "Defense" {
				s.Value = fmt.Sprintf("%d+", own.Side.Defense)
			}
		}
		u.Kinds, u.LooseWeapons = army.ModelKinds(&own.Side)
		for j, hero := range group.Heroes {
			u.Subunits[1+j].Kinds = army.HeroKinds(hero)
		}
		if u.InTransport = ""; group.InTransport != nil { // of a pair, which is in the list twice, one id is the unit's
			u.InTransport = army.Group(group.InTransport).Unit.ID
		}
		u.MayReserve = group.Deployment(army.Game) == rules.DeployReserve
		u.ReserveRule = g.ruleSummary(group, func(rule *rules.Rule) bool {
			return slices.ContainsFunc(rule.Effects,
				func(e rules.Effect) bool { return e.Deployment == rules.DeployReserve })
		})
		u.RecoveryRule = g.ruleSummary(group,
			func(rule *rules.Rule) bool { return army.Game.StateAtRoundStart(rule.Summary) == rules.ShakenState })
		for _, member := range group.Members() {
			u.passengerSpaces += member.TransportSpaces
		}
		u.TokenRules = g.tokenRules(u, &own)
		for _, b := range u.Subunits { // those are counted by tokens
			b.LimitedActions = slices.DeleteFunc(b.LimitedActions, func(o table.LimitedAction) bool { return !o.IsWeapon && u.tokenRuleIndex(o.Name) >= 0 })
		}
		u.IsTransport, u.spacesPerModel = u.passengerSpaces > 0, spacesPerModel(army, group, u.Subunits)
		u.moraleTest = func(now odds.UnitState) string { return testText(army.Game, preview.MoraleTest(&own, army.Game, now)) }
		all[i] = u
	}
	return all
}

// tokenRules returns the unit's rules that give or place tokens at the table.
func (g gfArmy) tokenRules(u *Group, own *preview.Combatant) []TokenRule {
	var all []TokenRule
	for _, has := range own.TokenRules() {
		e := has.Effect
		number := func(v rules.Value, otherwise int) int {
			n := v.Number
			if v.IsRating {
				n, _ = has.Use.RatingNumber()
			}
			return cmp.Or(n, otherwise)
		}
		all = append(all, TokenRule{
			Name: has.Rule.Name, Summary: g.army.Scale().RuleSummary(has.Rule),
			GatherWhen: e.TokenGain, PlaceWhen: e.TokenPlacement, TokensIfShaken: e.ShakenTokens,
			TokensAddedEachTime: number(e.TokensAddedEachTime, 1), MaxTokens: number(e.MaxTokensPerUnit, 0),
			kindsWithRule: ruleBearers(u, &own.Side, has.Rule.Name),
		})
	}
	return all
}

// ruleBearers marks the models of a unit that have a rule, [subunit][kind of model]; nil if no
// model has the rule.
func ruleBearers(u *Group, own *combat.Side, name string) [][]bool {
	has := func(uses []rules.Use) bool {
		return slices.ContainsFunc(uses, func(use rules.Use) bool { return rules.SameName(use.Name, name) })
	}
	all, found := make([][]bool, len(u.Subunits)), false
	for i, b := range u.Subunits {
		for _, k := range b.Kinds {
			one := i > 0 && own.Hero != nil && has(own.Hero.Rules)
			if i == 0 {
				one = has(own.Rules) || k.IndexInOdds < len(own.Groups) && has(own.Groups[k.IndexInOdds].Rules)
			}
			all[i], found = append(all[i], one), found || one
		}
	}
	if !found {
		return nil
	}
	return all
}

// spacesPerModel returns the number of spaces that one model takes in a transport, by
// [subunit][kind of model]. In small scale, a base takes the spaces of all its models.
func spacesPerModel(army *gf.Army, group *gf.Group, bodies []*table.Unit) [][]int {
	all := make([][]int, len(bodies))
	for i, u := range append([]*gf.Unit{group.Unit}, group.Heroes...) {
		each := func(tough int) int { return army.Game.ListRules.TransportSpaces(u.IsHero, tough) }
		for _, kind := range bodies[i].Kinds {
			n := each(kind.Tough)
			if army.List.SmallScale {
				n = 0
				for _, tough := range u.WoundsPerModel() {
					n += each(tough)
				}
			}
			all[i] = append(all[i], n)
		}
	}
	return all
}

// spacesTaken returns the number of spaces that the living models take, by their Tough (GF 3,
// Transport).
func (g gfArmy) spacesTaken(_ *UnitState, riders []*UnitState) (spaces int, fit bool) {
	fit = true
	for _, u := range riders {
		for i := range u.Subunits {
			for k, left := range u.Subunits[i].modelsLeft {
				if n := u.spacesPerModel[i][k]; n >= 0 {
					spaces += n * left
				} else if left > 0 {
					fit = false
				}
			}
		}
	}
	return spaces, fit
}

// ruleSummary returns the summary of the first rule of the group that the function is accepts; ""
// if there is none.
func (g gfArmy) ruleSummary(group *gf.Group, is func(*rules.Rule) bool) string {
	for _, u := range group.Members() {
		set := u.Book.RuleSet(g.army.Game)
		for _, use := range u.Rules {
			if rule := set.Find(use.Name); rule != nil && is(rule) {
				return g.army.Scale().RuleSummary(rule)
			}
		}
	}
	return ""
}

// requireMoraleTest makes a unit take a morale test if it lost a melee, or if wounds have brought
// it to half strength. A shaken unit takes no test for wounds (GF 3, Morale).
func (g gfArmy) requireMoraleTest(u *UnitState, melee bool) {
	switch {
	case melee:
		u.DueTest = DueAfterMelee
	case u.DueTest == NoTestDue && u.AtHalfStrength() && !u.IsInState(rules.ShakenState):
		u.DueTest = DueAfterWounds
	}
}

// wreckPassenger makes the passengers of a destroyed transport take a test for dangerous terrain,
// and become Shaken (GF 3, Transport).
func (g gfArmy) wreckPassenger(s *State, _, u *UnitState) {
	u.inLostTransport = true
	s.enterState(u, rules.ShakenState)
}

// testText describes a morale test in words.
func testText(game *rules.System, t *combat.MoraleTestDice) string {
	switch {
	case t == nil:
		return ""
	case t.NeededDie > 6:
		return game.TermFor(rules.ShakenState) + " units fail it by themselves."
	}
	text := fmt.Sprintf("A die needs %d+.", t.NeededDie)
	if t.RerollNeededDie > 0 {
		text += fmt.Sprintf(" If it fails, a second die of %d+ passes it after all.", t.RerollNeededDie)
	}
	if t.MaxWoundingDie > 0 {
		text += fmt.Sprintf(" A failed test is passed for a die for each wound left, which is lost on up to %d.",
			t.MaxWoundingDie)
	}
	return text
}

func (g gfArmy) decisions(s *State, u *UnitState) []Decision {
	var all []Decision
	add := func(what, text string, ways ...Choice) {
		all = append(all, Decision{Unit: u, Prompt: what, Instructions: text, Choices: ways})
	}
	shaken := s.Game().TermFor(rules.ShakenState)
	half := ""
	if u.AtHalfStrength() {
		half = " at half strength"
	}
	switch {
	case u.DueTest == DueAfterWounds:
		ways := []Choice{
			u.choiceOf("Passed", PassedTest), u.choiceOf("Failed: "+shaken, FailedTest),
			u.choiceOf("It lost", LostMelee), u.choiceOf("It did not lose", NeedsNoTest),
		}
		for i := range ways {
			ways[i].Condition = [...]string{"Shot at:", "In melee:"}[i/2]
		}
		add("tests morale"+half, u.moraleTest(u.OddsState())+" In melee only the loser tests.", ways...)
	case u.DueTest == DueAtRoundStart:
		add("may stop being "+shaken, u.RecoveryRule, u.choiceOf("No longer "+shaken, PassedTest),
			u.choiceOf("Still "+shaken, FailedTest))
	case u.DueTest == DueAfterMelee && u.AtHalfStrength():
		add("tests morale, or routs", u.moraleTest(u.OddsState()), u.choiceOf("Passed", PassedTest),
			u.choiceOf("Failed: routs", FailedTest))
	case u.DueTest == DueAfterMelee:
		add("tests morale", u.moraleTest(u.OddsState()), u.choiceOf("Passed", PassedTest),
			u.choiceOf("Failed: "+shaken, FailedTest))
	}
	if u.inLostTransport && u.Lives() {
		add("tests for dangerous ground", "Its transport was destroyed: a die for each model, or as many as its Tough, and each 1 is a wound.", u.choiceOf("Done", NeedsNoTest))
	}
	all = append(all, s.tokenTestDecisions(u)...)
	switch {
	case u.InReserve && u.Lives() && s.Round > 1 && s.lastActingSide() < 0:
		add("may arrive now, before anybody acts", u.ReserveRule, u.choiceOf("Arrives", Arrive))
	case u.Acted && !u.stayedIdle && u.InTransport != "" && u.Lives():
		in, _ := s.Unit(u.OfOpponent, u.InTransport)
		all = append(all, Decision{Unit: u, Prompt: "acted inside " + in.Name, Choices: []Choice{u.choiceOf("Got out", GetOut)}, Optional: true})
	case u.MayReserve && !u.InReserve && u.Lives() && s.Round == 1 && !u.Acted && u.InTransport == "" &&
		len(s.earlierRounds) == 0:
		all = append(all, Decision{Unit: u, Prompt: "may wait in reserve", Instructions: u.ReserveRule, Choices: []Choice{u.choiceOf("Set aside", EnterReserve)}, Optional: true})
	}
	return all
}
