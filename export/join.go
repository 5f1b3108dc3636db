package export

import (
	"cmp"
	"errors"
	"fmt"
	"io"
)

// WriteJoined writes the pages of several lists as one PDF, after a table of contents. The error
// names a list that cannot be printed.
func (f *Format) WriteJoined(w io.Writer, lists []Document, o Options) error {
	if !f.OnPaper() {
		return fmt.Errorf("%s is no form on paper; only those are joined", f.Title)
	}
	if len(lists) == 0 {
		return errors.New("there are no lists to print")
	}
	all := &printout{title: "Lists"}
	starts, widths := make([]int, len(lists)), map[int]bool{}
	for i, d := range lists {
		if d.album != nil {
			d.album.usedWidths = widths
		}
		var made *printout
		err := f.CheckFits(d)
		if err == nil {
			made, err = f.pages(d, o)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", d.Sheet.Name, err)
		}
		starts[i] = len(all.pages)
		made.pages[0] = append([]piece{{kind: bookmarkPiece, text: made.title}}, made.pages[0]...)
		all.pages, all.size = append(all.pages, made.pages...), made.size
	}
	all.pages = append(contentsPages(lists, starts, all.size), all.pages...)
	return all.writePDF(w)
}

// Lengths of a page of contents in millimetres.
const (
	contentsHeadHeight = 18.0
	contentsLineHeight = 6.5
)

// contentsPages returns pages with the name of each list and the number of its first page. starts
// holds the index of each list's first page.
func contentsPages(lists []Document, starts []int, size frame) (pages [][]piece) {
	const name, army, points, verdict = 0.0, 0.36, 0.72, 0.88 // where columns begin or end, as shares of the width
	each := int((size.h - 2*pageMargin - contentsHeadHeight) / contentsLineHeight)
	front := (len(lists) + each - 1) / each
	w, f := size.w-2*pageMargin, font{regular, 9}
	for i, d := range lists {
		if i%each == 0 {
			var head strip
			head.write(pageMargin, pageMargin+6, "Contents", font{bold, 16}, black)
			head.writeRight(pageMargin+w, pageMargin+6, fmt.Sprintf("%d lists", len(lists)), f, muted)
			pages = append(pages, head.pieces)
		}
		var line strip
		y := pageMargin + contentsHeadHeight + float64(i%each)*contentsLineHeight
		line.write(pageMargin+name*w, y, shorten(cmp.Or(d.Sheet.Name, "A list"), font{bold, 9}, (army-name)*w-2),
			font{bold, 9}, black)
		line.write(pageMargin+army*w, y, shorten(d.Sheet.Game, f, (points-army)*w-16), f, muted)
		line.writeRight(pageMargin+points*w, y, d.Sheet.Cost(), f, black)
		if !d.Sheet.Legal() {
			line.writeRight(pageMargin+verdict*w, y, d.Sheet.Verdict(), font{bold, 9}, black)
		}
		line.writeRight(pageMargin+w, y, itoa(front+starts[i]+1), f, black)
		last := len(pages) - 1
		pages[last] = append(pages[last], line.pieces...)
	}
	return pages
}
