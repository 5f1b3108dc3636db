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

// printed prints a list of a folder with a cover or without.
func printed(folder fstest.MapFS, list string, cover bool) (string, error) {
	folder["list.yaml"] = &fstest.MapFile{Data: []byte(list)}
	file, err := schema.ReadFile(folder, "list.yaml", "list/1")
	if err != nil {
		return "", err
	}
	roster, err := builder.Open(file, catalog.NewLibrary())
	if err != nil {
		return "", err
	}
	d, err := export.Of(roster, export.Extras{})
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	err = export.PDF.Write(&out, d, export.Options{Cover: cover})
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
	return fstest.MapFS{
		"a.png": {Data: asPNG.Bytes()}, "b.jpg": {Data: whole.Bytes()}, "huge.png": {Data: huge},
		"long.png": {Data: append(asPNG.Bytes(), make([]byte, 10_000_001)...)}, "text.png": {Data: []byte("units")},
		"cut.png": {Data: asPNG.Bytes()[:asPNG.Len()-30]},
	}
}

// Pictures are written anew, with nothing else of their files; a cover is a page before the sheet;
// a sheet is the same each time.
func TestPicturesOfAListAndItsUnits(t *testing.T) {
	folder := pictures(t)
	var pages []int
	for _, cover := range []bool{false, true} {
		text, err := printed(folder, squadWith("b.jpg", "a.png"), cover)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := printed(folder, squadWith("b.jpg", "a.png"), cover); again != text {
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

func TestPicturesThatCannotBePrinted(t *testing.T) {
	for name, says := range map[string]string{
		"none.png": "cannot be read; put a PNG or JPEG file of that name beside the list", "../a.png": "put it beside the list",
		"huge.png": "more than 40 megapixels", "long.png": "more than 10 MB", "text.png": "save it as PNG or JPEG", "cut.png": "is damaged",
	} {
		for list, at := range map[string]string{squadWith(name, "a.png"): "list.yaml:5:8: ", squadWith("a.png", name): "list.yaml:8:42: "} {
			if _, err := printed(pictures(t), list, true); err == nil || !strings.HasPrefix(err.Error(), at+"the image `"+name+"` ") || !strings.Contains(err.Error(), says) {
				t.Errorf("%s: the error is %v, want %s…%s", name, err, at, says)
			}
		}
	}
}
