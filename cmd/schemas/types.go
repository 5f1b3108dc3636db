package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// schemaOf returns the schema of a struct type, as changed by its directives.
func (m *schemaMaker) schemaOf(t *goType) (object, error) {
	structure, ok := t.expr.(*ast.StructType)
	if !ok {
		return nil, fmt.Errorf("%s.%s is no struct", t.pkg, t.name)
	}
	schema, err := m.structSchema(t, structure)
	if err != nil {
		return nil, fmt.Errorf("%s.%s: %w", t.pkg, t.name, err)
	}
	return schema, t.mergeFormDirectives(schema)
}

func (t *goType) mergeFormDirectives(schema object) error {
	for _, form := range t.directives["form"] {
		if err := json.Unmarshal([]byte(form), &schema); err != nil {
			return fmt.Errorf("%s.%s: //schema:form: %w", t.pkg, t.name, err)
		}
	}
	return nil
}

func (m *schemaMaker) structSchema(t *goType, body *ast.StructType) (object, error) {
	properties, required := object{}, []string{}
	for _, f := range body.Fields.List {
		tag, name := reflect.StructTag(""), ""
		if f.Tag != nil {
			tag = reflect.StructTag(strings.Trim(f.Tag.Value, "`"))
		}
		if f.Names != nil {
			name = f.Names[0].Name
		}
		key, options, _ := strings.Cut(tag.Get("yaml"), ",")
		rules := strings.FieldsFunc(tag.Get("schema"), func(r rune) bool { return r == ',' })
		for _, rule := range rules {
			if as, found := strings.CutPrefix(rule, "key "); found {
				key = as
			}
		}
		if options == "inline" {
			more, err := m.inlineSchema(t, f.Type, rules)
			if err != nil {
				return nil, err
			}
			maps.Copy(properties, more["properties"].(object))
			required = append(required, more["required"].([]string)...)
		}
		if key == "" || key == "-" {
			continue
		}
		schema, err := m.valueSchema(t, f.Type)
		for i := 0; i < len(rules) && err == nil; i++ {
			err = m.applyTagRule(schema, rules[i])
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		if text := firstSentence(name, f.Doc, f.Comment); text != "" {
			schema["description"] = text
		}
		properties[key] = schema
		if slices.Contains(rules, "required") {
			required = append(required, key)
		}
	}
	return object{"type": "object", "additionalProperties": false, "properties": properties, "required": required}, nil
}

// inlineSchema returns the schema of an inline struct, as changed by the schema tag of its field.
func (m *schemaMaker) inlineSchema(from *goType, expr ast.Expr, rules []string) (object, error) {
	t := m.findType(from, expr)
	if t == nil {
		return nil, fmt.Errorf("nothing declares what is inline")
	}
	schema, err := m.schemaOf(t)
	if err != nil {
		return nil, err
	}
	properties, required := schema["properties"].(object), schema["required"].([]string)
	for _, rule := range rules {
		words := strings.Fields(rule)
		for _, key := range words[1:] {
			if properties[key] == nil {
				return nil, fmt.Errorf("%s has no %q", t.name, key)
			}
			switch words[0] {
			case "require":
				required = append(required, key)
				continue
			case "without":
				delete(properties, key)
			}
			required = slices.DeleteFunc(required, func(k string) bool { return k == key })
		}
	}
	schema["required"] = required
	return schema, nil
}

var boundKeywords = map[any][2]string{
	"integer": {"minimum", "maximum"}, "number": {"minimum", "maximum"}, "string": {"minLength", "maxLength"},
	"array": {"minItems", "maxItems"}, "object": {"minProperties", "maxProperties"},
}

// applyTagRule applies one rule of a field's schema tag to the field's schema.
func (m *schemaMaker) applyTagRule(schema object, rule string) error {
	word, rest, _ := strings.Cut(rule, " ")
	low, high, isBound := strings.Cut(word, "..")
	items, _ := schema["items"].(object)
	switch words := strings.Fields(rest); {
	case isBound:
		for i, bound := range []string{low, high} {
			if bound != "" {
				schema[boundKeywords[schema["type"]][i]] = json.Number(bound)
			}
		}
	case word == "required", word == "key":
	case word == "unique":
		schema["uniqueItems"] = true
	case word == "true":
		delete(schema, "type")
		schema["const"] = true
	case word == "like":
		schema["examples"] = words
	case word == "only":
		schema["enum"] = words
	case word == "of" && m.idsByArmouryTable[rest] != nil:
		schema["enum"] = m.idsByArmouryTable[rest]
	case word == "each" && items != nil:
		return m.applyTagRule(items, rest)
	case m.commonDefinitions[word] != nil:
		clear(schema)
		schema["$ref"] = "#/definitions/" + word
	default:
		return fmt.Errorf("the tag's %q means nothing here", rule)
	}
	return nil
}

// valueSchema returns the schema for the values of the type that an expression names.
func (m *schemaMaker) valueSchema(from *goType, expr ast.Expr) (object, error) {
	switch expr := expr.(type) {
	case *ast.StarExpr:
		return m.valueSchema(from, expr.X)
	case *ast.ArrayType:
		items, err := m.valueSchema(from, expr.Elt)
		return object{"type": "array", "items": items}, err
	case *ast.MapType:
		values, err := m.valueSchema(from, expr.Value)
		return object{"type": "object", "additionalProperties": values}, err
	case *ast.StructType:
		return m.structSchema(from, expr)
	case *ast.IndexExpr: // a generic type is a list of its parameter
		items, err := m.valueSchema(from, expr.Index)
		if err != nil {
			return nil, err
		}
		schema := object{"type": "array", "items": items}
		if t := m.findType(from, expr.X); t != nil {
			err = t.mergeFormDirectives(schema)
		}
		return schema, err
	}
	if t := m.findType(from, expr); t != nil {
		return m.namedSchema(t)
	}
	name, _ := expr.(*ast.Ident)
	builtIn := map[string]string{
		"string": "string", "int": "integer", "int8": "integer", "float64": "number", "bool": "boolean",
	}
	if name == nil || builtIn[name.Name] == "" {
		return nil, fmt.Errorf("%T has no form in files", expr)
	}
	return object{"type": builtIn[name.Name]}, nil
}

// namedSchema returns the schema of a type that the module declares: of a string type, or a
// reference to the definition of a struct.
func (m *schemaMaker) namedSchema(t *goType) (object, error) {
	form := object{}
	if err := t.mergeFormDirectives(form); err != nil {
		return nil, err
	}
	_, isStruct := t.expr.(*ast.StructType)
	switch {
	case form["$ref"] != nil, form["type"] != nil && !strings.Contains(fmt.Sprint(form["type"]), "object"):
		return form, nil
	case t.constantValues != nil:
		return object{"type": "string", "enum": t.constantValues}, nil
	case !isStruct:
		return m.valueSchema(t, t.expr)
	}
	name := t.pkg[strings.LastIndexByte(t.pkg, '/')+1:] + "." + t.name
	if m.definitions[name] == nil {
		definition := object{}
		m.definitions[name] = definition // before its fields, as they may refer to it
		body, err := m.schemaOf(t)
		if err != nil {
			return nil, err
		}
		maps.Copy(definition, body)
	}
	return object{"$ref": "#/definitions/" + name}, nil
}
