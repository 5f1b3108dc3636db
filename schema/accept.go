package schema

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"regexp/syntax"
	"slices"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// A shape is a part of a JSON Schema in a form that accepts values quickly. It explains nothing: a
// value that it does not accept is put to the JSON Schema library, which may accept it all the same
// if the file has aliases or tags.
type shape struct {
	types     types
	words     []string // one of which a text is, if there are any
	isTrue    bool     // the value is true
	pattern   matcher
	length    bounds // of a text, in characters
	number    bounds
	items     *shape // nil if they may be anything
	listed    bounds // how many items there are
	unique    bool   // no two items are alike
	keys      map[string]int
	fields    []*shape // of the keys, by their number
	keyed     bounds   // how many keys there are
	required  []int    // the numbers of keys
	rest      *shape   // of other keys; nil if they may be anything
	closed    bool     // there are no other keys
	condition *shape   // where this accepts the value, then accepts it too, else otherwise
	then      *shape
	otherwise *shape
}

// types are JSON Schema's types of values; 0 is any of them.
type types uint8

const (
	ofText types = 1 << iota
	ofWhole
	ofNumber
	ofBool
	ofNull
	ofMap
	ofList
)

var typesByName = map[string]types{
	"string": ofText, "integer": ofWhole, "number": ofWhole | ofNumber, "boolean": ofBool, "null": ofNull,
	"object": ofMap, "array": ofList,
}

func (s *shape) allows(t types) bool { return s.types == 0 || s.types&t != 0 }

// bounds are the least and the most of a number.
type bounds struct{ least, most float64 }

func (b bounds) hold(n float64) bool { return b.least <= n && n <= b.most }

// maxFields is how many keys a shape may name, maxUnique how many items it compares.
const maxFields, maxUnique = 256, 64

func (s *shape) accepts(n *yaml.Node, depth int) bool {
	if depth > maxDepth || n.Style&yaml.TaggedStyle != 0 {
		return false
	}
	if s.condition != nil {
		branch := s.otherwise
		if s.condition.accepts(n, depth) {
			branch = s.then
		}
		if branch != nil && !branch.accepts(n, depth) {
			return false
		}
	}
	switch n.Kind {
	case yaml.MappingNode:
		return s.allows(ofMap) && s.acceptsMap(n, depth)
	case yaml.SequenceNode:
		return s.allows(ofList) && s.acceptsList(n, depth)
	case yaml.ScalarNode:
		return s.acceptsScalar(n)
	}
	return false // an alias
}

func (s *shape) acceptsMap(n *yaml.Node, depth int) bool {
	if len(n.Content)/2 > maxKeys || !s.keyed.hold(float64(len(n.Content)/2)) || s.isTrue || s.words != nil {
		return false
	}
	var seen [maxFields]bool
	var others map[string]bool
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Kind != yaml.ScalarNode || key.Style&yaml.TaggedStyle != 0 || key.Tag == mergeTag {
			return false
		}
		part := s.rest
		if at, named := s.keys[key.Value]; named {
			if seen[at] {
				return false
			}
			seen[at], part = true, s.fields[at]
		} else if s.closed || others[key.Value] {
			return false
		} else {
			if others == nil {
				others = map[string]bool{}
			}
			others[key.Value] = true
		}
		if part == nil {
			part = free
		}
		if !part.accepts(value, depth+1) {
			return false
		}
	}
	return !slices.ContainsFunc(s.required, func(at int) bool { return !seen[at] })
}

func (s *shape) acceptsList(n *yaml.Node, depth int) bool {
	if len(n.Content) > maxItems || !s.listed.hold(float64(len(n.Content))) || s.isTrue || s.words != nil {
		return false
	}
	part := s.items
	if part == nil {
		part = free
	}
	for i, item := range n.Content {
		if !part.accepts(item, depth+1) {
			return false
		}
		alike := func(other *yaml.Node) bool {
			return other.Kind != yaml.ScalarNode || other.Value == item.Value
		}
		if s.unique && (i >= maxUnique || slices.ContainsFunc(n.Content[:i], alike)) {
			return false
		}
	}
	return true
}

func (s *shape) acceptsScalar(n *yaml.Node) bool {
	if n.ShortTag() == "!!str" {
		return s.acceptsText(n.Value)
	}
	if leadingZero.MatchString(n.Value) {
		return false
	}
	switch value := scalar(n).(type) {
	case string:
		return s.acceptsText(value)
	case json.Number:
		number, err := value.Float64()
		whole := number == math.Trunc(number)
		return err == nil && (s.allows(ofNumber) || whole && s.allows(ofWhole)) &&
			s.number.hold(number) && s.words == nil && !s.isTrue
	case bool:
		return s.allows(ofBool) && s.words == nil && (value || !s.isTrue)
	}
	return s.allows(ofNull) && s.words == nil && !s.isTrue
}

func (s *shape) acceptsText(text string) bool {
	return s.allows(ofText) && !s.isTrue && (s.words == nil || slices.Contains(s.words, text)) &&
		(s.length == unbound || s.length.hold(float64(utf8.RuneCountInString(text)))) &&
		(s.pattern == nil || s.pattern.MatchString(text))
}

// A matcher reports whether a text matches a pattern.
type matcher interface{ MatchString(text string) bool }

// word is the pattern `^[first][rest]*$`, by the ranges of its characters. Ids are such words, and a
// regular expression takes longer over them than all else of a file together.
type word struct{ first, rest []rune }

func matcherOf(pattern string) (matcher, error) {
	if p, err := syntax.Parse(pattern, syntax.Perl); err == nil && p.Op == syntax.OpConcat && len(p.Sub) == 4 &&
		p.Sub[0].Op == syntax.OpBeginText && p.Sub[1].Op == syntax.OpCharClass && p.Sub[2].Op == syntax.OpStar &&
		p.Sub[2].Sub[0].Op == syntax.OpCharClass && p.Sub[3].Op == syntax.OpEndText {
		return word{p.Sub[1].Rune, p.Sub[2].Sub[0].Rune}, nil
	}
	return regexp.Compile(pattern)
}

func (w word) MatchString(text string) bool {
	class := w.first
	for _, r := range text {
		if !within(class, r) {
			return false
		}
		class = w.rest
	}
	return text != ""
}

// within reports whether a character lies in one of some ranges, which are sorted.
func within(ranges []rune, r rune) bool {
	for i := 0; i < len(ranges) && ranges[i] <= r; i += 2 {
		if r <= ranges[i+1] {
			return true
		}
	}
	return false
}

var unbound = bounds{math.Inf(-1), math.Inf(1)}

// free accepts every value.
var free = newShape()

func newShape() *shape {
	return &shape{length: unbound, number: unbound, listed: unbound, keyed: unbound}
}

// shapes makes shapes of the parts of a schema.
type shapes struct {
	root  map[string]any
	known map[string]*shape // by their "$ref"
}

// of returns the shape of a part of the schema. A keyword that shapes do not know is an error.
func (s shapes) of(part any) (*shape, error) {
	keywords := part.(map[string]any)
	if ref, ok := keywords["$ref"].(string); ok {
		if known := s.known[ref]; known != nil {
			return known, nil
		}
		to := newShape()
		s.known[ref] = to // before it is filled in, since it may hold itself
		return to, s.fill(to, deref(s.root, keywords))
	}
	to := newShape()
	return to, s.fill(to, keywords)
}

func (s shapes) fill(to *shape, keywords map[string]any) (err error) {
	for keyword, value := range keywords {
		switch keyword {
		case "type":
			for _, name := range texts(value) {
				to.types |= typesByName[name]
			}
		case "enum":
			to.words = texts(value)
		case "const":
			if to.isTrue = value == true; !to.isTrue {
				to.words = texts(value)
			}
		case "pattern":
			to.pattern, err = matcherOf(value.(string))
		case "minLength", "maxLength":
			to.length.set(keyword, value)
		case "minimum", "maximum":
			to.number.set(keyword, value)
		case "minItems", "maxItems":
			to.listed.set(keyword, value)
		case "minProperties", "maxProperties":
			to.keyed.set(keyword, value)
		case "uniqueItems":
			to.unique = value == true
		case "items":
			to.items, err = s.of(value)
		case "if":
			to.condition, err = s.of(value)
		case "then":
			to.then, err = s.of(value)
		case "else":
			to.otherwise, err = s.of(value)
		case "additionalProperties":
			if to.closed = value == false; !to.closed {
				to.rest, err = s.of(value)
			}
		case "properties", "required", // as below
			"$schema", "$comment", "title", "description", "examples", "definitions":
		default:
			err = fmt.Errorf("the keyword %q has no shape", keyword)
		}
		if err != nil {
			return err
		}
	}
	return s.fillKeys(to, keywords)
}

func (s shapes) fillKeys(to *shape, keywords map[string]any) (err error) {
	to.keys = map[string]int{}
	properties, _ := keywords["properties"].(map[string]any)
	for key, value := range properties {
		to.keys[key] = len(to.fields)
		field, err := s.of(value)
		if err != nil {
			return err
		}
		to.fields = append(to.fields, field)
	}
	for _, key := range texts(keywords["required"]) {
		if _, named := to.keys[key]; !named {
			to.keys[key], to.fields = len(to.fields), append(to.fields, free)
		}
		to.required = append(to.required, to.keys[key])
	}
	if len(to.fields) > maxFields {
		return fmt.Errorf("a shape cannot have %d keys", len(to.fields))
	}
	return nil
}

func (b *bounds) set(keyword string, value any) {
	n, _ := value.(json.Number).Float64()
	if keyword[:3] == "min" {
		b.least = n
	} else {
		b.most = n
	}
}

// texts returns a text or the texts of a list, of a keyword that may be missing.
func texts(value any) (all []string) {
	switch value := value.(type) {
	case nil:
	case []any:
		for _, one := range value {
			all = append(all, fmt.Sprint(one))
		}
	default:
		all = []string{fmt.Sprint(value)}
	}
	return all
}
