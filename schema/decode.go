package schema

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"
)

// decode sets v to a YAML value by the `yaml:"…"` tags of v's type. For speed it decodes mappings
// into structs, lists, texts, whole numbers, true and false itself. The YAML library decodes all
// other types, and values that do not fit their type, so that results and errors are the library's.
func decode(n *yaml.Node, v reflect.Value) error {
	p := decodePlanOf(v.Type())
	switch {
	case n.Style&yaml.TaggedStyle != 0, n.Kind == yaml.AliasNode, n.Tag == "!!null":
		return n.Decode(v.Addr().Interface())
	case p.isUnmarshaler:
		return v.Addr().Interface().(unmarshaler).UnmarshalYAML(func(into any) error {
			return decode(n, reflect.ValueOf(into).Elem())
		})
	case n.Kind != p.nodeKind:
		return n.Decode(v.Addr().Interface())
	}
	switch v.Kind() {
	case reflect.Struct:
		return p.decodeStruct(n, v)
	case reflect.Slice:
		list := reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content))
		for i, item := range n.Content {
			if err := decode(item, list.Index(i)); err != nil {
				return err
			}
		}
		v.Set(list)
		return nil
	case reflect.String:
		if n.Tag == "!!str" {
			v.SetString(n.Value)
			return nil
		}
	case reflect.Int:
		if n.Tag == "!!int" && isDecimal(n.Value) {
			i, err := strconv.ParseInt(n.Value, 10, 64)
			v.SetInt(i)
			return err
		}
	case reflect.Bool:
		if n.Tag == "!!bool" && (n.Value == "true" || n.Value == "false") {
			v.SetBool(n.Value == "true")
			return nil
		}
	}
	return n.Decode(v.Addr().Interface())
}

func (p *decodePlan) decodeStruct(n *yaml.Node, v reflect.Value) error {
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Tag != "!!str" { // such as a merge
			return n.Decode(v.Addr().Interface())
		}
		if index, ok := p.fields[key.Value]; ok {
			if err := decode(n.Content[i+1], v.FieldByIndex(index)); err != nil {
				return err
			}
		}
	}
	return nil
}

// unmarshaler is a type that decodes itself.
type unmarshaler interface {
	UnmarshalYAML(unmarshal func(any) error) error
}

// A decodePlan tells how to decode values of a Go type.
type decodePlan struct {
	nodeKind      yaml.Kind        // the kind of YAML node that decode handles itself; 0 if the YAML library decodes the type
	isUnmarshaler bool             // the type decodes itself: it is an unmarshaler
	fields        map[string][]int // indices of fields, as in reflect.Value.FieldByIndex, by key
}

// decodePlans caches the plan of each type that was decoded, by its reflect.Type.
var decodePlans sync.Map

func decodePlanOf(t reflect.Type) *decodePlan {
	if known, ok := decodePlans.Load(t); ok {
		return known.(*decodePlan)
	}
	p := &decodePlan{isUnmarshaler: reflect.PointerTo(t).Implements(reflect.TypeFor[unmarshaler]())}
	switch t.Kind() {
	case reflect.Struct:
		p.nodeKind, p.fields = yaml.MappingNode, map[string][]int{}
		addFields(p.fields, t, nil)
	case reflect.Slice:
		p.nodeKind = yaml.SequenceNode
	case reflect.String, reflect.Int, reflect.Bool:
		p.nodeKind = yaml.ScalarNode
	}
	decodePlans.Store(t, p)
	return p
}

// addFields adds the fields of a struct type t to fields. at is the index of the struct in the
// outermost one.
func addFields(fields map[string][]int, t reflect.Type, at []int) {
	for i := range t.NumField() {
		f, place := t.Field(i), append(slices.Clip(at), i)
		key, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case key == "-" || !f.IsExported() && !f.Anonymous:
		case options == "inline":
			addFields(fields, f.Type, place)
		case key == "":
			fields[strings.ToLower(f.Name)] = place
		default:
			fields[key] = place
		}
	}
}
