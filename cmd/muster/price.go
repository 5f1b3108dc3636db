package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/shopspring/decimal"
	"github.com/spf13/cobra"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/finding"
	"muster/builder/table"
	"muster/catalog"
	"muster/catalog/fad"
	"muster/pricing/gf"
	"muster/report"
	"muster/schema"
)

func (a *app) priceCommand() *cobra.Command {
	var f priceFlags
	cmd := &cobra.Command{
		Use:   "price LIST… | LIST ID | BOOK [UNIT] | KIND FIELD=VALUE… [--set …]",
		Short: "Price lists, one unit or an army book; --explain shows each step",
		Long: `Price the units of lists, or the unit of a unit/1 file. Illegal units have
prices too, as long as muster knows every id in them.

With a kind of unit of Fast and Dirty, such as infantry, and fields as "muster
set" takes them, it prices a unit without a list. It shows the sum, what the
unit does to seven typical targets in one activation at 12 inches, and how many
activations of their fire it lasts.

For an army book of Grimdark Future it estimates the price of every unit from
the prices of a release. It shows the estimate, the price in the book, and how
certain the estimate is. With UNIT it also prices that unit's options. If a rule
has no price, there is no estimate, and the rule is named.

--set shows the difference that a change would make, and changes nothing. It
works for Fast and Dirty and for army books: quality=elite is for every unit
that can have it, rifles.quality=elite for the unit rifles alone. You may give
it several times. --compare shows two units side by side, what each does to the
other, and who breaks whom first. FILE#ID names one unit of a file.

Exit code: 0 if all have a price, 1 if a unit names something unknown, 2 if a
file cannot be used.`,
		Example: `  muster price outpost.yaml --explain
  muster price x.yaml --set rifles.quality=elite --set rifles.armour=improved
  muster price sniper.yaml --set armour=improved
  muster price outpost.yaml#rifles --compare outpost.yaml#assault
  muster price infantry quality=elite weapon=smg figures=8
  muster price infantry weapon=smg --compare "infantry quality=elite figures=6"
  muster price my-army.yaml
  muster price my-army.yaml guards --set quality=3 --explain`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: anyListFiles.completeThen(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if a.isBookArgument(args[0]) {
				return a.priceBook(args, f)
			}
			return a.price(cmd.Context(), args, f)
		},
	}
	cmd.Flags().BoolVar(&f.explain, "explain", false, "show each sum, and where its numbers come from")
	a.addReportFlags(cmd, jsonUsage)
	cmd.Flags().StringArrayVar(&f.trialChanges, "set", nil, "try a change: FIELD=VALUE, FIELD+=VALUE or FIELD-=VALUE")
	cmd.Flags().StringVar(&f.comparedUnit, "compare", "",
		"a file with a unit to compare with, a list's unit FILE#ID, or \"KIND FIELD=VALUE …\"")
	return cmd
}

type priceFlags struct {
	explain      bool
	trialChanges []string // changes to try: FIELD=VALUE
	comparedUnit string   // the unit to compare with
}

// priceReport holds the costs of the units in a file, for the text and JSON output.
type priceReport struct {
	File   string          `json:"file"`
	System string          `json:"system"`
	Points int             `json:"points"`
	Limit  int             `json:"limit,omitempty"`
	Units  []builder.Price `json:"units"`
	// WorthByTarget holds the damage and durability of a unit without a list against each target.
	WorthByTarget []builder.Worth `json:"targets,omitempty"`

	list builder.Roster
}

func (a *app) price(ctx context.Context, args []string, f priceFlags) error {
	changes, err := edit.ParseAssignments(f.trialChanges)
	if err != nil {
		return err
	}
	var all [][]string // each a file, or the words of a unit without a list
	if a.isUnitKind(args[0]) {
		all, args, f.explain = [][]string{args}, nil, true
	} else if len(args) == 2 && !strings.Contains(args[0], "#") {
		if _, err := a.readText(args[1]); errors.Is(err, fs.ErrNotExist) { // LIST ID
			args = []string{args[0] + "#" + args[1]}
		}
	}
	for _, arg := range args {
		all = append(all, []string{arg})
	}
	if f.comparedUnit != "" {
		if len(all) != 1 || len(changes) > 0 {
			return errors.New("--compare puts one unit beside another: muster price FILE#ID --compare FILE#ID")
		}
		other := []string{f.comparedUnit}
		if words := strings.Fields(f.comparedUnit); len(words) > 0 && a.isUnitKind(words[0]) {
			other = words
		}
		all = append(all, other)
	}
	now, before, err := a.priceAll(ctx, all, changes, f)
	if err != nil {
		return err
	}
	switch {
	case a.printsJSON:
		err = a.out.JSON(struct {
			Lists  []priceReport `json:"lists"`
			Before []priceReport `json:"before,omitempty"`
		}{now, before})
	case f.comparedUnit != "":
		a.out.Show(comparisonDoc(now[0], now[1]))
	case len(changes) > 0:
		for i := range now {
			a.out.Show(now[i].trialChangesDoc(before[i], f.explain))
		}
	default:
		for i := range now {
			if i > 0 {
				a.out.Line("")
			}
			a.out.Show(now[i].doc(f.explain))
			if !f.explain {
				a.out.Line("Next: --explain shows each sum.")
			}
		}
	}
	if err != nil {
		return err
	}
	return unpricedError(now, a.printsJSON)
}

// priceAll prices files, or units without a list. before has the prices without the changes.
func (a *app) priceAll(ctx context.Context, all [][]string, changes []edit.Assignment, f priceFlags) (now, before []priceReport, err error) {
	for _, words := range all {
		was, is, err := a.priceFile(words, changes)
		if err == nil && a.isUnitKind(words[0]) && f.comparedUnit == "" {
			is.WorthByTarget, err = builder.WorthOf(ctx, is.list, is.Units[0].ID, nil, "")
		}
		if err != nil {
			return nil, nil, err
		}
		now = append(now, is)
		if len(changes) > 0 {
			before = append(before, was)
		}
	}
	if f.comparedUnit != "" {
		err = setWorthByTarget(ctx, now)
	}
	return now, before, err
}

// unpricedError returns the error for units without a price, with the reasons; nil if there are
// none.
func unpricedError(all []priceReport, quiet bool) error {
	var lines []string
	for _, p := range all {
		for _, u := range p.Units {
			if u.Problem != "" {
				lines = append(lines,
					fmt.Sprintf("%s: %s has no price: %s", p.File, u.ID, strings.ReplaceAll(u.Problem, "\n", "; ")))
			}
		}
	}
	switch {
	case lines == nil:
		return nil
	case quiet:
		return errIllegal
	}
	return fmt.Errorf("%s%w", strings.Join(lines, "\n"), errUnpriced)
}

// errUnpriced is wrapped by the error for units without a price. Its text is empty, since the error
// lists the units and reasons itself.
var errUnpriced = errors.New("")

// isUnitKind reports whether a word is a kind of unit of Fast and Dirty, and not a file.
func (a *app) isUnitKind(word string) bool {
	if armoury, err := fad.LoadArmoury(); err != nil || armoury.UnitKinds.Find(word) == nil {
		return false
	}
	_, err := a.readText(word)
	return errors.Is(err, fs.ErrNotExist)
}

// designSession starts an edit session for a unit that is in no list. Its words are the unit's
// kind, then fields with values.
func (a *app) designSession(words []string) (*builder.Session, error) {
	fields, err := edit.ParseAssignments(words[1:])
	if err != nil {
		return nil, err
	}
	stock, err := a.stockForLists()
	if err != nil {
		return nil, err
	}
	return builder.OpenDesign(words[0], fields, stock, a.books())
}

// priceFile prices a file of any game, or a unit without a list, before and after the changes.
// FILE#ID is a single unit of a list.
func (a *app) priceFile(words []string, changes []edit.Assignment) (before, after priceReport, err error) {
	file, id, one := words[0], "", false
	if displayName(file) == file { // a link holds its code behind #
		file, id, one = strings.Cut(file, "#")
	}
	var session *builder.Session
	if a.isUnitKind(file) {
		session, err = a.designSession(words)
	} else if document, failed := a.readAnyDocument(file); failed != nil {
		err = failed
	} else {
		session, err = builder.Begin(document, a.books())
	}
	if err != nil {
		return before, after, err
	}
	document := session.Before().Document()
	if one {
		id = builder.UnitIDOf(session.Now(), id)
	}
	if len(changes) > 0 {
		if _, err := session.Do(builder.TryFields{UnitID: id, Fields: changes}); err != nil {
			return before, after, adviseEdit(err, session.Now())
		}
	}
	before, after = priceList(session.Before()), priceList(session.Now())
	if one && document.Kind != "unit/1" {
		if before.keepOnlyUnit(id); len(before.Units) == 0 {
			return before, after, session.Before().NoUnitError(id)
		}
		after.keepOnlyUnit(id)
	}
	return before, after, nil
}

func (p *priceReport) keepOnlyUnit(id string) {
	p.Units = slices.DeleteFunc(p.Units, func(u builder.Price) bool { return u.ID != id })
	p.Limit, p.Points = 0, 0
	for _, u := range p.Units {
		p.Points += u.Points
	}
}

func priceList(list builder.Roster) priceReport {
	return priceReport{
		File: list.Document().File, System: list.Game().ID, Points: list.Points(), Limit: list.PointsLimit(),
		Units: list.Prices(), list: list,
	}
}

// doc returns the costs of a file's units, with their calculations if explain is set.
func (p *priceReport) doc(explain bool) *report.Doc {
	doc := &report.Doc{}
	doc.Add(report.SingleLine(p.File + ": " + pointsLeftText(p.Points, p.Limit, p.Limit-p.Points)))
	if explain {
		for i := range p.Units {
			doc.Add(p.Units[i].Doc())
		}
		if p.WorthByTarget != nil {
			for _, f := range p.list.Findings() {
				if f.Severity == finding.Error {
					doc.Add(report.SingleLine("Not legal: " + f.Message))
				}
			}
			doc.Add(report.EmptyLine{}, builder.WorthDoc(p.WorthByTarget), report.Paragraph(builder.WorthExplanation))
		}
		return doc
	}
	t := &report.Table{Indent: 2, Columns: []report.Column{
		{Name: "ID", TerminalOnly: true},
		{Name: "Unit", MaxWidth: 30},
		{Name: "Points", Kind: report.NumberColumn},
		{Name: "Exactly", Kind: report.NumberColumn},
	}}
	for _, u := range p.Units {
		if u.Problem != "" {
			t.Add(u.ID, u.Name, "?", "")
			continue
		}
		t.Add(u.ID, u.Name, fmt.Sprint(u.Points), u.ExactPoints)
	}
	doc.Add(t)
	return doc
}

// trialPricesDoc returns a heading and an empty table for prices before and after trial changes.
func trialPricesDoc(of string) (*report.Doc, *report.Table) {
	t := &report.Table{Indent: 2, Columns: []report.Column{
		{Name: "ID"},
		{Name: "Unit", MaxWidth: 30},
		{Name: "Before", Kind: report.NumberColumn},
		{Name: "After", Kind: report.NumberColumn},
		{Name: "Change", Kind: report.NumberColumn},
	}}
	return &report.Doc{Blocks: []report.Block{report.SingleLine(of + ": if it were so (nothing is written)"), t}}, t
}

func (p *priceReport) trialChangesDoc(was priceReport, explain bool) *report.Doc {
	doc, t := trialPricesDoc(p.File)
	for j, u := range p.Units {
		if old := was.Units[j]; old.Points != u.Points || old.ExactPoints != u.ExactPoints || len(p.Units) == 1 {
			t.Add(u.ID, u.Name, exactPriceText(old), exactPriceText(u), priceChangeText(old.ExactPoints, u.ExactPoints))
		}
	}
	if len(p.Units) > 1 {
		t.Add("", "all units", fmt.Sprint(was.Points), fmt.Sprint(p.Points), fmt.Sprintf("%+d", p.Points-was.Points))
	}
	if p.Limit > 0 {
		doc.Add(report.SingleLine("  " + pointsLeftText(p.Points, p.Limit, p.Limit-p.Points)))
	}
	for j := range p.Units {
		if explain && was.Units[j].ExactPoints != p.Units[j].ExactPoints {
			doc.Add(p.Units[j].Doc())
		}
	}
	return doc
}

// exactPriceText returns a price with its exact sum: "47 (46.8)".
func exactPriceText(u builder.Price) string {
	if fmt.Sprint(u.Points) == u.ExactPoints {
		return u.ExactPoints
	}
	return fmt.Sprintf("%d (%s)", u.Points, u.ExactPoints)
}

func priceChangeText(before, after string) string {
	x, err := decimal.NewFromString(before)
	y, otherErr := decimal.NewFromString(after)
	if err != nil || otherErr != nil {
		return ""
	}
	d := y.Sub(x)
	if d.IsNegative() {
		return d.String()
	}
	return "+" + d.String()
}

func differenceText(one, other string) report.Text {
	return report.SingleLine("Difference: " + priceChangeText(one, other) + " points exactly")
}

// setWorthByTarget sets WorthByTarget of both reports: the damage that their two units do to each
// other. The error tells why the units cannot be compared.
func setWorthByTarget(ctx context.Context, both []priceReport) (err error) {
	for _, p := range both {
		if len(p.Units) != 1 {
			return fmt.Errorf("%s has %s; name the one to compare: %s#ID", p.File,
				finding.CountText(len(p.Units), "unit"), p.File)
		}
		if _, ok := p.list.(builder.FieldSetter); !ok {
			return fmt.Errorf("%s is a list of %s, whose units are not compared", p.File, p.list.Game().Name)
		}
	}
	for i := range both {
		p, foe := &both[i], &both[1-i]
		if p.WorthByTarget, err = builder.WorthOf(ctx, p.list, p.Units[0].ID, foe.list, foe.Units[0].ID); err != nil {
			return err
		}
	}
	return nil
}

// comparisonDoc returns two units side by side, and the damage of each to the other.
func comparisonDoc(x, y priceReport) *report.Doc {
	one, other := x.Units[0], y.Units[0]
	left, right := builder.UnitOf(x.list, one.ID), builder.UnitOf(y.list, other.ID)
	names := [2]string{one.Name, other.Name}
	if one.Name == other.Name {
		names = [2]string{one.Name + " A", other.Name + " B"}
	}
	t := &report.Table{IsSideBySide: true, KeepHeaderCase: true}
	t.Columns = []report.Column{{}, {Name: names[0]}, {Name: names[1]}}
	rows := append(builder.CompareStats(left, right), [][3]string{
		{"exactly", one.ExactPoints, other.ExactPoints},
		{"points", fmt.Sprint(one.Points), fmt.Sprint(other.Points)},
		{"a figure", pricePerFigure(left, one.ExactPoints), pricePerFigure(right, other.ExactPoints)},
	}...)
	fights := len(x.WorthByTarget) == 1 && len(y.WorthByTarget) == 1
	if fights {
		rows = append(rows, [][3]string{
			{"kills", x.WorthByTarget[0].DamageText(), y.WorthByTarget[0].DamageText()},
			{"lasts", x.WorthByTarget[0].DurabilityText(), y.WorthByTarget[0].DurabilityText()},
		}...)
	}
	for _, row := range rows {
		t.Add(row[:]...)
	}
	doc := &report.Doc{Blocks: []report.Block{t, differenceText(one.ExactPoints, other.ExactPoints)}}
	if fights {
		for _, said := range builder.CompareBreakTimes(names, [2]builder.Worth{x.WorthByTarget[0], y.WorthByTarget[0]}) {
			doc.Add(report.Paragraph(said))
		}
		doc.Add(report.Paragraph(builder.WorthExplanation))
	}
	return doc
}

// pricePerFigure returns the exact price of one figure of a unit; "" for a unit of one figure.
func pricePerFigure(u *table.Unit, exact string) string {
	price, err := decimal.NewFromString(exact)
	if err != nil || u.Models < 2 {
		return ""
	}
	return price.DivRound(decimal.NewFromInt(int64(u.Models)), 2).String()
}

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
