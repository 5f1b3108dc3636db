package fad

import "muster/rules/words"

// Words describes the effect words of Fast and Dirty: the fields of Effect and When.
var Words = words.NewFamily("fad", []string{"fire", "close assault"},
	shaping, condition, outside, firing, fighting, testing)

// The scenes of Fast and Dirty.
const (
	inFire words.Scenes = 1 << iota
	inAssault
)

// mostAdded bounds additions to a sum.
const mostAdded = 20

var shaping = &words.Place{
	Title: "When, and on whom", Shape: true,
	Words: []words.Word{
		{Name: "when", Kind: words.Group, Says: "conditions, all of which must hold"},
		{
			Name: "of", Kind: words.OneOf, Scenes: inFire, Refusal: "which speaks of attacks against the bearer",
			Values: words.Choices(OfEnemy), Says: "it changes fire at the unit, not the unit's own",
		},
	},
}

var condition = &words.Place{
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
			Says: "the weapon that is fired: a heavy one, or one that a mount fires on the move",
		},
		{
			Name: "enemy", Kind: words.OneOf, Values: words.Choices(EnemyVehicle, EnemyAlien),
			Says: "the kind of the enemy",
		},
		{Name: "enemy-without", Kind: words.ID, Says: "the enemy has no such trait, by its id"},
	},
}

var outside = &words.Place{
	Title: "Outside a fight", Bearer: "anything", Apart: true,
	Words: []words.Word{
		{
			Name: "outside", Kind: words.OneOf,
			Values: words.Choices(
				OutsideMovement, OutsideDeployment, OutsideHiding, OutsideOrders, OutsideRecovery, OutsideMorale,
				OutsideScenario, OutsideCounter,
			),
			Says: "the subject, if that has no part in a fight",
		},
	},
}

var firing = &words.Place{
	Title: "Fire, also at it", Bearer: "a unit", When: true, Of: true,
	Words: []words.Word{
		{
			Name: "fire-effect", Kind: words.Count, Least: -mostAdded, Most: mostAdded, Scenes: inFire,
			Says: "added to Fire Effect",
		},
		{
			Name: "bands", Kind: words.Count, Least: 1, Most: 3, Scenes: inFire, Beside: []string{"of"},
			Says: "it counts as so many range bands further",
		},
	},
}

var fighting = &words.Place{
	Title: "Shooting and close assault", Bearer: "a unit", When: true,
	Words: []words.Word{
		{Name: "damage", Kind: words.Count, Least: -mostAdded, Most: mostAdded, Says: "added to damage"},
		{Name: "ap", Kind: words.Count, Least: -mostAdded, Most: mostAdded, Says: "added to armour piercing"},
		{Name: "armour", Kind: words.Count, Least: -mostAdded, Most: mostAdded, Says: "added to armour"},
		{
			Name: "dice", Kind: words.Count, Least: 1, Most: 6, Scenes: inFire,
			Says: "the Fire Effect dice that it rolls",
		},
		{
			Name: "dice-are", Kind: words.Count, Least: 1, Most: 6,
			Says: "the value of its dice of Fire Effect and assault",
		},
		{Name: "silent", Kind: words.Flag, Scenes: inFire, Says: "it does not fire"},
		{Name: "fires-moving", Kind: words.Flag, Scenes: inFire, Says: "its heavy weapons fire after moving"},
		{Name: "adds-dice", Kind: words.Flag, Says: "with a partner that does too, dice are added"},
		{
			Name: "backfires", Kind: words.Count, Least: 1, Most: 5, Scenes: inFire,
			Says: "Fire Effect dice up to this are hits on itself",
		},
		{
			Name: "ignore", Kind: words.SomeOf, Values: words.Choices(IgnoreUnderFire, IgnorePinned), Scenes: inFire,
			Says: "states without an effect on it",
		},
		{Name: "no-cover", Kind: words.Flag, Scenes: inFire, Says: "it never has cover"},
		{
			Name: "save", Kind: words.Count, Least: 2, Most: 6,
			Says: "hits and kills are undone on this number and more",
		},
		{Name: "exceed", Kind: words.Flag, Says: "a hit that equals the armour does nothing"},
		{Name: "wounds-kill", Kind: words.Flag, Says: "a result that wounds others kills it"},
		{Name: "paired-hits", Kind: words.Flag, Says: "hits without AP are dealt two to a figure"},
		{
			Name: "reroll-damage", Kind: words.Flag,
			Says: "damage dice of hits with AP that hurt are rolled again",
		},
		{
			Name: "assault", Kind: words.Count, Least: -mostAdded, Most: mostAdded, Scenes: inAssault,
			Says: "added to its total in close assault",
		},
		{
			Name: "on-vehicles", Kind: words.Count, Least: -mostAdded, Most: mostAdded, Scenes: inAssault,
			Says: "added to each die of an assault on a vehicle",
		},
		{
			Name: "kill-rolls", Kind: words.Count, Least: 1, Most: 10, Scenes: inAssault,
			Says: "more kill rolls of each figure",
		},
		{
			Name: "kill-rolls-are", Kind: words.Count, Least: 2, Most: 10, Scenes: inAssault,
			Says: "kill rolls of each figure, instead of one",
		},
		{
			Name: "unit-kill-rolls", Kind: words.Count, Least: 1, Most: 10, Scenes: inAssault,
			Says: "more kill rolls of the unit",
		},
		{
			Name: "engaged-by", Kind: words.Count, Least: 1, Most: 10, Scenes: inAssault,
			Says: "the most enemies that count against each figure",
		},
		{
			Name: "nerve-passes", Kind: words.Count, Least: 1, Most: 3, Scenes: inAssault,
			Says: "added to the passes of a nerve test",
		},
		{
			Name: "charge-test", Kind: words.Flag, Scenes: inAssault,
			Says: "it needs two passes to launch an assault",
		},
	},
}

var testing = &words.Place{
	Title: "Tests", Bearer: "a unit",
	Words: []words.Word{
		{
			Name: "resolve", Kind: words.Count, Least: -3, Most: 3,
			Says: "levels of Resolve, for the break point",
		},
		{Name: "unbroken", Kind: words.Flag, Says: "it never breaks"},
		{
			Name: "morale-passes", Kind: words.Count, Least: 1, Most: 3,
			Says: "dice of a morale test that pass by themselves",
		},
		{
			Name: "morale-fails", Kind: words.Count, Least: 1, Most: 3,
			Says: "dice of a morale test that fail by themselves",
		},
		{
			Name: "morale-rerolls", Kind: words.Count, Least: 1, Most: 3,
			Says: "failed dice of a morale test that are rolled again",
		},
		{
			Name: "repair-rerolls", Kind: words.Count, Least: 1, Most: 3,
			Says: "failed dice of a repair that are rolled again",
		},
	},
}
