package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A Rule is a special rule: a name, what it does in our words, and its effects
// in the engine's words. A rule without effects is printed like any other; it
// only changes nothing in previews.
type Rule struct {
	// Name is the rule's name; a rule that takes a rating is written with
	// "(X)" in files and has Rated set, its Name then being without it.
	Name    string   `yaml:"name"`
	Summary string   `yaml:"summary"`
	Combine Combine  `yaml:"combine"`
	Effects []Effect `yaml:"effects"`
	// Rated tells that the rule takes a number in brackets.
	Rated bool `yaml:"-"`
	// Documented tells that the game's own rule document has the rule. One with
	// no effects then changes no fight; of any other nobody can say.
	Documented bool `yaml:"-"`
}

// Combine says what becomes of several instances of one rated rule on a model.
type Combine string

// The ways in which ratings combine. Without a word in its file, a rated
// rule's ratings add up.
const (
	CombineAdd     Combine = "add"
	CombineHighest Combine = "highest"
)

// init settles a rule after it was read from a file: "Tough(X)" → Tough, rated.
func (r *Rule) init() {
	if name, ok := strings.CutSuffix(r.Name, "(X)"); ok {
		r.Name, r.Rated = strings.TrimSpace(name), true
	}
}

// A Value is a number in an effect: fixed, the rating X of the rule's use, or
// the number N with which a player uses the rule.
type Value struct {
	Set    bool // the effect states a value
	X      bool // it is the rating
	N      int  // it is the number of the use (1), or that below zero (-1)
	Number int  // the number when it is neither
}

// UnmarshalText reads "X", "N", "-N" or a whole number.
func (v *Value) UnmarshalText(text []byte) error {
	s := strings.TrimSpace(string(text))
	switch s {
	case "X":
		*v = Value{Set: true, X: true}
		return nil
	case "N":
		*v = Value{Set: true, N: 1}
		return nil
	case "-N":
		*v = Value{Set: true, N: -1}
		return nil
	}
	n, err := strconv.Atoi(strings.TrimPrefix(s, "+"))
	if err != nil {
		return fmt.Errorf("%q is none of: a whole number, X, N, -N", s)
	}
	*v = Value{Set: true, Number: n}
	return nil
}

// Of returns the value for one use of the rule; 0 if it is the rating and the
// use has none.
func (v Value) Of(u Use) int {
	if !v.X {
		return v.Number
	}
	n, _ := u.Number()
	return n
}

// With returns the value where the rating is x.
func (v Value) With(x int) int {
	if v.X {
		return x
	}
	return v.Number
}

// A Set is the rules that hold for one unit: those of its book, then those of
// its game system, then what is known of rules that army books often have.
type Set struct {
	byName map[string]*Rule // as written, to spare the common case a Key
	byKey  map[string]*Rule
	under  *Set

	patterns []Rule
	matched  sync.Map // names that fitted a pattern, by key, to their *Rule
}

// NewSet collects rules over those of another set, which may be nil. A rule of
// the same name in the set below is hidden; a rule without effects takes those
// of the rule that it hides, so that a book which only describes a rule need
// not explain it.
func NewSet(own []Rule, under *Set) *Set {
	s := &Set{
		byName: make(map[string]*Rule, len(own)),
		byKey:  make(map[string]*Rule, len(own)),
		under:  under,
	}
	for i := range own {
		own[i].init()
		r := own[i]
		if hidden := under.Find(r.Name); hidden != nil && len(r.Effects) == 0 {
			r.Effects, r.Documented = hidden.Effects, hidden.Documented
			if r.Combine == "" {
				r.Combine = hidden.Combine
			}
		}
		if r.Combine == "" {
			r.Combine = CombineAdd
		}
		s.byName[r.Name], s.byKey[Key(r.Name)] = &r, &r
	}
	return s
}

// Find returns the rule of that name, whatever its case, or nil.
func (s *Set) Find(name string) *Rule {
	if s == nil {
		return nil
	}
	if r := s.byName[name]; r != nil {
		return r
	}
	key := Key(name)
	for at := s; at != nil; at = at.under {
		if r := at.byKey[key]; r != nil {
			return r
		}
	}
	for at := s; at != nil; at = at.under {
		if r := at.match(name); r != nil {
			return r
		}
	}
	return nil
}

// match makes the rule of a name that fits one of the set's patterns, or nil.
func (s *Set) match(name string) *Rule {
	if len(s.patterns) == 0 {
		return nil
	}
	key := Key(name)
	if r, ok := s.matched.Load(key); ok {
		return r.(*Rule)
	}
	for i := range s.patterns {
		p := &s.patterns[i]
		before, after, _ := strings.Cut(Key(p.Name), star)
		if len(key) <= len(before)+len(after) || !strings.HasPrefix(key, before) || !strings.HasSuffix(key, after) {
			continue
		}
		// The star is what the name has in its place, as it is written there.
		words := strings.Join(strings.Fields(name), " ")
		if len(words) != len(key) { // letters whose small form is longer or shorter
			words = key
		}
		r := p.of(words, words[len(before):len(words)-len(after)])
		actual, _ := s.matched.LoadOrStore(key, r)
		return actual.(*Rule)
	}
	return nil
}

// star stands for another rule's name in a pattern.
const star = "*"

// of makes the rule of a pattern in which the star is another rule.
func (r *Rule) of(name, other string) *Rule {
	made := *r
	made.Name, made.Combine = name, CombineAdd
	made.Summary = strings.ReplaceAll(r.Summary, star, other)
	made.Effects = slices.Clone(r.Effects)
	for i := range made.Effects {
		gives := slices.Clone(made.Effects[i].Gives)
		for j := range gives {
			gives[j].Name = strings.ReplaceAll(gives[j].Name, star, other)
		}
		made.Effects[i].Gives = gives
	}
	return &made
}
