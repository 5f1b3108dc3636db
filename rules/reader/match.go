package reader

import (
	"slices"
	"strconv"
	"strings"

	"muster/rules"
)

// A form is one way in which books say something. Its text is what they write,
// with these marks:
//
//	<a|b>     one of them
//	[a|b]     one of them, or nothing
//	gets?     the last letter may be left out
//	{n}       something that the reader takes out of the text: see slots
//	{n:name}  the same, under another name
//	{!name}   no text: says that the form went this way
//	{?name}   no text: a condition of this way, one of implied
//
// What a form means holds under all conditions that it has taken under their own
// names: {conds}, {bearers}, {struck}, {over}, {near} and {?…}.
type form[T any] struct {
	says    string // what it means, in plain words
	text    string
	example string             // a made-up sentence
	is      []T                // what it always means
	make    func(m *match) []T // what it means otherwise; nil refuses the text

	nodes []node
	first map[string]bool // the words with which it can begin; nil for any
}

// implied are the conditions that forms have without taking them out of a text.
var implied = map[string]rules.When{
	"used": {Used: yes}, "all": {Models: rules.ModelsAll}, "most": {Models: rules.ModelsMost},
	"shooting": {Shooting: yes}, "melee": {Melee: yes}, "unmoved": {Moved: no}, "spell": {Spell: yes}, "unspelled": {Spell: no},
}

// A node is a piece of a form.
type node struct {
	words    []string // any of these, where the node is a word
	choices  [][]node // where it is a choice; an empty one for what may be left out
	slot     func(p *parser, at int, then func(end int, v any) bool) bool
	slotName string
}

// compile makes tables of forms ready. Usual is what forms mean that say nothing
// else; under puts that under conditions. A form that is written wrongly is a
// fault of the program.
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

// firstWords collects the words with which nodes can begin. Any means that this
// can be any word, empty that they can match no text at all.
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

// choices reads what stands between brackets, up to the second of ends.
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

// A match is what a form took out of a text.
type match struct {
	p     *parser
	taken *capture
}

type capture struct {
	name  string
	value any
	next  *capture
}

// get returns what stands under a name; the zero value if the form left it out.
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

// conditions are those under which the form holds, as alternatives; none if it
// took none. ok is false if they never hold together.
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
		} else if all = every(taken, all); all == nil {
			return nil, false
		}
	}
	return all, true
}

// gathered is all effects that were taken out of the text.
func (m *match) gathered() []rules.Effect {
	var all []rules.Effect
	for c := m.taken; c != nil; c = c.next {
		if effects, ok := c.value.([]rules.Effect); ok {
			all = join(effects, all)
		}
	}
	return all
}

// maxSteps bounds the work on one text. The longest rules of real books take a
// few thousand.
const maxSteps = 60_000

// follow matches nodes from a token on and calls then for every way to do it,
// until that returns true.
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

// try matches each form of a table from a token on.
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
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12,
}

// number reads "3" or "three" at a token.
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

// past is the token after some words; at itself if they do not stand there.
func (p *parser) past(at int, words string) int {
	end := at
	for _, word := range strings.Fields(words) {
		if !p.is(end, word) {
			return at
		}
		end++
	}
	return end
}
