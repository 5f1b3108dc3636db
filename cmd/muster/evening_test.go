package main

import (
	"bytes"
	"strings"
	"testing"

	"muster/schema/schematest"
)

// evenings are lists of 2000 to 3000 points as players write them for an
// evening, a command a line: from nothing to paper. The book is one of those
// that ship with muster, or a file of the shared army books.
var evenings = []struct{ name, file, commands string }{
	{"our own", "", `
new l.yaml --book steel-wardens --points 2000 --name Gatehouse
add l.yaml line-squad --count 2 --upgrade heavy-rifle=2,sergeant
combine l.yaml line-squad line-squad-2
add l.yaml captain --join line-squad --upgrade plasma-sword,half-plate
add l.yaml apc --name Wagon
embark l.yaml line-squad apc
add l.yaml breachers --upgrade gate-charge=2
add l.yaml oathspeaker --join breachers
add l.yaml sentry-walker tower-hounds far-sights gun-teams trail-riders
add l.yaml anvil-tank --name Word
check l.yaml
export l.yaml -o l.pdf
`},
	{"tanks behind a squad", "battle-brothers", `
new l.yaml --book battle-brothers --points 2000
add l.yaml battle-brothers --upgrade plasma-cannon,medical-training --name Vigil
add l.yaml master-brother --join battle-brothers
add l.yaml battle-brothers --upgrade missile-launcher
add l.yaml apc
add l.yaml assault-brothers --in apc
add l.yaml support-brothers
add l.yaml destroyers
add l.yaml pathfinders
add l.yaml heavy-exo-suit
add l.yaml battle-tank
check l.yaml
export l.yaml -o l.pdf
`},
	{"infantry, on Letter with odds", "human-defense-force", `
new l.yaml --book human-defense-force --points 2750 --name Frontier
add l.yaml infantry-squad --count 2 --upgrade plasma-rifle=2
add l.yaml infantry-squad --upgrade weapon-team-laser-cannon
combine l.yaml infantry-squad infantry-squad-2
add l.yaml company-leader --join infantry-squad --upgrade energy-sword,general
add l.yaml light-apc --name Mule
add l.yaml storm-troopers --in light-apc
add l.yaml storm-leader --join storm-troopers
add l.yaml veterans snipers weapon-teams combat-bikers
add l.yaml battle-tank --name Anvil
add l.yaml light-walker --count 2
add l.yaml heavy-battle-tank support-vehicle
check l.yaml
export l.yaml -o l.pdf --paper letter --odds
`},
	{"bikes and walkers, as cards", "orc-marauders", `
new l.yaml --book orc-marauders --points 2500
add l.yaml orc-warriors --count 2 --upgrade heavy-machinegun=2
combine l.yaml orc-warriors orc-warriors-2
add l.yaml veteran-leader --join orc-warriors
add l.yaml truck
add l.yaml berserkers --in truck
add l.yaml berserker-leader --join berserkers
add l.yaml ultra-veterans orc-bikers
add l.yaml assault-buggy infiltrators specialists
add l.yaml battle-truck
add l.yaml ranged-walker jump-pack-orcs hover-bikers
check l.yaml
export l.yaml -o l.pdf --format cards
`},
	{"robots", "robot-legions", `
new l.yaml --book robot-legions --points 3000
add l.yaml warriors --count 2 --upgrade plasma-caster
add l.yaml robot-lord --join warriors
combine l.yaml warriors warriors-2
add l.yaml guardians eternals
add l.yaml snipers
add l.yaml destroyer-snakes annihilators heavy-annihilator
add l.yaml hover-bikes
add l.yaml transport-tank
embark l.yaml eternals transport-tank
add l.yaml doom-tank
add l.yaml spider-walker tripod-walker support-platform
check l.yaml
export l.yaml -o l.pdf
`},
	{"beasts, as a page", "alien-hives", `
new l.yaml --book alien-hives --points 2000
add l.yaml assault-grunts --count 2 --upgrade adrenaline-fueled
combine l.yaml assault-grunts assault-grunts-2
add l.yaml grunt-veteran --join assault-grunts
add l.yaml shooter-grunts hive-warriors hive-guardians
add l.yaml synapse-tyrant
add l.yaml carnivo-rex --count 2
add l.yaml shadow-leapers
add l.yaml invasion-carrier-spore
add l.yaml soul-snatchers --in invasion-carrier-spore
check l.yaml
export l.yaml -o l.html
`},
}

// A list of that size takes at most 14 commands, and each of them does what it
// is told.
func TestAnEveningsListTakesFewCommands(t *testing.T) {
	takesFewCommands(t, false)
}

func TestAnEveningsListOfRealBooksTakesFewCommands(t *testing.T) {
	schematest.RealBooks(t, "gf-3.5.3/*.json")
	takesFewCommands(t, true)
}

// takesFewCommands makes the evenings' lists of real books, or those of our own.
func takesFewCommands(t *testing.T, real bool) {
	t.Helper()
	if testing.Short() {
		t.Skip("it starts the program hundreds of times")
	}
	const most = 14
	for _, c := range evenings {
		if (c.file != "") != real {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			t.Setenv("XDG_DATA_HOME", t.TempDir())
			muster := func(line string) string {
				var out bytes.Buffer
				if code := run(strings.Fields(line), &out, &out); code != 0 {
					t.Fatalf("muster %s: exit code %d\n%s", line, code, out.String())
				}
				return out.String()
			}
			if c.file != "" {
				muster("import " + schematest.RealBooks(t, "gf-3.5.3/"+c.file+".json")[0])
			}
			commands := strings.Split(strings.TrimSpace(c.commands), "\n")
			if len(commands) > most {
				t.Errorf("%d commands, want at most %d", len(commands), most)
			}
			checked := ""
			for _, line := range commands {
				if out := muster(line); strings.HasPrefix(line, "check") {
					checked = out
				}
			}
			if !strings.HasPrefix(checked, "l.yaml: legal, ") {
				t.Errorf("the list is not legal: %s", checked)
			}
		})
	}
}
