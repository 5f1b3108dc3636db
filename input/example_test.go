package input_test

import (
	"fmt"
	"log"

	"muster/builder"
	"muster/catalog"
	"muster/input"
	"muster/schema"
)

// A text of unknown form is told apart, read as a list and judged.
func Example() {
	const sent = "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: Patrol\npoints: 200\nforce-org: false\nunits:\n  - {id: squad, unit: line-squad}\n"
	fmt.Println(input.KindOf([]byte(sent)))
	list, err := input.Read(schema.FilePath{Name: "patrol.yaml"}, []byte(sent), catalog.NewLibrary())
	if err != nil {
		log.Fatal(err) // with the file, the line and what to change
	}
	fmt.Println(builder.Title(list), list.Points(), builder.Legal(list))
	for _, f := range list.Findings() {
		fmt.Printf("%s:%d: %s [%s]\n", list.Document().File, f.Line, f.Message, f.Code)
	}
	// Output:
	// list
	// Patrol 210 false
	// patrol.yaml:5: the list costs 210 points, 10 over the agreed 200; take that much out, or agree on a larger game [points/over]
}
