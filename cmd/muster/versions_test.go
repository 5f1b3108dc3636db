package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/builder"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/catalog"
	"muster/schema"
	"muster/schema/files/disk"
	"muster/schema/schematest"
)

var movedLists = flag.Int("moved", 12, "how many random lists TestListsOfRealBooksMoveBetweenReleases moves; 100 take a minute")

// Random lists of real books stay as they are when another release is imported
// beside; moved to that, they are what the same choices come to there; and undo
// gives their bytes back.
func TestListsOfRealBooksMoveBetweenReleases(t *testing.T) {
	older := schematest.RealBooks(t, "gf-3.5/*.json")
	newer := make([]string, len(older))
	for i, file := range older {
		newer[i] = strings.Replace(file, "gf-3.5", "gf-3.5.3", 1)
	}
	moveBetweenReleases(t, older, newer)
}

// The same of our own book, of which another release has other prices, no Bellows
// and another weapon.
func TestListsOfInventedBookMoveBetweenReleases(t *testing.T) {
	const newer = "../../armyforge/testdata/ember-tide.json"
	text, err := os.ReadFile(newer)
	if err != nil {
		t.Fatal(err)
	}
	older := filepath.Join(t.TempDir(), "ember-tide.json")
	write(t, older, strings.NewReplacer(`"versionString": "3.5.3"`, `"versionString": "3.5.2"`, `"uid": "o084"`, `"uid": "o999"`, "Bellows", "Blowpipe",
		`"cost": 110`, `"cost": 105`, `"name": "Cutlass"`, `"name": "Long Knife"`).Replace(string(text)))
	moveBetweenReleases(t, []string{older}, []string{newer})
}

// moveBetweenReleases makes random lists of some books, and moves them to newer releases
// of the same books.
func moveBetweenReleases(t *testing.T, older, newer []string) {
	t.Helper()
	lists := *movedLists
	home, folder := t.TempDir(), t.TempDir()
	t.Setenv("XDG_DATA_HOME", home)
	do := func(args ...string) (out []byte) {
		t.Helper()
		var printed, problems bytes.Buffer
		if code := run(args, &printed, &problems); code == exitUnusable {
			t.Fatalf("muster %s: %s", strings.Join(args, " "), problems.String())
		}
		return printed.Bytes()
	}
	do(append([]string{"import", "-o", filepath.Join(home, "muster", "books")}, older...)...)
	library := catalog.NewLibrary(disk.FolderAt(filepath.Join(home, "muster", "books")))
	entries, err := library.List()
	if err != nil {
		t.Fatal(err)
	}
	entries = slices.DeleteFunc(entries, func(e catalog.Entry) bool { return e.Shipped })
	paths, texts := make([]string, lists), make([][]byte, lists)
	for i := range lists {
		paths[i] = filepath.Join(folder, fmt.Sprintf("list-%03d.yaml", i))
		texts[i] = randomList(t, library, entries[i%len(entries)].ID, rand.New(rand.NewPCG(22, uint64(i))))
		write(t, paths[i], string(texts[i]))
	}
	check := func(paths []string) (all []gf.Report) {
		t.Helper()
		var answer struct{ Lists []gf.Report }
		if err := json.Unmarshal(do(append([]string{"check", "--json"}, paths...)...), &answer); err != nil {
			t.Fatal(err)
		}
		return answer.Lists
	}
	before := check(paths)
	for _, file := range newer {
		do("import", "-o", filepath.Join(home, "muster", "books"), file)
	}
	if diff := cmp.Diff(before, check(paths)); diff != "" {
		t.Fatalf("lists changed when another release was imported:\n%s", diff)
	}

	fresh, gone := make([]string, lists), make([]map[string][]string, lists)
	for i := range lists {
		fresh[i] = filepath.Join(folder, fmt.Sprintf("fresh-%03d.yaml", i))
		var text []byte
		text, gone[i] = afresh(t, library, texts[i])
		write(t, fresh[i], string(text))
	}
	var moved struct{ Lists []builder.UpdateReport }
	if err := json.Unmarshal(do(append([]string{"update", "--json"}, paths...)...), &moved); err != nil {
		t.Fatal(err)
	}
	after, want := check(paths), check(fresh)
	units, differ, lost := 0, 0, 0
	for i := range lists {
		is, should := after[i], want[i]
		is.File, is.Findings, should.File, should.Findings = "", nil, "", nil
		is.Fingerprint, should.Fingerprint = "", "" // they are two files
		is.Legal, should.Legal = false, false       // of what the book dropped the fresh list says nothing
		if diff := cmp.Diff(should, is); diff != "" {
			t.Errorf("%s is not what its choices come to afresh:\n%s", paths[i], diff)
		}
		m := moved.Lists[i]
		if m.PointsBeforeAfter != [2]int{before[i].Points, after[i].Points} || m.LegalBeforeAfter != [2]bool{before[i].Legal, after[i].Legal} {
			t.Errorf("%s: the move says %v points, %v; the checks say %d and %d", paths[i], m.PointsBeforeAfter, m.LegalBeforeAfter, before[i].Points, after[i].Points)
		}
		for _, u := range m.UnitUpdates {
			if diff := cmp.Diff(gone[i][u.ID], u.LostOptions); diff != "" && len(u.LostOptions)+len(gone[i][u.ID]) > 0 {
				t.Errorf("%s: %s lost (-what the books say +what is said):\n%s", paths[i], u.ID, diff)
			}
			lost += len(u.LostOptions)
			if len(u.LostOptions) > 0 && !slices.ContainsFunc(after[i].Findings, func(f finding.Finding) bool {
				return f.Code == "upgrade/gone" && slices.Contains(f.Units, u.ID)
			}) {
				t.Errorf("%s: %s lost %v, and no finding says so", paths[i], u.ID, u.LostOptions)
			}
		}
		units, differ = units+len(before[i].Units), differ+len(m.UnitUpdates)
	}
	for i, path := range paths {
		do("undo", path)
		if text, err := os.ReadFile(path); err != nil || !bytes.Equal(text, texts[i]) {
			t.Errorf("%s is not undone: %v", path, err)
		}
	}
	if differ == 0 || lost == 0 {
		t.Errorf("of %d units %d are different after the move, and %d options are gone", units, differ, lost)
	}
	t.Logf("%d lists of %d units: %d entries are different after the move, %d options are gone", lists, units, differ, lost)
}

// randomList makes a list of a book at random: units with upgrades, pairs, heroes
// who joined.
func randomList(t testing.TB, library *catalog.Library, book string, random *rand.Rand) []byte {
	t.Helper()
	text, err := builder.NewList{Books: []string{book}, Name: "At random", Points: 2000}.FileText(library, schema.FilePath{Name: "list.yaml"})
	if err != nil {
		t.Fatal(err)
	}
	document, err := schema.Read("list.yaml", text, "list/1")
	if err != nil {
		t.Fatal(err)
	}
	s, err := builder.Begin(document, library)
	if err != nil {
		t.Fatal(err)
	}
	for range 4 + random.IntN(8) {
		known, err := builder.Offers(s.Now(), nil)
		if err != nil {
			t.Fatal(err)
		}
		done, err := s.Do(builder.Add{Unit: known[random.IntN(len(known))].Key, Count: 1 + random.IntN(2)})
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range done.AddedIDs {
			for range random.IntN(5) {
				var open []string
				for _, section := range s.Now().(builder.UpgradeChooser).OpenUpgrades(id) {
					for _, o := range section.Options {
						if o.ChoicesLeft > 0 {
							open = append(open, o.Option.ID)
						}
					}
				}
				if len(open) > 0 {
					if _, err := s.Do(builder.Upgrade{UnitID: id, Choices: []gf.Choice{{Option: open[random.IntN(len(open))], Count: 1}}}); err != nil {
						t.Fatal(err)
					}
				}
			}
			for _, links := range builder.Links(s.Now(), id) {
				if random.IntN(2) == 0 && len(links.Linkable) > 0 {
					// One that would break a rule is refused, and the list stays as it is.
					_, _ = s.Do(builder.Link{UnitID: id, Key: links.Key, Target: links.Linkable[random.IntN(len(links.Linkable))].ID})
				}
			}
		}
	}
	return s.Text()
}

// afresh makes the choices of a list of 3.5.2 in the book of 3.5.3, by Army Forge's
// ids, and says which of each unit's options that does not have.
func afresh(t *testing.T, library *catalog.Library, text []byte) (fresh []byte, gone map[string][]string) {
	t.Helper()
	document, err := schema.Read("list.yaml", text, "list/1")
	if err != nil {
		t.Fatal(err)
	}
	list, err := gf.ReadList(document, library)
	if err != nil {
		t.Fatal(err)
	}
	id, _ := catalog.SplitVersionedID(list.Book)
	open := func(name string) *catalog.Book {
		b, err := library.ExactBook(name, "gf-3", schema.FilePath{})
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	old, now := open(id+"@3.5.2"), open(id+"@3.5.3")
	gone = map[string][]string{}
	file := gf.List{System: list.System, Book: now.VersionedID(), Name: list.Name, Points: list.Points}
	for _, e := range list.Units {
		was := old.Unit(e.BookUnitID)
		var is *catalog.Unit
		for i := range now.Units {
			if now.Units[i].Source == was.Source {
				is = &now.Units[i]
			}
		}
		e.BookUnitID = is.ID
		var kept []gf.Choice
		for _, c := range e.Upgrades {
			choice, _ := old.Option(was, c.Option)
			id := withSource(now, is, choice.Option.Source)
			if id == "" { // Army Forge made it anew, under the same name
				id = catalog.NewVersionMap(old, now).Option(was.ID, c.Option)
				if o, there := now.Option(is, id); there && strings.Split(o.Option.Name, " (")[0] != strings.Split(choice.Option.Name, " (")[0] {
					t.Errorf("%s became %s", choice.Option.Name, o.Option.Name)
				}
			}
			if id != "" {
				kept = append(kept, gf.Choice{Option: id, Count: c.Count})
			} else if !slices.Contains(gone[e.ID], c.Option) {
				gone[e.ID] = append(gone[e.ID], c.Option)
			}
		}
		e.Upgrades = kept
		file.Units = append(file.Units, e)
	}
	return schema.Write("list/1", &file, nil), gone
}

// withSource is the option of a unit that Army Forge knows by an id.
func withSource(b *catalog.Book, u *catalog.Unit, source string) string {
	for _, id := range b.OptionIDs(u) {
		if o, _ := b.Option(u, id); o.Option.Source == source {
			return id
		}
	}
	return ""
}
