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
// field below and an entry in this table, and run
//
//	go test ./rules -run Words -update
var Grimdark = words.NewFamily[Effect]("gf", []string{"shooting", "melee", "an ability", "a spell"},
	scopeWords, conditionWords, listWords, deployWords, cannotWords, nonFightWords, tokenWords, givingWords, attackWords, bearerWords, defenceWords, moraleWords)

// An Effect is one effect of a rule of Grimdark Future. Each field is a word, described once in the table Grimdark;
// docs/writing-a-book.md explains the words with examples. An effect belongs to the rule's bearer: a
// weapon, a model, or the whole unit. Unset words are left out of files.
//
//schema:form {"$ref": "#/definitions/effect"}
type Effect struct {
	// Conditions.

	Attacker  AttackSide `yaml:"of,omitempty"` // whose attacks the effect changes
	Receivers Receivers  `yaml:"to,omitempty"` // the models that have the effect
	When      When       `yaml:"when,omitempty"`
	Trigger   Trigger    `yaml:"on,omitempty"` // the die that triggers the effect
	FightKind FightKind  `yaml:"by,omitempty"` // the kind of fight in which the effect acts

	// While a list is built.

	MakesHero   bool  `yaml:"hero,omitempty"`
	Tough       Value `yaml:"tough,omitempty"`
	Transport   Value `yaml:"transport,omitempty"`
	SpellTokens Value `yaml:"tokens,omitempty"`   // spell tokens each round
	MaxPerList  Value `yaml:"per-list,omitempty"` // most copies of the unit in a list
	MaxPerGame  Value `yaml:"per-game,omitempty"` // most uses of the weapon in a game
	Defense     Value `yaml:"defense,omitempty"`  // number by which Defense is better
	// Defense that replaces a worse Defense of the profile
	FixedDefense Value `yaml:"defense-is,omitempty"`

	// Outside attacks.

	Deployment Deployment `yaml:"deploys,omitempty"` // how the unit is deployed
	Forbidden  []Action   `yaml:"cannot,omitempty"`  // actions that are not possible
	// subject of an effect that never matters in a fight
	NonFight  NonFightSubject `yaml:"outside,omitempty"`
	TokenGain TokenGain       `yaml:"gathers,omitempty"` // when a unit gets tokens
	// when a model puts tokens on an enemy
	TokenPlacement TokenPlacement `yaml:"places,omitempty"`
	GivenRules     []Use          `yaml:"gives,omitempty"`

	// On attacks: the bearer's, or with Attacker its enemy's.

	Quality Value `yaml:"quality,omitempty"`
	ToHit   Value `yaml:"to-hit,omitempty"`
	Range   Value `yaml:"range,omitempty"`
	// inches below which a negative Range does not go
	MinReducedRange Value     `yaml:"range-least,omitempty"`
	AP              Value     `yaml:"ap,omitempty"`
	MinAP           Value     `yaml:"ap-is,omitempty"` // the least AP of the attacks
	Blast           Value     `yaml:"blast,omitempty"`
	Deadly          Value     `yaml:"deadly,omitempty"`
	HitCopies       Value     `yaml:"copies,omitempty"` // number of equal hits that each hit becomes
	ExtraHits       Value     `yaml:"extra-hits,omitempty"`
	ExtraAttacks    Value     `yaml:"extra-attacks,omitempty"`
	ExtraWounds     Value     `yaml:"extra-wounds,omitempty"`
	SelfWounds      Value     `yaml:"self-wounds,omitempty"` // wounds on the bearer's own unit
	RerollBlocks    Value     `yaml:"reroll-blocks,omitempty"`
	Ignore          []Ignore  `yaml:"ignore,omitempty"`
	IgnoreRules     []string  `yaml:"ignore-rules,omitempty"`
	NeedsNoSight    bool      `yaml:"without-sight,omitempty"`
	ModelPick       ModelPick `yaml:"picks,omitempty"` // how the attack picks a model of the target
	StrikesFirst    bool      `yaml:"strikes-first,omitempty"`
	StrikesLast     bool      `yaml:"strikes-last,omitempty"`

	// Added by each living bearer when its unit strikes.

	BestWeaponAttacks Value `yaml:"best-weapon-attacks,omitempty"`
	BearerHits        Value `yaml:"hits,omitempty"`
	BearerWounds      Value `yaml:"wounds,omitempty"`
	// lowest die that makes each of BearerHits or BearerWounds
	BearerHitMinDie Value `yaml:"needs,omitempty"`
	BearerAttacks   Value `yaml:"attacks,omitempty"`
	// number of times that each of BearerHits or BearerWounds counts
	BearerHitMultiplier Value `yaml:"each,omitempty"`
	BearerAttackRules   []Use `yaml:"with,omitempty"` // rules that the BearerHits or BearerAttacks have
	DeathHits           Value `yaml:"death-hits,omitempty"`
	SacrificeHits       Value `yaml:"last-hits,omitempty"`
	// negative: number of dice taken from a charger's BearerHits
	ChargerDiceChange Value `yaml:"hits-against,omitempty"`

	// For a unit that is attacked or tests its morale.

	BlockModifier Value `yaml:"block,omitempty"` // modifier to rolls to block
	Regeneration  Value `yaml:"regeneration,omitempty"`
	// lowest die that ignores any wound, even one that cannot be regenerated
	Ward            Value `yaml:"ward,omitempty"`
	RetaliationHits Value `yaml:"retaliates,omitempty"` // hits on the attacker for each wound taken
	Fear            Value `yaml:"fear,omitempty"`
	FearPlusD3      bool  `yaml:"fear-d3,omitempty"`
	MoraleModifier  Value `yaml:"morale,omitempty"`
	// lowest second die that passes a failed morale test
	MoraleRerollMinDie Value `yaml:"repeat-morale,omitempty"`
	// a failed morale test passes, but each wound left is lost on 1 to this die
	MoraleMaxWoundingDie Value `yaml:"pay-morale,omitempty"`

	// How a value N follows from the number of tokens or uses.

	TokensPerN  int   `yaml:"per,omitempty"` // number of tokens or uses that count as 1 in N
	MaxUseCount Value `yaml:"max,omitempty"` // the most that N can be

	// Details of TokenGain and TokenPlacement.

	TokensAddedEachTime Value        `yaml:"placed,omitempty"` // tokens gained or placed at a time; 1 if unset
	MaxTokensPerUnit    Value        `yaml:"holds,omitempty"`  // most tokens that a unit can have
	ShakenTokens        ShakenTokens `yaml:"if-shaken,omitempty"`
}

// When holds the conditions of an effect; an unset condition always holds. Every condition is about
// the rule's bearer, even if Attacker selects the enemy's attacks.
type When struct {
	Shooting        *bool           `yaml:"shooting,omitempty"`
	Melee           *bool           `yaml:"melee,omitempty"`
	Charging        *bool           `yaml:"charging,omitempty"`
	Charged         *bool           `yaml:"charged,omitempty"`
	Fatigued        *bool           `yaml:"fatigued,omitempty"`
	Moved           *bool           `yaml:"moved,omitempty"`
	InSight         *bool           `yaml:"in-sight,omitempty"`
	Cover           *bool           `yaml:"cover,omitempty"`
	DistanceOver    int             `yaml:"distance-over,omitempty"`  // in inches
	DistanceUpTo    int             `yaml:"distance-up-to,omitempty"` // in inches
	EnemyTough      NumberRange     `yaml:"enemy-tough,omitempty"`
	EnemyDefense    NumberRange     `yaml:"enemy-defense,omitempty"`
	RequiredBearers RequiredBearers `yaml:"models,omitempty"`
	RequiredRule    string          `yaml:"has,omitempty"` // name of another rule that the bearer must have
	// the effect applies if a die, rolled for the rule, shows one of these faces
	RuleDieFaces []int `yaml:"roll,omitempty"`
	IsRuleUsed   *bool `yaml:"used,omitempty"` // whether the player uses the rule
	// number that the player must choose for the rule, if the rule offers several effects
	ChoiceNumber int   `yaml:"choice,omitempty"`
	AgainstSpell *bool `yaml:"spell,omitempty"`
}

// The kinds of attacks in Grimdark Future, as bits: a word acts in some of them.
const (
	inShooting words.AttackKinds = 1 << iota
	inMelee
	inAbility
	inSpell

	notInMelee = inShooting | inAbility | inSpell
)

// Bounds far above real books (the largest met are Tough(30), Transport(21), Blast(12)): they
// prevent a typing error from costing hours of work or gigabytes of boxes.
const (
	maxTough         = 500
	maxInches        = 1000
	maxModifier      = 20  // of a modifier to a roll
	maxResultPerRoll = 100 // hits, wounds or dice that one roll makes
)

var (
	// allReceivers holds all values of the word "to".
	allReceivers = []string{string(ToUnit), string(ToFriends), string(ToEnemy)}

	// hitTriggerDice and woundTriggerDice hold the values of "on" (the die that triggers an effect)
	// beside words about hits and beside words about wounds.
	hitTriggerDice   = []string{"", string(OnSixToHit), string(OnFiveToHit)}
	woundTriggerDice = append([]string{string(OnOneToBlock), string(OnTwoToBlock)}, hitTriggerDice...)
)

var scopeWords = &words.WordGroup{Title: "Who, when and how", OnlyModifiesWords: true, Words: []words.Word{
	{
		Name: "of", AffectsDefender: true,
		AllowedValues: []words.Choice{{Value: string(EnemyAttacks), Phrase: "attacks against it"}},
		PhraseFunc: func(w *words.StatedWord, s *words.Statement) string {
			if s.Has("ap") && !s.Has("to-hit") {
				return "hits on it" // those of spells too
			}
			return w.AllowedValues[0].Phrase
		},
		Note:          "The effect changes these attacks instead of the bearer's own.",
		RefusalReason: "which speaks of attacks against the bearer",
	},
	{
		Name: "to", Note: "Every model of that side of the duel has the effect. With `unit` the effect " +
			"lasts as long as one bearer is alive.",
		AllowedValues: []words.Choice{
			{Value: string(ToUnit), Phrase: "the whole unit"},
			{
				Value: string(ToFriends), Phrase: "that unit", DocPhrase: "the friendly unit on which the rule is used",
				NeededCondition: "used",
			},
			{
				Value: string(ToEnemy), Phrase: "that enemy", DocPhrase: "the enemy unit on which it is used",
				NeededCondition: "used",
			},
		},
		PhraseFunc: receiverPhrase,
	},
	{Name: "when", Note: "Conditions that must all hold."},
	{
		Name: "on", AllowedValues: []words.Choice{
			{Value: string(OnSixToHit), Phrase: "on an unmodified 6 to hit"},
			{Value: string(OnFiveToHit), Phrase: "on an unmodified 5 that hits"},
			{Value: string(OnOneToHit), Phrase: "on an unmodified 1 to hit"},
			{Value: string(OnOneToBlock), Phrase: "on an unmodified 1 to block"},
			{Value: string(OnTwoToBlock), Phrase: "on an unmodified 2 that does not block"},
		},
	},
	{
		Name: "by", AllowedValues: words.Choices(ByAbility), ActsIn: inAbility | inSpell,
		Phrase: "as an attack of its own", DocPhrase: "the effect is a separate attack", PhraseFunc: abilityPhrase,
		Note: "It is resolved as shooting. With `when: {spell: true}` it is a spell. If a weapon's rule has no " +
			"`hits`, `wounds` or `attacks` beside this word, the weapon itself makes the separate attack.",
		RefusalReason: "where only hits, wounds and attacks without a weapon act",
	},
	{
		Name: "needs", Min: 2, Max: 6, NeedsOneOf: []string{"hits", "wounds"},
		Note: "The `hits` and `wounds` of this effect are dice. Each die must roll this number or more.",
	},
	{
		Name: "each", Min: 2, Max: maxResultPerRoll, NeedsOneOf: []string{"hits", "wounds"},
		Note: "Each of the `hits` or `wounds` counts this many times.",
	},
	{
		Name: "with", NeedsOneOf: []string{"hits", "attacks"},
		Note: "The `hits` or `attacks` have these rules, like the hits and attacks of a weapon.",
	},
	{
		Name: "range-least", Min: 1, Max: maxInches, NeedsOneOf: []string{"range"}, ExtraCheck: checkMinReducedRange,
		Phrase: `never under %d"`, DocPhrase: "a negative `range` cannot make a range shorter than %d\"",
		Note: "A weapon whose range is already shorter keeps it.",
	},
	{
		Name: "per", Min: 2, Max: 100, ExtraCheck: checkPerAndMax, Phrase: "N is 1 for every %d of that number",
		DocPhrase: "N counts 1 for every %d tokens or uses", Note: "With `per: 2`, four tokens give N = 2.",
	},
	{
		Name: "max", Min: 1, Max: 1000, ExtraCheck: checkPerAndMax, Phrase: "N is at most %d",
		PhraseFunc: func(w *words.StatedWord, s *words.Statement) string {
			if s.Has("per") {
				return "at most " + w.Number.String()
			}
			return "N is at most " + w.Number.String()
		},
	},
	{
		Name: "placed", OnlyOutsideFights: true, Min: 1, Max: 100, NeedsOneOf: []string{"gathers", "places"},
		Phrase:     "%d at once",
		DocPhrase:  "it gets or places %d tokens at once",
		PhraseFunc: func(*words.StatedWord, *words.Statement) string { return "" }, // tokenGainPhrase has it
		Note:       "Without it, one token is placed.",
	},
	{
		Name: "holds", OnlyOutsideFights: true, Min: 1, Max: 100, NeedsOneOf: []string{"gathers"}, Phrase: "%d at most",
		DocPhrase: "it has at most %d tokens",
	},
	{
		Name: "if-shaken", OnlyOutsideFights: true, NeedsOneOf: []string{"gathers"}, AllowedValues: []words.Choice{
			{
				Value: string(ShakenGetsNone), Phrase: "none while it is Shaken",
				DocPhrase: "it gets no tokens while it is Shaken",
			},
			{
				Value: string(ShakenLosesAll), Phrase: "all of which it loses when it is Shaken",
				DocPhrase: "it loses all its tokens when it becomes Shaken",
			},
		},
		PhraseFunc: shakenPhrase,
	},
}}

var conditionWords = &words.WordGroup{Title: "Conditions: `when`", OnlyModifiesWords: true, ParentWord: "when", Words: []words.Word{
	{
		Name: "shooting", ActsIn: inShooting | inAbility, ActsInIfFalse: inMelee | inSpell, Phrase: "when shooting",
		PhraseIfFalse: "when not shooting", PhraseFunc: shootingPhrase,
		Note: "An ability is resolved as shooting. A spell is neither shooting nor melee.",
	},
	{
		Name: "melee", ActsIn: inMelee, ActsInIfFalse: notInMelee, Phrase: "in melee",
		PhraseIfFalse: "when not in melee",
	},
	{
		Name: "charging", ActsIn: inMelee, Phrase: "when charging", PhraseIfFalse: "when not charging",
		Note: "It is about the bearer's unit.", ExtraCheck: checkChargeConditions,
	},
	{
		Name: "charged", ActsIn: inMelee, Phrase: "when charged", PhraseIfFalse: "when not charged",
		Note: "It is about the bearer's unit.",
	},
	{
		Name: "fatigued", Phrase: "when fatigued", PhraseIfFalse: "when not fatigued",
		Note: "The bearer's unit has fought in melee this round.",
	},
	{
		Name: "moved", ActsIn: notInMelee, ActsInIfFalse: notInMelee, Phrase: "after moving",
		PhraseIfFalse: "without moving", Note: "It is about the shooter.",
	},
	{
		Name: "in-sight", ActsIn: notInMelee, ActsInIfFalse: notInMelee, Phrase: "at what it sees",
		PhraseIfFalse: "at what it does not see", Note: "It is about the shooter.",
	},
	{
		Name: "cover", ActsIn: notInMelee, ActsInIfFalse: notInMelee, Phrase: "against a target in cover",
		PhraseIfFalse: "against a target out of cover",
	},
	{
		Name: "distance-over", Min: 1, Max: maxInches, Phrase: `from over %d"`,
		Note:       "This is the distance between the units. In melee it is the distance before the charge.",
		ExtraCheck: checkDistances,
	},
	{
		Name: "distance-up-to", Min: 1, Max: maxInches, Phrase: `within %d"`,
		Note: "This is the distance between the units. In melee it is the distance before the charge.",
	},
	{
		Name: "enemy-tough", Min: 1, Max: maxTough, Phrase: "against enemies that mostly have Tough %s",
		PhraseFunc: func(w *words.StatedWord, _ *words.Statement) string {
			return "against enemies that mostly have " + spanPhrase(w, "Tough(%d)", "more", "less")
		},
		Note: "Give `from`, `to` or both. A model without Tough has 1.",
	},
	{
		Name: "enemy-defense", Min: 2, Max: 6, Phrase: "against enemies that mostly have Defense %s",
		PhraseFunc: func(w *words.StatedWord, _ *words.Statement) string {
			return "against enemies that mostly have Defense " + spanPhrase(w, "%d+", "worse", "better")
		},
		Note: "Give `from`, `to` or both.",
	},
	{
		Name: "models", Note: "Only living models count. `most` is more than half.", AllowedValues: []words.Choice{
			{Value: string(AllModels), Phrase: "if all models of the unit have the rule"},
			{Value: string(MostModels), Phrase: "if most models of the unit have the rule"},
			{Value: string(AnyModel), Phrase: "if any model of the unit has the rule"},
			{Value: string(SquadModels), Phrase: "if all models but a joined hero have the rule"},
		},
	},
	{
		Name: "has", Phrase: "if it has %s too", DocPhrase: "if the bearer also has the named rule",
		PhraseFunc: requiredRulePhrase,
		Note: "A unit that receives the effect must have the named rule too. With `models`, the counted models must have " +
			"both rules.",
	},
	{
		Name: "roll", Phrase: "if one die shows %s", ExcludedWords: []string{"to: friends", "to: enemy"},
		Note: "The die is rolled for the rule whenever the unit shoots, strikes or is attacked.",
	},
	{
		Name: "used", Kind: words.OnlyTrueKind, Phrase: "when used", PhraseFunc: usedPhrase,
		Note: "The duel or the player says that the rule is used. `N` is the number that is given there after the rule's name.",
	},
	{
		Name: "choice", Min: 1, Max: 6, Phrase: "if picked (choice %d)",
		Note: "The player picks one number for the rule.",
	},
	{
		Name: "spell", ActsIn: inSpell, ActsInIfFalse: inShooting | inMelee | inAbility, Phrase: "against spells",
		PhraseIfFalse: "except against spells", PhraseFunc: spellPhrase,
	},
}}

var listWords = &words.WordGroup{Title: "While a list is built", RuleBearer: "a model, a unit", Words: []words.Word{
	{Name: "hero", OnlyOutsideFights: true, Phrase: "is a hero", DocPhrase: "it is a hero"},
	{
		Name: "tough", AffectsDefender: true, Min: 1, Max: maxTough, Phrase: "takes %d wounds to kill",
		DocPhrase: "it takes %d wounds to kill", PhraseForOne: "takes 1 wound to kill",
	},
	{
		Name: "transport", OnlyOutsideFights: true, Min: 1, Max: 1000, Phrase: "carries %d", DocPhrase: "it carries %d",
		Note: "These are spaces for models inside.",
	},
	{
		Name: "per-list", OnlyOutsideFights: true, Min: 1, Max: 100, Phrase: "%d in a list at most",
		DocPhrase: "at most %d in a list", PhraseForOne: "once in a list",
		Note: "It limits the copies of the unit.",
	},
	{
		Name: "per-game", OnlyOutsideFights: true, Min: 1, Max: 100, Phrase: "%d in a game at most",
		DocPhrase: "at most %d times in a game", PhraseForOne: "once in a game",
		Note: "It limits the uses of the weapon.",
	},
	{
		Name: "defense", AffectsDefender: true, Min: 1, Max: 5, Phrase: "Defense better by %d",
		DocPhrase: "its Defense is better by %d", Note: "This is compared with the profile.",
	},
	{
		Name: "defense-is", AffectsDefender: true, Min: 2, Max: 6, Phrase: "Defense %d+", DocPhrase: "its Defense is %d+",
		Note: "It counts only if it is better than the profile's Defense.",
	},
}}

var deployWords = &words.WordGroup{
	Title: "Before the game", RuleBearer: "a unit", OnlyOutsideFights: true, AllowedValuesOfTo: []string{string(ToUnit)},
	Words: []words.Word{
		{
			Name: "tokens", Min: 1, Max: 100, Phrase: "%d spell tokens", DocPhrase: "it gets %d spell tokens",
			PhraseFunc: spellTokensPhrase,
			Note: "A caster gets n tokens each round. For a psychic of 2.x, n is his level. With `to: unit`, one model " +
				"casts for the whole unit, with n tokens for each model that has the rule.",
		},
		{
			Name: "deploys", AllowedValues: []words.Choice{
				{Value: string(DeployReserve), Phrase: "may wait in reserve", DocPhrase: "it may wait in reserve"},
				{
					Value: string(DeployLast), Phrase: "may be deployed after all others",
					DocPhrase: "it may be deployed after all others",
				},
			},
		},
	},
}

var cannotWords = &words.WordGroup{
	Title: "What a unit cannot do", RuleBearer: "a model, a unit", OnlyOutsideFights: true,
	Words: []words.Word{{
		Name: "cannot", AllowedValues: words.Choices(ActionCharge, ActionBeCharged),
		Phrase:    "cannot charge, or cannot be charged",
		DocPhrase: "it cannot charge, or cannot be charged",
		PhraseFunc: func(w *words.StatedWord, _ *words.Statement) string {
			return "cannot " + strings.ReplaceAll(schema.JoinOr(w.TextValues), "-", " ")
		},
		Note: "Previews leave such a charge out.",
	}},
}

var nonFightWords = &words.WordGroup{
	Title: "Outside a fight", RuleBearer: "anything", OnlyOutsideFights: true,
	Words: []words.Word{{
		Name: "outside", Phrase: "%s, which is no part of a fight",
		DocPhrase: "the rule, or this part of it, concerns this subject and changes nothing in a fight",
		AllowedValues: []words.Choice{
			{Value: string(NonFightMovement)},
			{Value: string(NonFightDeployment)},
			{
				Value: string(NonFightActivation), Phrase: "activation or actions, which are no part of a fight",
				DocPhrase: "activation and actions",
			},
			{Value: string(NonFightRecovery)},
			{
				Value: string(NonFightHealing), Phrase: "healing or new models, which are no part of a fight",
				DocPhrase: "healing and new models",
			},
			{Value: string(NonFightCasting)},
		},
		Note: "Previews do not list the rule as not modelled.",
	}},
}

var tokenWords = &words.WordGroup{
	Title: "Tokens at the table", RuleBearer: "a unit", OnlyOutsideFights: true,
	Words: []words.Word{
		{
			Name: "gathers", AllowedValues: []words.Choice{
				{
					Value: string(GainAtRoundStart), Phrase: "gets a token as a round begins, if it is on the table",
					DocPhrase: "it gets a token when a round begins, if it is on the table",
				},
				{
					Value: string(GainAtRoundEnd), Phrase: "gets a token as a round ends, if it is on the table",
					DocPhrase: "it gets a token when a round ends, if it is on the table",
				},
				{
					Value: string(GainByKill), Phrase: "gets a token when it destroys an enemy unit",
					DocPhrase: "it gets a token when it destroys an enemy unit",
				},
				{
					Value: string(GainByIgnoring), Phrase: "gets a token when it ignores a wound",
					DocPhrase: "it gets a token when it ignores a wound",
				},
			},
			Note: "In the rule's effects with `when: {used: true}`, `N` is the number of tokens. Games at the table count " +
				"the tokens of each unit.",
			PhraseFunc: tokenGainPhrase,
		},
		{
			Name: "places", AllowedValues: []words.Choice{
				{
					Value: string(PlaceOncePerGame), Phrase: "places a token on an enemy unit once in a game",
					DocPhrase: "once in a game, it places a token on an enemy unit",
				},
				{
					Value: string(PlaceEachActivation), Phrase: "places a token on an enemy unit in each activation",
					DocPhrase: "in each activation, it places a token on an enemy unit",
				},
				{
					Value: string(PlaceAtDeath), Phrase: "when it is killed, places a token on the enemy unit that did it",
					DocPhrase: "when it is killed, it places a token on the enemy unit that killed it",
				},
			},
			Note:       "In the rule's effects with `when: {used: true}` against that unit, `N` is the number of tokens.",
			PhraseFunc: tokenGainPhrase,
		},
	},
}

var givingWords = &words.WordGroup{
	Title: "Rules that give rules", RuleBearer: "a weapon, a model", AllowsWordWhen: true, AllowedValuesOfTo: allReceivers,
	Words: []words.Word{
		{
			Name: "gives", AffectsDefender: true, Phrase: "has %s", DocPhrase: "the receiver also has these rules",
			Note: "`X` in brackets stands for the giver's number.",
		},
	},
}

var attackWords = &words.WordGroup{
	Title: "Attacks", RuleBearer: "a weapon, a model", AllowsWordWhen: true, AllowsWordOf: true,
	AllowedValuesOfTo: allReceivers,
	Words: []words.Word{
		{
			Name: "quality", Min: 2, Max: 6, Phrase: "hits on %d+", DocPhrase: "it hits on %d+",
			Note: "This replaces the model's Quality. If there are several, the best counts.",
		},
		{Name: "to-hit", Min: -maxModifier, Max: maxModifier, Phrase: "%+d to hit", PhraseFunc: modifierPhrase},
		{Name: "range", Min: -maxInches, Max: maxInches, ActsIn: inShooting, Phrase: `%+d" range`},
		{
			Name: "ap", Min: -maxModifier, Max: maxModifier, TriggerDice: hitTriggerDice, Phrase: "AP(%+d)",
			Note: "AP is subtracted from rolls to block. The total AP is never under 0.",
		},
		{Name: "ap-is", Min: 1, Max: maxModifier, TriggerDice: hitTriggerDice, Phrase: "AP of at least %d"},
		{
			Name: "blast", Min: 1, Max: maxResultPerRoll, TriggerDice: hitTriggerDice,
			Phrase: "each hit becomes %d", DocPhrase: "each hit becomes %d hits",
			PhraseFunc: func(w *words.StatedWord, s *words.Statement) string {
				return multipliedPhrase(w, s, "hit") + s.EditionPhrases["blast"]
			},
			Note: "The edition decides whether there is a limit, and whether cover is ignored. Several values add up.",
		},
		{
			Name: "deadly", Min: 1, Max: maxResultPerRoll, TriggerDice: hitTriggerDice,
			Phrase:    "each wound becomes %d, all on one model",
			DocPhrase: "each wound becomes %d wounds, all on one model",
			PhraseFunc: func(w *words.StatedWord, s *words.Statement) string {
				return multipliedPhrase(w, s, "wound") + ", all on one model"
			},
			Note: "Several values add up.",
		},
		{
			Name: "copies", Min: 2, Max: maxResultPerRoll, TriggerDice: hitTriggerDice, Phrase: "each hit becomes %d such hits",
			DocPhrase: "each hit becomes %d hits that keep the hit's rules", PhraseFunc: hitPhrase,
		},
		{
			Name: "extra-hits", Min: 1, Max: maxResultPerRoll, TriggerDice: hitTriggerDice, Phrase: "%d more hits for each hit",
			PhraseFunc: hitPhrase, Note: "The added hits are ordinary hits.",
		},
		{
			Name: "extra-attacks", Min: 1, Max: maxResultPerRoll, TriggerDice: hitTriggerDice,
			Phrase: "%d more attacks for each hit, which give none themselves", DocPhrase: "%d more attacks for each hit",
			PhraseFunc: hitPhrase, Note: "These attacks give no further attacks.",
		},
		{
			Name: "extra-wounds", Min: 1, Max: 10, TriggerDice: woundTriggerDice,
			Phrase:     "%d more wounds from each unblocked hit",
			PhraseFunc: woundsPhrase,
		},
		{
			Name: "self-wounds", Min: 1, Max: 10, TriggerDice: []string{string(OnOneToHit)}, Phrase: "%d wounds on its own unit",
			PhraseForOne: "1 wound on its own unit",
		},
		{
			Name: "reroll-blocks", Min: 2, Max: 6, TriggerDice: hitTriggerDice,
			Phrase: "blocks with an unmodified %d are rolled again",
			Note:   "Each is rolled again only once.",
		},
		{
			Name: "ignore", TriggerDice: hitTriggerDice, Phrase: "ignores %s",
			DocPhrase: "it ignores one or more of these", AllowedValues: []words.Choice{
				{Value: string(IgnoreRegeneration), Phrase: "Regeneration"},
				{Value: string(IgnoreCover), Phrase: "cover"},
				{Value: string(IgnorePenalties), Phrase: "penalties to hit and to range"},
				{Value: string(IgnoreMovePenalty), Phrase: "its penalty to hit for having moved"},
			},
			TriggeredValues: []string{string(IgnoreRegeneration)},
		},
		{
			Name: "ignore-rules", ExcludedWords: []string{"of: enemy"}, Phrase: "ignores the enemy's rule %s",
			DocPhrase: "it ignores these rules of the enemy", Note: "Rules with these names do not count against it.",
		},
		{
			Name: "without-sight", ActsIn: inShooting, Phrase: "may shoot at what it does not see",
			DocPhrase: "it may shoot at a target that it does not see",
		},
		{
			Name: "picks", AllowedValues: []words.Choice{
				{
					Value: string(PickModel), Phrase: "picks one model and meets it as a unit of one",
					DocPhrase: "it picks one model, and attacks it as if it were a unit of one model",
				},
				{Value: string(PickForWounds), Phrase: "its wounds go first to a model that it picks"},
			},
		},
		{
			Name: "strikes-first", ActsIn: inMelee, ExcludedWords: []string{"roll"}, Phrase: "strikes first",
			DocPhrase: "it strikes first",
			Note:      "It strikes before the enemy that charged. This overrides `strikes-last`.",
		},
		{
			Name: "strikes-last", ActsIn: inMelee, ExcludedWords: []string{"roll"}, Phrase: "strikes last",
			DocPhrase: "it strikes last", Note: "It strikes after the enemy has struck back.",
		},
	},
}

var bearerWords = &words.WordGroup{
	Title: "Each living bearer", RuleBearer: "a model", AllowsWordWhen: true, AllowedValuesOfTo: allReceivers,
	AllowsWordBy: true,
	Words: []words.Word{
		{
			Name: "best-weapon-attacks", Min: 1, Max: maxResultPerRoll, ActsIn: inMelee,
			Phrase: "%+d attacks with its best melee weapon", PhraseForOne: "+1 attack with its best melee weapon",
		},
		{
			Name: "hits", Min: 1, Max: maxResultPerRoll, Phrase: "%d hits",
			Note:       "The hits are automatic. They have no AP, and no rules except those of `with`.",
			PhraseFunc: func(w *words.StatedWord, s *words.Statement) string { return rolledPhrase(w, s, "hit") },
		},
		{
			Name: "wounds", Min: 1, Max: maxResultPerRoll, Phrase: "%d wounds", Note: "They cannot be blocked.",
			PhraseFunc: func(w *words.StatedWord, s *words.Statement) string { return rolledPhrase(w, s, "wound") },
		},
		{
			Name: "attacks", Min: 1, Max: maxResultPerRoll, Phrase: "%d attacks without a weapon",
			Note: "They use the bearer's Quality.",
			PhraseFunc: func(w *words.StatedWord, s *words.Statement) string {
				return strings.TrimSuffix(plural(w.Number.String(), "attack")+" without a weapon,"+attackRulesPhrase(s), ",")
			},
		},
		{
			Name: "death-hits", AffectsDefender: true, Min: 1, Max: maxResultPerRoll, ActsIn: inMelee,
			Phrase:       "%d hits on the enemy for each model with the rule that is killed",
			PhraseForOne: "1 hit on the enemy for each model with the rule that is killed",
		},
		{
			Name: "last-hits", AffectsDefender: true, Min: 1, Max: maxResultPerRoll, ActsIn: inMelee,
			Phrase:       "if it is alive when all have struck, it dies, and the enemy takes %d hits",
			PhraseForOne: "if it is alive when all have struck, it dies, and the enemy takes 1 hit",
		},
		{
			Name: "hits-against", AffectsDefender: true, Min: -maxResultPerRoll, Max: -1, ActsIn: inMelee,
			Phrase:    "each model with the rule removes n of the dice that charging enemies roll for automatic hits",
			DocPhrase: "with −n, each model with the rule takes away n dice of rules such as Impact from charging enemies",
			Note:      "Such rules make hits without a weapon.",
			PhraseFunc: func(w *words.StatedWord, _ *words.Statement) string {
				return strings.Replace(w.Phrase, " n ", " "+strings.TrimPrefix(w.Number.String(), "-")+" ", 1)
			},
		},
	},
}

var defenceWords = &words.WordGroup{
	Title: "The attacked", RuleBearer: "a model", AffectsDefender: true, AllowsWordWhen: true,
	AllowedValuesOfTo: allReceivers,
	Words: []words.Word{
		{Name: "block", Min: -maxModifier, Max: maxModifier, Phrase: "%+d to block"},
		{Name: "regeneration", Min: 2, Max: 6, Phrase: "wounds are ignored on %d+"},
		{Name: "ward", Min: 2, Max: 6, Phrase: "wounds are ignored on %d+, also those that cannot be regenerated"},
		{
			Name: "retaliates", Min: 1, Max: maxResultPerRoll, ActsIn: inMelee,
			Phrase:       "%d hits on the attacker for each wound that the model takes",
			PhraseForOne: "1 hit on the attacker for each wound that the model takes",
		},
	},
}

var moraleWords = &words.WordGroup{
	Title: "Morale, and who won", RuleBearer: "a model", AffectsDefender: true, AllowsWordWhen: true,
	AllowedValuesOfTo: allReceivers, BarredConditions: []string{"roll"},
	Words: []words.Word{
		{
			Name: "fear", Min: 1, Max: maxResultPerRoll, ActsIn: inMelee, Phrase: "%d more wounds when the melee is judged",
			PhraseForOne: "1 more wound when the melee is judged",
			Note:         "Each living bearer adds them.",
		},
		{
			Name: "fear-d3", ActsIn: inMelee, Phrase: "D3 more wounds when the melee is judged",
			Note: "They count once.",
		},
		{Name: "morale", Min: -maxModifier, Max: maxModifier, Phrase: "%+d to morale tests", PhraseFunc: modifierPhrase},
		{
			Name: "repeat-morale", Min: 2, Max: 6, Phrase: "a failed morale test passes on %d+",
			Note: "One more die is rolled for this.",
		},
		{
			Name: "pay-morale", Min: 1, Max: 6,
			Phrase:       "a failed morale test passes, and each wound left is lost on 1-%d",
			PhraseForOne: "a failed morale test passes, and each wound left is lost on a 1",
			DocPhrase:    "a failed morale test passes",
			Note:         "Then roll a die for each wound that the unit can still take. On 1 to n it takes this wound.",
		},
	},
}

// checkMinReducedRange returns a sentence on how to correct range-least beside a positive range, or
// "".
func checkMinReducedRange(s *words.Statement) string {
	if r := s.Find("", "range"); r != nil && !r.Number.IsRating && r.Number.TokenCountSign == 0 && r.Number.Number > 0 {
		return "`range-least` bounds a negative `range`, and this one is not; leave it out"
	}
	return ""
}

// checkPerAndMax returns a sentence on how to correct "per" or "max" without a value N, or "".
func checkPerAndMax(s *words.Statement) string {
	for i := range s.Words {
		if s.Words[i].Number.TokenCountSign != 0 {
			return ""
		}
	}
	return "`per` and `max` shape a value `N`, and the effect has none; write `N` for its number"
}

// checkDistances returns a sentence on how to correct "distance-over" and "distance-up-to" if no
// distance fits both, or "".
func checkDistances(s *words.Statement) string {
	over, upTo := s.Find("when", "distance-over"), s.Find("when", "distance-up-to")
	if upTo != nil && over.Number.Number >= upTo.Number.Number {
		return "nothing is over `distance-over` and within `distance-up-to` at once; " +
			"swap the numbers, or leave one out"
	}
	return ""
}

// checkChargeConditions returns a sentence on how to correct an effect with both conditions
// "charging" and "charged", or "".
func checkChargeConditions(s *words.Statement) string {
	charging, charged := s.Find("when", "charging"), s.Find("when", "charged")
	if charged != nil && !charging.IsFalse && !charged.IsFalse {
		return "nobody charges and is charged in one melee; write two effects, one for each"
	}
	return ""
}

// rolledPhrase returns a number of hits or wounds with the dice to roll for them: "2 dice, each 4+
// is a hit". what is "hit" or "wound".
func rolledPhrase(w *words.StatedWord, s *words.Statement, what string) string {
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
		return strings.Replace(fmt.Sprintf(dice, needs.Number, plural(strconv.Itoa(each), what), attackRulesPhrase(s)),
			"6+", "6", 1)
	}
	return plural(n, what) + attackRulesPhrase(s)
}

// multipliedPhrase returns the number that each hit or wound becomes; what is "hit" or "wound". The
// rule's own rating is the number itself; any other number adds to the numbers of other rules.
func multipliedPhrase(w *words.StatedWord, s *words.Statement, what string) string {
	what = "each " + what
	if s.Has("on") {
		what = strings.Replace(strings.Replace(what, "each hit", "that hit", 1), "each wound", "each of its wounds", 1)
	}
	if w.Number.IsRating {
		return what + " becomes X"
	}
	n := w.Number.String()
	return what + " becomes " + n + ", or " + n + " more than by other rules"
}

// spellTokensPhrase returns a number of spell tokens in the edition's words, and their receivers.
func spellTokensPhrase(w *words.StatedWord, s *words.Statement) string {
	n := w.Number.String()
	text := strings.Replace(cmp.Or(s.EditionPhrases["tokens"], "% spell tokens"), "%", n, 1)
	if n == "1" {
		text = strings.Replace(text, "tokens", "token", 1)
	}
	if s.Has("to: unit") {
		text += " for each model that has the rule, with one caster"
	}
	return text
}

// tokenGainPhrase returns the number of tokens that a unit gets, and when.
func tokenGainPhrase(w *words.StatedWord, s *words.Statement) string {
	var says string
	for _, c := range w.AllowedValues {
		if c.Value == w.TextValues[0] {
			says = c.Phrase
		}
	}
	if placed := s.Find("", "placed"); placed != nil && placed.Number.String() != "1" {
		says = strings.Replace(says, "a token", placed.Number.String()+" tokens", 1)
	}
	return says
}

// shakenPhrase returns the effect of becoming shaken on tokens, with the edition's word for shaken.
func shakenPhrase(w *words.StatedWord, s *words.Statement) string {
	says := "none while it is %"
	if w.TextValues[0] == string(ShakenLosesAll) {
		says = "all of which it loses when it is %"
	}
	return strings.Replace(says, "%", cmp.Or(s.EditionPhrases["shaken"], "Shaken"), 1)
}

// abilityPhrase returns the phrase of the word "by"; "" if the effect has the condition "spell",
// whose phrase says enough.
func abilityPhrase(w *words.StatedWord, s *words.Statement) string {
	if spell := s.Find("when", "spell"); spell != nil && !spell.IsFalse {
		return ""
	}
	return w.Phrase
}

// spellPhrase returns "as a spell" for an attack by a spell, and "after spells" for morale tests
// that spells cause.
func spellPhrase(w *words.StatedWord, s *words.Statement) string {
	says := w.Phrase
	switch {
	case w.IsFalse:
		says = w.PhraseIfFalse
	case s.Has("by"):
		return "as a spell"
	}
	if s.Has("morale") || s.Has("repeat-morale") || s.Has("pay-morale") {
		return strings.Replace(says, "against", "after", 1)
	}
	return says
}

// receiverPhrase returns the receivers of an effect, with the rule that they must have. It begins
// with "each model of" if each bearer adds to the effect.
func receiverPhrase(w *words.StatedWord, s *words.Statement) string {
	to := slices.IndexFunc(w.AllowedValues, func(c words.Choice) bool { return c.Value == w.TextValues[0] })
	says := w.AllowedValues[to].Phrase
	if s.Has("to: friends") && s.EditionPhrases["marks"] != "" {
		says = "a friendly unit that attacks it"
	}
	if slices.ContainsFunc(s.Words, func(other words.StatedWord) bool { return other.Group == bearerWords }) {
		says = "each model of " + says
	}
	if has := s.Find("when", "has"); has != nil {
		says += ", if it has " + has.ValueText()
	}
	return says
}

// requiredRulePhrase returns the phrase of the word "has", the other rule that the counted models
// must have; "" if the phrase of the receivers names that rule. If the effect boosts that rule, the
// phrase says so, except for the word "ward": of two wards the better one counts.
func requiredRulePhrase(w *words.StatedWord, s *words.Statement) string {
	switch boosts := s.EditionPhrases["boosts"]; {
	case boosts != "" && !s.Has("ward"):
		return boosts + w.ValueText()
	case s.Has("models"):
		return "and " + w.ValueText()
	case s.Has("to"):
		return ""
	}
	return "if it has " + w.ValueText() + " too"
}

// modifierPhrase returns a modifier with its sign; a rating X has no sign, as it may be negative.
func modifierPhrase(w *words.StatedWord, _ *words.Statement) string {
	n := w.Number.SignedText()
	if w.Number.IsRating {
		n = "X"
	}
	return strings.Replace(w.Phrase, "%+d", n, 1)
}

// hitPhrase returns the change that a word makes to each hit, or to the hit of the triggering die.
func hitPhrase(w *words.StatedWord, s *words.Statement) string {
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

// woundsPhrase returns the further wounds of a hit, with the condition that the hit is not blocked
// unless a die to block triggers the word.
func woundsPhrase(w *words.StatedWord, s *words.Statement) string {
	text := plural(w.Number.String(), "more wound")
	switch on := s.Find("", "on"); {
	case on == nil:
		return text + " from each unblocked hit"
	case slices.Contains([]string{string(OnOneToBlock), string(OnTwoToBlock)}, on.TextValues[0]):
		return text
	}
	return text + " if that hit is not blocked"
}

// usedPhrase returns the phrase of the condition that the player uses the rule: on which units and,
// if it matters, how often. It returns "when it applies" if the use may stand for a situation of
// the game.
func usedPhrase(w *words.StatedWord, s *words.Statement) string {
	says := w.Phrase
	counts := slices.ContainsFunc(s.Words, func(other words.StatedWord) bool { return other.Number.TokenCountSign != 0 })
	switch {
	case s.Has("to: enemy"), s.Has("to: friends") && s.EditionPhrases["marks"] != "":
		says += " on an enemy"
	case s.Has("to: friends"):
		says += " for a friendly unit"
	case !counts:
		return "when it applies"
	}
	switch what := s.EditionPhrases["counts"]; {
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

// spanPhrase returns a range in the words of players: "Tough(3) or more", "5+ to 6+", "6+".
func spanPhrase(w *words.StatedWord, one, above, below string) string {
	from, to := max(w.NumberRange.From, w.Min), w.NumberRange.To
	if to == 0 {
		to = w.Max
	}
	switch {
	case from == to:
		return fmt.Sprintf(one, from)
	case to == w.Max && w.NumberRange.To == 0:
		return fmt.Sprintf(one, from) + " or " + above
	case w.NumberRange.From == 0:
		return fmt.Sprintf(one, to) + " or " + below
	}
	return fmt.Sprintf(one+" to "+one, from, to)
}

// shootingPhrase returns the phrase of the condition shooting; "shot at" for words about the
// target, as the target does not shoot.
func shootingPhrase(w *words.StatedWord, s *words.Statement) string {
	says := w.Phrase
	if w.IsFalse {
		says = w.PhraseIfFalse
	}
	if s.Has("of: enemy") || slices.ContainsFunc(s.Words, func(other words.StatedWord) bool { return other.Group == defenceWords || other.Group == moraleWords }) {
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

// attackRulesPhrase returns the rules of an effect's hits or attacks: " with AP(1)"; "" if there
// are none.
func attackRulesPhrase(s *words.Statement) string {
	if with := s.Find("", "with"); with != nil {
		return " with " + with.ValueText()
	}
	return ""
}
