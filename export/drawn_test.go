package export_test

import (
	"bytes"
	"fmt"
	"image/png"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"muster/builder"
	"muster/catalog"
	"muster/examples"
	"muster/export"
	"muster/input"
	"muster/schema"
)

// exampleLists are the lists of the examples.
func exampleLists(t *testing.T) map[string]builder.Roster {
	t.Helper()
	all := map[string]builder.Roster{}
	for _, name := range []string{"third-company.yaml", "spring-tide.yaml", "heather-march.yaml", "fad-outpost.yaml"} {
		file, err := schema.ReadFile(examples.Files, name, "list/1")
		if err != nil {
			t.Fatal(err)
		}
		if all[name], err = builder.Open(file, catalog.NewLibrary()); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// A picture is 1,080 dots wide, not large, and is read back as the same list.
func TestAPictureIsReadBack(t *testing.T) {
	for name, list := range exampleLists(t) {
		d, err := export.NewDocument(list, export.Extras{})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := export.ArmyPicture.Write(&out, d, export.Options{}); err != nil {
			t.Fatal(err)
		}
		if out.Len() > 600_000 {
			t.Errorf("%s: the picture has %d bytes", name, out.Len())
		}
		back, err := input.Read(schema.FilePath{Name: "list.png"}, out.Bytes(), catalog.NewLibrary())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got, want := string(back.Roster.Document().Source), string(list.Document().Source); got != want {
			t.Errorf("%s: the list that is read back is another", name)
		}
		drawn, err := png.Decode(&out)
		if err != nil || drawn.Bounds().Dx() != 1080 || drawn.Bounds().Dy() < 800 {
			t.Errorf("%s: the picture has %v, %v", name, drawn.Bounds(), err)
		}
	}
	for name, file := range map[string]string{"plain": "\x89PNG\r\n\x1a\n", "cut": "\x89PNG\r\n\x1a\n\x7f\xff\xff\xfftEXtmuster\x00a", "short": "\x89PNG\r\n\x1a\n\x00\x00\x00\x01tEXt"} {
		if _, err := input.Read(schema.FilePath{Name: name}, []byte(file), catalog.NewLibrary()); err == nil || !strings.Contains(err.Error(), "picture without the code") {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

// A short text fits a message of a chat, and names every unit while it can.
func TestShortText(t *testing.T) {
	lists := exampleLists(t)
	for name, list := range lists {
		d, err := export.NewDocument(list, export.Extras{})
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := export.Text.Write(&out, d, export.Options{ShortText: true}); err != nil {
			t.Fatal(err)
		}
		if n := utf8.RuneCountInString(out.String()); n > 2000 || n < 300 {
			t.Errorf("%s: %d characters", name, n)
		}
		for _, b := range d.Sheet.Blocks {
			if !strings.Contains(out.String(), strings.Split(b.Name, " #")[0]) {
				t.Errorf("%s: %s is not named", name, b.Name)
			}
		}
	}
	d, err := export.NewDocument(lists["third-company.yaml"], export.Extras{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 300 {
		b := d.Sheet.Blocks[i%4]
		b.Name = fmt.Sprintf("%s the %dth", b.Name, i)
		d.Sheet.Blocks = append(slices.Clip(d.Sheet.Blocks), b)
	}
	var out strings.Builder
	if err := export.Text.Write(&out, d, export.Options{ShortText: true}); err != nil {
		t.Fatal(err)
	}
	if n := utf8.RuneCountInString(out.String()); n > 2000 || !strings.Contains(out.String(), "more units") {
		t.Errorf("a long list has %d characters: %s", n, out.String())
	}
}

// BBCode has brackets of its own alone.
func TestBBCode(t *testing.T) {
	d, err := export.NewDocument(exampleLists(t)["third-company.yaml"], export.Extras{})
	if err != nil {
		t.Fatal(err)
	}
	d.Sheet.Blocks[0].Name = "[url=https://example.com]Old[/url]"
	var out strings.Builder
	if err := export.BBCode.Write(&out, d, export.Options{}); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, want := range []string{"[b]Third Company[/b]", "Joined by [b]Captain Orsolya Ráb[/b]", "[*]15× Rifle (24″, A1)", "(url=https", "[b]Fearless[/b]"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if strings.Count(text, "[b]") != strings.Count(text, "[/b]") || strings.Count(text, "[list]") != strings.Count(text, "[/list]") || strings.Contains(text, "[url") {
		t.Error("the brackets are wrong")
	}
}
