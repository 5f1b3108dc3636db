package input

import (
	"bytes"
	"encoding/binary"
	"regexp"
	"strings"

	"muster/schema"
)

// CodeDocument is the code of the error for a picture, a document of another program, or
// a mail without a list.
const CodeDocument = "input/document"

// documents maps the beginnings of files that are not text to names of their formats.
var documents = []struct{ begins, within, is string }{
	{"%PDF", "", "a PDF without the code of a list, which sheets of muster have"},
	{"\x89PNG\r\n", "", "a picture without the code of a list, which pictures of muster have"},
	{"\xff\xd8\xff", "", "a picture"},
	{"GIF8", "", "a picture"},
	{"RIFF", "WEBP", "a picture"},
	{"", "ftyphei", "a picture"},
	{"", "ftypmif1", "a picture"},
	{"", "ftypavif", "a picture"},
	{"II*\x00", "", "a picture"},
	{"MM\x00*", "", "a picture"},
	{"PK\x03\x04", "[Content_Types].xml", "a file of Word or Excel"},
	{"PK\x03\x04", "_rels/.rels", "a file of Word or Excel"},
	{"PK\x03\x04", "mimetypeapplication/vnd.", "a file of OpenOffice or LibreOffice"},
	{"\xd0\xcf\x11\xe0", "", "a file of an old Word or Excel"},
	{"{\\rtf", "", "a text with a layout (RTF)"},
	{"Rar!", "", "a RAR archive"},
	{"7z\xbc\xaf", "", "a 7z archive"},
	{"\x1f\x8b", "", "a gzip archive"},
}

// document returns the format of a file that is not text, such as a picture; "" for other files.
func document(text []byte) string {
	for _, d := range documents {
		near := text[:min(len(text), 60)] // a ZIP file's first name is there too
		if bytes.HasPrefix(text, []byte(d.begins)) && bytes.Contains(near, []byte(d.within)) {
			return d.is
		}
	}
	return ""
}

// documentError returns the error for a file of the kind Document without a readable list.
func documentError(name string, text []byte) error { return noList(name, document(text)) }

// noList returns the error for a file of another format.
func noList(name, is string) error {
	return schema.Problem{Code: CodeDocument, File: name}.Errorf("this is %s; ask the player for the file that they saved, the list's code or link, or the text that Army Forge shares", is)
}

var pdfCode = regexp.MustCompile(`/Keywords \((muster\d+\.[\w-]+)\)`)

// IsPicture reports whether a file is a picture that contains no list's code.
func IsPicture(file []byte) bool {
	return strings.HasPrefix(document(file), "a picture") && !IsPrinted(file)
}

// IsPrinted reports whether a file is a PDF or a picture of muster with a list's code.
func IsPrinted(file []byte) bool { return printedCode(file) != nil }

// printedCode returns the list's code in the metadata of a PDF or picture made by muster; nil for
// other files.
func printedCode(text []byte) []byte {
	if in := pdfCode.FindSubmatch(text); in != nil && bytes.HasPrefix(text, []byte("%PDF")) {
		return in[1]
	}
	return codeInPNG(text)
}

// codeInPNG returns the text that a PNG file has in a tEXt chunk with the keyword muster; nil if it
// has none.
func codeInPNG(file []byte) []byte {
	chunks, ok := bytes.CutPrefix(file, []byte("\x89PNG\r\n\x1a\n"))
	for ok && len(chunks) >= 12 {
		size := int(binary.BigEndian.Uint32(chunks))
		if size < 0 || size > len(chunks)-12 {
			return nil
		}
		if code, found := bytes.CutPrefix(chunks[4:8+size], []byte("tEXtmuster\x00")); found {
			return code
		}
		chunks = chunks[12+size:]
	}
	return nil
}
