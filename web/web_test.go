package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"muster/builder/fad"
	"muster/catalog"
	"muster/catalog/data"
	"muster/examples"
	"muster/schema"
	"muster/schema/files"
	"muster/schema/schematest"
	"muster/share"
	"muster/web"
)

// A visitor uses the pages as a browser without script does.
type visitor struct {
	t       testing.TB
	folder  *files.Memory
	books   *files.Memory
	handler http.Handler
	at      string // the newest page's address
	page    string // and its text
	status  int
}

func visit(t testing.TB, lists map[string]string) *visitor {
	v := &visitor{t: t, folder: files.NewMemory(lists), books: files.NewMemory(nil)}
	v.handler = web.New(web.Options{
		Lists: v.folder, Books: v.books, Library: catalog.NewLibrary(v.books), Deployment: web.LocalServer, FolderName: "lists", Examples: examples.Files,
	})
	return v
}

// send sends a request and follows where it leads.
func (v *visitor) send(r *http.Request) {
	v.t.Helper()
	for range 5 {
		w := httptest.NewRecorder()
		v.handler.ServeHTTP(w, r)
		v.status, v.page, v.at = w.Code, w.Body.String(), r.URL.RequestURI()
		if w.Code != http.StatusSeeOther {
			return
		}
		r = httptest.NewRequest(http.MethodGet, w.Header().Get("Location"), nil)
	}
	v.t.Fatalf("%s leads round in a circle", v.at)
}

func (v *visitor) get(path string) {
	v.t.Helper()
	v.send(httptest.NewRequest(http.MethodGet, path, nil))
}

var etagField = regexp.MustCompile(`name="etag" value="([^"]+)"`)

// post fills in a form: keys and values in turn.
func (v *visitor) post(path string, pairs ...string) {
	v.t.Helper()
	form := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Add(pairs[i], pairs[i+1])
	}
	if list, ok := strings.CutSuffix(path, "/do"); ok && !form.Has("etag") {
		seen := etagField.FindStringSubmatch(v.page)
		if seen == nil || !strings.HasPrefix(v.at, list) { // who changes a list has seen it
			v.get(list)
			seen = etagField.FindStringSubmatch(v.page)
		}
		if seen != nil {
			form.Add("etag", seen[1])
		}
	}
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	v.send(r)
}

// upload sends a file.
func (v *visitor) upload(name, text string) {
	v.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		v.t.Fatal(err)
	}
	part.Write([]byte(text))
	form.Close()
	r := httptest.NewRequest(http.MethodPost, "/open", &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	v.send(r)
}

func (v *visitor) wants(texts ...string) {
	v.t.Helper()
	if v.status != http.StatusOK {
		v.t.Fatalf("%s: status %d\n%s", v.at, v.status, v.page)
	}
	page := withoutETags(v.page)
	for _, text := range texts {
		if !strings.Contains(page, text) {
			v.t.Fatalf("%s has no %q; nearest is\n%s", v.at, text, schematest.NearestLine(page, text))
		}
	}
}

var partETag = regexp.MustCompile(` data-as="\w*"`)

// withoutETags returns a page without the marks of its parts.
func withoutETags(page string) string { return partETag.ReplaceAllString(page, "") }

var statusLine = regexp.MustCompile(`role="status"[^>]*>([^<]*)<`)

// points is what the page's status says.
func (v *visitor) points() string {
	v.t.Helper()
	found := statusLine.FindStringSubmatch(v.page)
	if found == nil {
		v.t.Fatalf("%s has no status\n%s", v.at, v.page)
	}
	return found[1]
}

func (v *visitor) file(name string) string {
	v.t.Helper()
	text, err := fs.ReadFile(v.folder, name)
	if err != nil {
		v.t.Fatal(err)
	}
	return string(text)
}

// The way of a new player: a list, units, upgrades, a hero who joins, a finding,
// what is undone, and what is printed.
func TestANewPlayersWay(t *testing.T) {
	v := visit(t, nil)
	v.get("/")
	v.wants("<h1>My lists</h1>", "New list", "Open file", "Nothing here yet", "muster builds and checks army lists for Grimdark Future, Age of Fantasy and Fast and Dirty")
	v.get("/new")
	v.wants("Steel Wardens", "<h1>New list</h1>")
	v.post("/new", "book", "gf-3/steel-wardens", "name", "First Army", "points", "750")
	v.wants("<h1>First Army</h1>", `aria-label="Add Captain"`)
	if got := v.points(); got != "0 of 750 points, legal" {
		t.Error(got)
	}
	do := "/lists/first-army/do"
	v.post(do, "verb", "add captain", "back", v.at)
	v.post(do, "verb", "add line-squad", "back", v.at)
	v.wants(`aria-label="Remove Line Squad"`, "Replace up to two Rifles")
	if got := v.points(); got != "255 of 750 points, legal" {
		t.Error(got)
	}
	v.post(do, "verb", "upgrade line-squad heavy-rifle", "back", v.at)
	v.post(do, "verb", "upgrade line-squad heavy-rifle", "back", v.at)
	if got := v.points(); got != "265 of 750 points, legal" {
		t.Error(got)
	}
	v.wants("<b>2</b>")
	v.post(do, "verb", "link captain join", "to", "line-squad", "back", "/lists/first-army?unit=captain")
	v.wants(`<li id="part-captain"`, `id="link-joins-line-squad" aria-pressed="true"`)
	v.post(do, "verb", "add captain", "back", v.at)
	if got := v.points(); !strings.Contains(got, "not legal") {
		t.Error(got) // two heroes at 750 points
	}
	v.wants("error: ")
	v.get("/lists/first-army?fixes=yes")
	v.wants(`value="fix 0 0"`, "Remove Captain #2", `id="fix-0-undo"`, "Undo: Captain added, +45<") // ways out of the finding, the change before first
	v.post(do, "verb", "undo", "back", "/lists/first-army")
	if got := v.points(); got != "265 of 750 points, legal" {
		t.Error(got)
	}
	v.post(do, "verb", "redo", "back", "/lists/first-army")
	v.post(do, "verb", "remove captain-2", "back", "/lists/first-army")
	v.post(do, "verb", "rename line-squad", "name", "Old <b>Guard</b>", "note", "", "back", "/lists/first-army")
	v.wants("Old &lt;b&gt;Guard&lt;/b&gt;")
	v.get("/lists/first-army/odds")
	v.wants("<h1>Odds</h1>", "Shooting", "<svg class=\"chart\"")
	v.get("/lists/first-army/odds?unit=line-squad&cover=yes")
	v.wants("Against Light infantry", "Shooting at", "Charging", "Takes")
	v.get("/lists/first-army/file/pdf")
	if v.status != http.StatusOK || !strings.HasPrefix(v.page, "%PDF-") {
		t.Errorf("status %d, %.20q", v.status, v.page)
	}
	v.get("/lists/first-army/share")
	v.wants(`value="muster1.`, `<path d="M4 4h7v1h-7z`, "Old &lt;b&gt;Guard&lt;/b&gt;", "The list&#39;s code as a QR code")
	if strings.Contains(v.page, "#list=") {
		t.Error("a link leads to the person's own computer, where nobody else comes")
	}
}

// A shared list opens with the same points, whoever opens it.
func TestASharedListIsTheSame(t *testing.T) {
	text, err := fs.ReadFile(examples.Files, "third-company.yaml")
	if err != nil {
		t.Fatal(err)
	}
	v := visit(t, nil)
	v.post("/look", "text", (&share.Share{FileText: string(text)}).Code()) // which keeps nothing yet
	v.wants("<h1>Third Company</h1>", "1990 of 2000 points, legal", (&share.Share{FileText: string(text)}).Code(), "Keep it")
	if names, err := fs.Glob(v.folder, "*"); err != nil || len(names) > 0 {
		t.Errorf("a look leaves %v, %v", names, err)
	}
	v.post("/open", "text", (&share.Share{FileText: string(text)}).Code())
	v.wants("<h1>Third Company</h1>")
	if got := v.points(); got != "1990 of 2000 points, legal" {
		t.Error(got)
	}
	if got := v.file("third-company.yaml"); got != string(text) {
		t.Errorf("the file is another:\n%s", got)
	}
	v.post("/open", "text", (&share.Share{FileText: string(text)}).Code())
	if v.file("third-company-2.yaml") != string(text) {
		t.Error("a second copy hides the first")
	}
	for name, code := range map[string]string{"cut": (&share.Share{FileText: string(text)}).Code()[:200], "nothing": "muster1.", "no list": (&share.Share{FileText: "muster: book/1\n"}).Code(), "blank": "  "} {
		for _, path := range []string{"/open", "/look"} {
			if v.post(path, "text", code); v.status == http.StatusOK {
				t.Errorf("%s: accepted by %s\n%s", name, path, v.page)
			}
		}
	}
}

func TestFilesAreOpened(t *testing.T) {
	v := visit(t, nil)
	text, err := fs.ReadFile(examples.Files, "fad-outpost.yaml")
	if err != nil {
		t.Fatal(err)
	}
	v.upload("My Outpost.yaml", string(text))
	v.wants("<h1>Outpost Seven</h1>")
	if v.at != "/lists/my-outpost" {
		t.Errorf("it is at %s", v.at)
	}
	v.upload("third.txt", "hello")
	if v.status != http.StatusUnprocessableEntity {
		t.Errorf("a letter: status %d", v.status)
	}
	v.upload("own.yaml", "muster: book/1\nid: own\nsystem: gf-3\nname: Own Book\nunits: [{id: few, name: Few, size: 5, cost: 50, quality: 4, defense: 4}]\n")
	v.wants("Own Book is among your army books now")
	v.get("/new")
	v.wants("Own Book")
	v.post("/open", "example", "spring-tide")
	v.wants("<h1>Spring Tide</h1>")
	v.post("/open", "example", "../go.mod")
	if v.status != http.StatusNotFound {
		t.Errorf("status %d", v.status)
	}
}

// Fast and Dirty units are forms whose changes cost what the formula says.
func TestFieldsOfAUnit(t *testing.T) {
	v := visit(t, nil)
	v.post("/new", "book", "fad/", "name", "Outpost", "points", "500")
	v.post("/lists/outpost/do", "verb", "add infantry", "back", v.at)
	v.wants("What it costs, and why", "Brave", `name="quality"`)
	before := v.points()
	fields := map[string]string{}
	for _, m := range regexp.MustCompile(`<select name="([^"]+)" id=[^>]*>.*?<option value="([^"]*)" selected>`).FindAllStringSubmatch(v.page, -1) {
		fields[m[1]] = m[2]
	}
	pairs := []string{"verb", "fields infantry", "back", "/lists/outpost?unit=infantry"}
	for key, value := range fields {
		if key == "quality" {
			value = "elite"
		}
		pairs = append(pairs, key, value)
	}
	v.post("/lists/outpost/do", append(pairs, "traits/brave", "yes")...)
	if after := v.points(); after == before {
		t.Errorf("%s before and after", after)
	}
	if text := v.file("outpost.yaml"); !strings.Contains(text, "quality: elite") || !strings.Contains(text, "traits: [brave]") {
		t.Errorf("the file is\n%s", text)
	}
	v.post("/lists/outpost/do", append(pairs, "traits/brave", "no")...)
	if text := v.file("outpost.yaml"); strings.Contains(text, "brave") {
		t.Errorf("the file is\n%s", text)
	}
	v.post("/lists/outpost/do", "verb", "set infantry figures+={count: 1, weapon: saw}", "back", v.at)
	v.wants("SAW")
	v.post("/lists/outpost/do", "verb", "set infantry nonsense", "back", v.at)
	if v.status != http.StatusUnprocessableEntity {
		t.Errorf("status %d", v.status)
	}
}

// What another program writes meanwhile is never lost.
func TestAFileThatChangedIsLeftAlone(t *testing.T) {
	text, err := fs.ReadFile(examples.Files, "third-company.yaml")
	if err != nil {
		t.Fatal(err)
	}
	v := visit(t, map[string]string{"third.yaml": string(text)})
	v.post("/lists/third/do", "verb", "rename squad-1", "name", "One", "back", "/lists/third")
	v.wants("One")
	if err := files.Overwrite(v.folder, "third.yaml", text); err != nil {
		t.Fatal(err)
	}
	v.post("/lists/third/do", "verb", "undo", "back", "/lists/third")
	if v.file("third.yaml") != string(text) {
		t.Error("undo went over another program's change")
	}
	v.get("/lists/third")
	v.wants(`id="undo" form="do" name="verb" value="undo" aria-label="Undo" disabled`)
}

func TestAPI(t *testing.T) {
	text, err := fs.ReadFile(examples.Files, "third-company.yaml")
	if err != nil {
		t.Fatal(err)
	}
	v := visit(t, map[string]string{"third.yaml": string(text), "notes.yaml": "a: b\n"})
	for _, path := range []string{"/api/lists", "/api/lists/third/check"} {
		v.get(path)
		var got struct {
			Lists []struct {
				Name   string
				Points int
				Legal  bool
			}
		}
		if err := json.Unmarshal([]byte(v.page), &got); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if fmt.Sprint(got.Lists) != "[{Third Company 1990 true}]" {
			t.Errorf("%s: %+v", path, got)
		}
	}
}

// No address and no id reaches outside the folder.
func TestNothingOutsideIsReached(t *testing.T) {
	v := visit(t, map[string]string{
		"third.yaml": "muster: list/1\nsystem: gf-3\nbook: ../../etc/passwd\nname: T\nunits: []\n",
		"own.yaml":   "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits: []\n",
	})
	for _, path := range []string{
		"/lists/..%2Fsecret", "/lists/%2Fetc%2Fpasswd", "/lists/..", "/lists/.hidden", "/lists/x%00y", "/static/../handler.go", "/static/..%2fhandler.go", "/nowhere", "/lists/third%2F..%2Fthird",
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		at, err := url.Parse(path)
		if err != nil {
			t.Fatal(err)
		}
		r.URL = at
		w := httptest.NewRecorder()
		v.handler.ServeHTTP(w, r)
		if w.Code == http.StatusOK {
			t.Errorf("%s is served:\n%.200s", path, w.Body)
		}
	}
	v.get("/lists/third")
	if v.status == http.StatusOK || strings.Contains(v.page, "root:") {
		t.Errorf("status %d\n%s", v.status, v.page)
	}
	v.post("/lists/own/do", "verb", "undo", "back", "https://elsewhere.example/")
	if v.at != "/" {
		t.Errorf("it leads to %s", v.at)
	}
}

// Names that hold markup are shown as text, on every page.
func TestNamesAreText(t *testing.T) {
	evil := `<script>alert(1)</script>`
	v := visit(t, map[string]string{"x.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: '" + evil + "'\nunits: [{id: a, unit: line-squad, name: '" + evil + "', notes: '\"><img src=x onerror=alert(1)>'}]\n"})
	for _, path := range []string{"/", "/lists/x", "/lists/x?unit=a", "/lists/x?offer=%3Cscript%3E", "/lists/x?find=%22%3E%3Cscript%3E", "/lists/x/odds", "/lists/x/odds?unit=a", "/lists/x/print", "/lists/x/share", "/lists/x/play", "/lists/" + url.PathEscape(evil)} {
		v.get(path)
		if strings.Contains(v.page, "<script>") || strings.Contains(v.page, "<img") {
			t.Errorf("%s\n%s", path, v.page)
		}
	}
}

// A rule's name leads to what it says and does.
func TestRulesAreExplained(t *testing.T) {
	v := visit(t, map[string]string{})
	v.post("/open", "example", "third-company")
	v.get("/lists/third-company?unit=breachers")
	v.wants(`<a href="/lists/third-company/rule?name=Deadly%283%29" data-pop>Deadly(3)</a>`, `data-option="gate-charge"`)
	v.get("/lists/third-company/rule?name=Deadly%283%29")
	v.wants("<h1>Deadly(3)</h1>", "in fights", "<strong>from</strong>")
	v.get("/lists/third-company/rule?name=gate-charge")
	v.wants("<h1>Gate Charge</h1>", "Limited")
	v.get("/lists/third-company/rule?name=%3Cscript%3E")
	if v.status != http.StatusNotFound || strings.Contains(v.page, "<script>") {
		t.Errorf("status %d\n%s", v.status, v.page)
	}
	v.post("/open", "example", "fad-outpost")
	v.get("/lists/fad-outpost/rule?name=Hardened")
	v.wants("<h1>Hardened</h1>", "<strong>from</strong>")
	// No link leads nowhere: of units in the list, of what can be added to it, of
	// an empty list.
	v.post("/new", "book", "fad/", "name", "Empty", "points", "500")
	link, unit := regexp.MustCompile(`href="(/lists/[^"]+/rule\?[^"]+)"`), regexp.MustCompile(`href="(/lists/[^"]+(?:unit|offer)=[^"]+)"`)
	followed := map[string]bool{}
	for _, list := range []string{"third-company", "fad-outpost", "empty"} {
		v.get("/lists/" + list)
		for _, u := range unit.FindAllStringSubmatch(v.page, -1) {
			v.get(html.UnescapeString(u[1]))
			v.wants()
			for _, l := range link.FindAllStringSubmatch(v.page, -1) {
				if to := html.UnescapeString(l[1]); !followed[to] {
					followed[to] = true
					v.get(to)
					v.wants("<h1>", "<strong>")
				}
			}
		}
	}
	if len(followed) < 60 {
		t.Errorf("only %d links", len(followed))
	}
}

// platoons are those that a list's file states, in one line.
func platoons(t *testing.T, file string) string {
	t.Helper()
	document, err := schema.Read("list.yaml", []byte(file), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	army, err := fad.LoadDocument(document, nil)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, p := range army.List.Platoons {
		all = append(all, fmt.Sprint(p))
	}
	return strings.Join(all, " ")
}

func TestPlatoonsAndBasicCreation(t *testing.T) {
	v := visit(t, nil)
	v.post("/new", "book", "fad/basic", "name", "Tide", "points", "")
	for range 2 {
		v.post("/lists/tide/do", "verb", "add infantry", "back", "/lists/tide")
	}
	v.wants("Creation: ")
	for _, c := range []struct{ verb, platoons string }{
		{"station infantry 0 command", "{ [infantry] []}"},
		{"station infantry-2 1 squads", "{ [infantry] [infantry-2]}"},
		{"station infantry-2 0 squads", "{ [infantry] []} { [] [infantry-2]}"},
		{"station infantry 2 squads", "{ [] [infantry-2 infantry]}"},
		{"station infantry 1 command", "{ [infantry] [infantry-2]}"},
		{"station infantry", "{ [] [infantry-2]}"},
		{"station infantry 3 command", "{ [] [infantry-2]}"},
		{"station infantry-2 1 command", "{ [infantry-2] []}"},
		{"platoon 1", "{Second [infantry-2] []}"},
		{"station infantry-2", "{Second [] []}"},
	} {
		v.post("/lists/tide/do", "verb", c.verb, "name", "Second", "back", "/lists/tide")
		if got := platoons(t, v.file("tide.yaml")); got != c.platoons {
			t.Errorf("%s: the platoons are %s, want %s", c.verb, got, c.platoons)
		}
	}
	v.get("/lists/tide?unit=infantry")
	v.wants("Disband", "0 squads of infantry; a platoon has", "In no platoon", `id="link-commands-1"`)
	v.post("/lists/tide/do", "verb", "disband 1", "back", "/lists/tide")
	if text := v.file("tide.yaml"); strings.Contains(text, "Second") {
		t.Errorf("the file is\n%s", text)
	}
	v.post("/lists/tide/do", "verb", "list", "name", "Tide", "points", "", "method", "basic", "command-style", "cautious", "back", "/lists/tide")
	if text := v.file("tide.yaml"); !strings.Contains(text, "command-style: cautious") {
		t.Errorf("the file is\n%s", text)
	}
}

// A book of a stranger whose names hold markup is shown as text on every page.
func TestABooksNamesAreText(t *testing.T) {
	evil := `<script>alert(1)</script><img src=x onerror=alert(2)>`
	v := visit(t, nil)
	v.upload("evil.yaml", fmt.Sprintf(`muster: book/1
id: evil
system: gf-3
name: %[1]q
rules: [{name: %[1]q, summary: %[1]q}]
units:
  - {id: few, name: %[1]q, size: 5, cost: 50, quality: 4, defense: 4, rules: [%[1]q], weapons: [{name: %[1]q, attacks: 1, range: 24}]}
`, evil))
	v.wants("among your army books now")
	v.post("/new", "book", "gf-3/evil", "name", "X", "points", "500")
	v.post("/lists/x/do", "verb", "add few", "back", v.at)
	v.wants("&lt;script&gt;alert(1)")
	for _, path := range []string{"/", "/new", "/books", "/lists/x", "/lists/x?unit=few", "/lists/x?offer=few", "/lists/x/rule?name=" + url.QueryEscape(evil), "/lists/x/odds?unit=few", "/lists/x/print", "/lists/x/share", "/lists/x/play"} {
		v.get(path)
		v.wants("<h1")
		if strings.Contains(v.page, "<script>") || strings.Contains(v.page, "<img") {
			t.Errorf("%s\n%s", path, v.page)
		}
	}
}

// A stranger's book or list with an id that only a decoder reads is refused, and
// nothing is written anywhere.
func TestAStrangersFileReachesOnlyItself(t *testing.T) {
	v := visit(t, nil)
	book, err := fs.ReadFile(data.Files, "gf-3/steel-wardens.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"!!binary Li4vLi4vLi4vcHduZWR4", "../../../pwnedx", `"\e[31m"`, "con"} {
		v.upload("book.yaml", strings.NewReplacer("id: steel-wardens", "id: "+id, "version: \"1.0\"\n", "").Replace(string(book)))
		if v.status != http.StatusUnprocessableEntity {
			t.Errorf("a book with the id %s: %d", id, v.status)
		}
		v.upload("con.yaml", "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits: [{id: "+id+", unit: line-squad}]\n")
	}
	if names, err := fs.Glob(v.books, "*.yaml"); err != nil || len(names) > 0 {
		t.Error("books were written:", names, err)
	}
	if names, err := fs.Glob(v.folder, "*"); err != nil || len(names) != 1 || names[0] != "list-con.yaml" { // of the id con, which a unit may have
		t.Error("lists were written:", names, err)
	}
}
