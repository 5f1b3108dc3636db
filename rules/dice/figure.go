package dice

import (
	"strconv"
	"strings"
)

// Rounded returns x rounded to nine decimals, never -0. The result is the same on every processor,
// although fused multiply-add changes the last digits of sums: rounding to fifteen digits first
// makes a tie at the tenth decimal a tie everywhere.
func Rounded(x float64) float64 {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'e', 14, 64), 64) // a formatted number parses
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'f', 9, 64), 64)
	return x + 0 // -0 + 0 is 0
}

// Format returns x with a number of decimals, as the same text on every processor, never "-0".
func Format(x float64, decimals int) string {
	text := strconv.FormatFloat(Rounded(x), 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return text
}

// FormatSigned formats x like Format, with a plus sign unless x is negative.
func FormatSigned(x float64, decimals int) string {
	if text := Format(x, decimals); strings.HasPrefix(text, "-") {
		return text
	}
	return "+" + Format(x, decimals)
}
