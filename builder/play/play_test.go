package play_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"muster/builder"
	"muster/builder/play"
	"muster/catalog"
	"muster/schema"
	"muster/schema/files"
)

// choir is an army book whose beasts cast together.
const choir = "muster: book/1\nid: choir\nsystem: gf-3\nname: Choir\nrules: [{name: Chorus, summary: One of them casts for all., effects: [{to: unit, tokens: 1}]}]\n" +
	"units: [{id: beasts, name: Beasts, size: 3, quality: 4, defense: 4, cost: 100, rules: [Chorus, Tough(3)]}]\n"

// firm is one whose soldiers may stop being shaken.
const firm = "muster: book/1\nid: firm\nsystem: gf-3\nname: Firm\nrules: [{name: Firm, summary: \"If a unit is Shaken at the beginning of the round, it stops on a 4+.\"}]\n" +
	"units: [{id: few, name: Few, size: 5, quality: 4, defense: 4, cost: 100, rules: [Firm]}]\n"

var library = catalog.NewLibrary(files.NewMemory(map[string]string{"choir.yaml": choir, "firm.yaml": firm, "wains.yaml": wains, "glade-1.yaml": glade, "elves.yaml": elves}))

// list opens a list of an edition: its units, and what else its file states.
func list(t testing.TB, system, units string) builder.Roster {
	t.Helper()
	book := map[string]string{"gf-3": "book: steel-wardens\n", "gf-3 choir": "book: choir\n", "gf-3 firm": "book: firm\n", "aof": "book: wains\n", "glade-1": "book: elves\n", "gf-2.16": "book: lantern-fleet\n", "gf-2.7": "book: lantern-fleet\n"}[system]
	text := "muster: list/1\nsystem: " + strings.Fields(system)[0] + "\n" + book + units
	document, err := schema.Read("list.yaml", []byte(text), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	roster, err := builder.Open(document, library)
	if err != nil {
		t.Fatal(err)
	}
	return roster
}

// event reads one in a line: "wound squad 5", "begins squad shaken", "> act foe"
// of the opponent's.
func event(t testing.TB, line string) play.Event {
	t.Helper()
	var e play.Event
	line, e.OfOpponent = strings.CutPrefix(line, "> ")
	line, ours := strings.CutPrefix(line, "< ") // a side's, and not a unit's
	words := strings.Fields(line)
	e.Verb = play.Verb(words[0])
	words = words[1:]
	if e.Verb.NamesUnit() && !ours {
		e.UnitID, words = words[0], words[1:]
	}
	for _, w := range words {
		if n, err := strconv.Atoi(w); err == nil {
			e.Number = n
		} else if on, ok := strings.CutPrefix(w, "@"); ok {
			e.TokensOn = on
		} else {
			e.Subject = strings.ReplaceAll(w, "_", " ")
		}
	}
	return e
}

// game is what happens in lines of events, parted by semicolons.
func game(t testing.TB, lines string) *play.Game {
	t.Helper()
	g := &play.Game{}
	for line := range strings.SplitSeq(lines, ";") {
		if line = strings.TrimSpace(line); line != "" {
			g = g.WithEvent(event(t, line))
		}
	}
	return g
}

// shown is how a unit stands, and what it must do, in a line.
func shown(s *play.State, id string) string {
	their := strings.HasPrefix(id, "> ")
	u, b := s.Unit(their, strings.TrimPrefix(id, "> "))
	if u == nil {
		return "nobody"
	}
	text := b.StrengthLeftText()
	for _, state := range u.States {
		text += " " + s.Game().TermFor(state)
	}
	if b.Unit.SpellTokens > 0 {
		text += fmt.Sprintf(" %d tokens", b.SpellTokensLeft)
	}
	for _, meaning := range s.TokenTexts(b) {
		_, next, _ := strings.Cut(meaning[1], " of command.")
		text += " " + meaning[0] + next
	}
	if b.CastsText != "" {
		text += " " + b.CastsText
	}
	if u.Acted {
		text += " acted"
	}
	if u.InTransport != "" {
		text += " in " + u.InTransport
	}
	if u.InReserve {
		text += " waits"
	}
	if fate := u.Fate(); fate != "" {
		text += " " + fate
	}
	for _, m := range s.DecisionsOf(u) {
		text += "; " + m.Prompt
		if m.Instructions != "" {
			text += ": " + m.Instructions
		}
	}
	return text
}

const (
	squads = "units: [{id: squad, unit: line-squad}, {id: few, unit: breachers, upgrades: [{option: gate-charge, count: 2}]}, {id: h, unit: captain, join: few}, {id: o, unit: oathspeaker}, {id: iron, unit: iron-guard}, {id: tank, unit: anvil-tank}, {id: jump, unit: captain, upgrades: [jump-harness]}]\n"
	riding = "units: [{id: squad, unit: line-squad, in: apc}, {id: apc, unit: apc}, {id: h, unit: captain, join: squad}]\n"
	crews  = "units: [{id: crew, unit: salvagers}, {id: hands, unit: deckhands}, {id: chief, unit: bosun, join: hands}, {id: seer, unit: wickseer}]\n"
	force  = "units:\n" +
		"  - {id: rifles, kind: infantry, quality: regular, resolve: steady, armour: light, figures: [{count: 1, weapon: assault-rifle, leader: experienced}, {count: 6, weapon: assault-rifle}, {count: 1, weapon: saw}], in: apc}\n" +
		"  - {id: mob, kind: infantry, quality: rabble, resolve: reluctant, armour: none, figures: [{count: 6, weapon: pistol}]}\n" +
		"  - {id: gun, kind: heavy-weapons, quality: regular, resolve: steady, armour: light, heavy: heavy-mg, figures: [{count: 3, weapon: pistol}]}\n" +
		"  - {id: eye, kind: sniper, quality: elite, resolve: steady, armour: improved}\n" +
		"  - {id: apc, kind: vehicle, movement: tracked, quality: regular, resolve: steady, armour: {front: 8, side: 7, rear: 6}, weapons: [heavy-mg], crew: 1, capacity: 10, traits: [smoke]}\n" +
		"  - {id: tough, kind: infantry, quality: regular, resolve: steady, armour: light, traits: [fanatic], figures: [{count: 4, weapon: pistol}]}\n"
	crewed = "units:\n" +
		"  - {id: apc, kind: vehicle, movement: tracked, quality: regular, resolve: steady, armour: {front: 8, side: 7, rear: 6}, weapons: [heavy-mg], crew: 1, capacity: 4}\n" +
		"  - {id: suits, kind: infantry, quality: regular, resolve: uncertain, armour: medium-power, figures: [{count: 4, weapon: assault-rifle}]}\n" +
		"  - {id: chief, kind: character, quality: regular, resolve: steady, armour: light, leadership: inspiring, specialisation: infantry}\n"
	// platoon is an officer with his squad, a squad with a weapons team, and units with traits.
	platoon = "command-style: cautious\nplatoons: [{name: One, command: [staff, major], squads: [line, bold]}]\nunits:\n" +
		"  - {id: staff, kind: infantry, quality: regular, resolve: steady, armour: light, figures: [{count: 4, weapon: pistol}]}\n" +
		"  - {id: major, kind: character, quality: regular, resolve: steady, armour: light, leadership: inspiring, specialisation: infantry}\n" +
		"  - {id: line, kind: infantry, quality: conscript, resolve: steady, armour: light, figures: [{count: 5, weapon: pistol}, {count: 1, weapon: pistol, personalities: [motivator]}], partner: gun}\n" +
		"  - {id: gun, kind: heavy-weapons, quality: conscript, resolve: steady, armour: light, heavy: heavy-mg, figures: [{count: 2, weapon: pistol}]}\n" +
		"  - {id: bold, kind: infantry, quality: regular, resolve: uncertain, armour: light, traits: [brave], recon: true, figures: [{count: 4, weapon: pistol}]}\n" +
		"  - {id: grim, kind: infantry, quality: regular, resolve: steady, armour: light, traits: [relentless], figures: [{count: 4, weapon: pistol}]}\n" +
		"  - {id: late, kind: infantry, quality: regular, resolve: reluctant, armour: light, traits: [reserves, shaky, elusive], figures: [{count: 4, weapon: pistol}]}\n" +
		"  - {id: robot, kind: vehicle, movement: walk, quality: regular, resolve: steady, armour: {front: 8, side: 7, rear: 6}, weapons: [heavy-mg], traits: [ai-controlled]}\n"
)

// Each moment of the rules, as each edition has it.
func TestWhatTheRulesSayNow(t *testing.T) {
	for _, c := range []struct {
		name, system, list, events, unit, want string
	}{
		// Wounds and half strength.
		{"a fresh unit", "gf-3", squads, "", "squad", "10 of 10 models"},
		{"over half strength nobody tests", "gf-3", squads, "wound squad 4", "squad", "6 of 10 models"},
		{"half of the models is half strength", "gf-3", squads, "wound squad 5", "squad", "5 of 10 models; tests morale at half strength: A die needs 4+. If it fails, a second die of 4+ passes it after all. In melee only the loser tests."},
		{"a joined hero counts as a model, and lends his Quality", "gf-3", squads, "wound few 3", "few", "2 of 5 models; tests morale at half strength: A die needs 4+. If it fails, a second die of 4+ passes it after all. In melee only the loser tests."},
		{"with him two of five are more than half", "gf-3", squads, "wound few 2", "few", "3 of 5 models"},
		{"a hero's own wounds are inside", "gf-3", squads, "wound h 2", "h", "1 of 3 wounds"},
		{"wounds stay on one tough model", "gf-3", squads, "wound iron 4", "iron", "5 of 9 wounds"},
		{"two of three fallen are half", "gf-3", squads, "wound iron 6", "iron", "3 of 9 wounds; tests morale at half strength: A die needs 3+. If it fails, a second die of 4+ passes it after all. In melee only the loser tests."},
		{"a single model is at half of its Tough", "gf-3", squads, "wound tank 6", "tank", "6 of 12 wounds; tests morale at half strength: A die needs 3+. In melee only the loser tests."},
		{"a single model over half does not test", "gf-3", squads, "wound tank 5", "tank", "7 of 12 wounds"},
		{"the last wound destroys", "gf-3", squads, "wound tank 12", "tank", "0 of 12 wounds destroyed"},
		{"more wounds than there are do no more", "gf-3", squads, "wound squad 99", "squad", "0 of 10 models destroyed"},
		{"who is healed above half no longer tests", "gf-3", squads, "wound squad 5; heal squad", "squad", "6 of 10 models"},
		// Tests.
		{"a failed test shakes", "gf-3", squads, "wound squad 5; failed squad", "squad", "5 of 10 models Shaken"},
		{"a passed test is over", "gf-3", squads, "wound squad 5; passed squad", "squad", "5 of 10 models"},
		{"each wound at half strength tests again", "gf-3", squads, "wound squad 5; passed squad; wound squad", "squad", "4 of 10 models; tests morale at half strength: A die needs 4+. If it fails, a second die of 4+ passes it after all. In melee only the loser tests."},
		{"who is shaken has nothing to lose by wounds", "gf-3", squads, "begins squad shaken; wound squad 5", "squad", "5 of 10 models Shaken"},
		{"the loser of a melee tests", "gf-3", squads, "wound squad 2; beaten squad", "squad", "8 of 10 models; tests morale: A die needs 4+. If it fails, a second die of 4+ passes it after all."},
		{"and is shaken", "gf-3", squads, "wound squad 2; beaten squad; failed squad", "squad", "8 of 10 models Shaken"},
		{"at half strength it routs", "gf-3", squads, "wound squad 5; beaten squad; failed squad", "squad", "5 of 10 models routed"},
		{"a shaken loser fails by itself", "gf-3", squads, "begins squad shaken; beaten squad", "squad", "10 of 10 models Shaken; tests morale: Shaken units fail it by themselves."},
		{"in melee wounds make nobody test", "gf-3", squads, "wound squad 5; fought squad", "squad", "5 of 10 models Fatigued"},
		// States and what ends them.
		{"an idle activation ends Shaken", "gf-3", squads, "begins squad shaken; act squad", "squad", "10 of 10 models acted"},
		{"shaken after it acted it stays so", "gf-3", squads, "act squad; begins squad shaken; next", "squad", "10 of 10 models Shaken"},
		{"shaken in its own activation it stays so", "gf-3", squads, "begins squad shaken; act squad keep", "squad", "10 of 10 models Shaken acted"},
		{"acting does not end fatigue", "gf-3", squads, "fought squad; act squad", "squad", "10 of 10 models Fatigued acted"},
		{"the round's end does", "gf-3", squads, "fought squad; act squad; next", "squad", "10 of 10 models"},
		{"back in the round it is there again", "gf-3", squads, "fought squad; act squad; next; back", "squad", "10 of 10 models Fatigued acted"},
		{"a rule of the book may end it as the round begins", "gf-3 firm", "units: [{id: few, unit: few}]", "begins few shaken; next", "few", "5 of 5 models Shaken; may stop being Shaken: If a unit is Shaken at the beginning of the round, it stops on a 4+."},
		{"and does", "gf-3 firm", "units: [{id: few, unit: few}]", "begins few shaken; next; passed few", "few", "5 of 5 models"},
		{"or does not", "gf-3 firm", "units: [{id: few, unit: few}]", "begins few shaken; next; failed few", "few", "5 of 5 models Shaken"},
		{"who became it in the round waits for the next", "gf-3 firm", "units: [{id: few, unit: few}]", "next; begins few shaken", "few", "5 of 5 models Shaken"},
		{"who activates first stays idle", "gf-3 firm", "units: [{id: few, unit: few}]", "begins few shaken; next; act few", "few", "5 of 5 models acted"},
		{"2.16 calls it Pinned", "gf-2.16", crews, "begins crew shaken", "crew", "5 of 5 models Pinned"},
		{"2.16 has fatigue", "gf-2.16", crews, "fought crew", "crew", "5 of 5 models Fatigued"},
		{"2.7 has fatigue", "gf-2.7", crews, "fought crew", "crew", "5 of 5 models Fatigued"},
		{"2.7 tests on the hero's Quality", "gf-2.7", crews, "wound hands 6", "hands", "4 of 10 models; tests morale at half strength: A die needs 4+. In melee only the loser tests."},
		{"2.16 on whichever passes more often", "gf-2.16", crews, "wound hands 6", "hands", "4 of 10 models; tests morale at half strength: A die needs 4+. In melee only the loser tests."},
		{"of 2.7's squad without him its own", "gf-2.7", crews, "wound chief 3; wound hands 5", "hands", "5 of 10 models; tests morale at half strength: A die needs 5+. In melee only the loser tests."},
		{"a shaken unit of 2.x idles too", "gf-2.7", crews, "begins crew shaken; act crew", "crew", "5 of 5 models acted"},
		{"a psychic has no tokens but a bonus", "gf-2.16", crews, "next", "seer", "3 of 3 wounds casts with +1"},
		{"one base takes the wounds of all", "gf-2.7", "small-scale: true\n" + crews, "wound crew 2", "crew", "3 of 5 wounds"},
		// Optional rules of 2.7: suppression, and the exhaustion of heroes.
		{"no tokens unless it is played", "gf-2.7", crews, "mark crew suppression", "crew", "5 of 5 models"},
		{"each token makes morale harder", "gf-2.7", crews, "option suppression; mark crew suppression", "crew", "5 of 5 models 1 suppression token; tests morale for 1 suppression token as it activates: A die needs 5+. Each that passes takes one off."},
		{"of several each is a test", "gf-2.7", crews, "option suppression; mark hands suppression 2", "hands", "10 of 10 models 2 suppression tokens; tests morale for 2 suppression tokens as it activates: A die needs 6+. Each that passes takes one off."},
		{"who passes loses one", "gf-2.7", crews, "option suppression; mark crew suppression 3; rally crew suppression 2", "crew", "5 of 5 models 1 suppression token"},
		{"with none passed all stay", "gf-2.7", crews, "option suppression; mark crew suppression 3; rally crew suppression 0; act crew; next", "crew", "5 of 5 models 3 suppression tokens; tests morale for 3 suppression tokens as it activates: A die needs 6+. Each that passes takes one off."},
		{"who stays idle loses all with the round", "gf-2.7", crews, "option suppression; mark crew suppression 3; act crew idle; next", "crew", "5 of 5 models"},
		{"not before", "gf-2.7", crews, "option suppression; mark crew suppression 3; act crew idle", "crew", "5 of 5 models 3 suppression tokens acted"},
		{"so does who is pinned, which ends too", "gf-2.7", crews, "option suppression; mark crew suppression; begins crew shaken; act crew; next", "crew", "5 of 5 models"},
		{"who is pinned stays idle and does not test", "gf-2.7", crews, "option suppression; mark crew suppression; begins crew shaken", "crew", "5 of 5 models Pinned 1 suppression token"},
		{"who had not stayed idle after all keeps them", "gf-2.7", crews, "option suppression; mark crew suppression; act crew idle; unact crew; act crew; next", "crew", "5 of 5 models 1 suppression token; tests morale for 1 suppression token as it activates: A die needs 5+. Each that passes takes one off."},
		{"back in the round they are there again", "gf-2.7", crews, "option suppression; mark crew suppression; act crew idle; next; back", "crew", "5 of 5 models 1 suppression token acted"},
		{"a hero takes one off", "gf-2.7", crews, "option suppression; mark crew suppression 2; unmark crew suppression", "crew", "5 of 5 models 1 suppression token; tests morale for 1 suppression token as it activates: A die needs 5+. Each that passes takes one off."},
		{"tokens make the test of wounds harder too", "gf-2.7", crews, "option suppression; mark hands suppression; wound hands 6; rally hands suppression 0", "hands", "4 of 10 models 1 suppression token; tests morale at half strength: A die needs 5+. In melee only the loser tests."},
		{"what is no longer played counts for nothing", "gf-2.7", crews, "option suppression; mark crew suppression 2; no-option suppression", "crew", "5 of 5 models"},
		{"a hero is exhausted by tests of command", "gf-2.7", crews, "option command; mark chief command", "chief", "3 of 3 wounds 1 exhaustion token The next needs 5+."},
		{"three are the most", "gf-2.7", crews, "option command; mark chief command 9", "chief", "3 of 3 wounds 3 exhaustion tokens No more tests."},
		{"a general begins at 2+, and has five", "gf-2.7", "general: chief\n" + crews, "option command; mark chief command 4", "chief", "3 of 3 wounds 4 exhaustion tokens The next needs 6+."},
		{"who is no hero has none", "gf-2.7", crews, "option command; mark crew command", "crew", "5 of 5 models"},
		{"when both sides are done all go", "gf-2.7", crews, "option command; mark chief command 2; unmark chief command; < unmark command", "chief", "3 of 3 wounds"},
		{"and with the round", "gf-2.7", crews, "option command; mark chief command 2; next", "chief", "3 of 3 wounds"},
		{"other editions have no such rules", "gf-3", squads, "option suppression; mark squad suppression", "squad", "10 of 10 models"},
		// Tokens.
		{"a caster begins with tokens", "gf-3", squads, "", "o", "3 of 3 wounds 2 tokens"},
		{"spends them", "gf-3", squads, "spend o 2", "o", "3 of 3 wounds 0 tokens"},
		{"gains them each round", "gf-3", squads, "spend o; next; next", "o", "3 of 3 wounds 5 tokens"},
		{"never holds more than six", "gf-3", squads, "next; next; next; next", "o", "3 of 3 wounds 6 tokens"},
		{"a round back has its tokens", "gf-3", squads, "spend o; next; spend o 2; back", "o", "3 of 3 wounds 1 tokens"},
		{"the dead gain none", "gf-3", squads, "wound o 3; next", "o", "0 of 3 wounds 2 tokens destroyed"},
		{"a choir has as many as it has voices", "gf-3 choir", "units: [{id: b, unit: beasts}]", "", "b", "9 of 9 wounds 3 tokens"},
		{"and keeps none", "gf-3 choir", "units: [{id: b, unit: beasts}]", "spend b; next", "b", "9 of 9 wounds 3 tokens"},
		{"nor those of who fell", "gf-3 choir", "units: [{id: b, unit: beasts}]", "wound b 3; next; next", "b", "6 of 9 wounds 2 tokens"},
		// Reserves and transports.
		{"who has Ambush may wait", "gf-3", squads, "", "jump", "3 of 3 wounds; may wait in reserve: May wait in reserve and arrive from round 2 on, more than 9\" from enemies; takes no objectives that round."},
		{"waits in round 1", "gf-3", squads, "reserve jump", "jump", "3 of 3 wounds waits"},
		{"may arrive in round 2", "gf-3", squads, "reserve jump; next", "jump", "3 of 3 wounds waits; may arrive now, before anybody acts: May wait in reserve and arrive from round 2 on, more than 9\" from enemies; takes no objectives that round."},
		{"and does", "gf-3", squads, "reserve jump; next; arrive jump", "jump", "3 of 3 wounds"},
		{"passengers begin aboard", "gf-3", riding, "", "squad", "10 of 10 models in apc"},
		{"and get out", "gf-3", riding, "leave squad", "squad", "10 of 10 models"},
		{"a wreck shakes and tests them", "gf-3", riding, "wound apc 9", "squad", "10 of 10 models Shaken; tests for dangerous ground: Its transport was destroyed: a die for each model, or as many as its Tough, and each 1 is a wound."},
		// Fast and Dirty.
		{"pinned replaces under fire", "fad", force, "begins mob under-fire; begins mob pinned", "mob", "6 of 6 models Pinned; command response, if you play it: 3D6, each of 5+ passes. Without two passes it moves only into better cover and rushes only away."},
		{"who is pinned is no more under fire", "fad", force, "begins mob pinned; begins mob under-fire", "mob", "6 of 6 models Pinned; command response, if you play it: 3D6, each of 5+ passes. Without two passes it moves only into better cover and rushes only away."},
		{"acting takes the markers", "fad", force, "begins mob pinned; act mob", "mob", "6 of 6 models acted"},
		{"vehicles are never pinned", "fad", force, "begins apc pinned", "apc", "6 of 6 wounds"},
		{"figures are never damaged", "fad", force, "begins mob damaged", "mob", "6 of 6 models"},
		{"reluctant: one lost", "fad", force, "wound mob", "mob", "5 of 6 models; checks its Resolve as it activates: 3D6, each of 5+ passes. One more has passed within 8″ of a friendly tank or walker."},
		{"steady: half of the figures, and the leader helps", "fad", force, "leave rifles; wound rifles 4", "rifles", "4 of 8 models; checks its Resolve as it activates: 3D6, each of 2+ passes. One more has passed within 8″ of a friendly tank or walker."},
		{"without the leader its own Quality", "fad", force, "leave rifles; wound rifles 4; fell rifles 3", "rifles", "4 of 8 models; checks its Resolve as it activates: 3D6, each of 3+ passes. One more has passed within 8″ of a friendly tank or walker."},
		{"fewer do not", "fad", force, "leave rifles; wound rifles 3", "rifles", "5 of 8 models"},
		{"one pass: broken", "fad", force, "wound mob; rally mob 1", "mob", "5 of 6 models Broken"},
		{"two passes: it rallies", "fad", force, "wound mob; begins mob broken; rally mob 2", "mob", "5 of 6 models"},
		{"none: it routs", "fad", force, "wound mob; rally mob 0", "mob", "5 of 6 models routed"},
		{"it tests again next turn", "fad", force, "wound mob; rally mob 1; act mob; next", "mob", "5 of 6 models Broken; checks its Resolve as it activates: 3D6, each of 5+ passes. One more has passed within 8″ of a friendly tank or walker."},
		{"fanatics never test", "fad", force, "wound tough 3", "tough", "1 of 4 models"},
		{"single figures neither", "fad", force, "begins eye under-fire", "eye", "1 of 1 models Under fire"},
		{"a hit is a marker and damages", "fad", force, "wound apc", "apc", "5 of 6 wounds Damaged; tests for repairs as it activates: 3D6, each of 3+ passes."},
		{"a critical hit takes a die", "fad", force, "wound apc critical", "apc", "5 of 6 wounds Critical; tests for repairs as it activates: 2D6, each of 3+ passes. One die has failed."},
		{"what is critical stays so", "fad", force, "wound apc critical; wound apc", "apc", "4 of 6 wounds Critical; tests for repairs as it activates: 2D6, each of 3+ passes. One die has failed."},
		{"two passes: repaired, the markers stay", "fad", force, "wound apc; repair apc 2", "apc", "5 of 6 wounds"},
		{"one: still damaged", "fad", force, "wound apc; repair apc 1", "apc", "5 of 6 wounds Damaged"},
		{"none: lost", "fad", force, "wound apc; repair apc 0", "apc", "5 of 6 wounds lost"},
		{"under fire and hit often it checks its Resolve first", "fad", force, "wound apc 3; begins apc under-fire", "apc", "3 of 6 wounds Damaged Under fire; checks its Resolve as it activates: 3D6, each of 3+ passes.; tests for repairs as it activates: 3D6, each of 3+ passes."},
		{"a damaged vehicle's crew bails out", "fad", force, "wound apc 3; begins apc under-fire; rally apc 1", "apc", "3 of 6 wounds lost"},
		{"its passengers live", "fad", force, "wound apc 3; begins apc under-fire; rally apc 1", "rifles", "8 of 8 models"},
		{"markers of twice its level destroy", "fad", force, "wound apc 6", "apc", "0 of 6 wounds destroyed"},
		{"and kill all aboard", "fad", force, "wound apc 6", "rifles", "8 of 8 models killed"},
		{"also if it is taken off as destroyed", "fad", force, "remove apc destroyed", "rifles", "8 of 8 models killed"},
		{"who was dead in it does not sit in the wreck", "fad", force, "remove rifles routed; wound apc 6; return rifles", "rifles", "8 of 8 models"},
		{"a character tests in the wreck", "fad", crewed, "board chief apc; wound apc 6", "chief", "1 of 1 models; is in the wreck of its vehicle: 3D6, each of 3+ passes. With three it survives, and acts no more in this turn."},
		{"and survives", "fad", crewed, "board chief apc; wound apc 6; passed chief", "chief", "1 of 1 models acted"},
		{"or not", "fad", crewed, "board chief apc; wound apc 6; failed chief", "chief", "1 of 1 models killed"},
		{"power armour has a die for each figure", "fad", crewed, "board suits apc; wound apc 6; wound suits", "suits", "3 of 4 models; is in the wreck of its vehicle: A die for each figure: a 5 wounds it, a 6 kills it."},
		{"and goes on", "fad", crewed, "board suits apc; wound apc 6; no-test suits", "suits", "4 of 4 models"},
		// Fast and Dirty: leaders, officers, teams, traits.
		{"who lost its leader is pinned instead of under fire", "fad", force, "leave rifles; wound rifles; fell rifles 3; begins rifles under-fire", "rifles", "7 of 8 models Pinned; command response, if you play it: 3D6, each of 3+ passes. −1 each, since it lost its leader. Without two passes it moves only into better cover and rushes only away."},
		{"also if it was under fire before", "fad", force, "leave rifles; begins rifles under-fire; wound rifles 7; fell rifles 3", "rifles", "1 of 8 models Pinned; checks its Resolve as it activates: 3D6, each of 3+ passes. One more has passed within 8″ of a friendly tank or walker.; command response, if you play it: 3D6, each of 3+ passes. −1 each, since it lost its leader. Without two passes it moves only into better cover and rushes only away."},
		{"the turn after it is under fire as others are", "fad", force, "leave rifles; wound rifles; fell rifles 3; next; begins rifles under-fire; act rifles; begins rifles under-fire", "rifles", "7 of 8 models Under fire acted"},
		{"a leader who is back does not matter", "fad", force, "leave rifles; wound rifles; fell rifles 3; heal rifles; begins rifles under-fire; act rifles", "rifles", "8 of 8 models acted"},
		{"losses of the turn before count in command response", "fad", force, "wound gun; next; begins gun under-fire", "gun", "2 of 3 models Under fire; command response, if you play it: 3D6, each of 3+ passes. −1 each, since it lost figures last turn. Without two passes it moves only into better cover and rushes only away."},
		{"an officer of the branch holds it a level longer", "fad", platoon, "wound staff 2", "staff", "2 of 4 models"},
		{"and has dice rolled again", "fad", platoon, "wound staff 3", "staff", "1 of 4 models; checks its Resolve as it activates: 3D6, each of 3+ passes. Up to 2 that failed may be rolled again. One more has passed within 8″ of a friendly tank or walker."},
		{"not when he is gone", "fad", platoon, "wound staff 2; wound major", "staff", "2 of 4 models; checks its Resolve as it activates: 3D6, each of 3+ passes. One more has passed within 8″ of a friendly tank or walker."},
		{"a squad and its team break as one", "fad", platoon, "wound line 3", "line", "3 of 6 models"},
		{"by the losses of both", "fad", platoon, "wound line 3; wound gun", "line", "3 of 6 models; checks its Resolve as it activates: 3D6, each of 4+ passes. One that failed may be rolled again. One more has passed within 8″ of a friendly tank or walker."},
		{"a motivator who fell helps nobody", "fad", platoon, "wound line 4; fell line 2", "line", "2 of 6 models; checks its Resolve as it activates: 3D6, each of 4+ passes. One more has passed within 8″ of a friendly tank or walker."},
		{"and act as one", "fad", platoon, "act line", "gun", "2 of 2 models acted"},
		{"the brave have passed one die", "fad", platoon, "scouted bold 3; wound bold", "bold", "3 of 4 models; checks its Resolve as it activates: 2D6, each of 3+ passes. One die has passed. One more has passed within 8″ of a friendly tank or walker."},
		{"to the relentless fire means nothing", "fad", platoon, "begins grim under-fire", "grim", "4 of 4 models Under fire"},
		{"who was sent ahead tests first", "fad", platoon, "", "bold", "4 of 4 models; was sent ahead: does it come back?: 3D6, each of 3+ passes."},
		{"two passes: it comes in turn 2", "fad", platoon, "scouted bold 2; next", "bold", "4 of 4 models waits; may come this turn"},
		{"one: in turn 3", "fad", platoon, "scouted bold 1; next", "bold", "4 of 4 models waits"},
		{"none: it was ambushed", "fad", platoon, "scouted bold 0", "bold", "4 of 4 models ambushed"},
		{"reserves say how they come", "fad", platoon, "reserve late; next", "late", "4 of 4 models waits; may come this turn: Waits off the table. To activate there it tests, and moves on by its standard distance: three passes from any edge, 6\" or more from enemies and objectives; two from a side edge or its own zone; one from its own zone; none waits on."},
		{"or not in this turn", "fad", platoon, "reserve late; next; act late", "late", "4 of 4 models acted waits"},
		{"the shaky have failed one die", "fad", platoon, "wound late", "late", "3 of 4 models; checks its Resolve as it activates: 2D6, each of 3+ passes. One die has failed. One more has passed within 8″ of a friendly tank or walker.; may come later: Waits off the table. To activate there it tests, and moves on by its standard distance: three passes from any edge, 6\" or more from enemies and objectives; two from a side edge or its own zone; one from its own zone; none waits on."},
		{"machines roll a repair again, and never check Resolve", "fad", platoon, "wound robot 4; begins robot under-fire", "robot", "2 of 6 wounds Damaged Under fire; tests for repairs as it activates: 3D6, each of 3+ passes. One that failed may be rolled again."},
		{"a last stand knows no Resolve", "fad", force, "begins mob last-stand; wound mob 3; begins mob pinned", "mob", "3 of 6 models Last stand Pinned"},
		{"and is one unit's", "fad", force, "begins mob last-stand; begins gun last-stand", "gun", "3 of 3 models"},
		{"at half of its units a force loses heart, if that is played", "fad", force, "heart; wound mob 6; wound gun 3; wound eye; wound tough", "tough", "3 of 4 models"},
		{"then its break points are a level lower", "fad", force, "leave rifles; wound rifles 2; heart; wound mob 6; wound gun 3; remove tough", "rifles", "6 of 8 models; checks its Resolve as it activates: 3D6, each of 2+ passes. One more has passed within 8″ of a friendly tank or walker."},
		{"not if it is not played", "fad", force, "leave rifles; wound rifles 2; wound mob 6; wound gun 3; remove tough", "rifles", "6 of 8 models"},
		{"who has no Resolve left is lost", "fad", force, "heart; wound tough 4; wound gun 3; wound eye", "mob", "6 of 6 models lost heart"},
		{"who casts by dice does so once a round", "gf-2.7", crews, "use seer Cast_or_block; next; use seer Cast_or_block", "seer", "3 of 3 wounds casts with +1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play.NewTable(list(t, c.system, c.list), "", nil).Replay(game(t, c.events))
			if got := shown(s, c.unit); got != c.want {
				t.Errorf("after %q\ngot  %s\nwant %s", c.events, got, c.want)
			}
		})
	}
}
