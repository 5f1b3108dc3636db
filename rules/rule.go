package rules

import (
	"slices"
	"strings"
	"sync"

	"muster/rules/words"
)

// A Rule is a special rule: a name, a text, and effects. A rule without effects is printed like any
// other and changes nothing in previews.
type Rule struct {
	// Name is the rule's name; with (X) after it if it takes a rating. Read, it
	// is without that, and Rated is set.
	Name    string   `yaml:"name" schema:"required,1..200"`
	Summary string   `yaml:"summary,omitempty"` // the rule's text, or its effect in a sentence
	Combine Combine  `yaml:"combine,omitempty"` // the way in which several ratings on a model combine
	Effects []Effect `yaml:"effects,omitempty"` // its effects in a fight
	// Read means that the effects were read from the summary, not written by hand.
	Read bool `yaml:"read,omitempty" schema:"true"`
	// Unread holds sentences of the rule that its effects do not cover. A rule with any is not
	// fully modelled.
	Unread []string `yaml:"unread,omitempty" schema:"1..,each 1.."`
	// Source is the id that the rule has where it was imported from.
	Source string `yaml:"source,omitempty"`
	// Rated means that the rule takes a number in brackets, its rating.
	Rated bool `yaml:"-"`
	// Origin says where the effects come from.
	Origin Origin `yaml:"-"`
}

// Origin says where a rule's effects come from. A rule of the game's own document without effects
// changes no fight; the effects of a rule without origin are unknown.
type Origin string

const (
	OriginNone Origin = ""
	OriginBook Origin = "book" // written by hand in the army's book, or in a file of a duel
	OriginGame Origin = "game" // the game's own rule document
	OriginText Origin = "text" // read from the rule's text
	OriginName Origin = "name" // known for rules of this name in many army books
)

// Explain says in words where the effects come from.
func (o Origin) Explain() string {
	return map[Origin]string{
		OriginBook: "written by hand in the book",
		OriginGame: "the game's own document",
		OriginText: "read from the text",
		OriginName: "what muster knows of rules of this name",
		OriginNone: "nothing that muster knows; previews name it as not modelled",
	}[o]
}

// Explained reports whether the rule's effects in a fight are known, at least in part. A nil rule
// is not explained.
func (r *Rule) Explained() bool { return r != nil && r.Origin != OriginNone }

// Modelled reports whether all of the rule's effects in a fight are known.
func (r *Rule) Modelled() bool { return r.Explained() && len(r.Unread) == 0 }

// MarshalYAML returns the rule in the form of files.
func (r Rule) MarshalYAML() (any, error) {
	type plain Rule // without methods
	if r.Rated {
		r.Name += "(X)"
	}
	return plain(r), nil
}

// Combine is how several ratings of one rule on a model combine; "" adds them.
type Combine string

const (
	CombineAdd     Combine = "add"
	CombineHighest Combine = "highest"
)

// splitName sets Name and Rated from the name in a file: "Tough(X)" becomes Tough, rated.
func (r *Rule) splitName() {
	if name, ok := strings.CutSuffix(r.Name, "(X)"); ok {
		r.Name, r.Rated = strings.TrimSpace(name), true
	}
}

// A Set holds the rules that the names of one unit refer to: its book's, then its game system's,
// then those known for many army books.
type Set struct {
	byKey      map[string]*Rule
	maxRatings map[*Rule]int // largest number allowed in brackets
	below      *Set

	// unreadTexts are the rules whose texts must be read before use. readTexts reads them all, when
	// Find first returns one of them.
	unreadTexts map[*Rule]bool
	readTexts   func()

	patterns []Rule   // rules with a * in the name
	matched  sync.Map // cache: *Rule by the Key of a name that fits a pattern
	outside  sync.Map // cache: bool by *Rule; see OutsideFights
}

// A Compiler reads the texts (Rule.Summary) of the rules own as effects; under holds the game's
// rules. It returns one Reading for each rule, empty for a rule that has effects already.
type Compiler func(own []Rule, under *Set) []Reading

// A Reading is the effects found in a rule's text, with the sentences that could not be read.
type Reading struct {
	Effects []Effect
	Unread  []string
}

// NewSet returns a set of own and the rules under it (under may be nil). Rules of own hide rules of
// the same name below. Texts are not read; see Compile.
func NewSet(own []Rule, under *Set) *Set { return Compile(own, under, nil) }

// Compile is like NewSet, with a compiler that reads texts (it may be nil). A rule has the first of
// these effects, and its Origin says which:
//
//  1. its own, written by hand,
//  2. those of its name in the game's own document,
//  3. those read from its text, now or by an import,
//  4. those known for its name in many books, if it has no text or none that could
//     be read: a text may differ from the name.
func Compile(own []Rule, under *Set, compile Compiler) *Set {
	s := &Set{
		byKey:      make(map[string]*Rule, len(own)),
		maxRatings: map[*Rule]int{},
		below:      under,
	}
	for i := range own {
		own[i].splitName()
	}
	waiting := map[int]*Rule{}
	for i := range own {
		r := own[i]
		hidden := under.Find(r.Name)
		switch {
		case r.Origin != OriginNone: // the game's rules have one
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
		if most, ok := maxRating(&r); ok {
			s.maxRatings[&r] = most
		}
	}
	if len(waiting) > 0 {
		s.deferTexts(waiting, slices.Clone(own), compile)
	}
	return s
}

// deferTexts postpones reading the texts of rules, given by index in own, until one of them is
// found: most uses of a book need none.
func (s *Set) deferTexts(rules map[int]*Rule, own []Rule, compile Compiler) {
	s.unreadTexts = make(map[*Rule]bool, len(rules))
	for _, r := range rules {
		s.unreadTexts[r] = true
	}
	s.readTexts = sync.OnceFunc(func() {
		readings := compile(own, s.below)
		for i, r := range rules {
			if r.Effects, r.Unread = readings[i].Effects, readings[i].Unread; len(r.Effects) > 0 {
				r.Origin = OriginText
			}
		}
	})
}

// readFirst returns rule r of the set, after reading its text if that was postponed.
func (s *Set) readFirst(r *Rule) *Rule {
	if s.unreadTexts[r] {
		s.readTexts()
	}
	return r
}

// inherit takes over the effects of another rule of the same name.
func (r *Rule) inherit(from *Rule) {
	r.Effects, r.Unread, r.Origin = from.Effects, from.Unread, from.Origin
	if r.Combine == "" {
		r.Combine = from.Combine
	}
}

// Names returns the names of all rules in the set and below it, sorted.
func (s *Set) Names() []string {
	var all []string
	for ; s != nil; s = s.below {
		for _, r := range s.byKey {
			all = append(all, r.Name)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Find returns the rule of a name, ignoring case, or nil.
func (s *Set) Find(name string) *Rule {
	var room [64]byte
	key := words.AppendKey(room[:0], name)
	for at := s; at != nil; at = at.below {
		if r := at.byKey[string(key)]; r != nil {
			return at.readFirst(r)
		}
	}
	for at := s; at != nil; at = at.below {
		if r := at.matchPattern(name); r != nil {
			return r
		}
	}
	return nil
}

// OutsideFights reports whether a rule, together with the rules that it gives, is known never to
// matter in a fight.
func (s *Set) OutsideFights(r *Rule) bool {
	is, known := s.outside.Load(r)
	if !known {
		is = s.isOutside(r, 0)
		s.outside.Store(r, is)
	}
	return is.(bool)
}

// isOutside works out OutsideFights; depth counts the rules in between that give r.
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
		if e.MattersInFight() && !given {
			return false
		}
		says = says || given || e.OutsideFight != ""
	}
	return says && len(r.Unread) == 0
}

// matchPattern returns the rule for a name that fits one of the set's patterns, or nil.
func (s *Set) matchPattern(name string) *Rule {
	if len(s.patterns) == 0 {
		return nil
	}
	key := Key(name)
	if r, ok := s.matched.Load(key); ok {
		return r.(*Rule)
	}
	for i := range s.patterns {
		p := &s.patterns[i]
		before, after, _ := strings.Cut(Key(p.Name), words.Star)
		if len(key) <= len(before)+len(after) || !strings.HasPrefix(key, before) || !strings.HasSuffix(key, after) {
			continue
		}
		// The star's text is as the name has it.
		words := strings.Join(strings.Fields(name), " ")
		if len(words) != len(key) { // lower case changed the length
			words = key
		}
		r := p.fromPattern(words, words[len(before):len(words)-len(after)])
		actual, _ := s.matched.LoadOrStore(key, r)
		return actual.(*Rule)
	}
	return nil
}

// fromPattern returns the rule of a pattern for a name in which other stands in place of the star.
func (r *Rule) fromPattern(name, other string) *Rule {
	made := *r
	made.Name, made.Combine = name, CombineAdd
	made.Summary = strings.ReplaceAll(r.Summary, words.Star, other)
	made.Effects = slices.Clone(r.Effects)
	for i := range made.Effects {
		gives := slices.Clone(made.Effects[i].Gives)
		for j := range gives {
			gives[j].Name = strings.ReplaceAll(gives[j].Name, words.Star, other)
		}
		made.Effects[i].Gives = gives
	}
	return &made
}
