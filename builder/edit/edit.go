// Package edit changes files that people own: it splices the source text at the
// positions of YAML values, so that comments, blank lines, alignment, quotes and
// order stay as they were written.
package edit

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"muster/schema"
)

// A Text is a file that is being changed. Every change is checked against the file's format; a
// change that breaks the format is refused and changes nothing.
type Text struct {
	document    *schema.Document
	newline     string
	lineOffsets []int // offsets at which lines begin
	// inBrackets holds the positions of the values inside brackets.
	inBrackets        map[position]bool
	changesOnlyValues bool // only the values change, not the text
}

// A position is the line and column, from 1, at which a value begins in the file.
type position struct{ line, column int }

// Open opens a document for changes.
func Open(document *schema.Document) *Text {
	t := &Text{newline: "\n"}
	switch {
	case bytes.Contains(document.Source, []byte("\r\n")):
		t.newline = "\r\n"
	case bytes.Contains(document.Source, []byte("\r")) && !bytes.Contains(document.Source, []byte("\n")):
		t.newline = "\r"
	}
	t.setDocument(document)
	return t
}

// OpenValuesOnly opens a document for changes of its values alone, not of its text, which is much
// faster.
func OpenValuesOnly(document *schema.Document) *Text {
	return &Text{document: document, changesOnlyValues: true}
}

// Document returns the file after the changes so far.
func (t *Text) Document() *schema.Document { return t.document }

// Restore undoes all changes made since the file was this document.
func (t *Text) Restore(document *schema.Document) {
	if document != t.document {
		t.setDocument(document)
	}
}

// Bytes returns the file's text after the changes so far.
func (t *Text) Bytes() []byte { return t.document.Source }

func (t *Text) setDocument(document *schema.Document) {
	t.document = document
	if t.changesOnlyValues {
		return
	}
	source := document.Source
	t.lineOffsets = append(t.lineOffsets[:0], 0)
	if bytes.HasPrefix(source, []byte("\ufeff")) {
		t.lineOffsets[0] = len("\ufeff") // a byte order mark is no character of the first line
	}
	for i := 0; i < len(source); i++ {
		if n := lineBreakLength(source[i:]); n > 0 {
			i += n - 1
			t.lineOffsets = append(t.lineOffsets, i+1)
		}
	}
	t.inBrackets = map[position]bool{}
	t.findBracketed(document.Root(), false)
}

// findBracketed records the values under a value that stand inside brackets.
func (t *Text) findBracketed(n schema.Node, inside bool) {
	if inside {
		t.inBrackets[position{n.Line(), n.Column()}] = true
	}
	if n.IsAlias() {
		return
	}
	for i := range n.Len() {
		key, value := entryAt(n, i)
		if t.findBracketed(value, inside || n.IsFlow()); n.IsMap() {
			t.findBracketed(key, inside || n.IsFlow())
		}
	}
}

// entryAt returns the i-th entry of a mapping or list: the node at which it begins (a mapping's
// key, a list's value), and its value.
func entryAt(n schema.Node, i int) (begins, value schema.Node) {
	if n.IsMap() {
		return n.Entry(i)
	}
	return n.Index(i), n.Index(i)
}

// lineBreakLength returns the length of the line break that a text begins with, or 0. YAML breaks
// lines at more characters than the line feed.
func lineBreakLength(text []byte) int {
	switch {
	case text[0] == '\n':
		return 1
	case text[0] == '\r':
		if len(text) > 1 && text[1] == '\n' {
			return 2
		}
		return 1
	case bytes.HasPrefix(text, []byte("\u0085")):
		return len("\u0085")
	case bytes.HasPrefix(text, []byte("\u2028")) || bytes.HasPrefix(text, []byte("\u2029")):
		return len("\u2028")
	}
	return 0
}

// changeableNode returns the value at a path for a change. It fails for an alias, because the value
// is also used elsewhere.
func (t *Text) changeableNode(path []any) (schema.Node, error) {
	n := t.document.Root()
	for _, step := range path {
		if err := t.checkChangeable(n); err != nil {
			return n, err
		}
		switch step := step.(type) {
		case string:
			i := keyIndex(n, step)
			if i < 0 {
				return schema.Node{}, t.missingKeyError(n, step)
			}
			_, n = n.Entry(i)
		case int:
			n = n.Index(step)
		}
	}
	return n, t.checkChangeable(n)
}

// missingKeyError returns the error for a key that a mapping does not have, or has only through a
// merge (<<).
func (t *Text) missingKeyError(mapping schema.Node, key string) error {
	if mapping.Get(key).Exists() {
		return fmt.Errorf("%s:%d: `%s` comes from elsewhere in the file (<<); change it in an editor",
			t.document.File, mapping.Line(), key)
	}
	return fmt.Errorf("%s:%d: there is no `%s` to change", t.document.File, mapping.Line(), key)
}

// checkChangeable returns an error if a value cannot be changed.
func (t *Text) checkChangeable(n schema.Node) error {
	switch {
	case !n.Exists():
		return fmt.Errorf("%s: there is nothing to change", t.document.File)
	case n.IsAlias():
		return fmt.Errorf("%s:%d: the value is an alias (*name), which stands for one elsewhere in the file; "+
			"change it in an editor", t.document.File, n.Line())
	case strings.IndexByte("&!", t.document.Source[t.offset(n)]) >= 0:
		return fmt.Errorf("%s:%d: the value has an anchor (&name) or a tag (!name), so that it may stand for others "+
			"as well; change it in an editor", t.document.File, n.Line())
	}
	return nil
}

// explainSplitText returns err, or an explanation if YAML splits text into several values: inside
// brackets "a," is a and a comma.
func (t *Text) explainSplitText(text string, err error, path ...any) error {
	if err == nil && t.WrittenText(path...) != text {
		err = fmt.Errorf("%s: %q is not one value; put it in quotes", t.document.File, text)
	}
	return err
}

// splice replaces the text between two offsets and reads the file anew.
func (t *Text) splice(from, to int, text string) error {
	source := t.document.Source
	changed := make([]byte, 0, len(source)+len(text))
	changed = append(changed, source[:from]...)
	changed = append(changed, text...)
	changed = append(changed, source[to:]...)
	document, err := t.document.WithSource(changed)
	if errors.Is(err, schema.ErrSyntax) { // caused by the new text
		return fmt.Errorf("%s: `%s` cannot stand there, for the file would be YAML no more; "+
			"is a bracket or a quote missing?", t.document.File, strings.TrimSpace(text))
	}
	if err != nil {
		return err
	}
	t.setDocument(document)
	return nil
}

// SetField sets a key of the mapping at a path to a value of one line of YAML. A new key is added
// after the first of the keys in after that exists, else at the end of the mapping.
func (t *Text) SetField(path []any, key, value string, after ...string) error {
	return t.changeVerified(extendPath(path, key), parsedValue(value), func() error {
		return t.explainSplitText(value, t.setField(path, key, value, after), extendPath(path, key)...)
	})
}

func (t *Text) setField(path []any, key, value string, after []string) error {
	mapping, err := t.changeableNode(path)
	if err != nil {
		return err
	}
	i := keyIndex(mapping, key)
	if i < 0 {
		return t.addField(mapping, key, value, after)
	}
	return t.replace(extendPath(path, key), value)
}

func (t *Text) tooLongError(key string, n schema.Node) error {
	return fmt.Errorf("%s:%d: `%s` is written over several lines; change it in an editor",
		t.document.File, n.Line(), key)
}

func (t *Text) addField(mapping schema.Node, key, value string, after []string) error {
	entry := key + ": " + value
	place := mapping.Len() - 1
	for _, name := range after {
		if i := keyIndex(mapping, name); i >= 0 {
			place = i
			break
		}
	}
	placeKey, placeValue := mapping.Entry(place)
	if mapping.IsFlow() {
		at := t.endOffset(placeValue)
		return t.splice(at, at, ", "+entry)
	}
	return t.insertLines(t.lastLine(mapping, place), placeKey.Column()-1, entry)
}

func keyIndex(mapping schema.Node, key string) int {
	for i := range mapping.Len() {
		if k, _ := mapping.Entry(i); k.Text() == key {
			return i
		}
	}
	return -1
}

// RemoveField removes a key and its value from the mapping at a path. A key
// that is not there is no error.
func (t *Text) RemoveField(path []any, key string) error {
	return t.changeVerified(extendPath(path, key), noValue, func() error {
		mapping, err := t.changeableNode(path)
		if err != nil {
			return err
		}
		i := keyIndex(mapping, key)
		if i < 0 {
			if mapping.Get(key).Exists() {
				return t.missingKeyError(mapping, key)
			}
			return nil
		}
		if mapping.IsFlow() {
			return t.removeFlowPart(mapping, i)
		}
		keyNode, _ := mapping.Entry(i)
		source, line, behind := t.document.Source, t.lineOffsets[keyNode.Line()-1], t.lineEnd(t.lastLine(mapping, i))
		if len(bytes.TrimSpace(source[line:t.offset(keyNode)])) == 0 {
			return t.cutLines(line, behind)
		}
		// The key follows a list's dash on its line. The next key, with comments above
		// it, moves up to the dash.
		if i+1 == mapping.Len() {
			return t.tooLongError(key, keyNode)
		}
		rest := bytes.TrimLeft(source[behind:], " \t\r\n")
		return t.splice(t.offset(keyNode), len(source)-len(rest), "")
	})
}

// AppendItem adds a value at the end of the list at a path. text is one line of YAML, or the lines
// of a mapping.
func (t *Text) AppendItem(path []any, text string) error {
	return t.changeVerified(path, appendedList(text), func() error {
		last := t.document.At(path...).Len()
		err := t.appendItem(path, text)
		if strings.Contains(text, "\n") {
			return err
		}
		return t.explainSplitText(text, err, extendPath(path, last)...)
	})
}

func (t *Text) appendItem(path []any, text string) error {
	list, err := t.changeableNode(path)
	if err != nil {
		return err
	}
	last := list.Len() - 1
	switch {
	case list.IsFlow() && last < 0:
		// Blanks inside the brackets record that the file had an empty list and how it
		// was written: removeLast restores it.
		inside := string(t.document.Source[t.offset(list)+1 : t.endOffset(list)-1])
		if inside == "" {
			return t.splice(t.offset(list), t.endOffset(list), "[ "+toFlowMapping(text)+" ]")
		}
		return t.splice(t.offset(list), t.endOffset(list), "["+inside+toFlowMapping(text)+"]")
	case list.IsFlow():
		at := t.endOffset(list.Index(last))
		return t.splice(at, at, ", "+toFlowMapping(text))
	}
	return t.insertLines(t.lastLine(list, last), list.Column()-1, toBlockItem(text))
}

// toFlowMapping returns the lines of a mapping as a mapping in brackets.
func toFlowMapping(text string) string {
	if !strings.Contains(text, "\n") {
		return text
	}
	return "{" + strings.ReplaceAll(text, "\n", ", ") + "}"
}

// toBlockItem returns the lines of a mapping as an entry of a list.
func toBlockItem(text string) string { return "- " + strings.ReplaceAll(text, "\n", "\n  ") }

// AppendBlock adds a value at the end of the list under a key of the outermost mapping, on lines of
// its own. An empty list in brackets becomes a list of lines; any other list in brackets stays one.
func (t *Text) AppendBlock(key, text string) error {
	return t.changeVerified([]any{key}, appendedList(text), func() error {
		root := t.document.Root()
		keyNode, list := root.KeyAndValue(key)
		if !list.Exists() {
			lines := strings.ReplaceAll(key+":\n"+toBlockItem(text), "\n", "\n  ")
			return t.insertLines(t.lastLine(root, root.Len()-1), 0, lines)
		}
		const opened = " []" // how a list is written that was opened before
		source, colon := t.document.Source, t.endOffset(keyNode)+1
		flat := !strings.Contains(text, "\n ") // the lines are one mapping
		if list.Len() > 0 || t.checkChangeable(list) != nil || flat && string(source[colon:t.endOffset(list)]) != opened ||
			root.IsFlow() {
			return t.AppendItem([]any{key}, text)
		}
		line := t.lineEnd(t.lineOf(t.endOffset(list)))
		rest := string(source[t.endOffset(list):line])
		item := t.indent(2, toBlockItem(text))
		if rest == "" || !endsWithBreak([]byte(rest)) { // the last line lacks its end
			rest, item = rest+t.newline, strings.TrimSuffix(item, t.newline)
		}
		return t.splice(colon, line, rest+item)
	})
}

// RemoveItem removes the i-th value of the list at a path. A list that becomes empty is removed
// with its key if it is in tight brackets inside another value, or consists of lines without
// comments at its head.
func (t *Text) RemoveItem(path []any, i int) error {
	gone := rearrangedList(i, func(list []schema.Node) []schema.Node { return slices.Delete(list, i, i+1) })
	return t.changeVerified(path, gone, func() error {
		list, err := t.changeableNode(path)
		if err != nil {
			return err
		}
		if list.Len() == 1 {
			return t.removeLast(path, list)
		}
		if list.IsFlow() {
			return t.removeFlowPart(list, i)
		}
		return t.cutLines(t.itemExtent(list, i))
	})
}

// dashLine returns the line of the dash before an item of a block list; it may be above
// the item's value.
func (t *Text) dashLine(item schema.Node) int {
	line := item.Line()
	before := t.document.Source[t.lineOffsets[line-1]:t.offset(item)]
	for line > 1 && !bytes.HasPrefix(bytes.TrimLeft(before, " "), []byte("-")) {
		line--
		before = t.document.Source[t.lineOffsets[line-1]:t.lineOffsets[line]]
	}
	return line
}

// removeLast removes the only value of a list.
func (t *Text) removeLast(path []any, list schema.Node) error {
	source, item := t.document.Source, list.Index(0)
	var left string // of a list in brackets
	if list.IsFlow() {
		start, end := t.offset(list), t.endOffset(list)
		before := string(source[start+1 : t.offset(item)])
		behind := string(source[t.endOffset(item) : end-1])
		if comma := skipBlanks(source, t.endOffset(item)); source[comma] == ',' {
			behind = string(source[t.endOffset(item):comma]) + string(source[comma+1:end-1])
		}
		if left = before + behind; left == "  " && behind == " " {
			left = ""
		} else if left == "" && len(path) > 1 {
			return t.Remove(path)
		}
		return t.splice(start, end, "["+left+"]")
	}
	key, _ := t.document.At(path[:len(path)-1]...).KeyAndValue(path[len(path)-1].(string))
	colon := t.endOffset(key) + 1
	kept := string(source[colon:t.lineOffsets[t.dashLine(item)-1]])
	if len(path) > 1 && !strings.Contains(kept, "#") {
		return t.Remove(path)
	}
	last := t.lineEnd(t.lastLine(list, 0))
	if last == len(source) && !endsWithBreak(source) {
		kept = strings.TrimSuffix(strings.TrimSuffix(kept, "\n"), "\r")
	}
	return t.splice(colon, last, " []"+kept)
}

// removeFlowPart removes the i-th entry of a mapping or list in brackets, with the comma that
// separates it from a neighbour. Comments stay.
func (t *Text) removeFlowPart(collection schema.Node, i int) error {
	source, comment := t.document.Source, []byte("#")
	begins, value := entryAt(collection, i)
	from, to := t.offset(begins), t.endOffset(value)
	if i > 0 {
		_, before := entryAt(collection, i-1)
		if end := t.endOffset(before); !bytes.Contains(source[end:from], comment) {
			return t.splice(end, to, "")
		}
	}
	if i+1 < collection.Len() {
		next, _ := entryAt(collection, i+1)
		if after := t.offset(next); !bytes.Contains(source[to:after], comment) {
			return t.splice(from, after, "")
		}
	}
	if comma := skipBlanks(source, to); comma < len(source) && source[comma] == ',' {
		if bytes.Contains(source[to:comma], comment) { // keep the comments before the comma
			return t.splice(from, comma+1, string(source[to:comma]))
		}
		to = comma + 1
	}
	return t.splice(from, to, "")
}

// Replace replaces the value at a path by a value in one line of YAML.
func (t *Text) Replace(path []any, text string) error {
	return t.changeVerified(path, parsedValue(text), func() error { return t.explainSplitText(text, t.replace(path, text), path...) })
}

func (t *Text) replace(path []any, text string) error {
	n, err := t.changeableNode(path)
	if err != nil {
		return err
	}
	switch {
	case n.IsBlockText():
		return t.replaceBlock(n, path, text)
	case !t.isInline(n):
		return t.tooLongError(fmt.Sprint(path[len(path)-1]), n)
	}
	return t.splice(t.offset(n), t.endOffset(n), text)
}

// replaceBlock replaces a block scalar (| or >) by a value; a comment after its indicator stays.
func (t *Text) replaceBlock(n schema.Node, path []any, text string) error {
	parent, last := t.document.At(path[:len(path)-1]...), path[len(path)-1]
	i, place := last.(int)
	if !place {
		i = keyIndex(parent, last.(string))
	}
	source, from := t.document.Source, t.offset(n)
	header := string(bytes.TrimRight(source[from:t.lineEnd(n.Line())], "\r\n"))
	if at := strings.Index(header, " #"); at >= 0 {
		text += header[at:]
	}
	end := t.lineEnd(t.lastLine(parent, i))
	for end > from && (source[end-1] == '\n' || source[end-1] == '\r') {
		end--
	}
	return t.splice(from, end, text)
}

// WrittenText returns a one-line value as the file writes it, with quotes; "" for other values.
func (t *Text) WrittenText(path ...any) string {
	if t.changesOnlyValues {
		return t.document.At(path...).Text()
	}
	n, err := t.changeableNode(path)
	if err != nil || !t.isInline(n) {
		return ""
	}
	return string(t.document.Source[t.offset(n):t.endOffset(n)])
}

// isInline reports whether a value is a scalar or a mapping or list in brackets. Only for such
// values is the result of end exact.
func (t *Text) isInline(n schema.Node) bool {
	return n.IsFlow() || n.IsScalar() && !n.IsBlockText()
}

// insertLines adds text on lines of its own below a line, each of its lines
// indented.
func (t *Text) insertLines(below, indent int, text string) error {
	at := t.lineEnd(below)
	addition := t.indent(indent, text)
	if !endsWithBreak(t.document.Source[:at]) { // the last line lacks its end
		addition = t.newline + strings.TrimSuffix(addition, t.newline)
	}
	return t.splice(at, at, addition)
}

// cutLines removes lines. A text that ended without a line break still does.
func (t *Text) cutLines(from, to int) error {
	source := t.document.Source
	if to == len(source) && !endsWithBreak(source) {
		from = len(bytes.TrimSuffix(bytes.TrimSuffix(source[:from], []byte("\n")), []byte("\r")))
	}
	return t.splice(from, to, "")
}

// endsWithBreak reports whether a text ends with a line break.
func endsWithBreak(text []byte) bool {
	return len(text) == 0 || text[len(text)-1] == '\n' || text[len(text)-1] == '\r'
}

// indent indents each line of a text and ends it with the file's line break.
func (t *Text) indent(indent int, text string) string {
	var out strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		out.WriteString(strings.Repeat(" ", indent) + line + t.newline)
	}
	return out.String()
}

// offset returns the offset of a value's beginning in the text.
func (t *Text) offset(n schema.Node) int {
	at := t.lineOffsets[n.Line()-1]
	for range n.Column() - 1 {
		_, size := utf8.DecodeRune(t.document.Source[at:])
		at += size
	}
	return at
}

// lineEnd returns the offset after the end of a line; lines are counted from 1.
func (t *Text) lineEnd(line int) int {
	if line < len(t.lineOffsets) {
		return t.lineOffsets[line]
	}
	return len(t.document.Source)
}

// lineOf returns the line of an offset, from 1.
func (t *Text) lineOf(offset int) int {
	line := 1
	for line < len(t.lineOffsets) && t.lineOffsets[line] <= offset {
		line++
	}
	return line
}

// lastLine returns the last line of the i-th entry of a mapping or list that is written over
// several lines. The entry ends before the next one, and its lines are indented deeper; blank lines
// and comments after it do not belong to it.
func (t *Text) lastLine(collection schema.Node, i int) int {
	begins, value := entryAt(collection, i)
	indent, limit := begins.Column()-1, len(t.lineOffsets)+1
	if collection.IsList() {
		indent = collection.Column() - 1
	}
	if i+1 < collection.Len() {
		if next, _ := entryAt(collection, i+1); collection.IsList() {
			limit = t.dashLine(next)
		} else {
			limit = next.Line()
		}
	}
	n := lastScalar(value)
	last, text := max(begins.Line(), n.Line()), n.IsBlockText()
	if t.isInline(n) {
		last = max(last, t.lineOf(t.endOffset(n)-1))
	}
	for line := last + 1; line < limit && line <= len(t.lineOffsets); line++ {
		content := strings.TrimRight(string(t.document.Source[t.lineOffsets[line-1]:t.lineEnd(line)]), "\r\n ")
		trimmed := strings.TrimLeft(content, " ")
		if trimmed == "" || !text && strings.HasPrefix(trimmed, "#") {
			continue
		}
		if len(content)-len(trimmed) <= indent {
			break
		}
		last = line
	}
	return last
}

// lastScalar returns the value that stands last inside a value.
func lastScalar(n schema.Node) schema.Node {
	for n.Len() > 0 && !n.IsFlow() && !n.IsAlias() {
		_, n = entryAt(n, n.Len()-1)
	}
	return n
}

// endOffset returns the offset after a scalar's or a bracketed collection's last character.
func (t *Text) endOffset(n schema.Node) int {
	source, at := t.document.Source, t.beginOffset(n)
	switch {
	case n.IsAlias():
		return t.plainScalarEnd(n, at)
	case n.IsFlow():
		return t.flowEnd(n, at)
	case n.IsQuoted():
		return quoteEnd(source, at)
	}
	end := t.plainScalarEnd(n, at)
	// A scalar that goes on over lines has more words than its first line.
	for words := len(strings.Fields(n.Text())); end < len(source) && len(bytes.Fields(source[at:end])) < words; {
		end = t.plainScalarEnd(n, end+blankLength(source[end:]))
	}
	return end
}

// beginOffset returns the offset of a value after its anchor (&name) and tag (!name).
func (t *Text) beginOffset(n schema.Node) int {
	source, at := t.document.Source, t.offset(n)
	for at < len(source) && (source[at] == '&' || source[at] == '!') {
		for at < len(source) && blankLength(source[at:]) == 0 {
			at++
		}
		at = skipBlanks(source, at)
	}
	return at
}

// flowEnd returns the offset after the closing bracket of a flow collection, searching
// from the end of its last value. A pair in a list, [key: value], has no brackets of its
// own.
func (t *Text) flowEnd(n schema.Node, at int) int {
	source := t.document.Source
	bracketed := at < len(source) && (source[at] == '[' || source[at] == '{')
	if last := n.Len() - 1; last < 0 {
		at++
	} else {
		_, value := entryAt(n, last)
		if at = t.endOffset(value); !bracketed {
			return at
		}
	}
	for at < len(source) && source[at] != ']' && source[at] != '}' {
		at = skipBlanks(source, at+1)
	}
	return min(at+1, len(source))
}

// plainScalarEnd returns the offset after a plain scalar of one line that begins at an offset. The
// scalar ends before a comment, a colon with a blank, or the end of the line; inside brackets also
// before a comma or bracket.
func (t *Text) plainScalarEnd(n schema.Node, at int) int {
	source, flow := t.document.Source, t.inBrackets[position{n.Line(), n.Column()}]
	end := at
	for i := at; i < len(source); i++ {
		c := source[i]
		if lineBreakLength(source[i:]) > 0 || c == '#' && i > 0 && (source[i-1] == ' ' || source[i-1] == '\t') {
			break
		}
		if c == ':' && (i+1 >= len(source) || blankLength(source[i+1:]) > 0 || flow && strings.IndexByte(",[]{}", source[i+1]) >= 0) {
			break
		}
		if flow && strings.IndexByte(",[]{}", c) >= 0 {
			break
		}
		if c != ' ' && c != '\t' {
			end = i + 1
		}
	}
	return end
}

// quoteEnd returns the offset after the closing quote of the text that opens at an offset.
func quoteEnd(source []byte, at int) int {
	quote := source[at]
	for i := at + 1; i < len(source); i++ {
		switch {
		case quote == '"' && source[i] == '\\':
			i++
		case source[i] == quote && quote == '\'' && i+1 < len(source) && source[i+1] == quote:
			i++
		case source[i] == quote:
			return i + 1
		}
	}
	return len(source)
}

// skipBlanks returns the first offset from at on whose character is no blank, line break or part of
// a comment.
func skipBlanks(source []byte, at int) int {
	for at < len(source) {
		n := blankLength(source[at:])
		at += n
		if at == len(source) || source[at] != '#' || at > 0 && n == 0 && source[at-1] != ' ' && source[at-1] != '\t' {
			return at
		}
		for at < len(source) && lineBreakLength(source[at:]) == 0 {
			at++
		}
	}
	return at
}

// blankLength returns the length of the blanks and line breaks that a text begins with.
func blankLength(text []byte) int {
	n := 0
	for n < len(text) {
		switch size := lineBreakLength(text[n:]); {
		case size > 0:
			n += size
		case text[n] == ' ' || text[n] == '\t':
			n++
		default:
			return n
		}
	}
	return n
}
