package catalog_test

import (
	"fmt"

	"muster/catalog"
	"muster/schema"
)

func ExampleLibrary_Book() {
	library := catalog.NewLibrary()
	book, err := library.Book("steel-wardens", "gf-3", schema.FilePath{})
	if err != nil {
		fmt.Println(err)
		return
	}
	captain := book.Unit("captain")
	fmt.Printf("%s: %s, %d points\n", book.Name, captain.Name, captain.Cost.Points)
	// Output: Steel Wardens: Captain, 45 points
}
