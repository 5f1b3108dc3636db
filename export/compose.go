//go:build !js

package export

import "golang.org/x/text/unicode/norm"

// composeNFC returns the text in Unicode's form NFC, in which a letter with an accent is one
// character. macOS writes it as two.
func composeNFC(text string) string { return norm.NFC.String(text) }
