package fad_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/fad"
	stored "muster/catalog/fad"
	"muster/catalog/fad/fadtest"
	"muster/schema"
)

const outpost = `muster: list/1
system: fad
name: Outpost   # ours
points: 300

# Second platoon is still to come.
platoons: [{command: hq, squads: [rifles, assault]}]
units:
  - id: rifles      # the old guard
    kind: infantry
    quality: regular
    resolve: steady
    armour: light
    figures:
      - {count: 1, weapon: assault-rifle, leader: experienced}
      - {count: 6, weapon: assault-rifle}
      - {count: 1, weapon: saw}
    traits: [grizzled]
    in: apc

  - {id: assault, kind: infantry, quality: conscript, resolve: steady, armour: light, figures: [{count: 8, weapon: smg}]}
  - {id: hq, kind: infantry, quality: regular, resolve: steady, figures: [{count: 4, weapon: smg}]}
  - id: apc
    kind: vehicle
    movement: tracked
    quality: regular
    resolve: steady
    armour: {front: 8, side: 7, rear: 6}
    weapons:
      - heavy-mg
      - saw
    capacity: 10
`

// An editor is a session with a list, which edits it whether or not that is
// legal.
type editor struct{ *builder.Session }

func open(t testing.TB, text string) editor {
	t.Helper()
	d, err := schema.Read("outpost.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s, err := builder.Begin(d, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Stock, s.Force = func() (*stored.Stock, error) { return stored.LoadStock(nil) }, true
	return editor{s}
}

func (e editor) Before() *fad.Army {
	army, _ := e.Session.Before().GameList().(*fad.Army)
	return army
}

func (e editor) Now() *fad.Army {
	army, _ := e.Session.Now().GameList().(*fad.Army)
	return army
}

func (e editor) edit(edits ...builder.Edit) error {
	_, err := e.Do(edits...)
	return err
}

func (e editor) set(id string, texts ...string) error {
	assignments, err := edit.ParseAssignments(texts)
	if err != nil {
		return err
	}
	return e.edit(builder.SetFields{UnitID: id, Fields: assignments})
}

// change is the lines that a change took away (-) and put in (+).
func change(before, after string) string {
	x, y := strings.Split(before, "\n"), strings.Split(after, "\n")
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	var out []string
	for _, line := range x {
		out = append(out, "-"+line)
	}
	for _, line := range y {
		out = append(out, "+"+line)
	}
	return strings.Join(out, "\n")
}

func TestSetChangesOneThing(t *testing.T) {
	for _, c := range []struct{ id, set, want string }{
		{"rifles", "quality=elite", "-    quality: regular\n+    quality: elite"},
		{"rifles", "figures.2.count=8", "-      - {count: 6, weapon: assault-rifle}\n+      - {count: 8, weapon: assault-rifle}"},
		{"rifles", "figures.3.leader=veteran", "-      - {count: 1, weapon: saw}\n+      - {count: 1, weapon: saw, leader: veteran}"},
		{"rifles", "figures+={count: 2, weapon: smg}", "+      - {count: 2, weapon: smg}"},
		{"rifles", "figures-=3", "-      - {count: 1, weapon: saw}"},
		{"rifles", "figures.3=", "-      - {count: 1, weapon: saw}"},
		{"rifles", "traits+=brave", "-    traits: [grizzled]\n+    traits: [grizzled, brave]"},
		{"rifles", "traits-=grizzled", "-    traits: [grizzled]"},
		{"rifles", "name=Old & Bold", "+    name: Old & Bold"},
		{"rifles", "name=12", "+    name: \"12\""},
		{"rifles", "recon=true", "+    recon: true"},
		{"rifles", "in=", "-    in: apc"},
		{"rifles", "partner=", ""},
		{"assault", "traits+=brave", "-  - {id: assault, kind: infantry, quality: conscript, resolve: steady, armour: light, figures: [{count: 8, weapon: smg}]}\n+  - {id: assault, kind: infantry, quality: conscript, resolve: steady, armour: light, figures: [{count: 8, weapon: smg}], traits: [brave]}"},
		{"hq", "armour=improved", "-  - {id: hq, kind: infantry, quality: regular, resolve: steady, figures: [{count: 4, weapon: smg}]}\n+  - {id: hq, kind: infantry, quality: regular, resolve: steady, armour: improved, figures: [{count: 4, weapon: smg}]}"},
		{"apc", "armour.front=9", "-    armour: {front: 8, side: 7, rear: 6}\n+    armour: {front: 9, side: 7, rear: 6}"},
		{"apc", "weapons.1=beam-light", "-      - heavy-mg\n+      - beam-light"},
		{"apc", "weapons=[heavy-mg]", "-    weapons:\n-      - heavy-mg\n-      - saw\n+    weapons: [heavy-mg]"},
		{"apc", "weapons-=saw", "-      - saw"},
		{"apc", "traits+={trait: linked-weapons, weapons: [1]}", "+    traits: [{trait: linked-weapons, weapons: [1]}]"},
		{"apc", "crew=3", "+    crew: 3"},
	} {
		t.Run(c.set, func(t *testing.T) {
			e := open(t, outpost)
			if err := e.set(c.id, c.set); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, change(outpost, string(e.Text()))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSetAnIDChangesEveryMention(t *testing.T) {
	e := open(t, outpost)
	for _, step := range [][2]string{{"apc", "id=carrier"}, {"hq", "id=staff"}, {"assault", "id=storm"}} {
		if err := e.set(step[0], step[1]); err != nil {
			t.Fatal(err)
		}
	}
	text := string(e.Text())
	for _, want := range []string{"in: carrier", "id: carrier", "{command: staff, squads: [rifles, storm]}"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if d := e.ChangedFindings(); len(d.NewOrWorse()) > 0 {
		t.Errorf("new findings %v", d)
	}
}

func TestSetRefusals(t *testing.T) {
	for set0, want := range map[string]string{
		"quality=elit":         "`quality` cannot be `elit`",
		"traits+=":             "names nothing to add or drop",
		"qualty=elite":         "no field `qualty`; did you mean `quality`?",
		"figures.9.count=2":    "figures.9: there are 3 entries, counted from 1; `9` is none of them",
		"figures.0.count=2":    "figures.0: there are 3 entries",
		"figures.1.count=0":    "`count` is 0; the least is 1",
		"figures.1.count=many": "`count` should be a whole number",
		"traits-=brave":        "traits has no `brave`",
		"quality+=elite":       "quality is no list; write `quality=elite`",
		"quality-=elite":       "quality is no list; `quality=` removes it",
		"quality=":             "`quality` is missing",
		"capacity=3":           "`capacity` means nothing for kind `infantry`",
		"figure.1.count=2":     "no field `figure`; did you mean `figures`?",
		"quality.x=1":          "quality is a single value, so that it has no `x`",
		"quality.x=":           "quality is a single value",
		"traits.1.x=2":         "traits.1 is a single value",
		"figures.1.weapon.x=1": "figures.1.weapon is a single value",
		"quality":              "`quality` should be FIELD=VALUE",
		"name=a\nkind: sniper": "has several lines",
		"armour={front: 1":     "not one value of YAML",
	} {
		t.Run(set0, func(t *testing.T) {
			e := open(t, outpost)
			err := e.set("rifles", set0)
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("error %v\nwant  %s", err, want)
			}
			if diff := cmp.Diff(outpost, string(e.Text())); diff != "" {
				t.Errorf("the refused change is in the file\n%s", diff)
			}
		})
	}
	if err := open(t, outpost).set("riffles", "quality=elite"); err == nil || !strings.Contains(err.Error(), "did you mean `rifles`?") {
		t.Errorf("error %v", err)
	}
}

func TestAddAndRemove(t *testing.T) {
	e := open(t, outpost)
	var added []string
	for _, step := range []struct {
		what, id string
		times    int
	}{{"infantry", "", 1}, {"line-squad", "", 2}, {"sniper", "eye", 1}, {"carrier", "apc", 2}} {
		done, err := e.Do(builder.Add{Unit: step.what, ID: step.id, Count: step.times})
		if err != nil {
			t.Fatal(err)
		}
		added = append(added, done.AddedIDs...)
	}
	if want := []string{"infantry", "line-squad", "line-squad-2", "eye", "apc-2", "apc-3"}; !slices.Equal(added, want) {
		t.Errorf("added %v, want %v", added, want)
	}
	if !strings.HasPrefix(string(e.Text()), outpost) {
		t.Error("what was there has changed")
	}
	for _, id := range added {
		if err := e.edit(builder.Remove{ID: id}); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(outpost, string(e.Text())); diff != "" {
		t.Error(diff)
	}
	if err := e.edit(builder.Add{Unit: "infantri"}); err == nil || !strings.Contains(err.Error(), "did you mean `infantry`?") {
		t.Errorf("error %v", err)
	}
}

func TestAddToABasicListHasNoCounts(t *testing.T) {
	e := open(t, "muster: list/1\nsystem: fad\nmethod: basic\nunits: []\n")
	if err := e.edit(builder.Add{Unit: "infantry"}); err != nil {
		t.Fatal(err)
	}
	if left := e.Now().Units[0].Creation.FiguresLeft; left != 15-2-2-1-4 {
		t.Errorf("%d figures left\n%s", left, e.Text())
	}
}

func TestRemoveTakesEveryLinkAway(t *testing.T) {
	e := open(t, outpost)
	done, err := e.Do(builder.Remove{ID: "apc"})
	if err != nil || done.Sentences[0] != "Removed apc. It was linked with rifles; that link is gone too." {
		t.Fatal(done, err)
	}
	for _, id := range []string{"hq", "assault"} {
		if err := e.edit(builder.Remove{ID: id}); err != nil {
			t.Fatal(err)
		}
	}
	text := string(e.Text())
	for _, gone := range []string{"apc", "hq", "assault,", "command"} {
		if strings.Contains(text, gone) {
			t.Errorf("%q is still in\n%s", gone, text)
		}
	}
	if !strings.Contains(text, "platoons: [{squads: [rifles]}]") {
		t.Errorf("the platoon is not\n%s", text)
	}
}

func TestRenameEmbarkDetach(t *testing.T) {
	e := open(t, outpost)
	if err := e.edit(builder.Rename{ID: "hq", Name: "The Staff"}); err != nil {
		t.Fatal(err)
	}
	if err := e.edit(builder.Link{UnitID: "hq", Key: "in", Target: "apc"}); err != nil {
		t.Fatal(err)
	}
	if u := e.Now().Unit("hq"); u.Name != "The Staff" || u.InTransport != "apc" {
		t.Errorf("%+v", u.Unit)
	}
	if err := e.edit(builder.Detach{UnitID: "hq"}); err != nil {
		t.Error(err)
	}
	if err := e.edit(builder.Rename{ID: "hq", Name: ""}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(outpost, string(e.Text())); diff != "" {
		t.Error(diff)
	}
	if err := e.edit(builder.Link{UnitID: "hq", Key: "in", Target: "apcc"}); err == nil || !strings.Contains(err.Error(), "did you mean `apc`?") {
		t.Errorf("error %v", err)
	}
}

func TestAFileOfOneUnit(t *testing.T) {
	e := open(t, "muster: unit/1\n# mine\nkind: sniper\nquality: regular\nresolve: steady\narmour: improved\n")
	if err := e.set("", "quality=elite"); err != nil {
		t.Fatal(err)
	}
	if before, now := e.Before().Points, e.Now().Points; before != 21 || now != 26 {
		t.Errorf("%d points, then %d", before, now)
	}
	if !strings.Contains(string(e.Text()), "# mine\nkind: sniper\nquality: elite\n") {
		t.Errorf("%s", e.Text())
	}
}

func TestTry(t *testing.T) {
	for _, c := range []struct {
		id, change string
		want       string // points before and after of rifles, assault, hq, apc; or the error
	}{
		{"", "quality=elite", "58→71 28→45 18→22 82→101"},
		{"", "armour=improved", "58→70 28→36 18→23 82→82"},
		{"", "capacity=0", "58→58 28→28 18→18 82→56"},
		{"", "assault.quality=elite", "58→58 28→45 18→18 82→82"},
		{"hq", "quality=elite", "58→58 28→28 18→22 82→82"},
		{"", "rounding=figure", "58→56 28→32 18→20 82→82"},
		{"", "qualty=elite", "did you mean `quality`?"},
		{"", "assault.qualty=elite", "did you mean `quality`?"},
		{"", "strength=4", "`strength` means nothing for kind `infantry`"},
		{"", "asault.quality=elite", "the list has no unit `asault`; did you mean `assault`?"},
		{"", "figures.9.count=2", "figures.9: there are 3 entries, counted from 1; `9` is none of them"},
	} {
		t.Run(c.change, func(t *testing.T) {
			e := open(t, outpost)
			assignment, err := edit.ParseAssignment(c.change)
			if err != nil {
				t.Fatal(err)
			}
			if err := e.edit(builder.TryFields{UnitID: c.id, Fields: []edit.Assignment{assignment}}); err != nil {
				if !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
					t.Errorf("error %v, want %s, once", err, c.want)
				}
				return
			}
			var got []string
			for i, u := range e.Now().Units {
				got = append(got, fmt.Sprintf("%d→%d", e.Before().Units[i].Price.Points, u.Price.Points))
			}
			if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Setting a field and setting it back leaves the file as it was.
func TestSetAndBack(t *testing.T) {
	a, err := stored.LoadArmoury()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(r *rapid.T) {
		u := fadtest.Unit(a).Draw(r, "unit")
		text := "muster: list/1\nsystem: fad\nunits:\n  - " + strings.ReplaceAll(strings.TrimSuffix(schema.YAMLLines(&u), "\n"), "\n", "\n    ") + "\n"
		if rapid.Bool().Draw(r, "flow") {
			text = "muster: list/1\nsystem: fad\nunits:\n  - " + schema.YAMLLine(&u) + "\n"
		}
		e := open(t, text)
		field := rapid.SampledFrom([]string{"quality", "resolve"}).Draw(r, "field")
		old, other := u.Quality, rapid.SampledFrom(a.Qualities.IDs()).Draw(r, "quality")
		if field == "resolve" {
			old, other = u.Resolve, rapid.SampledFrom(a.Resolves.IDs()).Draw(r, "resolve")
		}
		for _, value := range []string{other, old} {
			if err := e.set(u.ID, field+"="+value); err != nil {
				r.Fatal(err)
			}
		}
		if err := e.set(u.ID, "partner=someone"); err != nil {
			r.Fatal(err)
		}
		if err := e.set(u.ID, "partner="); err != nil {
			r.Fatal(err)
		}
		if diff := cmp.Diff(text, string(e.Text())); diff != "" {
			r.Fatal(diff)
		}
	})
}
