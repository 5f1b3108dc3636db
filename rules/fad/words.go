package fad

import "muster/rules/words"

// Words describes the effect words of Fast and Dirty: the fields of Effect and When.
var Words = words.NewFamily("fad", []string{"fire", "close assault"},
	shapeWords, conditionWords, outsideWords, fireWords, fightWords, testWords)

// The scenes of Fast and Dirty.
const (
	inFire words.Scenes = 1 << iota
	inAssault
)

// mostAdded bounds additions to a sum.
const mostAdded = 20

var shapeWords = &words.Place{
	Title: "When, and on whom", Shape: true,
	Words: []words.Word{
		{Name: "when", Kind: words.Group, Says: "conditions that must all hold"},
		{
			Name: "of", Kind: words.OneOf, Scenes: inFire, Refusal: "which speaks of attacks against the bearer",
			Values: words.Choices(OfEnemy), Says: "the effect changes fire at the unit, and not the unit's own fire",
		},
	},
}

var conditionWords = &words.Place{
	Title: "Conditions: `when`", Shape: true, Inside: "when",
	Words: []words.Word{
		{Name: "moved", Kind: words.Flag, Scenes: inFire, Says: "the unit moved"},
		{Name: "charging", Kind: words.Flag, Says: "the unit charges"},
		{Name: "assault", Kind: words.Flag, Scenes: inAssault, Says: "in close assault"},
		{
			Name: "beyond", Kind: words.OneOf, Values: words.Choices(Close, Medium), Scenes: inFire,
			Says: "the target is further than this band",
		},
		{
			Name: "weapon", Kind: words.OneOf, Values: words.Choices(WeaponHeavy, WeaponMovable), Scenes: inFire,
			Says: "the weapon that is fired is a heavy weapon, or a weapon that a mount can fire on the move",
		},
		{
			Name: "enemy", Kind: words.OneOf, Values: words.Choices(EnemyVehicle, EnemyAlien),
			Says: "the enemy is of this kind",
		},
		{Name: "enemy-without", Kind: words.ID, Says: "the enemy does not have the trait with this id"},
	},
}

var outsideWords = &words.Place{
	Title: "Outside a fight", Bearer: "anything", OutsideFight: true,
	Words: []words.Word{
		{
			Name: "outside", Kind: words.OneOf,
			Values: words.Choices(
				OutsideMovement, OutsideDeployment, OutsideHiding, OutsideOrders, OutsideRecovery, OutsideMorale,
				OutsideScenario, OutsideCounter,
			),
			Says: "the trait, or this part of it, concerns this subject and changes nothing in a fight",
		},
	},
}

var fireWords = &words.Place{
	Title: "Fire of the unit, and fire at the unit", Bearer: "a unit", When: true, Of: true,
	Words: []words.Word{
		{
			Name: "fire-effect", Kind: words.Count, Least: -mostAdded, Most: mostAdded, Scenes: inFire,
			Says: "n is added to Fire Effect",
		},
		{
			Name: "bands", Kind: words.Count, Least: 1, Most: 3, Scenes: inFire, NeedsAny: []string{"of"},
			Says: "the unit counts as n range bands further away",
		},
	},
}

var fightWords = &words.Place{
	Title: "Shooting and close assault", Bearer: "a unit", When: true,
	Words: []words.Word{
		{Name: "damage", Kind: words.Count, Least: -mostAdded, Most: mostAdded, Says: "n is added to damage"},
		{Name: "ap", Kind: words.Count, Least: -mostAdded, Most: mostAdded, Says: "n is added to AP (armour piercing)"},
		{Name: "armour", Kind: words.Count, Least: -mostAdded, Most: mostAdded, Says: "n is added to armour"},
		{
			Name: "dice", Kind: words.Count, Least: 1, Most: 6, Scenes: inFire,
			Says: "the unit rolls n dice for Fire Effect",
		},
		{
			Name: "dice-are", Kind: words.Count, Least: 1, Most: 6,
			Says: "the unit's dice of Fire Effect and assault are not rolled; each total counts as n",
		},
		{Name: "silent", Kind: words.Flag, Scenes: inFire, Says: "the unit does not fire"},
		{Name: "fires-moving", Kind: words.Flag, Scenes: inFire, Says: "the unit's heavy weapons can fire after moving"},
		{Name: "adds-dice", Kind: words.Flag, Says: "if the unit's partner has this word too, the dice of both are added"},
		{
			Name: "backfires", Kind: words.Count, Least: 1, Most: 5, Scenes: inFire,
			Says: "each Fire Effect die of n or less is a hit on the unit itself",
		},
		{
			Name: "ignore", Kind: words.SomeOf, Values: words.Choices(IgnoreUnderFire, IgnorePinned), Scenes: inFire,
			Says: "these states have no effect on the unit",
		},
		{Name: "no-cover", Kind: words.Flag, Scenes: inFire, Says: "the unit never has cover"},
		{
			Name: "save", Kind: words.Count, Least: 2, Most: 6,
			Says: "a hit or kill on the unit is undone on a roll of n or more",
		},
		{Name: "exceed", Kind: words.Flag, Says: "a hit on the unit that only equals its armour does nothing"},
		{Name: "wounds-kill", Kind: words.Flag, Says: "a result that only wounds other figures kills the figures of this unit"},
		{Name: "paired-hits", Kind: words.Flag, Says: "hits without AP on the unit are given out in pairs: each figure gets two, and one hit alone does nothing"},
		{
			Name: "reroll-damage", Kind: words.Flag,
			Says: "if a hit with AP on the unit causes damage, its damage die is rolled again once",
		},
		{
			Name: "assault", Kind: words.Count, Least: -mostAdded, Most: mostAdded, Scenes: inAssault,
			Says: "n is added to the unit's total in close assault",
		},
		{
			Name: "on-vehicles", Kind: words.Count, Least: -mostAdded, Most: mostAdded, Scenes: inAssault,
			Says: "n is added to each die of the unit's assault on a vehicle",
		},
		{
			Name: "kill-rolls", Kind: words.Count, Least: 1, Most: 10, Scenes: inAssault,
			Says: "each figure makes n more kill rolls",
		},
		{
			Name: "kill-rolls-are", Kind: words.Count, Least: 2, Most: 10, Scenes: inAssault,
			Says: "each figure makes n kill rolls, instead of one",
		},
		{
			Name: "unit-kill-rolls", Kind: words.Count, Least: 1, Most: 10, Scenes: inAssault,
			Says: "the whole unit makes n more kill rolls",
		},
		{
			Name: "engaged-by", Kind: words.Count, Least: 1, Most: 10, Scenes: inAssault,
			Says: "at most n enemies count against each figure",
		},
		{
			Name: "nerve-passes", Kind: words.Count, Least: 1, Most: 3, Scenes: inAssault,
			Says: "n is added to the passes of a nerve test",
		},
		{
			Name: "charge-test", Kind: words.Flag, Scenes: inAssault,
			Says: "the unit needs two passes to launch an assault",
		},
	},
}

var testWords = &words.Place{
	Title: "Tests", Bearer: "a unit",
	Words: []words.Word{
		{
			Name: "resolve", Kind: words.Count, Least: -3, Most: 3,
			Says: "n is added to the level of Resolve, for the break point",
		},
		{Name: "unbroken", Kind: words.Flag, Says: "the unit never breaks"},
		{
			Name: "morale-passes", Kind: words.Count, Least: 1, Most: 3,
			Says: "n dice of a morale test pass without a roll",
		},
		{
			Name: "morale-fails", Kind: words.Count, Least: 1, Most: 3,
			Says: "n dice of a morale test fail without a roll",
		},
		{
			Name: "morale-rerolls", Kind: words.Count, Least: 1, Most: 3,
			Says: "n failed dice of a morale test are rolled again",
		},
		{
			Name: "repair-rerolls", Kind: words.Count, Least: 1, Most: 3,
			Says: "n failed dice of a repair are rolled again",
		},
	},
}
