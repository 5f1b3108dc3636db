package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"

	"muster/builder/table"
)

// Names and remarks may come from a stranger's file. They are printed as text: this file
// removes characters that terminals and viewers would obey.

// safeText returns the text without control characters: line ends and tabs become blanks, other
// control characters the replacement character. It drops marks that hide text or change its
// direction, keeps joiners (for emoji and some scripts), and composes accents with their letters.
func safeText(text string) string {
	const joins = "\u200c\u200d"
	return composeNFC(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			if string(r) == table.NoBreak {
				return r
			}
			return ' '
		case unicode.In(r, unicode.Zl, unicode.Zp):
			return ' '
		case unicode.IsControl(r):
			return unicode.ReplacementChar
		case unicode.Is(unicode.Cf, r) && !strings.ContainsRune(joins, r):
			return -1
		}
		return r
	}, text))
}

// writeJSON writes a value as indented JSON that is safe to print (see escapeJSON). Each line after
// the first begins with the prefix.
func writeJSON(w io.Writer, value any, prefix string) error {
	encoder := json.NewEncoder(jsonEscaper{w})
	encoder.SetEscapeHTML(false)
	encoder.SetIndent(prefix, "  ")
	return encoder.Encode(value)
}

// A jsonEscaper is a writer that passes JSON on through escapeJSON.
type jsonEscaper struct{ io.Writer }

func (e jsonEscaper) Write(text []byte) (int, error) {
	if _, err := e.Writer.Write(escapeJSON(text)); err != nil {
		return 0, err
	}
	return len(text), nil
}

// escapeJSON replaces the characters that a terminal or viewer would interpret by \u escapes.
func escapeJSON(text []byte) []byte {
	var out bytes.Buffer
	out.Grow(len(text))
	for _, r := range string(text) {
		if r > unicode.MaxASCII && (unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)) || r == 0x7f {
			for _, unit := range utf16.AppendRune(nil, r) {
				fmt.Fprintf(&out, `\u%04x`, unit)
			}
			continue
		}
		out.WriteRune(r)
	}
	return out.Bytes()
}
