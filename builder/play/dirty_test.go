package play_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"muster/builder/play"
	"muster/builder/table"
)

// odd are units of Fast and Dirty with a rule of their own each.
const odd = "command-style: aggressive\nunits:\n" +
	"  - {id: line, kind: infantry, quality: regular, resolve: steady, armour: light, figures: [{count: 5, weapon: pistol}, {count: 1, weapon: pistol, personalities: [medic]}]}\n" +
	"  - {id: plain, kind: infantry, quality: regular, resolve: steady, armour: light, figures: [{count: 4, weapon: pistol}]}\n" +
	"  - {id: scouts, kind: infantry, quality: regular, resolve: steady, armour: light, traits: [recon, stealth], figures: [{count: 3, weapon: pistol}, {count: 1, weapon: pistol, leader: regular}]}\n" +
	"  - {id: drop, kind: infantry, quality: regular, resolve: steady, armour: light, traits: [drop-troop], figures: [{count: 4, weapon: pistol}]}\n" +
	"  - {id: brave, kind: infantry, quality: regular, resolve: reluctant, armour: light, traits: [brave], figures: [{count: 4, weapon: pistol}]}\n" +
	"  - {id: suits, kind: infantry, quality: regular, resolve: uncertain, armour: medium-power, figures: [{count: 4, weapon: assault-rifle}]}\n" +
	"  - {id: seer, kind: psionic, quality: regular, resolve: steady, armour: light, aptitude: competent, strength: 3, powers: [harm, terror, shield]}\n" +
	"  - {id: boss, kind: character, quality: regular, resolve: steady, armour: light, leadership: novice, specialisation: infantry, traits: [villain]}\n" +
	"  - {id: chief, kind: character, quality: regular, resolve: steady, armour: light, leadership: inspiring, specialisation: infantry}\n" +
	"  - {id: battery, kind: artillery, quality: regular, resolve: steady, armour: light, heavy: mortar-heavy, figures: [{count: 3, weapon: pistol}]}\n" +
	"  - {id: apc, kind: vehicle, movement: tracked, quality: regular, resolve: steady, armour: {front: 8, side: 7, rear: 6}, weapons: [heavy-mg], crew: 1, capacity: 6}\n" +
	"  - {id: tank, kind: vehicle, movement: tracked, quality: regular, resolve: steady, armour: {front: 9, side: 8, rear: 7}, weapons: [cannon-heavy], crew: 2}\n"

// Tests are rolled as the rules have them: dice that pass or fail by themselves, and dice that are
// rolled again (FAD, Quality Tests; FAD, Morale).
func TestTestsAreRolled(t *testing.T) {
	for _, c := range []struct{ name, list, events, unit, label, dice, want string }{
		{"two passes rally", odd, "wound plain 2", "plain", "Roll 3D6", "3 5 1", "4 | 2 of 4 models | tested its Resolve (rolled 3, 5, 1), rallied"},
		{"one falls back", odd, "wound plain 2", "plain", "Roll 3D6", "3 2 1", "2 of 4 models Broken"},
		{"none routs", odd, "wound plain 2", "plain", "Roll 3D6", "2 2 1", "2 of 4 models routed"},
		{"a tank near passes one", odd, "wound plain 2", "plain", "Roll 2D6, tank near", "3 2", "2 of 4 models | rallied"},
		{"the brave have passed one", odd, "wound brave", "brave", "Roll 2D6", "1 3", "3 of 4 models | rallied"},
		{"an officer has failed dice rolled again", platoon, "wound staff 3", "staff", "Roll 3D6", "1 1 1 3 4", "1 of 4 models | (rolled 1, 1, 1, 3, 4), rallied"},
		{"a repair", odd, "wound apc", "apc", "Roll 3D6", "3 3 1", "5 of 6 wounds | repaired"},
		{"of a critical hit one die has failed", odd, "wound apc critical", "apc", "Roll 2D6", "1 2", "5 of 6 wounds lost | beyond repair"},
		{"who was sent ahead", platoon, "", "bold", "Roll 3D6", "3 3 1", "4 of 4 models waits | comes from recon in round 2 (rolled 3, 3, 1)"},
		{"who comes from reserve", platoon, "reserve late; next", "late", "Roll 3D6", "3 1 1", "4 of 4 models | arrived (rolled 3, 1, 1)"},
		{"or waits on", platoon, "reserve late; next", "late", "Roll 3D6", "1 1 1", "4 of 4 models acted waits | could not come yet (rolled 1, 1, 1)"},
		{"who drops comes always, but pinned", odd, "reserve drop; next", "drop", "Roll 3D6", "1 1 1", "4 of 4 models Pinned"},
		{"a character lives on three passes", odd, "board chief apc; wound apc 6", "chief", "Roll 3D6", "3 3 3", "1 of 1 models acted | survived (rolled 3, 3, 3)"},
		{"and dies on fewer", odd, "board chief apc; wound apc 6", "chief", "Roll 3D6", "3 3 2", "1 of 1 models killed"},
		{"power armour loses its 5s and 6s", odd, "board suits apc; wound apc 6", "suits", "Roll 4D6", "4 5 6 1", "2 of 4 models | got out of the wreck (rolled 4, 5, 6, 1)"},
		{"or all", odd, "board suits apc; wound apc 6", "suits", "Roll 4D6", "5 5 6 6", "0 of 4 models destroyed"},
		{"a villain stands up", odd, "wound boss; next", "boss", "Roll 1D6", "5", "1 of 1 models | was only stunned, and stands up (rolled 5)"},
		{"or is dead", odd, "remove boss destroyed; next", "boss", "Roll 1D6", "4", "1 of 1 models destroyed | is dead (rolled 4)"},
		{"a call arrives", odd, "", "battery", "Roll 3D6", "3 3 1", "the strike arrives"},
		{"of recon one die has passed", odd, "", "battery", "Roll 2D6, scouts calls", "3 1", "the strike arrives"},
		{"or contact is lost", odd, "", "battery", "Roll 3D6", "1 1 1", "contact is lost for good"},
		{"a power without loss", odd, "invoke seer harm", "seer", "Roll 3D6", "4 4 1", "invoked Harm (rolled 4, 4, 1): 2 passes"},
		{"a power with loss", odd, "invoke seer harm", "seer", "Roll 3D6", "4 1 1", "invoked Harm (rolled 4, 1, 1): 1 pass, and it cost a point of Strength"},
		{"a power that fails", odd, "invoke seer harm", "seer", "Roll 3D6", "1 1 1", "failed to invoke Harm (rolled 1, 1, 1): none passes, and it cost a point of Strength"},
		{"the wounded fight on", odd, "option wounded; wound line wounded 2", "line", "Roll 3D6", "3 3 3", "5 of 6 models 1 wounded figure"},
		{"a medic's squad rolls one again", odd, "option wounded; wound line wounded", "line", "Roll 3D6", "1 3 3 3", "6 of 6 models"},
		{"under fire is harder", odd, "option wounded; wound plain wounded; begins plain under-fire", "plain", "Roll 3D6", "4 4 4", "3 of 4 models Under fire | a wounded figure died"},
		{"command response", odd, "begins plain under-fire", "plain", "Roll 3D6", "3 3 1", "tested command response (rolled 3, 3, 1): 2 passes"},
		{"with an officer of its branch", platoon, "begins staff under-fire", "staff", "Command response: Roll 3D6, +1 each", "2 2 1", "tested command response (rolled 2, 2, 1): 2 passes"},
		{"also near the enemy", odd, "", "plain", "Command response: Roll 3D6", "3 3 1", "tested command response (rolled 3, 3, 1): 2 passes"},
		{"terror makes whole squads test morale", odd, "", "plain", "Morale test: Roll 3D6", "3 1 1", "4 of 4 models Broken"},
		{"and the brave with one passed", odd, "", "brave", "Morale test: Roll 2D6", "1 3", "4 of 4 models | rallied"},
		{"and single figures", odd, "", "seer", "Morale test: Roll 3D6", "1 1 1", "1 of 1 models routed"},
		{"any Quality test", odd, "", "plain", "Quality test: Roll 3D6", "3 1 1", "took a Quality test (rolled 3, 1, 1): 1 pass"},
		{"hiding", odd, "", "plain", "Hidden: Roll 3D6", "3 3 1", "4 of 4 models Hidden"},
		{"or not", odd, "", "plain", "Hidden: Roll 3D6", "3 1 1", "took a Quality test for Hidden (rolled 3, 1, 1): 1 pass"},
	} {
		s := play.NewTable(list(t, "fad", c.list), "", nil).Replay(game(t, c.events))
		u, _ := s.Unit(false, c.unit)
		ways := s.AnytimeTests(u)
		for _, m := range s.DecisionsOf(u) {
			ways = append(ways, m.Choices...)
		}
		i := slices.IndexFunc(ways, func(w play.Choice) bool { return w.Label == c.label })
		if i < 0 || !ways[i].RollsDice {
			t.Errorf("%s: no %q: %+v", c.name, c.label, ways)
			continue
		}
		dice := strings.Fields(c.dice)
		e, ok := s.RollEvent(ways[i].Event, func(int) (n int) {
			if len(dice) == 0 {
				t.Fatalf("%s: more dice than %s", c.name, c.dice)
			}
			fmt.Sscan(dice[0], &n)
			dice = dice[1:]
			return n
		})
		if !ok || len(dice) > 0 {
			t.Errorf("%s: %t, %d dice not rolled", c.name, ok, len(dice))
		}
		_, now, err := s.Apply(game(t, c.events), e)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := shown(now, c.unit) + " | " + now.Log[len(now.Log)-1].Text()
		for want := range strings.SplitSeq(c.want, " | ") {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %s, want %s", c.name, got, want)
			}
		}
	}
}

// What the table lets nobody do, and says why (FAD, Characters; FAD, Vehicles; GF 3, Transport).
func TestWhatMustNotBe(t *testing.T) {
	for _, c := range []struct{ name, system, list, events, event, want string }{
		{"a tank has no places", "fad", odd, "", "board plain tank", "plain cannot get in: tank has no places"},
		{"nor a full carrier", "fad", odd, "board plain apc", "board scouts apc", "with those inside it would be 8"},
		{"who is healed needs a place", "fad", odd, "wound plain 2; board plain apc; board suits apc", "heal plain", "apc has 6 spaces, and all are taken: somebody gets out first"},
		{"who is back needs a place", "fad", odd, "board plain apc; remove plain; board scouts apc", "return plain", "all are taken"},
		{"the tough fit no transport", "gf-3", "units: [{id: apc, unit: apc}, {id: tank, unit: anvil-tank}]", "", "board tank apc", "too big for any transport"},
		{"who must check Resolve does not act before", "fad", odd, "wound plain 2", "act plain", "plain cannot act yet. First: plain checks its Resolve as it activates"},
		{"nor get in", "fad", odd, "wound plain 2", "board plain apc", "checks its Resolve"},
		{"nor who must be repaired", "fad", odd, "wound apc", "act apc", "tests for repairs"},
		{"nor a vehicle with a squad that got out and must test", "fad", odd, "first; board plain apc; act line; next; wound plain 2; leave plain; rally plain 2; wound suits", "act suits", "checks its Resolve"},
		{"nor who is on recon", "fad", platoon, "", "act bold", "was sent ahead"},
		{"nor the team of a squad that must test", "fad", platoon, "wound line 4", "act gun", "checks its Resolve"},
		{"nor who must test morale", "gf-3", squads, "wound squad 5", "act squad", "tests morale at half strength"},
		{"nor who sat in a wreck", "gf-3", riding, "wound apc 9", "act squad", "tests for dangerous ground"},
		{"nor who may stop being shaken", "gf-3 firm", "units: [{id: few, unit: few}]", "begins few shaken; next", "act few", "may stop being Shaken"},
		{"nor who invokes a power", "fad", odd, "invoke seer harm", "act seer", "invokes Harm"},
		{"a battery is called once a turn", "fad", odd, "call battery 1", "call battery 2", "that changes nothing"},
		{"and never once contact is lost", "fad", odd, "call battery 0; next", "call battery 2", "that changes nothing"},
		{"it takes no opportunity fire", "fad", odd, "", "use battery Opportunity_fire", "that changes nothing"},
		{"nor who is pinned", "fad", odd, "begins plain pinned", "use plain Opportunity_fire", "that changes nothing"},
		{"nor who is damaged", "fad", odd, "wound tank", "use tank Opportunity_fire", "that changes nothing"},
		{"nor who rides in armour", "fad", odd, "board plain apc", "use plain Opportunity_fire", "that changes nothing"},
		{"a power is one a turn", "fad", odd, "invoke seer harm; strain seer 2", "invoke seer terror", "that changes nothing"},
		{"the weary invoke none", "fad", odd, "invoke seer harm; strain seer 1; next; invoke seer harm; strain seer 0; next; invoke seer harm; strain seer 1; next", "invoke seer harm", "that changes nothing"},
		{"a style helps once a turn", "fad", odd, "< use One_unit_ignores_being_under_fire", "< use One_unit_ignores_being_under_fire", "that changes nothing"},
		{"nobody is wounded unless that is played", "fad", odd, "wound line wounded", "recover line 3", "that changes nothing"},
	} {
		table := play.NewTable(list(t, c.system, c.list), "", nil)
		g := game(t, c.events)
		_, _, err := table.Replay(g).Apply(g, event(t, c.event))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	for _, c := range []struct{ name, events, unit, want string }{
		{"in the next turn it is called again", "call battery 1; next; call battery 2", "battery", "3 of 3 models"},
		{"a villain is asked for in the turn after, and until it is said", "wound boss; next; next", "boss", "was killed: is it only stunned?"},
		{"not in the turn itself", "wound boss", "boss", "0 of 1 models destroyed"},
		{"nor who routed", "remove boss routed; next", "boss", "1 of 1 models routed"},
		{"who was stunned acts", "wound boss; next; passed boss; act boss", "boss", "1 of 1 models acted"},
		{"a figure that is safe is no loss", "option wounded; wound plain wounded 2; recover plain 2", "plain", "2 of 4 models 1 wounded figure; may recover 1 wounded figure"},
		{"a killed one is", "option wounded; wound plain wounded 2; recover plain 0; recover plain 1", "plain", "checks its Resolve"},
		{"one that stays wounded is not asked for again this turn", "option wounded; wound line wounded; recover line 1", "line", "5 of 6 models 1 wounded figure"},
		{"whom all are wounded of is lost", "option wounded; wound plain wounded 4", "plain", "0 of 4 models 0 of"},
		{"what is destroyed is nothing else", "begins apc under-fire; wound apc 6", "apc", "0 of 6 wounds destroyed"},
		{"who leaves a vehicle that has acted has acted", "first; board plain apc; act apc; leave plain", "plain", "4 of 4 models acted"},
		{"who always hides hides", "begins scouts hidden", "scouts", "4 of 4 models Hidden"},
	} {
		got := shown(play.NewTable(list(t, "fad", odd), "", nil).Replay(game(t, c.events)), c.unit)
		if exact := strings.HasSuffix(c.want, "destroyed") || strings.HasSuffix(c.want, "routed") || strings.HasSuffix(c.want, "acted"); exact && got != c.want || !strings.Contains(got, strings.TrimSuffix(c.want, " 0 of")) {
			t.Errorf("%s: after %q %s, want %s", c.name, c.events, got, c.want)
		}
	}
	s := play.NewTable(list(t, "fad", odd), "", nil).Replay(&play.Game{})
	for id, want := range map[string]string{
		"line": "Move 6/12″ Charge 10″ Coherency 4″ Fires at the 3 closest", "suits": "Move 6/12″ Charge 10″ Coherency 6″ Fires at the 3 closest",
		"seer": "Move 6/12″ Charge 10″ Fires at the 3 closest", "apc": "Move 12/18″ Fires at the 3 closest", "battery": "",
	} {
		u, b := s.Unit(false, id)
		var row []string
		for _, stat := range s.CurrentUnit(u, b).Stats {
			if stat.AlwaysShown {
				row = append(row, stat.ShortLabel+" "+stat.Value)
			}
			if stat.ShortLabel == "Pin" && stat.Value == "0" {
				t.Errorf("%s: a pin level of 0", id)
			}
		}
		if got := strings.Join(row, " "); got != want {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
}

// Artillery is called by officers, squads with a leader, and observers (FAD, Indirect Artillery Fire).
func TestWhoCalls(t *testing.T) {
	observed := strings.Replace(odd, "capacity: 6}", "capacity: 6, traits: [forward-observer]}", 1)
	ahead := strings.Replace(odd, "id: scouts,", "id: scouts, recon: true,", 1)
	for _, c := range []struct {
		list, events string
		ways         int
	}{
		{ahead, "", 4},
		{ahead, "scouted scouts 3", 5},
		{odd, "", 5},
		{odd, "remove scouts", 4},
		{odd, "remove boss; remove chief", 4},
		{odd, "remove boss; remove chief; wound scouts 4", 0},
		{observed, "remove boss; remove chief; wound scouts 4", 4},
	} {
		s := play.NewTable(list(t, "fad", c.list), "", nil).Replay(game(t, c.events))
		u, _ := s.Unit(false, "battery")
		ways := 0
		for _, m := range s.DecisionsOf(u) {
			ways += len(m.Choices)
		}
		if ways != c.ways {
			t.Errorf("after %q it is called in %d ways, want %d", c.events, ways, c.ways)
		}
	}
}

// Each member that a weapons team's crew has lost costs it Fire Effect and movement (FAD, Heavy
// Weapons Teams).
func TestCrewLost(t *testing.T) {
	team := "units:\n  - {id: gun, kind: heavy-weapons, quality: regular, resolve: steady, heavy: general-purpose-mg, figures: [{count: 3, weapon: pistol}]}\n"
	s := play.NewTable(list(t, "fad", team), "", nil).Replay(game(t, "wound gun"))
	u, b := s.Unit(false, "gun")
	for _, stat := range s.CurrentUnit(u, b).Stats {
		if want, asked := map[string]string{"Fire Effect": "+3", "Move": "5″", "Charge": "9″"}[stat.Label]; asked && stat.Value != want {
			t.Errorf("with one of three lost its %s is %s, want %s", stat.Label, stat.Value, want)
		}
	}
}

// An officer of the cavalry counts for the vehicle that he is in, whatever the list says (FAD,
// Characters in Vehicles).
func TestOfficersInVehicles(t *testing.T) {
	riding := strings.Replace(odd, "specialisation: infantry}", "specialisation: cavalry}", 1)
	crewed := strings.Replace(riding, "id: chief,", "id: chief, in: apc,", 1)
	for _, c := range []struct{ list, events, want string }{
		{riding, "", "breaks at 3, +3 FE, led by "},
		{riding, "board chief apc", "breaks at 4, +5 FE, led by chief"},
		{riding, "board chief apc; wound chief", "breaks at 3, +3 FE, led by "},
		{riding, "board chief tank", "breaks at 3, +3 FE, led by "},
		{riding, "board boss apc; board chief apc", "breaks at 3, +3 FE, led by boss"}, // the first of the list has the place
		{riding, "board chief apc; board boss apc", "breaks at 3, +3 FE, led by boss"},
		{crewed, "", "breaks at 4, +5 FE, led by chief"},
		{crewed, "leave chief", "breaks at 3, +3 FE, led by "},
	} {
		s := play.NewTable(list(t, "fad", c.list), "", nil).Replay(game(t, c.events))
		u, b := s.Unit(false, "apc")
		now := s.CurrentUnit(u, b)
		value := func(stats []table.Stat, label string) string {
			return stats[slices.IndexFunc(stats, func(s table.Stat) bool { return s.Label == label })].Value
		}
		got := fmt.Sprintf("breaks at %s, %s FE, led by %s", value(now.Stats, "Break point"), value(now.Weapons[0].Profile, "FE"), s.OddsStateWithWounded(u).OfficerID)
		if got != c.want {
			t.Errorf("after %q it %s; should be: %s", c.events, got, c.want)
		}
	}
}

// dirty returns a force of Fast and Dirty by chance: squads, power armour, characters, psionics,
// carriers, tanks and a battery.
func dirty(dice *rand.Rand) string {
	text := "units:\n"
	levels := []string{"rabble", "conscript", "regular", "elite"}
	resolves := []string{"reluctant", "uncertain", "steady", "determined"}
	for i := range 4 + dice.IntN(4) {
		text += fmt.Sprintf("  - {id: s%d, kind: infantry, quality: %s, resolve: %s, armour: %s, figures: [{count: %d, weapon: pistol}, {count: 1, weapon: pistol, personalities: [medic]}]}\n",
			i, levels[dice.IntN(4)], resolves[dice.IntN(4)], []string{"light", "medium-power"}[dice.IntN(2)], 2+dice.IntN(7))
	}
	for i := range 1 + dice.IntN(3) {
		text += fmt.Sprintf("  - {id: c%d, kind: character, quality: regular, resolve: steady, armour: light, leadership: inspiring, specialisation: cavalry, traits: [%s]}\n", i, []string{"villain", "tough"}[dice.IntN(2)])
	}
	for i := range 2 + dice.IntN(2) {
		text += fmt.Sprintf("  - {id: v%d, kind: vehicle, movement: tracked, quality: regular, resolve: %s, armour: {front: 8, side: 7, rear: 6}, weapons: [heavy-mg], crew: 1, capacity: %d}\n", i, resolves[dice.IntN(4)], 5*dice.IntN(3))
	}
	return text + "  - {id: p, kind: psionic, quality: regular, resolve: steady, armour: light, aptitude: competent, strength: 3, powers: [harm, terror, shield]}\n" +
		"  - {id: a, kind: artillery, quality: regular, resolve: steady, armour: light, heavy: mortar-heavy, figures: [{count: 3, weapon: pistol}]}\n"
}

// Over 500 taps on each of ten forces nobody is in a vehicle over its places, no test is lost but
// by what settles it, nobody lives on in a wreck untested, and Undo leads to the start.
func TestDirtyGamesKeepTheirPromises(t *testing.T) {
	const forces, games, length = 10, 10, 50
	dice := rand.New(rand.NewPCG(45, 4))
	for range forces {
		table := play.NewTable(list(t, "fad", dirty(dice)), "", nil)
		for range games {
			g, s := &play.Game{}, table.Replay(&play.Game{})
			start := s.Report()
			for tries := 0; len(g.Events) < length && tries < 40*length; tries++ {
				e := dirtyTap(dice, s)
				after, now, err := s.Apply(g, e)
				if err != nil || e.Verb == play.EndGame {
					continue
				}
				if why := broken(s, now, e); why != "" {
					t.Fatalf("after %s%s", after.Text(), why)
				}
				g, s = after, now
			}
			if len(g.Events) < length {
				t.Errorf("only %d taps happened", len(g.Events))
			}
			for len(g.Events) > 0 {
				g, _ = g.Undo(0)
			}
			if again := table.Replay(g).Report(); !reflect.DeepEqual(again, start) {
				t.Errorf("taken back it is %+v, began as %+v", again, start)
			}
		}
	}
}

// dirtyTap is a tap by chance, often one that the page offers.
func dirtyTap(dice *rand.Rand, s *play.State) play.Event {
	units := s.Sides[0].Units
	switch n := dice.IntN(10); {
	case n < 5:
		all := s.Decisions()
		if len(all) == 0 {
			break
		}
		if m := all[dice.IntN(len(all))]; len(m.Choices) > 0 {
			w := m.Choices[dice.IntN(len(m.Choices))]
			if w.RollsDice {
				w.Event, _ = s.RollEvent(w.Event, func(sides int) int { return 1 + dice.IntN(sides) })
			}
			return w.Event
		}
	case n < 7:
		return play.Event{Verb: play.Wound, UnitID: units[dice.IntN(len(units))].ID, Number: 1 + dice.IntN(3), Subject: []string{"", "wounded"}[dice.IntN(2)]}
	case n < 8:
		return play.Event{Verb: play.PlayOptionalRules, Subject: "wounded"}
	}
	e := chance(dice, s, "fad")
	e.OfOpponent = false
	return e
}

// broken says which promise a tap broke; "" for none.
func broken(s, now *play.State, e play.Event) string {
	keeps := slices.Contains([]play.Verb{play.Act, play.GetIn, play.NextRound, play.UnknownUnitActed, play.GoFirst, play.InvokePower, play.CallArtillery, play.UseLimitedAction}, e.Verb)
	for i, u := range now.Sides[0].Units {
		before := s.Sides[0].Units[i]
		if u.IsTransport && u.Lives() {
			aboard, inCrew, places := 0, 0, 0
			for _, o := range now.Aboard(u) {
				if aboard += o.ModelsLeft(); strings.HasPrefix(o.ID, "c") {
					inCrew = 1
				}
			}
			for _, stat := range u.Stats {
				if stat.Label == "Capacity" {
					fmt.Sscan(stat.Value, &places)
				}
			}
			if aboard-inCrew > places {
				return fmt.Sprintf("%s has %d aboard, for %d", u.ID, aboard, places)
			}
		}
		if v, _ := s.Unit(false, before.InTransport); v != nil && before.Lives() && v.Lives() {
			if v, _ = now.Unit(false, v.ID); v.Fate() == "destroyed" && u.Lives() && !u.InWreck() {
				return u.ID + " lives in a wreck untested"
			}
		}
		must := func(s *play.State, u *play.UnitState) string {
			for _, m := range s.DecisionsOf(u) {
				if !m.Optional && m.Prompt != "may come this turn" {
					return m.Prompt
				}
			}
			return ""
		}
		switch due := must(s, before); {
		case u.InWreck() && must(now, u) == "":
			return "nobody asks " + u.ID + " in the wreck"
		case keeps && due != "" && must(now, u) == "":
			return u.ID + " no longer " + due
		case !u.Lives() && len(u.States) > 0:
			return fmt.Sprint(u.ID, " is gone, and ", u.States)
		}
		if b := &u.Subunits[0]; b.OptionalRuleTokens[0] < 0 || b.OptionalRuleTokens[0] > b.FallenCount() {
			return fmt.Sprintf("%s has %d wounded of %d fallen", u.ID, b.OptionalRuleTokens[0], b.FallenCount())
		}
	}
	return ""
}
