// Package pricing computes the price of a unit, step by step, in exact decimals.
package pricing

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"muster/catalog/fad"
)

// A Price is the cost of a unit with its calculation.
type Price struct {
	Points int             // as the game counts it
	Exact  decimal.Decimal // the same sum before any rounding
	// Steps are the sum as a person would write it down: the value of each step
	// is the total so far.
	Steps []Step
}

// Rounding selects the price that is rounded half up: the unit's price, once, or each
// figure's, as in the game's printed army lists (docs/rules-notes.md, Fast and Dirty).
type Rounding string

// The ways of rounding.
const (
	RoundUnit   Rounding = "unit" // also the zero value's meaning
	RoundFigure Rounding = "figure"
)

// A Step is one line of a sum.
type Step struct {
	Operator string // "", "+" or "×", put before the rest
	Count    int    // so many times the sum of the terms; 0 for once, unwritten
	Terms    []Term
	// Rounded holds the factors applied to each figure before it is rounded; nil if
	// figures are not rounded.
	Rounded []Factor
	Value   decimal.Decimal // the total after this step
}

// A Term is a labelled number of a sum.
type Term struct {
	Amount decimal.Decimal
	Label  string // "Light", "Assault Rifle"
	Source string // the table that the number stands in
}

// A Factor is terms that are added up and then multiply.
type Factor []Term

// Unit prices a unit by the one formula of the game (docs/rules-notes.md, Fast and Dirty): the sum of
// its figures, times Quality and Resolve together, times each trait. It prices
// illegal units too; the error is that of Armoury.CheckIDs.
func Unit(a *fad.Armoury, u *fad.Unit, rounding Rounding) (Price, error) {
	if err := a.CheckIDs(u); err != nil {
		return Price{}, err
	}
	parts, factors := parts(a, u), factors(a, u)
	if rounding == RoundFigure {
		return byFigure(parts, factors), nil
	}
	return byUnit(parts, factors), nil
}

// byUnit rounds once, at the end.
func byUnit(parts []part, factors []Factor) Price {
	price := Price{Steps: make([]Step, 0, len(parts)+len(factors))}
	for i, p := range parts {
		price.Exact = price.Exact.Add(times(sum(p.terms), p.count))
		price.Steps = append(price.Steps,
			Step{Operator: plusAfter(i), Count: p.count, Terms: p.terms, Value: price.Exact})
	}
	for _, f := range factors {
		price.Exact = price.Exact.Mul(sum(f))
		price.Steps = append(price.Steps, Step{Operator: "×", Terms: f, Value: price.Exact})
	}
	price.Points = Round(price.Exact)
	return price
}

// byFigure rounds the price of each figure, and counts the rounded ones.
func byFigure(parts []part, factors []Factor) Price {
	price := Price{Steps: make([]Step, 0, len(parts))}
	whole := decimal.Zero
	for i, p := range parts {
		figure := sum(p.terms)
		for _, f := range factors {
			figure = figure.Mul(sum(f))
		}
		price.Exact = price.Exact.Add(times(figure, p.count))
		whole = whole.Add(times(decimal.NewFromInt(int64(Round(figure))), p.count))
		price.Steps = append(price.Steps,
			Step{Operator: plusAfter(i), Count: p.count, Terms: p.terms, Rounded: factors, Value: whole})
	}
	price.Points = Round(whole)
	return price
}

func plusAfter(i int) string {
	if i == 0 {
		return ""
	}
	return "+"
}

func sum(terms []Term) decimal.Decimal {
	if len(terms) == 1 {
		return terms[0].Amount
	}
	total := decimal.Zero
	for _, t := range terms {
		total = total.Add(t.Amount)
	}
	return total
}

func times(value decimal.Decimal, count int) decimal.Decimal {
	if count <= 1 {
		return value
	}
	return value.Mul(decimal.NewFromInt(int64(count)))
}

var half = decimal.New(5, -1)

// Round rounds points to the nearest whole number; a half goes up.
func Round(d decimal.Decimal) int { return int(d.Add(half).Floor().IntPart()) }

// What returns the step as a sum: "9 × (3 + 0 + 1)", "× (1.3 + 0)".
func (s Step) What() string { return s.write(bare) }

// Explained returns What with a label after each number: "9 × (3 Infantry + 0 Light + 1
// Assault Rifle)".
func (s Step) Explained() string { return s.write(labelled) }

// Sources names the tables that the step's numbers are from, each once.
func (s Step) Sources() []string {
	var all []string
	add := func(terms []Term) {
		for _, t := range terms {
			if t.Source != "" && !slices.Contains(all, t.Source) {
				all = append(all, t.Source)
			}
		}
	}
	add(s.Terms)
	for _, f := range s.Rounded {
		add(f)
	}
	return all
}

// MarshalJSON writes the step as the price command's JSON has it.
func (s Step) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		What    string   `json:"what"`
		Value   string   `json:"value"`
		Label   string   `json:"label,omitempty"`
		Sources []string `json:"sources,omitempty"`
	}{s.What(), s.Value.String(), labels(s.Terms), s.Sources()})
}

func (s Step) write(term func(Term) string) string {
	var b strings.Builder
	if s.Operator != "" {
		b.WriteString(s.Operator + " ")
	}
	if s.Count > 0 {
		fmt.Fprintf(&b, "%d × ", s.Count)
	}
	inner := writeSum(s.Terms, term)
	if s.Rounded != nil {
		inner = bracket(s.Terms, inner)
		for _, f := range s.Rounded {
			inner += " × " + bracket(f, writeSum(f, term))
		}
		b.WriteString("round(" + inner + ")")
		return b.String()
	}
	if s.Count > 0 || s.Operator == "×" {
		inner = bracket(s.Terms, inner)
	}
	b.WriteString(inner)
	return b.String()
}

func bracket(terms []Term, text string) string {
	if len(terms) == 1 {
		return text
	}
	return "(" + text + ")"
}

func writeSum(terms []Term, term func(Term) string) string {
	var b strings.Builder
	for i, t := range terms {
		switch {
		case i > 0 && t.Amount.IsNegative():
			b.WriteString(" - ")
			t.Amount = t.Amount.Neg()
		case i > 0:
			b.WriteString(" + ")
		}
		b.WriteString(term(t))
	}
	return b.String()
}

func bare(t Term) string { return t.Amount.String() }

func labelled(t Term) string { return t.Amount.String() + " " + t.Label }

func labels(terms []Term) string {
	words := make([]string, len(terms))
	for i, t := range terms {
		words[i] = t.Label
	}
	return strings.Join(words, ", ")
}
