// Package data holds the fitted prices of Grimdark Future that ship with muster: a file
// for each release of books that was read (cmd/fitprices).
package data

import "embed"

// Files holds the price files that ship with muster, such as "gf-3.5.3.yaml".
//
//go:embed *.yaml
var Files embed.FS
