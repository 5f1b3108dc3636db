package schema_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"

	"muster/schema"
)

func TestWrite(t *testing.T) {
	type thing struct {
		Name  string         `yaml:"name"`
		Count int            `yaml:"count" default:"1"`
		Of    []string       `yaml:"of,omitempty"`
		Costs map[string]int `yaml:"costs,omitempty"`
	}
	type shared struct {
		Things []thing `yaml:"things,omitempty" layout:"lines"`
	}
	type squad struct {
		ID     string `yaml:"id"`
		Big    bool   `yaml:"big,omitempty"`
		shared `yaml:",inline"`
	}
	file := struct {
		ID     string   `yaml:"id"`
		Text   string   `yaml:"text"`
		Words  []string `yaml:"words"`
		Origin *thing   `yaml:"origin,omitempty" layout:"block"`
		Squads []squad  `yaml:"squads" layout:"paragraphs"`
		None   []squad  `yaml:"none" layout:"block"`
	}{
		ID: "no", Text: "First.\n\nSecond: yes.", Words: []string{"a: b", "x, y", "12", "Tough(3)", "a?b", "#c"},
		Origin: &thing{Name: "Here", Count: 2},
		Squads: []squad{
			{ID: "a", Big: true, shared: shared{[]thing{
				{Name: "Rifle", Count: 1, Of: []string{"AP(1)"}, Costs: map[string]int{"b": 2, "a": -1}},
				{Name: "A rifle with a name so long that nobody could ever read it on one line with all the many things that it holds here and there and everywhere", Count: 5, Of: []string{"Bane", "Reliable"}},
			}}},
			{ID: "b"},
		},
	}
	comments := map[string]string{"": "# A file.\n", "squads": "\n# ---- Squads ----\n", "squads[1]": "# for nobody\n"}
	got := schema.Write("test/1", &file, func(path string) string { return comments[path] })
	want := `# A file.
muster: test/1
id: "no"
text: |-
  First.

  Second: yes.
words: ['a: b', "x, y", "12", Tough(3), "a?b", '#c']
origin:
  name: Here
  count: 2

# ---- Squads ----
squads:

  - id: a
    big: true
    things:
      - {name: Rifle, of: [AP(1)], costs: {a: -1, b: 2}}
      - name: A rifle with a name so long that nobody could ever read it on one line with all the many things that it holds here and there and everywhere
        count: 5
        of: [Bane, Reliable]

  # for nobody
  - id: b
none: []
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// Whatever a text is, it is read back as it was, and the quick way of writing
// it agrees with the careful one.
func TestWriteTexts(t *testing.T) {
	type file struct {
		Text  string   `yaml:"text"`
		Words []string `yaml:"words"`
	}
	odd := []string{"null", "12", "~", "- a", "{}", "a: b", "#", "&x", "*y", "!z", "0x1F", "1.5", "\u2028", "'", "\"", "on", "=", "<<", "a\n\nb", " a\nb", "a\n", "x'", "a-", "3)", "e1", "0o7", "1e3", "2x", "a ", "fed", "y", "2001-01-01", "12:30:45", "a\n# b", "|", "a\n  b"}
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.OneOf(rapid.StringMatching(`[-A-Za-z0-9_ ()+./':\n]{0,12}`), rapid.SampledFrom(odd))
		f := file{texts.Draw(t, "text"), rapid.SliceOfN(texts, 0, 4).Draw(t, "words")}
		out := schema.Write("list/1", f, func(string) string { return "" })
		var got struct {
			Muster string   `yaml:"muster"`
			Text   string   `yaml:"text"`
			Words  []string `yaml:"words"`
		}
		if err := yaml.Unmarshal(out, &got); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if got.Text != f.Text || !slices.Equal(got.Words, f.Words) {
			t.Fatalf("%q became %q:\n%s", f, got, out)
		}
		var any map[string]any
		if err := yaml.Unmarshal(out, &any); err != nil {
			t.Fatal(err)
		}
		if _, ok := any["text"].(string); !ok {
			t.Fatalf("%q is no text any more:\n%s", f.Text, out)
		}
	})
}
