package export

import (
	"errors"
	"io"

	"muster/armyforge"
)

// ArmyForge is a list as Army Forge saves and loads it.
type ArmyForge struct{}

// Name implements Format.
func (ArmyForge) Name() string { return "armyforge" }

// Extensions implements Format.
func (ArmyForge) Extensions() []string { return nil }

// Write implements Format. The error says that Army Forge has no such lists.
func (ArmyForge) Write(w io.Writer, d Document, _ Options) error {
	if d.Army == nil {
		return errors.New("Army Forge has no lists of " + d.Sheet.Game + "; choose another format")
	}
	text, _, err := armyforge.ExportList(d.Army)
	if err != nil {
		return err
	}
	_, err = w.Write(escapeJSON(text))
	return err
}

// Losses implements Lossy.
func (ArmyForge) Losses(d Document) []string {
	if d.Army == nil {
		return nil
	}
	_, notes, err := armyforge.ExportList(d.Army)
	if err != nil {
		return nil // Write says so
	}
	losses := make([]string, len(notes))
	for i, n := range notes {
		losses[i] = n.Path + ": " + n.Message
	}
	return losses
}
