package paper

import "muster/web/desk"

// Routes are the pages of the room.
func (h *Handler) Routes() desk.Routes {
	return desk.Routes{
		"POST /look":                  h.look,
		"POST /look/{form}":           h.look,
		"GET /club/{file...}":         h.lookClub,
		"GET /lists/{id}/print":       h.OfReading(h.print),
		"GET /lists/{id}/share":       h.OfReading(h.share),
		"GET /lists/{id}/file/{form}": h.OfReading(h.file),
	}
}
