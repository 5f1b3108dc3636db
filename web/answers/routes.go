package answers

import "muster/web/desk"

// Routes are the pages of the room.
func (h *Handler) Routes() desk.Routes {
	return desk.Routes{
		"GET /event":                      h.event,
		"GET /lists/{id}/events":          h.OfList(h.listEvents),
		"POST /event":                     h.event,
		"POST /api/check":                 h.apiCheckText,
		"GET /api/lists":                  h.apiLists,
		"GET /api/lists/{id}/check":       h.OfList(h.apiCheck),
		"GET /price":                      h.ownUnit,
		"GET /lists/{id}/price":           h.OfList(h.unitPrice),
		"GET /lists/{id}/fill":            h.OfList(h.fillPage),
		"POST /lists/{id}/fill":           h.fillTake,
		"GET /lists/{id}/fill/progress":   h.fillProgress,
		"GET /lists/{id}/collection":      h.OfList(h.collectionPage),
		"POST /lists/{id}/collection":     h.keepCollection,
		"GET /lists/{id}/collection/file": h.OfList(h.collectionFile),
		"GET /lists/{id}/odds":            h.OfReading(h.odds),
		"GET /lists/{id}/beside":          h.OfList(h.listsBeside),
		"GET /lists/{id}/match-up":        h.OfReading(h.matchUp),
		"GET /lists/{id}/does":            h.OfList(h.compare),
		"GET /lists/{id}/rule":            h.OfReading(h.rule),
	}
}
