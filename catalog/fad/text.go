package fad

import (
	"slices"

	"muster/schema"
)

// unitFile is a file with one unit of Fast and Dirty, to use in many lists.
//
//schema:file unit/1
type unitFile struct {
	System string `yaml:"system,omitempty" schema:"only fad"` // the unit's game
	// the price that is rounded
	RoundedPrice string `yaml:"rounding,omitempty" schema:"only unit figure"`
	HouseArmoury string `yaml:"armoury,omitempty" schema:"1..300"` // a house armoury's file
	Unit         `yaml:",inline" schema:"optional id"`
}

// File returns a file with the unit (kind unit/1).
func (u *Unit) File() []byte { return schema.Write("unit/1", &unitFile{Unit: *u}, nil) }

// UnitKeys returns a unit's keys in lists, in the order of files.
func UnitKeys() []string { return slices.Insert(schema.YAMLKeys(Unit{}), 1, "unit") }
