package build

import "muster/web/desk"

// Routes returns the pages of the package.
func (h *Handler) Routes() desk.Routes {
	return desk.Routes{
		"GET /lists/{id}":     h.WithList(h.build),
		"POST /lists/{id}/do": h.changeList,
	}
}
