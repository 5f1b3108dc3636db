package words

import (
	"fmt"
	"reflect"
	"strings"

	"muster/schema"
)

// InlineYAML returns a struct of words as it is written in files, on one line and without unset
// fields: {on: six-to-hit, ap: 3}.
func InlineYAML(effect any) string { return inlineYAML(reflect.ValueOf(effect)) }

// String returns the bounds as they are written in files: {from: 3, to: 6}.
func (r NumberRange) String() string { return InlineYAML(r) }

// inlineYAML returns a value as YAML on one line.
func inlineYAML(v reflect.Value) string {
	switch it := v.Interface().(type) {
	case Value:
		return it.String()
	case Use:
		return schema.FormatScalar(it.String())
	}
	switch v.Kind() {
	case reflect.Pointer:
		return inlineYAML(v.Elem())
	case reflect.String:
		return schema.FormatScalar(v.String())
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
