// Package paper has the pages that print a list, send it as a file, and share it.
package paper

import "muster/web/desk"

// A Handler answers requests for a list as print, as a file, or as a code.
type Handler struct {
	*desk.Core
}

// Routes returns the pages of the package.
func (h *Handler) Routes() desk.Routes {
	return desk.Routes{
		"POST /look":                  h.showShared,
		"POST /look/{form}":           h.showShared,
		"GET /club/{file...}":         h.showClubList,
		"GET /lists/{id}/print":       h.WithListToView(h.print),
		"GET /lists/{id}/share":       h.WithListToView(h.share),
		"GET /lists/{id}/file/{form}": h.WithListToView(h.sendFile),
	}
}
