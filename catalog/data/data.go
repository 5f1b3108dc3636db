// Package data is the army books that ship with muster, as files: a folder for
// each game system that has any.
package data

import "embed"

// Files holds the shipped books: "gf-3/steel-wardens.yaml".
//
//go:embed aof gf-*
var Files embed.FS
