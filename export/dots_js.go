package export

import (
	"fmt"
	"image"
	"syscall/js"

	"muster/schema"
)

// browserCanvas is a canvas of the browser. It does not embed js.Value, because the program would
// then contain all its methods.
type browserCanvas struct{ context js.Value }

// drawPicture draws the pieces of a page on a picture, whose width and height are in dots.
func drawPicture(page []piece, width, height int) (*image.Gray, error) {
	offscreen := js.Global().Get("OffscreenCanvas")
	if !offscreen.Truthy() {
		return nil, schema.Errorf(CodeBadFormat, "this browser draws no pictures; a newer one does")
	}
	for i, f := range fontFiles {
		if err := loadFont(fontName(face(i)), f.file); err != nil {
			return nil, err
		}
	}
	on := browserCanvas{offscreen.New(width, height).Call("getContext", "2d", map[string]any{"willReadFrequently": true})}
	on.fill(0xff, 0, 0, width, height)
	for _, p := range page {
		if err := p.paint(on); err != nil {
			return nil, err
		}
	}
	picture := image.NewGray(image.Rect(0, 0, width, height))
	row := make([]byte, 4*width) // red, green, blue and alpha
	for y := range height {
		js.CopyBytesToGo(row, on.context.Call("getImageData", 0, y, width, 1).Get("data"))
		for x := range width {
			picture.Pix[y*width+x] = row[4*x]
		}
	}
	return picture, nil
}

func (s browserCanvas) fill(ink, x, y, right, bottom int) {
	s.context.Set("fillStyle", fmt.Sprintf("#%02x%02x%02x", ink, ink, ink))
	s.context.Call("fillRect", x, y, right-x, bottom-y)
}

func (s browserCanvas) write(ink int, f font, x, y int, text string) error {
	s.context.Set("fillStyle", fmt.Sprintf("#%02x%02x%02x", ink, ink, ink))
	s.context.Set("font", fmt.Sprintf("%.2fpx %s", f.sizeInDots(), fontName(f.face)))
	s.context.Call("fillText", text, x, y)
	return nil
}

// fontName returns the name of a face in the browser.
func fontName(f face) string { return fmt.Sprintf("muster%d", f) }

// loadFont registers a font with the browser, for canvases only.
func loadFont(name string, file []byte) error {
	bytes := js.Global().Get("Uint8Array").New(len(file))
	js.CopyBytesToJS(bytes, file)
	font, err := await(js.Global().Get("FontFace").New(name, bytes).Call("load"))
	if err == nil {
		js.Global().Get("fonts").Call("add", font)
	}
	return err
}

// await waits for a promise and returns its value.
func await(promise js.Value) (value js.Value, err error) {
	done := make(chan struct{})
	settle := func(refused bool) js.Func {
		return js.FuncOf(func(_ js.Value, args []js.Value) any {
			if value = args[0]; refused {
				err = fmt.Errorf("the browser draws no picture: %s", value.Call("toString").String())
			}
			close(done)
			return nil
		})
	}
	kept, refused := settle(false), settle(true)
	defer kept.Release()
	defer refused.Release()
	promise.Call("then", kept, refused)
	<-done
	return value, err
}
