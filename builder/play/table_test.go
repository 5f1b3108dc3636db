package play_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"muster/builder/play"
	"muster/rules"
	"muster/schema"
)

// Who acts next, who is ahead, and what the story says.
func TestSidesRoundsAndScore(t *testing.T) {
	small, two := "units: [{id: a, unit: line-squad}, {id: b, unit: breachers}]\n", "units: [{id: x, unit: mule}]\n"
	for _, c := range []struct{ name, events, want string }{
		{"who goes first is asked", "", "turn -1; Who goes first in round 1?"},
		{"and said", "> first", "turn 1"},
		{"sides alternate", "first; act a", "turn 1"},
		{"a side without anybody left passes over", "first; act a; > act x", "turn 0"},
		{"all have acted", "first; act a; > act x; act b", "turn -1; Everybody has acted."},
		{"who finished first begins the next round", "first; act a; > act x; act b; next", "turn 1"},
		{"back in the round all is as it was", "first; act a; > act x; act b; next; back", "turn -1; Everybody has acted."},
		{"not acted after all", "first; act a; > act x; act b; unact b", "turn -1"},
		{"who waits in reserve does not act", "first; reserve b; act a; > act x", "turn -1; Everybody has acted."},
		{"the last round ends the game", "next; next; next; act a; > act x; act b", "turn -1; Everybody has acted."},
		{"who is gone need not act", "first; act a; wound b 5; > act x", "turn -1; Everybody has acted."},
	} {
		s := play.NewTable(list(t, "gf-3", small), "", list(t, "gf-3", two)).Replay(game(t, c.events))
		got := fmt.Sprintf("turn %d", s.Turn)
		for _, m := range s.Moments() {
			if m.Unit == nil {
				got += "; " + m.What
			}
		}
		if got != c.want {
			t.Errorf("%s: after %q %s, want %s", c.name, c.events, got, c.want)
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
		got := fmt.Sprintf("%v %d %v %d %s", nonNil(s.Sides[0].ByRound), s.Total(0), nonNil(s.Sides[1].ByRound), s.Total(1), strings.ReplaceAll(s.Result(), "list.yaml", "list"))
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	// Half of the enemy's units, rounding up.
	s := play.NewTable(list(t, "fad", force), "", list(t, "fad", force)).Replay(game(t, "mission sweep; > wound mob 6; > wound gun 3; > remove eye"))
	if gone, needs := s.Destroyed(1); gone != 3 || needs != 3 || !s.Done(0) || s.Winner() != 0 {
		t.Errorf("%d of %d gone, done %t", gone, needs, s.Done(0))
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
		"spend o; spend o":                            "Oathspeaker spent 1 token, 1 left, spent 1 token, 0 left",
		"use few Gate_Charge":                         "few used Gate Charge",
		"act squad; next":                             "Round 2 begins",
		"fell few 2":                                  "few chose who falls: Gate Charge",
	} {
		s := play.NewTable(list(t, "gf-3", strings.Replace(squads, "id: few,", "id: few, name: few,", 1)), "", nil).Replay(game(t, events))
		if got := s.Log[len(s.Log)-1].Text(); got != want {
			t.Errorf("%q: %s, want %s", events, got, want)
		}
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
		{"gf-3", units, "wound b 19", "b", "1 Flame Lance, 1 Bayonet"},
		{"fad", force, "wound rifles 6", "rifles", "1 Assault Rifle, 1 SAW"},
		{"fad", force, "wound rifles 1; fell rifles 2", "rifles", "7 Assault Rifle"},
		{"fad", force, "wound rifles 7", "rifles", "1 Assault Rifle"},
	} {
		s := play.NewTable(list(t, c.system, c.list), "", nil).Replay(game(t, c.events))
		_, b := s.Unit(false, c.unit)
		weapons, _ := b.Arms()
		var got []string
		for _, w := range weapons {
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
	verbs := []play.Verb{
		play.Wound, play.Heal, play.Fell, play.Begins, play.Ends, play.Act, play.Unact, play.Fought, play.Beaten, play.Passed, play.Failed, play.NoTest, play.Rally,
		play.Repair, play.Spend, play.Gain, play.Use, play.Unuse, play.Remove, play.Return, play.Leave, play.Board, play.Reserve, play.Arrive, play.Foe, play.First,
		play.Pass, play.Objectives, play.Seize, play.Neutral, play.Score, play.Unscore, play.Mission, play.Held, play.Unheld, play.Won, play.Unwon, play.Length,
		play.Next, play.Back, play.End, play.Resume, "dance",
	}
	rapid.Check(t, func(t *rapid.T) {
		table := rapid.SampledFrom(tables).Draw(t, "table")
		g, before := &play.Game{}, []string{}
		show := func(g *play.Game) string {
			return table.Replay(g).Summary() + fmt.Sprintf("%+v", table.Replay(g).Report())
		}
		for range rapid.IntRange(1, 40).Draw(t, "taps") {
			e := play.Event{
				Do: rapid.SampledFrom(verbs).Draw(t, "do"), Their: rapid.Bool().Draw(t, "their"), N: rapid.SampledFrom([]int{0, 1, 2, 3, 9, 99, 100_000, -1}).Draw(t, "n"),
				Unit: rapid.SampledFrom([]string{"", "squad", "few", "h", "o", "iron", "tank", "apc", "rifles", "mob", "crew", "hands", "chief", "nobody"}).Draw(t, "unit"),
				What: rapid.SampledFrom([]string{"", rules.Shaken, rules.Pinned, rules.UnderFire, rules.Critical, "apc", "squad", "Gate Charge", "hold", "sweep"}).Draw(t, "what"),
			}
			before = append(before, show(g))
			g = g.With(e)
			for _, u := range table.Replay(g).Sides[0].Units {
				for i := range u.Bodies {
					b := &u.Bodies[i]
					if left := b.WoundsLeft(); left < 0 || left > b.Wounds() || b.ModelsLeft() < 0 || b.ModelsLeft() > b.Models() || (left == 0) != (b.ModelsLeft() == 0) {
						t.Fatalf("%s has %s, %d models, %d wounds", b.Name, b.Left(), b.ModelsLeft(), left)
					}
					b.Arms()
				}
				u.Standing()
			}
			table.Replay(g).Moments()
		}
		for _, was := range slices.Backward(before) {
			if g = g.Undone(); show(g) != was {
				t.Fatalf("taken back the game is another:\n%s\nwas\n%s", show(g), was)
			}
		}
	})
	g := game(t, "wound squad 3; begins squad shaken; > seize 2; next; rally mob 0").With(play.Event{Do: play.Foe, Their: true, What: "Anna: \"the\" # best", Code: "muster1.x"})
	document, err := schema.Read("x.play.yaml", g.Text(), "play/1")
	if err != nil {
		t.Fatal(err)
	}
	read, err := play.Read(document)
	if err != nil || string(read.Text()) != string(g.Text()) || len(read.Events) != len(g.Events) {
		t.Errorf("%v: read as\n%s, written as\n%s", err, read.Text(), g.Text())
	}
}

// A tap that changes nothing is refused.
func TestATapThatChangesNothing(t *testing.T) {
	table := play.NewTable(list(t, "gf-3", squads), "", nil)
	for events, next := range map[string]string{
		"wound squad 10": "wound squad", "": "heal squad", "act squad": "act squad", "begins squad shaken": "begins squad shaken", "spend o 2": "spend o", "seize 1": "seize 1",
		"next": "reserve nobody", "end": "next", "wound few 5; wound h 3": "act few", "use few Gate_Charge 1; use few Gate_Charge": "use few Gate_Charge",
	} {
		g := game(t, events)
		if _, err := table.Replay(g).Apply(g, event(t, next)); err == nil || !strings.HasPrefix(err.Error(), "that changes nothing") {
			t.Errorf("%q after %q: %v", next, events, err)
		}
	}
}
