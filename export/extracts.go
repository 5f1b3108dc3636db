package export

import (
	"slices"
	"strings"

	"muster/builder/table"
	"muster/convert"
	"muster/schema"
)

// OpponentPDF is the sheet for the opponent: without explanations of rules and without the player's
// notes, and with only the names of spells.
var OpponentPDF = register(&Format{
	Name:             "opponent",
	Title:            "Opponent",
	About:            "a PDF of the units alone, for the other player",
	Extensions:       []string{".pdf"},
	ChosenOnlyByName: true,
	MediaType:        "application/pdf",
	Rank:             30,
	checkFits:        checkOpponentFit,
	pages: func(d Document, o Options) (*printout, error) {
		d.Sheet, d.List = d.Sheet.opponentSheet(), nil // its code has the player's remarks
		return sheetPages(d, o)
	},
})

func checkOpponentFit(d Document) error {
	if d.Sheet.Code != "" {
		return schema.Errorf(CodeBadFormat, "the code of a list has your own remarks too, which are not for the other player; leave the code away, or print another form")
	}
	return nil
}

func (s Sheet) opponentSheet() Sheet {
	s.Notes, s.Reference, s.CoreRules = "", s.spellNameSections(), nil
	s.Blocks = changeBlocks(s.Blocks,
		func(b *Block) {
			b.Notes = slices.DeleteFunc(b.Notes, func(n table.Note) bool { return n.WrittenByPlayer })
		})
	return s
}

// spellNameSections returns the sections of spells; each has a single entry that lists the names.
func (s Sheet) spellNameSections() []table.Section {
	var all []table.Section
	for _, section := range s.Reference {
		names := convert.All(section.Entries, func(e table.Entry) string { return e.Name })
		if section.HasSpells && len(names) > 0 {
			section.Entries = []table.Entry{{Text: strings.Join(names, ", ")}}
			all = append(all, section)
		}
	}
	return all
}

// ReferencePDF prints all rules and spells of the list, without units.
var ReferencePDF = register(&Format{
	Name:             "reference",
	Title:            "Reference",
	About:            "a PDF of all rules and spells of the list",
	Extensions:       []string{".pdf"},
	ChosenOnlyByName: true,
	MediaType:        "application/pdf",
	Rank:             40,
	pages: func(d Document, o Options) (*printout, error) {
		d.Sheet = d.Sheet.onlyReference()
		return sheetPages(d, o)
	},
})

func (s Sheet) onlyReference() Sheet {
	s.Books = append(slices.Clip(s.Books), s.UnitCountTexts()...)
	s.Blocks, s.GameCounters, s.Notes = nil, nil, ""
	return s
}
