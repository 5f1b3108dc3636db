package rules

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"muster/schema"
)

// A Fault is an error in an effect: a plain sentence without a full stop that says how to mend
// it, and the path inside the effect, of words and indices.
type Fault struct {
	Path    []any
	Message string
}

// A Holder is the rule of an effect, as far as Check needs it.
type Holder struct {
	Name  string
	Rated bool // the rule takes a number, X
	// Set looks up the names of other rules. Nil: names are not checked.
	Set *Set
	// Both means that Set has the enemy's rules too.
	Both bool
}

// Check returns the errors in an effect: words in places without a meaning, conditions that never
// hold, numbers out of bounds, unknown rules. effect is a struct, or a pointer to one, with the
// words of the family in its `yaml:"…"` tags; unset fields are left out.
func (f *Family) Check(effect any, holder Holder) []Fault {
	s := &statement{family: f, holder: holder}
	s.addWords("", reflect.Indirect(reflect.ValueOf(effect)))
	s.check()
	return s.faults
}

// A statement is an effect as a list of words.
type statement struct {
	family *Family
	holder Holder
	words  []statedWord
	faults []Fault
}

// statedWord is one word with its value, in the field for the word's kind.
type statedWord struct {
	*Word
	number Value    // Number, Count
	off    bool     // Switch
	texts  []string // Choice, Choices, Name, ID, Names, Dice
	uses   []Use    // Uses
	span   Range    // Span
}

func (w *statedWord) path() []any {
	if w.Place.Inside != "" {
		return []any{w.Place.Inside, w.Name}
	}
	return []any{w.Name}
}

// String returns the word, with its value if that is short.
func (w *statedWord) String() string {
	switch {
	case w.Kind == isNumber || w.Kind == isCount:
		return w.Name + ": " + w.number.String()
	case w.Kind == isSwitch:
		return w.Name + ": " + strconv.FormatBool(!w.off)
	case w.Kind == isChoice:
		return w.Name + ": " + w.texts[0]
	}
	return w.Name
}

// find returns a stated word, or nil.
func (s *statement) find(inside, name string) *statedWord {
	for i := range s.words {
		if w := &s.words[i]; w.Name == name && w.Place.Inside == inside {
			return w
		}
	}
	return nil
}

// states reports whether a word is stated, inside conditions or outside, and with the value if
// one is named: "to: enemy".
func (s *statement) states(word string) bool {
	name, value, _ := strings.Cut(word, ": ")
	for i := range s.words {
		if w := &s.words[i]; w.Name == name && (value == "" || slices.Contains(w.texts, value)) {
			return true
		}
	}
	return false
}

func (s *statement) fault(path []any, format string, args ...any) {
	s.faults = append(s.faults, Fault{path, fmt.Sprintf(format, args...)})
}

// A field maps a struct's field to a word.
type field struct {
	index int
	word  *Word
}

type fieldsKey struct {
	family     *Family
	inside     string
	structType reflect.Type
}

var fieldsCache sync.Map // []field by fieldsKey

// fields returns the fields of a struct that are words.
func (f *Family) fields(inside string, t reflect.Type) []field {
	key := fieldsKey{f, inside, t}
	if known, ok := fieldsCache.Load(key); ok {
		return known.([]field)
	}
	var all []field
	for i := range t.NumField() {
		tag, _, _ := strings.Cut(t.Field(i).Tag.Get("yaml"), ",")
		if w := f.word(inside, tag); w != nil {
			all = append(all, field{i, w})
		}
	}
	fieldsCache.Store(key, all)
	return all
}

// addWords adds the words set in a struct.
func (s *statement) addWords(inside string, v reflect.Value) {
	for _, f := range s.family.fields(inside, v.Type()) {
		at := v.Field(f.index)
		if at.IsZero() {
			continue
		}
		if f.word.Kind == isGroup {
			s.words = append(s.words, statedWord{Word: f.word})
			s.addWords(f.word.Name, at)
			continue
		}
		s.words = append(s.words, newStatedWord(f.word, reflect.Indirect(at)))
	}
}

// newStatedWord reads a word's value from its field.
func newStatedWord(w *Word, v reflect.Value) statedWord {
	it := statedWord{Word: w}
	switch v := v.Interface().(type) {
	case Value:
		it.number = v
	case []Use:
		it.uses = v
	case Range:
		it.span = v
	case bool:
		it.off = !v
	case int:
		it.number = Value{Set: true, Number: v}
	default:
		it.texts = listTexts(reflect.ValueOf(v))
	}
	return it
}

// listTexts returns a text, or the texts of a list, as a list.
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

// actingScenes returns the scenes in which all conditions can hold and a word acts.
func (s *statement) actingScenes() Scenes {
	all := Scenes(1<<len(s.family.Scenes) - 1)
	holds, acts := all, Scenes(0)
	for i := range s.words {
		w := &s.words[i]
		switch here := s.family.wordScenes(w.Word, w.off); {
		case w.Place.Inside != "" || w.Name == "by":
			holds &= here
		case !w.Place.Shape:
			acts |= here
		}
	}
	if acts == 0 { // the weapon itself
		acts = all
	}
	return holds & acts
}

// consistent reports whether conditions can hold together.
func (s *statement) consistent() bool {
	s.checkScenes(nil)
	return len(s.faults) == 0 && !slices.ContainsFunc(s.words, func(w statedWord) bool { return w.Also != nil && w.Also(s) != "" })
}

func (s *statement) check() {
	var doing []*statedWord
	for i := range s.words {
		w := &s.words[i]
		s.checkValue(w)
		if w.Also != nil {
			if wrong := w.Also(s); wrong != "" {
				s.fault(w.path(), "%s", wrong)
			}
		}
		if !w.Place.Shape {
			doing = append(doing, w)
		}
		if len(w.Beside) > 0 && !slices.ContainsFunc(w.Beside, s.states) {
			one := "one"
			if len(w.Beside) == 1 {
				one = "it"
			}
			s.fault(w.path(), "`%s` goes with %s; add %s, or leave `%s` out", w.Name, schema.Quoted(w.Beside), one, w.Name)
		}
		for _, not := range w.Not {
			if s.states(not) {
				s.fault(w.path(), "`%s` means nothing with `%s`; leave one of them out, or write two effects", w.Name, not)
			}
		}
		for value, condition := range w.Needs {
			if w.texts[0] == value && s.find("when", condition) == nil {
				s.fault(w.path(), "`%s` needs `when: {%s: true}`: somebody must use the rule", w, condition)
			}
		}
	}
	s.checkScenes(doing)
	if len(doing) == 0 && len(s.faults) == 0 && (s.find("", "by") == nil || s.states("to") || s.states("of") || s.states("on")) {
		s.fault(nil, "the effect does nothing: it says when or on whom, and needs a word that says what happens")
	}
	for _, w := range doing {
		s.checkPlace(w)
	}
}

// checkValue checks a word's value by itself.
func (s *statement) checkValue(w *statedWord) {
	switch w.Kind {
	case isNumber, isCount:
		s.checkNumber(w)
	case isChoice, isChoices:
		for _, text := range w.texts {
			if !slices.Contains(w.Values, text) {
				s.fault(w.path(), "`%s` cannot be `%s`; it is %s", w.Name, text, schema.Quoted(w.Values))
			}
		}
	case isSwitch:
		if w.off && w.Always {
			s.fault(w.path(), "`%s: false` says nothing; leave it out", w.Name)
		}
	case isSpan:
		for _, n := range []int{w.span.From, w.span.To} {
			if n != 0 && (n < w.Least || n > w.Most) {
				s.fault(w.path(), "`%s` goes to %d; it should be within %s", w.Name, n, w.Domain())
			}
		}
		if w.span.To != 0 && w.span.From > w.span.To {
			s.fault(w.path(), "`%s` goes from %d to %d; swap the numbers", w.Name, w.span.From, w.span.To)
		}
	case isDice:
		slices.Sort(w.texts)
		if len(slices.Compact(w.texts)) >= 6 {
			s.fault(w.path(), "a die always shows one of these; leave `%s` out", w.Name)
		}
	case isName:
		if Key(w.texts[0]) == Key(s.holder.Name) {
			s.fault(w.path(), "`%s` names the rule itself; leave it out", w.Name)
		}
		s.checkName(w.path(), w, w.texts[0])
	case isNames:
		for i, name := range w.texts {
			if s.holder.Both {
				s.checkName(append(w.path(), i), w, name)
			}
		}
	case isUses:
		for i, use := range w.uses {
			s.checkGiven(append(w.path(), i), w, use)
		}
	}
}

func (s *statement) checkNumber(w *statedWord) {
	n := w.number
	switch {
	case n.X && !s.holder.Rated:
		s.fault(w.path(), "`%s` is the rule's own number, and the rule has none; write its name as `%s(X)`, or a number here", w, s.holder.Name)
	case n.X:
	case n.N != 0 && s.find("when", "used") == nil:
		s.fault(w.path(), "`%s` is the number with which a player uses the rule; add `when: {used: true}`", w)
	case n.N != 0:
		if n.N < 0 && w.Least > 0 || n.N > 0 && w.Most < 0 || !w.summable() {
			s.fault(w.path(), "`%s` cannot be `%s`; it should be %s", w.Name, n, w.Domain())
		}
	case n.Number == 0 && w.Least < 0 && w.Most > 0:
		s.fault(w.path(), "`%s` changes nothing; it should be %s", w, w.Domain())
	case n.Number < w.Least || n.Number > w.Most:
		s.fault(w.path(), "`%s` is %d; it should be %s", w.Name, n.Number, w.Domain())
	}
}

// summable reports whether a word's value is a sum, so that each use can add to it.
func (w *Word) summable() bool { return w.Least <= 1 && !w.Place.Shape }

// checkName returns the rule of a name, or nil with a fault if it is unknown.
func (s *statement) checkName(path []any, w *statedWord, name string) *Rule {
	if s.holder.Set == nil || strings.Contains(name, patternStar) {
		return nil
	}
	rule := s.holder.Set.Find(name)
	if rule == nil {
		s.fault(path, "`%s` names %s, which neither the book nor the game has%s", w.Name, name, schema.DidYouMean(name, s.holder.Set.Names()))
	}
	return rule
}

// checkGiven checks a rule given by an effect or by its hits.
func (s *statement) checkGiven(path []any, w *statedWord, use Use) {
	rule := s.checkName(path, w, use.Name)
	switch {
	case rule == nil:
	case Key(use.Name) == Key(s.holder.Name):
		s.fault(path, "`%s` names the rule itself; leave it out", w.Name)
	case use.Rating == "X" && !s.holder.Rated && !strings.Contains(s.holder.Name, patternStar):
		s.fault(path, "`%s` would have the rule's own number, and the rule has none; write a number", use)
	case use.Rating == "" && rule.Rated && len(rule.Effects) > 0:
		s.fault(path, "`%s` takes a number; write `%s(1)`, or whatever it is", use, use.Name)
	case use.Rating != "X":
		if err := s.holder.Set.CheckUse(use); err != nil {
			s.fault(path, "%v", err)
		}
	}
}

// checkScenes finds conditions that never hold together, and words that act only where the
// conditions never hold.
func (s *statement) checkScenes(doing []*statedWord) {
	left := Scenes(1<<len(s.family.Scenes) - 1)
	var before []*statedWord
	for i := range s.words {
		w := &s.words[i]
		if w.Place.Inside == "" && w.Name != "by" {
			continue
		}
		here := s.family.wordScenes(w.Word, w.off)
		if left&here == 0 {
			for _, b := range before {
				if s.family.wordScenes(b.Word, b.off)&here == 0 {
					s.fault(w.path(), "`%s` and `%s` never hold together; leave one of them out, or write two effects", b, w)
					return
				}
			}
			s.fault(w.path(), "`%s` never holds with the other conditions; leave it out", w)
			return
		}
		left &= here
		before = append(before, w)
	}
	for _, w := range doing {
		acts := s.family.wordScenes(w.Word, false)
		if acts&left != 0 {
			continue
		}
		for _, b := range before {
			if s.family.wordScenes(b.Word, b.off)&acts == 0 {
				s.fault(w.path(), "`%s` acts in %s only, where `%s` never holds; leave the condition out", w.Name, s.family.sceneNames(acts), b)
				break
			}
		}
	}
}

// checkPlace checks the words beside one that acts.
func (s *statement) checkPlace(w *statedWord) {
	apart := "; write it as an effect of its own"
	on := ""
	if die := s.find("", "on"); die != nil {
		on = die.texts[0]
	}
	switch {
	case w.triggers(on):
		if on != "" && w.Tied != nil {
			for _, text := range w.texts {
				if !slices.Contains(w.Tied, text) {
					s.fault(w.path(), "`%s: [%s]` means nothing on a %s%s", w.Name, text, dieName(on), apart)
				}
			}
		}
	case on != "":
		s.fault(w.path(), "`%s` means nothing on a %s%s", w.Name, dieName(on), apart)
	default:
		s.fault(w.path(), "`%s` needs a die that triggers it: add `on: %s`", w.Name, schema.Either(w.On))
	}
	if when := s.find("", "when"); when != nil && !w.Place.When {
		s.fault(w.path(), "`%s` holds always, whatever `when` says%s", w.Name, apart)
	}
	for i := range s.words {
		if c := &s.words[i]; c.Place.Inside != "" && slices.Contains(w.Place.Not, c.Name) {
			s.fault(w.path(), "`%s` means nothing when `%s` decides%s", w.Name, c.Name, apart)
		}
	}
	if s.find("", "of") != nil && !w.Place.Of {
		right := apart
		if slices.Contains(w.Place.To, string(ToEnemy)) {
			right = "; leave `of` out, or say `to: enemy` if the enemy is to have it"
		}
		s.fault(w.path(), "`%s` means nothing with `of: enemy`, which speaks of attacks against the bearer%s", w.Name, right)
	}
	if to := s.find("", "to"); to != nil && !slices.Contains(w.Place.To, to.texts[0]) {
		s.fault(w.path(), "`%s` means nothing with `%s`%s", w.Name, to, apart)
	}
	if by := s.find("", "by"); by != nil && !w.Place.By {
		s.fault(w.path(), "`%s` means nothing with `%s`, where only hits, wounds and attacks without a weapon act%s", w.Name, by, apart)
	}
}

// dieName returns a die's name in a sentence: "six to hit".
func dieName(on string) string { return strings.ReplaceAll(on, "-", " ") }

// CheckUse returns an error if the number in a rule's brackets is out of the bounds of all words
// that take it, as in Tough(10000000). A rule unknown to the set may have any number.
func (s *Set) CheckUse(u Use) error {
	if len(u.Rating) < 2 { // no bound is under 9
		return nil
	}
	n, err := strconv.Atoi(u.Rating)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return nil
	}
	rule := s.Find(u.Name)
	for at := s; at != nil; at = at.under {
		most, ok := at.maxRatings[rule]
		if at.unreadTexts[rule] { // read since
			most, ok = maxRating(rule)
		}
		if ok && (n > most || n < -most) {
			return fmt.Errorf("`%s`: the number of %s should be at most %d", u, rule.Name, most)
		}
	}
	return nil
}

// maxRating returns the largest rating of a rule; ok is false if no effect uses the rating.
func maxRating(r *Rule) (most int, ok bool) {
	if !r.Rated {
		return 0, false
	}
	for i := range r.Effects {
		for _, w := range r.Effects[i].statement().words {
			if w.number.X && (!ok || w.Most < most) {
				most, ok = w.Most, true
			}
		}
	}
	return max(most, 9), ok
}

// CheckRules returns the errors in the effects of a document's rules, listed at path. own is that
// list after NewSet; set looks up names, and both means that it includes the enemy's rules. A nil
// family has no errors.
func (f *Family) CheckRules(doc *schema.Document, own []Rule, set *Set, both bool, path ...any) []schema.Problem {
	if f == nil {
		return nil
	}
	var problems []schema.Problem
	for i := range own {
		holder := Holder{own[i].Name, own[i].Rated, set, both}
		problems = append(problems, CheckEffects(f, doc, own[i].Effects, holder, append(path[:len(path):len(path)], i, "effects")...)...)
	}
	return problems
}

// CheckEffects returns the errors in the effects listed at path of a document. They are structs
// as for Check.
func CheckEffects[E any](f *Family, doc *schema.Document, effects []E, holder Holder, path ...any) []schema.Problem {
	var problems []schema.Problem
	for i := range effects {
		for _, fault := range f.Check(&effects[i], holder) {
			problems = append(problems, doc.ProblemAt(faultNode(doc.At(path...).Index(i), fault.Path), "%s: %s", holder.Name, fault.Message))
		}
	}
	return problems
}

// faultNode returns the place of a fault: its word, or the index in the word's list.
func faultNode(effect schema.Node, path []any) schema.Node {
	if len(path) == 0 {
		return effect
	}
	before, last := effect.At(path[:len(path)-1]...), path[len(path)-1]
	if word, ok := last.(string); ok {
		key, _ := before.Field(word)
		return key
	}
	return before.At(last)
}
