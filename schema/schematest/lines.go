package schematest

import (
	"fmt"
	"strings"
)

// FirstDifference returns the number of the first line in which two texts differ, and that line of
// each; "" if they are equal.
func FirstDifference(was, is string) string {
	a, b := strings.Split(was, "\n"), strings.Split(is, "\n")
	for i := range max(len(a), len(b)) {
		switch {
		case i >= len(a):
			return fmt.Sprintf("line %d is new: %s", i+1, b[i])
		case i >= len(b):
			return fmt.Sprintf("line %d is missing: %s", i+1, a[i])
		case a[i] != b[i]:
			return fmt.Sprintf("line %d was %s\nand is %s", i+1, a[i], b[i])
		}
	}
	return ""
}

// NearestLine returns the line of a text, or the part of an HTML page between two tags, that shares
// the longest run of letters with a text that it lacks.
func NearestLine(page, lacking string) string {
	best, nearest := 0, ""
	for _, line := range strings.FieldsFunc(strings.ReplaceAll(page, "<", "\n<"), func(r rune) bool { return r == '\n' }) {
		if n := longestCommonRun(line, lacking); n > best {
			best, nearest = n, line
		}
	}
	return nearest
}

// longestCommonRun returns the length in bytes of the longest text that is part of both, by dynamic
// programming over their ends.
func longestCommonRun(a, b string) (longest int) {
	ending := make([]int, len(b)+1) // by an end in b: length of the run that ends there and at a's letter
	for i := range len(a) {
		for j := len(b) - 1; j >= 0; j-- {
			if ending[j+1] = 0; a[i] == b[j] {
				ending[j+1] = ending[j] + 1
				longest = max(longest, ending[j+1])
			}
		}
	}
	return longest
}
