// Package data holds what ships with muster for Fast and Dirty: the armoury,
// in one file per subject, and the units of a force of muster's own.
package data

import "embed"

// Files are the armoury's files (*.yaml, kind armoury/1), the shipped units (units/*.yaml, kind
// unit/1) and a blank unit for new units of a kind (blank/*.yaml).
//
//go:embed *.yaml units/*.yaml blank/*.yaml
var Files embed.FS
