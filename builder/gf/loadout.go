package gf

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"muster/builder/edit"
	"muster/catalog"
	"muster/schema"
)

// Loadout returns the unit's profile and equipment with upgrades. Rules of only some models become
// items.
func (u *Unit) Loadout() catalog.Loadout {
	l := catalog.Loadout{Models: u.Models, Quality: u.Quality, Defense: u.Defense, Gear: catalog.Gear{Rules: u.Rules}}
	for _, w := range u.Weapons {
		l.Weapons = append(l.Weapons,
			catalog.Weapon{Name: w.Name, Count: w.Count, Range: w.Range, Attacks: w.Attacks, Rules: w.Rules})
	}
	for _, item := range u.Items {
		l.Items = append(l.Items, catalog.Item{Name: item.Name, Count: item.Count, Rules: item.Rules})
	}
	for _, some := range u.PartialRules {
		same := func(i catalog.Item) bool {
			return i.Name == some.Source && i.Count == some.Count && slices.Equal(i.Rules, some.Rules)
		}
		if !slices.ContainsFunc(l.Items, same) {
			l.Items = append(l.Items, catalog.Item{Name: some.Source, Count: some.Count, Rules: some.Rules})
		}
	}
	return l
}

// A BookMove says that a book of a list is to be replaced by another version of it.
type BookMove struct {
	BookIndex  int           // index in the list's Books
	OldVersion string        // the version in the list; "" for none
	OldBook    *catalog.Book // the book of OldVersion; nil if missing
	NewBook    *catalog.Book
	NewName    string // the name of NewBook as the list's file states it
}

// MatchUpgrades adapts a list made with versions of its books that are missing: it matches unknown
// upgrades by their ids, or keeps them as former upgrades.
func (a *Army) MatchUpgrades(file *edit.Text) error {
	moves := make([]BookMove, len(a.Books))
	for i, b := range a.Books {
		moves[i] = BookMove{BookIndex: i, NewBook: b, NewName: a.List.Books[i]}
	}
	return a.ApplyBookMoves(file, moves)
}

// ApplyBookMoves replaces books in the list's file and gives units and upgrades their ids in the
// new books. A unit that a new book lacks stays, under an unused id; an upgrade that it lacks
// becomes a former upgrade.
func (a *Army) ApplyBookMoves(file *edit.Text, moves []BookMove) error {
	f := updater{
		Army: a, file: file, books: slices.Clone(a.Books), moves: make([]*BookMove, len(a.Books)),
		versionMaps: make([]*catalog.VersionMap, len(a.Books)),
	}
	for i := range moves {
		m := &moves[i]
		f.books[m.BookIndex], f.moves[m.BookIndex] = m.NewBook, m
		if m.OldBook != nil {
			f.versionMaps[m.BookIndex] = catalog.NewVersionMap(m.OldBook, m.NewBook)
		}
		if m.NewName == a.List.Books[m.BookIndex] {
			continue
		}
		if err := file.Replace(a.List.bookPath(m.BookIndex), schema.FormatScalar(m.NewName)); err != nil {
			return err
		}
	}
	for i := range a.List.Units {
		if err := f.updateEntry(i); err != nil {
			return err
		}
	}
	return nil
}

// An updater changes the units of a list so that they fit the books that replace the list's books.
type updater struct {
	*Army
	file  *edit.Text
	books []*catalog.Book // the list's books after the replacement
	moves []*BookMove     // the replacement of each book, by its index; nil for a book that stays
	// successors of the old book's units and options in the new book, by index of the book; nil if
	// the old book is missing
	versionMaps []*catalog.VersionMap
}

func (f *updater) updateEntry(i int) error {
	entry, path := &f.List.Units[i], []any{"units", i}
	old, of := f.findBookUnit(entry)
	at := slices.Index(f.Books, old)
	if at < 0 || f.moves[at] == nil {
		return nil
	}
	if err := f.renameBook(entry, at, path); err != nil {
		return err
	}
	if f.versionMaps[at] == nil {
		return f.updateUpgrades(i, of, f.books[at].Unit(of.ID), at)
	}
	now := f.versionMaps[at].Unit(of.ID)
	if now == nil {
		return f.replaceID(append(path, "unit"), entry.BookUnitID, vacantID(entry.BookUnitID, func(id string) bool {
			return slices.ContainsFunc(f.books, func(b *catalog.Book) bool { return b.Unit(id) != nil })
		}))
	}
	if err := f.replaceID(append(path, "unit"), entry.BookUnitID, now.ID); err != nil {
		return err
	}
	first := slices.IndexFunc(f.books, func(b *catalog.Book) bool { return b.Unit(now.ID) != nil })
	if entry.Book == "" && first != at { // another of the books has a unit of the new id
		if err := f.file.SetField(path, "book", schema.FormatScalar(f.books[at].ID), "unit", "id"); err != nil {
			return err
		}
	}
	return f.updateUpgrades(i, of, now, at)
}

// updateUpgrades gives the upgrades of the i-th unit their ids in the new book. Upgrades that the
// book lacks become former upgrades, and former upgrades that it has are chosen again. now is nil
// for a unit that the new book lacks.
func (f *updater) updateUpgrades(i int, of, now *catalog.Unit, at int) error {
	entry, path := &f.List.Units[i], []any{"units", i, "upgrades"}
	if now == nil {
		return nil
	}
	former, back := f.splitFormerUpgrades(f.updateFormerIDs(entry.FormerUpgrades, of, now, at), now, at)
	var gone []int
	for j, c := range entry.Upgrades {
		was, id, known := f.successorOption(c.Option, of, now, at)
		if !known {
			continue
		}
		if id == "" {
			gone = append(gone, j)
			for range c.Count {
				former = AddFormerUpgrade(former, NewFormerUpgrade(was.Text(), was.CostFor(of.ID), ""))
			}
			continue
		}
		to := append(slices.Clone(path), j)
		if f.List.document.At(to...).Get("option").Exists() {
			to = append(to, "option")
		}
		if err := f.replaceID(to, c.Option, id); err != nil {
			return err
		}
	}
	for _, j := range slices.Backward(gone) {
		if err := f.file.RemoveItem(path, j); err != nil {
			return err
		}
	}
	for _, c := range back {
		if err := addChoice(f.file, i, c.Option, c.Count); err != nil {
			return err
		}
	}
	switch {
	case slices.Equal(former, entry.FormerUpgrades):
		return nil
	case len(former) == 0:
		return f.file.RemoveField(path[:2], "former")
	}
	return f.file.SetField(path[:2], "former", formerUpgradesText(former), "upgrades", "in", "join", "combine", "unit")
}

// updateFormerIDs gives the successors of former upgrades their ids in the new book. It leaves out
// former upgrades that the new book has again, and upgrades without a known successor, which are
// reported under the successor's id.
func (f *updater) updateFormerIDs(all []FormerUpgrade, of, now *catalog.Unit, at int) (former []FormerUpgrade) {
	for _, was := range all {
		if was.Successor != "" {
			_, id, known := f.successorOption(was.Successor, of, now, at)
			c, there := f.books[at].Option(now, id)
			if known && (!there || NewFormerUpgrade(c.Option.Text(), 0, "").UpgradeText == was.UpgradeText) {
				continue
			}
			was.Successor = cmp.Or(id, was.Successor)
		}
		former = append(former, was)
	}
	return former
}

// splitFormerUpgrades divides former upgrades in two: those that the new book lacks too, and
// choices of the options that it has again.
func (f *updater) splitFormerUpgrades(all []FormerUpgrade, now *catalog.Unit, at int) (former []FormerUpgrade, back []Choice) {
	for _, was := range all {
		option := ""
		for _, id := range f.books[at].OptionIDs(now) {
			c, _ := f.books[at].Option(now, id)
			if was.Successor == "" && NewFormerUpgrade(c.Option.Text(), 0, "").UpgradeText == was.UpgradeText {
				option = id
				break
			}
		}
		if option == "" {
			former = append(former, was)
		} else {
			back = append(back, Choice{option, max(1, was.Count)})
		}
	}
	return former, back
}

// successorOption returns an option of the old book and the id of the option that continues it in
// the new one; id is "" if there is none. known is false for an option that no version has.
func (f *updater) successorOption(option string, of, now *catalog.Unit, at int) (was *catalog.Option, id string, known bool) {
	if f.versionMaps[at] != nil {
		c, known := f.Books[at].Option(of, option)
		return c.Option, f.versionMaps[at].Option(of.ID, option), known
	}
	was = &catalog.Option{ID: option}
	if now != nil {
		if c, ok := f.books[at].RecogniseOption(now, catalog.Choice{Option: was}); ok {
			id = c.Option.ID
		}
	}
	was.Name = strings.ReplaceAll(option, "-", " ")
	return was, id, true
}

// formerUpgradesText writes former upgrades on one line of YAML.
func formerUpgradesText(all []FormerUpgrade) string {
	texts := make([]string, len(all))
	for i, was := range all {
		texts[i] = "{upgrade: " + schema.FormatScalar(was.UpgradeText)
		for _, n := range []struct {
			key string
			is  int
		}{{"cost", was.Cost}, {"count", was.Count}} {
			if n.is != 0 {
				texts[i] += fmt.Sprintf(", %s: %d", n.key, n.is)
			}
		}
		if was.Successor != "" {
			texts[i] += ", now: " + schema.FormatScalar(was.Successor)
		}
		texts[i] += "}"
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

// renameBook replaces the name of the old book in an entry.
func (f *updater) renameBook(entry *Entry, at int, path []any) error {
	name := f.moves[at].NewName
	switch entry.Book {
	case "":
		return nil
	case f.Books[at].ID:
		name = f.books[at].ID
	}
	return f.replaceID(append(path, "book"), entry.Book, name)
}

func (f *updater) replaceID(path []any, old, now string) error {
	if old == now {
		return nil
	}
	return f.file.Replace(path, schema.FormatScalar(now))
}

// vacantID returns an id for a unit or option that a book lacks: its own id, or a longer one if
// that is taken.
func vacantID(id string, taken func(string) bool) string {
	for taken(id) {
		id += "-gone"
	}
	return id
}

// A UnitChange lists the differences between a unit in one list and the same unit in another.
type UnitChange struct {
	ID                string   `json:"id"`
	Name              string   `json:"name"`
	PointsBeforeAfter [2]int   `json:"points"` // points in the first and in the second list
	Changes           []string `json:"changes"`
}

// A UnitUpdate lists the changes of a unit when its book is replaced by another version.
type UnitUpdate struct {
	UnitChange
	LostOptions []string `json:"lost"` // chosen options that no longer exist, by their old ids
}

// UnitUpdates lists the changes of the list's units when books are replaced; now is the army with
// the new books.
func (a *Army) UnitUpdates(now *Army, moves []BookMove) []UnitUpdate {
	all := []UnitUpdate{}
	for _, u := range a.Units {
		c := UnitUpdate{UnitChange{u.ID, u.Name, [2]int{u.Cost, 0}, []string{}}, []string{}}
		if is := now.Unit(u.ID); is == nil {
			c.Changes = append(c.Changes, "the book has it no longer")
		} else {
			c.Name, c.PointsBeforeAfter[1] = is.Name, is.Cost
			c.Changes = append(c.Changes, u.Loadout().Changes(is.Loadout())...)
			if slices.ContainsFunc(moves, func(m BookMove) bool { return m.OldBook == u.Book }) {
				c.compareChoices(u, is, catalog.NewVersionMap(u.Book, is.Book))
			}
		}
		if len(c.Changes)+len(c.LostOptions) > 0 || c.PointsBeforeAfter[0] != c.PointsBeforeAfter[1] {
			all = append(all, c)
		}
	}
	return all
}

// compareChoices notes the changes of cost of the unit and its options, and the options that are
// gone.
func (c *UnitUpdate) compareChoices(was, is *Unit, follow *catalog.VersionMap) {
	if was.BookUnit.Name != is.BookUnit.Name {
		c.Changes = append(c.Changes, "was called "+was.BookUnit.Name)
	}
	if was.BookUnit.Cost != is.BookUnit.Cost {
		c.Changes = append(c.Changes, fmt.Sprintf("costs %s → %s points without upgrades", was.BookUnit.Cost, is.BookUnit.Cost))
	}
	for i, chosen := range was.ChosenOptions {
		if slices.ContainsFunc(was.ChosenOptions[:i], func(c ChosenOption) bool { return c.Option == chosen.Option }) {
			continue
		}
		id := follow.Option(was.BookUnit.ID, chosen.Option.ID)
		now, there := is.Book.Option(is.BookUnit, id)
		if !there {
			c.LostOptions = append(c.LostOptions, chosen.Option.ID)
			continue
		}
		name := now.Option.Name
		if chosen.Option.Name != name {
			name = chosen.Option.Name + ", now " + name + ","
		}
		if cost := now.Option.CostFor(is.BookUnit.ID); cost != chosen.CostPerChoice {
			c.Changes = append(c.Changes, fmt.Sprintf("%s costs %d → %d points", name, chosen.CostPerChoice, cost))
		} else if chosen.Option.Name != now.Option.Name {
			c.Changes = append(c.Changes, chosen.Option.Name+" is "+now.Option.Name+" now")
		}
	}
}

// Differences describes the differences between units of two lists, without points: name,
// equipment, choices and links.
func (u *Unit) Differences(other *Unit) []string {
	said := []string{}
	text := func(what, was, is string) {
		if was != is {
			said = append(said, fmt.Sprintf("%s %s → %s", what, cmp.Or(was, "none"), cmp.Or(is, "none")))
		}
	}
	text("unit", u.BookUnit.Name, other.BookUnit.Name)
	text("name", u.Entry.Name, other.Entry.Name)
	said = append(said, u.Loadout().Changes(other.Loadout())...)
	text("combined with", u.Entry.CombineWith, other.Entry.CombineWith)
	text("joins", u.Entry.JoinTo, other.Entry.JoinTo)
	text("in", u.Entry.InTransport, other.Entry.InTransport)
	text("chose", u.choicesText(), other.choicesText())
	return said
}

// choicesText returns the unit's choices as text, sorted by name.
func (u *Unit) choicesText() string {
	counts := map[string]int{}
	for _, c := range u.ChosenOptions {
		counts[c.Option.Name] += c.Count
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if counts[name] > 1 {
			name = fmt.Sprintf("%d× %s", counts[name], name)
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}
