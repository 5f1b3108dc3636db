package export

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"muster/builder/table"
	"muster/report"
	"muster/terminal"
)

func terminalText(t *testing.T, width int, s Sheet) string {
	t.Helper()
	t.Setenv("COLUMNS", fmt.Sprint(width))
	var out strings.Builder
	terminal.New(&out).Show(s.Doc())
	return out.String()
}

// The terminal shows the same sheet, of both games.
func TestTerminal(t *testing.T) {
	for name, s := range map[string]Sheet{"gate": FromArmy(gate(t)), "outpost": forceDocument(t, outpost(t)).Sheet} {
		s.Reference = nil // its words may change
		golden(t, name+".terminal", []byte(terminalText(t, 80, s)))
	}
}

// No line is longer than the terminal is wide, unless one word is; wide
// characters count for what they take.
func TestTerminalFits(t *testing.T) {
	wide := horde(1)
	wide.Blocks[0].Name = strings.Repeat("機動歩兵 ", 30)
	wide.Blocks[0].Tables[0].Rows[0].Cells[1].Text = "自動小銃"
	for _, s := range []Sheet{FromArmy(gate(t)), wide, forceDocument(t, outpost(t)).Sheet} {
		for _, width := range []int{40, 60, 80, 140} {
			for line := range strings.Lines(terminalText(t, width, s)) {
				if n := ansi.StringWidth(strings.TrimRight(line, "\n")); n > width {
					t.Errorf("%d columns of %d: %s", n, width, line)
				}
			}
		}
	}
}

// A stranger's names bring no codes.
func TestTerminalHostile(t *testing.T) {
	for _, s := range []Sheet{FromArmy(gate(t)), hostileSheet()} {
		text := terminalText(t, 80, s)
		if strings.ContainsFunc(text, obeyed) || strings.Contains(text, `\u`) { // as a terminal shows such a character
			t.Errorf("there are control characters: %q", text)
		}
	}
}

// A copy that a stranger made may have a weapon of which there is nothing to say.
func TestTableWithoutWords(t *testing.T) {
	empty := tableOf([]report.Column{{Name: "Weapon"}, {Name: "Range"}}, [][]string{{"", ""}})
	sheet := Sheet{Blocks: []Block{{Unit: table.Unit{Name: "A"}, Tables: []*report.Table{empty}}}}
	if text := terminalText(t, 80, sheet); !strings.HasSuffix(text, "\n\nA\n") {
		t.Errorf("%q", text)
	}
}
