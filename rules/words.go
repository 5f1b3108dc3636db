package rules

import (
	"fmt"
	"slices"
	"strings"

	"muster/schema"
)

// The table of words. Every word of an effect has one entry here. Check, the effect part of the
// JSON Schema files (schema/effects.json) and each family's tables in the documentation come from
// it. To add a word, add its entry beside the field of the family's Effect, and run
//
//	go test ./rules -run Words -update

// A Family is the words of the games with one engine.
type Family struct {
	ID string // as in System.Family: "gf"
	// Scenes are the fights of the game as a sentence ends: "acts in melee only".
	Scenes []string
	Words  []Word // in the order of the documentation
	Books  bool   // see System.Books

	byName map[string]*Word
}

// A Word is one word of an effect, or of its conditions.
type Word struct {
	Name string
	// Means describes it for people: a clause without a full stop.
	Means string
	Place *Place
	Kind  Kind

	Least, Most int      // bounds of a number; 0 is never allowed
	Values      []string // values of a Choice or Choices

	// Scenes are the scenes of the word's action, or of a condition that can hold; none stands
	// for all. ScenesIfNot are those of a Switch that is false.
	Scenes, ScenesIfNot Scenes
	// Always means that a Switch has no meaning when it is false.
	Always bool

	// On is the dice that may trigger the word; "" is none. Nil is none alone.
	On []string
	// Tied lists the Values that a die may trigger, if not all.
	Tied []string
	// Beside lists words; the effect must have one of them.
	Beside []string
	// Not lists words, some with a value ("to: enemy"), without a meaning beside this one.
	Not []string
	// Needs maps a value to a condition that it needs.
	Needs map[string]string
	// Also finds other errors, and returns a sentence on how to mend one, or "".
	Also func(effect *statement) string

	// Apart means that the word has no part in a fight, nor in a unit's numbers there; Defends
	// that it may matter to a unit that is attacked or tests its morale. A Place may say so for
	// all its words.
	Apart, Defends bool

	// The word's phrase for Explain: Says, with %d for the number, %+d for the number with its
	// sign and %s for any other value; SaysNot for a false Switch; SaysOf for each of Values;
	// SaysBy for a word that depends on others. A word without any is part of another's phrase.
	Says, SaysNot string
	SaysOf        map[string]string
	SaysBy        func(w *statedWord, effect *statement) string
}

// A Place is a group of words, with the words that may stand beside them.
type Place struct {
	Title string // of its table in the documentation
	// Bearer names the bearers that the words need.
	Bearer string
	Shape  bool     // the words only shape the action of others
	Inside string   // the word around the place's words: "when"
	When   bool     // conditions have a meaning
	Of     bool     // "of: enemy" has a meaning
	To     []string // the values of "to" with a meaning
	By     bool     // "by" has a meaning
	Not    []string // conditions without a meaning, though others have one

	Apart, Defends bool // as of a Word
}

// Kind is the kind of a word's value.
type Kind int

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

// Scenes is a bit set of a family's scenes.
type Scenes uint8

// The scenes of Grimdark Future.
const (
	inShooting Scenes = 1 << iota
	inMelee
	inAbility
)

// The families. The first has effects of Rules, the second of the armoury's traits.
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

// FamilyOf returns the words of a family of games, or nil if its rules have no effects.
func FamilyOf(id string) *Family {
	for _, f := range families {
		if f.ID == id {
			return f
		}
	}
	return nil
}

// word returns the entry of a word inside another, or in the effect itself (""), or nil.
func (f *Family) word(inside, name string) *Word { return f.byName[inside+"."+name] }

// Domain returns the values of the word as text: "2 to 6", "true", "shooting or melee".
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

// sceneNames returns a set of scenes as text: "shooting or melee".
func (f *Family) sceneNames(s Scenes) string {
	var all []string
	for i, name := range f.Scenes {
		if s>>i&1 == 1 {
			all = append(all, name)
		}
	}
	return schema.Either(all)
}

// wordScenes returns the scenes of a word's action, or of a condition that is true, or off.
func (f *Family) wordScenes(w *Word, off bool) Scenes {
	s := w.Scenes
	if off {
		s = w.ScenesIfNot
	}
	if s == 0 {
		s = 1<<len(f.Scenes) - 1
	}
	return s
}

// dice returns the dice that may trigger the word; "" for none.
func (w *Word) dice() []string {
	if w.On == nil {
		return []string{""}
	}
	return w.On
}

// triggers reports whether a die may trigger the word.
func (w *Word) triggers(die string) bool { return slices.Contains(w.dice(), die) }
