package reader

import (
	"slices"
	"strings"

	"muster/rules"
)

// fightWords are words of a fight. A text with one of them is never called
// outside, unless a form says so.
var fightWords = words(`hit hits wound wounds wounded defense block blocks blocking blocked ap attack attacks attacking attacked attacker
	strike strikes striking melee shoot shoots shooting shot morale shaken rout routed quality range ranges killed kill kills destroyed destroy destroys
	cover fatigued fight fights fighting damage marker markers weapon weapons target targets test tests unmodified die dice roll rolls rolled ignored
	passed fails failed removes removed targeted targeting dies die slain casualty casualties suffer suffers bonus modifier modifiers penalty
	penalties immune harm harmed harms flee flees counts count lose loses power fire fires firing fired save saves armor armour
	abilities doubled remove`)

// aboutPhrases are words of what is outside one attack, the surest first.
var aboutPhrases = []struct {
	about   rules.Outside
	phrases []string
}{
	{rules.OutsideCasting, []string{"cast", "casting", "casts", "caster", "casters", "spell", "spells"}},
	{rules.OutsideDeployment, []string{"deploy", "deploys", "deployed", "deploying", "deployment", "set up", "set aside"}},
	{rules.OutsideHealing, []string{"new unit", "restore", "restored", "heal", "heals"}},
	{rules.OutsideMovement, []string{"move", "moves", "moved", "moving", "movement", "place", "placed", "terrain", "advance", "rush"}},
	{rules.OutsideActivation, []string{"activate", "activates", "activated", "activating", "activation"}},
}

// plainCapitals are words that texts write large and that name no rule.
var plainCapitals = words("advance rush charge hold difficult dangerous terrain x d3 d6")

// timePhrases say when in words of a fight.
var timePhrases = strings.NewReplacer(
	"before attacking", "", "after attacking", "", "before shooting", "", "after shooting or being in melee", "",
	"after being in melee", "", "after shooting", "", "after fighting in melee", "", "after melee", "",
)

func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// loose says what a text is about that speaks of no fight at all, if any. Names
// decide too: one of a rule that has a part in a fight, or that is unknown,
// and the text is not outside.
func (p *parser) loose(self *entry) rules.Outside {
	for at := 0; at < len(p.tokens); {
		named := 0
		matters := false
		p.name(at, func(end int, name string) bool {
			about, ok := p.reader.about(name)
			named, matters = end-at, name != self.name && (!ok || about == "")
			return true
		})
		if matters {
			return ""
		}
		first := at == 0 || p.tokens[at-1].word == stop
		if named == 0 && p.tokens[at].capital && !first && !plainCapitals[p.tokens[at].word] {
			return ""
		}
		at += max(named, 1)
	}
	left := tokens(timePhrases.Replace(strings.ToLower(p.text)))
	if slices.ContainsFunc(left, func(t token) bool { return fightWords[t.word] }) {
		return ""
	}
	text := " "
	for _, t := range left {
		text += t.word + " "
	}
	for _, a := range aboutPhrases {
		for _, phrase := range a.phrases {
			if strings.Contains(text, " "+phrase+" ") {
				return a.about
			}
		}
	}
	return ""
}
