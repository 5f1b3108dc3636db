package gf

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"muster/builder/edit"
	"muster/builder/finding"
	"muster/catalog"
	"muster/schema"
)

// An Editor changes a list's file as a player changes the list. Nothing is
// written before Save.
type Editor struct {
	path   string
	books  []*catalog.Book
	text   *edit.Text
	before *Army
	now    *Army
}

// Edit opens a list to change it.
func Edit(path string, library *catalog.Library) (*Editor, error) {
	document, err := schema.ReadFile(path, "list/1")
	if err != nil {
		return nil, err
	}
	return EditDocument(path, document, library)
}

// EditDocument is Edit for a file that was read already.
func EditDocument(path string, document *schema.Document, library *catalog.Library) (*Editor, error) {
	l, err := ReadList(document)
	if err != nil {
		return nil, err
	}
	books, err := l.openBooks(library)
	if err != nil {
		return nil, err
	}
	e := &Editor{path: path, books: books, text: edit.Open(document)}
	e.before = BuildWith(l, books)
	e.now = e.before
	return e, nil
}

// Before returns the list as it was.
func (e *Editor) Before() *Army { return e.before }

// Now returns the list with the changes so far.
func (e *Editor) Now() *Army { return e.now }

// Text returns the file with the changes so far.
func (e *Editor) Text() []byte { return e.text.Bytes() }

// Save writes the file, so that a crash leaves the old one or the new one.
func (e *Editor) Save() error { return edit.WriteAtomic(e.path, e.text.Bytes()) }

// New lists the findings that the changes brought about.
func (e *Editor) New() []finding.Finding {
	return finding.Since(e.before.Findings, e.now.Findings)
}

// refresh builds the list anew after a change of its text.
func (e *Editor) refresh() error {
	l, err := ReadList(e.text.Document())
	if err != nil {
		return err
	}
	e.now = BuildWith(l, e.books)
	return nil
}

// index finds a unit of the list by its id.
func (e *Editor) index(id string) (int, error) {
	if i := e.now.List.Index(id); i >= 0 {
		return i, nil
	}
	return 0, &NoUnitError{ID: id, List: e.now.List}
}

// Add adds a unit of the list's books count times and returns the ids that
// they got: id, or the unit's id, with a number behind it where it is taken.
func (e *Editor) Add(unit, id string, count int) ([]string, error) {
	entry := &Entry{Unit: unit}
	if _, of := e.now.find(entry); of == nil {
		return nil, errors.New(e.now.unknownUnit(entry))
	}
	if id == "" {
		id = unit
	}
	var added []string
	for range count {
		free := edit.FreeID(id, count > 1, e.taken)
		if err := e.text.AppendBlock("units", "id: "+schema.Scalar(free)+"\nunit: "+schema.Scalar(unit)); err != nil {
			return nil, err
		}
		if err := e.refresh(); err != nil {
			return nil, err
		}
		added = append(added, free)
	}
	return added, nil
}

// taken tells whether a unit of the list has an id.
func (e *Editor) taken(id string) bool { return e.now.List.Index(id) >= 0 }

// Remove removes a unit and every link to it. It returns the ids of the units
// that lost a link.
func (e *Editor) Remove(id string) (unlinked []string, err error) {
	if _, err := e.index(id); err != nil {
		return nil, err
	}
	if unlinked, err = e.unlink(id, "combine", "join", "in"); err != nil {
		return nil, err
	}
	if e.now.List.General == id {
		if err := e.text.RemoveField(nil, "general"); err != nil {
			return nil, err
		}
	}
	i, err := e.index(id)
	if err != nil {
		return nil, err
	}
	if err := e.text.RemoveItem([]any{"units"}, i); err != nil {
		return nil, err
	}
	return unlinked, e.refresh()
}

// unlink removes the named links of other units to a unit.
func (e *Editor) unlink(id string, keys ...string) ([]string, error) {
	var unlinked []string
	for i := range e.now.List.Units {
		entry := &e.now.List.Units[i]
		for _, key := range keys {
			if entry.link(key) != id || entry.ID == id {
				continue
			}
			if err := e.text.RemoveField([]any{"units", i}, key); err != nil {
				return nil, err
			}
			if !slices.Contains(unlinked, entry.ID) {
				unlinked = append(unlinked, entry.ID)
			}
		}
	}
	return unlinked, e.refresh()
}

func (e *Entry) link(key string) string {
	switch key {
	case "combine":
		return e.Combine
	case "join":
		return e.Join
	}
	return e.In
}

// Rename gives a unit the player's own name; an empty name takes it away.
func (e *Editor) Rename(id, name string) error {
	i, err := e.index(id)
	if err != nil {
		return err
	}
	path := []any{"units", i}
	if name == "" {
		err = e.text.RemoveField(path, "name")
	} else {
		err = e.text.SetField(path, "name", schema.Scalar(name), "unit")
	}
	if err != nil {
		return err
	}
	return e.refresh()
}

// RefusedError says that a change would break a rule, and which.
type RefusedError struct{ Finding finding.Finding }

func (e *RefusedError) Error() string { return e.Finding.Message }

// Upgrade lets a unit choose an option n times more. The error is a
// *RefusedError when the unit cannot choose it so often.
func (e *Editor) Upgrade(id, option string, n int) error {
	i, err := e.index(id)
	if err != nil {
		return err
	}
	a, err := e.assembly(i)
	if err != nil {
		return err
	}
	c, ok := a.book.Option(a.of, option)
	if !ok {
		return errors.New(a.unknownOption(option))
	}
	if r := a.roomFor(c); n > r.count {
		return &RefusedError{finding.Finding{
			Code: r.bound.code(), Severity: finding.Error, Units: []string{id}, Message: a.cannotChoose(c, r), Source: a.book.Name,
		}}
	}
	path := []any{"units", i, "upgrades"}
	if err := e.addChoice(path, option, n); err != nil {
		return err
	}
	return e.refresh()
}

// assembly is the list's i-th unit with all its upgrades.
func (e *Editor) assembly(i int) (*assembly, error) {
	entry := &e.now.List.Units[i]
	book, of := e.now.find(entry)
	if of == nil {
		return nil, errors.New(e.now.unknownUnit(entry))
	}
	a := assemble(book, book.RuleSet(e.now.Game), of)
	a.applyEntry(e.now.List, i, func(finding.Finding) {})
	return a, nil
}

// addChoice writes a choice at the end of a unit's upgrades, so that dropping
// it again gives the file that was there before: `x` becomes
// {option: x, count: 2}, a count grows, and else a new entry follows.
func (e *Editor) addChoice(path []any, option string, n int) error {
	upgrades := e.text.Document().At(path...)
	if !upgrades.Exists() {
		return e.text.SetField(path[:2], "upgrades", "["+choiceText(option, n)+"]")
	}
	last := upgrades.Index(upgrades.Len() - 1)
	at := append(slices.Clone(path), upgrades.Len()-1)
	switch {
	case last.IsScalar() && e.text.Written(at...) == choiceText(option, 1):
		return e.text.Replace(at, choiceText(option, n+1))
	case last.IsMap() && last.Get("option").Text() == option:
		// Only a count that is written as it would be written again.
		count := last.Get("count").Int()
		if count > 1 && e.text.Written(append(at, "count")...) == fmt.Sprint(count) {
			return e.text.SetField(at, "count", fmt.Sprint(count+n))
		}
	}
	return e.text.AppendItem(path, choiceText(option, n))
}

func choiceText(option string, n int) string {
	if n == 1 {
		return schema.Scalar(option)
	}
	return fmt.Sprintf("{option: %s, count: %d}", schema.Scalar(option), n)
}

// Downgrade drops n choices of an option, the latest first, and then whatever
// the unit can no longer have without them. It returns the ids of options that
// went as well.
func (e *Editor) Downgrade(id, option string, n int) (alsoGone []string, err error) {
	i, err := e.index(id)
	if err != nil {
		return nil, err
	}
	chosen := 0
	for _, c := range e.now.List.Units[i].Upgrades {
		if c.Option == option {
			chosen += c.Count
		}
	}
	if chosen < n {
		return nil, e.notChosen(i, option, chosen, n)
	}
	broken := brokenChoices(e.now, i)
	if err := e.drop(i, option, n); err != nil {
		return nil, err
	}
	for {
		at, excess := firstBroken(e.now, i, broken)
		if at < 0 {
			return alsoGone, nil
		}
		gone := e.now.List.Units[i].Upgrades[at].Option
		if err := e.dropAt(i, at, excess); err != nil {
			return nil, err
		}
		alsoGone = append(alsoGone, gone)
	}
}

func (e *Editor) notChosen(i int, option string, chosen, n int) error {
	entry := &e.now.List.Units[i]
	if chosen > 0 {
		return fmt.Errorf("`%s` has chosen `%s` %d times, not %d", entry.ID, option, chosen, n)
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
		upgrades := e.now.List.Units[i].Upgrades
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
	choice := e.now.List.Units[i].Upgrades[at]
	item := append(slices.Clone(path), at)
	node := e.text.Document().At(item...)
	left := choice.Count - n
	var err error
	switch {
	case left <= 0:
		err = e.text.RemoveItem(path, at)
	case left == 1 && node.IsFlow() && !strings.Contains(e.text.Written(item...), "\n"):
		err = e.text.Replace(item, choiceText(choice.Option, 1))
	default:
		err = e.text.SetField(item, "count", fmt.Sprint(left))
	}
	if err != nil {
		return err
	}
	return e.refresh()
}

// Combine makes one unit of two: the second is written as combined with the
// first.
func (e *Editor) Combine(first, second string) error { return e.link(second, "combine", first) }

// Join lets a hero join a unit.
func (e *Editor) Join(hero, unit string) error { return e.link(hero, "join", unit) }

// Embark lets a unit deploy inside a transport.
func (e *Editor) Embark(unit, transport string) error { return e.link(unit, "in", transport) }

func (e *Editor) link(from, key, to string) error {
	i, err := e.index(from)
	if err != nil {
		return err
	}
	if _, err := e.index(to); err != nil {
		return err
	}
	if err := e.text.SetField([]any{"units", i}, key, schema.Scalar(to)); err != nil {
		return err
	}
	return e.refresh()
}

// Detach takes back a unit's own links, and those that combine another with it.
func (e *Editor) Detach(id string) error {
	i, err := e.index(id)
	if err != nil {
		return err
	}
	entry := e.now.List.Units[i]
	for _, key := range []string{"combine", "join", "in"} {
		if entry.link(key) == "" {
			continue
		}
		if err := e.text.RemoveField([]any{"units", i}, key); err != nil {
			return err
		}
	}
	unlinked, err := e.unlink(id, "combine")
	if err != nil {
		return err
	}
	if entry.Combine == "" && entry.Join == "" && entry.In == "" && len(unlinked) == 0 {
		return fmt.Errorf("`%s` is linked to no other unit; there is nothing to detach", id)
	}
	return nil
}

// NewList returns the text of a list without units.
func NewList(system, book, name string, points int) []byte {
	var text strings.Builder
	text.WriteString("muster: list/1\nsystem: " + schema.Scalar(system) + "\n")
	if book != "" {
		text.WriteString("book: " + schema.Scalar(filepath.ToSlash(book)) + "\n")
	}
	text.WriteString("name: " + schema.Scalar(name) + "\n")
	if points > 0 {
		fmt.Fprintf(&text, "points: %d\n", points)
	}
	text.WriteString("units: []\n")
	return []byte(text.String())
}
