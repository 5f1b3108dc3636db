package main

import (
	"errors"
	"fmt"
	"strings"

	"muster/builder/edit"
	"muster/catalog"
	"muster/pricing/gf"
	"muster/schema"
	"muster/terminal"
)

// pricesBook reports whether a person named the file of an army book to price, rather
// than a list.
func (a *app) pricesBook(arg string) bool {
	file, _, _ := strings.Cut(arg, "#")
	text, err := a.at(file).Load()
	return err == nil && schema.Claims(text, "book/1")
}

// priceBook prices the units of an army book, or one of them.
func (a *app) priceBook(args []string, f priceFlags) error {
	changes, err := edit.ParseAssignments(f.set)
	if err != nil {
		return err
	}
	if len(args) > 1 && strings.Contains(args[0], "#") || len(args) > 2 {
		return errors.New("price takes one army book, and one of its units")
	}
	name := strings.Join(args, "#")
	before, err := a.bookPrices(name, nil)
	if err != nil {
		return err
	}
	now := before
	if len(changes) > 0 {
		if now, err = a.bookPrices(name, changes); err != nil {
			return err
		}
	}
	switch {
	case f.compare != "":
		other := f.compare
		if file, _, _ := strings.Cut(name, "#"); !strings.Contains(other, "#") {
			other = file + "#" + other
		}
		with, err := a.bookPrices(other, nil)
		if err != nil {
			return err
		}
		return a.compareBookUnits(now, with, f.json)
	case f.json && len(changes) > 0:
		return a.out.JSON(struct {
			gf.BookPrices
			Before gf.BookPrices `json:"before"`
		}{now, before})
	case f.json:
		return a.out.JSON(now)
	case len(changes) > 0:
		a.bookWhatIf(before, now, f.explain)
		return nil
	}
	_, _, one := strings.Cut(name, "#")
	a.printBookPrices(now, one, f.explain)
	return nil
}

// bookPrices prices a book, or FILE#UNIT of one, after changes to it that are only tried.
func (a *app) bookPrices(name string, changes []edit.Assignment) (priced gf.BookPrices, err error) {
	file, unit, one := strings.Cut(name, "#")
	document, err := a.read(file, "book/1")
	if err != nil {
		return priced, err
	}
	book, err := a.books().Read(document.Place, document.Source)
	if err != nil {
		return priced, err
	}
	prices, ok := gf.Of(book.System)
	if !ok {
		return priced, fmt.Errorf("%s is a book of %s, of which no release has prices; those of gf-3 have", file, book.System)
	}
	var units []*catalog.Unit
	if one {
		u := book.UnitNamed(unit)
		if u == nil {
			return priced, fmt.Errorf("%s has no unit `%s`%s", book.Name, unit, schema.DidYouMean(unit, book.UnitIDs()))
		}
		units = []*catalog.Unit{u}
	}
	if len(changes) > 0 {
		if book, err = a.changedBook(document, book, units, changes); err != nil {
			return priced, err
		}
		for i := range units {
			units[i] = book.Unit(units[i].ID)
		}
	}
	return gf.PriceBook(prices, book, nil, units...), nil
}

// changedBook is a book with fields of its units changed: of the one that is named,
// of the one whose id is before the field, or of all.
func (a *app) changedBook(document *schema.Document, book *catalog.Book, units []*catalog.Unit, changes []edit.Assignment) (*catalog.Book, error) {
	text := edit.Open(document)
	for _, c := range changes {
		if c.Path[0] == "id" {
			return nil, errors.New("`--set id=…` would be another unit")
		}
		only := ""
		if len(units) == 1 {
			only = units[0].ID
		} else if len(c.Path) > 1 && book.Unit(c.Path[0]) != nil {
			only, c.Path = c.Path[0], c.Path[1:]
		}
		for i := range book.Units {
			if only == "" || book.Units[i].ID == only {
				if err := text.Assign([]any{"units", i}, c, schema.Keys(catalog.Unit{})); err != nil {
					return nil, err
				}
			}
		}
	}
	return a.books().Read(document.Place, text.Bytes())
}

// printBookPrices prints the price of every unit beside what the book says; of one
// unit its options too.
func (a *app) printBookPrices(b gf.BookPrices, one, explain bool) {
	a.out.Line("%s, at the prices of %s", b.Book, b.Release)
	t := terminal.NewTable(2, 3, 4)
	t.Add("  ID", "UNIT", "STATED", "ESTIMATE", "RANGE", "")
	for i := range b.Units {
		u := &b.Units[i]
		t.Add(append([]string{"  " + u.ID, a.out.Clip(u.Name, 28), stated(u.Stated)}, estimated(&u.PriceReport, u.Unknown)...)...)
	}
	a.out.Print(t)
	for i := range b.Units {
		if u := &b.Units[i]; one || explain {
			a.out.Line("")
			a.printUnitPrice(u, explain)
		}
	}
	if !one {
		a.out.Line("Next: name a unit for its options; --explain shows each sum.")
	}
}

// printUnitPrice prints the sum of a unit and the prices of its options.
func (a *app) printUnitPrice(u *gf.UnitPrice, explain bool) {
	a.out.Title(u.Name, strings.TrimSpace(strings.Join(estimated(&u.PriceReport, u.Unknown), " ")))
	if explain {
		a.printParts(&u.PriceReport, "  ")
	}
	if len(u.Options) == 0 {
		return
	}
	t := terminal.NewTable(2, 3)
	t.Add("  OPTION", "", "STATED", "ESTIMATE", "RANGE", "")
	for i := range u.Options {
		o := &u.Options[i]
		t.Add(append([]string{"  " + o.ID, a.out.Clip(o.What, 34), fmt.Sprintf("%+d", o.Stated)}, estimated(&o.PriceReport, o.Unknown)...)...)
	}
	a.out.Print(t)
	if !explain {
		return
	}
	for i := range u.Options {
		a.out.Line("  %s", u.Options[i].What)
		a.printParts(&u.Options[i].PriceReport, "    ")
	}
}

// printParts prints the named parts of a price and their sum.
func (a *app) printParts(p *gf.PriceReport, indent string) {
	for _, s := range p.Of.Steps {
		a.out.Paragraph(s.Explained()+" = "+s.Value.StringFixed(2), indent, indent+"    ")
	}
	if len(p.Guesses) > 0 {
		a.out.Paragraph("guessed, as fewer than five prices tell: "+strings.Join(p.Guesses, "; "), indent, indent+"    ")
	}
}

// stated writes what a book says of a price.
func stated(points *int) string {
	if points == nil {
		return "auto"
	}
	return fmt.Sprint(*points)
}

// estimated writes an estimate in the cells of a table: points, range, how sure.
func estimated(p *gf.PriceReport, unknown []string) []string {
	if p.Estimate == nil {
		return []string{"?", "", "unknown: no price for " + strings.Join(unknown, ", ")}
	}
	within := ""
	if *p.Low != *p.High {
		within = fmt.Sprintf("%d to %d", *p.Low, *p.High)
	}
	return []string{fmt.Sprintf("%d (%s)", *p.Estimate, p.Exact), within, string(p.Confidence)}
}

// bookWhatIf prints prices before and after changes that are only tried.
func (a *app) bookWhatIf(before, now gf.BookPrices, explain bool) {
	a.out.Line("%s: if it were so (nothing is written)", now.Book)
	t := terminal.NewTable(2, 3, 4)
	t.Add("  ID", "UNIT", "BEFORE", "AFTER", "CHANGE")
	for i := range now.Units {
		was, is := &before.Units[i].PriceReport, &now.Units[i].PriceReport
		if was.Exact != is.Exact || len(now.Units) == 1 {
			t.Add("  "+now.Units[i].ID, a.out.Clip(now.Units[i].Name, 28), estimated(was, nil)[0], estimated(is, nil)[0], difference(was.Exact, is.Exact))
		}
	}
	a.out.Print(t)
	for i := range now.Units {
		if explain && before.Units[i].Exact != now.Units[i].Exact {
			a.out.Line("")
			a.out.Title(now.Units[i].Name)
			a.printParts(&now.Units[i].PriceReport, "  ")
		}
	}
}

// compareBookUnits prints the parts of two units side by side.
func (a *app) compareBookUnits(x, y gf.BookPrices, json bool) error {
	if len(x.Units) != 1 || len(y.Units) != 1 {
		return errors.New("--compare puts one unit beside another: name both, as BOOK.yaml UNIT --compare UNIT")
	}
	if json {
		return a.out.JSON(struct {
			gf.BookPrices
			With gf.BookPrices `json:"with"`
		}{x, y})
	}
	one, other := &x.Units[0], &y.Units[0]
	t := terminal.NewTable(2, 3)
	t.Add("", one.Name, other.Name)
	t.Add("stated", stated(one.Stated), stated(other.Stated))
	t.Add("estimate", estimated(&one.PriceReport, one.Unknown)[0], estimated(&other.PriceReport, other.Unknown)[0])
	for _, row := range gf.SideBySide(&one.Of, &other.Of) {
		t.Add(row[:]...)
	}
	a.out.Print(t)
	if one.Exact != "" && other.Exact != "" {
		a.out.Line("Difference: %s points exactly", difference(one.Exact, other.Exact))
	}
	return nil
}
