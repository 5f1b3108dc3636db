package web_test

import (
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"muster/catalog"
	"muster/examples"
	"muster/schema/files/disk"
	"muster/web"
)

// A countingFolder counts what is read of its files.
type countingFolder struct {
	*disk.Folder
	reads *counts
}

type counts struct{ files, bytes atomic.Int64 }

func (f countingFolder) Open(name string) (fs.File, error) {
	file, err := f.Folder.Open(name)
	if folder, ok := file.(fs.ReadDirFile); ok && err == nil {
		return &countingFile{ReadDirFile: folder, reads: f.reads}, nil
	}
	return file, err
}

type countingFile struct {
	fs.ReadDirFile
	reads *counts
	begun bool
}

func (f *countingFile) Read(p []byte) (int, error) {
	if !f.begun {
		f.begun = true
		f.reads.files.Add(1)
	}
	n, err := f.ReadDirFile.Read(p)
	f.reads.bytes.Add(int64(n))
	return n, err
}

// A click reads its list and nothing else, however many books are there.
func TestAClickReadsItsListAlone(t *testing.T) {
	list, err := fs.ReadFile(examples.Files, "third-company.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, books := range []int{0, 46, 500} {
		lists, shelf, reads := t.TempDir(), t.TempDir(), new(counts)
		store(t, filepath.Join(lists, "third.yaml"), string(list))
		for i := range books {
			store(t, filepath.Join(shelf, fmt.Sprintf("book-%d.yaml", i)),
				fmt.Sprintf("muster: book/1\nid: book-%d\nsystem: gf-3\nname: Book %d\nversion: \"1\"\nunits: []\n", i, i))
		}
		folder, own := countingFolder{disk.FolderAt(lists), reads}, countingFolder{disk.FolderAt(shelf), reads}
		v := &visitor{t: t}
		v.handler = web.New(web.Options{
			Lists: folder, Books: own, Library: catalog.NewLibrary(own), Deployment: web.LocalServer, FolderName: "lists", Examples: examples.Files,
		})
		const page = "/lists/third?unit=squad-1"
		click := func(verb string) {
			form := url.Values{"verb": {verb + " squad-1 heavy-rifle"}, "back": {page}}
			r := httptest.NewRequest(http.MethodPost, "/lists/third/do", nil)
			r.Form, r.PostForm = form, form
			v.send(r)
			v.wants("squad-1")
		}
		v.get(page)
		click("downgrade")
		reads.files.Store(0)
		reads.bytes.Store(0)
		click("upgrade")
		read, bytes := reads.files.Load(), reads.bytes.Load()
		if read > 20 || bytes > 10_000 {
			t.Errorf("with %d books a click reads %d files and %d bytes", books, read, bytes)
		}
		t.Logf("with %d books: %d reads, %d bytes", books, read, bytes)
	}
}

// store writes a file that has not changed for an hour.
func store(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	then := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, then, then); err != nil {
		t.Fatal(err)
	}
}

// Of many lists a page reads again those alone that it shows or that changed, and offers no menu of
// all: one types the name of an opponent.
func TestManyListsAreReadOnce(t *testing.T) {
	list, err := fs.ReadFile(examples.Files, "third-company.yaml")
	if err != nil {
		t.Fatal(err)
	}
	lists, reads := t.TempDir(), new(counts)
	old := time.Now().Add(-time.Hour)
	named := func(i int, name string, changed time.Time) {
		path := filepath.Join(lists, fmt.Sprintf("list-%d.yaml", i))
		store(t, path, strings.Replace(string(list), "name: Third Company", "name: "+name, 1))
		if err := os.Chtimes(path, changed, changed); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 200 {
		named(i, fmt.Sprintf("Company %d", i), old)
	}
	v := &visitor{t: t}
	v.handler = web.New(web.Options{
		Lists: countingFolder{disk.FolderAt(lists), reads}, Library: catalog.NewLibrary(), Deployment: web.LocalServer, FolderName: "lists", Examples: examples.Files,
	})
	v.get("/")
	v.get("/?find=Company+77")
	reads.files.Store(0)
	named(77, "Renamed 77", old.Add(time.Minute))
	v.get("/?find=Renamed")
	v.wants("Renamed 77")
	if n := reads.files.Load(); n > 10 {
		t.Errorf("a find among 200 known lists reads %d files", n)
	}
	const odds = "/lists/list-1/odds"
	v.get(odds)
	if n := strings.Count(v.page, "Company 1"); n > 70 {
		t.Errorf("the page of odds names %d of 200 lists", n)
	}
	for text, want := range map[string]string{
		"Company 123": `value="Company 123"`, "nobody": "nothing to choose is called", "ompany 12": "names have",
	} {
		v.get(odds + "?against=" + url.QueryEscape(text))
		v.wants(want)
	}
	v.get("/lists/list-1/play/foe")
	v.wants(`name="own"`, "<datalist")
	v.post("/lists/list-1/play", "e", "do=foe&their=yes", "own", "company 199")
	v.wants("Company 199")
}
