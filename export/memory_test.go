package export_test

import (
	"fmt"
	"os"

	"muster/builder"
	"muster/builder/gf"
	"muster/builder/gf/preview"
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
	// Line Squad against Light infantry, at 24": 4.55 wounds
	// Patrol - 215/1000 pts
	// Grimdark Future 3, Steel Wardens 1.0 (legal)
	//
	// Line Squad [10] Q4+ D4+ | 215 pts | Fearless, Volley Drill
	//   9× Rifle (24″, A1), Heavy Rifle (24″, A1, AP(1))
	//   10× Bayonet (A1)
	//   Upgrades: Heavy Rifle +5
}

func patrol(folder files.Folder, name string, library *catalog.Library) error {
	begun := builder.New{System: "gf-3", Books: []string{"steel-wardens"}, Name: "Patrol", Points: 1000}
	text, err := begun.Text(library, schema.Place{Folder: folder, Name: name})
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
	done, err := session.Do(builder.Add{Unit: "line-squad", ID: "squad"}, builder.Upgrade{ID: "squad", Choices: []gf.Choice{{Option: "heavy-rifle", Count: 1}}})
	if err != nil {
		return err
	}
	fmt.Println(done.Said[0], done.Said[1])
	if err := session.Save(folder, name); err != nil {
		return err
	}
	fmt.Printf("%d points, legal: %t\n", session.Now().Points(), builder.Legal(session.Now()))
	army := session.Now().List().(*gf.Army)
	bench, err := preview.Bench(army.Game)
	if err != nil {
		return err
	}
	pairs, err := preview.Try(army.Game, &preview.Units(army)[0], &bench[0], preview.Options{})
	if err != nil {
		return err
	}
	printed, err := export.Of(session.Now(), export.Extras{})
	if err != nil {
		return err
	}
	best := pairs[0]
	fmt.Printf("%s against %s, at %d\": %.2f wounds\n", best.Unit.Name, best.Against.Name, best.Scenario.Distance, best.Result.Target.Wounds.Mean)
	return export.Text.Write(os.Stdout, printed, export.Options{})
}
