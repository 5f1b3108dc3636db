package play

import (
	"maps"

	"muster/web/desk"
)

// Routes returns the pages of the package.
func (h *Handler) Routes() desk.Routes {
	routes := desk.Routes{
		"GET /games":                          h.games,
		"GET /games/{folder}/{file}":          h.storedGame,
		"GET /lists/{id}/play":                h.WithListToView(h.play),
		"POST /lists/{id}/play":               h.handleTap,
		"GET /lists/{id}/play/target":         h.withGame(h.targetPage),
		"GET /lists/{id}/play/unit":           h.withGame(h.unitPage),
		"GET /lists/{id}/play/foe":            h.withGame(h.opponentPage),
		"GET /lists/{id}/play/odds":           h.withGame(h.playOdds),
		"GET /lists/{id}/play/summary":        h.WithListToView(h.summaryPage),
		"GET /lists/{id}/play/summary/{form}": h.WithListToView(h.summaryPage),
	}
	maps.Copy(routes, h.sharedRoutes())
	return routes
}
