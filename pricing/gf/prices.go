// Package gf estimates what units and options of Grimdark Future cost: the form of
// a price, and the numbers of a release, which a program fits to its army books
// (cmd/fitprices). docs/points.md has the form, and how well it holds.
package gf

import (
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"muster/pricing/data"
	"muster/schema"
)

// Prices are the numbers of one release: every term of the form, with what is
// known of it.
//
//schema:file points/1
type Prices struct {
	System  string `yaml:"system" schema:"required,like gf-3"`   // the game whose books these are
	Release string `yaml:"release" schema:"required,like 3.5.3"` // the release of those books
	Books   int    `yaml:"books" schema:"0..1000"`               // how many books the numbers were read off
	Units   int    `yaml:"units" schema:"0..100000"`             // how many units those have
	Options int    `yaml:"options" schema:"0..1000000"`          // how many prices to the cent those have
	Terms   []Term `yaml:"terms" layout:"lines" schema:"required"`

	names  map[string]number
	values []float64
	tables tables
}

// A Term is one number of the form.
type Term struct {
	Name       string     `yaml:"term" schema:"required,1.."`             // what it is of, such as range 24
	Value      float64    `yaml:"value" schema:"required"`                // the number
	Equations  int        `yaml:"equations" schema:"required,0..1000000"` // how many prices speak of it
	Spread     float64    `yaml:"spread" schema:"required,0.."`           // half of them put it no farther away
	Confidence Confidence `yaml:"confidence" schema:"required"`           // how sure that makes it
}

// Confidence says how much is known of a number or of a price.
type Confidence string

// How sure a number or a price is.
const (
	Exact   Confidence = "exact"   // five or more prices to the cent agree on it
	Fitted  Confidence = "fitted"  // it is what five or more prices come nearest with
	Guess   Confidence = "guess"   // of a number: fewer than five prices speak of it
	Unknown Confidence = "unknown" // of a price: a rule has no number
)

// enough is how many prices a number takes.
const enough = 5

// Read reads a file of prices.
func Read(document *schema.Document) (*Prices, error) {
	p := new(Prices)
	if err := document.Decode(p); err != nil {
		return nil, err
	}
	return p, p.index()
}

// Of returns the prices of a game that ship with muster, those of its newest
// release; ok is false for a game without any.
func Of(system string) (p *Prices, ok bool) {
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
		document, err := schema.Trust(file, text, "points/1")
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

// index puts the terms where the form finds them.
func (p *Prices) index() error {
	p.names, p.values = make(map[string]number, len(p.Terms)), make([]float64, len(p.Terms))
	for i, t := range p.Terms {
		p.names[t.Name], p.values[i] = number(i), t.Value
	}
	missing := ""
	p.tables = layout(func(name string) number {
		n, ok := p.names[name]
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

// rows lists the numbers that a table has rows for.
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

// layout finds the terms that every price uses: what single terms are called, and
// which rows tables have.
func layout(find func(name string) number, rows func(table string) []int) (t tables) {
	t.scale = find("scale")
	for q := 2; q <= 6; q++ {
		t.hit[q], t.quality[q], t.defense[q] = find(fmt.Sprint("hit ", q)), find(fmt.Sprint("quality ", q)), find(fmt.Sprint("defense ", q))
	}
	for x := range t.ap {
		t.ap[x], t.cover[x] = find(fmt.Sprint("ap ", x)), find(fmt.Sprint("cover ", x))
	}
	for _, each := range []struct {
		table *table
		name  string
	}{{&t.ranges, "range"}, {&t.deadly, "deadly"}, {&t.blast, "blast"}, {&t.tough, "tough"}} {
		for _, n := range rows(each.name) {
			each.table.add(n, find(fmt.Sprint(each.name, " ", n)))
		}
	}
	t.squad, t.member, t.squadAttacks = find("aura squad"), find("aura member"), find("aura attacks")
	t.unitRange, t.optionRange = find("range of units"), find("range of options")
	return t
}
