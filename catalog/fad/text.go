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

// unitFile is one unit of Fast and Dirty, kept to be used in many lists.
//
//schema:file unit/1
type unitFile struct {
	System   string `yaml:"system,omitempty" schema:"only fad"`           // the unit's game
	Rounding string `yaml:"rounding,omitempty" schema:"only unit figure"` // what is rounded when it is priced
	House    string `yaml:"armoury,omitempty" schema:"1..300"`            // a house armoury's file
	Unit     `yaml:",inline" schema:"optional id"`
}

// File writes a unit as a file of its own (kind unit/1).
func (u *Unit) File() []byte { return schema.Write("unit/1", &unitFile{Unit: *u}, nil) }

// UnitKeys lists a unit's keys in the order in which they are written.
func UnitKeys() []string { return schema.Keys(Unit{}) }
