package fad

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestEveryKindBeginsAsAShippedUnit(t *testing.T) {
	stock, err := LoadStock(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range builtInArmoury(t).UnitKinds.All() {
		stored, err := stock.Template(&kind)
		if err != nil {
			t.Errorf("%s: %v", kind.ID, err)
			continue
		}
		if string(stored.Unit.Kind) != kind.ID || !stored.Shipped() || stored.Unit.ID != stored.ID {
			t.Errorf("%s begins as %+v", kind.ID, stored)
		}
	}
}

func TestAPlayersFolderOfUnits(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "my [units]")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("raiders.yaml", "muster: unit/1\nkind: infantry\n"+levels)
	write("captain.yaml", "muster: unit/1\nkind: character\nname: Mine\n"+levels)
	write("broken.yaml", "muster: unit/1\nkind: infantri\n"+levels)
	stock, err := LoadStock(os.DirFS(folder))
	if err == nil || !strings.Contains(err.Error(), "broken.yaml:2:7: `kind` cannot be `infantri`; did you mean `infantry`?") {
		t.Errorf("error %v", err)
	}
	if !slices.Contains(stock.IDs(), "raiders") || slices.Contains(stock.IDs(), "broken") {
		t.Errorf("ids %v", stock.IDs())
	}
	if captain, err := stock.Find("captain"); err != nil || captain.Unit.Name != "Mine" || captain.Shipped() {
		t.Errorf("captain %+v, %v", captain, err)
	}
	if _, err := stock.Find("raider"); err == nil || !strings.Contains(err.Error(), "did you mean `raiders`?") {
		t.Errorf("error %v", err)
	}
	if _, err := LoadStock(os.DirFS(filepath.Join(folder, "nowhere"))); err != nil {
		t.Errorf("a folder that is not there: %v", err)
	}
}
