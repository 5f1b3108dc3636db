package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// force runs a command line and returns its output, its errors' text and the
// exit code.
func force(args ...string) (out, errOut string, code int) {
	var o, e bytes.Buffer
	code = run(args, &o, &e)
	return o.String(), e.String(), code
}

func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

const pickets = `muster: list/1
system: fad
name: Pickets
points: 120
units:
  # nine rifles
  - {id: rifles, kind: infantry, quality: regular, resolve: steady, recon: true, figures: [{count: 9, weapon: assault-rifle}]}
  - {id: eye, kind: sniper, quality: regular, resolve: steady, armour: improved}
  - {id: apc, kind: vehicle, movement: tracked, quality: regular, resolve: steady, armour: {front: 4, side: 4, rear: 4}, crew: 1, capacity: 9}
`

func TestPriceOfAList(t *testing.T) {
	path := writeFile(t, "pickets.yaml", pickets)
	out, errOut, code := force("price", path, "--json")
	if code != exitOK {
		t.Fatal(errOut)
	}
	var got struct {
		Lists []struct {
			File, System  string
			Points, Limit int
			Units         []struct {
				ID, Name, Exact string
				Points          int
				Steps           []struct{ What, Value string }
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	l := got.Lists[0]
	if l.File != path || l.System != "fad" || l.Points != 47+21+40 || l.Limit != 120 {
		t.Errorf("%+v", l)
	}
	rifles := l.Units[0]
	if rifles.ID != "rifles" || rifles.Points != 47 || rifles.Exact != "46.8" ||
		rifles.Steps[0].What != "9 × (3 + 0 + 1)" || rifles.Steps[0].Value != "36" ||
		rifles.Steps[1].What != "× (1.3 + 0)" || rifles.Steps[1].Value != "46.8" {
		t.Errorf("%+v", rifles)
	}
}

func TestPriceForAPerson(t *testing.T) {
	path := writeFile(t, "pickets.yaml", pickets)
	unit := writeFile(t, "eye.yaml", "muster: unit/1\nkind: sniper\nquality: elite\nresolve: steady\narmour: improved\n")
	grimdark := filepath.Join("..", "..", "examples", "spring-tide.yaml")
	for name, c := range map[string]struct {
		args []string
		code int
		want []string
	}{
		"a table":            {[]string{path}, 0, []string{"108 of 120 points, 12 left", "rifles      47     46.8"}},
		"the sums":           {[]string{path, "--explain"}, 0, []string{"9 × (3 Infantry + 0 Light + 1 Assault Rifle) = 36", "FAD, Basic Weapons", "rounded, a half up = 47"}},
		"a unit's file":      {[]string{unit}, 0, []string{"26 points", "25.6"}},
		"what if, a unit":    {[]string{unit, "--set", "quality=regular", "--set", "traits+=fast"}, 0, []string{"26 (25.6)  25 (24.96)   -0.64"}},
		"what if, one":       {[]string{path, "--set", "rifles.quality=elite"}, 0, []string{"47 (46.8)  58 (57.6)   +10.8", "119 of 120 points, 1 left"}},
		"what if, all":       {[]string{path, "--set", "quality=elite"}, 0, []string{"134", "14 over the limit"}},
		"what if, who can":   {[]string{path, "--set", "capacity=0"}, 0, []string{"-23.4"}},
		"what if, the list":  {[]string{path, "--set", "rounding=figure"}, 0, []string{"all units"}},
		"compared":           {[]string{path + "#rifles", "--compare", unit}, 0, []string{"Quality", "Regular", "Elite", "Difference: -21.2 points exactly"}},
		"compared with many": {[]string{path, "--compare", unit}, 2, []string{"has 3 units; name the one to compare"}},
		"no such unit":       {[]string{path + "#rifle"}, 2, []string{"did you mean `rifles`?"}},
		"no such field":      {[]string{path, "--set", "rifles.qualty=elite"}, 2, []string{"did you mean `quality`?"}},
		"no such quality":    {[]string{unit, "--set", "quality=superb"}, 2, []string{"`quality` cannot be `superb`"}},
		"no assignment":      {[]string{unit, "--set", "quality"}, 2, []string{"should be FIELD=VALUE"}},
		"no such file":       {[]string{"nowhere.yaml"}, 2, []string{"nowhere.yaml: there is no such file"}},
		"another game":       {[]string{grimdark}, 0, []string{"points"}},
		"another game tried": {[]string{grimdark, "--set", "quality=elite"}, 2, []string{"muster upgrade"}},
	} {
		t.Run(name, func(t *testing.T) {
			out, errOut, code := force(append([]string{"price"}, c.args...)...)
			if code != c.code {
				t.Errorf("exit code %d, want %d", code, c.code)
			}
			for _, want := range c.want {
				if !strings.Contains(out+errOut, want) {
					t.Errorf("no %q in\n%s%s", want, out, errOut)
				}
			}
		})
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != pickets {
		t.Errorf("pricing changed the file: %v", err)
	}
}

func TestPriceOfSomethingUnknown(t *testing.T) {
	path := writeFile(t, "list.yaml", "muster: list/1\nsystem: fad\nunits: [{id: a, kind: infantry, quality: regular, resolve: steady, figures: [{weapon: sav}]}, {id: b, kind: sniper, quality: elite, resolve: steady}]\n")
	out, errOut, code := force("price", path)
	if code != exitIllegal || !strings.Contains(errOut, "a has no price: there is no weapon `sav`; did you mean `saw`?") || !strings.Contains(out, "24 points") {
		t.Errorf("exit code %d\n%s%s", code, out, errOut)
	}
	out, _, code = force("price", path, "--json")
	if code != exitIllegal || !json.Valid([]byte(out)) {
		t.Errorf("exit code %d\n%s", code, out)
	}
}

// Every upgrade of a Grimdark Future list is a step, and the steps add up.
func TestPriceOfOtherGamesAddsUp(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "examples", "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	priced := 0
	for _, file := range files {
		if strings.HasPrefix(filepath.Base(file), "fad-") {
			continue
		}
		out, errOut, code := force("price", file, "--json")
		if code != exitOK {
			t.Errorf("%s: %s", file, errOut)
			continue
		}
		var got struct{ Lists []pricedAsJSON }
		if err := json.Unmarshal([]byte(out), &got); err != nil {
			t.Fatal(err)
		}
		for _, u := range got.Lists[0].Units {
			priced++
			if exact := u.Steps[len(u.Steps)-1].Value; exact != u.Exact || exact != json.Number(u.Points).String() {
				t.Errorf("%s: %s costs %s, the steps say %s", file, u.ID, u.Points, exact)
			}
		}
	}
	if priced == 0 {
		t.Error("no example was priced")
	}
}

type pricedAsJSON struct {
	Units []struct {
		ID, Exact string
		Points    json.Number
		Steps     []struct{ What, Value string }
	}
}

func TestSet(t *testing.T) {
	path := writeFile(t, "pickets.yaml", pickets)
	out, errOut, code := force("set", path, "rifles", "quality=elite", "figures.1.count=8", "--dry-run")
	if code != exitOK || !strings.Contains(out, "dry run") || !strings.Contains(out, "112 points (+4), 8 left") {
		t.Fatalf("exit code %d\n%s%s", code, out, errOut)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != pickets {
		t.Fatalf("the dry run wrote: %v", err)
	}
	if _, errOut, code = force("set", path, "rifles", "quality=elite", "figures.1.count=8"); code != exitOK {
		t.Fatal(errOut)
	}
	want := strings.Replace(strings.Replace(pickets, "quality: regular", "quality: elite", 1), "count: 9", "count: 8", 1)
	if text, err := os.ReadFile(path); err != nil || string(text) != want {
		t.Errorf("%s\n%v", text, err)
	}
	if out, _, _ = force("set", path, "rifles", "traits+=droids-self-less"); !strings.Contains(out, "error: rifles: Droids (self-less) is never Elite") {
		t.Errorf("the new finding is not told\n%s", out)
	}
	for _, args := range [][]string{
		{path, "riffles", "quality=elite"},
		{path, "rifles", "figures.1.count=0"},
		{path, "rifles", "quality"},
		{path, "rifles"},
		{filepath.Join("..", "..", "examples", "spring-tide.yaml"), "x", "quality=elite"},
	} {
		if _, errOut, code := force(append([]string{"set"}, args...)...); code != exitUnusable || errOut == "" {
			t.Errorf("%v: exit code %d, %q", args, code, errOut)
		}
	}
	unit := writeFile(t, "eye.yaml", "muster: unit/1\nkind: sniper\nquality: elite\nresolve: steady\n")
	if out, errOut, code = force("set", unit, "armour=improved"); code != exitOK || !strings.Contains(out, "26 points (+2)") {
		t.Errorf("exit code %d\n%s%s", code, out, errOut)
	}
}

func TestBrief(t *testing.T) {
	path := writeFile(t, "pickets.yaml", pickets)
	out, errOut, code := force("brief", path, "--style", "cautious")
	if code != exitOK {
		t.Fatal(errOut)
	}
	for _, want := range []string{"1 platoon", "+1 for 1 platoon", "+2 for rifles on", "3 true, 5 dummies", "Cautious: 5 recon points, deploys 12\" deep", "Strike: Kill the highest-ranking"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if out, _, _ = force("brief", path, "--json"); !json.Valid([]byte(out)) || strings.Count(out, `"recon_points"`) != 3 {
		t.Errorf("JSON\n%s", out)
	}
	zombies := writeFile(t, "zombies.yaml", strings.Replace(pickets, "recon: true", "recon: true, traits: [zombie]", 1))
	if out, _, code = force("brief", zombies); code != exitIllegal || !strings.Contains(out, "a unit with Zombie does not go on recon") {
		t.Errorf("exit code %d\n%s", code, out)
	}
	if _, errOut, code = force("brief", path, "--style", "bold"); code != exitUnusable || !strings.Contains(errOut, "no command style") {
		t.Errorf("exit code %d, %s", code, errOut)
	}
	if out, errOut, code = force("brief", filepath.Join("..", "..", "examples", "spring-tide.yaml")); code != exitOK || !strings.Contains(out, "to deploy") {
		t.Errorf("exit code %d\n%s%s", code, out, errOut)
	}
}

func TestLibrary(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "units")
	t.Setenv(storedUnitsEnvVar, folder)
	path := writeFile(t, "pickets.yaml", pickets)
	if out, errOut, code := force("library", "save", path, "rifles", "--as", "pickets"); code != exitOK || !strings.Contains(out, "Kept rifles as") {
		t.Fatal(out, errOut)
	}
	if _, errOut, code := force("library", "save", path, "eye", "--as", "pickets"); code != exitUnusable || !strings.Contains(errOut, "--force") {
		t.Errorf("exit code %d, %s", code, errOut)
	}
	for _, name := range []string{"../pickets", "a/b", ".hidden", "a b", "infantry", "-x"} {
		if _, _, code := force("library", "save", path, "eye", "--as", name); code != exitUnusable {
			t.Errorf("%q was taken as a name", name)
		}
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 1 {
		t.Errorf("%d files in the library, %v", len(files), err)
	}
	out, _, code := force("library")
	if code != exitOK || !strings.Contains(out, "Saltmarsh Free Company") || !strings.Contains(out, "  pickets.yaml\n") || !strings.Contains(strings.ReplaceAll(out, "\n  ", " "), folder) {
		t.Errorf("exit code %d\n%s", code, out)
	}
	for line := range strings.Lines(out) {
		if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > 80 && !strings.Contains(line, folder) {
			t.Errorf("wider than 80 columns: %s", line)
		}
	}
	if out, _, code = force("library", "show", "pickets"); code != exitOK || !strings.Contains(out, "muster: unit/1\nid: pickets\n") || strings.Contains(out, "recon") {
		t.Errorf("exit code %d\n%s", code, out)
	}
	if out, errOut, code := force("price", filepath.Join(folder, "pickets.yaml")); code != exitOK || !strings.Contains(out, "47 points") {
		t.Errorf("exit code %d\n%s%s", code, out, errOut)
	}
	for _, args := range [][]string{{"remove", "captain"}, {"remove", "picket"}, {"show", "nobody"}} {
		if _, _, code := force(append([]string{"library"}, args...)...); code != exitUnusable {
			t.Errorf("%v: exit code %d", args, code)
		}
	}
	if _, errOut, code := force("library", "remove", "pickets"); code != exitOK {
		t.Error(errOut)
	}
	if _, err := os.Stat(filepath.Join(folder, "pickets.yaml")); err == nil {
		t.Error("the unit is still there")
	}
}
