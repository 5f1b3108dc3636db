package export

import (
	"io"

	"muster/schema"
)

// fitsDrawn refuses pictures in a site: the fonts' drawing would make its program 100 kB larger to
// fetch.
func fitsDrawn(Document) error {
	return schema.Errorf(CodeFormat, "a site draws no pictures; muster on your computer does")
}

func writeDrawn(_ io.Writer, d Document, _ Options) error { return fitsDrawn(d) }
