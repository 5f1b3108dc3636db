package export

import (
	"strings"
	"syscall/js"
	"unicode"
)

// composeNFC returns the text in Unicode's form NFC by the browser's tables, which saves 48 kB of a
// site's program.
func composeNFC(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxLatin1 }) {
		return text
	}
	normalize := js.Global().Get("String").Get("prototype").Get("normalize") // a string is no object to syscall/js
	return normalize.Call("call", text, "NFC").String()
}
