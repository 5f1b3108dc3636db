// Package convert turns lists into lists of other things.
package convert

import "slices"

// All returns the results of f for the elements of a list, in their order; nil for an empty list.
func All[E, R any](list []E, f func(E) R) []R {
	all := slices.Grow[[]R](nil, len(list))
	for _, one := range list {
		all = append(all, f(one))
	}
	return all
}
