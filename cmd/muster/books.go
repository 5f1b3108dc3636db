package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder"
	forces "muster/builder/fad"
	"muster/catalog"
	"muster/catalog/fad"
	"muster/pricing"
	"muster/report"
	"muster/rules"
	"muster/schema"
	"muster/terminal"
)

func (a *app) booksCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "books [BOOK [UNIT]]",
		Short: "List army books, a book's units, or a unit's upgrades",
		Args:  cobra.MaximumNArgs(2),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			return a.completeBook(args), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			switch id := strings.Join(args[min(len(args), 1):], ""); {
			case len(args) == 0:
				return a.listBooks()
			case args[0] == armouryID:
				return a.showArmoury(id)
			case args[0] == fad.ShippedForceID:
				return a.showShippedForce(id)
			default:
				return a.showBook(args[0], id)
			}
		},
	}
	a.addReportFlags(cmd, jsonUsage)
	return cmd
}

// book opens the army book with an id or in a file.
func (a *app) book(name string) (*catalog.Book, error) {
	place := a.fileLocation(name)
	if catalog.IsPath(name) {
		name = "./" + place.Name
	}
	book, err := a.books().ExactBook(name, "", place)
	if text, failed := place.Load(); err != nil && failed == nil && schema.ClaimsKind(text, "list/1") {
		return nil, fmt.Errorf("%s is a list; show it with `muster show %s`", place.Name, shellWord(place.Name))
	}
	return book, err
}

// bookLocation returns the folder and file of the army book with an id, or of the file at a path.
func (a *app) bookLocation(name string) schema.FilePath {
	if book, err := a.book(name); err == nil && !catalog.IsPath(name) {
		entries, _ := a.books().List()
		for _, e := range entries {
			if e.ID == book.ID && e.Version == book.Version {
				return e.Path
			}
		}
	}
	return a.fileLocation(name)
}

func (a *app) completeBook(args []string) []string {
	var ids []string
	switch len(args) {
	case 0:
		entries, _ := a.books().List()
		for _, e := range entries {
			ids = append(ids, shortestBookName(entries, e))
		}
		ids = append(ids, fad.ShippedForceID, armouryID)
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
	if a.printsJSON {
		return a.reportAllBooks()
	}
	entries, err := a.books().List()
	t := &report.Table{}
	for _, name := range []string{"Book", "Name", "Game", "Version", "From"} {
		t.Columns = append(t.Columns, report.Column{Name: name})
	}
	for _, e := range entries {
		t.Add(shortestBookName(entries, e), e.Name, e.System, e.Version, bookSourceText(e))
	}
	t.Add(fad.ShippedForceID, fad.ShippedForceName, fad.SystemID, "", "muster")
	t.Add(armouryID, "Weapons, armour, traits and people", fad.SystemID, "", "muster")
	a.out.ShowBlocks(t)
	a.out.Line("")
	a.out.Say("Next: muster books BOOK lists its units; muster import adds books from Army Forge.")
	return err
}

// shortestBookName returns the shortest name of a book that commands accept: the id alone for the
// newest version, else ID@VERSION.
func shortestBookName(entries []catalog.Entry, e catalog.Entry) string {
	for _, other := range entries {
		if other.ID == e.ID && catalog.CompareVersions(other.Version, e.Version) > 0 {
			return e.VersionedID()
		}
	}
	return e.ID
}

// bookSourceText returns in a word or two where a book comes from.
func bookSourceText(e catalog.Entry) string {
	folder := filepath.Dir(e.File)
	own, err := ownBookFolder()
	switch {
	case e.Shipped:
		return "muster"
	case err == nil && samePath(folder, own):
		return "your books"
	}
	return folder
}

// showShippedForce prints the unit with an id that ships with muster; for "", the list of them.
func (a *app) showShippedForce(id string) error {
	if id != "" && !a.printsJSON {
		return a.showStored(id)
	}
	stock, err := fad.LoadStock(nil)
	if err != nil {
		return err
	}
	armoury, err := fad.LoadArmoury()
	if err != nil {
		return err
	}
	units := storedUnitReports(armoury, stock)
	if a.printsJSON {
		return a.out.JSON(map[string]any{"id": fad.ShippedForceID, "name": fad.ShippedForceName, "system": fad.SystemID, "units": units})
	}
	t := storedUnitTable(units)
	t.Columns = t.Columns[:len(t.Columns)-1] // all are of muster
	doc := &report.Doc{Title: fad.ShippedForceName, Facts: []string{fad.SystemID}}
	doc.Add(report.EmptyLine{}, t)
	a.out.Show(doc)
	a.out.Line("\nNext: muster add LIST UNIT puts one into a list of Fast and Dirty.")
	return nil
}

// showBook prints the units of a book or, if id is not "", one of them.
func (a *app) showBook(name, id string) error {
	book, err := a.book(name)
	if err != nil {
		return err
	}
	unit := book.UnitNamed(id)
	if unit != nil {
		id = unit.ID
	}
	if id != "" && !slices.Contains(book.UnitIDs(), id) {
		return fmt.Errorf("%s has no unit `%s`%s", book.Name, id, schema.DidYouMean(id, book.UnitIDs()))
	}
	var army *forces.Army // of a book of Fast and Dirty
	if book.Designs != nil {
		if army, err = forces.ArmyOfBook(book); err != nil {
			return err
		}
	}
	switch {
	case a.printsJSON && army != nil:
		return a.out.JSON(map[string]any{
			"id": book.ID, "name": book.Name, "system": book.System, "version": book.Version, "units": designReports(army, id),
		})
	case a.printsJSON:
		return a.out.JSON(bookUnitsReport{book.ID, book.Name, book.System, book.Version, unitReports(book, id)})
	case unit != nil:
		a.out.Show(builder.UnitDoc(book, unit))
		return nil
	case id != "":
		a.out.Show(army.DesignDoc(army.List.Index(id)))
		return nil
	}
	doc := &report.Doc{Title: book.Name, Facts: []string{book.System}}
	if book.Description != "" {
		doc.Add(report.Text{Spans: []report.Span{{Text: book.Description}}})
	}
	doc.Add(report.EmptyLine{})
	if army != nil {
		doc.Add(army.BookTable())
	} else {
		t := bookTable(book)
		if lines := a.out.TableLines(t); terminal.TextWidth(lines[0]) > a.out.Width()-minRulesColumnWidth {
			t.Columns[1].PageOnly = true // ids say the names well enough
		}
		doc.Add(t)
	}
	a.out.Show(doc)
	a.out.Line("\nNext: muster books %s UNIT shows a unit's equipment and upgrades.", shellWord(name))
	return nil
}

// minRulesColumnWidth is the minimum width, in characters, of the column of rules in a book's
// table.
const minRulesColumnWidth = 15

func bookTable(book *catalog.Book) *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "Unit", TerminalOnly: true},
		{Name: "Name", MaxWidth: 24},
		{Name: "Size", Kind: report.NumberColumn},
		{Name: "Qua", Kind: report.NumberColumn},
		{Name: "Def", Kind: report.NumberColumn},
		{Name: "Points", Kind: report.NumberColumn},
		{Name: "Rules"},
	}}
	for i := range book.Units {
		u := &book.Units[i]
		t.Add(u.ID, u.Name, fmt.Sprint(u.Size), fmt.Sprintf("%d+", u.Quality), fmt.Sprintf("%d+", u.Defense),
			u.Cost.String(), strings.Join(rules.UseTexts(u.Rules), ", "))
	}
	return t
}

// armouryID is the name of the armoury of Fast and Dirty in commands, as in `muster books fad`.
const armouryID = "fad"

// showArmoury prints the entries of the armoury under a name; for "", the whole armoury.
func (a *app) showArmoury(name string) error {
	armoury, err := fad.LoadArmoury()
	if err != nil {
		return err
	}
	if a.printsJSON {
		return a.out.JSON(map[string]any{"id": armouryID, "system": fad.SystemID, "terms": termReports(armoury)})
	}
	if name != "" {
		return a.explainTerm(armoury, name)
	}
	doc := &report.Doc{Title: "Fast and Dirty", Facts: []string{"the armoury"}}
	for _, chapter := range armoury.Reference() {
		t := report.NewTable(1)
		t.Indent = 2
		for _, term := range chapter.Terms {
			t.Add(term.ID, strings.TrimSuffix(term.Cost, " points"), term.Description())
		}
		doc.Add(&report.Doc{Title: chapter.Title, Blocks: []report.Block{t}})
	}
	doc.Add(report.EmptyLine{}, report.Paragraph(fad.CostExplanation))
	a.out.Show(doc)
	a.out.Line("Next: muster books %s NAME explains one.", armouryID)
	return nil
}

func (a *app) explainTerm(armoury *fad.Armoury, name string) error {
	found := armoury.Explain(name)
	if found == nil {
		return fmt.Errorf("the armoury has no `%s`%s", name, schema.DidYouMean(name, armouryIDs()))
	}
	for i, chapter := range found {
		if i > 0 {
			a.out.Line("")
		}
		for _, term := range chapter.Terms {
			facts := report.Terms{Indent: 2, LabelWidth: 6}
			for _, fact := range []report.Term{
				{Label: "costs", Text: term.Cost},
				{Label: "for", Text: term.AllowedUnits},
				{Label: "from", Text: term.Source},
			} {
				if fact.Text != "" {
					facts.Terms = append(facts.Terms, fact)
				}
			}
			a.out.Show(&report.Doc{
				Title: term.Name, Facts: []string{term.ID, chapter.Title},
				Blocks: []report.Block{report.Text{Spans: []report.Span{{Text: term.Effect}}, Indent: 2}, facts},
			})
		}
	}
	return nil
}

func armouryIDs() []string {
	armoury, err := fad.LoadArmoury()
	if err != nil {
		return nil
	}
	var ids []string
	for _, chapter := range armoury.Reference() {
		for _, term := range chapter.Terms {
			ids = append(ids, term.ID)
		}
	}
	return ids
}

// The documents of `books --json` and `library --json`.
type (
	bookReport struct {
		ID       string   `json:"id"`
		Name     string   `json:"name"`
		System   string   `json:"system"`
		Versions []string `json:"versions"` // newest first
		Units    int      `json:"units"`    // number of units in the newest version
		File     string   `json:"file"`     // file of the newest version
	}
	bookUnitsReport struct {
		ID      string       `json:"id"`
		Name    string       `json:"name"`
		System  string       `json:"system"`
		Version string       `json:"version"`
		Units   []unitReport `json:"units"`
	}
	unitReport struct {
		ID      string `json:"id"`
		Name    string `json:"name"`
		Size    int    `json:"size"`
		Quality int    `json:"quality"`
		Defense int    `json:"defense"`
		Cost    int    `json:"cost"`
		// muster estimated the cost, since the book gives none
		IsEstimatedCost bool           `json:"estimate,omitempty"`
		Rules           []string       `json:"rules"`
		Weapons         []string       `json:"weapons"`
		Options         []optionReport `json:"options"`
	}
	optionReport struct {
		ID      string `json:"id"`
		Name    string `json:"name"`
		Section string `json:"section"` // as printed: Replace one Rifle
		Cost    int    `json:"cost"`
	}
	termReport struct {
		ID           string `json:"id"`
		Name         string `json:"name"`
		Table        string `json:"table"`
		Cost         string `json:"cost"` // in words: +3 points, × 1.30
		Effect       string `json:"effect"`
		AllowedUnits string `json:"for,omitempty"` // the units that may have it; "" for all
	}
	designReport struct {
		ID   string `json:"id"`
		Name string `json:"name"`
		Kind string `json:"kind"`
		// minimum number of figures; left out for a single figure
		MinFigures int             `json:"least,omitempty"`
		MaxFigures int             `json:"most,omitempty"` // maximum number of figures
		Quality    []string        `json:"quality"`        // the Quality levels to choose from
		Resolve    []string        `json:"resolve"`
		Points     int             `json:"points"` // points of the smallest unit
		Options    []forces.Choice `json:"options"`
	}
	storedUnitReport struct {
		ID     string `json:"id"`
		Name   string `json:"name"`
		Kind   string `json:"kind"`
		Points int    `json:"points"`
		File   string `json:"file,omitempty"` // "" for units that ship with muster

		isPriced bool
	}
)

// designReports returns the unit with an id or, for "", all units of a book of Fast and Dirty.
func designReports(army *forces.Army, id string) []designReport {
	units := []designReport{}
	for _, u := range army.Units {
		if id == "" || u.ID == id {
			d := u.Design
			units = append(units, designReport{
				u.ID, u.Title(), string(u.Kind), d.Size.Least, d.Size.Most, d.Quality, d.Resolve, u.Price.Points,
				forces.ChoicesOf(army.List.Armoury, d),
			})
		}
	}
	return units
}

// unitReports returns the unit with an id or, for "", all units of a book.
func unitReports(book *catalog.Book, id string) []unitReport {
	units := []unitReport{}
	for i := range book.Units {
		if u := &book.Units[i]; id == "" || u.ID == id {
			units = append(units, reportUnit(book, u))
		}
	}
	return units
}

func (a *app) reportAllBooks() error {
	entries, broken := a.books().List()
	all := []bookReport{}
	at := map[string]int{}
	for _, e := range entries { // of an id, the newest comes first
		key := e.ID + " " + e.System
		if i, known := at[key]; known {
			all[i].Versions = append(all[i].Versions, e.Version)
			continue
		}
		book, err := a.books().Open(e)
		if err != nil {
			broken = errors.Join(broken, err)
			continue
		}
		at[key] = len(all)
		all = append(all, bookReport{e.ID, e.Name, e.System, []string{e.Version}, len(book.UnitIDs()), e.File})
	}
	if err := a.out.JSON(map[string]any{"books": all}); err != nil {
		return err
	}
	return broken
}

func reportUnit(book *catalog.Book, u *catalog.Unit) unitReport {
	r := unitReport{
		ID: u.ID, Name: u.Name, Size: u.Size, Quality: u.Quality, Defense: u.Defense, Cost: u.Cost.Points,
		IsEstimatedCost: u.Cost.IsEstimate,
		Rules:           rules.UseTexts(u.Rules), Weapons: []string{}, Options: []optionReport{},
	}
	for _, w := range u.Weapons {
		count := w.Count
		w.Count = 1
		r.Weapons = append(r.Weapons, fmt.Sprintf("%dx %s", count, w.Text()))
	}
	for _, c := range book.UnitChoices(u) {
		r.Options = append(r.Options, optionReport{c.Option.ID, c.Option.Name, c.Section.Label, c.Option.CostFor(u.ID)})
	}
	return r
}

func termReports(armoury *fad.Armoury) (all []termReport) {
	for _, chapter := range armoury.Reference() {
		for _, t := range chapter.Terms {
			all = append(all, termReport{t.ID, t.Name, chapter.Title, t.Cost, t.Effect, t.AllowedUnits})
		}
	}
	return all
}

func storedUnitReports(armoury *fad.Armoury, stock *fad.Stock) []storedUnitReport {
	all := []storedUnitReport{}
	for _, s := range stock.All() {
		r := storedUnitReport{ID: s.ID, Name: s.Unit.Title(), Kind: string(s.Unit.Kind)}
		if price, err := pricing.PriceUnit(armoury, &s.Unit, pricing.RoundUnitPrice); err == nil { // else it cannot be priced
			r.Points, r.isPriced = price.Points, true
		}
		if !s.Shipped() {
			r.File = s.Path.String()
		}
		all = append(all, r)
	}
	return all
}
