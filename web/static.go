//go:build !js

package web

import (
	"embed"
	"net/http"
)

//go:embed static
var staticFiles embed.FS

// handleStatic serves the style, the scripts and the icons.
func (s *server) handleStatic() {
	s.HandleFunc("GET /static/", func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, staticFiles, r.URL.Path) })
}
