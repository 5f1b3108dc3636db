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
		"GET /lists/{id}/play":                h.OfReading(h.play),
		"POST /lists/{id}/play":               h.playDo,
		"GET /lists/{id}/play/target":         h.ofTable(h.playTarget),
		"GET /lists/{id}/play/unit":           h.ofTable(h.playUnit),
		"GET /lists/{id}/play/foe":            h.ofTable(h.playFoe),
		"GET /lists/{id}/play/odds":           h.ofTable(h.playOdds),
		"GET /lists/{id}/play/summary":        h.OfReading(h.playSummary),
		"GET /lists/{id}/play/summary/{form}": h.OfReading(h.playSummary),
	}
	maps.Copy(routes, h.sharedRoutes())
	return routes
}
