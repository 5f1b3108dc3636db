//go:build !js

package export

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	_ "image/png" // which an image may be
	"io"
	"maps"
	"slices"

	"github.com/jung-kurt/gofpdf"
	"golang.org/x/image/draw"

	"muster/schema"
)

// Bounds of an image's file, and of what is printed of it.
const (
	imageBytes  = 10_000_000
	imagePixels = 40_000_000
	imageEdge   = 12_000
	imageSide   = 1600 // pixels of the longer side of a list's image that are printed
	unitSide    = 800  // of a unit's
	maxImages   = 60   // of a list
)

// load reads the image that a value of the document names, and writes it anew, so that nothing but
// its pixels is printed, with side pixels on its longer side at most. The error has the line of the
// value.
func (a album) load(document *schema.Document, named schema.Node, side int) (*Image, error) {
	if !named.Exists() || document.Place.Folder == nil { // a list from a code has no files beside it
		return nil, nil
	}
	problem := func(format string, args ...any) error {
		return schema.Problem{Code: CodeImage, File: document.File, Line: named.Line(), Column: named.Column()}.Errorf(
			"the image `%s` "+format, append([]any{named.Text()}, args...)...)
	}
	if known := a[named.Text()]; known != nil {
		return known, nil
	}
	if len(a) == maxImages {
		return nil, problem("is one more than the 60 that can be printed; name fewer")
	}
	place, err := document.Place.Refer(named.Text())
	if err != nil {
		return nil, problem("lies outside the folder of the list; put it beside the list")
	}
	file, err := place.Open()
	if err != nil {
		return nil, problem("cannot be read; put a PNG or JPEG file of that name beside the list")
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, imageBytes+1))
	switch {
	case err != nil:
		return nil, problem("cannot be read: %v", err)
	case len(data) > imageBytes:
		return nil, problem("has more than 10 MB; make it smaller")
	}
	head, kind, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case err != nil || kind != "png" && kind != "jpeg":
		return nil, problem("is no picture that can be printed; save it as PNG or JPEG")
	case max(head.Width, head.Height) > imageEdge:
		return nil, problem("has more than 12,000 pixels on one side; make it smaller")
	case head.Width*head.Height > imagePixels:
		return nil, problem("has more than 40 megapixels; make it smaller")
	}
	picture, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, problem("is damaged: %v", err)
	}
	a[named.Text()], err = a.shrunk(picture, side)
	return a[named.Text()], err
}

// drawImage draws an image on a page.
func (d *drawer) drawImage(p piece) {
	if d.images[p.image] == "" {
		d.images[p.image] = fmt.Sprintf("image%04d", len(d.images))
	}
	kind := gofpdf.ImageOptions{ImageType: "JPG"}
	d.pdf.RegisterImageOptionsReader(d.images[p.image], kind, bytes.NewReader(p.image.JPEG))
	d.pdf.ImageOptions(d.images[p.image], p.x, p.y, p.w, p.h, false, kind, 0, "")
}

// shrunk returns a picture on white, about side pixels wide and high at most. The images of a
// document all differ in width: the PDF library has no order for others.
func (a album) shrunk(picture image.Image, side int) (*Image, error) {
	size := picture.Bounds().Size()
	if longer := max(size.X, size.Y); longer > side {
		size = image.Pt(max(1, size.X*side/longer), max(1, size.Y*side/longer))
	}
	for slices.ContainsFunc(slices.Collect(maps.Values(a)), func(other *Image) bool { return other.Width == size.X }) {
		size.X++
	}
	small := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(small, small.Bounds(), image.White, image.Point{}, draw.Src)
	draw.BiLinear.Scale(small, small.Bounds(), picture, picture.Bounds(), draw.Over, nil)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, small, &jpeg.Options{Quality: 85}); err != nil {
		return nil, fmt.Errorf("writing an image anew: %w", err)
	}
	return &Image{JPEG: out.Bytes(), Width: size.X, Height: size.Y}, nil
}
