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

// A Price is the cost of a unit with the steps of its calculation.
type Price struct {
	Points int             // the rounded cost, as the game counts it
	Exact  decimal.Decimal // the cost before any rounding
	// Steps is the calculation as a person would write it down.
	Steps []Step
}

// Rounding selects which price is rounded half up: the unit's price, once, or the price of each
// figure (miniature), as in the game's printed army lists (docs/rules-notes.md, Fast and Dirty).
type Rounding string

const (
	RoundUnitPrice    Rounding = "unit" // the unit's price, once; "" means the same
	RoundFigurePrices Rounding = "figure"
)

// A Step is one line of a calculation.
type Step struct {
	Operator   string // "", "+" or "×", written before the step
	Multiplier int    // number by which the sum of Terms is multiplied; 0 if there is none to write
	Terms      []Term
	// FigureFactors holds the factors on the cost of each figure before it is rounded; nil if
	// figures are not rounded.
	FigureFactors []Factor
	Value         decimal.Decimal // the total after this step
}

// A Term is a number in a calculation, with a label.
type Term struct {
	Amount decimal.Decimal
	Label  string // such as "Light" or "Assault Rifle"
	Source string // the table from which the number comes
}

// A Factor multiplies the total by the sum of its terms.
type Factor []Term

// PriceUnit prices a unit by the formula of the game (docs/rules-notes.md, Fast and Dirty): the sum
// of its figures, times Quality and Resolve together, times each trait. It prices illegal units
// too; the error comes from Armoury.CheckIDs.
func PriceUnit(a *fad.Armoury, u *fad.Unit, rounding Rounding) (Price, error) {
	if err := a.CheckIDs(u); err != nil {
		return Price{}, err
	}
	parts, factors := costParts(a, u), costFactors(a, u)
	if rounding == RoundFigurePrices {
		return priceByFigure(parts, factors), nil
	}
	return priceByUnit(parts, factors), nil
}

// priceByUnit returns the price, rounded once at the end.
func priceByUnit(parts []costPart, factors []Factor) Price {
	price := Price{Steps: make([]Step, 0, len(parts)+len(factors))}
	for i, p := range parts {
		price.Exact = price.Exact.Add(multiply(sumTerms(p.terms), p.count))
		price.Steps = append(price.Steps,
			Step{Operator: plusUnlessFirst(i), Multiplier: p.count, Terms: p.terms, Value: price.Exact})
	}
	for _, f := range factors {
		price.Exact = price.Exact.Mul(sumTerms(f))
		price.Steps = append(price.Steps, Step{Operator: "×", Terms: f, Value: price.Exact})
	}
	price.Points = Round(price.Exact)
	return price
}

// priceByFigure returns the price, with the cost of each figure (miniature) rounded before it is
// multiplied.
func priceByFigure(parts []costPart, factors []Factor) Price {
	price := Price{Steps: make([]Step, 0, len(parts))}
	whole := decimal.Zero
	for i, p := range parts {
		figure := sumTerms(p.terms)
		for _, f := range factors {
			figure = figure.Mul(sumTerms(f))
		}
		price.Exact = price.Exact.Add(multiply(figure, p.count))
		whole = whole.Add(multiply(decimal.NewFromInt(int64(Round(figure))), p.count))
		price.Steps = append(price.Steps,
			Step{Operator: plusUnlessFirst(i), Multiplier: p.count, Terms: p.terms, FigureFactors: factors, Value: whole})
	}
	price.Points = Round(whole)
	return price
}

// plusUnlessFirst returns the operator of the step with index i: "+", or "" for the first step.
func plusUnlessFirst(i int) string {
	if i == 0 {
		return ""
	}
	return "+"
}

func sumTerms(terms []Term) decimal.Decimal {
	if len(terms) == 1 {
		return terms[0].Amount
	}
	total := decimal.Zero
	for _, t := range terms {
		total = total.Add(t.Amount)
	}
	return total
}

func multiply(value decimal.Decimal, count int) decimal.Decimal {
	if count <= 1 {
		return value
	}
	return value.Mul(decimal.NewFromInt(int64(count)))
}

var half = decimal.New(5, -1)

// Round rounds points to the nearest whole number; a half goes up.
func Round(d decimal.Decimal) int { return int(d.Add(half).Floor().IntPart()) }

// Text returns the step as a calculation: "9 × (3 + 0 + 1)", "× (1.3 + 0)".
func (s Step) Text() string { return s.format(bareNumber) }

// LabelledText returns the step like Text, with a label after each number: "9 × (3 Infantry + 0
// Light + 1 Assault Rifle)".
func (s Step) LabelledText() string { return s.format(labelledNumber) }

// Sources names the tables from which the step's numbers come, each once.
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
	for _, f := range s.FigureFactors {
		add(f)
	}
	return all
}

// MarshalJSON writes the step in the form of the price command's JSON.
func (s Step) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		What    string   `json:"what"`
		Value   string   `json:"value"`
		Label   string   `json:"label,omitempty"`
		Sources []string `json:"sources,omitempty"`
	}{s.Text(), s.Value.String(), joinLabels(s.Terms), s.Sources()})
}

// format returns the step as a calculation; term formats each number.
func (s Step) format(term func(Term) string) string {
	var b strings.Builder
	if s.Operator != "" {
		b.WriteString(s.Operator + " ")
	}
	if s.Multiplier > 0 {
		fmt.Fprintf(&b, "%d × ", s.Multiplier)
	}
	inner := formatSum(s.Terms, term)
	if s.FigureFactors != nil {
		inner = bracketSum(s.Terms, inner)
		for _, f := range s.FigureFactors {
			inner += " × " + bracketSum(f, formatSum(f, term))
		}
		b.WriteString("round(" + inner + ")")
		return b.String()
	}
	if s.Multiplier > 0 || s.Operator == "×" {
		inner = bracketSum(s.Terms, inner)
	}
	b.WriteString(inner)
	return b.String()
}

// bracketSum puts brackets around the text of a sum if it has several terms.
func bracketSum(terms []Term, text string) string {
	if len(terms) == 1 {
		return text
	}
	return "(" + text + ")"
}

// formatSum returns terms as a sum; term formats each term.
func formatSum(terms []Term, term func(Term) string) string {
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

// bareNumber returns a term's number without its label.
func bareNumber(t Term) string { return t.Amount.String() }

// labelledNumber returns a term's number with its label.
func labelledNumber(t Term) string { return t.Amount.String() + " " + t.Label }

// joinLabels returns the labels of terms, joined by commas.
func joinLabels(terms []Term) string {
	words := make([]string, len(terms))
	for i, t := range terms {
		words[i] = t.Label
	}
	return strings.Join(words, ", ")
}
