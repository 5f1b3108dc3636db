package words

import (
	"slices"
	"strings"

	"muster/schema"
)

// A Fault is an error in an effect. Message is a sentence without a full stop that tells what to
// change; Path is the place inside the effect, as words and indices.
type Fault struct {
	Path    []any
	Message string
}

// A RuleInfo is what Check needs to know about the rule that has the effect.
type RuleInfo struct {
	Name            string
	HasRating       bool       // the rule takes a number, X
	Rules           RuleLookup // looks up other rules by name; nil: names are not checked
	KnowsEnemyRules bool       // Rules knows the enemy's rules too
}

// RuleLookup checks names and ratings of other rules, which an effect refers to.
type RuleLookup interface {
	// CheckName returns an error if no rule has the name. The error's text continues a clause such
	// as "`gives` names Fear".
	CheckName(name string) error
	// CheckGiven returns an error if the rule is known and cannot have its rating.
	CheckGiven(use Use) error
}

// NamePlaceholder stands for another rule's name in a pattern.
const NamePlaceholder = "*"

// Check returns the errors in an effect: words without a meaning beside its other words, conditions
// that never hold, numbers out of bounds, unknown rules. effect is a struct as for
// Family.Statement.
func (f *Family) Check(effect any, holder RuleInfo) []Fault {
	s := f.Statement(effect)
	s.ruleInfo = holder
	s.collectFaults()
	return s.faults
}

// collectFaults collects the faults of the statement.
func (s *Statement) collectFaults() {
	var doing []*StatedWord
	for i := range s.Words {
		w := &s.Words[i]
		s.checkValue(w)
		if w.ExtraCheck != nil {
			if wrong := w.ExtraCheck(s); wrong != "" {
				s.addFault(w.path(), "%s", wrong)
			}
		}
		if !w.Group.OnlyModifiesWords {
			doing = append(doing, w)
		}
		if len(w.NeedsOneOf) > 0 && !slices.ContainsFunc(w.NeedsOneOf, s.Has) {
			one := "one"
			if len(w.NeedsOneOf) == 1 {
				one = "it"
			}
			s.addFault(w.path(), "`%s` goes with %s; add %s, or leave `%s` out", w.Name, schema.QuotedOr(w.NeedsOneOf), one, w.Name)
		}
		for _, not := range w.ExcludedWords {
			if s.Has(not) {
				s.addFault(w.path(), "`%s` means nothing with `%s`; leave one of them out, or write two effects", w.Name, not)
			}
		}
		if w.Kind == ChoiceKind {
			if c := w.choice(w.TextValues[0]); c != nil && c.NeededCondition != "" && s.Find("when", c.NeededCondition) == nil {
				s.addFault(w.path(), "`%s` needs `when: {%s: true}`: somebody must use the rule", w, c.NeededCondition)
			}
		}
	}
	s.checkAttackKinds(doing)
	if len(doing) == 0 && len(s.faults) == 0 && (s.Find("", "by") == nil || s.Has("to") || s.Has("of") || s.Has("on")) {
		s.addFault(nil, "the effect does nothing: it says when or on whom, and needs a word that says what happens")
	}
	for _, w := range doing {
		s.checkOtherWords(w)
	}
}

// checkValue checks a word's value without regard to other words.
func (s *Statement) checkValue(w *StatedWord) {
	switch w.Kind {
	case NumberKind, WholeNumberKind:
		s.checkNumber(w)
	case ChoiceKind, ChoicesKind:
		for _, text := range w.TextValues {
			if w.choice(text) == nil {
				s.addFault(w.path(), "`%s` cannot be `%s`; it is %s", w.Name, text, schema.QuotedOr(w.valueTexts()))
			}
		}
	case OnlyTrueKind:
		if w.IsFalse {
			s.addFault(w.path(), "`%s: false` says nothing; leave it out", w.Name)
		}
	case NumberRangeKind:
		for _, n := range []int{w.NumberRange.From, w.NumberRange.To} {
			if n != 0 && (n < w.Min || n > w.Max) {
				s.addFault(w.path(), "`%s` goes to %d; it should be within %s", w.Name, n, w.AllowedText())
			}
		}
		if w.NumberRange.To != 0 && w.NumberRange.From > w.NumberRange.To {
			s.addFault(w.path(), "`%s` goes from %d to %d; swap the numbers", w.Name, w.NumberRange.From, w.NumberRange.To)
		}
	case DieFacesKind:
		slices.Sort(w.TextValues)
		if len(slices.Compact(w.TextValues)) >= 6 {
			s.addFault(w.path(), "a die always shows one of these; leave `%s` out", w.Name)
		}
	case RuleNameKind:
		if NameKey(w.TextValues[0]) == NameKey(s.ruleInfo.Name) {
			s.addFault(w.path(), "`%s` names the rule itself; leave it out", w.Name)
		}
		s.checkName(w.path(), w, w.TextValues[0])
	case RuleNamesKind:
		for i, name := range w.TextValues {
			if s.ruleInfo.KnowsEnemyRules {
				s.checkName(append(w.path(), i), w, name)
			}
		}
	case RuleUsesKind:
		for i, use := range w.RuleUses {
			s.checkGivenRule(append(w.path(), i), w, use)
		}
	}
}

// checkNumber checks that a word's number is within the word's bounds.
func (s *Statement) checkNumber(w *StatedWord) {
	n := w.Number
	switch {
	case n.IsRating && !s.ruleInfo.HasRating:
		s.addFault(w.path(), "`%s` is the rule's own number, and the rule has none; write its name as `%s(X)`, or a number here", w, s.ruleInfo.Name)
	case n.IsRating:
	case n.TokenCountSign != 0 && s.Find("when", "used") == nil:
		s.addFault(w.path(), "`%s` is the number with which a player uses the rule; add `when: {used: true}`", w)
	case n.TokenCountSign != 0:
		if n.TokenCountSign < 0 && w.Min > 0 || n.TokenCountSign > 0 && w.Max < 0 || !w.valuesAddUp() {
			s.addFault(w.path(), "`%s` cannot be `%s`; it should be %s", w.Name, n, w.AllowedText())
		}
	case n.Number == 0 && w.Min < 0 && w.Max > 0:
		s.addFault(w.path(), "`%s` changes nothing; it should be %s", w, w.AllowedText())
	case n.Number < w.Min || n.Number > w.Max:
		s.addFault(w.path(), "`%s` is %d; it should be %s", w.Name, n.Number, w.AllowedText())
	}
}

// valuesAddUp reports whether values of the word add up, so that the word can count the uses of a
// rule.
func (w *Word) valuesAddUp() bool { return w.Min <= 1 && !w.Group.OnlyModifiesWords }

// checkName reports whether w may name the rule, and adds a fault if there is no rule of the name.
// It returns false, without a fault, if rules are not looked up or the name is a pattern.
func (s *Statement) checkName(path []any, w *StatedWord, name string) bool {
	if s.ruleInfo.Rules == nil || strings.Contains(name, NamePlaceholder) {
		return false
	}
	err := s.ruleInfo.Rules.CheckName(name)
	if err != nil {
		s.addFault(path, "`%s` names %s%v", w.Name, name, err)
	}
	return err == nil
}

// checkGivenRule checks a rule that an effect gives to models, or to its own hits and attacks.
func (s *Statement) checkGivenRule(path []any, w *StatedWord, use Use) {
	switch {
	case !s.checkName(path, w, use.Name):
	case NameKey(use.Name) == NameKey(s.ruleInfo.Name):
		s.addFault(path, "`%s` names the rule itself; leave it out", w.Name)
	case use.Rating == "X" && !s.ruleInfo.HasRating && !strings.Contains(s.ruleInfo.Name, NamePlaceholder):
		s.addFault(path, "`%s` would have the rule's own number, and the rule has none; write a number", use)
	default:
		if err := s.ruleInfo.Rules.CheckGiven(use); err != nil {
			s.addFault(path, "%v", err)
		}
	}
}

// checkAttackKinds adds faults for conditions that never hold together, and for the words in acting
// that act only in attacks in which the conditions never hold.
func (s *Statement) checkAttackKinds(acting []*StatedWord) {
	left := AttackKinds(1<<len(s.family.AttackKinds) - 1)
	var before []*StatedWord
	for i := range s.Words {
		w := &s.Words[i]
		if w.Group.ParentWord == "" && w.Name != "by" {
			continue
		}
		here := s.family.attackKindsOf(w.Word, w.IsFalse)
		if left&here == 0 {
			for _, b := range before {
				if s.family.attackKindsOf(b.Word, b.IsFalse)&here == 0 {
					s.addFault(w.path(), "`%s` and `%s` never hold together; leave one of them out, or write two effects", b, w)
					return
				}
			}
			s.addFault(w.path(), "`%s` never holds with the other conditions; leave it out", w)
			return
		}
		left &= here
		before = append(before, w)
	}
	for _, w := range acting {
		acts := s.family.attackKindsOf(w.Word, false)
		if acts&left != 0 {
			continue
		}
		for _, b := range before {
			if s.family.attackKindsOf(b.Word, b.IsFalse)&acts == 0 {
				s.addFault(w.path(), "`%s` acts in %s only, where `%s` never holds; leave the condition out", w.Name,
					s.family.AttackKindNames(acts), b)
				break
			}
		}
	}
}

// checkOtherWords adds faults for the words of the effect that have no meaning beside the word w.
func (s *Statement) checkOtherWords(w *StatedWord) {
	const apart = "; write it as an effect of its own"
	s.checkDie(w, apart)
	if s.Find("", "when") != nil && !w.Group.AllowsWordWhen {
		s.addFault(w.path(), "`%s` holds always, whatever `when` says%s", w.Name, apart)
	}
	for i := range s.Words {
		if c := &s.Words[i]; c.Group.ParentWord != "" && slices.Contains(w.Group.BarredConditions, c.Name) {
			s.addFault(w.path(), "`%s` means nothing when `%s` decides%s", w.Name, c.Name, apart)
		}
	}
	if of := s.Find("", "of"); of != nil && !w.Group.AllowsWordOf {
		right := apart
		if slices.Contains(w.Group.AllowedValuesOfTo, "enemy") {
			right = "; leave `of` out, or say `to: enemy` if the enemy is to have it"
		}
		s.addFault(w.path(), "`%s` means nothing with `%s`, %s%s", w.Name, of, of.RefusalReason, right)
	}
	if to := s.Find("", "to"); to != nil && !slices.Contains(w.Group.AllowedValuesOfTo, to.TextValues[0]) {
		s.addFault(w.path(), "`%s` means nothing with `%s`%s", w.Name, to, apart)
	}
	if by := s.Find("", "by"); by != nil && !w.Group.AllowsWordBy {
		s.addFault(w.path(), "`%s` means nothing with `%s`, %s%s", w.Name, by, by.RefusalReason, apart)
	}
}

// checkDie checks that a word is allowed beside the effect's die condition, its field on. apart is
// the end of the message about a word that must stand in an effect of its own.
func (s *Statement) checkDie(w *StatedWord, apart string) {
	on := s.Find("", "on")
	switch {
	case on == nil && !w.CanBeTriggeredBy(""):
		s.addFault(w.path(), "`%s` needs a die that triggers it: add `on: %s`", w.Name, schema.JoinOr(w.TriggerDice))
	case on == nil:
	case !w.CanBeTriggeredBy(on.TextValues[0]):
		s.addFault(w.path(), "`%s` means nothing on a %s%s", w.Name, dieName(on.TextValues[0]), apart)
	case w.TriggeredValues != nil:
		for _, text := range w.TextValues {
			if !slices.Contains(w.TriggeredValues, text) {
				s.addFault(w.path(), "`%s: [%s]` means nothing on a %s%s", w.Name, text, dieName(on.TextValues[0]), apart)
			}
		}
	}
}

// dieName returns the name of a die in a sentence: "six to hit".
func dieName(on string) string { return strings.ReplaceAll(on, "-", " ") }

// CheckEffects returns the errors in effects, which stand at path in a document. Each effect is a
// struct as for Statement.
func CheckEffects[E any](f *Family, doc *schema.Document, effects []E, holder RuleInfo, path ...any) []schema.Problem {
	var problems []schema.Problem
	for i := range effects {
		for _, fault := range f.Check(&effects[i], holder) {
			problems = append(problems,
				doc.ProblemAt(faultNode(doc.At(path...).Index(i), fault.Path), "%s: %s", holder.Name, fault.Message))
		}
	}
	return problems
}

// faultNode returns the node of a fault's path in the document: the key of its word, or an entry of
// the word's list.
func faultNode(effect schema.Node, path []any) schema.Node {
	if len(path) == 0 {
		return effect
	}
	before, last := effect.At(path[:len(path)-1]...), path[len(path)-1]
	if word, ok := last.(string); ok {
		key, _ := before.KeyAndValue(word)
		return key
	}
	return before.At(last)
}
