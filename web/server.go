package web

import (
	"errors"
	"io/fs"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/input"
	"muster/schema/files"
	"muster/web/desk"
	"muster/web/page"
	"muster/web/paper"
	"muster/web/shelf"
)

// A server serves the pages of all packages over HTTP.
type server struct {
	*desk.Core
	*http.ServeMux
	shelf *shelf.Handler
	paper *paper.Handler
	// holds a value for each large form being handled, at most maxLargeFormsAtOnce
	largeFormSlots chan struct{}
}

// Larger forms wait while maxLargeFormsAtOnce others are handled, which limits the memory for them.
const (
	minLargeFormBytes   = 256 << 10 // size from which a form is large
	maxLargeFormsAtOnce = 2
)

// handle returns an http.Handler for a page, which draws errors as pages.
func (s *server) handle(serve desk.PageFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength < 0 || r.ContentLength > minLargeFormBytes {
			s.largeFormSlots <- struct{}{}
			defer func() { <-s.largeFormSlots }()
		}
		err := readForm(r)
		if err == nil {
			err = serve(w, r)
		}
		if err == nil {
			return
		}
		missing := input.IsBookMissing(err)
		if (r.Pattern == "GET /lists/{id}" || missing && r.Method == http.MethodGet) &&
			s.paper.ShowCopy(w, r.PathValue("id"), err) {
			return
		}
		status, heading := http.StatusUnprocessableEntity, "That does not work"
		var large *http.MaxBytesError
		switch {
		case errors.Is(err, fs.ErrNotExist):
			status, heading = http.StatusNotFound, "There is nothing here"
		case errors.Is(err, files.ErrChanged):
			status, heading = http.StatusConflict, "The file has changed"
		case errors.As(err, &large):
			status, heading = http.StatusRequestEntityTooLarge, "That is too large"
		}
		w.WriteHeader(status)
		var more []g.Node
		if text := r.FormValue("text"); input.AddressError(text) != nil {
			more = append(more, shelf.DownloadSteps(strings.TrimSpace(text)))
		}
		if missing {
			if lacks := s.shelf.ViewMissingBook(r.PathValue("id")); lacks != nil {
				heading = "Its army book is missing"
				more = append(more, lacks)
			} else {
				more = append(more, page.MissingBookLink("Get it from Army Forge."))
			}
		}
		back, guest := page.LinkButton("/", "My lists"), desk.PhoneIndex(r.Context()) > 0
		if guest {
			back = page.LinkButton("/lists/"+url.PathEscape(r.PathValue("id"))+"/play", "Back to the game")
		}
		s.Render(w, page.Layout{Title: heading, WithoutNavigation: guest}, page.OneColumn(heading,
			h.Div(h.ID("why"), h.P(page.TextWithLinks(page.ErrorText(err))), g.Group(more)), h.P(back)))
	})
}

// readForm parses the form of a request, if there is one.
func readForm(r *http.Request) error {
	if r.Method != http.MethodPost || strings.HasPrefix(r.URL.Path, "/api/") {
		return nil
	}
	err := r.ParseForm()
	if err == nil {
		err = r.ParseMultipartForm(page.MaxUploadBytes)
	}
	var large *http.MaxBytesError
	switch {
	case err == nil, errors.Is(err, http.ErrNotMultipart):
		return nil
	case errors.As(err, &large):
		return err
	case errors.Is(err, multipart.ErrMessageTooLarge):
		return input.ErrTooManyFiles
	}
	return errors.New("the form did not come whole")
}
