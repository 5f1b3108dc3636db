package edit

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// An outcome returns the expected value after a change, from the old and the new one.
type outcome func(was, is any) any

// verified makes a change of the value at a path. It reverts the change unless the value
// is then as expected and everything else is unchanged, so that a file in an unforeseen
// style is never damaged. A trial is not checked.
func (t *Text) verified(path []any, should outcome, change func() error) error {
	document := t.document
	err := change()
	if err == nil && !t.Trial {
		var before, after any
		err = errors.Join(document.Root().Decode(&before), t.document.Root().Decode(&after))
		is := valueAt(after, path)
		expected := with(before, path, func(was any) any { return should(was, is) })
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

// field returns an outcome with only one key of a mapping changed or removed.
func field(key string) outcome {
	return func(was, is any) any {
		mapping, _ := was.(map[string]any)
		changed, _ := is.(map[string]any)
		mapping = maps.Clone(mapping)
		if delete(mapping, key); mapping != nil && changed[key] != nil {
			mapping[key] = changed[key]
		}
		return mapping
	}
}

// rearranged is a list that is changed as a list of Go.
func rearranged(change func(list []any) []any) outcome {
	return func(was, _ any) any {
		list, _ := was.([]any)
		return change(slices.Clone(list))
	}
}

// appended is a list with one value more at its end.
func appended(was, is any) any {
	old, _ := was.([]any)
	list, _ := is.([]any)
	if len(list) == 0 {
		list = []any{nil}
	}
	return append(slices.Clone(old), list[len(list)-1])
}

// replaced is any value.
func replaced(_, is any) any { return is }

// valueAt returns the value at a path, nil if there is none.
func valueAt(value any, path []any) (found any) {
	with(value, path, func(value any) any {
		found = value
		return value
	})
	return found
}

// with returns a copy of a value with the value at a path changed.
func with(value any, path []any, change func(any) any) any {
	if len(path) == 0 {
		return change(value)
	}
	switch step := path[0].(type) {
	case string:
		if mapping, ok := value.(map[string]any); ok {
			mapping[step] = with(mapping[step], path[1:], change)
		}
	case int:
		if list, ok := value.([]any); ok && step >= 0 && step < len(list) {
			list[step] = with(list[step], path[1:], change)
		}
	}
	return value
}

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
