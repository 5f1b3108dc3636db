package terminal_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"muster/report"
	"muster/terminal"
)

// FuzzText writes any text in paragraphs and tables: whatever it holds, nothing
// that a terminal obeys comes out, and no letter of it is lost.
func FuzzText(f *testing.F) {
	f.Add("plain", "x")
	f.Add("\x1b[31mred\x07\u202eleft", "家\u0301\u200d\xff")
	f.Fuzz(func(t *testing.T, text, cell string) {
		var out bytes.Buffer
		to := terminal.New(&out)
		to.Paragraph(text, "- ", "  ")
		if got, want := letters(out.String()), visible(text); !strings.HasPrefix(got, "-"+want) {
			t.Fatalf("%q became %q", text, out.String())
		}
		table := report.NewTable(1)
		table.Add(cell, text)
		table.Add(text, cell)
		to.ShowBlocks(table)
		if !utf8.Valid(out.Bytes()) {
			t.Fatalf("%q and %q became %q", text, cell, out.String())
		}
		for _, r := range out.String() {
			if r != '\n' && r != '\t' && unicode.IsControl(r) || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' {
				t.Fatalf("%q reached the terminal from %q and %q", r, text, cell)
			}
		}
	})
}

// visible is what is to be seen of a text but for its blanks.
func visible(text string) string {
	var out strings.Builder
	to := terminal.New(&out)
	for _, word := range strings.Fields(text) {
		_, _ = to.Write([]byte(word))
	}
	return out.String()
}

// letters is a text without its blanks.
func letters(text string) string { return strings.Join(strings.Fields(text), "") }
