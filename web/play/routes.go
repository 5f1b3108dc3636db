package play

import (
	"maps"

	"muster/web/desk"
)

// Routes are the pages of the room.
func (h *Handler) Routes() desk.Routes {
	routes := desk.Routes{
		"GET /games":                          h.games,
		"GET /games/{folder}/{file}":          h.keptGame,
		"GET /lists/{id}/play":                h.OfList(h.play),
		"POST /lists/{id}/play":               h.playDo,
		"GET /lists/{id}/play/target":         h.OfList(h.playTarget),
		"GET /lists/{id}/play/unit":           h.OfList(h.playUnit),
		"GET /lists/{id}/play/foe":            h.OfList(h.playFoe),
		"GET /lists/{id}/play/odds":           h.OfList(h.playOdds),
		"GET /lists/{id}/play/summary":        h.OfList(h.playSummary),
		"GET /lists/{id}/play/summary/{form}": h.OfList(h.playSummary),
	}
	maps.Copy(routes, h.sharedRoutes())
	return routes
}
