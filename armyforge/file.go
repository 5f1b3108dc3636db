// Package armyforge turns the JSON of Army Forge, the list builder of the
// games' makers, into muster's formats and back: army books of the current
// format (3.x) and of the old one (2.x), and lists.
//
// An import never drops anything in silence. It reports an unknown key as a Note with
// the JSON path and goes on; the few things that belong to the web site alone are left
// out on purpose and listed in docs/army-forge.md.
package armyforge

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"muster/catalog"
	"muster/schema"
)

// A Kind is the kind of a JSON file of Army Forge.
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
	// Library has the books of lists, and a person's own game systems, possibly games of
	// Army Forge: at first those that ship with muster.
	Library *catalog.Library

	source []byte
	root   value
	share  *share // of a list that was shared as text
}

// A Note is one change that an import had to make: its place in the JSON, and the
// outcome.
type Note struct {
	Path    string // "$.units[3].upgrades[0]"
	Message string // a sentence without a full stop, lower case
}

func (n Note) String() string { return n.Path + ": " + n.Message }

// Open recognises a file by its contents. The error is a *schema.Error that names the
// file's real kind, or the line and column of broken JSON.
func Open(path string, source []byte) (*File, error) {
	source = bytes.TrimPrefix(source, []byte("\xef\xbb\xbf"))
	f := &File{Path: path, Library: catalog.NewLibrary(), source: source}
	switch trimmed := bytes.TrimSpace(source); {
	case len(source) > schema.MaxBytes:
		return nil, f.problem(0, 0,
			"the file is larger than %d MB, which no army book is; is it the right file?", schema.MaxBytes>>20)
	case schema.CountValues(source) > maxMarks:
		return nil, f.problem(0, 0,
			"the file holds more than %d lines and values, which no army book does; is it the right file?", maxMarks)
	case !schema.IsText(source):
		return nil, schema.NoText(path)
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
	case bytes.HasPrefix(trimmed, []byte("++")), IsPrinted(source):
		return f, f.openShare(string(source))
	case bytes.HasPrefix(trimmed, []byte("muster:")), bytes.Contains(source, []byte("\nmuster:")):
		return nil, f.problem(1, 1, "this is one of muster's own files already; `import` reads the JSON of Army Forge")
	}
	root, err := f.parse()
	if err != nil {
		return nil, err
	}
	object, ok := root.is.(fields)
	if !ok {
		return nil, f.problem(1, 1, "the JSON is %s; an army book or a list of Army Forge is an object", root)
	}
	f.root = root
	for _, named := range []value{object["name"], wrapped(object)["name"], object["listName"]} {
		if f.Name == "" {
			f.Name = strings.TrimSpace(named.text())
		}
	}
	switch {
	case isList(object):
		f.Kind = ListFile
	case isBook(object):
		f.Kind = BookFile
	default:
		return nil, f.problem(1, 1,
			"this JSON is neither an army book nor a list of Army Forge (it has %s)", keysOf(object))
	}
	return f, nil
}

// wrapped returns the list under `list` in a saved file, beside data of the site; nil
// if the file is no such wrapper.
func wrapped(file fields) fields {
	list := file["list"].fields()
	if _, units := list["units"]; !units || file["units"].is != nil {
		return nil
	}
	return list
}

// isList tells a list from a book by its units: in a list they were selected.
func isList(file fields) bool {
	if wrapped(file) != nil {
		return true
	}
	for _, v := range file["units"].list() {
		if unit := v.fields(); unit["selectionId"].is != nil || unit["armyId"].is != nil {
			return true
		}
	}
	if file["units"].is == nil || file["upgradePackages"].is != nil {
		return false
	}
	return file["pointsLimit"].is != nil || file["listPoints"].is != nil
}

func isBook(file fields) bool {
	_, units := file["units"].is.([]value)
	return units &&
		(file["upgradePackages"].is != nil || file["specialRules"].is != nil || file["versionString"].is != nil)
}

// keysOf names a few keys of an object, for a message.
func keysOf(object fields) string {
	keys := slices.Sorted(maps.Keys(object))
	if len(keys) == 0 {
		return "no keys"
	}
	if len(keys) > 5 {
		return "`" + strings.Join(keys[:5], "`, `") + "`, …"
	}
	return "`" + strings.Join(keys, "`, `") + "`"
}

// A reader walks through a file's JSON and collects notes and faults.
type reader struct {
	file     *File
	notes    []Note
	problems []schema.Problem // the first faults, each of them fatal
	faults   int              // how many there are
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

// An object is a JSON object with its place.
type object struct {
	fields fields
	at     *place
	r      *reader
}

// root returns the file's outermost object.
func (r *reader) root() object { return object{fields: r.file.root.fields(), r: r} }

// object reads a value that should be an object; ok is false, and the fault
// noted, if it is not.
func (r *reader) object(v value, at *place) (object, bool) {
	all, ok := v.is.(fields)
	if !ok {
		r.fault(at, "there should be an object here, not %s", v)
	}
	return object{fields: all, at: at, r: r}, ok
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

// only reports every key that has a value and is not among the known ones.
func (o object) only(known keys) {
	var unknown []string
	for key, value := range o.fields {
		if !known[key] && !value.isEmpty() {
			unknown = append(unknown, key)
		}
	}
	slices.Sort(unknown)
	for _, key := range unknown {
		o.r.note(o.at.atKey(key), "unknown key, not imported (its value is %s)", o.fields[key])
	}
}

// and adds the keys of another set.
func (k keys) and(other keys) keys {
	maps.Copy(k, other)
	return k
}

// onlySet is like only, but ignores keys with the value false or 0: in lists these mean that nothing
// was chosen.
func (o object) onlySet(known keys) {
	set := maps.Clone(o.fields)
	maps.DeleteFunc(set, func(_ string, v value) bool { return v.is == false || v.is == json.Number("0") })
	object{fields: set, at: o.at, r: o.r}.only(known)
}

// has reports whether a key has a value.
func (o object) has(key string) bool { return o.fields[key].is != nil }

// text returns a key's text. A number is taken as it is written; anything else
// is reported and taken as "".
func (o object) text(key string) string {
	if !o.has(key) {
		return ""
	}
	text, _ := o.r.text(o.fields[key], o.at.atKey(key))
	return text
}

func (r *reader) text(v value, at *place) (text string, ok bool) {
	switch is := v.is.(type) {
	case string:
		return clean(is), true
	case json.Number:
		return is.String(), true
	}
	r.note(at, "there should be text here, not %s; left out", v)
	return "", false
}

// clean drops control characters, and blanks at the ends: no file of ours may hold
// them.
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

// name is text for a name. It may be missing.
func (o object) name(key, what string) string {
	text := o.text(key)
	if utf8.RuneCountInString(text) > longest {
		o.r.fault(o.at.atKey(key), "%s is longer than %d characters", what, longest)
	}
	return text
}

// need is text for a name that something cannot do without.
func (o object) need(key, what string) string {
	text := o.name(key, what)
	if text == "" {
		o.r.fault(o.at.atKey(key), "%s is missing", what)
	}
	return text
}

// number returns a key's whole number, also from text ("01"), or the fallback where
// there is none. Anything else makes the file unusable: guessing a price or a count
// would make wrong lists.
func (o object) number(key string, fallback int) int {
	if !o.has(key) {
		return fallback
	}
	v := o.fields[key]
	n, ok := whole(v.is)
	if !ok {
		o.r.fault(o.at.atKey(key), "there should be a whole number here, not %s", v)
		return fallback
	}
	return n
}

// between is number, within limits and not missing.
func (o object) between(key string, least, most int) int {
	if !o.has(key) {
		o.r.fault(o.at.atKey(key), "the number is missing")
		return least
	}
	n := o.number(key, least)
	if n < least || n > most {
		o.r.fault(o.at.atKey(key), "it is %d; army books have %d to %d", n, least, most)
		return least
	}
	return n
}

// within is like number, but limits a stated number to a range.
func (o object) within(key string, fallback, least, most int) int {
	if !o.has(key) {
		return fallback
	}
	return o.between(key, least, most)
}

// flag returns a key's true or false, also from text or a number; false if it is
// missing. Anything else is reported and taken as false.
func (o object) flag(key string) bool {
	v := o.fields[key]
	yes, err := strconv.ParseBool(strings.ToLower(strings.TrimSpace(fmt.Sprint(v.is))))
	if err != nil && v.is != nil && v.is != "" {
		o.r.note(o.at.atKey(key), "there should be true or false here, not %s; taken as false", v)
	}
	return yes
}

// list returns a key's list, nil if it is missing.
func (o object) list(key string) []value {
	list, ok := o.fields[key].is.([]value)
	if !ok && o.has(key) {
		o.r.fault(o.at.atKey(key), "there should be a list here, not %s", o.fields[key])
	}
	return list
}

// texts returns a key's list of texts.
func (o object) texts(key string) []string {
	var texts []string
	for i, v := range o.list(key) {
		if text, ok := o.r.text(v, o.at.atKey(key).atIndex(i)); ok {
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
	at := o.at.atKey(key)
	for i, v := range list {
		if element, ok := o.r.object(v, at.atIndex(i)); ok {
			f(element)
		}
	}
}

// child returns a key's object; ok is false if it is missing.
func (o object) child(key string) (object, bool) {
	if !o.has(key) {
		return object{}, false
	}
	return o.r.object(o.fields[key], o.at.atKey(key))
}

// whole reads a whole number, also one that is written as text.
func whole(v any) (int, bool) {
	f, err := strconv.ParseFloat(strings.TrimSpace(fmt.Sprint(v)), 64)
	return int(f), err == nil && f == float64(int(f))
}
