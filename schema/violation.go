package schema

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/xeipuuv/gojsonschema"
)

// violations checks a document's value and puts each thing that does not fit
// into a sentence with its place.
func (c *compiled) violations(d *Document, value any) []Problem {
	result, err := c.validator.Validate(gojsonschema.NewRawLoader(value))
	if err != nil {
		return problemf(d.File, 0, 0, "the file cannot be checked: %v", err).Problems
	}
	if result.Valid() {
		return nil
	}
	var problems []Problem
	for _, violation := range result.Errors() {
		if text, node, ok := c.explain(d, violation); ok {
			problems = append(problems, Problem{Code: CodeFormat, File: d.File, Line: node.Line(), Column: node.Column(), Message: text})
		}
	}
	if problems == nil { // only summaries ("must validate one schema") were left
		return problemf(d.File, 1, 1, "the file does not fit its format").Problems
	}
	return problems
}

// explain words one violation and finds the node that it is about.
func (c *compiled) explain(d *Document, violation gojsonschema.ResultError) (string, Node, bool) {
	path := splitContext(violation.Context().String())
	node, part := d.root, c.deref(c.root)
	name := "the file"
	for _, step := range path {
		if i, err := strconv.Atoi(step); err == nil && node.IsList() {
			node, part = node.Index(i), c.items(part)
			continue
		}
		name, node, part = "`"+step+"`", node.Get(step), c.property(part, step)
	}
	details := violation.Details()
	switch violation.Type() {
	case "additional_property_not_allowed":
		key := fmt.Sprint(details["property"])
		keyNode, _ := node.Field(key)
		if !keyNode.Exists() {
			keyNode = node
		}
		known := c.keys(part)
		text := fmt.Sprintf("`%s`: unknown", key)
		if near := DidYouMean(key, known); near != "" {
			text += near
		} else if len(known) > 0 && len(known) <= 12 {
			text += "; the keys here are " + strings.Join(known, ", ")
		}
		return text, keyNode, true
	case "required":
		return fmt.Sprintf("`%v` is missing%s", details["property"], c.purpose(part, fmt.Sprint(details["property"]))), node, true
	case "invalid_type":
		wanted := typeWords(fmt.Sprint(details["expected"]))
		text := fmt.Sprintf("%s should be %s, not %s", name, wanted, describe(node))
		if strings.Contains(wanted, "text") && node.IsScalar() && !node.IsQuoted() {
			text += "; put quotes around it to make it text"
		}
		if _, err := strconv.Atoi(node.Text()); err == nil && node.IsQuoted() && strings.Contains(wanted, "number") {
			text += "; take the quotes away"
		}
		return text, node, true
	case "enum", "const":
		allowed := c.values(part)
		text := fmt.Sprintf("%s cannot be `%s`; it is %s", name, node.Text(), Quoted(allowed))
		if near := Nearest(node.Text(), allowed); near != "" && len(allowed) > 4 {
			text = fmt.Sprintf("%s cannot be `%s`; did you mean `%s`?", name, node.Text(), near)
		}
		return text, node, true
	case "pattern":
		text := fmt.Sprintf("%s cannot be `%s`", name, node.Text())
		if hint, ok := part["description"].(string); ok {
			text += "; it is " + hint
		}
		return text, node, true
	case "number_one_of", "number_any_of", "number_all_of", "condition_then", "condition_else":
		return "", Node{}, false // the violations inside say more
	}
	if sentence, known := bounds[violation.Type()]; known {
		return fmt.Sprintf(sentence, name, node.Text(), plain(details["min"]), plain(details["max"])), node, true
	}
	return fmt.Sprintf("%s: %s", name, violation.Description()), node, true
}

// bounds words the violations of bounds: of what is called %[1]s and is %[2]s, and
// should be from %[3]s to %[4]s.
var bounds = map[string]string{
	"number_gte":           "%[1]s is %[2]s; the least is %[3]s",
	"number_lte":           "%[1]s is %[2]s; the most is %[4]s",
	"array_min_items":      "%[1]s needs at least %[3]s entries",
	"array_max_items":      "%[1]s may have at most %[4]s entries",
	"array_min_properties": "%[1]s needs at least %[3]s of its keys",
	"array_max_properties": "%[1]s may have at most %[4]s keys",
	"string_gte":           "%[1]s is empty",
	"string_lte":           "%[1]s is longer than %[4]s characters",
	"unique":               "%[1]s names something twice",
}

// splitContext turns "(root).units.0.name" into its steps. Keys that hold a
// dot come back in pieces; such keys are only in free maps, whose message then
// points at the map.
func splitContext(context string) []string {
	_, rest, _ := strings.Cut(context, "(root)")
	if rest == "" {
		return nil
	}
	return strings.Split(strings.TrimPrefix(rest, "."), ".")
}

// deref follows "$ref" into the schema's own definitions.
func (c *compiled) deref(part map[string]any) map[string]any {
	for range 8 {
		ref, ok := part["$ref"].(string)
		if !ok {
			return part
		}
		var target any = c.root
		for _, step := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
			m, _ := target.(map[string]any)
			target = m[step]
		}
		part, _ = target.(map[string]any)
	}
	return part
}

func (c *compiled) items(part map[string]any) map[string]any {
	items, _ := part["items"].(map[string]any)
	return c.deref(items)
}

func (c *compiled) property(part map[string]any, name string) map[string]any {
	if properties, ok := part["properties"].(map[string]any); ok {
		if p, ok := properties[name].(map[string]any); ok {
			return c.deref(p)
		}
	}
	rest, _ := part["additionalProperties"].(map[string]any)
	return c.deref(rest)
}

func (c *compiled) keys(part map[string]any) []string {
	properties, _ := part["properties"].(map[string]any)
	return slices.Sorted(maps.Keys(properties))
}

// values lists what an enum or const allows.
func (c *compiled) values(part map[string]any) []string {
	if one, ok := part["const"]; ok {
		return []string{fmt.Sprint(one)}
	}
	list, _ := part["enum"].([]any)
	values := make([]string, len(list))
	for i, v := range list {
		values[i] = fmt.Sprint(v)
	}
	return values
}

// purpose says in brackets what a missing key is for, from its description.
func (c *compiled) purpose(part map[string]any, key string) string {
	if hint, ok := c.property(part, key)["description"].(string); ok {
		return " (" + hint + ")"
	}
	return ""
}

// typeWords words JSON Schema's types for a person.
func typeWords(expected string) string {
	words := map[string]string{
		"object": "keys and values", "array": "a list", "string": "text", "integer": "a whole number",
		"number": "a number", "boolean": "true or false", "null": "nothing",
	}
	var out []string
	for _, t := range strings.FieldsFunc(expected, func(r rune) bool { return strings.ContainsRune("[]/, ", r) }) {
		if w, ok := words[t]; ok && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return strings.Join(out, " or ")
}

// describe says what a node is, in the words of typeWords.
func describe(n Node) string {
	switch {
	case n.IsMap():
		return "keys and values"
	case n.IsList():
		return "a list"
	case !n.Exists() || n.resolve().ShortTag() == "!!null":
		return "nothing"
	case n.resolve().ShortTag() == "!!int":
		return "the number " + n.Text()
	case n.resolve().ShortTag() == "!!bool":
		return "`" + n.Text() + "`, which YAML reads as true or false"
	}
	return fmt.Sprintf("%q", n.Text())
}

// plain prints a JSON Schema bound, which is a *big.Float, in full.
func plain(bound any) string {
	if f, ok := bound.(*big.Float); ok {
		return f.Text('f', -1)
	}
	return fmt.Sprint(bound)
}
