package fad

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	data "muster/catalog/data/fad"
	"muster/convert"
	"muster/schema"
)

// System is the id of Fast and Dirty.
const System = "fad"

// The force that ships with muster: units of every kind, to begin with.
const (
	ForceID   = "free-company"
	ForceName = "Saltmarsh Free Company"
)

// CodeNotStored is the code of the error for an unknown stored unit.
const CodeNotStored = "stock/unknown"

// A Stored unit is a unit to use in many lists, in a unit/1 file that ships with muster
// or lies in a player's folder.
type Stored struct {
	ID    string // the file's name without its extension
	Unit  Unit
	Place schema.Place // zero for a shipped unit
}

// Shipped reports whether the unit ships with muster.
func (s *Stored) Shipped() bool { return s.Place.Folder == nil }

// A Stock holds stored units, and blank units for new designs.
type Stock struct{ units, blank []Stored }

// LoadStock reads the shipped units and those in a folder; the folder may be nil or
// missing. A player's unit hides a shipped one with the same id. The error joins the
// problems of files in the folder; the stock holds all other units.
func LoadStock(folder fs.FS) (*Stock, error) {
	stock, err := shippedStock()
	if err != nil {
		return nil, err
	}
	if folder == nil {
		return stock, nil
	}
	stock = &Stock{slices.Clone(stock.units), stock.blank}
	return stock, stock.read(folder, "*.yaml", false)
}

var shippedStock = sync.OnceValues(func() (*Stock, error) {
	stock := new(Stock)
	err := stock.read(data.Files, "blank/*.yaml", true)
	stock.blank, stock.units = stock.units, nil
	return stock, errors.Join(err, stock.read(data.Files, "units/*.yaml", true))
})

// read adds the units in the files of a folder that match a pattern.
func (s *Stock) read(folder fs.FS, pattern string, shipped bool) error {
	files, err := fs.Glob(folder, pattern)
	if err != nil {
		return err
	}
	var bad []error
	for _, file := range files {
		stored := Stored{ID: strings.TrimSuffix(path.Base(file), path.Ext(file))}
		place := schema.Place{Folder: folder, Name: file}
		if !shipped {
			stored.Place = place
		}
		document, err := place.Read("unit/1")
		if err == nil {
			stored.Unit, err = ReadUnit(document.File, document.Root())
		}
		if err != nil {
			bad = append(bad, err)
			continue
		}
		s.put(stored)
	}
	return errors.Join(bad...)
}

func (s *Stock) put(unit Stored) {
	if i := slices.IndexFunc(s.units, func(u Stored) bool { return u.ID == unit.ID }); i >= 0 {
		s.units[i] = unit
		return
	}
	s.units = append(s.units, unit)
}

// StartOf returns the unit that a new unit of a kind starts as: a stored or a blank one.
func (s *Stock) StartOf(kind *KindCost) (*Stored, error) {
	whole := Stock{units: slices.Concat(s.units, s.blank)}
	return whole.Find(kind.BeginsAs)
}

// All returns the stored units, the shipped ones first.
func (s *Stock) All() []Stored { return s.units }

// IDs returns the ids of the stored units.
func (s *Stock) IDs() []string { return convert.All(s.units, func(u Stored) string { return u.ID }) }

// Find returns the stored unit with an id. The error suggests a similar id.
func (s *Stock) Find(id string) (*Stored, error) {
	for i := range s.units {
		if s.units[i].ID == id {
			return &s.units[i], nil
		}
	}
	return nil, schema.Errorf(CodeNotStored, "no unit `%s` is stored%s", id, schema.DidYouMean(id, s.IDs()))
}
