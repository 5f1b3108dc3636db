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
	for _, name := range []string{"app.js", "idiomorph.js", "style.css", "worker.js", "icon.svg"} {
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
	if site["manifest.webmanifest"], err = json.MarshalIndent(map[string]any{
		"name": "muster", "short_name": "muster", "description": "Army lists for Grimdark Future and Fast and Dirty",
		"start_url": "./", "scope": "./", "display": "standalone", "background_color": "#fbfaf7", "theme_color": "#8a3b12",
		"icons": []map[string]string{{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}},
	}, "", "  "); err != nil {
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
