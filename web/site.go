package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/andybalholm/brotli"
	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"

	"muster"
	"muster/catalog"
	"muster/rules"
	"muster/schema/files"
	"muster/share"
	"muster/web/page"
)

// A Program is muster compiled to WebAssembly for browsers (muster/web/worker), and the script of
// the Go distribution that runs it.
type Program struct {
	WASM       []byte
	ExecJS     []byte // wasm_exec.js of the Go version that compiled WASM
	BrotliWASM []byte // WASM compressed by CompressWASM, to two thirds of gzip's size; nil for none
}

// CompressWASM compresses a program with brotli at the highest level, which takes about a minute.
// progress is called with the completed share, 0 to 1.
func CompressWASM(wasm []byte, progress func(part float64)) ([]byte, error) {
	most := brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 24} // a window of 16 MB
	return compress(wasm, func(w io.Writer) io.WriteCloser { return brotli.NewWriterOptions(w, most) }, progress)
}

// DecompressWASM reverses CompressWASM.
func DecompressWASM(packed []byte) ([]byte, error) {
	return io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
}

// siteFiles holds files that only sites need. Its icons are made from static/icon.svg; the maskable
// one is smaller, on a full square. The site's program does not contain them.
//
//go:embed site
var siteFiles embed.FS

// commentLines matches the comments of scripts, which a first visit of a site would fetch twice.
var commentLines = regexp.MustCompile(`(?m)^[ \t]*//.*\n`)

// WriteSite writes the files of a site, for any host of static files. Browsers download the program
// once, compressed by brotli or gzip. club is the collection of lists and books that the site
// offers, or nil; browsers store all of its files except army books.
func WriteSite(program Program, examples fs.FS, club *Club, write func(name string, text []byte) error) error {
	site := map[string][]byte{"wasm_exec.js": program.ExecJS, "dictionary.txt": share.Dictionary}
	for folder, files := range map[string]fs.FS{"static": staticFiles, "site": siteFiles} {
		entries, err := fs.ReadDir(files, folder)
		if err != nil {
			return err
		}
		for _, entry := range entries {
			if entry.Name() == tableScript {
				continue
			}
			if site[entry.Name()], err = fs.ReadFile(files, folder+"/"+entry.Name()); err != nil {
				return err
			}
			if folder == "static" && path.Ext(entry.Name()) == ".js" {
				site[entry.Name()] = commentLines.ReplaceAll(site[entry.Name()], nil)
			}
		}
	}
	endings := `"gz"`
	if program.BrotliWASM != nil {
		endings = `"br", "gz"`
	}
	first, later, err := clubFiles(club)
	if err != nil {
		return err
	}
	maps.Copy(site, first)
	site["program.js"] = []byte(strings.NewReplacer("'SHELF'", strconv.FormatBool(club != nil), "DIGEST", digest(program.WASM), "'UNPACKED'", strconv.Itoa(len(program.WASM)), "/*ENDINGS*/", endings).Replace(string(site["program.js"])))
	if site["manifest.webmanifest"], err = json.MarshalIndent(manifest(club), "", "  "); err != nil {
		return err
	}
	if site["index.html"], err = indexPage(examples, club); err != nil {
		return err
	}
	site["sw.js"] = serviceWorker(site)
	site["NOTICE.txt"] = []byte(notice.License + "\n" + notice.Notice)
	if site["muster.wasm.gz"], err = compress(program.WASM, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }, func(float64) {}); err != nil {
		return err
	}
	if program.BrotliWASM != nil {
		site["muster.wasm.br"] = program.BrotliWASM
	}
	maps.Copy(site, later)
	for _, name := range slices.Sorted(maps.Keys(site)) {
		if err := write(name, site[name]); err != nil {
			return err
		}
	}
	return nil
}

// indexPage returns the page that a site shows before its program runs: the start page without
// lists and, as a template, the form for a new list.
func indexPage(examples fs.FS, club *Club) ([]byte, error) {
	none, library := new(files.Memory), catalog.NewLibrary()
	if club != nil {
		library = catalog.NewLibrary(club.RemoteBooks(none))
	}
	pages := newServer(Options{
		Lists: none, Books: none, Trash: none, Library: library, Deployment: StaticSite, Examples: examples, Club: club,
	}, viewStartingProgram())
	bodyOf := func(address string) (g.Node, error) {
		r, err := http.NewRequest(http.MethodGet, address, nil)
		if err != nil {
			return nil, err
		}
		drawn := &pageRecorder{header: http.Header{}}
		pages.ServeHTTP(drawn, r)
		_, body, _ := strings.Cut(drawn.String(), "<body>")
		body, _, _ = strings.Cut(body, "</body>")
		return g.Raw(body), nil
	}
	start, err := bodyOf("/")
	if err != nil {
		return nil, err
	}
	begin, err := bodyOf("/new")
	if err != nil {
		return nil, err
	}
	return page.HTMLDocument(page.StaticSite, "muster", "", []g.Node{
		html.Meta(g.Attr("http-equiv", "Content-Security-Policy"), html.Content(contentPolicy)),
		html.Meta(html.Name("description"),
			html.Content("Army lists for "+rules.GameNames()+": legal, priced, printed, with exact odds.")),
		html.Link(html.Rel("manifest"), html.Href("manifest.webmanifest")),
		html.Link(html.Rel("apple-touch-icon"), html.Href("icon-192.png")),
		html.Meta(html.Name("theme-color"), html.Content("#3a41b8")),
		html.Script(html.Src("old.js"), html.Defer()),
		g.Map(scriptModules(), func(name string) g.Node { return html.Link(html.Rel("modulepreload"), html.Href(name)) }),
	}, html.Body(start, html.Template(html.Data("path", "/new"), begin))), nil
}

// tableScript is the module for games that two phones share, which no site has; keysScript is
// loaded when a page is shown.
const tableScript, keysScript = "table.js", "keys.js"

// scriptModules returns the scripts that app.js imports, directly or indirectly, so that browsers
// load them all at once.
func scriptModules() []string {
	names, _ := fs.Glob(staticFiles, "static/*.js") // the pattern is well formed
	for i := range names {
		names[i] = path.Base(names[i])
	}
	return slices.DeleteFunc(names, func(name string) bool {
		return name == "app.js" || name == "idiomorph.js" || name == tableScript || name == keysScript
	})
}

func viewStartingProgram() g.Node {
	return html.Div(html.Class("narrow"),
		html.P(html.ID("starting"), html.Class("waits"), html.Role("status"), g.Text("Starting the program…")),
		html.NoScript(html.P(
			g.Text("This site is a program that runs in your browser; it needs scripts. The same builder without scripts comes with the program for your computer: "),
			html.Code(g.Text("muster serve")), g.Text("."),
		)))
}

// A pageRecorder records the page with which a handler answers.
type pageRecorder struct {
	strings.Builder
	header http.Header
}

func (d *pageRecorder) Header() http.Header { return d.header }

func (d *pageRecorder) WriteHeader(int) {}

// manifest returns the web app manifest: the app's name, colours and icons, the file types that it
// opens, and how other apps share files with it.
func manifest(club *Club) map[string]any {
	name := "muster"
	if club != nil {
		name = club.Name + " · muster"
	}
	icon := func(file, sizes, kind, purpose string) map[string]string {
		return map[string]string{"src": file, "sizes": sizes, "type": kind, "purpose": purpose}
	}
	takes := map[string][]string{
		"application/json": {".json"}, "application/yaml": {".yaml", ".yml"},
		"text/plain": {".txt"}, "application/zip": {".zip"},
	}
	var kinds []string
	for _, kind := range slices.Sorted(maps.Keys(takes)) {
		kinds = append(append(kinds, kind), takes[kind]...)
	}
	return map[string]any{
		"id": "./", "name": name, "short_name": "muster", "lang": "en", "dir": "ltr",
		"description": "Army lists for " + rules.GameNames(), "categories": []string{"games", "utilities"},
		"start_url": "./", "scope": "./", "display": "standalone", "background_color": "#fbfaf7",
		"theme_color": "#3a41b8",
		"icons": []map[string]string{
			icon("icon-192.png", "192x192", "image/png", "any"), icon("icon-512.png", "512x512", "image/png", "any"),
			icon("icon-maskable.png", "512x512", "image/png", "maskable"),
			icon("icon.svg", "any", "image/svg+xml", "any"),
		},
		"launch_handler": map[string]any{"client_mode": []string{"focus-existing", "auto"}},
		"file_handlers":  []map[string]any{{"action": "./", "accept": takes, "launch_type": "single-client"}},
		"share_target": map[string]any{
			"action": "./shared", "method": "POST", "enctype": "multipart/form-data",
			"params": map[string]any{
				"title": "title", "text": "text", "url": "url",
				"files": []map[string]any{{"name": "file", "accept": kinds}},
			},
		},
		"shortcuts": []map[string]string{
			{"name": "New list", "url": "./?/new"},
			{"name": "Army books", "url": "./?/books"},
		},
	}
}

// compress compresses a text with the compressor that with returns. It calls progress with the
// completed share, 0 to 1.
func compress(text []byte, with func(io.Writer) io.WriteCloser, progress func(part float64)) ([]byte, error) {
	var out bytes.Buffer
	w, done := with(&out), 0
	for part := range slices.Chunk(text, 1<<18) {
		if _, err := w.Write(part); err != nil {
			return nil, err
		}
		done += len(part)
		progress(float64(done) / float64(len(text)))
	}
	if err := w.Close(); err != nil { // which writes the rest
		return nil, err
	}
	return out.Bytes(), nil
}

// serviceWorker returns the script of the service worker, with the list of files that browsers
// store and a version made from their content. The list has neither the scripts that unpack the
// program nor the icons, since browsers load those on installation. The start page is listed as
// "./".
func serviceWorker(site map[string][]byte) []byte {
	text := string(site["sw.js"])
	delete(site, "sw.js")
	var all bytes.Buffer
	quoted := []string{`"./"`}
	for _, name := range slices.Sorted(maps.Keys(site)) {
		fmt.Fprintf(&all, "%s %s\n", name, digest(site[name]))
		if !strings.HasPrefix(name, "brotli.") && path.Ext(name) != ".png" && name != "index.html" {
			quoted = append(quoted, strconv.Quote((&url.URL{Path: name}).EscapedPath()))
		}
	}
	script := strings.ReplaceAll(text, "VERSION", digest(all.Bytes()))
	return []byte(strings.Replace(script, "/*FILES*/", strings.Join(quoted, ", "), 1))
}

// digest returns a text's hash as twelve hexadecimal digits.
func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6])
}
