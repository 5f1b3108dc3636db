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
	Name       string   // its name in commands: "pdf"
	Title      string   // its name on pages: "Army Forge"
	About      string   // its purpose: "plain text to paste into a chat"
	Extensions []string // extensions of its files, the usual one first: ".pdf"
	// another format has the same extension, so that only the format's name selects this one
	ChosenOnlyByName bool
	MediaType        string // the media type of its files: "application/pdf"
	Rank             int    // order in lists, lowest first

	// returns an error if the format cannot hold the document; nil if it holds every document
	checkFits func(d Document) error
	losses    func(d Document) []string // returns sentences about what the format leaves out; may be nil
	// lays out the pages of a format for paper; nil for other formats
	pages func(d Document, o Options) (*printout, error)
	// draws a preview of a format without pages; nil if there is none
	preview func(d Document, o Options) (Picture, error)
	// writes a document in a format without pages
	write func(w io.Writer, d Document, o Options) error
}

// FileName returns the file name for a document in the format, given the name without extension:
// "third.pdf", "third-cards.pdf".
func (f *Format) FileName(stem string) string {
	if f.ChosenOnlyByName {
		stem += "-" + f.Name
	}
	return stem + f.Extensions[0]
}

// CheckFits returns an error with the reason, a sentence, if the format cannot hold the document.
func (f *Format) CheckFits(d Document) error {
	if f.checkFits == nil {
		return nil
	}
	return f.checkFits(d)
}

// Losses lists the parts of a document that the format leaves out, in sentences.
func (f *Format) Losses(d Document) (all []string) {
	if f.CheckFits(d) != nil {
		return nil
	}
	if f.losses != nil {
		all = f.losses(d)
	}
	if f.OnPaper() || f == ArmyPicture {
		if lacked := missingSigns(d); lacked != "" {
			all = append(all, fmt.Sprintf("the fonts have no %s; %c is printed instead", lacked, missingSign))
		}
	}
	return all
}

// ByteOrderMark returns the byte order mark to write before the output of Write, which some
// spreadsheets need; "" for most formats.
func (f *Format) ByteOrderMark() string {
	if f == CSV {
		return "\ufeff"
	}
	return ""
}

// Write writes the document. Equal documents and options give equal bytes.
func (f *Format) Write(w io.Writer, d Document, o Options) error {
	if err := f.CheckFits(d); err != nil {
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

// OnPaper reports whether the format consists of printed pages.
func (f *Format) OnPaper() bool { return f.pages != nil }

// A Picture is a page of paper as an image.
type Picture struct {
	Width, Height float64 // in millimetres
	SVG           string
}

// Pictures draws the pages of a format for paper as in its PDF, for viewers without PDF. For a
// format with a preview it draws the preview; for others it returns none.
func (f *Format) Pictures(d Document, o Options) ([]Picture, error) {
	if err := f.CheckFits(d); err != nil {
		return nil, err
	}
	switch {
	case f.preview != nil:
		picture, err := f.preview(d, o)
		return []Picture{picture}, err
	case f.pages == nil:
		return nil, nil
	}
	pages, err := f.pages(d, o)
	if err != nil {
		return nil, err
	}
	return pages.svgPages(), nil
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

// Options are a reader's choices for a sheet. The zero value is A4 paper and text of the usual
// size, slightly smaller if that saves a page, or larger if there is room.
type Options struct {
	Paper         Paper
	TextSize      TextSize
	FixedTextSize bool // exactly the usual size, neither smaller nor larger
	CardSize      CardSize
	Ink           Ink
	ShortText     bool // for text: at most 2,000 characters, for a chat
	Cover         bool // for PDF: a cover before the sheet
	// Summary adds a summary of the army to the first page of a PDF. Lists with an image always
	// have it.
	Summary             bool
	KeepEqualUnitsApart bool // equal units have separate blocks
}

// applyTo returns the sheet as the options ask for it: equal units share a block unless
// KeepEqualUnitsApart is set.
func (o Options) applyTo(s Sheet) Sheet {
	if o.KeepEqualUnitsApart {
		return s
	}
	return s.mergeEqualUnits()
}

// ParseOptions parses the options paper, size, card and ink; named returns the text of an option,
// "" for its default.
func ParseOptions(named func(key string) string) (o Options, err error) {
	var wrong [4]error
	o.Paper, wrong[0] = ParsePaper(named("paper"))
	o.TextSize, wrong[1] = parseChoice("size of sheets; choose normal or large", named("size"), NormalText, LargeText)
	o.CardSize, wrong[2] = ParseCardSize(named("card"))
	o.Ink, wrong[3] = parseChoice("ink of sheets; choose normal or light", named("ink"), NormalInk, LightInk)
	return o, cmp.Or(wrong[:]...)
}

// Ink is an amount of ink for a sheet. "" is NormalInk.
type Ink string

// The amounts of ink. LightInk prints lines instead of filled bars and boxes.
const (
	NormalInk Ink = "normal"
	LightInk  Ink = "light"
)

// TextSize is the size of a sheet's text. "" is NormalText.
type TextSize string

// The sizes. LargeText is for tired eyes.
// The sizes. LargeText is for tired eyes.
const (
	NormalText TextSize = "normal"
	LargeText  TextSize = "large"
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
	return parseChoice("paper that muster prints on; choose a4 or letter", name, A4, Letter)
}

// parseChoice returns the choice with a name, ignoring case, or the first choice for "". The error
// quotes the name and says with what the choices are.
func parseChoice[T ~string](what, name string, choices ...T) (T, error) {
	if i := slices.Index(choices, T(strings.ToLower(name))); i >= 0 || name == "" {
		return choices[max(i, 0)], nil
	}
	return "", fmt.Errorf("`%s` is no %s", name, what)
}

// FormatNames returns the names of all formats, by rank.
func FormatNames() []string {
	return convert.All(Formats(), func(f *Format) string { return f.Name })
}

// CodeBadFormat is the code of errors about a form of output: it is unknown, or it cannot hold the
// list.
const CodeBadFormat = "export/format"

func formatError(format string, args ...any) error {
	return schema.Errorf(CodeBadFormat, format, args...)
}

// ChooseFormat returns the format with a name or, if name is "", the format for the extension of a
// file name. The error lists all formats.
func ChooseFormat(name, file string) (*Format, error) {
	ending := strings.ToLower(path.Ext(file))
	var endings []string
	var chosen *Format
	longest := 0
	for _, f := range Formats() {
		if name != "" && strings.EqualFold(name, f.Name) {
			return f, nil
		}
		if f.ChosenOnlyByName {
			continue
		}
		endings = append(endings, f.Extensions...)
		for _, of := range f.Extensions {
			if len(of) > longest && strings.HasSuffix(strings.ToLower(file), of) {
				chosen, longest = f, len(of)
			}
		}
	}
	switch {
	case name == "" && chosen != nil:
		return chosen, nil
	case name != "":
		return nil, formatError("`%s` is no format; choose one of %s", name, strings.Join(FormatNames(), ", "))
	case ending == "":
		return nil, formatError("`%s` has no ending to tell the format by; end it in %s, or name the format: %s",
			file, strings.Join(endings, ", "), strings.Join(FormatNames(), ", "))
	}
	return nil, formatError("no format has files that end in `%s`; end the file in %s, or name the format: %s",
		ending, strings.Join(endings, ", "), strings.Join(FormatNames(), ", "))
}
