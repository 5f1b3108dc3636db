package export

import "muster/schema"

// The bounds of images, of which a site has none.
const imageSide, unitSide = 0, 0

// load finds no image: a site keeps lists alone. So its program has no code for them.
func (a *album) load(document *schema.Document, named schema.Node, _ int) *Image {
	page := pageImage{name: named.Text()}
	if _, tried := a.images[page]; named.Exists() && !tried {
		a.images[page] = nil
		a.refuse(document, named, "this site keeps lists alone; print it with muster on a computer")
	}
	return nil
}

func (d *drawer) drawImage(piece) {}
