package fad_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"muster/catalog/fad"
	combat "muster/rules/fad"
	"muster/schema"
)

// FuzzDuel reads any text as a duel and works out its odds: nothing panics, and
// every figure is a number. Texts over 4 KB are left to the bounds' tests.
func FuzzDuel(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("..", "..", "examples", "duels", "fad-*.yaml"))
	if err != nil || len(files) == 0 {
		f.Fatalf("no examples: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	armoury, err := fad.LoadArmoury()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 4<<10 {
			return
		}
		document, err := schema.Read("duel.yaml", text, "duel/1")
		if err != nil || document.Root().Get("system").Text() != "fad" {
			return
		}
		duel, err := fad.ReadDuel(document, armoury)
		if err != nil {
			return
		}
		result, err := combat.Odds(duel)
		if err != nil {
			return
		}
		if _, err := json.Marshal(result); err != nil {
			t.Fatal(err)
		}
	})
}
