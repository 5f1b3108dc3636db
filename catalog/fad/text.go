package fad

import (
	"strings"

	"muster/schema"
)

// Block writes a unit as the lines of a list's or a file's mapping, without a
// newline at the end: `id: rifles`, `kind: infantry`, …
func (u *Unit) Block() string { return strings.TrimSuffix(schema.Lines(u), "\n") }

// Flow writes a unit on one line: `{id: rifles, kind: infantry, …}`.
func (u *Unit) Flow() string { return schema.Line(u) }

// File writes a unit as a file of its own (kind unit/1).
func (u *Unit) File() []byte { return schema.Write("unit/1", u, nil) }

// UnitKeys lists a unit's keys in the order in which they are written.
func UnitKeys() []string { return schema.Keys(Unit{}) }
