package export

import (
	"image"
	"image/color"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/boombuler/barcode/qr"

	"muster/share"
)

// A sheet with its list's code has it in every form that people read, and the
// QR code has the list that can be read back.
func TestSheetsWithCode(t *testing.T) {
	s := FromArmy(gate(t))
	text, err := os.ReadFile("testdata/gate.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s.Code = (&share.Share{File: string(text)}).Code()
	for _, f := range []*Format{Text, Markdown, HTML} {
		var out strings.Builder
		if err := f.Write(&out, Document{Sheet: s}, Options{}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), s.Code) {
			t.Errorf("%s: the code is missing", f.Name)
		}
	}
	if err := Opponent.Write(io.Discard, Document{Sheet: s}, Options{}); err == nil {
		t.Error("the other player gets the code, which has the player's own remarks")
	}
	size, err := pageSize(A4)
	if err != nil {
		t.Fatal(err)
	}
	checkPages(t, roster(s, size, Options{}), inner(size))
	runs, side, err := darkRuns(s.Code)
	if err != nil {
		t.Fatal(err)
	}
	code, err := qr.Encode(s.Code, qr.L, qr.Unicode)
	if err != nil {
		t.Fatal(err)
	}
	dark := map[[2]int]bool{}
	for _, r := range runs {
		for x := range r.n {
			dark[[2]int{r.x + x, r.y}] = true
		}
	}
	if side < 21 || !dark[[2]int{4, 4}] {
		t.Errorf("the code has %d squares on a side and begins with a light one", side)
	}
	for x := range side {
		for y := range side {
			at := image.Pt(x-4, y-4) // the border is four squares wide
			want := at.In(code.Bounds()) && code.At(at.X, at.Y) == color.Black
			if dark[[2]int{x, y}] != want {
				t.Errorf("the square %d, %d is dark: %v, want %v", x, y, !want, want)
			}
		}
	}
	if _, _, err := darkRuns(strings.Repeat("x", 3000)); err == nil {
		t.Error("a QR code holds 3000 letters")
	}
}
