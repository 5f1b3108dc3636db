package web_test

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"muster/catalog"
	"muster/catalog/data"
	"muster/examples"
	"muster/input"
	"muster/schema/files"
	"muster/web"
)

// counted is a folder that says which files were opened, or that is out of reach.
type counted struct {
	fs.FS
	opened *[]string
	gone   *string // how the names begin of those that are
}

func (c counted) Open(name string) (fs.File, error) {
	if *c.gone == "all" || *c.gone != "" && strings.HasPrefix(name, *c.gone) {
		return nil, errors.New("no network")
	}
	*c.opened = append(*c.opened, name)
	return c.FS.Open(name)
}

// ofProject is the text of one of the project's examples.
func ofProject(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../examples/" + name + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// published makes a club of the project's examples and an army book of its own.
func published(t *testing.T) (*web.Club, []string) {
	t.Helper()
	own, err := fs.ReadFile(data.Files, "gf-3/steel-wardens.yaml")
	if err != nil {
		t.Fatal(err)
	}
	book := strings.NewReplacer("id: steel-wardens", "id: river-wardens", "name: Steel Wardens", "name: River Wardens").Replace(string(own))
	third := strings.Replace(example(t, "third-company"), "steel-wardens", "river-wardens", 1)
	folder := files.NewMemory(map[string]string{
		"books/a river.yaml": book, "books/again.yaml": book + "# again\n", "books/shipped.yaml": string(own), "third #1.yaml": third,
		"fad-house.yaml": ofProject(t, "fad-house"), "fad-house-armoury.yaml": ofProject(t, "fad-house-armoury"),
		"by-file.yaml": strings.Replace(third, "river-wardens", "books/a-river.yaml", 1),
		"cup.yaml":     "muster: event/1\nname: Spring Cup\npoints: 2000\n", "small.yaml": "muster: event/1\nname: Small Cup\npoints: 500\n",
		"third #1.play.yaml": "muster: play/1\nlist: x\n", "notes.txt": "dice",
	})
	shelved, left, err := input.ShelfItems(folder)
	if err != nil || !slices.Equal(left, []string{"notes.txt"}) {
		t.Fatalf("left out are %v, %v", left, err)
	}
	club, left, err := web.BuildClub(&input.Shelf{OwnerName: "River & Club"}, shelved, nil)
	if err != nil {
		t.Fatal(err)
	}
	return club, left
}

// A site has the index of its club for every browser, and army books apart.
func TestAClubIsPublished(t *testing.T) {
	club, left := published(t)
	if got := strings.Join(left, "; "); !strings.Contains(got, "shipped.yaml: steel-wardens@1.0 ships with muster") || !strings.Contains(got, "again.yaml: ") || !strings.Contains(got, "by-file.yaml: it names the army book books/a-river.yaml by its file") || len(left) != 3 {
		t.Errorf("left out are %s", got)
	}
	site := map[string]string{}
	if err := web.WriteSite(web.Program{WASM: []byte("program"), ExecJS: []byte("// exec")}, examples.Files, club, func(name string, text []byte) error {
		site[name] = string(text)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for name, kept := range map[string]bool{"shelf/index.json": true, "shelf/third #1.yaml": true, "shelf/cup.yaml": true, "shelf/fad-house-armoury.yaml": true, "shelf/books/a river.yaml": false} {
		if site[name] == "" || strings.Contains(site["sw.js"], `"`+web.ClubAddress(strings.TrimPrefix(name, "shelf/"))+`"`) != kept {
			t.Errorf("%s is there: %v; browsers should keep it: %v", name, site[name] != "", kept)
		}
	}
	if !strings.Contains(site["index.html"], "River &amp; Club") || !strings.Contains(site["index.html"], "River Wardens") || !strings.Contains(site["manifest.webmanifest"], "River ") {
		t.Error("the first page does not name the club and its books")
	}
	if again, err := web.ReadClub(files.NewMemory(map[string]string{"index.json": site["shelf/index.json"]})); err != nil || again.Name != club.Name || len(again.Books) != 1 || len(again.Lists) != 2 || len(again.Events) != 2 {
		t.Errorf("the index is %+v, %v", again, err)
	}
}

// A visitor fetches an army book when something first needs it, and keeps it; what is kept is
// never replaced.
func TestAClubIsVisited(t *testing.T) {
	club, _ := published(t)
	opened, gone := []string{}, ""
	club.Files = counted{club.Files, &opened, &gone}
	v := visit(t, map[string]string{})
	v.handler = web.New(web.Options{Lists: v.folder, Books: v.books, Library: catalog.NewLibrary(v.books, club.RemoteBooks(v.books)), Deployment: web.StaticSite, Club: club})
	v.get("/")
	v.wants(`href="/club"`, "River &amp; Club")
	v.get("/books")
	v.wants("River Wardens", "fetched when it is needed")
	v.get("/new")
	v.wants("River Wardens")
	v.get("/club")
	v.wants("<h1>River &amp; Club</h1>", "Third Company", "Eel Hunters", "Spring Cup", "/club/third%20%231.yaml")
	if len(opened) > 0 {
		t.Errorf("pages that need no file fetched %v", opened)
	}
	gone = "all"
	if v.get("/club/third%20%231.yaml"); !strings.Contains(v.page, "no network") {
		t.Errorf("nothing says that there is no network: %s", v.page)
	}
	gone = "books"
	v.get("/club/third%20%231.yaml")
	v.wants("<h1>Third Company</h1>", "1990 of 2000 points, legal by River Wardens", "The Old Guard", "Keep it", "could not be fetched (no network): try again with a network")
	v.post("/open", "text", v.hidden("text"))
	v.wants("<h1>Third Company</h1>", "1990 of 2000 points, legal by River Wardens")
	v.get("/lists/third-company/play")
	v.wants("The Old Guard")
	v.post("/lists/third-company/delete")
	opened, gone = nil, ""
	v.get("/club/third%20%231.yaml")
	v.wants("<h1>Third Company</h1>", "1990 of 2000 points, legal", "Keep it")
	if got := strings.Join(opened, " "); got != "third #1.yaml books/a river.yaml" {
		t.Errorf("fetched are %s", got)
	}
	if got := names(t, v.books); !slices.Equal(got, []string{".arrivals", "river-wardens@1.0.yaml"}) {
		t.Errorf("kept are %v", got)
	}
	gone = "all"
	v.post("/open", "text", v.hidden("text"))
	v.wants("1990 of 2000 points, legal")
	v.get("/books")
	v.wants("River Wardens")
	gone = ""
	v.get("/lists/third-company/events")
	v.wants("Spring Cup", "It fits.", "Small Cup", "1990 points; at most 500 are allowed", "mailto:?subject=Spring%20Cup:%20Third%20Company&amp;body=")
	mail, err := url.Parse(strings.ReplaceAll(v.page[strings.Index(v.page, "mailto:"):][:strings.IndexByte(v.page[strings.Index(v.page, "mailto:"):], '"')], "&amp;", "&"))
	if err != nil || !strings.Contains(mail.Query().Get("body"), "Verdict: legal\r\nMark: ") {
		t.Errorf("the mail is %v, %v", mail, err)
	}
	v.get("/lists/third-company/share")
	v.wants(`href="/lists/third-company/events"`)
	for _, stray := range []string{"/club/books/a%20river.yaml", "/club/index.json", "/club/..%2Fx.yaml"} {
		if v.get(stray); v.status != 404 {
			t.Errorf("%s: %d", stray, v.status)
		}
	}
	v.get("/club/fad-house.yaml")
	v.wants("Eel Hunters", "legal")
}

// hidden is the value of a hidden field.
func (v *visitor) hidden(name string) string {
	_, value, _ := strings.Cut(v.page, `type="hidden" name="`+name+`" value="`)
	value, _, _ = strings.Cut(value, `"`)
	return value
}
