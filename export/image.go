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

// Limits of images and their files, and sizes of printed images.
const (
	maxImageBytes  = 10_000_000
	maxImagePixels = 40_000_000
	maxImageEdge   = 12_000 // longer side in pixels
	listImageSide  = 1600   // longer side of a list's printed image, in pixels
	unitImageSide  = 800    // longer side of a unit's printed image, in pixels
	maxImages      = 60     // number of images in a list
)

// read reads an image and encodes it again, so that only its pixels are printed. why explains why
// it is unusable, with advice; "" if it is usable.
func (a *album) read(document *schema.Document, name string, side int) (made *Image, why string) {
	if len(a.images) >= maxImages {
		return nil, "a list may have 60; name fewer"
	}
	if document.Path.Folder == nil {
		return nil, "what was sent is the list alone; save it as a file, with the picture beside it"
	}
	place, err := document.Path.Resolve(name)
	if err != nil {
		return nil, "it lies outside the folder of the list; put it beside the list"
	}
	file, err := place.Open()
	if err != nil {
		return nil, "it cannot be read; put a PNG or JPEG file of that name beside the list"
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxImageBytes+1))
	switch {
	case err != nil:
		return nil, fmt.Sprintf("it cannot be read: %v", err)
	case len(data) > maxImageBytes:
		return nil, "it has more than 10 MB; make it smaller"
	}
	head, kind, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case err != nil || kind != "png" && kind != "jpeg":
		return nil, "it is no picture that can be printed; save it as PNG or JPEG"
	case max(head.Width, head.Height) > maxImageEdge:
		return nil, "it has more than 12,000 pixels on one side; make it smaller"
	case head.Width*head.Height > maxImagePixels:
		return nil, "it has more than 40 megapixels; make it smaller"
	}
	picture, _, err := image.Decode(bytes.NewReader(data))
	if err == nil {
		made, err = a.reencode(picture, side, exifOrientation(data))
	}
	if err != nil {
		return nil, fmt.Sprintf("it is damaged: %v", err)
	}
	return made, ""
}

// drawImage draws an image on the page.
func (d *drawer) drawImage(p piece) {
	if d.images[p.image] == "" {
		d.images[p.image] = fmt.Sprintf("image%04d", len(d.images))
	}
	kind := gofpdf.ImageOptions{ImageType: "JPG"}
	d.pdf.RegisterImageOptionsReader(d.images[p.image], kind, bytes.NewReader(p.image.JPEG))
	d.pdf.ImageOptions(d.images[p.image], p.x, p.y, p.w, p.h, false, kind, 0, "")
}

// reencode encodes a picture upright, on white, with sides of at most about side pixels. The images
// of a PDF differ in width, because only then does the PDF library write them in a fixed order.
func (a *album) reencode(picture image.Image, side, orientation int) (*Image, error) {
	size := picture.Bounds().Size()
	if longer := max(size.X, size.Y); longer > side {
		size = image.Pt(max(1, size.X*side/longer), max(1, size.Y*side/longer))
	}
	width := &size.X
	if isQuarterTurned(orientation) {
		width = &size.Y
	}
	for a.usedWidths[*width] {
		*width++
	}
	a.usedWidths[*width] = true
	small := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(small, small.Bounds(), image.White, image.Point{}, draw.Src)
	draw.BiLinear.Scale(small, small.Bounds(), picture, picture.Bounds(), draw.Over, nil)
	small = upright(small, orientation)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, small, &jpeg.Options{Quality: 85}); err != nil {
		return nil, fmt.Errorf("writing it anew: %w", err)
	}
	size = small.Bounds().Size()
	return &Image{JPEG: out.Bytes(), Width: size.X, Height: size.Y}, nil
}
