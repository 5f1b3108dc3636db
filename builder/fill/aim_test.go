package fill_test

import (
	"math"
	"testing"

	"muster/builder"
	"muster/builder/fill"
	"muster/builder/gf"
	"muster/builder/odds"
)

// What an option gains is what the unit does more after the edit that takes it, at each
// of the typical targets.
func TestGainsOfOptionsAreWhatEditsComeTo(t *testing.T) {
	list, library := own[0].list(t, 2000, "{id: a, unit: line-squad, upgrades: [heavy-rifle]}, {id: b, unit: line-squad, combine: a}, {id: h, unit: captain, join: a}, {id: x, unit: breachers, upgrades: [port-guns]}")
	for _, target := range []string{"light-infantry", "tank"} {
		foe := odds.Foe{Unit: target}
		aim, err := fill.TakeAim(list, foe)
		if err != nil {
			t.Fatal(err)
		}
		tried := 0
		for _, id := range []string{"a", "h", "x"} {
			gains, err := aim.Gains(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			does := func(edits ...builder.Edit) (float64, bool) {
				s := builder.Change(list, library)
				if _, err := s.Do(edits...); err != nil {
					return 0, false
				}
				now, err := fill.TakeAim(s.Now(), foe)
				if err != nil {
					t.Fatal(err)
				}
				body := id
				if id == "h" {
					body = "a"
				}
				e, err := now.Does(t.Context(), body)
				if err != nil {
					t.Fatal(err)
				}
				return e.Value, true
			}
			for _, section := range list.(builder.Chooser).Open(id) {
				bare := []builder.Edit{}
				for _, o := range section.Options {
					if section.Most == 1 && o.Chosen > 0 {
						bare = append(bare, builder.Downgrade{ID: id, Choices: []gf.Choice{{Option: o.Option.ID}}})
					}
				}
				for _, o := range section.Options {
					without, _ := does(bare...)
					with, possible := does(append(bare, builder.Upgrade{ID: id, Choices: []gf.Choice{{Option: o.Option.ID, Count: 1}}})...)
					if got, offered := gains[o.Option.ID]; possible && (!offered || math.Abs(got-(with-without)) > 1e-9) {
						t.Errorf("%s of %s against %s gains %g, its edit %g", o.Option.ID, id, target, got, with-without)
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
		aim, err := fill.TakeAim(list, odds.Foe{Unit: "tank"})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := aim.Gains(b.Context(), "a"); err != nil {
			b.Fatal(err)
		}
	}
}
