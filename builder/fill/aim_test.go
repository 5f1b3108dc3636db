package fill_test

import (
	"math"
	"strings"
	"testing"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/fill"
	"muster/builder/gf"
	"muster/builder/odds"
	"muster/examples"
	"muster/schema"
)

// What an option gains is what the unit does more after the edit that takes it, at each
// of the typical targets.
func TestGainsOfOptionsAreWhatEditsComeTo(t *testing.T) {
	list, library := own[0].list(t, 2000, "{id: a, unit: line-squad, upgrades: [heavy-rifle]}, {id: b, unit: line-squad, combine: a}, {id: h, unit: captain, join: a}, {id: x, unit: breachers, upgrades: [port-guns]}")
	for _, target := range []string{"light-infantry", "tank"} {
		foe := odds.Foe{UnitID: target}
		aim, err := fill.NewAim(list, foe)
		if err != nil {
			t.Fatal(err)
		}
		tried := 0
		for _, id := range []string{"a", "h", "x"} {
			gains, err := aim.OptionGains(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			does := func(edits ...builder.Edit) (float64, bool) {
				s := builder.NewSession(list, library)
				if _, err := s.Do(edits...); err != nil {
					return 0, false
				}
				now, err := fill.NewAim(s.Now(), foe)
				if err != nil {
					t.Fatal(err)
				}
				body := id
				if id == "h" {
					body = "a"
				}
				e, err := now.Damage(t.Context(), body)
				if err != nil {
					t.Fatal(err)
				}
				return e.Value, true
			}
			for _, section := range list.(builder.UpgradeChooser).OpenUpgrades(id) {
				bare := []builder.Edit{}
				for _, o := range section.Options {
					if section.MaxChosen == 1 && o.ChosenCount > 0 {
						bare = append(bare, builder.Downgrade{UnitID: id, Choices: []gf.Choice{{Option: o.Option.ID}}})
					}
				}
				for _, o := range section.Options {
					without, _ := does(bare...)
					with, possible := does(append(bare, builder.Upgrade{UnitID: id, Choices: []gf.Choice{{Option: o.Option.ID, Count: 1}}})...)
					if got, offered := gains[o.Option.ID]; possible && (!offered || math.Abs(got.Damage-(with-without)) > 1e-9) {
						t.Errorf("%s of %s against %s gains %g, its edit %g", o.Option.ID, id, target, got.Damage, with-without)
					}
					tried++
				}
			}
		}
		if tried < 20 {
			t.Errorf("%d options were tried", tried)
		}
	}
}

func BenchmarkGainsOfOptions(b *testing.B) {
	list, _ := own[0].list(b, 2000, "{id: a, unit: line-squad, upgrades: [heavy-rifle]}, {id: c, unit: line-squad, combine: a}, {id: h, unit: captain, join: a}")
	b.ReportAllocs()
	for b.Loop() {
		aim, err := fill.NewAim(list, odds.Foe{UnitID: "tank"})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := aim.OptionGains(b.Context(), "a"); err != nil {
			b.Fatal(err)
		}
	}
}

// What setting a field of a unit of a force gains is what the unit does more after the
// edit that sets it; in basic creation too, where that takes figures away.
func TestGainsOfFieldsAreWhatEditsComeTo(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes every step of a force")
	}
	for _, method := range []string{"points", "basic"} {
		count, quality := "count: 4, ", "regular"
		if method == "basic" {
			count, quality = "", "conscript"
		}
		document, err := schema.Read("force.yaml", []byte(`muster: list/1
system: fad
method: `+method+`
platoons: [{command: c, squads: [a]}]
units:
  - {id: a, kind: infantry, quality: `+quality+`, resolve: steady, armour: light, traits: [hardened], partner: v, in: v, figures: [{`+count+`weapon: assault-rifle}, {`+count+`weapon: saw, personalities: [medic]}]}
  - {id: c, kind: character, quality: regular, resolve: steady, armour: improved, weapon: assault-carbine, leadership: inspiring, specialisation: infantry}
  - {id: v, kind: vehicle, movement: tracked, quality: regular, resolve: steady, armour: {front: 7, side: 6, rear: 5}, weapons: [heavy-mg], crew: 2, capacity: 8}
`), "list/1")
		if err != nil {
			t.Fatal(err)
		}
		list, err := builder.Open(document, nil)
		if err != nil {
			t.Fatal(err)
		}
		setter := list.(builder.FieldSetter)
		for _, foe := range []odds.Foe{{UnitID: "militia"}, {UnitID: "tank"}} {
			does := func(r builder.Roster, id string) float64 {
				aim, err := fill.NewAim(r, foe)
				if err != nil {
					t.Fatal(err)
				}
				e, err := aim.Damage(t.Context(), id)
				if err != nil {
					t.Fatal(err)
				}
				return e.Value
			}
			lasts := func(r builder.Roster, id string) float64 {
				aim, err := fill.NewAim(r, foe)
				if err != nil {
					t.Fatal(err)
				}
				mean, known, err := aim.Durability(t.Context(), id)
				if err != nil || !known {
					t.Fatal(known, err)
				}
				return min(mean, fill.DurabilityLimit)
			}
			for _, id := range []string{"a", "c", "v"} {
				aim, err := fill.NewAim(list, foe)
				if err != nil {
					t.Fatal(err)
				}
				gains, err := aim.OptionGains(t.Context(), id)
				if err != nil {
					t.Fatal(err)
				}
				other, hardier, tried := 0, 0, 0
				try := func(name, said string, sign float64) {
					gain, told := gains[name]
					fields, err := edit.ParseAssignments([]string{said})
					if err != nil {
						t.Fatal(err)
					}
					s := builder.NewSession(list, nil)
					if _, err := s.Do(builder.SetFields{UnitID: id, Fields: fields}); err != nil {
						return
					}
					want := sign * (does(s.Now(), id) - does(list, id))
					longer := sign * (lasts(s.Now(), id) - lasts(list, id))
					if !told || math.Abs(gain.Damage-want) > 1e-9 || math.Abs(gain.Durability-longer) > 1e-9 {
						t.Errorf("%s of %s against %s gains %+v (told: %v), its edit %g and %g", name, id, foe.UnitID, gain, told, want, longer)
					}
					if math.Abs(want) > 1e-9 {
						other++
					}
					if math.Abs(longer) > 1e-9 {
						hardier++
					}
					tried++
				}
				for _, f := range setter.Fields(id) {
					switch {
					case f.Path == "powers" || f.Path == "specialisation" || f.RefusalReason != "" || f.Choices == nil:
					case f.EntryID != "" && f.Current == "yes" && f.WeaponCount == 0:
						try(f.Path+"/"+f.EntryID, f.Path+"-="+f.EntryID, -1)
					case f.EntryID != "":
						try(f.Path+"/"+f.EntryID, f.Path+"+="+f.EntryID, 1)
					default:
						for _, c := range f.Choices {
							value := c.Value
							if strings.HasSuffix(f.Path, "personalities") && value != "" {
								value = "[" + value + "]"
							}
							if c.Value != f.Current {
								try(f.Path+"="+c.Value, f.Path+"="+value, 1)
							}
						}
					}
				}
				if least := map[string]int{"militia": 10, "tank": 2}[foe.UnitID]; tried < 20 || id != "c" && other < least || id == "a" && hardier < 5 {
					t.Errorf("%s: %d fields were tried, of which %d change something, and %d how long it lasts", id, tried, other, hardier)
				}
			}
		}
	}
}

// A tank's cannon counts beside its machine gun: it kills 56/27 militia by its blast and
// 3.5 by the gun, and a shotgun in the cannon's place is a loss.
func TestGainsOfATanksCannon(t *testing.T) {
	list := outpost(t)
	aim, err := fill.NewAim(list, odds.Foe{UnitID: "militia"})
	if err != nil {
		t.Fatal(err)
	}
	does, err := aim.Damage(t.Context(), "tank")
	if err != nil {
		t.Fatal(err)
	}
	if want := 3.5 + 56./27; math.Abs(does.Value-want) > 1e-12 {
		t.Errorf("all weapons kill %g, should be %g", does.Value, want)
	}
	gains, err := aim.OptionGains(t.Context(), "tank")
	if err != nil {
		t.Fatal(err)
	}
	if gain, found := gains["weapons.1=shotgun"]; !found || gain.Damage < -0.25 || gain.Damage > -0.2 {
		t.Errorf("a shotgun in its place gains %g (%v)", gain.Damage, found)
	}
	if gain, found := gains["weapons.1=pistol"]; found {
		t.Errorf("a pistol, which a tank may not carry, gains %g", gain.Damage)
	}
}

func outpost(t testing.TB) builder.Roster {
	t.Helper()
	text, err := examples.Files.ReadFile("fad-outpost.yaml")
	if err != nil {
		t.Fatal(err)
	}
	document, err := schema.Read("fad-outpost.yaml", text, "list/1")
	if err != nil {
		t.Fatal(err)
	}
	list, err := builder.Open(document, nil)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func BenchmarkGainsOfFields(b *testing.B) {
	list := outpost(b)
	b.ReportAllocs()
	for b.Loop() {
		aim, err := fill.NewAim(list, odds.Foe{UnitID: "militia"})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := aim.OptionGains(b.Context(), "rifles"); err != nil {
			b.Fatal(err)
		}
	}
}
