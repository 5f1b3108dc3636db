package reader

import (
	"slices"
	"strconv"
	"strings"

	"muster/rules"
)

// A pattern is the wording of a sentence, or of a part of a sentence, in army books. Its text has
// these marks:
//
// \t<a|b> one of them
// \t[a|b] one of them, or nothing
// \tgets? the last letter may be left out
// \t{n} a slot: a value captured from the text, see slots
// \t{n:name} the same, captured under another name
// \t{!name} no text: marks that this branch matched
// \t{?name} no text: adds a condition if this branch matched, one of impliedConditions
//
// A pattern's result holds under all conditions captured under their own names: {conds}, {bearers},
// {struck}, {over}, {near} and {?…}.
type pattern[T any] struct {
	text    string             // the wording, with marks
	example string             // a made-up sentence that the pattern reads
	result  []T                // the result, if it is constant
	build   func(m *match) []T // computes the result otherwise; nil refuses the text

	nodes      []node          // the compiled text
	startWords map[string]bool // words that can begin the text; nil for any word
}

// impliedConditions are the conditions of {?name} marks, by name.
var impliedConditions = map[string]rules.When{
	"used": {IsRuleUsed: yes}, "all": {RequiredBearers: rules.AllModels}, "most": {RequiredBearers: rules.MostModels},
	"shooting": {Shooting: yes}, "melee": {Melee: yes}, "unmoved": {Moved: no},
	"spell": {AgainstSpell: yes}, "unspelled": {AgainstSpell: no},
}

// A node is a piece of a pattern: a word, a choice or a slot.
type node struct {
	words   []string // for a word: any of these matches
	choices [][]node // for a choice; an empty one makes it optional
	// for a slot: captures its value from the text
	captureSlot func(p *parser, at int, then func(end int, v any) bool) bool
	slotName    string // name under which the slot's value is captured
}

// compilePatterns joins tables of patterns and compiles their texts. usual builds the result of
// patterns that have neither result nor build; under adds the captured conditions to a result. It
// panics if a text is malformed.
func compilePatterns[T any](usual func(m *match) []T, under func([]rules.When, []T) []T, tables ...[]pattern[T]) []pattern[T] {
	forms := slices.Concat(tables...)
	for i := range forms {
		f := &forms[i]
		c := compiler{text: macros.Replace(f.text)}
		f.nodes = c.compileUntil("")
		if c.offset < len(c.text) {
			panic("reader: " + f.text)
		}
		first := map[string]bool{}
		if any, empty := addStartWords(f.nodes, first); !any && !empty {
			f.startWords = first
		}
		make := f.build
		switch {
		case f.result != nil:
			make = func(*match) []T { return f.result }
		case make == nil:
			make = usual
		}
		f.build = func(m *match) []T {
			v := make(m)
			conditions, ok := m.conditions()
			switch {
			case !ok:
				return nil
			case len(conditions) > 0:
				return under(conditions, v)
			}
			return v
		}
	}
	return forms
}

// addStartWords adds to first the words that can begin a text that matches nodes. any reports
// whether any word can begin it, empty whether nodes match the empty text.
func addStartWords(nodes []node, first map[string]bool) (any, empty bool) {
	for _, n := range nodes {
		switch {
		case n.captureSlot != nil:
			return true, false
		case n.words != nil:
			for _, w := range n.words {
				first[w] = true
			}
			return false, false
		}
		empty = false
		for _, c := range n.choices {
			a, e := addStartWords(c, first)
			any, empty = any || a, empty || e
		}
		if any || !empty {
			return any, false
		}
	}
	return false, true
}

// A compiler turns the text of a pattern into nodes.
type compiler struct {
	text   string // the pattern's text
	offset int    // index of the next byte
}

// compileUntil compiles the text up to one of the bytes of until, or all of it if until is "".
func (c *compiler) compileUntil(until string) []node {
	var nodes []node
	for c.offset < len(c.text) && (until == "" || strings.IndexByte(until, c.text[c.offset]) < 0) {
		switch c.text[c.offset] {
		case '<':
			nodes = append(nodes, node{choices: c.compileChoices("|>")})
		case '[':
			nodes = append(nodes, node{choices: append(c.compileChoices("|]"), nil)})
		case '{':
			end := c.offset + strings.IndexByte(c.text[c.offset:], '}')
			kind, name, named := strings.Cut(c.text[c.offset+1:end], ":")
			if !named {
				name = kind
			}
			slot := slots[kind]
			if flag, ok := strings.CutPrefix(kind, "!"); ok {
				// a flag captures true and consumes no text
				slot, name = func(_ *parser, at int, then func(int, any) bool) bool { return then(at, true) }, flag
			}
			if when, ok := impliedConditions[strings.TrimPrefix(kind, "?")]; ok && kind[0] == '?' {
				slot = func(_ *parser, at int, then func(int, any) bool) bool { return then(at, []rules.When{when}) }
			}
			if slot == nil {
				panic("reader: no slot " + kind)
			}
			nodes = append(nodes, node{captureSlot: slot, slotName: name})
			c.offset = end + 1
		default:
			end := c.offset
			for end < len(c.text) && strings.IndexByte("<>[]{}|", c.text[end]) < 0 {
				end++
			}
			if end == c.offset {
				panic("reader: " + c.text)
			}
			nodes = append(nodes, wordNodes(c.text[c.offset:end])...)
			c.offset = end
		}
	}
	return nodes
}

// compileChoices compiles alternatives; ends holds the separator and the closing bracket.
func (c *compiler) compileChoices(ends string) [][]node {
	var choices [][]node
	for c.text[c.offset] != ends[1] {
		c.offset++
		choices = append(choices, c.compileUntil(ends))
	}
	c.offset++
	return choices
}

// wordNodes returns a node for each word of a text that has no marks except "?".
func wordNodes(text string) []node {
	var nodes []node
	for _, t := range tokens(text) {
		switch {
		case t.word == "?":
			last := &nodes[len(nodes)-1]
			last.words = append(last.words, last.words[0][:len(last.words[0])-1])
		default:
			nodes = append(nodes, node{words: []string{t.word}})
		}
	}
	return nodes
}

// A match holds the values that a pattern captured from a text.
type match struct {
	parser   *parser
	captured *capture
}

// A capture is a linked list of captured values, the last one first.
type capture struct {
	name  string
	value any
	next  *capture
}

// capturedValue returns the value captured under a name; the zero value if there is none.
func capturedValue[T any](m *match, name string) T {
	for c := m.captured; c != nil; c = c.next {
		if c.name == name {
			return c.value.(T)
		}
	}
	var none T
	return none
}

// has reports whether a value was captured under the name.
func (m *match) has(name string) bool {
	for c := m.captured; c != nil; c = c.next {
		if c.name == name {
			return true
		}
	}
	return false
}

// number returns the number captured under a name.
func (m *match) number(name string) int { return capturedValue[int](m, name) }

// value returns the value captured under a name.
func (m *match) value(name string) rules.Value { return capturedValue[rules.Value](m, name) }

// when returns the conditions captured under a name, as alternatives.
func (m *match) when(name string) []rules.When { return capturedValue[[]rules.When](m, name) }

// effects returns the effects captured under a name.
func (m *match) effects(name string) []rules.Effect { return capturedValue[[]rules.Effect](m, name) }

// capturedRule returns the rule captured under a name.
func (m *match) capturedRule(name string) rules.Use { return capturedValue[rules.Use](m, name) }

// capturedRules returns the rules captured under a name.
func (m *match) capturedRules(name string) []rules.Use { return capturedValue[[]rules.Use](m, name) }

// conditions returns the conjunction of all captured conditions, as alternatives. ok is false if
// they contradict each other.
func (m *match) conditions() (all []rules.When, ok bool) {
	for c := m.captured; c != nil; c = c.next {
		switch c.name {
		case "conds", "bearers", "struck", "over", "near":
		default:
			if c.name[0] != '?' {
				continue
			}
		}
		taken := c.value.([]rules.When)
		if all == nil {
			all = taken
		} else if all = combineConditions(taken, all); all == nil {
			return nil, false
		}
	}
	return all, true
}

// allEffects returns all captured effects, in the order of the text.
func (m *match) allEffects() []rules.Effect {
	var all []rules.Effect
	for c := m.captured; c != nil; c = c.next {
		if effects, ok := c.value.([]rules.Effect); ok {
			all = joinEffects(effects, all)
		}
	}
	return all
}

// maxMatchSteps is the maximum number of steps in matching one text. The longest rules of real
// books take a few thousand.
const maxMatchSteps = 60_000

// matchNodes matches nodes from the token with index at, by backtracking. It calls then for each
// match, with the index of the token after it, until then returns true. It reports whether then
// returned true.
func (p *parser) matchNodes(nodes []node, at int, taken *capture, then func(end int, taken *capture) bool) bool {
	for len(nodes) > 0 && nodes[0].words != nil {
		p.stepCount++
		if at >= len(p.tokens) || !nodes[0].matchesWord(p.tokens[at].word) {
			return false
		}
		at, nodes = at+1, nodes[1:]
	}
	if len(nodes) == 0 {
		return then(at, taken)
	}
	if p.stepCount++; p.stepCount > maxMatchSteps {
		return false
	}
	first, rest := &nodes[0], nodes[1:]
	if first.captureSlot != nil {
		return first.captureSlot(p, at, func(end int, v any) bool {
			return p.matchNodes(rest, end, &capture{first.slotName, v, taken}, then)
		})
	}
	afterChoice := func(end int, taken *capture) bool { return p.matchNodes(rest, end, taken, then) }
	for _, choice := range first.choices {
		if p.matchNodes(choice, at, taken, afterChoice) {
			return true
		}
	}
	return false
}

// matchesWord reports whether a node of words matches the word.
func (n *node) matchesWord(word string) bool {
	for _, w := range n.words {
		if w == word {
			return true
		}
	}
	return false
}

// tryPatterns calls then for each match of a pattern of the table from the token with index at,
// until then returns true. It reports whether then returned true.
func tryPatterns[T any](p *parser, forms []pattern[T], at int, then func(end int, v []T) bool) bool {
	for i := range forms {
		f := &forms[i]
		if f.startWords != nil && (at >= len(p.tokens) || !f.startWords[p.tokens[at].word]) {
			continue
		}
		if p.matchNodes(f.nodes, at, nil, func(end int, taken *capture) bool {
			v := f.build(&match{parser: p, captured: taken})
			return len(v) > 0 && then(end, v)
		}) {
			return true
		}
	}
	return false
}

// numberWords are the numbers that texts write as words.
var numberWords = map[string]int{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"twelve": 12,
}

// number returns the number, "3" or "three", at the token with index at.
func (p *parser) number(at int) (n int, ok bool) {
	if at >= len(p.tokens) {
		return 0, false
	}
	if n, ok = numberWords[p.tokens[at].word]; ok {
		return n, true
	}
	n, err := strconv.Atoi(p.tokens[at].word)
	return n, err == nil && n < 100
}

// hasWord reports whether a word stands at the token with index at.
func (p *parser) hasWord(at int, word string) bool {
	return at < len(p.tokens) && p.tokens[at].word == word
}

// skipWords returns the index after the given words, or at if the text has other words there.
func (p *parser) skipWords(at int, words string) int {
	end := at
	for _, word := range strings.Fields(words) {
		if !p.hasWord(end, word) {
			return at
		}
		end++
	}
	return end
}
