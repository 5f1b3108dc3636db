// Package words holds the words of effects: what each means, where it may stand, how it is checked and how it is
// explained. It knows no game. A game's table describes each of its words once (rules.Grimdark, fad.Words): checks,
// explanations, the JSON Schema of effects (schema/effects.json) and the tables of the documentation come from it.
//
// The words when, on, by, of and to are the grammar of every table: conditions, the die that triggers an effect, the
// fight, the attacks that it changes and its receiver.
package words

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"muster/schema"
)

// A Family is the words of the games with one engine.
type Family struct {
	ID string // as in a system's family: "gf"
	// Scenes are the fights of the game as a sentence ends: "acts in melee only".
	Scenes []string
	Places []*Place // in the order of the documentation

	byName map[string]*Word
}

// NewFamily returns the family of a table.
func NewFamily(id string, scenes []string, places ...*Place) *Family {
	f := &Family{ID: id, Scenes: scenes, Places: places, byName: map[string]*Word{}}
	for _, p := range places {
		for i := range p.Words {
			w := &p.Words[i]
			w.Place = p
			f.byName[p.Inside+"."+w.Name] = w
		}
	}
	return f
}

// A Place is a group of words with the same neighbours.
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

	Apart, Defends bool // as of a Word, for all words of the place
	Words          []Word
}

// A Word is one word of an effect, or of its conditions.
type Word struct {
	Name string
	Kind Kind

	Least, Most int      // bounds of a number; 0 is never allowed
	Values      []Choice // of OneOf and SomeOf

	// Says is the word's phrase in an explanation: %d stands for the number, %+d for the number with its sign, %s
	// for any other value. SaysOne is the phrase of the number 1, and SaysNot of a false Switch. SaysBy returns the
	// phrase of a word that depends on others or on the edition. A word without a phrase is part of another's, or its Values have one each.
	Says, SaysOne, SaysNot string
	SaysBy                 func(w *Stated, effect *Statement) string
	// Alone replaces Says in the documentation, where the phrase stands alone, without the rest of a sentence.
	Alone string
	// Note is further documentation, in sentences.
	Note string

	// Scenes are the scenes of the word's action, or of a condition that can hold; none stands
	// for all. ScenesIfNot are those of a Switch that is false.
	Scenes, ScenesIfNot Scenes

	// On is the dice that may trigger the word; "" is none. Nil is none alone.
	On []string
	// OnValues lists the Values that a die may trigger, if not all.
	OnValues []string
	// Beside lists words; the effect must have one of them.
	Beside []string
	// Not lists words, some with a value ("to: enemy"), without a meaning beside this one.
	Not []string
	// Refusal explains why a word means nothing beside this one, if its Place says so: a relative clause.
	Refusal string
	// Also finds other errors, and returns a sentence on how to mend one, or "".
	Also func(effect *Statement) string

	// Apart means that the word has no part in a fight, nor in a unit's numbers there; Defends
	// that it may matter to a unit that is attacked or tests its morale.
	Apart, Defends bool

	Place *Place // set by NewFamily
}

// A Choice is a value of a word.
type Choice struct {
	Is    string
	Says  string // its phrase; "" if the word's own phrase names the value
	Alone string // the phrase where it stands alone, in the documentation; "" if that is Says
	Needs string // the condition that it needs, or ""
}

// Choices returns values without phrases of their own.
func Choices[T ~string](values ...T) []Choice {
	all := make([]Choice, len(values))
	for i, v := range values {
		all[i].Is = string(v)
	}
	return all
}

// Kind is the kind of a word's value.
type Kind int

// The kinds, each with its type in Go.
const (
	Number    Kind = iota // Value: a whole number, X, N or -N
	Count                 // int: a whole number
	Switch                // *bool: true or false
	Flag                  // bool: true
	OneOf                 // string: one of Values
	SomeOf                // []string: some of Values
	RuleName              // string: the name of a rule
	RuleNames             // []string
	ID                    // string: the id of a trait
	RuleUses              // []Use: rules with their ratings
	Dice                  // []int: some of the numbers on a die
	Span                  // Range
	Group                 // struct: words within
)

// Scenes is a bit set of a family's scenes.
type Scenes uint8

// Word returns the entry of a word inside another, or in the effect itself (""), or nil.
func (f *Family) Word(inside, name string) *Word { return f.byName[inside+"."+name] }

// All returns the words of all places.
func (f *Family) All() []*Word {
	var all []*Word
	for _, p := range f.Places {
		for i := range p.Words {
			all = append(all, &p.Words[i])
		}
	}
	return all
}

// Domain returns the values of the word as text: "2 to 6", "true", "shooting or melee".
func (w *Word) Domain() string {
	switch w.Kind {
	case Number, Count, Span:
		return fmt.Sprintf("%d to %d", w.Least, w.Most)
	case Flag:
		return "true"
	case Switch:
		return "true or false"
	case OneOf:
		return schema.Either(w.values())
	case SomeOf:
		return "some of " + strings.Join(w.values(), ", ")
	case RuleName:
		return "a rule"
	case ID:
		return "an id"
	case RuleNames, RuleUses:
		return "rules"
	case Dice:
		return "numbers of 1 to 6"
	}
	return "conditions"
}

// Means describes the word for people: a clause without a full stop, or sentences.
func (w *Word) Means() string {
	says := strings.NewReplacer("%+d", "+n", "%d", "n", "%s", "…").Replace(cmp.Or(w.Alone, w.Says))
	if w.SaysNot != "" {
		says += ", or " + w.SaysNot
	}
	for _, c := range w.Values {
		if phrase := cmp.Or(c.Alone, c.Says); phrase != "" {
			says += "; `" + c.Is + "`: " + phrase
		}
		if c.Needs != "" {
			says += " (with `when: {" + c.Needs + ": true}`)"
		}
	}
	says = strings.TrimPrefix(says, "; ")
	if w.Note != "" && says != "" {
		return says + ". " + w.Note
	}
	return says + w.Note
}

// values returns the texts of the word's values.
func (w *Word) values() []string {
	all := make([]string, len(w.Values))
	for i, c := range w.Values {
		all[i] = c.Is
	}
	return all
}

// value returns a value of the word, or nil.
func (w *Word) value(text string) *Choice {
	i := slices.IndexFunc(w.Values, func(c Choice) bool { return c.Is == text })
	if i < 0 {
		return nil
	}
	return &w.Values[i]
}

// SceneNames returns a set of scenes as text: "shooting or melee".
func (f *Family) SceneNames(s Scenes) string {
	var all []string
	for i, name := range f.Scenes {
		if s>>i&1 == 1 {
			all = append(all, name)
		}
	}
	return schema.Either(all)
}

// scenesOf returns the scenes of a word's action, or of a condition that is true, or off.
func (f *Family) scenesOf(w *Word, off bool) Scenes {
	s := w.Scenes
	if off {
		s = w.ScenesIfNot
	}
	if s == 0 {
		s = 1<<len(f.Scenes) - 1
	}
	return s
}

// Triggers reports whether a die may trigger the word; "" is none.
func (w *Word) Triggers(die string) bool {
	return die == "" && w.On == nil || slices.Contains(w.On, die)
}
