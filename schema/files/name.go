package files

import (
	"io/fs"
	"slices"
	"strings"
	"unicode"

	"muster/schema"
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
	switch name := strings.Trim(b.String(), "-"); {
	case name == "":
		return "list"
	case Reserved(name):
		return "list-" + name
	default:
		return name
	}
}

// KeptName makes a file's name, without its ending, of the one that it had with
// somebody else: letters and numbers of any script, hyphens, @, and dots between
// digits, as versions have them. It never begins with a dot or a hyphen, and is
// "list" where nothing is left.
func KeptName(stem string) string {
	var b strings.Builder
	all := []rune(stem)
	for i, r := range all {
		if b.Len() > longestName {
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
	switch name := strings.TrimRight(b.String(), "-@."); {
	case name == "":
		return "list"
	case Reserved(name):
		return "list-" + name
	default:
		return name
	}
}

// devices are names that Windows reads as devices in every folder, whatever
// ending they have.
var devices = []string{"con", "prn", "aux", "nul", "conin$", "conout$"}

// Reserved reports whether a file's name means a device on some systems: "con",
// "nul.yaml", "COM1".
func Reserved(name string) bool {
	name, _, _ = strings.Cut(strings.ToLower(name), ".")
	name = strings.TrimRight(name, " ")
	port := strings.TrimPrefix(strings.TrimPrefix(name, "com"), "lpt")
	return slices.Contains(devices, name) || len(name) == 3+len(port) && strings.ContainsAny(port, "0123456789¹²³") && len([]rune(port)) == 1
}

// CheckName is the error for a name under which no Folder writes a file that held
// a text before (nil for a new file), nil for any other: a name that leaves the
// folder or is otherwise no path of an fs.FS, that holds control characters, or,
// of a new file, that means a device on some systems. It is an *schema.Error
// within fs.ErrInvalid.
func CheckName(name string, was []byte) error {
	why := ""
	switch {
	case !fs.ValidPath(name) || name == ".":
		why = "it is no path within the folder"
	case strings.ContainsFunc(name, unicode.IsControl):
		why = "it holds control characters"
	case was == nil && slices.ContainsFunc(strings.Split(name, "/"), Reserved):
		why = "some systems keep that name for a device"
	default:
		return nil
	}
	e := schema.Errorf(schema.CodeName, "a file cannot be called %q: %s", name, why)
	e.Cause = fs.ErrInvalid
	return e
}
