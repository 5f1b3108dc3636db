package rules

import (
	"strings"

	"muster/schema"
)

// Where the words of Grimdark Future act.
var (
	shaping   = &Place{Title: "Who, when and how", Shape: true}
	condition = &Place{Title: "Conditions: `when`", Shape: true, Inside: "when"}
	listing   = &Place{Title: "While a list is built", Bearer: "a model, a unit"}
	before    = &Place{Title: "Before the game", Bearer: "a unit", Apart: true, To: []string{string(ToUnit)}}
	bound     = &Place{Title: "What a unit cannot do", Bearer: "a model, a unit", Apart: true}
	outside   = &Place{Title: "Outside a fight", Bearer: "anything", Apart: true}
	giving    = &Place{Title: "Rules that give rules", Bearer: "a weapon, a model", When: true, To: everyone}
	attacking = &Place{Title: "Attacks", Bearer: "a weapon, a model", When: true, Of: true, To: everyone}
	adding    = &Place{Title: "Each living bearer", Bearer: "a model", When: true, To: everyone, By: true}
	attacked  = &Place{Title: "The attacked", Bearer: "a model", Defends: true, When: true, To: everyone}
	judged    = &Place{Title: "Morale, and who won", Bearer: "a model", Defends: true, When: true, To: everyone, Not: []string{"roll"}}
)

var (
	everyone = []string{string(ToUnit), string(ToFriends), string(ToEnemy)}

	ofHits = []string{"", string(OnSixToHit), string(OnFiveToHit)}
)

// Bounds far above real books (the largest met are Tough(30), Transport(21), Blast(12)): they
// keep a typing error from costing hours of work or gigabytes of boxes.
const (
	mostTough   = 500
	mostInches  = 1000
	mostChange  = 20  // of a roll
	mostInARoll = 100 // hits, wounds or dice of one
)

var gfWords = []Word{
	// How others act.
	{Name: "of", Place: shaping, Defends: true, Kind: isChoice, Values: []string{string(OfEnemy)}, Means: "the effect changes the attacks that are made against the bearer's unit, not the bearer's own", SaysOf: map[string]string{string(OfEnemy): "attacks against it"}},
	{
		Name: "to", Place: shaping, Kind: isChoice, Values: everyone, Means: "who has the effect: every model of the bearer's unit while a bearer lives; of the side that uses the rule; of the other side",
		Needs: map[string]string{"friends": "used", "enemy": "used"}, SaysOf: map[string]string{"unit": "the whole unit", "friends": "every friend", "enemy": "the enemy"},
	},
	{Name: "when", Place: shaping, Kind: isGroup, Means: "conditions, all of which must hold"},
	{
		Name: "on", Place: shaping, Kind: isChoice, Means: "the unmodified die that triggers the effect: a five only if it hits, a two only if it does not block",
		Values: []string{string(OnSixToHit), string(OnFiveToHit), string(OnOneToHit), string(OnOneToBlock), string(OnTwoToBlock)},
		SaysOf: map[string]string{
			string(OnSixToHit): "on an unmodified 6 to hit", string(OnFiveToHit): "on an unmodified 5 that hits", string(OnOneToHit): "on an unmodified 1 to hit",
			string(OnOneToBlock): "on an unmodified 1 to block", string(OnTwoToBlock): "on an unmodified 2 that does not block",
		},
	},
	{Name: "by", Place: shaping, Kind: isChoice, Values: []string{string(ByAbility)}, Scenes: inAbility, Means: "the effect acts in an attack of its own, which is neither shooting nor melee; alone on a weapon's rule, the weapon does", Says: "as an attack of its own"},
	{Name: "needs", Place: shaping, Kind: isNumber, Least: 2, Most: 6, Beside: []string{"hits", "wounds"}, Means: "`hits` and `wounds` of this effect are dice, and each must show so much"},
	{Name: "each", Place: shaping, Kind: isNumber, Least: 2, Most: mostInARoll, Beside: []string{"hits", "wounds"}, Means: "each of `hits` or `wounds` that there is counts so often"},
	{Name: "with", Place: shaping, Kind: isUses, Beside: []string{"hits", "attacks"}, Means: "rules that `hits` or `attacks` have, as a weapon's"},
	{Name: "range-least", Place: shaping, Kind: isNumber, Least: 1, Most: mostInches, Beside: []string{"range"}, Means: "a negative `range` brings no weapon under so many inches", Also: checkRangeLeast, Says: `never under %d"`},
	{Name: "per", Place: shaping, Kind: isCount, Least: 2, Most: 100, Means: "a value `N` counts once for so many", Also: checkShapesN, Says: "N is one for every %d of the number with which it is used"},
	{Name: "max", Place: shaping, Kind: isNumber, Least: 1, Most: 1000, Means: "a value `N` counts at most so often", Also: checkShapesN, Says: "N is at most %d"},

	// Conditions.
	{Name: "shooting", Place: condition, Kind: isSwitch, Scenes: inShooting | inAbility, ScenesIfNot: inMelee, Means: "the attack is shooting, or an ability, which is resolved as shooting", Says: "when shooting", SaysNot: "when not shooting", SaysBy: shootingPhrase},
	{Name: "melee", Place: condition, Kind: isSwitch, Scenes: inMelee, ScenesIfNot: inShooting | inAbility, Means: "the attack is in melee", Says: "in melee", SaysNot: "when not in melee"},
	{Name: "charging", Place: condition, Kind: isSwitch, Scenes: inMelee, Means: "the bearer's unit has charged", Also: checkCharges, Says: "when charging", SaysNot: "when not charging"},
	{Name: "charged", Place: condition, Kind: isSwitch, Scenes: inMelee, Means: "the bearer's unit was charged", Says: "when charged", SaysNot: "when not charged"},
	{Name: "fatigued", Place: condition, Kind: isSwitch, Means: "the bearer's unit has fought in melee this round", Says: "when fatigued", SaysNot: "when not fatigued"},
	{Name: "moved", Place: condition, Kind: isSwitch, Scenes: inShooting | inAbility, ScenesIfNot: inShooting | inAbility, Means: "the shooter moved before it shot", Says: "after moving", SaysNot: "without moving"},
	{Name: "in-sight", Place: condition, Kind: isSwitch, Scenes: inShooting | inAbility, ScenesIfNot: inShooting | inAbility, Means: "the shooter sees the target", Says: "at what it sees", SaysNot: "at what it does not see"},
	{Name: "cover", Place: condition, Kind: isSwitch, Scenes: inShooting | inAbility, ScenesIfNot: inShooting | inAbility, Means: "the target is in cover", Says: "against a target in cover", SaysNot: "against a target out of cover"},
	{Name: "distance-over", Place: condition, Kind: isCount, Least: 1, Most: mostInches, Means: "the units are farther apart than so many inches (in melee: before the charge)", Also: checkDistances, Says: `from over %d"`},
	{Name: "distance-up-to", Place: condition, Kind: isCount, Least: 1, Most: mostInches, Means: "the units are at most so many inches apart (in melee: before the charge)", Says: `within %d"`},
	{Name: "enemy-tough", Place: condition, Kind: isSpan, Least: 1, Most: mostTough, Means: "most models of the enemy have a Tough of `from` to `to` (without the rule: 1); either bound may be left out", Says: "against enemies that mostly have %s wounds"},
	{Name: "enemy-defense", Place: condition, Kind: isSpan, Least: 2, Most: 6, Means: "most models of the enemy have a Defense of `from` to `to`; either bound may be left out", Says: "against enemies that mostly have Defense %s"},
	{
		Name: "models", Place: condition, Kind: isChoice, Values: []string{string(ModelsAll), string(ModelsMost), string(ModelsAny), string(ModelsSquad)}, Means: "who of the bearer's unit must have the rule: all living models, more than half, any one, or all but a joined hero",
		SaysOf: map[string]string{
			string(ModelsAll): "if all models of the unit have the rule", string(ModelsMost): "if most models of the unit have the rule",
			string(ModelsAny): "if any model of the unit has the rule", string(ModelsSquad): "if all models but a joined hero have the rule",
		},
	},
	{Name: "has", Place: condition, Kind: isName, Means: "who has the effect has the rule of this name too; with `models`, the models asked for have both", Says: "with %s"},
	{Name: "roll", Place: condition, Kind: isDice, Means: "one die shows one of these; it is rolled for the rule whenever the unit shoots, strikes or is attacked", Not: []string{"to: friends", "to: enemy"}, Says: "if one die shows %s"},
	{Name: "used", Place: condition, Kind: isSwitch, Always: true, Means: "the side says that it uses the rule; the number behind the name there is `N`", Says: "when used"},
	{Name: "choice", Place: condition, Kind: isCount, Least: 1, Most: 6, Means: "the player has picked this number for the rule, where a rule lets one choose", Says: "if picked (choice %d)"},
	{Name: "spell", Place: condition, Kind: isSwitch, Scenes: inAbility, Means: "the attack is a spell", Says: "by a spell", SaysNot: "not by a spell"},

	// While a list is built, and before the game.
	{Name: "hero", Place: listing, Apart: true, Kind: isSwitch, Always: true, Means: "the model is a hero", Says: "is a hero"},
	{Name: "tough", Place: listing, Defends: true, Kind: isNumber, Least: 1, Most: mostTough, Means: "wounds it takes to kill the model", Says: "takes %d wounds to kill"},
	{Name: "transport", Place: listing, Apart: true, Kind: isNumber, Least: 1, Most: 1000, Means: "spaces for models inside", Says: "carries %d"},
	{Name: "per-list", Place: listing, Apart: true, Kind: isNumber, Least: 1, Most: 100, Means: "how often a list may have the unit", Says: "%d in a list at most"},
	{Name: "per-game", Place: listing, Apart: true, Kind: isNumber, Least: 1, Most: 100, Means: "how often a game its weapon can be used", Says: "%d in a game at most"},
	{Name: "defense", Place: listing, Defends: true, Kind: isNumber, Least: 1, Most: 5, Means: "betters the Defense of the profile by so much", Says: "Defense better by %d"},
	{Name: "defense-is", Place: listing, Defends: true, Kind: isNumber, Least: 2, Most: 6, Means: "sets the Defense of the profile, if that is better", Says: "Defense %d+"},
	{Name: "tokens", Place: before, Kind: isNumber, Least: 1, Most: 100, Means: "spell tokens a round, or the psychic's level; with `to: unit` one of its models casts, with so many for each model that has the rule", SaysBy: tokensPhrase},
	{
		Name: "deploys", Place: before, Kind: isChoice, Values: []string{string(DeploysReserve), string(DeploysLast)}, Means: "how the unit comes to the table: it may wait in reserve, or after all others",
		SaysOf: map[string]string{string(DeploysReserve): "may wait in reserve", string(DeploysLast): "may be deployed after all others"},
	},
	{
		Name: "cannot", Place: bound, Kind: isChoices, Values: []string{string(CannotCharge), string(CannotBeCharged)},
		Means: "what the unit cannot do; no preview has it charge, or be charged",
		SaysBy: func(w *statedWord, _ *statement) string {
			return "cannot " + strings.ReplaceAll(schema.Either(w.texts), "-", " ")
		},
	},
	{
		Name: "outside", Place: outside, Kind: isChoice, Means: "what the rule, or this part of it, is about; it changes no attack, and no preview misses it",
		Values: []string{string(OutsideMovement), string(OutsideDeployment), string(OutsideActivation), string(OutsideRecovery), string(OutsideHealing), string(OutsideCasting)},
		Says:   "%s, which is no part of a fight",
	},
	{Name: "gives", Place: giving, Defends: true, Kind: isUses, Means: "rules that count as had; `X` in brackets is the giver's number", Says: "has %s"},

	// Attacks.
	{Name: "quality", Place: attacking, Kind: isNumber, Least: 2, Most: 6, Means: "the Quality to hit with, whatever the model's; the best counts", Says: "hits on %d+"},
	{Name: "to-hit", Place: attacking, Kind: isNumber, Least: -mostChange, Most: mostChange, Means: "modifies rolls to hit", Says: "%+d to hit"},
	{Name: "range", Place: attacking, Kind: isNumber, Least: -mostInches, Most: mostInches, Scenes: inShooting, Means: "inches added to the range of weapons", Says: `%+d" range`},
	{Name: "ap", Place: attacking, Kind: isNumber, Least: -mostChange, Most: mostChange, On: ofHits, Means: "AP more; AP in all is never under 0", Says: "AP %+d"},
	{Name: "ap-is", Place: attacking, Kind: isNumber, Least: 1, Most: mostChange, On: ofHits, Means: "AP of at least this", Says: "AP of at least %d"},
	{Name: "blast", Place: attacking, Kind: isNumber, Least: 1, Most: mostInARoll, On: ofHits, Means: "each hit becomes so many, within the edition's cap, past cover where the edition says so of Blast; several add up", SaysBy: func(w *statedWord, _ *statement) string {
		return multipliedPhrase(w, "hit") + ", but no more than the target has models"
	}},
	{Name: "deadly", Place: attacking, Kind: isNumber, Least: 1, Most: mostInARoll, On: ofHits, Means: "each wound becomes so many, all on one model; several add up", SaysBy: func(w *statedWord, _ *statement) string {
		return multipliedPhrase(w, "wound") + ", all on one model"
	}},
	{Name: "copies", Place: attacking, Kind: isNumber, Least: 2, Most: mostInARoll, On: ofHits, Means: "the hit becomes so many of its kind", Says: "the hit becomes %d of its kind"},
	{Name: "extra-hits", Place: attacking, Kind: isNumber, Least: 1, Most: mostInARoll, On: ofHits, Means: "ordinary hits beside the hit", Says: "hits more: %d"},
	{Name: "extra-attacks", Place: attacking, Kind: isNumber, Least: 1, Most: mostInARoll, On: ofHits, Means: "more dice, which give none themselves", Says: "attacks more: %d, which give none themselves"},
	{Name: "extra-wounds", Place: attacking, Kind: isNumber, Least: 1, Most: 10, On: append([]string{string(OnOneToBlock), string(OnTwoToBlock)}, ofHits...), Means: "more wounds from an unblocked hit", Says: "wounds more: %d"},
	{Name: "self-wounds", Place: attacking, Kind: isNumber, Least: 1, Most: 10, On: []string{string(OnOneToHit)}, Means: "wounds that the attacker's own unit takes", Says: "wounds on its own unit: %d"},
	{Name: "reroll-blocks", Place: attacking, Kind: isNumber, Least: 2, Most: 6, On: ofHits, Means: "unmodified rolls of that number that block are rolled again, once", Says: "blocks with an unmodified %d and more are rolled again"},
	{
		Name: "ignore", Place: attacking, Kind: isChoices, On: ofHits, Means: "takes no notice of these; penalties are negative modifiers to hit and to range, moving is what the attack's own rules cost it for having moved",
		Values: []string{string(IgnoreRegeneration), string(IgnoreCover), string(IgnorePenalties), string(IgnoreMoving)}, Tied: []string{string(IgnoreRegeneration)},
		Says: "ignores %s",
	},
	{Name: "ignore-rules", Place: attacking, Kind: isNames, Not: []string{"of: enemy"}, Means: "the enemy's rules of these names do not count against it", Says: "ignores the enemy's %s"},
	{Name: "without-sight", Place: attacking, Kind: isSwitch, Always: true, Scenes: inShooting, Means: "may shoot at what the unit does not see", Says: "may shoot at what it does not see"},
	{
		Name: "picks", Place: attacking, Kind: isChoice, Values: []string{string(PicksModel), string(PicksWounds)}, Means: "picks a model and meets it as a unit of one, or only its wounds go there first",
		SaysOf: map[string]string{string(PicksModel): "picks one model and meets it as a unit of one", string(PicksWounds): "its wounds go to a model that it picks"},
	},
	{Name: "strikes-first", Place: attacking, Kind: isSwitch, Always: true, Scenes: inMelee, Not: []string{"roll"}, Means: "strikes before the enemy that charged; first wins where last holds too", Says: "strikes first"},
	{Name: "strikes-last", Place: attacking, Kind: isSwitch, Always: true, Scenes: inMelee, Not: []string{"roll"}, Means: "strikes after the enemy has struck back", Says: "strikes last"},

	// Each living bearer.
	{Name: "best-weapon-attacks", Place: adding, Kind: isNumber, Least: 1, Most: mostInARoll, Scenes: inMelee, Means: "attacks more with its best melee weapon", Says: "%+d attacks with its best melee weapon"},
	{Name: "hits", Place: adding, Kind: isNumber, Least: 1, Most: mostInARoll, Means: "automatic hits, without AP and a weapon's rules but those that `with` names", SaysBy: func(w *statedWord, s *statement) string { return rolledPhrase(w, s, "hit") }},
	{Name: "wounds", Place: adding, Kind: isNumber, Least: 1, Most: mostInARoll, Means: "wounds that cannot be blocked", SaysBy: func(w *statedWord, s *statement) string { return rolledPhrase(w, s, "wound") }},
	{Name: "attacks", Place: adding, Kind: isNumber, Least: 1, Most: mostInARoll, Means: "more dice to hit, without a weapon, with the bearer's Quality", SaysBy: func(w *statedWord, s *statement) string {
		return "attacks without a weapon: " + w.number.String() + withRules(s)
	}},
	{Name: "death-hits", Place: adding, Defends: true, Kind: isNumber, Least: 1, Most: mostInARoll, Scenes: inMelee, Means: "hits on the enemy for each bearer that was killed in melee", Says: "hits on the enemy for each model killed: %d"},
	{Name: "last-hits", Place: adding, Defends: true, Kind: isNumber, Least: 1, Most: mostInARoll, Scenes: inMelee, Means: "hits on the enemy after both have struck; the bearer is then removed", Says: "hits on the enemy when all have struck, for which it dies: %d"},
	{Name: "hits-against", Place: adding, Defends: true, Kind: isNumber, Least: -mostInARoll, Most: -1, Scenes: inMelee, Means: "takes so many dice from the hits of the enemy that come of its charge, once for each model", Says: "%d dice for the enemy's hits of its charge, for each model"},

	// The attacked.
	{Name: "block", Place: attacked, Kind: isNumber, Least: -mostChange, Most: mostChange, Means: "modifies rolls to block", Says: "%+d to block"},
	{Name: "regeneration", Place: attacked, Kind: isNumber, Least: 2, Most: 6, Means: "a wound is ignored on this number and more", Says: "wounds are ignored on %d+"},
	{Name: "ward", Place: attacked, Kind: isNumber, Least: 2, Most: 6, Means: "the same, but what ignores Regeneration does not touch it", Says: "wounds are ignored on %d+, also those that cannot be regenerated"},
	{Name: "retaliates", Place: attacked, Kind: isNumber, Least: 1, Most: mostInARoll, Scenes: inMelee, Means: "hits that the attacker takes for each wound that the bearer takes in melee", Says: "hits on the attacker for each wound taken: %d"},

	// Morale, and the winner.
	{Name: "fear", Place: judged, Kind: isNumber, Least: 1, Most: mostInARoll, Scenes: inMelee, Means: "wounds added for each living bearer when a melee is judged", Says: "%d wounds more when the melee is judged"},
	{Name: "fear-d3", Place: judged, Kind: isSwitch, Always: true, Scenes: inMelee, Means: "a D3 is added once when a melee is judged", Says: "D3 wounds more when the melee is judged"},
	{Name: "morale", Place: judged, Kind: isNumber, Least: -mostChange, Most: mostChange, Means: "modifies morale tests", Says: "%+d to morale tests"},
	{Name: "repeat-morale", Place: judged, Kind: isNumber, Least: 2, Most: 6, Means: "a failed test is passed if one more die shows this", Says: "a failed morale test passes on %d+"},
	{Name: "pay-morale", Place: judged, Kind: isNumber, Least: 1, Most: 6, Means: "a failed test is passed, and each wound left is lost on a die of up to this", Says: "a failed morale test passes, and each wound left is lost on 1-%d"},
}

// checkRangeLeast returns a sentence if range-least goes with a positive range, else "".
func checkRangeLeast(s *statement) string {
	if r := s.find("", "range"); r != nil && !r.number.X && r.number.N == 0 && r.number.Number > 0 {
		return "`range-least` bounds a negative `range`, and this one is not; leave it out"
	}
	return ""
}

// checkShapesN returns a sentence if there is no value N to shape, else "".
func checkShapesN(s *statement) string {
	for i := range s.words {
		if s.words[i].number.N != 0 {
			return ""
		}
	}
	return "`per` and `max` shape a value `N`, and the effect has none; write `N` for its number"
}

// checkDistances returns a sentence if the distances leave nothing between them, else "".
func checkDistances(s *statement) string {
	over, upTo := s.find("when", "distance-over"), s.find("when", "distance-up-to")
	if upTo != nil && over.number.Number >= upTo.number.Number {
		return "nothing is over `distance-over` and within `distance-up-to` at once; swap the numbers, or leave one out"
	}
	return ""
}

// checkCharges returns a sentence for a unit that both charges and is charged, else "".
func checkCharges(s *statement) string {
	charging, charged := s.find("when", "charging"), s.find("when", "charged")
	if charged != nil && !charging.off && !charged.off {
		return "nobody charges and is charged in one melee; write two effects, one for each"
	}
	return ""
}
