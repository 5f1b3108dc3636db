package web

import "embed"

// staticFiles are empty: a site's host has the style, the scripts and the drawings.
var staticFiles embed.FS

func (s *server) handleStatic() {}
