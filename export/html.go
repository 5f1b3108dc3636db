package export

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"
)

// HTML is the sheet as one page for a browser: for phones and large screens,
// light and dark, with boxes that can be ticked, and to print. It loads nothing
// from elsewhere and runs no program.
type HTML struct{}

// Name implements Format.
func (HTML) Name() string { return "html" }

// Extensions implements Format.
func (HTML) Extensions() []string { return []string{".html", ".htm"} }

// Write implements Format.
func (HTML) Write(w io.Writer, d Document, _ Options) error {
	return page().Execute(w, d.Sheet)
}

//go:embed sheet.html
var pageText string

// page is the template of the page. html/template escapes what stands in it.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("sheet").Funcs(template.FuncMap{
		"text":    func(text string) string { return plain(strings.TrimSpace(text)) },
		"join":    func(texts []string) string { return plain(strings.Join(texts, " · ")) },
		"lines":   func(text string) []string { return strings.Split(strings.TrimSpace(text), "\n") },
		"facts":   Sheet.facts,
		"notes":   Block.notes,
		"parts":   Table.parts,
		"count":   func(c Column, cell string) string { return strings.ReplaceAll(c.Inline, "%", cell) },
		"words":   func(c Column) bool { return c.Kind == Words },
		"counts":  func(c Column) bool { return c.Kind == Count },
		"times":   func(n int) []int { return make([]int, n) },
		"share":   share,
		"picture": QR,
		"marked":  marked,
	}).Parse(pageText))
})

// share is how long the bar of a cell is, in percent; "" for a cell without.
func share(t Table, part, row, column int) string {
	for i := range part {
		row += t.Parts[i].Rows
	}
	if row >= len(t.Shares) || t.Shares[row][column] == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f%%", 100*min(1, t.Shares[row][column]))
}

// markedBox is a box of a track, with the sign that stands after it.
type markedBox struct{ Sign string }

// marked returns the boxes of a track, those of each model by themselves.
func marked(t Track) [][]markedBox {
	var all [][]markedBox
	n := 0
	for _, size := range t.Sizes {
		boxes := make([]markedBox, size)
		for i := range boxes {
			if n++; n == t.Mark {
				boxes[i].Sign = t.Sign
			}
		}
		all = append(all, boxes)
	}
	return all
}
