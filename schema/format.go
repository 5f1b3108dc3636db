package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// A part is a JSON Schema of draft 7, of which it knows the keywords that the
// files here use; a test holds that there are no others, and that what passes
// here passes a whole JSON Schema library and the reverse. Such a library takes
// longer to start than a whole check may.
type part struct {
	Ref           string           `json:"$ref"` // "#/definitions/name", and then nothing else counts
	Description   string           `json:"description"`
	Type          types            `json:"type"`
	Const         any              `json:"const"`
	Enum          []any            `json:"enum"`
	Minimum       *float64         `json:"minimum"`
	Maximum       *float64         `json:"maximum"`
	MinLength     int              `json:"minLength"` // in characters
	MaxLength     *int             `json:"maxLength"`
	Pattern       *pattern         `json:"pattern"`
	MinItems      int              `json:"minItems"`
	MaxItems      *int             `json:"maxItems"`
	UniqueItems   bool             `json:"uniqueItems"` // of texts
	Items         *part            `json:"items"`
	MinProperties int              `json:"minProperties"`
	MaxProperties *int             `json:"maxProperties"`
	Required      []string         `json:"required"`
	Properties    map[string]*part `json:"properties"`
	Additional    additional       `json:"additionalProperties"`
	If            *part            `json:"if"`
	Then          *part            `json:"then"`
	Else          *part            `json:"else"`
	Definitions   map[string]*part `json:"definitions"`
}

// types are the names of JSON types, one of which a value has; all, if there are
// none.
type types []string

func (t *types) UnmarshalJSON(text []byte) error {
	if text[0] == '[' {
		return json.Unmarshal(text, (*[]string)(t))
	}
	*t = make(types, 1)
	return json.Unmarshal(text, &(*t)[0])
}

// additional is what keys may hold that are not among the properties.
type additional struct {
	none bool
	part *part // nil: anything
}

func (a *additional) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case "true", "false":
		a.none = text[0] == 'f'
		return nil
	}
	return json.Unmarshal(text, &a.part)
}

// A pattern is compiled when the first text is held against it.
type pattern struct{ compiled func() *regexp.Regexp }

func (p *pattern) UnmarshalText(text []byte) error {
	p.compiled = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(string(text)) })
	return nil
}

// A value is what a JSON Schema speaks of, with its place in the file.
type value struct {
	key    *yaml.Node // of a field of a mapping
	node   *yaml.Node
	scalar any // a float64, string, bool or nil
	list   []*value
	fields map[string]*value
}

func (v *value) is(name string) bool {
	switch name {
	case "object":
		return v.fields != nil
	case "array":
		return v.list != nil
	}
	if v.fields != nil || v.list != nil {
		return false
	}
	switch s := v.scalar.(type) {
	case string:
		return name == "string"
	case bool:
		return name == "boolean"
	case float64:
		return name == "number" || name == "integer" && s == math.Trunc(s)
	}
	return name == "null"
}

// A compiled schema is ready to use.
type compiled struct{ root part }

func compileFile(name string) (*compiled, error) {
	c := &compiled{}
	if err := readJSON(name, &c.root); err != nil {
		return nil, err
	}
	return c, nil
}

// deref follows references to definitions: the format's own, or those that
// several share, of which no more files are read than need be.
func (c *compiled) deref(p *part) *part {
	for p != nil && p.Ref != "" {
		name := strings.TrimPrefix(p.Ref, "#/definitions/")
		found := c.root.Definitions[name]
		for i := 0; found == nil; i++ {
			found = common()[i]()[name]
		}
		p = found
	}
	return p
}

// common loads the definitions that several formats share, file by file, the
// shortest name and most used first.
var common = sync.OnceValue(func() (all []func() map[string]*part) {
	names := commonFiles()
	slices.SortStableFunc(names, func(a, b string) int { return len(a) - len(b) })
	for _, name := range names {
		all = append(all, sync.OnceValue(func() map[string]*part {
			var root part
			if err := readJSON(name, &root); err != nil {
				panic(err) // the files are part of the program
			}
			return root.Definitions
		}))
	}
	return all
})

// A checker holds values against a format and collects what does not fit.
type checker struct {
	format   *compiled
	file     string
	problems []Problem
	most     int // after so many problems it looks for no more
}

// violations puts each thing that does not fit into a sentence with its place,
// and stops soon after so many.
func (c *compiled) violations(file string, root *value, most int) []Problem {
	k := checker{format: c, file: file, most: most}
	k.check(&c.root, root, "the file")
	return k.problems
}

// check holds a value and all within it against a part of the format. The name
// is that of the last key on the way there.
func (c *checker) check(p *part, v *value, name string) {
	if p = c.format.deref(p); p != nil && len(c.problems) <= c.most {
		c.within(p, p, v, name)
	}
}

// within is check for a branch of a part, which says less of its properties than
// the whole does.
func (c *checker) within(p, whole *part, v *value, name string) {
	switch {
	case len(p.Type) > 0 && !slices.ContainsFunc(p.Type, v.is):
		c.mistyped(p, v, name)
		return
	case p.Const != nil && v.scalar != p.Const:
		c.unlisted([]any{p.Const}, v, name)
	case p.Enum != nil && !slices.Contains(p.Enum, v.scalar):
		c.unlisted(p.Enum, v, name)
	}
	switch s := v.scalar.(type) {
	case float64:
		if p.Minimum != nil && s < *p.Minimum {
			c.problem(v.node, "%s is %s; the least is %s", name, Node{v.node}.Text(), plain(*p.Minimum))
		}
		if p.Maximum != nil && s > *p.Maximum {
			c.problem(v.node, "%s is %s; the most is %s", name, Node{v.node}.Text(), plain(*p.Maximum))
		}
	case string:
		c.text(p, s, v, name)
	}
	if v.list != nil {
		c.list(p, v, name)
	}
	if v.fields != nil {
		c.mapping(p, whole, v, name)
	}
	if p.If == nil {
		return
	}
	condition := checker{format: c.format, most: c.most}
	condition.check(p.If, v, name)
	branch := p.Then
	if condition.problems != nil {
		branch = p.Else
	}
	if branch != nil {
		c.within(branch, whole, v, name)
	}
}

func (c *checker) mistyped(p *part, v *value, name string) {
	node, wanted := Node{v.node}, typeWords(p.Type)
	text := fmt.Sprintf("%s should be %s, not %s", name, wanted, describe(node))
	if strings.Contains(wanted, "text") && node.IsScalar() && !node.IsQuoted() {
		text += "; put quotes around it to make it text"
	}
	if _, err := strconv.Atoi(node.Text()); err == nil && node.IsQuoted() && strings.Contains(wanted, "number") {
		text += "; take the quotes away"
	}
	c.problem(v.node, "%s", text)
}

func (c *checker) unlisted(allowed []any, v *value, name string) {
	word, words := Node{v.node}.Text(), make([]string, len(allowed))
	for i, a := range allowed {
		words[i] = fmt.Sprint(a)
	}
	if near := Nearest(word, words); near != "" && len(words) > 4 {
		c.problem(v.node, "%s cannot be `%s`; did you mean `%s`?", name, word, near)
		return
	}
	c.problem(v.node, "%s cannot be `%s`; it is %s", name, word, orList(words))
}

func (c *checker) text(p *part, s string, v *value, name string) {
	if p.MinLength > 0 && utf8.RuneCountInString(s) < p.MinLength {
		c.problem(v.node, "%s is empty", name)
	}
	if p.MaxLength != nil && utf8.RuneCountInString(s) > *p.MaxLength {
		c.problem(v.node, "%s is longer than %d characters", name, *p.MaxLength)
	}
	if p.Pattern != nil && !p.Pattern.compiled().MatchString(s) {
		text := fmt.Sprintf("%s cannot be `%s`", name, s)
		if p.Description != "" {
			text += "; it is " + p.Description
		}
		c.problem(v.node, "%s", text)
	}
}

func (c *checker) list(p *part, v *value, name string) {
	if len(v.list) < p.MinItems {
		c.problem(v.node, "%s needs at least %d entries", name, p.MinItems)
	}
	if p.MaxItems != nil && len(v.list) > *p.MaxItems {
		c.problem(v.node, "%s may have at most %d entries", name, *p.MaxItems)
	}
	if p.UniqueItems {
		seen := map[any]bool{}
		for _, item := range v.list {
			seen[item.scalar] = true
		}
		if len(seen) < len(v.list) {
			c.problem(v.node, "%s names something twice", name)
		}
	}
	if p.Items != nil {
		for _, item := range v.list {
			c.check(p.Items, item, name)
		}
	}
}

func (c *checker) mapping(p, whole *part, v *value, name string) {
	if len(v.fields) < p.MinProperties {
		c.problem(v.node, "%s needs at least %d of its keys", name, p.MinProperties)
	}
	if p.MaxProperties != nil && len(v.fields) > *p.MaxProperties {
		c.problem(v.node, "%s may have at most %d keys", name, *p.MaxProperties)
	}
	for _, key := range p.Required {
		if v.fields[key] == nil {
			text := fmt.Sprintf("`%s` is missing", key)
			if property := c.format.deref(whole.Properties[key]); property != nil && property.Description != "" {
				text += " (" + property.Description + ")"
			}
			c.problem(v.node, "%s", text)
		}
	}
	for key, field := range v.fields {
		switch property := p.Properties[key]; {
		case property != nil:
			c.check(property, field, "`"+key+"`")
		case p.Additional.none:
			c.unknown(p, key, field.key)
		case p.Additional.part != nil:
			c.check(p.Additional.part, field, "`"+key+"`")
		}
	}
}

func (c *checker) unknown(p *part, key string, node *yaml.Node) {
	known := slices.Sorted(maps.Keys(p.Properties))
	text := fmt.Sprintf("`%s`: unknown", key)
	if near := DidYouMean(key, known); near != "" {
		text += near
	} else if len(known) > 0 && len(known) <= 12 {
		text += "; the keys here are " + strings.Join(known, ", ")
	}
	c.problem(node, "%s", text)
}

func (c *checker) problem(n *yaml.Node, format string, args ...any) {
	c.problems = append(c.problems, problemf(c.file, n.Line, n.Column, format, args...).Problems...)
}

// typeWords words JSON Schema's types for a person.
func typeWords(expected types) string {
	words := map[string]string{
		"object": "keys and values", "array": "a list", "string": "text", "integer": "a whole number",
		"number": "a number", "boolean": "true or false", "null": "nothing",
	}
	out := make([]string, len(expected))
	for i, t := range expected {
		out[i] = words[t]
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
func plain(bound float64) string { return strconv.FormatFloat(bound, 'f', -1, 64) }
