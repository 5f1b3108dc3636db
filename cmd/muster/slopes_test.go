package main

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

var mostUnits = flag.Int("slopes", 480, "how many units the largest list of TestSlopes has; beside the work it then says the time, too")

// mostSlope is how much more work twice as large a list, folder or book may be.
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

func squadFiles(n int) map[string]string {
	return map[string]string{"list.yaml": companyOf(n/8, false)}
}

func wrongFiles(n int) map[string]string { return map[string]string{"list.yaml": companyOf(n, true)} }
func forceFiles(n int) map[string]string { return map[string]string{"list.yaml": forceOf(n / 2)} }

func bookFiles(n int) map[string]string {
	const list = "muster: list/1\nsystem: gf-3\nbook: large.yaml\nname: L\npoints: 2000\nunits: [{id: a, unit: squad-0}]\n"
	return map[string]string{"list.yaml": list, "large.yaml": bookOf(n/3, "large"), "older.yaml": strings.ReplaceAll(bookOf(n/3, "large"), "cost: 10,", "cost: 15,")}
}

// shelfFiles are so many lists in a folder.
func shelfFiles(n int) map[string]string {
	all := companyFiles(6)
	for i := range n / 2 {
		all[fmt.Sprintf("list-%d.yaml", i)] = fmt.Sprintf("muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: Army %d\npoints: 500\nunits: [{id: a, unit: line-squad}]\n", i)
	}
	return all
}

// libraryFiles are so many books beside a list.
func libraryFiles(n int) map[string]string {
	all := companyFiles(6)
	for i := range n / 4 {
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

// A slope is what is asked of files of size n: a command, or a page, to which a form may
// be sent.
type slope struct {
	name   string
	files  func(n int) map[string]string
	asked  string
	before []string // commands that are given first
	page   bool
	form   string
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
	commands("force", forceFiles, "show FILE s0", "library save FILE s0 --force", "preview FILE", "preview FILE --unit s0", "show FILE --play", "set FILE name=Other --dry-run", "remove FILE s0 --dry-run", "copy FILE s0 --dry-run")
	commands("fill", squadFiles, "fill FILE --upgrades --answers 1")
	commands("book", bookFiles, "check FILE", "new OUT.yaml --system gf-3 --book LARGE", "books LARGE", "books LARGE squad-0", "price LARGE", "price LARGE squad-0", "rule Tough --book LARGE", "diff OLDER LARGE",
		"import LARGE -o OUT", "fill FILE --answers 1", "fill FILE --best spend --answers 1", "gain FILE", "export FILE -o OUT.pdf")
	commands("lists", shelfFiles, "check FOLDER", "check FOLDER --json", "update FOLDER --dry-run", "show FILE")
	commands("books", libraryFiles, "check FILE", "books --books FOLDER", "rule Tough --books FOLDER", "update FILE --dry-run")
	commands("taps", gameFiles, "show FILE --play", "show FILE --play --json")

	all = append(all, pageSlopes(pages)...)
	return all
}

// pageSlopes are what pages are asked for, and the forms that are sent.
func pageSlopes(pages func(string, func(int) map[string]string, ...string)) (forms []slope) {
	both := []string{"/list", "/list?pane=book", "/list/odds", "/list/print", "/list/share", "/list/play", "/list/play/foe", "/list/play/odds", "/list/play/summary", "/list/update", "/list/file/json", "/list/file/yaml"}
	pages("units", companyFiles, append(both, "/list?fixes=yes", "/list?unit=a0", "/list?unit=c0", "/list?unit=d0", "/list?unit=e0", "/list?pane=book&fits=yes", "/list/fill", "/list/fill?steps=yes", "/list/fill/progress", "/list/price?unit=a0",
		"/list/collection", "/list/collection/file", "/list/does?unit=a0", "/list/rule?name=Tough", "/list/play/unit?unit=a0", "/list/play/summary/txt", "/api/lists/list/check")...)
	pages("wrong", wrongFiles, "/list", "/list?unit=a0")
	pages("force", forceFiles, append(both, "/list?unit=s0", "/list?unit=v0", "/list/play/unit?unit=s0")...)
	pages("fill", squadFiles, "/list/fill?best=damage&upgrades=yes", "/list/fill?best=spend&upgrades=yes")
	pages("book", bookFiles, "/list", "/list?pane=book", "/list?pane=book&fits=yes", "/list?unit=a", "/list/fill", "/list/fill?best=spend", "/list/collection", "/books")
	pages("lists", shelfFiles, "/", "/?find=army", "/event", "/api/lists", "/everything", "/list", "/list/odds", "/list/fill", "/list/play/foe", "/trash", "/new", "/open")
	pages("books", libraryFiles, "/", "/books", "/books/changes?from=steel-wardens&to=steel-wardens", "/list", "/list?pane=book", "/new", "/price", "/books/gf-3/steel-wardens@1.0")
	pages("taps", gameFiles, "/list/play", "/list/play/summary")
	for _, one := range []struct{ page, form string }{
		{"/do", "verb=upgrade f0 flame-arms"}, {"/do", "verb=add captain"}, {"/do", "verb=remove a0"}, {"/do", "verb=move a0"}, {"/rename", "name=Other"}, {"/duplicate", ""}, {"/delete", ""}, {"/play", "e=do=wound&unit=a0"},
	} {
		key, value, _ := strings.Cut(one.form, "=")
		for _, on := range []struct {
			name  string
			files func(int) map[string]string
		}{{"units", companyFiles}, {"lists", shelfFiles}, {"books", libraryFiles}, {"taps", gameFiles}} {
			forms = append(forms, slope{name: on.name + " form: " + one.page + " " + one.form, files: on.files, asked: "http://localhost/lists/list" + one.page, page: true, form: url.Values{key: {value}}.Encode()})
		}
	}
	return forms
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
	home := t.TempDir()
	for _, key := range []string{"XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "HOME"} {
		t.Setenv(key, home)
	}
	for _, s := range slopes() {
		t.Run(strings.ReplaceAll(s.name, "/", "|"), func(t *testing.T) {
			var works [4]float64
			var times []time.Duration
			s.work(t, 6)                                                             // what a program makes ready once
			for i, n := range []int{6, *mostUnits / 4, *mostUnits / 2, *mostUnits} { // the first is what any file costs
				bytes, took := s.work(t, n)
				works[i], times = float64(bytes), append(times, took.Round(time.Millisecond))
			}
			own := func(i int) float64 { return max(works[i]-works[0], pooled) }
			steepest := max(own(2)/own(1), own(3)/own(2))
			t.Logf("%.2f %.0f", steepest, works[3])
			if *mostUnits != 480 {
				t.Log(times)
			}
			if steepest > mostSlope {
				t.Errorf("%.2f times the work for twice the size: %.0f bytes", steepest, works)
			}
		})
	}
}

// work is how many bytes are asked for by what is asked of files of size n, and how long
// it takes.
func (s *slope) work(t *testing.T, n int) (bytes uint64, took time.Duration) {
	t.Helper()
	folder := t.TempDir()
	for name, text := range s.files(n) {
		write(t, filepath.Join(folder, name), text)
	}
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
		handler := (&app{}).webHandler(folder)
		do = func() {
			r := httptest.NewRequest(http.MethodGet, s.asked, nil)
			if s.form != "" {
				r = httptest.NewRequest(http.MethodPost, s.asked, strings.NewReader(s.form))
				r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			}
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

// Every command and every page is among the slopes, but those that read no list, folder or
// book.
func TestSlopesAskForAll(t *testing.T) {
	asked := map[string]bool{}
	for _, name := range []string{"completion", "help", "schema", "serve", "site", "duel"} {
		asked[name] = true
	}
	for _, pattern := range []string{
		"/", "GET /came/{id}", "POST /came/{id}/keep", "POST /came/{id}/back", "POST /look", "POST /look/{form}", "POST /open", "POST /new", "POST /event", "POST /api/check",
		"POST /books/{system}/{book}/delete", "POST /trash/empty", "POST /trash/{when}/back", "POST /everything", "POST /lists/{id}/fill", "POST /lists/{id}/collection",
	} {
		asked[pattern] = true
	}
	source, err := os.ReadFile(filepath.Join("..", "..", "web", "handler.go"))
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
