package catalog_test

import (
	"errors"
	"io/fs"
	"strings"
	"sync"
	"testing"

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
	from := schema.Place{Folder: lists, Name: "mine/list.yaml"}
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
	if e := listed["small"]; e.Name != "Small" || e.Shipped || e.Place.Folder != fs.FS(first) {
		t.Errorf("small is listed as %+v", e)
	}
	if !listed["steel-wardens"].Shipped {
		t.Error("the shipped books are not marked")
	}
	if _, there := listed["no-book"]; there {
		t.Error("a list is listed as a book")
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
		{"../", "gf-3", schema.CodeFolder, ".: this is a folder; name a file in it"},
		{"../../small.yaml", "gf-3", schema.CodeOutside, "`../../small.yaml` lies outside the folder of this file, where it may not look; put what it names beside it or below"},
		{"/etc/passwd", "gf-3", schema.CodeOutside, "`/etc/passwd` lies outside the folder of this file, where it may not look; put what it names beside it or below"},
		{"../secret.yaml", "gf-3", schema.CodeFormat, "secret.yaml: the file does not say that it is what is wanted, with a line `muster: book/1`"},
		{"../note.yaml", "gf-3", schema.CodeFormat, "note.yaml: the file does not say that it is what is wanted, with a line `muster: book/1`"},
		{"../broken.yaml", "gf-3", schema.CodeFormat, "broken.yaml:5:8: `units` should be a list, not the number 3"},
	} {
		_, err := l.Book(c.name, c.system, schema.Place{Folder: lists, Name: "mine/list.yaml"})
		var told *schema.Error
		if !errors.As(err, &told) || told.Problems[0].Code != c.code || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %#v\nwant %s %s", c.name, err, c.code, c.want)
		}
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
			b, err := l.Book(name, "gf-3", schema.Place{Folder: folder, Name: "own/list.yaml"})
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
		if b, err := l.Book("./small.yaml", "gf-3", schema.Place{Folder: folder, Name: "list.yaml"}); err != nil || b.Name != name {
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
			b, err := l.Book("steel-wardens", "gf-3", schema.Place{})
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
	b, err := catalog.NewLibrary().Book("lantern-fleet", "gf-2.7", schema.Place{})
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
