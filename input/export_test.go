package input

import "strings"

// Shared returns the text of a list that Army Forge shares within a text, without empty lines.
func Shared(text []byte) string {
	list, _, _ := extractList("", KindOf(text), text)
	var lines []string
	for line := range strings.Lines(string(list)) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
