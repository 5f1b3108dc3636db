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

// Prices are the terms of the form for one release.
//
//schema:file points/1
type Prices struct {
	System  string `yaml:"system" schema:"required,like gf-3"`   // the game of the books
	Release string `yaml:"release" schema:"required,like 3.5.3"` // the release of the books
	Books   int    `yaml:"books" schema:"0..1000"`               // number of books
	Units   int    `yaml:"units" schema:"0..100000"`             // number of their units
	Options int    `yaml:"options" schema:"0..1000000"`          // number of their prices to the cent
	Terms   []Term `yaml:"terms" layout:"lines" schema:"required"`
	// Doubts are what exact terms do not hold for.
	Doubts []Doubt `yaml:"doubts,omitempty" layout:"lines"`

	ids    map[string]form.TermID
	values []float64
	tables form.Tables
}

// A Term is one number of the form.
type Term struct {
	Name       string     `yaml:"term" schema:"required,1.."`             // its name, such as range 24
	Value      float64    `yaml:"value" schema:"required"`                // the number
	Equations  int        `yaml:"equations" schema:"required,0..1000000"` // number of prices that depend on it
	Spread     float64    `yaml:"spread" schema:"required,0.."`           // half of these put it within this
	Confidence Confidence `yaml:"confidence" schema:"required"`           // the certainty of the value
}

// A Doubt is a term, or two, that exact prices do not come of: prices that depend on them were
// off by more than a cent, though each of their terms is exact. In place of a term stands
// "rule aircraft" for a rule of the unit.
type Doubt struct {
	Of     string `yaml:"of" schema:"required,1.."`
	With   string `yaml:"with,omitempty" schema:"1.."`
	Off    int    `yaml:"off" schema:"required,1..1000000"`    // number of prices that were off
	Prices int    `yaml:"prices" schema:"required,1..1000000"` // number of prices that depend on them
}

// Covers reports whether a price depends on what is in doubt. grounds are sorted.
func (d *Doubt) Covers(grounds []string) bool {
	for _, name := range []string{d.Of, d.With} {
		if _, ok := slices.BinarySearch(grounds, name); name != "" && !ok {
			return false
		}
	}
	return true
}

// Confidence is the certainty of a term or of a price.
type Confidence string

// The degrees of certainty.
const (
	Exact   Confidence = "exact"   // five or more prices to the cent agree on it; of a price: on all that it depends on, together
	Fitted  Confidence = "fitted"  // the best fit to five or more prices
	Guess   Confidence = "guess"   // of a term: fewer than five prices depend on it
	Unknown Confidence = "unknown" // of a price: a rule has no term
)

// EnoughPrices is the number of prices that a term needs.
const EnoughPrices = 5

// Read reads a file of prices.
func Read(document *schema.Document) (*Prices, error) {
	p := new(Prices)
	if err := document.Decode(p); err != nil {
		return nil, err
	}
	return p, p.Index()
}

// PricesOf returns the shipped prices of a game, of its newest release; ok is false for a game without any.
func PricesOf(system string) (p *Prices, ok bool) {
	p, ok = shipped()[system]
	return p, ok
}

var shipped = sync.OnceValue(func() map[string]*Prices {
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

// Index prepares the terms for the form. The error names a term of the form that is missing.
func (p *Prices) Index() error {
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
	}, p.rows)
	if missing != "" {
		return fmt.Errorf("the prices of %s %s have no term `%s`", p.System, p.Release, missing)
	}
	return nil
}

// rows returns the numbers with a row in a table.
func (p *Prices) rows(name string) (all []int) {
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
