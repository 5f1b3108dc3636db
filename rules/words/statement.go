package words

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A Statement is an effect as a list of words with their values.
type Statement struct {
	Words          []StatedWord
	EditionPhrases map[string]string // phrases of the edition, by word, for explanations

	family   *Family
	ruleInfo RuleInfo
	faults   []Fault
}

// Statement returns an effect as a statement. effect is a struct, or a pointer to a struct, with
// the words of the family in its `yaml:"…"` tags; unset fields are left out.
func (f *Family) Statement(effect any) *Statement { return f.StatementWithin("", effect) }

// StatementWithin is like Statement, for the words inside another word, such as the conditions
// inside "when".
func (f *Family) StatementWithin(word string, effect any) *Statement {
	s := &Statement{family: f}
	s.addWords(word, reflect.Indirect(reflect.ValueOf(effect)))
	return s
}

// A StatedWord is one word of an effect with its value. The word's kind decides which field holds
// the value.
type StatedWord struct {
	*Word
	Number  Value // for the kinds NumberKind and WholeNumberKind
	IsFalse bool  // for a TrueOrFalseKind or OnlyTrueKind: it is stated as false
	// for the kinds ChoiceKind, ChoicesKind, RuleNameKind, RuleNamesKind, IDKind and DieFacesKind
	TextValues  []string
	RuleUses    []Use       // for the kind RuleUsesKind
	NumberRange NumberRange // for the kind NumberRangeKind
}

// path returns the place of the word inside the effect.
func (w *StatedWord) path() []any {
	if w.Group.ParentWord != "" {
		return []any{w.Group.ParentWord, w.Name}
	}
	return []any{w.Name}
}

// String returns the word, together with its value if that is short: "on: six-to-hit".
func (w *StatedWord) String() string {
	switch {
	case w.Kind == NumberKind || w.Kind == WholeNumberKind:
		return w.Name + ": " + w.Number.String()
	case w.Kind == TrueOrFalseKind || w.Kind == OnlyTrueKind:
		return w.Name + ": " + strconv.FormatBool(!w.IsFalse)
	case w.Kind == ChoiceKind:
		return w.Name + ": " + w.TextValues[0]
	}
	return w.Name
}

// Find returns the word of a name in the effect itself (inside is "") or inside another word; nil
// if the effect does not have it.
func (s *Statement) Find(inside, name string) *StatedWord {
	for i := range s.Words {
		if w := &s.Words[i]; w.Name == name && w.Group.ParentWord == inside {
			return w
		}
	}
	return nil
}

// Has reports whether the effect has a word, in its conditions or elsewhere. word may name a value
// too: "to: enemy".
func (s *Statement) Has(word string) bool {
	name, value, _ := strings.Cut(word, ": ")
	for i := range s.Words {
		if w := &s.Words[i]; w.Name == name && (value == "" || slices.Contains(w.TextValues, value)) {
			return true
		}
	}
	return false
}

// addFault adds a fault at a path inside the effect.
func (s *Statement) addFault(path []any, format string, args ...any) {
	s.faults = append(s.faults, Fault{path, fmt.Sprintf(format, args...)})
}

// A WordField maps a field of a struct to a word.
type WordField struct {
	Index int // index of the field in the struct
	Word  *Word
}

// fieldsCacheKey is the key of a cached result of Family.Fields.
type fieldsCacheKey struct {
	family     *Family
	inside     string
	structType reflect.Type
}

var fieldsCache sync.Map // []Field by fieldsCacheKey

// Fields returns the fields of a struct type that are words of the effect itself (inside is "") or
// words inside another word.
func (f *Family) Fields(inside string, t reflect.Type) []WordField {
	key := fieldsCacheKey{f, inside, t}
	if known, ok := fieldsCache.Load(key); ok {
		return known.([]WordField)
	}
	var all []WordField
	for i := range t.NumField() {
		tag, _, _ := strings.Cut(t.Field(i).Tag.Get("yaml"), ",")
		if w := f.Word(inside, tag); w != nil {
			all = append(all, WordField{i, w})
		}
	}
	fieldsCache.Store(key, all)
	return all
}

// addWords adds the words whose fields are set in a struct.
func (s *Statement) addWords(inside string, v reflect.Value) {
	for _, f := range s.family.Fields(inside, v.Type()) {
		at := v.Field(f.Index)
		if at.IsZero() {
			continue
		}
		if f.Word.Kind == NestedWordsKind {
			s.Words = append(s.Words, StatedWord{Word: f.Word})
			s.addWords(f.Word.Name, at)
			continue
		}
		s.Words = append(s.Words, newStatedWord(f.Word, reflect.Indirect(at)))
	}
}

// newStatedWord returns a word with the value of its field.
func newStatedWord(w *Word, v reflect.Value) StatedWord {
	it := StatedWord{Word: w}
	switch v := v.Interface().(type) {
	case Value:
		it.Number = v
	case []Use:
		it.RuleUses = v
	case NumberRange:
		it.NumberRange = v
	case bool:
		it.IsFalse = !v
	case int:
		it.Number = Value{IsSet: true, Number: v}
	default:
		it.TextValues = listTexts(reflect.ValueOf(v))
	}
	return it
}

// listTexts returns the texts of a string or of a list of strings, as a slice.
func listTexts(v reflect.Value) []string {
	if v.Kind() != reflect.Slice {
		return []string{v.String()}
	}
	all := make([]string, v.Len())
	for i := range all {
		all[i] = fmt.Sprint(v.Index(i).Interface())
	}
	return all
}

// ActingAttackKinds returns the kinds of attacks in which all conditions of an effect can hold and
// at least one of its words acts.
func (s *Statement) ActingAttackKinds() AttackKinds {
	all := AttackKinds(1<<len(s.family.AttackKinds) - 1)
	holds, acts := all, AttackKinds(0)
	for i := range s.Words {
		w := &s.Words[i]
		switch here := s.family.attackKindsOf(w.Word, w.IsFalse); {
		case w.Group.ParentWord != "" || w.Name == "by":
			holds &= here
		case !w.Group.OnlyModifiesWords:
			acts |= here
		}
	}
	if acts == 0 { // the weapon itself
		acts = all
	}
	return holds & acts
}

// IsConsistent reports whether all conditions can hold together.
func (s *Statement) IsConsistent() bool {
	s.checkAttackKinds(nil)
	return len(s.faults) == 0 && !slices.ContainsFunc(s.Words, func(w StatedWord) bool { return w.ExtraCheck != nil && w.ExtraCheck(s) != "" })
}
