package builder_test

import (
	"fmt"
	"log"
	"strings"

	"muster/builder"
	"muster/builder/gf/preview"
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
		fmt.Printf("%s: %d points of %d, legal %v\n", builder.Title(list), list.Points(), list.Limit(), builder.Legal(list))
		if army, ok := builder.Army(list); ok {
			targets, _ := preview.Bench(army.Game)
			pairs, err := preview.Try(army.Game, &preview.Units(army)[0], &targets[0], preview.Options{Mode: "melee"})
			if err != nil {
				log.Fatal(err)
			}
			fmt.Printf("%.1f wounds on %s\n", pairs[0].Result.Target.Wounds.Mean, strings.ToLower(targets[0].Name))
		}
		sheet, err := export.Of(list, export.Extras{})
		if err != nil {
			log.Fatal(err)
		}
		var printed strings.Builder
		if err := (export.Text{}).Write(&printed, sheet, export.Options{}); err != nil {
			log.Fatal(err)
		}
		fmt.Println(strings.Count(printed.String(), "Line Squad"), "Line Squads are printed")
	}
	// Output:
	// Third: 930 points of 2000, legal true
	// 7.2 wounds on light infantry
	// 2 Line Squads are printed
	// Outpost: 150 points of 300, legal true
	// 0 Line Squads are printed
}
