package fad

import "muster/rules/words"

// Words describes the effect words of Fast and Dirty: the fields of Effect and When.
var Words = words.NewFamily[Effect]("fad", []string{"fire", "close assault"},
	scopeWords, conditionWords, nonFightWords, fireWords, fightWords, testWords)

// An Effect is one effect of a trait, a personality, a power or an armour on the unit that has it.
// The table Words describes each field; docs/fast-and-dirty.md explains them.
//
//schema:form {"$ref": "#/definitions/fad-effect"}
type Effect struct {
	NonFight NonFightSubject `yaml:"outside"`

	When     When       `yaml:"when"`
	Attacker AttackSide `yaml:"of"`

	// Numbers that are added.

	FireEffectModifier     int `yaml:"fire-effect"`
	DamageModifier         int `yaml:"damage"`
	APModifier             int `yaml:"ap"`
	ArmourModifier         int `yaml:"armour"`
	AssaultModifier        int `yaml:"assault"`
	VehicleAssaultModifier int `yaml:"on-vehicles"`
	ResolveModifier        int `yaml:"resolve"`
	ExtraRangeBands        int `yaml:"bands"`

	// Shooting.

	ShootingDice     int            `yaml:"dice"`
	FixedDiceTotal   int            `yaml:"dice-are"`
	CannotFire       bool           `yaml:"silent"`
	FiresAfterMoving bool           `yaml:"fires-moving"`
	AddsPartnerDice  bool           `yaml:"adds-dice"`
	BackfiresUpTo    int            `yaml:"backfires"`
	IgnoredStates    []IgnoredState `yaml:"ignore"`
	NoCover          bool           `yaml:"no-cover"`

	// Being hit.

	SaveRoll             int  `yaml:"save"`
	HitsMustExceedArmour bool `yaml:"exceed"`
	WoundsKill           bool `yaml:"wounds-kill"`
	WoundsPerFigure      int  `yaml:"-"` // wounds that each figure can take
	PairedHits           bool `yaml:"paired-hits"`
	RerollDamage         bool `yaml:"reroll-damage"`

	// Tests.

	NeverBreaks      bool `yaml:"unbroken"`
	AutoMoralePasses int  `yaml:"morale-passes"`
	AutoMoraleFails  int  `yaml:"morale-fails"`
	MoraleRerolls    int  `yaml:"morale-rerolls"`
	RepairRerolls    int  `yaml:"repair-rerolls"`
	ExtraNervePasses int  `yaml:"nerve-passes"`
	NeedsChargeTest  bool `yaml:"charge-test"`

	// Close assault.

	ExtraKillRolls      int `yaml:"kill-rolls"`
	KillRollsPerFigure  int `yaml:"kill-rolls-are"`
	ExtraUnitKillRolls  int `yaml:"unit-kill-rolls"`
	MaxEnemiesPerFigure int `yaml:"engaged-by"`
}

// When holds the conditions of an effect; an unset condition always holds.
type When struct {
	Moved           bool       `yaml:"moved"`
	Charging        bool       `yaml:"charging"`
	InAssault       bool       `yaml:"assault"`
	BeyondRangeBand RangeBand  `yaml:"beyond"`
	Weapon          WeaponKind `yaml:"weapon"`
	EnemyIs         EnemyKind  `yaml:"enemy"`
	EnemyLacksTrait string     `yaml:"enemy-without"`
}

// The kinds of attacks in Fast and Dirty, as bits.
const (
	inFire words.AttackKinds = 1 << iota
	inAssault
)

// maxModifier is the largest number that an effect adds or subtracts.
const maxModifier = 20

var scopeWords = &words.WordGroup{
	Title: "When, and on whom", OnlyModifiesWords: true,
	Words: []words.Word{
		{Name: "when", Phrase: "conditions that must all hold"},
		{
			Name: "of", ActsIn: inFire, RefusalReason: "which speaks of attacks against the bearer",
			AllowedValues: words.Choices(EnemyAttacks),
			Phrase:        "the effect changes fire at the unit, and not the unit's own fire",
		},
	},
}

var conditionWords = &words.WordGroup{
	Title: "Conditions: `when`", OnlyModifiesWords: true, ParentWord: "when",
	Words: []words.Word{
		{Name: "moved", ActsIn: inFire, Phrase: "the unit moved"},
		{Name: "charging", Phrase: "the unit charges"},
		{Name: "assault", ActsIn: inAssault, Phrase: "in close assault"},
		{
			Name: "beyond", AllowedValues: words.Choices(Close, Medium), ActsIn: inFire,
			Phrase: "the target is further than this band",
		},
		{
			Name: "weapon", AllowedValues: words.Choices(WeaponHeavy, WeaponMovable), ActsIn: inFire,
			Phrase: "the weapon that is fired is a heavy weapon, or a weapon that a mount can fire on the move",
		},
		{Name: "enemy", AllowedValues: words.Choices(EnemyVehicle, EnemyAlien), Phrase: "the enemy is of this kind"},
		{Name: "enemy-without", Kind: words.IDKind, Phrase: "the enemy does not have the trait with this id"},
	},
}

var nonFightWords = &words.WordGroup{
	Title: "Outside a fight", RuleBearer: "anything", OnlyOutsideFights: true,
	Words: []words.Word{
		{
			Name: "outside", AllowedValues: words.Choices(
				NonFightMovement, NonFightDeployment, NonFightHiding, NonFightOrders, NonFightRecovery, NonFightMorale,
				NonFightScenario, NonFightTraitProtection,
			),
			Phrase: "the trait, or this part of it, concerns this subject and changes nothing in a fight",
		},
	},
}

var fireWords = &words.WordGroup{
	Title: "Fire of the unit, and fire at the unit", RuleBearer: "a unit", AllowsWordWhen: true, AllowsWordOf: true,
	Words: []words.Word{
		{
			Name: "fire-effect", Min: -maxModifier, Max: maxModifier, ActsIn: inFire,
			Phrase: "n is added to Fire Effect",
		},
		{
			Name: "bands", Min: 1, Max: 3, ActsIn: inFire, NeedsOneOf: []string{"of"},
			Phrase: "the unit counts as n range bands further away",
		},
	},
}

var fightWords = &words.WordGroup{
	Title: "Shooting and close assault", RuleBearer: "a unit", AllowsWordWhen: true,
	Words: []words.Word{
		{Name: "damage", Min: -maxModifier, Max: maxModifier, Phrase: "n is added to damage"},
		{Name: "ap", Min: -maxModifier, Max: maxModifier, Phrase: "n is added to AP (armour piercing)"},
		{Name: "armour", Min: -maxModifier, Max: maxModifier, Phrase: "n is added to armour"},
		{Name: "dice", Min: 1, Max: 6, ActsIn: inFire, Phrase: "the unit rolls n dice for Fire Effect"},
		{
			Name: "dice-are", Min: 1, Max: 6,
			Phrase: "the unit's dice of Fire Effect and assault are not rolled; each total counts as n",
		},
		{Name: "silent", ActsIn: inFire, Phrase: "the unit does not fire"},
		{Name: "fires-moving", ActsIn: inFire, Phrase: "the unit's heavy weapons can fire after moving"},
		{Name: "adds-dice", Phrase: "if the unit's partner has this word too, the dice of both are added"},
		{
			Name: "backfires", Min: 1, Max: 5, ActsIn: inFire,
			Phrase: "each Fire Effect die of n or less is a hit on the unit itself",
		},
		{
			Name: "ignore", AllowedValues: words.Choices(IgnoreUnderFire, IgnorePinned), ActsIn: inFire,
			Phrase: "these states have no effect on the unit",
		},
		{Name: "no-cover", ActsIn: inFire, Phrase: "the unit never has cover"},
		{Name: "save", Min: 2, Max: 6, Phrase: "a hit or kill on the unit is undone on a roll of n or more"},
		{Name: "exceed", Phrase: "a hit on the unit that only equals its armour does nothing"},
		{Name: "wounds-kill", Phrase: "a result that only wounds other figures kills the figures of this unit"},
		{Name: "paired-hits", Phrase: "hits without AP on the unit are given out in pairs: each figure gets two, and one hit alone does nothing"},
		{
			Name:   "reroll-damage",
			Phrase: "if a hit with AP on the unit causes damage, its damage die is rolled again once",
		},
		{
			Name: "assault", Min: -maxModifier, Max: maxModifier, ActsIn: inAssault,
			Phrase: "n is added to the unit's total in close assault",
		},
		{
			Name: "on-vehicles", Min: -maxModifier, Max: maxModifier, ActsIn: inAssault,
			Phrase: "n is added to each die of the unit's assault on a vehicle",
		},
		{Name: "kill-rolls", Min: 1, Max: 10, ActsIn: inAssault, Phrase: "each figure makes n more kill rolls"},
		{
			Name: "kill-rolls-are", Min: 2, Max: 10, ActsIn: inAssault,
			Phrase: "each figure makes n kill rolls, instead of one",
		},
		{
			Name: "unit-kill-rolls", Min: 1, Max: 10, ActsIn: inAssault,
			Phrase: "the whole unit makes n more kill rolls",
		},
		{
			Name: "engaged-by", Min: 1, Max: 10, ActsIn: inAssault,
			Phrase: "at most n enemies count against each figure",
		},
		{Name: "nerve-passes", Min: 1, Max: 3, ActsIn: inAssault, Phrase: "n is added to the passes of a nerve test"},
		{Name: "charge-test", ActsIn: inAssault, Phrase: "the unit needs two passes to launch an assault"},
	},
}

var testWords = &words.WordGroup{
	Title: "Tests", RuleBearer: "a unit",
	Words: []words.Word{
		{Name: "resolve", Min: -3, Max: 3, Phrase: "n is added to the level of Resolve, for the break point"},
		{Name: "unbroken", Phrase: "the unit never breaks"},
		{Name: "morale-passes", Min: 1, Max: 3, Phrase: "n dice of a morale test pass without a roll"},
		{Name: "morale-fails", Min: 1, Max: 3, Phrase: "n dice of a morale test fail without a roll"},
		{Name: "morale-rerolls", Min: 1, Max: 3, Phrase: "n failed dice of a morale test are rolled again"},
		{Name: "repair-rerolls", Min: 1, Max: 3, Phrase: "n failed dice of a repair are rolled again"},
	},
}
