package edit

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"muster/schema"
)

// An expectedValue computes the value that a change should leave at a path; was is the value before
// the change. The result is the zero Node if the change removes the value.
type expectedValue func(was schema.Node) (schema.Node, error)

// changeVerified changes the value at a path by splicing the text. It then compares the value with
// the expected value becomes. If they differ, the change is reverted, so that a file in an unusual
// style is never damaged. A text opened by OpenValuesOnly changes only the value.
func (t *Text) changeVerified(path []any, becomes expectedValue, splice func() error) error {
	document := t.document
	root, err := document.Root().Replace(path, becomes)
	if err != nil {
		return fmt.Errorf("%s: %w", document.File, err)
	}
	if t.changesOnlyValues {
		t.document = document.WithRoot(root)
		return nil
	}
	if err = splice(); err == nil && !root.Same(t.document.Root()) {
		var expected, after any
		err = errors.Join(root.Decode(&expected), t.document.Root().Decode(&after))
		if err == nil && !reflect.DeepEqual(normaliseValue(expected), normaliseValue(after)) {
			err = fmt.Errorf("%s: the file is written in a way that cannot be changed safely here; change it in an editor",
				document.File)
		}
	}
	if err != nil {
		t.Restore(document)
	}
	return err
}

// parsedValue returns the value expected after it is replaced by a text of YAML.
func parsedValue(text string) expectedValue {
	return func(schema.Node) (schema.Node, error) { return schema.ParseValue(text) }
}

// noValue is the expectedValue of a change that removes a value: none, whatever stood there.
func noValue(schema.Node) (schema.Node, error) { return schema.Node{}, nil }

// rearrangedList returns the list expected after its items are rearranged by change; it fails if
// there is no i-th item.
func rearrangedList(i int, change func(list []schema.Node) []schema.Node) expectedValue {
	return func(was schema.Node) (schema.Node, error) {
		if !was.Index(i).Exists() {
			return was, fmt.Errorf("there is no entry %d", i+1)
		}
		return was.WithItems(change), nil
	}
}

// appendedList returns the list expected after a value is added at its end.
func appendedList(text string) expectedValue {
	return func(was schema.Node) (schema.Node, error) {
		item, err := schema.ParseValue(text)
		return was.WithItems(func(list []schema.Node) []schema.Node { return append(list, item) }), err
	}
}

// extendPath returns a path extended by a key or an index.
func extendPath(path []any, step any) []any { return append(path[:len(path):len(path)], step) }

// normaliseValue removes differences without meaning: keys without a value or with an empty list,
// and line breaks at the end of texts. A text at the end of a file without a final line break gains
// one when a line is added after it.
func normaliseValue(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key, inside := range value {
			inside = normaliseValue(inside)
			if list, ok := inside.([]any); inside == nil || ok && len(list) == 0 {
				delete(value, key)
				continue
			}
			value[key] = inside
		}
	case []any:
		for i := range value {
			value[i] = normaliseValue(value[i])
		}
	case string:
		return strings.TrimRight(value, "\n")
	}
	return value
}
