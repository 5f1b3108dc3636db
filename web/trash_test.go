package web_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"muster/catalog"
	"muster/schema/files"
	"muster/web"
)

// keeping is a visit to a home that has a trash.
func keeping(t *testing.T, lists map[string]string) (*visitor, *files.Memory) {
	v, trash := visit(t, lists), new(files.Memory)
	v.handler = web.New(web.Options{Lists: v.folder, Books: v.books, Trash: trash, Library: catalog.NewLibrary(v.books), Deployment: web.LocalServer, FolderName: "lists"})
	return v, trash
}

func names(t *testing.T, folder fs.FS) (all []string) {
	t.Helper()
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != "days.json" { // when the trash was in use
			all = append(all, e.Name())
		}
	}
	return all
}

var backAddress = regexp.MustCompile(`action="(/trash/\d+/back)"`)

// A deleted list comes back with its game, under a name of its own where another
// list has its name by now.
func TestADeletedListComesBack(t *testing.T) {
	text, game := fmt.Sprintf(squad, "First"), "muster: play/1\nlist: x\n"
	v, trash := keeping(t, map[string]string{"a.yaml": text, "a.play.yaml": game})
	v.post("/lists/a/delete")
	v.wants("<h1>My lists</h1>", "Deleted “First”.", ">Undo</button>")
	if got := names(t, v.folder); len(got) != 0 || len(names(t, trash)) != 2 {
		t.Fatalf("the folder holds %v, the trash %v", got, names(t, trash))
	}
	undo := backAddress.FindStringSubmatch(v.page)[1]
	v.get("/trash")
	v.wants("First", "List, deleted today, for 30 days more")
	v.post(undo)
	v.wants("“First” is back.", "/lists/a")
	if v.file("a.yaml") != text || v.file("a.play.yaml") != game || len(names(t, trash)) != 0 {
		t.Errorf("what came back is %q, %q; the trash holds %v", v.file("a.yaml"), v.file("a.play.yaml"), names(t, trash))
	}
	if v.post(undo); v.status != http.StatusNotFound {
		t.Errorf("it comes back twice: %d", v.status)
	}
	v.post("/lists/a/delete")
	undo = backAddress.FindStringSubmatch(v.page)[1]
	if err := v.folder.Write("a.yaml", nil, []byte(fmt.Sprintf(squad, "Second"))); err != nil {
		t.Fatal(err)
	}
	v.post(undo)
	if v.file("a-2.yaml") != text || v.file("a-2.play.yaml") != game || !strings.Contains(v.file("a.yaml"), "Second") {
		t.Errorf("the folder holds %v", names(t, v.folder))
	}
	v.post("/lists/a-2/delete")
	v.post("/trash/empty")
	v.wants("The trash is empty.")
	if len(names(t, trash)) != 0 {
		t.Errorf("the trash holds %v", names(t, trash))
	}
}

// A page that shows what a list was before another change deletes nothing.
func TestAPageThatIsBehindDeletesNothing(t *testing.T) {
	v, _ := keeping(t, map[string]string{"a.yaml": fmt.Sprintf(squad, "First")})
	v.get("/")
	seen := etagField.FindStringSubmatch(v.page)[1]
	v.post("/lists/a/do", "verb", "copy a", "back", "/lists/a")
	for _, form := range [][]string{{"/lists/a/delete", "etag", seen}, {"/lists/a/rename", "etag", seen, "name", "New"}} {
		v.post(form[0], form[1:]...)
		if v.status != http.StatusConflict || !strings.Contains(v.page, "look at") && !strings.Contains(v.page, "it is now") {
			t.Errorf("%s: status %d", form[0], v.status)
		}
	}
	v.get("/lists/a")
	v.post("/lists/a/delete", "etag", etagField.FindStringSubmatch(v.page)[1])
	v.wants("Deleted “First”.")
}

// What was in the trash for thirty days of use is not shown, and goes when the next
// list is deleted. A clock alone makes nothing old: not one that stood at 1970 when
// the list was deleted, nor one that is a month ahead now.
func TestTheTrashForgets(t *testing.T) {
	v, trash := keeping(t, map[string]string{"a.yaml": fmt.Sprintf(squad, "New"), "b.yaml": fmt.Sprintf(squad, "Newer")})
	const day = 24 * time.Hour
	now := time.Now()
	write := func(name, text string) {
		t.Helper()
		if err := trash.Write(name, nil, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	from := map[string]int{} // the day of use, of 40, on which each was deleted
	for name, deleted := range map[string]struct {
		when time.Time
		use  int
	}{
		"gone":    {now.Add(-31 * day), 9},
		"lately":  {now.Add(-29 * day), 9},
		"seldom":  {now.Add(-32 * day), 38},
		"first":   {time.UnixMilli(86400000), 39},
		"unknown": {now.Add(-33 * day), 0},
		"ahead":   {now.Add(31 * day), 9},
	} {
		when := fmt.Sprint(deleted.when.UnixMilli())
		if deleted.use > 0 {
			from[when] = deleted.use
		}
		write(when+"-list-"+name+".yaml", fmt.Sprintf(squad, name))
	}
	text, err := json.Marshal(map[string]any{"day": "2026-01-01", "days": 39, "from": from})
	if err != nil {
		t.Fatal(err)
	}
	write("days.json", string(text))
	write("notes.txt", "mine")
	v.get("/trash")
	v.wants("lately", "for 1 day more", "seldom", "for 28 days more", "first", "for 29 days more", "unknown", "for 30 days more", "ahead")
	if strings.Contains(v.page, "gone<") {
		t.Error("what is over is shown")
	}
	v.post("/lists/a/delete")
	v.post("/lists/b/delete")
	kept := strings.Join(names(t, trash), " ")
	for _, name := range []string{"lately", "seldom", "first", "unknown", "ahead", "notes.txt", "-list-a.yaml", "-list-b.yaml"} {
		if !strings.Contains(kept, name) {
			t.Errorf("%s is gone: the trash holds %s", name, kept)
		}
	}
	if strings.Contains(kept, "gone") {
		t.Errorf("what is over stays: the trash holds %s", kept)
	}
}

// An army book is read, and removed with a way back; one that came with muster is not.
func TestArmyBooksAreReadAndRemoved(t *testing.T) {
	v, _ := keeping(t, map[string]string{"a.yaml": strings.Replace(fmt.Sprintf(squad, "Mossy"), "steel-wardens", "moss-legion@3.5.1", 1)})
	text, err := os.ReadFile(filepath.Join("..", "armyforge", "testdata", "moss-legion.json"))
	if err != nil {
		t.Fatal(err)
	}
	v.upload("moss-legion.json", string(text))
	v.wants("Moss Legion 3.5.1 is among your army books now", "things in it need a look", `value="gf-3/moss-legion" selected`)
	v.get("/books/gf-3/moss-legion@3.5.1")
	v.wants("Brier Guard", "Thorn Rifle (24", "Q4+ D4+", `href="/lists/a"`, "Remove this book")
	v.post("/books/gf-3/moss-legion@3.5.1/delete")
	v.wants("Deleted “Moss Legion”.", "<h1>Army books</h1>")
	if strings.Contains(v.page, "/books/gf-3/moss-legion@3.5.1\"") {
		t.Error("the book is still there")
	}
	v.post(backAddress.FindStringSubmatch(v.page)[1])
	v.wants("/books/gf-3/moss-legion@3.5.1")
	v.get("/books/gf-3/steel-wardens@1.0")
	if v.wants("Line Squad"); strings.Contains(v.page, "Remove this book") {
		t.Error("a book that came with muster can be removed")
	}
	v.post("/books/gf-3/steel-wardens@1.0/delete")
	if v.status == http.StatusOK {
		t.Error("a book that came with muster was removed")
	}
}

var keepAddress = regexp.MustCompile(`action="(/came/\d+/keep)"`)

// confirmKeep says yes to what came in.
func (v *visitor) confirmKeep() {
	v.t.Helper()
	found := keepAddress.FindStringSubmatch(v.page)
	if found == nil {
		v.t.Fatalf("nothing asks whether to keep it:\n%.3000s", v.page)
	}
	v.post(found[1])
}

// sendFiles sends files to a form's field.
func (v *visitor) sendFiles(to, field string, sent map[string]string) {
	v.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, text := range sent {
		part, err := form.CreateFormFile(field, name)
		if err != nil {
			v.t.Fatal(err)
		}
		part.Write([]byte(text))
	}
	form.Close()
	r := httptest.NewRequest(http.MethodPost, to, &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	v.send(r)
}

// Everything is saved as one file, which another home takes back whole; where
// something is another already, both stay.
func TestEverythingIsSavedAndBroughtBack(t *testing.T) {
	moss, err := os.ReadFile(filepath.Join("..", "armyforge", "testdata", "moss-legion.json"))
	if err != nil {
		t.Fatal(err)
	}
	held := map[string]string{
		"a.yaml": fmt.Sprintf(squad, "First"), "a.play.yaml": "muster: play/1\nevents: []\n", "b.yaml": fmt.Sprintf(squad, "Second"),
		"b.play.json": `{"old": true}`, "mine.yaml": "muster: collection/1\nsystem: gf-3\nbook: steel-wardens\nunits: {}\n",
	}
	v, _ := keeping(t, held)
	if err := v.folder.Write("taxes.yaml", nil, []byte("year: 2026\n")); err != nil {
		t.Fatal(err)
	}
	v.upload("moss-legion.json", string(moss))
	v.get("/everything")
	saved := v.page
	packed, err := zip.NewReader(strings.NewReader(saved), int64(len(saved)))
	if err != nil {
		t.Fatal(err)
	}
	var inside []string
	for _, file := range packed.File {
		inside = append(inside, file.Name)
	}
	slices.Sort(inside)
	if got, want := strings.Join(inside, " "), "books/moss-legion@3.5.1.yaml lists/a.play.yaml lists/a.yaml lists/b.play.json lists/b.yaml lists/mine.yaml"; got != want {
		t.Fatalf("the file holds %s, not %s", got, want)
	}

	other, _ := keeping(t, map[string]string{"a.yaml": fmt.Sprintf(squad, "Another"), "b.yaml": held["b.yaml"]})
	other.sendFiles("/everything", "copy", map[string]string{"all.zip": saved})
	other.wants("Keep it?", "Nothing of it is kept until you say so.", "First", "Moss Legion 3.5.1, an army book", "Here already: 1 file.")
	if got := names(t, other.folder); len(got) != 2 {
		t.Fatalf("before it is kept the folder holds %v", got)
	}
	other.confirmKeep()
	other.wants("Brought back: 1 list, 1 army book, 2 games, 1 other file. Here already: 1 file.", "Another is here under this name; this one comes beside it")
	for name, want := range map[string]string{
		"a.yaml": fmt.Sprintf(squad, "Another"), "a-2.yaml": held["a.yaml"], "a-2.play.yaml": held["a.play.yaml"], "b.yaml": held["b.yaml"], "b.play.json": held["b.play.json"], "mine.yaml": held["mine.yaml"],
	} {
		if got := other.file(name); got != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
	was, _ := fs.ReadFile(v.books, "moss-legion@3.5.1.yaml")
	if is, err := fs.ReadFile(other.books, "moss-legion@3.5.1.yaml"); err != nil || !bytes.Equal(was, is) {
		t.Errorf("the book is another: %v", err)
	}
	before := names(t, other.folder)
	other.sendFiles("/open", "file", map[string]string{"all.zip": saved}) // dropped somewhere, once more
	other.wants("<h1>Nothing is new</h1>", "Here already: 6 files.")
	if after := names(t, other.folder); !slices.Equal(before, after) {
		t.Errorf("the folder holds %v now", after)
	}
	for name, text := range map[string]string{
		"no zip": "hello", "half": saved[:len(saved)/2], "empty": zipOf(t, nil), "larger than any list": zipOf(t, map[string]string{"lists/bomb.yaml": "muster: list/1\n" + strings.Repeat(" ", 8<<20)}),
	} {
		other.sendFiles("/everything", "copy", map[string]string{"all.zip": text})
		if other.status == http.StatusOK || !slices.Equal(before, names(t, other.folder)) {
			t.Errorf("%s: status %d, the folder holds %v", name, other.status, names(t, other.folder))
		}
	}
}

func zipOf(t testing.TB, held map[string]string) string {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, text := range held {
		to, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(to, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A list is on the start page, in its place and in the copy of everything wherever its
// file says that it is one.
func TestAListIsFoundWhereverItSaysSo(t *testing.T) {
	late := strings.Repeat("# a comment of forty letters, or of more\n", 200) + fmt.Sprintf(squad, "Late")
	flow := "{name: Flow, muster: list/1, system: gf-3, book: steel-wardens, units: []}\n"
	v, _ := keeping(t, map[string]string{"late.yaml": late, "flow.yaml": flow, "taxes.yaml": "year: 2026\nnotes: |\n  muster: list/1\n"})
	v.get("/")
	v.wants("Late", `href="/lists/late"`, "Flow", `href="/lists/flow"`)
	if strings.Contains(v.page, "taxes") {
		t.Error("taxes are a list")
	}
	v.get("/lists/late")
	v.wants("<h1>Late</h1>")
	v.get("/everything")
	packed, err := zip.NewReader(strings.NewReader(v.page), int64(len(v.page)))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"lists/late.yaml", "lists/flow.yaml"} {
		if _, err := packed.Open(name); err != nil {
			t.Error(err)
		}
	}
}

// Several files are taken at once, books before the lists that need them; what
// cannot be read is a line among the others.
func TestSeveralFilesAtOnce(t *testing.T) {
	moss, err := os.ReadFile(filepath.Join("..", "armyforge", "testdata", "moss-legion.json"))
	if err != nil {
		t.Fatal(err)
	}
	v, _ := keeping(t, nil)
	v.sendFiles("/open", "file", map[string]string{
		"a-hedge.txt": "++ Hedge Row - Moss Legion (v3.5.1) [GF 1000pts] ++\n\nBrier Guard [5] Q4+ D4+ | 110pts | Pollen\n5x Thorn Rifle (24\", A1), 5x Stick (A1)\n",
		"moss.json":   string(moss), "own.yaml": fmt.Sprintf(squad, "Own"), "joke.txt": "hello",
	})
	v.wants("What came in", "Moss Legion 3.5.1 is among your army books now", ">Hedge Row</a>", "110 points, not legal", ">Own</a>", "joke.txt", `class="bad"`, `value="gf-3/moss-legion" selected`)
	for _, name := range []string{"hedge-row.yaml", "own.yaml"} {
		if v.file(name) == "" {
			t.Errorf("there is no %s", name)
		}
	}
	v.sendFiles("/open", "file", map[string]string{"one.yaml": fmt.Sprintf(squad, "One"), "two.yaml": fmt.Sprintf(squad, "Two")})
	v.wants("<h1>My lists</h1>", "What came in", ">One</a>", ">Two</a>")
}

// Lists are renamed and duplicated; they are sorted, and stand in folders.
func TestMyLists(t *testing.T) {
	v, _ := keeping(t, map[string]string{
		"a.yaml": fmt.Sprintf(squad, "Beta"), "b.yaml": strings.Replace(fmt.Sprintf(squad, "Alpha"), "unit: line-squad", "unit: captain", 1),
		"c.yaml": "muster: list/1\nsystem: fad\nname: Gamma\nunits: []\n",
	})
	for i, name := range []string{"c.yaml", "a.yaml", "b.yaml"} {
		v.folder.SetChangeTime(name, time.Now().Add(-time.Duration(i)*time.Hour))
	}
	listed := regexp.MustCompile(`data-list="(\w)"`)
	ids := func(found [][]string) (all string) {
		for _, m := range found {
			all += m[1]
		}
		return all
	}
	for query, want := range map[string]string{
		"": "cab", "?sort=name": "bac", "?sort=points": "abc", "?sort=army": "cab", "?find=BET": "a", "?find=wardens&sort=name": "ba", "?find=fast+and": "c",
	} {
		v.get("/" + query)
		if got := ids(listed.FindAllStringSubmatch(v.page, -1)); got != want {
			t.Errorf("/%s lists %s, not %s", query, got, want)
		}
	}
	if v.get("/"); strings.Contains(v.page, `id="find-lists"`) {
		t.Error("three lists have a search")
	}
	v.post("/lists/b/do", "verb", "set star=true", "back", "/")
	v.wants("★ ", "Take the star away")
	v.post("/lists/c/do", "verb", "list", "folder", "Club night", "colour", "green", "back", "/?sort=folder")
	v.wants("Club night", `aria-label="green"`, "in no folder")
	if got := ids(listed.FindAllStringSubmatch(v.page, -1)); got != "cba" {
		t.Errorf("in folders, those with a star first, they are %s", got)
	}
	v.post("/lists/b/do", "verb", "set star=", "back", "/")
	if strings.Contains(v.page, "★") || strings.Contains(v.file("b.yaml"), "star") {
		t.Errorf("the star stays: %s", v.file("b.yaml"))
	}
	v.post("/lists/a/rename", "name", "Delta: [x]")
	v.wants("It is called “Delta: [x]” now.")
	v.post("/lists/a/duplicate")
	v.wants("“Delta: [x] (copy)” is the copy.")
	if copied := strings.ReplaceAll(v.file("a-copy.yaml"), " (copy)", ""); copied != v.file("a.yaml") {
		t.Errorf("the copy is\n%s", copied)
	}
	v.post("/lists/b/duplicate", "points", "70")
	v.wants("Alpha (70)", "What the copy leaves out", "(-")
	v.get("/lists/b/beside?with=b-70")
	v.wants("<h1>Compare</h1>", "Only in Alpha", "<li>Captain, 45 points")
	v.get("/lists/c/beside")
	v.wants("Another list of the game stands here")
	if got := v.file("b-70.yaml"); !strings.Contains(got, "points: 70") || strings.Contains(got, "captain") {
		t.Errorf("the smaller copy is\n%s", got)
	}
	if v.post("/lists/a/rename", "name", " "); v.status == http.StatusOK {
		t.Error("a list can be called nothing")
	}
}

// A list that cannot be read is copied, renamed and deleted like any other, on its text.
func TestUnreadListsAreNamedAndCopied(t *testing.T) {
	const head = "muster: list/1\nsystem: gf-3\n"
	for name, c := range map[string]struct{ file, renamed, says string }{
		"without its book": {head + "book: robot-legions@3.5.3\nname: Steel # old\nunits: []\n", head + "book: robot-legions@3.5.3\nname: 'New: #1' # old\nunits: []\n", "Its army book Robot Legions 3.5.3 is not here"},
		"broken":           {head + "name: 'Steel'\r\nunits: [\n", head + "name: 'New: #1'\r\nunits: [\n", "It cannot be read: "},
		"without a name":   {head + "points: many\nunits: []\n", "muster: list/1\nname: 'New: #1'\nsystem: gf-3\npoints: many\nunits: []\n", "should be a whole number"},
		"whose name is not on its line": {
			head + "name: |\n  Steel\npoints: many\nunits: []\n", head + "name: |\n  Steel\npoints: many\nunits: []\n", "should be a whole number",
		},
	} {
		t.Run(name, func(t *testing.T) {
			v := visit(t, map[string]string{"a.yaml": c.file})
			v.get("/")
			v.wants(c.says)
			v.post("/lists/a/duplicate")
			if text := v.file("a-copy.yaml"); strings.TrimSpace(text) == "" || c.file != c.renamed && !strings.Contains(text, " (copy)") {
				t.Errorf("the copy is\n%s", text)
			}
			v.post("/lists/a/rename", "name", "New: #1")
			if text := v.file("a.yaml"); text != c.renamed {
				t.Errorf("renamed it is\n%s", text)
			}
			if c.file == c.renamed && !strings.Contains(v.page, "no name that can be found") {
				t.Error("nothing says why it is not renamed")
			}
			if v.post("/lists/a/delete"); v.status >= 400 {
				t.Errorf("to delete it ends with %d", v.status)
			}
		})
	}
}

// Remarks are changed on a page in whatever style a file writes them, and those that
// are as they were stay as they are written.
func TestRemarksInAnyStyle(t *testing.T) {
	for _, notes := range []string{"|\n      One\n      # two\n", ">-\n      One\n", "One\n      and two\n", "'One'\n", "\"One\\ntwo\"\n", "|+\n      One\n\n"} {
		file := "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits:\n  - id: a\n    notes: " + notes + "    unit: militia\n"
		v := visit(t, map[string]string{"a.yaml": file})
		v.get("/lists/a?unit=a")
		now := html.UnescapeString(regexp.MustCompile(`(?s)<textarea name="note"[^>]*>(.*?)</textarea>`).FindStringSubmatch(v.page)[1])
		v.post("/lists/a/do", "verb", "rename a", "name", "", "note", strings.ReplaceAll(now, "\n", "\r\n"), "back", "/lists/a")
		if text := v.file("a.yaml"); text != file {
			t.Errorf("notes as they were are written as\n%s\nand were\n%s", text, file)
		}
		v.post("/lists/a/do", "verb", "rename a", "name", "", "note", "Three\r\nfour", "back", "/lists/a")
		if text := v.file("a.yaml"); !strings.Contains(text, `notes: "Three\nfour"`) || strings.Contains(text, "One") || !strings.Contains(text, "unit: militia") {
			t.Errorf("%q is changed to\n%s", notes, text)
		}
	}
}
