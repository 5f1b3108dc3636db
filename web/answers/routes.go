package answers

import "muster/web/desk"

// Routes returns the pages of the package.
func (h *Handler) Routes() desk.Routes {
	return desk.Routes{
		"GET /event":                      h.event,
		"GET /lists/{id}/events":          h.WithList(h.listEvents),
		"POST /event":                     h.event,
		"POST /api/check":                 h.apiCheckText,
		"GET /api/lists":                  h.apiLists,
		"GET /api/lists/{id}/check":       h.WithList(h.apiCheck),
		"GET /price":                      h.customUnit,
		"GET /lists/{id}/price":           h.WithList(h.unitPrice),
		"GET /lists/{id}/fill":            h.WithList(h.fillPage),
		"POST /lists/{id}/fill":           h.applyFill,
		"GET /lists/{id}/fill/progress":   h.fillProgress,
		"GET /lists/{id}/collection":      h.WithList(h.collectionPage),
		"POST /lists/{id}/collection":     h.saveCollection,
		"GET /lists/{id}/collection/file": h.WithList(h.collectionFile),
		"GET /lists/{id}/odds":            h.WithListToView(h.odds),
		"GET /lists/{id}/beside":          h.WithList(h.compareLists),
		"GET /lists/{id}/match-up":        h.WithListToView(h.matchUp),
		"GET /lists/{id}/does":            h.WithList(h.compare),
		"GET /lists/{id}/rule":            h.WithListToView(h.rule),
	}
}
