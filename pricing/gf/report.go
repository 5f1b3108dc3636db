package gf

import (
	"slices"

	"muster/catalog"
	"muster/rules"
)

// BookPrices holds the prices of a book's units and options, as the price command writes them as
// JSON.
type BookPrices struct {
	Book    string      `json:"book"`
	Release string      `json:"release"` // the release of the army books whose prices are used
	Units   []UnitPrice `json:"units"`
}

// A UnitPrice is the price of a unit without upgrades, and the prices of its options.
type UnitPrice struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	StatedCost *int   `json:"stated,omitempty"` // the book's own price; nil for auto
	PriceReport
	UnpricedRules []string      `json:"unknown,omitempty"` // names of rules without a price
	Options       []OptionPrice `json:"options,omitempty"`
}

// An OptionPrice is the price of one option for a unit.
type OptionPrice struct {
	ID         string `json:"id"`
	Text       string `json:"what"`   // the option as its book writes it
	StatedCost int    `json:"stated"` // the book's own price
	PriceReport
	UnpricedRules []string `json:"unknown,omitempty"` // names of rules without a price
}

// A PriceReport is an Estimate in the form for JSON, read by scripts. It has no numbers if a rule
// has no price.
type PriceReport struct {
	ExactPoints     string       `json:"exact,omitempty"`
	EstimatedPoints *int         `json:"estimate,omitempty"`
	Low             *int         `json:"low,omitempty"`
	High            *int         `json:"high,omitempty"`
	Confidence      Confidence   `json:"confidence"`
	Steps           []StepReport `json:"steps"`
	// names of terms that follow from fewer than five prices
	GuessedTerms []string `json:"guesses,omitempty"`

	Estimate Estimate `json:"-"` // the estimate from which the report is made
}

// A StepReport is one step of the calculation of a price.
type StepReport struct {
	Text  string `json:"what"`
	Value string `json:"value"` // the sum so far
}

// Report returns the estimate in the form for JSON.
func (e *Estimate) Report() PriceReport {
	r := PriceReport{Confidence: e.Confidence, Steps: []StepReport{}, GuessedTerms: e.GuessedTerms, Estimate: *e}
	for _, s := range e.Steps {
		r.Steps = append(r.Steps, StepReport{s.LabelledText(), s.Value.StringFixed(2)})
	}
	if e.Confidence != Unknown {
		r.ExactPoints, r.EstimatedPoints, r.Low, r.High = e.ExactPoints.StringFixed(2), &e.Points, &e.Low, &e.High
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
		up := UnitPrice{ID: u.ID, Name: u.Name, PriceReport: e.Report(), UnpricedRules: e.UnpricedRules}
		if !u.Cost.IsEstimate {
			up.StatedCost = &u.Cost.Points
		}
		for _, s := range b.Sections(u) {
			for i := range s.Options {
				o := &s.Options[i]
				e := pricer.Option(u, s, o)
				up.Options = append(up.Options, OptionPrice{ID: o.ID, Text: o.Name, StatedCost: o.CostFor(u.ID), PriceReport: e.Report(), UnpricedRules: e.UnpricedRules})
			}
		}
		priced.Units = append(priced.Units, up)
	}
	return priced
}

// CompareSteps returns the calculations of two estimates as rows of a table: the label, then the
// points in each estimate.
func CompareSteps(one, other *Estimate) (rows [][3]string) {
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
