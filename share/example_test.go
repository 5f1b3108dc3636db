package share_test

import (
	"fmt"
	"log"

	"muster/builder"
	"muster/catalog"
	"muster/schema"
	"muster/share"
)

// A list becomes a code, which holds its file and a copy that can be read without its books.
func Example() {
	document, err := schema.Read("patrol.yaml", []byte("muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: Patrol\nunits:\n  - {id: squad, unit: line-squad}\n"))
	if err != nil {
		log.Fatal(err)
	}
	list, err := builder.Open(document, catalog.NewLibrary())
	if err != nil {
		log.Fatal(err)
	}
	code := share.FromRoster(list).Code()
	fmt.Println(share.IsCode(code))

	sent, err := share.Read(code)
	if err != nil {
		log.Fatal(err) // with what is wrong with the code
	}
	fmt.Println(sent.FileText == string(document.Source), sent.Copy.Name, sent.Copy.Points, sent.Copy.Legal)
	// Output:
	// true
	// true Patrol 210 true
}
