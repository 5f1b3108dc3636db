package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// body is the schema of a struct, with the form that a directive gives it.
func (m *maker) body(t *goType) (object, error) {
	structure, ok := t.expr.(*ast.StructType)
	if !ok {
		return nil, fmt.Errorf("%s.%s is no struct", t.pkg, t.name)
	}
	schema, err := m.structure(t, structure)
	if err != nil {
		return nil, fmt.Errorf("%s.%s: %w", t.pkg, t.name, err)
	}
	return schema, t.form(schema)
}

// form lays what a directive says of a type's form over its schema.
func (t *goType) form(schema object) error {
	for _, form := range t.directives["form"] {
		if err := json.Unmarshal([]byte(form), &schema); err != nil {
			return fmt.Errorf("%s.%s: //schema:form: %w", t.pkg, t.name, err)
		}
	}
	return nil
}

// structure is the schema of a struct's fields.
func (m *maker) structure(t *goType, structure *ast.StructType) (object, error) {
	properties, required := object{}, []string{}
	for _, f := range structure.Fields.List {
		tag := reflect.StructTag("")
		if f.Tag != nil {
			text, _ := strconv.Unquote(f.Tag.Value)
			tag = reflect.StructTag(text)
		}
		key, options, _ := strings.Cut(tag.Get("yaml"), ",")
		rules := rulesOf(tag)
		for _, r := range rules {
			if r.word == "key" {
				key = r.rest
			}
		}
		switch {
		case options == "inline":
			more, err := m.inline(t, f.Type, rules)
			if err != nil {
				return nil, err
			}
			maps.Copy(properties, more["properties"].(object))
			required = append(required, more["required"].([]string)...)
		case key != "" && key != "-":
			schema, err := m.field(t, f, rules)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", key, err)
			}
			properties[key] = schema
			if slices.Contains(rules, rule{word: "required"}) {
				required = append(required, key)
			}
		}
	}
	return object{"type": "object", "additionalProperties": false, "properties": properties, "required": required}, nil
}

// inline is the schema of a struct whose fields are those of another, as the
// other's tag changes it.
func (m *maker) inline(from *goType, expr ast.Expr, rules []rule) (object, error) {
	t := m.module.find(from, expr)
	if t == nil {
		return nil, fmt.Errorf("nothing declares what is inline")
	}
	schema, err := m.body(t)
	if err != nil {
		return nil, err
	}
	for _, r := range rules {
		for _, key := range strings.Fields(r.rest) {
			properties, required := schema["properties"].(object), schema["required"].([]string)
			if properties[key] == nil {
				return nil, fmt.Errorf("%s has no %q", t.name, key)
			}
			if r.word == "require" {
				schema["required"] = append(required, key)
				continue
			}
			schema["required"] = slices.DeleteFunc(required, func(k string) bool { return k == key })
			if r.word == "without" {
				delete(properties, key)
			}
		}
	}
	return schema, nil
}

// field is the schema of a field: of its type, its tag and its comment.
func (m *maker) field(t *goType, f *ast.Field, rules []rule) (object, error) {
	schema, err := m.value(t, f.Type)
	if err != nil {
		return nil, err
	}
	for _, r := range rules {
		if err := m.apply(schema, r); err != nil {
			return nil, err
		}
	}
	name := ""
	if len(f.Names) > 0 {
		name = f.Names[0].Name
	}
	if means := t.means(name, f.Doc, f.Comment); means != "" {
		schema["description"] = means
	}
	return schema, nil
}

// apply narrows a schema by a word of a tag.
func (m *maker) apply(schema object, r rule) error {
	least, most, bound := bounds(r.word)
	switch {
	case bound:
		names := [2]string{"minimum", "maximum"}
		switch schema["type"] {
		case "string":
			names = [2]string{"minLength", "maxLength"}
		case "array":
			names = [2]string{"minItems", "maxItems"}
		case "object":
			names = [2]string{"minProperties", "maxProperties"}
		}
		if least != nil {
			schema[names[0]] = least
		}
		if most != nil {
			schema[names[1]] = most
		}
	case r.word == "required", r.word == "key":
	case r.word == "unique":
		schema["uniqueItems"] = true
	case r.word == "true":
		delete(schema, "type")
		schema["const"] = true
	case r.word == "like":
		schema["examples"] = strings.Fields(r.rest)
	case r.word == "only":
		schema["enum"] = strings.Fields(r.rest)
	case r.word == "of":
		if schema["enum"] = m.module.tables[r.rest]; m.module.tables[r.rest] == nil {
			return fmt.Errorf("the armoury has no table %q", r.rest)
		}
	case r.word == "each":
		word, rest, _ := strings.Cut(r.rest, " ")
		items, ok := schema["items"].(object)
		if !ok {
			return fmt.Errorf("no list has each %s", r.rest)
		}
		return m.apply(items, rule{word, rest})
	case m.common[r.word] != nil:
		clear(schema)
		schema["$ref"] = "#/definitions/" + r.word
	default:
		return fmt.Errorf("the tag's %q means nothing", r.word)
	}
	return nil
}

// value is the schema of the values of a type.
func (m *maker) value(from *goType, expr ast.Expr) (object, error) {
	switch expr := expr.(type) {
	case *ast.StarExpr:
		return m.value(from, expr.X)
	case *ast.ArrayType:
		items, err := m.value(from, expr.Elt)
		return object{"type": "array", "items": items}, err
	case *ast.MapType:
		values, err := m.value(from, expr.Value)
		return object{"type": "object", "additionalProperties": values}, err
	case *ast.StructType:
		return m.structure(from, expr)
	case *ast.IndexExpr: // a generic type is a list of its parameter
		items, err := m.value(from, expr.Index)
		if err != nil {
			return nil, err
		}
		schema := object{"type": "array", "items": items}
		if t := m.module.find(from, expr.X); t != nil {
			err = t.form(schema)
		}
		return schema, err
	}
	if t := m.module.find(from, expr); t != nil {
		return m.named(t)
	}
	name, _ := expr.(*ast.Ident)
	builtIn := map[string]string{"string": "string", "int": "integer", "int8": "integer", "bool": "boolean"}
	if name == nil || builtIn[name.Name] == "" {
		return nil, fmt.Errorf("%T has no form in files", expr)
	}
	return object{"type": builtIn[name.Name]}, nil
}

// named is the schema of a type that the module declares: a word, or a struct,
// which is a definition.
func (m *maker) named(t *goType) (object, error) {
	form := object{}
	if err := t.form(form); err != nil {
		return nil, err
	}
	_, isStruct := t.expr.(*ast.StructType)
	switch {
	case form["$ref"] != nil, form["type"] != nil && form["type"] != "object" && !slices.Contains(texts(form["type"]), "object"):
		return form, nil
	case t.values != nil:
		return object{"type": "string", "enum": t.values}, nil
	case !isStruct:
		return m.value(t, t.expr)
	}
	name := t.pkg[strings.LastIndexByte(t.pkg, '/')+1:] + "-" + hyphens(t.name)
	if m.definitions[name] == nil {
		body, err := m.body(t)
		if err != nil {
			return nil, err
		}
		m.definitions[name] = body
	}
	return object{"$ref": "#/definitions/" + name}, nil
}

// texts are the texts of a list of JSON.
func texts(list any) (all []string) {
	values, _ := list.([]any)
	for _, v := range values {
		all = append(all, fmt.Sprint(v))
	}
	return all
}

// hyphens writes a Go name as files write words: "ForceOrg" is "force-org".
func hyphens(name string) string {
	var word strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			word.WriteByte('-')
		}
		word.WriteRune(unicode.ToLower(r))
	}
	return word.String()
}
