package export_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"
	"testing/fstest"

	"muster/builder"
	"muster/catalog"
	"muster/export"
	"muster/schema"
)

// squadWith is a list with a picture of its own and one of its unit.
func squadWith(listImage, unitImage string) string {
	return "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: Pictured\nimage: " + listImage + "\npoints: 500\nunits:\n  - {id: squad, unit: line-squad, image: " + unitImage + "}\n"
}

// document is that of a list of a folder.
func document(folder fstest.MapFS, list string) (export.Document, error) {
	folder["list.yaml"] = &fstest.MapFile{Data: []byte(list)}
	file, err := schema.ReadFile(folder, "list.yaml", "list/1")
	if err != nil {
		return export.Document{}, err
	}
	roster, err := builder.Open(file, catalog.NewLibrary())
	if err != nil {
		return export.Document{}, err
	}
	return export.Of(roster, export.Extras{})
}

// printed prints a list of a folder in a form.
func printed(folder fstest.MapFS, list string, form *export.Format, o export.Options) (string, error) {
	d, err := document(folder, list)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	err = form.Write(&out, d, o)
	return out.String(), err
}

// chunk is a chunk of a PNG file.
func chunk(kind string, data []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	out = append(append(out, kind...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

func pictures(t *testing.T) fstest.MapFS {
	t.Helper()
	small := image.NewRGBA(image.Rect(0, 0, 40, 20))
	small.Set(3, 3, color.RGBA{200, 0, 0, 255})
	var asPNG, asJPEG, whole bytes.Buffer
	if err := png.Encode(&asPNG, small); err != nil {
		t.Fatal(err)
	}
	if err := jpeg.Encode(&asJPEG, small, nil); err != nil {
		t.Fatal(err)
	}
	secret := append([]byte("\xff\xd8\xff\xfe\x00\x10"), "taken at home."...)
	whole.Write(append(secret, asJPEG.Bytes()[2:]...))
	huge := append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", []byte("\x00\x00\x20\x00\x00\x00\x20\x00\x08\x00\x00\x00\x00"))...)
	tall := append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", []byte("\x00\x00\x00\x01\x00\xff\x20\x00\x08\x00\x00\x00\x00"))...)
	return fstest.MapFS{
		"a.png": {Data: asPNG.Bytes()}, "b.jpg": {Data: whole.Bytes()}, "huge.png": {Data: huge}, "tall.png": {Data: tall},
		"long.png": {Data: append(asPNG.Bytes(), make([]byte, 10_000_001)...)}, "text.png": {Data: []byte("units")},
		"cut.png": {Data: asPNG.Bytes()[:asPNG.Len()-30]},
	}
}

// Pictures are written anew, with nothing else of their files, and stand once in each file; a cover
// is a page before the sheet; a sheet is the same each time.
func TestPicturesOfAListAndItsUnits(t *testing.T) {
	folder := pictures(t)
	var pages []int
	for _, cover := range []bool{false, true} {
		text, err := printed(folder, squadWith("b.jpg", "a.png"), export.PDF, export.Options{Cover: cover})
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := printed(folder, squadWith("b.jpg", "a.png"), export.PDF, export.Options{Cover: cover}); again != text {
			t.Error("a second print differs")
		}
		if strings.Count(text, "/DCTDecode") != 2 || strings.Contains(text, "at home") {
			t.Errorf("cover %v: %d pictures, want 2, without what the camera wrote", cover, strings.Count(text, "/DCTDecode"))
		}
		pages = append(pages, strings.Count(text, "<</Type /Page\n"))
	}
	if pages[1] != pages[0]+1 || pages[0] == 0 {
		t.Errorf("%d pages without a cover and with one", pages)
	}
}

// A picture of a unit stands in its block, on its card, and in the page for a browser; units that
// are built alike show that of the first with one. Forms for others have none.
func TestPicturesStandWithTheirUnits(t *testing.T) {
	list := strings.Replace(squadWith("a.png", "b.jpg"), "image: a.png\n", "", 1) + "  - {id: other, unit: line-squad}\n"
	for _, c := range []struct {
		form *export.Format
		mark string
		want int
	}{
		{export.PDF, "/DCTDecode", 1},
		{export.Cards, "/DCTDecode", 1},
		{export.HTML, `<img alt="" src="data:image/jpeg;base64,`, 1},
		{export.Opponent, "/DCTDecode", 0},
		{export.Reference, "/DCTDecode", 0},
	} {
		text, err := printed(pictures(t), list, c.form, export.Options{})
		if err != nil || strings.Count(text, c.mark) != c.want {
			t.Errorf("%s: %d pictures, want %d; %v", c.form.Name, strings.Count(text, c.mark), c.want, err)
		}
	}
}

// The first page begins with the army at a glance if that is asked for, without any picture too.
func TestArmyAtAGlance(t *testing.T) {
	list := strings.ReplaceAll(squadWith("a.png", "a.png"), "image: a.png", "notes: none")
	for glance, want := range map[bool]int{false: 0, true: 1} {
		d, err := document(pictures(t), list)
		if err != nil {
			t.Fatal(err)
		}
		pages, err := export.PDF.Pictures(d, export.Options{Glance: glance})
		if err != nil || strings.Count(pages[0].SVG, "Wounds to kill") != want {
			t.Errorf("with a glance %v the sheet says the wounds %d times, %v", glance, strings.Count(pages[0].SVG, "Wounds to kill"), err)
		}
		if text, err := printed(pictures(t), list, export.HTML, export.Options{Glance: glance}); err != nil || strings.Count(text, "Wounds to kill") != want {
			t.Errorf("with a glance %v the page says the wounds %d times, %v", glance, strings.Count(text, "Wounds to kill"), err)
		}
	}
}

func TestPicturesThatCannotBePrinted(t *testing.T) {
	for name, says := range map[string]string{
		"none.png": "cannot be read; put a PNG or JPEG file of that name beside the list", "../a.png": "put it beside the list",
		"huge.png": "more than 40 megapixels", "tall.png": "more than 12,000 pixels on one side", "long.png": "more than 10 MB", "text.png": "save it as PNG or JPEG", "cut.png": "is damaged",
	} {
		for list, at := range map[string]string{squadWith(name, "a.png"): "list.yaml:5:8: ", squadWith("a.png", name): "list.yaml:8:42: "} {
			if _, err := printed(pictures(t), list, export.PDF, export.Options{}); err == nil || !strings.HasPrefix(err.Error(), at+"the image `"+name+"` ") || !strings.Contains(err.Error(), says) {
				t.Errorf("%s: the error is %v, want %s…%s", name, err, at, says)
			}
		}
	}
}
