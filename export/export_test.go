package export

import (
	"encoding/json"
	"errors"
	"flag"
	"io"
	"mime"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/builder"
	"muster/builder/gf"
	"muster/builder/table"
	"muster/catalog"
	"muster/report"
	"muster/schema"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden holds got against a file in testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (-want +got); -update writes it anew:\n%s", file, diff)
	}
}

// gate is the list in testdata that most tests print.
func gate(t testing.TB) *gf.Army {
	t.Helper()
	a, err := gf.Load(os.DirFS("testdata"), "gate.yaml", catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// army builds a list from its text, with books from testdata.
func army(t testing.TB, text string) *gf.Army {
	t.Helper()
	document, err := schema.Read("testdata/list.yaml", []byte(text), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	document.Path = schema.FilePath{Folder: os.DirFS("testdata"), Name: "list.yaml"}
	l, err := gf.ReadList(document, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := gf.Build(l, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestChoose(t *testing.T) {
	for _, c := range []struct{ format, file, want, problem string }{
		{file: "roster.pdf", want: "pdf"},
		{file: "ROSTER.PDF", want: "pdf"},
		{file: "a/list.txt", want: "text"},
		{file: "list.md", want: "markdown"},
		{file: "list.json", want: "json"},
		{file: "list.TTS.json", want: "tts"},
		{format: "cards", file: "list.pdf", want: "cards"},
		{format: "armyforge", file: "list.json", want: "armyforge"},
		{format: "Markdown", file: "list", want: "markdown"},
		{file: "list.docx", problem: "no format has files that end in `.docx`"},
		{file: "list", problem: "`list` has no ending"},
		{format: "word", file: "list.pdf", problem: "`word` is no format; choose one of pdf, cards, opponent, reference, "},
	} {
		f, err := ChooseFormat(c.format, c.file)
		switch {
		case c.problem != "":
			if err == nil || !strings.Contains(err.Error(), c.problem) {
				t.Errorf("Choose(%q, %q): error %v, want %q", c.format, c.file, err, c.problem)
			}
		case err != nil:
			t.Errorf("Choose(%q, %q): %v", c.format, c.file, err)
		case f.Name != c.want:
			t.Errorf("Choose(%q, %q) = %s, want %s", c.format, c.file, f.Name, c.want)
		}
	}
}

// A format says of itself what help, pages and downloads need.
func TestFormatsDescribeThemselves(t *testing.T) {
	chosen := map[string]string{}
	for _, f := range Formats() {
		if f.Name == "" || f.Title == "" || f.About == "" || len(f.Extensions) == 0 {
			t.Errorf("%q says too little: %+v", f.Name, f)
		}
		if _, _, err := mime.ParseMediaType(f.MediaType); err != nil {
			t.Errorf("files of %s are %q: %v", f.Name, f.MediaType, err)
		}
		for _, ending := range f.Extensions {
			if other := chosen[ending]; other != "" && !f.ChosenOnlyByName {
				t.Errorf("%s and %s both end in %s", other, f.Name, ending)
			} else if !f.ChosenOnlyByName {
				chosen[ending] = f.Name
			}
		}
	}
	for f, want := range map[*Format]string{PDF: "third.pdf", Cards: "third-cards.pdf", Markdown: "third.md", ArmyForge: "third-armyforge.json"} {
		if got := f.FileName("third"); got != want {
			t.Errorf("a file of %s is %s, not %s", f.Name, got, want)
		}
	}
}

func TestParsePaper(t *testing.T) {
	for name, want := range map[string]Paper{"": A4, "a4": A4, "A4": A4, "Letter": Letter} {
		if got, err := ParsePaper(name); err != nil || got != want {
			t.Errorf("ParsePaper(%q) = %q, %v, want %q", name, got, err, want)
		}
	}
	if _, err := ParsePaper("a5"); err == nil {
		t.Error("a5 is taken for a paper")
	}
	if err := PDF.Write(io.Discard, Document{}, Options{Paper: "a5"}); err == nil {
		t.Error("the PDF format prints on a5")
	}
}

func TestJSONIsTheEntryOfCheck(t *testing.T) {
	a := gate(t)
	var out strings.Builder
	if err := JSON.Write(&out, ofArmy(a), Options{}); err != nil {
		t.Fatal(err)
	}
	want, err := json.Marshal(a.Report())
	if err != nil {
		t.Fatal(err)
	}
	var got, expected any
	if err := errors.Join(json.Unmarshal([]byte(out.String()), &got), json.Unmarshal(want, &expected)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(expected, got); diff != "" {
		t.Errorf("the list (-want +got):\n%s", diff)
	}
	if !strings.Contains(out.String(), "Überläufer") {
		t.Error("letters are escaped")
	}
}

func TestArmyForge(t *testing.T) {
	var out strings.Builder
	d := ofArmy(gate(t))
	if err := ArmyForge.Write(&out, d, Options{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), `"customName": "The Old Guard"`) {
		t.Errorf("the list is\n%s", out.String())
	}
	losses := ArmyForge.Losses(d)
	if !slices.ContainsFunc(losses, func(s string) bool { return strings.Contains(s, "transport") }) {
		t.Errorf("the losses are %q", losses)
	}
	force := forceDocument(t, outpost(t))
	if err := ArmyForge.Write(io.Discard, force, Options{}); err == nil {
		t.Error("Army Forge takes a list of Fast and Dirty")
	}
	if losses := ArmyForge.Losses(force); losses != nil {
		t.Errorf("the losses are %q", losses)
	}
}

func TestTextAndMarkdown(t *testing.T) {
	sheet := FromArmy(gate(t))
	// The words of the game's own rules may change; those of the book in
	// testdata do not.
	sheet.Credit = "by its designers"
	own := []string{"Ember Rounds", "Hold the Wall", "Nobody Knows"}
	sheet.Reference[0].Entries = slices.DeleteFunc(sheet.Reference[0].Entries, func(e table.Entry) bool { return !slices.Contains(own, e.Name) })
	for _, f := range []*Format{Text, Markdown, CSV, HTML} {
		var out strings.Builder
		if err := f.Write(&out, Document{Sheet: sheet}, Options{}); err != nil {
			t.Fatal(err)
		}
		golden(t, "gate"+f.Extensions[0], []byte(out.String()))
	}
}

// A unit's own line is as long as it must be; all others fit 80 columns.
func TestTextFitsEightyColumns(t *testing.T) {
	var out strings.Builder
	for _, s := range []Sheet{FromArmy(gate(t)), extreme()} {
		if err := Text.Write(&out, Document{Sheet: s}, Options{}); err != nil {
			t.Fatal(err)
		}
	}
	for line := range strings.Lines(out.String()) {
		line = strings.TrimRight(line, "\n")
		longest := slices.Max(append([]int{0}, lengths(strings.Fields(line))...))
		if n := len([]rune(line)); n > 80 && longest < 70 && !strings.Contains(line, " pts") && !strings.HasPrefix(line, "  + ") {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

func TestTextPutsAUnitOnALine(t *testing.T) {
	var out strings.Builder
	s := FromArmy(gate(t))
	if err := Text.Write(&out, Document{Sheet: s}, Options{}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	for _, b := range s.Blocks {
		for _, one := range append([]Block{b}, b.JoinedUnits...) {
			rules := strings.Join(one.Rules, ", ")
			if !slices.ContainsFunc(lines, func(line string) bool {
				return strings.Contains(line, one.Name) && strings.HasSuffix(line, rules) && strings.Contains(line, itoa(one.Points)+" pts")
			}) {
				t.Errorf("%s with %s is not on one line", one.Name, rules)
			}
		}
	}
}

func lengths(words []string) []int {
	var all []int
	for _, word := range words {
		all = append(all, len([]rune(word)))
	}
	return all
}

func TestMarkdownEscapes(t *testing.T) {
	var out strings.Builder
	s := Sheet{Name: "A *bold* | name_", Blocks: []Block{
		{Unit: table.Unit{Name: "#1 [x](y)"}, Tables: []*report.Table{tableOf([]report.Column{{Name: "Weapon", Kind: report.TextColumn}}, [][]string{{"a|b"}})}},
	}}
	if err := Markdown.Write(&out, Document{Sheet: s}, Options{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`# A \*bold\* \| name\_`, `## \#1 \[x\](y)`, `| a\|b |`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}

// ofArmy is the document of an army.
func ofArmy(a *gf.Army) Document {
	return Document{Sheet: FromArmy(a), Report: a.Report(), List: builder.RosterOfGF(a)}
}
