package preview_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"muster/armyforge"
	"muster/builder/gf"
	"muster/builder/gf/preview"
	"muster/catalog"
	combat "muster/rules/gf"
	"muster/schema"
	"muster/schema/schematest"
)

// What a unit of a list does in a preview is what a duel file does in which a
// person wrote the unit down, from the book and with pencil and paper: after
// its upgrades, as a pair, with its hero.
func TestPreviewsAreDuelsWrittenByHand(t *testing.T) {
	library := catalog.NewLibrary()
	for _, c := range []struct {
		book, system string
		units        string // of the list; the first is previewed, with who is linked with it
		side         string // the same as a side of a duel
	}{
		// Steel Wardens.
		{"steel-wardens", "gf-3", "{id: a, unit: militia}", "models: 10, quality: 5, defense: 5, rules: [Oathbound], weapons: [{name: Rifle, count: 10, range: 24, attacks: 1}, {name: Bayonet, count: 10, attacks: 1}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: militia, upgrades: [fowling-pieces, earthworks]}", "models: 10, quality: 5, defense: 5, rules: [Oathbound, Tower Shield], weapons: [{name: Bayonet, count: 10, attacks: 1}, {name: Fowling Piece, count: 10, range: 12, attacks: 1}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: militia, upgrades: [{option: heirloom-rifle, count: 4}]}", "models: 10, quality: 5, defense: 5, rules: [Oathbound], weapons: [{name: Rifle, count: 6, range: 24, attacks: 1, lost: first}, {name: Bayonet, count: 10, attacks: 1}, {name: Heirloom Rifle, count: 4, range: 18, attacks: 1, rules: [Aimed]}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: line-squad, upgrades: [sergeant]}", "models: 10, quality: 4, defense: 4, rules: [Fearless, Volley Drill], weapons: [{name: Rifle, count: 9, range: 24, attacks: 1, lost: first}, {name: Bayonet, count: 9, attacks: 1, lost: first}, {name: Pistol, range: 12, attacks: 1}, {name: Blade, attacks: 2}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: line-squad, upgrades: [sergeant, sergeants-sidearm, sergeants-maul, road-rations]}", "models: 10, quality: 4, defense: 4, rules: [Fearless, Volley Drill, Scout], weapons: [{name: Rifle, count: 9, range: 24, attacks: 1, lost: first}, {name: Bayonet, count: 9, attacks: 1, lost: first}, {name: Sidearm, range: 12, attacks: 1, rules: [AP(4)]}, {name: Maul, attacks: 2, rules: [AP(3)]}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: line-squad, upgrades: [{option: heavy-rifle, count: 2}]}", "models: 10, quality: 4, defense: 4, rules: [Fearless, Volley Drill], weapons: [{name: Rifle, count: 8, range: 24, attacks: 1, lost: first}, {name: Bayonet, count: 10, attacks: 1}, {name: Heavy Rifle, count: 2, range: 24, attacks: 1, rules: [AP(1)]}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: line-squad, upgrades: [drum-slugger, grey-coats]}", "models: 10, quality: 4, defense: 4, rules: [Fearless, Volley Drill, Stealth], weapons: [{name: Rifle, count: 9, range: 24, attacks: 1, lost: first}, {name: Bayonet, count: 10, attacks: 1}, {name: Drum Slugger, range: 18, attacks: 3}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: line-squad, upgrades: [flame-lance]}, {id: b, unit: line-squad, combine: a, upgrades: [flame-lance]}", "models: 20, quality: 4, defense: 4, rules: [Fearless, Volley Drill], weapons: [{name: Rifle, count: 18, range: 24, attacks: 1, lost: first}, {name: Bayonet, count: 20, attacks: 1}, {name: Flame Lance, count: 2, range: 12, attacks: 1, rules: [Blast(3), Reliable]}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: line-squad, upgrades: [sergeant]}, {id: b, unit: line-squad, combine: a}, {id: h, unit: captain, join: a}", "models: 20, quality: 4, defense: 4, rules: [Fearless, Volley Drill], weapons: [{name: Rifle, count: 19, range: 24, attacks: 1, lost: first}, {name: Bayonet, count: 19, attacks: 1, lost: first}, {name: Pistol, range: 12, attacks: 1}, {name: Blade, attacks: 2}], hero: {quality: 4, defense: 4, rules: [Hero, Tough(3), Fearless], weapons: [{name: Service Pistol, range: 12, attacks: 2}, {name: Blade, attacks: 2}]}"},
		{"steel-wardens", "gf-3", "{id: h, unit: captain, upgrades: [trail-bike, plasma-sword]}", "models: 1, quality: 4, defense: 4, rules: [Hero, Tough(6), Fearless, Fast, Impact(1)], weapons: [{name: Service Pistol, range: 12, attacks: 2}, {name: Bike Carbine, range: 18, attacks: 2}, {name: Plasma Sword, attacks: 2, rules: [AP(2), Rending]}]"},
		{"steel-wardens", "gf-3", "{id: h, unit: captain, upgrades: [half-plate, demolition-bag, tower-hound]}", "models: 1, quality: 4, defense: 3, rules: [Hero, Tough(3), Fearless], weapons: [{name: Service Pistol, range: 12, attacks: 2}, {name: Blade, attacks: 2}, {name: Demolition Bag, attacks: 1, rules: [AP(4), Deadly(3), Limited]}, {name: Jaws, attacks: 2}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: breachers}, {id: h, unit: captain, join: a, upgrades: [twin-pistol, duelling-set, company-colours]}", "models: 5, quality: 4, defense: 3, rules: [Fearless, Tower Shield], weapons: [{name: Port Pistol, count: 5, range: 12, attacks: 1, rules: [AP(1)]}, {name: Hatchet, count: 5, attacks: 2}], hero: {quality: 4, defense: 4, rules: [Hero, Tough(3), Fearless, Standard], weapons: [{name: Twin Pistol, range: 12, attacks: 4}, {name: Duelling Set, attacks: 4}]}"},
		{"steel-wardens", "gf-3", "{id: a, unit: breachers, upgrades: [port-guns]}", "models: 5, quality: 4, defense: 3, rules: [Fearless, Tower Shield], weapons: [{name: Port Gun, count: 5, range: 12, attacks: 2, rules: [AP(1)]}, {name: Hatchet, count: 5, attacks: 1}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: breachers, upgrades: [{option: gate-charge, count: 2}]}, {id: b, unit: breachers, combine: a}", "models: 10, quality: 4, defense: 3, rules: [Fearless, Tower Shield], weapons: [{name: Port Pistol, count: 10, range: 12, attacks: 1, rules: [AP(1)]}, {name: Hatchet, count: 10, attacks: 2}, {name: Gate Charge, count: 2, attacks: 1, rules: [AP(4), Deadly(3), Limited]}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: far-sights, upgrades: [needle-gun]}", "models: 5, quality: 4, defense: 5, rules: [Scout, Stealth, Strider, Oathbound], weapons: [{name: Ranging Rifle, count: 4, range: 30, attacks: 1, rules: [AP(1), Aimed], lost: first}, {name: Bayonet, count: 5, attacks: 1}, {name: Needle Gun, range: 30, attacks: 1, rules: [AP(1), Reliable, Takedown]}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: far-sights, upgrades: [{option: flare-tube, count: 2}]}", "models: 5, quality: 4, defense: 5, rules: [Scout, Stealth, Strider, Oathbound], weapons: [{name: Ranging Rifle, count: 5, range: 30, attacks: 1, rules: [AP(1), Aimed]}, {name: Bayonet, count: 5, attacks: 1}, {name: Flare Tube, count: 2, range: 12, attacks: 1, rules: [Blast(3), Limited]}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: iron-guard, upgrades: [gate-axes]}, {id: h, unit: castellan, join: a, upgrades: [tower-hammer]}", "models: 3, quality: 3, defense: 3, rules: [Tough(3), Fearless, Tower Shield], weapons: [{name: Gate Axe, count: 3, attacks: 3, rules: [AP(2)]}], hero: {quality: 3, defense: 3, rules: [Hero, Tough(6), Fearless], weapons: [{name: Wall Carbine, range: 18, attacks: 3, rules: [AP(1)]}, {name: Tower Hammer, attacks: 2, rules: [AP(2), Deadly(3)]}]}"},
		{"steel-wardens", "gf-3", "{id: h, unit: castellan, upgrades: [castle-shield, breaker-axe]}", "models: 1, quality: 3, defense: 2, rules: [Hero, Tough(6), Fearless, Tower Shield], weapons: [{name: Breaker Axe, attacks: 4, rules: [AP(3)]}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: iron-guard, upgrades: [hand-culverin]}", "models: 3, quality: 3, defense: 3, rules: [Tough(3), Fearless], weapons: [{name: Wall Carbine, count: 2, range: 18, attacks: 3, rules: [AP(1)], lost: first}, {name: Iron Fist, count: 3, attacks: 2, rules: [AP(2)]}, {name: Hand Culverin, range: 24, attacks: 1, rules: [AP(1), Blast(3)]}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: iron-guard, upgrades: [siege-plate, arc-lance]}, {id: b, unit: iron-guard, combine: a, upgrades: [siege-plate, arc-lance]}", "models: 6, quality: 3, defense: 2, rules: [Tough(3), Fearless, Slow], weapons: [{name: Wall Carbine, count: 4, range: 18, attacks: 3, rules: [AP(1)], lost: first}, {name: Iron Fist, count: 6, attacks: 2, rules: [AP(2)]}, {name: Arc Lance, count: 2, range: 24, attacks: 1, rules: [AP(4), Deadly(3)]}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: gun-teams, upgrades: [{option: rocket-tube, count: 3}]}", "models: 3, quality: 4, defense: 4, rules: [Tough(3), Oathbound], weapons: [{name: Gunners, count: 3, attacks: 2}, {name: Rocket Tube, count: 3, range: 30, attacks: 1, rules: [AP(2), Deadly(3), Hull-Cracker]}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: gun-teams, upgrades: [trench-mortar]}", "models: 3, quality: 4, defense: 4, rules: [Tough(3), Oathbound], weapons: [{name: Slug Cannon, count: 2, range: 30, attacks: 3, rules: [AP(1)], lost: first}, {name: Gunners, count: 3, attacks: 2}, {name: Trench Mortar, range: 30, attacks: 1, rules: [Blast(3), Indirect]}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: trail-riders, upgrades: [riot-bars, {option: rail-lance, count: 2}]}", "models: 3, quality: 4, defense: 4, rules: [Tough(3), Fast, Impact(2), Oathbound], weapons: [{name: Bike Carbine, count: 3, range: 18, attacks: 2}, {name: Sabre, attacks: 2, lost: first}, {name: Rail Lance, count: 2, attacks: 1, rules: [AP(2), Thrust]}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: tower-hounds, upgrades: [steel-teeth]}", "models: 5, quality: 4, defense: 5, rules: [Fast, Scout, Furious], weapons: [{name: Jaws, count: 5, attacks: 2}, {name: Steel Teeth, count: 5, attacks: 1, rules: [AP(2)]}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: tower-hounds, upgrades: [{option: studded-collar, count: 2}]}", "models: 5, quality: 4, defense: 5, rules: [Fast, Scout, Furious], weapons: [{name: Jaws, count: 5, attacks: 2}, {name: Studded Collar, count: 2, attacks: 1, rules: [AP(1)]}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: rampart-ox, upgrades: [gun-howdah, horn-blades]}", "models: 1, quality: 4, defense: 3, rules: [Tough(12), Fear(2), Impact(6), Oathbound], weapons: [{name: Iron Horns, attacks: 4, rules: [AP(2)]}, {name: Trampling, attacks: 4, rules: [AP(1)]}, {name: Culverin, range: 36, attacks: 1, rules: [AP(1), Blast(3), Indirect]}, {name: Horn Blades, attacks: 2, rules: [AP(2), Rending]}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: sentry-walker, upgrades: [siege-hammers]}", "models: 1, quality: 4, defense: 2, rules: [Tough(6), Fear(1), Oathbound], weapons: [{name: Stamp, attacks: 2, rules: [AP(1)]}, {name: Siege Hammer, count: 2, attacks: 1, rules: [AP(2), Deadly(3)]}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: gatekeeper-walker, upgrades: [rocket-rack, wrist-flamer]}", "models: 1, quality: 3, defense: 2, rules: [Tough(12), Fear(2), Fearless], weapons: [{name: Portcullis Gun, range: 24, attacks: 6, rules: [AP(1)]}, {name: Anvil Fist, attacks: 3, rules: [AP(3)]}, {name: Stamp, attacks: 4, rules: [AP(1)]}, {name: Rocket Rack, range: 30, attacks: 2, rules: [AP(2), Deadly(3), Hull-Cracker]}, {name: Wrist Flamer, range: 12, attacks: 1, rules: [Blast(3), Reliable]}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: apc, upgrades: [side-flamers, hatch-slugger]}", "models: 1, quality: 4, defense: 2, rules: [Tough(9), Impact(6), Transport(22)], weapons: [{name: Ring Slugger, range: 24, attacks: 3}, {name: Side Flamer, count: 2, range: 12, attacks: 1, rules: [Blast(3), Reliable]}, {name: Hatch Slugger, range: 24, attacks: 2, rules: [AP(1)]}]"},
		{"steel-wardens", "gf-3", "{id: a, unit: petrel-gunship, upgrades: [{option: wing-rockets, count: 2}]}", "models: 1, quality: 4, defense: 2, rules: [Aircraft, Tough(6), Oathbound], weapons: [{name: Nose Slugger, range: 24, attacks: 4, rules: [AP(1)]}, {name: Wing Rockets, count: 2, range: 24, attacks: 2, rules: [AP(2), Hull-Cracker]}]"},
		// Brine Choir.
		{"brine-choir", "gf-3", "{id: a, unit: spawnlings, upgrades: [thick-film]}, {id: h, unit: tidesinger, join: a, upgrades: [crab-palanquin, barbed-lash]}", "models: 10, quality: 5, defense: 6, rules: [Strider, Drawn by the Song, Regrow], weapons: [{name: Nippers, count: 10, attacks: 2}], hero: {quality: 4, defense: 5, rules: [Hero, Tough(6), Caster(2), Drawn by the Song, Impact(1)], weapons: [{name: Bearer Pincers, attacks: 3}, {name: Barbed Lash, attacks: 3, rules: [AP(1), Venom]}]}"},
		{"brine-choir", "gf-3", "{id: a, unit: needlebacks, upgrades: [{option: harpoon-fish, count: 3}]}", "models: 10, quality: 5, defense: 5, rules: [Strider, Drawn by the Song], weapons: [{name: Needle Spray, count: 7, range: 12, attacks: 1, rules: [AP(1)], lost: first}, {name: Nippers, count: 10, attacks: 1}, {name: Harpoon Fish, count: 3, range: 18, attacks: 1, rules: [AP(3)]}]"},
		{"brine-choir", "gf-3", "{id: a, unit: pincer-guard, upgrades: [{option: snap-claw, count: 5}]}, {id: b, unit: pincer-guard, combine: a, upgrades: [{option: snap-claw, count: 5}]}, {id: h, unit: shell-regent, join: a, upgrades: [anchor-claw, coral-mantle]}", "models: 10, quality: 4, defense: 3, rules: [Closed Shell, Drawn by the Song], weapons: [{name: Pincer, count: 10, attacks: 1, rules: [AP(1)]}, {name: Snap Claw, count: 10, range: 6, attacks: 1, rules: [AP(2)]}], hero: {quality: 3, defense: 2, rules: [Hero, Tough(6), Closed Shell, Drawn by the Song], weapons: [{name: Anchor Claw, attacks: 4, rules: [AP(3)]}]}"},
		{"brine-choir", "gf-3", "{id: a, unit: wreck-divers, upgrades: [{option: chain-net, count: 2}]}", "models: 5, quality: 4, defense: 5, rules: [Ambush, Strider, Ebb, Drawn by the Song], weapons: [{name: Rust Hook, count: 3, attacks: 2, rules: [Rending], lost: first}, {name: Chain Net, count: 2, attacks: 1, rules: [Blast(3)]}]"},
		{"brine-choir", "gf-3", "{id: a, unit: spitters, upgrades: [{option: acid-spitter, count: 3}, hard-roots]}", "models: 3, quality: 5, defense: 3, rules: [Tough(3), Regrow, Drawn by the Song, Immobile], weapons: [{name: Feelers, count: 3, attacks: 2}, {name: Acid Spitter, count: 3, range: 18, attacks: 2, rules: [AP(1), Bane]}]"},
		{"brine-choir", "gf-3", "{id: a, unit: eel-riders, upgrades: [shark-saw]}", "models: 3, quality: 4, defense: 4, rules: [Tough(3), Fast, Strider, Impact(1), Drawn by the Song], weapons: [{name: Bone Lance, count: 2, attacks: 2, rules: [AP(1), Thrust], lost: first}, {name: Eel Bite, count: 3, attacks: 1, rules: [Venom]}, {name: Shark Saw, attacks: 3, rules: [Rending]}]"},
		// Lantern Fleet.
		{"lantern-fleet", "gf-2.16", "{id: a, unit: deckhands, upgrades: [flares-and-hooks, hearth-sworn]}, {id: b, unit: deckhands, combine: a, upgrades: [flares-and-hooks, hearth-sworn]}, {id: h, unit: bosun, join: b, upgrades: [hull-crawler, deep-suit]}", "models: 20, quality: 5, defense: 5, rules: [Strider, Fearless], weapons: [{name: Flare Pistol, count: 20, range: 12, attacks: 1}, {name: Boathook, count: 20, attacks: 2}], hero: {quality: 4, defense: 3, rules: [Hero, Tough(6), Fast, Impact(1)], weapons: [{name: Flare Pistol, range: 12, attacks: 1}, {name: Boarding Axe, attacks: 3}, {name: Swivel Gun, range: 24, attacks: 3}]}"},
		{"lantern-fleet", "gf-2.7", "{id: a, unit: salvagers, upgrades: [{option: hull-cutter, count: 2}]}", "models: 5, quality: 4, defense: 4, rules: [Strider, Salvage Eye], weapons: [{name: Rivet Gun, count: 3, range: 18, attacks: 1, lost: first}, {name: Boarding Axe, count: 5, attacks: 2}, {name: Hull Cutter, count: 2, range: 12, attacks: 1, rules: [AP(4), Deadly(3)]}]"},
		{"lantern-fleet", "gf-2.16", "{id: a, unit: lamp-marksmen, upgrades: [{option: whaling-rifle, count: 2}]}", "models: 5, quality: 4, defense: 5, rules: [Scout, Stealth], weapons: [{name: Long Carbine, count: 3, range: 30, attacks: 1, lost: first}, {name: Gutting Knife, count: 5, attacks: 1}, {name: Whaling Rifle, count: 2, range: 30, attacks: 1, rules: [AP(1), Sniper]}]"},
		{"lantern-fleet", "gf-2.7", "{id: a, unit: skiff-riders, upgrades: [ghost-sails, skiff-cutter]}", "models: 3, quality: 4, defense: 4, rules: [Fast, Flying, Impact(1), Stealth], weapons: [{name: Skiff Gun, count: 2, range: 18, attacks: 2, lost: first}, {name: Boarding Axe, count: 3, attacks: 2}, {name: Skiff Cutter, range: 12, attacks: 1, rules: [AP(4), Deadly(3)]}]"},
		{"lantern-fleet", "gf-2.16", "{id: a, unit: salvagers}, {id: h, unit: wickseer, join: a, upgrades: [bright-wick, burning-staff]}", "models: 5, quality: 4, defense: 4, rules: [Strider, Salvage Eye], weapons: [{name: Rivet Gun, count: 5, range: 18, attacks: 1}, {name: Boarding Axe, count: 5, attacks: 2}], hero: {quality: 4, defense: 5, rules: [Hero, Tough(3), Psychic(2)], weapons: [{name: Flare Pistol, range: 12, attacks: 1}, {name: Burning Staff, range: 12, attacks: 6}, {name: Lamp Staff, attacks: 1}]}"},
		{"lantern-fleet", "gf-2.7", "{id: a, unit: loader, upgrades: [deck-harpoon, wreck-dancers]}", "models: 1, quality: 4, defense: 2, rules: [Tough(6), Winch, Furious, Strider], weapons: [{name: Cargo Claw, attacks: 2, rules: [AP(2)]}, {name: Steel Feet, attacks: 2}, {name: Harpoon Gun, range: 36, attacks: 1, rules: [AP(2), Deadly(3)]}]"},
	} {
		book, err := library.Book(c.book, c.system, schema.FilePath{})
		if err != nil {
			t.Fatal(err)
		}
		compareWithHand(t, book, c.system, c.units, c.side)
	}
}

// The same of units of real army books, which are figures and names only.
func TestPreviewsOfRealBooksAreDuelsWrittenByHand(t *testing.T) {
	for _, c := range []struct{ file, system, units, side string }{
		{"gf-3.5/battle-brothers", "gf-3", "{id: a, unit: veteran-assault-brothers}", "models: 3, quality: 3, defense: 3, rules: [Battleborn, Fearless, Versatile Attack, Shielded], weapons: [{name: Heavy Pistol, count: 3, range: 12, attacks: 1, rules: [AP(1)]}, {name: Bash, count: 3, attacks: 1}]"},
		{"gf-3.5/battle-brothers", "gf-3", "{id: a, unit: veteran-assault-brothers}, {id: b, unit: veteran-assault-brothers, combine: a}", "models: 6, quality: 3, defense: 3, rules: [Battleborn, Fearless, Versatile Attack, Shielded], weapons: [{name: Heavy Pistol, count: 6, range: 12, attacks: 1, rules: [AP(1)]}, {name: Bash, count: 6, attacks: 1}]"},
		{"gf-3.5/battle-brothers", "gf-3", "{id: a, unit: veteran-assault-brothers, upgrades: [{option: dual-energy-claws, count: 3}]}", "models: 3, quality: 3, defense: 3, rules: [Battleborn, Fearless, Versatile Attack], weapons: [{name: Dual Energy Claws, count: 3, attacks: 4, rules: [Rending]}]"},
		{"gf-3.5/battle-brothers", "gf-3", "{id: a, unit: veteran-assault-brothers, upgrades: [{option: plasma-pistol, count: 2}]}", "models: 3, quality: 3, defense: 3, rules: [Battleborn, Fearless, Versatile Attack, Shielded], weapons: [{name: Heavy Pistol, count: 1, range: 12, attacks: 1, rules: [AP(1)], lost: first}, {name: Bash, count: 3, attacks: 1}, {name: Plasma Pistol, count: 2, range: 12, attacks: 1, rules: [AP(4)]}]"},
	} {
		compareWithHand(t, importedBook(t, schematest.RealBooks(t, c.file+".json")[0]), c.system, c.units, c.side)
	}
}

// The same of our own book, as Army Forge has it.
func TestPreviewsOfInventedBookAreDuelsWrittenByHand(t *testing.T) {
	book := importedBook(t, "../../../armyforge/testdata/ember-tide.json")
	for _, c := range []struct{ units, side string }{
		{"{id: a, unit: ember-divers, upgrades: [flare-thrower, {option: cutlass, count: 5}]}", "models: 5, quality: 4, defense: 4, rules: [Salt Hide], weapons: [{name: Rivet Gun, count: 4, range: 24, attacks: 1, lost: first}, {name: Flare Thrower, range: 12, attacks: 3, rules: [Wet Powder]}, {name: Cutlass, count: 5, attacks: 2}]"},
		{"{id: a, unit: ember-divers, upgrades: [stealth, ice-saw]}, {id: h, unit: vent-captain, join: a, upgrades: [anchor, bellows]}", "models: 5, quality: 4, defense: 4, rules: [Salt Hide, Stealth], weapons: [{name: Rivet Gun, count: 5, range: 24, attacks: 1}, {name: Knife, count: 4, attacks: 1, lost: first}, {name: Ice Saw, attacks: 3, rules: [Shatterglass]}], hero: {quality: 3, defense: 4, rules: [Hero, Tough(3), Deep Calm, Bellows], weapons: [{name: Anchor, attacks: 4, rules: [Cinder Edge]}]}"},
		{"{id: a, unit: kiln-tenders, upgrades: [pick]}, {id: b, unit: kiln-tenders, combine: a, upgrades: [pick]}", "models: 6, quality: 4, defense: 3, rules: [Tough(3), Braced, Crust(3)], weapons: [{name: Tongs, count: 12, attacks: 1}, {name: Pick, count: 6, attacks: 2, rules: [AP(2)]}]"},
		{"{id: a, unit: trench-crawler, upgrades: [crab-claw, cable-winch, rib-plates, red-lens]}", "models: 1, quality: 4, defense: 2, rules: [Tough(12), Fearless, Slag Mend, Ember Sight], weapons: [{name: Twin Drill, attacks: 4, rules: [AP(3), Kiln Breaker]}, {name: Lamp Cannon, range: 30, attacks: 1, rules: [Blast(3)]}, {name: Crab Claw, attacks: 6, rules: [AP(1)]}, {name: Tow Hook, attacks: 2, rules: [AP(1)]}]"},
		{"{id: h, unit: vent-captain, upgrades: [diving-bell, harpoon, boiling-blood]}", "models: 1, quality: 3, defense: 2, rules: [Hero, Tough(3), Deep Calm, Boiling Blood], weapons: [{name: Boarding Axe, attacks: 2}, {name: Harpoon, range: 24, attacks: 1, rules: [AP(2), Reef Hunter]}]"},
	} {
		compareWithHand(t, book, "gf-3", c.units, c.side)
	}
}

// importedBook imports an army book of Army Forge.
func importedBook(t *testing.T, file string) *catalog.Book {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	source, err := armyforge.Open(file, text)
	if err != nil {
		t.Fatal(err)
	}
	imported, err := source.ImportBook("", nil)
	if err != nil {
		t.Fatal(err)
	}
	book, err := catalog.Read(imported.ID+".yaml", imported.YAML)
	if err != nil {
		t.Fatal(err)
	}
	return book
}

// armyOf builds a list of a book.
func armyOf(t *testing.T, book *catalog.Book, list string) *gf.Army {
	t.Helper()
	document, err := schema.Read("list.yaml", []byte(list), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	l, err := gf.ReadList(document, nil)
	if err != nil {
		t.Fatal(err)
	}
	return gf.BuildWithBooks(l, []*catalog.Book{book})
}

// compareWithHand has a unit shoot, charge, be shot at and be charged, once as
// its list's preview and once as the duel written by hand.
func compareWithHand(t *testing.T, book *catalog.Book, system, units, side string) {
	t.Helper()
	army := armyOf(t, book, "muster: list/1\nsystem: "+system+"\nbook: "+book.ID+"\nunits: ["+units+"]\n")
	if !army.Legal() && strings.Contains(fmt.Sprint(army.Findings), "upgrade/") {
		t.Errorf("%s: %v", units, army.Findings)
	}
	unit := preview.NewCombatant(army, army.Groups[0])
	set := book.RuleSet(army.Game)
	const foe = "models: 6, quality: 3, defense: 4, weapons: [{name: Axe, count: 6, attacks: 2, rules: [AP(1)]}, {name: Gun, count: 6, range: 24, attacks: 1}]"
	for _, scenario := range []string{"mode: melee", "mode: shooting, distance: 12", "mode: shooting, distance: 6, cover: true, moved: true"} {
		for _, sides := range [][2]string{{side, foe}, {foe, side}} {
			text := fmt.Sprintf("muster: duel/1\nsystem: %s\nscenario: {%s}\nattacker: {%s}\ntarget: {%s}\n", system, scenario, sides[0], sides[1])
			document, err := schema.Read("duel.yaml", []byte(text), "duel/1")
			if err != nil {
				t.Fatal(err)
			}
			var byHand combat.Duel
			if byHand, err = combat.Read(document, nil); err != nil {
				t.Fatal(err)
			}
			enemy := preview.Combatant{ID: "foe", Points: 100}
			attacker, target := &unit, &enemy
			if sides[0] == side {
				byHand.Attacker.RuleSet, enemy.Side = set, byHand.Target
			} else {
				attacker, target = &enemy, &unit
				byHand.Target.RuleSet, enemy.Side = set, byHand.Attacker
			}
			want, err := combat.Resolve(byHand)
			if err != nil {
				t.Fatal(err)
			}
			got, err := preview.PreviewAttack(army.Game, attacker, target, byHand.Scenario)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got.Result, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s, %s, attacked by %t (-by hand +list)\n%s", units, scenario, sides[1] == side, diff)
			}
		}
	}
}

// Who falls takes along what he carried: a squad whose last models have fists
// strikes back with the fists and with what those left have. By the formula of
// duel files, which know no models, each weapon would be carried to the last.
func TestTheFallenTakeTheirWeapons(t *testing.T) {
	for _, c := range []struct {
		models, fists                int
		blade, fist                  string // attacks of each, and rules
		foe                          string
		wounds, carried, wins, keeps float64 // caused by the squad, and how often it wins: as it is, by the formula
	}{
		{5, 1, "attacks: 2", "attacks: 2, rules: [AP(4)]", "models: 5, quality: 3, defense: 4, weapons: [{name: Axe, count: 5, attacks: 2}]", 1.52, 2.01, 0.19, 0.28},
		{10, 3, "attacks: 1", "attacks: 2, rules: [AP(1)]", "models: 5, quality: 3, defense: 2, weapons: [{name: Axe, count: 5, attacks: 2, rules: [AP(2)]}]", 1.45, 1.76, 0.02, 0.04},
		{3, 1, "attacks: 3", "attacks: 3, rules: [AP(4)]", "models: 5, quality: 3, defense: 4, weapons: [{name: Axe, count: 5, attacks: 2}]", 0.62, 0.89, 0.12, 0.21},
	} {
		source := fmt.Sprintf(`{muster: book/1, id: b, system: gf-3, name: B, units: [{id: u, name: U, size: %d, quality: 3, defense: 4, cost: 100,
  weapons: [{name: CCW, count: %d, %s}], upgrades: [fists]}],
  upgrades: [{id: fists, sections: [{label: Replace any CCW, kind: replace, affects: any, targets: [CCW], options: [{id: fist, name: Fist, cost: 5, weapons: [{name: Fist, %s}]}]}]}]}`,
			c.models, c.models, c.blade, c.fist)
		book, err := catalog.Read("b.yaml", []byte(source))
		if err != nil {
			t.Fatal(err)
		}
		army := armyOf(t, book, fmt.Sprintf("{muster: list/1, system: gf-3, book: b, units: [{id: u, unit: u, upgrades: [{option: fist, count: %d}]}]}", c.fists))
		duel, err := schema.Read("duel.yaml", fmt.Appendf(nil, "muster: duel/1\nsystem: gf-3\nscenario: {mode: melee}\nattacker: {%s}\ntarget: {models: %d, quality: 3, defense: 4, weapons: [{name: CCW, count: %d, %s}, {name: Fist, count: %d, %s}]}\n",
			c.foe, c.models, c.models-c.fists, c.blade, c.fists, c.fist), "duel/1")
		if err != nil {
			t.Fatal(err)
		}
		formula, err := combat.Read(duel, nil)
		if err != nil {
			t.Fatal(err)
		}
		unit := preview.NewCombatant(army, army.Groups[0])
		got, err := preview.PreviewAttack(army.Game, &preview.Combatant{ID: "foe", Points: 100, Side: formula.Attacker}, &unit, formula.Scenario)
		if err != nil {
			t.Fatal(err)
		}
		kept, err := combat.Resolve(formula)
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("%.2f, wins %.2f; by the formula %.2f, wins %.2f", c.wounds, c.wins, c.carried, c.keeps)
		if figures := fmt.Sprintf("%.2f, wins %.2f; by the formula %.2f, wins %.2f", got.Result.Attacker.Wounds.Mean, got.Result.Target.Wins, kept.Attacker.Wounds.Mean, kept.Target.Wins); figures != want {
			t.Errorf("%d models with %d fists strike back for %s; should be %s", c.models, c.fists, figures, want)
		}
	}
}
