package web

import "embed"

// staticFiles is empty: a site's host serves these files.
var staticFiles embed.FS

func (s *server) handleStatic() {}
