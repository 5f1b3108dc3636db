package fad

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"muster/catalog"
	data "muster/catalog/data/fad"
	"muster/schema"
)

// System is the game whose armoury and units these are.
const System = "fad"

// The force that ships with muster: units of every kind, to begin with.
const (
	ForceID   = "free-company"
	ForceName = "Saltmarsh Free Company"
)

// A Stored unit is one that is kept to be used in many lists: a unit/1 file,
// shipped with muster or in a player's folder.
type Stored struct {
	ID   string // the file's name without its ending
	Unit Unit
	File string // "" for a shipped unit
}

// Shipped tells whether the unit came with muster.
func (s *Stored) Shipped() bool { return s.File == "" }

// A Stock is stored units by their ids.
type Stock struct{ units []Stored }

// StockVariable names the folder of a player's stored units, if the usual one
// should not be used.
const StockVariable = "MUSTER_LIBRARY"

// StockFolder returns the folder of a player's stored units: $MUSTER_LIBRARY,
// or `units` beside the folder of the player's army books.
func StockFolder() (string, error) {
	if folder := os.Getenv(StockVariable); folder != "" {
		return folder, nil
	}
	books, err := catalog.UserFolder()
	if err != nil {
		return "", err
	}
	return filepath.Join(filepath.Dir(books), "units"), nil
}

// LoadStock reads the shipped units and those in a folder, which need not be
// there; "" reads the shipped ones alone. A player's unit hides a shipped one of
// the same id. The error joins what is wrong with files in the folder; the
// stock holds all others.
func LoadStock(folder string) (*Stock, error) {
	stock := new(Stock)
	shipped, err := fs.Glob(data.Files, "units/*.yaml")
	if err != nil {
		return nil, err
	}
	for _, name := range shipped {
		text, err := data.Files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		unit, err := readStored("catalog/data/fad/"+name, text)
		if err != nil {
			return nil, err
		}
		stock.put(Stored{ID: stem(name), Unit: unit})
	}
	if folder == "" {
		return stock, nil
	}
	var bad []error
	own, err := catalog.FilesIn(folder, "*.yaml")
	if err != nil {
		return stock, err
	}
	for _, path := range own {
		text, err := schema.LoadFile(path)
		if err == nil {
			var unit Unit
			if unit, err = readStored(path, text); err == nil {
				stock.put(Stored{ID: stem(path), Unit: unit, File: path})
				continue
			}
		}
		bad = append(bad, err)
	}
	return stock, errors.Join(bad...)
}

func readStored(file string, text []byte) (Unit, error) {
	document, err := schema.Read(file, text, "unit/1")
	if err != nil {
		return Unit{}, err
	}
	return ReadUnit(file, document.Root())
}

func (s *Stock) put(unit Stored) {
	if i := slices.IndexFunc(s.units, func(u Stored) bool { return u.ID == unit.ID }); i >= 0 {
		s.units[i] = unit
		return
	}
	s.units = append(s.units, unit)
}

// All returns the stored units, the shipped ones first.
func (s *Stock) All() []Stored { return s.units }

// IDs lists the ids of the stored units.
func (s *Stock) IDs() []string {
	ids := make([]string, len(s.units))
	for i := range s.units {
		ids[i] = s.units[i].ID
	}
	return ids
}

// Find returns the stored unit of that id. The error names the nearest.
func (s *Stock) Find(id string) (*Stored, error) {
	for i := range s.units {
		if s.units[i].ID == id {
			return &s.units[i], nil
		}
	}
	return nil, fmt.Errorf("no unit `%s` is stored%s (`muster library` lists them)", id, schema.DidYouMean(id, s.IDs()))
}

func stem(path string) string {
	base := filepath.Base(path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}
