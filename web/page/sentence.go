package page

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strings"

	"muster/schema"
)

// MaxUpload is the most bytes of many files at once, or of a copy of everything.
const MaxUpload = 64 << 20

// Errors of too large uploads: a file, or many together.
var (
	tooLarge = "the file is larger than any list or book"
	TooMany  = fmt.Sprintf("together these files are larger than %d MB; send fewer at once, and look whether one of them is no list or book", MaxUpload>>20)
)

// Sentence is an error as a page says it.
func Sentence(err error) string {
	var large *http.MaxBytesError
	if errors.As(err, &large) && large.Limit == MaxUpload {
		return TooMany
	} else if large != nil {
		return tooLarge
	}
	var problems *schema.Error
	var path *fs.PathError
	switch {
	case errors.As(err, &problems):
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return "the page was left before it was done"
	case errors.As(err, &path):
		return fileProblem(path)
	default:
		return err.Error()
	}
	lines := make([]string, len(problems.Problems))
	for i, p := range problems.Problems {
		lines[i] = p.Message
		if p.Line > 1 {
			lines[i] = fmt.Sprintf("line %d: %s", p.Line, p.Message)
		}
	}
	return strings.Join(lines, "; ")
}

// fileProblem puts an error of the operating system, or of a browser's storage, in plain words.
func fileProblem(err *fs.PathError) string {
	name := err.Path
	if name == "." {
		name = "the folder"
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return name + " is not there"
	case errors.Is(err, fs.ErrPermission):
		return name + " may not be read or changed; check its permissions"
	}
	return fmt.Sprintf("%s cannot be used; the system says: %v", name, err.Err)
}
