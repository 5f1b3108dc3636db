package schema

import (
	"bytes"
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"muster/convert"
)

// Maximum width, in characters, of a mapping (maxMapWidth) or a list (maxListWidth) that is written
// on one line.
const (
	maxMapWidth  = 160
	maxListWidth = 100
)

// Write returns a struct as the text of a file of a kind, with the keys and the order of its
// `yaml:"…"` tags and their options omitempty and inline. Short mappings and lists are written on
// one line.
//
// Two more tags set the layout. `layout:"lines"` writes each entry of a list on a line,
// `layout:"block"` also each key of an entry or of a mapping, and `layout:"paragraphs"` also puts
// an empty line between entries. `default:"1"` omits a number with that value.
//
// comment returns the comment lines before a top-level key ("units"), before an entry of a list in
// paragraphs ("units[0]"), or before the whole text (""); it may return "". A nil comment writes
// none.
func Write(kind string, v any, comment func(path string) string) []byte {
	if comment == nil {
		comment = noComment
	}
	w := writer{comment: comment, scalarTexts: map[string]string{}}
	w.WriteString(comment("") + "muster: " + kind + "\n")
	w.writeFields(valueToWrite(reflect.ValueOf(v)), "", "")
	return w.Bytes()
}

// YAMLLines returns a struct as Write does, as the lines of a mapping without the first line.
func YAMLLines(v any) string {
	w := writer{comment: noComment, scalarTexts: map[string]string{}}
	w.writeFields(valueToWrite(reflect.ValueOf(v)), "", "")
	return w.String()
}

// noComment is a comment function for text without comments.
func noComment(string) string { return "" }

// YAMLLine returns a value as Write does, on one line.
func YAMLLine(v any) string {
	w := writer{scalarTexts: map[string]string{}}
	return w.valueLine(valueToWrite(reflect.ValueOf(v)))
}

// YAMLKeys returns the keys of a struct in the order in which Write writes them.
func YAMLKeys(v any) []string {
	return convert.All(fieldsOf(reflect.TypeOf(v)), func(f field) string { return f.key })
}

type writer struct {
	bytes.Buffer
	comment     func(path string) string
	scalarTexts map[string]string // results of FormatScalar, by text
}

// valueToWrite returns the value to write in place of v: the value that v points to, or the result
// of v's marshaler.
func valueToWrite(v reflect.Value) reflect.Value {
	if v.Kind() != reflect.Pointer && v.CanAddr() {
		v = v.Addr() // copies nothing
	}
	switch m := v.Interface().(type) {
	case yaml.Marshaler:
		if short, err := m.MarshalYAML(); err == nil {
			return valueToWrite(reflect.ValueOf(short))
		}
	case encoding.TextMarshaler:
		if text, err := m.MarshalText(); err == nil {
			return reflect.ValueOf(string(text))
		}
	}
	if v.Kind() == reflect.Pointer {
		return v.Elem()
	}
	return v
}

// writeFields writes a struct's fields, each on lines of its own with an indent. If path is not "",
// the indent of the first field has been written.
func (w *writer) writeFields(v reflect.Value, indent, path string) {
	first := path != ""
	eachField(v, func(f *field, v reflect.Value) {
		if path == "" {
			w.WriteString(w.comment(f.key))
		}
		if !first {
			w.WriteString(indent)
		}
		first = false
		w.WriteString(f.key + ":")
		switch {
		case f.layout == "" || f.layout == "lines" && v.Len() == 0:
			w.writeValue(v, indent)
		case v.Kind() != reflect.Slice:
			w.WriteString("\n" + indent + "  ")
			w.writeFields(v, indent+"  ", f.key)
		case v.Len() == 0:
			w.WriteString(" []\n")
		default:
			w.WriteByte('\n')
			w.writeEntries(v, indent+"  ", f)
		}
	})
}

func (w *writer) writeEntries(list reflect.Value, indent string, f *field) {
	for i := range list.Len() {
		entry := valueToWrite(list.Index(i))
		if f.layout == "paragraphs" {
			w.WriteByte('\n')
			if above := w.comment(f.key + "[" + strconv.Itoa(i) + "]"); above != "" {
				w.WriteString(indent + above)
			}
		}
		w.WriteString(indent + "-")
		if f.layout == "lines" {
			w.writeValue(entry, indent)
			continue
		}
		w.WriteByte(' ')
		w.writeFields(entry, indent+"  ", f.key)
	}
}

// writeValue writes a value after its key or dash: on the same line if it is short, else on lines
// with an indent two wider.
func (w *writer) writeValue(v reflect.Value, indent string) {
	line := w.valueLine(v)
	indent += "  "
	switch {
	case v.Kind() == reflect.Struct && len(line) > maxMapWidth:
		if bytes.HasSuffix(w.Bytes(), []byte("-")) {
			w.WriteByte(' ')
		} else {
			w.WriteString("\n" + indent)
		}
		w.writeFields(v, indent, "-")
	case v.Kind() == reflect.Slice && len(line) > maxListWidth && v.Index(0).Kind() == reflect.Struct:
		w.WriteByte('\n')
		w.writeEntries(v, indent, &field{layout: "lines"})
	case v.Kind() == reflect.String && fitsYAMLBlock(v.String()):
		w.WriteString(" |-\n")
		for _, text := range strings.Split(v.String(), "\n") {
			if text != "" {
				text = indent + text
			}
			w.WriteString(text + "\n")
		}
	default:
		w.WriteString(" " + line + "\n")
	}
}

func (w *writer) valueLine(v reflect.Value) string {
	var parts []string
	switch v.Kind() {
	case reflect.Struct:
		eachField(v, func(f *field, v reflect.Value) { parts = append(parts, f.key+": "+w.valueLine(v)) })
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortStableFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		for _, key := range keys {
			parts = append(parts, w.scalar(key.String())+": "+w.valueLine(valueToWrite(v.MapIndex(key))))
		}
	case reflect.Slice:
		for i := range v.Len() {
			parts = append(parts, w.valueLine(valueToWrite(v.Index(i))))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case reflect.Int:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'f', -1, 64)
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	default:
		return w.scalar(v.String())
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// eachField calls do for every field of a struct that is written, with the field's value.
func eachField(v reflect.Value, do func(f *field, v reflect.Value)) {
	fields := fieldsOf(v.Type())
	for i := range fields {
		f := &fields[i]
		value := v.Field(f.index)
		switch {
		case f.inline:
			eachField(value, do)
		case f.omitEmpty && isEmpty(value):
		case f.defaultText != "" && strconv.FormatInt(value.Int(), 10) == f.defaultText:
		default:
			do(f, valueToWrite(value))
		}
	}
}

// A field describes a struct field by its tags.
type field struct {
	index                    int
	key, layout, defaultText string
	inline, omitEmpty        bool
}

var fieldsByType sync.Map // []field by reflect.Type

func fieldsOf(t reflect.Type) []field {
	if known, ok := fieldsByType.Load(t); ok {
		return known.([]field)
	}
	var all []field
	for i := range t.NumField() {
		f := t.Field(i)
		tag, tagged := f.Tag.Lookup("yaml")
		if !tagged || tag == "-" {
			continue
		}
		key, options, _ := strings.Cut(tag, ",")
		all = append(all, field{
			index: i, key: key, layout: f.Tag.Get("layout"), defaultText: f.Tag.Get("default"),
			inline: options == "inline", omitEmpty: options == "omitempty",
		})
	}
	fieldsByType.Store(t, all)
	return all
}

func isEmpty(v reflect.Value) bool {
	if v.Kind() == reflect.Slice || v.Kind() == reflect.Map {
		return v.Len() == 0
	}
	return v.IsZero()
}

// fitsYAMLBlock reports whether a text has several lines that can be written as a YAML block.
func fitsYAMLBlock(text string) bool {
	for _, line := range strings.Split(text, "\n") {
		if line != strings.TrimSpace(line) || strings.ContainsFunc(line, func(c rune) bool { return !strconv.IsPrint(c) }) {
			return false
		}
	}
	return strings.Contains(text, "\n") && text == strings.TrimSpace(text)
}

// scalar returns FormatScalar(text), computed once for each text.
func (w *writer) scalar(text string) string {
	if isPlainScalar(text) {
		return text
	}
	out, done := w.scalarTexts[text]
	if !done {
		out = FormatScalar(text)
		w.scalarTexts[text] = out
	}
	return out
}

// isPlainScalar reports whether a text certainly needs no quotes, like most texts. For a few texts
// that need none it is false.
func isPlainScalar(text string) bool {
	letters := false // that are part of no number
	for i := range len(text) {
		switch c := text[i] | 0x20; {
		case c >= 'g' && c <= 'z' && c != 'o' && c != 'x' && text[i] >= 'A':
			letters = true
		case c >= 'a' && c <= 'z' && text[i] >= 'A' || text[i] >= '0' && text[i] <= '9':
		case i > 0 && i < len(text)-1 && strings.IndexByte(" -_()+/.'", text[i]) >= 0:
		case i > 0 && text[i] == ')':
		default:
			return false
		}
	}
	switch strings.ToLower(text) {
	case "true", "yes", "no", "on", "y", "n", "null":
		return false
	}
	return letters
}

// FreeID returns id if it is not taken, else id with the first number from 2 that is free:
// "rifle-2".
func FreeID(id string, taken func(id string) bool) string {
	free := id
	for n := 2; taken(free); n++ {
		free = fmt.Sprintf("%s-%d", id, n)
	}
	return free
}
