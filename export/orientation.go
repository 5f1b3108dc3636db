//go:build !js

package export

import (
	"bytes"
	"encoding/binary"
	"image"
)

// exifOrientation returns the orientation of a JPEG file, from 1 for upright to 8, as the camera
// stored it (Exif 2.3, tag 0x0112). It is 1 for other files.
func exifOrientation(file []byte) int {
	for at := 2; at+4 <= len(file) && file[at] == 0xff && file[at+1] != 0xda; { // up to the pixels
		size := int(binary.BigEndian.Uint16(file[at+2:]))
		segment := file[at+4 : min(max(at+4, at+2+size), len(file))]
		if exif, ok := bytes.CutPrefix(segment, []byte("Exif\x00\x00")); ok && file[at+1] == 0xe1 {
			return tiffOrientation(exif)
		}
		at += 2 + size
	}
	return 1
}

func tiffOrientation(tiff []byte) int {
	var order binary.ByteOrder = binary.BigEndian
	if bytes.HasPrefix(tiff, []byte("II")) {
		order = binary.LittleEndian
	}
	if len(tiff) < 8 {
		return 1
	}
	at := int(int32(order.Uint32(tiff[4:])))
	if at < 8 || at > len(tiff)-2 {
		return 1
	}
	entries := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(entries) < 12 {
			break
		}
		if value := order.Uint16(entries[8:]); order.Uint16(entries) == 0x0112 && value >= 1 && value <= 8 {
			return int(value)
		}
		entries = entries[12:]
	}
	return 1
}

// isQuarterTurned reports whether turning a picture with this orientation upright exchanges its
// width and height.
func isQuarterTurned(orientation int) bool { return orientation > 4 }

// upright returns a picture turned upright from an orientation, 1 to 8.
func upright(picture *image.RGBA, orientation int) *image.RGBA {
	if orientation == 1 {
		return picture
	}
	size := picture.Bounds().Size()
	if isQuarterTurned(orientation) {
		size.X, size.Y = size.Y, size.X
	}
	out := image.NewRGBA(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			fromX, fromY := x, y // in a picture with the sides of the one that is seen
			switch orientation {
			case 2, 3, 6, 7:
				fromX = size.X - 1 - x
			}
			switch orientation {
			case 3, 4, 7, 8:
				fromY = size.Y - 1 - y
			}
			if isQuarterTurned(orientation) {
				fromX, fromY = fromY, fromX
			}
			out.SetRGBA(x, y, picture.RGBAAt(fromX, fromY))
		}
	}
	return out
}
