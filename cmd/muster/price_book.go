package main

import (
	"errors"
	"fmt"
	"strings"

	"muster/builder/edit"
	"muster/catalog"
	"muster/catalog/fad"
	"muster/pricing/gf"
	"muster/report"
	"muster/schema"
)

// isBookArgument reports whether the argument names an army book, by file or id, and not a list.
func (a *app) isBookArgument(arg string) bool {
	name, _, _ := strings.Cut(arg, "#")
	text, err := a.bookLocation(name).Load()
	return err == nil && schema.ClaimsKind(text, "book/1") && schema.GuessValue(text, "system") != fad.SystemID
}

func (a *app) priceBook(args []string, f priceFlags) error {
	changes, err := edit.ParseAssignments(f.trialChanges)
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
	case f.comparedUnit != "":
		other := f.comparedUnit
		if file, _, _ := strings.Cut(name, "#"); !strings.Contains(other, "#") {
			other = file + "#" + other
		}
		with, err := a.bookPrices(other, nil)
		if err != nil {
			return err
		}
		return a.compareBookUnits(now, with)
	case a.printsJSON && len(changes) > 0:
		return a.out.JSON(struct {
			gf.BookPrices
			Before gf.BookPrices `json:"before"`
		}{now, before})
	case a.printsJSON:
		return a.out.JSON(now)
	case len(changes) > 0:
		a.out.Show(trialBookDoc(before, now, f.explain))
		return nil
	}
	_, _, one := strings.Cut(name, "#")
	a.out.Show(now.Doc(one, f.explain))
	if !one {
		a.out.Line("Next: name a unit for its options; --explain shows each sum.")
	}
	return nil
}

// bookPrices prices a book, or one unit of it (FILE#UNIT), after trial changes.
func (a *app) bookPrices(name string, changes []edit.Assignment) (priced gf.BookPrices, err error) {
	file, unit, one := strings.Cut(name, "#")
	document, err := a.bookLocation(file).Read("book/1")
	if err != nil {
		return priced, err
	}
	book, err := a.books().Read(document.Path, document.Source)
	if err != nil {
		return priced, err
	}
	prices, ok := gf.PricesOf(book.System)
	if !ok {
		return priced, fmt.Errorf("%s is a book of %s, of which no release has prices; those of gf-3 have", file,
			book.System)
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
		if book, err = a.bookWithChanges(document, book, units, changes); err != nil {
			return priced, err
		}
		for i := range units {
			units[i] = book.Unit(units[i].ID)
		}
	}
	return gf.PriceBook(prices, book, nil, units...), nil
}

// bookWithChanges returns a book with trial changes to its units. A change applies to the single
// unit in units, to the unit with the id before the field, or to all units.
func (a *app) bookWithChanges(document *schema.Document, book *catalog.Book, units []*catalog.Unit, changes []edit.Assignment) (*catalog.Book, error) {
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
				if err := text.Assign([]any{"units", i}, c, schema.YAMLKeys(catalog.Unit{})); err != nil {
					return nil, err
				}
			}
		}
	}
	return a.books().Read(document.Path, text.Bytes())
}

func trialBookDoc(before, now gf.BookPrices, explain bool) *report.Doc {
	doc, t := trialPricesDoc(now.Book)
	for i := range now.Units {
		was, is := &before.Units[i], &now.Units[i]
		if was.ExactPoints != is.ExactPoints || len(now.Units) == 1 {
			t.Add(is.ID, is.Name, was.Points(), is.Points(), priceChangeText(was.ExactPoints, is.ExactPoints))
		}
		if explain && was.ExactPoints != is.ExactPoints {
			doc.Add(&report.Doc{Title: is.Name, Blocks: []report.Block{is.Estimate.Calculation(2)}})
		}
	}
	return doc
}

func (a *app) compareBookUnits(x, y gf.BookPrices) error {
	if len(x.Units) != 1 || len(y.Units) != 1 {
		return errors.New("--compare puts one unit beside another: name both, as BOOK.yaml UNIT --compare UNIT")
	}
	if a.printsJSON {
		return a.out.JSON(struct {
			gf.BookPrices
			With gf.BookPrices `json:"with"`
		}{x, y})
	}
	one, other := &x.Units[0], &y.Units[0]
	t := &report.Table{KeepHeaderCase: true}
	t.Columns = []report.Column{{}, {Name: one.Name}, {Name: other.Name, Kind: report.NumberColumn}}
	t.Add("stated", one.StatedPoints(), other.StatedPoints())
	t.Add("estimate", one.Points(), other.Points())
	for _, row := range gf.CompareSteps(&one.Estimate, &other.Estimate) {
		t.Add(row[:]...)
	}
	a.out.ShowBlocks(t)
	if one.ExactPoints != "" && other.ExactPoints != "" {
		a.out.ShowBlocks(differenceText(one.ExactPoints, other.ExactPoints))
	}
	return nil
}
