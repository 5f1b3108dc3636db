package main

import (
	"path/filepath"

	"muster/builder"
	"muster/export"
	"muster/schema"
	"muster/schema/files"
	"muster/schema/files/disk"
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
		if err := disk.At(i.folder).Make(); err != nil {
			return err
		}
	}
	if err := i.create(path, text, i.force); err != nil {
		return err
	}
	i.out.Line("Imported the list %q, %d units, in %s (%s)", document.At("name").Text(), len(builder.IDs(document)), path, export.Mark(document))
	i.next = append(i.next, "muster check "+path)
	return nil
}
