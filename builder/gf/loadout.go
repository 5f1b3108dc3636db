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

// Loadout returns the unit's profile and equipment on the table, with its upgrades. Equipment
// of some models is marked as theirs.
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

// A Move is a book of a list that another version takes the place of.
type Move struct {
	Index int           // in the list's Books
	From  string        // the version that the list is of; "" for one without
	Old   *catalog.Book // that version, nil if it is not there
	New   *catalog.Book
	Name  string // how the list names the new one
}

// Recognised carries out the moves of a list that was made with other versions of its books, which
// are not there: upgrades that the books do not know are recognised by their ids, or kept as former
// ones.
func (a *Army) Recognised(file *edit.Text) error {
	moves := make([]Move, len(a.Books))
	for i, b := range a.Books {
		moves[i] = Move{Index: i, New: b, Name: a.List.Books[i]}
	}
	return a.FollowMoves(file, moves)
}

// FollowMoves carries out moves in the file of the list: its units and upgrades get their ids in the
// new books. A unit that is gone from a new book stays in the file, under an id that none of the
// list's books uses; an upgrade that is gone is a former one.
func (a *Army) FollowMoves(file *edit.Text, moves []Move) error {
	f := follower{
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

// follower carries moves out for one unit after the other.
type follower struct {
	*Army
	file   *edit.Text
	books  []*catalog.Book // as they will be
	moves  []*Move         // by the place of the book, nil for one that stays
	follow []*catalog.Succession
}

func (f *follower) entry(i int) error {
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
func (f *follower) upgrades(i int, of, now *catalog.Unit, at int) error {
	entry, path := &f.List.Units[i], []any{"units", i, "upgrades"}
	if now == nil {
		return nil
	}
	former, back := f.returned(f.renameFormers(entry.Former, of, now, at), now, at)
	var gone []int
	for j, c := range entry.Upgrades {
		was, id, known := f.became(c.Option, of, now, at)
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

// renameFormers gives the options that former upgrades became their new ids. It leaves out former
// upgrades whose option is back, and those whose present option is gone: that option is reported instead.
func (f *follower) renameFormers(all []Former, of, now *catalog.Unit, at int) (former []Former) {
	for _, was := range all {
		if was.Now != "" {
			_, id, known := f.became(was.Now, of, now, at)
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

// returned parts former upgrades into those that the new book does not have either, and the choices
// of those that it has.
func (f *follower) returned(all []Former, now *catalog.Unit, at int) (former []Former, back []Choice) {
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

// became returns an option as it was and its id in the new book, "" for one that is gone. known is
// false for one that no version has.
func (f *follower) became(option string, of, now *catalog.Unit, at int) (was *catalog.Option, id string, known bool) {
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

// book names the new book in an entry that names the old one.
func (f *follower) book(entry *Entry, at int, path []any) error {
	name := f.moves[at].Name
	switch entry.Book {
	case "":
		return nil
	case f.Books[at].ID:
		name = f.books[at].ID
	}
	return f.rename(append(path, "book"), entry.Book, name)
}

func (f *follower) rename(path []any, old, now string) error {
	if old == now {
		return nil
	}
	return f.file.Replace(path, schema.Scalar(now))
}

// vacant returns an id for something that is gone: its own, or an unused one if that now means
// something else.
func vacant(id string, taken func(string) bool) string {
	for taken(id) {
		id += "-gone"
	}
	return id
}

// A Change is a difference in a unit of a list.
type Change struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Points  [2]int   `json:"points"`
	Changes []string `json:"changes"`
}

// A Moved lists the changes that a move of its book makes in a unit.
type Moved struct {
	Change
	Lost []string `json:"lost"` // options that were chosen and are gone, by their ids before
}

// Moved lists the changes in the list's units after moves of its books; now is the list after
// them.
func (a *Army) Moved(now *Army, moves []Move) []Moved {
	all := []Moved{}
	for _, u := range a.Units {
		c := Moved{Change{u.ID, u.Name, [2]int{u.Cost, 0}, []string{}}, []string{}}
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
func (c *Moved) compareChoices(was, is *Unit, follow *catalog.Succession) {
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
		if cost := now.Option.CostFor(is.Of.ID); cost != chosen.Each {
			c.Changes = append(c.Changes, fmt.Sprintf("%s costs %d → %d points", name, chosen.Each, cost))
		} else if chosen.Option.Name != now.Option.Name {
			c.Changes = append(c.Changes, chosen.Option.Name+" is "+now.Option.Name+" now")
		}
	}
}

// Differs describes how a unit of another list differs, points apart: its kind, name,
// equipment, choices and links.
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
