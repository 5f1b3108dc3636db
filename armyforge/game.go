package armyforge

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"muster/rules"
)

// grimdarkFuture is the game of files that name none, as Army Forge's addresses
// call it.
const grimdarkFuture = "grimdark-future"

// key is how Army Forge's lists name a game: "aof" for age-of-fantasy. It is ""
// for a game that Army Forge does not have.
func key(game *rules.System) (key string) {
	for _, word := range strings.FieldsFunc(game.ArmyForge, func(r rune) bool { return r == '-' }) {
		key += word[:1]
	}
	return key
}

// gameNumber returns Army Forge's number of a game; "" if none is known.
func gameNumber(game *rules.System) string {
	if game.ArmyForgeNumber == 0 {
		return ""
	}
	return strconv.Itoa(game.ArmyForgeNumber)
}

// editions lists the editions of the game that Army Forge calls so: in the
// addresses of its site, by its key in lists, or by its number; nil if none is
// known.
func (f *File) editions(called string) (all []*rules.System) {
	if called == "" {
		called = grimdarkFuture
	}
	systems, _ := f.Library.Systems() // unreadable files are no editions of it
	for _, s := range systems {
		if s.ArmyForge != "" && (strings.EqualFold(called, s.ArmyForge) || strings.EqualFold(called, key(s)) || called == gameNumber(s)) {
			all = append(all, s)
		}
	}
	return all
}

// games says of each game of Army Forge that is known something, once.
func (f *File) games(say func(*rules.System) string) (all []string) {
	systems, _ := f.Library.Systems()
	for _, s := range systems {
		if text := say(s); s.ArmyForge != "" && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

// without are games of Army Forge that muster ships no file for, by their keys in lists
// and in addresses.
var without = map[string]string{
	"gff": "Grimdark Future: Firefight", "grimdark-future-firefight": "Grimdark Future: Firefight",
	"aofs": "Age of Fantasy: Skirmish", "age-of-fantasy-skirmish": "Age of Fantasy: Skirmish",
	"aofr": "Age of Fantasy: Regiments", "age-of-fantasy-regiments": "Age of Fantasy: Regiments",
}

// ofOther says that a file is for an unknown game, and how to add that game.
func (f *File) ofOther(what, called string) string {
	name := strconv.Quote(called)
	if title := without[strings.ToLower(called)]; title != "" {
		name = title
	}
	named := f.games(func(s *rules.System) string { return s.Name + " (`" + key(s) + "`)" })
	return fmt.Sprintf("the %s is for %s; muster reads those of %s. A file of the kind system/1 adds a game: see docs/another-game.md", what, name, strings.Join(named, " and "))
}
