package export

import "testing"

// With little ink a filled area becomes an outline that is never paler than a line:
// pale grey would not be seen (docs/sheets.md, Ink). A darker shade stays as it is.
func TestOutlinesInLightInkAreNoPalerThanLines(t *testing.T) {
	for shade, want := range map[ink]ink{pale: line, white: line, line: line, muted: muted, black: black} {
		got := piece{kind: fillPiece, w: 20, h: 10, ink: shade}.light()[0]
		if got.kind != framePiece || got.ink != want {
			t.Errorf("a fill of shade %d becomes kind %d of shade %d, want an outline of shade %d", shade, got.kind, got.ink, want)
		}
	}
}
