// Package answers has the pages that answer a question: odds, comparisons, prices, ways to fill
// a list from a person's collection, the meaning of a rule, and lists against an event's rules.
package answers

import (
	"sync/atomic"

	"muster/web/desk"
)

// A Handler answers requests for the pages of this package: odds, comparisons, prices, ways to fill
// a list, and events.
type Handler struct {
	*desk.Core
	lastFill atomic.Pointer[lastFill] // the last question how to fill a list, and its answers
}
