// Package export prints army lists: as sheets of paper for the table, as unit
// cards, as text for a chat, as JSON for other programs. Each form of output is
// one Format; what they all print is a Document.
package export

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"muster/schema"
)

// A Format is a form of output.
type Format interface {
	// Name is what --format calls it.
	Name() string
	// Extensions are the endings of its files, the usual one first: ".pdf".
	// A format that shares its files' ending with another has none.
	Extensions() []string
	// Write prints the document. The same document and options give the same
	// bytes.
	Write(w io.Writer, d Document, o Options) error
}

// A Lossy format cannot hold all that a list says.
type Lossy interface {
	// Losses tells what of a document the format leaves out, a sentence each.
	Losses(d Document) []string
}

// Options are what the reader of a sheet may choose. The zero Options is A4 in
// the usual size, tightened a little where that saves a page.
type Options struct {
	Paper Paper
	Size  Size
	Loose bool // never tightened
	Card  CardSize
}

// Size is how large a sheet is set. "" is the usual one.
type Size string

// LargeSize is for tired eyes.
const LargeSize Size = "large"

// ParseSize reads the name of a size in any case; "" and normal are the usual
// one.
func ParseSize(name string) (Size, error) {
	switch s := Size(strings.ToLower(name)); s {
	case "", "normal":
		return "", nil
	case LargeSize:
		return s, nil
	}
	return "", fmt.Errorf("`%s` is no size of sheets; choose normal or large", name)
}

// Paper is the size of a printed page.
type Paper string

// The papers. "" is A4.
const (
	A4     Paper = "a4"
	Letter Paper = "letter"
)

// ParsePaper reads the name of a paper in any case; "" is A4.
func ParsePaper(name string) (Paper, error) {
	switch p := Paper(strings.ToLower(name)); p {
	case "":
		return A4, nil
	case A4, Letter:
		return p, nil
	}
	return "", fmt.Errorf("`%s` is no paper that muster prints on; choose a4 or letter", name)
}

// Formats lists every format.
func Formats() []Format {
	return []Format{PDF{}, Cards{}, Opponent{}, Reference{}, HTML{}, Text{}, Markdown{}, CSV{}, JSON{}, ArmyForge{}}
}

// Names lists the formats by name.
func Names() []string {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name())
	}
	return names
}

// CodeFormat is the code of the error for a form of output that there is not.
const CodeFormat = "export/format"

func unknown(format string, args ...any) error { return schema.Errorf(CodeFormat, format, args...) }

// Choose returns the format of that name or, without a name, the one that the
// ending of the file's name asks for. The error names the formats there are.
func Choose(name, file string) (Format, error) {
	ending := strings.ToLower(path.Ext(file))
	var endings []string
	for _, f := range Formats() {
		if name != "" && strings.EqualFold(name, f.Name()) || name == "" && slices.Contains(f.Extensions(), ending) {
			return f, nil
		}
		endings = append(endings, f.Extensions()...)
	}
	switch {
	case name != "":
		return nil, unknown("`%s` is no format; choose one of %s", name, strings.Join(Names(), ", "))
	case ending == "":
		return nil, unknown("`%s` has no ending to tell the format by; end it in %s, or name the format: %s",
			file, strings.Join(endings, ", "), strings.Join(Names(), ", "))
	}
	return nil, unknown("no format has files that end in `%s`; end the file in %s, or name the format: %s",
		ending, strings.Join(endings, ", "), strings.Join(Names(), ", "))
}
