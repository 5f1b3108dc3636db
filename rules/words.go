package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"muster/rules/words"
	"muster/schema"
)

// Grimdark is the words of Grimdark Future: the fields of Effect and When. To add a word, add a
// field there and an entry in this table, and run
//
//	go test ./rules -run Words -update
var Grimdark = words.NewFamily("gf", []string{"shooting", "melee", "an ability", "a spell"},
	shapeWords, conditionWords, listWords, deployWords, cannotWords, outsideWords, tokenWords, givingWords, attackWords, bearerWords, defenceWords, moraleWords)

// The scenes of Grimdark Future: the kinds of attacks in which a word can act.
const (
	inShooting words.Scenes = 1 << iota
	inMelee
	inAbility
	inSpell

	notInMelee = inShooting | inAbility | inSpell
)

// Bounds far above real books (the largest met are Tough(30), Transport(21), Blast(12)): they keep
// a typing error from costing hours of work or gigabytes of boxes.
const (
	maxTough    = 500
	maxInches   = 1000
	maxModifier = 20  // of a modifier to a roll
	maxPerRoll  = 100 // hits, wounds or dice that one roll makes
)

var (
	// allReceivers holds all values of the key to.
	allReceivers = []string{string(ToUnit), string(ToFriends), string(ToEnemy)}

	// hitDice and woundDice are the dice that may trigger words on hits and words on wounds.
	hitDice   = []string{"", string(OnSixToHit), string(OnFiveToHit)}
	woundDice = append([]string{string(OnOneToBlock), string(OnTwoToBlock)}, hitDice...)
)

var shapeWords = &words.Place{Title: "Who, when and how", Shape: true, Words: []words.Word{
	{
		Name: "of", Defends: true, Kind: words.OneOf,
		Values: []words.Choice{{Value: string(OfEnemy), Says: "attacks against it"}},
		SaysBy: func(w *words.Stated, s *words.Statement) string {
			if s.Has("ap") && !s.Has("to-hit") {
				return "hits on it" // those of spells too
			}
			return w.Values[0].Says
		},
		Note:    "The effect changes these attacks instead of the bearer's own.",
		Refusal: "which speaks of attacks against the bearer",
	},
	{
		Name: "to", Kind: words.OneOf, Note: "Every model of that side of the duel has the effect. With `unit` the effect " +
			"lasts as long as one bearer is alive.",
		Values: []words.Choice{
			{Value: string(ToUnit), Says: "the whole unit"},
			{
				Value: string(ToFriends), Says: "that unit", DocPhrase: "the friendly unit on which the rule is used",
				Needs: "used",
			},
			{Value: string(ToEnemy), Says: "that enemy", DocPhrase: "the enemy unit on which it is used", Needs: "used"},
		},
		SaysBy: receiverPhrase,
	},
	{Name: "when", Kind: words.Group, Note: "Conditions that must all hold."},
	{
		Name: "on", Kind: words.OneOf,
		Values: []words.Choice{
			{Value: string(OnSixToHit), Says: "on an unmodified 6 to hit"},
			{Value: string(OnFiveToHit), Says: "on an unmodified 5 that hits"},
			{Value: string(OnOneToHit), Says: "on an unmodified 1 to hit"},
			{Value: string(OnOneToBlock), Says: "on an unmodified 1 to block"},
			{Value: string(OnTwoToBlock), Says: "on an unmodified 2 that does not block"},
		},
	},
	{
		Name: "by", Kind: words.OneOf, Values: words.Choices(ByAbility), Scenes: inAbility | inSpell,
		Says: "as an attack of its own", DocPhrase: "the effect is a separate attack", SaysBy: abilityPhrase,
		Note: "It is resolved as shooting. With `when: {spell: true}` it is a spell. If a weapon's rule has no " +
			"`hits`, `wounds` or `attacks` beside this word, the weapon itself makes the separate attack.",
		Refusal: "where only hits, wounds and attacks without a weapon act",
	},
	{
		Name: "needs", Least: 2, Most: 6, NeedsAny: []string{"hits", "wounds"},
		Note: "The `hits` and `wounds` of this effect are dice. Each die must roll this number or more.",
	},
	{
		Name: "each", Least: 2, Most: maxPerRoll, NeedsAny: []string{"hits", "wounds"},
		Note: "Each of the `hits` or `wounds` counts this many times.",
	},
	{
		Name: "with", Kind: words.RuleUses, NeedsAny: []string{"hits", "attacks"},
		Note: "The `hits` or `attacks` have these rules, like the hits and attacks of a weapon.",
	},
	{
		Name: "range-least", Least: 1, Most: maxInches, NeedsAny: []string{"range"}, ExtraCheck: checkRangeLeast,
		Says: `never under %d"`, DocPhrase: "a negative `range` cannot make a range shorter than %d\"",
		Note: "A weapon whose range is already shorter keeps it.",
	},
	{
		Name: "per", Kind: words.Count, Least: 2, Most: 100, ExtraCheck: checkShapesN,
		Says: "N is 1 for every %d of that number", DocPhrase: "N counts 1 for every %d tokens or uses",
		Note: "With `per: 2`, four tokens give N = 2.",
	},
	{
		Name: "max", Least: 1, Most: 1000, ExtraCheck: checkShapesN, Says: "N is at most %d",
		SaysBy: func(w *words.Stated, s *words.Statement) string {
			if s.Has("per") {
				return "at most " + w.Number.String()
			}
			return "N is at most " + w.Number.String()
		},
	},
	{
		Name: "placed", OutsideFight: true, Least: 1, Most: 100, NeedsAny: []string{"gathers", "places"}, Says: "%d at once",
		DocPhrase: "it gets or places %d tokens at once",
		SaysBy:    func(*words.Stated, *words.Statement) string { return "" }, // tokenPhrase has it
		Note:      "Without it, one token is placed.",
	},
	{
		Name: "holds", OutsideFight: true, Least: 1, Most: 100, NeedsAny: []string{"gathers"}, Says: "%d at most",
		DocPhrase: "it has at most %d tokens",
	},
	{
		Name: "if-shaken", OutsideFight: true, Kind: words.OneOf, NeedsAny: []string{"gathers"},
		Values: []words.Choice{
			{
				Value: string(ShakenGetsNone), Says: "none while it is Shaken",
				DocPhrase: "it gets no tokens while it is Shaken",
			},
			{
				Value: string(ShakenLosesAll), Says: "all of which it loses when it is Shaken",
				DocPhrase: "it loses all its tokens when it becomes Shaken",
			},
		},
		SaysBy: shakenPhrase,
	},
}}

var conditionWords = &words.Place{Title: "Conditions: `when`", Shape: true, Inside: "when", Words: []words.Word{
	{
		Name: "shooting", Kind: words.Switch, Scenes: inShooting | inAbility, ScenesIfNot: inMelee | inSpell,
		Says: "when shooting", SaysNot: "when not shooting", SaysBy: shootingPhrase,
		Note: "An ability is resolved as shooting. A spell is neither shooting nor melee.",
	},
	{
		Name: "melee", Kind: words.Switch, Scenes: inMelee, ScenesIfNot: notInMelee, Says: "in melee",
		SaysNot: "when not in melee",
	},
	{
		Name: "charging", Kind: words.Switch, Scenes: inMelee, Says: "when charging", SaysNot: "when not charging",
		Note: "It is about the bearer's unit.", ExtraCheck: checkCharges,
	},
	{
		Name: "charged", Kind: words.Switch, Scenes: inMelee, Says: "when charged", SaysNot: "when not charged",
		Note: "It is about the bearer's unit.",
	},
	{
		Name: "fatigued", Kind: words.Switch, Says: "when fatigued", SaysNot: "when not fatigued",
		Note: "The bearer's unit has fought in melee this round.",
	},
	{
		Name: "moved", Kind: words.Switch, Scenes: notInMelee, ScenesIfNot: notInMelee, Says: "after moving",
		SaysNot: "without moving", Note: "It is about the shooter.",
	},
	{
		Name: "in-sight", Kind: words.Switch, Scenes: notInMelee, ScenesIfNot: notInMelee, Says: "at what it sees",
		SaysNot: "at what it does not see", Note: "It is about the shooter.",
	},
	{
		Name: "cover", Kind: words.Switch, Scenes: notInMelee, ScenesIfNot: notInMelee, Says: "against a target in cover",
		SaysNot: "against a target out of cover",
	},
	{
		Name: "distance-over", Kind: words.Count, Least: 1, Most: maxInches, Says: `from over %d"`,
		Note:       "This is the distance between the units. In melee it is the distance before the charge.",
		ExtraCheck: checkDistances,
	},
	{
		Name: "distance-up-to", Kind: words.Count, Least: 1, Most: maxInches, Says: `within %d"`,
		Note: "This is the distance between the units. In melee it is the distance before the charge.",
	},
	{
		Name: "enemy-tough", Kind: words.Span, Least: 1, Most: maxTough, Says: "against enemies that mostly have Tough %s",
		SaysBy: func(w *words.Stated, _ *words.Statement) string {
			return "against enemies that mostly have " + spanPhrase(w, "Tough(%d)", "more", "less")
		},
		Note: "Give `from`, `to` or both. A model without Tough has 1.",
	},
	{
		Name: "enemy-defense", Kind: words.Span, Least: 2, Most: 6, Says: "against enemies that mostly have Defense %s",
		SaysBy: func(w *words.Stated, _ *words.Statement) string {
			return "against enemies that mostly have Defense " + spanPhrase(w, "%d+", "worse", "better")
		},
		Note: "Give `from`, `to` or both.",
	},
	{
		Name: "models", Kind: words.OneOf, Note: "Only living models count. `most` is more than half.",
		Values: []words.Choice{
			{Value: string(ModelsAll), Says: "if all models of the unit have the rule"},
			{Value: string(ModelsMost), Says: "if most models of the unit have the rule"},
			{Value: string(ModelsAny), Says: "if any model of the unit has the rule"},
			{Value: string(ModelsSquad), Says: "if all models but a joined hero have the rule"},
		},
	},
	{
		Name: "has", Kind: words.RuleName, Says: "if it has %s too", DocPhrase: "if the bearer also has the named rule",
		SaysBy: hasPhrase,
		Note: "A unit that receives the effect must have the named rule too. With `models`, the counted models must have " +
			"both rules.",
	},
	{
		Name: "roll", Kind: words.Dice, Says: "if one die shows %s", Not: []string{"to: friends", "to: enemy"},
		Note: "The die is rolled for the rule whenever the unit shoots, strikes or is attacked.",
	},
	{
		Name: "used", Kind: words.Flag, Says: "when used", SaysBy: usedPhrase,
		Note: "The duel or the player says that the rule is used. `N` is the number that is given there after the rule's name.",
	},
	{
		Name: "choice", Kind: words.Count, Least: 1, Most: 6, Says: "if picked (choice %d)",
		Note: "The player picks one number for the rule.",
	},
	{
		Name: "spell", Kind: words.Switch, Scenes: inSpell, ScenesIfNot: inShooting | inMelee | inAbility,
		Says: "against spells", SaysNot: "except against spells", SaysBy: spellPhrase,
	},
}}

var listWords = &words.Place{Title: "While a list is built", Bearer: "a model, a unit", Words: []words.Word{
	{Name: "hero", OutsideFight: true, Kind: words.Flag, Says: "is a hero", DocPhrase: "it is a hero"},
	{
		Name: "tough", Defends: true, Least: 1, Most: maxTough, Says: "takes %d wounds to kill",
		DocPhrase: "it takes %d wounds to kill", SaysOne: "takes 1 wound to kill",
	},
	{
		Name: "transport", OutsideFight: true, Least: 1, Most: 1000, Says: "carries %d", DocPhrase: "it carries %d",
		Note: "These are spaces for models inside.",
	},
	{
		Name: "per-list", OutsideFight: true, Least: 1, Most: 100, Says: "%d in a list at most",
		DocPhrase: "at most %d in a list", SaysOne: "once in a list",
		Note: "It limits the copies of the unit.",
	},
	{
		Name: "per-game", OutsideFight: true, Least: 1, Most: 100, Says: "%d in a game at most",
		DocPhrase: "at most %d times in a game", SaysOne: "once in a game",
		Note: "It limits the uses of the weapon.",
	},
	{
		Name: "defense", Defends: true, Least: 1, Most: 5, Says: "Defense better by %d",
		DocPhrase: "its Defense is better by %d", Note: "This is compared with the profile.",
	},
	{
		Name: "defense-is", Defends: true, Least: 2, Most: 6, Says: "Defense %d+", DocPhrase: "its Defense is %d+",
		Note: "It counts only if it is better than the profile's Defense.",
	},
}}

var deployWords = &words.Place{
	Title: "Before the game", Bearer: "a unit", OutsideFight: true, To: []string{string(ToUnit)},
	Words: []words.Word{
		{
			Name: "tokens", Least: 1, Most: 100, Says: "%d spell tokens", DocPhrase: "it gets %d spell tokens",
			SaysBy: tokensPhrase,
			Note: "A caster gets n tokens each round. For a psychic of 2.x, n is his level. With `to: unit`, one model " +
				"casts for the whole unit, with n tokens for each model that has the rule.",
		},
		{
			Name: "deploys", Kind: words.OneOf,
			Values: []words.Choice{
				{Value: string(DeploysReserve), Says: "may wait in reserve", DocPhrase: "it may wait in reserve"},
				{
					Value: string(DeploysLast), Says: "may be deployed after all others",
					DocPhrase: "it may be deployed after all others",
				},
			},
		},
	},
}

var cannotWords = &words.Place{
	Title: "What a unit cannot do", Bearer: "a model, a unit", OutsideFight: true,
	Words: []words.Word{{
		Name: "cannot", Kind: words.SomeOf, Values: words.Choices(CannotCharge, CannotBeCharged),
		Says:      "cannot charge, or cannot be charged",
		DocPhrase: "it cannot charge, or cannot be charged",
		SaysBy: func(w *words.Stated, _ *words.Statement) string {
			return "cannot " + strings.ReplaceAll(schema.Either(w.Texts), "-", " ")
		},
		Note: "Previews leave such a charge out.",
	}},
}

var outsideWords = &words.Place{
	Title: "Outside a fight", Bearer: "anything", OutsideFight: true,
	Words: []words.Word{{
		Name: "outside", Kind: words.OneOf, Says: "%s, which is no part of a fight",
		DocPhrase: "the rule, or this part of it, concerns this subject and changes nothing in a fight",
		Values: []words.Choice{
			{Value: string(OutsideMovement)},
			{Value: string(OutsideDeployment)},
			{
				Value: string(OutsideActivation), Says: "activation or actions, which are no part of a fight",
				DocPhrase: "activation and actions",
			},
			{Value: string(OutsideRecovery)},
			{
				Value: string(OutsideHealing), Says: "healing or new models, which are no part of a fight",
				DocPhrase: "healing and new models",
			},
			{Value: string(OutsideCasting)},
		},
		Note: "Previews do not list the rule as not modelled.",
	}},
}

var tokenWords = &words.Place{
	Title: "Tokens at the table", Bearer: "a unit", OutsideFight: true,
	Words: []words.Word{
		{
			Name: "gathers", Kind: words.OneOf,
			Values: []words.Choice{
				{
					Value: string(GathersAtRoundStart), Says: "gets a token as a round begins, if it is on the table",
					DocPhrase: "it gets a token when a round begins, if it is on the table",
				},
				{
					Value: string(GathersAtRoundEnd), Says: "gets a token as a round ends, if it is on the table",
					DocPhrase: "it gets a token when a round ends, if it is on the table",
				},
				{
					Value: string(GathersByKill), Says: "gets a token when it destroys an enemy unit",
					DocPhrase: "it gets a token when it destroys an enemy unit",
				},
				{
					Value: string(GathersByIgnore), Says: "gets a token when it ignores a wound",
					DocPhrase: "it gets a token when it ignores a wound",
				},
			},
			Note: "In the rule's effects with `when: {used: true}`, `N` is the number of tokens. Games at the table count " +
				"the tokens of each unit.",
			SaysBy: tokenPhrase,
		},
		{
			Name: "places", Kind: words.OneOf,
			Values: []words.Choice{
				{
					Value: string(PlacesInGame), Says: "places a token on an enemy unit once in a game",
					DocPhrase: "once in a game, it places a token on an enemy unit",
				},
				{
					Value: string(PlacesInActivation), Says: "places a token on an enemy unit in each activation",
					DocPhrase: "in each activation, it places a token on an enemy unit",
				},
				{
					Value: string(PlacesByDeath), Says: "when it is killed, places a token on the enemy unit that did it",
					DocPhrase: "when it is killed, it places a token on the enemy unit that killed it",
				},
			},
			Note:   "In the rule's effects with `when: {used: true}` against that unit, `N` is the number of tokens.",
			SaysBy: tokenPhrase,
		},
	},
}

var givingWords = &words.Place{
	Title: "Rules that give rules", Bearer: "a weapon, a model", When: true, To: allReceivers,
	Words: []words.Word{
		{
			Name: "gives", Defends: true, Kind: words.RuleUses, Says: "has %s", DocPhrase: "the receiver also has these rules",
			Note: "`X` in brackets stands for the giver's number.",
		},
	},
}

var attackWords = &words.Place{
	Title: "Attacks", Bearer: "a weapon, a model", When: true, Of: true, To: allReceivers,
	Words: []words.Word{
		{
			Name: "quality", Least: 2, Most: 6, Says: "hits on %d+", DocPhrase: "it hits on %d+",
			Note: "This replaces the model's Quality. If there are several, the best counts.",
		},
		{Name: "to-hit", Least: -maxModifier, Most: maxModifier, Says: "%+d to hit", SaysBy: changePhrase},
		{Name: "range", Least: -maxInches, Most: maxInches, Scenes: inShooting, Says: `%+d" range`},
		{
			Name: "ap", Least: -maxModifier, Most: maxModifier, On: hitDice, Says: "AP(%+d)",
			Note: "AP is subtracted from rolls to block. The total AP is never under 0.",
		},
		{Name: "ap-is", Least: 1, Most: maxModifier, On: hitDice, Says: "AP of at least %d"},
		{
			Name: "blast", Least: 1, Most: maxPerRoll, On: hitDice,
			Says: "each hit becomes %d", DocPhrase: "each hit becomes %d hits",
			SaysBy: func(w *words.Stated, s *words.Statement) string {
				return multipliedPhrase(w, s, "hit") + s.Edition["blast"]
			},
			Note: "The edition decides whether there is a limit, and whether cover is ignored. Several values add up.",
		},
		{
			Name: "deadly", Least: 1, Most: maxPerRoll, On: hitDice, Says: "each wound becomes %d, all on one model",
			DocPhrase: "each wound becomes %d wounds, all on one model",
			SaysBy: func(w *words.Stated, s *words.Statement) string {
				return multipliedPhrase(w, s, "wound") + ", all on one model"
			},
			Note: "Several values add up.",
		},
		{
			Name: "copies", Least: 2, Most: maxPerRoll, On: hitDice, Says: "each hit becomes %d such hits",
			DocPhrase: "each hit becomes %d hits that keep the hit's rules", SaysBy: hitPhrase,
		},
		{
			Name: "extra-hits", Least: 1, Most: maxPerRoll, On: hitDice, Says: "%d more hits for each hit",
			SaysBy: hitPhrase, Note: "The added hits are ordinary hits.",
		},
		{
			Name: "extra-attacks", Least: 1, Most: maxPerRoll, On: hitDice,
			Says: "%d more attacks for each hit, which give none themselves", DocPhrase: "%d more attacks for each hit",
			SaysBy: hitPhrase, Note: "These attacks give no further attacks.",
		},
		{
			Name: "extra-wounds", Least: 1, Most: 10, On: woundDice, Says: "%d more wounds from each unblocked hit",
			SaysBy: woundsPhrase,
		},
		{
			Name: "self-wounds", Least: 1, Most: 10, On: []string{string(OnOneToHit)}, Says: "%d wounds on its own unit",
			SaysOne: "1 wound on its own unit",
		},
		{
			Name: "reroll-blocks", Least: 2, Most: 6, On: hitDice, Says: "blocks with an unmodified %d are rolled again",
			Note: "Each is rolled again only once.",
		},
		{
			Name: "ignore", Kind: words.SomeOf, On: hitDice, Says: "ignores %s",
			DocPhrase: "it ignores one or more of these",
			Values: []words.Choice{
				{Value: string(IgnoreRegeneration), Says: "Regeneration"},
				{Value: string(IgnoreCover), Says: "cover"},
				{Value: string(IgnorePenalties), Says: "penalties to hit and to range"},
				{Value: string(IgnoreMoving), Says: "its penalty to hit for having moved"},
			},
			OnValues: []string{string(IgnoreRegeneration)},
		},
		{
			Name: "ignore-rules", Kind: words.RuleNames, Not: []string{"of: enemy"}, Says: "ignores the enemy's rule %s",
			DocPhrase: "it ignores these rules of the enemy", Note: "Rules with these names do not count against it.",
		},
		{
			Name: "without-sight", Kind: words.Flag, Scenes: inShooting, Says: "may shoot at what it does not see",
			DocPhrase: "it may shoot at a target that it does not see",
		},
		{
			Name: "picks", Kind: words.OneOf,
			Values: []words.Choice{
				{
					Value: string(PicksModel), Says: "picks one model and meets it as a unit of one",
					DocPhrase: "it picks one model, and attacks it as if it were a unit of one model",
				},
				{Value: string(PicksWounds), Says: "its wounds go first to a model that it picks"},
			},
		},
		{
			Name: "strikes-first", Kind: words.Flag, Scenes: inMelee, Not: []string{"roll"}, Says: "strikes first",
			DocPhrase: "it strikes first",
			Note:      "It strikes before the enemy that charged. This overrides `strikes-last`.",
		},
		{
			Name: "strikes-last", Kind: words.Flag, Scenes: inMelee, Not: []string{"roll"}, Says: "strikes last",
			DocPhrase: "it strikes last",
			Note:      "It strikes after the enemy has struck back.",
		},
	},
}

var bearerWords = &words.Place{
	Title: "Each living bearer", Bearer: "a model", When: true, To: allReceivers, By: true,
	Words: []words.Word{
		{
			Name: "best-weapon-attacks", Least: 1, Most: maxPerRoll, Scenes: inMelee,
			Says: "%+d attacks with its best melee weapon", SaysOne: "+1 attack with its best melee weapon",
		},
		{
			Name: "hits", Least: 1, Most: maxPerRoll, Says: "%d hits",
			Note:   "The hits are automatic. They have no AP, and no rules except those of `with`.",
			SaysBy: func(w *words.Stated, s *words.Statement) string { return rolledPhrase(w, s, "hit") },
		},
		{
			Name: "wounds", Least: 1, Most: maxPerRoll, Says: "%d wounds", Note: "They cannot be blocked.",
			SaysBy: func(w *words.Stated, s *words.Statement) string { return rolledPhrase(w, s, "wound") },
		},
		{
			Name: "attacks", Least: 1, Most: maxPerRoll, Says: "%d attacks without a weapon",
			Note: "They use the bearer's Quality.",
			SaysBy: func(w *words.Stated, s *words.Statement) string {
				return strings.TrimSuffix(plural(w.Number.String(), "attack")+" without a weapon,"+withRules(s), ",")
			},
		},
		{
			Name: "death-hits", Defends: true, Least: 1, Most: maxPerRoll, Scenes: inMelee,
			Says:    "%d hits on the enemy for each model with the rule that is killed",
			SaysOne: "1 hit on the enemy for each model with the rule that is killed",
		},
		{
			Name: "last-hits", Defends: true, Least: 1, Most: maxPerRoll, Scenes: inMelee,
			Says:    "if it is alive when all have struck, it dies, and the enemy takes %d hits",
			SaysOne: "if it is alive when all have struck, it dies, and the enemy takes 1 hit",
		},
		{
			Name: "hits-against", Defends: true, Least: -maxPerRoll, Most: -1, Scenes: inMelee,
			Says:      "each model with the rule removes n of the dice that charging enemies roll for automatic hits",
			DocPhrase: "with −n, each model with the rule takes away n dice of rules such as Impact from charging enemies",
			Note:      "Such rules make hits without a weapon.",
			SaysBy: func(w *words.Stated, _ *words.Statement) string {
				return strings.Replace(w.Says, " n ", " "+strings.TrimPrefix(w.Number.String(), "-")+" ", 1)
			},
		},
	},
}

var defenceWords = &words.Place{
	Title: "The attacked", Bearer: "a model", Defends: true, When: true, To: allReceivers,
	Words: []words.Word{
		{Name: "block", Least: -maxModifier, Most: maxModifier, Says: "%+d to block"},
		{Name: "regeneration", Least: 2, Most: 6, Says: "wounds are ignored on %d+"},
		{Name: "ward", Least: 2, Most: 6, Says: "wounds are ignored on %d+, also those that cannot be regenerated"},
		{
			Name: "retaliates", Least: 1, Most: maxPerRoll, Scenes: inMelee,
			Says:    "%d hits on the attacker for each wound that the model takes",
			SaysOne: "1 hit on the attacker for each wound that the model takes",
		},
	},
}

var moraleWords = &words.Place{
	Title: "Morale, and who won", Bearer: "a model", Defends: true, When: true, To: allReceivers, Not: []string{"roll"},
	Words: []words.Word{
		{
			Name: "fear", Least: 1, Most: maxPerRoll, Scenes: inMelee, Says: "%d more wounds when the melee is judged",
			SaysOne: "1 more wound when the melee is judged",
			Note:    "Each living bearer adds them.",
		},
		{
			Name: "fear-d3", Kind: words.Flag, Scenes: inMelee, Says: "D3 more wounds when the melee is judged",
			Note: "They count once.",
		},
		{Name: "morale", Least: -maxModifier, Most: maxModifier, Says: "%+d to morale tests", SaysBy: changePhrase},
		{
			Name: "repeat-morale", Least: 2, Most: 6, Says: "a failed morale test passes on %d+",
			Note: "One more die is rolled for this.",
		},
		{
			Name: "pay-morale", Least: 1, Most: 6,
			Says:      "a failed morale test passes, and each wound left is lost on 1-%d",
			SaysOne:   "a failed morale test passes, and each wound left is lost on a 1",
			DocPhrase: "a failed morale test passes",
			Note:      "Then roll a die for each wound that the unit can still take. On 1 to n it takes this wound.",
		},
	},
}

// checkRangeLeast returns a sentence on how to mend range-least beside a positive range, or "".
func checkRangeLeast(s *words.Statement) string {
	if r := s.Find("", "range"); r != nil && !r.Number.X && r.Number.N == 0 && r.Number.Number > 0 {
		return "`range-least` bounds a negative `range`, and this one is not; leave it out"
	}
	return ""
}

// checkShapesN returns a sentence on how to mend per or max without a value N, or "".
func checkShapesN(s *words.Statement) string {
	for i := range s.Words {
		if s.Words[i].Number.N != 0 {
			return ""
		}
	}
	return "`per` and `max` shape a value `N`, and the effect has none; write `N` for its number"
}

// checkDistances returns a sentence on how to mend distances that leave nothing between them, or
// "".
func checkDistances(s *words.Statement) string {
	over, upTo := s.Find("when", "distance-over"), s.Find("when", "distance-up-to")
	if upTo != nil && over.Number.Number >= upTo.Number.Number {
		return "nothing is over `distance-over` and within `distance-up-to` at once; " +
			"swap the numbers, or leave one out"
	}
	return ""
}

// checkCharges returns a sentence on how to mend conditions to charge and to be charged at once, or
// "".
func checkCharges(s *words.Statement) string {
	charging, charged := s.Find("when", "charging"), s.Find("when", "charged")
	if charged != nil && !charging.IsFalse && !charged.IsFalse {
		return "nobody charges and is charged in one melee; write two effects, one for each"
	}
	return ""
}

// rolledPhrase returns a number of hits or wounds (what), with the dice to roll for them: "2 dice,
// each 4+ is a hit".
func rolledPhrase(w *words.Stated, s *words.Statement, what string) string {
	n := w.Number.String()
	each := 1
	if e := s.Find("", "each"); e != nil {
		each = e.Number.Number
	}
	if needs := s.Find("", "needs"); needs != nil {
		dice := "1 die, on %s+ it is %s%s"
		if n != "1" {
			dice = n + " dice, each %s+ is %s%s"
		}
		return strings.Replace(fmt.Sprintf(dice, needs.Number, plural(strconv.Itoa(each), what), withRules(s)), "6+", "6", 1)
	}
	return plural(n, what) + withRules(s)
}

// multipliedPhrase returns what each hit or wound (what) becomes. The rule's own rating replaces
// it; any other number adds to what other rules make of it.
func multipliedPhrase(w *words.Stated, s *words.Statement, what string) string {
	what = "each " + what
	if s.Has("on") {
		what = strings.Replace(strings.Replace(what, "each hit", "that hit", 1), "each wound", "each of its wounds", 1)
	}
	if w.Number.X {
		return what + " becomes X"
	}
	n := w.Number.String()
	return what + " becomes " + n + ", or " + n + " more than by other rules"
}

// tokensPhrase returns a number of spell tokens in the edition's words, and for whom they are.
func tokensPhrase(w *words.Stated, s *words.Statement) string {
	n := w.Number.String()
	text := strings.Replace(cmp.Or(s.Edition["tokens"], "% spell tokens"), "%", n, 1)
	if n == "1" {
		text = strings.Replace(text, "tokens", "token", 1)
	}
	if s.Has("to: unit") {
		text += " for each model that has the rule, with one caster"
	}
	return text
}

// tokenPhrase returns how many tokens come, and when.
func tokenPhrase(w *words.Stated, s *words.Statement) string {
	var says string
	for _, c := range w.Values {
		if c.Value == w.Texts[0] {
			says = c.Says
		}
	}
	if placed := s.Find("", "placed"); placed != nil && placed.Number.String() != "1" {
		says = strings.Replace(says, "a token", placed.Number.String()+" tokens", 1)
	}
	return says
}

// shakenPhrase returns what Shaken does to tokens, with the edition's word for Shaken.
func shakenPhrase(w *words.Stated, s *words.Statement) string {
	says := "none while it is %"
	if w.Texts[0] == string(ShakenLosesAll) {
		says = "all of which it loses when it is %"
	}
	return strings.Replace(says, "%", cmp.Or(s.Edition["shaken"], "Shaken"), 1)
}

// abilityPhrase returns the phrase of by; "" for a spell, because the condition spell says it.
func abilityPhrase(w *words.Stated, s *words.Statement) string {
	if spell := s.Find("when", "spell"); spell != nil && !spell.IsFalse {
		return ""
	}
	return w.Says
}

// spellPhrase returns "as a spell" for an attack by a spell, and "after spells" for morale tests
// that spells cause.
func spellPhrase(w *words.Stated, s *words.Statement) string {
	says := w.Says
	switch {
	case w.IsFalse:
		says = w.SaysNot
	case s.Has("by"):
		return "as a spell"
	}
	if s.Has("morale") || s.Has("repeat-morale") || s.Has("pay-morale") {
		return strings.Replace(says, "against", "after", 1)
	}
	return says
}

// receiverPhrase returns the receivers of an effect, with the rule that they must have. It says
// "each model of" them if each bearer adds to the effect.
func receiverPhrase(w *words.Stated, s *words.Statement) string {
	to := slices.IndexFunc(w.Values, func(c words.Choice) bool { return c.Value == w.Texts[0] })
	says := w.Values[to].Says
	if s.Has("to: friends") && s.Edition["marks"] != "" {
		says = "a friendly unit that attacks it"
	}
	if slices.ContainsFunc(s.Words, func(other words.Stated) bool { return other.Place == bearerWords }) {
		says = "each model of " + says
	}
	if has := s.Find("when", "has"); has != nil {
		says += ", if it has " + has.ValueText()
	}
	return says
}

// hasPhrase returns the other rule that the counted models must have; "" if the phrase of the
// receivers names it. If the effect boosts that rule the phrase says so, except for a ward, of
// which the better roll counts.
func hasPhrase(w *words.Stated, s *words.Statement) string {
	switch boosts := s.Edition["boosts"]; {
	case boosts != "" && !s.Has("ward"):
		return boosts + w.ValueText()
	case s.Has("models"):
		return "and " + w.ValueText()
	case s.Has("to"):
		return ""
	}
	return "if it has " + w.ValueText() + " too"
}

// changePhrase returns a modifier with its sign; a rating X has none, for it may be negative.
func changePhrase(w *words.Stated, _ *words.Statement) string {
	n := w.Number.Signed()
	if w.Number.X {
		n = "X"
	}
	return strings.Replace(w.Says, "%+d", n, 1)
}

// hitPhrase returns what a word adds to each hit, or to the hit of the triggering die.
func hitPhrase(w *words.Stated, s *words.Statement) string {
	n, die := w.Number.String(), s.Has("on")
	text := plural(n, "more hit")
	switch {
	case w.Name == "copies" && die:
		return "that hit becomes " + n + " such hits"
	case w.Name == "copies":
		return "each hit becomes " + n + " such hits"
	case w.Name == "extra-attacks":
		text = plural(n, "more attack")
	}
	if !die {
		text += " for each hit"
	}
	switch {
	case w.Name == "extra-attacks" && n == "1":
		text += ", which gives none itself"
	case w.Name == "extra-attacks":
		text += ", which give none themselves"
	}
	return text
}

// woundsPhrase returns the further wounds of a hit. It says that the hit must not be blocked,
// unless a die to block triggers the word.
func woundsPhrase(w *words.Stated, s *words.Statement) string {
	text := plural(w.Number.String(), "more wound")
	switch on := s.Find("", "on"); {
	case on == nil:
		return text + " from each unblocked hit"
	case slices.Contains([]string{string(OnOneToBlock), string(OnTwoToBlock)}, on.Texts[0]):
		return text
	}
	return text + " if that hit is not blocked"
}

// usedPhrase returns on what the rule is used and, if it counts, the number of uses. With neither
// it says "when it applies": the use may stand for a situation of the game.
func usedPhrase(w *words.Stated, s *words.Statement) string {
	says := w.Says
	counts := slices.ContainsFunc(s.Words, func(other words.Stated) bool { return other.Number.N != 0 })
	switch {
	case s.Has("to: enemy"), s.Has("to: friends") && s.Edition["marks"] != "":
		says += " on an enemy"
	case s.Has("to: friends"):
		says += " for a friendly unit"
	case !counts:
		return "when it applies"
	}
	switch what := s.Edition["counts"]; {
	case counts && s.Has("per") && what != "":
		return says + " with a number of " + what
	case counts && s.Has("per"):
		return says + " with a number"
	case counts && what != "":
		return says + " with N " + what
	case counts:
		return says + " with a number N"
	}
	return says
}

// spanPhrase returns bounds as players say them: "Tough(3) or more", "5+ to 6+", "6+".
func spanPhrase(w *words.Stated, one, above, below string) string {
	from, to := max(w.Span.From, w.Least), w.Span.To
	if to == 0 {
		to = w.Most
	}
	switch {
	case from == to:
		return fmt.Sprintf(one, from)
	case to == w.Most && w.Span.To == 0:
		return fmt.Sprintf(one, from) + " or " + above
	case w.Span.From == 0:
		return fmt.Sprintf(one, to) + " or " + below
	}
	return fmt.Sprintf(one+" to "+one, from, to)
}

// shootingPhrase returns the condition shooting; "shot at" for words about the target, which does
// not shoot.
func shootingPhrase(w *words.Stated, s *words.Statement) string {
	says := w.Says
	if w.IsFalse {
		says = w.SaysNot
	}
	if s.Has("of: enemy") || slices.ContainsFunc(s.Words, func(other words.Stated) bool { return other.Place == defenceWords || other.Place == moraleWords }) {
		return strings.Replace(says, "shooting", "shot at", 1)
	}
	return says
}

// plural returns a number with its noun: "1 hit", "2 hits".
func plural(n, what string) string {
	if n != "1" {
		what += "s"
	}
	return n + " " + what
}

// withRules returns the rules of an effect's hits or attacks: " with AP(1)", or "".
func withRules(s *words.Statement) string {
	if with := s.Find("", "with"); with != nil {
		return " with " + with.ValueText()
	}
	return ""
}
