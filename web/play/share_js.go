package play

import "muster/web/desk"

// sharedRoutes are none: nobody reaches the games of a site.
func (h *Handler) sharedRoutes() desk.Routes { return nil }
