package play

import "muster/web/desk"

// sharedRoutes returns nothing: other phones cannot reach the games of a site.
func (h *Handler) sharedRoutes() desk.Routes { return nil }
