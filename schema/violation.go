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

func (c *compiledSchema) violations(d *Document, value any) (problems []Problem) {
	result, err := c.validator.Validate(gojsonschema.NewRawLoader(value))
	if err != nil {
		return problemf(d.File, 0, 0, "the file cannot be checked: %v", err).Problems
	}
	for _, violation := range result.Errors() {
		switch violation.(type) {
		case *gojsonschema.ConditionThenError, *gojsonschema.ConditionElseError: // the violations inside say more
		default:
			problems = append(problems, c.explain(d, violation))
		}
	}
	return problems
}

// explain returns a violation as a problem in plain words at its position.
func (c *compiledSchema) explain(d *Document, violation gojsonschema.ResultError) Problem {
	const separator = "\xff" // a byte that no key holds, since texts are UTF-8
	node, part := d.root, c.resolveRef(c.root)
	name := "the file"
	for _, step := range strings.Split(violation.Context().String(separator), separator)[1:] { // the first is the file
		if i, err := strconv.Atoi(step); err == nil && node.IsList() {
			node, part = node.Index(i), c.itemSchema(part)
			continue
		}
		name, node, part = "`"+step+"`", node.Get(step), c.propertySchema(part, step)
	}
	details := violation.Details()
	text, unknown := "", false
	switch violation.(type) {
	case *gojsonschema.AdditionalPropertyNotAllowedError:
		key := fmt.Sprint(details["property"])
		text, unknown = c.unknownKeyText(part, key), NearestWord(key, c.propertyKeys(part)) == ""
		if at, _ := node.KeyAndValue(key); at.Exists() {
			node = at
		}
	case *gojsonschema.RequiredError:
		key := fmt.Sprint(details["property"])
		text = fmt.Sprintf("`%s` is missing%s", key, c.keyPurpose(part, key))
	case *gojsonschema.InvalidTypeError:
		text = name + " " + wrongTypeText(node, fmt.Sprint(details["expected"]))
	case *gojsonschema.EnumError, *gojsonschema.ConstError:
		allowed := c.allowedValues(part)
		near := NearestWord(node.Text(), allowed)
		text, unknown = fmt.Sprintf("%s cannot be `%s`; it is %s", name, node.Text(), QuotedOr(allowed)), near == ""
		if near != "" && len(allowed) > 4 {
			text = fmt.Sprintf("%s cannot be `%s`; did you mean `%s`?", name, node.Text(), near)
		}
	case *gojsonschema.DoesNotMatchPatternError:
		text = fmt.Sprintf("%s cannot be `%s`", name, node.Text())
		if hint := hintOf(part); hint != "" {
			text += "; it is " + hint
		}
	default:
		text = name + " " + outOfBoundsText(node, violation)
	}
	return Problem{
		Code: CodeWrongFormat, File: d.File, Line: node.Line(), Column: node.Column(), Message: text,
		MaybeNewerFormat: unknown,
	}
}

func (c *compiledSchema) unknownKeyText(part map[string]any, key string) string {
	known := c.propertyKeys(part)
	text := fmt.Sprintf("`%s`: unknown", key)
	if near := DidYouMean(key, known); near != "" {
		text += near
	} else if len(known) > 0 && len(known) <= 20 {
		text += "; the keys here are " + strings.Join(known, ", ")
	}
	return text
}

func wrongTypeText(node Node, expected string) string {
	wanted := typeWords(expected)
	text := fmt.Sprintf("should be %s, not %s", wanted, valueInWords(node))
	if strings.Contains(wanted, "text") && node.IsScalar() && !node.IsQuoted() {
		text += "; put quotes around it to make it text"
	}
	if _, err := strconv.Atoi(node.Text()); err == nil && node.IsQuoted() && strings.Contains(wanted, "number") {
		text += "; take the quotes away"
	}
	return text
}

// outOfBoundsText returns the message for a number, length or count that is too small or too large.
func outOfBoundsText(node Node, violation gojsonschema.ResultError) string {
	least, most := violation.Details()["min"], violation.Details()["max"]
	switch violation.(type) {
	case *gojsonschema.NumberGTEError:
		return fmt.Sprintf("is %s; the least is %s", node.Text(), boundText(least))
	case *gojsonschema.NumberLTEError:
		return fmt.Sprintf("is %s; the most is %s", node.Text(), boundText(most))
	case *gojsonschema.ArrayMinItemsError:
		if boundText(least) == "1" {
			return "is an empty list; it needs an entry"
		}
		return fmt.Sprintf("needs at least %d entries", least)
	case *gojsonschema.ArrayMaxItemsError:
		return fmt.Sprintf("may have at most %d entries", most)
	case *gojsonschema.ArrayMinPropertiesError:
		return fmt.Sprintf("is empty; it needs %v of its keys", least)
	case *gojsonschema.ArrayMaxPropertiesError:
		return fmt.Sprintf("may have at most %d keys", most)
	case *gojsonschema.StringLengthGTEError:
		return "is empty"
	case *gojsonschema.StringLengthLTEError:
		return fmt.Sprintf("is longer than %d characters", most)
	case *gojsonschema.ItemsMustBeUniqueError:
		return "names something twice"
	}
	return "does not fit its format"
}

func (c *compiledSchema) resolveRef(part map[string]any) map[string]any {
	return resolveRef(c.root, part)
}

// resolveRef follows "$ref" into the definitions of a schema.
func resolveRef(root, part map[string]any) map[string]any {
	for range 8 {
		ref, ok := part["$ref"].(string)
		if !ok {
			return part
		}
		var target any = root
		for _, step := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
			m, _ := target.(map[string]any)
			target = m[step]
		}
		part, _ = target.(map[string]any)
	}
	return part
}

func (c *compiledSchema) itemSchema(part map[string]any) map[string]any {
	items, _ := part["items"].(map[string]any)
	return c.resolveRef(items)
}

func (c *compiledSchema) propertySchema(part map[string]any, name string) map[string]any {
	if properties, ok := part["properties"].(map[string]any); ok {
		if p, ok := properties[name].(map[string]any); ok {
			return c.resolveRef(p)
		}
	}
	rest, _ := part["additionalProperties"].(map[string]any)
	return c.resolveRef(rest)
}

func (c *compiledSchema) propertyKeys(part map[string]any) []string {
	properties, _ := part["properties"].(map[string]any)
	return slices.Sorted(maps.Keys(properties))
}

func (c *compiledSchema) allowedValues(part map[string]any) []string {
	if one, ok := part["const"]; ok {
		return textList(one)
	}
	return textList(part["enum"])
}

// keyPurpose returns the description of a key in brackets, for the message that the key is missing;
// "" without a description.
func (c *compiledSchema) keyPurpose(part map[string]any, key string) string {
	if hint := hintOf(c.propertySchema(part, key)); hint != "" {
		return " (" + hint + ")"
	}
	return ""
}

// hintOf returns the first sentence of the description of a schema's part; "" without one.
func hintOf(part map[string]any) string {
	description, _ := part["description"].(string)
	hint, _, _ := strings.Cut(description, ". ")
	return strings.TrimSuffix(hint, ".")
}

// typeWords returns the types of a JSON Schema, such as "string" or "[integer,null]", in plain
// words.
func typeWords(expected string) string {
	words := map[string]string{
		"object": "keys and values", "array": "a list", "string": "text", "integer": "a whole number",
		"number": "a number", "boolean": "true or false", "null": "nothing",
	}
	var out []string
	for _, t := range strings.Split(strings.Trim(expected, "[]"), ",") {
		if w, ok := words[t]; ok && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return strings.Join(out, " or ")
}

// valueInWords describes a value for the message about a wrong type: "a list", "the number 3", or
// the text in quotes.
func valueInWords(n Node) string {
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

// boundText returns a minimum or maximum of the schema as text, with all digits.
func boundText(bound any) string {
	if f, ok := bound.(*big.Float); ok {
		return f.Text('f', -1)
	}
	return fmt.Sprint(bound)
}
