package gf

import (
	"fmt"
	"strings"

	"muster/report"
)

// Doc returns the estimated prices of the units beside the book's own prices. If one is set it
// includes the options of each unit, if explain is set the calculation of each price.
func (b *BookPrices) Doc(one, explain bool) *report.Doc {
	t := &report.Table{Indent: 2, Columns: []report.Column{
		{Name: "ID"},
		{Name: "Unit", MaxWidth: 28},
		{Name: "Stated", Kind: report.NumberColumn},
		{Name: "Estimate", Kind: report.NumberColumn},
		{Name: "Range", Kind: report.NumberColumn},
		{},
	}}
	doc := &report.Doc{Blocks: []report.Block{report.SingleLine(b.Book + ", at the prices of " + b.Release), t}}
	for i := range b.Units {
		u := &b.Units[i]
		t.Add(append([]string{u.ID, u.Name, u.StatedPoints()}, u.priceCells(u.UnpricedRules)...)...)
		if one || explain {
			doc.Add(u.doc(explain))
		}
	}
	return doc
}

// doc returns the prices of the unit's options, and its price with the calculation if explain is
// set.
func (u *UnitPrice) doc(explain bool) *report.Doc {
	doc := &report.Doc{Title: u.Name, Facts: []string{strings.TrimSpace(strings.Join(u.priceCells(u.UnpricedRules), " "))}}
	if explain {
		doc.Add(u.Estimate.Calculation(2))
	}
	if len(u.Options) == 0 {
		return doc
	}
	t := &report.Table{Indent: 2, Columns: []report.Column{
		{Name: "Option"},
		{MaxWidth: 34},
		{Name: "Stated", Kind: report.NumberColumn},
		{Name: "Estimate", Kind: report.NumberColumn},
		{Name: "Range"},
		{},
	}}
	doc.Add(t)
	for i := range u.Options {
		o := &u.Options[i]
		t.Add(append([]string{o.ID, o.Text, fmt.Sprintf("%+d", o.StatedCost)}, o.priceCells(o.UnpricedRules)...)...)
		if explain {
			doc.Add(report.SingleLine("  "+o.Text), o.Estimate.Calculation(4))
		}
	}
	return doc
}

// Calculation returns the calculation of an estimate, indented by a number of columns of a
// terminal.
func (e *Estimate) Calculation(indent int) report.Sum {
	sum := report.Sum{Title: "Its parts", Indent: indent}
	for _, s := range e.Steps {
		sum.Steps = append(sum.Steps, report.Step{
			Text: s.LabelledText(), Value: s.Value.StringFixed(2), Label: s.Terms[0].Label,
			Amount: s.Terms[0].Amount.StringFixed(2),
		})
	}
	if len(e.GuessedTerms) > 0 {
		sum.Remark = "guessed, as fewer than five prices tell: " + strings.Join(e.GuessedTerms, "; ")
	}
	return sum
}

// StatedPoints returns the cost that the unit's book states, as text; "auto" for none.
func (u *UnitPrice) StatedPoints() string {
	if u.StatedCost == nil {
		return "auto"
	}
	return fmt.Sprint(*u.StatedCost)
}

// Points returns the estimate with the points to the cent: "190 (187.98)".
func (p *PriceReport) Points() string {
	if p.EstimatedPoints == nil {
		return "?"
	}
	return fmt.Sprintf("%d (%s)", *p.EstimatedPoints, p.ExactPoints)
}

// priceCells returns an estimate as the cells of a table: points, range, confidence. unknown names
// the rules that have no price.
func (p *PriceReport) priceCells(unknown []string) []string {
	switch {
	case p.EstimatedPoints == nil:
		return []string{p.Points(), "", "unknown: no price for " + strings.Join(unknown, ", ")}
	case *p.Low == *p.High:
		return []string{p.Points(), "", string(p.Confidence)}
	}
	return []string{p.Points(), fmt.Sprintf("%d to %d", *p.Low, *p.High), string(p.Confidence)}
}
