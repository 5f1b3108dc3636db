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

// SystemID is the id of the game system Fast and Dirty.
const SystemID = "fad"

// The force that ships with muster: units of every kind, to start from.
const (
	ShippedForceID   = "free-company"
	ShippedForceName = "Saltmarsh Free Company"
)

// CodeNotStored is the code of the error for an unknown stored unit.
const CodeNotStored = "stock/unknown"

// A StoredUnit is a unit to use in many lists, in a unit/1 file that ships with muster or lies in a
// player's folder.
type StoredUnit struct {
	ID   string // the file's name without its extension
	Unit Unit
	Path schema.FilePath // the place of the file; zero for a shipped unit
}

// Shipped reports whether the unit ships with muster.
func (s *StoredUnit) Shipped() bool { return s.Path.Folder == nil }

// A Stock holds stored units, and blank units for new designs.
type Stock struct{ units, blankUnits []StoredUnit }

// LoadStock reads the shipped units and the units in a folder; the folder may be nil or missing. A
// player's unit hides a shipped one with the same id. The error joins the problems of files in the
// folder; the stock holds all other units.
func LoadStock(folder fs.FS) (*Stock, error) {
	stock, err := shippedStock()
	if err != nil {
		return nil, err
	}
	if folder == nil {
		return stock, nil
	}
	stock = &Stock{slices.Clone(stock.units), stock.blankUnits}
	return stock, stock.read(folder, "*.yaml", false)
}

// shippedStock reads the shipped units once.
var shippedStock = sync.OnceValues(func() (*Stock, error) {
	stock := new(Stock)
	err := stock.read(data.Files, "blank/*.yaml", true)
	stock.blankUnits, stock.units = stock.units, nil
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
		stored := StoredUnit{ID: strings.TrimSuffix(path.Base(file), path.Ext(file))}
		place := schema.FilePath{Folder: folder, Name: file}
		if !shipped {
			stored.Path = place
		}
		document, err := place.Read("unit/1")
		if err == nil {
			stored.Unit, err = ReadUnit(document.File, document.Root())
		}
		if err != nil {
			bad = append(bad, err)
			continue
		}
		s.replace(stored)
	}
	return errors.Join(bad...)
}

func (s *Stock) replace(unit StoredUnit) {
	if i := slices.IndexFunc(s.units, func(u StoredUnit) bool { return u.ID == unit.ID }); i >= 0 {
		s.units[i] = unit
		return
	}
	s.units = append(s.units, unit)
}

// Template returns the stored or blank unit that is copied for a new unit of a kind.
func (s *Stock) Template(kind *UnitKind) (*StoredUnit, error) {
	whole := Stock{units: slices.Concat(s.units, s.blankUnits)}
	return whole.Find(kind.TemplateUnitID)
}

// All returns the stored units, the shipped ones first.
func (s *Stock) All() []StoredUnit { return s.units }

// IDs returns the ids of the stored units.
func (s *Stock) IDs() []string {
	return convert.All(s.units, func(u StoredUnit) string { return u.ID })
}

// Find returns the stored unit with an id. The error suggests a similar id.
func (s *Stock) Find(id string) (*StoredUnit, error) {
	for i := range s.units {
		if s.units[i].ID == id {
			return &s.units[i], nil
		}
	}
	return nil, schema.Errorf(CodeNotStored, "no unit `%s` is stored%s", id, schema.DidYouMean(id, s.IDs()))
}
