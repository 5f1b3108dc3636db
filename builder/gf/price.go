package gf

import (
	"github.com/shopspring/decimal"

	"muster/pricing"
)

// HasEstimatedCost reports whether the unit's points are an estimate because the book states none.
func (u *Unit) HasEstimatedCost() bool { return u.BookUnit != nil && u.BookUnit.Cost.IsEstimate }

// PriceSteps returns the calculation of the unit's cost: the book's price, then each upgrade. The
// value of the last step is the total.
func (u *Unit) PriceSteps() []pricing.Step {
	total := decimal.Zero
	steps := make([]pricing.Step, 0, 1+len(u.ChosenOptions))
	add := func(operator string, count, points int, label string) {
		amount := decimal.NewFromInt(int64(points))
		total = total.Add(amount.Mul(decimal.NewFromInt(int64(max(count, 1)))))
		steps = append(steps, pricing.Step{
			Operator: operator, Multiplier: count, Value: total,
			Terms: []pricing.Term{{Amount: amount, Label: label, Source: u.Book.Name}},
		})
	}
	add("", 0, u.BookUnit.Cost.Points, u.BookName())
	for _, c := range u.ChosenOptions {
		add("+", c.Count, c.CostPerChoice, c.Option.Name)
	}
	return steps
}
