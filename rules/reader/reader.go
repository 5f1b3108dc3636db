// Package reader reads what army books say of their special rules and spells:
// formulaic English in, effects in the engine's words out. It knows sentences,
// no rules: a text that no form of its tables fits whole is refused, with the
// sentence that stopped it.
package reader

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"sync"

	"muster/rules"
)

// Version counts the changes to what the reader makes of texts.
const Version = 3

// Spells returns a compiler that reads the texts of a book's rules, over the rules
// of its game, which they may speak of; those from a place on are spells. Rules of
// the game's own document are never read, whatever the book says of them.
func Spells(from int) rules.Compiler {
	return func(own []rules.Rule, under *rules.Set) []rules.Reading { return compileBook(own, from, under) }
}

func compileBook(own []rules.Rule, spells int, under *rules.Set) []rules.Reading {
	readings := make([]rules.Reading, len(own))
	if !slices.ContainsFunc(own, func(r rules.Rule) bool { return len(r.Effects) == 0 && r.Summary != "" }) {
		return readings // all was read before
	}
	r := newBookReader(under)
	list := make([]*entry, len(own))
	for i := range own {
		rule := &own[i]
		e := &entry{name: rule.Name, text: rule.Summary, rated: rule.Rated, spell: i >= spells}
		list[i] = e
		if known := r.game(e.name); known != nil && known.Origin == rules.OriginGame && (rule.Read || len(rule.Effects) == 0) {
			e.state = done
			continue
		}
		if len(rule.Effects) > 0 {
			e.reading.Effects, e.state = rule.Effects, done
		}
		if key := rules.Key(e.name); r.entries[key] == nil && (e.state == done || strings.TrimSpace(e.text) != "") {
			r.entries[key] = e
			r.addName(e.name)
		}
	}
	r.sortNames()
	for i, e := range list {
		if e.state == done && len(own[i].Effects) > 0 {
			continue
		}
		readings[i] = r.read(e)
	}
	return readings
}

// refused is what a text comes to that a sentence stopped.
func refused(sentence string) rules.Reading { return rules.Reading{Unread: []string{sentence}} }

var grammarOnce = sync.OnceValue(newGrammar)

// A bookReader reads the texts of one book, which may speak of each other.
type bookReader struct {
	grammar    *grammar
	game       func(name string) *rules.Rule
	documented []*rules.Rule // of the game's document
	entries    map[string]*entry
	names      map[string][]ruleName // by their first word, the longest first
}

// An entry is a rule on its way from text to effects.
type entry struct {
	name, text string
	rated      bool
	spell      bool
	state      state
	reading    rules.Reading
}

type state uint8

const (
	waiting state = iota
	underway
	done
)

type ruleName struct {
	name   string
	tokens []token
}

func newBookReader(set *rules.Set) *bookReader {
	r := &bookReader{grammar: grammarOnce(), game: set.Find, entries: map[string]*entry{}, names: map[string][]ruleName{}}
	for _, name := range set.Names() {
		r.addName(name)
		if rule := set.Find(name); rule.Origin == rules.OriginGame {
			r.documented = append(r.documented, rule)
		}
	}
	return r
}

// sortNames puts longer names before those that they begin with.
func (r *bookReader) sortNames() {
	for _, names := range r.names {
		slices.SortStableFunc(names, func(a, b ruleName) int { return cmp.Compare(len(b.tokens), len(a.tokens)) })
	}
}

func (r *bookReader) addName(name string) {
	t := tokens(plain(name))
	if len(t) > 0 {
		r.names[t[0].word] = append(r.names[t[0].word], ruleName{name, t})
	}
}

// maxText is the longest text that is read, in bytes. Real ones have a few hundred.
const maxText = 2000

// read reads a text, once. A rule that depends on itself stays unread.
func (r *bookReader) read(e *entry) rules.Reading {
	if e.state != waiting {
		return e.reading
	}
	e.state = underway
	if len(e.text) > maxText {
		e.reading = refused("The text is longer than any rule.")
	} else if text := plain(e.text); text != "" {
		e.reading = r.readText(e, text)
	}
	e.state = done
	return e.reading
}

func (r *bookReader) readText(entry *entry, text string) rules.Reading {
	p := r.parser(text, entry.rated)
	effects, ok := p.all(0, nil)
	if !ok {
		if about := p.loose(entry); about != "" {
			return rules.Reading{Effects: outside(about)}
		}
		return refused(p.sentenceAt(p.furthest))
	}
	var resolved []rules.Effect
	for _, e := range effects {
		settled, missing := r.resolve(e)
		if missing != "" {
			return refused(p.sentenceWith(missing))
		}
		for _, e := range settled {
			if entry.spell && e.By == rules.ByAbility {
				e.When.Spell = yes
			}
			if len(rules.Grimdark.Check(&e, rules.Holder{Name: entry.name, Rated: entry.rated})) > 0 {
				return refused(p.sentenceAt(0)) // the engine has no such word, or no such number
			}
			if e.Outside == "" || !slices.ContainsFunc(resolved, func(other rules.Effect) bool { return other.Outside == e.Outside }) {
				resolved = append(resolved, e)
			}
		}
	}
	return rules.Reading{Effects: resolved}
}

// resolve settles what an effect gives: rules that have no part in a fight make
// it outside. missing is a rule without known effects, if there is one.
func (r *bookReader) resolve(e rules.Effect) (resolved []rules.Effect, missing string) {
	var gives []rules.Use
	for _, use := range e.With {
		if _, ok := r.about(use.Name); !ok {
			return nil, use.Name
		}
	}
	for _, use := range e.Gives {
		about, ok := r.about(use.Name)
		switch {
		case !ok:
			return nil, use.Name
		case about == "":
			gives = append(gives, use)
			continue
		}
		resolved = join(resolved, outside(about))
		for _, given := range r.effectsOf(use.Name) { // how the unit comes to the table
			if given.Deploys != "" && (e.To == "" || e.To == rules.ToUnit) {
				resolved = append(resolved, rules.Effect{Deploys: given.Deploys, To: e.To})
			}
		}
	}
	if len(gives) > 0 || len(e.Gives) == 0 {
		e.Gives = gives
		resolved = append(resolved, e)
	}
	return resolved, ""
}

// effectsOf is the effects of a rule of the book or the game; nil if they are
// unknown.
func (r *bookReader) effectsOf(name string) []rules.Effect {
	if e := r.entries[rules.Key(name)]; e != nil {
		return r.read(e).Effects
	}
	if rule := r.game(name); rule.Modelled() {
		return rule.Effects
	}
	return nil
}

// about is what a rule is about that has no part in a fight; "" for one that
// has a part. ok is false if its effects are unknown.
func (r *bookReader) about(name string) (about rules.Outside, ok bool) {
	effects := r.effectsOf(name)
	return aboutOf(effects), len(effects) > 0 || r.entries[rules.Key(name)] == nil && r.game(name).Modelled()
}

// aboutOf is what effects are about that have no part in a fight.
func aboutOf(effects []rules.Effect) rules.Outside {
	about := rules.OutsideMovement
	for i := range effects {
		e := &effects[i]
		switch {
		case e.InFight():
			return ""
		case e.Outside != "":
			about = e.Outside
		case e.Deploys != "":
			about = rules.OutsideDeployment
		case e.Tokens.Set:
			about = rules.OutsideCasting
		}
	}
	return about
}

// saying is the rule of the game's document that says just this.
func (r *bookReader) saying(e rules.Effect) (use rules.Use, ok bool) {
	for _, rule := range r.documented {
		if len(rule.Effects) == 1 && reflect.DeepEqual(rule.Effects[0], e) {
			return rules.Use{Name: rule.Name}, true
		}
	}
	return rules.Use{}, false
}

// A parser reads one text.
type parser struct {
	reader  *bookReader
	grammar *grammar
	text    string
	tokens  []token
	rated   bool // the rule takes a rating: X in its text is that

	steps    int
	depth    int
	furthest int // the first token of the furthest sentence that was begun
}

func (r *bookReader) parser(text string, rated bool) *parser {
	return &parser{reader: r, grammar: r.grammar, text: text, tokens: tokens(text), rated: rated}
}

// all reads sentences from a token to the end.
func (p *parser) all(at int, before []rules.Effect) (effects []rules.Effect, ok bool) {
	p.furthest = max(p.furthest, at)
	defer func(depth int) { p.depth = depth }(p.depth)
	p.depth = 0
	ok = p.sentence(at, func(end int, more []rules.Effect) bool {
		sum := join(before, more)
		switch {
		case end < len(p.tokens) && p.tokens[end].word != stop:
			return false
		case end+1 >= len(p.tokens):
			effects = sum
			return true
		}
		effects, ok = p.all(end+1, sum)
		return ok
	})
	return effects, ok
}

// maxDepth bounds sentences within sentences.
const maxDepth = 4

// sentence reads a sentence, or a part of one that could stand alone. The end
// may be the end of a later sentence.
func (p *parser) sentence(at int, then func(end int, effects []rules.Effect) bool) bool {
	if p.depth == maxDepth || p.steps > maxSteps {
		return false
	}
	p.depth++
	defer func() { p.depth-- }()
	if slotConditions(p, at, func(end int, v any) bool {
		return p.is(end, ",") && p.sentence(end+1, func(end int, effects []rules.Effect) bool {
			all := under(v.([]rules.When), effects)
			return all != nil && then(end, all)
		})
	}) {
		return true
	}
	return try(p, p.grammar.sentences, at, func(end int, effects []rules.Effect) bool {
		if p.is(end, ",") && p.is(end+1, "and") && p.sentence(end+2, func(end int, more []rules.Effect) bool {
			return then(end, join(effects, more))
		}) {
			return true
		}
		return then(end, effects)
	})
}

// name finds rules' names at a token, those written alike before others.
func (p *parser) name(at int, then func(end int, name string) bool) bool {
	if at >= len(p.tokens) {
		return false
	}
	candidates := p.reader.names[p.tokens[at].word]
	for _, alike := range []bool{true, false} {
		for _, n := range candidates {
			if p.steps++; n.at(p.tokens[at:], alike) && then(at+len(n.tokens), n.name) {
				return true
			}
		}
	}
	return false
}

// at reports whether the name begins the tokens, in the same capitals or not.
func (n *ruleName) at(t []token, alike bool) bool {
	if len(t) < len(n.tokens) || t[0].capital != n.tokens[0].capital {
		return false
	}
	same := true
	for i := range n.tokens {
		if n.tokens[i].word != t[i].word {
			return false
		}
		same = same && n.tokens[i].capital == t[i].capital
	}
	return same == alike
}

// sentenceAt is the sentence that begins with a token.
func (p *parser) sentenceAt(at int) string {
	if at >= len(p.tokens) {
		return p.text
	}
	end := at
	for end < len(p.tokens)-1 && p.tokens[end].word != stop {
		end++
	}
	return p.text[p.tokens[at].start:p.tokens[end].end]
}

// sentenceWith is the first sentence in which a rule is named.
func (p *parser) sentenceWith(name string) string {
	start := 0
	for at := range p.tokens {
		if p.tokens[at].word == stop {
			start = at + 1
		}
		if p.name(at, func(_ int, found string) bool { return found == name }) {
			break
		}
	}
	return p.sentenceAt(start)
}
