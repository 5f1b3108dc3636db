package fad_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
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

// Whatever is taken and left, a squad keeps its size and has one leader at most.
func TestASquadKeepsItsSize(t *testing.T) {
	sets := []string{"weapons+=saw", "weapons-=saw", "weapons+=flamethrower", "weapons-=flamethrower", "weapons+=smg", "weapon=smg", "weapon=assault-rifle", "leader=veteran", "leader=experienced", "leader=", "personalities+=medic", "personalities-=medic", "personalities+=comms"}
	rapid.Check(t, func(r *rapid.T) {
		e := open(t, outpost)
		for _, set := range rapid.SliceOfN(rapid.SampledFrom(sets), 1, 12).Draw(r, "sets") {
			_ = e.set("rifles", set) // what nobody can do changes nothing
			leaders, u := 0, e.Now().Unit("rifles")
			for _, f := range u.Figures {
				if f.Leader != "" {
					leaders += f.Count
				}
			}
			if u.Size() != 8 || leaders > 1 {
				r.Fatalf("after %s it has %d figures and %d leaders:\n%s", set, u.Size(), leaders, e.Text())
			}
		}
	})
}
