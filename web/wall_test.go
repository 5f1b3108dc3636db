package web_test

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"muster/catalog"
	"muster/catalog/data"
	"muster/examples"
	"muster/schema"
	"muster/schema/files"
	"muster/web"
)

const squad = "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: %s\nunits: [{id: a, unit: line-squad}]\n"

// A faulty folder fails as a disk does: with what it cannot do, and why.
type faulty struct {
	*files.Memory
	why     error
	reading func(name string) bool // what cannot be read
}

func (f *faulty) Open(name string) (fs.File, error) {
	if f.reading(name) {
		return nil, &fs.PathError{Op: "openat", Path: name, Err: f.why}
	}
	return f.Memory.Open(name)
}

func (f *faulty) Write(name string, _, _ []byte) error {
	return &fs.PathError{Op: "write", Path: name, Err: f.why}
}

func (f *faulty) Remove(name string, _ []byte) error {
	return &fs.PathError{Op: "unlinkat", Path: name, Err: f.why}
}

// goes is what Go says to programmers.
var goes = regexp.MustCompile(`openat|unlinkat|readdir|write [a-z]+\.|permission denied|file does not exist|context canceled|EOF|runtime|\b0x|%!|json:|yaml:|http:[^/]|fs:`)

func faultyVisit(t *testing.T, why error, reading func(name string) bool) *visitor {
	f := &faulty{files.NewMemory(map[string]string{"a.yaml": fmt.Sprintf(squad, "Held"), "b.yaml": fmt.Sprintf(squad, "Open")}), why, reading}
	return &visitor{t: t, handler: web.New(web.Options{
		Lists: f, Books: f, Library: catalog.NewLibrary(f), Deployment: web.LocalServer, FolderName: "my lists", Examples: examples.Files,
	})}
}

// The start page says when the folder cannot be read, and when a list cannot; it
// never says that there is nothing.
func TestStartTellsWhatCannotBeRead(t *testing.T) {
	v := faultyVisit(t, fs.ErrPermission, func(string) bool { return true })
	v.get("/")
	v.wants("Your lists cannot be read: the folder may not be read or changed; check its permissions")
	if strings.Contains(v.page, "Nothing here yet") {
		t.Error("the page says that there are no lists")
	}
	v = faultyVisit(t, fs.ErrPermission, func(name string) bool { return name == "a.yaml" })
	v.get("/")
	v.wants("It cannot be read: the file may not be read; check its permissions", ">Open</a>", "210 points, legal")
}

// What goes wrong in a folder is said in the words of people, on every page.
func TestNoGoErrorReachesAPerson(t *testing.T) {
	for _, why := range []error{fs.ErrPermission, syscall.EIO, syscall.ENOSPC, fs.ErrNotExist} {
		for name, reading := range map[string]func(string) bool{
			"nothing is read": func(string) bool { return true }, "a list is not read": func(name string) bool { return name == "a.yaml" },
			"the folder is not read": func(name string) bool { return name == "." }, "nothing is written": func(string) bool { return false },
		} {
			v := faultyVisit(t, why, reading)
			for _, path := range []string{
				"/", "/new", "/open", "/books", "/lists/a", "/lists/b", "/lists/none", "/lists/a/odds", "/lists/b/odds", "/lists/b/odds?against=a", "/lists/b/odds?against=none",
				"/lists/b/odds?unit=none", "/lists/b/print", "/lists/b/share", "/lists/b/play", "/lists/b/rule?name=none", "/lists/b/file/none", "/api/lists", "/nowhere",
			} {
				v.get(path)
				v.saysIn(name, why)
			}
			for _, form := range [][]string{
				{"/new", "book", "gf-3/steel-wardens", "name", "New"},
				{"/new", "book", "none"},
				{"/open", "example", "third-company"},
				{"/open", "example", "none"},
				{"/open", "text", "{"},
				{"/open", "text", "muster: book/1"},
				{"/open", "text", "muster1.AAAA"},
				{"/look", "text", "muster1.AAAA"},
				{"/lists/b/do", "verb", "add line-squad"},
				{"/lists/b/do", "verb", "undo"},
				{"/lists/b/do", "verb", ""},
				{"/lists/b/delete"},
				{"/lists/none/delete"},
				{"/lists/b/play", "verb", "round"},
				{"/lists/b/play", "verb", "end"},
			} {
				v.post(form[0], form[1:]...)
				v.saysIn(name, why)
			}
		}
	}
}

func (v *visitor) saysIn(folder string, why error) {
	v.t.Helper()
	main := v.page[max(0, strings.Index(v.page, "<main")):]
	if found := goes.FindString(main); found != "" {
		v.t.Errorf("%s, %v: %s says %q\n%s", folder, why, v.at, found, main)
	}
}

// Many lists come in pages, and can be looked for; odds against any of them can be
// asked for.
func TestManyListsArePaged(t *testing.T) {
	lists := map[string]string{"other.yaml": "muster: list/1\nsystem: fad\nunits: []\n"}
	for i := range 120 {
		lists[fmt.Sprintf("list-%03d.yaml", i)] = fmt.Sprintf(squad, fmt.Sprintf("Army %d.", i))
	}
	v := visit(t, lists)
	for i := range 120 { // the newest first
		v.folder.SetChangeTime(fmt.Sprintf("list-%03d.yaml", i), time.Now().Add(-time.Duration(i)*time.Minute))
	}
	v.folder.SetChangeTime("other.yaml", time.Unix(1, 0))
	v.get("/")
	v.wants("Lists 1 to 50 of 121", ">Army 0.</a>", ">Army 49.</a>", "Next")
	if strings.Contains(v.page, "Army 50.") || strings.Contains(v.page, "Previous") {
		t.Error("the first page has more lists, or one before it")
	}
	v.get("/?from=100")
	v.wants("Lists 101 to 121 of 121", ">Army 119.</a>", "Previous")
	v.get("/?find=ARMY+7")
	v.wants("Lists 1 to 11 of 11", ">Army 7.</a>", ">Army 79.</a>")
	for _, query := range []string{"from=-1", "from=x", "from=1000000", "from=119", "find=nothing+like+that", "find=list-119&from=50"} {
		v.get("/?" + query)
		v.wants(`id="find-lists"`)
	}
	v.get("/lists/list-007/odds")
	v.wants(`<option value="Army 0.">`)
	if strings.Contains(v.page, `value="other"`) || strings.Contains(v.page, `value="Army 7."`) {
		t.Error("a list of another game, or the list itself, is offered as a foe")
	}
}

// A game that cannot be read can be ended.
func TestAGameThatIsTooLargeCanBeEnded(t *testing.T) {
	v := visit(t, map[string]string{"a.yaml": fmt.Sprintf(squad, "A"), "a.play.yaml": "muster: play/1\n" + strings.Repeat(" ", schema.MaxFileBytes)})
	v.get("/lists/a/play")
	v.wants("What was kept of the game cannot be read", "begin a new game")
	v.post("/lists/a/play", "e", "new")
	v.get("/lists/a/play")
	v.wants("Next round")
}

// A page of odds that is left stops its work, which would take a minute.
func TestAPageThatIsLeftStopsItsWork(t *testing.T) {
	book := "muster: book/1\nid: big\nname: Big\nsystem: gf-3\nunits:\n"
	const hordes = 40 // of which no two fight alike
	for i := range hordes {
		book += fmt.Sprintf("  - {id: horde-%d, name: Horde %[1]d, cost: 100, quality: 4, defense: 4, size: %[2]d, rules: [Tough(3)], weapons: [{name: Rifle, count: %[2]d, range: 24, attacks: 2}]}\n", i, 100-i)
	}
	list := "muster: list/1\nsystem: gf-3\nbook: ./book.yaml\nforce-org: false\nunits:\n"
	for i := range 140 {
		list += fmt.Sprintf("  - {id: u%d, unit: horde-%d}\n", i, i%hordes)
	}
	v := visit(t, map[string]string{"book.yaml": book, "a.yaml": list, "b.yaml": list})
	v.get("/lists/a")
	v.wants()
	for _, path := range []string{"/lists/a/odds?against=b", "/lists/a/odds?against=b&unit=u1", "/lists/a/file/text?odds=yes"} {
		ctx, leave := context.WithCancel(t.Context())
		left := time.AfterFunc(5*time.Millisecond, leave)
		w := httptest.NewRecorder()
		v.handler.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil))
		left.Stop()
		if !strings.Contains(w.Body.String(), "the page was left before it was done") {
			t.Errorf("%s was worked out for nobody: status %d, %d bytes", path, w.Code, w.Body.Len())
		}
		leave()
	}
}

// Names that turn letters round stand by themselves: what is around them reads as
// ever.
func TestNamesThatRunFromRightToLeftStandApart(t *testing.T) {
	const turned = "Evil \u202edne"
	list := strings.Replace(fmt.Sprintf(squad, `"`+turned+`"`), "{id: a, unit: line-squad}", `{id: a, unit: line-squad, name: "`+turned+`"}, {id: b, unit: none}`, 1)
	book := "muster: book/1\nid: own\nname: \"" + turned + "\"\nsystem: gf-3\nunits:\n  - {id: u, name: \"" + turned + "\", cost: 10, quality: 4, defense: 4, size: 1, weapons: [{name: \"" + turned + "\", attacks: 1}]}\n"
	other := "muster: list/1\nsystem: gf-3\nbook: ./own.yaml\nname: \"" + turned + "\"\nunits: [{id: u, unit: u}]\n"
	v := visit(t, map[string]string{"a.yaml": list, "b.yaml": other, "own.yaml": book, "c.yaml": "muster: list/1\nsystem: gf-3\nname: \"" + turned + "\"\nbook: \"" + turned + "\"\nunits: []\n"})
	apart := regexp.MustCompile(`(?s)<(bdi|option|title|textarea)\b[^>]*>[^<]*</(bdi|option|title|textarea)>|<text [^>]*>[^<]*</text>|<[^>]*>`)
	for _, path := range []string{
		"/", "/lists/a", "/lists/a?unit=a", "/lists/a?fixes=yes", "/lists/b", "/lists/b?unit=u", "/lists/b?offer=u", "/lists/c", "/lists/a/odds", "/lists/b/odds?unit=u", "/lists/a/odds?against=b",
		"/lists/a/print", "/lists/a/share", "/lists/b/share", "/lists/a/play", "/lists/b/play",
	} {
		v.get(path)
		if !strings.Contains(v.page, "<bdi>") {
			t.Errorf("%s has no name that stands apart", path)
		}
		if rest := apart.ReplaceAllString(v.page, ""); strings.Contains(rest, "\u202e") {
			at := strings.Index(rest, "\u202e")
			t.Errorf("%s has it in the midst: …%q…", path, rest[max(0, at-60):at+20])
		}
	}
}

// A book that is opened never stands for one that ships with muster, and says when
// it takes the place of a newer or a larger one; that is kept.
func TestABookThatIsOpenedTakesNothingAway(t *testing.T) {
	forge := func(name, modified, units string) string {
		return fmt.Sprintf(`{"uid": "forged", "name": %q, "versionString": "3.5.0", "modifiedAt": %q, "gameSystemSlug": "grimdark-future", "specialRules": [], "upgradePackages": [], "units": [%s]}`, name, modified, units)
	}
	unit := func(id string) string {
		return fmt.Sprintf(`{"id": %q, "name": "Unit %[1]s", "size": 1, "cost": 50, "quality": 4, "defense": 4, "rules": [], "upgrades": [], "weapons": [{"name": "Blade", "attacks": 1, "range": 0, "count": 1, "specialRules": []}]}`, id)
	}
	v := visit(t, map[string]string{"third.yaml": fmt.Sprintf(squad, "Third")})
	v.get("/lists/third")
	was := v.points()
	v.upload("wardens.json", forge("Steel Wardens", "2026-01-02", unit("a")))
	v.wants("is among your army books now")
	text, err := fs.ReadFile(data.Files, "gf-3/steel-wardens.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range []string{"1.0", "9.9"} {
		v.upload("wardens.yaml", strings.Replace(string(text), `version: "1.0"`, `version: "`+version+`"`, 1))
		if v.status != http.StatusUnprocessableEntity || !strings.Contains(v.page, "ships with muster") {
			t.Errorf("a book with the id of one that ships, of version %s: %d\n%s", version, v.status, v.page)
		}
	}
	if v.get("/lists/third"); v.points() != was {
		t.Errorf("the list is %s, and was %s", v.points(), was)
	}
	v.upload("snails.json", forge("Snail Court", "2026-01-02", unit("a")+","+unit("b")))
	v.wants("is among your army books now")
	names, err := fs.Glob(v.books, "snail-court*")
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	first, err := fs.ReadFile(v.books, names[0])
	if err != nil {
		t.Fatal(err)
	}
	v.upload("snails.json", forge("Snail Court", "2025-01-02", unit("a")))
	v.wants("The book that was there is newer", "has 2 units, this one 1")
	v.confirmKeep()
	v.wants("is in the trash for 30 days")
	if err := v.books.Remove(names[0], nil); err != nil {
		t.Fatal(err)
	}
	v.get("/trash")
	v.post(regexp.MustCompile(`action="(/trash/[0-9]+/back)"`).FindStringSubmatch(v.page)[1])
	if kept, err := fs.ReadFile(v.books, names[0]); err != nil || string(kept) != string(first) {
		t.Errorf("the book that was there is put back as %q, %v", kept, err)
	}
}
