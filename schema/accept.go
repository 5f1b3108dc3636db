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

// A shape is a part of a JSON Schema, compiled so that it accepts most valid values quickly. It
// gives no reasons: the JSON Schema library checks values that it does not accept, and may still
// accept them if the file has aliases or tags.
type shape struct {
	types            typeSet
	enum             []string // nil for any text
	mustBeTrue       bool     // the value can only be true
	pattern          matcher
	textLength       bounds         // bounds of a text's length, in characters
	numberBounds     bounds         // bounds of a number
	itemShape        *shape         // shape of each item of a list; nil for any
	itemCount        bounds         // bounds of the number of items of a list
	uniqueItems      bool           // no two items of a list are equal
	fieldIndices     map[string]int // index in fieldShapes by key
	fieldShapes      []*shape       // shapes of the values of keys
	keyCount         bounds         // bounds of the number of keys of a mapping
	requiredFields   []int          // indices in fields of the keys that must be there
	otherFieldShape  *shape         // shape of the values of keys that are not in fieldIndices; nil for any
	forbidsOtherKeys bool           // a mapping has no keys that are not in fieldIndices
	// ifShape selects between two shapes for the value: thenShape if it accepts the value, else
	// elseShape.
	ifShape   *shape
	thenShape *shape
	elseShape *shape
}

// typeSet is a set of JSON Schema's types; 0 stands for any type.
type typeSet uint8

const (
	textType typeSet = 1 << iota
	intType
	numberType
	boolType
	nullType
	mapType
	listType
)

var typesByName = map[string]typeSet{
	"string": textType, "integer": intType, "number": intType | numberType, "boolean": boolType, "null": nullType,
	"object": mapType, "array": listType,
}

func (s *shape) allows(t typeSet) bool { return s.types == 0 || s.types&t != 0 }

// bounds holds the minimum and the maximum of a number, both included.
type bounds struct{ min, max float64 }

func (b bounds) contain(n float64) bool { return b.min <= n && n <= b.max }

// Limits of shapes: the keys that a shape may name, and the items of a list that it compares with
// each other.
const maxShapeFields, maxComparedItems = 256, 64

// accepts reports whether a value at a depth in the document fits the shape.
func (s *shape) accepts(n *yaml.Node, depth int) bool {
	if depth > maxNestingDepth || n.Style&yaml.TaggedStyle != 0 {
		return false
	}
	if s.ifShape != nil {
		branch := s.elseShape
		if s.ifShape.accepts(n, depth) {
			branch = s.thenShape
		}
		if branch != nil && !branch.accepts(n, depth) {
			return false
		}
	}
	switch n.Kind {
	case yaml.MappingNode:
		return s.allows(mapType) && s.acceptsMap(n, depth)
	case yaml.SequenceNode:
		return s.allows(listType) && s.acceptsList(n, depth)
	case yaml.ScalarNode:
		return s.acceptsScalar(n)
	}
	return false // an alias
}

func (s *shape) acceptsMap(n *yaml.Node, depth int) bool {
	if len(n.Content)/2 > maxMapKeys || !s.keyCount.contain(float64(len(n.Content)/2)) || s.mustBeTrue || s.enum != nil {
		return false
	}
	var seen [maxShapeFields]bool
	var others map[string]bool
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Kind != yaml.ScalarNode || key.Style&yaml.TaggedStyle != 0 || key.Tag == mergeTag {
			return false
		}
		part := s.otherFieldShape
		if at, named := s.fieldIndices[key.Value]; named {
			if seen[at] {
				return false
			}
			seen[at], part = true, s.fieldShapes[at]
		} else if s.forbidsOtherKeys || others[key.Value] {
			return false
		} else {
			if others == nil {
				others = map[string]bool{}
			}
			others[key.Value] = true
		}
		if part == nil {
			part = anyShape
		}
		if !part.accepts(value, depth+1) {
			return false
		}
	}
	return !slices.ContainsFunc(s.requiredFields, func(at int) bool { return !seen[at] })
}

func (s *shape) acceptsList(n *yaml.Node, depth int) bool {
	if len(n.Content) > maxListItems || !s.itemCount.contain(float64(len(n.Content))) || s.mustBeTrue || s.enum != nil {
		return false
	}
	part := s.itemShape
	if part == nil {
		part = anyShape
	}
	for i, item := range n.Content {
		if !part.accepts(item, depth+1) {
			return false
		}
		alike := func(other *yaml.Node) bool {
			return other.Kind != yaml.ScalarNode || other.Value == item.Value
		}
		if s.uniqueItems && (i >= maxComparedItems || slices.ContainsFunc(n.Content[:i], alike)) {
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
	switch value := scalarValue(n).(type) {
	case string:
		return s.acceptsText(value)
	case json.Number:
		number, err := value.Float64()
		whole := number == math.Trunc(number)
		return err == nil && (s.allows(numberType) || whole && s.allows(intType)) &&
			s.numberBounds.contain(number) && s.enum == nil && !s.mustBeTrue
	case bool:
		return s.allows(boolType) && s.enum == nil && (value || !s.mustBeTrue)
	}
	return s.allows(nullType) && s.enum == nil && !s.mustBeTrue
}

func (s *shape) acceptsText(text string) bool {
	return s.allows(textType) && !s.mustBeTrue && (s.enum == nil || slices.Contains(s.enum, text)) &&
		(s.textLength == noBounds || s.textLength.contain(float64(utf8.RuneCountInString(text)))) &&
		(s.pattern == nil || s.pattern.MatchString(text))
}

type matcher interface{ MatchString(text string) bool }

// A wordPattern is the pattern `^[first][rest]*$`; each field holds ranges of characters as pairs
// of first and last, sorted. Ids have this pattern, and matching it with regexp takes longer than
// everything else in reading a file.
type wordPattern struct{ firstRanges, restRanges []rune }

func matcherOf(pattern string) (matcher, error) {
	if p, err := syntax.Parse(pattern, syntax.Perl); err == nil && p.Op == syntax.OpConcat && len(p.Sub) == 4 &&
		p.Sub[0].Op == syntax.OpBeginText && p.Sub[1].Op == syntax.OpCharClass && p.Sub[2].Op == syntax.OpStar &&
		p.Sub[2].Sub[0].Op == syntax.OpCharClass && p.Sub[3].Op == syntax.OpEndText {
		return wordPattern{p.Sub[1].Rune, p.Sub[2].Sub[0].Rune}, nil
	}
	return regexp.Compile(pattern)
}

func (w wordPattern) MatchString(text string) bool {
	class := w.firstRanges
	for _, r := range text {
		if !inRanges(class, r) {
			return false
		}
		class = w.restRanges
	}
	return text != ""
}

// inRanges reports whether r lies in one of the ranges, which are pairs of first and last
// character, sorted.
func inRanges(ranges []rune, r rune) bool {
	for i := 0; i < len(ranges) && ranges[i] <= r; i += 2 {
		if r <= ranges[i+1] {
			return true
		}
	}
	return false
}

var noBounds = bounds{math.Inf(-1), math.Inf(1)}

var anyShape = newShape()

func newShape() *shape {
	return &shape{textLength: noBounds, numberBounds: noBounds, itemCount: noBounds, keyCount: noBounds}
}

type shapeBuilder struct {
	rootSchema  map[string]any
	shapesByRef map[string]*shape // by their "$ref"
}

// build returns the shape of a part of the schema. The error names a keyword for which shapes have
// no field.
func (s shapeBuilder) build(part any) (*shape, error) {
	keywords := part.(map[string]any)
	if ref, ok := keywords["$ref"].(string); ok {
		if known := s.shapesByRef[ref]; known != nil {
			return known, nil
		}
		to := newShape()
		s.shapesByRef[ref] = to // before it is filled in, since it may hold itself
		return to, s.fillShape(to, resolveRef(s.rootSchema, keywords))
	}
	to := newShape()
	return to, s.fillShape(to, keywords)
}

func (s shapeBuilder) fillShape(to *shape, keywords map[string]any) (err error) {
	for keyword, value := range keywords {
		switch keyword {
		case "type":
			for _, name := range textList(value) {
				to.types |= typesByName[name]
			}
		case "enum":
			to.enum = textList(value)
		case "const":
			if to.mustBeTrue = value == true; !to.mustBeTrue {
				to.enum = textList(value)
			}
		case "pattern":
			to.pattern, err = matcherOf(value.(string))
		case "minLength", "maxLength":
			to.textLength.setBound(keyword, value)
		case "minimum", "maximum":
			to.numberBounds.setBound(keyword, value)
		case "minItems", "maxItems":
			to.itemCount.setBound(keyword, value)
		case "minProperties", "maxProperties":
			to.keyCount.setBound(keyword, value)
		case "uniqueItems":
			to.uniqueItems = value == true
		case "items":
			to.itemShape, err = s.build(value)
		case "if":
			to.ifShape, err = s.build(value)
		case "then":
			to.thenShape, err = s.build(value)
		case "else":
			to.elseShape, err = s.build(value)
		case "additionalProperties":
			if to.forbidsOtherKeys = value == false; !to.forbidsOtherKeys {
				to.otherFieldShape, err = s.build(value)
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
	return s.fillFieldShapes(to, keywords)
}

func (s shapeBuilder) fillFieldShapes(to *shape, keywords map[string]any) (err error) {
	to.fieldIndices = map[string]int{}
	properties, _ := keywords["properties"].(map[string]any)
	for key, value := range properties {
		to.fieldIndices[key] = len(to.fieldShapes)
		field, err := s.build(value)
		if err != nil {
			return err
		}
		to.fieldShapes = append(to.fieldShapes, field)
	}
	for _, key := range textList(keywords["required"]) {
		if _, named := to.fieldIndices[key]; !named {
			to.fieldIndices[key], to.fieldShapes = len(to.fieldShapes), append(to.fieldShapes, anyShape)
		}
		to.requiredFields = append(to.requiredFields, to.fieldIndices[key])
	}
	if len(to.fieldShapes) > maxShapeFields {
		return fmt.Errorf("a shape cannot have %d keys", len(to.fieldShapes))
	}
	return nil
}

func (b *bounds) setBound(keyword string, value any) {
	n, _ := value.(json.Number).Float64()
	if keyword[:3] == "min" {
		b.min = n
	} else {
		b.max = n
	}
}

// textList returns the value of a keyword, a text or a list of texts, as a list; nil for nil.
func textList(value any) (all []string) {
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
