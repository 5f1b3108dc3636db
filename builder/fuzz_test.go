package builder_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/gf"
	"muster/catalog"
	"muster/schema"
	"muster/schema/schematest"
)

// FuzzEdits makes an edit of any kind on any list that reads: nothing panics,
// what fails changes nothing, and an edit that is taken back leaves the file
// byte for byte as it was.
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
		for kind := range byte(18) {
			f.Add(text, kind, byte(i), [...]string{"heavy-rifle", "armour.front=3", "figures.1.weapon.x=1", "name.x=", "traits+=hq"}[int(kind)%5])
		}
	}
	library := catalog.NewLibrary()
	f.Fuzz(func(t *testing.T, text string, kind, which byte, value string) {
		if len(text) > 3<<9 {
			return // what is long is slow, and no other
		}
		document, err := schema.Read("list.yaml", []byte(text))
		if err != nil {
			return
		}
		s, err := builder.Begin(document, library)
		if err != nil {
			return
		}
		s.Stock, s.Force = shipped, which%2 == 0
		id, other := "a", "b"
		if ids := builder.UnitIDs(document); len(ids) > 0 {
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
			builder.SetNotes{UnitID: id, Text: value},
			builder.Copy{ID: id, NewID: value},
			builder.Move{ID: id, BeforeUnit: other},
			builder.Move{ID: id},
			builder.Move{ID: id, TakePlaceOf: other},
			builder.Upgrade{UnitID: id, Choices: []gf.Choice{{Option: value, Count: 1}}},
			builder.Downgrade{UnitID: id, Choices: []gf.Choice{{Option: value, Count: 1}}},
			builder.Swap{UnitID: id, Old: value, New: "heavy-rifle"},
			builder.Link{UnitID: other, Key: "combine", Target: id},
			builder.Link{UnitID: id, Key: "join", Target: other},
			builder.Link{UnitID: id, Key: "in", Target: other},
			builder.Detach{UnitID: id},
			builder.SetFields{UnitID: id, Fields: fields},
			builder.SetFields{Fields: fields},
			builder.Add{Unit: value},
		}
		if _, err = s.Do(edits[int(kind)%len(edits)]); err != nil {
			if !bytes.Equal(s.Text(), []byte(text)) {
				t.Fatalf("the edit failed (%v) and changed the file:\n%s", err, s.Text())
			}
			return
		}
		back := inverse(document, s.Now().Document(), edits[int(kind)%len(edits)])
		if back == nil {
			return
		}
		changed := string(s.Text())
		if _, err := s.Do(back); err == nil && !bytes.Equal(s.Text(), []byte(text)) {
			t.Fatalf("%#v and back by %#v changed\n%q\nby\n%q\nto\n%q", edits[int(kind)%len(edits)], back, text, changed, s.Text())
		}
	})
}

// inverse returns the edit that takes one back, or nil for one that overwrote
// or took away what was there.
func inverse(before, after *schema.Document, e builder.Edit) builder.Edit {
	was := func(id, key string) bool { return before.Kind != "list/1" || unitOf(before, id).Get(key).Exists() }
	switch e := e.(type) {
	case builder.Rename:
		if e.Name != "" && !was(e.ID, "name") {
			return builder.Rename{ID: e.ID}
		}
	case builder.SetNotes:
		if e.Text != "" && !was(e.UnitID, "notes") {
			return builder.SetNotes{UnitID: e.UnitID}
		}
	case builder.Link:
		if !was(e.UnitID, e.Key) && (e.Key != "combine" || !linked(before, "combine", e.UnitID)) {
			return builder.Link{UnitID: e.UnitID, Key: e.Key}
		}
	case builder.Move:
		if schematest.HasCommentsOrGaps(before.Source) {
			return nil // a unit comes back to its neighbours, and not among the comments that it left
		}
		ids := builder.UnitIDs(before)
		if at := slices.Index(ids, e.ID); at+1 < len(ids) {
			return builder.Move{ID: e.ID, BeforeUnit: ids[at+1]}
		}
		return builder.Move{ID: e.ID}
	case builder.Copy, builder.Add:
		ids := builder.UnitIDs(before)
		for _, id := range builder.UnitIDs(after) {
			if !slices.Contains(ids, id) {
				return builder.Remove{ID: id}
			}
		}
	case builder.Upgrade:
		if !was(e.UnitID, "upgrades") {
			return builder.Downgrade(e)
		}
	case builder.SetFields:
		if e.UnitID != "" && len(e.Fields) == 1 && len(e.Fields[0].Path) == 1 && !was(e.UnitID, e.Fields[0].Path[0]) {
			if empty, err := edit.ParseAssignment(e.Fields[0].Path[0] + "="); err == nil {
				return builder.SetFields{UnitID: e.UnitID, Fields: []edit.Assignment{empty}}
			}
		}
	}
	return nil
}

// linked reports whether a unit has a link of a kind to another.
func linked(document *schema.Document, kind, to string) bool {
	for i := range document.At("units").Len() {
		if document.At("units", i, kind).Text() == to {
			return true
		}
	}
	return false
}

// unitOf returns the entry of the first unit of an id.
func unitOf(document *schema.Document, id string) schema.Node {
	return document.At("units", slices.Index(builder.UnitIDs(document), id))
}
