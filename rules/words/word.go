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
	"reflect"
	"slices"
	"strings"

	"muster/schema"
)

// A Family holds the words of the rule language of games that share one engine: the effects of
// rules are written with them.
type Family struct {
	ID string // id as in the systems' files: "gf"
	// AttackKinds are the names of the kinds of attacks, as at the end of "acts in …": "melee".
	AttackKinds []string
	Groups      []*WordGroup // in the order of the documentation

	byName map[string]*Word // by inside + "." + name, such as "when.melee"
}

// NewFamily returns the family with the words of the groups, which are the fields of the struct type E.
func NewFamily[E any](id string, scenes []string, places ...*WordGroup) *Family {
	f := &Family{ID: id, AttackKinds: scenes, Groups: places, byName: map[string]*Word{}}
	for _, p := range places {
		for i := range p.Words {
			w := &p.Words[i]
			w.Group = p
			f.byName[p.ParentWord+"."+w.Name] = w
		}
	}
	f.setKinds("", reflect.TypeFor[E]())
	return f
}

// setKinds sets the kinds of the words that are fields of a struct type, and of the words inside them.
func (f *Family) setKinds(inside string, t reflect.Type) {
	for _, field := range f.Fields(inside, t) {
		w, t := field.Word, t.Field(field.Index).Type
		w.Kind = cmp.Or(w.Kind, kindsByType[t])
		switch {
		case w.Kind != 0:
		case t.Kind() == reflect.Struct:
			w.Kind = NestedWordsKind
			f.setKinds(w.Name, t)
		case t.Kind() == reflect.String:
			w.Kind = ChoiceKind
		default:
			w.Kind = ChoicesKind
		}
	}
}

// A WordGroup is a group of words that may stand beside the same other words.
type WordGroup struct {
	Title string // heading of its table in the documentation
	// RuleBearer says what must have a rule with these words, such as "a weapon, a model".
	RuleBearer        string
	OnlyModifiesWords bool     // the words only change how other words act
	ParentWord        string   // name of the word that contains the words, such as "when"; "" for none
	AllowsWordWhen    bool     // conditions ("when") may stand beside the words
	AllowsWordOf      bool     // "of: enemy" may stand beside the words
	AllowedValuesOfTo []string // the values that the key "to" beside the words may have
	AllowsWordBy      bool     // the key "by" may stand beside the words
	// conditions that may not stand beside the words, though other conditions may
	BarredConditions []string

	OnlyOutsideFights, AffectsDefender bool // like the fields of Word, for all words of the group
	Words                              []Word
}

// A Word is one word of an effect, or of its conditions.
type Word struct {
	Name string
	Kind ValueKind // 0 for the kind that the type of the word's field has

	Min, Max      int      // bounds of the word's number; 0 is never allowed
	AllowedValues []Choice // the values that a word of kind ChoiceKind or ChoicesKind can have

	// Phrase explains the word: %d stands for the number, %+d for the number with its sign, %s for
	// any other value. PhraseForOne is the phrase for the number 1, and PhraseIfFalse for a false
	// TrueOrFalseKind. PhraseFunc returns the phrase if it depends on other words or on the
	// edition. A word without a phrase is named by the phrase of another word, or each of its
	// AllowedValues has a phrase.
	Phrase, PhraseForOne, PhraseIfFalse string
	PhraseFunc                          func(w *StatedWord, effect *Statement) string
	// DocPhrase replaces Phrase in the documentation, where the phrase does not stand in a
	// sentence.
	DocPhrase string
	// Note is further documentation, in sentences.
	Note string

	// ActsIn holds the kinds of attacks in which the word acts or, for a condition, can hold; 0
	// stands for all. ActsInIfFalse holds the kinds in which a false TrueOrFalseKind can hold.
	ActsIn, ActsInIfFalse AttackKinds

	// TriggerDice lists the dice that may trigger the word, as values of "on"; "" means that it may
	// act without a die. Nil means that no die may trigger it.
	TriggerDice []string
	// TriggeredValues lists the AllowedValues that a die may trigger; nil for all.
	TriggeredValues []string
	// NeedsOneOf lists words of which the effect must have at least one.
	NeedsOneOf []string
	// ExcludedWords lists words that may not stand beside this one, some with a value ("to:
	// enemy").
	ExcludedWords []string
	// RefusalReason is a relative clause that explains why a word may not stand beside this one if
	// its WordGroup does not allow it.
	RefusalReason string
	// ExtraCheck finds further errors; it returns a sentence on how to correct one, or "".
	ExtraCheck func(effect *Statement) string

	// OnlyOutsideFights means that the word never matters in a fight or to numbers that a fight
	// uses. AffectsDefender means that it may matter to a unit that is attacked or tests its
	// morale.
	OnlyOutsideFights, AffectsDefender bool

	Group *WordGroup // set by NewFamily
}

// A Choice is one of the values that a word can have.
type Choice struct {
	Value           string // value in files
	Phrase          string // its phrase; "" if the word's own phrase names the value
	DocPhrase       string // phrase in the documentation; "" for Phrase
	NeededCondition string // name of the condition that the effect must have with this value, or ""
}

// Choices returns values that have no phrases of their own.
func Choices[T ~string](values ...T) []Choice {
	all := make([]Choice, len(values))
	for i, v := range values {
		all[i].Value = string(v)
	}
	return all
}

// ValueKind is the type of a word's value.
type ValueKind int

const (
	NumberKind      ValueKind = iota + 1 // Value: a whole number, X, N or -N
	WholeNumberKind                      // int: a whole number
	TrueOrFalseKind                      // *bool: true or false
	OnlyTrueKind                         // bool: true
	ChoiceKind                           // string: one of AllowedValues
	ChoicesKind                          // []string: some of AllowedValues
	RuleNameKind                         // string: the name of a rule
	RuleNamesKind                        // []string: names of rules
	IDKind                               // string: the id of a trait
	RuleUsesKind                         // []Use: rules with their ratings
	DieFacesKind                         // []int: some faces of a die
	NumberRangeKind                      // NumberRange: bounds of a number
	NestedWordsKind                      // struct: further words inside the word
)

// kindsByType maps a field's type to the kind of its word.
var kindsByType = map[reflect.Type]ValueKind{
	reflect.TypeFor[Value](): NumberKind, reflect.TypeFor[int](): WholeNumberKind,
	reflect.TypeFor[*bool](): TrueOrFalseKind, reflect.TypeFor[bool](): OnlyTrueKind,
	reflect.TypeFor[string](): RuleNameKind, reflect.TypeFor[[]string](): RuleNamesKind,
	reflect.TypeFor[[]Use](): RuleUsesKind, reflect.TypeFor[[]int](): DieFacesKind,
	reflect.TypeFor[NumberRange](): NumberRangeKind,
}

// AttackKinds is a set of kinds of attacks: bit i stands for Family.AttackKinds[i].
type AttackKinds uint8

// Word returns the word of a name in the effect itself (inside is "") or inside another word; nil
// if there is none.
func (f *Family) Word(inside, name string) *Word { return f.byName[inside+"."+name] }

// AllWords returns the words of all groups.
func (f *Family) AllWords() []*Word {
	var all []*Word
	for _, p := range f.Groups {
		for i := range p.Words {
			all = append(all, &p.Words[i])
		}
	}
	return all
}

// AllowedText returns the values that the word can have as text: "2 to 6", "true", "shooting or
// melee".
func (w *Word) AllowedText() string {
	switch w.Kind {
	case NumberKind, WholeNumberKind, NumberRangeKind:
		return fmt.Sprintf("%d to %d", w.Min, w.Max)
	case OnlyTrueKind:
		return "true"
	case TrueOrFalseKind:
		return "true or false"
	case ChoiceKind:
		return schema.JoinOr(w.valueTexts())
	case ChoicesKind:
		return "some of " + strings.Join(w.valueTexts(), ", ")
	case RuleNameKind:
		return "a rule"
	case IDKind:
		return "an id"
	case RuleNamesKind, RuleUsesKind:
		return "rules"
	case DieFacesKind:
		return "numbers of 1 to 6"
	}
	return "conditions"
}

// Meaning describes the word for the documentation: a clause without a full stop, or sentences.
func (w *Word) Meaning() string {
	says := strings.NewReplacer("%+d", "+n", "%d", "n", "%s", "…").Replace(cmp.Or(w.DocPhrase, w.Phrase))
	if w.PhraseIfFalse != "" {
		says += ", or " + w.PhraseIfFalse
	}
	for _, c := range w.AllowedValues {
		if phrase := cmp.Or(c.DocPhrase, c.Phrase); phrase != "" {
			says += "; `" + c.Value + "`: " + phrase
		}
		if c.NeededCondition != "" {
			says += " (with `when: {" + c.NeededCondition + ": true}`)"
		}
	}
	says = strings.TrimPrefix(says, "; ")
	if w.Note != "" && says != "" {
		return says + ". " + w.Note
	}
	return says + w.Note
}

// valueTexts returns the texts of the values that the word can have.
func (w *Word) valueTexts() []string {
	all := make([]string, len(w.AllowedValues))
	for i, c := range w.AllowedValues {
		all[i] = c.Value
	}
	return all
}

// choice returns the entry of one of the word's values, or nil.
func (w *Word) choice(text string) *Choice {
	i := slices.IndexFunc(w.AllowedValues, func(c Choice) bool { return c.Value == text })
	if i < 0 {
		return nil
	}
	return &w.AllowedValues[i]
}

// AttackKindNames returns a set of kinds of attacks as text: "shooting or melee".
func (f *Family) AttackKindNames(s AttackKinds) string {
	var all []string
	for i, name := range f.AttackKinds {
		if s>>i&1 == 1 {
			all = append(all, name)
		}
	}
	return schema.JoinOr(all)
}

// attackKindsOf returns the kinds of attacks in which a word acts or, for a condition, can hold;
// off asks for the kinds of a false TrueOrFalseKind.
func (f *Family) attackKindsOf(w *Word, off bool) AttackKinds {
	s := w.ActsIn
	if off {
		s = w.ActsInIfFalse
	}
	if s == 0 {
		s = 1<<len(f.AttackKinds) - 1
	}
	return s
}

// CanBeTriggeredBy reports whether a die, a value of "on", may trigger the word; "" asks whether it
// may act without a die.
func (w *Word) CanBeTriggeredBy(die string) bool {
	return die == "" && w.TriggerDice == nil || slices.Contains(w.TriggerDice, die)
}
