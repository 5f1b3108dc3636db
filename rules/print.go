package rules

import (
	"fmt"
	"reflect"
	"strings"

	"muster/schema"
)

// String returns the effect as files have it, on one line: {on: six-to-hit, ap: 3}.
func (e Effect) String() string { return inlineYAML(reflect.ValueOf(e)) }

// String returns the conditions as files have them.
func (w When) String() string { return inlineYAML(reflect.ValueOf(w)) }

// String returns the bounds as files have them.
func (r Range) String() string { return inlineYAML(reflect.ValueOf(r)) }

// inlineYAML returns a value as YAML on one line, with only the set fields of structs.
func inlineYAML(v reflect.Value) string {
	switch it := v.Interface().(type) {
	case Value:
		return it.String()
	case Use:
		return schema.Scalar(it.String())
	}
	switch v.Kind() {
	case reflect.Pointer:
		return inlineYAML(v.Elem())
	case reflect.String:
		return schema.Scalar(v.String())
	case reflect.Slice:
		all := make([]string, v.Len())
		for i := range all {
			all[i] = inlineYAML(v.Index(i))
		}
		return "[" + strings.Join(all, ", ") + "]"
	case reflect.Struct:
		var all []string
		for i := range v.NumField() {
			if word, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("yaml"), ","); !v.Field(i).IsZero() {
				all = append(all, word+": "+inlineYAML(v.Field(i)))
			}
		}
		return "{" + strings.Join(all, ", ") + "}"
	}
	return fmt.Sprint(v.Interface())
}
