package export

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"muster/schema"
)

// A list travels as a code: its file's text in letters and digits that go
// through a chat or a QR code whole. Pack writes one, Unpack reads it.

// codeBegin begins every code, with the number of the way it is written.
const codeBegin = "muster1."

// IsCode reports whether a text is meant as a list's code.
func IsCode(text string) bool { return strings.HasPrefix(strings.TrimSpace(text), codeBegin) }

// Pack writes the text of a list's file as a code: compressed (RFC 1951), in
// the letters of base64url (RFC 4648). The same text gives the same code.
func Pack(text []byte) string {
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.BestCompression) // fails for unknown levels alone
	w.Write(text)                                        // writing to a buffer does not fail
	w.Close()
	return codeBegin + base64.RawURLEncoding.EncodeToString(out.Bytes())
}

// Unpack returns the text of the list's file that a code holds. Blanks and ends
// of lines within the code, as chats put there, do not matter. The error says
// that the text is no code, or not a whole one.
func Unpack(code string) ([]byte, error) {
	code, ok := strings.CutPrefix(strings.Join(strings.Fields(code), ""), codeBegin)
	if !ok {
		return nil, fmt.Errorf("a list's code begins with `%s`", codeBegin)
	}
	packed, err := base64.RawURLEncoding.DecodeString(code)
	if err != nil {
		return nil, errCode
	}
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), schema.MaxBytes+1))
	if err != nil || len(text) == 0 || len(text) > schema.MaxBytes {
		return nil, errCode
	}
	return text, nil
}

var errCode = errors.New("the code of the list is not whole; copy all of it, from " + codeBegin + " to its end")

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
