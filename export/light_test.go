package export

import "testing"

// With little ink a filled area becomes an outline that is never paler than a line:
// pale grey would not be seen (docs/sheets.md, Ink). A darker shade stays as it is.
func TestOutlinesInLightInkAreNoPalerThanLines(t *testing.T) {
	for shade, want := range map[ink]ink{pale: lineInk, white: lineInk, lineInk: lineInk, muted: muted, black: black} {
		got := piece{kind: fillPiece, w: 20, h: 10, ink: shade}.withLightInk()[0]
		if got.kind != framePiece || got.ink != want {
			t.Errorf("a fill of shade %d becomes kind %d of shade %d, want an outline of shade %d", shade, got.kind, got.ink, want)
		}
	}
}

// Bars of charts become lines no paler than lines are, at the foot of the bar.
func TestBarsInLightInkAreNoPalerThanLines(t *testing.T) {
	for shade, want := range map[ink]ink{pale: lineInk, muted: muted} {
		got := piece{kind: fillPiece, y: 20, w: 20, h: 1, ink: shade}.withLightInk()[0]
		if got.ink != want || got.h >= 1 || got.y+got.h != 21 {
			t.Errorf("a bar of shade %d becomes %.2f high at %.2f, of shade %d, want shade %d", shade, got.h, got.y, got.ink, want)
		}
	}
}

// The parts of the bar of points differ in lines that cover less than a tenth of them.
func TestDarkAreasHaveLinesInLightInk(t *testing.T) {
	for shade, want := range map[ink]int{black: 2, 130: 1, 205: 0} {
		got := piece{kind: fillPiece, y: 20, w: 50, h: 2.4, ink: shade}.withLightInk()
		covered := 0.0
		for _, p := range got[1:] {
			covered += p.h / 2.4
			if p.kind != fillPiece || p.y < 20.5 || p.y > 22 {
				t.Errorf("shade %d: a line at %.2f", shade, p.y)
			}
		}
		if len(got) != 1+want || got[0].kind != framePiece || covered >= 0.1 {
			t.Errorf("shade %d: %d pieces cover %.3f", shade, len(got), covered)
		}
	}
}
