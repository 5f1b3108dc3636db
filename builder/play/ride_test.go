package play_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"muster/builder/finding"
	"muster/builder/play"
)

// Units get into a transport at the table if `check` lets them begin the game there, in every game.
func TestWhoRidesIsWhatCheckSays(t *testing.T) {
	dice := rand.New(rand.NewPCG(7, 2))
	aboard := regexp.MustCompile(`, in: [\w-]+`)
	for _, army := range armies {
		bare := aboard.ReplaceAllString(army.list, "")
		table := play.NewTable(list(t, army.system, bare), "", nil)
		var transports, others []string
		for _, u := range table.Sides[0].Units {
			if u.IsTransport {
				transports = append(transports, u.ID)
			} else if !u.OffBoard && !u.SentAhead && u.PartnerID == "" {
				others = append(others, u.ID)
			}
		}
		said := map[bool]int{}
		for range 60 {
			into := transports[dice.IntN(len(transports))]
			text, state, game := bare, table.Replay(&play.Game{}), &play.Game{}
			entered := true
			dice.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
			for _, id := range others[:1+dice.IntN(3)] {
				text = strings.Replace(text, "{id: "+id+",", "{id: "+id+", in: "+into+",", 1)
				if g, s, err := state.Apply(game, play.Event{Verb: play.GetIn, UnitID: id, Subject: into}); err == nil {
					game, state = g, s
				} else {
					entered = false
				}
			}
			legal := !slices.ContainsFunc(list(t, army.system, text).Findings(), func(f finding.Finding) bool { return strings.HasPrefix(string(f.Code), "transport/") })
			if said[legal]++; legal != entered {
				t.Errorf("%s: check lets them ride %t, the table %t:\n%s", army.system, legal, entered, text)
			}
		}
		if said[true] == 0 || said[false] == 0 {
			t.Errorf("%s: %v", army.system, said)
		}
	}
}
