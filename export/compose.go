//go:build !js

package export

import "golang.org/x/text/unicode/norm"

// compose returns the text in Unicode's form NFC: an accent that stands apart from
// its letter, as macOS writes them, and the letter are one character.
func compose(text string) string { return norm.NFC.String(text) }
