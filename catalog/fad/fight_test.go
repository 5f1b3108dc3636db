package fad

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// fought writes what counts of a unit in a fight on one line.
func fought(u *Unit, a *Armoury) string {
	f := u.Fighter(a)
	text := []string{fmt.Sprintf("%d figures, Quality %d/%d, Resolve %d, armour %d %d/%d/%d, crew %d", f.Figures, f.Quality, f.QualityWithLeader, f.Resolve, f.Armour, f.Front, f.Flank, f.Rear, f.CrewedWeaponCount)}
	if f.Flies {
		text = append(text, "flies")
	}
	for _, w := range f.Weapons {
		one := fmt.Sprintf("%d %s %d\"", w.Count, w.ID, w.CloseRange)
		if w.ServedByCrew {
			one += " served"
		}
		if w.FiringGroup > 0 {
			one += fmt.Sprintf(" group %d", w.FiringGroup)
		}
		text = append(text, fmt.Sprintf("%s +%d", one, len(w.Effects)))
	}
	for _, t := range f.Traits {
		one := t.ID
		for _, e := range t.Effects {
			if one += fmt.Sprintf(" %d", e.WoundsPerFigure); !reflect.ValueOf(e).IsZero() {
				one += "!"
			}
		}
		text = append(text, one)
	}
	return strings.Join(text, "; ")
}

func TestFighter(t *testing.T) {
	a := builtInArmoury(t)
	const vehicle = "kind: vehicle\n" + levels + "armour: {front: 8, side: 7, rear: 6}\n"
	for _, c := range []struct{ name, unit, want string }{
		{"weapons of one sort are counted", "kind: infantry\n" + levels + "figures: [{count: 4, weapon: smg}, {weapon: saw}, {count: 2, weapon: smg}]", "7 figures, Quality 2/2, Resolve 2, armour 4 0/0/0, crew 0; 6 smg 8\" +0; 1 saw 24\" +0"},
		{"a leader raises Quality", "kind: infantry\n" + levels + "figures: [{count: 4, weapon: smg, leader: experienced}]", "4 figures, Quality 2/3, Resolve 2, armour 4 0/0/0, crew 0; 4 smg 8\" +0"},
		{"at most to the best", "kind: infantry\nquality: elite\nresolve: steady\nfigures: [{count: 4, weapon: smg, leader: experienced}]", "4 figures, Quality 3/3, Resolve 2, armour 4 0/0/0, crew 0; 4 smg 10\" +0"},
		{"a gun is served", "kind: heavy-weapons\n" + levels + "heavy: mortar-heavy\nfigures: [{count: 3, weapon: smg}]", "3 figures, Quality 2/2, Resolve 2, armour 4 0/0/0, crew 0; 3 smg 8\" +0; 1 mortar-heavy 48\" served +0"},
		{"a kind with a weapon of its own", "kind: sniper\n" + levels, "1 figures, Quality 2/2, Resolve 2, armour 4 0/0/0, crew 0; 1 sniper-rifle 40\" +0"},
		{"a kind with a Resolve of its own", "kind: artillery\nquality: elite\nresolve: reluctant\nheavy: mortar-heavy", "0 figures, Quality 3/3, Resolve 2, armour 4 0/0/0, crew 0; 1 mortar-heavy 60\" served +0"},
		{"a vehicle's weapons stand alone", vehicle + "weapons: [saw, saw]", "1 figures, Quality 2/2, Resolve 2, armour 0 8/7/6, crew 2; 1 saw 24\" +0; 1 saw 24\" +0"},
		{"one that flies", vehicle + "movement: fly\nweapons: [saw]", "1 figures, Quality 2/2, Resolve 2, armour 0 8/7/6, crew 1; flies; 1 saw 24\" +0"},
		{"no crew", vehicle + "weapons: [saw, saw]\ntraits: [ai-controlled]", "1 figures, Quality 2/2, Resolve 2, armour 0 8/7/6, crew 2; 1 saw 24\" +0; 1 saw 24\" +0; ai-controlled 0!"},
		{"two weapons each", vehicle + "weapons: [saw, saw]\ntraits: [improved-weapons-control]", "1 figures, Quality 2/2, Resolve 2, armour 0 8/7/6, crew 4; 1 saw 24\" +0; 1 saw 24\" +0; improved-weapons-control 0"},
		{"the first weapons unless it says which", vehicle + "weapons: [saw, smg, saw]\ntraits: [alternate-fire-weapons-2]", "1 figures, Quality 2/2, Resolve 2, armour 0 8/7/6, crew 3; 1 saw 24\" group 1 +0; 1 smg 8\" group 1 +0; 1 saw 24\" +0; alternate-fire-weapons-2 0"},
		{"the weapons that it says", vehicle + "weapons: [saw, smg, saw]\ntraits: [{trait: alternate-fire-weapons-2, weapons: [2, 3]}]", "1 figures, Quality 2/2, Resolve 2, armour 0 8/7/6, crew 3; 1 saw 24\" +0; 1 smg 8\" group 1 +0; 1 saw 24\" group 1 +0; alternate-fire-weapons-2 0"},
		{"twice, for one weapon after another", vehicle + "weapons: [saw, smg]\ntraits: [linked-weapons, linked-weapons]", "1 figures, Quality 2/2, Resolve 2, armour 0 8/7/6, crew 2; 1 saw 24\" +1; 1 smg 8\" +1; linked-weapons 0"},
		{"more than there are", vehicle + "weapons: [saw]\ntraits: [alternate-fire-weapons-3]", "1 figures, Quality 2/2, Resolve 2, armour 0 8/7/6, crew 1; 1 saw 24\" group 1 +0; alternate-fire-weapons-3 0"},
		{"people and traits", "kind: character\n" + levels + "weapon: smg\ntraits: [brave, resilient-2]\npersonalities: [medic, medic]", "1 figures, Quality 2/2, Resolve 2, armour 4 0/0/0, crew 0; 1 smg 8\" +0; brave 0!; resilient-2 2!; medic 0!"},
	} {
		t.Run(c.name, func(t *testing.T) {
			u, err := readUnit(c.unit)
			if err != nil {
				t.Fatal(err)
			}
			if err := a.CheckIDs(&u); err != nil {
				t.Fatal(err)
			}
			if got := fought(&u, a); got != c.want {
				t.Errorf("\n%s, want\n%s", got, c.want)
			}
		})
	}
}

// Each id that names nothing is found, by what it should name and where.
func TestUnknowns(t *testing.T) {
	a := builtInArmoury(t)
	for _, c := range []struct{ unit, want string }{
		{"kind: infantry\n" + levels + "armour: ligt\nfigures: [{weapon: sav, personalities: [medik]}, {weapon: smg}]\ntraits: [grizled]", "armour [armour], weapon [figures 0 weapon], personality [figures 0 personalities 0], trait [traits 0]"},
		{"kind: infantry\n" + levels + "figures: [{weapon: smg, personalities: [medik]}]", "personality [figures 0 personalities 0]"},
		{"kind: character\n" + levels + "weapon: sav\npersonalities: [medic, x]\ntraits: [{trait: bestow-trait, gives: bravery}]", "weapon [weapon], personality [personalities 1], trait [traits 0 gives]"},
		{"kind: psionic\n" + levels + "powers: [heal, hurt]", "power [powers 1]"},
		{"kind: heavy-weapons\n" + levels + "heavy: x\nfigures: [{weapon: smg}]", "weapon [heavy]"},
		{"kind: vehicle\n" + levels + "armour: {front: 8, side: 7, rear: 6}\nweapons: [saw, x]", "weapon [weapons 1]"},
		{"kind: infantry\n" + levels + "figures: [{weapon: smg}]", ""},
	} {
		u, err := readUnit(c.unit)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, unknown := range a.UnknownIDs(&u) {
			got = append(got, fmt.Sprint(unknown.Kind, " ", unknown.Path))
			called := "there is no " + unknown.Kind + " `"
			if unknown.Kind == "armour" {
				called = "there is no armour called `"
			}
			if !strings.HasPrefix(unknown.Message, called) {
				t.Errorf("%q does not begin with %q", unknown.Message, called)
			}
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%s:\nfound %s, want %s", c.unit, text, c.want)
		}
	}
}
