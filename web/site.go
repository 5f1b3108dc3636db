package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/andybalholm/brotli"

	notice "muster"
	"muster/share"
)

// A Program is the builder compiled for browsers (muster/web/worker), and the
// script of the Go distribution that runs it.
type Program struct {
	WASM []byte
	Exec []byte // wasm_exec.js of the same Go
}

// WriteSite writes the files of a site that needs no server of its own: any host
// of static files will do. Compressed copies of the program lie beside each
// other: browsers unpack the gzip one themselves, hosts may send the other, which
// takes a minute to make and is left out where fast is wanted.
func WriteSite(program Program, fast bool, write func(name string, text []byte) error) error {
	site := map[string][]byte{"wasm_exec.js": program.Exec}
	for _, name := range []string{"app.js", "idiomorph.js", "old.js", "style.css", "worker.js", "icon.svg"} {
		text, err := staticFiles.ReadFile("static/" + name)
		if err != nil {
			return err
		}
		site[name] = text
	}
	site["dictionary.txt"] = share.Dictionary
	var err error
	if site[packed], err = compress(program.WASM, func(w io.Writer) io.WriteCloser {
		z, _ := gzip.NewWriterLevel(w, gzip.BestCompression) // the level is one of the package's
		return z
	}); err != nil {
		return err
	}
	for name, draw := range map[string]func() ([]byte, error){
		"icon-192.png":      func() ([]byte, error) { return iconPNG(192, false) },
		"icon-512.png":      func() ([]byte, error) { return iconPNG(512, false) },
		"icon-maskable.png": func() ([]byte, error) { return iconPNG(512, true) },
	} {
		if site[name], err = draw(); err != nil {
			return err
		}
	}
	if site["manifest.webmanifest"], err = json.MarshalIndent(manifest(), "", "  "); err != nil {
		return err
	}
	site["index.html"] = index()
	if site["sw.js"], err = serviceWorker(site); err != nil {
		return err
	}
	site["NOTICE.txt"] = []byte(notice.License + "\n" + notice.Notice)
	// The better compressed copy is for hosts, not for the browser's cache.
	if !fast {
		if site["muster.wasm.br"], err = compress(program.WASM, func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, brotli.BestCompression) }); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(site)) {
		if err := write(name, site[name]); err != nil {
			return err
		}
	}
	return nil
}

// manifest says how systems install the site: what it is called and looks like,
// which files it opens, and that things can be shared with it.
func manifest() map[string]any {
	icon := func(file, sizes, kind, purpose string) map[string]string {
		return map[string]string{"src": file, "sizes": sizes, "type": kind, "purpose": purpose}
	}
	takes := map[string][]string{"application/json": {".json"}, "application/yaml": {".yaml", ".yml"}, "text/plain": {".txt"}, "application/zip": {".zip"}}
	var kinds []string
	for _, kind := range slices.Sorted(maps.Keys(takes)) {
		kinds = append(append(kinds, kind), takes[kind]...)
	}
	return map[string]any{
		"id": "./", "name": "muster", "short_name": "muster", "lang": "en", "dir": "ltr",
		"description": "Army lists for Grimdark Future and Fast and Dirty", "categories": []string{"games", "utilities"},
		"start_url": "./", "scope": "./", "display": "standalone", "background_color": "#fbfaf7", "theme_color": "#3a41b8",
		"icons": []map[string]string{
			icon("icon-192.png", "192x192", "image/png", "any"), icon("icon-512.png", "512x512", "image/png", "any"),
			icon("icon-maskable.png", "512x512", "image/png", "maskable"), icon("icon.svg", "any", "image/svg+xml", "any"),
		},
		"launch_handler": map[string]any{"client_mode": []string{"focus-existing", "auto"}},
		"file_handlers":  []map[string]any{{"action": "./", "accept": takes, "launch_type": "single-client"}},
		"share_target": map[string]any{
			"action": "./shared", "method": "POST", "enctype": "multipart/form-data",
			"params": map[string]any{"title": "title", "text": "text", "url": "url", "files": []map[string]any{{"name": "file", "accept": kinds}}},
		},
		"shortcuts": []map[string]string{{"name": "New list", "url": "./?/new"}, {"name": "Army books", "url": "./?/books"}},
	}
}

func compress(text []byte, with func(io.Writer) io.WriteCloser) ([]byte, error) {
	var out bytes.Buffer
	w := with(&out)
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil { // which writes the rest
		return nil, err
	}
	return out.Bytes(), nil
}

// packed is the program's file, compressed as browsers can unpack it.
const packed = "muster.wasm.gz"

// serviceWorker names the files that a browser keeps, and their version.
func serviceWorker(site map[string][]byte) ([]byte, error) {
	text, err := staticFiles.ReadFile("static/sw.js")
	if err != nil {
		return nil, err
	}
	sum, quoted := sha256.New(), []string{`"./"`}
	for _, name := range slices.Sorted(maps.Keys(site)) {
		fmt.Fprintf(sum, "%s %x\n", name, sha256.Sum256(site[name]))
		if name != packed {
			quoted = append(quoted, strconv.Quote(name))
		}
	}
	script := strings.ReplaceAll(string(text), "VERSION", hex.EncodeToString(sum.Sum(nil))[:12])
	return []byte(strings.Replace(script, "/*FILES*/", strings.Join(quoted, ", "), 1)), nil
}
