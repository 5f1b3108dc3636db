package share

import (
	"flag"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"muster/builder"
	"muster/catalog"
	"muster/examples"
	"muster/schema"
)

func plain(text string) string { return (&Share{FileText: text}).Code() }

func TestCode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringN(1, 2000, -1).Draw(t, "text")
		code := plain(text)
		if !IsCode(code) || strings.Trim(code, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") != "" {
			t.Fatalf("the code is %q", code)
		}
		if back, err := Read(" " + code[:len(code)/2] + "\n" + code[len(code)/2:]); err != nil || back.FileText != text || back.Copy != nil {
			t.Fatalf("%q is read back as %v, %v", text, back, err)
		}
	})
}

func TestReadRefuses(t *testing.T) {
	whole := plain("muster: list/1\nsystem: gf-3\n")
	for _, code := range []string{
		"", "list.yaml", "muster1.", "muster1.!!", whole[:len(whole)-4], whole[:len(whole)-1], whole + "A", whole + "AAAA",
		plain(""), plain(strings.Repeat("a", schema.MaxFileBytes+1)),
	} {
		if s, err := Read(code); err == nil {
			t.Errorf("%.40q is read as %.40q", code, s.FileText)
		}
	}
	if _, err := Read((&Share{FileText: "a", Copy: &ListCopy{}}).Code()); err != nil {
		t.Error(err)
	}
	huge := &Share{FileText: strings.Repeat("a", 10*schema.MaxFileBytes), Copy: &ListCopy{}}
	if _, err := Read(huge.Code()); err != errTooLarge {
		t.Errorf("of a code that holds %d MB it says %v", len(huge.FileText)>>20, err)
	}
	newer := "muster2." + whole[8:]
	if _, err := Read(newer); err == nil || !strings.Contains(err.Error(), "a newer muster made this code") || !IsCode(newer) {
		t.Errorf("of %.20q it says %v", newer, err)
	}
}

var altered = flag.Int("altered", 500, "how many altered codes TestAlteredCodes tries")

// A code with a letter changed, left out, put in or swapped with its neighbour is
// never another list.
func TestAlteredCodes(t *testing.T) {
	text, err := fs.ReadFile(examples.Files, "third-company.yaml")
	if err != nil {
		t.Fatal(err)
	}
	document, err := schema.ReadFile(examples.Files, "third-company.yaml", "list/1")
	if err != nil {
		t.Fatal(err)
	}
	roster, err := builder.Open(document, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	for _, whole := range []*Share{{FileText: string(text)}, FromRoster(roster)} {
		alter(t, whole)
	}
}

func alter(t *testing.T, sent *Share) {
	whole := sent.Code()
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."
	random := rand.New(rand.NewPCG(21, 4))
	refused := 0
	for i := range *altered {
		code := []byte(whole)
		at := len(codePrefix) + random.IntN(len(code)-len(codePrefix)-1)
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
		back, err := Read(string(code))
		if err != nil {
			refused++
		} else if diff := cmp.Diff(sent, back); diff != "" {
			t.Fatalf("code %d, altered at letter %d, is read as another list:\n%s", i, at, diff)
		}
	}
	t.Logf("%d codes: %d refused, the others as they were", *altered, refused)
}

// Codes of muster before there was a checksum are read as ever.
func TestReadsCodesWithoutAChecksum(t *testing.T) {
	const old = "muster1.yi0tLkktslLIySwu0TfkKq4sLknNtVJIT9M15spLzE21UvDPSeEqzcssKbZSiI7lAgQAAP__"
	if s, err := Read(old); err != nil || s.FileText != "muster: list/1\nsystem: gf-3\nname: Old\nunits: []\n" {
		t.Errorf("%v, %v", s, err)
	}
}
