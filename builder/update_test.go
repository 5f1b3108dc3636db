package builder_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/builder"
	"muster/builder/gf"
	"muster/catalog"
	"muster/schema"
	"muster/schema/files"
)

const (
	tinyOld = `muster: book/1
id: tiny
system: gf-3
name: Tiny
version: "1.9"
units:
  - {id: squad, name: Squad, size: 5, quality: 4, defense: 4, cost: 100, weapons: [{name: Rifle, count: 5, range: 24, attacks: 1}], upgrades: [guns], source: u1}
  - {id: boss, name: Boss, size: 1, quality: 3, defense: 3, cost: 60, rules: [Hero], source: u2}
  - {id: cart, name: Cart, size: 1, quality: 4, defense: 4, cost: 50, source: u3}
upgrades:
  - id: guns
    sections:
      - label: Upgrade with
        kind: upgrade
        options:
          - {id: laser, name: Laser, cost: 5, weapons: [{name: Laser, range: 30, attacks: 1}], source: o1}
          - {id: flag, name: Flag, cost: 10, rules: [Fearless], source: o2}
          - {id: drum, name: Drum, cost: 15, rules: [Relentless], source: o3}
`
	// The squad is a band now and its laser a beam; the flag is gone, and the drum is
	// called flag. The cart is gone, and the boss is called cart.
	tinyNew = `muster: book/1
id: tiny
system: gf-3
name: Tiny
version: "1.10"
units:
  - {id: band, name: Band, size: 5, quality: 4, defense: 3, cost: 105, weapons: [{name: Rifle, count: 5, range: 24, attacks: 1}], upgrades: [guns], source: u1}
  - {id: cart, name: Cart, size: 1, quality: 3, defense: 3, cost: 60, rules: [Hero], source: u2}
upgrades:
  - id: guns
    sections:
      - label: Upgrade with
        kind: upgrade
        options:
          - {id: beam, name: Beam, cost: 5, weapons: [{name: Laser, range: 30, attacks: 1}], source: o1}
          - {id: flag, name: Flag, cost: 20, rules: [Relentless], source: o3}
`
	tinyOther = "muster: book/1\nid: other\nsystem: gf-3\nname: Other\nversion: \"1\"\nunits: [{id: band, name: Band, size: 1, quality: 4, defense: 4, cost: 5}]\n"
)

// A list moves to another version of its books: what it names is followed, what is
// gone stays as a finding, and nothing becomes another thing because that has its
// id now.
func TestUpdate(t *testing.T) {
	folder := files.NewMemory(map[string]string{
		"tiny@1.9.yaml": tinyOld, "tiny@1.10.yaml": tinyNew, "other.yaml": tinyOther, "lists/beside@1.9.yaml": tinyOld, "lists/beside@1.10.yaml": tinyNew,
	})
	library := catalog.NewLibrary(folder)
	for _, c := range []struct {
		name, list, to string
		want           string // of the file, or of the error
		changes        string
	}{
		{
			"names change", "book: tiny@1.9 # pinned\nunits:\n  - {id: a, unit: squad, name: Mine, upgrades: [laser, {option: drum, count: 1}]} # the first\n", "",
			"book: tiny@1.10 # pinned\nunits:\n  - {id: a, unit: band, name: Mine, upgrades: [beam, {option: flag, count: 1}]} # the first\n",
			"a Mine 120 → 130: Defense 4+ → 3+; was called Squad; costs 100 → 105 points without upgrades; Laser is Beam now; Drum, now Flag, costs 15 → 20 points",
		},
		{
			"an upgrade that is gone is told, a unit stays under an id that means nothing", "book: tiny@1.9\nunits:\n  - {id: a, unit: squad, upgrades: [flag]}\n  - {id: b, unit: cart}\n  - {id: c, unit: boss, join: a}\n", "",
			"book: tiny@1.10\nunits:\n  - {id: a, unit: band, former: [{upgrade: 'Flag: Fearless', cost: 10}]}\n  - {id: b, unit: cart-gone}\n  - {id: c, unit: cart, join: a}\n",
			"a Band 110 → 105: Defense 4+ → 3+; loses Fearless; was called Squad; costs 100 → 105 points without upgrades; lost flag | b Cart 50 → 0: the book has it no longer | c Cart 60 → 60: was called Boss",
		},
		{
			"the version of the list is not there, and upgrades are known by their ids",
			"book: tiny@1.8\nunits: [{id: a, unit: band, upgrades: [beam-for-rifle, {option: horn, count: 2}]}]\n", "",
			"book: tiny@1.10\nunits: [{id: a, unit: band, upgrades: [beam], former: [{upgrade: horn, count: 2}]}]\n", "a Band 105 → 110: gains Laser (30\", A1)",
		},
		{
			"no pin, and upgrades of another version", "book: tiny\nunits: [{id: a, unit: band, upgrades: [flag-2]}]\n", "",
			"book: tiny\nunits: [{id: a, unit: band, upgrades: [flag]}]\n", "a Band 105 → 125: gains Relentless",
		},
		{
			"what an upgrade of another profile became is followed", "book: tiny@1.9\nunits:\n  - {id: a, unit: squad, former: [{upgrade: Musket, now: laser}], upgrades: [laser]}\n", "",
			"book: tiny@1.10\nunits:\n  - {id: a, unit: band, former: [{upgrade: Musket, now: beam}], upgrades: [beam]}\n",
			"a Band 105 → 110: Defense 4+ → 3+; was called Squad; costs 100 → 105 points without upgrades; Laser is Beam now",
		},
		{
			"nothing is said of an upgrade that is as it was again", "book: tiny@1.9\nunits:\n  - {id: a, unit: squad, former: [{upgrade: 'Beam: Laser (30\", A1)', now: laser}], upgrades: [laser]}\n", "",
			"book: tiny@1.10\nunits:\n  - {id: a, unit: band, upgrades: [beam]}\n",
			"a Band 105 → 110: Defense 4+ → 3+; was called Squad; costs 100 → 105 points without upgrades; Laser is Beam now",
		},
		{
			"nothing is said of what an upgrade became that is gone", "book: tiny@1.9\nunits:\n  - {id: a, unit: squad, former: [{upgrade: Banner, now: flag}], upgrades: [laser]}\n", "",
			"book: tiny@1.10\nunits:\n  - {id: a, unit: band, upgrades: [beam]}\n",
			"a Band 105 → 110: Defense 4+ → 3+; was called Squad; costs 100 → 105 points without upgrades; Laser is Beam now",
		},
		{
			"a former upgrade stays", "book: tiny@1.9\nunits:\n  - {id: a, unit: squad, former: [{upgrade: Banner}], upgrades: [laser]}\n", "",
			"book: tiny@1.10\nunits:\n  - {id: a, unit: band, former: [{upgrade: Banner}], upgrades: [beam]}\n",
			"a Band 105 → 110: Defense 4+ → 3+; was called Squad; costs 100 → 105 points without upgrades; Laser is Beam now",
		},
		{"nothing to do", "book: tiny@1.10\nunits: []\n", "", "book: tiny@1.10\nunits: []\n", ""},
		{"no pin, and so the newest", "book: tiny\nunits: []\n", "", "book: tiny\nunits: []\n", ""},
		{"no pin, to a version", "book: tiny\nunits: [{id: a, unit: band}]\n", "1.9", "book: tiny@1.9\nunits: [{id: a, unit: squad}]\n", "a Squad 105 → 100: Defense 3+ → 4+; was called Band; costs 105 → 100 points without upgrades"},
		{"a version that is not there", "book: tiny@1.8\nunits: [{id: a, unit: band}]\n", "", "book: tiny@1.10\nunits: [{id: a, unit: band}]\n", ""},
		{"to a version that is not there", "book: tiny@1.9\nunits: []\n", "2", "no book of the list has a version 2", ""},
		{"a path", "book: ./beside@1.9.yaml\nunits: [{id: a, unit: boss}]\n", "", "book: ./beside@1.10.yaml\nunits: [{id: a, unit: cart}]\n", "a Cart 60 → 60: was called Boss"},
		{
			"several books", "books: [other@1, tiny@1.9]\nunits:\n  - {id: a, unit: squad}\n  - {id: b, unit: squad, book: tiny@1.9}\n  - {id: c, unit: squad, book: tiny}\n  - {id: d, unit: band}\n", "",
			"books: [other@1, tiny@1.10]\nunits:\n  - {id: a, unit: band, book: tiny}\n  - {id: b, unit: band, book: tiny@1.10}\n  - {id: c, unit: band, book: tiny}\n  - {id: d, unit: band}\n",
			strings.TrimSuffix(strings.Repeat("X Band 100 → 105: Defense 4+ → 3+; was called Squad; costs 100 → 105 points without upgrades | ", 3), " | "),
		},
	} {
		const head = "muster: list/1\nsystem: gf-3\n"
		document, err := schema.FilePath{Folder: folder, Name: "lists/list.yaml"}.Parse([]byte(head+c.list), "list/1")
		if err != nil {
			t.Fatal(err)
		}
		s, err := builder.Begin(document, library)
		if err != nil {
			t.Fatal(err)
		}
		moves, err := builder.BookMoves(s.Before(), library, c.to)
		if err == nil {
			_, err = s.Do(builder.Update{Version: c.to})
		}
		if err != nil {
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if diff := cmp.Diff(head+c.want, string(s.Text())); diff != "" {
			t.Errorf("%s:\n%s", c.name, diff)
		}
		var said []string
		for _, m := range s.Before().GameList().(*gf.Army).UnitUpdates(s.Now().GameList().(*gf.Army), moves) {
			said = append(said, movedText(m))
		}
		got := strings.Join(said, " | ")
		if strings.HasPrefix(c.changes, "X ") {
			got = strings.NewReplacer("a Band", "X Band", "b Band", "X Band", "c Band", "X Band").Replace(got)
		}
		if got != c.changes {
			t.Errorf("%s: what is said:\n%s", c.name, cmp.Diff(c.changes, got))
		}
		for _, f := range s.Now().Findings() {
			if f.Code == "book/version" {
				t.Errorf("%s: %s", c.name, f)
			}
		}
	}
}

// A force moves to another version of its book of units; a unit that is gone from it is the
// player's own.
func TestUpdateOfAForce(t *testing.T) {
	const head, old = "muster: list/1\nsystem: fad\n", `muster: book/1
system: fad
id: reeds
name: Reeds
version: "1"
units:
  - {id: watch, name: Watch, kind: infantry, quality: regular, resolve: steady, size: {least: 5, most: 10}, figures: {weapon: smg}, traits: [brave]}
  - {id: boat, name: Boat, kind: vehicle, movement: hover, quality: regular, resolve: steady, armour: {front: 6, side: 5, rear: 4}, weapons: [heavy-mg]}
`
	now := strings.NewReplacer("version: \"1\"", "version: \"1.1\"", "quality: regular, resolve: steady, size", "quality: elite, resolve: steady, size", "id: boat", "id: barge").Replace(old)
	folder := files.NewMemory(map[string]string{"reeds@1.yaml": old, "reeds@1.1.yaml": now})
	library := catalog.NewLibrary(folder)
	const units = "units:\n  - {id: a, unit: watch} # the first\n  - {id: c, unit: watch, in: b}\n"
	for _, c := range []struct{ list, to, want, changes string }{
		{
			"book: reeds@1 # pinned\n" + units + "  - {id: b, unit: boat, aside: true}\n", "",
			"book: reeds@1.1 # pinned\n" + units + `  - id: b
    name: Boat
    kind: vehicle
    movement: hover
    quality: regular
    resolve: steady
    armour: {front: 6, side: 5, rear: 4}
    weapons: [heavy-mg]
    aside: true
`, "a Watch 34 → 42: Quality Regular → Elite | c Watch 34 → 42: Quality Regular → Elite",
		},
		{"book: reeds@1\nunits:\n  - {id: b, unit: boat}\n", "", "", "b Boat 29 → 29: the book has it no longer; it stays as a unit of your own"},
		{"book: reeds@1.1\nunits: [{id: a, unit: watch}]\n", "1", "book: reeds@1\nunits: [{id: a, unit: watch}]\n", "a Watch 42 → 34: Quality Elite → Regular"},
		{"book: ./reeds@1.yaml\nunits: [{id: a, unit: boat}, {id: c, unit: watch}]\n", "", "", "c Watch 34 → 42: Quality Regular → Elite | a Boat 29 → 29: the book has it no longer; it stays as a unit of your own"},
		{"book: reeds\nunits: [{id: a, unit: watch}]\n", "", "book: reeds\nunits: [{id: a, unit: watch}]\n", ""},
		{"units: []\n", "", "units: []\n", ""},
		{"book: reeds@1\nunits: []\n", "3", "no book of the list has a version 3", ""},
	} {
		document, err := schema.FilePath{Folder: folder, Name: "list.yaml"}.Parse([]byte(head+c.list), "list/1")
		if err != nil {
			t.Fatal(err)
		}
		s, err := builder.Begin(document, library)
		if err != nil {
			t.Fatal(err)
		}
		moves, err := builder.BookMoves(s.Before(), library, c.to)
		if err == nil {
			_, err = s.Do(builder.Update{Version: c.to})
		}
		if err != nil {
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v", c.list, err)
			}
			continue
		}
		if c.want != "" && string(s.Text()) != head+c.want {
			t.Errorf("%s:\n%s", c.list, cmp.Diff(head+c.want, string(s.Text())))
		}
		var said []string
		for _, m := range builder.NewUpdateReport("", s.Before(), s.Now(), moves).UnitUpdates {
			m.Changes = m.Changes[:1] // the rest follows from it
			said = append(said, movedText(m))
		}
		if got := strings.Join(said, " | "); got != c.changes {
			t.Errorf("%s: what is said:\n%s", c.list, cmp.Diff(c.changes, got))
		}
	}
}

func movedText(m gf.UnitUpdate) string {
	texts := m.Changes
	if len(m.LostOptions) > 0 {
		texts = append(texts, "lost "+strings.Join(m.LostOptions, ", "))
	}
	return strings.NewReplacer("@1", strconv.Itoa(m.PointsBeforeAfter[0]), "@2", strconv.Itoa(m.PointsBeforeAfter[1])).Replace(m.ID + " " + m.Name + " @1 → @2: " + strings.Join(texts, "; "))
}

// A list is behind if a newer version of a book to which it is pinned is there.
func TestBehind(t *testing.T) {
	book := func(id, version, more string) string {
		return "muster: book/1\nid: " + id + "\nname: A\nversion: \"" + version + "\"\n" + more + "units: []\n"
	}
	library := catalog.NewLibrary(files.NewMemory(map[string]string{
		"a.yaml":    book("a", "1.10", "system: gf-3\norigin:\n  tool: Army Forge\n  id: x\n"),
		"a-9.yaml":  book("a", "1.9", "system: gf-3\norigin:\n  id: x\n"),
		"was.yaml":  book("old-name", "1.8", "system: gf-3\norigin:\n  id: x\n"),
		"a-26.yaml": book("a", "2", "system: gf-2.16\n"),
	}))
	for books, want := range map[string]bool{
		"book: a": false, "book: a@1.10": false, "book: a@1.9": true, "book: a@1": true, "book: old-name@1.8": true, "book: ./a@1.9.yaml": false,
		"book: b@1": false, "books: [b@1, a@1.9]": true, "book: a@9": false,
	} {
		document, err := schema.Read("list.yaml", []byte("muster: list/1\nsystem: gf-3\n"+books+"\nunits: []\n"), "list/1")
		if err != nil {
			t.Fatal(err)
		}
		if got := builder.IsOutdated(document, library); got != want {
			t.Errorf("%s: behind: %v", books, got)
		}
	}
}

// Lists are held against each other unit by unit, of every game.
func TestCompareLists(t *testing.T) {
	open := func(text string) builder.Roster {
		document, err := schema.Read("list.yaml", []byte("muster: list/1\n"+text), "list/1")
		if err != nil {
			t.Fatal(err)
		}
		r, err := builder.Open(document, catalog.NewLibrary())
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	const wardens = "system: gf-3\nbook: steel-wardens\nunits:\n  - {id: a, unit: line-squad, upgrades: [heavy-rifle]}\n  - {id: b, unit: captain, join: a}\n"
	const outpost = "system: fad\nunits:\n  - {id: a, kind: infantry, quality: regular, resolve: steady, figures: [{count: 8, weapon: smg}]}\n"
	for _, c := range []struct {
		name, was, now, changes string
		added, removed          int
	}{
		{"the same", wardens, wardens, "", 0, 0},
		{"an upgrade", wardens, strings.Replace(wardens, "[heavy-rifle]", "[]", 1), `a: 10× Rifle`, 0, 0},
		{"a link", wardens, strings.Replace(wardens, ", join: a", "", 1), "b: joins a → none", 0, 0},
		{"a unit more and one less", wardens, strings.Replace(wardens, "id: b", "id: c", 1), "", 1, 1},
		{"figures", outpost, strings.Replace(outpost, "regular", "elite", 1), "a: Quality Regular → Elite", 0, 0},
		{"another army", wardens, strings.Replace(wardens, "steel-wardens", "brine-choir", 1), "", 2, 2},
		{"another version", wardens, strings.Replace(wardens, "steel-wardens", "steel-wardens@1.0", 1), "", 0, 0},
		{"another game", wardens, outpost, "a: of another game", 0, 1},
	} {
		d := builder.CompareLists(open(c.was), open(c.now))
		said := ""
		for _, u := range d.ChangedUnits {
			said += u.ID + ": " + strings.Join(u.Changes, "; ")
		}
		if !strings.Contains(said, strings.TrimPrefix(c.changes, "a: 10× Rifle")) || (said == "") != (c.changes == "") || len(d.Added) != c.added || len(d.Removed) != c.removed {
			t.Errorf("%s: %q, %v, %v", c.name, said, d.Added, d.Removed)
		}
		if d.IsEmpty() != (said == "" && c.added+c.removed == 0) {
			t.Errorf("%s: the same: %v", c.name, d.IsEmpty())
		}
	}
}
