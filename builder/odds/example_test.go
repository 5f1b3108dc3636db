package odds_test

import (
	"cmp"
	"context"
	"fmt"
	"log"
	"strings"

	"muster/builder"
	"muster/builder/odds"
	"muster/catalog"
	"muster/schema"
)

// A program asks what a unit can do to one of another list's, without knowing
// which game they are of.
func Example() {
	open := func(name, text string) builder.Previewer {
		document, err := schema.Read(name, []byte(text), "list/1")
		if err != nil {
			log.Fatal(err)
		}
		list, err := builder.Open(document, catalog.NewLibrary())
		if err != nil {
			log.Fatal(err)
		}
		return list.(builder.Previewer)
	}
	ours := open("ours.yaml", `{muster: list/1, system: gf-3, book: steel-wardens, units: [{id: squad, unit: line-squad}]}`)
	theirs := open("theirs.yaml", `{muster: list/1, system: gf-3, book: steel-wardens, units: [{id: hunters, unit: line-squad}]}`)
	answer, err := ours.Odds(context.Background(), odds.Question{
		UnitID: "squad", Foe: odds.Foe{Name: "theirs.yaml", List: theirs, UnitID: "hunters"}, Distance: 12,
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, section := range answer.Sections {
		fmt.Println(section.Title, section.Facts)
		for _, table := range section.Tables {
			for _, row := range table.Rows {
				var words []string
				for i, column := range table.Columns {
					words = append(words, cmp.Or(column.ShortName, column.Name)+": "+row.Cells[i].Text)
				}
				fmt.Println(strings.Join(words, ", "))
			}
		}
	}
	// Output:
	// Line Squad [squad 210 points Grimdark Future 3 against theirs.yaml]
	// Shooting at: Line Squad, Range: 12", Wounds: 3.3, Models lost: 3.3, In cover: 2.2, Dead: <1%, Shaken: 6%, Per 100: 33.3*
	// Charging: Line Squad, Deals: 2.5, Takes: 1.9, Wins: 53%, Draws: 18%, Loses: 29%, Dead: <1%, Routed: 2%, Per 100: 25.0*
}
