package export

import (
	"encoding/json"
	"image"
	"image/color"
	"io"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/boombuler/barcode/qr"
	"github.com/google/go-cmp/cmp"

	"muster/builder"
	"muster/catalog"
	"muster/schema"
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
	s.Code = (&share.Share{FileText: string(text)}).Code()
	for _, f := range []*Format{Text, Markdown, HTML} {
		var out strings.Builder
		if err := f.Write(&out, Document{Sheet: s}, Options{}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), s.Code) {
			t.Errorf("%s: the code is missing", f.Name)
		}
	}
	if err := OpponentPDF.Write(io.Discard, Document{Sheet: s}, Options{}); err == nil {
		t.Error("the other player gets the code, which has the player's own remarks")
	}
	size, err := pageSize(A4)
	if err != nil {
		t.Fatal(err)
	}
	checkPages(t, bestLayout(s, size, Options{}), inner(size))
	drawn, err := newQRCode(s.Code)
	if err != nil {
		t.Fatal(err)
	}
	side := drawn.sideLength
	code, err := qr.Encode(s.Code, qr.L, qr.Unicode)
	if err != nil {
		t.Fatal(err)
	}
	dark := map[[2]int]bool{}
	for _, r := range drawn.darkRuns {
		for x := range r.length {
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
	if _, err := newQRCode(strings.Repeat("x", 3000)); err == nil {
		t.Error("a QR code holds 3000 letters")
	}
}

// A copy is printed as its sheet would be, and no further: programs need the list. A
// list whose code with a copy is too large for paper has its code without, and says so.
func TestCopiesOnPaper(t *testing.T) {
	a := gate(t)
	whole := share.Share{FileText: "a", Copy: &share.ListCopy{}}
	report, err := json.Marshal(a.Report())
	if err != nil || json.Unmarshal(report, whole.Copy) != nil {
		t.Fatal(err)
	}
	d, own := CopyDocument(whole.Copy), FromArmy(a)
	var names, want []string
	eachBlock(d.Sheet.Blocks, func(b Block) { names = append(names, b.Name+" "+b.BookName) })
	eachBlock(own.Blocks, func(b Block) { want = append(want, b.Name+" "+b.BookName) })
	slices.Sort(names)
	slices.Sort(want)
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("units of a copy (-sheet +copy):\n%s", diff)
	}
	for _, f := range []*Format{ArmyForge, ResolvedArmyForge, TTS} {
		if f.CheckFits(d) != errCopyOnly {
			t.Errorf("%s of a copy: %v", f.Name, f.CheckFits(d))
		}
	}
	for notes, lean := range map[string]bool{"": false, randomLetters(4000): true} {
		document, err := schema.Read("list.yaml", []byte("muster: list/1\nsystem: gf-3\nbook: steel-wardens\nnotes: \""+notes+"\"\nunits: []\n"), "list/1")
		if err != nil {
			t.Fatal(err)
		}
		list, err := builder.Open(document, catalog.NewLibrary())
		if err != nil {
			t.Fatal(err)
		}
		d, err := NewDocument(list, Extras{IncludeCode: true})
		if err != nil {
			t.Fatal(err)
		}
		var page strings.Builder
		if err := HTML.Write(&page, d, Options{}); err != nil && !lean {
			t.Fatal(err)
		}
		back, err := share.Read(d.Sheet.Code)
		if err != nil || d.Sheet.CodeLacksCopy != lean || (back.Copy == nil) != lean || strings.Contains(page.String(), noCopyNote) != (lean && page.Len() > 0) {
			t.Errorf("with notes of %d letters the code is lean: %v (%v)", len(notes), d.Sheet.CodeLacksCopy, err)
		}
	}
}

// randomLetters are letters that no compression makes fewer.
func randomLetters(n int) string {
	r := rand.New(rand.NewPCG(1, 2))
	var text strings.Builder
	for range n {
		text.WriteByte(byte('!' + 13 + r.IntN(40)))
	}
	return strings.ReplaceAll(text.String(), `\`, "/")
}

// Without its book of units a force is printed as with it, to the figure.
func TestCopyOfAForceWithABook(t *testing.T) {
	document, err := (schema.FilePath{Folder: os.DirFS("../examples"), Name: "fad-wardens.yaml"}).Read("list/1")
	if err != nil {
		t.Fatal(err)
	}
	list, err := builder.Open(document, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	all := cmp.Exporter(func(reflect.Type) bool { return true })
	own := sheetOf(list)
	copied := CopyDocument(share.FromRoster(list).Copy).Sheet
	if diff := cmp.Diff(own.Blocks, copied.Blocks, all); diff != "" {
		t.Errorf("units (-sheet +copy):\n%s", diff)
	}
	if diff := cmp.Diff(own.Reference, copied.Reference, all); diff != "" || copied.SenderBooks != "Reed Wardens 1" {
		t.Errorf("%q; the reference (-sheet +copy):\n%s", copied.SenderBooks, diff)
	}
}
