package builder_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/gf"
	"muster/catalog"
	"muster/schema"
)

// FuzzEdits makes an edit of any kind on any list that reads: nothing panics,
// what fails changes nothing, and a name that is taken away again leaves the
// file byte for byte as it was.
func FuzzEdits(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("..", "examples", "*.yaml"))
	if err != nil || len(files) == 0 {
		f.Fatalf("no examples: %v", err)
	}
	texts := []string{third, outpost, "{muster: list/1, system: gf-3, book: steel-wardens, units: [{id: a,\u0085unit: line-squad}\u2028]}"}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		texts = append(texts, string(text), string(bytes.ReplaceAll(text, []byte("\n"), []byte("\r"))))
	}
	for i, text := range texts {
		for kind := range byte(16) {
			f.Add(text, kind, byte(i), [...]string{"heavy-rifle", "armour.front=3", "figures.1.weapon.x=1", "name.x=", "traits+=hq"}[int(kind)%5])
		}
	}
	library := catalog.NewLibrary()
	f.Fuzz(func(t *testing.T, text string, kind, which byte, value string) {
		document, err := schema.Read("list.yaml", []byte(text))
		if err != nil {
			return
		}
		s, err := builder.Begin(document, library)
		if err != nil {
			return
		}
		id, other := "a", "b"
		if ids := builder.IDs(document); len(ids) > 0 {
			id, other = ids[int(which)%len(ids)], ids[(int(which)+1)%len(ids)]
		}
		field, err := edit.ParseAssignment(value)
		fields := []edit.Assignment{field}
		if err != nil {
			fields = nil
		}
		edits := []builder.Edit{
			builder.Rename{ID: id, Name: value},
			builder.Remove{ID: id},
			builder.Note{ID: id, Text: value},
			builder.Copy{ID: id, As: value},
			builder.Move{ID: id, Before: other},
			builder.Move{ID: id},
			builder.Upgrade{ID: id, Choices: []gf.Choice{{Option: value, Count: 1}}},
			builder.Downgrade{ID: id, Choices: []gf.Choice{{Option: value, Count: 1}}},
			builder.Choose{ID: id, Option: value, Count: 2},
			builder.Swap{ID: id, Old: value, New: "heavy-rifle"},
			builder.Combine{First: id, Second: other},
			builder.Join{Hero: id, Unit: other},
			builder.Embark{Unit: id, Transport: other},
			builder.Detach{ID: id},
			builder.Set{ID: id, Fields: fields},
			builder.Set{Fields: fields},
			builder.Add{Unit: value, Stock: shipped},
		}
		if _, err = s.Do(edits[int(kind)%len(edits)]); err != nil {
			if !bytes.Equal(s.Text(), []byte(text)) {
				t.Fatalf("the edit failed (%v) and changed the file:\n%s", err, s.Text())
			}
			return
		}
		if int(kind)%len(edits) != 0 || value == "" || document.Kind != "list/1" || named(document, id) {
			return
		}
		if _, err := s.Do(builder.Rename{ID: id}); err == nil && !bytes.Equal(s.Text(), []byte(text)) {
			t.Fatalf("a name given and taken away changed\n%q\nto\n%q", text, s.Text())
		}
	})
}

// named reports whether the unit of an id has a name of its own.
func named(document *schema.Document, id string) bool {
	units := document.At("units")
	for i := range units.Len() {
		if u := units.Index(i); u.Get("id").Text() == id && u.Get("name").Exists() {
			return true
		}
	}
	return false
}
