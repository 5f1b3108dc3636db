package schema

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// violations checks a document's value and puts each thing that does not fit
// into a sentence with its place.
func (c *compiled) violations(d *Document, value any) (problems []Problem) {
	err := c.validator.Validate(value)
	if err == nil {
		return nil
	}
	var all *jsonschema.ValidationError
	if !errors.As(err, &all) {
		return problemf(d.File, 0, 0, "the file cannot be checked: %v", err).Problems
	}
	var explain func(e *jsonschema.ValidationError)
	explain = func(e *jsonschema.ValidationError) {
		for _, cause := range e.Causes { // which say more
			explain(cause)
		}
		if e.Causes == nil {
			problems = append(problems, c.explain(d, e)...)
		}
	}
	explain(all)
	return problems
}

// explain words one violation, which may be about several keys, and finds the nodes
// that it is about.
func (c *compiled) explain(d *Document, violation *jsonschema.ValidationError) (problems []Problem) {
	node, part := d.root, c.deref(c.root)
	name := "the file"
	for _, step := range violation.InstanceLocation {
		if i, err := strconv.Atoi(step); err == nil && node.IsList() {
			node, part = node.Index(i), c.items(part)
			continue
		}
		name, node, part = "`"+step+"`", node.Get(step), c.property(part, step)
	}
	add := func(at Node, text string) {
		problems = append(problems, Problem{Code: CodeFormat, File: d.File, Line: at.Line(), Column: at.Column(), Message: text})
	}
	unknown := func(at Node, text, word string, known []string) {
		add(at, text)
		problems[len(problems)-1].Unknown = Nearest(word, known) == ""
	}
	switch v := violation.ErrorKind.(type) {
	case *kind.AdditionalProperties:
		for _, key := range v.Properties {
			at, _ := node.Field(key)
			if !at.Exists() {
				at = node
			}
			unknown(at, c.unknown(part, key), key, c.keys(part))
		}
	case *kind.Required:
		for _, key := range v.Missing {
			add(node, fmt.Sprintf("`%s` is missing%s", key, c.purpose(part, key)))
		}
	case *kind.Type:
		add(node, name+" "+wrongType(node, v.Want))
	case *kind.Enum, *kind.Const:
		allowed := c.values(part)
		text := fmt.Sprintf("%s cannot be `%s`; it is %s", name, node.Text(), Quoted(allowed))
		if near := Nearest(node.Text(), allowed); near != "" && len(allowed) > 4 {
			text = fmt.Sprintf("%s cannot be `%s`; did you mean `%s`?", name, node.Text(), near)
		}
		unknown(node, text, node.Text(), allowed)
	case *kind.Pattern:
		text := fmt.Sprintf("%s cannot be `%s`", name, node.Text())
		if hint, ok := part["description"].(string); ok {
			text += "; it is " + hint
		}
		add(node, text)
	default:
		add(node, name+" "+beyond(node, v))
	}
	return problems
}

// unknown says that a key is not among those of a part.
func (c *compiled) unknown(part map[string]any, key string) string {
	known := c.keys(part)
	text := fmt.Sprintf("`%s`: unknown", key)
	if near := DidYouMean(key, known); near != "" {
		text += near
	} else if len(known) > 0 && len(known) <= 12 {
		text += "; the keys here are " + strings.Join(known, ", ")
	}
	return text
}

// wrongType says what a node should be.
func wrongType(node Node, types []string) string {
	wanted := typeWords(types)
	text := fmt.Sprintf("should be %s, not %s", wanted, describe(node))
	if strings.Contains(wanted, "text") && node.IsScalar() && !node.IsQuoted() {
		text += "; put quotes around it to make it text"
	}
	if _, err := strconv.Atoi(node.Text()); err == nil && node.IsQuoted() && strings.Contains(wanted, "number") {
		text += "; take the quotes away"
	}
	return text
}

// beyond says which bound a node does not keep to.
func beyond(node Node, violation jsonschema.ErrorKind) string {
	switch v := violation.(type) {
	case *kind.Minimum:
		return fmt.Sprintf("is %s; the least is %s", node.Text(), plain(v.Want))
	case *kind.Maximum:
		return fmt.Sprintf("is %s; the most is %s", node.Text(), plain(v.Want))
	case *kind.MinItems:
		return fmt.Sprintf("needs at least %d entries", v.Want)
	case *kind.MaxItems:
		return fmt.Sprintf("may have at most %d entries", v.Want)
	case *kind.MinProperties:
		return fmt.Sprintf("needs at least %d of its keys", v.Want)
	case *kind.MaxProperties:
		return fmt.Sprintf("may have at most %d keys", v.Want)
	case *kind.MinLength:
		return "is empty"
	case *kind.MaxLength:
		return fmt.Sprintf("is longer than %d characters", v.Want)
	case *kind.UniqueItems:
		return "names something twice"
	}
	return "does not fit its format"
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
func typeWords(types []string) string {
	words := map[string]string{
		"object": "keys and values", "array": "a list", "string": "text", "integer": "a whole number",
		"number": "a number", "boolean": "true or false", "null": "nothing",
	}
	var out []string
	for _, t := range types {
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

// plain prints a bound in full.
func plain(bound *big.Rat) string {
	x, _ := bound.Float64()
	return strconv.FormatFloat(x, 'f', -1, 64)
}
