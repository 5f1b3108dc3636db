package rules

import (
	"fmt"
	"reflect"
	"strings"

	"muster/schema"
)

// String writes the effect as a person writes it in a file, on one line:
// {on: six-to-hit, ap: 3}.
func (e Effect) String() string { return flow(reflect.ValueOf(e)) }

// String writes the conditions as a person writes them in a file.
func (w When) String() string { return flow(reflect.ValueOf(w)) }

// String writes the bounds as a person writes them in a file.
func (r Range) String() string { return flow(reflect.ValueOf(r)) }

// flow writes a value as YAML on one line, and of a struct with `yaml:"…"` tags
// what is set.
func flow(v reflect.Value) string {
	switch it := v.Interface().(type) {
	case Value:
		return it.String()
	case Use:
		return schema.Scalar(it.String())
	}
	switch v.Kind() {
	case reflect.Pointer:
		return flow(v.Elem())
	case reflect.String:
		return schema.Scalar(v.String())
	case reflect.Slice:
		all := make([]string, v.Len())
		for i := range all {
			all[i] = flow(v.Index(i))
		}
		return "[" + strings.Join(all, ", ") + "]"
	case reflect.Struct:
		var all []string
		for i := range v.NumField() {
			if word, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("yaml"), ","); !v.Field(i).IsZero() {
				all = append(all, word+": "+flow(v.Field(i)))
			}
		}
		return "{" + strings.Join(all, ", ") + "}"
	}
	return fmt.Sprint(v.Interface())
}
