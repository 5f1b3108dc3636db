package dice

import (
	"strconv"
	"strings"
)

// Rounded returns x to nine decimals, never -0. Processors with fused multiply-add differ
// from others in the last digits of a sum; figures that are rounded before they are
// printed are the same on all of them. Fifteen digits first, so that a tie at the
// tenth decimal is a tie on each.
func Rounded(x float64) float64 {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'e', 14, 64), 64) // what was formatted can be parsed
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'f', 9, 64), 64)
	return x + 0 // -0 + 0 is 0
}

// Format returns x with so many decimals, as every processor prints it, and never "-0".
func Format(x float64, decimals int) string {
	text := strconv.FormatFloat(Rounded(x), 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return text
}

// Signed is Format with a plus before what is not negative.
func Signed(x float64, decimals int) string {
	if text := Format(x, decimals); strings.HasPrefix(text, "-") {
		return text
	}
	return "+" + Format(x, decimals)
}
