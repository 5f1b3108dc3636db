package fad_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/finding"
	"muster/catalog"
	"muster/schema"
	"muster/schema/files"
)

// Keys that speak of a squad's figures together change the lines that they stand in; nothing but
// `figures` changes how many they are.
func TestSetFiguresTogether(t *testing.T) {
	const leader, rifles, saw = "      - {count: 1, weapon: assault-rifle, leader: experienced}", "      - {count: 6, weapon: assault-rifle}", "      - {count: 1, weapon: saw}"
	for _, c := range []struct{ id, set, want string }{
		{"rifles", "figures=10", "-" + rifles + "\n+      - {count: 8, weapon: assault-rifle}"},
		{"rifles", "figures=5", "-" + rifles + "\n+      - {count: 3, weapon: assault-rifle}"},
		{"rifles", "figures=2", "-" + rifles},
		{"rifles", "figures=1", "-" + rifles + "\n-" + saw},
		{"rifles", "weapon=smg", "-" + leader + "\n-" + rifles + "\n+" + strings.ReplaceAll(leader+"\n+"+rifles, "assault-rifle", "smg")},
		{"rifles", "leader=veteran", "-" + leader + "\n+" + strings.Replace(leader, "experienced", "veteran", 1)},
		{"rifles", "leader=", "-" + leader + "\n-" + rifles + "\n+      - {count: 7, weapon: assault-rifle}"},
		{"rifles", "weapons+=saw", "-" + rifles + "\n-" + saw + "\n+      - {count: 5, weapon: assault-rifle}\n+      - {count: 2, weapon: saw}"},
		{"rifles", "weapons+=flamethrower", "-" + rifles + "\n-" + saw + "\n+      - {count: 5, weapon: assault-rifle}\n+" + saw + "\n+      - {count: 1, weapon: flamethrower}"},
		{"rifles", "weapons-=saw", "-" + rifles + "\n-" + saw + "\n+      - {count: 7, weapon: assault-rifle}"},
		{"rifles", "personalities+=medic", "-" + rifles + "\n-" + saw + "\n+      - {count: 5, weapon: assault-rifle}\n+" + saw + "\n+      - {count: 1, weapon: assault-rifle, personalities: [medic]}"},
	} {
		t.Run(c.set, func(t *testing.T) {
			e := open(t, outpost)
			if err := e.set(c.id, c.set); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, change(outpost, string(e.Text()))); diff != "" {
				t.Error(diff)
			}
		})
	}
	for set, want := range map[string]string{
		"figures=0": "1 to 1000", "weapons-=flamethrower": "nobody of it carries `flamethrower`", "personalities-=medic": "nobody of it is `medic`",
	} {
		if err := open(t, outpost).set("rifles", set); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", set, err, want)
		}
	}
}

// Squads of a book whose figures all carry support weapons are changed as others are, and one of
// the player's own grows by what most of it carry.
func TestSetFiguresOfSupportWeapons(t *testing.T) {
	library := catalog.NewLibrary(files.NewMemory(map[string]string{"b.yaml": `muster: book/1
system: fad
id: gunners
name: Gunners
units:
  - {id: gunners, name: Gunners, kind: infantry, quality: regular, resolve: steady, size: {least: 3, most: 10},
     figures: {weapons: [shotgun, saw]}, structure: [{one-of: [smg], must: true}, {leader: [veteran]}]}
`}))
	for _, c := range []struct{ unit, sets, want string }{
		{"unit: gunners, figures: [{count: 2, weapon: shotgun}, {weapon: smg}]", "weapon=saw leader=veteran figures=6", "[{count: 4, weapon: saw}, {weapon: smg}, {count: 1, weapon: saw, leader: veteran}]"},
		{"unit: gunners, figures: [{count: 3, weapon: saw}]", "weapons+=smg", "[{count: 2, weapon: saw}, {count: 1, weapon: smg}]"},
		{"kind: infantry, quality: regular, resolve: steady, figures: [{count: 3, weapon: shotgun}, {weapon: saw}]", "figures=8", "[{count: 7, weapon: shotgun}, {weapon: saw}]"},
	} {
		document, err := schema.Read("list.yaml", []byte("muster: list/1\nsystem: fad\nbook: gunners\nunits: [{id: u1, "+c.unit+"}]\n"))
		if err != nil {
			t.Fatal(err)
		}
		s, err := builder.Begin(document, library)
		if err != nil {
			t.Fatal(err)
		}
		s.Force = true
		if err := (editor{s}).set("u1", strings.Fields(c.sets)...); err != nil || !strings.Contains(string(s.Text()), c.want) {
			t.Errorf("%s: %v\n%s\nwant %s", c.sets, err, s.Text(), c.want)
		}
	}
}

// Whatever is offered for units of a book is taken, one after the other, and they stay what their
// book lets them be.
func TestOfferedWalkStaysInTheBook(t *testing.T) {
	library := catalog.NewLibrary(os.DirFS("../../examples"))
	document, err := schema.Read("list.yaml", []byte("muster: list/1\nsystem: fad\nbook: reed-wardens\nunits:\n"+
		"  - {id: u0, unit: wardens}\n  - {id: u1, unit: fen-scouts}\n  - {id: u2, unit: ferryman}\n  - {id: u3, unit: reed-boat}\n"))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(45, 8))
	for range 20 {
		s, err := builder.Begin(document, library)
		if err != nil {
			t.Fatal(err)
		}
		var made []string
		for range 40 {
			id := []string{"u0", "u1", "u2", "u3"}[random.IntN(4)]
			all := s.Now().(builder.FieldSetter).Assignments(id)
			set := all[random.IntN(len(all))]
			switch {
			case set == "figures=":
				set += fmt.Sprint(5 + random.IntN(4))
			case strings.HasSuffix(set, "="): // the number of a line
				continue
			}
			a, err := edit.ParseAssignment(set)
			if err != nil {
				t.Fatal(err)
			}
			made = append(made, id+" "+set)
			if _, err := s.Do(builder.SetFields{UnitID: id, Fields: []edit.Assignment{a}}); err != nil {
				t.Fatalf("%s: %v\n%s", made, err, s.Text())
			}
			if wrong, broken := finding.FirstError(s.Now().Findings(), ""); broken {
				if strings.Contains(set, "figures=") { // so many are too few for what they carry
					break
				}
				t.Fatalf("%s: %v\n%s", made, wrong, s.Text())
			}
		}
	}
}

// Whatever is taken and left, a squad keeps its size and has one leader at most.
func TestASquadKeepsItsSize(t *testing.T) {
	sets := []string{"weapons+=saw", "weapons-=saw", "weapons+=flamethrower", "weapons-=flamethrower", "weapons+=smg", "weapon=smg", "weapon=assault-rifle", "leader=veteran", "leader=experienced", "leader=", "personalities+=medic", "personalities-=medic", "personalities+=comms"}
	rapid.Check(t, func(r *rapid.T) {
		e := open(t, outpost)
		for _, set := range rapid.SliceOfN(rapid.SampledFrom(sets), 1, 12).Draw(r, "sets") {
			_ = e.set("rifles", set) // what nobody can do changes nothing
			leaders, u := 0, e.Now().Unit("rifles")
			for _, f := range u.Figures {
				if f.LeaderLevel != "" {
					leaders += f.Count
				}
			}
			if u.Size() != 8 || leaders > 1 {
				r.Fatalf("after %s it has %d figures and %d leaders:\n%s", set, u.Size(), leaders, e.Text())
			}
		}
	})
}
