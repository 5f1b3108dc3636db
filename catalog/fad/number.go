package fad

import (
	"fmt"
	"regexp"

	"github.com/shopspring/decimal"
)

// A Number is an exact decimal from a file: points, a multiplier, a modifier.
//
//schema:form {"type": "number"}
type Number struct{ decimal.Decimal }

// plainNumber allows no exponents: they could stand for a billion digits.
var plainNumber = regexp.MustCompile(`^[+-]?[0-9]{1,7}(\.[0-9]{1,6})?$`)

// UnmarshalText parses a number in plain notation, with at most seven digits before the
// point and six after it.
func (n *Number) UnmarshalText(text []byte) error {
	if !plainNumber.Match(text) {
		return fmt.Errorf("%q should be a plain number such as 1.25", text)
	}
	return n.Decimal.UnmarshalText(text)
}
