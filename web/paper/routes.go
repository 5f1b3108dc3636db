package paper

import "muster/web/desk"

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
