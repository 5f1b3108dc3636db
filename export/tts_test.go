package export

import (
	"bytes"
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/builder/table"
)

// saved is what Tabletop Simulator documents of a saved object, as far as figures
// need it.
type saved struct {
	SaveName      string
	ComponentTags struct {
		Labels []struct{ Displayed, Normalized string }
	}
	ObjectStates []savedFigure
}

type savedFigure struct {
	GUID, Name, Nickname, Description, LuaScript, LuaScriptState string

	Transform    map[string]float64
	ColorDiffuse map[string]float64
	Tags         []string
}

// onTable writes a document for Tabletop Simulator and holds what is written
// against what the game reads: ids that no two figures share, tags that it lists,
// bases of their size that do not stand on one another.
func onTable(t *testing.T, d Document) []savedFigure {
	t.Helper()
	var out, again bytes.Buffer
	if err := TTS.Write(&out, d, Options{}); err != nil {
		t.Fatal(err)
	}
	if err := TTS.Write(&again, d, Options{}); err != nil || !bytes.Equal(out.Bytes(), again.Bytes()) {
		t.Errorf("the same list is not the same bytes (%v)", err)
	}
	if strings.Contains(out.String(), "null") {
		t.Error("what is nothing should be an empty list")
	}
	var save saved
	if err := json.Unmarshal(out.Bytes(), &save); err != nil {
		t.Fatal(err)
	}
	var tags []string
	for _, label := range save.ComponentTags.Labels {
		tags = append(tags, label.Displayed)
		if label.Normalized != strings.ToLower(label.Displayed) {
			t.Errorf("tag %q is looked up as %q", label.Displayed, label.Normalized)
		}
	}
	guid := regexp.MustCompile(`^[0-9a-f]{6}$`)
	used := map[string]bool{}
	for i, f := range save.ObjectStates {
		if !guid.MatchString(f.GUID) || used[f.GUID] {
			t.Errorf("the id of %s is %q", f.Nickname, f.GUID)
		}
		used[f.GUID] = true
		for _, tag := range f.Tags {
			if !slices.Contains(tags, tag) {
				t.Errorf("%s has a tag %q that is not listed", f.Nickname, tag)
			}
		}
		for _, c := range f.ColorDiffuse {
			if c < 0 || c > 1 {
				t.Errorf("the colour of %s is %v", f.Nickname, f.ColorDiffuse)
			}
		}
		var size struct{ X, Z float64 }
		if err := json.Unmarshal([]byte(f.LuaScriptState), &size); err != nil || size.X != f.Transform["scaleX"] || size.Z != f.Transform["scaleZ"] || size.X <= 0 || size.Z < size.X {
			t.Errorf("the base of %s is %s, it is drawn %v (%v)", f.Nickname, f.LuaScriptState, f.Transform, err)
		}
		for _, other := range save.ObjectStates[:i] {
			apart := func(at, wide string) float64 {
				return math.Abs(f.Transform[at]-other.Transform[at]) - (f.Transform[wide]+other.Transform[wide])/2
			}
			if max(apart("posX", "scaleX"), apart("posZ", "scaleZ")) < ttsModelGap-0.01 {
				t.Fatalf("%s and %s stand on one another: %v, %v", f.Nickname, other.Nickname, f.Transform, other.Transform)
			}
		}
	}
	return save.ObjectStates
}

// figuresAll holds a document's figures against its sheet.
func figuresAll(t *testing.T, name string, d Document) {
	t.Helper()
	figures := onTable(t, d)
	wounds := map[string]int{}
	for _, f := range figures {
		wounds[f.Tags[0]] += woundsOf(t, f)
	}
	want := map[string]int{}
	eachBlock(d.Sheet.Blocks, func(b Block) {
		if b.OffBoard {
			return
		}
		n := b.Models
		for _, track := range b.Tracks {
			if track.Label != "Strength" {
				n = track.BoxCount()
			}
		}
		want[ttsText(b.Name)] += max(n, 1)
	})
	if diff := cmp.Diff(want, wounds); diff != "" {
		t.Errorf("%s: wounds of figures by unit differ from the boxes on the sheet (-boxes +figures):\n%s", name, diff)
	}
}

// woundsOf is how many wounds a figure has left, as its name counts them.
func woundsOf(t *testing.T, f savedFigure) int {
	t.Helper()
	counted := regexp.MustCompile(`^(\d+)/(\d+) `).FindStringSubmatch(f.Nickname)
	if counts := strings.Contains(f.LuaScript, "function wound("); !counts {
		return 1
	}
	if counted == nil || counted[1] != counted[2] {
		t.Fatalf("%q counts its wounds, but does not say how many it has", f.Nickname)
	}
	n := 0
	for _, c := range counted[1] {
		n = n*10 + int(c-'0')
	}
	return n
}

func TestTTS(t *testing.T) {
	d := ofArmy(gate(t))
	figuresAll(t, "gate", d)
	figures := onTable(t, d)
	named := func(name string) (all []savedFigure) {
		for _, f := range figures {
			if strings.TrimLeft(f.Nickname, "0123456789/ ") == name {
				all = append(all, f)
			}
		}
		return all
	}
	guard := named("The Old Guard")
	heavy := 0
	for _, f := range guard {
		if strings.Contains(f.Description, "Heavy Rifle") {
			heavy++
		}
		if f.Transform["posZ"] != guard[0].Transform["posZ"] || f.ColorDiffuse["r"] != guard[0].ColorDiffuse["r"] {
			t.Errorf("figures of a unit are not in a row of a colour: %v", f)
		}
	}
	if len(guard) != 20 || heavy != 2 {
		t.Errorf("the combined unit has %d figures, %d with heavy rifles", len(guard), heavy)
	}
	marshal := named("Żaneta Wołk")
	if len(marshal) != 1 || !slices.Equal(marshal[0].Tags, []string{"Żaneta Wołk", "The Old Guard"}) || marshal[0].Transform["posZ"] != guard[0].Transform["posZ"] {
		t.Errorf("the hero who joined is not with the unit: %+v", marshal)
	}
	if first, second := named("Ridge Runners #1"), named("Ridge Runners #2"); len(first) == 0 || len(first) != len(second) {
		t.Errorf("two units of one name are %d and %d figures", len(first), len(second))
	}
}

func TestTTSOfOtherLists(t *testing.T) {
	for name, text := range map[string]string{
		"small scale": "system: gf-2.7\nbook: wardens.yaml\nsmall-scale: true\nunits: [{id: a, unit: line-squad}, {id: b, unit: line-squad}]",
		"markup":      "system: gf-3\nbook: wardens.yaml\nunits: [{id: a, unit: line-squad, name: \"[b]3/3 \\u202eBold\\a[/b]\"}]",
		"nobody":      "system: gf-3\nbook: wardens.yaml\nunits: []",
	} {
		d := ofArmy(army(t, "muster: list/1\n"+text+"\n"))
		figuresAll(t, name, d)
		for _, f := range onTable(t, d) {
			if strings.ContainsFunc(f.Nickname+f.Description, obeyed) || strings.Contains(f.Nickname+f.Description, "[") {
				t.Errorf("%s: the game would obey %q", name, f.Nickname)
			}
		}
	}
	if n := len(onTable(t, ofArmy(army(t, "muster: list/1\nsystem: gf-2.7\nbook: wardens.yaml\nsmall-scale: true\nunits: [{id: a, unit: line-squad}]\n")))); n != 1 {
		t.Errorf("a unit on one base is %d figures", n)
	}
	d := forceDocument(t, outpost(t))
	figuresAll(t, "outpost", d)
	if TTS.CheckFits(Document{}) == nil {
		t.Error("a copy has no figures")
	}
}

func TestBaseOf(t *testing.T) {
	for _, c := range []struct {
		text   string
		wounds int
		want   base
	}{
		{"32 mm", 1, base{32, 32, false}},
		{"32 mm round / 30 mm square", 1, base{32, 32, false}},
		{"60 x 35 mm", 3, base{35, 60, false}},
		{"120x92", 12, base{92, 120, false}},
		{"28.5 mm", 1, base{28.5, 28.5, false}},
		{"", 1, base{32, 32, true}},
		{"none", 2, base{32, 32, true}},
		{"", 3, base{40, 40, true}},
		{"0 mm", 6, base{60, 60, true}},
		{"none", 12, base{92, 120, true}},
	} {
		if got := baseOf(table.Model{BaseSize: c.text, Wounds: c.wounds}); got != c.want {
			t.Errorf("a base of %q under %d wounds is %v, not %v", c.text, c.wounds, got, c.want)
		}
	}
}
