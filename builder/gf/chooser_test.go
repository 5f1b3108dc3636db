package gf_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/armyforge"
	"muster/builder/gf"
	"muster/catalog"
	"muster/catalog/data"
	"muster/rules"
	"muster/schema"
)

// A chooser makes choices for one unit as a player does with the book at hand:
// it reads the table of sections (docs/rules-notes.md, Upgrades) anew, apart from the package
// that it tests.
type chooser struct {
	book    *catalog.Book
	unit    *catalog.Unit
	things  []*thing
	choices []gf.Choice
	made    map[*catalog.Section]map[string]int
}

// A thing is equipment or a rule that the unit has.
type thing struct {
	name   string
	n      int
	rule   bool
	weapon bool
	of     *thing // the item that holds it
	per    int    // how many of it such an item holds
	// carries is what was built onto how many of them, by section.
	carries map[*catalog.Section]int
}

func newChooser(b *catalog.Book, u *catalog.Unit) *chooser {
	c := &chooser{book: b, unit: u, made: map[*catalog.Section]map[string]int{}}
	c.give(1, u.Weapons, u.Items, u.Rules)
	return c
}

func (c *chooser) give(times int, weapons []catalog.Weapon, items []catalog.Item, uses []rules.Use) {
	for _, w := range weapons {
		c.things = append(c.things, &thing{name: w.Name, n: w.Count * times, weapon: true})
	}
	for _, item := range items {
		holder := &thing{name: item.Name, n: item.Count * times}
		c.things = append(c.things, holder)
		for _, r := range item.Rules { // which "Upgrade rule R" finds there too
			for _, s := range c.book.Sections(c.unit) {
				inside := &thing{name: r.String(), n: holder.n, rule: true}
				if s.Kind == catalog.ReplaceRule && inside.is(s.Targets[0].Name) {
					c.things = append(c.things, inside)
				}
			}
		}
		for _, w := range item.Weapons {
			c.things = append(c.things, &thing{name: w.Name, n: holder.n * w.Count, of: holder, per: w.Count, weapon: true})
		}
	}
	for _, r := range uses {
		c.things = append(c.things, &thing{name: r.String(), n: times, rule: true})
	}
}

// sameName compares names as people do: whatever the case, singular or plural.
func sameName(a, b string) bool {
	x, y := strings.Fields(strings.ToLower(a)), strings.Fields(strings.ToLower(b))
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if !slices.ContainsFunc(singulars(x[i]), func(s string) bool { return slices.Contains(singulars(y[i]), s) }) {
			return false
		}
	}
	return true
}

// singulars is what a word may be the plural of, itself included.
func singulars(w string) []string {
	all := []string{w}
	for plural, singular := range map[string]string{"s": "", "es": "", "ves": "fe", "ies": "y"} {
		if stem, ok := strings.CutSuffix(w, plural); ok && stem != "" {
			all = append(all, stem+singular)
			if plural == "ves" {
				all = append(all, stem+"f")
			}
		}
	}
	return all
}

// is tells whether a target means the thing; rules are also meant without their number.
func (th *thing) is(target string) bool {
	name, _, _ := strings.Cut(th.name, "(")
	return th.n > 0 && (sameName(th.name, target) || th.rule && sameName(name, target))
}

func (th *thing) replaceable() int {
	most := 0
	for _, n := range th.carries {
		most = max(most, n)
	}
	return max(0, th.n-most)
}

// count counts things of a name: all, and those that can be replaced.
func (c *chooser) count(target string) (all, replaceable int) {
	for _, th := range c.things {
		if th.is(target) {
			all += th.n
			replaceable += th.replaceable()
		}
	}
	return all, replaceable
}

// per is how many of a target one choice takes.
func per(s *catalog.Section, t catalog.Target) int {
	if s.Kind == catalog.Replace && s.Affects.Word == catalog.Exactly {
		return max(t.Count, s.Affects.Count)
	}
	return t.Count
}

// complete counts the complete sets of a section's targets.
func (c *chooser) complete(s *catalog.Section) (all, replaceable int) {
	all, replaceable = 1<<20, 1<<20
	for _, t := range s.Targets {
		a, r := c.count(t.Name)
		all, replaceable = min(all, a/per(s, t)), min(replaceable, r/per(s, t))
	}
	return all, replaceable
}

// left is how often an option of a section may still be chosen, row by row of
// the table.
func (c *chooser) left(s *catalog.Section, o *catalog.Option) int {
	made, ofThis := 0, c.made[s][o.ID]
	for _, n := range c.made[s] {
		made += n
	}
	all, replaceable := c.complete(s)
	onceEach := 1 - ofThis
	switch row := [2]string{s.Affects.String(), s.Select.String()}; s.Kind {
	case catalog.Replace:
		switch {
		case row[0] == "all": // Replace all X (and Y)
			return min(1-made, replaceable)
		case row[1] == "any": // Any model may replace …
			return min(c.unit.Size-made, replaceable)
		case row[0] == "any": // Replace any X
			return replaceable
		case strings.HasPrefix(row[0], "up to"): // Replace up to N X
			return min(s.Affects.Count-made, replaceable)
		case strings.HasPrefix(row[1], "up to"):
			return min(s.Select.Count-made, replaceable)
		}
		return min(1-made, replaceable) // Replace X, one X, 2x X
	case catalog.ReplaceRule: // Upgrade rule R
		return min(1-made, replaceable)
	case catalog.Attachment:
		if all == 0 {
			return 0
		}
		if row[1] == "any" || row[0] == "any" { // Any model may take one X attachment
			return all - made
		}
		return 1 - made // Take one X attachment
	}
	if all == 0 {
		return 0
	}
	switch row := [2]string{s.Affects.String(), s.Select.String()}; {
	case row[0] == "any" && len(s.Targets) > 0: // Upgrade any X with one
		return all - made
	case row[0] == "any": // Upgrade any model with (one)
		return c.unit.Size - made
	case strings.HasPrefix(row[0], "up to"): // Upgrade up to N models with one
		return s.Affects.Count - made
	case row[1] == "1": // … with one
		return 1 - made
	case strings.HasPrefix(row[1], "up to") && row[0] == "": // Upgrade with up to N
		return s.Select.Count - made
	case strings.HasPrefix(row[1], "up to"): // Upgrade all models with up to N
		return min(onceEach, s.Select.Count-made)
	}
	return onceEach // Upgrade with, … with any
}

// choose takes an option n times.
func (c *chooser) choose(s *catalog.Section, o *catalog.Option, n int) {
	c.choices = append(c.choices, gf.Choice{Option: o.ID, Count: n})
	if c.made[s] == nil {
		c.made[s] = map[string]int{}
	}
	c.made[s][o.ID] += n
	all, replaceable := c.complete(s)
	times := n
	switch {
	case s.Kind == catalog.Replace && s.Affects.Word == catalog.All:
		times = replaceable
		for _, t := range s.Targets {
			_, r := c.count(t.Name)
			c.remove(t.Name, r)
		}
	case s.Kind == catalog.ReplaceRule:
		for _, t := range s.Targets {
			_, times = c.count(t.Name)
			c.remove(t.Name, times)
		}
	case s.Kind == catalog.Replace:
		for _, t := range s.Targets {
			c.remove(t.Name, per(s, t)*n)
		}
	case len(s.Targets) > 0:
		built := 1
		switch {
		case s.Affects.Word == catalog.All:
			times, built = all, all
		case s.Affects.Word == catalog.Any || s.Kind == catalog.Attachment && s.Select.Word == catalog.Any:
			built = 0
			for _, m := range c.made[s] {
				built += m
			}
		}
		for _, t := range s.Targets {
			c.build(s, t.Name, built*t.Count)
		}
	case s.Affects.Word == catalog.All:
		times = c.unit.Size
	case s.Affects.Word == catalog.Exactly:
		times = s.Affects.Count * n
	}
	c.give(times, o.Weapons, o.Items, o.Rules)
}

func (c *chooser) remove(target string, n int) {
	for _, th := range c.things {
		if !th.is(target) {
			continue
		}
		gone := min(n, th.replaceable())
		th.n -= gone
		n -= gone
		for _, inside := range c.things {
			if inside.of == th {
				inside.n = max(0, inside.n-gone*inside.per)
			}
		}
	}
}

func (c *chooser) build(s *catalog.Section, target string, n int) {
	for _, th := range c.things {
		if th.is(target) {
			if th.carries == nil {
				th.carries = map[*catalog.Section]int{}
			}
			th.carries[s] = max(th.carries[s], min(n, th.n))
			n -= min(n, th.carries[s])
		}
	}
}

// weapons counts the weapons that the unit has, by name.
func (c *chooser) weapons() map[string]int {
	counts := map[string]int{}
	for _, th := range c.things {
		if th.weapon && th.n > 0 {
			counts[th.name] += th.n
		}
	}
	return counts
}

// cost is what the unit costs with its choices.
func (c *chooser) cost() int {
	sum := c.unit.Cost
	for _, s := range c.book.Sections(c.unit) {
		for i := range s.Options {
			sum += c.made[s][s.Options[i].ID] * s.Options[i].CostFor(c.unit.ID)
		}
	}
	return sum
}

// check puts the choices in a list of that unit alone.
func (c *chooser) check(t *testing.T, choices []gf.Choice) *gf.Army {
	t.Helper()
	var text strings.Builder
	fmt.Fprintf(&text, "system: %s\nbook: b\npoints: 100000\nforce-org: false\nunits:\n  - id: u\n    unit: %s\n    upgrades: [", c.book.System, c.unit.ID)
	for i, choice := range choices {
		if i > 0 {
			text.WriteString(", ")
		}
		fmt.Fprintf(&text, "{option: %s, count: %d}", choice.Option, choice.Count)
	}
	text.WriteString("]\n")
	l, _ := read(t, text.String())
	return gf.BuildWith(l, []*catalog.Book{c.book})
}

// every calls a function so many times for every section of every unit of a book.
func every(b *catalog.Book, times int, do func(u *catalog.Unit, s *catalog.Section)) {
	for i := range b.Units {
		for _, s := range b.Sections(&b.Units[i]) {
			for range times {
				do(&b.Units[i], s)
			}
		}
	}
}

// checkBook makes random choices for each section of each unit until it allows
// no more, and asks that a check accepts them and refuses one more of any option.
func checkBook(t *testing.T, b *catalog.Book) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, uint64(len(b.Units))))
	chosen, refused := 0, 0
	every(b, 3, func(u *catalog.Unit, s *catalog.Section) {
		c := newChooser(b, u)
		all := b.Sections(u)
		for range random.IntN(4) { // what came before
			other := all[random.IntN(len(all))]
			if len(other.Options) == 0 {
				continue
			}
			o := &other.Options[random.IntN(len(other.Options))]
			if left := c.left(other, o); left > 0 && other != s {
				c.choose(other, o, 1+random.IntN(min(left, 3)))
			}
		}
		for {
			var open []*catalog.Option
			for i := range s.Options {
				if c.left(s, &s.Options[i]) > 0 {
					open = append(open, &s.Options[i])
				}
			}
			if open == nil || len(c.choices) > 200 {
				break
			}
			o := open[random.IntN(len(open))]
			c.choose(s, o, 1+random.IntN(c.left(s, o)))
		}
		army := c.check(t, c.choices)
		if len(army.Findings) > 0 {
			t.Errorf("%s: %s: %q: %v is refused:\n%s", b.ID, u.ID, s.Label, c.choices, describe(army.Findings))
			return
		}
		have := map[string]int{}
		for _, w := range army.Units[0].Weapons {
			if w.OneOf != "" {
				have[w.OneOf] = w.Count
			} else {
				have[w.Name] += w.Count
			}
		}
		if diff := cmp.Diff(c.weapons(), have); diff != "" {
			t.Errorf("%s: %s: %v: weapons differ (-want +got):\n%s", b.ID, u.ID, c.choices, diff)
		}
		if army.Points != c.cost() {
			t.Errorf("%s: %s: %v: %d points, want %d", b.ID, u.ID, c.choices, army.Points, c.cost())
		}
		chosen += len(c.choices)
		for i := range s.Options {
			more := append(slices.Clone(c.choices), gf.Choice{Option: s.Options[i].ID, Count: 1})
			found := c.check(t, more).Findings
			if len(found) != 1 || found[0].Code != "upgrade/limit" && found[0].Code != "upgrade/unavailable" {
				t.Errorf("%s: %s: %q: %v is one more than allowed, and accepted:\n%s", b.ID, u.ID, s.Label, more, describe(found))
			}
			refused++
		}
	})
	t.Logf("%s: %d choices accepted, %d too many refused", b.ID, chosen, refused)
}

func TestChooserAgreesOnShippedBooks(t *testing.T) {
	files, err := fs.Glob(data.Files, "gf-*/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no books ship with muster", err)
	}
	for _, file := range files {
		text, err := data.Files.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		b, err := catalog.Read(file, text)
		if err != nil {
			t.Fatal(err)
		}
		checkBook(t, b)
	}
}

func TestChooserAgreesOnTestBooks(t *testing.T) {
	for _, name := range []string{"bench", "shop", "gear"} {
		b, err := books.Book(name, "gf-3", schema.Place{})
		if err != nil {
			t.Fatal(err)
		}
		checkBook(t, b)
	}
}

// sharedBooks is where real army books are, next to a checkout that has them.
var sharedBooks = filepath.Join("..", "..", "..", "shared", "army-books")

func TestChooserAgreesOnImportedBooks(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(sharedBooks, "*", "*.json"))
	if len(files) == 0 {
		t.Skipf("there are no army books in %s", sharedBooks)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		source, err := armyforge.Open(file, text)
		if err != nil {
			t.Fatal(err)
		}
		imported, err := source.ImportBook("", nil)
		if err != nil {
			t.Fatal(err)
		}
		b, err := catalog.Read(imported.ID+".yaml", imported.YAML)
		if err != nil {
			t.Fatal(err)
		}
		checkBook(t, b)
	}
}
