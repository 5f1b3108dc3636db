package gf_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/catalog"
	"muster/schema"
)

func codes(findings []finding.Finding) []string {
	var all []string
	for _, f := range findings {
		all = append(all, f.Code)
	}
	return all
}

func TestTeam(t *testing.T) {
	for _, c := range []struct {
		name  string
		lists []string
		codes []string
		legal bool
	}{
		{"within the size", []string{"points: 1000\nunits: [{id: a, unit: mob}]\n", "points: 1000\nunits: [{id: a, unit: mob}]\n"}, nil, true},
		{"exactly the size", []string{"points: 600\nsystem: gf-2.7\nunits: [{id: a, unit: mob}, {id: b, unit: squad}]\n", "points: 600\nsystem: gf-2.7\nunits: [{id: a, unit: mob}, {id: b, unit: squad}]\n"}, nil, true},
		{"over the size", []string{"points: 599\nsystem: gf-2.7\nunits: [{id: a, unit: mob}, {id: b, unit: squad}]\n", "points: 599\nsystem: gf-2.7\nunits: [{id: a, unit: mob}, {id: b, unit: squad}]\n"}, []string{"points/over"}, false},
		{"copies of all lists", []string{"points: 1000\nunits: [{id: a, unit: squad}, {id: b, unit: squad}]\n", "points: 1000\nunits: [{id: a, unit: squad}]\n"}, []string{"force-org/copies"}, false},
		{"heroes of all lists", []string{"points: 1000\nunits: [{id: a, unit: page}, {id: b, unit: hero}]\n", "points: 1000\nunits: [{id: a, unit: lord}]\n"}, []string{"force-org/heroes"}, false},
		{"a combined pair of heroes who join is one", []string{"points: 500\nunits: [{id: a, unit: page}, {id: b, unit: page, combine: a, join: s}, {id: s, unit: scout}]\n", "points: 500\nunits: []\n"}, nil, false},
		{"units of all lists", []string{"points: 1000\nunits: [{id: a, unit: squad}, {id: b, unit: scout}, {id: c, unit: pair}]\n", "points: 1000\nunits: [{id: a, unit: squad}, {id: b, unit: scout}, {id: c, unit: pair}]\n"}, []string{"force-org/units"}, false},
		{"a unique unit in two lists", []string{"points: 2000\nunits: [{id: a, unit: relic}]\n", "points: 2000\nunits: [{id: a, unit: relic}]\n"}, []string{"unit/unique"}, false},
		{"force organisation turned off", []string{"points: 1000\nforce-org: false\nunits: [{id: a, unit: squad}, {id: b, unit: squad}]\n", "points: 1000\nunits: [{id: a, unit: squad}]\n"}, nil, true},
		{"what a list alone may not have, without force organisation", []string{"points: 1000\nforce-org: false\nunits: [{id: a, unit: mob}]\n", "points: 1000\nunits: [{id: a, unit: squad}, {id: b, unit: squad}, {id: c, unit: squad}]\n"}, nil, true},
		{"a list's own fault", []string{"points: 1000\nunits: [{id: a, unit: squad, join: b}, {id: b, unit: mob}]\n", "points: 1000\nunits: [{id: a, unit: squad}]\n"}, nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var armies []*gf.Army
			points := 0
			for _, text := range c.lists {
				armies = append(armies, build(t, text))
				points += armies[len(armies)-1].Points
			}
			team, err := gf.NewTeam(armies)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range team.Findings {
				if f.File != "list.yaml" || f.Line == 0 {
					t.Errorf("%s is placed at %q, line %d", f.Code, f.File, f.Line)
				}
			}
			if got := codes(team.Findings); !slices.Equal(got, c.codes) || team.Legal != c.legal || team.Points != points {
				t.Errorf("legal %v, %d points, %v; want %v, %d, %v", team.Legal, team.Points, got, c.legal, points, c.codes)
			}
		})
	}
	for name, texts := range map[string][]string{
		"state the same points":         {"points: 1000\nunits: []\n", "points: 1500\nunits: []\n"},
		"2000 points":                   nil,
		"state its size":                {"units: []\n", "points: 1500\nunits: []\n"},
		"the same points: list.yaml":    {"points: 1500\nunits: []\n", "units: []\n"},
		"the lists of a side are of on": {"points: 1000\nunits: []\n", "points: 1000\nsystem: gf-2.7\nunits: []\n"},
	} {
		var armies []*gf.Army
		for _, text := range texts {
			armies = append(armies, build(t, text))
		}
		if texts == nil {
			name = "at least one list"
		}
		if _, err := gf.NewTeam(armies); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("error is %v, want %q in it", err, name)
		}
	}
}

func TestSlots(t *testing.T) {
	army := build(t, "points: 2000\nunits: [{id: a, unit: squad}, {id: b, unit: squad, combine: a}, {id: h, unit: hero, join: a}, {id: p, unit: page}, {id: s, unit: saint}, {id: t, unit: saint}]\n")
	want := &gf.Slots{Units: 4, MaxUnits: 10, Heroes: 4, MaxHeroes: 4, MaxCopies: 3, MaxUnitCost: 700}
	slots := army.Slots()
	copies := slots.CopyCounts
	slots.CopyCounts = nil
	if diff := cmp.Diff(want, slots); diff != "" {
		t.Error(diff)
	}
	var left []string
	for _, c := range copies {
		left = append(left, fmt.Sprintf("%s %d of %d, %d left", c.Unit.BookUnit.ID, c.Count, c.Max, c.CopiesLeft()))
	}
	wantLeft := []string{"squad 1 of 3, 2 left", "hero 1 of 3, 2 left", "page 1 of 3, 2 left", "saint 2 of 1, 0 left"}
	if diff := cmp.Diff(wantLeft, left); diff != "" {
		t.Error(diff)
	}
	for _, text := range []string{"points: 2000\nforce-org: false\nunits: []\n", "system: gf-2.16\npoints: 2000\nunits: []\n"} {
		if slots := build(t, text).Slots(); slots != nil {
			t.Errorf("slots without force organisation: %+v", slots)
		}
	}
}

func TestFindingsSayWhereToLook(t *testing.T) {
	for _, c := range []struct{ text, message, source string }{
		{"units: [{id: a, unit: saint}, {id: b, unit: saint}]\n", "may be in a list once, and is in it 2 times; remove 1", "Bench, Unique"},
		{"units: [{id: a, unit: zeppelin}]\n", "`zeppelin` is no unit of Bench; name one that is", "Bench"},
		{"units: [{id: a, unit: saint, upgrades: [zeppelin]}]\n", "which has none to choose from", "Bench"},
		{"units: [{id: a, unit: squad, upgrades: [zeppelin]}]\n", "choose one of its 10 upgrades, or none", "Bench"},
		{"points: 100\nunits: [{id: a, unit: saint}, {id: b, unit: page}, {id: c, unit: page}]\n", "2 copies of Page; 100 points allow 1: remove 1", "GF 3, Force Org."},
		{"units: [{id: a, unit: saint}]\n", "1 hero; 90 points allow 0: remove 1, or agree on the game's size", "GF 3, Force Org."},
	} {
		army := build(t, c.text)
		if !slices.ContainsFunc(army.Findings, func(f finding.Finding) bool {
			return strings.HasSuffix(f.Message, c.message) && f.Source == c.source
		}) {
			t.Errorf("no finding of %s says %q:\n%s", c.source, c.message, describe(army.Findings))
		}
	}
}

func TestCombinedPair(t *testing.T) {
	army := build(t, `points: 2000
units:
  - {id: b, unit: squad, name: Seconds, combine: a, in: w, upgrades: [cloaks, cannon, crew]}
  - {id: a, unit: squad, name: Firsts, upgrades: [cloaks, {option: crew, count: 2}]}
  - {id: w, unit: wagon}
  - {id: h, unit: hero, join: b}
`)
	g := army.Groups[0]
	if got := g.IDs(); !slices.Equal(got, []string{"a", "b", "h"}) || g.InTransport == nil || g.InTransport.ID != "w" {
		t.Errorf("the group is %v in %v", got, g.InTransport)
	}
	if got, want := profile(g.Unit), "9 Rifle, 1 Cannon | Stealth | 3 Crew: Tough(3) | 3 Crew"; got != want {
		t.Errorf("together they are %q, want %q", got, want)
	}
	if got := g.Unit.WoundsPerModel(); !slices.Equal(got, []int{1, 1, 1, 1, 1, 1, 1, 3, 3, 3}) {
		t.Errorf("wounds are %v", got)
	}
	text, err := json.Marshal(army.Report().Units[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"id":"a","with":["b"],"name":"Firsts"`, `"in":"w"`, `"models":10`, `"points":265`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s is not in %s", want, text)
		}
	}
}

// A base of small scale has the attacks of all its models' weapons, and as many
// wounds as they have together (docs/rules-notes.md, Lists).
func TestOneBase(t *testing.T) {
	army := build(t, "system: gf-2.7\nsmall-scale: true\nunits: [{id: a, unit: squad, upgrades: [cannon, {option: crew, count: 2}]}, {id: r, unit: riders}, {id: m, unit: mob}]\n")
	for _, c := range []struct {
		id    string
		tough int
		is    string
	}{
		{"a", 3 + 2*3, "1 Rifle, 1 Cannon | 2 Crew: Tough(3) | 2 Crew"},
		{"r", 9, "Tough(9)"},
		{"m", 10, "1 Club | Defense 5"},
	} {
		u := army.Unit(c.id)
		before := profile(u)
		base := u.AsOneBase(army.Game)
		if base.Models != 1 || base.Tough != c.tough || profile(base) != c.is {
			t.Errorf("%s: %d models of Tough %d: %s; want 1 of %d: %s", c.id, base.Models, base.Tough, profile(base), c.tough, c.is)
		}
		if profile(u) != before {
			t.Errorf("%s itself has become %s", c.id, profile(u))
		}
	}
	if w := army.Unit("a").AsOneBase(army.Game).Weapons; w[0].Attacks != 4 || w[1].Attacks != 3 {
		t.Errorf("the base's rifles have %d attacks, its cannon %d; want 4, 3", w[0].Attacks, w[1].Attacks)
	}
}

func TestOpen(t *testing.T) {
	army := build(t, "points: 2000\nbook: shop\nunits: [{id: u, unit: replace-up-to, upgrades: [a]}]\n")
	sections := army.OpenUpgrades("u")
	if len(sections) != 2 || sections[0].Section.Label != "Replace up to two Guns" {
		t.Fatalf("sections are %+v", sections)
	}
	if o := sections[0].Options[1]; o.ChoicesLeft != 1 || o.Cost != 10 || o.WhyNot != "" {
		t.Errorf("%+v", o)
	}
	army = build(t, "points: 2000\nbook: shop\nunits: [{id: u, unit: replace-up-to, upgrades: [a, b]}]\n")
	if o := army.OpenUpgrades("u")[0].Options; o[1].ChoicesLeft != 0 || !strings.Contains(o[1].WhyNot, "2 choices in all") || o[1].SwapFrom != &o[0] || o[0].SwapFrom != &o[1] {
		t.Errorf("%+v", o)
	}
	if o := sections[0].Options[1]; o.SwapFrom != nil {
		t.Errorf("what is open can come from %+v", o.SwapFrom)
	}
	if army.OpenUpgrades("nobody") != nil {
		t.Error("somebody who is not there has something to choose")
	}
}

// Dropping what another upgrade builds on drops that, too, and says so.
func TestDowngradeDropsWhatBuiltOnIt(t *testing.T) {
	e := open(t, []byte("muster: list/1\nsystem: gf-3\nbook: shop\npoints: 2000\nunits:\n  - id: u\n    unit: chain\n    upgrades:\n      - twin # first\n      - quad\n      # about nothing\n"))
	said, err := e.downgrade("u", "twin", 1)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(said, "What built on it went too: quad.") || len(e.Now().List.Units[0].Upgrades) != 0 || !e.Now().Legal() {
		t.Errorf("%s; left:\n%s", said, e.Text())
	}
}

func TestEditorRefuses(t *testing.T) {
	text := "muster: list/1\nsystem: gf-3\nbook: bench\npoints: 2000\nunits:\n  - {id: a, unit: squad}\n  - {id: h, unit: giant}\n"
	for _, c := range []struct {
		name string
		do   func(editor) error
		want string
		code string // of what is refused
	}{
		{"an upgrade too many", func(e editor) error { _, err := e.upgrade("a", "cannon", 2); return err }, "only once more", "upgrade/limit"},
		{"an upgrade that is not there", func(e editor) error { _, err := e.upgrade("a", "canon", 1); return err }, "did you mean `cannon`?", ""},
		{"a unit that is not in the list", func(e editor) error { _, err := e.upgrade("b", "cannon", 1); return err }, "no unit `b`", ""},
		{"a unit that is not in the book", func(e editor) error { return e.edit(builder.Add{Unit: "sqad"}) }, "did you mean `squad`?", ""},
		{"an upgrade that was not chosen", func(e editor) error { _, err := e.downgrade("a", "cannon", 1); return err }, "no upgrades", ""},
		{"a hero who is too tough", func(e editor) error {
			e.Force = false
			return e.edit(builder.Link{UnitID: "h", Key: "join", Target: "a"})
		}, "9 wounds", "hero/tough"},
		{"nothing to detach", func(e editor) error { return e.edit(builder.Detach{UnitID: "a"}) }, "nothing to detach", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := c.do(open(t, []byte(text)))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("error is %v, want %q in it", err, c.want)
			}
			var problems *schema.Error
			if errors.Is(err, edit.ErrRefused) != (c.code != "") || c.code != "" && (!errors.As(err, &problems) || problems.Problems[0].Code != c.code) {
				t.Errorf("refused with %+v, want %q", problems, c.code)
			}
		})
	}
}

// An edit of an illegal list tells what the edit brought about, not what was
// wrong before.
func TestEditorTellsWhatIsNew(t *testing.T) {
	e := open(t, []byte("muster: list/1\nsystem: gf-3\nbook: bench\npoints: 100\nunits:\n  - {id: a, unit: squad}\n  - {id: b, unit: squid}\n"))
	if _, err := e.upgrade("a", "ballast", 1); err != nil {
		t.Fatal(err)
	}
	if got := codes(e.ChangedFindings().New); !slices.Equal(got, []string{"points/over"}) {
		t.Errorf("new are %v", got)
	}
}

// What keeps a list from being judged at all is an error with its place.
func TestListsThatCannotBeUsed(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"muster: list/1\nsystem: gf-3\nunits: []\n", "list.yaml:3:8: the list names no army book"},
		{"muster: list/1\nsystem: fad\nunits: []\n", "list.yaml:2:9: this is a list of Fast and Dirty"},
		{"muster: list/1\nsystem: gf-3\nbook: bench\nbooks: [bench]\nunits: []\n", "list.yaml:4:8: the list has both"},
		{"muster: list/1\nsystem: gf-4\nbook: bench\nunits: []\n", "list.yaml:2:9: `gf-4` is no game system"},
		{"muster: list/1\nsystem: gf-3\nbook: bensch\nunits: []\n", "list.yaml:3:7: there is no army book `bensch`"},
		{"muster: list/1\nsystem: gf-3\nbooks: [bench, guests]\nunits: []\n", "list.yaml:3:16: there is no army book `guests`"},
		{"muster: list/1\nsystem: gf-3\nbook: lantern-fleet\nunits: []\n", "list.yaml:3:7: the army book Lantern Fleet is for gf-2.16, not for gf-3"},
	} {
		document, err := schema.Read("list.yaml", []byte(c.text), "list/1")
		if err == nil {
			var l *gf.List
			if l, err = gf.ReadList(document, nil); err == nil {
				_, err = gf.Build(l, books)
			}
		}
		var broken *schema.Error
		if !errors.As(err, &broken) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("error is %v, want %s", err, c.want)
		}
	}
}

func Example() {
	document, err := schema.Read("patrol.yaml", []byte(`muster: list/1
system: gf-3
book: steel-wardens
points: 500
units:
  - {id: captain, unit: captain, join: squad, upgrades: [plasma-sword]}
  - {id: squad, unit: line-squad, upgrades: [{option: heavy-rifle, count: 3}]}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	list, err := gf.ReadList(document, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	army, err := gf.Build(list, catalog.NewLibrary())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(army.Points, "points, legal:", army.Legal())
	for _, f := range army.Findings {
		fmt.Printf("line %d: %s\n", f.Line, f)
	}
	// Output:
	// 280 points, legal: false
	// line 7: upgrade/limit: "Heavy Rifle" is chosen 3 times where only 2 can be: "Replace up to two Rifles" allows 2 choices in all; drop 1 [Steel Wardens]
	// line 7: force-org/share: Line Squad costs 225 points; 35 % of 500 points is 175: take 50 points off it [GF 3, Force Org.]
}

// Removing a unit removes every mention of it.
func TestRemoveUnlinks(t *testing.T) {
	e := open(t, []byte(`muster: list/1
system: gf-2.7
book: bench
general: h # leads
units:
  - {id: h, unit: hero, join: a}
  - {id: a, unit: squad, in: t}
  - {id: b, unit: squad, combine: a}
  - {id: t, unit: wagon}
`))
	for _, c := range []struct {
		id, unlinked string
	}{{"t", " It was linked with a; that link is gone too."}, {"a", " It was linked with h, b; that link is gone too."}, {"h", ""}} {
		said, _, err := e.do(builder.Remove{ID: c.id})
		if err != nil {
			t.Fatal(err)
		}
		if said != "Removed "+c.id+"."+c.unlinked || !e.Now().Legal() {
			t.Errorf("without %s: %s; want%s; findings:\n%s", c.id, said, c.unlinked, describe(e.Now().Findings))
		}
	}
	want := "muster: list/1\nsystem: gf-2.7\nbook: bench\nunits:\n  - {id: b, unit: squad}\n"
	if diff := cmp.Diff(want, string(e.Text())); diff != "" {
		t.Error(diff)
	}
}

// Half of a distance, rounded up, is as far as half of another exactly where that is
// so of the whole ones.
func TestScale(t *testing.T) {
	small, whole := gf.DistanceScale(true), gf.DistanceScale(false)
	for rule := range 60 {
		if got, want := small.ToTable(rule), int(math.Ceil(float64(rule)/2)); got != want || whole.ToTable(rule) != rule {
			t.Errorf("%d inches are %d and %d at the table, want %d and %d", rule, got, whole.ToTable(rule), want, rule)
		}
		for at := 1; at < 40; at++ {
			if (small.ToRules(at) <= rule) != (at <= small.ToTable(rule)) || whole.ToRules(at) != at {
				t.Errorf("%d inches at the table count as %d against %d", at, small.ToRules(at), rule)
			}
		}
	}
}

// Dice are no distances, and a text of whole distances stays as it is.
func TestDistancesOfTexts(t *testing.T) {
	for text, want := range map[string]string{
		`Within 12", then 9″ or 1".`:            `Within 6", then 5″ or 1".`,
		`Moves D6" and 2D6", or D3+1".`:         `Moves D6" and 2D6", or D3+1".`,
		`18"/24" and AP(4), on a 5+, 3 models.`: `9"/12" and AP(4), on a 5+, 3 models.`,
	} {
		if got := gf.DistanceScale(true).ScaleText(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
		if got := gf.DistanceScale(false).ScaleText(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}
