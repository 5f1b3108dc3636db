package gf

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"muster/builder/edit"
	"muster/builder/finding"
	"muster/catalog"
	"muster/schema"
)

// An Editor changes a list's file as a player changes the list. A change that
// fails leaves it as it was; nothing is written to disk.
type Editor struct{ *edit.Session[*Army] }

// Edit begins to change a list's file.
func Edit(document *schema.Document, library *catalog.Library) (*Editor, error) {
	session, err := edit.Begin(document, func(document *schema.Document) (*Army, error) {
		l, err := ReadList(document, library)
		if err != nil {
			return nil, err
		}
		return Build(l, library)
	})
	return &Editor{session}, err
}

// Add adds a unit of the list's books count times and returns the ids that
// they got: id, or the unit's id, with a number behind it where it is taken.
// The unit is named by its id or its printed name, and where several of the
// list's books have it as book/unit.
func (e *Editor) Add(unit, id string, count int) (added []string, err error) {
	entry, err := e.Now().choose(unit)
	if err != nil {
		return nil, err
	}
	lines := "unit: " + schema.Scalar(entry.Unit)
	if entry.Book != "" {
		lines += "\nbook: " + schema.Scalar(entry.Book)
	}
	if id == "" {
		id = entry.Unit
	}
	err = e.Change(func() error {
		for range count {
			free := e.Free(id)
			if err := e.File().AppendBlock("units", "id: "+schema.Scalar(free)+"\n"+lines); err != nil {
				return err
			}
			added = append(added, free)
		}
		return nil
	})
	return added, err
}

// choose finds the unit that a word names: by its id, or by its printed name,
// and with its book's id and a slash before it where several books have it.
// The entry has a book where the word alone would mean another's unit.
func (a *Army) choose(word string) (Entry, error) {
	book, name := "", word
	if at := strings.LastIndexByte(word, '/'); at >= 0 {
		book, name = word[:at], word[at+1:]
	}
	var found []Entry
	first := -1 // the book that the unit's id alone means
	for i, b := range a.Books {
		u := b.UnitNamed(name)
		if u == nil || book != "" && book != b.ID && book != a.List.Books[i] {
			continue
		}
		if first = slices.IndexFunc(a.Books, func(b *catalog.Book) bool { return b.Unit(u.ID) != nil }); first == i {
			found = append(found, Entry{Unit: u.ID})
		} else {
			found = append(found, Entry{Unit: u.ID, Book: b.ID})
		}
	}
	switch {
	case len(found) == 0 && book != "":
		return Entry{}, errors.New(a.unknownUnit(&Entry{Unit: name, Book: book}))
	case len(found) == 0:
		return Entry{}, errors.New(a.unknownUnit(&Entry{Unit: word}))
	case len(found) > 1:
		names := make([]string, len(found))
		for i, entry := range found {
			b, _ := a.find(&entry)
			names[i] = b.ID + "/" + entry.Unit
		}
		return Entry{}, fmt.Errorf("several of the list's books have a unit `%s`; say which is meant: %s", word, strings.Join(names, " or "))
	}
	return found[0], nil
}

// links are the keys by which a unit is linked with another.
var links = []string{"combine", "join", "in"}

// Remove removes a unit and every link to it. It returns the ids of the units
// that lost a link.
func (e *Editor) Remove(id string) (unlinked []string, err error) {
	if _, err := e.Index(id); err != nil {
		return nil, err
	}
	err = e.Change(func() error {
		if unlinked, err = e.UnlinkOthers(id, links...); err != nil {
			return err
		}
		if e.Now().List.General == id {
			if err := e.File().RemoveField(nil, "general"); err != nil {
				return err
			}
		}
		i, err := e.Index(id)
		if err != nil {
			return err
		}
		return e.File().RemoveItem([]any{"units"}, i)
	})
	return unlinked, err
}

// Copy puts a unit into the list once more; see edit.Session. A copy rides in
// what the unit rides in, and joins and is combined with nothing.
func (e *Editor) Copy(id, as string) (string, error) {
	return e.Session.Copy(id, as, "combine", "join")
}

// Set carries out assignments to what a unit's entry says besides its upgrades
// and links.
func (e *Editor) Set(id string, assignments ...edit.Assignment) error {
	path, err := e.Path(id)
	if err != nil {
		return err
	}
	return e.Change(func() error {
		for _, a := range assignments {
			switch key := a.Path[0]; key {
			case "name", "notes", "book":
			default:
				return fmt.Errorf("`%s` of a unit is not set like this: what can be set is its name, its notes and its book; upgrades are chosen, links are made", key)
			}
			if err := e.File().Assign(path, a, []string{"id", "unit", "name", "notes", "book"}); err != nil {
				return err
			}
		}
		return nil
	})
}

// SetList carries out assignments to the fields of the list itself. A list of
// one book has `books` as well: books+=ID makes it a list of two.
func (e *Editor) SetList(assignments ...edit.Assignment) error {
	return e.Change(func() error {
		for _, a := range assignments {
			if a.Path[0] == "book" && a.Operator != edit.Replace {
				a.Path = []string{"books"}
			}
			if err := e.oneOrMore(a); err != nil {
				return err
			}
			if err := e.Session.SetList(a); err != nil {
				return err
			}
		}
		return nil
	})
}

// oneOrMore turns `book` into `books`, or back, where an assignment speaks of
// the other.
func (e *Editor) oneOrMore(a edit.Assignment) error {
	book, books := e.File().Document().At("book"), e.File().Document().At("books")
	switch {
	case a.Path[0] == "books" && book.Exists():
		if err := e.File().SetField(nil, "books", "["+schema.Scalar(book.Text())+"]", "book"); err != nil {
			return err
		}
		return e.File().RemoveField(nil, "book")
	case a.Path[0] == "book" && books.Exists() && a.Value != "":
		return e.File().RemoveField(nil, "books")
	}
	return nil
}

// Upgrade lets a unit choose an option n times more. The error is that
// of edit.Refused when the unit cannot choose it so often. What changes all
// models of a combined pair goes to both halves: it returns the ids of the
// others that took it too.
func (e *Editor) Upgrade(id, option string, n int) (also []string, err error) {
	i, err := e.Index(id)
	if err != nil {
		return nil, err
	}
	err = e.Change(func() error {
		everyModel, err := e.upgrade(i, option, n)
		if err != nil || !everyModel {
			return err
		}
		for _, half := range e.halves(i) {
			missing := e.chosen(i, option) - e.chosen(half, option)
			if missing <= 0 {
				continue
			}
			if _, err := e.upgrade(half, option, missing); err != nil {
				return err
			}
			also = append(also, e.Now().List.Units[half].ID)
		}
		return nil
	})
	return also, err
}

// halves lists the other units of the combined pair that the i-th unit is of,
// as far as they are copies of the same unit.
func (e *Editor) halves(i int) []int {
	var others []int
	body := e.Now().bodyOf[i]
	if body == nil {
		return nil
	}
	at := slices.IndexFunc(body.Halves, func(u *Unit) bool { return u.index == i })
	for _, u := range body.Halves {
		if at >= 0 && u.index != i && sameKind(u, body.Halves[at]) {
			others = append(others, u.index)
		}
	}
	return others
}

// upgrade lets the i-th unit choose an option n times more, and reports whether
// that changes all of its models.
func (e *Editor) upgrade(i int, option string, n int) (everyModel bool, err error) {
	a, err := e.assembly(i)
	if err != nil {
		return false, err
	}
	c, ok := a.book.Option(a.of, option)
	if !ok {
		return false, errors.New(a.unknownOption(option))
	}
	if r := a.roomFor(c); n > r.count {
		return false, edit.Refused(e.Now().List.File, finding.Finding{Code: r.bound.code(), Message: a.cannotChoose(c, r)})
	}
	return forEveryModel(c.Section), e.Change(func() error { return e.addChoice([]any{"units", i, "upgrades"}, option, n) })
}

// assembly is the list's i-th unit with all its upgrades.
func (e *Editor) assembly(i int) (*assembly, error) {
	entry := &e.Now().List.Units[i]
	book, of := e.Now().find(entry)
	if of == nil {
		return nil, errors.New(e.Now().unknownUnit(entry))
	}
	a := assemble(book, book.RuleSet(e.Now().Game), of)
	a.applyEntry(e.Now().List, i, func(finding.Finding) {})
	return a, nil
}

// addChoice writes a choice at the end of a unit's upgrades, so that dropping
// it again gives the file that was there before: `x` becomes
// {option: x, count: 2}, a count grows, and else a new entry follows.
func (e *Editor) addChoice(path []any, option string, n int) error {
	upgrades := e.File().Document().At(path...)
	if !upgrades.Exists() {
		return e.File().SetField(path[:2], "upgrades", "["+choiceText(option, n)+"]")
	}
	last := upgrades.Index(upgrades.Len() - 1)
	at := append(slices.Clone(path), upgrades.Len()-1)
	switch {
	case last.IsScalar() && e.File().Written(at...) == choiceText(option, 1):
		return e.File().Replace(at, choiceText(option, n+1))
	case last.IsMap() && last.Get("option").Text() == option:
		// Only a count that is written as it would be written again.
		count := last.Get("count").Int()
		if count > 1 && e.File().Written(append(at, "count")...) == fmt.Sprint(count) {
			return e.File().SetField(at, "count", fmt.Sprint(count+n))
		}
	}
	return e.File().AppendItem(path, choiceText(option, n))
}

func choiceText(option string, n int) string {
	if n == 1 {
		return schema.Scalar(option)
	}
	return fmt.Sprintf("{option: %s, count: %d}", schema.Scalar(option), n)
}

// Downgrade drops n choices of an option, the latest first, and then whatever
// the unit can no longer have without them. It returns the ids of options that
// went as well. In a combined pair what changes all models goes from both
// halves.
func (e *Editor) Downgrade(id, option string, n int) (alsoGone []string, err error) {
	i, err := e.Index(id)
	if err != nil {
		return nil, err
	}
	err = e.Change(func() error {
		for _, half := range e.bothHalves(i, option) {
			times := n
			if half != i {
				times = min(n, e.chosen(half, option))
			}
			gone, err := e.downgrade(half, option, times)
			if err != nil {
				return err
			}
			alsoGone = append(alsoGone, gone...)
		}
		return nil
	})
	return alsoGone, err
}

// bothHalves is the i-th unit and, for an option that changes all models, those
// combined with it that have chosen it too.
func (e *Editor) bothHalves(i int, option string) []int {
	units := []int{i}
	a, err := e.assembly(i)
	if err != nil {
		return units
	}
	if c, ok := a.book.Option(a.of, option); ok && forEveryModel(c.Section) {
		for _, half := range e.halves(i) {
			if e.chosen(half, option) > 0 {
				units = append(units, half)
			}
		}
	}
	return units
}

// chosen is how often the i-th unit has chosen an option.
func (e *Editor) chosen(i int, option string) int {
	n := 0
	for _, c := range e.Now().List.Units[i].Upgrades {
		if c.Option == option {
			n += c.Count
		}
	}
	return n
}

func (e *Editor) downgrade(i int, option string, n int) (alsoGone []string, err error) {
	if chosen := e.chosen(i, option); chosen < n {
		return nil, e.notChosen(i, option, chosen, n)
	}
	broken := brokenChoices(e.Now(), i)
	if err := e.drop(i, option, n); err != nil {
		return nil, err
	}
	for {
		at, excess := firstBroken(e.Now(), i, broken)
		if at < 0 {
			return alsoGone, nil
		}
		gone := e.Now().List.Units[i].Upgrades[at].Option
		if err := e.dropAt(i, at, excess); err != nil {
			return nil, err
		}
		alsoGone = append(alsoGone, gone)
	}
}

// Swap drops all choices of an option and chooses another as often.
func (e *Editor) Swap(id, old, option string) (n int, err error) {
	i, err := e.Index(id)
	if err != nil {
		return 0, err
	}
	if n = e.chosen(i, old); n == 0 {
		return 0, e.notChosen(i, old, 0, 1)
	}
	return n, e.Change(func() error {
		if _, err := e.Downgrade(id, old, n); err != nil {
			return err
		}
		_, err := e.Upgrade(id, option, n)
		return err
	})
}

func (e *Editor) notChosen(i int, option string, chosen, n int) error {
	entry := &e.Now().List.Units[i]
	if chosen > 0 {
		return fmt.Errorf("`%s` has chosen only %d × `%s`, not %d", entry.ID, chosen, option, n)
	}
	var have []string
	for _, c := range entry.Upgrades {
		have = append(have, c.Option)
	}
	if len(have) == 0 {
		return fmt.Errorf("`%s` has no upgrades", entry.ID)
	}
	return fmt.Errorf("`%s` has not chosen `%s`%s; it has %s", entry.ID, option, schema.DidYouMean(option, have), strings.Join(have, ", "))
}

// brokenChoices lists the options of a unit whose choice is an error already.
func brokenChoices(a *Army, i int) map[string]bool {
	broken := map[string]bool{}
	for at, c := range a.List.Units[i].Upgrades {
		if excessAt(a, i, at) > 0 {
			broken[c.Option] = true
		}
	}
	return broken
}

// firstBroken finds the first upgrade of a unit that is chosen more often than
// it can be, and by how much; options that were broken before are left alone.
func firstBroken(a *Army, i int, before map[string]bool) (at, excess int) {
	for at, c := range a.List.Units[i].Upgrades {
		if before[c.Option] {
			continue
		}
		if excess := excessAt(a, i, at); excess > 0 {
			return at, excess
		}
	}
	return -1, 0
}

// excessAt is by how many the at-th upgrade of a unit is more than it can choose.
func excessAt(army *Army, i, at int) int {
	entry := &army.List.Units[i]
	book, of := army.find(entry)
	if of == nil {
		return 0
	}
	a := assemble(book, book.RuleSet(army.Game), of)
	for n, choice := range entry.Upgrades {
		c, ok := book.Option(of, choice.Option)
		if !ok {
			continue
		}
		if n == at {
			return max(0, choice.Count-a.roomFor(c).count)
		}
		a.choose(c, choice.Count)
	}
	return 0
}

// drop takes back n choices of an option, the latest first.
func (e *Editor) drop(i int, option string, n int) error {
	for n > 0 {
		upgrades := e.Now().List.Units[i].Upgrades
		at := len(upgrades) - 1
		for at >= 0 && upgrades[at].Option != option {
			at--
		}
		if at < 0 {
			return e.notChosen(i, option, 0, n)
		}
		part := min(n, upgrades[at].Count)
		if err := e.dropAt(i, at, part); err != nil {
			return err
		}
		n -= part
	}
	return nil
}

// dropAt takes back n choices of the at-th upgrade of a unit.
func (e *Editor) dropAt(i, at, n int) error {
	path := []any{"units", i, "upgrades"}
	choice := e.Now().List.Units[i].Upgrades[at]
	item := append(slices.Clone(path), at)
	node := e.File().Document().At(item...)
	left := choice.Count - n
	return e.Change(func() error {
		switch {
		case left <= 0:
			return e.File().RemoveItem(path, at)
		case left == 1 && node.IsFlow() && !strings.Contains(e.File().Written(item...), "\n"):
			return e.File().Replace(item, choiceText(choice.Option, 1))
		}
		return e.File().SetField(item, "count", fmt.Sprint(left))
	})
}

// Combine makes one unit of two: the second is written as combined with the
// first.
func (e *Editor) Combine(first, second string) error { return e.Link(second, "combine", first) }

// Join lets a hero join a unit.
func (e *Editor) Join(hero, unit string) error { return e.Link(hero, "join", unit) }

// Embark lets a unit deploy inside a transport.
func (e *Editor) Embark(unit, transport string) error { return e.Link(unit, "in", transport) }

// Detach takes back a unit's own links, and those that combine another with
// it; of those that are named only, if any are: combine, join, in.
func (e *Editor) Detach(id string, only ...string) error {
	if len(only) == 0 {
		only = links
	}
	return e.Change(func() error {
		had, err := e.Unlink(id, only...)
		if err != nil {
			return err
		}
		var others []string
		if slices.Contains(only, "combine") {
			if others, err = e.UnlinkOthers(id, "combine"); err != nil {
				return err
			}
		}
		if len(had)+len(others) == 0 {
			return fmt.Errorf("`%s` is linked to no other unit; there is nothing to detach", id)
		}
		return nil
	})
}
