package export

import (
	"bytes"
	"image"
	"image/color"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/boombuler/barcode/qr"
	"pgregory.net/rapid"

	"muster/schema"
)

func TestPack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(rapid.StringN(1, 2000, -1).Draw(t, "text"))
		code := Pack(text)
		if !IsCode(code) || strings.Trim(code, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") != "" {
			t.Fatalf("the code is %q", code)
		}
		if back, err := Unpack(" " + code[:len(code)/2] + "\n" + code[len(code)/2:]); err != nil || !bytes.Equal(back, text) {
			t.Fatalf("%q is read back as %q, %v", text, back, err)
		}
	})
}

func TestUnpackRefuses(t *testing.T) {
	whole := Pack([]byte("muster: list/1\nsystem: gf-3\n"))
	for _, code := range []string{"", "list.yaml", "muster1.", "muster1.!!", whole[:len(whole)-4], "muster2." + whole[8:], Pack(nil), Pack(make([]byte, schema.MaxBytes+1))} {
		if text, err := Unpack(code); err == nil {
			t.Errorf("%.40q is read as %.40q", code, text)
		}
	}
}

// A mark is of what the list says, not of how its file is set out.
func TestMark(t *testing.T) {
	mark := func(text string) string {
		document, err := schema.Read("list.yaml", []byte(text), "list/1")
		if err != nil {
			t.Fatal(err)
		}
		return Mark(document)
	}
	one := mark("muster: list/1\nsystem: gf-3\nbook: wardens\nunits: [{id: a, unit: b}]\n")
	same := mark("# Mine\nsystem: gf-3\nmuster: list/1\n\nbook: wardens # theirs\nunits:\n  - id: a\n    unit: b\n")
	other := mark("muster: list/1\nsystem: gf-3\nbook: wardens\nunits: [{id: a, unit: c}]\n")
	if one != same || one == other || len(one) != 9 || one[4] != '-' {
		t.Errorf("marks are %q, %q and %q", one, same, other)
	}
}

// A sheet with its list's code has it in every form that people read, and the
// QR code has the list that can be read back.
func TestSheetsWithCode(t *testing.T) {
	s := FromArmy(gate(t))
	text, err := os.ReadFile("testdata/gate.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s.Code = Pack(text)
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
	pages, err := withCode(roster(s, size, Options{}), s, size)
	if err != nil {
		t.Fatal(err)
	}
	checkPages(t, pages, inner(size))
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
