package rules

// The scenes of Fast and Dirty.
const (
	inFire Scenes = 1 << iota
	inAssault
)

// Where the words of Fast and Dirty act.
var (
	fadShaping   = &Place{Title: "When, and on whom", Shape: true}
	fadCondition = &Place{Title: "Conditions: `when`", Shape: true, Inside: "when"}
	fadOutside   = &Place{Title: "Outside a fight", Bearer: "anything", Apart: true}
	fadFiring    = &Place{Title: "Fire, also at it", Bearer: "a unit", When: true, Of: true}
	fadFighting  = &Place{Title: "Shooting and close assault", Bearer: "a unit", When: true}
	fadTesting   = &Place{Title: "Tests", Bearer: "a unit"}
)

// mostFAD bounds additions to a sum of Fast and Dirty.
const mostFAD = 20

var fadWords = []Word{
	{Name: "when", Place: fadShaping, Kind: isGroup, Means: "conditions, all of which must hold"},
	{Name: "of", Place: fadShaping, Kind: isChoice, Values: []string{"enemy"}, Scenes: inFire, Means: "it changes fire at the unit, not the unit's own"},

	{Name: "moved", Place: fadCondition, Kind: isSwitch, Always: true, Scenes: inFire, Means: "the unit moved"},
	{Name: "charging", Place: fadCondition, Kind: isSwitch, Always: true, Means: "the unit charges"},
	{Name: "assault", Place: fadCondition, Kind: isSwitch, Always: true, Scenes: inAssault, Means: "in close assault"},
	{Name: "beyond", Place: fadCondition, Kind: isChoice, Values: []string{"close", "medium"}, Scenes: inFire, Means: "the target is further than this band"},
	{Name: "weapon", Place: fadCondition, Kind: isChoice, Values: []string{"heavy", "movable"}, Scenes: inFire, Means: "the weapon that is fired: a heavy one, or one that a mount fires on the move"},
	{Name: "enemy", Place: fadCondition, Kind: isChoice, Values: []string{"vehicle", "alien"}, Means: "what the enemy is"},
	{Name: "enemy-without", Place: fadCondition, Kind: isID, Means: "the enemy has no such trait, by its id"},

	{
		Name: "outside", Place: fadOutside, Kind: isChoice, Means: "what it is about, where that has no part in a fight",
		Values: []string{"movement", "deployment", "hiding", "orders", "recovery", "morale", "scenario", "counter"},
	},

	{Name: "fire-effect", Place: fadFiring, Kind: isCount, Least: -mostFAD, Most: mostFAD, Scenes: inFire, Means: "added to Fire Effect"},
	{Name: "bands", Place: fadFiring, Kind: isCount, Least: 1, Most: 3, Scenes: inFire, Beside: []string{"of"}, Means: "it counts as so many range bands further"},

	{Name: "damage", Place: fadFighting, Kind: isCount, Least: -mostFAD, Most: mostFAD, Means: "added to damage"},
	{Name: "ap", Place: fadFighting, Kind: isCount, Least: -mostFAD, Most: mostFAD, Means: "added to armour piercing"},
	{Name: "armour", Place: fadFighting, Kind: isCount, Least: -mostFAD, Most: mostFAD, Means: "added to armour"},
	{Name: "dice", Place: fadFighting, Kind: isCount, Least: 1, Most: 6, Scenes: inFire, Means: "the Fire Effect dice that it rolls"},
	{Name: "dice-are", Place: fadFighting, Kind: isCount, Least: 1, Most: 6, Means: "what its dice of Fire Effect and assault count as"},
	{Name: "silent", Place: fadFighting, Kind: isSwitch, Always: true, Scenes: inFire, Means: "it does not fire"},
	{Name: "fires-moving", Place: fadFighting, Kind: isSwitch, Always: true, Scenes: inFire, Means: "its heavy weapons fire after moving"},
	{Name: "adds-dice", Place: fadFighting, Kind: isSwitch, Always: true, Means: "with a partner that does too, dice are added"},
	{Name: "backfires", Place: fadFighting, Kind: isCount, Least: 1, Most: 5, Scenes: inFire, Means: "Fire Effect dice up to this are hits on itself"},
	{Name: "ignore", Place: fadFighting, Kind: isChoices, Values: []string{"under-fire", "pinned"}, Scenes: inFire, Means: "states that it takes no notice of"},
	{Name: "no-cover", Place: fadFighting, Kind: isSwitch, Always: true, Scenes: inFire, Means: "it never has cover"},
	{Name: "save", Place: fadFighting, Kind: isCount, Least: 2, Most: 6, Means: "hits and kills are undone on this number and more"},
	{Name: "exceed", Place: fadFighting, Kind: isSwitch, Always: true, Means: "a hit that equals the armour does nothing"},
	{Name: "wounds-kill", Place: fadFighting, Kind: isSwitch, Always: true, Means: "what wounds others kills it"},
	{Name: "paired-hits", Place: fadFighting, Kind: isSwitch, Always: true, Means: "hits without AP are dealt two to a figure"},
	{Name: "reroll-damage", Place: fadFighting, Kind: isSwitch, Always: true, Means: "damage dice of hits with AP that hurt are rolled again"},
	{Name: "assault", Place: fadFighting, Kind: isCount, Least: -mostFAD, Most: mostFAD, Scenes: inAssault, Means: "added to its total in close assault"},
	{Name: "on-vehicles", Place: fadFighting, Kind: isCount, Least: -mostFAD, Most: mostFAD, Scenes: inAssault, Means: "added to each die of an assault on a vehicle"},
	{Name: "kill-rolls", Place: fadFighting, Kind: isCount, Least: 1, Most: 10, Scenes: inAssault, Means: "more kill rolls of each figure"},
	{Name: "kill-rolls-are", Place: fadFighting, Kind: isCount, Least: 2, Most: 10, Scenes: inAssault, Means: "kill rolls of each figure, instead of one"},
	{Name: "unit-kill-rolls", Place: fadFighting, Kind: isCount, Least: 1, Most: 10, Scenes: inAssault, Means: "more kill rolls of the unit"},
	{Name: "engaged-by", Place: fadFighting, Kind: isCount, Least: 1, Most: 10, Scenes: inAssault, Means: "enemies that count against each figure"},

	{Name: "nerve-passes", Place: fadFighting, Kind: isCount, Least: 1, Most: 3, Scenes: inAssault, Means: "added to the passes of a nerve test"},
	{Name: "charge-test", Place: fadFighting, Kind: isSwitch, Always: true, Scenes: inAssault, Means: "it needs two passes to launch an assault"},
	{Name: "resolve", Place: fadTesting, Kind: isCount, Least: -3, Most: 3, Means: "levels of Resolve, for the break point"},
	{Name: "unbroken", Place: fadTesting, Kind: isSwitch, Always: true, Means: "it never breaks"},
	{Name: "morale-passes", Place: fadTesting, Kind: isCount, Least: 1, Most: 3, Means: "dice of a morale test that pass by themselves"},
	{Name: "morale-fails", Place: fadTesting, Kind: isCount, Least: 1, Most: 3, Means: "dice of a morale test that fail by themselves"},
	{Name: "morale-rerolls", Place: fadTesting, Kind: isCount, Least: 1, Most: 3, Means: "failed dice of a morale test that are rolled again"},
	{Name: "repair-rerolls", Place: fadTesting, Kind: isCount, Least: 1, Most: 3, Means: "failed dice of a repair that are rolled again"},
}
