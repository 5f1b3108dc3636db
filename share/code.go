// Package share is how a list travels: as a code, in letters and digits that go
// through a chat, a link or a QR code whole. A code holds the text of the list's
// file and a copy that anybody can read, with the army books or without.
package share

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"regexp"
	"strings"
	"sync"

	"muster/schema"
)

// A code is a beginning with the number of the way it is written and, in the
// letters of base64url (RFC 4648), a compressed text (RFC 1951) with a checksum of
// it behind (CRC-32, IEEE, the highest byte first). The text is the list's file
// alone; codes of muster before November 2026 have no checksum. Behind the byte
// withCopy it is a Share as JSON, compressed as if Dictionary stood before it.
const (
	codeBegin = "muster1."
	withCopy  = 0x07 // begins no compressed text: there is no block of type 3
)

// Dictionary is what most copies say, so that codes need not. It never changes:
// codes that are about would be read as something else.
//
//go:embed dictionary.txt
var Dictionary []byte

// OnPaper is how many letters of a code one QR code holds that a phone reads off
// paper.
const OnPaper = 2400

// anyCode begins a code, of whatever way.
var anyCode = regexp.MustCompile(`^muster[0-9]+\.`)

// letters are those that codes are written in.
var letters = base64.RawURLEncoding.Strict()

// IsCode reports whether a text is meant as a list's code.
func IsCode(text string) bool { return anyCode.MatchString(strings.TrimSpace(text)) }

// A Share is the content of a code.
type Share struct {
	File string `json:"file"`           // the text of the list's file
	Copy *Copy  `json:"copy,omitempty"` // nil for codes without one
}

// MostWithTexts is how many letters a code with the texts of rules may have.
const MostWithTexts = 2500

// Code writes the share as a code, without the longest texts of rules if it would be longer than
// MostWithTexts. The same share gives the same code.
func (s *Share) Code() string { return s.Fitting(MostWithTexts).whole() }

// Paper writes the share as a code of at most so many letters. If need be it leaves out texts of rules, then
// the copy that is read without army books; lean reports that the copy is left out.
func (s *Share) Paper(most int) (code string, lean bool) {
	if code = s.Fitting(min(most, MostWithTexts)).whole(); len(code) <= most {
		return code, false
	}
	return s.WithoutCopy().Code(), true
}

func (s *Share) whole() string {
	if s.Copy == nil {
		return seal(nil, []byte(s.File), packers[0])
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(s); err != nil { // a copy that is no JSON, which no list makes
		return seal(nil, []byte(s.File), packers[0])
	}
	return seal([]byte{withCopy}, bytes.TrimSpace(text.Bytes()), packers[1])
}

// packers are pools of compressors, without and with the dictionary. A compressor takes 0.8 MB, and a code
// may be compressed up to eight times until it is short enough.
var packers = [...]*sync.Pool{packer(nil), packer(Dictionary)}

func packer(dictionary []byte) *sync.Pool {
	return &sync.Pool{New: func() any {
		w, _ := flate.NewWriterDict(nil, flate.BestCompression, dictionary) // fails for unknown levels alone
		return w
	}}
}

// seal writes a text as a code, compressed, after begin.
func seal(begin, text []byte, packers *sync.Pool) string {
	out, w := bytes.NewBuffer(begin), packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(out)
	w.Write(text) // writing to a buffer does not fail
	w.Close()
	return codeBegin + letters.EncodeToString(binary.BigEndian.AppendUint32(out.Bytes(),
		crc32.ChecksumIEEE(out.Bytes())))
}

// Read reads a code. Blanks and ends of lines within it, as chats put there, do not
// matter. The error says that the text is no code, not the whole one, altered, or of
// a newer muster.
func Read(code string) (*Share, error) {
	code = strings.Join(strings.Fields(code), "")
	switch begin := anyCode.FindString(code); begin {
	case codeBegin:
	case "":
		return nil, fmt.Errorf("a list's code begins with `%s`", codeBegin)
	default:
		return nil, fmt.Errorf("a newer muster made this code of a list, for it begins with `%s`; update muster, or ask for the list's file", begin)
	}
	packed, err := letters.DecodeString(code[len(codeBegin):])
	if err != nil || len(packed) == 0 {
		return nil, errCode
	}
	if packed[0] != withCopy {
		text, err := unseal(packed, 0, nil)
		return &Share{File: string(text)}, err
	}
	text, err := unseal(packed, 1, Dictionary)
	if err != nil {
		return nil, err
	}
	s := &Share{}
	if err := json.Unmarshal(text, s); err != nil || s.File == "" {
		return nil, errCode
	}
	return s, nil
}

// unseal is the text that is packed from a byte on, if the checksum is that of all.
func unseal(packed []byte, from int, dictionary []byte) ([]byte, error) {
	left := bytes.NewReader(packed[from:])
	text, err := io.ReadAll(io.LimitReader(flate.NewReaderDict(left, dictionary), schema.MaxBytes+1))
	if len(text) > schema.MaxBytes {
		return nil, errLarge
	}
	if err != nil || len(text) == 0 {
		return nil, errCode
	}
	sum := packed[len(packed)-left.Len():]
	if len(sum) == 0 && dictionary == nil {
		return text, nil // made before there was a checksum
	}
	if !bytes.Equal(sum, binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(packed[:len(packed)-len(sum)]))) {
		return nil, errCode
	}
	return text, nil
}

var (
	errCode  = errors.New("the code of the list is not whole, or a letter of it was changed; copy all of it anew, from `muster` to its end")
	errLarge = errors.New("the code holds more than any list; ask for the list's file")
)
