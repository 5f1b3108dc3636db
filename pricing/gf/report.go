package gf

import (
	"slices"

	"muster/catalog"
	"muster/rules"
)

// BookPrices holds the prices of a book's units and options: the JSON of the price command.
type BookPrices struct {
	Book    string      `json:"book"`
	Release string      `json:"release"` // the release of the army books whose prices are used
	Units   []UnitPrice `json:"units"`
}

// A UnitPrice is the price of a unit without upgrades, and the prices of its options.
type UnitPrice struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Stated *int   `json:"stated,omitempty"` // the book's own price; nil for auto
	PriceReport
	Unknown []string      `json:"unknown,omitempty"` // names of rules without a price
	Options []OptionPrice `json:"options,omitempty"`
}

// An OptionPrice is the price of one option for a unit.
type OptionPrice struct {
	ID     string `json:"id"`
	Text   string `json:"what"`   // the option as its book writes it
	Stated int    `json:"stated"` // the book's own price
	PriceReport
	Unknown []string `json:"unknown,omitempty"` // names of rules without a price
}

// A PriceReport is an estimate as scripts get it. A price that depends on an unpriced rule has no
// numbers.
type PriceReport struct {
	Exact      string       `json:"exact,omitempty"`
	Estimate   *int         `json:"estimate,omitempty"`
	Low        *int         `json:"low,omitempty"`
	High       *int         `json:"high,omitempty"`
	Confidence Confidence   `json:"confidence"`
	Steps      []StepReport `json:"steps"`
	Guesses    []string     `json:"guesses,omitempty"` // terms that follow from fewer than five prices

	Source Estimate `json:"-"` // the estimate from which the report is made
}

// A StepReport is one step of the calculation of a price.
type StepReport struct {
	Text  string `json:"what"`
	Value string `json:"value"` // the sum so far
}

// Report returns the estimate as scripts get it.
func (e *Estimate) Report() PriceReport {
	r := PriceReport{Confidence: e.Confidence, Steps: []StepReport{}, Guesses: e.Guesses, Source: *e}
	for _, s := range e.Steps {
		r.Steps = append(r.Steps, StepReport{s.LabelledText(), s.Value.StringFixed(2)})
	}
	if e.Confidence != Unknown {
		r.Exact, r.Estimate, r.Low, r.High = e.Exact.StringFixed(2), &e.Points, &e.Low, &e.High
	}
	return r
}

// PriceBook returns the prices of the given units of a book, or of all its units if none is given,
// for a game system (nil means the book's own).
func PriceBook(p *Prices, b *catalog.Book, game *rules.System, units ...*catalog.Unit) BookPrices {
	if len(units) == 0 {
		for i := range b.Units {
			units = append(units, &b.Units[i])
		}
	}
	priced := BookPrices{Book: b.ID, Release: p.Release, Units: make([]UnitPrice, 0, len(units))}
	pricer := NewPricer(p, b, game)
	for _, u := range units {
		e := pricer.Unit(u)
		up := UnitPrice{ID: u.ID, Name: u.Name, PriceReport: e.Report(), Unknown: e.Unknown}
		if !u.Cost.Auto {
			up.Stated = &u.Cost.Points
		}
		for _, s := range b.Sections(u) {
			for i := range s.Options {
				o := &s.Options[i]
				e := pricer.Option(u, s, o)
				up.Options = append(up.Options, OptionPrice{ID: o.ID, Text: o.Name, Stated: o.CostFor(u.ID), PriceReport: e.Report(), Unknown: e.Unknown})
			}
		}
		priced.Units = append(priced.Units, up)
	}
	return priced
}

// SideBySide returns the calculations of two estimates as rows of a table: the label, then the
// points in each estimate.
func SideBySide(one, other *Estimate) (rows [][3]string) {
	for i, e := range []*Estimate{one, other} {
		for _, s := range e.Steps {
			what := s.Terms[0].Label
			at := slices.IndexFunc(rows, func(row [3]string) bool { return row[0] == what })
			if at < 0 {
				rows, at = append(rows, [3]string{what}), len(rows)
			}
			rows[at][1+i] = s.Terms[0].Amount.StringFixed(2)
		}
	}
	return rows
}
