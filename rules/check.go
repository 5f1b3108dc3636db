package rules

import (
	"errors"
	"fmt"
	"strconv"

	"muster/rules/words"
	"muster/schema"
)

// CheckRules returns the errors in the effects of rules that stand at a path of a document. own are
// these rules as NewSet has prepared them; s finds the other rules that they name. both means that
// s includes the enemy's rules too.
func (s *Set) CheckRules(doc *schema.Document, own []Rule, both bool, path ...any) []schema.Problem {
	var problems []schema.Problem
	for i := range own {
		holder := words.RuleInfo{Name: own[i].Name, HasRating: own[i].HasRating, Rules: s, KnowsEnemyRules: both}
		at := append(path[:len(path):len(path)], i, "effects")
		problems = append(problems, words.CheckEffects(Grimdark, doc, own[i].Effects, holder, at...)...)
	}
	return problems
}

// CheckName returns an error if the set has no rule with the name. It implements words.RuleLookup.
func (s *Set) CheckName(name string) error {
	if s.Find(name) == nil {
		return fmt.Errorf(", which neither the book nor the game has%s", schema.DidYouMean(name, s.Names()))
	}
	return nil
}

// CheckGiven returns an error if a rule, given by another rule, cannot have the rating that it is
// given with. It implements words.RuleLookup.
func (s *Set) CheckGiven(u Use) error {
	if rule := s.Find(u.Name); u.Rating == "" && rule.HasRating && len(rule.Effects) > 0 {
		return fmt.Errorf("`%s` takes a number; write `%s(1)`, or whatever it is", u, u.Name)
	}
	if u.Rating == "X" {
		return nil
	}
	return s.CheckUse(u)
}

// CheckUse returns an error if the number in a rule's brackets exceeds the bounds of every effect
// that uses the number, as in Tough(10000000). A rule that the set lacks may have any number.
func (s *Set) CheckUse(u Use) error {
	if len(u.Rating) < 2 { // no bound is under 9
		return nil
	}
	n, err := strconv.Atoi(u.Rating)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return nil
	}
	rule := s.Find(u.Name)
	for at := s; at != nil; at = at.fallback {
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

// maxRating returns the largest number allowed in a rule's brackets; ok is false if none of its
// effects uses the number.
func maxRating(r *Rule) (most int, ok bool) {
	if !r.HasRating {
		return 0, false
	}
	for i := range r.Effects {
		for _, w := range Grimdark.Statement(&r.Effects[i]).Words {
			if w.Number.IsRating && (!ok || w.Max < most) {
				most, ok = w.Max, true
			}
		}
	}
	return max(most, 9), ok
}
