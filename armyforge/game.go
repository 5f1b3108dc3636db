package armyforge

import (
	"fmt"
	"slices"
	"strings"

	"muster/rules"
)

// The game that files without one are of, as Army Forge's addresses and its
// books call it.
const (
	grimdarkFuture       = "grimdark-future"
	grimdarkFutureNumber = "2"
)

// key is how Army Forge's lists name a game: "aof" for age-of-fantasy. It is ""
// for a game that Army Forge does not have.
func key(game *rules.System) (key string) {
	for _, word := range strings.FieldsFunc(game.ArmyForge, func(r rune) bool { return r == '-' }) {
		key += word[:1]
	}
	return key
}

// editions lists the editions of the game that Army Forge calls so: in the
// addresses of its site, by its key in lists, or by its number; nil if none is
// known.
func (f *File) editions(called string) (all []*rules.System) {
	if called == "" || called == grimdarkFutureNumber {
		called = grimdarkFuture
	}
	systems, _ := f.Library.Systems() // what cannot be read is no edition of it
	for _, s := range systems {
		if s.ArmyForge != "" && (strings.EqualFold(called, s.ArmyForge) || strings.EqualFold(called, key(s))) {
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

// ofOther says that a list is of a game that is not known.
func (f *File) ofOther(called string) string {
	named := f.games(func(s *rules.System) string { return s.Name + ", which is `" + key(s) + "`" })
	return fmt.Sprintf("the list is for %q; muster reads lists of %s", called, strings.Join(named, ", and of "))
}
