package main

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

// inUTF16 is a text as PowerShell writes it.
func inUTF16(order binary.AppendByteOrder, text string) string {
	out := order.AppendUint16(nil, 0xfeff)
	for _, unit := range utf16.Encode([]rune(text)) {
		out = order.AppendUint16(out, unit)
	}
	return string(out)
}

// says runs a command that has to succeed and returns what it printed.
func says(t *testing.T, args ...string) string {
	t.Helper()
	var out, errOut strings.Builder
	if code := run(args, &out, &errOut); code != exitOK {
		t.Fatalf("muster %q: exit code %d\n%s%s", args, code, out.String(), errOut.String())
	}
	return out.String()
}

// Lists, books and codes are read and changed as editors and shells of Windows write
// them.
func TestWhatWindowsWrites(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	const list = "muster: list/1\nsystem: gf-3\nbook: steel-wardens # ours\nname: Übung\npoints: 9000\nunits:\n  - {id: first, unit: line-squad}\n"
	windows := strings.ReplaceAll(list, "\n", "\r\n")
	for name, text := range map[string]string{
		"CRLF":      windows,
		"BOM":       "\ufeff" + windows,
		"UTF-16 LE": inUTF16(binary.LittleEndian, windows),
		"UTF-16 BE": inUTF16(binary.BigEndian, list),
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "list.yaml")
			write(t, path, text)
			if out := says(t, "check", filepath.Dir(path)); !strings.Contains(out, "legal") {
				t.Error(out)
			}
			for range 2 {
				says(t, "add", path, "line-squad")
			}
			got, err := os.ReadFile(path)
			if err != nil || strings.Count(string(got), "unit: line-squad") != 3 || !strings.Contains(string(got), "book: steel-wardens # ours") {
				t.Errorf("it holds %q, %v", got, err)
			}
			says(t, "undo", path)
			code := says(t, "share", path)
			saved := filepath.Join(t.TempDir(), "code.txt")
			write(t, saved, inUTF16(binary.LittleEndian, strings.ReplaceAll(code, "\n", "\r\n")))
			if out := says(t, "show", saved); !strings.Contains(out, "Übung") {
				t.Error(out)
			}
		})
	}
	own, err := os.ReadFile(filepath.Join("..", "..", "catalog", "data", "gf-3", "steel-wardens.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	write(t, filepath.Join(folder, "own.yaml"), inUTF16(binary.LittleEndian, strings.Replace(string(own), "id: steel-wardens", "id: own-wardens", 1)))
	if out := says(t, "books", "own-wardens", "--books", folder); !strings.Contains(out, "line-squad") {
		t.Error(out)
	}
}

// A table for a spreadsheet begins with a byte order mark in a file, and not elsewhere.
func TestMarkOfTables(t *testing.T) {
	path := filepath.Join(t.TempDir(), "list.csv")
	list := filepath.Join("..", "..", "examples", "third-company.yaml")
	says(t, "export", list, "-o", path)
	text, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(text), "\ufeffId,") {
		t.Errorf("%.20q, %v", text, err)
	}
	if out := says(t, "export", list, "-o", "-", "--format", "csv"); !strings.HasPrefix(out, "Id,") {
		t.Errorf("%.20q", out)
	}
}

// Patterns are expanded where a shell does not, and a file that is called like one is
// that file.
func TestPatterns(t *testing.T) {
	folder := t.TempDir()
	const list = "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits: []\n"
	for _, name := range []string{"a.yaml", "b.yaml", "[a].yaml"} {
		write(t, filepath.Join(folder, name), list)
	}
	out := says(t, "check", filepath.Join(folder, "?.yaml"))
	if !strings.Contains(out, "a.yaml") || !strings.Contains(out, "b.yaml") || strings.Contains(out, "[a].yaml") {
		t.Error(out)
	}
	if out := says(t, "check", filepath.Join(folder, "[a].yaml")); !strings.Contains(out, "[a].yaml") {
		t.Error(out)
	}
	var none strings.Builder
	if code := run([]string{"check", filepath.Join(folder, "*.txt")}, &none, &none); code != exitUnusable || !strings.Contains(none.String(), "there is no such file") {
		t.Error(code, none.String())
	}
}

func TestQuotes(t *testing.T) {
	for _, c := range []struct{ text, unix, windows string }{
		{"list.yaml", "list.yaml", "list.yaml"},
		{`lists\third.yaml`, `'lists\third.yaml'`, `lists\third.yaml`},
		{`C:\My Lists\a.yaml`, `'C:\My Lists\a.yaml'`, `"C:\My Lists\a.yaml"`},
		{"it's", `'it'\''s'`, `"it's"`},
		{"a,b", "a,b", `"a,b"`},
		{"", "''", `""`},
	} {
		if unix, windows := quoteForOS(c.text, false), quoteForOS(c.text, true); unix != c.unix || windows != c.windows {
			t.Errorf("%q is %s and %s", c.text, unix, windows)
		}
	}
}

func TestPortsOfWindows(t *testing.T) {
	for err, want := range map[error]string{addressInUse: "another program listens on port 8080", addressReserved: "port 8080 is kept by Windows"} {
		if got := listenError("127.0.0.1", 8080, err).Error(); !strings.Contains(got, want) {
			t.Error(got)
		}
	}
}
