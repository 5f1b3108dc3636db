package export

import (
	"errors"
	"io"

	"muster/armyforge"
	"muster/builder/gf"
	"muster/convert"
)

// ArmyForge is a list as Army Forge saves and loads it.
var ArmyForge = register(armyForgeFormat("armyforge", "Army Forge",
	"a list that Army Forge loads (a .json file)", 100, armyforge.ExportList))

// Resolved is a list as Army Forge gives it to other programs: each unit with its choices and their
// result.
var Resolved = register(armyForgeFormat("resolved", "Army Forge, resolved", "what programs that know Army Forge read", 110,
	armyforge.ExportResolved))

// armyForgeFormat is a format of Army Forge's, written by export.
func armyForgeFormat(name, title, about string, rank int, export func(*gf.Army) ([]byte, []armyforge.Note, error)) *Format {
	return &Format{
		Name: name, Title: title, About: about, Rank: rank,
		Endings: []string{".json"},
		ByName:  true,
		Media:   "application/json",
		fits:    fitsArmyForge,
		losses: func(d Document) []string {
			_, notes, err := export(d.List.List().(*gf.Army))
			if err != nil {
				return nil // which writing says
			}
			return convert.All(notes, armyforge.Note.String)
		},
		write: func(w io.Writer, d Document, _ Options) error {
			text, _, err := export(d.List.List().(*gf.Army))
			if err != nil {
				return err
			}
			_, err = w.Write(escapeJSON(text))
			return err
		},
	}
}

// errCopy is the error for a copy in a format that needs the list.
var errCopy = errors.New("this is a copy, which people read and print; other programs need the list with its army books")

func fitsArmyForge(d Document) error {
	if d.List == nil {
		return errCopy
	}
	if _, ok := d.List.List().(*gf.Army); !ok {
		return errors.New("Army Forge has no lists of " + d.Sheet.Game + "; choose another format")
	}
	return nil
}
