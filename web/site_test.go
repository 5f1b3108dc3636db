package web_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"muster/examples"
	"muster/web"
)

// A site's program comes out of its compressed copies whole, and what a browser
// keeps for later visits is all that the site has for it.
func TestASiteIsWhole(t *testing.T) {
	program := web.Program{WASM: []byte(strings.Repeat("a program ", 100000)), ExecJS: []byte("// exec")}
	var parts []float64
	var err error
	if program.BrotliWASM, err = web.CompressWASM(program.WASM, func(part float64) { parts = append(parts, part) }); err != nil {
		t.Fatal(err)
	}
	if len(parts) != 4 || !slices.IsSorted(parts) || parts[3] != 1 {
		t.Errorf("the parts that were packed are %v", parts)
	}
	if text, err := web.DecompressWASM(program.BrotliWASM); err != nil || !bytes.Equal(text, program.WASM) {
		t.Errorf("unpacked are %d bytes of %d, %v", len(text), len(program.WASM), err)
	}
	site := map[string][]byte{}
	if err := web.WriteSite(program, examples.Files, nil, func(name string, text []byte) error {
		site[name] = text
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	unzipped, err := gzip.NewReader(bytes.NewReader(site["muster.wasm.gz"]))
	if err != nil {
		t.Fatal(err)
	}
	for name, packed := range map[string]io.Reader{"gz": unzipped, "br": brotli.NewReader(bytes.NewReader(site["muster.wasm.br"]))} {
		if text, err := io.ReadAll(packed); err != nil || !bytes.Equal(text, program.WASM) {
			t.Errorf("%s: %d bytes of %d, %v", name, len(text), len(program.WASM), err)
		}
	}
	for name := range site {
		kept := strings.Contains(string(site["sw.js"]), `"`+name+`"`)
		left := []string{"index.html", "sw.js", "NOTICE.txt", "brotli.js", "brotli.bin", "muster.wasm.br", "muster.wasm.gz"}
		if should := !slices.Contains(left, name) && !strings.HasSuffix(name, ".png"); kept != should {
			t.Errorf("%s is kept by browsers: %v", name, kept)
		}
	}
	var manifest struct {
		ID, Lang string
		Icons    []struct{ Src, Sizes, Type, Purpose string }
	}
	if err := json.Unmarshal(site["manifest.webmanifest"], &manifest); err != nil || manifest.ID == "" || manifest.Lang != "en" {
		t.Errorf("the manifest is %+v, %v", manifest, err)
	}
	purposes := map[string]bool{}
	for _, icon := range manifest.Icons {
		if icon.Type != "image/png" {
			continue
		}
		picture, err := png.Decode(bytes.NewReader(site[icon.Src]))
		if err != nil {
			t.Fatalf("%s: %v", icon.Src, err)
		}
		at := picture.Bounds().Max
		if size := fmt.Sprintf("%dx%d", at.X, at.Y); size != icon.Sizes || len(site[icon.Src]) > 20_000 {
			t.Errorf("%s is %s, and %d bytes", icon.Src, size, len(site[icon.Src]))
		}
		_, _, _, corner := picture.At(0, 0).RGBA()
		if full := corner == 0xffff; full != (icon.Purpose == "maskable") {
			t.Errorf("%s fills its corner: %v", icon.Src, full)
		}
		if r, g, b, _ := picture.At(at.X*14/64, at.Y/2).RGBA(); icon.Purpose == "any" && (r != 0xffff || g != 0xffff || b != 0xffff) {
			t.Errorf("%s has no stroke", icon.Src)
		}
		purposes[icon.Purpose+icon.Sizes] = true
	}
	if !purposes["any192x192"] || !purposes["any512x512"] || !purposes["maskable512x512"] {
		t.Errorf("the icons are %v", purposes)
	}
	if strings.Contains(string(site["sw.js"]), "VERSION") || !strings.Contains(string(site["index.html"]), "Content-Security-Policy") {
		t.Error("the site is not filled in")
	}
	if script := string(site["program.js"]); strings.Contains(script, "DIGEST") || !strings.Contains(script, `["br", "gz"]`) || !strings.Contains(script, "+1000000;") {
		t.Error("the script that fetches the program does not say which")
	}
	page, template, _ := strings.Cut(string(site["index.html"]), "<template")
	for _, text := range []string{"Starting the program", "My lists", "New list", "Try Third Company", "Grimdark Future 3"} {
		if !strings.Contains(page, text) {
			t.Errorf("the page of a site before its program runs has no %q", text)
		}
	}
	if !strings.Contains(template, "Agreed points") || !strings.Contains(template, "Steel Wardens") {
		t.Error("nor the form that begins a list")
	}
}
