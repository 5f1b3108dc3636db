package export

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/boombuler/barcode/qr"
	"pgregory.net/rapid"

	"muster/examples"
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
	for _, code := range []string{
		"", "list.yaml", "muster1.", "muster1.!!", whole[:len(whole)-4], whole[:len(whole)-1], whole + "A", whole + "AAAA",
		Pack(nil), Pack(make([]byte, schema.MaxBytes+1)),
	} {
		if text, err := Unpack(code); err == nil {
			t.Errorf("%.40q is read as %.40q", code, text)
		}
	}
	newer := "muster2." + whole[8:]
	if _, err := Unpack(newer); err == nil || !strings.Contains(err.Error(), "a newer muster made this code") || !IsCode(newer) {
		t.Errorf("of %.20q it says %v", newer, err)
	}
}

var altered = flag.Int("altered", 500, "how many altered codes TestAlteredCodes tries")

// A code with a letter changed, left out, put in or swapped with its neighbour is
// never another list.
func TestAlteredCodes(t *testing.T) {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."
	text, err := fs.ReadFile(examples.Files, "third-company.yaml")
	if err != nil {
		t.Fatal(err)
	}
	whole := Pack(text)
	random := rand.New(rand.NewPCG(21, 4))
	refused := 0
	for i := range *altered {
		code := []byte(whole)
		at := len(codeBegin) + random.IntN(len(code)-len(codeBegin)-1)
		letter := alphabet[random.IntN(len(alphabet))]
		switch i % 4 {
		case 0:
			code = slices.Delete(code, at, at+1)
		case 1:
			code = slices.Insert(code, at, letter)
		case 2:
			code[at], code[at+1] = code[at+1], code[at]
		default:
			code[at] = letter
		}
		back, err := Unpack(string(code))
		if err != nil {
			refused++
		} else if !bytes.Equal(back, text) {
			t.Fatalf("code %d, altered at letter %d, is read as another list:\n%s", i, at, back)
		}
	}
	t.Logf("%d codes: %d refused, the others as they were", *altered, refused)
}

// Codes of muster before there was a checksum are read as ever.
func TestUnpackReadsCodesWithoutAChecksum(t *testing.T) {
	const old = "muster1.yi0tLkktslLIySwu0TfkKq4sLknNtVJIT9M15spLzE21UvDPSeEqzcssKbZSiI7lAgQAAP__"
	if text, err := Unpack(old); err != nil || string(text) != "muster: list/1\nsystem: gf-3\nname: Old\nunits: []\n" {
		t.Errorf("%q, %v", text, err)
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
