package input

import (
	"bytes"
	"encoding/binary"
	"regexp"
	"strings"

	"muster/schema"
)

// CodeNoList is the code of the error for a file that holds no list as text: a picture, a document
// of another program, or a mail without a list.
const CodeNoList = "input/document"

// documentFormats describes formats of files that are not text, by the bytes at a file's beginning.
var documentFormats = []struct{ prefix, contained, description string }{
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

// describeDocument describes a file that is not text, such as "a picture"; "" for other files.
func describeDocument(text []byte) string {
	for _, d := range documentFormats {
		near := text[:min(len(text), 60)] // a ZIP file's first name is there too
		if bytes.HasPrefix(text, []byte(d.prefix)) && bytes.Contains(near, []byte(d.contained)) {
			return d.description
		}
	}
	return ""
}

// documentError returns the error for a file of kind DocumentFile from which no list can be read.
func documentError(name string, text []byte) error { return noListError(name, describeDocument(text)) }

// noListError returns the error for a file without a list; is describes the file.
func noListError(name, is string) error {
	return schema.Problem{Code: CodeNoList, File: name}.Errorf("this is %s; ask the player for the file that they saved, the list's code or link, or the text that Army Forge shares", is)
}

// pdfCode matches the code of a list in the metadata of a PDF.
var pdfCode = regexp.MustCompile(`/Keywords \((muster\d+\.[\w-]+)\)`)

// IsPicture reports whether a file is a picture without a list's code.
func IsPicture(file []byte) bool {
	return strings.HasPrefix(describeDocument(file), "a picture") && !IsPrintedList(file)
}

// IsPrintedList reports whether a file is a PDF or a picture made by muster, with a list's code.
func IsPrintedList(file []byte) bool { return printedCode(file) != nil }

// printedCode returns the list's code in the metadata of a PDF or picture made by muster; nil for
// other files.
func printedCode(text []byte) []byte {
	if in := pdfCode.FindSubmatch(text); in != nil && bytes.HasPrefix(text, []byte("%PDF")) {
		return in[1]
	}
	return codeInPNG(text)
}

// codeInPNG returns the text of a PNG file's tEXt chunk with the keyword muster; nil if there is
// none.
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
