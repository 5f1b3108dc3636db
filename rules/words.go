package rules

import (
	"fmt"
	"slices"
	"strings"

	"muster/schema"
)

// The table of words. Every word in which effects are written has one entry
// here, and from it come the check of every rule in every file (Check), the
// effect part of the JSON Schema files (schema/effects.json), and the
// tables in the documentation of each family. To give the engine a new word,
// add the entry beside the field of the family's Effect, and run
//
//	go test ./rules -run Words -update

// A Family is the words of the games that share one engine.
type Family struct {
	ID string // as in System.Family: "gf"
	// Scenes are the fights in which effects can act, named as a sentence
	// about them ends: "acts in melee only". Scene 0 is the first.
	Scenes []string
	Words  []Word // in the order of the documentation
	Books  bool   // see System.Books

	byName map[string]*Word
}

// A Word is one word of an effect, or of its conditions.
type Word struct {
	Name string
	// Means says what it does, for people: a clause without a full stop.
	Means string
	Place *Place
	Kind  Kind

	Least, Most int      // the bounds of a number; 0 changes nothing and is never allowed
	Values      []string // what a Choice or Choices can be

	// Scenes are those in which the word acts, or in which the condition can
	// hold; none stands for all. ScenesIfNot are those of a Switch that is false.
	Scenes, ScenesIfNot Scenes
	// Always means that a Switch has no meaning when it is false.
	Always bool

	// On is the dice that may trigger the word; "" is none. Nil is none alone.
	On []string
	// Tied is those of Values that a die may trigger, where not all can be.
	Tied []string
	// Beside is words of which the effect must have one.
	Beside []string
	// Not is words, or words with a value ("to: enemy"), that mean nothing
	// together with this one.
	Not []string
	// Needs is a condition that must stand with a value of this word.
	Needs map[string]string
	// Also looks at what no column says: what is wrong and what would be right.
	Also func(effect *statement) string

	// Apart means that the word has no part in a fight, nor in the numbers of a
	// unit with which it fights; Defends that it may matter to a unit that is
	// attacked or tests its morale. Both hold for all words of a Place that says so.
	Apart, Defends bool

	// How Explain says the word: Says, with %d for the number, %+d for the number
	// with its sign and %s for any other value; SaysNot of a Switch that is false;
	// SaysOf of each of Values; SaysBy of a word that depends on others or says them too. A word with
	// none of them is said by those that it shapes.
	Says, SaysNot string
	SaysOf        map[string]string
	SaysBy        func(w *said, effect *statement) string
}

// A Place is where words act. It says what may stand beside them.
type Place struct {
	Title string // of its table in the documentation
	// Bearer says who must have the rule for the words to act.
	Bearer string
	Shape  bool     // the words only say when, on whom or how others act
	Inside string   // the word within which the place's words stand: "when"
	When   bool     // conditions have a meaning
	Of     bool     // "of: enemy" has a meaning
	To     []string // the values of "to" that have one
	By     bool     // "by" has a meaning
	Not    []string // conditions that have none, though others do

	Apart, Defends bool // as of a Word
}

// Kind is what a word's value is.
type Kind int

// The kinds of values.
const (
	isNumber  Kind = iota // a whole number, X, N or -N
	isCount               // a whole number
	isSwitch              // true or false
	isChoice              // one of Values
	isChoices             // some of Values
	isName                // the name of a rule
	isID                  // the id of a trait
	isNames               // names of rules
	isUses                // rules with their ratings
	isDice                // some of the numbers on a die
	isSpan                // from and to
	isGroup               // words within: when
)

// Scenes is a set of scenes of a family, a bit for each.
type Scenes uint8

// The scenes of Grimdark Future.
const (
	inShooting Scenes = 1 << iota
	inMelee
	inAbility
)

// The families. Rules of the first are Rules, those of the second what its
// armoury has.
var (
	Grimdark     = &Family{ID: "gf", Scenes: []string{"shooting", "melee", "an ability"}, Words: gfWords, Books: true}
	FastAndDirty = &Family{ID: "fad", Scenes: []string{"fire", "close assault"}, Words: fadWords}

	families = []*Family{Grimdark, FastAndDirty}
)

func init() {
	for _, f := range families {
		f.byName = make(map[string]*Word, len(f.Words))
		for i := range f.Words {
			w := &f.Words[i]
			f.byName[w.Place.Inside+"."+w.Name] = w
		}
	}
}

// FamilyOf returns the words of a family of games, or nil if its rules have no
// effects.
func FamilyOf(id string) *Family {
	for _, f := range families {
		if f.ID == id {
			return f
		}
	}
	return nil
}

// word returns the entry of a word that stands inside another, or in the effect
// itself (""); nil if the family has none.
func (f *Family) word(inside, name string) *Word { return f.byName[inside+"."+name] }

// Domain says which values the word takes: "2 to 6", "true", "shooting or melee".
func (w *Word) Domain() string {
	switch w.Kind {
	case isNumber, isCount, isSpan:
		return fmt.Sprintf("%d to %d", w.Least, w.Most)
	case isSwitch:
		if w.Always {
			return "true"
		}
		return "true or false"
	case isChoice:
		return schema.Either(w.Values)
	case isChoices:
		return "some of " + strings.Join(w.Values, ", ")
	case isName:
		return "a rule"
	case isID:
		return "an id"
	case isNames, isUses:
		return "rules"
	case isDice:
		return "numbers of 1 to 6"
	}
	return "conditions"
}

// names writes the family's scenes of a set: "shooting or melee".
func (f *Family) names(s Scenes) string {
	var all []string
	for i, name := range f.Scenes {
		if s>>i&1 == 1 {
			all = append(all, name)
		}
	}
	return schema.Either(all)
}

// scenes is where a word acts, or where a condition can hold: one that is true,
// or off.
func (f *Family) scenes(w *Word, off bool) Scenes {
	s := w.Scenes
	if off {
		s = w.ScenesIfNot
	}
	if s == 0 {
		s = 1<<len(f.Scenes) - 1
	}
	return s
}

// dice are those that may trigger the word; "" for none.
func (w *Word) dice() []string {
	if w.On == nil {
		return []string{""}
	}
	return w.On
}

// triggers reports whether a die may trigger the word.
func (w *Word) triggers(die string) bool { return slices.Contains(w.dice(), die) }
