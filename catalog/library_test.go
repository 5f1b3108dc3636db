package catalog_test

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"muster/catalog"
	"muster/rules"
	"muster/schema"
	"muster/schema/files"
)

// calledSmall is the test book under another id and name.
func calledSmall(id, name string) string {
	return strings.NewReplacer("id: small", "id: "+id, "name: Small", "name: "+name).Replace(smallBook)
}

func TestLibraryFindsBooks(t *testing.T) {
	first := files.NewMemory(map[string]string{"small.yaml": smallBook})
	second := files.NewMemory(map[string]string{
		"small.yaml":      calledSmall("small", "Hidden"),
		"gf-3/deep.yaml":  calledSmall("deep", "Deep"),
		"any/deeper.yaml": calledSmall("deeper", "Deeper"),
		"file.yaml":       calledSmall("inside", "Inside"),
		"notes.yaml":      "muster: list/1\nid: no-book\n",
	})
	lists := files.NewMemory(map[string]string{"mine/own.yaml": calledSmall("own", "Own"), "mine/list.yaml": ""})
	from := schema.FilePath{Folder: lists, Name: "mine/list.yaml"}
	l := catalog.NewLibrary(first, second)

	for name, want := range map[string]string{
		"small": "Small", "deep": "Deep", "deeper": "Deeper", "inside": "Inside", "steel-wardens": "Steel Wardens",
		"own.yaml": "Own", "./own.yaml": "Own", "../mine/own.yaml": "Own", `..\mine\own.yaml`: "Own",
	} {
		b, err := l.Book(name, "gf-3", from)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if b.Name != want {
			t.Errorf("%s is %s, not %s", name, b.Name, want)
		}
		again, err := l.Book(name, "gf-3", from)
		if err != nil || again != b {
			t.Errorf("%s is read twice", name)
		}
	}
	if b, err := catalog.NewLibrary(first, files.NewMemory(map[string]string{
		"small.yaml": strings.Replace(smallBook, "system: gf-3", "system: gf-2.7", 1),
	})).Book("small", "gf-2.7", from); err != nil || b.System != "gf-2.7" {
		t.Errorf("a book for another game hides one for this: %v", err)
	}

	entries, err := l.List()
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]catalog.Entry{}
	for _, e := range entries {
		listed[e.ID] = e
		if _, err := l.Open(e); err != nil {
			t.Errorf("%s is listed: %v", e.ID, err)
		}
	}
	if e := listed["small"]; e.Name != "Small" || e.Shipped || e.Path.Folder != fs.FS(first) {
		t.Errorf("small is listed as %+v", e)
	}
	if !listed["steel-wardens"].Shipped {
		t.Error("the shipped books are not marked")
	}
	if _, there := listed["no-book"]; there {
		t.Error("a list is listed as a book")
	}
}

// Versions of a book stand beside each other: a pin finds its own, a name without
// one the newest, and so does a pin to a version that is not there. Of two files of
// one version the one on the earlier shelf counts.
func TestLibraryHoldsVersions(t *testing.T) {
	of := func(version, name string, more ...string) string {
		return strings.NewReplacer(append(more, "name: Small\n", "name: "+name+"\nversion: '"+version+"'\n")...).Replace(smallBook)
	}
	l := catalog.NewLibrary(files.NewMemory(map[string]string{
		"whatever.yaml":         of("3.5.2", "Called otherwise"),
		"gf-3/small@3.5.9.yaml": of("3.5.9", "Nine"),
		"small@4.0.yaml":        of("4.0", "Other game", "system: gf-3", "system: gf-2.16\nalso-for:\n  - gf-2.7"),
		"long.yaml":             strings.Repeat("# a comment\n", 1000) + of("3.5.8", "Long"),
	}), files.NewMemory(map[string]string{
		"small@3.5.2.yaml":  of("3.5.2", "Hidden"),
		"small@3.5.10.yaml": of("3.5.10", "Ten"),
		"small.yaml":        smallBook,
	}))
	for _, c := range []struct{ name, system, want string }{
		{"small", "gf-3", "Ten"},
		{"small@3.5.2", "gf-3", "Called otherwise"},
		{"small@3.5.9", "", "Nine"},
		{"small@3.5.10", "gf-3", "Ten"},
		{"small@3.5.8", "gf-3", "Long"},
		{"small@3.5.1", "gf-3", "Ten"},
		{"small@4.0", "gf-3", "Ten"},
		{"small@4.0", "gf-2.7", "Other game"},
		{"small@3.5.2", "gf-2.16", "Other game"},
		{"small", "", "Other game"},
	} {
		b, err := l.Book(c.name, c.system, schema.FilePath{})
		if err != nil || b.Name != c.want {
			t.Errorf("%s for %q: %v, %v; want %s", c.name, c.system, b, err, c.want)
		}
	}
	entries, err := l.List()
	if err != nil {
		t.Fatal(err)
	}
	var pins []string
	for _, e := range entries {
		if e.ID == "small" {
			pins = append(pins, e.System+" "+e.VersionedID())
		}
	}
	want := "gf-2.16 small@4.0, gf-3 small@3.5.10, gf-3 small@3.5.9, gf-3 small@3.5.8, gf-3 small@3.5.2, gf-3 small"
	if got := strings.Join(pins, ", "); got != want {
		t.Errorf("listed are %s, not %s", got, want)
	}
}

// A version that appears, in whatever way, is seen at once.
func TestLibrarySeesNewVersions(t *testing.T) {
	of := func(version string) string {
		return strings.Replace(smallBook, "name: Small\n", "name: Small\nversion: '"+version+"'\n", 1)
	}
	folder := files.NewMemory(map[string]string{"a.yaml": of("1.0")})
	l := catalog.NewLibrary(folder)
	for _, c := range []struct{ file, text, want string }{
		{"a.yaml", of("1.0"), "1.0"},
		{"small@1.1.yaml", of("1.1"), "1.1"},
		{"a.yaml", of("1.2"), "1.2"},
		{"below/b.yaml", of("1.3"), "1.3"},
		{"below/b.yaml", "muster: list/1\n", "1.2"},
		{"a.yaml", strings.Replace(of("1.4"), "id: small", "id: other", 1), "1.1"},
	} {
		if err := files.Overwrite(folder, c.file, []byte(c.text)); err != nil {
			t.Fatal(err)
		}
		if b, err := l.Book("small", "gf-3", schema.FilePath{}); err != nil || b.Version != c.want {
			t.Errorf("after %s: %v, %v; want version %s", c.file, b, err, c.want)
		}
	}
}

func TestCompareVersions(t *testing.T) {
	sorted := []string{"", "2.13", "2.13b", "3", "3.5", "3.5.2", "v3.5.3", "3.5.9", "3.5.10", "3.5.10.1", "3.5.beta", "10.0"}
	for i, a := range sorted {
		for j, b := range sorted {
			if got := catalog.CompareVersions(a, b); (got < 0) != (i < j) || (got == 0) != (i == j) {
				t.Errorf("%q and %q: %d", a, b, got)
			}
		}
	}
}

// The digest is of what a book offers: neither the id that it got nor how its file
// is set out nor what was read from its texts makes a difference, and whatever
// counts on the table does.
func TestDigest(t *testing.T) {
	digest := func(text string) string {
		b, err := catalog.Read("small.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return b.Digest()
	}
	const effects = "effects: [{defense: X}]"
	for _, c := range []struct {
		from, to string
		same     bool
	}{
		{"", "", true},
		{"id: small", "id: other", true},
		{"\nunits:", "\n# a comment\n\nunits:", true},
		{"name: Small\n", "name: Small\ndescription: Many words.\norigin: {tool: x, modified: today}\n", true},
		{"count: 5", "count:   5", true},
		{"name: Small\n", "name: Tiny\n", false},
		{"name: Small\n", "name: Small\nversion: 1.0.1\n", false},
		{"cost: 60", "cost: 65", false},
		{"rules: [Hero]", "rules: [Hero, Grit(1)]", false},
		{"Blocks better.", "Blocks worse.", false},
		{effects, "effects: [{defense: 1}]", false},
	} {
		now := strings.Replace(smallBook, c.from, c.to, 1)
		if now == smallBook && c.from != "" {
			t.Fatalf("%q changes nothing", c.from)
		}
		if got := digest(now) == digest(smallBook); got != c.same {
			t.Errorf("%q in place of %q: the same digest: %v", c.to, c.from, got)
		}
	}
	read, reads := strings.Replace(smallBook, effects, effects+", read: true", 1), strings.Replace(smallBook, effects, "effects: [{defense: 1}], read: true", 1)
	if digest(read) != digest(reads) {
		t.Error("what was read from a text makes a difference")
	}
}

func TestLibrarySaysWhyThereIsNoBook(t *testing.T) {
	lists := files.NewMemory(map[string]string{
		"mine/list.yaml": "", "secret.yaml": "password: [is this\n", "note.yaml": "muster: unit/1\nsecret: yes\n",
		"broken.yaml": "muster: book/1\nid: b\nname: B\nsystem: gf-3\nunits: 3\n",
	})
	l := catalog.NewLibrary(files.NewMemory(map[string]string{"small.yaml": smallBook}))
	for _, c := range []struct{ name, system, code, want string }{
		{"smal", "gf-3", catalog.CodeUnknownBook, "there is no army book `smal`; did you mean `small`?"},
		{"[", "gf-3", catalog.CodeUnknownBook, "there is no army book `[`"},
		{"small", "gf-2.7", catalog.CodeOtherGame, "the army book Small is for gf-3, not for gf-2.7"},
		{"none.yaml", "gf-3", schema.CodeMissing, "mine/none.yaml: there is no such file"},
		{"../", "gf-3", schema.CodeIsFolder, ".: this is a folder; name a file in it"},
		{"../../small.yaml", "gf-3", schema.CodeOutsideFolders, "`../../small.yaml` lies outside the folder of this file, where it may not look; put what it names beside it or below"},
		{"/etc/passwd", "gf-3", schema.CodeOutsideFolders, "`/etc/passwd` lies outside the folder of this file, where it may not look; put what it names beside it or below"},
		{"../secret.yaml", "gf-3", schema.CodeWrongFormat, "secret.yaml: there is no line `muster: book/1` in the file"},
		{"../note.yaml", "gf-3", schema.CodeWrongFormat, "note.yaml: there is no line `muster: book/1` in the file"},
		{"../broken.yaml", "gf-3", schema.CodeWrongFormat, "broken.yaml:5:8: `units` should be a list, not the number 3"},
	} {
		_, err := l.Book(c.name, c.system, schema.FilePath{Folder: lists, Name: "mine/list.yaml"})
		var told *schema.Error
		if !errors.As(err, &told) || told.Problems[0].Code != c.code || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %#v\nwant %s %s", c.name, err, c.code, c.want)
		}
	}
}

// A book written as JSON is one when a list names it by its path, whatever the file
// is called; a file that is JSON of something else is not quoted.
func TestABookWrittenAsJSONIsABook(t *testing.T) {
	const book = `{
  "muster": "book/1",
  "id": "b", "system": "gf-3", "name": "B",
  "units": [{"id": "u", "name": "U", "size": 1, "quality": 4, "defense": 4, "cost": 10}]
}`
	oneLine := strings.ReplaceAll(book, "\n", " ")
	lists := files.NewMemory(map[string]string{"book.json": book, "line.json": oneLine, "book.yaml": book, "other.json": `{"secret": "muster: book/1"}`, "list.yaml": ""})
	l := catalog.NewLibrary()
	for name, there := range map[string]bool{"book.json": true, "./line.json": true, "book.yaml": true, "other.json": false} {
		b, err := l.Book(name, "gf-3", schema.FilePath{Folder: lists, Name: "list.yaml"})
		switch {
		case there && (err != nil || b.ID != "b" || len(b.Units) != 1):
			t.Errorf("%s: %v", name, err)
		case !there && (err == nil || strings.Contains(err.Error(), "secret")):
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A library finds what a book says of itself wherever it stands in the file, and looks
// into no hidden folder, such as a trash.
func TestBooksAreFoundByTheirKeys(t *testing.T) {
	units := "units: [{id: u, name: U, size: 1, quality: 4, defense: 4, cost: 10}]\n"
	own := func(id string) string {
		return "muster: book/1\nid: " + id + "\nsystem: gf-3\nname: B\nversion: \"1.0\"\n"
	}
	comment := strings.Repeat("# a comment of forty letters, or of more\n", 200)
	l := catalog.NewLibrary(files.NewMemory(map[string]string{
		"a.yaml": comment + own("commented") + units, "b.yaml": units + own("last"), "c.yaml": "\ufeff" + own("marked") + units, "deep/d.yaml": own("deep") + units,
		".trash/1-book-e.yaml": own("deleted") + units, ".git/f.yaml": own("hidden") + units,
	}))
	entries, err := l.List()
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, e := range entries {
		if !e.Shipped {
			found = append(found, e.VersionedID())
		}
	}
	if got, want := strings.Join(found, " "), "commented@1.0 deep@1.0 last@1.0 marked@1.0"; got != want {
		t.Errorf("the books are %s, want %s", got, want)
	}
	for _, id := range []string{"commented", "last", "deep"} {
		if b, err := l.Book(id, "gf-3", schema.FilePath{}); err != nil || b.ID != id {
			t.Errorf("%s: %v", id, err)
		}
	}
	if b, err := l.Book("deleted", "gf-3", schema.FilePath{}); err == nil {
		t.Errorf("%s was deleted", b.ID)
	}
}

// A book is read again when its file has changed, and so is one that could not
// be used.
func TestLibrarySeesChanges(t *testing.T) {
	folder := files.NewMemory(nil)
	put := func(text string) {
		t.Helper()
		for _, name := range []string{"small.yaml", "own/list.yaml", "own/small.yaml"} {
			if err := files.Overwrite(folder, name, []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
	}
	l := catalog.NewLibrary(folder)
	for _, name := range []string{"small", "./small.yaml"} {
		for i, c := range []struct{ text, want string }{
			{smallBook, "Small"},
			{"muster: book/1\n", ""},
			{calledSmall("small", "Other"), "Other"},
			{calledSmall("small", "Third"), "Third"}, // as many bytes
		} {
			put(c.text)
			b, err := l.Book(name, "gf-3", schema.FilePath{Folder: folder, Name: "own/list.yaml"})
			if err == nil && b.Name != c.want || err != nil && c.want != "" {
				t.Errorf("%s, %d: %v", name, i, err)
			}
		}
	}
}

// Two folders of different owners show their files by the same names.
func TestLibraryKeepsFoldersApart(t *testing.T) {
	l := catalog.NewLibrary()
	for _, name := range []string{"Mine", "Yours", "Mine"} {
		folder := files.NewMemory(map[string]string{"small.yaml": calledSmall("small", name)})
		if b, err := l.Book("./small.yaml", "gf-3", schema.FilePath{Folder: folder, Name: "list.yaml"}); err != nil || b.Name != name {
			t.Errorf("%s: %v, %v", name, b, err)
		}
	}
}

// Many goroutines that ask for one book get the same one, read once.
func TestLibraryIsSafeForGoroutines(t *testing.T) {
	l := catalog.NewLibrary()
	books := make([]*catalog.Book, 16)
	var all sync.WaitGroup
	for i := range books {
		all.Go(func() {
			b, err := l.Book("steel-wardens", "gf-3", schema.FilePath{})
			if err != nil {
				t.Error(err)
				return
			}
			b.OptionIDs(&b.Units[0])
			books[i] = b
		})
	}
	all.Wait()
	for _, b := range books {
		if b != books[0] {
			t.Fatal("the book was read more than once")
		}
	}
}

// A book that several editions may use has in each the rules of that edition.
func TestRulesAreOfTheListsEdition(t *testing.T) {
	b, err := catalog.NewLibrary().Book("lantern-fleet", "gf-2.7", schema.FilePath{})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"gf-2.16", "gf-2.7"} {
		game, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"Sniper", "Indirect", "Blast"} {
			want, got := game.Set().Find(name), b.RuleSet(game).Find(name)
			if got == nil || got.Summary != want.Summary {
				t.Errorf("%s: the book's %s is %+v, not %+v", id, name, got, want)
			}
		}
		if b.RuleSet(game).Find("Lamplit") == nil {
			t.Errorf("%s: the book's own rules are not there", id)
		}
	}
}

// A server that runs for months reads an edition file again each time that its
// owner saves it: only the last text is kept.
func TestLibraryKeepsOneTextOfAnEdition(t *testing.T) {
	if testing.Short() {
		t.Skip("it writes and reads 40 MB")
	}
	const saves, size = 40, 1 << 20
	folder := files.NewMemory(nil)
	library := catalog.NewLibrary(folder)
	held := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := held()
	for i := range saves {
		name := fmt.Sprintf("Age of Glades %d", i)
		text := fmt.Appendf(nil, "muster: system/1\nid: glade-1\nname: %s\nedition: \"1\"\ncite: GLADE\nlike: gf-3\n%s", name, strings.Repeat("# "+strings.Repeat("-", 61)+"\n", size/64))
		old, _ := fs.ReadFile(folder, "glade-1.yaml")
		if err := folder.Write("glade-1.yaml", old, text); err != nil {
			t.Fatal(err)
		}
		system, err := library.System("glade-1", schema.FilePath{})
		if err != nil || system.Name != name {
			t.Fatalf("after save %d the library has %v: %v", i, system, err)
		}
	}
	if grown := held() - min(before, held()); grown > saves*size/2 {
		t.Errorf("the library holds %d bytes more after %d saves of %d bytes", grown, saves, size)
	}
	runtime.KeepAlive(library)
}

// A game system that cannot be read for a moment, while another program has its file, is read again
// though the file is as old as before.
func TestASystemThatCannotBeReadForAMoment(t *testing.T) {
	folder := &busyFolder{FS: fstest.MapFS{"glade-1.yaml": {
		Data:    []byte("muster: system/1\nid: glade-1\nname: Age of Glades\nedition: \"1\"\ncite: GLADE\nlike: gf-3\n"),
		ModTime: time.Now().Add(-time.Hour),
	}}, busy: true}
	library := catalog.NewLibrary(folder)
	if system, err := library.System("glade-1", schema.FilePath{}); err == nil {
		t.Errorf("a file that cannot be read is %v", system)
	}
	folder.busy = false
	if _, err := library.System("glade-1", schema.FilePath{}); err != nil {
		t.Errorf("read again: %v", err)
	}
}

// A busyFolder has files that can be seen, but not opened while it is busy.
type busyFolder struct {
	fs.FS
	busy bool
}

func (f *busyFolder) Open(name string) (fs.File, error) {
	if f.busy && name != "." {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return f.FS.Open(name)
}

func (f *busyFolder) Stat(name string) (fs.FileInfo, error) { return fs.Stat(f.FS, name) }
