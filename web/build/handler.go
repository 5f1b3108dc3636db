// Package build is the builder's page of a list: the offers, the list, and a unit, the findings
// or the settings beside it.
package build

import (
	"muster/builder"
	"muster/web/desk"
)

// A Handler answers requests that show or change a list.
type Handler struct {
	*desk.Core
	// UnusedModels returns the models in a person's collections that a list does not use, by unit
	// key.
	UnusedModels func(roster builder.Roster) (map[string]int, error)
}
