package export

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/table"
	"muster/report"
	"muster/share"
)

// A Document is a checked list in all the forms that formats need.
type Document struct {
	// Sheet is the list in words and figures, for formats that people read.
	Sheet Sheet
	// Report is the list for scripts: its entry in the JSON of the check command.
	Report any
	// List is the list; nil for a copy.
	List builder.Roster

	album *album // images of the list; nil for a copy
}

// Extras selects optional additions to a sheet.
type Extras struct {
	Odds              bool // the expected damage of each unit to typical targets
	PriceCalculations bool // the calculation of each unit's points
	Preparations      bool // the preparations before the game
	IncludeCode       bool // the code with the whole list, for programs
	HideCosts         bool // leave out the costs of units and upgrades
	UpgradeCosts      bool // add the cost of each upgrade
	// Context ends the computation of odds; nil for no limit.
	Context context.Context
}

// NewDocument returns the document of a list of any game. The error names an extra that the game
// lacks, or a unit that cannot fight, or is the error of x.Context.
func NewDocument(r builder.Roster, x Extras) (Document, error) {
	d := Document{Sheet: sheetOf(r), Report: r.Report(), List: r, album: &album{images: map[imageKey]*Image{}, usedWidths: map[int]bool{}}}
	if len(r.SetAsideUnits()) > 0 {
		var err error
		if d.Report, err = share.ReportOf(r); err != nil {
			return Document{}, err
		}
	}
	if p, ok := r.(builder.Previewer); ok && x.Odds {
		if err := addOdds(cmp.Or(x.Context, context.Background()), &d.Sheet, p); err != nil {
			return Document{}, err
		}
	}
	if x.PriceCalculations {
		if _, chooses := r.(builder.UpgradeChooser); chooses {
			return Document{}, fmt.Errorf("sums are for lists of units made of figures; sheets of %s have the cost of every upgrade already", r.Game().Name)
		}
		AddPriceCalculations(&d.Sheet, r.Prices())
	}
	if !d.Sheet.IsBook {
		d.Sheet.Fingerprint = builder.Fingerprint(r)
	}
	if kept := share.SourceShare(r); kept != nil {
		copied := CopyDocument(kept.Copy)
		d.Report, d.Sheet.Fingerprint = copied.Report, kept.Copy.Fingerprint
		d.Sheet.SenderBooks, d.Sheet.Notes, d.Sheet.Problems = copied.Sheet.SenderBooks, copied.Sheet.Notes, copied.Sheet.Problems
	}
	if x.Preparations {
		brief, err := r.Brief("", func(id string) string {
			b, _ := d.Sheet.Unit(id)
			return cmp.Or(b.Name, id)
		})
		if err != nil {
			return Document{}, err
		}
		AddBrief(&d.Sheet, brief)
	}
	if x.IncludeCode {
		AddCode(&d.Sheet, share.FromRoster(r))
	}
	switch {
	case x.HideCosts:
		d.Sheet = d.Sheet.WithoutCosts()
	case !x.UpgradeCosts:
		d.Sheet = d.Sheet.withoutUpgradePrices()
	}
	return d, nil
}

// AddCode adds a list's code to its sheet. The code includes the copy of the list if a phone can
// still read it on paper.
func AddCode(s *Sheet, whole *share.Share) {
	s.Code, s.CodeLacksCopy = whole.CodeForPaper(share.MaxPrintedLength)
}

// AddBrief adds the preparations before the game as the first section of the reference, in place of
// the general section about preparations.
func AddBrief(s *Sheet, b builder.Brief) {
	before := table.Section{Title: table.BeforeGame}
	rest := slices.DeleteFunc(slices.Clone(s.Reference), func(r table.Section) bool { return r.Title == table.BeforeGame })
	for _, block := range b.Doc.Blocks {
		if terms, ok := block.(report.Terms); ok {
			for _, t := range terms.Terms {
				before.Entries = append(before.Entries, table.Entry{Name: t.Label, Text: t.Text})
			}
		}
		part, ok := block.(*report.Doc)
		if !ok {
			continue
		}
		text := part.RunningText()
		said := slices.ContainsFunc(rest, func(r table.Section) bool {
			return slices.ContainsFunc(r.Entries, func(e table.Entry) bool { return e.Text == text })
		})
		if !said {
			before.Entries = append(before.Entries, table.Entry{Name: part.Title, Text: text})
		}
	}
	if len(before.Entries) > 0 {
		s.Reference = append([]table.Section{before}, rest...)
	}
}

// AddPriceCalculations adds to each unit of a sheet the calculation of its points, one line for
// each step.
func AddPriceCalculations(s *Sheet, prices []builder.Price) {
	for _, p := range prices {
		var lines []string
		for _, step := range p.Steps {
			lines = append(lines, step.LabelledText()+" = "+step.Value.String())
		}
		points := itoa(p.Points)
		if n := len(p.Steps); n > 0 && p.Steps[n-1].Value.String() != points {
			lines = append(lines, "rounded = "+points)
		}
		if b := findBlock(s.Blocks, p.ID); b != nil && len(lines) > 0 {
			b.AddNote("Sum", strings.Join(lines, "\n"))
		}
	}
}
