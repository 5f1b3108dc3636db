package schema_test

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"muster/schema"
)

// Each case is a file that cannot be used, with what its first problem says.
func TestBadFilesAreExplained(t *testing.T) {
	list := "muster: list/1\nsystem: gf-3\nbook: b\nunits:\n"
	cases := []struct {
		name, text string
		want       string
	}{
		{"empty", "", "f.yaml: the file is empty; it should begin with a line such as `muster: list/1`"},
		{"only a comment", "# nothing\n", "f.yaml: the file is empty"},
		{"only blanks", "\n\n", "f.yaml: the file is empty"},
		{"a null", "~\n", "f.yaml: the file is empty"},
		{"a list", "- a\n", "f.yaml:1:1: the file should be keys and values"},
		{"a word", "hello\n", "f.yaml:1:1: the file should be keys and values"},
		{"no kind", "system: gf-3\n", "f.yaml:1:1: the file does not say what it is; add the line `muster: list/1` at the top"},
		{"wrong kind", "muster: lists/1\n", "f.yaml:1:9: `muster: lists/1` is not what is wanted here; it should be `list/1`"},
		{"another kind", "muster: book/1\nid: x\n", "f.yaml:1:9: `muster: book/1` is not what is wanted here"},
		{"no system", "muster: list/1\nunits: []\n", "f.yaml:1:1: the file does not name its game"},
		{"unknown key", list + "  - {id: a, unit: b, upgrade: [c]}\n", "f.yaml:5:22: `upgrade`: unknown; did you mean `upgrades`?"},
		{"unknown key far from all", list + "  - {id: a, unit: b, zzz: 1}\n", "`zzz`: unknown; the keys here are"},
		{"missing key", list + "  - {id: a}\n", "f.yaml:5:5: `unit` is missing"},
		{"number for text", list + "  - {id: a, unit: b, name: 40}\n", "f.yaml:5:28: `name` should be text, not the number 40; put quotes around it to make it text"},
		{"text for a number", "muster: list/1\nsystem: gf-3\npoints: many\nunits: []\n", "f.yaml:3:9: `points` should be a whole number, not \"many\""},
		{"a fraction", "muster: list/1\nsystem: gf-3\npoints: 10.5\nunits: []\n", "f.yaml:3:9: `points` should be a whole number"},
		{"too small", "muster: list/1\nsystem: gf-3\npoints: 0\nunits: []\n", "f.yaml:3:9: `points` is 0; the least is 1"},
		{"too large a number", "muster: list/1\nsystem: gf-3\npoints: 99999999999999999999\nunits: []\n", "f.yaml:3:9: `points` is 99999999999999999999; the most is 1000000"},
		{"count below one", list + "  - {id: a, unit: b, upgrades: [{option: c, count: 0}]}\n", "`count` is 0; the least is 1"},
		{"yes for a list", "muster: list/1\nsystem: gf-3\nunits: yes\n", "`units` should be a list"},
		{"a path as an id", list + "  - {id: ../../secret, unit: b}\n", "`id` cannot be `../../secret`; it is a word of letters"},
		{"a key twice", list + "  - {id: a, unit: b, id: c}\n", "f.yaml:5:22: `id` is given twice; keep one of them"},
		{"a tab", "muster: list/1\nunits:\n\t- a\n", "f.yaml:3:1: the line is indented with a tab; YAML wants spaces"},
		{"an open bracket", "muster: list/1\nunits: [a, b\n", "f.yaml:2:1: this is not YAML: what begins here is never closed: a `]` or a comma is missing"},
		{"an open bracket among lines", "muster: list/1\nsystem: gf-3\nbook: b\nunits:\n  - {id: a, unit: b, upgrades: [x}\n  - {id: b, unit: c}\n", "f.yaml:5:1: this is not YAML: what begins here is never closed: a `]`"},
		{"an open brace among lines", "muster: list/1\nsystem: gf-3\nbook: b\nunits:\n  - {id: a, unit: b\n  - {id: b, unit: c}\n", "f.yaml:5:1: this is not YAML: what begins here is never closed: a `}`"},
		{"points in quotes", "muster: list/1\nsystem: gf-3\nbook: b\npoints: \"2000\"\nunits: []\n", "f.yaml:4:9: `points` should be a whole number, not \"2000\"; take the quotes away"},
		{"two documents", "muster: list/1\n---\nmuster: list/1\n", "f.yaml:2:1: a second document begins here; one file may hold one document"},
		{"a picture", "\x89PNG\r\n\x1a\n\x00\x00", "f.yaml: this is no text but another kind of file"},
		{"not UTF-8", "muster: list/1\nname: \xff\xfe\n", "f.yaml: the file is not UTF-8 text"},
		{"an unknown alias", "muster: *list\n", "f.yaml:1:9: `*list` stands for nothing: there is no `&list` before it"},
		{"an unknown alias in a list", "# not *here\nmuster: list/1\nname: a*b *b\nunits: [x,*b]\n", "f.yaml:4:11: `*b` stands for nothing"},
		{"keys without end", "muster: list/1\nsystem: gf-3\n" + keys(2001), "more than 2000 keys"},
		{"choices without end", "muster: list/1\nsystem: gf-3\nbook: b\nunits: [{id: a, unit: u, upgrades: [" + strings.Repeat("x,", 201) + "]}]\n", "`upgrades` may have at most 200 entries"},
		{"a deep nest", "muster: list/1\nsystem: gf-3\nunits: " + strings.Repeat("[", 200) + strings.Repeat("]", 200) + "\n", "nested more than 64 deep"},
		{"a number for keys", "muster: list/1\nsystem: gf-3\nunits: [3]\n", "should be keys and values, not the number 3\x00"},
		{"a YAML directive", "%YAML 1.2\n---\nmuster: list/1\n", "f.yaml:1:1: remove the line that begins with %YAML"},
		{"two merges", list + "  - &a {id: a, unit: b}\n  - {<<: *a, id: c, <<: *a}\n", "f.yaml:6:21: `<<` is given twice"},
		{"too large", "# " + strings.Repeat("x", schema.MaxFileBytes) + "\n", "f.yaml: the file is larger than 4 MB"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := schema.Read("f.yaml", []byte(c.text), "list/1")
			var broken *schema.Error
			if !errors.As(err, &broken) {
				t.Fatalf("the error is %v, not a *schema.Error", err)
			}
			if !strings.Contains(err.Error()+"\x00", c.want) { // \x00 in a case is the end
				t.Errorf("the error is\n%s\nand should hold\n%s", err, c.want)
			}
		})
	}
}

// A key may hold a dot, or any other character: what is wrong below it has its own place.
func TestKeysOfAnyCharacters(t *testing.T) {
	text := "muster: collection/1\nsystem: gf-3\nbook: b\nunits:\n  a: 1\n  a.b: x\n  (root).0: [1]\n  \"c\\0d\": y\n  é.ÿ: [z]\n"
	_, err := schema.Read("f.yaml", []byte(text))
	want := "f.yaml:6:8: `a.b` should be a whole number, not \"x\"\n" +
		"f.yaml:7:13: `(root).0` should be a whole number, not a list\n" +
		"f.yaml:8:11: `c\x00d` should be a whole number, not \"y\"\n" +
		"f.yaml:9:8: `é.ÿ` should be a whole number, not a list"
	if err == nil || err.Error() != want {
		t.Errorf("the error is\n%v\nwant\n%s", err, want)
	}
}

// A tag may have a decoder read something else than the schema has seen: those
// that muster has no use for are refused, and the others must be true.
func TestTags(t *testing.T) {
	list := "muster: list/1\nsystem: gf-3\nbook: b\nunits:\n"
	for _, c := range []struct {
		text string
		line int // of the problem; 0 for none
		want string
	}{
		{list + "  - {id: !!binary Li4vLi4vLi4vcHduZWR4, unit: b}\n", 5, ":5:10: `!!binary` is a tag that no value here may have; remove it"},
		{list + "  - {id: a, unit: b, name: !!binary G1szMW1YBw==}\n", 5, "`!!binary` is a tag"},
		{list + "  - {id: !<tag:yaml.org,2002:binary> Li4vcHduZWR4, unit: b}\n", 5, "`!!binary` is a tag"},
		{"%TAG !y! tag:yaml.org,2002:\n---\n" + list + "  - {id: !y!binary Li4vcHduZWR4, unit: b}\n", 7, "`!!binary` is a tag"},
		{list + "  - {!!binary aWQ=: a, unit: b}\n", 5, "`!!binary` is a tag"},
		{list + "  - !unit {id: a, unit: b}\n", 5, ":5:5: `!unit` is a tag"},
		{list + "  - !!set {id: a, unit: b}\n", 5, "`!!set` is a tag"},
		{list + "  - !!omap {id: a, unit: b}\n", 5, "`!!omap` is a tag"},
		{list + "  - {id: !!timestamp 2020-01-01, unit: b}\n", 5, "`!!timestamp` is a tag"},
		{list + "  - &a {id: a, unit: b}\n  - {!!merge <<: *a, id: c}\n", 6, "`!!merge` is a tag"},
		{list + "  - !!str {id: a, unit: b}\n", 5, ":5:5: the value is not what its tag `!!str` says"},
		{list + "  - {id: a, unit: b, upgrades: !!map [c]}\n", 5, "the value is not what its tag `!!map` says"},
		{list + "  - {id: a, unit: b, name: !!seq word}\n", 5, "the value is not what its tag `!!seq` says"},
		{list + "  - {id: a, unit: b, name: !!int word}\n", 5, "the value is not what its tag `!!int` says"},
		{list + "  - {id: a, unit: b, name: !!null word}\n", 5, "the value is not what its tag `!!null` says"},
		{list + "  - !!map {!!str id: !!str a, unit: b, name: !!str 40, upgrades: !!seq [{option: c, count: !!int 2}]}\n", 0, ""},
		{list + "  - {id: 2020-01-01, unit: b}\n", 0, ""},
	} {
		d, err := schema.Read("f.yaml", []byte(c.text), "list/1")
		if c.want == "" {
			if err != nil {
				t.Errorf("%s%v", c.text, err)
			} else if id := d.At("units", 0, "id").Text(); id != "a" && id != "2020-01-01" {
				t.Errorf("%sthe id is %q", c.text, id)
			}
			continue
		}
		var told *schema.Error
		if !errors.As(err, &told) || told.Problems[0].Line != c.line || told.Problems[0].Code != schema.CodeWrongFormat || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%sthe error is %v and should hold %q", c.text, err, c.want)
		}
	}
}

// A file that fits another game than the one it states is told so alone, with
// its place; other mistakes are not hidden by that.
func TestFilesOfAnotherGame(t *testing.T) {
	const (
		ours   = "muster: bench/1\n%stargets:\n  - {id: a, kind: infantry, quality: regular, resolve: steady, figures: [{count: 5, weapon: rifle}]}\n"
		theirs = "muster: bench/1\n%stargets:\n  - {id: a, name: A, points: 100, models: 5, quality: 4, defense: 4}\n"
	)
	for _, c := range []struct{ text, system, want string }{
		{ours, "system: fad\n", ""},
		{theirs, "", ""},
		{ours, "", "f.yaml:1:1: the file is for a game that it does not name; add a line such as `system: fad`\x00"},
		{ours, "system: fadd\n", "f.yaml:2:9: `fadd` is not the game that the rest of the file is for; its line is such as `system: fad`\x00"},
		{theirs, "system: fad\n", "f.yaml:2:9: `fad` is not the game that the rest of the file is for; remove the line `system: fad`\x00"},
		{"muster: bench/1\n%stargets:\n  - {id: a}\n", "", "`quality` is missing"},
		{"muster: bench/1\n%stargets: []\nnmae: x\nx: 1\ny: 2\n", "", "`nmae`: unknown"},
	} {
		_, err := schema.Read("f.yaml", fmt.Appendf(nil, c.text, c.system), "bench/1")
		if c.want == "" && err == nil {
			continue
		}
		if err == nil || c.want == "" || !strings.Contains(err.Error()+"\x00", c.want) {
			t.Errorf(c.text+"the error is %v and should hold %q", c.system, err, c.want)
		}
	}
}

// An anchor bomb: a small file whose aliases expand to billions of values.
func TestAliasesAreBounded(t *testing.T) {
	var text strings.Builder
	text.WriteString("muster: list/1\nsystem: gf-3\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < 12; i++ {
		prev := string(rune('0'+(i-1)%10)) + strings.Repeat("z", (i-1)/10)
		name := string(rune('0'+i%10)) + strings.Repeat("z", i/10)
		text.WriteString("a" + name + ": &a" + name + " [" + strings.TrimSuffix(strings.Repeat("*a"+prev+", ", 10), ", ") + "]\n")
	}
	text.WriteString("units: []\n")
	_, err := schema.Read("bomb.yaml", []byte(text.String()))
	if err == nil || !strings.Contains(err.Error(), "aliases (*name) expand to more than") {
		t.Fatalf("the error is %v", err)
	}
}

func TestAliasesAndMergesAreRead(t *testing.T) {
	text := "muster: list/1\nsystem: gf-3\nbook: b\nunits:\n  - &first {id: a, unit: line, upgrades: &up [x]}\n  - {<<: *first, id: b}\n  - {id: c, unit: line, upgrades: *up}\n"
	d, err := schema.Read("l.yaml", []byte(text), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	if got := d.At("units", 1, "unit").Text(); got != "line" {
		t.Errorf("the merged unit is %q", got)
	}
	if got := d.At("units", 2, "upgrades", 0).Text(); got != "x" {
		t.Errorf("the aliased upgrade is %q", got)
	}
	var list struct {
		Units []struct {
			ID       string   `yaml:"id"`
			Unit     string   `yaml:"unit"`
			Upgrades []string `yaml:"upgrades"`
		} `yaml:"units"`
	}
	if err := d.Decode(&list); err != nil {
		t.Fatal(err)
	}
	if u := list.Units[1]; u.ID != "b" || u.Unit != "line" || len(u.Upgrades) != 1 {
		t.Errorf("the merged unit decodes as %+v", u)
	}
}

func TestReadFileExplainsWhatIsNoFile(t *testing.T) {
	folder := fstest.MapFS{"folder/large.yaml": {Data: make([]byte, 10<<20)}, "pipe": {Mode: fs.ModeNamedPipe}}
	if _, err := schema.ReadFile(folder, "folder"); err == nil || !strings.Contains(err.Error(), "this is a folder") {
		t.Errorf("a folder: %v", err)
	}
	if _, err := schema.ReadFile(folder, "none.yaml"); err == nil || !strings.Contains(err.Error(), "there is no such file") {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := schema.ReadFile(folder, "pipe"); err == nil || !strings.Contains(err.Error(), "a pipe or a device") {
		t.Errorf("a pipe: %v", err)
	}
	if _, err := schema.ReadFile(folder, "folder/large.yaml"); err == nil || !strings.Contains(err.Error(), "larger than 4 MB") {
		t.Errorf("10 MB: %v", err)
	}
}

func TestNearest(t *testing.T) {
	known := []string{"quality", "defense", "upgrades", "rules", "in", "id", "veteran-assault-squad", "assault-squads"}
	cases := map[string]string{
		"qualty": "quality", "Quality": "quality", "defence": "defense", "upgrade": "upgrades", "rulse": "rules",
		"zebra": "", "": "", "ID": "id", "Assault Squad": "assault-squads", "veteran": "veteran-assault-squad",
		"assault": "assault-squads", "sau": "", "rle": "", "rule": "rules", "rles": "rules", "ruse": "", "qulty": "quality",
	}
	for word, want := range cases {
		if got := schema.NearestWord(word, known); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

// Every schema can be handed to an editor as one document.
func TestSourceIsSelfContained(t *testing.T) {
	for _, kind := range schema.DocumentKinds() {
		text, err := schema.JSONSchema(kind)
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		for _, part := range strings.Split(string(text), `"$ref": "`)[1:] {
			ref, _, _ := strings.Cut(part, `"`)
			name, ok := strings.CutPrefix(ref, "#/definitions/")
			if !ok || !strings.Contains(string(text), `"`+name+`": {`) {
				t.Errorf("%s: nothing stands at %s", kind, ref)
			}
		}
	}
	if _, err := schema.JSONSchema("lst/1"); err == nil || !strings.Contains(err.Error(), "did you mean `list/1`?") {
		t.Errorf("an unknown format: %v", err)
	}
}

func TestScalarReadsBackAsItWas(t *testing.T) {
	for _, text := range []string{
		"plain", "two words", "", "true", "12", "1.5", "~", "null", "- dash", "# no comment", "a: b", "a #b", "a, b", "[x]", "{y}",
		"Überläufer", "Żołnierz", "it's", `a "quote"`, "tab\there", "line\nbreak", " blank ", "*star", "&and", "!bang", "%", "@at", "`tick", "🜁", "=", "yes", "A?", "x:y", "a:", "?", "0x1f", "2026-11-21",
	} {
		for _, form := range []string{"muster: list/1\nsystem: gf-3\nbook: b\nunits: []\nnotes: %\n", "muster: list/1\nsystem: gf-3\nbook: b\nunits: [{id: a, unit: b, notes: %}]\n", "muster: list/1\nsystem: gf-3\nunits: []\nbooks: [%]\n"} {
			if text == "" && strings.Contains(form, "books") {
				continue // a book has a name
			}
			d, err := schema.Read("s.yaml", []byte(strings.Replace(form, "%", schema.FormatScalar(text), 1)))
			if err != nil {
				t.Errorf("%q is written as %s: %v", text, schema.FormatScalar(text), err)
				continue
			}
			got := d.At("notes").Text() + d.At("units", 0, "notes").Text() + d.At("books", 0).Text()
			if got != text {
				t.Errorf("%q is written as %s and reads back as %q", text, schema.FormatScalar(text), got)
			}
		}
	}
}

// keys writes as many keys that no file has.
func keys(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "k%d: 1\n", i)
	}
	return text.String()
}

// What a file is stands in its outermost key, wherever that is and however it is written.
func TestKind(t *testing.T) {
	long := strings.Repeat("# a comment of forty letters, or of more\n", 200)
	for text, want := range map[string]string{
		long + "muster: list/1\nunits: []\n":                                "list/1",
		"notes: |\n  muster: book/1\n" + long + "name: A\nmuster: list/1":   "list/1",
		"{name: A, muster: list/1}":                                         "list/1",
		"name: A\n\"muster\" : list/1\n":                                    "list/1",
		"muster:\n  list/1\n":                                               "list/1",
		"name: A\rmuster: list/1\r":                                         "list/1",
		"--- {muster: list/1}":                                              "list/1",
		`{"name": "` + strings.Repeat("a", 5000) + `", "muster": "list/1"}`: "list/1",
		long + "muster: list/1\nunits: [\n":                                 "list/1", // of which the rest is broken
		"units:\n  - muster: list/1\n":                                      "",
		"notes: |\n  muster: list/1\n":                                      "",
		"# muster: list/1\n":                                                "",
		"a letter about muster: it is\na letter\n":                          "",
		"": "",
	} {
		if got := schema.StatedKind([]byte(text)); got != want || schema.ClaimsKind([]byte(text), "list/1") != (want == "list/1") {
			t.Errorf("%.60q is %q, want %q", text, got, want)
		}
	}
}

func TestGlance(t *testing.T) {
	for _, c := range []struct{ text, key, want string }{
		{"muster: list/1\nname: The Guard # mine\n", "name", "The Guard"},
		{"name: \"The \\\"Guard\\\" # 1\" # mine\n", "name", `The "Guard" # 1`},
		{"name: 'It''s'\r\n", "name", "It's"},
		{"\ufeff\"muster\": 'list/1'\n", "muster", "list/1"},
		{"units:\n  - name: other\nname: own", "name", "own"},
		{"units: []\n", "units", "[]"},
		{"name: |\n  Guard\n", "name", ""},
		{"name: *guard\n", "name", ""},
		{"name: \"open\n", "name", ""},
		{"name:\n", "name", ""},
		{"names: x\n", "name", ""},
		{"\ufeff{\n  \"muster\": \"book/1\",\n  \"id\": \"b\"\n}", "muster", "book/1"},
		{`{"id":"b","origin":{"muster":"unit/1"},"muster":"book/1"}`, "muster", "book/1"},
		{`{"origin": {"muster": "book/1"}}`, "muster", ""},
		{`{"muster": "book/1", "units": [{"id": "the end is miss`, "muster", "book/1"},
		{`{"muster": 1}`, "muster", ""},
		{`{"muster`, "muster", ""},
	} {
		if got := schema.GuessValue([]byte(c.text), c.key); got != c.want {
			t.Errorf("%q says %s is %q, want %q", c.text, c.key, got, c.want)
		}
	}
}

// A number that begins with a zero is none: YAML of one age reads 010 as 8, of
// another as 10. In quotes it is a text.
func TestNumbersThatBeginWithAZero(t *testing.T) {
	const list = "muster: list/1\nsystem: gf-3\nbook: b\npoints: %s\nname: %s\nunits: []\n"
	for _, c := range []struct{ points, name, want string }{
		{"010", "A", "f.yaml:4:9: `010` begins with a 0"},
		{"+08", "A", "write `+8`"},
		{"0_10", "A", "write `10`"},
		{"!!int 010", "A", "`010` begins with a 0"},
		{"!!int '010'", "A", "`010` begins with a 0"},
		{"10", "007", "f.yaml:5:7: `007` begins with a 0"},
		{"10", "00.5", "`00.5` begins with a 0"},
		{"10", "'007'", ""},
		{"10", "\"010\"", ""},
		{"10", "0a", ""},
		{"0x10", "A", ""},
	} {
		_, err := schema.Read("f.yaml", fmt.Appendf(nil, list, c.points, c.name), "list/1")
		if got := fmt.Sprint(err); c.want == "" && err != nil || !strings.Contains(got, c.want) {
			t.Errorf("points: %s, name: %s: %s, want %q", c.points, c.name, got, c.want)
		}
	}
}

// A mark is of what the list says, not of how its file is set out.
func TestMark(t *testing.T) {
	mark := func(text string) string {
		document, err := schema.Read("list.yaml", []byte(text), "list/1")
		if err != nil {
			t.Fatal(err)
		}
		return document.Fingerprint()
	}
	one := mark("muster: list/1\nsystem: gf-3\nbook: wardens\nunits: [{id: a, unit: b}]\n")
	same := mark("# Mine\nsystem: gf-3\nmuster: list/1\n\nbook: wardens # theirs\nunits:\n  - id: a\n    unit: b\n")
	other := mark("muster: list/1\nsystem: gf-3\nbook: wardens\nunits: [{id: a, unit: c}]\n")
	if one != same || one == other || !regexp.MustCompile(`^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$`).MatchString(one) {
		t.Errorf("marks are %q, %q and %q", one, same, other)
	}
	document, err := schema.Read("list.yaml", []byte("muster: list/1\nsystem: gf-3\nbook: wardens\nname: Mine\nunits: [{id: a, unit: b}]\n"), "list/1")
	if document.NamelessFingerprint() != one {
		t.Errorf("without its name the mark is %s, want %s", document.NamelessFingerprint(), one)
	}
	one = document.Fingerprint()
	if err != nil {
		t.Fatal(err)
	}
	with := document.Fingerprint("wardens@1 0123")
	if with == one || with == document.Fingerprint("wardens@2 0123") || !document.MatchesFingerprint(with, "wardens@1 0123") || document.MatchesFingerprint(with) || !document.MatchesFingerprint(one[:9], "wardens@1 0123") {
		t.Errorf("with a book the mark is %q, without %q", with, one)
	}
	last := one[:18] + map[bool]string{true: "B", false: "A"}[one[18] == 'A']
	for typed, want := range map[string]struct{ same, weak, bad bool }{
		one: {same: true}, strings.ToLower(one): {same: true}, strings.ReplaceAll(one, "-", " "): {same: true}, other: {}, last: {},
		one[:9]: {same: true, weak: true}, other[:9]: {weak: true},
		one[:4]: {bad: true}, one[:14]: {bad: true}, "": {bad: true}, one[:18] + "!": {bad: true}, one + "-" + one: {bad: true},
	} {
		weak, err := schema.IsWeakFingerprint(typed)
		if got := document.MatchesFingerprint(typed); got != want.same || weak != want.weak || (err != nil) != want.bad {
			t.Errorf("%q: same %v, weak %v, %v", typed, got, weak, err)
		}
	}
}
