package share

import (
	"bytes"
	"regexp"

	"muster/builder"
	"muster/schema"
)

// keptLine begins the last line of a list's file that is kept without its army books: a comment
// with the code, so that the list can be read until the books are there.
const keptLine = "# A copy, to read it without its army books: "

// Keep returns the text of the list's file with the code behind it, as Kept reads it.
func (s *Share) Keep() []byte {
	return []byte(string(Bare([]byte(s.File))) + "\n" + keptLine + s.whole() + "\n")
}

// Bare returns the text of a list's file without the code behind it.
func Bare(text []byte) []byte {
	if at := bytes.LastIndex(text, []byte("\n"+keptLine)); at >= 0 {
		return text[:at]
	}
	return text
}

// Kept returns the share behind a list's file, under the name that the list has now. It is nil
// without one, and if the list was changed since, but for its name.
func Kept(text []byte) *Share {
	bare := Bare(text)
	if len(bare) == len(text) {
		return nil
	}
	s, err := Read(string(bytes.TrimSpace(text[len(bare)+1+len(keptLine):])))
	unnamed := func(text []byte) []byte { return nameLine.ReplaceAll(bytes.TrimSpace(text), nil) }
	if err != nil || s.Copy == nil || !bytes.Equal(unnamed([]byte(s.File)), unnamed(bare)) {
		return nil
	}
	s.File, s.Copy.Name = string(bare), schema.Glance(bare, "name")
	return s
}

var nameLine = regexp.MustCompile(`(?m)^name:.*\n`)

// Standing returns the share that a roster was made of by Stand, or nil.
func Standing(r builder.Roster) *Share {
	if d := r.Document(); d.At("book").Text() == Copied {
		return Kept(d.Source)
	}
	return nil
}
