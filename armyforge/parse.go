package armyforge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"muster/schema"
)

// A value is a JSON value, and the offsets of its beginning and end in the file. A missing value is
// the zero value.
type value struct {
	data       any // nil, bool, json.Number, string, []value or fields
	begin, end int32
}

type fields map[string]value

func (v value) fields() fields {
	f, _ := v.data.(fields)
	return f
}

func (v value) list() []value {
	list, _ := v.data.([]value)
	return list
}

func (v value) text() string {
	text, _ := v.data.(string)
	return text
}

// isEmpty reports whether a value is null, false, 0 or empty.
func (v value) isEmpty() bool {
	switch is := v.data.(type) {
	case string:
		return is == ""
	case []value:
		return len(is) == 0
	case fields:
		return len(is) == 0
	}
	return v.data == nil
}

// String describes a value, for messages.
func (v value) String() string {
	switch is := v.data.(type) {
	case nil:
		return "nothing"
	case fields:
		return "an object"
	case []value:
		return "a list"
	case bool:
		return strconv.FormatBool(is)
	case json.Number:
		return "the number " + is.String()
	}
	return fmt.Sprintf("the text %q", v.data)
}

// A parser reads a file's JSON in one walk. It is stricter than encoding/json: it refuses
// values nested too deep, lists without end, and a key that is given twice.
type parser struct {
	*File
	offset int // offset in the source
	depth  int // number of open objects and lists
}

// The limits of a file: numbers of marks and entries, depth of nesting.
const (
	// highest number of line ends, commas and opening brackets; real books have up to 31,000, or
	// twice that with a line for each value
	maxJSONSeparators = 80_000
	maxNesting        = 100  // highest depth of nested objects and lists; real files have up to 12
	maxJSONEntries    = 2000 // highest number of entries of a list or an object
)

func (f *File) parse() (value, error) {
	p := parser{File: f}
	v, err := p.value()
	if err == nil && p.peek() != 0 {
		err = f.syntaxError()
	}
	return v, err
}

// peek returns the next character that is not blank, 0 at the end.
func (p *parser) peek() byte {
	for ; p.offset < len(p.source); p.offset++ {
		if c := p.source[p.offset]; c > ' ' || !isBlank(c) {
			return c
		}
	}
	return 0
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// accept moves past a character, and reports whether it was there.
func (p *parser) accept(c byte) bool {
	if p.peek() != c {
		return false
	}
	p.offset++
	return true
}

func (p *parser) value() (v value, err error) {
	c := p.peek()
	v.begin = int32(p.offset)
	switch c {
	case '{':
		v.data, err = p.object()
	case '[':
		v.data, err = p.list()
	case '"':
		v.data, err = p.text()
	default:
		v.data, err = p.literal()
	}
	v.end = int32(p.offset)
	return v, err
}

func (p *parser) object() (fields, error) {
	all := fields{}
	return all, p.entries('}', func() error {
		p.peek()
		begin := p.offset
		key, err := p.text()
		if err != nil {
			return err
		}
		if _, twice := all[key]; twice {
			return p.problemAt(begin, "the key %q is given twice; download the file again", key)
		}
		if !p.accept(':') {
			return p.syntaxError()
		}
		all[key], err = p.value()
		return err
	})
}

func (p *parser) list() ([]value, error) {
	all := []value{}
	err := p.entries(']', func() error {
		v, err := p.value()
		all = append(all, v)
		return err
	})
	return all, err
}

func (p *parser) entries(closing byte, entry func() error) error {
	if p.depth++; p.depth > maxNesting {
		return p.problemAt(p.offset, "values are nested more than %d deep, which no army book or list is", maxNesting)
	}
	defer func() { p.depth-- }()
	p.offset++
	if p.accept(closing) {
		return nil
	}
	for n := 1; ; n++ {
		if err := entry(); err != nil {
			return err
		}
		switch {
		case p.accept(closing):
			return nil
		case !p.accept(','):
			return p.syntaxError()
		case n >= maxJSONEntries:
			return p.problemAt(p.offset-1, "one list or object has more than %d entries, which no army book or list has; is it the right file?", maxJSONEntries)
		}
	}
}

func (p *parser) text() (text string, err error) {
	begin, plain := p.offset, true
	if p.peek() != '"' {
		return "", p.syntaxError()
	}
	for p.offset++; p.offset < len(p.source) && p.source[p.offset] != '"'; p.offset++ {
		switch c := p.source[p.offset]; {
		case c == '\\':
			plain = false
			p.offset++
		case c < ' ':
			plain = false
		}
	}
	if p.offset >= len(p.source) {
		return "", p.syntaxError()
	}
	p.offset++
	raw := p.source[begin:p.offset]
	if plain {
		return string(raw[1 : len(raw)-1]), nil
	}
	if json.Unmarshal(raw, &text) != nil {
		return "", p.syntaxError()
	}
	return text, nil
}

func (p *parser) literal() (any, error) {
	begin := p.offset
	for p.offset < len(p.source) && !isBlank(p.source[p.offset]) && strings.IndexByte(",]}", p.source[p.offset]) < 0 {
		p.offset++
	}
	switch raw := p.source[begin:p.offset]; {
	case string(raw) == "null":
		return nil, nil
	case string(raw) == "true", string(raw) == "false":
		return raw[0] == 't', nil
	case json.Valid(raw):
		return json.Number(raw), nil
	}
	return nil, p.syntaxError()
}

const cutOffText = "the JSON ends in the middle; the download was cut off, so download the file again"

func (f *File) syntaxError() error {
	decoder := json.NewDecoder(bytes.NewReader(f.source))
	var root any
	err := decoder.Decode(&root)
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		decoder.Token() // finds the next text
		return f.problemAt(int(decoder.InputOffset()),
			"there is more text after the end of the JSON; download the file again")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return f.problemAt(len(f.source), cutOffText)
	case !errors.As(err, &syntax):
		return f.problem(0, 0, "this is not JSON: %s", err.Error())
	}
	at := int(syntax.Offset) - 1
	if blank := len(f.source) - len(bytes.TrimLeft(f.source, " \t\r\n")); at <= blank {
		return f.problemAt(blank, "this is not JSON, and not the text of a list that Army Forge shares")
	}
	return f.problemAt(at, "this is not JSON: a comma, a quote or a bracket is missing here, or one is too many")
}

func (f *File) position(offset int) (line, column int) {
	before := f.source[:min(max(offset, 0), len(f.source))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(before[start:]) + 1
}

func (f *File) problem(line, column int, format string, args ...any) *schema.Error {
	return schema.Problem{File: f.Path, Line: line, Column: column}.Errorf(format, args...)
}

func (f *File) problemAt(offset int, format string, args ...any) *schema.Error {
	line, column := f.position(offset)
	return f.problem(line, column, format, args...)
}

// A jsonPath is the position of a value in the JSON: the keys and indices that lead to it. Its text
// is made only for reports.
type jsonPath struct {
	parent *jsonPath
	key    string
	index  int // index in a list; used if key is ""
}

func (p *jsonPath) atKey(key string) *jsonPath { return &jsonPath{parent: p, key: key} }

func (p *jsonPath) atIndex(index int) *jsonPath { return &jsonPath{parent: p, index: index} }

func (p *jsonPath) String() string {
	switch {
	case p == nil:
		return "$"
	case p.key != "":
		return p.parent.String() + "." + p.key
	}
	return p.parent.String() + "[" + strconv.Itoa(p.index) + "]"
}

// findPosition returns the line and column of the value at a place. For a missing value it returns
// the position of the closing bracket of the nearest object or list around it.
func (f *File) findPosition(at *jsonPath) (line, column int) {
	v, there := f.valueAt(at)
	if !there {
		return f.position(int(v.end) - 1)
	}
	return f.position(int(v.begin))
}

// valueAt returns the value at a place, or the nearest existing value around it.
func (f *File) valueAt(at *jsonPath) (v value, there bool) {
	if at == nil {
		return f.root, true
	}
	around, there := f.valueAt(at.parent)
	if !there {
		return around, false
	}
	if list := around.list(); at.key == "" && at.index < len(list) {
		return list[at.index], true
	}
	if v, there = around.fields()[at.key]; there {
		return v, true
	}
	return around, false
}
