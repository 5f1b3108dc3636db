// Package data holds the files of the army books that ship with muster, in a folder for
// each game system.
package data

import "embed"

// Files holds the shipped books: "gf-3/steel-wardens.yaml".
//
//go:embed aof gf-*
var Files embed.FS
