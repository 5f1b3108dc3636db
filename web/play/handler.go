// Package play has the pages of a game at the table.
package play

import "muster/web/desk"

// A Handler answers requests about the game of a list.
type Handler struct {
	*desk.Core
}
