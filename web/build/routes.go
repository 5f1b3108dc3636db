package build

import "muster/web/desk"

// Routes are the pages of the room.
func (h *Handler) Routes() desk.Routes {
	return desk.Routes{
		"GET /lists/{id}":     h.OfList(h.build),
		"POST /lists/{id}/do": h.do,
	}
}
