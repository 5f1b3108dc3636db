// Package data is the armies and equipment that ship with muster, as files: a
// folder for each game system.
package data

import "embed"

// Files holds the shipped files: "gf-3/steel-wardens.yaml".
//
//go:embed all:*
var Files embed.FS
