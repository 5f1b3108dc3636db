package catalog_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"muster/catalog"
	"muster/rules"
)

func write(t *testing.T, file, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestLibraryFindsBooks(t *testing.T) {
	first, second, lists := t.TempDir(), t.TempDir(), t.TempDir()
	write(t, filepath.Join(first, "small.yaml"), smallBook)
	write(t, filepath.Join(second, "small.yaml"), strings.Replace(smallBook, "name: Small", "name: Hidden", 1))
	write(t, filepath.Join(second, "gf-3", "deep.yaml"), strings.Replace(smallBook, "id: small", "id: deep", 1))
	write(t, filepath.Join(lists, "mine", "own.yaml"), strings.Replace(smallBook, "id: small", "id: own", 1))
	write(t, filepath.Join(second, "notes.yaml"), "muster: list/1\nid: no-book\n")
	l := catalog.NewLibrary(first, second)

	for name, want := range map[string]string{
		"small": "Small", "deep": "Small", "mine/own.yaml": "Small", "steel-wardens": "Steel Wardens",
		filepath.Join(lists, "mine", "own.yaml"): "Small",
	} {
		b, err := l.Book(name, "gf-3", lists)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if b.Name != want {
			t.Errorf("%s is %s, not %s", name, b.Name, want)
		}
		again, err := l.Book(name, "gf-3", lists)
		if err != nil || again != b {
			t.Errorf("%s is read twice", name)
		}
	}
	var missing *catalog.NotFoundError
	if _, err := l.Book("smal", "gf-3", lists); !errors.As(err, &missing) || !strings.Contains(err.Error(), "did you mean `small`?") {
		t.Errorf("a missing book: %v", err)
	}
	if _, err := l.Book("small", "gf-2.7", lists); err == nil || !strings.Contains(err.Error(), "is for gf-3, not for gf-2.7") {
		t.Errorf("a book for another game: %v", err)
	}
	if _, err := l.Book("none.yaml", "gf-3", lists); err == nil || !strings.Contains(err.Error(), "there is no such file") {
		t.Errorf("a missing file: %v", err)
	}

	old := t.TempDir()
	write(t, filepath.Join(old, "small.yaml"), strings.Replace(smallBook, "system: gf-3", "system: gf-2.7", 1))
	if b, err := catalog.NewLibrary(first, old).Book("small", "gf-2.7", lists); err != nil || b.System != "gf-2.7" {
		t.Errorf("a book for another game hides one for this: %v", err)
	}

	entries, err := l.List()
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]catalog.Entry{}
	for _, e := range entries {
		listed[e.ID] = e
	}
	if e := listed["small"]; e.Name != "Small" || e.Shipped || filepath.Dir(e.File) != first {
		t.Errorf("small is listed as %+v", e)
	}
	if !listed["steel-wardens"].Shipped {
		t.Error("the shipped books are not marked")
	}
	if _, there := listed["no-book"]; there {
		t.Error("a list is listed as a book")
	}
}

func TestFoldersFollowTheEnvironment(t *testing.T) {
	data := t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	t.Setenv(catalog.FolderVariable, "a"+string(os.PathListSeparator)+"b")
	got := catalog.Folders([]string{"named"})
	want := []string{"named", "a", "b", filepath.Join(data, "muster", "books")}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("the folders are %v, not %v", got, want)
	}
}

// Many goroutines that ask for one book get the same one, read once.
func TestLibraryIsSafeForGoroutines(t *testing.T) {
	l := catalog.NewLibrary()
	books := make([]*catalog.Book, 16)
	var all sync.WaitGroup
	for i := range books {
		all.Go(func() {
			b, err := l.Book("steel-wardens", "gf-3", ".")
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
	b, err := catalog.NewLibrary().Book("lantern-fleet", "gf-2.7", ".")
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

// Signs of a pattern in a folder's name mean themselves.
func TestFilesInAnOddFolder(t *testing.T) {
	if filepath.Separator == '\\' {
		t.Skip("such names cannot be given to folders here")
	}
	parent := t.TempDir()
	odd := filepath.Join(parent, `b[1]*\?`)
	want := write(t, filepath.Join(odd, "small.yaml"), smallBook)
	write(t, filepath.Join(parent, "b1", "other.yaml"), smallBook)
	got, err := catalog.FilesIn(odd, "*.yaml")
	if err != nil || len(got) != 1 || got[0] != want {
		t.Errorf("the files are %q, %v; not %q", got, err, want)
	}
}
