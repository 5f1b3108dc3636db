package edit

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"muster/schema"
)

// An Assignment changes one field: `quality=elite`, `figures.2.count=8`,
// `traits+=ID`, `traits-=ID`, `name=`.
type Assignment struct {
	// Path is the field's key, followed by keys and indices (from 1) of values within the field:
	// figures, 2, count.
	Path     []string
	Operator Operator
	Value    string // "" with Replace removes the field
}

// Operator is the operator of an assignment: =, += or -=.
type Operator string

// The operators: Replace sets a value, Append adds an entry to a list, Drop removes one.
const (
	Replace Operator = "="
	Append  Operator = "+=" // to a list
	Drop    Operator = "-=" // removes a list's entry, by value or by index from 1
)

// String writes the assignment as ParseAssignment reads it.
func (a Assignment) String() string {
	return strings.Join(a.Path, ".") + string(a.Operator) + a.Value
}

// ParseAssignment parses FIELD=VALUE, FIELD+=VALUE or FIELD-=VALUE. A value is a word, a number, or
// YAML in brackets: {count: 1, weapon: saw}.
func ParseAssignment(text string) (Assignment, error) {
	field, value, found := strings.Cut(text, "=")
	a := Assignment{Operator: Replace, Value: strings.TrimSpace(value)}
	if shorter, ok := strings.CutSuffix(field, "+"); ok {
		field, a.Operator = shorter, Append
	} else if shorter, ok := strings.CutSuffix(field, "-"); ok {
		field, a.Operator = shorter, Drop
	}
	field = strings.TrimSpace(field)
	a.Path = strings.Split(field, ".")
	if !found || slices.Contains(a.Path, "") {
		return Assignment{}, fmt.Errorf("`%s` should be FIELD=VALUE, FIELD+=VALUE or FIELD-=VALUE, "+
			"such as quality=elite, figures.2.count=8 or traits+=ID", text)
	}
	if strings.ContainsAny(value, "\n\r") && !(a.Operator == Replace && field == "notes") {
		return Assignment{}, fmt.Errorf("the value of `%s` has several lines; write it on one", field)
	}
	if a.Operator != Replace && a.Value == "" {
		return Assignment{}, fmt.Errorf("`%s` names nothing to add or drop", text)
	}
	return a, nil
}

// ParseAssignments parses several assignments.
func ParseAssignments(texts []string) ([]Assignment, error) {
	all := make([]Assignment, len(texts))
	for i, text := range texts {
		var err error
		if all[i], err = ParseAssignment(text); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Assign makes an assignment to the mapping at base. order is the usual order of the mapping's
// keys, for the position of a new key.
func (t *Text) Assign(base []any, a Assignment, order []string) error {
	path := slices.Clone(base)
	for i, step := range a.Path[:len(a.Path)-1] {
		next, err := t.pathWithStep(path, step)
		if err != nil {
			return fmt.Errorf("%s: %w", strings.Join(a.Path[:i+1], "."), err)
		}
		path = next
	}
	last := a.Path[len(a.Path)-1]
	at, err := t.pathWithStep(path, last)
	parent := t.Document().At(path...)
	if !parent.IsMap() && !parent.IsList() {
		within := strings.Join(a.Path[:len(a.Path)-1], ".")
		return fmt.Errorf("%s is a single value, so that it has no `%s`", within, last)
	}
	if err != nil && (parent.IsList() || a.Operator == Drop) {
		return fmt.Errorf("%s: %w", strings.Join(a.Path, "."), err)
	}
	switch {
	case a.Operator == Append && err != nil:
		return t.SetField(path, last, "["+yamlValue(last, a.Value)+"]", KeysBefore(order, last)...)
	case a.Operator == Append:
		if !t.Document().At(at...).IsList() {
			path := strings.Join(a.Path, ".")
			return fmt.Errorf("%s is no list; write `%s=%s`", path, path, a.Value)
		}
		return t.AppendItem(at, yamlValue(last, a.Value))
	case a.Operator == Drop:
		return t.dropEntry(at, a)
	case a.Value == "" && err != nil:
		return nil // it is not there, as it should be
	case a.Value == "" && parent.IsList():
		return t.RemoveItem(path, at[len(at)-1].(int))
	case a.Value == "":
		return t.RemoveField(path, last)
	case parent.IsList():
		return t.Replace(at, yamlValue("", a.Value))
	}
	if node := t.Document().At(at...); err == nil && (node.IsMap() || node.IsList()) && !node.IsFlow() {
		// A list of lines becomes one in brackets.
		if err := t.RemoveField(path, last); err != nil {
			return err
		}
	}
	return t.SetField(path, last, yamlValue(last, a.Value), KeysBefore(order, last)...)
}

// pathWithStep returns the path extended by a key, or by an index from 1.
func (t *Text) pathWithStep(path []any, step string) ([]any, error) {
	node := t.Document().At(path...)
	if node.IsList() {
		n, err := strconv.Atoi(step)
		if err != nil || n < 1 || n > node.Len() {
			return nil, fmt.Errorf("there are %d entries, counted from 1; `%s` is none of them", node.Len(), step)
		}
		return append(slices.Clone(path), n-1), nil
	}
	if !node.Get(step).Exists() {
		return nil, fmt.Errorf("there is no `%s`%s", step, schema.DidYouMean(step, mappingKeys(node)))
	}
	return append(slices.Clone(path), step), nil
}

// mappingKeys returns the keys of a mapping.
func mappingKeys(n schema.Node) []string {
	var all []string
	for i := range n.Len() {
		key, _ := n.Entry(i)
		all = append(all, key.Text())
	}
	return all
}

// dropEntry removes an entry of a list: by its value, by the trait that it names, or by its index
// from 1.
func (t *Text) dropEntry(at []any, a Assignment) error {
	list := t.Document().At(at...)
	if !list.IsList() {
		return fmt.Errorf("%s is no list; `%s=` removes it", strings.Join(a.Path, "."), strings.Join(a.Path, "."))
	}
	var known []string
	for i := range list.Len() {
		entry := list.Index(i)
		word := entry.Text()
		if entry.IsMap() {
			word = entry.Get("trait").Text()
		}
		if word == a.Value {
			return t.RemoveItem(at, i)
		}
		known = append(known, word)
	}
	if n, err := strconv.Atoi(a.Value); err == nil && n >= 1 && n <= list.Len() {
		return t.RemoveItem(at, n-1)
	}
	return fmt.Errorf("%s has no `%s`%s", strings.Join(a.Path, "."), a.Value, schema.DidYouMean(a.Value, known))
}

// KeysBefore returns the keys that come before a key in order, the nearest first, so that a new key
// gets its usual position.
func KeysBefore(order []string, key string) []string {
	i := slices.Index(order, key)
	if i < 0 {
		return nil
	}
	near := slices.Clone(order[:i])
	slices.Reverse(near)
	return near
}

var unquotedValue = regexp.MustCompile(`^(-?[0-9]+|true|false|[\[{].*)$`)

// textKeys are the keys with values that are always text, even if they look like numbers.
var textKeys = []string{"id", "name", "notes", "image"}

// yamlValue writes the value of a key as YAML on one line.
func yamlValue(key, text string) string {
	if !slices.Contains(textKeys, key) && unquotedValue.MatchString(text) {
		return text
	}
	return schema.FormatScalar(text)
}
