package play

import (
	"encoding/json"
	"slices"

	"muster/builder"
	"muster/builder/play"
	"muster/rules"
	"muster/schema"
	"muster/web/desk"
)

// oldFormatGame returns a list's game in the old format; an empty game if there is none, or it is
// unreadable.
func (h *Handler) oldFormatGame(id string, mine builder.Roster) *play.Game {
	var old struct {
		Round      int
		Objectives []int
		Units      map[string]*struct {
			Wounds   int
			States   []string
			Counters map[string]int
		}
	}
	game := &play.Game{}
	text, err := schema.FilePath{Folder: h.Lists, Name: desk.OldGameFileName(id)}.Load()
	if err != nil || json.Unmarshal(text, &old) != nil {
		return game
	}
	add := func(do play.Verb, unit string, n int, what string) {
		game = game.WithEvent(play.Event{Verb: do, UnitID: unit, Number: min(max(n, 0), 1000), Subject: what})
	}
	for range min(old.Round, 100) - 1 {
		add(play.NextRound, "", 0, "")
	}
	for _, n := range old.Objectives {
		add(play.SeizeObjective, "", n, "")
	}
	for unit, was := range old.Units {
		if was == nil || unit == "" {
			continue
		}
		if was.Wounds > 0 {
			add(play.Wound, unit, was.Wounds, "")
		}
		for _, word := range was.States {
			switch i := slices.IndexFunc(mine.Game().States, func(s rules.State) bool { return mine.Game().TermFor(s.ID) == word }); {
			case i >= 0:
				add(play.EnterState, unit, 0, mine.Game().States[i].ID)
			case word == "Activated":
				add(play.Act, unit, 0, "keep")
			case word == "Reserve":
				add(play.EnterReserve, unit, 0, "")
			}
		}
		for what, n := range was.Counters {
			for range min(n, 20) {
				add(play.UseLimitedAction, unit, 0, what)
			}
		}
	}
	return game
}
