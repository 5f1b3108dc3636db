package armyforge

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"muster/rules"
)

// grimdarkFuture is Army Forge's name, in addresses, of the game of files that state no game.
const grimdarkFuture = "grimdark-future"

// gameKey returns the key of a game in Army Forge's lists, such as "aof" for age-of-fantasy, or ""
// if Army Forge does not have the game.
func gameKey(game *rules.System) (key string) {
	for _, word := range strings.FieldsFunc(game.ArmyForgeName, func(r rune) bool { return r == '-' }) {
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

// editions returns the editions of a game; called is its name in Army Forge's addresses, its key in
// lists, or its number. The result is nil for an unknown game.
func (f *File) editions(called string) (all []*rules.System) {
	if called == "" {
		called = grimdarkFuture
	}
	systems, _ := f.Library.Systems() // unreadable files are no editions of it
	for _, s := range systems {
		if s.ArmyForgeName != "" && (strings.EqualFold(called, s.ArmyForgeName) || strings.EqualFold(called, gameKey(s)) || called == gameNumber(s)) {
			all = append(all, s)
		}
	}
	return all
}

// unsupportedGames names the games of Army Forge for which muster has no file, by their keys in
// lists and in addresses.
var unsupportedGames = map[string]string{
	"gff": "Grimdark Future: Firefight", "grimdark-future-firefight": "Grimdark Future: Firefight",
	"aofs": "Age of Fantasy: Skirmish", "age-of-fantasy-skirmish": "Age of Fantasy: Skirmish",
	"aofr": "Age of Fantasy: Regiments", "age-of-fantasy-regiments": "Age of Fantasy: Regiments",
}

// unknownGameText returns the message that a file is for an unknown game, and how to add that game.
// what is the kind of file, called the file's name of the game.
func (f *File) unknownGameText(what, called string) string {
	name := strconv.Quote(called)
	if title := unsupportedGames[strings.ToLower(called)]; title != "" {
		name = title
	}
	var named []string
	systems, _ := f.Library.Systems()
	for _, s := range systems {
		if text := s.Name + " (`" + gameKey(s) + "`)"; s.ArmyForgeName != "" && !slices.Contains(named, text) {
			named = append(named, text) // editions share a name
		}
	}
	return fmt.Sprintf("the %s is for %s; muster reads those of %s. A file of the kind system/1 adds a game: see docs/another-game.md", what, name, strings.Join(named, " and "))
}
