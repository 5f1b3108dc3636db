package export

import (
	"errors"
	"io"

	"muster/armyforge"
	"muster/builder/gf"
)

// ArmyForge is a list as Army Forge saves and loads it.
var ArmyForge = register(&Format{
	Name:    "armyforge",
	Title:   "Army Forge",
	About:   "a list that Army Forge loads (a .json file)",
	Endings: []string{".json"},
	ByName:  true,
	Media:   "application/json",
	Rank:    100,
	fits:    fitsArmyForge,
	losses:  armyForgeLosses,
	write:   writeArmyForge,
})

func fitsArmyForge(d Document) error {
	if _, ok := d.List.(*gf.Army); !ok {
		return errors.New("Army Forge has no lists of " + d.Sheet.Game + "; choose another format")
	}
	return nil
}

func writeArmyForge(w io.Writer, d Document, _ Options) error {
	text, _, err := armyforge.ExportList(d.List.(*gf.Army))
	if err != nil {
		return err
	}
	_, err = w.Write(escapeJSON(text))
	return err
}

func armyForgeLosses(d Document) []string {
	_, notes, err := armyforge.ExportList(d.List.(*gf.Army))
	if err != nil {
		return nil // which writing says
	}
	losses := make([]string, len(notes))
	for i, n := range notes {
		losses[i] = n.Path + ": " + n.Message
	}
	return losses
}
