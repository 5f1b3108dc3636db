package play_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"muster/builder"
	"muster/builder/play"
	"muster/rules"
	"muster/schema"
)

// Who acts next, who is ahead, and what the story says.
func TestSidesRoundsAndScore(t *testing.T) {
	small, two := "units: [{id: a, unit: line-squad}, {id: b, unit: breachers}]\n", "units: [{id: x, unit: mule}]\n"
	for _, c := range []struct{ name, events, want string }{
		{"who goes first is asked", "", "turn -1; How many objectives?; Who goes first in round 1?"},
		{"and said", "objectives 4; > first", "turn 1"},
		{"sides alternate", "first; act a", "turn 1"},
		{"a side without anybody left passes over", "first; act a; > act x", "turn 0"},
		{"all have acted", "first; act a; > act x; act b", "turn -1; Everybody has acted."},
		{"who finished first begins the next round", "first; act a; > act x; act b; next", "turn 1"},
		{"back in the round all is as it was", "first; act a; > act x; act b; next; back", "turn -1; Everybody has acted."},
		{"not acted after all", "first; act a; > act x; act b; unact b", "turn 0"},
		{"who waits in reserve does not act", "first; reserve b; act a; > act x", "turn -1; Everybody has acted."},
		{"the last round ends the game", "next; next; next; act a; > act x; act b", "turn -1; Everybody has acted."},
		{"who is gone need not act", "first; act a; wound b 5; > act x", "turn -1; Everybody has acted."},
	} {
		s := play.NewTable(list(t, "gf-3", small), "", list(t, "gf-3", two)).Replay(game(t, c.events))
		got := fmt.Sprintf("turn %d", s.NextSide)
		for _, m := range s.Decisions() {
			if m.Unit == nil {
				got += "; " + m.Prompt
			}
		}
		if got != c.want {
			t.Errorf("%s: after %q %s, want %s", c.name, c.events, got, c.want)
		}
	}
	three := "units: [{id: x, unit: mule}, {id: y, unit: line-squad}]\n"
	for _, c := range []struct {
		name, events string
		listed       bool
		turn, first  int
	}{
		{"a side whose last unit falls before it acts has finished", "first; act a; > act x; > wound y 10; act b; next", true, 1, 1},
		{"not one whose last unit acts before the other's falls", "first; act a; > act x; act b; > wound y 10; next", true, 0, 0},
		{"not acted after all: it has not finished", "first; act a; > act x; act b; unact b; > act y; act b; next", true, 1, 1},
		{"who is healed has not fallen", "first; act a; > act x; > wound y 10; > heal y; act b; > act y; next", true, 0, 0},
		{"who fell as it acted has acted", "first; wound a 10; act a", true, 1, 0},
		{"it can be put right in every round", "first; act a; > act x; act b; > act y; next; > first", true, 1, 1},
		{"also once somebody has acted", "first; act a; > first; > act x", true, 0, 1},
		{"against an opponent without a list nobody knows", "first; act a; > pass; act b; next", false, -1, -1},
		{"and it is their turn when all of mine have acted", "first; act a; > pass; act b", false, 1, 0},
	} {
		var foe builder.Roster
		if c.listed {
			foe = list(t, "gf-3", three)
		}
		s := play.NewTable(list(t, "gf-3", small), "", foe).Replay(game(t, c.events))
		if asked := slices.ContainsFunc(s.Decisions(), func(m play.Decision) bool { return strings.HasPrefix(m.Prompt, "Who goes first") }); s.NextSide != c.turn || s.FirstSide() != c.first || asked != (c.first < 0) {
			t.Errorf("%s: after %q the turn is of %d, first goes %d, asked %t", c.name, c.events, s.NextSide, s.FirstSide(), asked)
		}
	}
	for _, c := range []struct{ name, system, list, events, want string }{
		{"objectives count at the end of each round", "gf-3", small, "seize 1; seize 2; > seize 3; next; > seize 2; next", "[2 1] 1 [1 2] 2 Opponent is ahead"},
		{"nobody holds", "gf-3", small, "seize 1; neutral 1; next", "[0] 0 [0] 0 Even"},
		{"fewer objectives", "gf-3", small, "seize 5; objectives 3", "[] 0 [] 0 Even"},
		{"points count too", "gf-3", small, "score 2; unscore; end", "[] 1 [] 0 list has won"},
		{"a mission done wins", "fad", force, "seize 1; mission patrol; > mission interfere; > won; end", "[] 1 [] 0 Opponent has won"},
		{"three turns running", "fad", force, "mission hold; held; held; unheld; held; held; held", "[] 0 [] 0 list is ahead"},
		{"not for so long", "fad", force, "mission hold; held; held", "[] 0 [] 0 Even"},
		{"a game that ended goes no further", "gf-3", small, "end; next; seize 1; score; end", "[] 2 [] 0 list has won"},
	} {
		s := play.NewTable(list(t, c.system, c.list), "", nil).Replay(game(t, c.events))
		got := fmt.Sprintf("%v %d %v %d %s", nonNil(s.Sides[0].ScoreByRound), s.Score(0), nonNil(s.Sides[1].ScoreByRound), s.Score(1), strings.ReplaceAll(s.ResultText(), "list.yaml", "list"))
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	// Half of the enemy's units, rounding up.
	s := play.NewTable(list(t, "fad", force), "", list(t, "fad", force)).Replay(game(t, "mission sweep; > wound mob 6; > wound gun 3; > remove eye"))
	if gone, needs := s.DestroyedCounts(1); gone != 3 || needs != 3 || !s.MissionDone(0) || s.Winner() != 0 {
		t.Errorf("%d of %d gone, done %t", gone, needs, s.MissionDone(0))
	}
}

func nonNil(n []int) []int { return append([]int{}, n...) }

// The log reads as a story.
func TestTheStory(t *testing.T) {
	for events, want := range map[string]string{
		"wound few; wound few; wound few; failed few": "few lost 3 of 5, tested, Shaken",
		"wound few 2; wound h":                        "few lost 2 of 5, Captain #1 took 1 wound",
		"wound tank 2; heal tank":                     "Anvil Tank took 2 wounds, got back 1 wound",
		"wound squad 10":                              "Line Squad lost 10 of 10, destroyed",
		"begins squad shaken; act squad":              "Line Squad Shaken, acted, no longer Shaken",
		"spend o; spend o":                            "Oathspeaker spent 2 tokens, 0 left",
		"use few Gate_Charge":                         "few used Gate Charge",
		"wound h":                                     "few: Captain #1 took 1 wound",
		"act squad; next":                             "Round 2 begins",
		"fell few 2":                                  "few chose who falls: Gate Charge",
	} {
		s := play.NewTable(list(t, "gf-3", strings.Replace(squads, "id: few,", "id: few, name: few,", 1)), "", nil).Replay(game(t, events))
		if got := s.Log[len(s.Log)-1].Text(); got != want {
			t.Errorf("%q: %s, want %s", events, got, want)
		}
	}
}

// Where both sides have a unit of a name, the story and what is to be done say whose.
func TestUnitsOfOneName(t *testing.T) {
	s := play.NewTable(list(t, "gf-3", "name: Mine\nunits: [{id: a, unit: line-squad}]"), "", list(t, "gf-3", "name: Yours\nunits: [{id: a, unit: line-squad}, {id: b, unit: breachers}]")).Replay(game(t, "> wound a 5; wound a; > wound b"))
	var story []string
	for i := range s.Log {
		story = append(story, s.Log[i].Text())
	}
	if got, want := strings.Join(story, "; "), "Line Squad (Yours) lost 5 of 10; Line Squad (Mine) lost 1 of 10; Breachers lost 1 of 5"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if now := s.Report().Decisions; !slices.Contains(now, "Line Squad (Yours) tests morale at half strength") {
		t.Errorf("%q", now)
	}
}

// Weapons leave with the models that fall, or with those that the player picks.
func TestWeaponsOfTheFallen(t *testing.T) {
	const units = "units: [{id: a, unit: line-squad, upgrades: [{option: heavy-rifle, count: 2}]}, {id: b, unit: line-squad, upgrades: [flame-lance]}, {id: c, unit: line-squad, combine: b}]\n"
	for _, c := range []struct{ system, list, events, unit, want string }{
		{"gf-3", units, "", "a", "8 Rifle, 2 Heavy Rifle, 10 Bayonet"},
		{"gf-3", units, "wound a 8", "a", "2 Heavy Rifle, 2 Bayonet"},
		{"gf-3", units, "wound a 9", "a", "1 Heavy Rifle, 1 Bayonet"},
		{"gf-3", units, "wound a 3; fell a 2", "a", "6 Rifle, 1 Heavy Rifle, 7 Bayonet"},
		{"gf-3", units, "fell a 2; wound a", "a", "8 Rifle, 1 Heavy Rifle, 9 Bayonet"},
		{"gf-3", units, "wound a; fell a 2; heal a", "a", "8 Rifle, 2 Heavy Rifle, 10 Bayonet"},
		{"gf-3", squads, "", "few", "5 Port Pistol, 5 Hatchet, 2 Gate Charge"},
		{"gf-3", squads, "use few Gate_Charge", "few", "5 Port Pistol, 5 Hatchet, 1 Gate Charge"},
		{"gf-3", squads, "use few Gate_Charge; use few Gate_Charge", "few", "5 Port Pistol, 5 Hatchet"},
		{"gf-3", squads, "use few Gate_Charge; unuse few Gate_Charge", "few", "5 Port Pistol, 5 Hatchet, 2 Gate Charge"},
		{"gf-3", units, "wound b 19", "b", "1 Flame Lance, 1 Bayonet"},
		{"gf-2.7", "small-scale: true\n" + crews, "wound crew 2", "crew", "1 Rivet Gun, 1 Boarding Axe"},
		{"fad", force, "wound rifles 6", "rifles", "1 Assault Rifle, 1 SAW"},
		{"fad", force, "wound rifles 1; fell rifles 2", "rifles", "7 Assault Rifle"},
		{"fad", force, "wound rifles 7", "rifles", "1 Assault Rifle"},
	} {
		s := play.NewTable(list(t, c.system, c.list), "", nil).Replay(game(t, c.events))
		u, b := s.Unit(false, c.unit)
		var got []string
		for _, w := range s.CurrentUnit(u, b).Weapons {
			got = append(got, fmt.Sprintf("%d %s", w.Count, w.Name))
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("after %q %s has %s, want %s", c.events, c.unit, text, c.want)
		}
	}
}

// What happens by chance never panics; each tap taken back gives the game, its
// state and its file as they were; a file is read as it was written.
func TestAnyTapsCanBeTakenBack(t *testing.T) {
	tables := []*play.Table{
		play.NewTable(list(t, "gf-3", squads), "", list(t, "gf-3", riding)), play.NewTable(list(t, "gf-3", riding), "Anna", nil),
		play.NewTable(list(t, "gf-2.7", "small-scale: true\n"+crews), "", nil), play.NewTable(list(t, "fad", force), "", list(t, "fad", force)),
	}
	verbs := append(slices.Clone(play.Verbs), "dance")
	rapid.Check(t, func(t *rapid.T) {
		table := rapid.SampledFrom(tables).Draw(t, "table")
		g, before := &play.Game{}, []string{}
		show := func(g *play.Game) string {
			return table.Replay(g).SummaryText() + fmt.Sprintf("%+v", table.Replay(g).Report())
		}
		for range rapid.IntRange(1, 40).Draw(t, "taps") {
			e := play.Event{
				Verb: rapid.SampledFrom(verbs).Draw(t, "do"), OfOpponent: rapid.Bool().Draw(t, "their"), Number: rapid.SampledFrom([]int{0, 1, 2, 3, 9, 99, 100_000, -1}).Draw(t, "n"),
				UnitID:  rapid.SampledFrom([]string{"", "squad", "few", "h", "o", "iron", "tank", "apc", "rifles", "mob", "crew", "hands", "chief", "nobody"}).Draw(t, "unit"),
				Subject: rapid.SampledFrom([]string{"", rules.ShakenState, rules.PinnedState, rules.UnderFireState, rules.CriticalState, "apc", "squad", "Gate Charge", "hold", "sweep", "suppression", "command", "idle"}).Draw(t, "what"),
			}
			before = append(before, show(g))
			g = g.WithEvent(e)
			s := table.Replay(g)
			for _, u := range s.Sides[0].Units {
				for i := range u.Subunits {
					b := &u.Subunits[i]
					if left := b.WoundsLeft(); left < 0 || left > b.Kinds.Wounds() || b.ModelsLeft() < 0 || b.ModelsLeft() > b.Kinds.Models() || (left == 0) != (b.ModelsLeft() == 0) {
						t.Fatalf("%s has %s, %d models, %d wounds", b.Name, b.StrengthLeftText(), b.ModelsLeft(), left)
					}
					s.CurrentUnit(u, b)
				}
				u.OddsState()
			}
			table.Replay(g).Decisions()
		}
		for _, was := range slices.Backward(before) {
			if g, _ = g.Undo(0); show(g) != was {
				t.Fatalf("taken back the game is another:\n%s\nwas\n%s", show(g), was)
			}
		}
	})
	g := game(t, "wound squad 3; begins squad shaken; > seize 2; next; rally mob 0").WithEvent(play.Event{Verb: play.NameOpponent, OfOpponent: true, Subject: "Anna: \"the\" # best", ListCode: "muster1.x"})
	document, err := schema.Read("x.play.yaml", g.Text(), "play/1")
	if err != nil {
		t.Fatal(err)
	}
	read, err := play.ReadGame(document)
	if err != nil || string(read.Text()) != string(g.Text()) || len(read.Events) != len(g.Events) {
		t.Errorf("%v: read as\n%s, written as\n%s", err, read.Text(), g.Text())
	}
}

// A tap that changes nothing is refused.
func TestATapThatChangesNothing(t *testing.T) {
	table := play.NewTable(list(t, "gf-3", squads), "", nil)
	for events, next := range map[string]string{
		"wound squad 10": "wound squad", "": "heal squad", "act squad": "act squad", "begins squad shaken": "begins squad shaken", "spend o 2": "spend o", "seize 1": "seize 1",
		"next": "reserve nobody", "wound few 5; wound h 3; next": "act few", "use few Gate_Charge 1; use few Gate_Charge": "use few Gate_Charge",
	} {
		g := game(t, events)
		if _, _, err := table.Replay(g).Apply(g, event(t, next)); err == nil || !strings.HasPrefix(err.Error(), "that changes nothing") {
			t.Errorf("%q after %q: %v", next, events, err)
		}
	}
}

// A game that is over stays as it is until it goes on.
func TestNothingHappensInAGameThatIsOver(t *testing.T) {
	table, g := play.NewTable(list(t, "gf-3", squads), "", nil), game(t, "end")
	for _, next := range []string{"wound squad", "act squad", "seize 1", "score", "next", "end"} {
		if _, _, err := table.Replay(g).Apply(g, event(t, next)); err == nil || !strings.HasPrefix(err.Error(), "the game is over") {
			t.Errorf("%q: %v", next, err)
		}
	}
	if _, now, err := table.Replay(g).Apply(g, event(t, "resume")); err != nil || now.IsOver {
		t.Errorf("it does not go on: %v", err)
	}
}

// What dice decide, by what they show.
func TestDice(t *testing.T) {
	small := "units: [{id: a, unit: line-squad}]\n"
	for _, c := range []struct {
		name, system, list, events, roll string
		dice                             []int
		want                             string // the event, and the last of the story
	}{
		{"D3+2 objectives", "gf-3", small, "", "objectives", []int{1}, "objectives 3: 3 objectives on the table (rolled 1)"},
		{"at most five", "gf-2.16", crews, "", "objectives", []int{3}, "objectives 5: 5 objectives on the table (rolled 3)"},
		{"a tie is rolled again", "gf-3", small, "", "first", []int{4, 4, 2, 5}, "> first: Opponent goes first (rolled 2 to 5)"},
		{"Fast and Dirty: also in the first turn", "fad", force, "", "first", []int{4, 4, 5, 2}, "first: list goes first (rolled 5 to 2)"},
		{"later who lost it last turn", "fad", force, "> first; next", "first", []int{4, 4}, "first: list goes first (rolled 4 to 4)"},
		{"a mission by the style of command", "fad", platoon, "", "mission", []int{1, 1}, "mission strike: list has the mission Strike (rolled 1 and 1)"},
		{"another style, another mission", "fad", force, "command aggressive", "mission", []int{6, 5}, "mission patrol: list has the mission Patrol (rolled 6 and 5)"},
		{"the opponent's too", "fad", force, "> command defensive", "> mission", []int{3, 3}, "> mission hold: Opponent has the mission Hold (rolled 3 and 3)"},
		{"both the same: it is another", "fad", force, "mission hold; > command defensive", "> mission", []int{3, 3}, "> mission hold: Both have the same mission, so it is Escalating Engagement"},
		{"a mission of 2.7", "gf-2.7", crews, "", "mission", []int{6}, "mission king-of-the-hill: The mission is King of the Hill (rolled 6)"},
	} {
		table := play.NewTable(list(t, c.system, c.list), "", nil)
		g, left := game(t, c.events), c.dice
		s := table.Replay(g)
		e, ok := s.RollEvent(event(t, c.roll), func(sides int) int {
			n := left[0]
			if left = left[1:]; n > sides {
				t.Fatalf("%s: a die of %d sides shows %d", c.name, sides, n)
			}
			return n
		})
		if !ok || len(left) > 0 {
			t.Errorf("%s: no dice decide it, or too few: %v left", c.name, left)
			continue
		}
		s = table.Replay(g.WithEvent(e))
		got := strings.TrimSpace(fmt.Sprint(e.Verb, " ", e.Subject))
		if e.OfOpponent {
			got = "> " + got
		}
		if e.Number > 0 {
			got += fmt.Sprint(" ", e.Number)
		}
		got += ": " + strings.ReplaceAll(s.Log[len(s.Log)-1].Text(), "list.yaml", "list")
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	for name, line := range map[string]string{"no style is known": "mission", "nothing that dice decide": "wound a"} {
		s := play.NewTable(list(t, "fad", force), "", nil).Replay(&play.Game{})
		if e, ok := s.RollEvent(event(t, line), func(int) int { return 1 }); ok {
			t.Errorf("%s, and yet dice decide %v", name, e)
		}
	}
}

// Missions, and what is asked of the game as a whole, in their moment.
func TestMomentsOfTheGame(t *testing.T) {
	for _, c := range []struct{ name, system, list, events, want string }{
		{"a mission says how many objectives", "gf-2.7", crews, "mission seize-ground", "0 0 of 4; Who goes first in round 1?"},
		{"an opponent without a list acts in turn", "gf-2.7", crews, "mission sabotage; first; act crew", "1 1 of 2; Opponent acts"},
		{"and then it is the other's", "gf-2.7", crews, "mission sabotage; first; act crew; > pass", "1 1 of 2"},
		{"exhaustion goes when both are done", "gf-2.7", crews, "mission sabotage; first; option command; mark chief command", "1 1 of 2; Command & control: are both sides done?"},
		{"or a die does", "gf-2.7", crews, "mission duel", "0 0 of 5; How many objectives?; Who goes first in round 1?"},
		{"in Sabotage each has his own", "gf-2.7", crews, "mission sabotage; first", "1 1 of 2"},
		{"who destroys the enemy's and keeps his wins", "gf-2.7", crews, "mission sabotage; first; seize 2", "2 0 of 2"},
		{"styles, then missions", "fad", force, "first; command cautious; > mission hold", "0 0 of 6; The mission of list?"},
		{"at the end of a turn, whether it held", "fad", force, "first; mission hold; > mission sweep; act mob; act gun; act eye; act apc; act tough", "0 0 of 6; Did Hold hold for list this turn?; All of list have acted."},
		{"asked once", "fad", force, "first; mission hold; > mission sweep; act mob; act gun; act eye; act apc; act tough; unheld", "0 0 of 6; All of list have acted."},
		{"half of a force gone: does it lose heart", "fad", force, "first; mission hold; > mission sweep; remove mob; remove gun; remove eye", "0 0 of 6; list has lost 50% of its units or more."},
		{"asked once too", "fad", force, "first; mission hold; > mission sweep; remove mob; remove gun; remove eye; no-heart", "0 0 of 6"},
	} {
		s := play.NewTable(list(t, c.system, c.list), "", nil).Replay(game(t, c.events))
		got := fmt.Sprintf("%d %d of %d", s.Score(0), s.Score(1), len(s.ObjectiveHolders))
		for _, m := range s.Decisions() {
			if m.Unit == nil {
				got += "; " + strings.ReplaceAll(m.Prompt, "list.yaml", "list")
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	// Who keeps the enemy from winning has won when the game is over, and not before.
	for events, want := range map[string]int{"mission interfere; > mission hold": -1, "mission interfere; > mission hold; end": 0, "mission interfere; > mission hold; > won; end": 1} {
		s := play.NewTable(list(t, "fad", force), "", nil).Replay(game(t, events))
		if s.Winner() != want {
			t.Errorf("%q: %d is ahead, want %d", events, s.Winner(), want)
		}
	}
}

// In small scale a base has the attacks of all its models, and distances are half.
func TestSmallScaleAtTheTable(t *testing.T) {
	for text, want := range map[string]string{"": "5 18″ A1, 5 A2", "small-scale: true\n": "1 9″ A5, 1 A10"} {
		s := play.NewTable(list(t, "gf-2.7", text+crews), "", nil).Replay(game(t, "option suppression; mark crew suppression"))
		u, b := s.Unit(false, "crew")
		var got []string
		for _, w := range s.CurrentUnit(u, b).Weapons {
			got = append(got, fmt.Sprintf("%d %s", w.Count, strings.Join(w.ProfileParts(), " ")))
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("%q: %s, want %s", text, text, want)
		}
		if means, half := s.TokenTexts(b)[0][1], text != ""; strings.Contains(means, `1" on Rush`) != half {
			t.Errorf("%q: %s", text, means)
		}
	}
}

// A file of an older version is read; one of a newer version is told from one that
// is broken.
func TestFilesOfOtherVersions(t *testing.T) {
	for text, want := range map[string]string{
		"muster: play/1\nevents: [{do: wound, unit: squad}]":            "",
		"muster: play/1\nevents: []":                                    "",
		"muster: play/1\nevents: [{do: dance, unit: squad}]":            "newer",
		"muster: play/1\nevents: [{do: wound, unit: squad, why: fun}]":  "newer",
		"muster: play/1\nweather: rain\nevents: []":                     "newer",
		"muster: play/2\nturns: []":                                     "newer",
		"muster: play/1\nweather: rain\nevents: [{do: wound, n: many}]": "broken",
		"muster: play/1":                                   "broken",
		"muster: list/1\nevents: []":                       "broken",
		"muster: play/1\nevents: [{do: wound, unit: squad": "broken",
		"muster: play/1\nevents: [{do: wound, unit: squad, n: 1, dice: [1, 2.5]}]": "broken",
	} {
		got := ""
		_, err := schema.Read("x.play.yaml", []byte(text), "play/1")
		var e *schema.Error
		if errors.As(play.NewerVersionError(err), &e) {
			if got = "broken"; e.Has(play.CodeNewerVersion) {
				got = "newer"
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q (%v)", text, got, want, err)
		}
	}
}

// What only some models have goes with the last of them.
func TestRulesOfTheFallen(t *testing.T) {
	const medics = "units: [{id: a, unit: line-squad, upgrades: [squad-standard]}, {id: b, unit: breachers, upgrades: [{option: hand-ram, count: 2}]}]"
	for _, c := range []struct{ system, list, events, unit, want string }{
		{"fad", platoon, "", "line", "Motivator"},
		{"fad", platoon, "wound line 5", "line", "Motivator"},
		{"fad", platoon, "wound line; fell line 2", "line", ""},
		{"fad", platoon, "", "grim", "Relentless"},
		{"gf-3", medics, "wound a 8", "a", "Fearless, Volley Drill, 1× Standard"},
		{"gf-3", medics, "wound b; fell b 2", "b", "Fearless, Tower Shield, 1× Impact(1)"},
		{"gf-3", medics, "wound b; fell b 2; wound b; fell b 2", "b", "Fearless, Tower Shield"},
	} {
		s := play.NewTable(list(t, c.system, c.list), "", nil).Replay(game(t, c.events))
		u, b := s.Unit(false, c.unit)
		if got := strings.Join(s.CurrentUnit(u, b).Rules, ", "); got != c.want {
			t.Errorf("after %q %s has %q, want %q", c.events, c.unit, got, c.want)
		}
	}
}

// Why a unit cannot get into a transport is said.
func TestWhoMayGetIn(t *testing.T) {
	const gf = "units: [{id: squad, unit: line-squad}, {id: other, unit: line-squad}, {id: iron, unit: iron-guard}, {id: mule, unit: mule}, {id: apc, unit: apc}]\n"
	for _, c := range []struct{ system, list, events, tap, want string }{
		{"gf-3", gf, "", "board squad mule", ""},
		{"gf-3", gf, "board squad mule", "board other mule", "Line Squad cannot get in: Mule has 11 spaces; Line Squad takes 10, and with those inside it would be 20"},
		{"gf-3", gf, "board squad mule; wound squad 9; wound other", "board other mule", ""},
		{"gf-3", gf, "", "board iron mule", ""},
		{"gf-3", gf, "board iron mule", "board squad mule", "Line Squad cannot get in: Mule has 11 spaces; Line Squad takes 10, and with those inside it would be 19"},
		{"gf-3", gf, "", "board mule apc", "Mule cannot get in: Mule is too big for any transport"},
		{"gf-3", gf, "reserve mule", "board squad mule", "Line Squad cannot get in: Mule is not on the table"},
		{"fad", crewed, "board suits apc", "board chief apc", ""}, // in the crew
		{"fad", crewed, "", "board apc apc", "apc cannot get in: that is no transport"},
	} {
		g := game(t, c.events)
		_, _, err := play.NewTable(list(t, c.system, c.list), "", nil).Replay(g).Apply(g, event(t, c.tap))
		if got := strings.NewReplacer(" #1", "", " #2", "").Replace(fmt.Sprint(err)); got != cmp.Or(c.want, "<nil>") {
			t.Errorf("%q after %q: %s", c.tap, c.events, got)
		}
	}
}

// A change of units that ride in each other is found, and the search comes to an end.
func TestWhatChangedOfUnitsInACircle(t *testing.T) {
	table := play.NewTable(list(t, "gf-3", "force-org: false\nunits: [{id: a, unit: apc, in: b}, {id: b, unit: apc, in: a}, {id: d, unit: apc, in: d}]\n"), "", nil)
	for _, unit := range []string{"a", "d"} {
		e := play.Event{Verb: play.Wound, UnitID: unit}
		was := table.Replay(game(t, "act a"))
		_, now, err := was.Apply(game(t, "act a"), e)
		if err != nil {
			t.Fatal(err)
		}
		if u, alone := now.OnlyChangedRow(e, was); u != nil || alone {
			t.Errorf("of %s only %s changes", unit, u.ID)
		}
	}
}
