package schema

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"
)

// decode fills v from a value by the `yaml:"…"` tags of its type. It decodes mappings into structs,
// lists, texts, whole numbers, true and false itself, which is most of every file, and leaves the
// rest, and whatever does not fit, to the YAML library, whose results it shares.
func decode(n *yaml.Node, v reflect.Value) error {
	p := planOf(v.Type())
	switch {
	case n.Style&yaml.TaggedStyle != 0, n.Kind == yaml.AliasNode, n.Tag == "!!null":
		return n.Decode(v.Addr().Interface())
	case p.hook:
		return v.Addr().Interface().(unmarshaler).UnmarshalYAML(func(into any) error {
			return decode(n, reflect.ValueOf(into).Elem())
		})
	case n.Kind != p.node:
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

func (p *plan) decodeStruct(n *yaml.Node, v reflect.Value) error {
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

// A plan is how values of a type are decoded.
type plan struct {
	node   yaml.Kind // that is decoded here; 0 for a type that the library decodes
	hook   bool      // the type is an unmarshaler
	fields map[string][]int
}

// plans are the plans of all types that were decoded, by their reflect.Type.
var plans sync.Map

func planOf(t reflect.Type) *plan {
	if known, ok := plans.Load(t); ok {
		return known.(*plan)
	}
	p := &plan{hook: reflect.PointerTo(t).Implements(reflect.TypeFor[unmarshaler]())}
	switch t.Kind() {
	case reflect.Struct:
		p.node, p.fields = yaml.MappingNode, map[string][]int{}
		addFields(p.fields, t, nil)
	case reflect.Slice:
		p.node = yaml.SequenceNode
	case reflect.String, reflect.Int, reflect.Bool:
		p.node = yaml.ScalarNode
	}
	plans.Store(t, p)
	return p
}

// addFields adds the places of a struct's fields by their keys; at is the place of the struct.
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
