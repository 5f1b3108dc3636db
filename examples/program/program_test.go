// Package program_test is a program of your own over muster's packages.
package program_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"log"
	"os"
	"strings"

	"muster/builder"
	"muster/builder/odds"
	"muster/catalog"
	"muster/examples"
	"muster/export"
	"muster/schema"
	"muster/schema/files/disk"
)

// muster adds a unit to a list in a folder, saves it, prints it as a PDF, and says
// how its first unit fares against another list. Lists of any game will do.
func muster(ctx context.Context, folder *disk.Folder, list, unit, enemy string) error {
	library := catalog.NewLibrary() // or folders of your own books: disk.FolderAt("books")
	document, err := schema.ReadFile(folder, list, "list/1")
	if err != nil {
		return err // with file, line, column and what to change
	}
	session, err := builder.Begin(document, library)
	if err != nil {
		return err
	}
	done, err := session.Do(builder.Add{Unit: unit})
	if err != nil {
		return err // the rules forbid it; nothing was changed
	}
	if err := session.Save(folder, list); err != nil {
		return err // another program changed the file meanwhile; nothing was written
	}
	army := session.Now()
	fmt.Printf("%s: %s, %d points, legal: %v\n", builder.Title(army), done.Sentences[0], army.Points(), builder.Legal(army))

	sheet, err := export.NewDocument(army, export.Extras{})
	if err != nil {
		return err
	}
	var pdf bytes.Buffer
	if err := export.PDF.Write(&pdf, sheet, export.Options{}); err != nil {
		return err
	}
	if err := folder.Write(export.PDF.FileName(strings.TrimSuffix(list, ".yaml")), nil, pdf.Bytes()); err != nil {
		return err
	}

	if document, err = schema.ReadFile(folder, enemy, "list/1"); err != nil {
		return err
	}
	foe, err := builder.Open(document, library)
	if err != nil {
		return err
	}
	answer, err := army.(builder.Previewer).Odds(ctx, odds.Question{Mode: odds.Charging, Foe: odds.Foe{List: foe}})
	if err != nil {
		return err
	}
	for row := range answer.RowsOf(0) {
		fmt.Printf("%s, %s: %s %s on %s\n", answer.Units[0].Name, row.Action, row.Effects[0].Text(), answer.ExpectedQuantity, answer.Targets[0].Name)
	}
	return nil
}

// Lists of two games, each with an enemy among the examples.
var lists = []struct{ file, text, unit, enemy string }{
	{"patrol.yaml", "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: Patrol\npoints: 750\nunits:\n  - {id: squad, unit: line-squad}\n", "captain", "spring-tide.yaml"},
	{"outpost.yaml", "muster: list/1\nsystem: fad\nname: Outpost\npoints: 500\nunits:\n" +
		"  - {id: rifles, name: Rifles, kind: infantry, quality: regular, resolve: steady, figures: [{count: 5, weapon: assault-rifle}]}\n", "line-squad", "fad-outpost.yaml"},
}

func Example() {
	home, err := os.MkdirTemp("", "program")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(home)
	if err := os.CopyFS(home, examples.Files); err != nil {
		log.Fatal(err)
	}
	folder := disk.FolderAt(home)
	for _, list := range lists {
		if err := folder.Write(list.file, nil, []byte(list.text)); err != nil {
			log.Fatal(err)
		}
		if err := muster(context.Background(), folder, list.file, list.unit, list.enemy); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(fs.Glob(folder, "*.pdf"))
	// Output:
	// Patrol: Added captain., 255 points, legal: true
	// Line Squad, Charge: 4.5 wounds on Spawnlings + Tidesinger
	// Outpost: Added line-squad., 77 points, legal: true
	// Rifles, Assault: 0.7 losses on Command Squad
	// [outpost.pdf patrol.pdf] <nil>
}
