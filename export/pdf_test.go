package export

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jung-kurt/gofpdf"

	"muster/builder"
	"muster/share"
)

func printed(t testing.TB, f *Format, s Sheet, o Options) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := f.Write(&out, Document{Sheet: s}, o); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// digests has a line for each document in each form: a checksum of its bytes. A second process prints
// the forms in reverse order.
func digests(t *testing.T) string {
	var all []string
	formats := slices.Clone(Formats())
	if os.Getenv(printElsewhere) != "" {
		slices.Reverse(formats)
	}
	for name, d := range documents(t) {
		for _, f := range formats {
			choices, d := []Options{{}}, d
			if f == OpponentPDF {
				d.Sheet.Code = "" // which it refuses
			}
			if f.CheckFits(d) != nil {
				continue
			}
			switch f {
			case PDF, OpponentPDF:
				choices = append(choices, Options{Paper: Letter, FixedTextSize: true}, Options{TextSize: LargeText})
			case Cards:
				choices = append(choices, Options{Paper: Letter, CardSize: Tarot}, Options{CardSize: A6})
			}
			for _, o := range choices {
				var out bytes.Buffer
				if err := f.Write(&out, d, o); err != nil {
					t.Fatal(err)
				}
				all = append(all, fmt.Sprintf("%s %s %+v %x", name, f.Name, o, sha256.Sum256(out.Bytes())))
			}
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// documents is what is printed again and again: with everything that can be
// added to a sheet, and what is hard to set.
func documents(t testing.TB) map[string]Document {
	t.Helper()
	a, f := gate(t), outpost(t)
	army, force := ofArmy(a), forceDocument(t, f)
	oddsOf(t, &army.Sheet, a)
	AddPriceCalculations(&force.Sheet, builder.RosterOfFAD(f).Prices())
	army.Sheet.Code, army.Sheet.Fingerprint = (&share.Share{FileText: "units: []"}).Code(), "ABCD-EFGH"
	return map[string]Document{"army": army, "force": force, "extreme": {Sheet: extreme()}}
}

// printElsewhere asks a second process of this test to print digests.
const printElsewhere = "MUSTER_TEST_PRINT_DIGESTS"

func TestTheSameListGivesTheSameBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long")
	}
	if file := os.Getenv(printElsewhere); file != "" {
		if err := os.WriteFile(file, []byte(digests(t)), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	first := digests(t)
	// What depends on nothing but this package is the same on every machine.
	var own []string
	for line := range strings.Lines(first) {
		if strings.HasPrefix(line, "extreme ") {
			own = append(own, line)
		}
	}
	golden(t, "extreme.sha256", []byte(strings.Join(own, "")))
	file := filepath.Join(t.TempDir(), "digests")
	other := exec.Command(os.Args[0], "-test.run=^TestTheSameListGivesTheSameBytes$")
	other.Env = append(os.Environ(), printElsewhere+"="+file, "TZ=Asia/Tokyo", "LC_ALL=tr_TR.UTF-8", "GOMAXPROCS=1")
	if out, err := other.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	second, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(second) != first {
		t.Error("another process prints other bytes")
	}
}

var pageObject = regexp.MustCompile(`/Type /Page\n`)

func TestPageCount(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long")
	}
	for _, c := range []struct {
		units    int
		min, max int
	}{{0, 1, 1}, {1, 1, 1}, {6, 1, 1}, {12, 1, 2}, {300, 17, 20}} {
		n := len(pageObject.FindAll(printed(t, PDF, horde(c.units), Options{}), -1))
		if n < c.min || n > c.max {
			t.Errorf("%d units take %d pages, want %d to %d", c.units, n, c.min, c.max)
		}
	}
	if n := len(pageObject.FindAll(printed(t, Cards, horde(19), Options{}), -1)); n != 3 {
		t.Errorf("19 cards take %d pages, want 3", n)
	}
}

func TestPaper(t *testing.T) {
	for paper, want := range map[Paper]string{"": "[0 0 595.28 841.89]", A4: "[0 0 595.28 841.89]", Letter: "[0 0 612.00 792.00]"} {
		if out := printed(t, PDF, horde(1), Options{Paper: paper}); !bytes.Contains(out, []byte(want)) {
			t.Errorf("paper %q: the pages are not %s points", paper, want)
		}
	}
}

// What is measured here and what the PDF library believes is the same, in
// every face.
func TestWidthsAgreeWithTheLibrary(t *testing.T) {
	pdf := gofpdf.New("P", "mm", "A4", "")
	for i, f := range fontFiles {
		pdf.AddUTF8FontFromBytes(fontFamily, f.style, f.file)
		pdf.SetFont(fontFamily, f.style, 10)
		has := 0
		for code, width := range charWidthsByFace()[i] {
			r := rune(code)
			if (width == 0) != (charWidthsByFace()[regular].width(r) == 0) {
				t.Fatalf("face %d and the regular one: not both have %q", i, r)
			}
			if width == 0 {
				continue
			}
			has++
			if got := pdf.GetStringSymbolWidth(string(r)); got != int(width) {
				t.Fatalf("face %d: %q is %d wide, the library says %d", i, r, width, got)
			}
		}
		if has < 600 {
			t.Errorf("face %d has %d characters", i, has)
		}
	}
}

// What is printed can be read back out of the file.
func TestPDFText(t *testing.T) {
	tool, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("pdftotext is not installed; the text of PDFs is not read back")
	}
	for _, f := range []*Format{PDF, Cards} {
		file := filepath.Join(t.TempDir(), "sheet.pdf")
		if err := os.WriteFile(file, printed(t, f, FromArmy(gate(t)), Options{}), 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(tool, "-layout", file, "-").Output()
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(strings.Fields(string(out)), " ")
		for _, want := range []string{"Żaneta Wołk", "The Old Guard", "Armoured Carrier ×2", "17× Rifle 24″ 1", "Walking Fortress", "Deadly(3)", "Shaken", "Hold the Wall While it has not moved"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not in\n%s", f.Name, want, out)
			}
		}
	}
}

// Trials of a sheet keep nothing for each word or line, and a sheet is made without copies of units.
func TestASheetTakesLittleMemory(t *testing.T) {
	a := gate(t)
	d := ofArmy(a)
	for _, c := range []struct {
		what string
		most float64 // allocations
		make func()
	}{
		{"a sheet", 1100, func() { FromArmy(a) }},
		{"its PDF", 34_000, func() { _ = PDF.Write(io.Discard, d, Options{}) }},
		{"its HTML", 8000, func() { _ = HTML.Write(io.Discard, d, Options{}) }},
	} {
		if n := testing.AllocsPerRun(2, c.make); n > c.most {
			t.Errorf("%s takes %.0f allocations, at most %.0f wanted", c.what, n, c.most)
		}
	}
}

func BenchmarkPDF(b *testing.B) {
	s := FromArmy(gate(b)) // 12 units
	b.ReportAllocs()
	for b.Loop() {
		if err := PDF.Write(io.Discard, Document{Sheet: s}, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// All forms of a list of 12 units, one after another.
func BenchmarkEveryForm(b *testing.B) {
	d := ofArmy(gate(b))
	b.ReportAllocs()
	for b.Loop() {
		for _, f := range Formats() {
			if err := f.Write(io.Discard, d, Options{}); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkFromArmy(b *testing.B) {
	a := gate(b)
	b.ReportAllocs()
	for b.Loop() {
		FromArmy(a)
	}
}
