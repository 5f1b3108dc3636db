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
	"sync/atomic"
	"testing"

	"muster/builder"
	"muster/catalog"
	"muster/examples"
	"muster/schema/files"
	"muster/web/desk"
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
	opened atomic.Int64
}

func (f *countedFolder) Open(name string) (fs.File, error) {
	if name != "." {
		f.opened.Add(1)
	}
	return f.Memory.Open(name)
}

func serverOf(lists map[string]string) (*server, *countedFolder) {
	folder := &countedFolder{Memory: files.NewMemory(lists)}
	return newServer(Options{Lists: folder, Library: catalog.NewLibrary(), Deployment: LocalServer, Examples: files.NewMemory(nil)}, nil), folder
}

// get asks a server for a page, which it must have.
func get(t *testing.T, s http.Handler, address string) {
	t.Helper()
	w := httptest.NewRecorder()
	if s.ServeHTTP(w, httptest.NewRequest("GET", address, nil)); w.Code != http.StatusOK {
		t.Fatalf("%s: %d: %.300s", address, w.Code, w.Body)
	}
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
	s, _ := serverOf(lists)
	before := heapInUse()
	for _, address := range []string{"/", "/?sort=points", "/api/lists"} {
		get(t, s, address)
		kept := heapInUse() - before
		lists, held := s.ListCache.CachedSize()
		t.Logf("%s: %d lists, %d MB counted, %d MB kept", address, lists, held>>20, kept>>20)
		if held > desk.MaxCachedBytes || kept > desk.MaxCachedBytes || lists < 10 {
			t.Errorf("%s: %d lists, %d bytes counted, %d kept", address, lists, held, kept)
		}
	}
	runtime.KeepAlive(s)
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
		s, _ := serverOf(held)
		get(t, s, "/lists/l0/play") // which loads the books too
		for _, what := range []string{"lists", "games"} {
			s = newServer(s.Options, nil)
			before := heapInUse()
			for i := range lists {
				id := fmt.Sprintf("l%d", i)
				if _, err := s.Roster(id); err != nil {
					t.Fatal(err)
				}
				if what == "games" {
					get(t, s, "/lists/"+id+"/play")
				}
			}
			kept := heapInUse() - before
			desks, held := s.ListCache.CachedSize()
			t.Logf("%s, %s: %d bytes counted, %d kept", name, what, held, kept)
			if desks != lists || kept > held || held > 4*kept {
				t.Errorf("%s, %s: of %d lists %d bytes are counted, %d kept", name, what, desks, held, kept)
			}
			runtime.KeepAlive(s)
		}
	}
}

// A streamed answer is what is written of it, and at each write how many files were opened.
type streamed struct {
	*httptest.ResponseRecorder
	folder *countedFolder
	opened []int
}

func (s *streamed) Write(text []byte) (int, error) {
	s.opened = append(s.opened, int(s.folder.opened.Load()))
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
		s, folder := serverOf(lists)
		w := &streamed{httptest.NewRecorder(), folder, nil}
		s.ServeHTTP(w, httptest.NewRequest("GET", "/api/lists", nil))
		for i, opened := range w.opened[:n] {
			if want := n + i + 1; opened > want {
				t.Errorf("report %d of %d is written when %d files were opened, not %d", i, n, opened, want)
			}
		}
		reports := []any{}
		for i := range n {
			var roster builder.Roster
			roster, err := s.Roster(fmt.Sprintf("l%02d", i))
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
		return New(Options{Lists: folder, Library: catalog.NewLibrary(), Deployment: StaticSite, Examples: files.NewMemory(nil)})
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
