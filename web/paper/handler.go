// Package paper has the pages that print a list, send it as a file, and share it.
package paper

import "muster/web/desk"

// A Handler answers requests for a list as print, as a file, or as a code.
type Handler struct {
	*desk.Core
}
