package gf

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"muster/builder/edit"
	"muster/builder/finding"
	"muster/catalog"
	"muster/convert"
	"muster/schema"
)

// The methods below are the edits for a list of army books. Each takes the file that the army
// was built from and leaves the army unchanged.

// LinkKeys returns the keys that link a unit with another.
func (a *Army) LinkKeys() []string { return []string{"combine", "join", "in"} }

// NoLinkText returns the end of a message about a unit without links to others.
func (a *Army) NoLinkText() string { return "is linked to no other unit" }

// MentionPaths lists the paths of the values in the list's file, apart from links, that are the id
// of a unit.
func (a *Army) MentionPaths(id string) [][]any {
	if a.List.GeneralID != id {
		return nil
	}
	return [][]any{{"general"}}
}

// UnitKeys returns the keys that can be set in a unit's entry and those before them, in file
// order.
func (a *Army) UnitKeys() []string {
	return []string{"id", "unit", "name", "notes", "image", "book", "xp", "traits", "injuries"}
}

// SetUnitField sets a field of the unit with its entry at a path in the file.
func (a *Army) SetUnitField(file *edit.Text, path []any, f edit.Assignment) error {
	switch f.Path[0] {
	case "name", "notes", "image", "book", "xp", "traits", "injuries", "former", "claims":
		return file.Assign(path, f, a.UnitKeys())
	}
	return fmt.Errorf("`%s` of a unit is not set like this: what can be set is its name, its notes, its image, its book, and xp, traits and injuries of a campaign; upgrades are chosen, links are made", f.Path[0])
}

// SetListField assigns to a field of the list itself. A list of one book accepts `books` as well:
// books+=ID makes it a list of two.
func (a *Army) SetListField(file *edit.Text, f edit.Assignment) error {
	if f.Path[0] == "book" && f.Operator != edit.Replace {
		f.Path = []string{"books"}
	}
	book, books := file.Document().At("book"), file.Document().At("books")
	var err error
	switch {
	case f.Path[0] == "books" && book.Exists():
		if err = file.SetField(nil, "books", "["+schema.FormatScalar(book.Text())+"]", "book"); err == nil {
			err = file.RemoveField(nil, "book")
		}
	case f.Path[0] == "book" && books.Exists() && f.Value != "":
		err = file.RemoveField(nil, "books")
	}
	if err != nil {
		return err
	}
	return file.Assign(nil, f, schema.YAMLKeys(List{}))
}

// Add adds a unit of the list's books count times and returns the new ids: id, or the unit's id if
// id is "", with a number if it is in use. unit is an id or printed name, with BOOK/ before it if
// several books have the unit.
func (a *Army) Add(file *edit.Text, unit, id string, count int) (added []string, err error) {
	entry, err := a.findUnit(unit)
	if err != nil {
		return nil, err
	}
	lines := "unit: " + schema.FormatScalar(entry.BookUnitID)
	if entry.Book != "" {
		lines += "\nbook: " + schema.FormatScalar(entry.Book)
	}
	for range count {
		free := file.FreeID(cmp.Or(id, entry.BookUnitID))
		if err := file.AppendBlock("units", "id: "+schema.FormatScalar(free)+"\n"+lines); err != nil {
			return nil, err
		}
		added = append(added, free)
	}
	return added, nil
}

// findUnit returns an entry for the unit that a word names: its id or printed name, with BOOK/
// before it if several books have it. The entry states the book only if needed.
func (a *Army) findUnit(word string) (Entry, error) {
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
			found = append(found, Entry{BookUnitID: u.ID})
		} else {
			found = append(found, Entry{BookUnitID: u.ID, Book: b.ID})
		}
	}
	switch {
	case len(found) == 0 && book != "":
		return Entry{}, errors.New(a.unknownUnitText(&Entry{BookUnitID: name, Book: book}))
	case len(found) == 0:
		return Entry{}, errors.New(a.unknownUnitText(&Entry{BookUnitID: word}))
	case len(found) > 1:
		names := make([]string, len(found))
		for i, entry := range found {
			b, _ := a.findBookUnit(&entry)
			names[i] = b.ID + "/" + entry.BookUnitID
		}
		return Entry{}, fmt.Errorf("several of the list's books have a unit `%s`; say which is meant: %s", word,
			strings.Join(names, " or "))
	}
	return found[0], nil
}

// Upgrade makes a unit choose an option n more times. It fails with edit.RefusedError if the unit
// cannot. An option for all models of a combined pair is chosen for both halves; also has the ids
// of the other units.
func (a *Army) Upgrade(file *edit.Text, id, option string, n int) (also []string, err error) {
	i, err := file.Index(id)
	if err != nil {
		return nil, err
	}
	if err := a.upgrade(file, i, option, n); err != nil {
		return nil, err
	}
	for _, half := range a.otherHalves(i, option) {
		missing := a.chosenCount(i, option) + n - a.chosenCount(half, option)
		if missing <= 0 {
			continue
		}
		if err := a.upgrade(file, half, option, missing); err != nil {
			return nil, err
		}
		also = append(also, a.List.Units[half].ID)
	}
	return also, nil
}

// otherHalves lists the indices of copies of the i-th unit that are combined with it, if the option
// changes all models.
func (a *Army) otherHalves(i int, option string) (others []int) {
	body := a.groupOfEntry[i]
	if body == nil {
		return nil
	}
	own := body.Halves[slices.IndexFunc(body.Halves, func(u *Unit) bool { return u.index == i })]
	if c, ok := own.Book.Option(own.BookUnit, option); !ok || !ChangesAllModels(c.Section) {
		return nil
	}
	for _, u := range body.Halves {
		if u != own && sameBookUnit(u, own) {
			others = append(others, u.index)
		}
	}
	return others
}

// upgrade makes the i-th unit choose an option n more times.
func (a *Army) upgrade(file *edit.Text, i int, option string, n int) error {
	unit, err := a.assemblyOf(i)
	if err != nil {
		return err
	}
	c, ok := unit.book.Option(unit.bookUnit, option)
	if !ok {
		return errors.New(unit.unknownOptionText(option))
	}
	if r := unit.choicesLeftFor(c); n > r.count {
		return edit.RefusedError(a.List.File, finding.Finding{Code: r.limitedBy.code(), Message: unit.refusalText(c, r)},
			edit.ErrRefused)
	}
	return addChoice(file, i, option, n)
}

// assemblyOf returns the list's i-th unit with all its upgrades.
func (a *Army) assemblyOf(i int) (*assembly, error) {
	entry := &a.List.Units[i]
	book, of := a.findBookUnit(entry)
	if of == nil {
		return nil, errors.New(a.unknownUnitText(entry))
	}
	unit := assemble(book, book.RuleSet(a.Game), of)
	unit.applyEntry(a.List, i)
	return unit, nil
}

// addChoice adds a choice to the i-th unit's upgrades so that dropping it restores the file: `x`
// becomes {option: x, count: 2}, a count grows, or a new entry is added.
func addChoice(file *edit.Text, i int, option string, n int) error {
	path := []any{"units", i, "upgrades"}
	upgrades := file.Document().At(path...)
	if !upgrades.Exists() {
		return file.SetField(path[:2], "upgrades", "["+choiceText(option, n)+"]")
	}
	last := upgrades.Index(upgrades.Len() - 1)
	at := append(slices.Clone(path), upgrades.Len()-1)
	switch {
	case last.IsScalar() && file.WrittenText(at...) == choiceText(option, 1):
		return file.Replace(at, choiceText(option, n+1))
	case last.IsMap() && last.Get("option").Text() == option:
		// Only a count that is written as it would be written again.
		count := last.Get("count").Int()
		if count > 1 && file.WrittenText(append(at, "count")...) == fmt.Sprint(count) {
			return file.SetField(at, "count", fmt.Sprint(count+n))
		}
	}
	return file.AppendItem(path, choiceText(option, n))
}

// choiceText returns a choice as it stands in a list's file.
func choiceText(option string, n int) string {
	if n == 1 {
		return schema.FormatScalar(option)
	}
	return fmt.Sprintf("{option: %s, count: %d}", schema.FormatScalar(option), n)
}

// Downgrade drops n choices of an option, the latest first, or all if n is 0, and then the upgrades
// that depended on them. alsoGone has their ids. An option for all models of a combined pair is
// dropped from both halves.
func (a *Army) Downgrade(file *edit.Text, id, option string, n int) (dropped int, alsoGone []string, err error) {
	i, err := file.Index(id)
	if err != nil {
		return 0, nil, err
	}
	if n == 0 {
		n = max(1, a.chosenCount(i, option))
	}
	if alsoGone, err = a.downgrade(file, i, option, n); err != nil {
		return 0, nil, err
	}
	for _, half := range a.otherHalves(i, option) {
		gone, err := a.downgrade(file, half, option, min(n, a.chosenCount(half, option)))
		if err != nil {
			return 0, nil, err
		}
		alsoGone = append(alsoGone, gone...)
	}
	return n, alsoGone, nil
}

// CountOption returns the name of a unit's option and the number of times that the unit has chosen
// it. known reports whether the unit's book has the unit.
func (a *Army) CountOption(id, option string) (name string, count int, known bool) {
	u := a.Unit(id)
	if u == nil {
		return option, 0, false
	}
	if o, ok := u.Book.Option(u.BookUnit, option); ok {
		return o.Option.Name, a.chosenCount(u.index, option), true
	}
	return option, 0, true
}

// OptionNamed returns the id of the option of a unit that word names: by its id, or by a name that
// only one option has. Other words are returned unchanged.
func (a *Army) OptionNamed(id, word string) string {
	u := a.Unit(id)
	if u == nil {
		return word
	}
	if _, known := u.Book.Option(u.BookUnit, word); known {
		return word
	}
	found := ""
	for _, s := range u.Book.Sections(u.BookUnit) {
		for i := range s.Options {
			if !strings.EqualFold(s.Options[i].Name, word) {
				continue
			}
			if found != "" {
				return word
			}
			found = s.Options[i].ID
		}
	}
	return cmp.Or(found, word)
}

// chosenCount returns the number of times that the i-th unit has chosen an option.
func (a *Army) chosenCount(i int, option string) int {
	n := 0
	for _, c := range a.List.Units[i].Upgrades {
		if c.Option == option {
			n += c.Count
		}
	}
	return n
}

func (a *Army) downgrade(file *edit.Text, i int, option string, n int) (alsoGone []string, err error) {
	if chosen := a.chosenCount(i, option); chosen < n {
		return nil, a.notChosenError(i, option, chosen, n)
	}
	choices := slices.Clone(a.List.Units[i].Upgrades)
	drop := func(at, n int) error {
		choices[at].Count -= n
		left := choices[at]
		if left.Count <= 0 {
			choices = slices.Delete(choices, at, at+1)
		}
		return writeChoiceCount(file, i, at, left)
	}
	broken := map[string]bool{} // options with an error already; they are left alone
	for at, c := range choices {
		if a.excessChoices(i, choices, at) > 0 {
			broken[c.Option] = true
		}
	}
	for at := len(choices) - 1; n > 0; at-- {
		if choices[at].Option == option {
			part := min(n, choices[at].Count)
			if err := drop(at, part); err != nil {
				return nil, err
			}
			n -= part
		}
	}
	for at := 0; at < len(choices); at++ {
		excess := a.excessChoices(i, choices, at)
		if excess == 0 || broken[choices[at].Option] {
			continue
		}
		alsoGone = append(alsoGone, choices[at].Option)
		if err := drop(at, excess); err != nil {
			return nil, err
		}
		at = -1 // earlier parts may have built on it
	}
	return alsoGone, nil
}

func (a *Army) notChosenError(i int, option string, chosen, n int) error {
	entry := &a.List.Units[i]
	if chosen > 0 {
		return fmt.Errorf("`%s` has chosen only %d × `%s`, not %d", entry.ID, chosen, option, n)
	}
	have := convert.All(entry.Upgrades, func(c Choice) string { return c.Option })
	if len(have) == 0 {
		return fmt.Errorf("`%s` has no upgrades", entry.ID)
	}
	return fmt.Errorf("`%s` has not chosen `%s`%s; it has %s", entry.ID, option, schema.DidYouMean(option, have),
		strings.Join(have, ", "))
}

// excessChoices returns by how much the count of choices[at] exceeds the number that the i-th unit
// can choose after the choices before it.
func (a *Army) excessChoices(i int, choices []Choice, at int) int {
	book, of := a.findBookUnit(&a.List.Units[i])
	if of == nil {
		return 0
	}
	unit := assemble(book, book.RuleSet(a.Game), of)
	for n, choice := range choices[:at+1] {
		c, ok := book.Option(of, choice.Option)
		switch {
		case ok && n == at:
			return max(0, choice.Count-unit.choicesLeftFor(c).count)
		case ok:
			unit.chooseOption(c, choice.Count)
		}
	}
	return 0
}

// writeChoiceCount writes the reduced count of the choice at index at of the i-th unit's upgrades.
func writeChoiceCount(file *edit.Text, i, at int, left Choice) error {
	path := []any{"units", i, "upgrades"}
	item := append(slices.Clone(path), at)
	switch {
	case left.Count <= 0:
		return file.RemoveItem(path, at)
	case left.Count == 1 && file.Document().At(item...).IsFlow() && !strings.Contains(file.WrittenText(item...), "\n"):
		return file.Replace(item, choiceText(left.Option, 1))
	}
	return file.SetField(item, "count", fmt.Sprint(left.Count))
}
