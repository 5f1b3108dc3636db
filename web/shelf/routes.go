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

// Routes are the pages of the room.
func (h *Handler) Routes() desk.Routes {
	return desk.Routes{
		"GET /{$}":                           h.start,
		"GET /club":                          h.club,
		"GET /new":                           h.newList,
		"POST /new":                          h.create,
		"GET /open":                          h.openPage,
		"POST /open":                         h.open,
		"GET /came/{id}":                     h.waits,
		"POST /came/{id}/keep":               h.keepWaiting,
		"POST /came/{id}/back":               h.takeBack,
		"GET /books":                         h.books,
		"GET /books/changes":                 h.changes,
		"GET /books/share":                   h.shareBooks,
		"GET /books/{system}":                h.armoury,
		"GET /books/{system}/{book}":         h.bookPage,
		"POST /books/{system}/{book}/delete": h.deleteBook,
		"POST /lists/{id}/delete":            h.delete,
		"POST /lists/{id}/duplicate":         h.duplicate,
		"POST /lists/{id}/rename":            h.rename,
		"GET /fad":                           h.design,
		"POST /fad":                          h.keepDesign,
		"POST /units/{id}/delete":            h.removeUnit,
		"GET /trash":                         h.trashPage,
		"POST /trash/empty":                  h.empty,
		"POST /trash/{when}/back":            h.bringBack,
		"GET /everything":                    h.everything,
		"POST /everything":                   h.bring,
		"GET /lists/{id}/update":             h.OfList(h.update),
	}
}
