// Package shelf has the pages of a person's lists, army books and trash, and the intake.
package shelf

import (
	"muster/builder"
	"muster/web/desk"
)

// A Handler answers requests about lists, army books and the trash.
type Handler struct {
	*desk.Core
	came waiting
	// Paused returns in a line how the game of a list stands, "" if none is on.
	Paused func(id string, roster builder.Roster) string
}

// Waits reports whether anything that came in waits to be kept.
func (h *Handler) Waits() bool { return h.came.any() }
