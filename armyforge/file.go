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

// A FileKind is the kind of a JSON file of Army Forge: an army book or a list.
type FileKind string

// BookFile is the kind of a file with an army book, ListFile of a file with a list.
const (
	BookFile FileKind = "army book"
	ListFile FileKind = "list"
)

// A File is a JSON file that was recognised as one of Army Forge.
type File struct {
	Path string // the path that the caller gave, for messages
	Kind FileKind
	Name string // name of the army or the list, as the file states it
	// Library holds the books for lists, and a person's own game systems, since a file may be for
	// one of these. At first it holds muster's books.
	Library *catalog.Library

	source []byte
	root   value
	shared *sharedList // the list, if it was shared as text instead of JSON
}

// A Note is one change made by an import: its place in the JSON, and the outcome.
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
	case len(source) > schema.MaxFileBytes:
		return nil, f.problem(0, 0,
			"the file is larger than %d MB, which no army book is; is it the right file?", schema.MaxFileBytes>>20)
	case schema.CountValues(source) > maxJSONSeparators:
		return nil, f.problem(0, 0,
			"the file holds more than %d lines and values, which no army book does; is it the right file?", maxJSONSeparators)
	case !schema.IsText(source):
		return nil, schema.NotTextError(path)
	case !utf8.Valid(source):
		at := 0
		for c, size := utf8.DecodeRune(source); c != utf8.RuneError || size != 1; c, size = utf8.DecodeRune(source[at:]) {
			at += size
		}
		if !utf8.FullRune(source[at:]) {
			return nil, f.problemAt(at, cutOffText)
		}
		return nil, f.problemAt(at, "the text is not UTF-8; download the file again, or save it as UTF-8")
	case len(trimmed) == 0:
		return nil, f.problem(0, 0, "the file is empty; download the army book or list from Army Forge again")
	case trimmed[0] == '<':
		return nil, f.problem(1, 1, "this is a web page, not JSON; download the army book's or list's JSON itself")
	case bytes.HasPrefix(trimmed, []byte("++")), IsMusterText(source):
		return f, f.openSharedText(string(source))
	case bytes.HasPrefix(trimmed, []byte("muster:")), bytes.Contains(source, []byte("\nmuster:")):
		return nil, f.problem(1, 1, "this is one of muster's own files already; `import` reads the JSON of Army Forge")
	}
	root, err := f.parse()
	if err != nil {
		return nil, err
	}
	object, ok := root.data.(fields)
	if !ok {
		return nil, f.problem(1, 1, "the JSON is %s; an army book or a list of Army Forge is an object", root)
	}
	f.root = root
	for _, named := range []value{object["name"], listInside(object)["name"], object["listName"]} {
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

// listInside returns the list in a saved file that holds it under the key `list`, next to data of
// the web site. It returns nil for other files.
func listInside(file fields) fields {
	list := file["list"].fields()
	if _, units := list["units"]; !units || file["units"].data != nil {
		return nil
	}
	return list
}

// isList reports whether a file is a list rather than a book: only a list's units have a selection
// id or an army id.
func isList(file fields) bool {
	if listInside(file) != nil {
		return true
	}
	for _, v := range file["units"].list() {
		if unit := v.fields(); unit["selectionId"].data != nil || unit["armyId"].data != nil {
			return true
		}
	}
	if file["units"].data == nil || file["upgradePackages"].data != nil {
		return false
	}
	return file["pointsLimit"].data != nil || file["listPoints"].data != nil
}

func isBook(file fields) bool {
	_, units := file["units"].data.([]value)
	return units &&
		(file["upgradePackages"].data != nil || file["specialRules"].data != nil || file["versionString"].data != nil)
}

// keysOf lists a few keys of an object, for a message.
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
	file       *File
	notes      []Note
	problems   []schema.Problem // the first maxReportedFaults faults, each of them fatal
	faultCount int              // number of all faults
}

func (r *reader) note(at *jsonPath, format string, args ...any) {
	r.notes = append(r.notes, Note{Path: at.String(), Message: fmt.Sprintf(format, args...)})
}

// maxReportedFaults is the highest number of faults in one error.
const maxReportedFaults = 50

func (r *reader) fault(at *jsonPath, format string, args ...any) {
	if r.faultCount++; r.faultCount > maxReportedFaults {
		return // finding their places takes long
	}
	line, column := r.file.findPosition(at)
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
	if more := r.faultCount - len(r.problems); more > 0 {
		r.problems = append(r.problems, r.file.problem(0, 0, "and %d more problems of this kind", more).Problems...)
	}
	return &schema.Error{Problems: r.problems}
}

// An object is a JSON object with its place in the file.
type object struct {
	fields fields
	place  *jsonPath
	reader *reader
}

func (r *reader) root() object { return object{fields: r.file.root.fields(), reader: r} }

// object reads a value that should be an object; otherwise it records a fault, and ok is false.
func (r *reader) object(v value, at *jsonPath) (object, bool) {
	all, ok := v.data.(fields)
	if !ok {
		r.fault(at, "there should be an object here, not %s", v)
	}
	return object{fields: all, place: at, reader: r}, ok
}

// keys is a set of the keys that an object may have.
type keys map[string]bool

// keysFor returns a set of keys: the keys that the import reads, and the keys that it ignores on
// purpose (leftOut). Both arguments separate the keys by blanks.
func keysFor(read, leftOut string) keys {
	set := keys{}
	for _, key := range strings.Fields(read + " " + leftOut) {
		set[key] = true
	}
	return set
}

// reportUnknown reports every key that has a value and is not among the known ones.
func (o object) reportUnknown(known keys) {
	var unknown []string
	for key, value := range o.fields {
		if !known[key] && !value.isEmpty() {
			unknown = append(unknown, key)
		}
	}
	slices.Sort(unknown)
	for _, key := range unknown {
		o.reader.note(o.place.atKey(key), "unknown key, not imported (its value is %s)", o.fields[key])
	}
}

func (k keys) union(other keys) keys {
	maps.Copy(k, other)
	return k
}

// reportUnknownNonZero is like reportUnknown, but also ignores keys with the value false or 0: in
// lists these mean that nothing was chosen.
func (o object) reportUnknownNonZero(known keys) {
	set := maps.Clone(o.fields)
	maps.DeleteFunc(set, func(_ string, v value) bool { return v.data == false || v.data == json.Number("0") })
	object{fields: set, place: o.place, reader: o.reader}.reportUnknown(known)
}

func (o object) has(key string) bool { return o.fields[key].data != nil }

// text returns a key's text. A number is returned as written; any other value is reported, and the
// result is "".
func (o object) text(key string) string {
	if !o.has(key) {
		return ""
	}
	text, _ := o.reader.text(o.fields[key], o.place.atKey(key))
	return text
}

// text returns a value's text, as object.text does.
func (r *reader) text(v value, at *jsonPath) (text string, ok bool) {
	switch is := v.data.(type) {
	case string:
		return cleanText(is), true
	case json.Number:
		return is.String(), true
	}
	r.note(at, "there should be text here, not %s; left out", v)
	return "", false
}

// cleanText removes control characters, and blanks at both ends, because muster's files must not
// contain them.
func cleanText(text string) string {
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

// maxNameLength is the maximum length of a name, in characters.
const maxNameLength = 200

// optionalName returns the text under a key, cut to the length of a name; "" if it is missing.
func (o object) optionalName(key, what string) string {
	text := o.text(key)
	if utf8.RuneCountInString(text) > maxNameLength {
		o.reader.fault(o.place.atKey(key), "%s is longer than %d characters", what, maxNameLength)
	}
	return text
}

// requiredName is like optionalName, but a missing key is a fault.
func (o object) requiredName(key, what string) string {
	text := o.optionalName(key, what)
	if text == "" {
		o.reader.fault(o.place.atKey(key), "%s is missing", what)
	}
	return text
}

// number returns the whole number under a key, also from text ("01"), or the fallback if the key is
// missing. Any other value is a fault, because a guessed price or count would make wrong lists.
func (o object) number(key string, fallback int) int {
	if !o.has(key) {
		return fallback
	}
	v := o.fields[key]
	n, ok := wholeNumber(v.data)
	if !ok {
		o.reader.fault(o.place.atKey(key), "there should be a whole number here, not %s", v)
		return fallback
	}
	return n
}

// requiredBetween is like number, but a missing key is a fault, and so is a value that is not from
// least to most.
func (o object) requiredBetween(key string, least, most int) int {
	if !o.has(key) {
		o.reader.fault(o.place.atKey(key), "the number is missing")
		return least
	}
	n := o.number(key, least)
	if n < least || n > most {
		o.reader.fault(o.place.atKey(key), "it is %d; army books have %d to %d", n, least, most)
		return least
	}
	return n
}

// clampedNumber is like number, but raises or lowers a stated value so that it is from least to
// most.
func (o object) clampedNumber(key string, fallback, least, most int) int {
	if !o.has(key) {
		return fallback
	}
	return o.requiredBetween(key, least, most)
}

// flag returns a key's boolean, also from text or a number; false if it is missing. Any other value
// is reported, and the result is false.
func (o object) flag(key string) bool {
	v := o.fields[key]
	yes, err := strconv.ParseBool(strings.ToLower(strings.TrimSpace(fmt.Sprint(v.data))))
	if err != nil && v.data != nil && v.data != "" {
		o.reader.note(o.place.atKey(key), "there should be true or false here, not %s; taken as false", v)
	}
	return yes
}

// list returns a key's list, nil if it is missing.
func (o object) list(key string) []value {
	list, ok := o.fields[key].data.([]value)
	if !ok && o.has(key) {
		o.reader.fault(o.place.atKey(key), "there should be a list here, not %s", o.fields[key])
	}
	return list
}

func (o object) texts(key string) []string {
	var texts []string
	for i, v := range o.list(key) {
		if text, ok := o.reader.text(v, o.place.atKey(key).atIndex(i)); ok {
			texts = append(texts, text)
		}
	}
	return texts
}

func (o object) eachObject(key string, f func(o object)) {
	list := o.list(key)
	if len(list) == 0 {
		return
	}
	at := o.place.atKey(key)
	for i, v := range list {
		if element, ok := o.reader.object(v, at.atIndex(i)); ok {
			f(element)
		}
	}
}

// child returns a key's object; ok is false if it is missing.
func (o object) child(key string) (object, bool) {
	if !o.has(key) {
		return object{}, false
	}
	return o.reader.object(o.fields[key], o.place.atKey(key))
}

// wholeNumber returns v as a whole number. Text with a number is accepted.
func wholeNumber(v any) (int, bool) {
	f, err := strconv.ParseFloat(strings.TrimSpace(fmt.Sprint(v)), 64)
	return int(f), err == nil && f == float64(int(f))
}
