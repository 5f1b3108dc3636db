package files

import (
	"strings"
	"unicode"
)

// longestName keeps names of files far below what any file system takes, in
// bytes.
const longestName = 60

// NameOf makes a file's name, without its ending, of what a list is called:
// letters and numbers of any script in lower case, with hyphens. It is "list" if
// there are none.
func NameOf(title string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(title) {
		if b.Len() > longestName {
			break
		}
		switch {
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	if name := strings.Trim(b.String(), "-"); name != "" {
		return name
	}
	return "list"
}
