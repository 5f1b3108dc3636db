package fad_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"muster/catalog/fad"
	"muster/schema"
)

// exampleBook is the book among the examples.
func exampleBook(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("../../examples/fad-book.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func readBook(text string) (*fad.Book, error) {
	document, err := schema.Read("book.yaml", []byte(text), "book/1")
	if err != nil {
		return nil, err
	}
	return fad.ReadBook(document)
}

// What is wrong in a book is said with its line and what to change.
func TestWrongBooks(t *testing.T) {
	text := exampleBook(t)
	for _, c := range []struct{ old, new, want string }{
		{"quality: [conscript, regular]", "quality: [conscript, regulr]", "13:26: there is no Quality `regulr`; did you mean `regular`?"},
		{"resolve: determined", "resolve: brave", "48:14: there is no Resolve `brave`; there are `reluctant`, `uncertain`, `steady` or `determined`"},
		{"armour: improved\n    weapon: smg", "armour: improvd\n    weapon: smg", "49:13: there is no armour called `improvd`; did you mean `improved`?"},
		{"size: {least: 5, most: 12}", "size: {least: 5, most: 4}", "16:28: at most 4 figures are fewer than at least 5"},
		{"    size: {least: 4, most: 8}\n", "", "23:5: a unit of kind `infantry` needs `size: {least: 5, most: 10}` and `figures: {weapon: ID}`"},
		{"weapons: [assault-rifle, smg]", "weapons: [assault-rifle, smgg]", "17:40: there is no weapon `smgg`; did you mean `smg`?"},
		{"figures: {weapon: pistol}", "figures: {}", "42:14: say what each figure carries: `weapon: ID`, or `weapons: [ID, …]` to choose one of them"},
		{"one-of: [saw, grenade-launcher]", "one-of: [saw, smg]", "19:24: `smg` stands in the unit already; leave it in one place"},
		{"one-of: [saw, grenade-launcher], for-every: 4", "one-of: [saww]", "19:19: there is no weapon `saww`; did you mean `saw`?"},
		{"for-every: 4}", "for-every: 40}", "19:9: the unit has 5 to 12 figures, which are too few for one in every 40"},
		{"for-every: 4}", "for-every: 6, must: true}", "19:9: the unit has 5 to 12 figures, which are too few for one in every 6"},
		{"leader: [experienced, veteran], must: true", "must: true", "20:9: a part has either `one-of: [ID, …]`, the weapons of some figures, or `leader: [ID, …]`"},
		{"leader: [experienced, veteran]", "leader: [captain]", "20:19: there is no rating of a leader `captain`; there are `regular`, `experienced` or `veteran`"},
		{"{trait: stealth}", "{trait: stelth}", "21:43: there is no trait `stelth`; did you mean `stealth`?"},
		{"{armour: improved}", "{armour: improved, trait: brave}", "21:15: `options` may have at most 1 keys"},
		{"{personality: medic}", "{personality: doctor}", "21:67: there is no personality `doctor`"},
		{"{weapon: shotgun}", "{weapon: shotgum}", "53:24: there is no weapon `shotgum`; did you mean `shotgun`?"},
		{"id: fen-scouts", "id: wardens", "23:9: a unit with the id `wardens` is there already; give this one another"},
		{"name: Fen Scouts", "name: Wardens", "24:11: a unit has the name \"Wardens\" already; rename one of them"},
		{"    movement: hover\n", "    movement: hover\n    size: {least: 1}\n", "59:5: `size` means nothing for kind `vehicle`, which is one figure or vehicle"},
		{"heavy: heavy-mg\n", "notes: gun\n", "34:5: a unit of kind `heavy-weapons` needs the weapon that it serves: `heavy: ID`"},
		{"    figures: {weapon: pistol}\n", "    figures: {weapon: pistol}\n    structure: [{leader: [regular]}]\n", "43:17: a squad of infantry has one leader, others none; remove this part"},
		{"kind: vehicle", "kind: vehicle\n    weapon: smg", "weapon"},
		{"{trait: smoke}", "{armour: heavy}", "65:24: an option `armour` means nothing for kind `vehicle`; remove it"},
		{"{personality: medic}", "{weapon: pistol}", "21:62: an option `weapon` means nothing for kind `infantry`; remove it"},
		{"id: ferryman", "id: character", "44:9: `character` is a kind of unit, which an added unit would be taken for; give it another id"},
		{"units:\n", "unit:\n", "unit"},
	} {
		if strings.Count(text, c.old) < 1 {
			t.Fatalf("the example has no %q", c.old)
		}
		_, err := readBook(strings.Replace(text, c.old, c.new, 1))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: it says\n%v\nwant\n%s", c.new, err, c.want)
		}
	}
}

// Units that cannot be read are not said to be twice.
func TestOnlyWhatIsWrongIsSaid(t *testing.T) {
	text := exampleBook(t)
	for _, kind := range []string{"kind: character", "kind: infantry"} {
		text = strings.ReplaceAll(text, kind, kind+"\n    capacity: 3")
	}
	_, err := readBook(text)
	if err == nil || strings.Count(err.Error(), "means nothing") != 3 || strings.Contains(err.Error(), "already") {
		t.Errorf("it says %v", err)
	}
}

// Every value of a book counts: a change to it is an error, or another book. Names of the book
// and what describes it apart, a book with another value is another one.
func TestEveryValueOfABookCounts(t *testing.T) {
	text := exampleBook(t)
	whole, err := readBook(text)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(text, "\n") {
		key, value, found := strings.Cut(strings.TrimLeft(line, " -"), ": ")
		if !found || strings.HasPrefix(line, "#") || key == "description" {
			continue
		}
		for _, other := range []string{"zzz", "7", "[]", "{}", ""} {
			if value == other || other == "" && key == "version" {
				continue
			}
			lines := strings.Split(text, "\n")
			lines[i] = line[:strings.Index(line, key+": ")] + key + ": " + other
			b, err := readBook(strings.Join(lines, "\n"))
			if err == nil && b.Digest == whole.Digest && b.ID == whole.ID {
				t.Errorf("line %d: nothing differs with `%s: %s`", i+1, key, other)
			}
			if err != nil && !strings.HasPrefix(err.Error(), "book.yaml:") {
				t.Errorf("line %d: with `%s: %s` the error has no place: %v", i+1, key, other, err)
			}
		}
	}
}

// Another version of a design says by its keys what differs.
func TestChangesOfADesign(t *testing.T) {
	text := exampleBook(t)
	was, err := readBook(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ id, old, new, want string }{
		{"wardens", "quality: [conscript, regular]", "quality: regular", "quality [conscript, regular] → [regular]"},
		{"fen-scouts", "least: 4, most: 8", "least: 4", "size {least: 4, most: 8} → {least: 4, most: 4}"},
		{"reed-boat", "front: 6", "front: 7", "armour {front: 6, side: 5, rear: 4} → {front: 7, side: 5, rear: 4}"},
		{"ferryman", "kind: character", "kind: psionic", ""},
		{"ferryman", "    options: [{weapon: shotgun}, {personality: lucky}]\n", "", "options [{weapon: shotgun}, {personality: lucky}] → []"},
	} {
		now, err := readBook(strings.Replace(text, c.old, c.new, 1))
		if c.want == "" { // which would be another unit
			if err == nil {
				t.Errorf("%s is taken", c.new)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(was.Find(c.id).Changes(now.Find(c.id)), "; "); got != c.want {
			t.Errorf("%s → %s: it says %s", c.old, c.new, got)
		}
	}
	if all := was.Find("wardens").Changes(was.Find("reed-boat")); !strings.Contains(strings.Join(all, "\n"), "figures {weapons: [assault-rifle, smg]} → ") {
		t.Errorf("a squad and a vehicle differ by %q", all)
	}
}

func ExampleReadBook() {
	text := `muster: book/1
system: fad
id: reeds
name: Reeds
units:
  - id: watch
    name: Watch
    kind: infantry
    quality: regular
    resolve: steady
    size: {least: 5, most: 10}
    figures: {weapon: smg}
    structure: [{one-of: [saw], for-every: 5}]
`
	document, err := schema.Read("reeds.yaml", []byte(text), "book/1")
	if err != nil {
		panic(err)
	}
	book, err := fad.ReadBook(document)
	if err != nil {
		panic(err)
	}
	watch := book.Find("watch")
	fmt.Println(watch.BaseUnit.Size(), watch.SpecialFigures[0].MaxFigures(10))
	// Output: 5 2
}
