//go:build !js

package export

import "golang.org/x/text/unicode/norm"

// compose returns the text in Unicode's form NFC, in which a letter with an accent is one
// character. macOS writes them as two.
func compose(text string) string { return norm.NFC.String(text) }
