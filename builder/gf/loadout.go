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

// Loadout returns the unit's profile and equipment with upgrades. Equipment of some models is
// marked.
func (u *Unit) Loadout() catalog.Loadout {
	l := catalog.Loadout{Models: u.Models, Quality: u.Quality, Defense: u.Defense, Gear: catalog.Gear{Rules: u.Rules}}
	for _, w := range u.Weapons {
		l.Weapons = append(l.Weapons,
			catalog.Weapon{Name: w.Name, Count: w.Count, Range: w.Range, Attacks: w.Attacks, Rules: w.Rules})
	}
	for _, item := range u.Items {
		l.Items = append(l.Items, catalog.Item{Name: item.Name, Count: item.Count, Rules: item.Rules})
	}
	for _, some := range u.Some {
		same := func(i catalog.Item) bool {
			return i.Name == some.From && i.Count == some.Count && slices.Equal(i.Rules, some.Rules)
		}
		if !slices.ContainsFunc(l.Items, same) {
			l.Items = append(l.Items, catalog.Item{Name: some.From, Count: some.Count, Rules: some.Rules})
		}
	}
	return l
}

// A Move replaces a book of a list by another version.
type Move struct {
	Index int           // in the list's Books
	From  string        // the list's present version; "" for none
	Old   *catalog.Book // the book of that version; nil if missing
	New   *catalog.Book
	Name  string // the list's name for the new book
}

// MatchUpgrades adapts a list that was made with other versions of its books, which are missing:
// unknown upgrades are matched by their ids, or kept as former ones.
func (a *Army) MatchUpgrades(file *edit.Text) error {
	moves := make([]Move, len(a.Books))
	for i, b := range a.Books {
		moves[i] = Move{Index: i, New: b, Name: a.List.Books[i]}
	}
	return a.ApplyMoves(file, moves)
}

// ApplyMoves writes moves to the list's file: units and upgrades get their ids in the new books. A
// unit that a new book does not have stays, with an unused id; a missing upgrade becomes a former
// one.
func (a *Army) ApplyMoves(file *edit.Text, moves []Move) error {
	f := mover{
		Army: a, file: file, books: slices.Clone(a.Books), moves: make([]*Move, len(a.Books)),
		follow: make([]*catalog.Succession, len(a.Books)),
	}
	for i := range moves {
		m := &moves[i]
		f.books[m.Index], f.moves[m.Index] = m.New, m
		if m.Old != nil {
			f.follow[m.Index] = catalog.Follow(m.Old, m.New)
		}
		if m.Name == a.List.Books[m.Index] {
			continue
		}
		if err := file.Replace(a.List.bookPath(m.Index), schema.Scalar(m.Name)); err != nil {
			return err
		}
	}
	for i := range a.List.Units {
		if err := f.entry(i); err != nil {
			return err
		}
	}
	return nil
}

// mover applies moves to one unit after the other.
type mover struct {
	*Army
	file   *edit.Text
	books  []*catalog.Book // the books after the moves
	moves  []*Move         // by the index of the book; nil for a book that stays
	follow []*catalog.Succession
}

func (f *mover) entry(i int) error {
	entry, path := &f.List.Units[i], []any{"units", i}
	old, of := f.find(entry)
	at := slices.Index(f.Books, old)
	if at < 0 || f.moves[at] == nil {
		return nil
	}
	if err := f.book(entry, at, path); err != nil {
		return err
	}
	if f.follow[at] == nil {
		return f.upgrades(i, of, f.books[at].Unit(of.ID), at)
	}
	now := f.follow[at].Unit(of.ID)
	if now == nil {
		return f.rename(append(path, "unit"), entry.Unit, vacant(entry.Unit, func(id string) bool {
			return slices.ContainsFunc(f.books, func(b *catalog.Book) bool { return b.Unit(id) != nil })
		}))
	}
	if err := f.rename(append(path, "unit"), entry.Unit, now.ID); err != nil {
		return err
	}
	first := slices.IndexFunc(f.books, func(b *catalog.Book) bool { return b.Unit(now.ID) != nil })
	if entry.Book == "" && first != at { // another of the books has a unit of the new id
		if err := f.file.SetField(path, "book", schema.Scalar(f.books[at].ID), "unit", "id"); err != nil {
			return err
		}
	}
	return f.upgrades(i, of, now, at)
}

// upgrades gives the upgrades of the i-th unit their new ids. Those that are gone become former
// ones, and former ones that the new book has again are chosen. now may be nil, for a unit that the
// new book does not have.
func (f *mover) upgrades(i int, of, now *catalog.Unit, at int) error {
	entry, path := &f.List.Units[i], []any{"units", i, "upgrades"}
	if now == nil {
		return nil
	}
	former, back := f.returned(f.renameFormers(entry.Former, of, now, at), now, at)
	var gone []int
	for j, c := range entry.Upgrades {
		was, id, known := f.successor(c.Option, of, now, at)
		if !known {
			continue
		}
		if id == "" {
			gone = append(gone, j)
			for range c.Count {
				former = AddFormer(former, NewFormer(was.Text(), was.CostFor(of.ID), ""))
			}
			continue
		}
		to := append(slices.Clone(path), j)
		if f.List.document.At(to...).Get("option").Exists() {
			to = append(to, "option")
		}
		if err := f.rename(to, c.Option, id); err != nil {
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
	case slices.Equal(former, entry.Former):
		return nil
	case len(former) == 0:
		return f.file.RemoveField(path[:2], "former")
	}
	return f.file.SetField(path[:2], "former", formerText(former), "upgrades", "in", "join", "combine", "unit")
}

// renameFormers gives new ids to the options that former upgrades became. It leaves out former
// upgrades whose option is back, and those whose present option is missing; that option is reported
// instead.
func (f *mover) renameFormers(all []Former, of, now *catalog.Unit, at int) (former []Former) {
	for _, was := range all {
		if was.Now != "" {
			_, id, known := f.successor(was.Now, of, now, at)
			c, there := f.books[at].Option(now, id)
			if known && (!there || NewFormer(c.Option.Text(), 0, "").Upgrade == was.Upgrade) {
				continue
			}
			was.Now = cmp.Or(id, was.Now)
		}
		former = append(former, was)
	}
	return former
}

// returned divides former upgrades into those that the new book does not have either, and choices
// of those that it has.
func (f *mover) returned(all []Former, now *catalog.Unit, at int) (former []Former, back []Choice) {
	for _, was := range all {
		option := ""
		for _, id := range f.books[at].OptionIDs(now) {
			c, _ := f.books[at].Option(now, id)
			if was.Now == "" && NewFormer(c.Option.Text(), 0, "").Upgrade == was.Upgrade {
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

// successor returns the old option and its id in the new book, "" if it has none. known is false
// for an option that no version has.
func (f *mover) successor(option string, of, now *catalog.Unit, at int) (was *catalog.Option, id string, known bool) {
	if f.follow[at] != nil {
		c, known := f.Books[at].Option(of, option)
		return c.Option, f.follow[at].Option(of.ID, option), known
	}
	was = &catalog.Option{ID: option}
	if now != nil {
		if c, ok := f.books[at].Recognise(now, catalog.Choice{Option: was}); ok {
			id = c.Option.ID
		}
	}
	was.Name = strings.ReplaceAll(option, "-", " ")
	return was, id, true
}

// formerText writes former upgrades on one line of YAML.
func formerText(all []Former) string {
	texts := make([]string, len(all))
	for i, was := range all {
		texts[i] = "{upgrade: " + schema.Scalar(was.Upgrade)
		for _, n := range []struct {
			key string
			is  int
		}{{"cost", was.Cost}, {"count", was.Count}} {
			if n.is != 0 {
				texts[i] += fmt.Sprintf(", %s: %d", n.key, n.is)
			}
		}
		if was.Now != "" {
			texts[i] += ", now: " + schema.Scalar(was.Now)
		}
		texts[i] += "}"
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

// book replaces the old book's name in an entry.
func (f *mover) book(entry *Entry, at int, path []any) error {
	name := f.moves[at].Name
	switch entry.Book {
	case "":
		return nil
	case f.Books[at].ID:
		name = f.books[at].ID
	}
	return f.rename(append(path, "book"), entry.Book, name)
}

func (f *mover) rename(path []any, old, now string) error {
	if old == now {
		return nil
	}
	return f.file.Replace(path, schema.Scalar(now))
}

// vacant returns an id for a missing unit or option: its own, or an unused one if that is taken.
func vacant(id string, taken func(string) bool) string {
	for taken(id) {
		id += "-gone"
	}
	return id
}

// A Change lists the differences of a unit in two lists.
type Change struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Points  [2]int   `json:"points"`
	Changes []string `json:"changes"`
}

// A MovedUnit lists the changes of a unit by a move of its book.
type MovedUnit struct {
	Change
	Lost []string `json:"lost"` // chosen options that no longer exist, by their old ids
}

// Moved lists the changes in the list's units after moves of its books; now is the list after
// them.
func (a *Army) Moved(now *Army, moves []Move) []MovedUnit {
	all := []MovedUnit{}
	for _, u := range a.Units {
		c := MovedUnit{Change{u.ID, u.Name, [2]int{u.Cost, 0}, []string{}}, []string{}}
		if is := now.Unit(u.ID); is == nil {
			c.Changes = append(c.Changes, "the book has it no longer")
		} else {
			c.Name, c.Points[1] = is.Name, is.Cost
			c.Changes = append(c.Changes, u.Loadout().Changes(is.Loadout())...)
			if slices.ContainsFunc(moves, func(m Move) bool { return m.Old == u.Book }) {
				c.compareChoices(u, is, catalog.Follow(u.Book, is.Book))
			}
		}
		if len(c.Changes)+len(c.Lost) > 0 || c.Points[0] != c.Points[1] {
			all = append(all, c)
		}
	}
	return all
}

// compareChoices compares the costs of the unit and its options and lists the options that are
// gone.
func (c *MovedUnit) compareChoices(was, is *Unit, follow *catalog.Succession) {
	if was.Of.Name != is.Of.Name {
		c.Changes = append(c.Changes, "was called "+was.Of.Name)
	}
	if was.Of.Cost != is.Of.Cost {
		c.Changes = append(c.Changes, fmt.Sprintf("costs %s → %s points without upgrades", was.Of.Cost, is.Of.Cost))
	}
	for i, chosen := range was.Chosen {
		if slices.ContainsFunc(was.Chosen[:i], func(c Chosen) bool { return c.Option == chosen.Option }) {
			continue
		}
		id := follow.Option(was.Of.ID, chosen.Option.ID)
		now, there := is.Book.Option(is.Of, id)
		if !there {
			c.Lost = append(c.Lost, chosen.Option.ID)
			continue
		}
		name := now.Option.Name
		if chosen.Option.Name != name {
			name = chosen.Option.Name + ", now " + name + ","
		}
		if cost := now.Option.CostFor(is.Of.ID); cost != chosen.CostEach {
			c.Changes = append(c.Changes, fmt.Sprintf("%s costs %d → %d points", name, chosen.CostEach, cost))
		} else if chosen.Option.Name != now.Option.Name {
			c.Changes = append(c.Changes, chosen.Option.Name+" is "+now.Option.Name+" now")
		}
	}
}

// Differs describes the differences between units of two lists, without points: name, equipment,
// choices and links.
func (u *Unit) Differs(other *Unit) []string {
	said := []string{}
	text := func(what, was, is string) {
		if was != is {
			said = append(said, fmt.Sprintf("%s %s → %s", what, cmp.Or(was, "none"), cmp.Or(is, "none")))
		}
	}
	text("unit", u.Of.Name, other.Of.Name)
	text("name", u.Entry.Name, other.Entry.Name)
	said = append(said, u.Loadout().Changes(other.Loadout())...)
	text("combined with", u.Entry.Combine, other.Entry.Combine)
	text("joins", u.Entry.Join, other.Entry.Join)
	text("in", u.Entry.In, other.Entry.In)
	text("chose", u.choices(), other.choices())
	return said
}

// choices writes the unit's choices in a fixed order.
func (u *Unit) choices() string {
	counts := map[string]int{}
	for _, c := range u.Chosen {
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
