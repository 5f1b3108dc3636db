// Package export prints army lists: as sheets of paper for the table, as unit cards, as text
// for a chat, as JSON for other programs. Each form of output is one Format; all of them print
// a Document.
package export

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"muster/convert"
	"muster/schema"
)

// A Format is a form of output. It describes itself: help, pages, and the names
// and types of files ask here. A new one is a file that registers it.
type Format struct {
	Name    string   // what a person calls it by: "pdf"
	Title   string   // what pages call it: "Army Forge"
	About   string   // what it is for: "plain text to paste into a chat"
	Endings []string // of its files, the usual one first: ".pdf"
	ByName  bool     // files of another format end so too: only its name chooses it
	Media   string   // the media type of its files: "application/pdf"
	Rank    int      // where it is listed: behind those with a lower one

	fits   func(d Document) error // nil if it fits any
	losses func(d Document) []string
	pages  func(d Document, o Options) (*printout, error) // of forms that are pages of paper
	shown  func(d Document, o Options) (Picture, error)   // how another form looks, if it can be drawn
	write  func(w io.Writer, d Document, o Options) error
}

// File is the name of a document's file in the format: "third.pdf",
// "third-cards.pdf".
func (f *Format) File(stem string) string {
	if f.ByName {
		stem += "-" + f.Name
	}
	return stem + f.Endings[0]
}

// Fits is the error of a document that cannot be written in the format, a
// sentence that says why; nil for any other.
func (f *Format) Fits(d Document) error {
	if f.fits == nil {
		return nil
	}
	return f.fits(d)
}

// Losses lists the parts of a document that the format leaves out, a sentence each.
func (f *Format) Losses(d Document) (all []string) {
	if f.Fits(d) != nil {
		return nil
	}
	if f.losses != nil {
		all = f.losses(d)
	}
	if f.OnPaper() || f == Drawn {
		if lacked := lackedSigns(d); lacked != "" {
			all = append(all, fmt.Sprintf("the fonts have no %s; %c is printed instead", lacked, unknownSign))
		}
	}
	return all
}

// FileMark returns the beginning of a file of the format, before the output of Write: a byte
// order mark for spreadsheets that want one, else nothing.
func (f *Format) FileMark() string {
	if f == CSV {
		return "\ufeff"
	}
	return ""
}

// Write prints the document. The same document and options give the same bytes.
func (f *Format) Write(w io.Writer, d Document, o Options) error {
	if err := f.Fits(d); err != nil {
		return err
	}
	if f.pages == nil {
		return f.write(w, d, o)
	}
	pages, err := f.pages(d, o)
	if err != nil {
		return err
	}
	return pages.writePDF(w)
}

// OnPaper reports whether the form is pages of paper.
func (f *Format) OnPaper() bool { return f.pages != nil }

// A Picture is a page of paper as an image.
type Picture struct {
	Width, Height float64 // in millimetres
	SVG           string
}

// Pictures draws the pages of a paper form as its PDF has them, for windows that show no PDF;
// and of HTML the top. Other forms have none.
func (f *Format) Pictures(d Document, o Options) ([]Picture, error) {
	if err := f.Fits(d); err != nil {
		return nil, err
	}
	switch {
	case f.shown != nil:
		picture, err := f.shown(d, o)
		return []Picture{picture}, err
	case f.pages == nil:
		return nil, nil
	}
	pages, err := f.pages(d, o)
	if err != nil {
		return nil, err
	}
	return pages.pictures(), nil
}

var formats []*Format

func register(f *Format) *Format {
	formats = append(formats, f)
	return f
}

// Formats lists every format by its rank.
func Formats() []*Format {
	return slices.SortedStableFunc(slices.Values(formats), func(a, b *Format) int { return a.Rank - b.Rank })
}

// Options are a reader's choices for a sheet. The zero Options is A4 in the usual size,
// tightened a little if that saves a page and enlarged if a page has room.
type Options struct {
	Paper Paper
	Size  Size
	Loose bool // neither tightened nor set larger
	Card  CardSize
	Ink   Ink
	Short bool // of text: at most 2,000 characters, for a chat
	Cover bool // of PDF: a cover before the sheet
	// Glance begins the first page of a PDF with a summary of the army. A list with an image always has it.
	Glance bool
	Apart  bool // units that are built alike stand apart, each with a block of its own
}

// sheet returns the sheet as it is printed.
func (o Options) sheet(s Sheet) Sheet {
	if o.Apart {
		return s
	}
	return s.together()
}

// ParseOptions reads options by their names: paper, size, card and ink; "" is the usual.
func ParseOptions(named func(key string) string) (o Options, err error) {
	var wrong [4]error
	o.Paper, wrong[0] = ParsePaper(named("paper"))
	o.Size, wrong[1] = parse("size of sheets; choose normal or large", named("size"), NormalSize, LargeSize)
	o.Card, wrong[2] = ParseCardSize(named("card"))
	o.Ink, wrong[3] = parse("ink of sheets; choose normal or light", named("ink"), NormalInk, LightInk)
	return o, cmp.Or(wrong[:]...)
}

// Ink is how much of it a sheet takes. "" is the usual.
type Ink string

// The inks. LightInk prints no filled areas: lines instead of bars and boxes.
const (
	NormalInk Ink = "normal"
	LightInk  Ink = "light"
)

// Size is how large a sheet is set. "" is the usual one.
type Size string

// The sizes. LargeSize is for tired eyes.
const (
	NormalSize Size = "normal"
	LargeSize  Size = "large"
)

// Paper is the size of a printed page.
type Paper string

// The papers. "" is A4.
const (
	A4     Paper = "a4"
	Letter Paper = "letter"
)

// ParsePaper reads the name of a paper in any case; "" is A4.
func ParsePaper(name string) (Paper, error) {
	return parse("paper that muster prints on; choose a4 or letter", name, A4, Letter)
}

// parse returns the choice with the given name in any case, or the first for "". The error
// quotes the name and the kind of choice.
func parse[T ~string](what, name string, choices ...T) (T, error) {
	if i := slices.Index(choices, T(strings.ToLower(name))); i >= 0 || name == "" {
		return choices[max(i, 0)], nil
	}
	return "", fmt.Errorf("`%s` is no %s", name, what)
}

// Names lists the formats by name.
func Names() []string {
	return convert.All(Formats(), func(f *Format) string { return f.Name })
}

// CodeFormat is the code of the error for a form of output that there is not.
const CodeFormat = "export/format"

func unknown(format string, args ...any) error { return schema.Errorf(CodeFormat, format, args...) }

// Choose returns the format of that name or, without a name, the one that the
// ending of the file's name asks for. The error names the formats there are.
func Choose(name, file string) (*Format, error) {
	ending := strings.ToLower(path.Ext(file))
	var endings []string
	var chosen *Format
	longest := 0
	for _, f := range Formats() {
		if name != "" && strings.EqualFold(name, f.Name) {
			return f, nil
		}
		if f.ByName {
			continue
		}
		endings = append(endings, f.Endings...)
		for _, of := range f.Endings {
			if len(of) > longest && strings.HasSuffix(strings.ToLower(file), of) {
				chosen, longest = f, len(of)
			}
		}
	}
	switch {
	case name == "" && chosen != nil:
		return chosen, nil
	case name != "":
		return nil, unknown("`%s` is no format; choose one of %s", name, strings.Join(Names(), ", "))
	case ending == "":
		return nil, unknown("`%s` has no ending to tell the format by; end it in %s, or name the format: %s",
			file, strings.Join(endings, ", "), strings.Join(Names(), ", "))
	}
	return nil, unknown("no format has files that end in `%s`; end the file in %s, or name the format: %s",
		ending, strings.Join(endings, ", "), strings.Join(Names(), ", "))
}
