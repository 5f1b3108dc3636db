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

// Format of a code: "muster", the number of the format and a dot, then in base64url (RFC 4648) a
// compressed text (RFC 1951) followed by its checksum (CRC-32, IEEE, big-endian). The text is the
// list's file. Codes from before November 2026 have no checksum. After the byte copyMarker, the
// text is a Share in JSON, compressed with Dictionary as preset dictionary.
const (
	codePrefix = "muster1."
	copyMarker = 0x07 // no compressed text begins with it, since there is no block of type 3
)

// Dictionary is the preset dictionary of copies: text that most copies contain. It must never
// change, because existing codes depend on it.
//
//go:embed dictionary.txt
var Dictionary []byte

// MaxPrintedLength is the maximum length of a code whose QR code a phone can scan from paper.
const MaxPrintedLength = 2400

// codePattern matches the beginning of a code in any format.
var codePattern = regexp.MustCompile(`^muster[0-9]+\.`)

var codeEncoding = base64.RawURLEncoding.Strict()

// IsCode reports whether a text is meant as a list's code.
func IsCode(text string) bool { return codePattern.MatchString(strings.TrimSpace(text)) }

// A Share is the content of a code.
type Share struct {
	FileText string    `json:"file"`           // the text of the list's file
	Copy     *ListCopy `json:"copy,omitempty"` // nil for codes without one
}

// MaxLengthWithRuleTexts is the maximum length of a code with the texts of rules.
const MaxLengthWithRuleTexts = 2500

// Code returns the share as a code. If it would be longer than MaxLengthWithRuleTexts, the longest
// texts of rules are left out. Equal shares give equal codes.
func (s *Share) Code() string { return s.Shortened(MaxLengthWithRuleTexts).fullCode() }

// CodeForPaper returns the share as a code, to be printed, of at most most letters. If needed,
// texts of rules are left out, then units written out, then the copy of the list; lean means that
// the copy is left out.
func (s *Share) CodeForPaper(most int) (code string, lean bool) {
	if code = s.Shortened(min(most, MaxLengthWithRuleTexts)).fullCode(); len(code) <= most {
		return code, false
	}
	if s.Copy != nil && s.Copy.FullList != "" {
		c := *s.Copy
		c.FullList = ""
		return (&Share{FileText: s.FileText, Copy: &c}).CodeForPaper(most)
	}
	return s.WithoutCopy().Code(), true
}

func (s *Share) fullCode() string {
	if s.Copy == nil {
		return encode(nil, []byte(s.FileText), compressors[0])
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(s); err != nil { // a copy that is no JSON, which no list makes
		return encode(nil, []byte(s.FileText), compressors[0])
	}
	return encode([]byte{copyMarker}, bytes.TrimSpace(text.Bytes()), compressors[1])
}

// compressors are pools of compressors, without and with the dictionary. A compressor takes 0.8 MB,
// and finding a short enough code may need eight compressions.
var compressors = [...]*sync.Pool{compressorPool(nil), compressorPool(Dictionary)}

func compressorPool(dictionary []byte) *sync.Pool {
	return &sync.Pool{New: func() any {
		w, _ := flate.NewWriterDict(nil, flate.BestCompression, dictionary) // fails for unknown levels alone
		return w
	}}
}

// encode compresses a text and returns it as a code. The bytes begin come uncompressed before it;
// packers are the compressors.
func encode(begin, text []byte, packers *sync.Pool) string {
	out, w := bytes.NewBuffer(begin), packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(out)
	w.Write(text) // writing to a buffer does not fail
	w.Close()
	return codePrefix + codeEncoding.EncodeToString(binary.BigEndian.AppendUint32(out.Bytes(),
		crc32.ChecksumIEEE(out.Bytes())))
}

// Read reads a code, ignoring blanks and line ends from chats. The error says that the text is no
// code, is incomplete or altered, or needs a newer muster.
func Read(code string) (*Share, error) {
	code = strings.Join(strings.Fields(code), "")
	switch begin := codePattern.FindString(code); begin {
	case codePrefix:
	case "":
		return nil, fmt.Errorf("a list's code begins with `%s`", codePrefix)
	default:
		return nil, fmt.Errorf("a newer muster made this code of a list, for it begins with `%s`; update muster, or ask for the list's file", begin)
	}
	packed, err := codeEncoding.DecodeString(code[len(codePrefix):])
	if err != nil || len(packed) == 0 {
		return nil, errBrokenCode
	}
	if packed[0] != copyMarker {
		text, err := decode(packed, 0, nil)
		return &Share{FileText: string(text)}, err
	}
	text, err := decode(packed, 1, Dictionary)
	if err != nil {
		return nil, err
	}
	s := &Share{}
	if err := json.Unmarshal(text, s); err != nil || s.FileText == "" {
		return nil, errBrokenCode
	}
	return s, nil
}

// decode decompresses the bytes of packed from the index from, and verifies the checksum at their
// end.
func decode(packed []byte, from int, dictionary []byte) ([]byte, error) {
	left := bytes.NewReader(packed[from:])
	text, err := io.ReadAll(io.LimitReader(flate.NewReaderDict(left, dictionary), schema.MaxFileBytes+1))
	if len(text) > schema.MaxFileBytes {
		return nil, errTooLarge
	}
	if err != nil || len(text) == 0 {
		return nil, errBrokenCode
	}
	sum := packed[len(packed)-left.Len():]
	if len(sum) == 0 && dictionary == nil {
		return text, nil // made before there was a checksum
	}
	if !bytes.Equal(sum, binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(packed[:len(packed)-len(sum)]))) {
		return nil, errBrokenCode
	}
	return text, nil
}

var (
	errBrokenCode = errors.New("the code of the list is not whole, or a letter of it was changed; copy all of it anew, from `muster` to its end")
	errTooLarge   = errors.New("the code holds more than any list; ask for the list's file")
)
