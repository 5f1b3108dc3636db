package web

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"muster/builder"
	"muster/catalog"
	"muster/examples"
	"muster/schema/files"
)

// listOf is a list with so many squads.
func listOf(squads int) string {
	var text strings.Builder
	text.WriteString("muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits:\n")
	for i := range squads {
		fmt.Fprintf(&text, "  - {id: s%d, unit: line-squad}\n", i)
	}
	return text.String()
}

// A countedFolder counts how often its files are opened.
type countedFolder struct {
	*files.Memory
	opened int
}

func (f *countedFolder) Open(name string) (fs.File, error) {
	if name != "." {
		f.opened++
	}
	return f.Memory.Open(name)
}

func handlerOf(lists map[string]string) (*handler, *countedFolder) {
	folder := &countedFolder{Memory: files.NewMemory(lists)}
	return &handler{Options: Options{Lists: folder, Trash: new(files.Memory), Library: catalog.NewLibrary(), Deployment: Serve, Examples: files.NewMemory(nil)}}, folder
}

// heapInUse is how many bytes the program needs.
func heapInUse() int {
	runtime.GC()
	runtime.GC() // what pools keep is gone with the second
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// What is kept of very large lists has a bound in bytes, which the memory of the program
// keeps to: forty lists of 1,990 units would take 140 MB.
func TestWhatIsKeptHasABound(t *testing.T) {
	lists := map[string]string{}
	for i := range 40 {
		lists[fmt.Sprintf("l%d.yaml", i)] = listOf(1990)
	}
	h, _ := handlerOf(lists)
	before := heapInUse()
	for _, address := range []string{"/", "/?sort=points", "/api/lists"} {
		w := httptest.NewRecorder()
		serve := h.start
		if strings.HasPrefix(address, "/api") {
			serve = h.apiLists
		}
		if err := serve(w, httptest.NewRequest("GET", address, nil)); err != nil {
			t.Fatal(err)
		}
		w.Body = nil
		kept := heapInUse() - before
		t.Logf("%s: %d lists, %d MB counted, %d MB kept", address, len(h.desks.byID), h.desks.held>>20, kept>>20)
		if h.desks.held > mostKept || kept > mostKept || len(h.desks.byID) < 10 {
			t.Errorf("%s: %d lists, %d bytes counted, %d kept", address, len(h.desks.byID), h.desks.held, kept)
		}
	}
	runtime.KeepAlive(h)
}

// What is counted for a list, its pages and its game is no less than it takes, and not
// many times as much.
func TestWhatIsKeptIsCounted(t *testing.T) {
	outpost, err := fs.ReadFile(examples.Files, "fad-outpost.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"squads": listOf(500), "outpost": string(outpost)} {
		const lists = 20
		held := map[string]string{}
		for i := range lists {
			held[fmt.Sprintf("l%d.yaml", i)] = text
		}
		h, _ := handlerOf(held)
		if _, err := h.roster("l0"); err != nil { // which loads the books too
			t.Fatal(err)
		}
		for _, what := range []string{"lists", "games"} {
			h.desks.byID, h.desks.held = nil, 0
			before := heapInUse()
			for i := range lists {
				id := fmt.Sprintf("l%d", i)
				roster, err := h.roster(id)
				if err == nil && what == "games" {
					_, err = h.table(id, roster)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			kept := heapInUse() - before
			t.Logf("%s, %s: %d bytes counted, %d kept", name, what, h.desks.held, kept)
			if len(h.desks.byID) != lists || kept > h.desks.held || h.desks.held > 4*kept {
				t.Errorf("%s, %s: of %d lists %d bytes are counted, %d kept", name, what, len(h.desks.byID), h.desks.held, kept)
			}
			runtime.KeepAlive(h)
		}
	}
}

// The lists that were not used for longest make room for others; one that is larger than
// all room is kept as long as it is the newest.
func TestTheOldestMakesRoom(t *testing.T) {
	h, _ := handlerOf(map[string]string{"a.yaml": listOf(9), "b.yaml": listOf(9), "c.yaml": listOf(9), "large.yaml": listOf(500)})
	open := func(id string) {
		t.Helper()
		if _, err := h.roster(id); err != nil {
			t.Fatal(err)
		}
	}
	kept := func() string {
		var ids []string
		for _, id := range []string{"a", "b", "c", "large"} {
			if h.desks.byID[id] != nil && h.desks.byID[id].roster != nil {
				ids = append(ids, id)
			}
		}
		return strings.Join(ids, " ")
	}
	open("a")
	h.desks.most = h.desks.held*2 + h.desks.held/2
	open("b")
	open("a")
	open("c")
	if got := kept(); got != "a c" {
		t.Errorf("%s are kept", got)
	}
	if _, err := h.rosterOfMany("b"); err != nil || kept() != "a c" {
		t.Errorf("one of many takes another's place: %s, %v", kept(), err)
	}
	page := func() ([]byte, error) { return make([]byte, 100), nil }
	roster, _ := h.roster("a")
	for range 2 {
		if _, err := h.desks.page("a", roster, "key", page); err != nil {
			t.Fatal(err)
		}
	}
	open("large")
	if got := kept(); got != "large" {
		t.Errorf("%s are kept", got)
	}
	sum := 0
	for _, one := range h.desks.byID {
		sum += one.bytes()
	}
	if sum != h.desks.held {
		t.Errorf("%d bytes are held and %d counted", sum, h.desks.held)
	}
}

// A streamed answer is what is written of it, and at each write how many files were opened.
type streamed struct {
	*httptest.ResponseRecorder
	folder *countedFolder
	opened []int
}

func (s *streamed) Write(text []byte) (int, error) {
	s.opened = append(s.opened, s.folder.opened)
	return s.ResponseRecorder.Write(text)
}

// The reports of all lists are sent one by one, each before the next list is read, and are
// the document that encoding/json makes of them all.
func TestReportsAreStreamed(t *testing.T) {
	for _, n := range []int{0, 1, 12} {
		lists := map[string]string{}
		for i := range n {
			lists[fmt.Sprintf("l%02d.yaml", i)] = listOf(i + 1)
		}
		h, folder := handlerOf(lists)
		w := &streamed{httptest.NewRecorder(), folder, nil}
		if err := h.apiLists(w, httptest.NewRequest("GET", "/api/lists", nil)); err != nil {
			t.Fatal(err)
		}
		for i, opened := range w.opened[:n] {
			if want := n + i + 1; opened > want {
				t.Errorf("report %d of %d is written when %d files were opened, not %d", i, n, opened, want)
			}
		}
		reports := []any{}
		for i := range n {
			var roster builder.Roster
			roster, err := h.roster(fmt.Sprintf("l%02d", i))
			if err != nil {
				t.Fatal(err)
			}
			reports = append(reports, roster.Report())
		}
		var want strings.Builder
		encoder := json.NewEncoder(&want)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(map[string]any{"lists": reports}); err != nil {
			t.Fatal(err)
		}
		if got := w.Body.String(); got != want.String() {
			t.Errorf("%d lists are %.300s, want %.300s", n, got, want.String())
		}
	}
}

// What can be undone goes to the program that takes another's place, unless something
// that came in waits there to be kept.
func TestUndoOutlivesTheProgram(t *testing.T) {
	folder := files.NewMemory(map[string]string{"l.yaml": listOf(3)})
	start := func() http.Handler {
		return New(Options{Lists: folder, Library: catalog.NewLibrary(), Deployment: Site, Examples: files.NewMemory(nil)})
	}
	send := func(to http.Handler, method, path, kind, body string, status int) string {
		t.Helper()
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.Header.Set("Content-Type", kind)
		w := httptest.NewRecorder()
		to.ServeHTTP(w, r)
		if w.Code != status {
			t.Fatalf("%s %s: %d, not %d: %.300s", method, path, w.Code, status, w.Body)
		}
		return w.Body.String()
	}
	const form = "application/x-www-form-urlencoded"
	do := func(to http.Handler, body string) string {
		send(to, "POST", "/lists/l/do", form, body, http.StatusSeeOther)
		text, _ := fs.ReadFile(folder, "l.yaml")
		return string(text)
	}
	states := []string{listOf(3)}
	old := start()
	for _, id := range []string{"s0", "s1"} {
		states = append(states, do(old, "verb=remove+"+id))
	}
	do(old, "verb=undo")
	next := start()
	send(next, "POST", "/api/undo", "application/json", send(old, "GET", "/api/undo", "", "", http.StatusOK), http.StatusNoContent)
	for i, verb := range []string{"redo", "undo", "undo"} {
		if got, want := do(next, "verb="+verb), states[[]int{2, 1, 0}[i]]; got != want {
			t.Errorf("%s %d leaves\n%s\nnot\n%s", verb, i, got, want)
		}
	}
	send(next, "POST", "/api/undo", "application/json", `[{"list": "l", "states": ["a"], "at": 1}]`, http.StatusUnprocessableEntity)
	send(next, "POST", "/open", form, "door=shared&text="+url.QueryEscape(listOf(1)), http.StatusOK)
	send(next, "GET", "/api/undo", "", "", http.StatusConflict)
}
