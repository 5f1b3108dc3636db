package web_test

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"muster/examples"
)

// All pages of two lists are read at the same time.
func TestPagesAreReadAtOnce(t *testing.T) {
	lists := map[string]string{}
	for id, file := range map[string]string{"a": "third-company.yaml", "b": "fad-outpost.yaml"} {
		text, err := fs.ReadFile(examples.Files, file)
		if err != nil {
			t.Fatal(err)
		}
		lists[id+".yaml"] = string(text)
	}
	v := visit(t, lists)
	pages := []string{"/", "/?sort=points", "/api/lists", "/books", "/new", "/trash", "/fad"}
	for id, unit := range map[string]string{"a": "squad-1", "b": "rifles"} {
		for _, page := range []string{
			"", "?unit=" + unit, "?pane=book", "/odds", "/match-up", "/fill?steps=yes", "/print", "/share", "/play", "/play/odds", "/play/unit?unit=" + unit,
			"/update", "/file/json", "/file/pdf", "/does?unit=" + unit, "/events",
		} {
			pages = append(pages, "/lists/"+id+page)
		}
	}
	var all sync.WaitGroup
	for _, page := range append(pages, pages...) {
		all.Go(func() {
			w := httptest.NewRecorder()
			if v.handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, page, nil)); w.Code != http.StatusOK {
				t.Errorf("%s: status %d: %.300s", page, w.Code, w.Body)
			}
		})
	}
	all.Wait()
}
