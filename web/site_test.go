package web_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"muster/web"
)

// A site's program comes out of its compressed copies whole, and what a browser
// keeps for later visits is all that the site has for it.
func TestASiteIsWhole(t *testing.T) {
	program := web.Program{WASM: []byte(strings.Repeat("a program ", 10000)), Exec: []byte("// exec")}
	site := map[string][]byte{}
	if err := web.WriteSite(program, false, func(name string, text []byte) error {
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
		if should := name != "sw.js" && name != "NOTICE.txt" && !strings.HasPrefix(name, "muster.wasm"); kept != should {
			t.Errorf("%s is kept by browsers: %v", name, kept)
		}
	}
	if strings.Contains(string(site["sw.js"]), "VERSION") || !strings.Contains(string(site["index.html"]), "Content-Security-Policy") {
		t.Error("the site is not filled in")
	}
}
