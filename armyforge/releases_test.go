package armyforge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/catalog"
	"muster/schema/files"
)

// A rawSection is a section of a book's JSON with the keys that a release changes.
type rawSection = map[string]any

// eachSection calls f with every section of a book's JSON.
func eachSection(book map[string]any, f func(rawSection)) {
	for _, p := range book["upgradePackages"].([]any) {
		for _, s := range p.(map[string]any)["sections"].([]any) {
			f(s.(rawSection))
		}
	}
}

// nextRelease is the Ember Tide a release later: every second option and every section has a new id,
// one section another heading, the Siege Boiler is gone, and the Steam Lance is longer.
func nextRelease(t testing.TB) (old map[string]any, now []byte) {
	t.Helper()
	source, err := os.ReadFile("testdata/ember-tide.json")
	if err != nil {
		t.Fatal(err)
	}
	var book map[string]any
	if err := json.Unmarshal(source, &old); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(source, &book); err != nil {
		t.Fatal(err)
	}
	book["versionString"] = "9.9.9"
	n := 0
	eachSection(book, func(s rawSection) {
		s["uid"], s["id"] = fmt.Sprint("new-", s["uid"]), fmt.Sprint("new-", s["uid"])
		var kept []any
		for _, o := range s["options"].([]any) {
			option := o.(map[string]any)
			if n++; n%2 == 0 {
				option["uid"] = fmt.Sprint("new-", option["uid"])
			}
			label := option["label"].(string)
			switch {
			case strings.HasPrefix(label, "Steam Lance"):
				gain := option["gains"].([]any)[0].(map[string]any)
				gain["range"] = 12
				option["uid"] = "lance"
			case strings.HasPrefix(label, gone):
				continue
			case label == moved:
				s["label"] = "Upgrade this model with"
			}
			kept = append(kept, o)
		}
		s["options"] = kept
	})
	now, err = json.Marshal(book)
	if err != nil {
		t.Fatal(err)
	}
	return old, now
}

// What nextRelease drops, and what it offers under another heading.
const (
	gone  = "Mortar"
	moved = "Signal Horn"
)

// randomLists writes fifteen lists of a book's JSON, a line each: five with the ids of upgrades, ten
// with upgrades and options whole, as the site shares them.
func randomLists(book map[string]any) []byte {
	packages := map[any]map[string]any{}
	for _, p := range book["upgradePackages"].([]any) {
		packages[p.(map[string]any)["uid"]] = p.(map[string]any)
	}
	random := rand.New(rand.NewPCG(3, 5))
	var out bytes.Buffer
	for n := range 15 {
		var units []any
		for i := range 3 + random.IntN(3) {
			of := book["units"].([]any)[random.IntN(len(book["units"].([]any)))].(map[string]any)
			chosen := []any{}
			packs, _ := of["upgrades"].([]any)
			for _, id := range packs {
				sections, _ := packages[id]["sections"].([]any)
				for _, s := range sections {
					section := s.(rawSection)
					options := section["options"].([]any)
					if random.IntN(2) == 0 || len(options) == 0 {
						continue
					}
					option := options[random.IntN(len(options))].(map[string]any)
					if n%3 == 0 {
						chosen = append(chosen, map[string]any{"upgradeId": section["uid"], "optionId": option["uid"]})
					} else {
						chosen = append(chosen, map[string]any{
							"upgrade": map[string]any{"uid": section["uid"], "label": section["label"]}, "option": option,
						})
					}
				}
			}
			units = append(units, map[string]any{
				"id": of["id"], "armyId": book["uid"], "selectionId": fmt.Sprint("s", i), "selectedUpgrades": chosen,
			})
		}
		line, _ := json.Marshal(map[string]any{"name": fmt.Sprint("Tide ", n+1), "gameSystem": "gf", "units": units})
		out.Write(append(line, '\n'))
	}
	return out.Bytes()
}

// Lists that were made before a release of their book keep all upgrades that it still has, whatever
// their ids. What has another profile, or is gone, is named, and nothing else is.
func TestListsOfAnOlderRelease(t *testing.T) {
	old, now := nextRelease(t)
	golden(t, "releases.jsonl", randomLists(old))
	lists, err := os.ReadFile("testdata/releases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	_, book := readImport(t, now)
	library := catalog.NewLibrary(files.NewMemory(map[string]string{"ember-tide@old.yaml": string(importBook(t, "ember-tide.json").YAML)}))
	names := map[string]string{}
	eachSection(old, func(s rawSection) {
		for _, o := range s["options"].([]any) {
			names[o.(map[string]any)["uid"].(string)] = o.(map[string]any)["label"].(string)
		}
	})
	all, unknown := 0, 0
	for n, line := range bytes.Split(bytes.TrimSpace(lists), []byte("\n")) {
		f, err := Open("x.json", line)
		if err != nil {
			t.Fatal(err)
		}
		f.Library = library
		l, err := f.ImportList(NamedBook{Book: book})
		if err != nil {
			t.Fatal(err)
		}
		army := build(t, l.YAML, book)
		var was struct {
			Units []struct {
				SelectedUpgrades []struct {
					OptionID string
					Option   struct{ UID, Label string }
				}
			}
		}
		if err := json.Unmarshal(line, &was); err != nil {
			t.Fatal(err)
		}
		for i, u := range was.Units {
			var want, got []string
			inexact, dropped := 0, 0
			for _, c := range u.SelectedUpgrades {
				all++
				id := c.OptionID + c.Option.UID
				switch name := names[id]; {
				case strings.HasPrefix(name, gone):
					dropped++
					continue
				case strings.HasPrefix(name, "Steam Lance"):
					inexact++
					id = "lance"
				}
				want = append(want, id)
			}
			for _, c := range army.Units[i].ChosenOptions {
				for range c.Count {
					got = append(got, strings.TrimPrefix(c.Option.Source, "new-"))
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("list %d, unit %d has (-chosen +imported):\n%s", n+1, i+1, diff)
			}
			for _, f := range army.Units[i].Entry.FormerUpgrades {
				if f.Successor != "" {
					inexact -= max(1, f.Count)
				} else {
					dropped -= max(1, f.Count)
				}
			}
			if inexact != 0 || dropped != 0 {
				t.Errorf("list %d, unit %d: %d of another profile, %d gone are not told or too many:\n%s",
					n+1, i+1, inexact, dropped, l.YAML)
			}
		}
		for _, f := range army.Findings {
			if f.Code == "upgrade/unknown" {
				unknown++
			}
		}
	}
	if unknown*30 > all || all < 150 {
		t.Errorf("of %d upgrades %d are unknown", all, unknown)
	}
	t.Logf("%d upgrades, %d unknown", all, unknown)
}

// renamed is a release of a book's JSON in which every section and option has another id.
func renamed(t testing.TB, source []byte) []byte {
	t.Helper()
	var book map[string]any
	if err := json.Unmarshal(source, &book); err != nil {
		t.Fatal(err)
	}
	book["versionString"] = "9.9.9"
	eachSection(book, func(s rawSection) {
		s["uid"], s["id"] = fmt.Sprint("new-", s["uid"]), fmt.Sprint("new-", s["uid"])
		for _, o := range s["options"].([]any) {
			option := o.(map[string]any)
			option["uid"], option["id"] = fmt.Sprint("new-", option["uid"]), fmt.Sprint("new-", option["uid"])
		}
	})
	now, err := json.Marshal(book)
	if err != nil {
		t.Fatal(err)
	}
	return now
}

// upgradesOver imports fifteen random lists of a book's old JSON with the new one beside it, and counts
// their upgrades, those that the lists still have, those that are unknown, and those that they tell as
// gone or inexact.
func upgradesOver(t *testing.T, old, now []byte) (all, kept, unknown, told int) {
	t.Helper()
	var book map[string]any
	if err := json.Unmarshal(old, &book); err != nil {
		t.Fatal(err)
	}
	was, _ := readImport(t, old)
	_, next := readImport(t, now)
	library := catalog.NewLibrary(files.NewMemory(map[string]string{"book@old.yaml": string(was.YAML)}))
	for line := range bytes.SplitSeq(bytes.TrimSpace(randomLists(book)), []byte("\n")) {
		f, err := Open("x.json", line)
		if err != nil {
			t.Fatal(err)
		}
		f.Library = library
		l, err := f.ImportList(NamedBook{Book: next})
		if err != nil {
			continue // a unit that is gone
		}
		army := build(t, l.YAML, next)
		all += bytes.Count(line, []byte(`"optionId"`)) + bytes.Count(line, []byte(`"option":`))
		for _, u := range army.Units {
			for _, c := range u.ChosenOptions {
				kept += c.Count
			}
			for _, f := range u.Entry.FormerUpgrades {
				told += max(1, f.Count)
			}
		}
		for _, f := range army.Findings {
			if f.Code == "upgrade/unknown" {
				unknown++
			}
		}
	}
	return all, kept, unknown, told
}

// Of all real books, lists made before a release that renames all ids keep every upgrade; over a true
// release at most one in thirty is unknown.
func TestListsOfOlderReleasesOfRealBooks(t *testing.T) {
	all, unknown, changed := 0, 0, 0
	for _, path := range sharedBooks(t, "*-3.5*") {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		n, kept, lost, told := upgradesOver(t, source, renamed(t, source))
		if all += n; kept != n || lost+told > 0 {
			t.Errorf("%s: of %d upgrades %d are kept, %d unknown and %d told of, though their words are the same", path, n, kept, lost, told)
		}
	}
	t.Logf("%d upgrades with other ids", all)
	all = 0
	for _, path := range sharedBooks(t, "gf-3.5") {
		old, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		now, err := os.ReadFile(strings.Replace(path, "gf-3.5", "gf-3.5.3", 1))
		if err != nil {
			continue // not in the later release
		}
		n, _, lost, told := upgradesOver(t, old, now)
		all, unknown, changed = all+n, unknown+lost, changed+told
	}
	if unknown*30 > all || all == 0 {
		t.Errorf("of %d upgrades %d are unknown", all, unknown)
	}
	t.Logf("%d upgrades over a release, %d unknown, %d of another profile or gone", all, unknown, changed)
}
