package builder_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"muster/builder"
	"muster/builder/odds"
	"muster/catalog"
	"muster/export"
	"muster/schema"
	"muster/schema/files"
)

// A program opens lists of any game, checks, changes and keeps them, predicts
// their fights and prints them, wherever files are.
func Example() {
	folder := files.NewMemory(map[string]string{"third.yaml": third, "outpost.yaml": outpost})
	library := catalog.NewLibrary()
	for _, name := range []string{"third.yaml", "outpost.yaml"} {
		document, err := schema.ReadFile(folder, name, "list/1")
		if err != nil {
			log.Fatal(err)
		}
		session, err := builder.Begin(document, library)
		if err != nil {
			log.Fatal(err)
		}
		if _, err := session.Do(builder.Copy{ID: session.Before().Units()[0].ID}); err != nil {
			log.Fatal(err)
		}
		if err := session.Save(folder, name); err != nil {
			log.Fatal(err)
		}
		list := session.Now()
		fmt.Printf("%s: %d points of %d, legal %v\n", builder.Title(list), list.Points(), list.PointsLimit(), builder.Legal(list))
		answer, err := list.(builder.Previewer).Odds(context.Background(), odds.Question{Mode: odds.Charging})
		if err != nil {
			log.Fatal(err)
		}
		for row := range answer.RowsOf(0) {
			fmt.Printf("%s, %s: %s %s on %s\n", answer.Units[0].Name, row.Action, row.Effects[0].Text(), answer.ExpectedQuantity, answer.Targets[0].Name)
		}
		sheet, err := export.NewDocument(list, export.Extras{})
		if err != nil {
			log.Fatal(err)
		}
		var printed strings.Builder
		if err := export.Text.Write(&printed, sheet, export.Options{}); err != nil {
			log.Fatal(err)
		}
		heading, _, _ := strings.Cut(printed.String(), "\n")
		fmt.Println(heading)
	}
	// Output:
	// Third: 930 points of 2000, legal true
	// Line Squad + Captain, Charge: 7.2 wounds on Light infantry
	// Third - 930/2000 pts
	// Outpost: 150 points of 300, legal true
	// rifles, Assault: 3.7 losses on Militia
	// Outpost - 150/300 pts
}
