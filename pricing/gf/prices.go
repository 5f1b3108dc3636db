// Package gf estimates the prices of units and options of Grimdark Future: package form is the form of a price, and
// Prices are its terms for a release, fitted to its army books (package fit). docs/dev/points.md explains the form and
// measures its errors.
package gf

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"muster/pricing/data"
	"muster/pricing/gf/form"
	"muster/schema"
)

// Prices are the terms of the price formula for one release of the army books.
//
//schema:file points/1
type Prices struct {
	System      string `yaml:"system" schema:"required,like gf-3"`   // the game of the books
	Release     string `yaml:"release" schema:"required,like 3.5.3"` // the release of the books
	BookCount   int    `yaml:"books" schema:"0..1000"`               // number of books
	UnitCount   int    `yaml:"units" schema:"0..100000"`             // number of their units
	OptionCount int    `yaml:"options" schema:"0..1000000"`          // number of options with a price to the cent
	Terms       []Term `yaml:"terms" layout:"lines" schema:"required"`
	// Doubts are combinations of exact terms that did not give the stated prices.
	Doubts []Doubt `yaml:"doubts,omitempty" layout:"lines"`

	ids    map[string]form.TermID // by the name of the term
	values []float64              // by form.TermID
	tables form.Tables
}

// A Term is one number of the price formula.
type Term struct {
	Name       string  `yaml:"term" schema:"required,1.."`             // its name, such as range 24
	Value      float64 `yaml:"value" schema:"required"`                // the number
	PriceCount int     `yaml:"equations" schema:"required,0..1000000"` // number of prices that depend on it
	// half of the prices that depend on the term imply a value within this distance of Value
	MedianDeviation float64    `yaml:"spread" schema:"required,0.."`
	Confidence      Confidence `yaml:"confidence" schema:"required"` // the certainty of the value
}

// A Doubt is an exact term, or two together, for which the formula is wrong: prices that depend on
// them were off by more than a cent, though all of their terms are exact. "rule aircraft" in place
// of a term means a rule of the unit.
type Doubt struct {
	Term            string `yaml:"of" schema:"required,1.."`
	OtherTerm       string `yaml:"with,omitempty" schema:"1.."`
	WrongPriceCount int    `yaml:"off" schema:"required,1..1000000"`    // number of prices that were off
	PriceCount      int    `yaml:"prices" schema:"required,1..1000000"` // number of prices that depend on them
}

// AppliesTo reports whether the doubt applies to a price that depends on the names in grounds
// (sorted).
func (d *Doubt) AppliesTo(grounds []string) bool {
	for _, name := range []string{d.Term, d.OtherTerm} {
		if _, ok := slices.BinarySearch(grounds, name); name != "" && !ok {
			return false
		}
	}
	return true
}

// Confidence states how certain the value of a term or a price is.
type Confidence string

const (
	// of a term: five or more prices to the cent agree on it; of a price: they agree on all its
	// terms together
	Exact   Confidence = "exact"
	Fitted  Confidence = "fitted"  // the value fits five or more prices best, but not all exactly
	Guess   Confidence = "guess"   // of a term: fewer than five prices depend on it
	Unknown Confidence = "unknown" // of a price: a rule has no term
)

// MinPricesForFit is the number of prices that must depend on a term for its value to be more than
// a guess.
const MinPricesForFit = 5

// Read reads prices from the document of their file.
func Read(document *schema.Document) (*Prices, error) {
	p := new(Prices)
	if err := document.Decode(p); err != nil {
		return nil, err
	}
	return p, p.PrepareTables()
}

// PricesOf returns the prices that ship with muster for a game system, for the newest release of
// its army books; ok is false if there are none.
func PricesOf(system string) (p *Prices, ok bool) {
	p, ok = shippedPrices()[system]
	return p, ok
}

// shippedPrices returns the prices that ship with muster for the newest release of each game
// system, by the system's id.
var shippedPrices = sync.OnceValue(func() map[string]*Prices {
	files, err := fs.Glob(data.Files, "*.yaml")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	all := map[string]*Prices{}
	for _, file := range files { // sorted, so that the newest is last
		text, err := data.Files.ReadFile(file)
		if err != nil {
			panic(err)
		}
		document, err := schema.ReadTrusted(file, text, "points/1")
		if err != nil {
			panic(err)
		}
		p, err := Read(document)
		if err != nil {
			panic(err)
		}
		all[p.System] = p
	}
	return all
})

// PrepareTables looks up the terms of the formula's tables; pricing needs them. The error names a
// missing term.
func (p *Prices) PrepareTables() error {
	p.ids, p.values = make(map[string]form.TermID, len(p.Terms)), make([]float64, len(p.Terms))
	for i, t := range p.Terms {
		p.ids[t.Name], p.values[i] = form.TermID(i), t.Value
	}
	missing := ""
	p.tables = form.NewTables(func(name string) form.TermID {
		n, ok := p.ids[name]
		if !ok && missing == "" {
			missing = name
		}
		return n
	}, p.tableNumbers)
	if missing != "" {
		return fmt.Errorf("the prices of %s %s have no term `%s`", p.System, p.Release, missing)
	}
	return nil
}

// tableNumbers returns the numbers for which a table has a term: 12 and 24 for "range 12" and
// "range 24".
func (p *Prices) tableNumbers(name string) (all []int) {
	for i := range p.Terms {
		if of, ok := strings.CutPrefix(p.Terms[i].Name, name+" "); ok {
			var n int
			if _, err := fmt.Sscanf(of, "%d", &n); err == nil && fmt.Sprint(n) == of {
				all = append(all, n)
			}
		}
	}
	return all
}
