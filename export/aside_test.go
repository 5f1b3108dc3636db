package export

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/finding"
	"muster/builder/play"
	"muster/catalog"
	"muster/schema"
	"muster/schema/files"
	"muster/schema/schematest"
	"muster/share"
)

// Every unit of lists of all games is set aside in turn.
func TestAUnitSetAsideCountsForNothing(t *testing.T) {
	paths, err := filepath.Glob("../examples/*.yaml")
	if err != nil || len(paths) < 8 {
		t.Fatalf("there are %d examples: %v", len(paths), err)
	}
	units := 0
	for _, name := range paths {
		document, err := schema.ReadFile(os.DirFS("../examples"), filepath.Base(name), "list/1")
		if err != nil {
			continue // a book, or a unit
		}
		units += setAside(t, document, catalog.NewLibrary(), 1000)
	}
	if units < 40 {
		t.Errorf("%d units were set aside", units)
	}
	r := rand.New(rand.NewPCG(1, 46))
	for range 4 {
		setAside(t, randomForce(t, r, 8).List.Document(), catalog.NewLibrary(), 4)
	}
}

// The same for 60 lists of real books.
func TestRealBooksUnitSetAside(t *testing.T) {
	paths := schematest.RealBooks(t, "*/*.json")
	r := rand.New(rand.NewPCG(2, 46))
	for i := range 60 {
		book := importedBook(t, paths[i*7%len(paths)])
		library := catalog.NewLibrary(files.NewMemory(map[string]string{"book.yaml": string(importedText(t, paths[i*7%len(paths)]))}))
		setAside(t, randomArmy(t, r, book, 750).List.Document(), library, 1000)
	}
}

// setAside sets units of a list aside in turn, at most so many, and compares the list with that
// from which the unit was removed. It returns how many there were.
func setAside(t *testing.T, document *schema.Document, library *catalog.Library, most int) int {
	t.Helper()
	ids := builder.UnitIDs(document)
	for _, id := range ids[:min(len(ids), most)] {
		begin := func() *builder.Session {
			s, err := builder.Begin(document, library)
			if err != nil {
				t.Fatal(err)
			}
			s.Force = true
			return s
		}
		set := func(s *builder.Session, value string) {
			fields, err := edit.ParseAssignments([]string{"aside=" + value})
			if err == nil {
				_, err = s.Do(builder.SetFields{UnitID: id, Fields: fields})
			}
			if err != nil {
				t.Fatalf("%s: %s: %v", document.File, id, err)
			}
		}
		aside, without := begin(), begin()
		set(aside, "true")
		if _, err := without.Do(builder.Remove{ID: id}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(factsOf(t, without.Now()), factsOf(t, aside.Now())); diff != "" {
			t.Errorf("%s: without %s (-) and with it set aside (+):\n%s", document.File, id, diff)
		}
		if now := aside.Now().SetAsideUnits(); len(now) != 1 || now[0].ID != id || now[0].Points != points(begin().Now(), id) {
			t.Errorf("%s: set aside is %v, of %d points before", id, now, points(begin().Now(), id))
		}
		links := begin().Now().LinkKeys()
		linked := slices.ContainsFunc(ids, func(other string) bool {
			i := slices.Index(ids, other)
			return slices.ContainsFunc(links, func(key string) bool { return document.At("units", i, key).Text() == id })
		})
		warned := slices.ContainsFunc(aside.Now().Findings(), func(f finding.Finding) bool { return f.Code == finding.CodeSetAsideLink })
		if linked && !warned {
			t.Errorf("%s: %s is set aside, and what hung on it is not told", document.File, id)
		}
		if set(aside, "false"); string(aside.Text()) != string(document.Source) {
			t.Errorf("%s: %s is put back, and the file is another", document.File, id)
		}
	}
	return len(ids)
}

func points(r builder.Roster, id string) int {
	for _, p := range r.Prices() {
		if p.ID == id {
			return p.Points
		}
	}
	return 0
}

// factsOf is what is read, printed and played of a list, but its mark and the places in its file.
func factsOf(t *testing.T, r builder.Roster) map[string]any {
	t.Helper()
	var findings []string
	for _, f := range r.Findings() {
		if f.Code != finding.CodeSetAsideLink {
			findings = append(findings, f.FullMessage())
		}
	}
	slices.Sort(findings)
	d, err := NewDocument(r, Extras{UpgradeCosts: true, Preparations: true})
	if err != nil {
		t.Fatal(err)
	}
	d.Sheet.Fingerprint = ""
	all := map[string]any{"points": r.Points(), "legal": builder.Legal(r), "size": r.UnitCount(), "findings": findings, "prices": r.Prices()}
	for _, form := range []*Format{Text, Markdown, CSV, HTML} {
		text := textOf(t, form, d)
		kept := strings.Split(text, "\n")
		all[form.Name] = slices.DeleteFunc(kept, func(line string) bool { return strings.Contains(line, "set aside") })
	}
	var played map[string]any
	var out bytes.Buffer
	if err := JSON.Write(&out, d, Options{}); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out.Bytes(), &played); err != nil {
		t.Fatal(err)
	}
	delete(played, "mark")
	delete(played, "findings")
	all["json"] = played
	c := share.FromRoster(r).Copy
	c.Fingerprint, c.Findings = "", nil
	if all["copy"], err = json.Marshal(c); err != nil {
		t.Fatal(err)
	}
	if all["play"], err = json.Marshal(play.NewTable(r, "", nil).Replay(&play.Game{}).Report()); err != nil {
		t.Fatal(err)
	}
	return all
}
