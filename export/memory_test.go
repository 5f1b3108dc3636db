package export_test

import (
	"context"
	"fmt"
	"os"

	"muster/builder"
	"muster/builder/gf"
	"muster/builder/odds"
	"muster/catalog"
	"muster/export"
	"muster/schema"
	"muster/schema/files"
)

// A list is begun, changed, checked, measured and printed without a disk.
func Example_inMemory() {
	memory, library := new(files.Memory), catalog.NewLibrary()
	if err := patrol(memory, "patrol.yaml", library); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Added squad. squad takes 1 × Heavy Rifle.
	// 215 points, legal: true
	// Line Squad against Light infantry, shooting 0–24": 4.6 wounds
	// Patrol - 215/1000 pts
	// Grimdark Future 3, Steel Wardens 1.0 (legal)
	//
	// Line Squad [10] Q4+ D4+ | 215 pts | Fearless, Volley Drill
	//   9× Rifle (24″, A1), Heavy Rifle (24″, A1, AP(1))
	//   10× Bayonet (A1)
	//   Upgrades: Heavy Rifle
}

func patrol(folder files.Folder, name string, library *catalog.Library) error {
	begun := builder.NewList{System: "gf-3", Books: []string{"steel-wardens"}, Name: "Patrol", Points: 1000}
	text, err := begun.FileText(library, schema.FilePath{Folder: folder, Name: name})
	if err != nil {
		return err
	}
	if err := folder.Write(name, nil, text); err != nil {
		return err
	}
	document, err := schema.ReadFile(folder, name, "list/1")
	if err != nil {
		return err
	}
	session, err := builder.Begin(document, library)
	if err != nil {
		return err
	}
	done, err := session.Do(builder.Add{Unit: "line-squad", ID: "squad"}, builder.Upgrade{UnitID: "squad", Choices: []gf.Choice{{Option: "heavy-rifle", Count: 1}}})
	if err != nil {
		return err
	}
	fmt.Println(done.Sentences[0], done.Sentences[1])
	if err := session.Save(folder, name); err != nil {
		return err
	}
	fmt.Printf("%d points, legal: %t\n", session.Now().Points(), builder.Legal(session.Now()))
	answer, err := session.Now().(builder.Previewer).Odds(context.Background(), odds.Question{UnitID: "squad"})
	if err != nil {
		return err
	}
	unit := answer.Sections[0]
	best := unit.Tables[0].Attacks[0]
	fmt.Printf("%s against %s, %s: %s wounds\n", unit.Title, answer.Targets[best.TargetIndex].Name, best.Action, best.Effects[0].Text())
	printed, err := export.NewDocument(session.Now(), export.Extras{})
	if err != nil {
		return err
	}
	return export.Text.Write(os.Stdout, printed, export.Options{})
}
