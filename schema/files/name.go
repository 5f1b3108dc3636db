package files

import (
	"io/fs"
	"slices"
	"strings"
	"sync"
	"unicode"

	"muster/schema"
)

// maxSlugBytes is the most bytes of an id made from a name. It keeps ids short enough to type, and
// far below the limit of any file system.
const maxSlugBytes = 60

// Slug returns an id for a name: lower case, without accents, words joined by hyphens: "Überläufer
// (Elite)" → "uberlaufer-elite". Letters without a Latin counterpart stay. It returns "" for a name
// without letters and digits.
func Slug(name string) string {
	var out strings.Builder
	gap := false
	for _, c := range strings.ToLower(name) {
		text := latinLetters()[c]
		switch {
		case text != "":
		case c == '\'' || c == '’' || unicode.Is(unicode.Mn, c):
			continue // Sgt's → sgts; accents apart from their letter
		case unicode.IsLetter(c) || unicode.IsNumber(c):
			text = string(c)
		default:
			gap = true
			continue
		}
		if gap && out.Len() > 0 {
			out.WriteByte('-')
		}
		gap = false
		out.WriteString(text)
	}
	slug := out.String()
	if len(slug) > maxSlugBytes {
		slug = strings.ToValidUTF8(slug[:maxSlugBytes], "")
		if cut := strings.LastIndexByte(slug, '-'); cut >= maxSlugBytes/2 {
			slug = slug[:cut]
		}
	}
	return slug
}

var latinLetters = sync.OnceValue(func() map[rune]string {
	plain := map[string]string{
		"a": "àáâãäåāăą", "c": "çćĉċč", "d": "ďđð", "e": "èéêëēĕėęě", "g": "ĝğġģ", "h": "ĥħ", "i": "ìíîïĩīĭįı",
		"j": "ĵ",
		"k": "ķĸ", "l": "ĺļľŀł", "n": "ñńņňŋ", "o": "òóôõöøōŏő", "r": "ŕŗř", "s": "śŝşšș", "t": "ţťŧț",
		"u": "ùúûüũūŭůűų",
		"w": "ŵ", "y": "ýÿŷ", "z": "źżž", "ae": "æ", "oe": "œ", "ss": "ß", "th": "þ",
	}
	table := map[rune]string{}
	for letters, accented := range plain {
		for _, c := range accented {
			table[c] = letters
		}
	}
	return table
})

// FileStem returns a file name without extension: the slug of the title, such as third-company. It
// is KIND-SLUG if the slug means a device on some systems, and kind if the title has no letter and
// no digit.
func FileStem(kind, title string) string { return fileName(kind, Slug(title)) }

// SafeName returns a safe file name without extension, made from the file's name on another
// computer. It keeps letters and numbers of any script, hyphens, @, and dots between digits as in
// versions. It never begins with a dot or a hyphen, and is "list" if nothing is left.
func SafeName(stem string) string {
	var b strings.Builder
	all := []rune(stem)
	for i, r := range all {
		if b.Len() > maxSlugBytes {
			break
		}
		isDigit := func(at int) bool { return at >= 0 && at < len(all) && unicode.IsDigit(all[at]) }
		switch {
		case unicode.IsLetter(r) || unicode.IsNumber(r), r == '@' && b.Len() > 0, r == '.' && isDigit(i-1) && isDigit(i+1):
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return fileName("list", strings.TrimRight(b.String(), "-@."))
}

func fileName(kind, name string) string {
	switch {
	case name == "":
		return kind
	case IsReservedName(name):
		return kind + "-" + name
	}
	return name
}

// windowsDeviceNames are names that mean a device on Windows in every folder, with any extension.
var windowsDeviceNames = []string{"con", "prn", "aux", "nul", "conin$", "conout$"}

// IsReservedName reports whether a file name means a device on some systems: "con", "nul.yaml",
// "COM1".
func IsReservedName(name string) bool {
	name, _, _ = strings.Cut(strings.ToLower(name), ".")
	name = strings.TrimRight(name, " ")
	port := strings.TrimPrefix(strings.TrimPrefix(name, "com"), "lpt")
	return slices.Contains(windowsDeviceNames, name) || len(name) == 3+len(port) &&
		strings.ContainsAny(port, "0123456789¹²³") &&
		len([]rune(port)) == 1
}

// CheckName returns the error for a name that no Folder writes; nil for a good name. Refused are
// names that are no path within an fs.FS, that contain control characters, or, for a new file (was
// is nil), that mean a device on some systems. The error is an *schema.Error that wraps
// fs.ErrInvalid.
func CheckName(name string, was []byte) error {
	why := ""
	switch {
	case !fs.ValidPath(name) || name == ".":
		why = "it is no path within the folder"
	case strings.ContainsFunc(name, unicode.IsControl):
		why = "it holds control characters"
	case was == nil && slices.ContainsFunc(strings.Split(name, "/"), IsReservedName):
		why = "some systems keep that name for a device"
	default:
		return nil
	}
	e := schema.Errorf(schema.CodeInvalidName, "a file cannot be called %q: %s", name, why)
	e.Cause = fs.ErrInvalid
	return e
}
