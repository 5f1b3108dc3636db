package reader

import (
	"slices"
	"strconv"
	"strings"

	"muster/rules"
)

// A form is a pattern of a sentence, or a part of one, in army books. Its text is the
// books' wording with these marks:
//
//	<a|b>     one of them
//	[a|b]     one of them, or nothing
//	gets?     the last letter may be left out
//	{n}       a slot: a value captured from the text, see slots
//	{n:name}  the same, captured under another name
//	{!name}   no text: marks the branch taken
//	{?name}   no text: adds a condition to the branch taken, one of implied
//
// A form's result holds under all conditions captured under their own names: {conds},
// {bearers}, {struck}, {over}, {near} and {?…}.
type form[T any] struct {
	says    string // its meaning, for messages of tests
	text    string
	example string             // a made-up sentence
	is      []T                // the result, if it is constant
	make    func(m *match) []T // returns the result otherwise; nil refuses the text

	nodes []node
	first map[string]bool // the possible first words; nil for any
}

// implied holds the conditions of {?name} marks.
var implied = map[string]rules.When{
	"used": {Used: yes}, "all": {Models: rules.ModelsAll}, "most": {Models: rules.ModelsMost},
	"shooting": {Shooting: yes}, "melee": {Melee: yes}, "unmoved": {Moved: no},
	"spell": {Spell: yes}, "unspelled": {Spell: no},
}

// A node is a piece of a form.
type node struct {
	words    []string // a word: any of these matches
	choices  [][]node // a choice; an empty alternative makes it optional
	slot     func(p *parser, at int, then func(end int, v any) bool) bool
	slotName string
}

// compile joins tables of forms and compiles their texts. usual makes the result of
// forms without is and make; under puts a result under conditions. compile panics if a
// form's text is malformed.
func compile[T any](usual func(m *match) []T, under func([]rules.When, []T) []T, tables ...[]form[T]) []form[T] {
	forms := slices.Concat(tables...)
	for i := range forms {
		f := &forms[i]
		c := compiler{text: macros.Replace(f.text)}
		f.nodes = c.sequence("")
		if c.at < len(c.text) {
			panic("reader: " + f.text)
		}
		first := map[string]bool{}
		if any, empty := firstWords(f.nodes, first); !any && !empty {
			f.first = first
		}
		make := f.make
		switch {
		case f.is != nil:
			make = func(*match) []T { return f.is }
		case make == nil:
			make = usual
		}
		f.make = func(m *match) []T {
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

// firstWords collects the possible first words of nodes. any reports whether every word
// is possible, empty whether the nodes match the empty text.
func firstWords(nodes []node, first map[string]bool) (any, empty bool) {
	for _, n := range nodes {
		switch {
		case n.slot != nil:
			return true, false
		case n.words != nil:
			for _, w := range n.words {
				first[w] = true
			}
			return false, false
		}
		empty = false
		for _, c := range n.choices {
			a, e := firstWords(c, first)
			any, empty = any || a, empty || e
		}
		if any || !empty {
			return any, false
		}
	}
	return false, true
}

type compiler struct {
	text string
	at   int
}

func (c *compiler) sequence(until string) []node {
	var nodes []node
	for c.at < len(c.text) && (until == "" || strings.IndexByte(until, c.text[c.at]) < 0) {
		switch c.text[c.at] {
		case '<':
			nodes = append(nodes, node{choices: c.choices("|>")})
		case '[':
			nodes = append(nodes, node{choices: append(c.choices("|]"), nil)})
		case '{':
			end := c.at + strings.IndexByte(c.text[c.at:], '}')
			kind, name, named := strings.Cut(c.text[c.at+1:end], ":")
			if !named {
				name = kind
			}
			slot := slots[kind]
			if flag, ok := strings.CutPrefix(kind, "!"); ok {
				slot, name = slotFlag, flag
			}
			if when, ok := implied[strings.TrimPrefix(kind, "?")]; ok && kind[0] == '?' {
				slot = func(_ *parser, at int, then func(int, any) bool) bool { return then(at, []rules.When{when}) }
			}
			if slot == nil {
				panic("reader: no slot " + kind)
			}
			nodes = append(nodes, node{slot: slot, slotName: name})
			c.at = end + 1
		default:
			end := c.at
			for end < len(c.text) && strings.IndexByte("<>[]{}|", c.text[end]) < 0 {
				end++
			}
			if end == c.at {
				panic("reader: " + c.text)
			}
			nodes = append(nodes, literals(c.text[c.at:end])...)
			c.at = end
		}
	}
	return nodes
}

// choices compiles alternatives; ends holds the separator and the closing bracket.
func (c *compiler) choices(ends string) [][]node {
	var choices [][]node
	for c.text[c.at] != ends[1] {
		c.at++
		choices = append(choices, c.sequence(ends))
	}
	c.at++
	return choices
}

func literals(text string) []node {
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

// A match holds the values that a form captured from a text.
type match struct {
	p     *parser
	taken *capture
}

type capture struct {
	name  string
	value any
	next  *capture
}

// get returns the value captured under a name; the zero value without one.
func get[T any](m *match, name string) T {
	for c := m.taken; c != nil; c = c.next {
		if c.name == name {
			return c.value.(T)
		}
	}
	var none T
	return none
}

func (m *match) has(name string) bool {
	for c := m.taken; c != nil; c = c.next {
		if c.name == name {
			return true
		}
	}
	return false
}

func (m *match) n(name string) int                  { return get[int](m, name) }
func (m *match) value(name string) rules.Value      { return get[rules.Value](m, name) }
func (m *match) when(name string) []rules.When      { return get[[]rules.When](m, name) }
func (m *match) effects(name string) []rules.Effect { return get[[]rules.Effect](m, name) }
func (m *match) use(name string) rules.Use          { return get[rules.Use](m, name) }
func (m *match) uses(name string) []rules.Use       { return get[[]rules.Use](m, name) }

// conditions returns the captured conditions as alternatives. ok is false if they
// contradict each other.
func (m *match) conditions() (all []rules.When, ok bool) {
	for c := m.taken; c != nil; c = c.next {
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
		} else if all = both(taken, all); all == nil {
			return nil, false
		}
	}
	return all, true
}

// allEffects returns all captured effects.
func (m *match) allEffects() []rules.Effect {
	var all []rules.Effect
	for c := m.taken; c != nil; c = c.next {
		if effects, ok := c.value.([]rules.Effect); ok {
			all = join(effects, all)
		}
	}
	return all
}

// maxSteps bounds the work on one text. The longest rules of real books take a few
// thousand steps.
const maxSteps = 60_000

// follow matches nodes from a token on, by backtracking: it calls then for each way to
// match them until then returns true, and reports whether it did.
func (p *parser) follow(nodes []node, at int, taken *capture, then func(end int, taken *capture) bool) bool {
	for len(nodes) > 0 && nodes[0].words != nil {
		p.steps++
		if at >= len(p.tokens) || !nodes[0].is(p.tokens[at].word) {
			return false
		}
		at, nodes = at+1, nodes[1:]
	}
	if len(nodes) == 0 {
		return then(at, taken)
	}
	if p.steps++; p.steps > maxSteps {
		return false
	}
	first, rest := nodes[0], nodes[1:]
	if first.slot != nil {
		return first.slot(p, at, func(end int, v any) bool {
			return p.follow(rest, end, &capture{first.slotName, v, taken}, then)
		})
	}
	for _, choice := range first.choices {
		if p.follow(choice, at, taken, func(end int, taken *capture) bool { return p.follow(rest, end, taken, then) }) {
			return true
		}
	}
	return false
}

func (n *node) is(word string) bool {
	for _, w := range n.words {
		if w == word {
			return true
		}
	}
	return false
}

// try calls then for each way in which a form of the table matches from a token on,
// until then returns true.
func try[T any](p *parser, forms []form[T], at int, then func(end int, v []T) bool) bool {
	for i := range forms {
		f := &forms[i]
		if f.first != nil && (at >= len(p.tokens) || !f.first[p.tokens[at].word]) {
			continue
		}
		if p.follow(f.nodes, at, nil, func(end int, taken *capture) bool {
			v := f.make(&match{p: p, taken: taken})
			return len(v) > 0 && then(end, v)
		}) {
			return true
		}
	}
	return false
}

var numberWords = map[string]int{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"twelve": 12,
}

// number returns the number, "3" or "three", at a token.
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

func (p *parser) is(at int, word string) bool {
	return at < len(p.tokens) && p.tokens[at].word == word
}

// skip returns the index after some words; at itself if other words stand there.
func (p *parser) skip(at int, words string) int {
	end := at
	for _, word := range strings.Fields(words) {
		if !p.is(end, word) {
			return at
		}
		end++
	}
	return end
}
