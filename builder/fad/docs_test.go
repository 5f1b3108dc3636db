package fad

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/catalog/fad"
	"muster/pricing"
	"muster/schema"
)

var update = flag.Bool("update", false, "write docs/fast-and-dirty.md anew")

// The page in docs shows the shipped force with its sums. It is checked here
// against the prices, and written by `go test ./builder/fad -update`.
func TestThePageOfTheShippedForce(t *testing.T) {
	page := filepath.Join("..", "..", "docs", "fast-and-dirty.md")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- sums -->\n", "<!-- end of sums -->"
	before, rest, found := strings.Cut(string(text), begin)
	old, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no place for the sums between %q and %q", page, begin, end)
	}
	sums := forceSums(t)
	if *update {
		if err := os.WriteFile(page, []byte(before+begin+sums+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(sums, old); diff != "" {
		t.Errorf("the sums are not those of today; go test ./builder/fad -update\n%s", diff)
	}
}

func forceSums(t *testing.T) string {
	stock, err := fad.LoadStock(nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := fad.LoadArmoury()
	if err != nil {
		t.Fatal(err)
	}
	var table, sums strings.Builder
	table.WriteString("\n| unit | id | kind | points | exactly |\n| --- | --- | --- | ---: | ---: |\n")
	for _, s := range stock.All() {
		price, err := pricing.PriceUnit(a, &s.Unit, pricing.RoundUnitPrice)
		if err != nil {
			t.Fatal(err)
		}
		kind := a.UnitKinds.Find(string(s.Unit.Kind))
		fmt.Fprintf(&table, "| %s | `%s` | %s | %d | %s |\n", s.Unit.Title(), s.ID, strings.ToLower(kind.Name), price.Points, price.Exact)
		fmt.Fprintf(&sums, "\n### %s\n\n```\n", s.Unit.Title())
		for _, step := range price.Steps {
			line := step.LabelledText()
			if step.Operator == "" {
				line = "  " + line
			}
			fmt.Fprintf(&sums, "%s = %s\n", line, step.Value)
		}
		fmt.Fprintf(&sums, "→ %d points\n```\n", price.Points)
	}
	return table.String() + sums.String() + "\n"
}

func TestShippedUnitsAndExamplesAreLegal(t *testing.T) {
	stock, err := fad.LoadStock(nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := fad.LoadArmoury()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range stock.All() {
		l := &List{Units: []fad.Unit{s.Unit}, Armoury: a, activeDocument: list(t, "units: []\n").activeDocument, isSingleUnit: true}
		if found := l.Check(); len(found) > 0 {
			t.Errorf("%s: %v", s.ID, found)
		}
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "examples", "fad-*.yaml"))
	if err != nil || len(files) < 4 {
		t.Fatalf("examples %v, %v", files, err)
	}
	for _, file := range files {
		if strings.Contains(file, "armoury") {
			continue // the list that names it reads it
		}
		document, err := schema.ReadFile(os.DirFS(filepath.Dir(file)), filepath.Base(file))
		if err != nil {
			t.Error(err)
			continue
		}
		army, err := LoadDocument(document, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		if found := army.Findings; len(found) > 0 {
			t.Errorf("%s: %v", file, found)
		}
		for _, u := range army.Units {
			if u.Problem != nil {
				t.Errorf("%s: %v", file, u.Problem)
			}
		}
	}
}
