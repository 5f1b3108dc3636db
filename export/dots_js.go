package export

import (
	"fmt"
	"image"
	"syscall/js"

	"muster/schema"
)

// not embedded, because the program would then contain all methods of Value
type screen struct{ canvas js.Value }

// drawPicture draws a page.
func drawPicture(page []piece, width, height int) (*image.Gray, error) {
	offscreen := js.Global().Get("OffscreenCanvas")
	if !offscreen.Truthy() {
		return nil, schema.Errorf(CodeFormat, "this browser draws no pictures; a newer one does")
	}
	for i, f := range fontFiles {
		if err := loadFont(fontName(face(i)), f.file); err != nil {
			return nil, err
		}
	}
	on := screen{offscreen.New(width, height).Call("getContext", "2d", map[string]any{"willReadFrequently": true})}
	on.fill(0xff, 0, 0, width, height)
	for _, p := range page {
		if err := p.paint(on); err != nil {
			return nil, err
		}
	}
	picture := image.NewGray(image.Rect(0, 0, width, height))
	row := make([]byte, 4*width) // red, green, blue and alpha
	for y := range height {
		js.CopyBytesToGo(row, on.canvas.Call("getImageData", 0, y, width, 1).Get("data"))
		for x := range width {
			picture.Pix[y*width+x] = row[4*x]
		}
	}
	return picture, nil
}

func (s screen) fill(ink, x, y, right, bottom int) {
	s.canvas.Set("fillStyle", fmt.Sprintf("#%02x%02x%02x", ink, ink, ink))
	s.canvas.Call("fillRect", x, y, right-x, bottom-y)
}

func (s screen) write(ink int, f font, x, y int, text string) error {
	s.canvas.Set("fillStyle", fmt.Sprintf("#%02x%02x%02x", ink, ink, ink))
	s.canvas.Set("font", fmt.Sprintf("%.2fpx %s", f.dots(), fontName(f.face)))
	s.canvas.Call("fillText", text, x, y)
	return nil
}

// fontName returns the browser's name of a face.
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

// await returns the value of a promise.
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
