// Package reader compiles the texts of army books' special rules and spells, which are
// formulaic English, into the engine's effects. It knows patterns of sentences and no
// rule by name. If no pattern fits a sentence, the whole text is refused and that
// sentence reported.
package reader

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"sync"

	"muster/rules"
	"muster/rules/words"
)

// ResultVersion is the version of the reader's results. Books read with a lower version are read
// again.
const ResultVersion = 5

// NewCompiler returns a compiler for the texts of a book's rules; from index firstSpell on, the
// rules are spells. Texts may refer to the rules of the game. A rule of the game's own document is
// never read from a book's text.
func NewCompiler(firstSpell int) rules.Compiler {
	return func(own []rules.Rule, under *rules.Set) []rules.Reading { return compileBook(own, firstSpell, under) }
}

// compileBook reads the texts of the rules in own; from index spells on, the rules are spells.
// under holds the game's rules.
func compileBook(own []rules.Rule, spells int, under *rules.Set) []rules.Reading {
	readings := make([]rules.Reading, len(own))
	if !slices.ContainsFunc(own, func(r rules.Rule) bool { return len(r.Effects) == 0 && r.Summary != "" }) {
		return readings
	}
	r := newBookReader(under)
	list := make([]*bookRule, len(own))
	for i := range own {
		rule := &own[i]
		e := &bookRule{name: rule.Name, text: rule.Summary, hasRating: rule.HasRating, isSpell: i >= spells}
		list[i] = e
		known := r.gameRule(e.name)
		if known != nil && known.Origin == rules.OriginGame && (rule.EffectsFromText || len(rule.Effects) == 0) {
			e.state = wasRead
			continue
		}
		if len(rule.Effects) > 0 {
			e.reading.Effects, e.state = rule.Effects, wasRead
		}
		if key := rules.NameKey(e.name); r.rulesByKey[key] == nil && (e.state == wasRead || strings.TrimSpace(e.text) != "") {
			r.rulesByKey[key] = e
			r.addRuleName(e.name)
		}
	}
	r.sortRuleNames()
	for i, e := range list {
		if e.state == wasRead && len(own[i].Effects) > 0 {
			continue
		}
		readings[i] = r.readRule(e)
	}
	return readings
}

// unreadable returns the reading of a text with a sentence that no pattern matches.
func unreadable(sentence string) rules.Reading {
	return rules.Reading{UnreadSentences: []string{sentence}}
}

// compiledGrammar returns the grammar, compiled at the first call.
var compiledGrammar = sync.OnceValue(newGrammar)

// A bookReader reads the texts of one book, which may refer to each other.
type bookReader struct {
	grammar *grammar
	// returns a rule of the game by its name; nil if unknown
	gameRule   func(name string) *rules.Rule
	gameRules  []*rules.Rule        // the rules of the game's own document
	rulesByKey map[string]*bookRule // rules of the book, by rules.NameKey of their names
	// names of all rules by their first word, the longest first
	namesByFirstWord map[string][]tokenizedName
}

// A bookRule is a rule of the book, with its reading after its text is read.
type bookRule struct {
	name, text string
	hasRating  bool // it takes a rating in brackets
	isSpell    bool
	state      readState
	reading    rules.Reading
}

// readState tells whether the text of a bookRule has been read.
type readState uint8

const (
	notRead   readState = iota
	beingRead           // a rule that depends on itself is met in this state
	wasRead
)

// A tokenizedName is a rule's name, split into tokens.
type tokenizedName struct {
	name   string
	tokens []token
}

// newBookReader returns a reader for a book over the game's rules.
func newBookReader(set *rules.Set) *bookReader {
	r := &bookReader{
		grammar: compiledGrammar(), gameRule: set.Find, rulesByKey: map[string]*bookRule{},
		namesByFirstWord: map[string][]tokenizedName{},
	}
	for _, name := range set.Names() {
		r.addRuleName(name)
		if rule := set.Find(name); rule.Origin == rules.OriginGame {
			r.gameRules = append(r.gameRules, rule)
		}
	}
	return r
}

// sortRuleNames sorts names by length, so that longer names come before their prefixes.
func (r *bookReader) sortRuleNames() {
	for _, names := range r.namesByFirstWord {
		slices.SortStableFunc(names, func(a, b tokenizedName) int { return cmp.Compare(len(b.tokens), len(a.tokens)) })
	}
}

// addRuleName adds a rule's name to namesByFirstWord.
func (r *bookReader) addRuleName(name string) {
	t := tokens(plainText(name))
	if len(t) > 0 {
		r.namesByFirstWord[t[0].word] = append(r.namesByFirstWord[t[0].word], tokenizedName{name, t})
	}
}

// maxTextLength is the maximum length in bytes of a text that is read. Real texts have a few
// hundred bytes.
const maxTextLength = 2000

// readRule returns the reading of a rule's text, which is read only once. A rule that depends on
// itself stays unread.
func (r *bookReader) readRule(e *bookRule) rules.Reading {
	if e.state != notRead {
		return e.reading
	}
	e.state = beingRead
	if len(e.text) > maxTextLength {
		e.reading = unreadable("The text is longer than any rule.")
	} else if text := plainText(e.text); text != "" {
		e.reading = r.readText(e, text)
	}
	e.state = wasRead
	return e.reading
}

// readText returns the reading of a rule's text.
func (r *bookReader) readText(entry *bookRule, text string) rules.Reading {
	p := r.newParser(text, entry.hasRating)
	effects, ok := p.readSentences(0, nil)
	if !ok {
		if about := p.guessSubject(entry); about != "" {
			return rules.Reading{Effects: nonFightEffect(about)}
		}
		return unreadable(p.sentenceAt(p.lastReachedToken))
	}
	var resolved []rules.Effect
	for i := range effects {
		settled, missing := r.replaceNonFightRules(&effects[i])
		if missing != "" {
			return unreadable(p.sentenceNaming(missing))
		}
		for i := range settled {
			e := &settled[i]
			if entry.isSpell && e.FightKind == rules.ByAbility {
				e.When.AgainstSpell = yes
			}
			e.When = withoutSpellCondition(e.When)
			if len(rules.Grimdark.Check(e, words.RuleInfo{Name: entry.name, HasRating: entry.hasRating})) > 0 {
				return unreadable(p.sentenceAt(0)) // the engine does not accept this effect
			}
			if e.NonFight == "" || !slices.ContainsFunc(resolved, func(other rules.Effect) bool {
				return other.NonFight == e.NonFight
			}) {
				resolved = append(resolved, *e)
			}
		}
	}
	return rules.Reading{Effects: resolved}
}

// withoutSpellCondition removes the condition that the attack is not a spell, if the other
// conditions exclude spells already.
func withoutSpellCondition(w rules.When) rules.When {
	bare := w
	bare.AgainstSpell = nil
	if _, ok := bare.And(rules.When{AgainstSpell: yes}); !ok && w.AgainstSpell != nil && !*w.AgainstSpell {
		return bare
	}
	return w
}

// replaceNonFightRules splits an effect that gives rules: given rules that never matter in a fight
// become effects outside a fight. missing is the name of a given rule with unknown effects; "" if
// there is none.
func (r *bookReader) replaceNonFightRules(e *rules.Effect) (resolved []rules.Effect, missing string) {
	var gives []rules.Use
	for _, use := range e.BearerAttackRules {
		if _, ok := r.subjectOf(use.Name); !ok {
			return nil, use.Name
		}
	}
	for _, use := range e.GivenRules {
		about, ok := r.subjectOf(use.Name)
		switch {
		case !ok:
			return nil, use.Name
		case about == "":
			gives = append(gives, use)
			continue
		}
		resolved = joinEffects(resolved, nonFightEffect(about))
		for _, given := range r.effectsOf(use.Name) { // how the unit comes to the table
			if given.Deployment != "" && (e.Receivers == "" || e.Receivers == rules.ToUnit) {
				resolved = append(resolved, rules.Effect{Deployment: given.Deployment, Receivers: e.Receivers})
			}
		}
	}
	if len(gives) > 0 || len(e.GivenRules) == 0 {
		resolved = append(resolved, *e)
		resolved[len(resolved)-1].GivenRules = gives
	}
	return resolved, ""
}

// effectsOf returns the effects of a rule of the book or the game; nil if unknown.
func (r *bookReader) effectsOf(name string) []rules.Effect {
	if e := r.rulesByKey[rules.NameKey(name)]; e != nil {
		return r.readRule(e).Effects
	}
	if rule := r.gameRule(name); rule.AllEffectsKnown() {
		return rule.Effects
	}
	return nil
}

// subjectOf returns the subject of a rule that never matters in a fight; "" for a rule that may
// matter. ok is false if the rule's effects are unknown.
func (r *bookReader) subjectOf(name string) (about rules.NonFightSubject, ok bool) {
	effects := r.effectsOf(name)
	return commonSubject(effects), len(effects) > 0 || r.rulesByKey[rules.NameKey(name)] == nil &&
		r.gameRule(name).AllEffectsKnown()
}

// commonSubject returns the last subject outside fights that the effects name, such as movement; ""
// if one of them acts in a fight.
func commonSubject(effects []rules.Effect) rules.NonFightSubject {
	about := rules.NonFightMovement
	for i := range effects {
		e := &effects[i]
		switch {
		case e.MattersInFight():
			return ""
		case e.NonFight != "":
			about = e.NonFight
		case e.Deployment != "":
			about = rules.NonFightDeployment
		case e.SpellTokens.IsSet:
			about = rules.NonFightCasting
		}
	}
	return about
}

// ruleOfEffect returns the rule of the game's document that has exactly this effect.
func (r *bookReader) ruleOfEffect(e *rules.Effect) (use rules.Use, ok bool) {
	for _, rule := range r.gameRules {
		if len(rule.Effects) == 1 && reflect.DeepEqual(&rule.Effects[0], e) {
			return rules.Use{Name: rule.Name}, true
		}
	}
	return rules.Use{}, false
}

// A parser matches one text.
type parser struct {
	reader    *bookReader
	grammar   *grammar
	text      string
	tokens    []token
	hasRating bool // the rule has a rating; X in the text stands for it

	stepCount        int // steps of matching so far; see maxMatchSteps
	sentenceDepth    int // number of sentences around the present one; see maxSentenceDepth
	lastReachedToken int // index of the first token of the last sentence reached
}

// newParser returns a parser of a rule's text.
func (r *bookReader) newParser(text string, rated bool) *parser {
	return &parser{reader: r, grammar: r.grammar, text: text, tokens: tokens(text), hasRating: rated}
}

// readSentences reads the sentences from the token with index at to the end of the text. It returns
// their effects, appended to before.
func (p *parser) readSentences(at int, before []rules.Effect) (effects []rules.Effect, ok bool) {
	p.lastReachedToken = max(p.lastReachedToken, at)
	defer func(depth int) { p.sentenceDepth = depth }(p.sentenceDepth)
	p.sentenceDepth = 0
	ok = p.eachSentence(at, func(end int, more []rules.Effect) bool {
		sum := joinEffects(before, more)
		switch {
		case end < len(p.tokens) && p.tokens[end].word != fullStop:
			return false
		case end+1 >= len(p.tokens):
			effects = sum
			return true
		}
		effects, ok = p.readSentences(end+1, sum)
		return ok
	})
	return effects, ok
}

// maxSentenceDepth is the maximum depth of sentences inside sentences.
const maxSentenceDepth = 4

// eachSentence calls then for each way to read a sentence, or a clause that could stand alone, from
// the token with index at, until then returns true. A pattern may span several sentences.
func (p *parser) eachSentence(at int, then func(end int, effects []rules.Effect) bool) bool {
	if p.sentenceDepth == maxSentenceDepth || p.stepCount > maxMatchSteps {
		return false
	}
	p.sentenceDepth++
	defer func() { p.sentenceDepth-- }()
	if slotConditions(p, at, func(end int, v any) bool {
		return p.hasWord(end, ",") && p.eachSentence(end+1, func(end int, effects []rules.Effect) bool {
			all := withConditions(v.([]rules.When), effects)
			return all != nil && then(end, all)
		})
	}) {
		return true
	}
	return tryPatterns(p, p.grammar.sentences, at, func(end int, effects []rules.Effect) bool {
		if p.hasWord(end, ",") && p.hasWord(end+1, "and") && p.eachSentence(end+2, func(end int, more []rules.Effect) bool {
			return then(end, joinEffects(effects, more))
		}) {
			return true
		}
		return then(end, effects)
	})
}

// eachName calls then for each rule's name that stands at the token with index at, until then
// returns true. It tries names with the capital letters of the text first.
func (p *parser) eachName(at int, then func(end int, name string) bool) bool {
	if at >= len(p.tokens) {
		return false
	}
	candidates := p.reader.namesByFirstWord[p.tokens[at].word]
	for _, alike := range []bool{true, false} {
		for _, n := range candidates {
			if p.stepCount++; n.startsAt(p.tokens[at:], alike) && then(at+len(n.tokens), n.name) {
				return true
			}
		}
	}
	return false
}

// startsAt reports whether the tokens start with the name. If alike is set, capital letters must be
// the same, otherwise some must differ.
func (n *tokenizedName) startsAt(t []token, alike bool) bool {
	if len(t) < len(n.tokens) || t[0].capitalized != n.tokens[0].capitalized {
		return false
	}
	same := true
	for i := range n.tokens {
		if n.tokens[i].word != t[i].word {
			return false
		}
		same = same && n.tokens[i].capitalized == t[i].capitalized
	}
	return same == alike
}

// sentenceAt returns the text of the sentence that begins at the token with index at.
func (p *parser) sentenceAt(at int) string {
	if at >= len(p.tokens) {
		return p.text
	}
	end := at
	for end < len(p.tokens)-1 && p.tokens[end].word != fullStop {
		end++
	}
	return p.text[p.tokens[at].start:p.tokens[end].end]
}

// sentenceNaming returns the text of the first sentence that names a rule.
func (p *parser) sentenceNaming(name string) string {
	start := 0
	for at := range p.tokens {
		if p.tokens[at].word == fullStop {
			start = at + 1
		}
		if p.eachName(at, func(_ int, found string) bool { return found == name }) {
			break
		}
	}
	return p.sentenceAt(start)
}
