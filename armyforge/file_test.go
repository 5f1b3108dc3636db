package armyforge

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestOpen(t *testing.T) {
	book := `{"name": "A", "units": [], "upgradePackages": []}`
	for _, c := range []struct{ name, source, want string }{
		{"empty", "", "x.json: the file is empty"},
		{"blank", " \n\t", "x.json: the file is empty"},
		{"a web page", "<!doctype html>", "x.json:1:1: this is a web page"},
		{"YAML of ours", "muster: book/1\nid: a\n", "x.json:1:1: this is one of muster's own files already"},
		{"YAML of ours under a comment", "# A\nmuster: book/1\n", "this is one of muster's own files already"},
		{"text", "hello", "x.json:1:1: this is not JSON, and not the text of a list"},
		{"text after blanks", "\n\n  hello", "x.json:3:3: this is not JSON, and not the text of a list"},
		{"a list", "[1, 2]", "x.json:1:1: the JSON is a list; an army book or a list of Army Forge is an object"},
		{"a number", "7", "the JSON is the number 7"},
		{"another object", `{"b": 1, "a": 2}`, "neither an army book nor a list of Army Forge (it has `a`, `b`)"},
		{"an empty object", "{}", "(it has no keys)"},
		{"cut off", book[:20], "x.json:1:21: the JSON ends in the middle"},
		{"cut off in a text", `{"name": "Al`, "x.json:1:13: the JSON ends in the middle"},
		{"a comma too many", "{\"name\": \"A\",\n \"units\": [1,]}", "x.json:2:14: this is not JSON: a comma, a quote or a bracket is missing here"},
		{"two documents", book + "\n{}", "x.json:2:"},
		{"10 MB", strings.Repeat(" ", 10<<20), "the file is larger than 4 MB"},
		{"a bracket that closes nothing", "]", "x.json:1:1: this is not JSON"},
		{"cut off within a letter", "{\"name\": \"\xc3", "x.json:1:11: the JSON ends in the middle"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Open("x.json", []byte(c.source))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is\n%v\nwithout\n%s", err, c.want)
			}
		})
	}
	for _, c := range []struct {
		name, source string
		want         FileKind
	}{
		{"a book", book, BookFile},
		{"a book with a byte order mark", "\xef\xbb\xbf" + book, BookFile},
		{"a list", `{"name": "L", "units": [{"id": "a", "selectionId": "b", "armyId": "c"}]}`, ListFile},
		{"a list without units", `{"name": "L", "units": [], "pointsLimit": 2000}`, ListFile},
	} {
		f, err := Open("x.json", []byte(c.source))
		if err != nil || f.Kind != c.want {
			t.Errorf("%s: %v, %v", c.name, f, err)
		}
	}
}

// A file cut off anywhere is an error that says so, never a panic or a book.
func TestOpenCutOff(t *testing.T) {
	source := open(t, "moss-legion.json").source
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, len(bytes.TrimRight(source, "\n"))-1).Draw(t, "bytes")
		_, err := Open("x.json", source[:n])
		if err == nil || !strings.Contains(err.Error(), "ends in the middle") {
			t.Fatalf("after %d bytes: %v", n, err)
		}
	})
}

// Whatever value stands in place of another, an import ends with a book that
// can be read or with an error that names the place; it never panics.
func TestImportOddValues(t *testing.T) {
	source := string(open(t, "moss-legion.json").source)
	old := string(open(t, "old-salts.json").source)
	odd := []string{`null`, `""`, `"x"`, `-1`, `1e9`, `true`, `[]`, `{}`, `[null]`, `[{}]`, `"\u0000\ud800"`, `"a: b # c"`, `{"name": 1}`}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom([]string{source, old}).Draw(t, "book")
		starts := valueStarts(text)
		at := rapid.SampledFrom(starts).Draw(t, "at")
		with := rapid.SampledFrom(odd).Draw(t, "with")
		changed := text[:at[0]] + with + text[at[1]:]
		f, err := Open("x.json", []byte(changed))
		if err != nil || f.Kind != BookFile {
			return
		}
		b, err := f.ImportBook("", nil)
		if err != nil {
			if !strings.Contains(err.Error(), "x.json:") || strings.Contains(err.Error(), "hold together") {
				t.Fatalf("%s in place of %s: %v", with, text[at[0]:at[1]], err)
			}
			return
		}
		if IsEdited(b.YAML) {
			t.Fatal("a fresh import counts as edited")
		}
	})
}

// valueStarts finds where the simple values of a JSON text begin and end.
func valueStarts(text string) [][2]int {
	var found [][2]int
	for i := 0; i < len(text); i++ {
		if text[i] != ':' || i+2 >= len(text) || text[i+1] != ' ' {
			continue
		}
		start := i + 2
		end := start
		switch {
		case text[start] == '"':
			for end = start + 1; text[end] != '"' || text[end-1] == '\\'; end++ {
			}
			end++
		case strings.IndexByte("[{", text[start]) >= 0:
			depth := 0
			for end = start; ; end++ {
				if strings.IndexByte("[{", text[end]) >= 0 {
					depth++
				} else if strings.IndexByte("]}", text[end]) >= 0 {
					if depth--; depth == 0 {
						end++
						break
					}
				}
			}
		default:
			for strings.IndexByte(",]} \n", text[end]) < 0 {
				end++
			}
		}
		found = append(found, [2]int{start, end})
	}
	return found
}
