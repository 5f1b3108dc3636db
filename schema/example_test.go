package schema_test

import (
	"fmt"

	"muster/schema"
)

func ExampleRead() {
	_, err := schema.Read("third.yaml", []byte("muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits:\n  - {id: a, unti: line-squad}\n"))
	fmt.Println(err)
	// Output:
	// third.yaml:5:5: `unit` is missing (a word of letters, digits, hyphens, dots and underscores)
	// third.yaml:5:13: `unti`: unknown; did you mean `unit`?
}
