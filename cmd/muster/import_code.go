package main

import (
	"fmt"
	"os"
	"path/filepath"

	"muster/builder"
	"muster/export"
	"muster/schema"
	"muster/schema/files"
)

// code writes the list that a code holds, as it was, to a file that is called
// like the list.
func (i *importer) code(code string) error {
	text, err := export.Unpack(code)
	if err != nil {
		return err
	}
	document, err := schema.Read("the code", text, "list/1")
	if err != nil {
		return err
	}
	path := filepath.Join(i.folder, files.NameOf(document.At("name").Text())+".yaml")
	if i.folder != "" {
		if err := os.MkdirAll(i.folder, 0o755); err != nil {
			return fmt.Errorf("making the folder %s: %w", i.folder, err)
		}
	}
	if err := i.create(path, text, i.force); err != nil {
		return err
	}
	fmt.Fprintf(i.out, "Imported the list %q, %d units, in %s (%s)\n", document.At("name").Text(), len(builder.IDs(document)), path, export.Mark(document))
	i.next = append(i.next, "muster check "+path)
	return nil
}
