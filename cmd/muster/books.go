package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder/finding"
	"muster/catalog"
	stored "muster/catalog/fad"
	"muster/pricing"
	"muster/rules"
	"muster/schema"
	"muster/terminal"
)

func (a *app) booksCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "books [BOOK [UNIT]]",
		Short: "List army books, a book's units, or a unit's upgrades",
		Args:  cobra.MaximumNArgs(2),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			return a.completeBook(args), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.listBooks()
			}
			if args[0] == armouryID {
				return a.showArmoury(strings.Join(args[1:], ""))
			}
			if args[0] == stored.ForceID {
				if len(args) == 1 {
					return a.showShippedForce()
				}
				return a.showStored(args[1])
			}
			book, err := a.book(args[0])
			if err != nil {
				return err
			}
			if len(args) == 1 {
				a.showBook(args[0], book)
				return nil
			}
			u := book.UnitNamed(args[1])
			if u == nil {
				return fmt.Errorf("%s has no unit `%s`%s", book.Name, args[1], schema.DidYouMean(args[1], book.UnitIDs()))
			}
			a.showBookUnit(book, u)
			return nil
		},
	}
}

// book opens a book that a person named, by its id or its file.
func (a *app) book(name string) (*catalog.Book, error) {
	place := a.at(name)
	if catalog.IsPath(name) {
		name = "./" + place.Name
	}
	return a.books().Exactly(name, "", place)
}

func (a *app) completeBook(args []string) []string {
	var ids []string
	switch len(args) {
	case 0:
		entries, _ := a.books().List()
		for _, e := range entries {
			ids = append(ids, nameAmong(entries, e))
		}
		ids = append(ids, stored.ForceID, armouryID)
	case 1:
		if args[0] == armouryID {
			return armouryIDs()
		}
		if book, err := a.book(args[0]); err == nil {
			ids = book.UnitIDs()
		}
	}
	return ids
}

func (a *app) listBooks() error {
	entries, err := a.books().List()
	t := terminal.NewTable()
	t.Add("BOOK", "NAME", "GAME", "VERSION", "FROM")
	for _, e := range entries {
		t.Add(nameAmong(entries, e), e.Name, e.System, e.Version, source(e))
	}
	t.Add(stored.ForceID, stored.ForceName, stored.System, "", "muster")
	t.Add(armouryID, "Weapons, armour, traits and people", stored.System, "", "muster")
	a.out.Print(t)
	a.out.Line("")
	a.out.Say("Next: muster books BOOK lists its units; muster import adds books from Army Forge.")
	return err
}

// nameAmong is how a person names one of the books that there are: the newest of
// an id by that alone.
func nameAmong(entries []catalog.Entry, e catalog.Entry) string {
	for _, other := range entries {
		if other.ID == e.ID && catalog.CompareVersions(other.Version, e.Version) > 0 {
			return e.Pin()
		}
	}
	return e.ID
}

// source says where a book is from: in short, for a table.
func source(e catalog.Entry) string {
	folder := filepath.Dir(e.File)
	own, err := ownBooks()
	switch {
	case e.Shipped:
		return "muster"
	case err == nil && samePath(folder, own):
		return "your books"
	}
	return folder
}

// showShippedForce lists the units of Fast and Dirty that ship with muster.
func (a *app) showShippedForce() error {
	stock, err := stored.LoadStock(nil)
	if err != nil {
		return err
	}
	armoury, err := stored.LoadArmoury()
	if err != nil {
		return err
	}
	a.out.Title(stored.ForceName, stored.System)
	a.out.Line("")
	t := terminal.NewTable(3)
	t.Add("UNIT", "NAME", "KIND", "POINTS")
	for _, s := range stock.All() {
		price, err := pricing.Unit(armoury, &s.Unit, pricing.RoundUnit)
		if err != nil {
			return err
		}
		t.Add(s.ID, a.out.Clip(s.Unit.Title(), 28), string(s.Unit.Kind), fmt.Sprint(price.Points))
	}
	a.out.Print(t)
	a.out.Line("\nNext: muster add LIST UNIT puts one into a list of Fast and Dirty.")
	return nil
}

func (a *app) showBook(ref string, book *catalog.Book) {
	a.out.Title(book.Name, book.System)
	if book.Description != "" {
		a.out.Paragraph(book.Description, "", "")
	}
	a.out.Line("")
	t := a.bookTable(book, true)
	if lines := t.Lines(a.out); terminal.Wide(lines[0]) > a.out.Width()-rulesAtLeast {
		t = a.bookTable(book, false) // ids say the names well enough
	}
	a.out.Print(t)
	a.out.Line("\nNext: muster books %s UNIT shows a unit's equipment and upgrades.", word(ref))
}

// rulesAtLeast is the room that the rules' column of a book's table needs beyond
// its heading.
const rulesAtLeast = 15

// bookTable lists a book's units.
func (a *app) bookTable(book *catalog.Book, names bool) *terminal.Table {
	t := terminal.NewTable(1, 2, 3, 4)
	if names {
		t = terminal.NewTable(2, 3, 4, 5)
	}
	add := func(id, name string, rest ...string) {
		cells := []string{id}
		if names {
			cells = append(cells, name)
		}
		t.Add(append(cells, rest...)...)
	}
	add("UNIT", "NAME", "SIZE", "QUA", "DEF", "POINTS", "RULES")
	for i := range book.Units {
		u := &book.Units[i]
		add(u.ID, a.out.Clip(u.Name, 24), fmt.Sprint(u.Size), fmt.Sprintf("%d+", u.Quality), fmt.Sprintf("%d+", u.Defense), u.Cost.String(), strings.Join(rules.Strings(u.Rules), ", "))
	}
	return t
}

func (a *app) showBookUnit(book *catalog.Book, u *catalog.Unit) {
	a.out.Title(u.Name, u.ID, u.Cost.String()+" points")
	a.out.Line("%s, Quality %d+, Defense %d+", finding.Count(u.Size, "model"), u.Quality, u.Defense)
	set := book.RuleSet(nil)
	for _, r := range u.Rules {
		text := r.String()
		if rule := set.Find(r.Name); rule != nil && rule.Summary != "" {
			text += ": " + rule.Summary
		}
		a.out.Paragraph(text, "  ", "      ")
	}
	if len(u.Weapons)+len(u.Items) > 0 {
		a.out.Line("")
	}
	for _, w := range u.Weapons {
		count := w.Count
		w.Count = 1
		a.out.Paragraph(fmt.Sprintf("%d× %s", count, w.Text()), "  ", "      ")
	}
	for _, item := range u.Items {
		a.out.Paragraph(fmt.Sprintf("%d× %s (%s)", item.Count, item.Name, strings.Join(rules.Strings(item.Rules), ", ")), "  ", "      ")
	}
	for _, s := range book.Sections(u) {
		a.out.Line("")
		a.out.Title(s.Label)
		t := terminal.NewTable(1)
		for i := range s.Options {
			o := &s.Options[i]
			t.Add("  "+o.ID, price(o.CostFor(u.ID)), o.Gear.String())
		}
		a.out.Print(t)
	}
}
