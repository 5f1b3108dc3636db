package reader

import (
	"slices"
	"strings"

	"muster/rules"
)

// fightWords are words about fighting. A text with one of them counts as outside a fight only if a
// pattern matches it.
var fightWords = splitWords(`hit hits wound wounds wounded defense block blocks blocking blocked ap attack attacks ` +
	`attacking attacked attacker
	strike strikes striking melee shoot shoots shooting shot morale shaken rout routed quality range ranges killed kill kills destroyed destroy destroys
	cover fatigued fight fights fighting damage marker markers weapon weapons target targets test tests unmodified die dice roll rolls rolled ignored
	passed fails failed removes removed targeted targeting dies die slain casualty casualties suffer suffers bonus modifier modifiers penalty
	penalties immune harm harmed harms flee flees counts count lose loses power fire fires firing fired save saves armor armour
	abilities doubled remove`)

// subjectHints are words from which the subject of a rule outside a fight is guessed, the most
// reliable first.
var subjectHints = []struct {
	about   rules.NonFightSubject
	phrases []string
}{
	{rules.NonFightCasting, []string{"cast", "casting", "casts", "caster", "casters", "spell", "spells"}},
	{rules.NonFightDeployment, []string{"deploy", "deploys", "deployed", "deploying", "deployment", "set up", "set aside"}},
	{rules.NonFightHealing, []string{"new unit", "restore", "restored", "heal", "heals"}},
	{rules.NonFightMovement, []string{"move", "moves", "moved", "moving", "movement", "place", "placed", "terrain", "advance", "rush"}},
	{rules.NonFightActivation, []string{"activate", "activates", "activated", "activating", "activation"}},
}

// capitalizedWords are words that texts write with a capital letter although they are not names of
// rules.
var capitalizedWords = splitWords("advance rush charge hold difficult dangerous terrain x d3 d6")

// timePhraseRemover removes phrases that contain fightWords but only state a time.
var timePhraseRemover = strings.NewReplacer(
	"before attacking", "", "after attacking", "", "before shooting", "", "after shooting or being in melee", "",
	"after being in melee", "", "after shooting", "", "after fighting in melee", "", "after melee", "",
)

// splitWords returns the words of a list as a set.
func splitWords(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// guessSubject returns the subject of a text without words about fighting, from subjectHints; "" if
// it finds none. A text that names an unknown rule, or a rule that matters in a fight, has none.
// self is the text's own rule.
func (p *parser) guessSubject(self *bookRule) rules.NonFightSubject {
	for at := 0; at < len(p.tokens); {
		named := 0
		matters := false
		p.eachName(at, func(end int, name string) bool {
			about, ok := p.reader.subjectOf(name)
			named, matters = end-at, name != self.name && (!ok || about == "")
			return true
		})
		if matters {
			return ""
		}
		first := at == 0 || p.tokens[at-1].word == fullStop
		if named == 0 && p.tokens[at].capitalized && !first && !capitalizedWords[p.tokens[at].word] {
			return ""
		}
		at += max(named, 1)
	}
	left := tokens(timePhraseRemover.Replace(strings.ToLower(p.text)))
	if slices.ContainsFunc(left, func(t token) bool { return fightWords[t.word] }) {
		return ""
	}
	text := " "
	for _, t := range left {
		text += t.word + " "
	}
	for _, a := range subjectHints {
		for _, phrase := range a.phrases {
			if strings.Contains(text, " "+phrase+" ") {
				return a.about
			}
		}
	}
	return ""
}
