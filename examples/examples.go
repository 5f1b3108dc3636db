// Package examples holds the lists that the documents use and that a new player
// may begin to play with.
package examples

import "embed"

// Files are lists of the books that ship with muster.
//
//go:embed third-company.yaml spring-tide.yaml heather-march.yaml fad-outpost.yaml
var Files embed.FS
