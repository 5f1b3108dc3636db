package input_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"muster/armyforge"
	"muster/builder"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/catalog"
	"muster/export"
	"muster/input"
	"muster/rules"
	"muster/schema"
	"muster/schema/files"
	"muster/schema/schematest"
	"muster/share"
)

// ownBooks is a library with books of the project: those that ship with muster, and Army Forge's
// JSON of the armyforge package's tests. ids are the books to make lists of.
func ownBooks(t *testing.T) (library *catalog.Library, ids []string) {
	paths, err := filepath.Glob("../armyforge/testdata/*-*.json")
	if err != nil {
		t.Fatal(err)
	}
	library, ids = libraryOf(t, paths)
	return library, append(ids, "steel-wardens", "brine-choir")
}

// libraryOf imports books of Army Forge. Of two versions of a book the later is pinned too.
func libraryOf(t *testing.T, paths []string) (library *catalog.Library, ids []string) {
	t.Helper()
	memory := new(files.Memory)
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file, err := armyforge.Open(path, source)
		if err != nil {
			t.Fatal(err)
		}
		if file.Kind != armyforge.BookFile {
			continue
		}
		book, err := file.ImportBook("", nil)
		if err != nil {
			t.Fatal(err)
		}
		pin := catalog.VersionedID(book.ID, book.Version)
		if err := memory.Write(pin+".yaml", nil, book.YAML); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, pin)
	}
	return catalog.NewLibrary(memory), ids
}

// randomArmy makes a list by chance of units that break no rule of their own: upgrades, combined
// pairs, heroes who join.
func randomArmy(t *testing.T, random *rand.Rand, library *catalog.Library, id string) *gf.Army {
	t.Helper()
	book, err := library.Book(id, "", schema.FilePath{})
	if err != nil {
		t.Fatal(err)
	}
	no := false
	list := gf.List{System: book.System, Book: book.VersionedID(), Name: "By Chance", ForceOrg: &no}
	build := func(units []gf.Entry) *gf.Army {
		of := list
		of.Units = units
		document, err := schema.Read("list.yaml", schema.Write("list/1", &of, nil), "list/1")
		if err != nil {
			t.Fatal(err)
		}
		read, err := gf.ReadList(document, library)
		if err != nil {
			t.Fatal(err)
		}
		return gf.BuildWithBooks(read, []*catalog.Book{book})
	}
	var units []gf.Entry
	try := func(change func([]gf.Entry) []gf.Entry) bool {
		next := slices.Clone(units)
		for i := range next {
			next[i].Upgrades = slices.Clone(next[i].Upgrades)
		}
		if next = change(next); !build(next).Legal() {
			return false
		}
		units = next
		return true
	}
	for n, most := 0, 2+random.IntN(5); n < most || units == nil; n++ {
		of := &book.Units[random.IntN(len(book.Units))]
		first := len(units)
		entry := gf.Entry{ID: fmt.Sprint("u", n), BookUnitID: of.ID}
		if of.Cost.Points == 0 || !try(func(all []gf.Entry) []gf.Entry { return append(all, entry) }) {
			continue
		}
		halves := 1
		if of.Size > 1 && random.IntN(3) == 0 && try(func(all []gf.Entry) []gf.Entry {
			return append(all, gf.Entry{ID: entry.ID + "b", BookUnitID: of.ID, CombineWith: entry.ID})
		}) {
			halves = 2
		}
		options := book.OptionIDs(of)
		for range min(len(options), random.IntN(6)) * halves {
			option, half := options[random.IntN(len(options))], random.IntN(halves+halves/2)
			try(func(all []gf.Entry) []gf.Entry {
				for h := range halves {
					if e := &all[first+h]; half == h || half == halves {
						at := slices.IndexFunc(e.Upgrades, func(c gf.Choice) bool { return c.Option == option })
						if at < 0 {
							e.Upgrades = append(e.Upgrades, gf.Choice{Option: option, Count: 1})
						} else {
							e.Upgrades[at].Count++
						}
					}
				}
				return all
			})
		}
		if random.IntN(2) == 0 && first > 0 {
			try(func(all []gf.Entry) []gf.Entry { all[first].JoinTo = all[random.IntN(first)].ID; return all })
		}
	}
	return build(units)
}

// forms write a list as players send it; joins reports whether the form says who joins whom.
var forms = []struct {
	name  string
	joins bool
	write func(t *testing.T, army *gf.Army, roster builder.Roster) string
}{
	{"text", true, func(_ *testing.T, army *gf.Army, _ builder.Roster) string { return sharedText(army) }},
	{"mail", true, func(_ *testing.T, army *gf.Army, _ builder.Roster) string { return mailed(sharedText(army)) }},
	{"our text", true, func(t *testing.T, _ *gf.Army, roster builder.Roster) string { return exportedAs(t, roster, "text") }},
	{"our text in a mail", true, func(t *testing.T, _ *gf.Army, roster builder.Roster) string {
		quoted := strings.ReplaceAll(strings.TrimRight(exportedAs(t, roster, "text"), "\n"), "\n", "\n> ")
		return "From: Ann <ann@example.org>\nSubject: my list\n\nHello,\n\n> " + quoted + "\n\n-- \nAnn\n"
	}},
	{"code", true, func(_ *testing.T, _ *gf.Army, roster builder.Roster) string { return share.FromRoster(roster).Code() }},
	{"JSON", true, func(t *testing.T, army *gf.Army, _ builder.Roster) string {
		return exported(t, army, armyforge.ExportList)
	}},
	{"resolved", true, func(t *testing.T, army *gf.Army, _ builder.Roster) string {
		return exported(t, army, armyforge.ExportResolved)
	}},
}

func exported(t *testing.T, army *gf.Army, export func(*gf.Army) ([]byte, []armyforge.Note, error)) string {
	t.Helper()
	text, _, err := export(army)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func exportedAs(t *testing.T, roster builder.Roster, form string) string {
	t.Helper()
	document, err := export.NewDocument(roster, export.Extras{})
	if err != nil {
		t.Fatal(err)
	}
	format, err := export.ChooseFormat(form, "")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := format.Write(&out, document, export.Options{}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// sharedText writes a list as Army Forge's "Share as Text" does.
func sharedText(army *gf.Army) string {
	var out strings.Builder
	book := army.Books[0]
	fmt.Fprintf(&out, "++ %s - %s (v%s) [GF %dpts] [%d Units] ++\n", army.List.Name, book.Name, book.Version, army.Points, len(army.Groups))
	for _, g := range army.Groups {
		out.WriteString("\n")
		for _, h := range g.Heroes {
			out.WriteString(sharedUnit(h) + "| Joined to:\n")
		}
		out.WriteString(sharedUnit(g.Unit))
	}
	return out.String()
}

func sharedUnit(u *gf.Unit) string {
	times := func(n int, text string) string {
		if n > 1 {
			return fmt.Sprintf("%dx %s", n, text)
		}
		return text
	}
	var weapons, other []string
	for _, w := range u.Weapons {
		weapons = append(weapons, times(w.Count, w.Name+" ("+weaponProfile(&w)+")"))
	}
	other = rules.UseTexts(u.Rules)
	for _, item := range u.Items {
		text := fmt.Sprintf("%dx %s", item.Count, item.Name)
		if len(item.Rules) > 0 {
			text += "(" + strings.Join(rules.UseTexts(item.Rules), ", ") + ")"
		}
		other = append(other, text)
	}
	for _, some := range u.PartialRules {
		for _, rule := range some.Rules {
			other = append(other, times(some.Count, rule.String()))
		}
	}
	sort.Strings(weapons) // Army Forge has an order of its own
	sort.Strings(other)
	return fmt.Sprintf("%s [%d] Q%d+ D%d+ | %dpts | %s\n%s\n", u.BookUnit.Name, u.Models, u.BookUnit.Quality, u.BookUnit.Defense, u.Cost, strings.Join(other, ", "), strings.Join(weapons, ", "))
}

// mailed is a text as it stands in a mail that was answered: wrapped at 72 letters, quoted, with a
// greeting and a signature.
func mailed(text string) string {
	var out strings.Builder
	out.WriteString("From: Ann <ann@example.org>\nSubject: Re: my list\n\nHello,\nhere it is.\n\nBen wrote:\n")
	for line := range strings.Lines(text) {
		used := 0
		for i, word := range strings.Fields(line) {
			switch {
			case i == 0:
				out.WriteString("> ")
			case used+1+len(word) > 72:
				out.WriteString("\n> ")
				used = 0
			default:
				out.WriteString(" ")
				used++
			}
			out.WriteString(word)
			used += len(word)
		}
		if used == 0 {
			out.WriteString(">")
		}
		out.WriteString("\n")
	}
	return out.String() + "\n-- \nAnn\n"
}

// described is a list with what counts: units with all that they have, points, who joins whom. Halves
// of a pair are one, for no text tells them apart.
func described(army *gf.Army) []string {
	var all []string
	for _, g := range army.Groups {
		text := whatCounts(g.Unit)
		for _, h := range g.Heroes {
			text += " with " + whatCounts(h)
		}
		all = append(all, text)
	}
	sort.Strings(all)
	return all
}

func whatCounts(u *gf.Unit) string {
	all := rules.UseTexts(u.Rules)
	for _, some := range u.PartialRules { // how many is said by halves, too
		all = append(all, rules.UseTexts(some.Rules)...)
	}
	sort.Strings(all)
	all = slices.Compact(all)
	var gear []string
	for _, w := range u.Weapons {
		uses := rules.UseTexts(w.Rules)
		sort.Strings(uses)
		gear = append(gear, fmt.Sprintf("%d %s %d A%d %q", w.Count, w.Name, w.Range, w.Attacks, uses))
	}
	for _, item := range u.Items {
		gear = append(gear, fmt.Sprintf("%d %s %v", item.Count, item.Name, item.Rules))
	}
	sort.Strings(gear)
	return fmt.Sprintf("%s [%d] %d points %v %q", u.BookUnit.ID, u.Models, u.Cost, all, gear)
}

// invented lists the upgrades, by their names, that a list has more often than another.
func invented(back, army *gf.Army) (names []string) {
	count := map[string]int{}
	for _, u := range army.Units {
		for _, c := range u.ChosenOptions {
			count[u.BookUnit.ID+": "+c.Option.Name] += c.Count
		}
	}
	for _, u := range back.Units {
		for _, c := range u.ChosenOptions {
			key := u.BookUnit.ID + ": " + c.Option.Name // no text tells from which section it is
			if count[key] -= c.Count; count[key] < 0 {
				names = append(names, key)
			}
		}
	}
	return names
}

// Lists by chance come back the same from every form that players send, with no upgrade that they do
// not have, and nothing is found wrong in them.
func TestFormsComeBack(t *testing.T) {
	library, ids := ownBooks(t)
	comeBack(t, library, ids)
}

func TestFormsOfRealBooksComeBack(t *testing.T) {
	library, ids := libraryOf(t, schematest.RealBooks(t, "gf-3.5.3/*.json")[:20])
	comeBack(t, library, ids)
}

func comeBack(t *testing.T, library *catalog.Library, ids []string) {
	const lists = 300
	random := rand.New(rand.NewPCG(33, 1))
	same, slowest := map[string]int{}, time.Duration(0)
	for n := range lists {
		army := randomArmy(t, random, library, ids[n%len(ids)])
		roster, err := builder.Open(army.List.Document(), library)
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range forms {
			text := form.write(t, army, roster)
			began := time.Now()
			read, err := input.Read(schema.FilePath{Name: "sent"}, []byte(text), library)
			slowest = max(slowest, time.Since(began))
			if err != nil {
				t.Errorf("list %d as %s: %v\n%s", n, form.name, err, text)
				continue
			}
			back := read.GameList().(*gf.Army)
			want, got := described(army), described(back)
			wrong := slices.ContainsFunc(back.Findings, func(f finding.Finding) bool {
				return f.Severity != finding.Note && !strings.HasPrefix(f.Code, "force-org/") // no text says the size
			})
			more := invented(back, army)
			if slices.Equal(want, got) && more == nil && !wrong && len(read.Notes) == 0 {
				same[form.name]++
				continue
			}
			t.Errorf("list %d as %s (%s) is not the same", n, form.name, ids[n%len(ids)])
			if same["said"]++; same["said"] <= 40 {
				if strings.HasPrefix(text, "{") {
					text = "JSON"
				}
				t.Logf("\n%s\nbecame\n%s\ninvented %q\n%v\n%v", text, strings.Join(got, "\n"), more, back.Findings, read.Notes)
			}
		}
	}
	delete(same, "said")
	t.Logf("%d lists of %d books, the same: %v; the slowest took %v", lists, len(ids), same, slowest)
}

// A lie changes a unit, or the whole list, in one thing. It returns what the sender says and what the
// book says, as findings name both; "" if the unit has nothing to lie about.
type lie struct {
	name string
	tell func(random *rand.Rand, army *gf.Army, u *gf.Unit) (says, book string)
}

var lies = []lie{
	{"quality", func(random *rand.Rand, _ *gf.Army, u *gf.Unit) (says, book string) {
		was := u.Quality
		u.Quality = otherThan(random, u.Quality, u.BookUnit.Quality)
		ofCopy(u).Quality = u.Quality
		return fmt.Sprintf("Quality %d+", u.Quality), fmt.Sprintf("%d+", was)
	}},
	{"defense", func(random *rand.Rand, _ *gf.Army, u *gf.Unit) (says, book string) {
		was := u.Defense
		u.Defense = otherThan(random, u.Defense, u.BookUnit.Defense)
		ofCopy(u).Defense = u.Defense
		return fmt.Sprintf("Defense %d+", u.Defense), fmt.Sprintf("%d+", was)
	}},
	{"rule", func(random *rand.Rand, _ *gf.Army, u *gf.Unit) (says, book string) {
		all := fmt.Sprint(whatCounts(u), u.Weapons)
		for _, rule := range random.Perm(4) {
			if says = []string{"Takedown", "Flying", "Stealth", "Scout"}[rule]; !strings.Contains(all, says) {
				u.Rules = append(slices.Clone(u.Rules), rules.Use{Name: says})
				return says, "no such rule"
			}
		}
		return "", ""
	}},
	{"rating", func(_ *rand.Rand, _ *gf.Army, u *gf.Unit) (says, book string) {
		at := slices.IndexFunc(u.Rules, func(r rules.Use) bool { return r.Name == "Tough" })
		if at < 0 {
			return "", ""
		}
		book, u.Rules = u.Rules[at].String(), slices.Clone(u.Rules)
		u.Rules[at].Rating = "30"
		return "Tough(30)", book
	}},
	{"weapon's count", func(random *rand.Rand, _ *gf.Army, u *gf.Unit) (says, book string) {
		return lieOf(random, u, func(w *gf.Weapon) { w.Count += 1 + random.IntN(3) })
	}},
	{"weapon's AP", func(random *rand.Rand, _ *gf.Army, u *gf.Unit) (says, book string) {
		return lieOf(random, u, func(w *gf.Weapon) {
			at := slices.IndexFunc(w.Rules, func(r rules.Use) bool { return r.Name == "AP" })
			if w.Rules = slices.Clone(w.Rules); at < 0 {
				w.Rules = append(w.Rules, rules.Use{Name: "AP", Rating: "6"})
			} else {
				w.Rules[at].Rating = "7"
			}
		})
	}},
	{"points", func(random *rand.Rand, army *gf.Army, u *gf.Unit) (says, book string) {
		was := u.Cost
		if u.Cost -= 5 * (1 + random.IntN(3)); u.Cost <= 0 || u.Cost == u.BookUnit.Cost.Points {
			return "", ""
		}
		return fmt.Sprintf("%d points", u.Cost), fmt.Sprint(was)
	}},
	{"total", func(random *rand.Rand, army *gf.Army, _ *gf.Unit) (says, book string) {
		was := army.Points
		army.Points -= 5 * (1 + random.IntN(5))
		return fmt.Sprintf("%d points in all", army.Points), fmt.Sprint(was)
	}},
	{"version", func(_ *rand.Rand, army *gf.Army, _ *gf.Unit) (says, book string) {
		return "version 9.9.9 of " + army.Books[0].Name, "version " + army.Books[0].Version
	}},
	{"name", func(random *rand.Rand, army *gf.Army, u *gf.Unit) (says, book string) {
		other := &army.Books[0].Units[random.IntN(len(army.Books[0].Units))]
		was := u.BookUnit
		if ofCopy(u).Name = other.Name; strings.Contains(was.Name, other.Name) || strings.Contains(other.Name, was.Name) {
			return "", ""
		}
		u.BookUnit.ID = other.ID
		return "the text says", "the book says"
	}},
}

// otherThan is a Quality or Defense other than two.
func otherThan(random *rand.Rand, a, b int) int {
	for {
		if n := 2 + random.IntN(5); n != a && n != b {
			return n
		}
	}
}

// ofCopy gives a unit a copy of its book's unit to change.
func ofCopy(u *gf.Unit) *catalog.Unit {
	u.BookUnit = &catalog.Unit{ID: u.BookUnit.ID, Name: u.BookUnit.Name, Quality: u.BookUnit.Quality, Defense: u.BookUnit.Defense, Cost: u.BookUnit.Cost}
	return u.BookUnit
}

func weaponProfile(w *gf.Weapon) string {
	return (&catalog.Weapon{Range: w.Range, Attacks: w.Attacks}).ProfileText(rules.UseTexts(w.Rules))
}

// lieOf lies about one of a unit's weapons.
func lieOf(random *rand.Rand, u *gf.Unit, change func(*gf.Weapon)) (says, book string) {
	if len(u.Weapons) == 0 {
		return "", ""
	}
	u.Weapons = slices.Clone(u.Weapons)
	w := &u.Weapons[random.IntN(len(u.Weapons))]
	text := func() string { return fmt.Sprintf("%d× %s (%s)", w.Count, w.Name, weaponProfile(w)) }
	book = text()
	change(w)
	return text(), book
}

// Of lists with one lie each every lie is named with both values, and none is called legal: the finding
// is an error where the lie claims more, and an event's verdict is none but legal without such a finding.
func TestLiesAreNamed(t *testing.T) {
	library, ids := ownBooks(t)
	nameLies(t, library, ids)
}

func TestLiesOfRealBooksAreNamed(t *testing.T) {
	library, ids := libraryOf(t, schematest.RealBooks(t, "gf-3.5.3/*.json")[:20])
	nameLies(t, library, ids)
}

func nameLies(t *testing.T, library *catalog.Library, ids []string) {
	random := rand.New(rand.NewPCG(33, 2))
	for told, n := map[string]int{}, 0; n < 300; {
		army := randomArmy(t, random, library, ids[random.IntN(len(ids))])
		lied := *army
		lied.Groups = []*gf.Group{}
		for _, g := range army.Groups {
			copied := *g
			unit := *g.Unit
			copied.Unit = &unit
			lied.Groups = append(lied.Groups, &copied)
		}
		l := lies[random.IntN(len(lies))]
		says, book := l.tell(random, &lied, lied.Groups[random.IntN(len(lied.Groups))].Unit)
		if says == "" {
			continue
		}
		text := sharedText(&lied)
		if l.name == "version" {
			text = strings.Replace(text, "(v"+army.Books[0].Version+")", "(v9.9.9)", 1)
		}
		n++
		read, err := input.Read(schema.FilePath{Name: "sent"}, []byte(text), library)
		if err != nil {
			t.Errorf("%v\n%s", err, text)
			continue
		}
		back, isNamed, isError := read.GameList().(*gf.Army), false, false
		for _, f := range back.Findings {
			if f.IsAboutClaim() {
				of := strings.Contains(f.Message, book) || l.name == "weapon's count" // or that of another unit as near
				isNamed = isNamed || strings.Contains(f.Message, says) && of
				isError = isError || f.Severity == finding.Error
			}
		}
		// Where an upgrade makes the lie true, that is taken, and its price or what it replaces is named.
		if !isNamed && !(isError && strings.Contains(strings.ReplaceAll(sharedText(back), "x ", "× "), says)) {
			t.Errorf("the lie about a %s, %s and not %s, is not named:\n%s\n%v", l.name, says, book, text, back.Findings)
		}
		if told[l.name]++; isError {
			told["errors"]++
		}
		if n == 300 {
			t.Logf("lies: %v", told)
		}
	}
}

// An upgrade that a text of ours lists, and the unit cannot have so often or at all, is named.
func TestUpgradesThatATextListsAreHeldAgainstIt(t *testing.T) {
	const text = `Watch - 215 pts
Grimdark Future 3, Steel Wardens 1.0 (legal)

Line Squad [10] Q4+ D4+ | 215 pts | Fearless, Volley Drill
  9× Rifle (24″, A1), Heavy Rifle (24″, A1, AP(1))
  10× Bayonet (A1)
  Upgrades: %s
`
	for upgrades, want := range map[string]string{
		"Heavy Rifle +5":                  "",
		"2× Heavy Rifle +5":               "2× Heavy Rifle",
		"Heavy Rifle +5, Golden Rifle +0": "Golden Rifle",
	} {
		list, err := input.Read(schema.FilePath{Name: "sent"}, []byte(fmt.Sprintf(text, upgrades)), catalog.NewLibrary())
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		for _, f := range list.Roster.Findings() {
			if f.IsAboutClaim() {
				said += f.Message + "\n"
			}
		}
		if (want == "") != (said == "") || !strings.Contains(said, want) {
			t.Errorf("%s: it says %q, wanted %q", upgrades, said, want)
		}
	}
}
