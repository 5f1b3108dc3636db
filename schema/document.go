package schema

import (
	"bytes"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// Limits on the contents of a file. They are far above any real list or book (a
// large army book is under half a megabyte) and keep a broken or hostile file
// from taking all memory and time.
const (
	MaxFileBytes       = 4 << 20   // size of a file's text
	maxNestingDepth    = 64        // levels of nested values
	maxMapKeys         = 2000      // keys of one mapping
	maxListItems       = 2000      // items of one list
	maxValueSeparators = 24_000    // line ends, commas and opening brackets: about one for each value
	maxAliasValues     = 100_000   // values that aliases (*name) may add by expansion
	mergeTag           = "!!merge" // the YAML tag of a merge key (<<)
)

// A Document is the text of a file that fits the schema of its kind.
type Document struct {
	File   string   // the file's name for messages
	Path   FilePath // the file that it was read from; the zero FilePath for a text that is in no file
	Kind   string   // such as list/1
	Source []byte   // the text itself
	root   Node
}

// WithSource returns the document for another text of the same file. The text must be of the same
// kind.
func (d *Document) WithSource(source []byte) (*Document, error) {
	other, err := Read(d.File, source, d.Kind)
	if err != nil {
		return nil, err
	}
	other.Path = d.Path
	return other, nil
}

// WithRoot returns the document with other values and the same Source.
func (d *Document) WithRoot(root Node) *Document {
	changed := *d
	changed.root = root
	return &changed
}

// Root returns the document's outermost mapping.
func (d *Document) Root() Node { return d.root }

// Fingerprint returns a short digest of the document's values and of other texts, such as the
// digests of the army books that a list uses: `7QKX-M2PA-3TZ5-QWLC`. Two people compare
// fingerprints to see that they have the same list. Comments and layout make no difference, nor do
// the folder, star and colour that a player gave the list. A fingerprint has 80 bits, so nobody can
// make two lists with the same one.
func (d *Document) Fingerprint(others ...string) string {
	return d.fingerprint(others, func(map[string]any) {})
}

// NamelessFingerprint returns the fingerprint of the document without its name.
func (d *Document) NamelessFingerprint(others ...string) string {
	return d.fingerprint(others, func(values map[string]any) { delete(values, "name") })
}

// fingerprint returns the fingerprint after change has changed the document's values.
func (d *Document) fingerprint(others []string, change func(values map[string]any)) string {
	if d == nil { // of a list that no file states
		return ""
	}
	var values map[string]any
	if err := d.Decode(&values); err != nil {
		return ""
	}
	for _, key := range []string{"folder", "star", "colour"} {
		delete(values, key)
	}
	change(values)
	text, err := json.Marshal(values)
	if err != nil {
		return ""
	}
	for _, other := range others {
		text = append(append(text, '\n'), other...) // no line of JSON
	}
	sum := sha256.Sum256(text)
	return GroupByFour(base32.StdEncoding.EncodeToString(sum[:fingerprintLength*5/8]))
}

// IsWeakFingerprint reports whether a fingerprint (see Document.Fingerprint) that a person typed
// has the short form of two groups of letters, in use before November 2026. Two lists with the same
// weak fingerprint can be made within seconds. The error is for a text that is not a fingerprint.
func IsWeakFingerprint(typed string) (weak bool, err error) {
	letters := fingerprintLetters(typed)
	_, err = base32.StdEncoding.DecodeString(letters)
	if weak = len(letters) == fingerprintLength/2; err != nil || !weak && len(letters) != fingerprintLength {
		return false, fmt.Errorf("`%s` is no mark, which is four groups of four letters such as 7QKX-M2PA-3TZ5-QWLC",
			typed)
	}
	return weak, nil
}

// MatchesFingerprint reports whether a fingerprint that a person typed is the document's with the
// same other texts. A weak fingerprint may also be without them, since fingerprints did not always
// cover other texts.
func (d *Document) MatchesFingerprint(typed string, others ...string) bool {
	weak, err := IsWeakFingerprint(typed)
	is := func(mark string) bool { return strings.HasPrefix(fingerprintLetters(mark), fingerprintLetters(typed)) }
	return err == nil && (is(d.Fingerprint(others...)) || weak && is(d.Fingerprint()))
}

// fingerprintLength is the number of letters in a fingerprint; each stands for five bits.
const fingerprintLength = 16

func fingerprintLetters(mark string) string {
	return strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(mark))
}

// GroupByFour returns letters in groups of four with hyphens between, as people read them.
func GroupByFour(letters string) string {
	return string(bytes.Join(slices.Collect(slices.Chunk([]byte(letters), 4)), []byte("-")))
}

// ClearPositions sets every line and column to 0, for generated text whose positions mean nothing
// to a person.
func (d *Document) ClearPositions() { clearPositions(d.root.node) }

func clearPositions(n *yaml.Node) {
	n.Line, n.Column = 0, 0
	for _, child := range n.Content {
		clearPositions(child)
	}
}

// At follows a path of keys (string) and places in lists (int) from the root.
func (d *Document) At(path ...any) Node { return d.root.At(path...) }

// Decode fills v, a pointer to a struct, by the `yaml:"…"` tags of its type.
func (d *Document) Decode(v any) error {
	if err := d.root.Decode(v); err != nil {
		return fmt.Errorf("%s: %w", d.File, err)
	}
	return nil
}

func tooLargeError(file string) *Error {
	return Problem{Code: CodeTooLarge, File: file}.Errorf("the file is larger than %d MB, which no list or book needs; is it the right file?", MaxFileBytes>>20)
}

// CountValues returns the number of line ends, commas and opening brackets in a text. It is a quick
// estimate of the number of values.
func CountValues(source []byte) (n int) {
	for _, mark := range []string{"\n", ",", "[", "{"} {
		n += bytes.Count(source, []byte(mark))
	}
	return n
}

// Read parses a file's text and checks it against the schema of the kind that
// its `muster:` key states. If kinds are given, it must be one of them. The
// error is an *Error with every problem of the file.
func Read(file string, source []byte, kinds ...string) (*Document, error) {
	source = ToUTF8(source)
	root, err := parse(file, source)
	if err != nil {
		return nil, err
	}
	d := &Document{File: file, Source: source, root: Node{root}}
	format, err := d.format(kinds)
	if err != nil {
		return nil, err
	}
	d.Kind = format.kind
	if shape, err := format.shape(); err != nil || shape.accepts(root, 0) {
		return d, err
	}
	c, err := format.compile()
	if err != nil {
		return nil, err
	}
	converter := nodeConverter{file: file}
	value := converter.convertValue(root, 0)
	if converter.problems != nil {
		return nil, &Error{Problems: sortProblems(converter.problems)}
	}
	if problems := c.violations(d, value); problems != nil {
		if other := d.wrongGameError(format, value, len(problems)); other != nil {
			return nil, other
		}
		return nil, &Error{Problems: sortProblems(problems)}
	}
	return d, nil
}

// wrongGameError returns an error that names the right game if the document fits the format of
// another family of games far better than its own; else nil. problems is the number of problems in
// its own format.
func (d *Document) wrongGameError(own *format, value any, problems int) error {
	system := d.root.Get("system")
	for _, f := range formatsOfKind(own.kind) {
		if f == own {
			continue
		}
		c, err := f.compile()
		if err != nil {
			continue
		}
		if others := len(c.violations(d, value)); others*3 > problems || others > 1 { // one is the system
			continue
		}
		example := c.exampleSystem()
		switch {
		case !system.Exists():
			kind, _ := d.root.KeyAndValue("muster")
			return problemf(d.File, kind.Line(), kind.Column(),
				"the file is for a game that it does not name; add a line such as `system: %s`", example)
		case example == "":
			return problemf(d.File, system.Line(), system.Column(),
				"`%s` is not the game that the rest of the file is for; remove the line `system: %[1]s`", system.Text())
		}
		return problemf(d.File, system.Line(), system.Column(), "`%s` is not the game that the rest of the file is for; its line is such as `system: %s`", system.Text(), example)
	}
	return nil
}

// ReadTrusted parses a file that ships with muster without the checks of Read, since tests check
// these files.
func ReadTrusted(file string, source []byte, kind string) (*Document, error) {
	root, err := parse(file, source)
	if err != nil {
		return nil, err
	}
	return &Document{File: file, Kind: kind, Source: source, root: Node{root}}, nil
}

// ReadBeginning parses the beginning of a file without checking it.
func ReadBeginning(source []byte) (Node, error) {
	root, err := parse("", source)
	return Node{root}, err
}

// IsText reports whether a file holds text, rather than a picture, an archive or a program.
func IsText(source []byte) bool { return bytes.IndexByte(source, 0) < 0 }

// NotTextError returns the error for a file that holds no text.
func NotTextError(file string) *Error {
	return problemf(file, 0, 0, "this is no text but another kind of file, such as a picture, an archive or a program; is it the right one?")
}

// parse reads exactly one YAML document with a mapping as its outermost value.
func parse(file string, source []byte) (*yaml.Node, error) {
	if len(source) > MaxFileBytes {
		return nil, tooLargeError(file)
	}
	if CountValues(source) > maxValueSeparators {
		return nil, Problem{Code: CodeTooLarge, File: file}.Errorf("the file holds more than %d lines and values, which no list or book needs; is it the right file?", maxValueSeparators)
	}
	if !IsText(source) {
		return nil, NotTextError(file)
	}
	if !utf8.Valid(source) {
		return nil, problemf(file, 0, 0, "the file is not UTF-8 text; save it as UTF-8")
	}
	decoder := yaml.NewDecoder(bytes.NewReader(source))
	var document, next yaml.Node
	if err := decoder.Decode(&document); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, problemf(file, 0, 0, "the file is empty; it should begin with a line such as `muster: list/1`")
		}
		return nil, syntaxError(file, source, err)
	}
	if err := decoder.Decode(&next); err == nil {
		return nil, problemf(file, next.Line, max(1, next.Column),
			"a second document begins here; one file may hold one document")
	} else if !errors.Is(err, io.EOF) {
		return nil, syntaxError(file, source, err)
	}
	root := document.Content[0]
	if root.Kind != yaml.MappingNode {
		if root.Kind == yaml.ScalarNode && root.Tag == "!!null" {
			return nil, problemf(file, 0, 0, "the file is empty; it should begin with a line such as `muster: list/1`")
		}
		return nil, problemf(file, root.Line, root.Column,
			"the file should be keys and values, beginning with a line such as `muster: list/1`")
	}
	return root, nil
}

var (
	yamlErrorLine     = regexp.MustCompile(`line (\d+): (?s)(.*)`)
	yamlGrammarError  = regexp.MustCompile(`^did not find expected (?:<.*>|key|'-' indicator|node content|',' or '(.)')$`)
	yamlUnknownAnchor = regexp.MustCompile(`^unknown anchor '(.*)' referenced`)
)

// yamlFaults maps a part of the YAML library's message (said) to advice in plain words (means).
var yamlFaults = []struct{ said, means string }{
	{"expected node content", "a value is missing, or a bracket is never closed"},
	{"expected key", "the line should be `key: value`, indented like its neighbours"},
	{"'-' indicator", "the line should begin with `- `, indented like its neighbours"},
	{"expected <document start>", "there is more text after the end"},
	{"could not find expected ':'", "a colon is missing behind a key, or a quote is never closed"},
	{"mapping values are not allowed", "there is a second colon in the line; put the text in quotes"},
	{"mapping keys are not allowed", "a key cannot stand here; is the line indented like its neighbours?"},
	{"block sequence entries are not allowed", "`- ` cannot stand here; begin a new line with it"},
	{"cannot start any token", "a text cannot begin with this character; put it in quotes"},
	{"unknown escape character", "a text in \"…\" has a \\ with a letter that means nothing; write it in '…'"},
	{"unexpected end of stream", "a quote is never closed"},
	{"unexpected document indicator", "a quote is not closed before a line of dashes"},
	{"tab character", "the line is indented with a tab; YAML wants spaces"},
}

// ErrSyntax is the cause of the error for a text that is not YAML.
var ErrSyntax = errors.New("this is not YAML")

func syntaxError(file string, source []byte, err error) *Error {
	e := explainSyntaxError(file, source, err)
	e.Cause = ErrSyntax
	return e
}

// explainSyntaxError says in plain words why a text is not YAML.
func explainSyntaxError(file string, source []byte, err error) *Error {
	lines := strings.Split(string(source), "\n")
	for i, line := range lines {
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if tab := strings.IndexByte(indent, '\t'); tab >= 0 && strings.TrimSpace(line) != "" {
			return problemf(file, i+1, tab+1, "the line is indented with a tab; YAML wants spaces")
		}
	}
	if bytes.HasPrefix(bytes.TrimPrefix(source, []byte("\ufeff")), []byte("%YAML")) {
		return problemf(file, 1, 1, "remove the line that begins with %%YAML; the file needs none")
	}
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if m := yamlErrorLine.FindStringSubmatch(text); m != nil {
		number, _ := strconv.Atoi(m[1])
		why := m[2]
		if grammar := yamlGrammarError.FindStringSubmatch(why); grammar != nil {
			number++ // the reader counts such errors from 0
			if closing := grammar[1]; closing != "" {
				why = fmt.Sprintf("what begins here is never closed: a `%s` or a comma is missing", closing)
			}
		}
		for _, f := range yamlFaults {
			if strings.Contains(why, f.said) {
				why = f.means
				break
			}
		}
		return problemf(file, min(max(number, 1), len(lines)), 1, "this is not YAML: %s", why)
	}
	if m := yamlUnknownAnchor.FindStringSubmatch(text); m != nil {
		line, column := findWord(lines, "*"+m[1])
		return problemf(file, line, column,
			"`*%s` stands for nothing: there is no `&%s` before it; a text that begins with * needs quotes", m[1], m[1])
	}
	return problemf(file, 0, 0, "this is not YAML: %s", text)
}

// findWord returns the line and column, from 1, of the first value in a text that begins with word;
// 0, 0 if there is none.
func findWord(lines []string, word string) (line, column int) {
	value := regexp.MustCompile(`(?:^|[:\-]\s+|[\[{,]\s*)` + regexp.QuoteMeta(word))
	for i, text := range lines {
		if at := value.FindStringIndex(text); at != nil && !strings.HasPrefix(strings.TrimSpace(text), "#") {
			return i + 1, utf8.RuneCountInString(text[:at[1]-len(word)]) + 1
		}
	}
	return 0, 0
}

func (d *Document) format(kinds []string) (*format, error) {
	key, value := d.root.KeyAndValue("muster")
	if !key.Exists() {
		expected := "list/1"
		if len(kinds) > 0 {
			expected = kinds[0]
		}
		return nil, problemf(d.File, 1, 1,
			"the file does not say what it is; add the line `muster: %s` at the top", expected)
	}
	kind := value.Text()
	known := kinds
	if len(known) == 0 {
		known = DocumentKinds()
	}
	variants := formatsOfKind(kind)
	if len(variants) == 0 || len(kinds) > 0 && !slices.Contains(kinds, kind) {
		err := problemf(d.File, value.Line(), value.Column(),
			"`muster: %s` is not what is wanted here; it should be %s", kind, QuotedOr(known))
		err.Problems[0].MaybeNewerFormat = len(variants) == 0 &&
			slices.ContainsFunc(known, func(k string) bool { return path.Dir(k) == path.Dir(kind) })
		return nil, err
	}
	system := d.root.Get("system")
	standard, lines := variants[0], []string{}
	for _, f := range variants {
		if f.gameFamily == familyOfSystem(system.Text()) {
			standard = f
		}
		if !system.Exists() {
			c, err := f.compile()
			if err != nil {
				return nil, err
			}
			if example := c.exampleSystem(); example != "" {
				lines = append(lines, "system: "+example)
			}
		}
	}
	if len(variants) > 1 && len(lines) == len(variants) {
		return nil, problemf(d.File, key.Line(), key.Column(),
			"the file does not name its game; add a line such as %s", QuotedOr(lines))
	}
	return standard, nil
}

// A nodeConverter turns YAML nodes into the plain values that the JSON Schema library checks, and
// limits the expansion of aliases.
type nodeConverter struct {
	file        string
	aliasDepth  int // number of aliases around the current value
	aliasValues int // number of values that aliases have added so far
	problems    []Problem
}

func (c *nodeConverter) convertValue(n *yaml.Node, depth int) any {
	if c.problems != nil && c.aliasValues > maxAliasValues {
		return nil
	}
	if depth > maxNestingDepth {
		c.addProblem(n, "values are nested more than %d deep", maxNestingDepth)
		return nil
	}
	if c.aliasDepth > 0 {
		if c.aliasValues++; c.aliasValues > maxAliasValues {
			c.addProblem(n, "aliases (*name) expand to more than %d values; write them out", maxAliasValues)
			return nil
		}
	}
	if !c.hasAllowedTag(n) {
		return nil
	}
	if n.Kind == yaml.ScalarNode && leadingZero.MatchString(n.Value) && n.ShortTag() != "!!str" {
		c.addProblem(n, "`%s` begins with a 0, so that some programs read another number; write `%s`, or \"%[1]s\" in quotes for a text", n.Value, leadingZero.ReplaceAllString(n.Value, "$1$2"))
		return nil
	}
	switch n.Kind {
	case yaml.AliasNode:
		c.aliasDepth++
		defer func() { c.aliasDepth-- }()
		return c.convertValue(n.Alias, depth+1)
	case yaml.MappingNode:
		return c.convertMapping(n, depth)
	case yaml.SequenceNode:
		if len(n.Content) > maxListItems {
			c.addProblem(n,
				"one list has more than %d entries, which no list or book needs; is it the right file?", maxListItems)
			return nil
		}
		list := make([]any, len(n.Content))
		for i, item := range n.Content {
			list[i] = c.convertValue(item, depth+1)
		}
		return list
	}
	return scalarValue(n)
}

func (c *nodeConverter) convertMapping(n *yaml.Node, depth int) any {
	if len(n.Content)/2 > maxMapKeys {
		c.addProblem(n, "one mapping has more than %d keys, which no list or book needs; is it the right file?", maxMapKeys)
		return nil
	}
	fields := make(map[string]any, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Kind != yaml.ScalarNode {
			c.addProblem(key, "a key should be a single word")
			continue
		}
		if !c.hasAllowedTag(key) || key.Tag == mergeTag {
			continue
		}
		if _, twice := fields[key.Value]; twice {
			c.addProblem(key, "`%s` is given twice; keep one of them", key.Value)
			continue
		}
		fields[key.Value] = c.convertValue(value, depth+1)
	}
	merges := 0
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Tag != mergeTag {
			continue
		}
		if merges++; merges == 2 {
			c.addProblem(n.Content[i], "`<<` is given twice; keep one of them")
		}
		merged, ok := c.convertValue(n.Content[i+1], depth+1).(map[string]any)
		if !ok {
			c.addProblem(n.Content[i+1], "`<<` should name a mapping")
			continue
		}
		for key, value := range merged {
			if _, own := fields[key]; !own {
				fields[key] = value
			}
		}
	}
	return fields
}

// leadingZero finds numbers such as 010: YAML 1.1 reads it as 8.
var leadingZero = regexp.MustCompile(`^([-+]?)0[0_]*([0-9])`)

// allowedTags are the YAML tags that a value may have, with the kind of node for each. Any other
// tag may decode to a value that the schema has not checked, such as `!!binary`.
var allowedTags = map[string]yaml.Kind{
	"!!str": yaml.ScalarNode, "!!int": yaml.ScalarNode, "!!float": yaml.ScalarNode, "!!bool": yaml.ScalarNode,
	"!!null": yaml.ScalarNode,
	"!!seq":  yaml.SequenceNode, "!!map": yaml.MappingNode,
}

// hasAllowedTag reports whether a value has no explicit tag, or an allowed tag that fits the value.
// It records a problem otherwise.
func (c *nodeConverter) hasAllowedTag(n *yaml.Node) bool {
	if n.Style&yaml.TaggedStyle == 0 {
		return true
	}
	kind, known := allowedTags[n.ShortTag()]
	var value any
	switch {
	case !known:
		c.addProblem(n, "`%s` is a tag that no value here may have; remove it", n.Tag)
	case kind != n.Kind, kind == yaml.ScalarNode && n.Decode(&value) != nil:
		c.addProblem(n, "the value is not what its tag `%s` says; remove the tag", n.Tag)
	default:
		return true
	}
	return false
}

func (c *nodeConverter) addProblem(n *yaml.Node, format string, args ...any) {
	c.problems = append(c.problems, problemf(c.file, n.Line, n.Column, format, args...).Problems...)
}

// scalarValue returns a YAML scalar as a value of the JSON type that its notation stands for.
func scalarValue(n *yaml.Node) any {
	switch n.ShortTag() {
	case "!!int":
		if isDecimal(n.Value) {
			return json.Number(n.Value)
		}
		var i int64
		if n.Decode(&i) == nil {
			return json.Number(strconv.FormatInt(i, 10))
		}
	case "!!float":
		var f float64
		if n.Decode(&f) == nil {
			if text, err := json.Marshal(f); err == nil {
				return json.Number(text)
			}
		}
	case "!!bool":
		var b bool
		if n.Decode(&b) == nil {
			return b
		}
	case "!!null":
		return nil
	}
	return n.Value
}

// isDecimal reports whether a whole number is written as in JSON.
func isDecimal(s string) bool {
	s = strings.TrimPrefix(s, "-")
	if s == "" || len(s) > 15 || len(s) > 1 && s[0] == '0' {
		return false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}
