package fad

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"muster/builder/finding"
	"muster/schema"
	"muster/schema/files"
)

// list reads a list from the text below its first two lines.
func list(t testing.TB, text string) *List {
	t.Helper()
	l, err := readList("list.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func readList(file, text string) (*List, error) {
	folder := files.NewMemory(map[string]string{
		file:        "muster: list/1\nsystem: fad\n" + text,
		"ours.yaml": "muster: armoury/1\nname: House\nbasic-weapons: [{id: needler, name: Needler, range: 3, damage: 1, points: 7}]\n",
		"notes.txt": "secret: [none of muster's business\n",
	})
	d, err := schema.ReadFile(folder, file, "list/1")
	if err != nil {
		return nil, err
	}
	return Read(d, nil)
}

// units writes a list of units in brackets, each with Quality and Resolve.
func units(all ...string) string {
	text := "units:\n"
	for i, u := range all {
		for _, field := range []struct{ key, value string }{
			{"id: ", fmt.Sprintf("id: u%d", i+1)}, {"quality: ", "quality: regular"}, {"resolve: ", "resolve: steady"},
		} {
			if !strings.Contains(u, field.key) {
				u = field.value + ", " + u
			}
		}
		text += "  - {" + u + "}\n"
	}
	return text
}

// codes lists what was found as "error points/over".
func codes(found []finding.Finding) []string {
	all := []string{}
	for _, f := range found {
		all = append(all, string(f.Severity)+" "+f.Code)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

const (
	squad     = "kind: infantry, figures: [{count: 5, weapon: assault-rifle}]"
	team      = "kind: heavy-weapons, heavy: heavy-mg, figures: [{count: 3, weapon: pistol}]"
	officer   = "kind: character, weapon: pistol, specialisation: infantry"
	tracked   = "kind: vehicle, movement: tracked, armour: {front: 6, side: 5, rear: 4}, crew: 1"
	tank      = tracked + ", weapons: [heavy-mg]"
	carrier   = tracked + ", weapons: [heavy-mg], capacity: 8"
	seer      = "kind: psionic, powers: [harm, shield, terror]"
	artillery = "kind: artillery, figures: [{count: 3, weapon: pistol}]"
)

func withFields(unit, more string) string { return unit + ", " + more }

func TestEveryRestriction(t *testing.T) {
	for _, c := range []struct {
		name string
		text string
		want []string // severity and code; none is a legal list without remarks
	}{
		// Traits.
		{"an infantry trait on infantry", units(withFields(squad, "traits: [brave]")), nil},
		{"an infantry trait on artillery", units(withFields(artillery, "heavy: mortar-light, traits: [brave]")), nil},
		{"an infantry trait on a vehicle", units(withFields(tank, "traits: [brave]")), []string{"error trait/kind"}},
		{"a vehicle trait on a vehicle", units(withFields(tank, "traits: [smoke]")), nil},
		{"a vehicle trait on infantry", units(withFields(squad, "traits: [smoke]")), []string{"error trait/kind"}},
		{"a trait that both tables have", units(withFields(squad, "traits: [stealth]"), withFields(tank, "traits: [stealth]")), nil},
		{"a trait twice", units(withFields(squad, "traits: [brave, brave]")), []string{"error trait/exclusive"}},
		{"linked weapons twice", units("kind: vehicle, movement: walk, armour: {front: 4, side: 4, rear: 4}, weapons: [saw, saw], traits: [{trait: linked-weapons, weapons: [1]}, {trait: linked-weapons, weapons: [2]}]"), nil},
		{"linked weapons twice for one weapon", units(tracked + ", weapons: [saw], traits: [{trait: linked-weapons, weapons: [1]}, {trait: linked-weapons, weapons: [1]}]"), []string{"error trait/weapons"}},
		{"linked weapons more often than weapons", units(tracked + ", weapons: [saw], traits: [linked-weapons, linked-weapons]"), []string{"error trait/weapons"}},
		{"zombies of steady resolve", units(withFields(squad, "traits: [zombie]")), nil},
		{"zombies are fanatic", units(withFields(squad, "resolve: uncertain, traits: [zombie]")), []string{"error trait/resolve"}},
		{"zombies buying relentless", units(withFields(squad, "traits: [relentless, zombie]")), []string{"note trait/exclusive"}},
		{"a hive mind's controller is fanatic", units(withFields(squad, "resolve: determined, traits: [hive-mind-controller]")), []string{"error trait/resolve"}},
		{"droids of regular quality", units(withFields(squad, "traits: [droids-self-less]"), withFields(squad, "traits: [droids-self-preserving]")), nil},
		{"elite droids, self-less", units(withFields(squad, "quality: elite, traits: [droids-self-less]")), []string{"error trait/quality"}},
		{"elite droids, self-preserving", units(withFields(squad, "quality: elite, traits: [droids-self-preserving]")), []string{"error trait/quality"}},
		{"self-less droids buying relentless", units(withFields(squad, "traits: [droids-self-less, relentless]")), []string{"note trait/exclusive"}},
		{"self-preserving droids buying relentless", units(withFields(squad, "traits: [droids-self-preserving, relentless]")), nil},
		{"fanatics of steady resolve", units(withFields(squad, "traits: [fanatic]")), nil},
		{"determined fanatics", units(withFields(squad, "resolve: determined, traits: [fanatic]")), []string{"error trait/resolve"}},
		{"a determined AI", units("resolve: determined, kind: vehicle, movement: walk, armour: {front: 4, side: 4, rear: 4}, traits: [ai-controlled]"), []string{"error trait/resolve"}},
		{"a steady AI", units("kind: vehicle, movement: walk, armour: {front: 4, side: 4, rear: 4}, weapons: [saw, saw], traits: [ai-controlled]"), nil},
		{"a hero", units(withFields(officer, "traits: [hero]"), withFields(seer, "traits: [hero]")), nil},
		{"a squad of heroes", units(withFields(squad, "traits: [hero]")), []string{"error trait/kind"}},
		{"a legend", units(withFields(officer, "traits: [legend]")), nil},
		{"a legendary sniper", units("kind: sniper, traits: [legend]"), []string{"error trait/kind"}},
		{"a legend buying villain", units(withFields(officer, "traits: [legend, villain]")), []string{"note trait/exclusive"}},
		{"a villain in a team of one", units("kind: heavy-weapons, heavy: heavy-mg, figures: [{weapon: pistol}], traits: [villain]"), nil},
		{"a villain in a team of three", units(withFields(team, "traits: [villain]")), []string{"error trait/single"}},
		{"an HQ sniper", units("kind: sniper, traits: [hq]"), nil},
		{"an HQ squad", units(withFields(squad, "traits: [hq]")), []string{"error trait/single"}},
		{"a huge squad", units(withFields(squad, "traits: [huge]")), nil},
		{"a huge sniper", units("kind: sniper, traits: [huge]"), []string{"error trait/kind"}},
		{"a huge team", units(withFields(team, "traits: [huge]")), []string{"error trait/kind"}},
		{"a bestowed trait", units(withFields(officer, "traits: [{trait: bestow-trait, gives: brave}]")), nil},
		{"a bestowed trait by a psionic", units(withFields(seer, "traits: [{trait: bestow-trait, gives: brave}]")), []string{"error trait/kind"}},
		{"a bestowed trait without a name", units(withFields(officer, "traits: [bestow-trait]")), []string{"error trait/unknown"}},
		{"a bestowed trait that is none", units(withFields(officer, "traits: [{trait: bestow-trait, gives: bravery}]")), []string{"error trait/unknown"}},
		{"a bestowed trait of vehicles", units(withFields(officer, "traits: [{trait: bestow-trait, gives: smoke}]")), []string{"error trait/kind"}},
		{"a bestowed trait of single figures", units(withFields(officer, "traits: [{trait: bestow-trait, gives: villain}]")), []string{"error trait/kind"}},
		{"a bestowed trait of characters", units(withFields(officer, "traits: [{trait: bestow-trait, gives: hero}]")), []string{"error trait/kind"}},
		{"bestowing to bestow", units(withFields(officer, "traits: [{trait: bestow-trait, gives: bestow-trait}]")), []string{"error trait/kind"}},
		{"bestowing what squads and others may have", units(withFields(officer, "traits: [{trait: bestow-trait, gives: huge}]")), nil},
		{"a character without a branch", units("kind: character, weapon: pistol"), []string{"note character/branch"}},
		{"a figure with one personality", units("kind: infantry, figures: [{count: 2, weapon: smg, personalities: [medic]}]"), nil},
		{"a figure with two personalities", units("kind: infantry, figures: [{count: 1, weapon: smg, personalities: [medic, lucky]}]"), []string{"error personality/count"}},
		{"an officer with two personalities", units(withFields(officer, "personalities: [medic, lucky]")), []string{"error personality/count"}},
		{"a crew with a support weapon", units("kind: heavy-weapons, heavy: heavy-mg, figures: [{count: 2, weapon: pistol}, {count: 1, weapon: saw}]"), []string{"error weapon/heavy"}},
		{"a crew with a second heavy weapon", units("kind: artillery, heavy: mortar-light, figures: [{count: 2, weapon: heavy-mg}]"), []string{"error weapon/heavy"}},
		{"a squad on recon", units(withFields(squad, "recon: true")), nil},
		{"a team on recon", units(withFields(team, "recon: true")), []string{"error recon/unit"}},
		{"rabble on recon", units(withFields(squad, "quality: rabble, recon: true")), []string{"error recon/unit"}},
		{"zombies on recon", units(withFields(squad, "traits: [zombie], recon: true")), []string{"error recon/unit"}},
		{"two squads of one platoon on recon", units(withFields(squad, "recon: true"), withFields(squad, "recon: true")), []string{"error recon/unit"}},
		{"two squads of two platoons on recon", units(withFields(squad, "recon: true"), withFields(squad, "recon: true"), squad, squad, squad), nil},
		{"a sniper in a command squad", "platoons: [{command: [u3, u4], squads: [u1, u2]}]\n" + units(squad, squad, "kind: infantry, figures: [{count: 3, weapon: smg}]", "kind: sniper"), []string{"error platoon/command"}},
		{"a gift from a trait that gives none", units(withFields(officer, "traits: [{trait: brave, gives: fast}]")), []string{"error trait/kind"}},
		{"a grav mount with a heavy weapon", units(withFields(team, "traits: [grav-mount]")), nil},
		{"a grav mount without", units(withFields(squad, "traits: [grav-mount]")), []string{"note trait/weapons"}},
		{"one resilience", units(withFields(squad, "traits: [resilient-2]")), nil},
		{"two resiliences", units(withFields(squad, "traits: [resilient-2, resilient-3]")), []string{"error trait/exclusive"}},
		{"one command vehicle", units(withFields(tank, "traits: [command-vehicle]")), nil},
		{"two command vehicles", units(withFields(tank, "traits: [command-vehicle]"), withFields(tank, "traits: [command-vehicle]")), []string{"error trait/exclusive"}},
		{"a command vehicle and an HQ", units(withFields(tank, "traits: [command-vehicle]"), withFields(officer, "traits: [hq]")), []string{"error trait/exclusive"}},
		{"jump jets on a walker", units("kind: vehicle, movement: walk, armour: {front: 4, side: 4, rear: 4}, crew: 1, traits: [jump-jets]"), nil},
		{"jump jets on tracks", units(withFields(tank, "traits: [jump-jets]")), []string{"error trait/movement"}},
		{"a close-in system", units(withFields(tank, "traits: [close-in-defense-system]")), nil},
		{"a close-in system and a bare rear", units("kind: vehicle, movement: walk, armour: {front: 4, side: 4, rear: 3}, crew: 1, traits: [close-in-defense-system]"), []string{"error trait/armour"}},
		{"alternate fire of two", units(tracked + ", weapons: [saw, heavy-mg], traits: [{trait: alternate-fire-weapons-2, weapons: [1, 2]}]"), nil},
		{"alternate fire of two with one weapon", units(withFields(tank, "traits: [alternate-fire-weapons-2]")), []string{"error trait/weapons"}},
		{"alternate fire of a weapon that is not there", units(tracked + ", weapons: [saw, heavy-mg], traits: [{trait: alternate-fire-weapons-2, weapons: [1, 3]}]"), []string{"error trait/weapons", "note vehicle/crew"}},
		{"alternate fire of one weapon twice", units(tracked + ", weapons: [saw, heavy-mg], traits: [{trait: alternate-fire-weapons-2, weapons: [1, 1]}]"), []string{"error trait/weapons", "note vehicle/crew"}},
		{"a fixed mount", units(withFields(tank, "traits: [fixed-mount-1]")), nil},
		{"three fixed mounts with one weapon", units(withFields(tank, "traits: [fixed-mount-3]")), []string{"error trait/weapons"}},
		{"weapons for a trait that touches none", units(withFields(tank, "traits: [{trait: smoke, weapons: [1]}]")), []string{"error trait/weapons"}},
		{"fast and slow", units(withFields(squad, "traits: [fast, slow]")), []string{"note trait/exclusive"}},
		{"fast and swift", units(withFields(squad, "traits: [swift, fast]")), []string{"note trait/exclusive"}},
		{"brave and shaky", units(withFields(squad, "traits: [brave, shaky]")), []string{"note trait/exclusive"}},
		{"tough and frail", units(withFields(squad, "traits: [frail, tough]")), []string{"note trait/exclusive"}},
		{"weak assault troops", units(withFields(squad, "traits: [weak, assault-troops]")), []string{"note trait/exclusive"}},
		{"weak shock troops", units(withFields(squad, "traits: [shock-troops, weak]")), []string{"note trait/exclusive"}},
		{"assault troops and shock troops", units(withFields(squad, "traits: [assault-troops, shock-troops]")), nil},
		{"a fast vehicle, under-powered", units(withFields(tank, "traits: [fast, under-powered]")), []string{"note trait/exclusive"}},
		{"a supercharged slow vehicle", units(withFields(tank, "traits: [supercharged, slow]")), []string{"note trait/exclusive"}},
		{"a hive without a controller", units(withFields(squad, "traits: [hive-mind-unit]")), []string{"note trait/partner"}},
		{"a hive with its controller", units(withFields(squad, "traits: [hive-mind-unit]"), withFields(officer, "traits: [hive-mind-controller]")), nil},
		{"mechanized without a partner", units(withFields(squad, "traits: [mechanized]"), carrier), []string{"note trait/partner"}},
		{"mechanized with its carrier", units(withFields(squad, "traits: [mechanized], partner: u2"), carrier), nil},
		{"mechanized and riding in it", units(withFields(squad, "traits: [mechanized], partner: u2, in: u2"), carrier), nil},
		{"mechanized beside an officer in the crew", units(withFields(squad, "traits: [mechanized], partner: u4"), withFields(officer, "in: u4"), withFields(team, "in: u4"), carrier), nil},
		{"mechanized beside an officer who takes a place", units(withFields(squad, "traits: [mechanized], partner: u5"), withFields(officer, "in: u5"), withFields(team, "in: u5"), withFields(officer, "in: u5"), carrier), []string{"note trait/partner"}},
		{"a vehicle of fire teams", units(withFields(tank, "traits: [fire-team]")), []string{"error trait/kind"}},
		{"a squad that thinks it is a command vehicle", units(withFields(squad, "traits: [command-vehicle]"), withFields(officer, "traits: [hq]")), []string{"error trait/kind"}},
		{"mechanized with a tank", units(withFields(squad, "traits: [mechanized], partner: u2"), tank), []string{"note trait/partner"}},
		{"mechanized with a squad", units(withFields(squad, "traits: [mechanized], partner: u2"), squad), []string{"note trait/partner"}},
		{"a fire team alone", units(withFields(squad, "traits: [fire-team]")), []string{"note trait/partner"}},
		{"two fire teams", units(withFields(squad, "traits: [fire-team], partner: u2"), withFields(squad, "traits: [fire-team]")), nil},
		{"a fire team with a plain squad", units(withFields(squad, "traits: [fire-team], partner: u2"), squad), []string{"note trait/partner"}},
		{"a partner above", units(withFields(squad, "traits: [fire-team]"), withFields(squad, "traits: [fire-team], partner: u1")), nil},
		{"its own partner", units(withFields(squad, "traits: [fire-team], partner: u1")), []string{"error unit/unknown", "note trait/partner"}},
		{"an unknown partner", units(withFields(squad, "traits: [fire-team], partner: u9")), []string{"error unit/unknown"}},
		{"an unknown trait", units(withFields(squad, "traits: [brav]")), []string{"error trait/unknown"}},

		// Weapons and armour.
		{"an unknown weapon", units("kind: infantry, figures: [{count: 5, weapon: sav}]"), []string{"error weapon/unknown"}},
		{"an unknown armour", units(withFields(squad, "armour: ligt")), []string{"error armour/unknown"}},
		{"a linked weapon in light armour", units("kind: infantry, figures: [{count: 5, weapon: saw-linked}]"), []string{"error weapon/power-armour", "note weapon/support"}},
		{"a linked weapon in battle dress", units("kind: infantry, armour: battle-dress, figures: [{count: 5, weapon: gauss-rifle-linked}]"), []string{"error weapon/power-armour"}},
		{"a linked weapon in power armour", units("kind: infantry, armour: lt-power, figures: [{count: 5, weapon: gauss-rifle-linked}]"), nil},
		{"a linked weapon on a vehicle", units(tracked + ", weapons: [assault-rifle-linked]"), nil},
		{"a suit's missiles in power armour", units("kind: infantry, armour: hvy-power, figures: [{count: 2, weapon: missile-launcher-power-armour}]"), nil},
		{"nine SAWs", units("kind: infantry, figures: [{count: 9, weapon: saw}, {weapon: smg}]"), []string{"note weapon/support"}},
		{"two gunners of three", units("kind: infantry, figures: [{count: 2, weapon: saw}, {weapon: smg}]"), nil},
		{"a suit's missiles in heavy armour", units("kind: infantry, armour: heavy, figures: [{count: 2, weapon: missile-launcher-power-armour}]"), []string{"error weapon/power-armour"}},
		{"a suit's missiles on a vehicle", units(tracked + ", weapons: [missile-launcher-power-armour]"), []string{"error weapon/power-armour"}},
		{"a heavy weapon in a squad", units("kind: infantry, figures: [{count: 5, weapon: general-purpose-mg}]"), []string{"error weapon/heavy"}},
		{"a heavy weapon in power armour", units("kind: infantry, armour: lt-power, figures: [{count: 5, weapon: general-purpose-mg}]"), nil},
		{"a heavy MG in power armour", units("kind: infantry, armour: lt-power, figures: [{count: 5, weapon: heavy-mg}]"), []string{"error weapon/heavy"}},
		{"a huge squad's heavy MG", units("kind: infantry, figures: [{count: 5, weapon: heavy-mg}], traits: [huge]"), nil},
		{"a rifle on a vehicle", units(tracked + ", weapons: [assault-rifle]"), []string{"error weapon/heavy"}},
		{"a shotgun on a vehicle", units(tracked + ", weapons: [shotgun]"), nil},
		{"a team serving a rifle", units("kind: heavy-weapons, heavy: assault-rifle, figures: [{weapon: pistol}]"), []string{"error weapon/heavy"}},
		{"artillery with a mortar", units(withFields(artillery, "heavy: mortar-light")), nil},
		{"artillery with missiles", units(withFields(artillery, "heavy: missile-launcher")), nil},
		{"artillery with a rail gun", units(withFields(artillery, "heavy: rail-gun-light")), []string{"error weapon/heavy"}},
		{"determined artillery", units(withFields(artillery, "resolve: determined, heavy: cannon-light")), []string{"error trait/resolve"}},
		{"a sniper", units("kind: sniper, armour: improved"), nil},
		{"a sniper naming his rifle", units("kind: sniper, weapon: sniper-rifle"), nil},
		{"a sniper with a beam rifle", units("kind: sniper, weapon: beam-rifle"), []string{"error weapon/sniper"}},
		{"an officer with a sniper rifle", units("kind: character, weapon: sniper-rifle, specialisation: infantry"), []string{"error weapon/heavy"}},

		// People.
		{"a leader", units("kind: infantry, figures: [{weapon: smg, leader: veteran}, {count: 4, weapon: smg}]"), nil},
		{"two leaders", units("kind: infantry, figures: [{weapon: smg, leader: veteran}, {weapon: smg, leader: regular}]"), []string{"error leader/count"}},
		{"two leaders in one line", units("kind: infantry, figures: [{count: 2, weapon: smg, leader: veteran}]"), []string{"error leader/count"}},
		{"a leader in a team", units("kind: heavy-weapons, heavy: heavy-mg, figures: [{weapon: pistol, leader: veteran}]"), []string{"error leader/count"}},
		{"an unknown personality", units(withFields(officer, "personalities: [luky]")), []string{"error personality/unknown"}},
		{"a psionic", units(seer), nil},
		{"a weak psionic", units("kind: psionic, strength: 2, powers: [harm, heal]"), []string{"error psionic/strength"}},
		{"the strongest psionic", units("kind: psionic, strength: 10, powers: [degrade, demoralise, embolden, enhance, expose, harm, heal, inspire, shield, terror]"), nil},
		{"a psionic past the strongest", units("kind: psionic, strength: 11, powers: [degrade, demoralise, embolden, enhance, expose, harm, heal, inspire, shield, terror]"), []string{"error psionic/powers", "error psionic/strength"}},
		{"too few powers", units("kind: psionic, powers: [harm, heal]"), []string{"error psionic/powers"}},
		{"a power twice", units("kind: psionic, powers: [harm, harm, heal]"), []string{"error psionic/powers"}},
		{"an unknown power", units("kind: psionic, powers: [harm, heal, hurt]"), []string{"error power/unknown"}},

		// Vehicles.
		{"a vehicle", units(tank), nil},
		{"a vehicle that cannot move", units("kind: vehicle, armour: {front: 6, side: 5, rear: 4}, weapons: [heavy-mg]"), []string{"error vehicle/movement"}},
		{"nobody aboard", units("kind: vehicle, movement: hover, armour: {front: 6, side: 5, rear: 4}, weapons: [heavy-mg], crew: 0"), []string{"error vehicle/crew"}},
		{"fewer crew than weapons", units(tracked + ", weapons: [heavy-mg, saw]"), []string{"note vehicle/crew"}},
		{"an alternate group is one weapon", units(tracked + ", weapons: [heavy-mg, saw, shotgun], traits: [alternate-fire-weapons-3]"), nil},
		{"one crew member fires two", units(tracked + ", weapons: [heavy-mg, saw], traits: [improved-weapons-control]"), nil},
		{"an AI with a crew", units(withFields(tank, "traits: [ai-controlled]")), []string{"error vehicle/crew"}},
		{"passengers", units(withFields(squad, "in: u2"), carrier), nil},
		{"too many passengers", units(withFields(squad, "in: u3"), "kind: heavy-weapons, heavy: heavy-mg, in: u3, figures: [{count: 4, weapon: pistol}]", carrier), []string{"error transport/full"}},
		{"a character takes a place in the crew", units(withFields(officer, "in: u2"), tank), nil},
		{"two characters for one place in the crew", units(withFields(officer, "in: u3"), withFields(officer, "in: u3"), tank), []string{"error transport/full"}},
		{"riding in a squad", units(withFields(squad, "in: u2"), squad), []string{"error unit/unknown"}},
		{"riding in nothing", units(withFields(squad, "in: u7")), []string{"error unit/unknown"}},
		{"a vehicle in a vehicle", units(withFields(tank, "in: u2"), carrier), []string{"error transport/size"}},
		{"artillery in a vehicle", units(withFields(artillery, "heavy: cannon-light, in: u2"), carrier), []string{"error transport/size"}},

		// Figures, ids, points.
		{"a squad without figures", units("kind: infantry"), []string{"error figures/none"}},
		{"a squad of no figures", units("kind: infantry, figures: []"), []string{"error figures/none"}},
		{"a team without crew", units("kind: heavy-weapons, heavy: heavy-mg"), []string{"error figures/none"}},
		{"two units of one id", units(withFields(squad, "id: a"), withFields(squad, "id: a")), []string{"error unit/duplicate"}},
		{"exactly the points", "points: 26\n" + units(squad), nil},
		{"a point too many", "points: 25\n" + units(squad), []string{"error points/over"}},
		{"no points agreed", units(squad, squad), nil},
		{"figures rounded", "points: 25\nrounding: figure\n" + units(squad), nil},

		// Organisation.
		{"squads without platoons", units(squad), nil},
		{"a platoon of two", "platoons: [{command: u3, squads: [u1, u2]}]\n" + units(squad, squad, squad), nil},
		{"a platoon of one", "platoons: [{command: u2, squads: [u1]}]\n" + units(squad, squad), []string{"error platoon/size"}},
		{"a platoon of five", "platoons: [{command: u6, squads: [u1, u2, u3, u4, u5]}]\n" + units(squad, squad, squad, squad, squad, squad), []string{"error platoon/size"}},
		{"only infantry counts", "platoons: [{command: u3, squads: [u1, u2, u4]}]\n" + units(squad, team, squad, tank), []string{"error platoon/size"}},
		{"the command squad does not count", "platoons: [{command: u2, squads: [u1, u2]}]\n" + units(squad, squad), []string{"error platoon/size"}},
		{"no command squad", "platoons: [{squads: [u1, u2]}]\n" + units(squad, squad), []string{"note platoon/command"}},
		{"an officer alone commands", "platoons: [{command: u3, squads: [u1, u2]}]\n" + units(squad, squad, officer), []string{"note platoon/command"}},
		{"two soldiers and their officer command", "platoons: [{command: [u3, u4], squads: [u1, u2]}]\n" + units(squad, squad, officer, "kind: infantry, figures: [{count: 2, weapon: smg}]"), nil},
		{"an officer attached in the platoon", "platoons: [{command: u4, squads: [u1, u2, u3]}]\n" + units(squad, squad, officer, "kind: infantry, figures: [{count: 2, weapon: smg}]"), nil},
		{"five and an officer command", "platoons: [{command: [u3, u4], squads: [u1, u2]}]\n" + units(squad, squad, officer, squad), []string{"note platoon/command"}},
		{"a command squad with a SAW", "platoons: [{command: u3, squads: [u1, u2]}]\n" + units(squad, squad, "kind: infantry, figures: [{count: 2, weapon: smg}, {weapon: saw}]"), []string{"note platoon/command"}},
		{"an unknown squad", "platoons: [{command: u3, squads: [u1, u2, u8]}]\n" + units(squad, squad, squad), []string{"error unit/unknown"}},
		{"an unknown command", "platoons: [{command: u8, squads: [u1, u2]}]\n" + units(squad, squad), []string{"error unit/unknown"}},
		{"a squad in two platoons", "platoons: [{command: u3, squads: [u1, u2]}, {command: u3, squads: [u2, u4, u5]}]\n" + units(squad, squad, squad, squad, squad), []string{"error platoon/size"}},
		{"five platoons", "platoons:\n  - {command: c, squads: [a, b]}\n" + fourMorePlatoons(), []string{"note platoon/size"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := list(t, c.text).Check()
			if got := codes(found); !slices.Equal(got, append([]string{}, c.want...)) {
				t.Errorf("found %q, want %q\n%s\n%v", got, c.want, c.text, found)
			}
			for _, f := range found {
				if f.Line < 3 || f.Column < 1 || f.Message == "" || f.Units == nil || f.Source == "" {
					t.Errorf("%+v: where and what?", f)
				}
			}
		})
	}
}

// fourMorePlatoons is four more platoons after the first, and the units of all five.
func fourMorePlatoons() string {
	text := ""
	ids := []string{"a", "b", "c"}
	for i := range 4 {
		a, b, c := fmt.Sprintf("a%d", i), fmt.Sprintf("b%d", i), fmt.Sprintf("c%d", i)
		text += fmt.Sprintf("  - {command: %s, squads: [%s, %s]}\n", c, a, b)
		ids = append(ids, a, b, c)
	}
	var all []string
	for _, id := range ids {
		all = append(all, "id: "+id+", "+squad)
	}
	return text + units(all...)
}

func TestLowerFirst(t *testing.T) {
	for name, want := range map[string]string{"Éclaireur": "éclaireur", "Sniper": "sniper", "連隊": "連隊", "": ""} {
		if got := lowerFirst(name); got != want {
			t.Errorf("%q is written %q, not %q", name, got, want)
		}
	}
}

func TestFindingsSayWhereAndWhat(t *testing.T) {
	found := list(t, "units:\n  - id: rifles\n    kind: infantry\n    quality: elite\n    resolve: steady\n    figures:\n      - {count: 4, weapon: sav}\n    traits: [grizzled, droids-self-less]\n").Check()
	var got []string
	for _, f := range found {
		got = append(got, fmt.Sprintf("%d:%d %s %v", f.Line, f.Column, f, f.Units))
	}
	want := []string{
		"9:28 weapon/unknown: rifles: there is no weapon `sav`; did you mean `saw`? [FAD, The Armoury] [rifles]",
		"10:24 trait/quality: rifles: Droids (self-less) is never Elite; choose a lower Quality [FAD, Infantry Traits] [rifles]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestListsThatCannotBeUsed(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a count of zero":        {units("kind: infantry, figures: [{count: 0, weapon: smg}]"), "`count` is 0; the least is 1"},
		"a count in a basic one": {"method: basic\n" + units(squad), "list.yaml:5:76: in basic creation figures carry no count"},
		"another kind's key":     {units(withFields(squad, "crew: 2")), "list.yaml:4:111: `crew` means nothing for kind `infantry`"},
		"no such armoury":        {"armoury: nowhere.yaml\n" + units(squad), "list.yaml:3:10: the armoury `nowhere.yaml` cannot be used:\nnowhere.yaml: there is no such file"},
		"an armoury above":       {"armoury: ../ours.yaml\n" + units(squad), "list.yaml:3:10: `../ours.yaml` lies outside the folder"},
		"an armoury anywhere":    {"armoury: /etc/passwd\n" + units(squad), "list.yaml:3:10: `/etc/passwd` lies outside the folder"},
		"what is no armoury":     {"armoury: notes.txt\n" + units(squad), "notes.txt: there is no line `muster: armoury/1` in the file"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readList("list.yaml", c.text)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v\nwant  %s", err, c.want)
			}
		})
	}
}

func TestAListUsesItsHouseArmoury(t *testing.T) {
	l, err := readList("list.yaml", "armoury: ours.yaml\n"+units("quality: conscript, kind: infantry, figures: [{count: 2, weapon: needler}]"))
	if err != nil {
		t.Fatal(err)
	}
	if found := l.Check(); len(found) > 0 || l.TotalCost() != 20 {
		t.Errorf("%d points, %v", l.TotalCost(), found)
	}
}
