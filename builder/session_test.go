package builder_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/gf"
	"muster/catalog"
	stored "muster/catalog/fad"
	"muster/schema"
	"muster/schema/files"
)

const third = `muster: list/1
system: gf-3
book: steel-wardens
name: Third
points: 2000
units:
  # the old guard
  - id: guard
    unit: line-squad
    upgrades: [heavy-rifle]  # only one
  - {id: second, unit: line-squad, combine: guard}
  - {id: warlord, unit: captain, join: guard}
  - {id: wagon, unit: apc}
`

const outpost = `muster: list/1
system: fad
name: Outpost
points: 300
units:
  - {id: rifles, kind: infantry, quality: regular, resolve: steady, figures: [{count: 8, weapon: smg}]}
  - {id: carrier, kind: vehicle, movement: tracked, quality: regular, resolve: steady, armour: {front: 8, side: 7, rear: 6}, weapons: [heavy-mg], capacity: 10}
`

func begin(t testing.TB, text string) *builder.Session {
	t.Helper()
	document, err := schema.Read("list.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	session, err := builder.Begin(document, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	session.Stock = shipped
	return session
}

func fields(t testing.TB, texts ...string) []edit.Assignment {
	t.Helper()
	all, err := edit.ParseAssignments(texts)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func shipped() (*stored.Stock, error) { return stored.LoadStock(nil) }

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		name, list string
		edit       builder.Edit
		done       string   // a part of what is said of it
		lines      []string // that the file has then
	}{
		{"a unit as wanted", third, builder.Add{Unit: "Captain", Name: "Old Fox", Upgrades: []gf.Choice{{Option: "plasma-sword", Count: 1}}, Transport: "wagon"}, "Added captain.", []string{
			"  - id: captain", "    unit: captain", "    name: Old Fox", "    upgrades: [plasma-sword]", "    in: wagon",
		}},
		{"two are numbered like one after another", third, builder.Add{Unit: "apc", Count: 2}, "Added apc, apc-2.", []string{"  - id: apc", "  - id: apc-2"}},
		{"a copy has the upgrades", third, builder.Copy{ID: "guard"}, "Added guard-2, a copy of guard.", []string{"  - id: guard-2", "    upgrades: [heavy-rifle]  # only one"}},
		{"a copy has no half and joins nobody", third, builder.Copy{ID: "second", NewID: "fourth"}, "Added fourth", []string{"  - {id: fourth, unit: line-squad}"}},
		{"a note", third, builder.SetNotes{UnitID: "wagon", Text: "painted: no"}, "Noted", []string{"  - {id: wagon, unit: apc, notes: 'painted: no'}"}},
		{"one more option", third, builder.Upgrade{UnitID: "guard", Choices: []gf.Choice{{Option: "heavy-rifle", Count: 1}}}, "guard takes 1 × Heavy Rifle more, 2 in all.", []string{"    upgrades: [{option: heavy-rifle, count: 2}]  # only one"}},
		{"one option less", third, builder.Downgrade{UnitID: "guard", Choices: []gf.Choice{{Option: "heavy-rifle", Count: 1}}}, "guard drops 1 × Heavy Rifle and has none left.", nil},
		{"one link", third, builder.Detach{UnitID: "warlord", OnlyKeys: []string{"join"}}, "joins no unit", []string{"  - {id: warlord, unit: captain}"}},
		{"the list's points", third, builder.SetFields{Fields: fields(t, "points=1500", "force-org=false")}, "Set points=1500, force-org=false.", []string{"points: 1500", "force-org: false"}},
		{"one more book", third, builder.SetFields{Fields: fields(t, "book+=brine-choir")}, "", []string{"books: [steel-wardens, brine-choir]"}},
		{"another book", third, builder.SetFields{Fields: fields(t, "book=brine-choir")}, "", []string{"book: brine-choir"}},
		{"a unit's name as a field", third, builder.SetFields{UnitID: "guard", Fields: fields(t, "name=Us")}, "", []string{"    name: Us"}},
		{"a force's unit", outpost, builder.Add{Unit: "infantry", Name: "Storm", Transport: "carrier"}, "Added infantry.", []string{"    name: Storm", "    in: carrier"}},
		{"a force's unit once more", outpost, builder.Copy{ID: "rifles"}, "Added rifles-2", []string{
			"  - {id: rifles-2, kind: infantry, quality: regular, resolve: steady, figures: [{count: 8, weapon: smg}]}",
		}},
		{"a force's points", outpost, builder.SetFields{Fields: fields(t, "points=250")}, "", []string{"points: 250"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := begin(t, c.list)
			done, err := s.Do(c.edit)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(strings.Join(done.Sentences, " "), c.done) {
				t.Errorf("it says %q, not %q", done.Sentences, c.done)
			}
			for _, line := range c.lines {
				if !strings.Contains("\n"+string(s.Text()), "\n"+line+"\n") {
					t.Errorf("no line %q in\n%s", line, s.Text())
				}
			}
		})
	}
}

func TestMove(t *testing.T) {
	s := begin(t, third)
	for _, c := range []struct{ id, before, want string }{
		{"wagon", "guard", "wagon guard second warlord"},
		{"wagon", "warlord", "guard second wagon warlord"},
		{"guard", "", "second wagon warlord guard"},
		{"guard", "second", "guard second wagon warlord"},
		{"wagon", "", "guard second warlord wagon"},
	} {
		if _, err := s.Do(builder.Move{ID: c.id, BeforeUnit: c.before}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(builder.UnitIDs(s.Now().Document()), " "); got != c.want {
			t.Errorf("%s before %q: %s, not %s", c.id, c.before, got, c.want)
		}
	}
	if diff := cmp.Diff(third, string(s.Text())); diff != "" {
		t.Errorf("all is back in its place, but (-was +is):\n%s", diff)
	}
}

// A unit that is combined with another kind of unit, which is an error, takes
// its upgrades alone.
func TestUpgradesOfUnlikePairs(t *testing.T) {
	document, err := schema.Read("list.yaml", []byte("muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits:\n  - {id: a, unit: militia}\n  - {id: b, unit: line-squad, combine: a}\n"), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	s, err := builder.Begin(document, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Do(builder.Upgrade{UnitID: "b", Choices: []gf.Choice{{Option: "grey-coats", Count: 1}}}); err != nil {
		t.Error(err)
	}
}

// What changes all models of a combined pair goes to both halves, and comes
// back from both.
func TestUpgradesOfPairs(t *testing.T) {
	s := begin(t, strings.Replace(third, "    upgrades: [heavy-rifle]  # only one\n", "", 1))
	before := string(s.Text())
	coats := []gf.Choice{{Option: "grey-coats", Count: 1}}
	done, err := s.Do(builder.Upgrade{UnitID: "second", Choices: coats})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(done.Sentences[0], "so does guard") || strings.Count(string(s.Text()), "grey-coats") != 2 {
		t.Errorf("%s\n%s", done.Sentences, s.Text())
	}
	if _, err := s.Do(builder.Downgrade{UnitID: "guard", Choices: coats}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, string(s.Text())); diff != "" {
		t.Error(diff)
	}
}

func TestEditsThatFailChangeNothing(t *testing.T) {
	good := builder.Rename{ID: "guard", Name: "Us"}
	for _, c := range []struct {
		name, list string
		edits      []builder.Edit
		want       string
		refused    bool
	}{
		{"a unit that is not there", third, []builder.Edit{good, builder.Remove{ID: "gard"}}, "did you mean `guard`?", false},
		{"an option too many", third, []builder.Edit{good, builder.Upgrade{UnitID: "guard", Choices: []gf.Choice{{Option: "heavy-rifle", Count: 9}}}}, "only once more", true},
		{"a unit that no book has", third, []builder.Edit{good, builder.Add{Unit: "apd"}}, "did you mean `apc`?", false},
		{"an id that is taken", third, []builder.Edit{good, builder.Add{Unit: "apc", ID: "wagon"}}, "already", false},
		{"a field that no list has", third, []builder.Edit{good, builder.SetFields{Fields: fields(t, "ponts=100")}}, "did you mean `points`?", false},
		{"points in words", third, []builder.Edit{good, builder.SetFields{Fields: fields(t, "points=2k")}}, "points", false},
		{"another game", third, []builder.Edit{good, builder.SetFields{Fields: fields(t, "system=fad")}}, "keeps its game", false},
		{"a book that is not there", third, []builder.Edit{good, builder.SetFields{Fields: fields(t, "book+=brine-chior")}}, "did you mean `brine-choir`?", false},
		{"what the game has not", outpost, []builder.Edit{builder.Rename{ID: "rifles", Name: "Us"}, builder.Link{UnitID: "rifles", Key: "join", Target: "carrier"}}, "Fast and Dirty, which has no heroes", false},
		{"what is never dropped", third, []builder.Edit{good, builder.Swap{UnitID: "wagon", Old: "a", New: "b"}}, "has no upgrades", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := begin(t, c.list)
			_, err := s.Do(c.edits...)
			if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, edit.ErrRefused) != c.refused {
				t.Errorf("the error is %v", err)
			}
			if diff := cmp.Diff(c.list, string(s.Text())); diff != "" {
				t.Errorf("half of it stayed:\n%s", diff)
			}
		})
	}
}

// What breaks a rule is refused, and nothing of it stays, unless it is forced:
// then the error is told all the same.
func TestRefused(t *testing.T) {
	nonsense := builder.SetFields{UnitID: "rifles", Fields: fields(t, "traits+=nonsense")}
	for _, c := range []struct {
		list string
		edit builder.Edit
		code string
	}{
		{third, builder.Link{UnitID: "wagon", Key: "join", Target: "guard"}, "hero/not-hero"},
		{third, builder.Link{UnitID: "wagon", Key: "combine", Target: "guard"}, "combine/count"},
		{third, builder.Link{UnitID: "wagon", Key: "in", Target: "wagon"}, "transport/size"},
		{third, builder.Add{Unit: "apc", JoinUnit: "guard"}, "hero/not-hero"},
		{outpost, nonsense, "trait/unknown"},
		{third, builder.Rename{ID: "guard", Name: "Us"}, ""},
	} {
		s := begin(t, c.list)
		_, err := s.Do(c.edit)
		var told *schema.Error
		if errors.As(err, &told) != (c.code != "") || err != nil && (!told.Has(c.code) || !errors.Is(err, builder.ErrBreaksRule)) {
			t.Errorf("%#v ends with %v, not %q", c.edit, err, c.code)
		}
		if c.code != "" && string(s.Text()) != c.list {
			t.Errorf("%#v was refused and changed the file:\n%s", c.edit, s.Text())
		}
		s.Force = true
		done, forced := s.Do(c.edit)
		if forced != nil || fmt.Sprint(done.BrokenRule) != fmt.Sprint(err) || c.code != "" && string(s.Text()) == c.list {
			t.Errorf("%#v is forced with %v and %v", c.edit, done.BrokenRule, forced)
		}
		if _, err := s.Do(builder.Rename{ID: builder.UnitIDs(s.Now().Document())[0], Name: "We"}); err != nil {
			t.Errorf("what was wrong before keeps an edit from being made: %v", err)
		}
	}
}

// Who asks for a unit that is not there is told so.
func TestUnitsThatAreNotThere(t *testing.T) {
	const broken = "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits:\n  - {id: a, unit: zeppelin}\n"
	for _, text := range []string{third, outpost, broken} {
		r := begin(t, text).Before()
		if r.ReportUnit("nobody") != nil {
			t.Error("nobody is reported")
		}
		if err := r.NoUnitError("nobody"); !strings.Contains(err.Error(), "the list has no unit `nobody`") {
			t.Error(err)
		}
		if s, ok := r.(builder.FieldSetter); ok && s.Assignments("nobody") != nil {
			t.Error("nobody can be set")
		}
		if c, ok := r.(builder.UpgradeChooser); ok && (c.OpenUpgrades("nobody") != nil || c.ChosenUpgrades("nobody") != nil) {
			t.Error("nobody can choose")
		}
	}
	if err := begin(t, broken).Before().NoUnitError("a"); !strings.Contains(err.Error(), "list.yaml:5:") || !strings.Contains(err.Error(), "`a` is to be a `zeppelin`") {
		t.Error(err)
	}
}

func TestSave(t *testing.T) {
	memory := files.NewMemory(map[string]string{"list.yaml": third})
	s := begin(t, third)
	for _, name := range []string{"First", "Second"} {
		if _, err := s.Do(builder.Rename{ID: "guard", Name: name}); err != nil {
			t.Fatal(err)
		}
		if err := s.Save(memory, "list.yaml"); err != nil {
			t.Fatal(err)
		}
		if text, _ := fs.ReadFile(memory, "list.yaml"); !strings.Contains(string(text), "name: "+name) {
			t.Errorf("%s", text)
		}
	}
	if err := files.Overwrite(memory, "list.yaml", []byte("another's")); err != nil {
		t.Fatal(err)
	}
	if err := s.Save(memory, "list.yaml"); !errors.Is(err, files.ErrChanged) {
		t.Errorf("another's change is written over: %v", err)
	}
}

// Where Open says that one choice can become another, that edit succeeds, for units of all embedded
// books with upgrades by chance.
func TestOneChoiceBecomesAnother(t *testing.T) {
	library, chance, moved := catalog.NewLibrary(), rand.New(rand.NewPCG(44, 2)), 0
	entries, err := library.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		book, err := library.Book(entry.VersionedID(), entry.System, schema.FilePath{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range book.Units {
			s := begin(t, fmt.Sprintf("muster: list/1\nsystem: %s\nbook: %s\npoints: 3000\nunits: [{id: u, unit: %s}]\n", entry.System, entry.VersionedID(), book.Units[i].ID))
			for range 12 {
				var can []string
				for _, section := range s.Now().(builder.UpgradeChooser).OpenUpgrades("u") {
					for _, o := range section.Options {
						if o.ChoicesLeft > 0 {
							can = append(can, o.Option.ID)
						}
						if o.SwapFrom == nil {
							continue
						}
						once := builder.NewSession(s.Now(), library)
						if _, err := once.Do(builder.Swap{UnitID: "u", Old: o.SwapFrom.Option.ID, New: o.Option.ID, Count: 1}); err != nil {
							t.Errorf("%s of %s: %v\n%s", book.Units[i].ID, entry.ID, err, s.Text())
							continue
						}
						if points := once.Now().Points() - s.Now().Points(); points != o.Cost-o.SwapFrom.Cost {
							t.Errorf("%s of %s: %s for %s costs %d more, want %d", book.Units[i].ID, entry.ID, o.Option.ID, o.SwapFrom.Option.ID, points, o.Cost-o.SwapFrom.Cost)
						}
						moved++
					}
				}
				if len(can) == 0 {
					break
				}
				if _, err := s.Do(builder.Upgrade{UnitID: "u", Choices: []gf.Choice{{Option: can[chance.IntN(len(can))], Count: 1}}}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if moved < 50 {
		t.Errorf("only %d choices can become another", moved)
	}
}

func TestNew(t *testing.T) {
	for _, c := range []struct {
		start builder.NewList
		want  string // of the text, or of the error
	}{
		{builder.NewList{System: "gf-3", Books: []string{"steel-wardens"}, Name: "Mine: all", Points: 1000}, "muster: list/1\nsystem: gf-3\nbook: steel-wardens@1.0\nname: 'Mine: all'\npoints: 1000\nunits: []\n"},
		{builder.NewList{Books: []string{"steel-wardens", "brine-choir"}, Name: "Both"}, "muster: list/1\nsystem: gf-3\nbooks: [steel-wardens@1.0, brine-choir@1.0]\nname: Both\nunits: []\n"},
		{builder.NewList{Books: []string{"steel-wardens@1.0"}, Name: "Pinned"}, "muster: list/1\nsystem: gf-3\nbook: steel-wardens@1.0\nname: Pinned\nunits: []\n"},
		{builder.NewList{Books: []string{"steel-wardens@0.9"}}, "there is no version 0.9 of Steel Wardens; there is `steel-wardens@1.0`"},
		{builder.NewList{System: "gf-2.7", Books: []string{"lantern-fleet"}, Name: "Old"}, "muster: list/1\nsystem: gf-2.7\nbook: lantern-fleet@1.0\nname: Old\nunits: []\n"},
		{builder.NewList{System: "fad", Name: "Ours"}, "muster: list/1\nsystem: fad\nname: Ours\nunits: []\n"},
		{builder.NewList{System: "fad", Books: []string{"steel-wardens"}}, "the army book Steel Wardens is for gf-3, not for fad"},
		{builder.NewList{System: "gf-3"}, "gf-3 needs an army book"},
		{builder.NewList{}, "a list is for a game: fad, gf-2.16, gf-2.7, gf-3, aof"},
		{builder.NewList{System: "gf-3", Books: []string{"lantern-fleet"}}, "is for gf-2.16, not for gf-3"},
	} {
		text, err := c.start.FileText(catalog.NewLibrary(), schema.FilePath{})
		if got := fmt.Sprintf("%s%v", text, err); got != c.want+"<nil>" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v gives\n%s, want\n%s", c.start, got, c.want)
		}
	}
}

// What was wrong before an edit is not its doing, whatever the edit names otherwise:
// a unit by a new id, fewer units, or more of them, which is worse.
func TestAnEditNeverReportsAnOldErrorAsItsOwn(t *testing.T) {
	const (
		head   = "muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 750\nunits:\n"
		heroes = head + "  - {id: a, unit: captain}\n  - {id: b, unit: captain}\n  - {id: c, unit: captain}\n  - {id: d, unit: captain}\n  - {id: e, unit: captain}\n"
		force  = "muster: list/1\nsystem: fad\nunits:\n  - {id: a, kind: infantry, quality: elite, resolve: steady, figures: [{count: 5, weapon: spear}]}\n"
	)
	for _, c := range []struct {
		name, list         string
		edit               builder.Edit
		solved, worse, new int
	}{
		{"another id of the unit", force, builder.SetFields{UnitID: "a", Fields: fields(t, "id=b")}, 0, 0, 0},
		{"fewer units", heroes, builder.Remove{ID: "d"}, 0, 0, 0},
		{"in another order", heroes, builder.Move{ID: "a"}, 0, 0, 0},
		{"more units", heroes, builder.Add{Unit: "captain"}, 0, 3, 0},
		{"solved", heroes, builder.SetFields{Fields: fields(t, "force-org=false")}, 3, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := begin(t, c.list)
			if _, err := s.Do(c.edit); err != nil {
				t.Fatal(err)
			}
			if d := s.ChangedFindings(); len(d.Solved) != c.solved || len(d.Worse) != c.worse || len(d.New) != c.new {
				t.Errorf("%+v\nbefore %+v", d, s.Before().Findings())
			}
		})
	}
}
