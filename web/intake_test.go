//go:debug multipartmaxparts=2100

package web_test

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"muster/catalog/data"
	"muster/examples"
	"muster/input"
)

// doors are the ways by which a stranger's text gets to the handler.
var doors = map[string]func(v *visitor, name, text string){
	"form":  func(v *visitor, name, text string) { v.sendFiles("/open", "file", map[string]string{name: text}) },
	"paste": func(v *visitor, _, text string) { v.post("/open", "text", text) },
	"share target": func(v *visitor, name, text string) {
		v.sendFiles("/open?door=shared&from=https%3A%2F%2Fevil.example", "file", map[string]string{name: text})
	},
	"ZIP": func(v *visitor, name, text string) {
		v.sendFiles("/open", "file", map[string]string{"all.zip": zipOf(v.t, map[string]string{"books/" + name: text})})
	},
	"copy of everything": func(v *visitor, name, text string) {
		v.sendFiles("/everything", "copy", map[string]string{"all.zip": zipOf(v.t, map[string]string{"books/" + name: text})})
	},
}

// falseBook is the book that the example is of, in which everything costs 5 points.
func falseBook(t *testing.T) string {
	t.Helper()
	text, err := fs.ReadFile(data.Files, "gf-3/steel-wardens.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`\bcost: \d+`).ReplaceAllString(string(text), "cost: 5")
}

// Whatever a stranger sends by whatever door, and however often a person says yes, a
// list of a book that ships with muster costs what it cost.
func TestAFalseBookChangesNoList(t *testing.T) {
	third, err := fs.ReadFile(examples.Files, "third-company.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for name, send := range doors {
		t.Run(name, func(t *testing.T) {
			v, _ := keeping(t, map[string]string{"third.yaml": string(third)})
			send(v, "harmless.yaml", falseBook(t))
			if found := keepAddress.FindStringSubmatch(v.page); found != nil {
				v.post(found[1])
			}
			if !strings.Contains(v.page, "ships with muster") {
				t.Errorf("nothing says why: %.500s", v.page)
			}
			if got := names(t, v.books); len(got) != 0 {
				t.Errorf("books were written: %v", got)
			}
			if v.get("/lists/third"); !strings.HasPrefix(v.points(), "1990 of") {
				t.Errorf("the list costs %s", v.points())
			}
		})
	}
}

// A book of an id and a version that are here, with other prices, is kept once
// somebody has seen what it changes, and all of it is taken back.
func TestOtherPricesAreAskedFor(t *testing.T) {
	own := strings.NewReplacer("id: steel-wardens", "id: own-wardens", "name: Steel Wardens", "name: Own Wardens").Replace
	text, err := fs.ReadFile(data.Files, "gf-3/steel-wardens.yaml")
	if err != nil {
		t.Fatal(err)
	}
	third, err := fs.ReadFile(examples.Files, "third-company.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for name, send := range doors {
		t.Run(name, func(t *testing.T) {
			v, _ := keeping(t, map[string]string{"third.yaml": strings.Replace(string(third), "book: steel-wardens", "book: own-wardens", 1)})
			v.upload("own.yaml", own(string(text)))
			v.wants("Own Wardens 1.0 is among your army books now")
			send(v, "own.yaml", own(falseBook(t)))
			v.wants("have other prices", " 1990 → ", "Your lists would change")
			if v.get("/lists/third"); !strings.HasPrefix(v.points(), "1990 of") {
				t.Fatalf("unasked the list costs %s", v.points())
			}
			send(v, "own.yaml", own(falseBook(t)))
			v.confirmKeep()
			back := regexp.MustCompile(`action="(/came/\d+/back)"`).FindStringSubmatch(v.page)
			if v.get("/lists/third"); strings.HasPrefix(v.points(), "1990 of") || back == nil {
				t.Fatalf("kept, the list costs %s; the way back is %v", v.points(), back)
			}
			v.get("/books/gf-3/own-wardens@1.0")
			v.wants("Opened today from “")
			v.post(back[1])
			v.wants("is gone again")
			if v.get("/lists/third"); !strings.HasPrefix(v.points(), "1990 of") {
				t.Errorf("taken back, the list costs %s", v.points())
			}
		})
	}
}

// A ZIP file writes what muster reads, under names that muster makes, and says what
// it leaves out.
func TestAZIPFileWritesNoNamesOfItsOwn(t *testing.T) {
	list := fmt.Sprintf(squad, "Theirs")
	v, _ := keeping(t, map[string]string{"mine.yaml": fmt.Sprintf(squad, "Mine")})
	v.sendFiles("/open", "file", map[string]string{"all.zip": zipOf(t, map[string]string{
		"lists/.bash_profile": "muster: list/1\ntouch x\n", "lists/.envrc": list, "books/Makefile": "muster: x\nall:\n\ttouch x\n", "lists/-rf": list,
		"lists/$(touch x).yaml": fmt.Sprintf(squad, "Other"), "lists/../../up.yaml": fmt.Sprintf(squad, "Up"), "/etc/x.yaml": fmt.Sprintf(squad, "Root"),
		"lists/mine.play.yaml": fmt.Sprintf(squad, "A game"), "lists/taxes.yaml": "year: 2026\n", "lists/con.yaml": fmt.Sprintf(squad, "Device"),
		"lists/Alpha, Army: 2000.yaml": fmt.Sprintf(squad, "Alpha"), // which Windows refuses
		"lists/gone.play.yaml":         "muster: play/1\nevents: []\n", "inner.zip": zipOf(t, map[string]string{"lists/a.yaml": list}),
	})})
	v.wants("What is left out", ".bash_profile", "hidden files are left out", "Makefile", "taxes.yaml", "a game comes with its list", "this is a ZIP file")
	if got := names(t, v.folder); len(got) != 1 {
		t.Fatalf("unasked the folder holds %v", got)
	}
	v.confirmKeep()
	want := []string{"Alpha-Army-2000.yaml", "list-con.yaml", "mine-play.yaml", "mine.yaml", "rf.yaml", "touch-x.yaml", "up.yaml", "x.yaml"}
	if got := names(t, v.folder); !slices.Equal(got, want) {
		t.Errorf("the folder holds %v", got)
	}
	if got := names(t, v.books); !slices.Equal(got, []string{".arrivals"}) {
		t.Errorf("the books are %v", got)
	}
	v.post(regexp.MustCompile(`action="(/came/\d+/back)"`).FindStringSubmatch(v.page)[1])
	v.wants("is gone again")
	if got := names(t, v.folder); !slices.Equal(got, []string{"mine.yaml"}) {
		t.Errorf("taken back, the folder holds %v", got)
	}
}

// What another program or site sends is shown first; what a person opens that takes
// the place of nothing is there at once.
func TestWhatAnotherSiteSendsIsShownFirst(t *testing.T) {
	moss, err := os.ReadFile(filepath.Join("..", "armyforge", "testdata", "moss-legion.json"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"theirs.yaml": fmt.Sprintf(squad, "Theirs"), "moss.json": string(moss)} {
		v, _ := keeping(t, nil)
		doors["share target"](v, name, text)
		v.wants("A page of https://evil.example sent this.", "Nothing of it is kept until you say so.")
		if len(names(t, v.folder))+len(names(t, v.books)) > 0 {
			t.Errorf("unasked there is %v, %v", names(t, v.folder), names(t, v.books))
		}
		waits := strings.TrimSuffix(keepAddress.FindStringSubmatch(v.page)[1], "/keep")
		v.get(waits)
		v.confirmKeep()
		if len(names(t, v.folder))+len(names(t, v.books)) == 0 {
			t.Error("nothing is kept")
		}
		v.wants("Take back what came")
		if v.post(waits + "/keep"); v.status != http.StatusNotFound {
			t.Errorf("it is kept twice: %d", v.status)
		}
		doors["form"](v, name, text)
		if strings.Contains(v.page, "Keep it?") {
			t.Errorf("%s is asked for", name)
		}
	}
}

// More than the budget is refused whole, with a sentence.
func TestMoreThanTheBudgetKeepsNothing(t *testing.T) {
	many, large := map[string]string{"lists/a.yaml": fmt.Sprintf(squad, "A")}, map[string]string{"lists/a.yaml": fmt.Sprintf(squad, "A")}
	for i := range 2000 {
		many[fmt.Sprintf("lists/%d.yaml", i)] = "muster: list/1\n"
	}
	for i := range 20 {
		large[fmt.Sprintf("lists/%d.yaml", i)] = "muster: list/1\nnotes: " + strings.Repeat("x", 4_000_000) + "\n"
	}
	for want, held := range map[string]map[string]string{"more than 2000 files": many, "larger than 64 MB": large} {
		v, _ := keeping(t, nil)
		v.sendFiles("/open", "file", map[string]string{"all.zip": zipOf(t, held)})
		if v.status != http.StatusUnprocessableEntity || !strings.Contains(v.page, want) || !strings.Contains(v.page, "Nothing was kept") || len(names(t, v.folder)) > 0 {
			t.Errorf("%s: status %d, the folder holds %d files", want, v.status, len(names(t, v.folder)))
		}
	}
	v, _ := keeping(t, nil)
	all := map[string]string{}
	for i := range input.MaxArrivalFiles {
		all[fmt.Sprintf("%d.yaml", i)] = fmt.Sprintf(squad, "A")
	}
	v.sendFiles("/open", "file", all)
	if got := len(names(t, v.folder)); got != input.MaxArrivalFiles {
		t.Errorf("of as many files as may come in %d are kept: %.300s", got, v.page)
	}
	v, _ = keeping(t, nil)
	for i := range 200 {
		all[fmt.Sprintf("%d.yaml", input.MaxArrivalFiles+i)] = ""
	}
	if v.sendFiles("/open", "file", all); !strings.Contains(v.page, "more than 2000 files") || len(names(t, v.folder)) > 0 {
		t.Errorf("of more %d are kept: %.300s", len(names(t, v.folder)), v.page)
	}
	v, _ = keeping(t, nil)
	if v.post("/open", "over", "yes"); v.status != http.StatusUnprocessableEntity || !strings.Contains(v.page, "larger than 64 MB") {
		t.Errorf("what the browser did not take in: %d", v.status)
	}
}
