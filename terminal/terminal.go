// Package terminal writes text for people: in aligned columns and wrapped lines on a
// terminal, unwrapped into a pipe or file. It measures wide characters, and shows control
// characters in text instead of obeying them.
package terminal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"

	"muster/rules/dice"
)

// A Terminal writes text for a person: to a terminal, or to a pipe or file in its place.
type Terminal struct {
	// IsMarkdown means that reports are written as Markdown. All other text but JSON, such as a hint
	// at the next command, is left out.
	IsMarkdown    bool
	hasMarkdown   bool // Markdown was written
	out           io.Writer
	isInteractive bool   // a person sees the output as it is written
	width         int    // columns
	hasColours    bool   // colours are written
	escapePrefix  string // prefix of this program's own escape codes; unguessable
}

// Widths in columns: for a terminal of unknown width, and the minimum for text.
const (
	defaultWidth = 80 // columns of a terminal of unknown width
	minWidth     = 40 // least width of text
)

// New returns a Terminal that writes to out. If out is no terminal, nothing is cut or coloured.
// $COLUMNS overrides the width; $NO_COLOR and the $TERM "dumb" turn colours off.
func New(out io.Writer) *Terminal {
	t := &Terminal{out: out, width: defaultWidth}
	if file, ok := out.(interface{ Fd() uintptr }); ok && term.IsTerminal(int(file.Fd())) {
		t.isInteractive = true
		t.hasColours = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && supportsColours(file.Fd())
		if wide, _, err := term.GetSize(int(file.Fd())); err == nil && wide > 0 {
			t.width = max(wide, minWidth)
		}
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n >= minWidth {
		t.width = n
	}
	t.escapePrefix = fmt.Sprintf("\x1b[%d;", 1+rand.Int64())
	return t
}

// Width returns the width of lines of running text in columns.
func (t *Terminal) Width() int { return t.width }

// IsInteractive reports whether a person sees the text as it is written.
func (t *Terminal) IsInteractive() bool { return t.isInteractive }

// Raw returns the writer behind the terminal, for files that are not text and for drawing over a
// line.
func (t *Terminal) Raw() io.Writer { return t.out }

// Colour is a style of text.
type Colour int

// The colours, by their numbers in escape codes.
const (
	Bold   Colour = 1
	Dim    Colour = 2
	Red    Colour = 31
	Green  Colour = 32
	Yellow Colour = 33
)

// Paint returns a text marked to be written in a colour, if colours are on.
func (t *Terminal) Paint(c Colour, text string) string {
	if !t.hasColours {
		return text
	}
	return fmt.Sprintf("%s%dm%s%s0m", t.escapePrefix, c, text, t.escapePrefix)
}

// Write writes text. Control characters are shown as text, except for line ends, tabs and
// the codes made by Paint.
func (t *Terminal) Write(text []byte) (int, error) {
	if _, err := io.WriteString(t.out, t.makeVisible(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// makeVisible replaces control characters, and invisible characters that hide text or change its
// direction, by their numbers: \u001b. Joiners in emoji and in scripts that need them stay.
func (t *Terminal) makeVisible(text string) string {
	if !strings.ContainsFunc(text, isControl) && utf8.ValidString(text) {
		return text
	}
	var out strings.Builder
	for i := 0; i < len(text); {
		if t.hasColours && strings.HasPrefix(text[i:], t.escapePrefix) {
			out.WriteString("\x1b[")
			i += len(t.escapePrefix)
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		if !isControl(r) {
			out.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&out, `\u%04x`, unit)
		}
	}
	return out.String()
}

// isControl reports whether a character controls a terminal or changes the characters around it.
func isControl(r rune) bool {
	switch {
	case r == '\n' || r == '\t' || r == '\u200c' || r == '\u200d':
		return false
	case r < unicode.MaxASCII:
		return r < ' '
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// TextWidth returns the number of columns that a text takes.
func TextWidth(text string) int { return ansi.StringWidth(text) }

// Clip shortens a text to a width in columns if a person is watching; programs get the whole text.
func (t *Terminal) Clip(text string, width int) string {
	if !t.isInteractive {
		return text
	}
	return ansi.Truncate(text, width, "…")
}

// Line writes a text and ends the line.
func (t *Terminal) Line(format string, args ...any) {
	if !t.IsMarkdown {
		fmt.Fprintf(t, format+"\n", args...)
	}
}

// Title writes a name in bold, followed by facts about it.
func (t *Terminal) Title(name string, about ...string) {
	t.Line("%s", strings.Join(append([]string{t.Paint(Bold, name)}, about...), " · "))
}

// Say writes a text as a paragraph.
func (t *Terminal) Say(format string, args ...any) {
	t.Paragraph(fmt.Sprintf(format, args...), "", "  ")
}

// ReportProblem writes an error or a warning after the program's name.
func (t *Terminal) ReportProblem(format string, args ...any) {
	t.Line("muster: %s", strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", "\n        "))
}

// JSON writes a JSON document for scripts, with numbers rounded to nine decimals.
func (t *Terminal) JSON(document any) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(document); err != nil {
		return err
	}
	_, err := t.Write(roundNumbers(text.Bytes()))
	return err
}

// roundNumbers returns a JSON document with all numbers rounded to nine decimals.
func roundNumbers(text []byte) []byte {
	var out []byte
	tokens, done := json.NewDecoder(bytes.NewReader(text)), 0
	tokens.UseNumber()
	for {
		token, err := tokens.Token()
		if err != nil {
			return append(out, text[done:]...)
		}
		number, _ := token.(json.Number)
		x, err := number.Float64()
		if err != nil || dice.Rounded(x) == x && number != "-0" {
			continue
		}
		rounded, _ := json.Marshal(dice.Rounded(x)) // a finite number
		end := int(tokens.InputOffset())
		out = append(append(out, text[done:end-len(number)]...), rounded...)
		done = end
	}
}

// Paragraph wraps a text at its blanks and ends it with a newline. The first line begins
// with the text first, the others with rest. A word that is wider than a line stays
// whole, unless it consists of wide characters: lines may break after any of those.
func (t *Terminal) Paragraph(text, first, rest string) {
	if !t.IsMarkdown {
		fmt.Fprint(t, wrap(text, first, rest, t.width))
	}
}

// noBreakSpace is a space at which no line is broken.
const noBreakSpace = '\u00a0'

func wrap(text, first, rest string, width int) string {
	var out strings.Builder
	line, wide := first, TextWidth(first)
	empty := true
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) && r != noBreakSpace }) {
		word = strings.ReplaceAll(word, string(noBreakSpace), " ")
		w := TextWidth(word)
		fits := !empty || wide <= TextWidth(rest) || wide+w <= width || TextWidth(rest)+w > width
		if !fits || !empty && wide+1+w > width {
			out.WriteString(line + "\n")
			line, wide, empty = rest, TextWidth(rest), true
		}
		if !empty {
			line, wide = line+" ", wide+1
		}
		for wide+w > width && w > len([]rune(word)) && width-wide > 1 {
			out.WriteString(line + ansi.Cut(word, 0, width-wide) + "\n")
			word = ansi.Cut(word, width-wide, w)
			line, wide, w = rest, TextWidth(rest), TextWidth(word)
		}
		line, wide, empty = line+word, wide+w, false
	}
	out.WriteString(line + "\n")
	return out.String()
}
