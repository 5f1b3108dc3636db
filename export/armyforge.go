package export

import (
	"errors"
	"io"

	"muster/armyforge"
	"muster/builder/gf"
)

// ArmyForge is a list as Army Forge saves and loads it.
type ArmyForge struct{}

// Name implements Format.
func (ArmyForge) Name() string { return "armyforge" }

// Extensions implements Format.
func (ArmyForge) Extensions() []string { return nil }

// Write implements Format. The error says that Army Forge has no such lists.
func (ArmyForge) Write(w io.Writer, d Document, _ Options) error {
	army, ok := d.List.(*gf.Army)
	if !ok {
		return errors.New("Army Forge has no lists of " + d.Sheet.Game + "; choose another format")
	}
	text, _, err := armyforge.ExportList(army)
	if err != nil {
		return err
	}
	_, err = w.Write(escapeJSON(text))
	return err
}

// Losses implements Lossy.
func (ArmyForge) Losses(d Document) []string {
	army, ok := d.List.(*gf.Army)
	if !ok {
		return nil // Write says so
	}
	_, notes, err := armyforge.ExportList(army)
	if err != nil {
		return nil
	}
	losses := make([]string, len(notes))
	for i, n := range notes {
		losses[i] = n.Path + ": " + n.Message
	}
	return losses
}
