package schema

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"muster/convert"
)

// A Node is a value in a document with its position in the file. The zero Node stands for a missing
// value; all methods accept it.
type Node struct{ node *yaml.Node }

// Exists reports whether the node stands for a value in the file.
func (n Node) Exists() bool { return n.node != nil }

// Line returns the line of the value's first character, from 1.
func (n Node) Line() int {
	if n.node == nil {
		return 0
	}
	return n.node.Line
}

// Column returns the column of the value's first character, from 1, in characters.
func (n Node) Column() int {
	if n.node == nil {
		return 0
	}
	return n.node.Column
}

// IsMap reports whether the value is a mapping of keys to values.
func (n Node) IsMap() bool { return n.hasKind(yaml.MappingNode) }

// IsList reports whether the value is a list.
func (n Node) IsList() bool { return n.hasKind(yaml.SequenceNode) }

// IsScalar reports whether the value is a single word, number or text.
func (n Node) IsScalar() bool { return n.hasKind(yaml.ScalarNode) }

// IsFlow reports whether a mapping or list is written in brackets.
func (n Node) IsFlow() bool { return n.node != nil && n.node.Style&yaml.FlowStyle != 0 }

// IsBlockText reports whether a scalar is written as lines of text below a | or >.
func (n Node) IsBlockText() bool {
	return n.node != nil && n.node.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0
}

// IsQuoted reports whether a scalar is written in single or double quotes.
func (n Node) IsQuoted() bool {
	return n.node != nil && n.node.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0
}

// IsAlias reports whether the value is an alias (*name) of a value elsewhere in the file.
func (n Node) IsAlias() bool { return n.node != nil && n.node.Kind == yaml.AliasNode }

func (n Node) hasKind(kind yaml.Kind) bool {
	r := n.resolve()
	return r != nil && r.Kind == kind
}

func (n Node) resolve() *yaml.Node {
	if n.node != nil && n.node.Kind == yaml.AliasNode {
		return n.node.Alias
	}
	return n.node
}

// Text returns the text of a scalar without quotes; "" for other values.
func (n Node) Text() string {
	if r := n.resolve(); r != nil && r.Kind == yaml.ScalarNode {
		return r.Value
	}
	return ""
}

// Int returns a scalar as a whole number; 0 for other values.
func (n Node) Int() int {
	i, _ := strconv.Atoi(n.Text())
	return i
}

// Len returns the number of values in a list, or of keys in a mapping.
func (n Node) Len() int {
	r := n.resolve()
	switch {
	case r == nil:
		return 0
	case r.Kind == yaml.MappingNode:
		return len(r.Content) / 2
	case r.Kind == yaml.SequenceNode:
		return len(r.Content)
	}
	return 0
}

// Index returns the i-th value of a list, from 0.
func (n Node) Index(i int) Node {
	r := n.resolve()
	if r == nil || r.Kind != yaml.SequenceNode || i < 0 || i >= len(r.Content) {
		return Node{}
	}
	return Node{r.Content[i]}
}

// Entry returns the i-th key of a mapping and its value, from 0.
func (n Node) Entry(i int) (key, value Node) {
	r := n.resolve()
	if r == nil || r.Kind != yaml.MappingNode || i < 0 || 2*i+1 >= len(r.Content) {
		return Node{}, Node{}
	}
	return Node{r.Content[2*i]}, Node{r.Content[2*i+1]}
}

// Get returns the value of a key of a mapping.
func (n Node) Get(key string) Node {
	_, value := n.KeyAndValue(key)
	return value
}

// KeyAndValue returns a key of a mapping, as a node, and its value.
func (n Node) KeyAndValue(key string) (Node, Node) {
	r := n.resolve()
	if r == nil || r.Kind != yaml.MappingNode {
		return Node{}, Node{}
	}
	for i := 0; i+1 < len(r.Content); i += 2 {
		if r.Content[i].Value == key {
			return Node{r.Content[i]}, Node{r.Content[i+1]}
		}
	}
	for i := 0; i+1 < len(r.Content); i += 2 {
		if r.Content[i].Tag == mergeTag {
			if k, v := (Node{r.Content[i+1]}).KeyAndValue(key); v.Exists() {
				return k, v
			}
		}
	}
	return Node{}, Node{}
}

// At returns the value at a path of keys (string) and indices in lists (int).
func (n Node) At(path ...any) Node {
	for _, step := range path {
		switch s := step.(type) {
		case string:
			n = n.Get(s)
		case int:
			n = n.Index(s)
		}
	}
	return n
}

// Decode fills v, a pointer, from the value, by the `yaml:"…"` tags of v's type.
func (n Node) Decode(v any) error {
	if n.node == nil {
		return nil
	}
	return decode(n.node, reflect.ValueOf(v).Elem())
}

// Same reports whether two values are equal part by part, in the same order. It is always false for
// values with anchors or aliases, and may be false for other values that mean the same.
func (n Node) Same(other Node) bool {
	a, b := n.node, other.node
	if a == nil || b == nil {
		return a == b
	}
	if a.Kind != b.Kind || a.Kind == yaml.AliasNode || a.Tag != b.Tag || a.Value != b.Value ||
		a.Anchor != "" || b.Anchor != "" || len(a.Content) != len(b.Content) {
		return false
	}
	for i := range a.Content {
		if !(Node{node: a.Content[i]}).Same(Node{node: b.Content[i]}) {
			return false
		}
	}
	return true
}

// Replace returns a copy of the value in which change has replaced the value at a path. If change
// returns the zero Node, the key is removed; a missing key is added. Unchanged parts are shared
// with the original.
func (n Node) Replace(path []any, change func(was Node) (Node, error)) (Node, error) {
	if len(path) == 0 {
		return change(n)
	}
	at, old := -1, n.At(path[0])
	for i := range n.Len() {
		if key, _ := n.Entry(i); n.IsMap() && key.Text() == path[0] {
			at = 2*i + 1
		} else if n.IsList() && i == path[0] {
			at = i
		}
	}
	key, named := path[0].(string)
	if at < 0 && !named || named && !n.IsMap() {
		return n, errors.New("there is nothing to change")
	}
	value, err := old.Replace(path[1:], change)
	if err != nil {
		return n, err
	}
	content := slices.Clone(n.resolve().Content)
	switch {
	case at >= 0 && value.Exists():
		content[at] = value.node
	case at >= 0:
		content = slices.Delete(content, at-1, at+1)
	case value.Exists():
		content = append(content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: key}, value.node)
	}
	return n.withContent(content), nil
}

// Without returns a copy of the value without the values for which drop returns true. Unchanged
// parts are shared with the original.
func (n Node) Without(drop func(path []any, value Node) bool) Node { return n.without(nil, drop) }

func (n Node) without(path []any, drop func([]any, Node) bool) Node {
	var content []*yaml.Node
	for i := range n.Len() {
		key, value := n.Entry(i)
		at := append(path[:len(path):len(path)], any(key.Text()))
		if n.IsList() {
			value, at[len(path)] = n.Index(i), i
		}
		if drop(at, value) {
			continue
		}
		if n.IsMap() {
			content = append(content, key.node)
		}
		content = append(content, value.without(at, drop).node)
	}
	if n.Len() == 0 {
		return n
	}
	return n.withContent(content)
}

// WithItems returns a copy of a list with the items that change returns. The zero Node counts as an
// empty list.
func (n Node) WithItems(change func(items []Node) []Node) Node {
	var items []Node
	for i := range n.Len() {
		items = append(items, n.Index(i))
	}
	content := convert.All(change(items), func(item Node) *yaml.Node { return item.node })
	if n.node == nil {
		return Node{&yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Content: content}}
	}
	return n.withContent(content)
}

func (n Node) withContent(content []*yaml.Node) Node {
	changed := *n.resolve()
	changed.Content = content
	return Node{&changed}
}

// ParseValue parses a YAML value that is not in a file: one line, or the lines of a mapping.
func ParseValue(text string) (Node, error) {
	var document yaml.Node
	err := yaml.Unmarshal([]byte("- "+strings.ReplaceAll(text, "\n", "\n  ")), &document)
	if err != nil || document.Content[0].Kind != yaml.SequenceNode || len(document.Content[0].Content) != 1 {
		return Node{}, fmt.Errorf("`%s` is not one value of YAML; is a bracket or a quote missing?", strings.TrimSpace(text))
	}
	value := document.Content[0].Content[0]
	clearPositions(value)
	return Node{value}, nil
}

// FormatScalar returns a text as a YAML value on one line, with quotes if YAML would read another
// value without them, inside or outside of brackets.
func FormatScalar(text string) string {
	out, err := yaml.Marshal([]string{text})
	if err != nil || strings.Contains(text, "\n") || bytes.Count(out, []byte("\n")) > 1 {
		return strconv.Quote(text)
	}
	value := string(bytes.TrimSuffix(bytes.TrimPrefix(out, []byte("- ")), []byte("\n")))
	if plain := value == text; plain && bytes.ContainsAny([]byte(text), ",[]{}:?") {
		return strconv.Quote(text)
	}
	return value
}
