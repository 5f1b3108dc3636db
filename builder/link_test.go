package builder_test

import (
	"slices"
	"testing"

	"muster/builder"
	"muster/catalog"
)

// Links offers exactly what editing the file would do without being refused.
func TestLinksAreWhatEditsAllow(t *testing.T) {
	library := catalog.NewLibrary()
	for _, name := range []string{"third-company", "spring-tide", "fad-outpost"} {
		r := example(t, name)
		document := r.Document()
		offered := 0
		for _, id := range builder.UnitIDs(document) {
			with := map[string][]string{}
			for _, link := range builder.Links(r, id) {
				for _, u := range link.Linkable {
					if with[link.Key] = append(with[link.Key], u.ID); slices.Contains(link.LinkedIDs, u.ID) {
						with[link.Key] = with[link.Key][:len(with[link.Key])-1] // it is there already
					}
				}
			}
			for _, key := range []string{"join", "combine", "in"} {
				for _, other := range builder.UnitIDs(document) {
					if other == id || document.At("units", slices.Index(builder.UnitIDs(document), id), key).Text() == other {
						continue
					}
					s := builder.NewSession(r, library)
					s.Do(builder.Detach{UnitID: id, OnlyKeys: []string{key}}) // where it has that link
					_, err := s.Do(builder.Link{UnitID: id, Key: key, Target: other})
					if got, want := slices.Contains(with[key], other), err == nil; got != want {
						t.Errorf("%s: %s %s %s: offered %v, the edit is possible %v (%v)", name, id, key, other, got, want, err)
					}
					if err == nil {
						offered++
					}
				}
			}
		}
		t.Logf("%s: %d links", name, offered)
	}
}
