package fill_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"muster/armyforge"
	"muster/builder"
	"muster/builder/fill"
	"muster/builder/gf"
	"muster/builder/gf/preview"
	"muster/builder/odds"
	"muster/catalog"
	"muster/rules"
	combat "muster/rules/gf"
	"muster/schema"
	"muster/schema/files"
	"muster/schema/schematest"
)

// A shelf is a book that lists are filled from.
type shelf struct {
	name, book, system string
	files              map[string]string
}

// own are the books that ship with muster.
var own = []shelf{
	{"steel-wardens", "steel-wardens", "gf-3", nil}, {"brine-choir", "brine-choir", "gf-3", nil}, {"lantern-fleet", "lantern-fleet", "gf-2.16", nil},
}

// watches are invented books with a unit of about 10⁵, 10⁶ and 10⁷ builds.
func watches(t testing.TB) (all []shelf) {
	t.Helper()
	for _, name := range []string{"watch-5", "watch-6", "watch-7"} {
		text, err := os.ReadFile(filepath.Join("testdata", name+".yaml"))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, shelf{name, name + ".yaml", "gf-3", map[string]string{name + ".yaml": string(text)}})
	}
	return all
}

// real are the real books.
func real(t testing.TB) (all []shelf) {
	t.Helper()
	for _, from := range [...][2]string{{"gf-3.5.3", "gf-3"}, {"gf-3.5", "gf-3"}, {"gf-2.13", "gf-2.16"}} {
		folder, system := from[0], from[1]
		for _, path := range schematest.RealBooks(t, folder+"/*.json") {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			source, err := armyforge.Open(path, text)
			if err != nil {
				t.Fatal(err)
			}
			book, err := source.ImportBook("", nil)
			if err != nil {
				t.Fatal(err)
			}
			file := book.ID + ".yaml"
			all = append(all, shelf{folder + "/" + book.ID, file, system, map[string]string{file: string(book.YAML)}})
		}
	}
	return all
}

var books = flag.String("books", "", "the real books to fill lists from, which takes long: 1 is all of them, 4 every fourth, else those with that in their names")

// withChoice are the real books that -books names; without it the test is skipped.
func withChoice(t testing.TB) (some []shelf) {
	t.Helper()
	if *books == "" {
		t.Skip("it takes long; -books says of which real books")
	}
	n, err := strconv.Atoi(*books)
	for i, s := range real(t) {
		if err != nil && strings.Contains(s.name, *books) || n > 0 && i%n == 0 {
			some = append(some, s)
		}
	}
	return some
}

// list opens a list of so many points with some units, written as in a file.
func (s *shelf) list(t testing.TB, points int, units string) (builder.Roster, *catalog.Library) {
	t.Helper()
	texts := map[string]string{"list.yaml": fmt.Sprintf("muster: list/1\nsystem: %s\nbook: %s\npoints: %d\nunits: [%s]\n", s.system, s.book, points, units)}
	for name, text := range s.files {
		texts[name] = text
	}
	library := catalog.NewLibrary()
	document, err := schema.ReadFile(files.NewMemory(texts), "list.yaml", "list/1")
	if err != nil {
		t.Fatal(err)
	}
	list, err := builder.Open(document, library)
	if err != nil {
		t.Fatal(err)
	}
	return list, library
}

// Variants hold the best build of every price: of all ways to choose upgrades, each put into a list
// and asked of the preview.
func TestColumnsHoldTheBestBuilds(t *testing.T) {
	if testing.Short() {
		t.Skip("it values every build")
	}
	holdTheBestBuilds(t, own)
}

func TestColumnsOfRealBooksHoldTheBestBuilds(t *testing.T) { holdTheBestBuilds(t, withChoice(t)) }

func holdTheBestBuilds(t *testing.T, shelves []shelf) {
	t.Helper()
	units, builds := 0, 0
	for _, s := range shelves {
		list, _ := s.list(t, 2000, "")
		table, err := fill.Variants(t.Context(), list, fill.Question{TimeLimit: time.Hour}) // what is found depends on no machine
		if err != nil {
			t.Fatal(err)
		}
		army := list.GameList().(*gf.Army)
		for i := range army.Books[0].Units {
			of := &army.Books[0].Units[i]
			all := everyBuild(t, army, of)
			if len(all) == 0 || len(all) > 700 {
				continue
			}
			units, builds = units+1, builds+len(all)
			best := map[int]float64{}
			for _, b := range all {
				best[b.points] = max(best[b.points], b.value)
			}
			for price := range best {
				want, got := 0., 0.
				for p, value := range best {
					if p <= price {
						want = max(want, value)
					}
				}
				paired := 0. // a pair that costs no more takes the place of a unit alone
				for _, c := range table {
					if c.Unit == of.ID && c.Points <= price {
						if c.SecondHalf != nil {
							paired = max(paired, c.Value)
						} else {
							got = max(got, c.Value)
						}
					}
				}
				if math.Abs(got-want) > 1e-9*max(1, want) && (got > want || paired < want) {
					t.Errorf("%s: %s for %d points is worth %g, should be %g", s.name, of.ID, price, got, want)
				}
			}
			for _, c := range table {
				if c.Unit != of.ID || c.SecondHalf != nil {
					continue
				}
				at := slices.IndexFunc(all, func(b built) bool { return b.points == c.Points && slices.Equal(b.choices, c.Upgrades) })
				if at < 0 {
					t.Errorf("%s: %s cannot choose %v for %d points", s.name, of.ID, c.Upgrades, c.Points)
				} else if math.Abs(all[at].value-c.Value) > 1e-9 {
					t.Errorf("%s: %s with %v is worth %g, the preview says %g", s.name, of.ID, c.Upgrades, c.Value, all[at].value)
				}
			}
		}
	}
	t.Logf("%d units of %d books, %d builds", units, len(shelves), builds)
}

// built is a way to choose upgrades for a unit.
type built struct {
	choices []fill.Choice
	points  int
	value   float64
}

// everyBuild puts each way to choose a unit's upgrades into a list; none if there
// are more than 700.
func everyBuild(t *testing.T, army *gf.Army, of *catalog.Unit) (all []built) {
	options := army.Books[0].OptionIDs(of)
	bench, err := preview.TypicalTargets(nil, army.Game)
	if err != nil {
		t.Fatal(err)
	}
	share := 1 << 20
	if slots := army.Slots(); slots != nil {
		share = slots.MaxUnitCost
	}
	nodes := 0
	var next func(from int, chosen []gf.Choice)
	next = func(from int, chosen []gf.Choice) {
		if nodes++; nodes > 701 {
			return
		}
		list := *army.List
		list.Units = []gf.Entry{{ID: "x", BookUnitID: of.ID, Upgrades: chosen}}
		now := gf.BuildWithBooks(&list, army.Books)
		if cost := now.Units[0].Cost; cost <= share && cost <= 2000 {
			b := built{choices: []fill.Choice{}, points: cost, value: previewed(t, now, bench)}
			for _, c := range chosen {
				b.choices = append(b.choices, fill.Choice(c))
			}
			all = append(all, b)
		}
		left := map[string]int{}
		for _, section := range now.OpenUpgrades("x") {
			for _, o := range section.Options {
				left[o.Option.ID] = o.ChoicesLeft
			}
		}
		for i := from; i < len(options); i++ {
			for n := range min(left[options[i]], 50) {
				next(i+1, append(slices.Clip(chosen), gf.Choice{Option: options[i], Count: n + 1}))
			}
		}
	}
	next(0, nil)
	if nodes > 700 {
		return nil
	}
	return all
}

// previewed is the value of an army's only unit, from the figures of its preview.
func previewed(t *testing.T, army *gf.Army, field []preview.Combatant) float64 {
	limited := func(w combat.Weapon) bool {
		return slices.ContainsFunc(w.Rules, func(u rules.Use) bool { return u.Name == "Limited" && u.Rating == "" })
	}
	// The preview's rows of the unit as it is, and without such weapons of a mode.
	rows := func(mode odds.Mode, drop bool) []preview.Pair {
		units := preview.Combatants(army)
		side := &units[0].Side
		without := func(all []combat.Weapon) []combat.Weapon {
			return slices.DeleteFunc(slices.Clone(all), func(w combat.Weapon) bool {
				return drop && limited(w) && army.Game.ID == "gf-3" && (w.Range == 0) == (mode == odds.Charging)
			})
		}
		side.Weapons, side.Groups = without(side.Weapons), slices.Clone(side.Groups)
		for i := range side.Groups {
			side.Groups[i].Weapons = without(side.Groups[i].Weapons)
		}
		pairs, err := preview.PreviewMatrix(context.Background(), army.Game, units[:1], field, &odds.Question{Mode: mode, Distance: 12})
		if err != nil {
			t.Fatal(err)
		}
		if mode == odds.Shooting {
			return pairs[0][0]
		}
		return pairs[2][0]
	}
	sum := 0.
	modes := [2][2][]preview.Pair{
		{rows(odds.Shooting, false), rows(odds.Shooting, true)}, {rows(odds.Charging, false), rows(odds.Charging, true)},
	}
	for i := range field {
		best := 0.
		for _, mode := range modes {
			// A share is of the target's wounds.
			best = max(best, (mode[0][i].LostShare/4+mode[1][i].LostShare*3/4)*float64(field[i].Points))
		}
		sum += best
	}
	return sum / float64(len(field))
}

// setting is a list to be filled.
type setting struct {
	points int
	kept   int // units that stay as they are
	owns   bool
}

// Answers are legal, cost what they say, and none is worth more than an integer
// programme over the same columns finds, which HiGHS solves. Every book has a setting, and every
// setting a book.
func TestAnswersAreTheBest(t *testing.T) {
	all := [][]setting{{{2000, 3, false}, {2000, 0, true}}, {{2000, 0, false}}, {{1000, 0, false}, {2000, 0, true}}}
	if len(all) != len(own) {
		t.Fatalf("%d books have settings, of %d", len(all), len(own))
	}
	for i, settings := range someOf(all) {
		areTheBest(t, own[i:i+1], nil, someOf(settings)...)
	}
}

// someOf returns all cases, or only the first one where tests are to be short.
func someOf[T any](all []T) []T {
	if testing.Short() {
		return all[:1]
	}
	return all
}

func TestAnswersOfRealBooksAreTheBest(t *testing.T) {
	areTheBest(t, withChoice(t), nil, setting{1000, 0, false}, setting{2000, 0, false}, setting{2000, 3, false},
		setting{2000, 0, true},
		setting{3000, 0, false}, setting{1000, 3, false}, setting{3000, 3, false}, setting{1000, 0, true}, setting{3000, 0, true})
}

// Lists from books with units of 100,000 and ten million builds are proven, and their columns are
// exact.
func TestAnswersFromVeryManyBuildsAreTheBest(t *testing.T) {
	if testing.Short() {
		t.Skip("it looks at ten million builds")
	}
	builds := map[string]int{"watch-5": 99_792, "watch-7": 12_388_376}
	look := func(s *shelf, table []fill.Variant) {
		found := false
		for _, c := range table {
			found = found || c.Unit == "watch"
			if !c.AllBuildsValued || c.Unit == "watch" && c.BuildCount != builds[s.name] {
				t.Fatalf("%s: %s has %d builds, should be %d; exact: %v", s.name, c.Unit, c.BuildCount, builds[s.name], c.AllBuildsValued)
			}
		}
		if !found {
			t.Errorf("%s: no columns of its largest unit", s.name)
		}
	}
	few := slices.DeleteFunc(watches(t), func(s shelf) bool { return builds[s.name] == 0 })
	areTheBest(t, few, look, setting{2000, 1, false})
}

// areTheBest checks the answers of lists from books, and has look, unless it is nil, see the columns
// that they were found among.
func areTheBest(t *testing.T, shelves []shelf, look func(*shelf, []fill.Variant), settings ...setting) {
	t.Helper()
	var programmes bytes.Buffer
	var got []float64
	var names []string
	for _, s := range shelves {
		for _, set := range settings {
			list, library := s.list(t, set.points, "")
			q := fill.Question{TimeLimit: time.Hour} // what is proven depends on no machine
			if set.kept > 0 {
				list, library, q.KeepUnits = s.store(t, set)
			}
			if set.owns {
				q.Collection = s.collection(t, list, library)
			}
			name := fmt.Sprintf("%s %+v", s.name, set)
			answers, table, err := fill.FillAndTable(t.Context(), list, q)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if look != nil {
				look(&s, table)
			}
			legal(t, name, list, library, answers)
			if len(answers.Answers) == 0 { // a book without prices
				t.Logf("%s: %s", name, answers.UnspentReason)
				continue
			}
			line, _ := json.Marshal(programme(list.GameList().(*gf.Army), table, q.Collection))
			programmes.Write(append(line, '\n'))
			got, names = append(got, answers.Answers[0].Value-answers.CurrentValue), append(names, name)
		}
	}
	values := solved(t, &programmes)
	if values != nil && len(values) != len(got) {
		t.Errorf("HiGHS solved %d of %d problems", len(values), len(got))
	}
	for i, want := range values {
		if math.Abs(got[i]-want) > 1e-6 {
			t.Errorf("%s: the best answer adds %.9f, HiGHS finds %.9f", names[i], got[i], want)
		}
	}
	t.Logf("%d problems, %d compared with HiGHS", len(got), len(values))
}

// legal has the rules judge answers once more, and compares their figures.
func legal(t *testing.T, name string, list builder.Roster, library *catalog.Library, answers *fill.Answers) {
	t.Helper()
	for i, answer := range answers.Answers {
		session := builder.NewSession(list, library)
		edits, err := answer.Edits(list)
		if err == nil {
			_, err = session.Do(edits...)
		}
		if err != nil {
			t.Errorf("%s: answer %d: %v", name, i+1, err)
			continue
		}
		now := session.Now()
		if now.Points() != answer.Points || now.Points() > now.PointsLimit() || !builder.Legal(now) || !answer.ProvenBest {
			t.Errorf("%s: answer %d says %d points and costs %d of %d; legal: %v, proven: %v", name, i+1, answer.Points, now.Points(), now.PointsLimit(), builder.Legal(now), answer.ProvenBest)
		}
		if i > 0 && answer.Value > answers.Answers[i-1].Value+1e-6 {
			t.Errorf("%s: answer %d is better than the one before", name, i+1)
		}
	}
}

// store is a list with the cheapest units of several models in it, and their ids.
func (s *shelf) store(t *testing.T, set setting) (builder.Roster, *catalog.Library, []string) {
	t.Helper()
	list, _ := s.list(t, set.points, "")
	book := list.GameList().(*gf.Army).Books[0]
	cheap := book.UnitIDs()
	slices.SortStableFunc(cheap, func(a, b string) int { return book.Unit(a).Cost.Points - book.Unit(b).Cost.Points })
	var ids, entries []string
	for _, id := range cheap {
		if u := book.Unit(id); len(ids) < set.kept && u.Size > 1 && u.Cost.Points > 0 {
			ids, entries = append(ids, u.ID), append(entries, fmt.Sprintf("{id: %s, unit: %s}", u.ID, u.ID))
		}
	}
	kept, library := s.list(t, set.points, strings.Join(entries, ", "))
	return kept, library, ids
}

// collection owns some of a book's units, and few of their first upgrades.
func (s *shelf) collection(t *testing.T, list builder.Roster, library *catalog.Library) *fill.Collection {
	t.Helper()
	book := list.GameList().(*gf.Army).Books[0]
	text := fmt.Sprintf("muster: collection/1\nsystem: %s\nbook: %s\nunits:\n", s.system, s.book)
	options := ""
	for i := range book.Units {
		u := &book.Units[i]
		text += fmt.Sprintf("  %s: %d\n", u.ID, (i+1)%4)
		if ids := book.OptionIDs(u); len(ids) > 0 {
			options += fmt.Sprintf("  %s/%s: %d\n", u.ID, ids[0], i%3)
		}
	}
	texts := map[string]string{"own.yaml": text + "options:\n" + options}
	for name, text := range s.files {
		texts[name] = text
	}
	document, err := schema.ReadFile(files.NewMemory(texts), "own.yaml", "collection/1")
	if err != nil {
		t.Fatal(err)
	}
	c, err := fill.ReadCollection(document, library)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// programme is the integer programme of filling a list from columns, written from the
// rules: points and a collection, and of gf-3 units, heroes, copies, joined heroes and
// their hosts.
func programme(army *gf.Army, table []fill.Variant, own *fill.Collection) string {
	book, size, organised := army.Books[0], army.List.Points, army.List.System == "gf-3"
	var value, points, units, heroes, hosts, whole []string
	copies, models, options := map[string][]string{}, map[string][]string{}, map[string][]string{}
	for i, c := range table {
		of := book.Unit(c.Unit)
		n := 1
		if c.SecondHalf != nil {
			n = 2
		}
		pick := func(name string, joins bool) {
			value = append(value, fmt.Sprintf("%.12f %s", c.Value, name))
			points = append(points, fmt.Sprintf("%d %s", c.Points, name))
			whole = append(whole, name)
			if joins {
				hosts = append(hosts, "1 "+name)
			} else {
				units = append(units, "1 "+name)
			}
			if c.IsHero {
				heroes = append(heroes, "1 "+name)
			} else if of.Size > 1 {
				hosts = append(hosts, "-1 "+name)
			}
			copies[c.Unit] = append(copies[c.Unit], "1 "+name)
			models[c.Unit] = append(models[c.Unit], fmt.Sprintf("%d %s", n, name))
			chosen := slices.Clone(c.Upgrades)
			if c.SecondHalf != nil {
				chosen = append(chosen, *c.SecondHalf...)
			}
			for _, o := range chosen {
				key := c.Unit + "/" + o.Option
				options[key] = append(options[key], fmt.Sprintf("%d %s", o.Count, name))
			}
		}
		pick(fmt.Sprintf("x%d", i), false)
		if c.CanJoin && organised {
			pick(fmt.Sprintf("y%d", i), true)
		}
	}
	var text strings.Builder
	fmt.Fprintf(&text, "Maximize\n obj: %s\nSubject To\n", strings.Join(value, " + "))
	atMost := func(terms []string, most int) {
		if len(terms) > 0 {
			fmt.Fprintf(&text, " %s <= %d\n", strings.ReplaceAll(strings.Join(terms, " + "), "+ -", "- "), most)
		}
	}
	free := 0
	for _, g := range army.Groups {
		if g.Unit.Models > 1 {
			free++
		}
	}
	atMost(points, size-army.Points)
	if organised {
		atMost(units, size/200-len(army.Groups))
		atMost(heroes, size/500)
		atMost(hosts, free)
	}
	for id, terms := range copies {
		most := 1 + size/1000
		if !organised {
			most = size
		}
		if n := army.NewUnit(book, book.Unit(id)).MaxPerList; n > 0 {
			most = min(most, n)
		}
		for _, u := range army.Units {
			if u.BookUnit.ID == id {
				most--
			}
		}
		atMost(terms, most)
		if own != nil {
			atMost(models[id], own.UnitCounts[id])
		}
	}
	if own != nil {
		for key, most := range own.OptionCounts {
			atMost(options[key], most)
		}
	}
	fmt.Fprintf(&text, "General\n %s\nEnd\n", strings.Join(whole, " "))
	return text.String()
}

// solved has HiGHS solve programmes, a line each.
func solved(t *testing.T, programmes *bytes.Buffer) (values []float64) {
	t.Helper()
	if err := exec.Command("node", "-e", `require("highs")`).Run(); err != nil {
		t.Log("there is no HiGHS here (npm install highs, and NODE_PATH); values are not compared with it")
		return nil
	}
	command := exec.Command("node", filepath.Join("testdata", "highs.js"))
	command.Stdin = programmes
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		var value float64
		if _, err := fmt.Sscan(line, &value); err != nil {
			t.Fatal(err)
		}
		values = append(values, value)
	}
	return values
}
