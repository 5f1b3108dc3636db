package armyforge_test

import (
	"bytes"
	"fmt"

	"muster/armyforge"
	"muster/catalog"
)

const snails = `{
  "uid": "snailuid", "name": "Snail Court", "versionString": "3.5.0", "gameSystemSlug": "grimdark-future",
  "specialRules": [{"id": "r", "name": "Slime", "description": "Slows whoever charges it.", "hasRating": false}],
  "units": [{"id": "u", "name": "Snail Knight", "cost": 45, "size": 1, "quality": 4, "defense": 3, "rules": [{"name": "Slime"}],
    "weapons": [{"name": "Lance", "count": 1, "range": 0, "attacks": 2, "specialRules": []}], "items": [], "upgrades": ["A1"], "speed": "low"}],
  "upgradePackages": [{"uid": "A1", "hint": "Arms", "sections": [{"uid": "s", "label": "Replace Lance", "variant": "replace", "targets": ["Lance"],
    "options": [{"uid": "o", "cost": 5, "costs": [{"unitId": "u", "cost": 10}], "gains": [{"name": "Great Lance", "type": "ArmyBookWeapon", "count": 1, "range": 0, "attacks": 4, "specialRules": []}]}]}]}]
}`

func ExampleFile_ImportBook() {
	file, err := armyforge.Open("snails.json", []byte(snails))
	if err != nil {
		fmt.Println(err)
		return
	}
	imported, err := file.ImportBook("", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(file.Kind, imported.ID, imported.System)
	for _, note := range imported.Notes {
		fmt.Println(note)
	}
	for line := range bytes.Lines(imported.YAML) {
		if bytes.Contains(line, []byte("great-lance")) {
			fmt.Printf("%s", bytes.TrimSpace(line))
		}
	}
	// Output:
	// army book snail-court gf-3
	// $.units[0].speed: unknown key, not imported (its value is the text "low")
	// - {id: great-lance, name: Great Lance, cost: 10, weapons: [{name: Great Lance, attacks: 4}], source: o}
}

func ExampleFile_ImportList() {
	file, _ := armyforge.Open("snails.json", []byte(snails))
	imported, _ := file.ImportBook("", nil)
	book, _ := catalog.Read("snail-court.yaml", imported.YAML)

	saved, _ := armyforge.Open("saved.json", []byte(`{"name": "Slow March", "gameSystem": "gf", "pointsLimit": 500, "listPoints": 55,
	  "units": [{"id": "u", "selectionId": "x1", "armyId": "snailuid", "selectedUpgrades": [{"upgradeId": "s", "optionId": "o"}]}]}`))
	list, err := saved.ImportList(armyforge.NamedBook{Book: book})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s", list.YAML)
	// Output:
	// # Slow March, a list from Army Forge.
	// muster: list/1
	// system: gf-3
	// book: snail-court
	// name: Slow March
	// points: 500
	// units:
	//   - id: snail-knight
	//     unit: snail-knight
	//     upgrades: [great-lance]
}
