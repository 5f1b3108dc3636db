package export

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"muster/builder"
	"muster/catalog"
	"muster/examples"
	"muster/schema"
)

// The picture of a printed page has every text of the page in its place and width,
// and nothing that a viewer could not read.
func TestPicturesShowWhatThePagesHold(t *testing.T) {
	file, err := schema.ReadFile(examples.Files, "third-company.yaml", "list/1")
	if err != nil {
		t.Fatal(err)
	}
	list, err := builder.Open(file, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	d, err := NewDocument(list, Extras{Preparations: true, IncludeCode: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range Formats() {
		if f == OpponentPDF {
			continue // which refuses the code
		}
		for _, o := range []Options{{}, {Paper: Letter, TextSize: LargeText, CardSize: A6, Ink: LightInk}} {
			pictures, err := f.Pictures(d, o)
			if err != nil {
				t.Fatal(f.Name, err)
			}
			if f == ArmyPicture && len(pictures) == 1 {
				continue
			}
			if f == HTML {
				if boxes := tagsOf(t, pictures[0].SVG, "input"); len(pictures) != 1 || boxes < 50 {
					t.Errorf("HTML has %d pictures, with %d boxes", len(pictures), boxes)
				}
				continue
			}
			if !f.OnPaper() {
				if pictures != nil {
					t.Errorf("%s has %d pictures and no pages", f.Name, len(pictures))
				}
				continue
			}
			printed, err := f.pages(d, o)
			if err != nil || len(pictures) != len(printed.pages) || len(pictures) == 0 {
				t.Fatalf("%s has %d pages and %d pictures, %v", f.Name, len(printed.pages), len(pictures), err)
			}
			for i, page := range printed.pages {
				var texts []string
				for _, p := range page {
					if p.kind == textPiece && strings.TrimSpace(p.text) != "" {
						texts = append(texts, fmt.Sprintf("%s %s %s %s", p.text, svgNumber(p.x), svgNumber(p.y), svgNumber(p.font.width(p.text))))
					}
				}
				if got := textsOf(t, pictures[i].SVG); strings.Join(got, "\n") != strings.Join(texts, "\n") {
					t.Errorf("page %d of %s shows %d texts of %d", i+1, f.Name, len(got), len(texts))
				}
			}
		}
	}
}

// textsOf reads an SVG image: each text with its place and width in millimetres.
func textsOf(t *testing.T, image string) (texts []string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(image))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return texts
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "text" {
			continue
		}
		var text struct {
			X      float64 `xml:"x,attr"`
			Y      float64 `xml:"y,attr"`
			Length float64 `xml:"textLength,attr"`
			Text   string  `xml:",chardata"`
		}
		if err := d.DecodeElement(&text, &start); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, fmt.Sprintf("%s %.0f %.0f %.0f", text.Text, text.X, text.Y, text.Length))
	}
}

// tagsOf counts tags of a name in an image, which is well-formed.
func tagsOf(t *testing.T, image, name string) (n int) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(image)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return n
		}
		if err != nil {
			t.Fatal(err)
		}
		if tag, ok := token.(xml.StartElement); ok && tag.Name.Local == name {
			n++
		}
	}
}
