package input

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/textproto"
	"regexp"
	"slices"
	"strings"

	"muster/armyforge"
	"muster/builder/finding"
	"muster/schema"
	"muster/share"
)

// A listFinder collects the lists that it finds in a text written by people, such as a mail, in the
// text's order.
type listFinder struct {
	name string // the file's name, for error messages
	// share codes, lists as text from Army Forge, and list files of muster; each only once
	lists      []string
	foundCount int   // number of lists found, including repeated lists
	formatErr  error // the error for the first part that is not text; nil for none
}

// extractList returns the list inside a mail, a quoted text, a code between words, or a PDF of
// muster, and other texts unchanged. more is a sentence if the text contains further lists, else
// "". The error is for a mail without a list, and for a file that is not text.
func extractList(name string, kind FileKind, text []byte) (list []byte, more string, err error) {
	l := listFinder{name: name}
	switch {
	case kind == ZIPFile:
		return nil, "", schema.Problem{Code: CodeNoList, File: name}.Errorf("this is a ZIP file, and no list; unpack it first")
	case kind == DocumentFile:
		code := printedCode(text)
		if code == nil {
			return nil, "", documentError(name, text)
		}
		return code, "", nil
	case kind == ListCode:
		if _, err := readCode(text); err == nil {
			return text, "", nil
		}
		l.readText(string(text)) // in a line of words
	case kind == SharedText:
		l.readText(string(text))
	case kind == MailFile && schema.IsText(text):
		l.readMail(text, 0)
	}
	switch {
	case l.lists != nil:
	case l.formatErr == nil && kind == MailFile:
		return nil, "", noListError(name, "a mail without a list")
	default:
		return text, "", l.formatErr
	}
	if n := len(l.lists) - 1; n > 0 {
		more = fmt.Sprintf("it holds %s; the first counts, and the others are not read: send them one by one",
			finding.CountText(n+1, "list"))
	}
	return []byte(l.lists[0]), more, nil
}

// Limits for reading mails.
const (
	maxMailDepth     = 4       // levels of mail parts within mail parts that are read
	maxMailParts     = 50      // mail parts within one mail part that are read
	maxMailLists     = 20      // the search in a text ends after this many lists
	maxHeaderBytes   = 1 << 14 // bytes searched for the header of a mail
	maxMailPartBytes = 1 << 20 // bytes read of a decoded mail part
)

// mailHeader matches the beginning of a mail. Keys in a mail's header begin with capitals, keys in
// muster's files do not.
var mailHeader = regexp.MustCompile(`\A(?:From .*\n)?(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*(?:From|Subject|Date|Received|Content-Type):`)

func isMail(text []byte) bool { return mailHeader.Match(text[:min(len(text), maxHeaderBytes)]) }

// readMail reads a mail, or a text without a header.
func (l *listFinder) readMail(text []byte, depth int) {
	header := textproto.MIMEHeader{}
	if isMail(text) {
		if bytes.HasPrefix(text, []byte("From ")) { // as in a mailbox's file
			text = text[bytes.IndexByte(text, '\n')+1:]
		}
		reader := textproto.NewReader(bufio.NewReader(bytes.NewReader(text)))
		header, _ = reader.ReadMIMEHeader() // of a broken one, as much as there is
		text, _ = io.ReadAll(reader.R)
	}
	l.readBody(header, text, depth)
}

// readBody reads the body of a mail or part, given its header: a single part, or several parts.
func (l *listFinder) readBody(header textproto.MIMEHeader, body []byte, depth int) {
	kind, settings, _ := mime.ParseMediaType(header.Get("Content-Type"))
	body = decodeBody(header, body)
	switch {
	case depth > maxMailDepth:
	case strings.HasPrefix(kind, "multipart/"):
		l.readParts(multipart.NewReader(bytes.NewReader(body), settings["boundary"]), depth)
	case kind == "message/rfc822":
		l.readMail(body, depth+1)
	default:
		l.readPart(kind, settings, body)
	}
}

// readParts reads the parts of a mail. It reads HTML only if no other part has a list, since mails
// repeat their text in HTML.
func (l *listFinder) readParts(parts *multipart.Reader, depth int) {
	var pages []func()
	for range maxMailParts {
		part, err := parts.NextRawPart()
		if err != nil {
			break
		}
		inner, _ := io.ReadAll(part) // of one that is cut off, as much as there is
		read := func() { l.readBody(part.Header, inner, depth+1) }
		if strings.HasPrefix(part.Header.Get("Content-Type"), "text/html") {
			pages = append(pages, read)
			continue
		}
		read()
	}
	for _, read := range pages {
		if l.lists == nil {
			read()
		}
	}
}

// readPart finds the lists in a decoded part of a mail. kind is the part's media type, settings are
// the parameters of the media type, such as charset.
func (l *listFinder) readPart(kind string, settings map[string]string, body []byte) {
	body = schema.ToUTF8(body)
	if strings.HasPrefix(strings.ToLower(settings["charset"]), "iso-8859") ||
		strings.HasPrefix(strings.ToLower(settings["charset"]), "windows-125") {
		letters := make([]rune, len(body))
		for i, b := range body {
			letters[i] = rune(b)
		}
		body = []byte(string(letters))
	}
	switch sort := KindOf(body); {
	case sort == DocumentFile:
		if code := printedCode(body); code != nil {
			l.addList(string(code))
		} else if l.formatErr == nil {
			l.formatErr = documentError(l.name, body)
		}
	case sort == ListFile, sort == ArmyForgeFile && !strings.HasPrefix(kind, "text/plain"):
		l.addList(string(body))
	case strings.HasPrefix(kind, "text/html"):
		l.readText(textOfHTML(string(body)))
	case schema.IsText(body):
		if settings["format"] == "flowed" {
			body = bytes.ReplaceAll(bytes.ReplaceAll(body, []byte("\r\n"), []byte("\n")), []byte(" \n"), []byte(" "))
		}
		l.readText(string(body))
	}
}

func decodeBody(header textproto.MIMEHeader, body []byte) []byte {
	var reader io.Reader = bytes.NewReader(body)
	switch strings.ToLower(strings.TrimSpace(header.Get("Content-Transfer-Encoding"))) {
	case "base64":
		reader = base64.NewDecoder(base64.StdEncoding, reader)
	case "quoted-printable":
		reader = quotedprintable.NewReader(reader)
	default:
		return body
	}
	text, _ := io.ReadAll(reader) // what is damaged is read as far as it goes
	return text
}

var (
	htmlBreak = regexp.MustCompile(`(?i)<(?:br|/p|/div|/tr|/li|/h\d)\b[^>]*>`)
	htmlLink  = regexp.MustCompile(`(?i)<a\s[^>]*href="([^"]*)"[^>]*>`)
	htmlTag   = regexp.MustCompile(`<[^>]*>`)
)

// textOfHTML returns the text of an HTML page, including the addresses of links.
func textOfHTML(page string) string {
	page = page[:min(len(page), maxMailPartBytes)]
	page = strings.NewReplacer("\r", "", "\n", " ").Replace(page)
	page = htmlLink.ReplaceAllString(htmlBreak.ReplaceAllString(page, "\n"), " $1 ")
	return html.UnescapeString(htmlTag.ReplaceAllString(page, ""))
}

func (l *listFinder) addList(list string) {
	l.foundCount++
	if !slices.Contains(l.lists, list) {
		l.lists = append(l.lists, list)
	}
}

var (
	shareCodeStart = regexp.MustCompile(`muster[0-9]+\.[\w-]{8,}`)
	shareCodeLine  = regexp.MustCompile(`^[\w-]+$`)
	listFileStart  = regexp.MustCompile(`^["']?muster["']?:\s*["']?list/`)
	listFileLine   = regexp.MustCompile(`^(?:["']?[\w-]+["']?:|[ \t#-]|$)`)
)

// maxJoinedLineLength limits the length of a line that is joined from several lines of a mail, in
// characters; no line about a unit is longer.
const maxJoinedLineLength = 4000

// maxCodeLines limits the number of lines into which a mail may break a code.
const maxCodeLines = 2000

// readText finds the lists in a text, in which mail quotes may be marked with ">".
func (l *listFinder) readText(text string) {
	lines := strings.Split(strings.ReplaceAll(text[:min(len(text), maxMailPartBytes)], "\u00a0", " "), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(unquote(line), "\r")
	}
	for i := 0; i < len(lines) && l.foundCount < maxMailLists; {
		next := i + 1
		switch line := strings.TrimSpace(lines[i]); {
		case shareCodeStart.MatchString(line):
			next = l.readCode(lines, i)
		case strings.HasPrefix(line, "++"):
			next = l.readSharedText(lines, i)
		case armyforge.BeginsMusterText(line):
			next = l.readPrintedText(lines, i)
		case listFileStart.MatchString(lines[i]):
			for next < len(lines) && listFileLine.MatchString(lines[next]) && strings.TrimSpace(lines[next]) != "--" {
				next++
			}
			l.addList(strings.Join(lines[i:next], "\n") + "\n")
		}
		i = next
	}
}

// unquote returns a line of a mail without the ">" marks of quoted text, each with at most one
// blank after it.
func unquote(line string) string {
	quoted := strings.TrimPrefix(line, " ")
	for strings.HasPrefix(quoted, ">") {
		quoted = strings.TrimPrefix(quoted[1:], " ")
		line = quoted
	}
	return line
}

// readCode adds the share code that begins in line at, and joins the lines into which a mail
// program broke it. It returns the index of the next line to read.
func (l *listFinder) readCode(lines []string, at int) (next int) {
	line := strings.TrimSpace(lines[at])
	span := shareCodeStart.FindStringIndex(line)
	code, ends := line[span[0]:span[1]], []int{span[1] - span[0]}
	next = at + 1
	if span[1] == len(line) {
		for next < len(lines) && len(ends) < maxCodeLines && shareCodeLine.MatchString(strings.TrimSpace(lines[next])) {
			code += strings.TrimSpace(lines[next])
			ends = append(ends, len(code))
			next++
		}
	}
	short := 0 // the first line that is shorter than those before it is likely the last
	for short+1 < len(ends) && (short == 0 || ends[short]-ends[short-1] >= ends[min(1, short)]-ends[0]) {
		short++
	}
	for _, n := range []int{len(ends) - 1, short, short - 1, 0} {
		if n < 0 {
			continue
		}
		if _, err := share.Read(code[:ends[n]]); err == nil {
			l.addList(code[:ends[n]])
			return at + 1 + n
		}
	}
	l.addList(code) // reading it says what is wrong
	return next
}

var (
	// sharedUnitLine matches the line of a unit in a list that Army Forge shares as text,
	// sharedCost the unit's cost, sharedWeapon the beginning of a line of weapons.
	sharedUnitLine = regexp.MustCompile(`\[\d{1,3}\]\s*Q\d\+`)
	sharedCost     = regexp.MustCompile(`\d\s*pts\b`)
	sharedWeapon   = regexp.MustCompile(`^(?:\d+x\s+)?(?:\d+["“”″]\s+)?[^(),|]*\((?:\d+["“”″]|A\d)`)
)

// readSharedText adds the list in Army Forge's text form that begins in line at, and returns the
// index of the next line to read. It joins broken lines, and keeps line numbers for messages.
func (l *listFinder) readSharedText(lines []string, at int) (next int) {
	out, last := make([]string, at), at // last is the line that may go on; -1 for none
	for next = at; next < len(lines); next++ {
		line := strings.TrimSpace(lines[next])
		again := next > at && strings.HasPrefix(line, "++") && isPrintedTextHeading(out[at])
		if again || line == "--" || shareCodeStart.MatchString(line) {
			break
		}
		out = append(out, "")
		starts := strings.HasPrefix(line, "|") || strings.HasPrefix(line, "#") || sharedUnitLine.MatchString(line) ||
			sharedWeapon.MatchString(line)
		switch {
		case line == "":
			last = -1
		case next > at && last >= 0 && len(out[last]) < maxJoinedLineLength && continuesLine(out[last], line):
			out[last] += " " + line
		case starts || next == at:
			out[next], last = line, next
		default:
			last = -1 // such as a greeting
		}
	}
	l.addList(strings.Join(out, "\n"))
	return next
}

// readPrintedText adds the list in muster's print form that begins in line at and ends before a
// signature, a share code or another list. It returns the index of the next line to read.
func (l *listFinder) readPrintedText(lines []string, at int) (next int) {
	for next = at + 1; next < len(lines); next++ {
		line := strings.TrimSpace(lines[next])
		if line == "--" || shareCodeStart.MatchString(line) || armyforge.BeginsMusterText(line) {
			break
		}
	}
	text := strings.Repeat("\n", at) + strings.Join(lines[at:next], "\n") // each line keeps its number
	if !armyforge.IsMusterText([]byte(text)) {
		return at + 1
	}
	l.addList(text)
	return next
}

func isPrintedTextHeading(line string) bool { return len(line) > 3 && strings.HasSuffix(line, "++") }

// continuesLine reports whether a line continues the line before it, which a mail program broke.
func continuesLine(before, line string) bool {
	isEntry := sharedUnitLine.MatchString(before)
	switch {
	case strings.HasPrefix(before, "++"):
		return !isPrintedTextHeading(before)
	case sharedUnitLine.MatchString(line):
		return false
	case strings.HasPrefix(line, "|"):
		return isEntry && !strings.HasPrefix(strings.ToLower(strings.TrimLeft(line, "| ")), "joined")
	case strings.HasPrefix(before, "|"):
		return !strings.HasSuffix(before, ":")
	case strings.HasSuffix(before, ","), strings.HasSuffix(before, "|"), strings.Count(before, "(") > strings.Count(before, ")"):
		return true
	case isEntry:
		return !sharedCost.MatchString(before) || !sharedWeapon.MatchString(line)
	}
	return !strings.HasSuffix(before, ")")
}

// hasTextBeforeFile reports whether other text precedes the first line of a file of muster.
func hasTextBeforeFile(text []byte) bool {
	for line := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) {
		line = strings.TrimRight(line, "\r\n")
		if listFileStart.MatchString(line) || strings.HasPrefix(line, "{") || strings.HasPrefix(line, "%") {
			return false
		}
		if !listFileLine.MatchString(line) {
			return true
		}
	}
	return false
}
