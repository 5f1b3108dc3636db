package export_test

import (
	"fmt"
	"os"

	"muster/builder"
	"muster/catalog"
	"muster/export"
	"muster/schema"
)

// A list becomes a sheet, and a sheet is printed in any format.
func Example() {
	file, err := schema.ReadFile(os.DirFS("testdata"), "patrol.yaml", "list/1")
	if err != nil {
		fmt.Println(err)
		return
	}
	list, err := builder.Open(file, catalog.NewLibrary())
	if err != nil {
		fmt.Println(err)
		return
	}
	document, err := export.NewDocument(list, export.Extras{})
	if err != nil {
		fmt.Println(err)
		return
	}
	format, err := export.ChooseFormat("", "patrol.txt")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := format.Write(os.Stdout, document, export.Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Ridge Patrol - 225/250 pts
	// Grimdark Future 3, Ashen Wardens 1.2, no force organisation (legal)
	//
	// Line Squad [10] Q4+ D4+ | 165 pts | Hold the Wall
	//   10× Rifle (24″, A1)
	//   10× CCW (A1)
	//
	// Ridge Runners [5] Q5+ D5+ | 60 pts | Scout, Strider
	//   5× Carbine (18″, A1)
	//   5× CCW (A1)
}
