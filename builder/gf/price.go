package gf

import (
	"github.com/shopspring/decimal"

	"muster/pricing"
)

// Estimated reports whether the book leaves the unit's points to an estimate.
func (u *Unit) Estimated() bool { return u.Of != nil && u.Of.Cost.Auto }

// Steps returns the unit's cost as a sum: the book's price and each upgrade. The value of the
// last step is the cost.
func (u *Unit) Steps() []pricing.Step {
	total := decimal.Zero
	steps := make([]pricing.Step, 0, 1+len(u.Chosen))
	add := func(operator string, count, points int, label string) {
		amount := decimal.NewFromInt(int64(points))
		total = total.Add(amount.Mul(decimal.NewFromInt(int64(max(count, 1)))))
		steps = append(steps, pricing.Step{
			Operator: operator, Count: count, Value: total,
			Terms: []pricing.Term{{Amount: amount, Label: label, Source: u.Book.Name}},
		})
	}
	add("", 0, u.Of.Cost.Points, u.BookName())
	for _, c := range u.Chosen {
		add("+", c.Count, c.CostEach, c.Option.Name)
	}
	return steps
}
