package edit

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// An aim takes from a file's values before and after a change what the change
// was meant for, and tells whether that was done. What is left must be equal.
type aim func(before, after any) (restBefore, restAfter any, done bool)

// verified makes a change and takes it back unless it did what it aims at and
// nothing else, so that a file in a style that nobody thought of stays whole.
func (t *Text) verified(aim aim, change func() error) error {
	document := t.document
	if err := change(); err != nil {
		t.set(document)
		return err
	}
	var before, after any
	if err := errors.Join(document.Root().Decode(&before), t.document.Root().Decode(&after)); err != nil {
		t.set(document)
		return err
	}
	before, after, done := aim(before, after)
	if !done || !reflect.DeepEqual(tidy(before), tidy(after)) {
		t.set(document)
		return fmt.Errorf("%s: the file is written in a way that cannot be changed safely here; change it in an editor", document.File)
	}
	return nil
}

// field aims at a key of the mapping at a path, which is there in the end or
// is not.
func field(path []any, key string, there bool) aim {
	return func(before, after any) (any, any, bool) {
		drop := func(value any) any {
			if mapping, ok := value.(map[string]any); ok {
				delete(mapping, key)
			}
			return value
		}
		mapping, _ := valueAt(after, path).(map[string]any)
		_, has := mapping[key]
		return with(before, path, drop), with(after, path, drop), has || !there
	}
}

// appended aims at one value more at the end of the list at a path.
func appended(path []any) aim {
	return func(before, after any) (any, any, bool) {
		old, _ := valueAt(before, path).([]any)
		list, _ := valueAt(after, path).([]any)
		if len(list) != len(old)+1 {
			return before, after, false
		}
		return before, with(after, path, func(any) any { return list[:len(old)] }), true
	}
}

// removed aims at the i-th value of the list at a path.
func removed(path []any, i int) aim {
	return func(before, after any) (any, any, bool) {
		list, _ := valueAt(before, path).([]any)
		if i >= len(list) {
			return before, after, false
		}
		rest := append(append([]any{}, list[:i]...), list[i+1:]...)
		return with(before, path, func(any) any { return rest }), after, true
	}
}

// replaced aims at the value at a path.
func replaced(path []any) aim {
	return func(before, after any) (any, any, bool) {
		nothing := func(any) any { return nil }
		return with(before, path, nothing), with(after, path, nothing), true
	}
}

// valueAt returns the value at a path, nil if there is none.
func valueAt(value any, path []any) any {
	for _, step := range path {
		value = child(value, step)
	}
	return value
}

func child(value, step any) any {
	switch step := step.(type) {
	case string:
		mapping, _ := value.(map[string]any)
		return mapping[step]
	case int:
		if list, _ := value.([]any); step >= 0 && step < len(list) {
			return list[step]
		}
	}
	return nil
}

// with returns a value in which the one at a path is changed.
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

// tidy leaves out keys without a value and with an empty list, which mean the
// same, and line breaks at the end of texts: a text that ends a file which lacks
// its last line break gains one when a line follows.
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
