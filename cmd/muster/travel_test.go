package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/catalog"
	"muster/examples"
	"muster/export"
	"muster/schema/files/disk"
	"muster/schema/schematest"
	"muster/share"
)

var sentLists = flag.Int("sent", 12, "how many random lists TestListsTravel sends; 1000 take two minutes")

// A traveller is somebody with a home of his own, in which his army books are.
type traveller struct{ home string }

// do runs a command that may find a list illegal, and returns what it prints.
func (p traveller) do(t testing.TB, args ...string) []byte {
	t.Helper()
	t.Setenv("XDG_DATA_HOME", p.home)
	var printed, problems bytes.Buffer
	if code := run(args, &printed, &problems); code == exitUnusable {
		t.Fatalf("muster %.200s: %s", strings.Join(args, " "), problems.String())
	}
	return printed.Bytes()
}

// books imports army books of Army Forge's, and returns the ids of those and of
// the ones that come with muster.
func (p traveller) books(t testing.TB, files ...string) (library *catalog.Library, ids []string) {
	t.Helper()
	folder := filepath.Join(p.home, "muster", "books")
	p.do(t, append([]string{"import", "-o", folder}, files...)...)
	library = catalog.NewLibrary(disk.FolderAt(folder))
	entries, err := library.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.System == "gf-3" {
			ids = append(ids, e.ID)
		}
	}
	return library, ids
}

// forgeBooks are army books that the project owns, as Army Forge has them.
var forgeBooks = []string{"../../armyforge/testdata/ember-tide.json", "../../armyforge/testdata/moss-legion.json"}

// A list goes into a code and back, byte for byte; its copy is what a check says of
// it to its sender; and who has no army books reads the same of it.
func TestListsTravel(t *testing.T) { travel(t, forgeBooks) }

func TestListsOfRealBooksTravel(t *testing.T) { travel(t, schematest.RealBooks(t, "gf-3.5.3/*.json")) }

func travel(t *testing.T, books []string) {
	t.Helper()
	if testing.Short() {
		t.Skip("it takes long")
	}
	sender, receiver := traveller{t.TempDir()}, traveller{t.TempDir()}
	library, ids := sender.books(t, books...)
	folder := t.TempDir()
	letters, paper := 0, 0
	for i := range *sentLists {
		path := filepath.Join(folder, fmt.Sprintf("list-%04d.yaml", i))
		text := randomList(t, library, ids[i%len(ids)], rand.New(rand.NewPCG(22, uint64(i))))
		write(t, path, string(text))
		var checked struct{ Lists []map[string]any }
		if err := json.Unmarshal(sender.do(t, "check", "--json", path), &checked); err != nil {
			t.Fatal(err)
		}
		code := strings.TrimSpace(string(sender.do(t, "share", path)))
		letters += len(code)
		if len(code) <= share.MaxPrintedLength {
			paper++
		}

		whole, err := share.Read(code)
		if err != nil || whole.FileText != string(text) {
			t.Fatalf("%s: the file in its code is another (%v)", path, err)
		}
		var copied map[string]any
		if text, err := json.Marshal(whole.Copy); err != nil || json.Unmarshal(text, &copied) != nil {
			t.Fatal("the copy is no JSON")
		}
		want := checked.Lists[0]
		want["file"] = ""
		books := want["books"].([]any)
		for _, b := range books {
			b.(map[string]any)["file"] = ""
		}
		delete(copied, "rules") // which the check does not say
		if diff := cmp.Diff(want, copied); diff != "" {
			t.Fatalf("%s (-check +copy):\n%s", path, diff)
		}

		var there map[string]any
		if err := json.Unmarshal(receiver.do(t, "show", code, "--json"), &there); err != nil {
			t.Fatal(err)
		}
		if there["copy"] == false { // a book that comes with muster: the list itself is read, which has no lines here
			for _, f := range want["findings"].([]any) {
				f.(map[string]any)["line"], f.(map[string]any)["column"] = 0.0, 0.0
			}
		}
		for _, key := range []string{"name", "system", "points", "limit", "legal", "units", "findings"} {
			if diff := cmp.Diff(want[key], there[key]); diff != "" {
				t.Fatalf("%s: %s is read otherwise without the book (-sender +receiver):\n%s", path, key, diff)
			}
		}
		for n, b := range there["books"].([]any) {
			for key, is := range b.(map[string]any) {
				if key != "here" && is != books[n].(map[string]any)[key] {
					t.Fatalf("%s: the book's %s is %v there, and %v here", path, key, is, books[n])
				}
			}
		}
		to := filepath.Join(folder, fmt.Sprint(i))
		receiver.do(t, "import", code, "-o", to)
		files, err := os.ReadDir(to)
		if err != nil || len(files) != 1 {
			t.Fatalf("%s: the import wrote %v (%v)", path, files, err)
		}
		if back, err := os.ReadFile(filepath.Join(to, files[0].Name())); err != nil || !bytes.Equal(share.WithoutCode(back), text) || !bytes.Equal(back, text) && share.ShareIn(back) == nil {
			t.Fatalf("%s: what import writes is not the file, with its copy without its books (%v)", path, err)
		}
	}
	t.Logf("%d lists of %d army books: codes of %d letters on average, %d for paper", *sentLists, len(ids), letters/max(1, *sentLists), paper)
}

// A sent is what somebody sends to a cup, and what becomes of it.
type sent struct{ file, text, verdict, first string }

// mixed is sixty lists as people send them: files of ours, Army Forge's JSON and
// text, codes, links, and a fourth that is broken in one way or another.
func mixed(t testing.TB, p traveller) []sent {
	t.Helper()
	library, ids := p.books(t, forgeBooks...)
	folder := t.TempDir()
	var all []sent
	for i := range 45 {
		path := filepath.Join(folder, "list.yaml")
		text := randomList(t, library, ids[i%len(ids)], rand.New(rand.NewPCG(60, uint64(i))))
		write(t, path, string(text))
		var checked struct {
			Lists []struct {
				Legal    bool
				Findings []struct{ Severity, Message string }
			}
		}
		if err := json.Unmarshal(p.do(t, "check", "--json", path), &checked); err != nil {
			t.Fatal(err)
		}
		one := sent{text: string(text), verdict: "legal"}
		if !checked.Lists[0].Legal {
			one.verdict = "illegal"
		}
		ending := "yaml"
		switch i % 5 {
		case 1:
			ending, one.text = "armyforge.json", string(p.do(t, "export", path, "-o", "-", "--format", "armyforge"))
		case 2:
			ending, one.text = "resolved.json", string(p.do(t, "export", path, "-o", "-", "--format", "resolved"))
		case 3:
			ending, one.text = "code.txt", string(p.do(t, "share", path))
		case 4:
			ending, one.text = "link.txt", string(p.do(t, "share", path, "--link", "https://example.org/muster/"))
		}
		one.file = fmt.Sprintf("%02d.%s", i, ending)
		all = append(all, one)
	}
	whole := all[3].text
	for _, broken := range []sent{
		{"code.txt", whole[:len(whole)/2], "", "the code of the list is not whole"},
		{"yaml", "muster: list/1\nsystem: gf-3\nunits: [", "", "this is not YAML"},
		{"json", `{"army": `, "", ""},
		{"json", `{"shopping": ["milk"]}`, "", ""},
		{"txt", "hello, my list is attached", "", ""},
		{"yaml", "", "", ""},
		{"pdf", "%PDF-1.4\n\x00\xff", "", ""},
		{"yaml", "muster: list/1\nsystem: gf-3\nbook: a-book-of-nobody\nunits: []\n", "", "a-book-of-nobody"},
		{"yaml", "muster: list/1\nsystem: chess\nunits: []\n", "", "chess"},
		{"txt", "++ Nobody - Book of Nobody (v1) [GF 1000pts] ++\n\nSomebody [5] Q4+ D4+ | 100pts |\n", "", ""},
		{"yaml", "muster: list/1\nsystem: gf-3\nunits: 7\n", "", ""},
		{"json", `{"list": {"units": "none"}}`, "", ""},
		{"txt", "https://army-forge.onepagerules.com/share?id=abc&name=x", "", "open https://army-forge.onepagerules.com/api/tts?id=abc in a browser"},
		{"code.txt", "muster9.abc", "", "a newer muster made this code"},
		{"yaml", strings.Repeat("[", 5000), "", ""},
	} {
		broken.file, broken.verdict = fmt.Sprintf("%02d.%s", len(all), broken.file), "unreadable"
		all = append(all, broken)
	}
	return all
}

const mixedCup = "muster: event/1\nname: Mixed Cup\npoints: 2000\n"

// Sixty lists in all forms are a line each: those that can be read judged as a check
// judges them, and each broken one the line that says why.
func TestMixedEvent(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long")
	}
	p := traveller{t.TempDir()}
	all := mixed(t, p)
	folder := t.TempDir()
	for _, one := range all {
		write(t, filepath.Join(folder, one.file), one.text)
	}
	cup := filepath.Join(t.TempDir(), "cup.yaml")
	write(t, cup, mixedCup)
	var table export.Verdicts
	if err := json.Unmarshal(p.do(t, "check", "--event", cup, folder, "--json"), &table); err != nil {
		t.Fatal(err)
	}
	if len(table.Lists) != len(all) || len(all) != 60 {
		t.Fatalf("%d lists were sent, the table has %d", len(all), len(table.Lists))
	}
	slices.SortFunc(table.Lists, func(a, b export.Verdict) int { return strings.Compare(a.File, b.File) })
	marks := map[string]int{}
	for i, one := range all {
		v := table.Lists[i]
		if filepath.Base(v.File) != one.file || v.Result != one.verdict || !strings.Contains(v.FirstFinding, one.first) {
			t.Errorf("%s, which is %s (…%s…), is judged %+v", one.file, one.verdict, one.first, v)
		}
		if readable := one.verdict != "unreadable"; readable != (v.Fingerprint != "") || (v.Result == "legal") != (v.FirstFinding == "") && v.ErrorCount > 0 || strings.Contains(v.FirstFinding, "\n") {
			t.Errorf("%s is judged %+v", one.file, v)
		}
		marks[v.Result]++
	}
	lines := strings.Split(string(p.do(t, "check", "--event", cup, folder, "--format", "csv")), "\n")
	if len(lines) != len(all)+2 {
		t.Errorf("the table has %d lines as CSV for %d lists", len(lines)-2, len(all))
	}
	t.Logf("%v", marks)
}

// A folder of lists, checked. Wanted for 10,000: 1.5 s on two cores, 100 MB.
func BenchmarkFolder(b *testing.B) {
	for _, lists := range []int{2500, 5000, 10_000} {
		b.Run(fmt.Sprint(lists), func(b *testing.B) {
			p, folder := traveller{b.TempDir()}, b.TempDir()
			text, err := fs.ReadFile(examples.Files, "third-company.yaml")
			if err != nil {
				b.Fatal(err)
			}
			for i := range lists {
				write(b, filepath.Join(folder, fmt.Sprintf("list-%d.yaml", i)), string(text))
			}
			b.ReportAllocs()
			for b.Loop() {
				p.do(b, "check", folder)
			}
		})
	}
}

// A sheet of very many units. Wanted of 300: under 300 ms.
func BenchmarkSheetOfMany(b *testing.B) {
	for _, squads := range []int{75, 150, 300} {
		b.Run(fmt.Sprint(squads), func(b *testing.B) {
			p := traveller{b.TempDir()}
			text := "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits:\n"
			for i := range squads {
				text += fmt.Sprintf("  - {id: s%d, unit: line-squad, upgrades: [heavy-rifle]}\n", i)
			}
			list := filepath.Join(p.home, "many.yaml")
			write(b, list, text)
			b.ReportAllocs()
			for b.Loop() {
				p.do(b, "export", list, "-o", filepath.Join(p.home, "many.pdf"))
			}
		})
	}
}

func BenchmarkMixedEvent(b *testing.B) {
	p := traveller{b.TempDir()}
	folder := b.TempDir()
	for _, one := range mixed(b, p) {
		write(b, filepath.Join(folder, one.file), one.text)
	}
	cup := filepath.Join(b.TempDir(), "cup.yaml")
	write(b, cup, mixedCup)
	b.ReportAllocs()
	for b.Loop() {
		p.do(b, "check", "--event", cup, folder, "--json")
	}
}
