package export

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func terminalText(t *testing.T, f Terminal, s Sheet) string {
	t.Helper()
	var out strings.Builder
	if err := f.Write(&out, Document{Sheet: s}, Options{}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The terminal shows the same sheet, of both games.
func TestTerminal(t *testing.T) {
	for name, s := range map[string]Sheet{"gate": FromArmy(gate(t)), "outpost": forceDocument(t, outpost(t)).Sheet} {
		s.Reference = nil // its words may change
		golden(t, name+".terminal", []byte(terminalText(t, Terminal{Width: 80}, s)))
	}
}

// No line is longer than the terminal is wide, unless one word is; wide
// characters count for what they take.
func TestTerminalFits(t *testing.T) {
	wide := horde(1)
	wide.Blocks[0].Name = strings.Repeat("機動歩兵 ", 30)
	wide.Blocks[0].Tables[0].Rows[0][1] = "自動小銃"
	for _, s := range []Sheet{FromArmy(gate(t)), wide, forceDocument(t, outpost(t)).Sheet} {
		for _, width := range []int{40, 60, 80, 140} {
			for line := range strings.Lines(terminalText(t, Terminal{Width: width}, s)) {
				if n := ansi.StringWidth(strings.TrimRight(line, "\n")); n > width {
					t.Errorf("%d columns of %d: %s", n, width, line)
				}
			}
		}
	}
}

// Colour changes nothing but colour, and a stranger's names bring none.
func TestTerminalColour(t *testing.T) {
	for _, s := range []Sheet{FromArmy(gate(t)), hostileSheet()} {
		text := terminalText(t, Terminal{}, s)
		if strings.ContainsFunc(text, obeyed) {
			t.Error("without colour there are control characters")
		}
		coloured := terminalText(t, Terminal{Colour: true}, s)
		for _, code := range []string{"\x1b[1m", "\x1b[2m", "\x1b[0m"} {
			if !strings.Contains(coloured, code) {
				t.Errorf("%q is not used", code)
			}
			coloured = strings.ReplaceAll(coloured, code, "")
		}
		if coloured != text {
			t.Error("with colour the text differs")
		}
	}
	if text := terminalText(t, Terminal{Colour: true}, Sheet{Name: "a\ue000b"}); strings.Count(text, "\x1b") != 2 {
		t.Errorf("a name paints itself: %q", text)
	}
}
