package export

import (
	"strings"
	"syscall/js"
	"unicode"
)

// compose returns the text in Unicode's form NFC, by the tables that the browser
// has: a site's program is 48 kB smaller to fetch without its own.
func compose(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxLatin1 }) {
		return text
	}
	normalize := js.Global().Get("String").Get("prototype").Get("normalize") // a string is no object to syscall/js
	return normalize.Call("call", text, "NFC").String()
}
