package export_test

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
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
	return export.NewDocument(roster, export.Extras{})
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
		"cut.png": {Data: asPNG.Bytes()[:asPNG.Len()-30]}, "folder/in.png": {Data: asPNG.Bytes()},
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
		{export.OpponentPDF, "/DCTDecode", 0},
		{export.ReferencePDF, "/DCTDecode", 0},
	} {
		text, err := printed(pictures(t), list, c.form, export.Options{})
		if err != nil || strings.Count(text, c.mark) != c.want {
			t.Errorf("%s: %d pictures, want %d; %v", c.form.Name, strings.Count(text, c.mark), c.want, err)
		}
	}
}

// A picture that several units name is whole in a page for a browser once.
func TestPageHoldsEachPictureOnce(t *testing.T) {
	list := strings.Replace(squadWith("a.png", "b.jpg"), "image: a.png\n", "", 1) +
		"  - {id: apc, unit: apc, image: b.jpg}\n  - {id: guns, unit: gun-teams, image: b.jpg}\n  - {id: sights, unit: far-sights, image: a.png}\n"
	text, err := printed(pictures(t), list, export.HTML, export.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for mark, want := range map[string]int{"data:image/jpeg;base64,": 2, `<image id="picture-1"`: 1, `<use href="#picture-1">`: 2, "<img ": 1} {
		if n := strings.Count(text, mark); n != want {
			t.Errorf("%q is %d times in the page, want %d", mark, n, want)
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
		pages, err := export.PDF.Pictures(d, export.Options{Summary: glance})
		if err != nil || strings.Count(pages[0].SVG, "Wounds to kill") != want {
			t.Errorf("with a glance %v the sheet says the wounds %d times, %v", glance, strings.Count(pages[0].SVG, "Wounds to kill"), err)
		}
		if text, err := printed(pictures(t), list, export.HTML, export.Options{Summary: glance}); err != nil || strings.Count(text, "Wounds to kill") != want {
			t.Errorf("with a glance %v the page says the wounds %d times, %v", glance, strings.Count(text, "Wounds to kill"), err)
		}
	}
}

// A sheet is printed without the pictures that cannot be, and says why.
func TestPicturesThatCannotBePrinted(t *testing.T) {
	for name, says := range map[string]string{
		"none.png": "it cannot be read; put a PNG or JPEG file of that name beside the list", "../a.png": "put it beside the list", "folder": "it cannot be read",
		"huge.png": "more than 40 megapixels", "tall.png": "more than 12,000 pixels on one side", "long.png": "more than 10 MB", "text.png": "save it as PNG or JPEG", "cut.png": "it is damaged",
	} {
		for list, at := range map[string]string{squadWith(name, "a.png"): "list.yaml:5:8: ", squadWith("a.png", name): "list.yaml:8:42: "} {
			for _, form := range []*export.Format{export.PDF, export.Cards, export.HTML} {
				d, err := document(pictures(t), list)
				if err != nil {
					t.Fatal(err)
				}
				var out bytes.Buffer
				err = form.Write(&out, d, export.Options{})
				problems := d.ImageErrors()
				if err != nil || out.Len() == 0 || len(problems) != 1 {
					t.Fatalf("%s as %s: %v, %d bytes, problems %v", name, form.Name, err, out.Len(), problems)
				}
				if got := problems[0].Error(); !strings.HasPrefix(got, at+"the image `"+name+"` is not printed: ") || !strings.Contains(got, says) {
					t.Errorf("%s: the problem is %s, want %s…%s", name, got, at, says)
				}
			}
		}
	}
	many := "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: Many\nunits:\n"
	folder := pictures(t)
	for i := range 62 {
		name := fmt.Sprintf("unit-%d.png", i)
		folder[name] = folder["a.png"]
		many += fmt.Sprintf("  - {id: u%d, unit: line-squad, image: %s}\n", i, name)
	}
	d, err := document(folder, many)
	if err != nil {
		t.Fatal(err)
	}
	if err := export.Cards.Write(io.Discard, d, export.Options{}); err != nil || len(d.ImageErrors()) != 2 {
		t.Errorf("of 62 pictures these are not printed: %v; %v", d.ImageErrors(), err)
	}
}

// Lists with pictures of the same size are joined to the same bytes each time.
func TestJoinedPicturesAreInOrder(t *testing.T) {
	var first string
	for range 8 {
		var lists []export.Document
		for _, name := range []string{"a.png", "b.jpg", "a.png"} {
			d, err := document(pictures(t), squadWith(name, name))
			if err != nil {
				t.Fatal(err)
			}
			lists = append(lists, d)
		}
		var out strings.Builder
		if err := export.PDF.WriteJoined(&out, lists, export.Options{}); err != nil {
			t.Fatal(err)
		}
		if first = cmp.Or(first, out.String()); out.String() != first {
			t.Fatal("a second print differs")
		}
	}
}

// turned is a JPEG file whose camera says how it lies, in either order of bytes.
func turned(t *testing.T, picture image.Image, order binary.AppendByteOrder, orientation uint16) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := jpeg.Encode(&file, picture, &jpeg.Options{Quality: 100}); err != nil {
		t.Fatal(err)
	}
	exif := []byte("Exif\x00\x00MM\x00*")
	if order == binary.LittleEndian {
		exif = []byte("Exif\x00\x00II*\x00")
	}
	exif = order.AppendUint16(order.AppendUint32(exif, 8), 2)
	for _, tag := range [][2]uint16{{0x0100, 7}, {0x0112, orientation}} {
		exif = order.AppendUint16(order.AppendUint32(order.AppendUint16(order.AppendUint16(exif, tag[0]), 3), 1), tag[1])
		exif = append(exif, 0, 0)
	}
	out := binary.BigEndian.AppendUint16([]byte("\xff\xd8\xff\xe1"), uint16(len(exif)+2))
	return append(append(out, exif...), file.Bytes()[2:]...)
}

// A photo is printed as it is seen, however the camera was held.
func TestPhotosStandUpright(t *testing.T) {
	const long, short = 64, 32 // of the picture that is seen, which is black at its top left
	black := func(x, y int) bool { return x < long/2 && y < short/2 }
	stored := map[uint16]func(x, y int) (int, int){ // where a pixel that is seen is stored
		1: func(x, y int) (int, int) { return x, y },
		2: func(x, y int) (int, int) { return long - 1 - x, y },
		3: func(x, y int) (int, int) { return long - 1 - x, short - 1 - y },
		4: func(x, y int) (int, int) { return x, short - 1 - y },
		5: func(x, y int) (int, int) { return y, x },
		6: func(x, y int) (int, int) { return y, long - 1 - x },
		7: func(x, y int) (int, int) { return short - 1 - y, long - 1 - x },
		8: func(x, y int) (int, int) { return short - 1 - y, x },
		9: func(x, y int) (int, int) { return x, y }, // which there is not
	}
	for orientation, at := range stored {
		size := image.Rect(0, 0, long, short)
		if orientation >= 5 && orientation <= 8 {
			size = image.Rect(0, 0, short, long)
		}
		picture := image.NewGray(size)
		for y := range short {
			for x := range long {
				if toX, toY := at(x, y); !black(x, y) {
					picture.SetGray(toX, toY, color.Gray{Y: 255})
				}
			}
		}
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			folder := fstest.MapFS{"photo.jpg": {Data: turned(t, picture, order, orientation)}}
			text, err := printed(folder, strings.Replace(squadWith("photo.jpg", ""), ", image: ", "", 1), export.HTML, export.Options{})
			_, after, found := strings.Cut(text, "src=\"data:image/jpeg;base64,")
			if err != nil || !found {
				t.Fatalf("orientation %d: no picture, %v", orientation, err)
			}
			encoded, _, _ := strings.Cut(after, "\"")
			data, err := base64.StdEncoding.DecodeString(encoded)
			if err != nil {
				t.Fatal(err)
			}
			seen, err := jpeg.Decode(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if got := seen.Bounds().Size(); got != image.Pt(long, short) {
				t.Fatalf("orientation %d: %v, should be %d by %d", orientation, got, long, short)
			}
			for _, p := range []image.Point{{8, 8}, {56, 8}, {8, 24}, {56, 24}} {
				if y := color.GrayModel.Convert(seen.At(p.X, p.Y)).(color.Gray).Y; (y < 128) != black(p.X, p.Y) {
					t.Errorf("orientation %d: at %v the picture is %d", orientation, p, y)
				}
			}
		}
	}
}

// Units that are built alike share a block unless their pictures differ.
func TestUnlikePicturesStandApart(t *testing.T) {
	list := "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: Four\nunits:\n"
	for i, image := range []string{"a.png", "", "b.jpg", "a.png"} {
		if image != "" {
			image = ", image: " + image
		}
		list += fmt.Sprintf("  - {id: u%d, unit: line-squad%s}\n", i, image)
	}
	text, err := printed(pictures(t), list, export.HTML, export.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(text, "src=\"data:image/jpeg"); n != 2 || strings.Count(text, "Line Squad ×3") == 0 || strings.Count(text, "Line Squad #3") == 0 {
		t.Errorf("the page has %d pictures, should have one for three units and one for the third", n)
	}
}
