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

// A Format is a form of output. Help, pages, and the names and types of files come from its fields.
// To add one, write a file that registers it.
type Format struct {
	Name    string   // its name in commands: "pdf"
	Title   string   // its name on pages: "Army Forge"
	About   string   // its purpose: "plain text to paste into a chat"
	Endings []string // of its files, the usual one first: ".pdf"
	ByName  bool     // another format has the same extension, so that only the format's name selects it
	Media   string   // the media type of its files: "application/pdf"
	Rank    int      // order in lists, lowest first

	fits   func(d Document) error // nil if all documents fit
	losses func(d Document) []string
	pages  func(d Document, o Options) (*printout, error) // for forms that are pages of paper
	// a preview of other forms, if they can be drawn
	shown func(d Document, o Options) (Picture, error)
	write func(w io.Writer, d Document, o Options) error
}

// File returns the file name for a document in the format: "third.pdf", "third-cards.pdf".
func (f *Format) File(stem string) string {
	if f.ByName {
		stem += "-" + f.Name
	}
	return stem + f.Endings[0]
}

// Fits returns an error, a sentence with the reason, if the document cannot be written in the
// format.
func (f *Format) Fits(d Document) error {
	if f.fits == nil {
		return nil
	}
	return f.fits(d)
}

// Losses lists the parts of a document that the format leaves out, in sentences.
func (f *Format) Losses(d Document) (all []string) {
	if f.Fits(d) != nil {
		return nil
	}
	if f.losses != nil {
		all = f.losses(d)
	}
	if f.OnPaper() || f == Drawn {
		if lacked := missingSigns(d); lacked != "" {
			all = append(all, fmt.Sprintf("the fonts have no %s; %c is printed instead", lacked, unknownSign))
		}
	}
	return all
}

// FileMark returns what a file of the format has before the output of Write: a byte order mark for
// some spreadsheets, else "".
func (f *Format) FileMark() string {
	if f == CSV {
		return "\ufeff"
	}
	return ""
}

// Write writes the document. Equal documents and options give equal bytes.
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

// OnPaper reports whether the format consists of pages of paper.
func (f *Format) OnPaper() bool { return f.pages != nil }

// A Picture is a page of paper as an image.
type Picture struct {
	Width, Height float64 // in millimetres
	SVG           string
}

// Pictures draws the pages of a paper form as in its PDF, for viewers without PDF. For HTML it
// draws the top of the page; other forms have none.
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

// Formats lists all formats by rank.
func Formats() []*Format {
	return slices.SortedStableFunc(slices.Values(formats), func(a, b *Format) int { return a.Rank - b.Rank })
}

// Options are a reader's choices for a sheet. The zero value is A4 at the usual size, slightly
// smaller if that saves a page, or larger if there is room.
type Options struct {
	Paper Paper
	Size  Size
	Loose bool // the usual size, neither smaller nor larger
	Card  CardSize
	Ink   Ink
	Short bool // of text: at most 2,000 characters, for a chat
	Cover bool // of PDF: a cover before the sheet
	// Glance adds a summary of the army to the first page of a PDF. Lists with an image always have
	// it.
	Glance         bool
	SeparateBlocks bool // equal units have separate blocks
}

// sheet returns the sheet with the changes that the options require.
func (o Options) sheet(s Sheet) Sheet {
	if o.SeparateBlocks {
		return s
	}
	return s.together()
}

// ParseOptions parses the options paper, size, card and ink; named returns the value of each, ""
// for the default.
func ParseOptions(named func(key string) string) (o Options, err error) {
	var wrong [4]error
	o.Paper, wrong[0] = ParsePaper(named("paper"))
	o.Size, wrong[1] = parse("size of sheets; choose normal or large", named("size"), NormalSize, LargeSize)
	o.Card, wrong[2] = ParseCardSize(named("card"))
	o.Ink, wrong[3] = parse("ink of sheets; choose normal or light", named("ink"), NormalInk, LightInk)
	return o, cmp.Or(wrong[:]...)
}

// Ink is the amount of ink for a sheet. "" is NormalInk.
type Ink string

// The inks. LightInk prints no filled areas: lines instead of bars and boxes.
const (
	NormalInk Ink = "normal"
	LightInk  Ink = "light"
)

// Size is the size of a sheet's text. "" is NormalSize.
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

// ParsePaper parses the name of a paper, ignoring case; "" is A4.
func ParsePaper(name string) (Paper, error) {
	return parse("paper that muster prints on; choose a4 or letter", name, A4, Letter)
}

// parse returns the choice with a name, ignoring case, or the first for "". The error quotes the
// name and the kind of choice.
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

// CodeFormat is the code of the error for an unknown form of output.
const CodeFormat = "export/format"

func unknown(format string, args ...any) error { return schema.Errorf(CodeFormat, format, args...) }

// Choose returns the format with a name or, if name is "", for the extension of a file name. The
// error lists all formats.
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
