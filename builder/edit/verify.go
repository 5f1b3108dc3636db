package edit

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"muster/schema"
)

// An outcome returns the expected value at a path after a change, given the value before; the zero
// Node if there is none.
type outcome func(was schema.Node) (schema.Node, error)

// verified changes the value at a path by splicing the text. If the file then does not have the
// value that expected returns, the change is reverted, so that a file in an unusual style is never
// damaged. A trial changes only the value.
func (t *Text) verified(path []any, becomes outcome, splice func() error) error {
	document := t.document
	root, err := document.Root().With(path, becomes)
	if err != nil {
		return fmt.Errorf("%s: %w", document.File, err)
	}
	if t.trial {
		t.document = document.WithRoot(root)
		return nil
	}
	if err = splice(); err == nil && !root.Same(t.document.Root()) {
		var expected, after any
		err = errors.Join(root.Decode(&expected), t.document.Root().Decode(&after))
		if err == nil && !reflect.DeepEqual(tidy(expected), tidy(after)) {
			err = fmt.Errorf("%s: the file is written in a way that cannot be changed safely here; change it in an editor",
				document.File)
		}
	}
	if err != nil {
		t.Restore(document)
	}
	return err
}

// becomes returns the outcome of replacing a value by a text of YAML.
func becomes(text string) outcome {
	return func(schema.Node) (schema.Node, error) { return schema.ParseValue(text) }
}

// removed is the outcome of removing a value.
func removed(schema.Node) (schema.Node, error) { return schema.Node{}, nil }

// rearranged returns the outcome of a change to a list that has an i-th value.
func rearranged(i int, change func(list []schema.Node) []schema.Node) outcome {
	return func(was schema.Node) (schema.Node, error) {
		if !was.Index(i).Exists() {
			return was, fmt.Errorf("there is no entry %d", i+1)
		}
		return was.WithItems(change), nil
	}
}

// appended returns the outcome of adding a value at the end of a list.
func appended(text string) outcome {
	return func(was schema.Node) (schema.Node, error) {
		item, err := schema.ParseValue(text)
		return was.WithItems(func(list []schema.Node) []schema.Node { return append(list, item) }), err
	}
}

// extendPath returns a path extended by a key or an index.
func extendPath(path []any, step any) []any { return append(path[:len(path):len(path)], step) }

// tidy removes differences without meaning: keys without a value or with an empty list,
// and line breaks at the end of texts. A text at the end of a file without a final line
// break gains one when a line is added after it.
func tidy(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key, inside := range value {
			inside = tidy(inside)
			if list, ok := inside.([]any); inside == nil || ok && len(list) == 0 {
				delete(value, key)
				continue
			}
			value[key] = inside
		}
	case []any:
		for i := range value {
			value[i] = tidy(value[i])
		}
	case string:
		return strings.TrimRight(value, "\n")
	}
	return value
}
