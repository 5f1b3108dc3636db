// Package shelf has the pages of a person's lists, army books and trash, and the intake.
package shelf

import (
	"muster/builder"
	"muster/web/desk"
)

// A Handler answers requests about lists, army books and the trash.
type Handler struct {
	*desk.Core
	waiting waitingArrivals
	// GameStatus describes the state of a list's unfinished game in a line; "" if there is none.
	GameStatus func(id string, roster builder.Roster) string
}

// HasWaitingFiles reports whether imported files wait for confirmation.
func (h *Handler) HasWaitingFiles() bool { return h.waiting.hasAny() }

// Routes returns the pages of the package.
func (h *Handler) Routes() desk.Routes {
	return desk.Routes{
		"GET /{$}":                           h.start,
		"GET /club":                          h.club,
		"GET /new":                           h.newList,
		"POST /new":                          h.create,
		"GET /open":                          h.openPage,
		"POST /open":                         h.openFiles,
		"GET /came/{id}":                     h.waitingPage,
		"POST /came/{id}/keep":               h.saveWaiting,
		"POST /came/{id}/back":               h.undoImport,
		"GET /books":                         h.books,
		"GET /books/changes":                 h.bookChanges,
		"GET /books/share":                   h.shareFiles,
		"GET /books/{system}":                h.armoury,
		"GET /books/{system}/{book}":         h.bookPage,
		"POST /books/{system}/{book}/delete": h.deleteBook,
		"POST /lists/{id}/delete":            h.delete,
		"POST /lists/{id}/duplicate":         h.duplicate,
		"POST /lists/{id}/rename":            h.rename,
		"GET /fad":                           h.design,
		"POST /fad":                          h.storeDesign,
		"POST /units/{id}/delete":            h.removeUnit,
		"GET /trash":                         h.trashPage,
		"POST /trash/empty":                  h.emptyTrash,
		"POST /trash/{when}/back":            h.restore,
		"GET /everything":                    h.sendAll,
		"POST /everything":                   h.restoreCopy,
		"GET /lists/{id}/update":             h.WithList(h.updatePreview),
	}
}
