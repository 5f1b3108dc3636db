package desk

import (
	"fmt"
	"hash/crc64"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"muster/builder"
	"muster/export"
	"muster/input"
	"muster/schema"
	"muster/schema/files"
	"muster/web/page"
)

// PartsHeader is the header of requests by the page's script, with the ETags of the parts that the
// page shows, separated by spaces; these parts are not sent again. "-unit" means that the third pane
// of a list is not shown. A change is answered by the new page if the header is present, else by a
// redirect to it.
const PartsHeader = "X-Muster-Parts"

// ShownParts returns the parts that the page of a request already shows.
func ShownParts(r *http.Request) *page.Parts {
	return page.NewParts(r.Header.Get(PartsHeader), len(r.Header[PartsHeader]) > 0)
}

// ETag returns the ETag of a text.
func ETag(text []byte) string {
	return strconv.FormatUint(crc64.Checksum(text, crcTable), 36)
}

var crcTable = crc64.MakeTable(crc64.ECMA)

// CheckRevision returns an error if a request's ETag differs from the text's, or is missing
// although the change needs one, as which says. what ends the message: an advice for the person
// after looking at the list.
func CheckRevision(r *http.Request, text []byte, which builder.RevisionCheck, what string) error {
	_, sent := r.Form["etag"]
	if (which == builder.RequiredRevision || which == builder.OptionalRevision && sent) &&
		r.FormValue("etag") != ETag(text) {
		return fmt.Errorf("%w: look at the list as it is now, and %s", files.ErrChanged, what)
	}
	return nil
}

// FormFile reads an uploaded file of a form.
func FormFile(file *multipart.FileHeader) ([]byte, error) {
	opened, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	text, err := io.ReadAll(io.LimitReader(opened, page.MaxUploadBytes))
	if kind := input.KindOf(text); err == nil && len(text) > schema.MaxFileBytes && kind != input.ZIPFile &&
		kind != input.DocumentFile {
		err = &http.MaxBytesError{Limit: schema.MaxFileBytes}
	}
	return text, err
}

// A PageFunc is a handler of requests for a page or for a change. An error that it returns is shown
// as a page.
type PageFunc func(w http.ResponseWriter, r *http.Request) error

// A ListPageFunc is a handler of requests about one list, already opened.
type ListPageFunc func(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error

// Routes maps patterns of http.ServeMux to pages.
type Routes map[string]PageFunc

// NotFound returns an error with the cause fs.ErrNotExist.
func NotFound(format string, args ...any) error {
	err := schema.Errorf(schema.CodeMissing, format, args...)
	err.Cause = fs.ErrNotExist
	return err
}

// Redirect redirects to a page of this handler; for other addresses to the start page.
func Redirect(w http.ResponseWriter, r *http.Request, to string) error {
	at, err := url.Parse(to)
	if err != nil || at.Host != "" || at.Scheme != "" || !strings.HasPrefix(at.Path, "/") || strings.HasPrefix(at.Path, "//") {
		to = "/"
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

// SendFile sends a file of the media type kind. A PDF may be shown in the browser, other files are
// downloaded.
func SendFile(w http.ResponseWriter, name, kind string, text []byte) error {
	how := "attachment"
	if kind == export.PDF.MediaType {
		how = "inline"
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition",
		fmt.Sprintf(`%s; filename="%s"; filename*=UTF-8''%s`, how, asciiName(name), url.PathEscape(name)))
	w.Write(text)
	return nil
}

// asciiName returns a file's name in characters that every browser accepts.
func asciiName(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '"' || r == '\\' {
			return '-'
		}
		return r
	}, name)
}
