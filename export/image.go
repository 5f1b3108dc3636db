//go:build !js

package export

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	_ "image/png" // which an image may be
	"io"

	"github.com/jung-kurt/gofpdf"
	"golang.org/x/image/draw"

	"muster/schema"
)

// Bounds of an image's file, and of what is printed of it.
const (
	imageBytes  = 10_000_000
	imagePixels = 40_000_000
	imageSide   = 1600 // pixels of the longer side that are printed
)

// loadImage reads the image that a value of the document names, and writes it anew, so that nothing
// but its pixels is printed. It adds its width to those of the document's images, which all differ:
// the PDF library has no order for others. The error has the line of the value.
func loadImage(document *schema.Document, named schema.Node, widths map[int]bool) (*Image, error) {
	if !named.Exists() || document.Place.Folder == nil { // a list from a code has no files beside it
		return nil, nil
	}
	problem := func(format string, args ...any) error {
		return schema.Problem{Code: CodeImage, File: document.File, Line: named.Line(), Column: named.Column()}.Errorf(
			"the image `%s` "+format, append([]any{named.Text()}, args...)...)
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
	case head.Width*head.Height > imagePixels:
		return nil, problem("has more than 40 megapixels; make it smaller")
	}
	picture, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, problem("is damaged: %v", err)
	}
	return shrunk(picture, widths)
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

// shrunk returns a picture on white, about imageSide pixels wide and high at most.
func shrunk(picture image.Image, widths map[int]bool) (*Image, error) {
	size := picture.Bounds().Size()
	if longer := max(size.X, size.Y); longer > imageSide {
		size = image.Pt(max(1, size.X*imageSide/longer), max(1, size.Y*imageSide/longer))
	}
	for widths[size.X] {
		size.X++
	}
	widths[size.X] = true
	small := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(small, small.Bounds(), image.White, image.Point{}, draw.Src)
	draw.BiLinear.Scale(small, small.Bounds(), picture, picture.Bounds(), draw.Over, nil)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, small, &jpeg.Options{Quality: 85}); err != nil {
		return nil, fmt.Errorf("writing an image anew: %w", err)
	}
	return &Image{JPEG: out.Bytes(), Width: size.X, Height: size.Y}, nil
}
