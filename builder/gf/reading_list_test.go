package gf_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/armyforge"
	"muster/builder/gf"
	"muster/catalog"
	"muster/rules"
	"muster/schema"
	"muster/schema/schematest"
)

// A listed unit is a reading with its links.
type listed struct {
	*reading
	chosen            []string
	combine, join, in string // ids, "" for none
}

// A randomList is a list, drawn at random and read by readings alone.
type randomList struct {
	system   string
	books    []*catalog.Book
	points   int // 0 for none
	forceOrg bool
	units    []*listed
}

// text is the list's file.
func (d *randomList) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "muster: list/1\nsystem: %s\n", d.system)
	if len(d.books) == 1 {
		fmt.Fprintf(&b, "book: %s\n", d.books[0].ID)
	} else {
		var ids []string
		for _, book := range d.books {
			ids = append(ids, book.ID)
		}
		fmt.Fprintf(&b, "books: [%s]\n", strings.Join(ids, ", "))
	}
	if d.points > 0 {
		fmt.Fprintf(&b, "points: %d\n", d.points)
	}
	if !d.forceOrg {
		b.WriteString("force-org: false\n")
	}
	b.WriteString("units:\n")
	for _, u := range d.units {
		fmt.Fprintf(&b, "  - {id: %s, unit: %s", u.id, u.of.ID)
		if len(d.books) > 1 {
			fmt.Fprintf(&b, ", book: %s", u.book.ID)
		}
		for _, link := range [][2]string{{"combine", u.combine}, {"join", u.join}, {"in", u.in}} {
			if link[1] != "" {
				fmt.Fprintf(&b, ", %s: %s", link[0], link[1])
			}
		}
		if len(u.chosen) > 0 {
			fmt.Fprintf(&b, ", upgrades: [%s]", strings.Join(u.chosen, ", "))
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// upgrade chooses up to n options at random, nearly always of those that may
// still be chosen.
func (u *listed) upgrade(random *rand.Rand, n int) {
	for range n {
		type choice struct {
			s *catalog.Section
			o *catalog.Option
		}
		var open, any []choice
		for _, s := range u.book.Sections(u.of) {
			for i := range s.Options {
				c := choice{s, &s.Options[i]}
				any = append(any, c)
				if within, left := u.room(c.s, c.o); within > 0 && left > 0 {
					open = append(open, c)
				}
			}
		}
		if random.IntN(40) == 0 && !u.hero() && u.capacity() == 0 { // who may join or embark depends on what is chosen
			open = any
		}
		if len(open) == 0 {
			return
		}
		c := open[random.IntN(len(open))]
		times := 1
		if within, left := u.room(c.s, c.o); min(within, left) > 1 && random.IntN(2) == 0 {
			times = 1 + random.IntN(min(within, left, 4))
		}
		u.takeOption(c.s, c.o, times)
	}
}

func (u *listed) takeOption(s *catalog.Section, o *catalog.Option, times int) {
	for range times {
		u.choose(s, o)
	}
	if times == 1 {
		u.chosen = append(u.chosen, o.ID)
	} else {
		u.chosen = append(u.chosen, fmt.Sprintf("{option: %s, count: %d}", o.ID, times))
	}
}

// drawn is a list of a few units of an army, or of two, with upgrades, pairs,
// heroes and transports.
func drawn(random *rand.Rand, system string, books []*catalog.Book) *randomList {
	d := &randomList{system: system, books: books, forceOrg: random.IntN(4) > 0}
	add := func(b *catalog.Book, of *catalog.Unit) *listed {
		u := &listed{reading: newReading(fmt.Sprintf("u%d", len(d.units)), b, of)}
		d.units = append(d.units, u)
		return u
	}
	total := 0
	for range 2 + random.IntN(8) {
		b := books[random.IntN(len(books))]
		u := add(b, &b.Units[random.IntN(len(b.Units))])
		u.upgrade(random, random.IntN(6))
		several := u.of.Size > 1
		if several && random.IntN(3) == 0 || random.IntN(40) == 0 { // a pair
			of := u.of
			if random.IntN(12) == 0 {
				of = &b.Units[random.IntN(len(b.Units))]
			}
			for range 1 + btoi(random.IntN(25) == 0) {
				half := add(b, of)
				half.combine = u.id
				if random.IntN(6) == 0 {
					half.upgrade(random, random.IntN(4))
					continue
				}
				for _, id := range u.wholes {
					if c, ok := b.Option(of, id); ok {
						half.takeOption(c.Section, c.Option, 1)
					}
				}
				if random.IntN(2) == 0 {
					half.upgrade(random, random.IntN(4))
				}
			}
		}
	}
	linked := map[string]bool{} // who is combined with, or is joined
	for _, u := range d.units {
		linked[u.combine] = true
	}
	for _, u := range d.units {
		total += u.cost
		if len(d.units) > 1 && (u.hero() && random.IntN(3) > 0 || u.capacity() == 0 && random.IntN(60) == 0) && u.combine == "" && !linked[u.id] {
			var hosts []*listed
			for _, h := range d.units {
				if h != u && h.join == "" && (h.book == u.book && h.of.Size > 1 && !h.hero() || random.IntN(30) == 0) {
					hosts = append(hosts, h)
				}
			}
			if len(hosts) > 0 {
				u.join = hosts[random.IntN(len(hosts))].id
				linked[u.join] = true
			}
		}
	}
	for _, transport := range d.units {
		if transport.capacity() == 0 {
			continue
		}
		for _, u := range d.units {
			if u.capacity() == 0 && u.in == "" && random.IntN(4) == 0 {
				u.in = transport.id
			}
		}
	}
	switch random.IntN(5) {
	case 0:
	case 1:
		d.points = total
	case 2:
		d.points = max(100, total-random.IntN(200))
	default:
		d.points = (total/250 + 1 + random.IntN(3)) * 250
	}
	return d
}

func (r *reading) capacity() int {
	n := 0
	for _, m := range r.models {
		n += rating(m.own(), "Transport")
	}
	return n
}

// groups are the units that fight as one: the first, its other halves, and
// who joined them.
type group struct{ halves, heroes []*listed }

func (d *randomList) groups() []*group {
	byID := map[string]*listed{}
	for _, u := range d.units {
		byID[u.id] = u
	}
	of := map[*listed]*group{}
	var all []*group
	for _, u := range d.units {
		if u.combine == "" && u.join == "" {
			of[u] = &group{halves: []*listed{u}}
			all = append(all, of[u])
		}
	}
	for _, u := range d.units {
		if u.combine != "" && of[byID[u.combine]] != nil {
			of[u] = of[byID[u.combine]]
			of[u].halves = append(of[u].halves, u)
		}
	}
	for _, u := range d.units {
		if u.join == "" {
			continue
		}
		if g := of[byID[u.join]]; g != nil {
			g.heroes = append(g.heroes, u)
		} else {
			all = append(all, &group{heroes: []*listed{u}})
		}
	}
	return all
}

// codes are the findings of the list: errors and warnings.
func (d *randomList) codes() []string {
	found := map[string]bool{}
	new := d.system == "gf-3" || d.system == "aof"
	perHero, perUnit, perCopy := 500, 200, 1000
	if d.system == "aof" {
		perHero, perUnit, perCopy = 375, 150, 750
	}
	total := 0
	for _, u := range d.units {
		total += u.cost
		if u.fault != "" {
			found[u.fault+" "+u.id] = true
		}
	}
	if d.points > 0 && total > d.points {
		found["points/over"] = true
	}
	size := d.points
	if size == 0 {
		size = total
	}
	byID := map[string]*listed{}
	for _, u := range d.units {
		byID[u.id] = u
	}
	heroes, counted := 0, 0
	copies := map[*catalog.Unit]int{}
	for _, g := range d.groups() {
		cost := 0
		for _, u := range g.halves {
			cost += u.cost
		}
		over := func(n int) bool { return d.points > 0 && n*100 > 35*size }
		if len(g.halves) > 0 {
			counted++
		}
		if over(cost) {
			found["force-org/share"] = true
		}
		for _, h := range g.heroes {
			switch {
			case over(h.cost):
				found["force-org/share"] = true
			case len(g.halves) > 0 && !over(cost) && over(cost+h.cost):
				found["force-org/share-joined"] = true
			}
			copies[h.of]++
			heroes += btoi(h.hero())
		}
		different := map[*catalog.Unit]int{}
		for _, u := range g.halves {
			different[u.of] = 1
		}
		for of := range different {
			copies[of]++
		}
		for i, u := range g.halves {
			if i == 0 {
				heroes += btoi(u.hero())
				continue
			}
			first := g.halves[0]
			if len(g.halves) > 2 {
				found["combine/count"] = true
			}
			if new && (u.of.Size == 1 || first.of.Size == 1) {
				found["combine/size"] = true
			}
			if u.of != first.of {
				found["combine/unit"] = true
			}
			if u.of == first.of && !(new && u.of.Size == 1) {
				if !slices.Equal(slices.Sorted(slices.Values(u.wholes)), slices.Sorted(slices.Values(first.wholes))) {
					found["combine/upgrades"] = true
				}
			}
		}
		if len(slices.DeleteFunc(slices.Clone(g.heroes), func(u *listed) bool { return !u.hero() })) > 1 {
			found["hero/second"] = true
		}
	}
	for _, u := range d.units {
		if u.join == "" {
			continue
		}
		host := byID[u.join]
		if !u.hero() {
			found["hero/not-hero"] = true
		}
		if u.hero() && new && u.models[0].wounds() > 6 {
			found["hero/tough"] = true
		}
		if host.hero() || host.book != u.book || new && host.of.Size == 1 {
			found["hero/host"] = true
		}
	}
	for of, n := range copies {
		unique := slices.ContainsFunc(of.Rules, func(use rules.Use) bool { return use.Name == "Unique" })
		if unique && n > 1 {
			found["unit/unique"] = true
		}
		if new && d.forceOrg && n > 1+size/perCopy {
			found["force-org/copies"] = true
		}
	}
	if new && d.forceOrg {
		if heroes > size/perHero {
			found["force-org/heroes"] = true
		}
		if counted > size/perUnit {
			found["force-org/units"] = true
		}
	} else {
		delete(found, "force-org/share")
		delete(found, "force-org/share-joined")
	}
	// Transports.
	aboard := map[string]int{}
	for _, g := range d.groups() {
		in := ""
		for _, u := range slices.Concat(g.halves, g.heroes) {
			switch {
			case u.in == "":
			case in != "" && in != u.in:
				found["transport/full"] = true
			default:
				in = u.in
			}
		}
		if in == "" {
			continue
		}
		for _, u := range slices.Concat(g.halves, g.heroes) {
			if u.id == in {
				found["transport/size"] = true
			}
			for _, m := range u.models {
				switch tough := m.wounds(); {
				case !new || tough == 1 || u.hero() && tough <= 6:
					aboard[in]++
				case tough <= 3:
					aboard[in] += 3
				default:
					found["transport/size"] = true
				}
			}
		}
	}
	for id, n := range aboard {
		if n > byID[id].capacity() {
			found["transport/full"] = true
		}
	}
	if found["transport/size"] { // passengers that cannot go take no known space
		delete(found, "transport/full")
	}
	return slices.Sorted(maps.Keys(found))
}

// differences tells how the builder's list differs from the readings.
func (d *randomList) differences(a *gf.Army) string {
	var said []string
	say := func(what string, want, got any) {
		if diff := cmp.Diff(want, got); diff != "" {
			said = append(said, what+" (-reading +builder):\n"+diff)
		}
	}
	codes, faulty := map[string]bool{}, map[string]bool{}
	total := 0
	for _, f := range a.Findings {
		if f.Severity == "note" {
			continue
		}
		code := f.Code
		if strings.HasPrefix(code, "upgrade/") {
			if code += " " + f.Units[0]; faulty[f.Units[0]] {
				continue
			}
			faulty[f.Units[0]] = true
			if d.either(f.Units[0]) {
				code = "upgrade " + f.Units[0]
			}
		}
		codes[code] = true
	}
	if codes["transport/size"] {
		delete(codes, "transport/full")
	}
	want := d.codes()
	legal := !slices.ContainsFunc(want, func(c string) bool { return c != "force-org/share-joined" })
	say("findings", want, slices.Sorted(maps.Keys(codes)))
	say("legal", legal, a.Legal())
	for i, u := range d.units {
		got := a.Units[i]
		total += u.cost
		at := u.id + " " + u.of.ID + ": "
		say(at+"cost", u.cost, got.Cost)
		if u.fault != "" {
			continue
		}
		u.compare(got, at, say)
		u.compareOpen(a.OpenUpgrades(u.id), at, say)
	}
	say("points", total, a.Points)
	d.compareSides(a, say)
	return strings.Join(said, "\n")
}

// either reports whether both codes are right for a unit's first choice that may
// not be: the section allows no more, and nothing is left for it.
func (d *randomList) either(id string) bool {
	return slices.ContainsFunc(d.units, func(u *listed) bool { return u.id == id && u.fault == "upgrade" })
}

func (r *reading) compare(got *gf.Unit, at string, say func(string, any, any)) {
	arms := map[string]int{}
	for _, w := range got.Weapons {
		arms[profileText(w.ProfileOf, w.Name, w.Range, w.Attacks, w.Rules)] += w.Count
	}
	say(at+"weapons", r.arms(), arms)
	items := map[string]int{}
	for _, i := range got.Items {
		items[i.Name] += i.Count
	}
	say(at+"items", r.items(), items)
	all, some := r.shared()
	say(at+"rules", r.added(all), r.added(got.Rules))
	say(at+"as printed", len(got.Rules), len(r.added(got.Rules)))
	has := map[string]int{}
	for _, s := range got.PartialRules {
		for _, use := range s.Rules {
			count(has, use, s.Count)
		}
	}
	say(at+"rules of some", some, has)
	var wounds []int
	for _, m := range r.models {
		wounds = append(wounds, m.wounds())
	}
	slices.Sort(wounds)
	say(at+"wounds", wounds, slices.Sorted(slices.Values(got.WoundsPerModel())))
	say(at+"tough", r.tough(), got.Tough)
	say(at+"defense", r.defense(), got.Defense)
	say(at+"quality", r.of.Quality, got.Quality)
	say(at+"models", r.of.Size, got.Models)
	say(at+"hero", r.hero(), got.IsHero)
}

// compareOpen holds what may still be chosen against the reading.
func (r *reading) compareOpen(open []gf.OpenSection, at string, say func(string, any, any)) {
	want, got := map[string]int{}, map[string]int{}
	for _, s := range r.book.Sections(r.of) {
		for i := range s.Options {
			within, left := r.room(s, &s.Options[i])
			want[s.Options[i].ID] = min(max(0, min(within, left)), plenty)
		}
	}
	for _, s := range open {
		for _, o := range s.Options {
			got[o.Option.ID] = min(o.ChoicesLeft, plenty)
		}
	}
	say(at+"open", want, got)
}

// compareSides holds what each model brings into a fight against the readings.
func (d *randomList) compareSides(a *gf.Army, say func(string, any, any)) {
	for _, g := range d.groups() {
		if len(g.halves) == 0 || len(g.halves) > 2 || len(g.heroes) > 1 {
			continue
		}
		if slices.ContainsFunc(slices.Concat(g.halves, g.heroes), func(u *listed) bool { return u.fault != "" || u.twice || u.of != g.halves[0].of && u.join == "" }) {
			continue
		}
		first := g.halves[0]
		side := a.Group(a.Unit(first.id)).Side(a.Game)
		want, got := map[string]int{}, map[string]int{}
		for _, u := range g.halves {
			for _, m := range u.models {
				want[fmt.Sprint(m.own(), " ", sorted(m.arms()))]++
			}
		}
		for _, alike := range side.Groups {
			arms := map[string]int{}
			for _, w := range alike.Weapons {
				arms[profileText(w.ProfileOf, w.Name, w.Range, w.Attacks, w.Rules)] += w.Count / alike.Models
				if w.Count%alike.Models != 0 {
					arms["uneven "+w.Name]++
				}
			}
			for _, w := range side.Weapons { // what each model has alike
				arms[profileText(w.ProfileOf, w.Name, w.Range, w.Attacks, w.Rules)] += w.Count / (side.Models() - len(g.heroes))
				if w.Count%(side.Models()-len(g.heroes)) != 0 {
					arms["uneven "+w.Name]++
				}
			}
			got[fmt.Sprint(first.added(slices.Concat(side.Rules, alike.Rules)), " ", sorted(arms))] += alike.Models
		}
		say(first.id+" "+first.of.ID+": models", want, got)
	}
}

// count adds a rule of n models; ratings add up.
func count(all map[string]int, use rules.Use, n int) {
	if x, ok := use.RatingNumber(); ok {
		all[use.Name] += x * n
	} else {
		all[use.String()] += n
	}
}

func sorted(arms map[string]int) []string {
	var list []string
	for _, k := range slices.Sorted(maps.Keys(arms)) {
		list = append(list, fmt.Sprint(arms[k], "x ", k))
	}
	return list
}

// inventedBook is an army book of our own, as Army Forge has them.
const inventedBook = "../../armyforge/testdata/ember-tide.json"

// imported reads an army book of Army Forge, once.
func imported(t *testing.T, file string) *catalog.Book {
	t.Helper()
	if book, known := importedBooks[file]; known {
		return book
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	source, err := armyforge.Open(file, text)
	if err != nil {
		t.Fatal(err)
	}
	as, err := source.ImportBook("", nil)
	if err != nil {
		t.Fatal(err)
	}
	book, err := catalog.Read(file, as.YAML)
	if err != nil {
		t.Fatal(err)
	}
	importedBooks[file] = book
	return book
}

var importedBooks = map[string]*catalog.Book{}

func realBooks(t *testing.T) (books []*catalog.Book) {
	t.Helper()
	for _, file := range schematest.RealBooks(t, "*/*.json") {
		books = append(books, imported(t, file))
	}
	return books
}

var (
	randomLists = flag.Int("lists", 500, "random lists to compare with an independent reading")
	shownLists  = flag.Int("shown", 3, "how many of those that differ are shown")
)

// The builder makes of random lists of real books what the reading makes of
// them: the same units, model by model, the same prices, the same findings and
// the same upgrades that may still be chosen.
func TestRandomListsOfRealBooks(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long")
	}
	compareRandomLists(t, realBooks(t), *randomLists)
}

func TestRandomLists(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long")
	}
	var own []*catalog.Book
	for _, name := range []string{"steel-wardens", "brine-choir", "lantern-fleet", "bench", "shop", "gear"} {
		b, err := books.Book(name, "", schema.FilePath{})
		if err != nil {
			t.Fatal(err)
		}
		own = append(own, b)
	}
	own = append(own, imported(t, inventedBook))
	compareRandomLists(t, own, *randomLists/10)
}

func compareRandomLists(t *testing.T, books []*catalog.Book, lists int) {
	random := rand.New(rand.NewPCG(9, 2000))
	wrong, legal, units, chosen := 0, 0, 0, 0
	for range lists {
		of := []*catalog.Book{books[random.IntN(len(books))]}
		if b := books[random.IntN(len(books))]; random.IntN(8) == 0 && b.System == of[0].System && b.ID != of[0].ID {
			of = append(of, b)
		}
		system := of[0].System
		if also := of[0].AlsoForSystems; len(also) > 0 && random.IntN(2) == 0 {
			system = also[0]
		}
		d := drawn(random, system, of)
		text := d.text()
		doc, err := schema.Read("list.yaml", []byte(text), "list/1")
		if err != nil {
			t.Fatal(err)
		}
		l, err := gf.ReadList(doc, nil)
		if err != nil {
			t.Fatal(err)
		}
		a := gf.BuildWithBooks(l, of)
		if a.Legal() {
			legal++
		}
		units += len(d.units)
		for _, u := range d.units {
			chosen += len(u.chosen)
		}
		if diff := d.differences(a); diff != "" {
			wrong++
			if wrong <= *shownLists {
				t.Errorf("%s\n%s\n%s", of[0].File, text, diff)
			}
		}
	}
	t.Logf("%d lists of %d units with %d upgrades, %d legal; %d differ", lists, units, chosen, legal, wrong)
	if wrong > 0 {
		t.Errorf("%d of %d lists differ", wrong, lists)
	}
}
