package play

import (
	"maps"

	"muster/web/desk"
)

// Routes returns the pages of the package.
func (h *Handler) Routes() desk.Routes {
	routes := desk.Routes{
		"GET /games":                          h.games,
		"GET /games/{folder}/{file}":          h.keptGame,
		"GET /lists/{id}/play":                h.WithReading(h.play),
		"POST /lists/{id}/play":               h.playDo,
		"GET /lists/{id}/play/target":         h.withTable(h.playTarget),
		"GET /lists/{id}/play/unit":           h.withTable(h.playUnit),
		"GET /lists/{id}/play/foe":            h.withTable(h.playFoe),
		"GET /lists/{id}/play/odds":           h.withTable(h.playOdds),
		"GET /lists/{id}/play/summary":        h.WithReading(h.playSummary),
		"GET /lists/{id}/play/summary/{form}": h.WithReading(h.playSummary),
	}
	maps.Copy(routes, h.sharedRoutes())
	return routes
}
