package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"muster/builder"
	"muster/export"
	"muster/schema"
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
	name := strings.Trim(unfit.ReplaceAllString(strings.ToLower(document.At("name").Text()), "-"), "-")
	path := filepath.Join(i.folder, cmp.Or(name, "list")+".yaml")
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

// unfit is what names of files are better without.
var unfit = regexp.MustCompile(`[^\pL\pN]+`)
