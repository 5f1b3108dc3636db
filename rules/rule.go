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
	// Name is the rule's name; with (X) after it if it takes a rating. After reading, the (X) is
	// removed and HasRating is set.
	Name    string      `yaml:"name" schema:"required,1..200"`
	Summary string      `yaml:"summary,omitempty"` // the rule's text, or its effect in a sentence
	Combine CombineMode `yaml:"combine,omitempty"` // the way in which several ratings on a model combine
	Effects []Effect    `yaml:"effects,omitempty"` // its effects in a fight
	// EffectsFromText means that the effects were read from the summary, not written by hand.
	EffectsFromText bool `yaml:"read,omitempty" schema:"true"`
	// UnreadSentences are the sentences of the rule that its effects do not cover. A rule with such
	// sentences is not fully modelled.
	UnreadSentences []string `yaml:"unread,omitempty" schema:"1..,each 1.."`
	// SourceID is the id that the rule has where it was imported from.
	SourceID string `yaml:"source,omitempty"`
	// HasRating means that the rule takes a number in brackets, its rating.
	HasRating bool `yaml:"-"`
	// Origin says where the effects come from.
	Origin Origin `yaml:"-"`
}

// Origin tells where a rule's effects come from. A rule of the game's own document without effects
// changes no fight; the effects of a rule without origin are unknown.
type Origin string

const (
	OriginNone      Origin = ""
	OriginBook      Origin = "book" // written by hand in the army's book, or in a file of a duel
	OriginGame      Origin = "game" // the game's own rule document
	OriginText      Origin = "text" // read from the rule's text
	OriginKnownName Origin = "name" // the known effects of a rule of this name, in any book
)

// Explain describes in words where the effects come from.
func (o Origin) Explain() string {
	return map[Origin]string{
		OriginBook:      "written by hand in the book",
		OriginGame:      "the game's own document",
		OriginText:      "read from the text",
		OriginKnownName: "what muster knows of rules of this name",
		OriginNone:      "nothing that muster knows; previews name it as not modelled",
	}[o]
}

// EffectsKnown reports whether the rule's effects in a fight are known, at least in part. Those of
// a nil rule are not.
func (r *Rule) EffectsKnown() bool { return r != nil && r.Origin != OriginNone }

// AllEffectsKnown reports whether all of the rule's effects in a fight are known.
func (r *Rule) AllEffectsKnown() bool { return r.EffectsKnown() && len(r.UnreadSentences) == 0 }

// MarshalYAML returns the rule in the form of files.
func (r Rule) MarshalYAML() (any, error) {
	type plain Rule // without methods
	if r.HasRating {
		r.Name += "(X)"
	}
	return plain(r), nil
}

// CombineMode is how several ratings of one rule on a model combine; "" adds them.
type CombineMode string

const (
	CombineAdd     CombineMode = "add"
	CombineHighest CombineMode = "highest"
)

// splitName sets Name and HasRating from the name in a file: "Tough(X)" becomes Tough with a
// rating.
func (r *Rule) splitName() {
	if name, ok := strings.CutSuffix(r.Name, "(X)"); ok {
		r.Name, r.HasRating = strings.TrimSpace(name), true
	}
}

// A Set holds the rules by which the names of one unit are looked up: its book's rules, then its
// game system's, then rules known for many army books.
type Set struct {
	rulesByKey map[string]*Rule
	maxRatings map[*Rule]int // largest number allowed in brackets
	fallback   *Set          // the set that is searched next; nil for none

	// unreadTexts holds the rules whose texts must be read before use. readTexts reads all these
	// texts when Find first returns one of the rules.
	unreadTexts map[*Rule]bool
	readTexts   func()

	patterns           []Rule   // rules with a * in the name
	patternCache       sync.Map // cache: *Rule by the NameKey of a name that fits a pattern
	outsideFightsCache sync.Map // cache: bool by *Rule; see IsOutsideFights
}

// A Compiler reads the texts (Rule.Summary) of the rules own as effects; under holds the game's
// rules. It returns one Reading for each rule, empty for a rule that has effects already.
type Compiler func(own []Rule, under *Set) []Reading

// A Reading holds the effects read from a rule's text, and the sentences that could not be read.
type Reading struct {
	Effects         []Effect
	UnreadSentences []string
}

// NewSet returns a set of the rules own over the rules in under, which may be nil. Rules of own
// hide rules of the same name in under. Texts are not read; see Compile.
func NewSet(own []Rule, under *Set) *Set { return Compile(own, under, nil) }

// Compile is like NewSet, with a compiler that reads texts; compile may be nil. A rule has the
// first of these effects that exist, and its Origin tells which:
//
// 1. its own, written by hand,
// 2. the effects of its name in the game's own document,
// 3. the effects read from its text, now or by an import,
// 4. the effects known for its name in many books, if its text is missing or unreadable: a text may
// differ from the name.
func Compile(own []Rule, under *Set, compile Compiler) *Set {
	s := &Set{
		rulesByKey: make(map[string]*Rule, len(own)),
		maxRatings: map[*Rule]int{},
		fallback:   under,
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
		case len(r.Effects) > 0 && !r.EffectsFromText:
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
		s.rulesByKey[NameKey(r.Name)] = &r
		if most, ok := maxRating(&r); ok {
			s.maxRatings[&r] = most
		}
	}
	if len(waiting) > 0 {
		s.deferReading(waiting, slices.Clone(own), compile)
	}
	return s
}

// deferReading postpones reading the texts of rules, given by index in own, until one of them is
// found: most uses of a book need no texts.
func (s *Set) deferReading(rules map[int]*Rule, own []Rule, compile Compiler) {
	s.unreadTexts = make(map[*Rule]bool, len(rules))
	for _, r := range rules {
		s.unreadTexts[r] = true
	}
	s.readTexts = sync.OnceFunc(func() {
		readings := compile(own, s.fallback)
		for i, r := range rules {
			if r.Effects, r.UnreadSentences = readings[i].Effects, readings[i].UnreadSentences; len(r.Effects) > 0 {
				r.Origin = OriginText
			}
		}
	})
}

// ensureTextRead returns rule r of the set, after reading its text if that was postponed.
func (s *Set) ensureTextRead(r *Rule) *Rule {
	if s.unreadTexts[r] {
		s.readTexts()
	}
	return r
}

// inherit copies effects and their origin from another rule of the same name.
func (r *Rule) inherit(from *Rule) {
	r.Effects, r.UnreadSentences, r.Origin = from.Effects, from.UnreadSentences, from.Origin
	if r.Combine == "" {
		r.Combine = from.Combine
	}
}

// Names returns the names of all rules in the set and below it, sorted.
func (s *Set) Names() []string {
	var all []string
	for ; s != nil; s = s.fallback {
		for _, r := range s.rulesByKey {
			all = append(all, r.Name)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Find returns the rule with a name, ignoring case, or nil.
func (s *Set) Find(name string) *Rule {
	var room [64]byte
	key := words.AppendNameKey(room[:0], name)
	for at := s; at != nil; at = at.fallback {
		if r := at.rulesByKey[string(key)]; r != nil {
			return at.ensureTextRead(r)
		}
	}
	for at := s; at != nil; at = at.fallback {
		if r := at.matchPattern(name); r != nil {
			return r
		}
	}
	return nil
}

// IsOutsideFights reports whether a rule never matters in a fight, and the rules given by it
// neither.
func (s *Set) IsOutsideFights(r *Rule) bool {
	is, known := s.outsideFightsCache.Load(r)
	if !known {
		is = s.isOutsideFights(r, 0)
		s.outsideFightsCache.Store(r, is)
	}
	return is.(bool)
}

// isOutsideFights computes IsOutsideFights; depth is the number of rules through which r is given.
func (s *Set) isOutsideFights(r *Rule, depth int) bool {
	if r == nil || depth > 4 {
		return false
	}
	says := false
	for i := range r.Effects {
		e := &r.Effects[i]
		given := len(e.GivenRules) > 0
		for _, use := range e.GivenRules {
			given = given && s.isOutsideFights(s.Find(use.Name), depth+1)
		}
		if e.MattersInFight() && !given {
			return false
		}
		says = says || given || e.NonFight != ""
	}
	return says && len(r.UnreadSentences) == 0
}

// matchPattern returns the rule for a name that fits one of the set's patterns, or nil.
func (s *Set) matchPattern(name string) *Rule {
	if len(s.patterns) == 0 {
		return nil
	}
	key := NameKey(name)
	if r, ok := s.patternCache.Load(key); ok {
		return r.(*Rule)
	}
	for i := range s.patterns {
		p := &s.patterns[i]
		before, after, _ := strings.Cut(NameKey(p.Name), words.NamePlaceholder)
		if len(key) <= len(before)+len(after) || !strings.HasPrefix(key, before) || !strings.HasSuffix(key, after) {
			continue
		}
		// The star's text is as the name has it.
		words := strings.Join(strings.Fields(name), " ")
		if len(words) != len(key) { // lower case changed the length
			words = key
		}
		r := p.fillPattern(words, words[len(before):len(words)-len(after)])
		actual, _ := s.patternCache.LoadOrStore(key, r)
		return actual.(*Rule)
	}
	return nil
}

// fillPattern returns the rule of a pattern for a name that has other in place of the star.
func (r *Rule) fillPattern(name, other string) *Rule {
	made := *r
	made.Name, made.Combine = name, CombineAdd
	made.Summary = strings.ReplaceAll(r.Summary, words.NamePlaceholder, other)
	made.Effects = slices.Clone(r.Effects)
	for i := range made.Effects {
		gives := slices.Clone(made.Effects[i].GivenRules)
		for j := range gives {
			gives[j].Name = strings.ReplaceAll(gives[j].Name, words.NamePlaceholder, other)
		}
		made.Effects[i].GivenRules = gives
	}
	return &made
}
