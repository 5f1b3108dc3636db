package gf

import (
	"slices"

	"muster/catalog"
	"muster/rules"
)

// BookPrices is what the units and options of a book should cost: the price
// command's JSON.
type BookPrices struct {
	Book    string      `json:"book"`
	Release string      `json:"release"` // whose prices these are
	Units   []UnitPrice `json:"units"`
}

// A UnitPrice is the price of a unit without upgrades, and of its options.
type UnitPrice struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Stated *int   `json:"stated,omitempty"` // what the book says, unless it leaves it to us
	PriceReport
	Unknown []string      `json:"unknown,omitempty"`
	Options []OptionPrice `json:"options,omitempty"`
}

// An OptionPrice is the price of an option for a unit.
type OptionPrice struct {
	ID     string `json:"id"`
	What   string `json:"what"`
	Stated int    `json:"stated"`
	PriceReport
	Unknown []string `json:"unknown,omitempty"`
}

// A PriceReport is an estimate. A price that has an unknown rule has no numbers.
type PriceReport struct {
	Exact      string       `json:"exact,omitempty"`
	Estimate   *int         `json:"estimate,omitempty"`
	Low        *int         `json:"low,omitempty"`
	High       *int         `json:"high,omitempty"`
	Confidence Confidence   `json:"confidence"`
	Steps      []StepReport `json:"steps"`
	Guesses    []string     `json:"guesses,omitempty"` // terms that few prices speak of

	Of Estimate `json:"-"`
}

// A StepReport is a part of a price with its name, and the sum so far.
type StepReport struct {
	What  string `json:"what"`
	Value string `json:"value"`
}

// Report is an estimate as scripts read it.
func (e *Estimate) Report() PriceReport {
	r := PriceReport{Confidence: e.Confidence, Steps: []StepReport{}, Guesses: e.Guesses, Of: *e}
	for _, s := range e.Steps {
		r.Steps = append(r.Steps, StepReport{s.Explained(), s.Value.StringFixed(2)})
	}
	if e.Confidence != Unknown {
		r.Exact, r.Estimate, r.Low, r.High = e.Exact.StringFixed(2), &e.Points, &e.Low, &e.High
	}
	return r
}

// PriceBook prices the units of a book that are named, all if none is, for a game
// that may use it; nil for the book's own.
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
				up.Options = append(up.Options, OptionPrice{ID: o.ID, What: o.Name, Stated: o.CostFor(u.ID), PriceReport: e.Report(), Unknown: e.Unknown})
			}
		}
		priced.Units = append(priced.Units, up)
	}
	return priced
}

// SideBySide lists the parts of two estimates: what each is, and what it is worth in
// the one and in the other.
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
