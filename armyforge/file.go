// Package armyforge turns the JSON of Army Forge, the list builder of the
// games' makers, into muster's formats and back: army books of the current
// format (3.x) and of the old one (2.x), and lists.
//
// An import never drops anything in silence. What it does not know it reports
// as a Note with the JSON path and goes on; the few things that belong to the
// web site alone are left out on purpose and listed in docs/army-forge.md.
package armyforge

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"muster/catalog"
	"muster/schema"
)

// A Kind is what a JSON file of Army Forge holds.
type Kind string

// The kinds of files.
const (
	BookFile Kind = "army book"
	ListFile Kind = "list"
)

// A File is a JSON file that was recognised as one of Army Forge.
type File struct {
	Path string // as the caller named it, for messages
	Kind Kind
	Name string // of the army or the list, as the file states it
	// Library has the books of lists, and the game systems of a person's own, which
	// may be of games of Army Forge: at first those that ship with muster.
	Library *catalog.Library

	source []byte
	root   map[string]any
	share  *share // of a list that was shared as text
}

// A Note is something that an import could not take over as it was: where in
// the JSON, and what became of it.
type Note struct {
	Path    string // "$.units[3].upgrades[0]"
	Message string // a sentence without a full stop, lower case
}

func (n Note) String() string { return n.Path + ": " + n.Message }

// Open recognises a file by what it holds. The error is a *schema.Error that
// says what the file is instead, with the line and column if it is broken JSON.
func Open(path string, source []byte) (*File, error) {
	source = bytes.TrimPrefix(source, []byte("\xef\xbb\xbf"))
	f := &File{Path: path, Library: catalog.NewLibrary(), source: source}
	switch trimmed := bytes.TrimSpace(source); {
	case len(source) > schema.MaxBytes:
		return nil, f.problem(0, 0, "the file is larger than %d MB, which no army book is; is it the right file?", schema.MaxBytes>>20)
	case schema.Values(source) > maxMarks:
		return nil, f.problem(0, 0, "the file holds more than %d lines and values, which no army book does; is it the right file?", maxMarks)
	case !utf8.Valid(source):
		at := 0
		for c, size := utf8.DecodeRune(source); c != utf8.RuneError || size != 1; c, size = utf8.DecodeRune(source[at:]) {
			at += size
		}
		if !utf8.FullRune(source[at:]) {
			return nil, f.problemAt(at, cutOff)
		}
		return nil, f.problemAt(at, "the text is not UTF-8; download the file again, or save it as UTF-8")
	case len(trimmed) == 0:
		return nil, f.problem(0, 0, "the file is empty; download the army book or list from Army Forge again")
	case trimmed[0] == '<':
		return nil, f.problem(1, 1, "this is a web page, not JSON; download the army book's or list's JSON itself")
	case bytes.HasPrefix(trimmed, []byte("++")):
		return f, f.openShare(string(source))
	case bytes.HasPrefix(trimmed, []byte("muster:")), bytes.Contains(source, []byte("\nmuster:")):
		return nil, f.problem(1, 1, "this is one of muster's own files already; `import` reads the JSON of Army Forge")
	}
	if err := f.scan(); err != nil {
		return nil, err
	}
	var root any
	decoder := json.NewDecoder(bytes.NewReader(source))
	decoder.UseNumber()
	if err := decoder.Decode(&root); err != nil {
		return nil, f.broken(err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, f.problemAt(int(decoder.InputOffset()), "there is more text after the end of the JSON; download the file again")
	}
	fields, ok := root.(map[string]any)
	if !ok {
		return nil, f.problem(1, 1, "the JSON is %s; an army book or a list of Army Forge is an object", describe(root))
	}
	f.root = fields
	for _, named := range []any{fields["name"], wrapped(fields)["name"], fields["listName"]} {
		if name, ok := named.(string); ok && f.Name == "" {
			f.Name = strings.TrimSpace(name)
		}
	}
	switch {
	case isList(fields):
		f.Kind = ListFile
	case isBook(fields):
		f.Kind = BookFile
	default:
		return nil, f.problem(1, 1, "this JSON is neither an army book nor a list of Army Forge (it has %s)", keysOf(fields))
	}
	return f, nil
}

// maxMarks is how many line ends, commas and opening brackets a file may have;
// real books have up to 31,000, or twice that with every value on its own line.
const maxMarks = 80_000

// maxDepth is how deep values may lie in values; real files go to 12.
const maxDepth = 100

// maxEntries is how many entries a list may have; files of ours have no more.
const maxEntries = 2000

// scan refuses what a reader of JSON lets pass: values nested too deep, lists
// without end, and a key that is given twice, of which it is unclear
// which one counts.
func (f *File) scan() error {
	type around struct {
		keys   map[string]bool // of an object, nil for a list
		commas int
	}
	var open []around
	key := false // whether the next text is one
	for at := 0; at < len(f.source); at++ {
		switch c := f.source[at]; c {
		case '"':
			start := at
			for at++; at < len(f.source) && f.source[at] != '"'; at++ {
				if f.source[at] == '\\' {
					at++
				}
			}
			if !key || at >= len(f.source) {
				continue
			}
			keys, name := open[len(open)-1].keys, string(f.source[start+1:at])
			if keys[name] {
				return f.problemAt(start, "the key %q is given twice; download the file again", name)
			}
			keys[name], key = true, false
		case '{', '[':
			if open = append(open, around{}); len(open) > maxDepth {
				return f.problemAt(at, "values are nested more than %d deep, which no army book or list is", maxDepth)
			}
			if key = c == '{'; key {
				open[len(open)-1].keys = map[string]bool{}
			}
		case '}', ']':
			key = false
			open = open[:max(0, len(open)-1)]
		case ',':
			if len(open) == 0 {
				continue
			}
			in := &open[len(open)-1]
			key = in.keys != nil
			if in.commas++; in.commas >= maxEntries {
				return f.problemAt(at, "one list or object has more than %d entries, which no army book or list has; is it the right file?", maxEntries)
			}
		}
	}
	return nil
}

// wrapped returns the list within a saved file, which holds it under `list`
// with what the site keeps about it; nil if the file is no such wrapper.
func wrapped(fields map[string]any) map[string]any {
	list, _ := fields["list"].(map[string]any)
	if _, units := list["units"]; !units || fields["units"] != nil {
		return nil
	}
	return list
}

// isList tells a list from a book by its units: in a list they were selected.
func isList(fields map[string]any) bool {
	if wrapped(fields) != nil {
		return true
	}
	units, _ := fields["units"].([]any)
	for _, u := range units {
		if unit, ok := u.(map[string]any); ok && (unit["selectionId"] != nil || unit["armyId"] != nil) {
			return true
		}
	}
	if fields["units"] == nil || fields["upgradePackages"] != nil {
		return false
	}
	return fields["pointsLimit"] != nil || fields["listPoints"] != nil
}

func isBook(fields map[string]any) bool {
	_, units := fields["units"].([]any)
	return units && (fields["upgradePackages"] != nil || fields["specialRules"] != nil || fields["versionString"] != nil)
}

const cutOff = "the JSON ends in the middle; the download was cut off, so download the file again"

// broken words what keeps a file from being JSON.
func (f *File) broken(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return f.problemAt(len(f.source), cutOff)
	}
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return f.problem(0, 0, "this is not JSON: %s", err.Error())
	}
	at := int(syntax.Offset) - 1
	if blank := len(f.source) - len(bytes.TrimLeft(f.source, " \t\r\n")); at <= blank {
		return f.problemAt(blank, "this is not JSON, and not the text of a list that Army Forge shares")
	}
	return f.problemAt(at, "this is not JSON: %s", syntax.Error())
}

// position turns an offset in bytes into line and column.
func (f *File) position(offset int) (line, column int) {
	before := f.source[:min(max(offset, 0), len(f.source))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(before[start:]) + 1
}

func (f *File) problem(line, column int, format string, args ...any) *schema.Error {
	return schema.ErrorAt("", f.Path, line, column, format, args...)
}

// problemAt is a problem at an offset in bytes.
func (f *File) problemAt(offset int, format string, args ...any) *schema.Error {
	line, column := f.position(offset)
	return f.problem(line, column, format, args...)
}

// keysOf names a few keys of an object, for a message.
func keysOf(fields map[string]any) string {
	keys := slices.Sorted(maps.Keys(fields))
	if len(keys) == 0 {
		return "no keys"
	}
	if len(keys) > 5 {
		return "`" + strings.Join(keys[:5], "`, `") + "`, …"
	}
	return "`" + strings.Join(keys, "`, `") + "`"
}

// describe says what a JSON value is.
func describe(v any) string {
	switch v := v.(type) {
	case nil:
		return "nothing"
	case map[string]any:
		return "an object"
	case []any:
		return "a list"
	case bool:
		return strconv.FormatBool(v)
	case json.Number:
		return "the number " + v.String()
	}
	return fmt.Sprintf("the text %q", v)
}

// A place is where in the JSON something stands. It is written out only when
// there is something to report.
type place struct {
	up    *place
	key   string
	index int // where key is ""
}

func (p *place) in(key string) *place { return &place{up: p, key: key} }

func (p *place) at(index int) *place { return &place{up: p, index: index} }

func (p *place) String() string {
	switch {
	case p == nil:
		return "$"
	case p.key != "":
		return p.up.String() + "." + p.key
	}
	return p.up.String() + "[" + strconv.Itoa(p.index) + "]"
}

// A reader walks through a file's JSON and collects what there is to say.
type reader struct {
	file     *File
	notes    []Note
	problems []schema.Problem // what makes the file unusable, the first of it
	faults   int              // how much of that there is
}

// note reports something that the import goes on from.
func (r *reader) note(at *place, format string, args ...any) {
	r.notes = append(r.notes, Note{Path: at.String(), Message: fmt.Sprintf(format, args...)})
}

// maxFaults is how many faults are named: more are no help.
const maxFaults = 50

// fault reports something that makes the file unusable.
func (r *reader) fault(at *place, format string, args ...any) {
	if r.faults++; r.faults > maxFaults {
		return // finding their places takes long
	}
	line, column := r.file.find(at)
	r.problems = append(r.problems, schema.Problem{
		File: r.file.Path, Line: line, Column: column, Message: at.String() + ": " + fmt.Sprintf(format, args...),
	})
}

// err returns the faults as one error, in the order of the file.
func (r *reader) err() error {
	if len(r.problems) == 0 {
		return nil
	}
	slices.SortStableFunc(r.problems, func(a, b schema.Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	if more := r.faults - len(r.problems); more > 0 {
		r.problems = append(r.problems, r.file.problem(0, 0, "and %d more problems of this kind", more).Problems...)
	}
	return &schema.Error{Problems: r.problems}
}

// find returns the line and column at which a place's value begins.
func (f *File) find(at *place) (line, column int) {
	decoder := json.NewDecoder(bytes.NewReader(f.source))
	seek(decoder, at)
	rest := f.source[decoder.InputOffset():]
	return f.position(len(f.source) - len(bytes.TrimLeft(rest, " \t\r\n:,")))
}

// seek moves to the value at a place, or to where the search for it ends.
func seek(decoder *json.Decoder, at *place) bool {
	if at == nil {
		return true
	}
	if !seek(decoder, at.up) {
		return false
	}
	opening, _ := decoder.Token() // the text was read before
	var skip json.RawMessage
	for i := 0; (opening == json.Delim('[') || opening == json.Delim('{')) && decoder.More(); i++ {
		found := i == at.index
		if opening == json.Delim('{') {
			key, _ := decoder.Token()
			found = key == at.key
		}
		if found || decoder.Decode(&skip) != nil {
			return found
		}
	}
	return false
}

// An object is a JSON object with its place.
type object struct {
	fields map[string]any
	at     *place
	r      *reader
}

// root returns the file's outermost object.
func (r *reader) root() object { return object{fields: r.file.root, r: r} }

// object reads a value that should be an object; ok is false, and the fault
// noted, if it is not.
func (r *reader) object(v any, at *place) (object, bool) {
	fields, ok := v.(map[string]any)
	if !ok {
		r.fault(at, "there should be an object here, not %s", describe(v))
	}
	return object{fields: fields, at: at, r: r}, ok
}

// keys is a set of the keys that an object may have.
type keys map[string]bool

// keysFor makes a set of keys: those that the import reads, and those that it
// leaves out on purpose.
func keysFor(read, leftOut string) keys {
	set := keys{}
	for _, key := range strings.Fields(read + " " + leftOut) {
		set[key] = true
	}
	return set
}

// only reports every key that is not known here and says something.
func (o object) only(known keys) {
	var unknown []string
	for key, value := range o.fields {
		if !known[key] && !isEmpty(value) {
			unknown = append(unknown, key)
		}
	}
	slices.Sort(unknown)
	for _, key := range unknown {
		o.r.note(o.at.in(key), "unknown key, not imported (its value is %s)", describe(o.fields[key]))
	}
}

// with adds the keys of another set.
func (k keys) with(other keys) keys {
	maps.Copy(k, other)
	return k
}

// onlySet is only for lists, where false and 0 mean that nothing was chosen.
func (o object) onlySet(known keys) {
	set := maps.Clone(o.fields)
	maps.DeleteFunc(set, func(_ string, v any) bool { return v == false || v == json.Number("0") })
	object{fields: set, at: o.at, r: o.r}.only(known)
}

// isEmpty reports whether a value says nothing, whatever its key means.
func isEmpty(v any) bool {
	switch v := v.(type) {
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return v == nil
}

// has reports whether a key has a value.
func (o object) has(key string) bool { return o.fields[key] != nil }

// text returns a key's text. A number is taken as it is written; anything else
// is reported and taken as "".
func (o object) text(key string) string {
	if o.fields[key] == nil {
		return ""
	}
	text, _ := o.r.text(o.fields[key], o.at.in(key))
	return text
}

func (r *reader) text(v any, at *place) (text string, ok bool) {
	switch v := v.(type) {
	case string:
		return clean(v), true
	case json.Number:
		return v.String(), true
	}
	r.note(at, "there should be text here, not %s; left out", describe(v))
	return "", false
}

// clean drops what no file of ours may hold: control characters, and blanks
// at the ends.
func clean(text string) string {
	dirty := func(c rune) bool {
		return unicode.IsControl(c) && c != '\n' || c == '\uFEFF' || c == '\uFFFE' || c == '\uFFFF'
	}
	if strings.ContainsFunc(text, dirty) {
		text = strings.NewReplacer("\t", " ", "\r", " ").Replace(text)
		text = strings.Map(func(c rune) rune {
			if dirty(c) {
				return -1
			}
			return c
		}, text)
	}
	return strings.TrimSpace(text)
}

// longest is how many characters a name of ours may have.
const longest = 200

// name is text for a name, which may be missing.
func (o object) name(key, what string) string {
	text := o.text(key)
	if utf8.RuneCountInString(text) > longest {
		o.r.fault(o.at.in(key), "%s is longer than %d characters", what, longest)
	}
	return text
}

// need is text for a name that something cannot do without.
func (o object) need(key, what string) string {
	text := o.name(key, what)
	if text == "" {
		o.r.fault(o.at.in(key), "%s is missing", what)
	}
	return text
}

// number returns a key's whole number, which may be written as text ("01"), or
// the fallback where there is none. Anything else makes the file unusable:
// guessing a price or a count would make wrong lists.
func (o object) number(key string, fallback int) int {
	v := o.fields[key]
	if v == nil {
		return fallback
	}
	n, ok := whole(v)
	if !ok {
		o.r.fault(o.at.in(key), "there should be a whole number here, not %s", describe(v))
		return fallback
	}
	return n
}

// between is number, within limits and not missing.
func (o object) between(key string, least, most int) int {
	if !o.has(key) {
		o.r.fault(o.at.in(key), "the number is missing")
		return least
	}
	n := o.number(key, least)
	if n < least || n > most {
		o.r.fault(o.at.in(key), "it is %d; army books have %d to %d", n, least, most)
		return least
	}
	return n
}

// within is number, within limits where it is there.
func (o object) within(key string, fallback, least, most int) int {
	if !o.has(key) {
		return fallback
	}
	return o.between(key, least, most)
}

// flag returns a key's true or false, which may be missing. It may be written
// as text or as a number; anything else is reported and taken as false.
func (o object) flag(key string) bool {
	v := o.fields[key]
	yes, err := strconv.ParseBool(strings.ToLower(strings.TrimSpace(fmt.Sprint(v))))
	if err != nil && v != nil && v != "" {
		o.r.note(o.at.in(key), "there should be true or false here, not %s; taken as false", describe(v))
	}
	return yes
}

// list returns a key's list, which may be missing.
func (o object) list(key string) []any {
	switch v := o.fields[key].(type) {
	case nil:
		return nil
	case []any:
		return v
	default:
		o.r.fault(o.at.in(key), "there should be a list here, not %s", describe(v))
		return nil
	}
}

// texts returns a key's list of texts.
func (o object) texts(key string) []string {
	var texts []string
	for i, v := range o.list(key) {
		if text, ok := o.r.text(v, o.at.in(key).at(i)); ok {
			texts = append(texts, text)
		}
	}
	return texts
}

// each calls f with every object in a key's list.
func (o object) each(key string, f func(o object)) {
	list := o.list(key)
	if len(list) == 0 {
		return
	}
	at := o.at.in(key)
	for i, v := range list {
		if element, ok := o.r.object(v, at.at(i)); ok {
			f(element)
		}
	}
}

// child returns a key's object, which may be missing.
func (o object) child(key string) (object, bool) {
	if !o.has(key) {
		return object{}, false
	}
	return o.r.object(o.fields[key], o.at.in(key))
}

// whole reads a whole number, also one that is written as text.
func whole(v any) (int, bool) {
	f, err := strconv.ParseFloat(strings.TrimSpace(fmt.Sprint(v)), 64)
	return int(f), err == nil && f == float64(int(f))
}
