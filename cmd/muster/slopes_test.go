package main

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"
)

const usualUnits = 240

var mostUnits = flag.Int("slopes", usualUnits, "how many units the largest list of TestSlopes has; beside the work it then says the time, too")

// mostSlope is how much more work it may be to double a list, folder or book than it was to
// make it as large as it is from half of it.
const mostSlope = 2.6

// companyOf is a list of so many units: pairs, heroes who joined, transports with squads in
// them, and some that have no links; one in thirty chose what it has no room for if it is
// to be wrong.
func companyOf(units int, wrong bool) string {
	var text strings.Builder
	text.WriteString("muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: Company\npoints: 1000000\nforce-org: false\nunits:\n")
	text.WriteString("  - {id: x, unit: line-squad}\n  - {id: y, unit: line-squad}\n  - {id: z, unit: captain, upgrades: [twin-pistol]}\n")
	for i := 0; i < units-3; i += 6 {
		upgrade := "sergeant"
		if wrong && i%30 == 0 {
			upgrade = "sergeant, sergeant"
		}
		fmt.Fprintf(&text, "  - {id: a%d, unit: line-squad, upgrades: [%s]}\n  - {id: b%d, unit: line-squad, combine: a%d, upgrades: [sergeant]}\n", i, upgrade, i, i)
		fmt.Fprintf(&text, "  - {id: c%d, unit: captain, join: a%d}\n  - {id: d%d, unit: apc}\n  - {id: e%d, unit: breachers, in: d%d}\n  - {id: f%d, unit: sentry-walker}\n", i, i, i, i, i, i)
	}
	return text.String()
}

// forceOf is a list of Fast and Dirty of so many units, every second of which rides in one.
func forceOf(units int) string {
	var text strings.Builder
	text.WriteString("muster: list/1\nsystem: fad\nname: Force\nunits:\n")
	for i := 0; i < units; i += 2 {
		fmt.Fprintf(&text, "  - {id: v%d, kind: vehicle, quality: regular, resolve: steady, armour: {front: 8, side: 7, rear: 6}, capacity: 10}\n", i)
		fmt.Fprintf(&text, "  - {id: s%d, kind: infantry, quality: regular, resolve: steady, armour: none, figures: [{count: 5, weapon: assault-rifle}], in: v%d}\n", i, i)
	}
	return text.String()
}

// bookOf is a book of so many squads, each with options of its own.
func bookOf(units int, name string) string {
	var text strings.Builder
	fmt.Fprintf(&text, "muster: book/1\nid: %s\nsystem: gf-3\nname: %s\nversion: \"1\"\nunits:\n", name, name)
	for i := range units {
		fmt.Fprintf(&text, "  - {id: squad-%d, name: Squad %d, size: 5, quality: 4, defense: 4, cost: %d, upgrades: [arms-%d], weapons: [{name: Rifle, count: 5, range: 24, attacks: 1}]}\n", i, i, 100+5*(i%7), i)
	}
	text.WriteString("upgrades:\n")
	for i := range units {
		fmt.Fprintf(&text, "  - {id: arms-%d, name: Arms, sections: [{label: Upgrade with, kind: upgrade, select: 1, options: [{id: gun-%d, name: Gun, cost: 10, weapons: [{name: Gun, range: 24, attacks: 2}]}]}]}\n", i, i)
	}
	return text.String()
}

// Files of size n, in a folder: a list is list.yaml. What takes long, or may hold less, is
// asked of a part of n.
func companyFiles(n int) map[string]string {
	return map[string]string{"list.yaml": companyOf(n, false)}
}

// largeFiles are a list whose link is always too long for a QR code.
func largeFiles(n int) map[string]string { return companyFiles(2 * n) }

func squadFiles(n int) map[string]string {
	return map[string]string{"list.yaml": companyOf(n/4, false)}
}

// roomFiles are a list with room for 150 points: the first three units cost 475, six more 965.
func roomFiles(n int) map[string]string {
	points := fmt.Sprintf("points: %d\n", 475+965*((n-3+5)/6)+150)
	return map[string]string{"list.yaml": strings.Replace(companyOf(n, false), "points: 1000000\n", points, 1)}
}

func wrongFiles(n int) map[string]string { return map[string]string{"list.yaml": companyOf(n, true)} }

// allWrongFiles are a list whose every squad is wrong.
func allWrongFiles(n int) map[string]string {
	return map[string]string{"list.yaml": strings.ReplaceAll(companyOf(n, false), "[sergeant]", "[sergeant, sergeant]")}
}

func forceFiles(n int) map[string]string { return map[string]string{"list.yaml": forceOf(n / 2)} }

func bookFiles(n int) map[string]string {
	const list = "muster: list/1\nsystem: gf-3\nbook: large.yaml\nname: L\npoints: 2000\nunits: [{id: a, unit: squad-0}]\n"
	return map[string]string{"list.yaml": list, "large.yaml": bookOf(n/3, "large"), "older.yaml": strings.ReplaceAll(bookOf(n/3, "large"), "cost: 10,", "cost: 15,")}
}

// shelfFiles are so many lists in a folder.
func shelfFiles(n int) map[string]string {
	all := companyFiles(6)
	for i := range n / 4 {
		all[fmt.Sprintf("list-%d.yaml", i)] = fmt.Sprintf("muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: Army %d\npoints: 500\nunits: [{id: a, unit: line-squad}]\n", i)
	}
	return all
}

// libraryFiles are so many books beside a list.
func libraryFiles(n int) map[string]string {
	all := companyFiles(6)
	for i := range n / 8 {
		all[fmt.Sprintf("book-%d.yaml", i)] = bookOf(5, fmt.Sprintf("book-%d", i))
	}
	return all
}

// gameFiles are a game of so many taps.
func gameFiles(n int) map[string]string {
	all := companyFiles(6)
	var text strings.Builder
	text.WriteString("muster: play/1\nevents:\n")
	for i := range n {
		fmt.Fprintf(&text, "  - {do: %s, unit: f0}\n", [...]string{"wound", "heal"}[i%2])
	}
	all["list.play.yaml"] = text.String()
	return all
}

// keptFiles are so many games that were kept, and a game of so many taps that is on.
func keptFiles(n int) map[string]string {
	all := gameFiles(n)
	events := strings.TrimPrefix(all["list.play.yaml"], "muster: play/1\n")
	for i := range 2 * n {
		all[fmt.Sprintf("list.games/2026-11-25-%06d.play.yaml", i)] = fmt.Sprintf("muster: play/1\nbegan: 2026-11-25 %d\nkept: {list: L, army: Army %d, opponent: Foe %d, points: [1, 2], rounds: 4, score: [1, 0], result: won, log: [Round 1 begins]}\n", i, i%40, i) + events[:strings.Index(events, "\n")+1] + "  - {do: next}\n"
	}
	return all
}

// trashFiles are so many lists in a folder's trash.
func trashFiles(n int) map[string]string {
	all := companyFiles(6)
	for i := range n / 4 {
		all[fmt.Sprintf(".trash/%d-list-list-%d.yaml", time.Now().Add(-time.Duration(i)*time.Minute).UnixMilli(), i)] = companyOf(6, false)
	}
	return all
}

// A slope is what is asked of files of size n: a command, or a page, to which a form may
// be sent.
type slope struct {
	name   string
	files  func(n int) map[string]string
	asked  string
	before []string // commands that are given first
	page   bool
	form   string
	pages  []visit // that are asked for first

	parent  string            // of the folders that are shared
	folders map[string]string // those that are there, by kind and size of their files
}

// A visit asks for a page, or sends it a form: fields, in which TEXT is the text of the
// list and ETAG what the page before says; "=TEXT" alone, as JSON is sent; or with
// "@FIELD FILE…" files, by default all, which "@FIELD.zip" packs. Of an address the page
// before says what * is.
type visit struct{ address, form string }

// request returns the request of a visit.
func (v visit) request(t *testing.T, files map[string]string, page string) *http.Request {
	t.Helper()
	if before, after, found := strings.Cut(v.address, "*"); found {
		path := strings.TrimPrefix(before, "http://localhost")
		id := regexp.MustCompile(regexp.QuoteMeta(path) + `([^/"]+)` + regexp.QuoteMeta(after)).FindStringSubmatch(page)
		if id == nil {
			t.Fatalf("no %s on the page before", v.address)
		}
		v.address = before + id[1] + after
	}
	kind, body := "application/x-www-form-urlencoded", v.form
	field, sent := strings.CutPrefix(v.form, "@")
	switch {
	case v.form == "":
		return httptest.NewRequest(http.MethodGet, v.address, nil)
	case v.form == "=TEXT":
		kind, body = "application/json", files["list.yaml"]
	case sent:
		kind, body = multipartOf(t, files, strings.Fields(field))
	default:
		etag := regexp.MustCompile(`name="etag" value="([^"]*)"`).FindStringSubmatch(page)
		body = strings.NewReplacer("TEXT", url.QueryEscape(files["list.yaml"]), "ETAG", url.QueryEscape(strings.Join(etag[min(1, len(etag)):], ""))).Replace(body)
	}
	r := httptest.NewRequest(http.MethodPost, v.address, strings.NewReader(body))
	r.Header.Set("Content-Type", kind)
	return r
}

// multipartOf is a form that sends files in a field.
func multipartOf(t *testing.T, files map[string]string, named []string) (kind, body string) {
	t.Helper()
	var text, packed bytes.Buffer
	form, archive := multipart.NewWriter(&text), zip.NewWriter(&packed)
	field, zipped := strings.CutSuffix(named[0], ".zip")
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if len(named) > 1 && !slices.Contains(named[1:], name) {
			continue
		}
		var to io.Writer
		var err error
		if zipped {
			to, err = archive.Create("lists/" + name)
		} else {
			to, err = form.CreateFormFile(field, name)
		}
		if err == nil {
			_, err = io.WriteString(to, files[name])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); zipped && err == nil {
		to, err := form.CreateFormFile(field, "all.zip")
		if _, wrong := to.Write(packed.Bytes()); err != nil || wrong != nil {
			t.Fatal(err, wrong)
		}
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	return form.FormDataContentType(), text.String()
}

// slopes are all that commands and pages are asked for, by the files. FILE is the list, OUT
// a file to write.
func slopes() (all []slope) {
	const list = "http://localhost/lists/list"
	commands := func(name string, files func(int) map[string]string, asked ...string) {
		for _, one := range asked {
			all = append(all, slope{name: name + ": " + one, files: files, asked: one})
		}
	}
	pages := func(name string, files func(int) map[string]string, asked ...string) {
		for _, one := range asked {
			all = append(all, slope{name: name + " page: " + one, files: files, asked: strings.Replace("http://localhost"+one, "http://localhost/list", list, 1), page: true})
		}
	}
	exports := []string{"txt", "html", "md", "csv", "json", "tts.json", "pdf"}
	for i, ending := range exports {
		exports[i] = "export FILE -o OUT." + ending
	}
	reads := []string{"check FILE", "check FILE --json", "show FILE", "show FILE --json", "brief FILE", "price FILE --explain", "share FILE", "diff FILE FILE", "update FILE --dry-run", "verify 7QKX-M2PA-3TZ5-QWLC FILE"}
	commands("units", companyFiles, append(reads, exports...)...)
	commands("units", companyFiles, "show FILE a0", "price FILE", "gain FILE", "gain FILE a0", "preview FILE", "preview FILE --unit a0", "show FILE --play",
		"check FILE --fixes", "preview FILE --unit a0 --against FILE", "import FILE -o OUT",
		"add FILE captain --dry-run", "remove FILE a0 --dry-run", "copy FILE a0 --dry-run", "move FILE a0 --dry-run", "rename FILE a0 zz --dry-run", "note FILE a0 zz --dry-run",
		"upgrade FILE f0 flame-arms --dry-run", "downgrade FILE a0 sergeant --dry-run", "swap FILE z twin-pistol=plasma-sidearm --dry-run", "combine FILE x y --dry-run",
		"join FILE z x --dry-run", "embark FILE f0 d0 --dry-run", "detach FILE a0 --dry-run", "set FILE name=Other --dry-run")
	all = append(all, slope{name: "units: undo", files: companyFiles, asked: "undo FILE", before: []string{"rename FILE a0 zz"}},
		slope{name: "units: redo", files: companyFiles, asked: "redo FILE", before: []string{"rename FILE a0 zz", "undo FILE"}})
	commands("wrong", wrongFiles, "check FILE", "check FILE --json", "show FILE", "brief FILE")
	commands("force", forceFiles, append(reads, exports...)...)
	commands("force", forceFiles, "show FILE s0", "library save FILE s0 --force", "preview FILE", "preview FILE --unit s0", "show FILE --play", "set FILE name=Other --dry-run", "remove FILE s0 --dry-run", "copy FILE s0 --dry-run", "design heavy-weapons --points 30 --against FILE#s0 figures=3")
	commands("fill", squadFiles, "fill FILE --upgrades --answers 1")
	commands("book", bookFiles, "check FILE", "new OUT.yaml --system gf-3 --book LARGE", "books LARGE", "books LARGE squad-0", "price LARGE", "price LARGE squad-0", "rule Tough --book LARGE", "diff OLDER LARGE",
		"import LARGE -o OUT", "fill FILE --answers 1", "fill FILE --best spend --answers 1", "gain FILE", "export FILE -o OUT.pdf")
	commands("lists", shelfFiles, "check FOLDER", "check FOLDER --json", "update FOLDER --dry-run", "show FILE")
	commands("books", libraryFiles, "check FILE", "books --books FOLDER", "rule Tough --books FOLDER", "update FILE --dry-run")
	commands("taps", gameFiles, "show FILE --play", "show FILE --play --json")
	commands("kept", keptFiles, "games FILE", "games FOLDER", "games FOLDER --json")

	all = append(all, pageSlopes(pages)...)
	return all
}

// pageSlopes are what pages are asked for, and the forms that are sent.
func pageSlopes(pages func(string, func(int) map[string]string, ...string)) (forms []slope) {
	both := []string{"/list", "/list?pane=book", "/list/odds", "/list/match-up", "/list/beside", "/list/print", "/list/play", "/list/play/foe", "/list/play/odds", "/list/play/summary", "/list/update", "/list/file/json", "/list/file/yaml"}
	pages("units", companyFiles, append(both, "/list?fixes=yes", "/list?unit=a0", "/list?unit=c0", "/list?unit=d0", "/list?unit=e0", "/list?pane=book&fits=yes", "/list/fill", "/list/fill?steps=yes", "/list/fill/progress", "/list/price?unit=a0",
		"/list/collection", "/list/collection/file", "/list/does?unit=a0", "/list/rule?name=Tough", "/list/play/unit?unit=a0", "/list/play/target?unit=a0", "/list/play/summary/txt", "/list/events", "/api/lists/list/check")...)
	pages("large", largeFiles, "/list/share")
	pages("wrong", wrongFiles, "/list", "/list?unit=a0")
	pages("all wrong", allWrongFiles, "/list", "/list?fixes=yes")
	pages("force", forceFiles, append(both, "/list/share", "/list?unit=s0", "/list?unit=v0", "/list/play/unit?unit=s0")...)
	pages("fill", squadFiles, "/list/fill?best=damage&upgrades=yes")
	pages("room", roomFiles, "/list/fill?best=spend&upgrades=yes") // with room for all it costs its whole budget, whatever the list's size
	pages("book", bookFiles, "/list", "/list?pane=book", "/list?pane=book&fits=yes", "/list?unit=a", "/list/fill", "/list/fill?best=spend", "/list/collection", "/books")
	pages("lists", shelfFiles, "/", "/?find=army", "/event", "/api/lists", "/everything", "/list", "/list/odds", "/list/fill", "/list/play/foe", "/trash", "/new", "/open", "/fad", "/books/share")
	pages("books", libraryFiles, "/", "/books", "/books/changes?from=steel-wardens&to=steel-wardens", "/list", "/list?pane=book", "/new", "/price", "/books/gf-3/steel-wardens@1.0", "/books/fad", "/books/share")
	pages("taps", gameFiles, "/list/play", "/list/play/summary")
	pages("kept", keptFiles, "/games", "/games/list.games/2026-11-25-000000.play.yaml", "/everything")
	for _, one := range []struct{ page, form string }{
		{"/do", "verb=upgrade f0 flame-arms"}, {"/do", "verb=add captain"}, {"/do", "verb=remove a0"}, {"/do", "verb=move a0"}, {"/rename", "name=Other"}, {"/duplicate", ""}, {"/delete", ""}, {"/play", "e=do=wound&unit=a0"}, {"/play", "e=do=end"},
	} {
		key, value, _ := strings.Cut(one.form, "=")
		for _, on := range []struct {
			name  string
			files func(int) map[string]string
		}{{"units", companyFiles}, {"lists", shelfFiles}, {"books", libraryFiles}, {"taps", gameFiles}} {
			forms = append(forms, slope{name: on.name + " form: " + one.page + " " + one.form, files: on.files, asked: "http://localhost/lists/list" + one.page, page: true, form: cmp.Or(url.Values{key: {value}}.Encode(), "=")})
		}
	}
	return append(forms, cameSlopes()...)
}

// cameSlopes are what pages are asked for that need others before them: what comes in, the
// trash, and answers that are taken.
func cameSlopes() (all []slope) {
	const site = "http://localhost"
	add := func(name string, files func(int) map[string]string, visits ...visit) {
		for i := range visits {
			visits[i].address = site + visits[i].address
		}
		last := visits[len(visits)-1]
		all = append(all, slope{name: name + " sent: " + strings.TrimPrefix(last.address, site) + " " + last.form, files: files, asked: last.address, page: true, form: last.form, pages: visits[:len(visits)-1]})
	}
	for name, files := range map[string]func(int) map[string]string{"units": companyFiles, "wrong": wrongFiles, "force": forceFiles, "lists": shelfFiles, "book": bookFiles, "books": libraryFiles} {
		zipped := visit{"/open", "@file.zip"}
		add(name, files, visit{"/open", "@file"})
		add(name, files, zipped)
		add(name, files, zipped, visit{"/came/1", ""})
		add(name, files, zipped, visit{"/came/1/keep", "="})
		kept := []visit{zipped, {"/came/1/keep", "="}}
		add(name+" away", files, append(kept, visit{"/came/*/back", "="})...)
		add(name, files, visit{"/everything", "@copy.zip"})
		add(name, files, visit{"/event", "@lists"})
		add(name, files, visit{"/look", "text=TEXT"})
		add(name, files, visit{"/look/pdf", "text=TEXT"})
		add(name, files, visit{"/api/check", "=TEXT"})
		add(name, files, visit{"/new", "book=gf-3/steel-wardens&name=New&points=1000"})
		add(name, files, visit{"/lists/list/delete", "="}, visit{"/trash", ""}, visit{"/trash/*/back", "="})
		if name != "force" && name != "book" {
			add(name, files, visit{"/lists/list/collection", ""}, visit{"/lists/list/collection", "etag=ETAG&unit:line-squad=3&have:line-squad=yes"})
		}
	}
	add("force", forceFiles, visit{"/fad", "kind=infantry&list=list"})
	add("force", forceFiles, visit{"/fad", "kind=infantry&name=Kept"}, visit{"/units/kept/delete", "="})
	add("book", bookFiles, visit{"/open", "@file large.yaml"}, visit{"/books/gf-3/large@1/delete", "="})
	add("trash", trashFiles, visit{"/trash", ""})
	add("trash", trashFiles, visit{"/trash", ""}, visit{"/trash/*/back", "="})
	add("trash", trashFiles, visit{"/trash/empty", "="})
	add("trash", trashFiles, visit{"/", ""})
	add("room", roomFiles, visit{"/lists/list/fill?best=spend&upgrades=yes", ""}, visit{"/lists/list/fill", "best=spend&upgrades=yes&take=1&etag=ETAG"})
	return all
}

// What libraries keep in pools, or have to make anew, is up to so many bytes.
const pooled = 1 << 20

// No command and no page does more than so many times the work for twice as large a
// list, folder or book. Work is the bytes that it asks for, which counts what it makes of
// them wherever the machine is busy.
func TestSlopes(t *testing.T) {
	if testing.Short() {
		t.Skip("it does all that the program does, of large files")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // what is asked for is counted, not what is in use
	parent, folders := t.TempDir(), map[string]string{}
	for _, s := range slopes() {
		s.parent, s.folders = parent, folders
		t.Run(strings.ReplaceAll(s.name, "/", "|"), func(t *testing.T) {
			works := [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}
			var times []time.Duration
			s.work(t, 6) // what a program makes ready once
			slope := math.Inf(1)
			for range 2 { // the second time where the collector has emptied a pool
				times = nil
				for i, n := range []int{*mostUnits / 4, *mostUnits / 2, *mostUnits} {
					bytes, took := s.work(t, n)
					works[i], times = min(works[i], float64(bytes)), append(times, took.Round(time.Millisecond))
				}
				slope = max(works[2]-works[1], pooled) / max(works[1]-works[0], pooled) // 2 if the work grows with the size, whatever any file costs
				if slope <= mostSlope {
					break
				}
			}
			t.Logf("%.2f %.0f", slope, works[2])
			if *mostUnits != usualUnits {
				t.Log(times)
			}
			if slope > mostSlope {
				t.Errorf("%.2f times the work for twice the size: %.0f bytes", slope, works)
			}
		})
	}
}

// work is how many bytes are asked for by what is asked of files of size n, and how long
// it takes.
func (s *slope) work(t *testing.T, n int) (bytes uint64, took time.Duration) {
	t.Helper()
	home, files := t.TempDir(), s.files(n)
	for _, key := range []string{"XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "HOME"} {
		t.Setenv(key, home)
	}
	folder := s.folder(t, n, files)
	words := strings.NewReplacer("FILE", filepath.Join(folder, "list.yaml"), "FOLDER", folder, "OUT", filepath.Join(folder, "out"),
		"LARGE", filepath.Join(folder, "large.yaml"), "OLDER", filepath.Join(folder, "older.yaml"))
	command := func(line string) {
		var said strings.Builder
		if code := run(strings.Fields(words.Replace(line)), io.Discard, &said); code > exitIllegal {
			t.Fatalf("exit code %d: %s", code, said.String())
		}
	}
	for _, line := range s.before {
		command(line)
	}
	do := func() { command(s.asked) }
	if s.page {
		handler := (&app{}).webHandler(folder, "", nil)
		page := ""
		for _, v := range s.pages {
			w := httptest.NewRecorder()
			if handler.ServeHTTP(w, v.request(t, files, page)); w.Code >= 400 {
				t.Fatalf("%s: status %d: %s", v.address, w.Code, w.Body)
			}
			page = w.Body.String()
		}
		r := visit{s.asked, s.form}.request(t, files, page)
		do = func() {
			w := httptest.NewRecorder()
			w.Body = nil // which grows by leaps
			if handler.ServeHTTP(w, r); w.Code >= 400 {
				t.Fatalf("status %d", w.Code)
			}
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begun := time.Now()
	do()
	took = time.Since(begun)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, took
}

// folder returns a folder with files of size n. What only reads shares one.
func (s *slope) folder(t *testing.T, n int, files map[string]string) string {
	t.Helper()
	kind, _, _ := strings.Cut(strings.Replace(s.name, " page:", ":", 1), ":")
	shared := fmt.Sprintf("%s-%d", strings.ReplaceAll(kind, " ", "-"), n)
	reads := s.before == nil && s.pages == nil && s.form == "" && !strings.Contains(s.asked, "OUT")
	if folder := s.folders[shared]; reads && folder != "" {
		return folder
	}
	folder := t.TempDir()
	if reads {
		folder = filepath.Join(s.parent, shared)
		s.folders[shared] = folder
	}
	for name, text := range files {
		if strings.Contains(s.name, " away ") { // it is only sent
			break
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(folder, name), text)
	}
	return folder
}

// Every command and every page is among the slopes, but those that read no list, folder or
// book.
func TestSlopesAskForAll(t *testing.T) {
	asked := map[string]bool{}
	for _, name := range []string{"completion", "help", "schema", "serve", "site", "duel", "GET /club", "GET /club/{file...}"} {
		asked[name] = true
	}
	asked["/"] = true // the page for what is not there
	var source []byte
	rooms, err := filepath.Glob(filepath.Join("..", "..", "web", "*", "routes.go"))
	for _, file := range append(rooms, filepath.Join("..", "..", "web", "handler.go")) {
		text, readErr := os.ReadFile(file)
		source, err = append(source, text...), errors.Join(err, readErr)
	}
	if err != nil {
		t.Fatal(err)
	}
	patterns, mux := map[string]bool{}, http.NewServeMux()
	for _, m := range regexp.MustCompile(`(?m)^\t\t"([A-Z]* ?/[^"]*)": +h\.`).FindAllStringSubmatch(string(source), -1) {
		patterns[m[1]] = true
		mux.Handle(m[1], http.NotFoundHandler())
	}
	for _, s := range slopes() {
		if !s.page {
			asked[strings.Fields(s.asked)[0]] = true
			continue
		}
		method := http.MethodGet
		if s.form != "" {
			method = http.MethodPost
		}
		_, pattern := mux.Handler(httptest.NewRequest(method, s.asked, nil))
		asked[pattern] = true
	}
	for _, c := range (&app{}).rootCommand().Commands() {
		patterns[c.Name()] = true
	}
	for _, one := range slices.Sorted(maps.Keys(patterns)) {
		if !asked[one] {
			t.Errorf("%s is not measured", one)
		}
	}
	if len(patterns) < 80 {
		t.Errorf("%d commands and pages are known", len(patterns))
	}
}
