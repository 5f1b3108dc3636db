package export

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"regexp"
	"strings"

	"muster/schema"
)

// A list travels as a code: its file's text in letters and digits that go
// through a chat or a QR code whole. Pack writes one, Unpack reads it.
//
// A code is codeBegin and, in the letters of base64url (RFC 4648), a compressed
// text (RFC 1951) with a checksum of it behind (CRC-32, IEEE, the highest byte
// first). Codes of muster before November 2026 have no checksum.

// codeBegin begins every code, with the number of the way it is written.
const codeBegin = "muster1."

// anyCode begins a code, of whatever way.
var anyCode = regexp.MustCompile(`^muster[0-9]+\.`)

// letters are those that codes are written in.
var letters = base64.RawURLEncoding.Strict()

// IsCode reports whether a text is meant as a list's code.
func IsCode(text string) bool { return anyCode.MatchString(strings.TrimSpace(text)) }

// Pack writes the text of a list's file as a code. The same text gives the same
// code.
func Pack(text []byte) string {
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.BestCompression) // fails for unknown levels alone
	w.Write(text)                                        // writing to a buffer does not fail
	w.Close()
	sealed := binary.BigEndian.AppendUint32(out.Bytes(), crc32.ChecksumIEEE(out.Bytes()))
	return codeBegin + letters.EncodeToString(sealed)
}

// Unpack returns the text of the list's file that a code holds. Blanks and ends
// of lines within the code, as chats put there, do not matter. The error says
// that the text is no code, not the whole one, altered, or of a newer muster.
func Unpack(code string) ([]byte, error) {
	code = strings.Join(strings.Fields(code), "")
	code, ok := strings.CutPrefix(code, codeBegin)
	switch begin := anyCode.FindString(code); {
	case ok:
	case begin != "":
		return nil, fmt.Errorf("a newer muster made this code of a list, for it begins with `%s`; update muster, or ask for the list's file", begin)
	default:
		return nil, fmt.Errorf("a list's code begins with `%s`", codeBegin)
	}
	packed, err := letters.DecodeString(code)
	if err != nil {
		return nil, errCode
	}
	left := bytes.NewReader(packed)
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(left), schema.MaxBytes+1))
	if err != nil || len(text) == 0 || len(text) > schema.MaxBytes {
		return nil, errCode
	}
	sum := packed[len(packed)-left.Len():]
	if len(sum) > 0 && !bytes.Equal(sum, binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(packed[:len(packed)-len(sum)]))) {
		return nil, errCode
	}
	return text, nil
}

var errCode = errors.New("the code of the list is not whole, or a letter of it was changed; copy all of it anew, from " + codeBegin + " to its end")

// Mark is a short sign for what a list says, such as `7QKX-M2PA`, by which two
// people see that they have the same: comments and the way in which the file is
// set out make no difference. It is "" for what is no list.
func Mark(list *schema.Document) string {
	var content any
	if err := list.Decode(&content); err != nil {
		return ""
	}
	text, err := json.Marshal(content)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(text)
	mark := base32.StdEncoding.EncodeToString(sum[:5])
	return mark[:4] + "-" + mark[4:]
}
