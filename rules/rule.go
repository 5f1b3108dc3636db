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
	// Name is the rule's name; with (X) after it if it takes a rating. Read, it
	// is without that, and Rated is set.
	Name    string   `yaml:"name" schema:"required,1..200"`
	Summary string   `yaml:"summary,omitempty"` // the rule's text, or what it does in a sentence
	Combine Combine  `yaml:"combine,omitempty"` // what several ratings on one model make
	Effects []Effect `yaml:"effects,omitempty"` // what it does in a fight
	// Read means that the effects were read from the summary, not written by hand.
	Read bool `yaml:"read,omitempty" schema:"true"`
	// Unread is what the rule says that its effects leave out. These are sentences
	// of the rule, and what has any is not modelled as a whole.
	Unread []string `yaml:"unread,omitempty" schema:"1..,each 1.."`
	// Source is the id that the rule has where it was imported from.
	Source string `yaml:"source,omitempty"`
	// Rated means that the rule takes a number in brackets.
	Rated bool `yaml:"-"`
	// Origin is where the effects come from.
	Origin Origin `yaml:"-"`
}

// Origin is where a rule's effects come from.
type Origin string

// The origins. A rule of the game's document with no effects changes no fight;
// what a rule without origin does is unknown.
const (
	OriginNone Origin = ""
	OriginBook Origin = "book" // written by hand in the army's book, or beside a duel
	OriginGame Origin = "game" // the game's own rule document
	OriginText Origin = "text" // read from the rule's text
	OriginName Origin = "name" // what muster knows of rules of that name in army books
)

// Explain says where the effects come from.
func (o Origin) Explain() string {
	return map[Origin]string{
		OriginBook: "written by hand in the book",
		OriginGame: "the game's own document",
		OriginText: "read from the text",
		OriginName: "what muster knows of rules of this name",
		OriginNone: "nothing that muster knows; previews name it as not modelled",
	}[o]
}

// Explained reports whether it is known what the rule does in a fight, or what a
// part of it does: see Unread. A nil rule is not explained.
func (r *Rule) Explained() bool { return r != nil && r.Origin != OriginNone }

// Modelled reports whether all is known of what the rule does in a fight.
func (r *Rule) Modelled() bool { return r.Explained() && len(r.Unread) == 0 }

// MarshalYAML writes the rule as a file has it.
func (r Rule) MarshalYAML() (any, error) {
	type plain Rule // has no method
	if r.Rated {
		r.Name += "(X)"
	}
	return plain(r), nil
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
	N      int8 // it is the number of the use (1), or that below zero (-1)
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

// String writes the value as files do; "" if it is not set.
func (v Value) String() string {
	switch {
	case !v.Set:
		return ""
	case v.X:
		return "X"
	case v.N > 0:
		return "N"
	case v.N < 0:
		return "-N"
	}
	return strconv.Itoa(v.Number)
}

// IsZero reports whether the effect states no value.
func (v Value) IsZero() bool { return !v.Set }

// MarshalYAML writes a number as a number, anything else as a word.
func (v Value) MarshalYAML() (any, error) {
	if v.Set && !v.X && v.N == 0 {
		return v.Number, nil
	}
	return v.String(), nil
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

// A Set is the rules that hold for one unit: those of its book, then those of
// its game system, then what is known of rules that army books often have.
type Set struct {
	byKey map[string]*Rule
	most  map[*Rule]int // the largest numbers of rules that take one
	under *Set

	// waiting are the rules whose texts are read when the first of them is asked for.
	waiting map[*Rule]bool
	read    func()

	patterns []Rule
	matched  sync.Map // names that fitted a pattern, by key, to their *Rule
	outside  sync.Map // whether a *Rule is outside a fight
}

// A Compiler reads the texts (Summary) of a book's rules. It returns one Reading
// for each of own; what has effects already is there to be spoken of and gets
// none. Under holds the game's rules.
type Compiler func(own []Rule, under *Set) []Reading

// A Reading is what a rule's text came to: effects, or the sentences that it
// could not read. Both are empty for a rule that was not read.
type Reading struct {
	Effects []Effect
	Unread  []string
}

// NewSet collects rules over those of another set, which may be nil. A rule of
// the same name in the set below is hidden. Texts are not read; see Compile.
func NewSet(own []Rule, under *Set) *Set { return Compile(own, under, nil) }

// Compile is NewSet with a compiler of texts, which may be nil. A rule has the
// first of these effects that there are, and says so in its Origin:
//
//  1. those that were written for it by hand,
//  2. those of the game's own document for a rule of its name,
//  3. those that were read from its text, now or when it was imported,
//  4. those that muster knows for its name, if it has no text or none that is read:
//     a text may say something else than the name leads one to expect.
func Compile(own []Rule, under *Set, compile Compiler) *Set {
	s := &Set{
		byKey: make(map[string]*Rule, len(own)),
		most:  map[*Rule]int{},
		under: under,
	}
	for i := range own {
		own[i].init()
	}
	waiting := map[int]*Rule{}
	for i := range own {
		r := own[i]
		hidden := under.Find(r.Name)
		switch {
		case r.Origin != OriginNone: // the game's rules come with theirs
		case len(r.Effects) > 0 && !r.Read:
			r.Origin = OriginBook
		case hidden != nil && hidden.Origin == OriginGame:
			r.inherit(hidden)
		case len(r.Effects) > 0:
			r.Origin = OriginText
		case compile != nil && r.Summary != "":
			waiting[i] = &r
		case hidden != nil:
			r.inherit(hidden)
		}
		if r.Combine == "" {
			r.Combine = CombineAdd
		}
		s.byKey[Key(r.Name)] = &r
		if most, ok := mostOf(&r); ok {
			s.most[&r] = most
		}
	}
	if len(waiting) > 0 {
		s.wait(waiting, slices.Clone(own), compile)
	}
	return s
}

// wait puts off reading the texts of some of a book's own rules, given by their
// places: most that is done with a book asks for none of them.
func (s *Set) wait(rules map[int]*Rule, own []Rule, compile Compiler) {
	s.waiting = make(map[*Rule]bool, len(rules))
	for _, r := range rules {
		s.waiting[r] = true
	}
	s.read = sync.OnceFunc(func() {
		readings := compile(own, s.under)
		for i, r := range rules {
			if r.Effects, r.Unread = readings[i].Effects, readings[i].Unread; len(r.Effects) > 0 {
				r.Origin = OriginText
			}
		}
	})
}

// settled returns one of the set's rules with its text read.
func (s *Set) settled(r *Rule) *Rule {
	if s.waiting[r] {
		s.read()
	}
	return r
}

// inherit takes the effects of a rule of the same name.
func (r *Rule) inherit(from *Rule) {
	r.Effects, r.Unread, r.Origin = from.Effects, from.Unread, from.Origin
	if r.Combine == "" {
		r.Combine = from.Combine
	}
}

// Names lists the rules that the set knows by name, those of the sets below too.
func (s *Set) Names() []string {
	var all []string
	for ; s != nil; s = s.under {
		for _, r := range s.byKey {
			all = append(all, r.Name)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Find returns the rule of that name, whatever its case, or nil.
func (s *Set) Find(name string) *Rule {
	var room [64]byte
	key := appendKey(room[:0], name)
	for at := s; at != nil; at = at.under {
		if r := at.byKey[string(key)]; r != nil {
			return at.settled(r)
		}
	}
	for at := s; at != nil; at = at.under {
		if r := at.match(name); r != nil {
			return r
		}
	}
	return nil
}

// Outside reports whether a rule, with those that it gives, says that it is about
// what has no part in a fight, and does nothing that has one.
func (s *Set) Outside(r *Rule) bool {
	is, known := s.outside.Load(r)
	if !known {
		is = s.isOutside(r, 0)
		s.outside.Store(r, is)
	}
	return is.(bool)
}

func (s *Set) isOutside(r *Rule, depth int) bool {
	if r == nil || depth > 4 {
		return false
	}
	says := false
	for i := range r.Effects {
		e := &r.Effects[i]
		given := len(e.Gives) > 0
		for _, use := range e.Gives {
			given = given && s.isOutside(s.Find(use.Name), depth+1)
		}
		if e.InFight() && !given {
			return false
		}
		says = says || given || e.Outside != ""
	}
	return says && len(r.Unread) == 0
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
