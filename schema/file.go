package schema

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf16"

	"gopkg.in/yaml.v3"

	"muster/convert"
)

// A FilePath leads to a file: a folder, and the file's name in it.
type FilePath struct {
	Folder fs.FS // nil for a text that is in no file
	Name   string
}

// String returns the file's name for people: Name, or Shown(Name) if the folder has a method
// Shown(name string) string.
func (p FilePath) String() string {
	if folder, ok := p.Folder.(interface{ Shown(name string) string }); ok {
		return folder.Shown(p.Name)
	}
	return p.Name
}

// Load returns the file's text in UTF-8. The error is an *Error if the file is missing, a folder, a
// pipe or a device, not permitted, or over MaxFileBytes. For a file over MaxFileBytes the text up
// to the limit is returned with the error.
func (p FilePath) Load() ([]byte, error) {
	file, err := p.Open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	size := 0
	if info, err := file.Stat(); err == nil {
		size = int(min(max(info.Size(), 0), MaxFileBytes))
	}
	var text bytes.Buffer
	text.Grow(size + bytes.MinRead) // so that it is read at once
	_, err = text.ReadFrom(io.LimitReader(file, MaxFileBytes+1))
	switch {
	case err != nil:
		return nil, p.ReadError(err)
	case text.Len() > MaxFileBytes:
		return ToUTF8(text.Bytes()), tooLargeError(p.String())
	}
	return ToUTF8(text.Bytes()), nil
}

// ToUTF8 converts a text from UTF-16 with a byte order mark, as PowerShell and Notepad write it, to
// UTF-8. It returns any other text unchanged.
func ToUTF8(text []byte) []byte {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(text, []byte("\xff\xfe")):
		order = binary.LittleEndian
	case bytes.HasPrefix(text, []byte("\xfe\xff")):
		order = binary.BigEndian
	default:
		return text
	}
	units := make([]uint16, 0, len(text)/2)
	for at := 2; at+1 < len(text); at += 2 {
		units = append(units, order.Uint16(text[at:]))
	}
	return []byte(string(utf16.Decode(units)))
}

// Open opens the file, whatever its size. Errors are as in Load.
func (p FilePath) Open() (fs.File, error) {
	file, err := p.Folder.Open(p.Name)
	if err != nil {
		return nil, p.ReadError(err)
	}
	info, err := file.Stat()
	if err != nil {
		err = p.ReadError(err)
	} else {
		err = CheckRegularFile(p.String(), info)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// CheckRegularFile returns an *Error for a folder, pipe or device, which cannot hold text. shown is
// its name in messages.
func CheckRegularFile(shown string, info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return Problem{Code: CodeIsFolder, File: shown}.Errorf("this is a folder; name a file in it")
	case !CanHoldText(info.Mode()):
		return Problem{Code: CodeIsFolder, File: shown}.Errorf("this is no file but a pipe or a device; save what it gives in a file first")
	}
	return nil
}

// CanHoldText reports whether a file with the mode can hold text: it is no folder, link, pipe,
// socket or device. Irregular files, such as those in cloud folders on Windows, can.
func CanHoldText(mode fs.FileMode) bool { return mode.Type()&^fs.ModeIrregular == 0 }

// ReadError returns the *Error for err, an error of opening, inspecting or reading the file.
func (p FilePath) ReadError(err error) error {
	var e *Error
	switch {
	case errors.As(err, &e):
		return e
	case errors.Is(err, fs.ErrNotExist):
		e = Problem{Code: CodeMissing, File: p.String()}.Errorf("there is no such file%s", p.didYouMean())
	case errors.Is(err, fs.ErrPermission):
		e = Problem{Code: CodeAccessDenied, File: p.String()}.Errorf("the file may not be read; check its permissions")
	default:
		var failed *fs.PathError
		if errors.As(err, &failed) {
			err = failed.Err
		}
		e = Problem{Code: CodeAccessDenied, File: p.String()}.Errorf("the file cannot be read: %v", err)
	}
	e.Cause = err
	return e
}

// didYouMean suggests a file in the same folder with a similar name: "; did you mean `army.yaml`?",
// or "".
func (p FilePath) didYouMean() string {
	if p.Folder == nil {
		return ""
	}
	entries, _ := fs.ReadDir(p.Folder, path.Dir(p.Name)) // a folder that cannot be read has no names
	var names []string
	for _, e := range entries {
		if !e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	base := path.Base(p.Name)
	stems := convert.All(names, func(name string) string { return strings.TrimSuffix(name, path.Ext(name)) })
	if at := slices.Index(stems, NearestWord(strings.TrimSuffix(base, path.Ext(base)), stems)); at >= 0 {
		return fmt.Sprintf("; did you mean `%s`?", names[at])
	}
	return ""
}

// Resolve returns the place of a file that a path in this file names. The path may lead to the
// file's folder and below. Other paths, absolute or such as "../books/own.yaml", are allowed only
// if the folder has a method Outside(path string) (FilePath, bool) that allows them; else the error
// is an *Error that names no file.
func (p FilePath) Resolve(ref string) (FilePath, error) {
	slashed := strings.ReplaceAll(ref, `\`, "/")
	drive := len(slashed) > 2 && slashed[1:3] == ":/" // C:/books/own.yaml
	if !drive && !path.IsAbs(slashed) {
		slashed = path.Join(path.Dir(p.Name), slashed)
	}
	if p.Folder != nil && !drive && fs.ValidPath(slashed) {
		return FilePath{p.Folder, slashed}, nil
	}
	if folder, ok := p.Folder.(interface {
		Outside(path string) (FilePath, bool)
	}); ok {
		if place, allowed := folder.Outside(slashed); allowed {
			return place, nil
		}
	}
	return FilePath{}, &Error{Problems: []Problem{{
		Code:    CodeOutsideFolders,
		Message: fmt.Sprintf("`%s` lies outside the folder of this file, where it may not look; put what it names beside it or below", ref),
	}}}
}

// ReadFile reads and checks a file of a folder; see Read. The error is an *Error, for a missing
// file too.
func ReadFile(folder fs.FS, name string, kinds ...string) (*Document, error) {
	return FilePath{folder, name}.Read(kinds...)
}

// Read loads the file, parses it and checks it against the schema of its kind, one of kinds. The
// error is an *Error, for a missing file too.
func (p FilePath) Read(kinds ...string) (*Document, error) {
	text, err := p.Load()
	if err != nil {
		return nil, err
	}
	return p.Parse(text, kinds...)
}

// Parse parses and checks a text of the file that Load returned before, as Read does.
func (p FilePath) Parse(text []byte, kinds ...string) (*Document, error) {
	d, err := Read(p.String(), text, kinds...)
	if err != nil {
		return nil, err
	}
	d.Path = p
	return d, nil
}

// ClaimsKind reports whether a text states that it is of a kind. A list may name any file of the
// disk, so no message may quote a file that does not claim to be of the expected kind.
func ClaimsKind(text []byte, kind string) bool { return StatedKind(text) == kind }

// StatedKind returns the kind that a text states under its top-level key `muster`; "" if it states
// none. The text may be one that Read refuses.
func StatedKind(text []byte) string {
	const key = "muster"
	if kind := GuessValue(text, key); kind != "" || !bytes.Contains(text, []byte(key)) {
		return kind
	}
	root, err := parse("", text)
	if err != nil {
		return ""
	}
	return Node{root}.Get(key).Text()
}

// GuessValue returns the value of a top-level key without parsing the whole text; "" if the value
// is not one plain or quoted line. It is a fast guess, for sorting many files by their kind; Read
// is exact.
func GuessValue(text []byte, key string) string {
	if trimmed := bytes.TrimLeft(text, "\ufeff \t\r\n"); bytes.HasPrefix(trimmed, []byte("{")) {
		if !bytes.Contains(trimmed, []byte(`"`+key+`"`)) && !bytes.Contains(trimmed, []byte(`\u00`)) {
			return ""
		}
		return guessJSONValue(trimmed, key)
	}
	for line := range bytes.Lines(text) {
		own, value, ok := bytes.Cut(line, []byte(":"))
		if !ok || !bytes.Contains(own, []byte(key)) || string(bytes.Trim(own, "\ufeff\"'")) != key {
			continue
		}
		plain, _, _ := strings.Cut(string(value), " #")
		plain = strings.TrimSpace(plain)
		switch {
		case plain == "" || !strings.Contains(`"'|>&*!{`, plain[:1]):
			return plain
		case plain[0] != '"' && plain[0] != '\'' || yaml.Unmarshal(value, &plain) != nil:
			return ""
		}
		return plain
	}
	return ""
}

// guessJSONValue is GuessValue for a JSON object, which may be cut off at its end.
func guessJSONValue(text []byte, key string) string {
	d := json.NewDecoder(bytes.NewReader(text))
	_, err := d.Token() // the brace
	for err == nil && d.More() {
		var own json.Token
		if own, err = d.Token(); err != nil {
			break
		}
		var value json.RawMessage
		if err = d.Decode(&value); err == nil && own == key {
			var said string
			json.Unmarshal(value, &said) // "" for a value of another type
			return said
		}
	}
	return ""
}

// ReadUntrusted is Read for a file that another file names by a path. Since that may be any file of
// the disk, the error quotes its text only if the text states that it is of the kind.
func (p FilePath) ReadUntrusted(kind string) (*Document, error) {
	text, err := p.Load()
	if err != nil {
		return nil, err
	}
	if !ClaimsKind(text, kind) {
		return nil, WrongKindError(p.String(), kind)
	}
	return p.Parse(text, kind)
}

// WrongKindError returns the error for a file if its text does not state that it is of the kind.
func WrongKindError(file, kind string) *Error {
	return Problem{Code: CodeWrongFormat, File: file}.Errorf("there is no line `muster: %s` in the file, which is wanted here", kind)
}
