package export

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
)

// Names and remarks may come from a stranger's file. Whatever they hold is
// printed as text: here what terminals and viewers would obey is taken out.

// plain returns the text without characters that show nothing and change how
// others are shown: ends of lines and tabs are blanks, other control characters
// (terminal codes among them) the sign for what cannot be shown, and marks that
// turn the direction of writing or hide are left out. What joins characters
// into one, in emoji and in scripts that need it, stays; accents that stand apart, as
// macOS writes them, are part of their letter.
func plain(text string) string {
	const joins = "\u200c\u200d"
	return compose(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			if string(r) == noBreak {
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

// escapeJSON writes the characters of JSON that a terminal or a viewer would
// obey as their numbers, so that what the text says stays whole.
func escapeJSON(text []byte) []byte {
	var out bytes.Buffer
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
