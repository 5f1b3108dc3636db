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

// ResolvedArmyForge is a list as Army Forge gives it to other programs: with every unit's choices
// and the unit that results from them.
var ResolvedArmyForge = register(armyForgeFormat("resolved", "Army Forge, resolved", "what programs that know Army Forge read", 110,
	armyforge.ExportResolved))

// armyForgeFormat returns a format of Army Forge; export writes it.
func armyForgeFormat(name, title, about string, rank int, export func(*gf.Army) ([]byte, []armyforge.Note, error)) *Format {
	return &Format{
		Name: name, Title: title, About: about, Rank: rank,
		Extensions:       []string{".json"},
		ChosenOnlyByName: true,
		MediaType:        "application/json",
		checkFits:        checkArmyForgeFit,
		losses: func(d Document) []string {
			_, notes, err := export(d.List.GameList().(*gf.Army))
			if err != nil {
				return nil // which writing says
			}
			return convert.All(notes, armyforge.Note.String)
		},
		write: func(w io.Writer, d Document, _ Options) error {
			text, _, err := export(d.List.GameList().(*gf.Army))
			if err != nil {
				return err
			}
			_, err = w.Write(escapeJSON(text))
			return err
		},
	}
}

// errCopyOnly is the error for a copied list in a format that needs the list itself.
var errCopyOnly = errors.New("this is a copy, which people read and print; other programs need the list with its army books")

func checkArmyForgeFit(d Document) error {
	if d.List == nil {
		return errCopyOnly
	}
	if _, ok := d.List.GameList().(*gf.Army); !ok {
		return errors.New("Army Forge has no lists of " + d.Sheet.Game + "; choose another format")
	}
	return nil
}
