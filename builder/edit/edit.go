// Package edit changes files that people own: it splices the source text at the
// positions of YAML values, so that comments, blank lines, alignment, quotes and
// order stay as they were written.
package edit

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"muster/schema"
)

// A Text is a file under change. Every change is checked against the file's
// format at once; one that would break it is refused and changes nothing.
type Text struct {
	document *schema.Document
	newline  string
	lines    []int // offsets at which lines begin
}

// Open begins to change a document.
func Open(document *schema.Document) *Text {
	t := &Text{newline: "\n"}
	if bytes.Contains(document.Source, []byte("\r\n")) {
		t.newline = "\r\n"
	}
	t.set(document)
	return t
}

// Document returns the file as it is after the changes so far.
func (t *Text) Document() *schema.Document { return t.document }

// Bytes returns the file's text after the changes so far.
func (t *Text) Bytes() []byte { return t.document.Source }

func (t *Text) set(document *schema.Document) {
	t.document = document
	t.lines = append(t.lines[:0], 0)
	for i, c := range document.Source {
		if c == '\n' {
			t.lines = append(t.lines, i+1)
		}
	}
}

// splice replaces the text between two offsets and reads the file anew.
func (t *Text) splice(from, to int, text string) error {
	source := t.document.Source
	changed := make([]byte, 0, len(source)+len(text))
	changed = append(changed, source[:from]...)
	changed = append(changed, text...)
	changed = append(changed, source[to:]...)
	document, err := schema.Read(t.document.File, changed, t.document.Kind)
	if err != nil {
		return err
	}
	t.set(document)
	return nil
}

// SetField sets a key of the mapping at a path to a value, which is one line
// of YAML. A key that is not there is added behind the first of the keys named
// in after that is, else at the mapping's end.
func (t *Text) SetField(path []any, key, value string, after ...string) error {
	mapping := t.document.At(path...)
	if err := t.changeable(mapping); err != nil {
		return err
	}
	keyNode, valueNode := mapping.Field(key)
	if !valueNode.Exists() {
		return t.addField(mapping, key, value, after)
	}
	if valueNode.IsEmpty() {
		at := t.end(keyNode)
		at += 1 + bytes.IndexByte(t.document.Source[at:], ':')
		return t.splice(at, at, " "+value)
	}
	if err := t.changeable(valueNode); err != nil {
		return err
	}
	if !t.isInline(valueNode) {
		return t.tooLong(key, valueNode)
	}
	return t.splice(t.offset(valueNode), t.end(valueNode), value)
}

func (t *Text) tooLong(key string, n schema.Node) error {
	return fmt.Errorf("%s:%d: `%s` is written over several lines; change it in an editor", t.document.File, n.Line(), key)
}

func (t *Text) addField(mapping schema.Node, key, value string, after []string) error {
	entry := key + ": " + value
	last := mapping.Len() - 1
	if last < 0 {
		start := t.offset(mapping)
		return t.splice(start, t.end(mapping), "{"+entry+"}")
	}
	place := last
	for _, name := range after {
		if i := indexOf(mapping, name); i >= 0 {
			place = i
			break
		}
	}
	placeKey, placeValue := mapping.Entry(place)
	if mapping.IsFlow() {
		at := t.end(placeValue)
		if placeValue.IsEmpty() {
			at = t.end(placeKey) + 1
		}
		return t.splice(at, at, ", "+entry)
	}
	indent := placeKey.Column() - 1
	if place < last {
		next, _ := mapping.Entry(place + 1)
		return t.insertLines(t.blockEnd(placeKey.Line(), next.Line(), indent, placeValue), indent, entry)
	}
	return t.insertLines(t.blockEnd(placeKey.Line(), len(t.lines)+1, indent, placeValue), indent, entry)
}

func indexOf(mapping schema.Node, key string) int {
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
	mapping := t.document.At(path...)
	if err := t.changeable(mapping); err != nil {
		return err
	}
	i := indexOf(mapping, key)
	if i < 0 {
		return nil
	}
	keyNode, value := mapping.Entry(i)
	if mapping.IsFlow() {
		end := t.end(value)
		if value.IsEmpty() {
			end = t.end(keyNode) + 1
		}
		return t.removeFlow(mapping, i, t.offset(keyNode), end)
	}
	first, limit := keyNode.Line(), len(t.lines)+1
	if i+1 < mapping.Len() {
		next, _ := mapping.Entry(i + 1)
		limit = next.Line()
	}
	last := t.blockEnd(first, limit, keyNode.Column()-1, value)
	if before := t.document.Source[t.lines[first-1]:t.offset(keyNode)]; len(bytes.TrimSpace(before)) > 0 {
		// The key follows a list's dash on its line: the next key takes its place.
		if limit > len(t.lines) || i+1 >= mapping.Len() {
			return t.tooLong(key, keyNode)
		}
		next, _ := mapping.Entry(i + 1)
		return t.splice(t.offset(keyNode), t.offset(next), "")
	}
	return t.splice(t.lines[first-1], t.lineEnd(last), "")
}

// AppendItem adds a value at the end of the list at a path. It is one line of
// YAML; in a list that is written over lines it may have more lines.
func (t *Text) AppendItem(path []any, text string) error {
	list := t.document.At(path...)
	if err := t.changeable(list); err != nil {
		return err
	}
	last := list.Index(list.Len() - 1)
	switch {
	case list.IsFlow() && !last.Exists():
		// The blanks inside the brackets remember that the list was there when
		// it was empty: RemoveItem leaves [] behind then.
		return t.splice(t.offset(list), t.end(list), "[ "+text+" ]")
	case list.IsFlow():
		at := t.end(last)
		return t.splice(at, at, ", "+text)
	}
	indent := list.Column() - 1
	return t.insertLines(t.blockEnd(last.Line(), len(t.lines)+1, indent, last), indent, "- "+strings.ReplaceAll(text, "\n", "\n  "))
}

// AppendBlock adds a value at the end of the list under a key of the outermost
// mapping, on a line of its own; an empty list in brackets is opened for it.
func (t *Text) AppendBlock(key, text string) error {
	keyNode, list := t.document.Root().Field(key)
	if !list.Exists() {
		root := t.document.Root()
		lastKey, lastValue := root.Entry(root.Len() - 1)
		at := t.blockEnd(lastKey.Line(), len(t.lines)+1, lastKey.Column()-1, lastValue)
		return t.insertLines(at, 0, key+":\n  - "+strings.ReplaceAll(text, "\n", "\n    "))
	}
	if err := t.changeable(list); err != nil {
		return err
	}
	if list.Len() > 0 {
		return t.AppendItem([]any{key}, text)
	}
	item := "- " + strings.ReplaceAll(text, "\n", "\n  ")
	if list.IsEmpty() {
		return t.insertLines(keyNode.Line(), 2, item)
	}
	from, to := t.offset(list), t.end(list)
	for from > 0 && t.document.Source[from-1] == ' ' {
		from--
	}
	line := t.lineEnd(t.lineOf(to))
	rest := string(t.document.Source[to:line])
	if !strings.HasSuffix(rest, "\n") {
		rest += t.newline
	}
	return t.splice(from, line, rest+t.indent(2, item))
}

// RemoveItem removes the i-th value of the list at a path. A list in tight
// brackets that is left empty goes with its key, when the list is a key's
// value; so does a list of lines.
func (t *Text) RemoveItem(path []any, i int) error {
	list := t.document.At(path...)
	if err := t.changeable(list); err != nil {
		return err
	}
	item := list.Index(i)
	if !item.Exists() {
		return fmt.Errorf("%s: there is no entry %d", t.document.File, i+1)
	}
	if list.Len() == 1 {
		return t.removeLast(path, list)
	}
	if list.IsFlow() {
		return t.removeFlow(list, i, t.offset(item), t.end(item))
	}
	dash := list.Column() - 1
	limit := len(t.lines) + 1
	if i+1 < list.Len() {
		limit = list.Index(i + 1).Line()
	}
	return t.splice(t.lines[t.dashLine(item)-1], t.lineEnd(t.blockEnd(item.Line(), limit, dash, item)), "")
}

// dashLine returns the line of the dash before an item of a list of lines,
// which may stand above the item's value.
func (t *Text) dashLine(item schema.Node) int {
	line := item.Line()
	for end := t.offset(item); line > 1; line-- {
		if bytes.Contains(t.document.Source[t.lines[line-1]:end], []byte("-")) {
			break
		}
		end = t.lines[line-1]
	}
	return line
}

// removeLast removes the only value of a list.
func (t *Text) removeLast(path []any, list schema.Node) error {
	start, end := t.offset(list), 0
	if list.IsFlow() {
		end = t.end(list)
		if t.document.Source[start+1] == ' ' {
			return t.splice(start, end, "[]")
		}
	}
	if key, ok := path[len(path)-1].(string); ok && len(path) > 1 {
		return t.RemoveField(path[:len(path)-1], key)
	}
	if list.IsFlow() {
		return t.splice(start, end, "[]")
	}
	item := list.Index(0)
	last := t.blockEnd(item.Line(), len(t.lines)+1, list.Column()-1, item)
	key, _ := t.document.At(path[:len(path)-1]...).Field(path[len(path)-1].(string))
	colon := t.end(key) + 1
	kept := string(t.document.Source[colon:t.lines[t.dashLine(item)-1]])
	return t.splice(colon, t.lineEnd(last), " []"+kept)
}

// removeFlow removes the entry between two offsets from a collection in
// brackets, with the comma that parts it from its neighbour.
func (t *Text) removeFlow(collection schema.Node, i, from, to int) error {
	if i > 0 {
		before := collection.Index(i - 1)
		if collection.IsMap() {
			_, before = collection.Entry(i - 1)
		}
		return t.splice(t.end(before), to, "")
	}
	if collection.Len() > 1 {
		after := collection.Index(1)
		if collection.IsMap() {
			after, _ = collection.Entry(1)
		}
		return t.splice(from, t.offset(after), "")
	}
	return t.splice(t.offset(collection)+1, t.end(collection)-1, "")
}

// Replace puts a value, one line of YAML, in the place of the one at a path.
func (t *Text) Replace(path []any, text string) error {
	n := t.document.At(path...)
	if err := t.changeable(n); err != nil {
		return err
	}
	if !t.isInline(n) {
		return t.tooLong(fmt.Sprint(path[len(path)-1]), n)
	}
	return t.splice(t.offset(n), t.end(n), text)
}

var errAlias = errors.New("is written as an alias (*name), which stands for a value elsewhere in the file; change it in an editor")

func (t *Text) changeable(n schema.Node) error {
	if !n.Exists() {
		return fmt.Errorf("%s: there is nothing to change", t.document.File)
	}
	if n.IsAlias() {
		return fmt.Errorf("%s:%d: the value %w", t.document.File, n.Line(), errAlias)
	}
	return nil
}

// isInline tells whether a value ends where end says: scalars and collections
// in brackets.
func (t *Text) isInline(n schema.Node) bool {
	return n.IsFlow() || n.IsScalar() && !n.IsBlockText()
}

// insertLines adds text on lines of its own below a line, each of its lines
// indented.
func (t *Text) insertLines(below, indent int, text string) error {
	at := t.lineEnd(below)
	addition := t.indent(indent, text)
	if at > 0 && t.document.Source[at-1] != '\n' { // the last line lacks its end
		addition = t.newline + strings.TrimSuffix(addition, t.newline)
	}
	return t.splice(at, at, addition)
}

// indent writes each line of a text indented and with its end.
func (t *Text) indent(indent int, text string) string {
	var out strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		out.WriteString(strings.Repeat(" ", indent) + line + t.newline)
	}
	return out.String()
}

// offset returns where a value begins in the text.
func (t *Text) offset(n schema.Node) int {
	at := t.lines[n.Line()-1]
	for range n.Column() - 1 {
		_, size := utf8.DecodeRune(t.document.Source[at:])
		at += size
	}
	return at
}

// lineEnd returns the offset behind a line's end, the line being from 1.
func (t *Text) lineEnd(line int) int {
	if line < len(t.lines) {
		return t.lines[line]
	}
	return len(t.document.Source)
}

func (t *Text) lineOf(offset int) int {
	line := 1
	for line < len(t.lines) && t.lines[line] <= offset {
		line++
	}
	return line
}

// blockEnd returns the last line of a value that is written over lines: it
// begins in the line first, ends before the line limit, and its lines stand
// deeper than indent. Blank lines and comments behind it are not part of it.
func (t *Text) blockEnd(first, limit, indent int, value schema.Node) int {
	last := first
	if n := lastScalar(value); n.Exists() && n.Line() > last {
		last = n.Line()
	}
	text := lastScalar(value).IsBlockText()
	if value.IsFlow() {
		last = max(last, t.lineOf(max(0, t.end(value)-1)))
	}
	for line := last + 1; line < limit && line <= len(t.lines); line++ {
		content := strings.TrimRight(string(t.document.Source[t.lines[line-1]:t.lineEnd(line)]), "\r\n ")
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
	for n.Len() > 0 && !n.IsFlow() {
		if n.IsMap() {
			_, n = n.Entry(n.Len() - 1)
		} else {
			n = n.Index(n.Len() - 1)
		}
	}
	return n
}

// end returns the offset behind a scalar's or a bracketed collection's last
// character.
func (t *Text) end(n schema.Node) int {
	source, at := t.document.Source, t.offset(n)
	if at >= len(source) {
		return len(source)
	}
	switch {
	case n.IsFlow():
		return flowEnd(source, at)
	case n.IsQuoted():
		return quoteEnd(source, at)
	}
	return plainEnd(source, at)
}

// flowEnd returns the offset behind the bracket that closes the one at an offset.
func flowEnd(source []byte, at int) int {
	depth := 0
	for i := at; i < len(source); i++ {
		switch c := source[i]; {
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case (c == '"' || c == '\'') && strings.IndexByte(" \t\n[{,:", source[i-1]) >= 0:
			i = quoteEnd(source, i) - 1
		case c == '#' && strings.IndexByte(" \t\n", source[i-1]) >= 0:
			for i < len(source) && source[i] != '\n' {
				i++
			}
		}
	}
	return len(source)
}

// quoteEnd returns the offset behind the quote that closes the one at an offset.
func quoteEnd(source []byte, at int) int {
	for at < len(source) && source[at] != '"' && source[at] != '\'' { // a tag or anchor stands before
		at++
	}
	if at >= len(source) {
		return len(source)
	}
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

// plainEnd returns the offset behind a scalar without quotes: before a comment,
// a comma or bracket (in a list in brackets), a colon and blank, or the line's
// end. A comma or bracket outside brackets is part of the scalar, but there
// the scalar ends at the line's end or comment, so depth is found by looking back.
func plainEnd(source []byte, at int) int {
	flow := insideFlow(source, at)
	end := at
	for i := at; i < len(source); i++ {
		c := source[i]
		if c == '\n' || c == '\r' || c == '#' && i > at && (source[i-1] == ' ' || source[i-1] == '\t') {
			break
		}
		if c == ':' && (i+1 >= len(source) || strings.IndexByte(" \t\r\n", source[i+1]) >= 0 || flow && strings.IndexByte(",[]{}", source[i+1]) >= 0) {
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

// insideFlow tells whether an offset is inside brackets that opened a
// collection before it.
func insideFlow(source []byte, at int) bool {
	depth := 0
	for i := 0; i < at; i++ {
		c := source[i]
		starts := i == 0 || strings.IndexByte(" \t\n[{,:-", source[i-1]) >= 0
		switch {
		case (c == '[' || c == '{') && (starts || depth > 0):
			depth++
		case (c == ']' || c == '}') && depth > 0:
			depth--
		case (c == '"' || c == '\'') && starts:
			i = quoteEnd(source, i) - 1
		case c == '#' && (i == 0 || strings.IndexByte(" \t\n", source[i-1]) >= 0):
			for i < at && source[i] != '\n' {
				i++
			}
		}
	}
	return depth > 0
}
