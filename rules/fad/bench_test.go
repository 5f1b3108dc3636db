package fad_test

import (
	"testing"

	"muster/rules/fad"
)

// What a preview asks thousands of times. With -cpu 1 it is the time on one core.
func BenchmarkOdds(b *testing.B) {
	for _, c := range []struct {
		name string
		duel fad.Duel
	}{
		{"volley", fad.Duel{
			Scenario: fad.Scenario{Mode: fad.Shooting, Cover: fad.Partial},
			Attacker: squad(regular, 9, counted(saw, 1)), Target: squad(regular, 10),
		}},
		{"assault", fad.Duel{
			Scenario: fad.Scenario{Mode: fad.CloseAssault, FreeShot: &fad.FreeShot{}},
			Attacker: squad(regular, 12), Target: squad(regular, 12),
		}},
		{"tanks", fad.Duel{
			Scenario: fad.Scenario{Mode: fad.Shooting, Range: fad.Medium},
			Attacker: vehicle(regular, 10, 8, 7, heavyBeam, railGun, saw), Target: vehicle(regular, 10, 8, 7),
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			c.duel.Tables = tables
			b.ReportAllocs()
			for b.Loop() {
				if _, err := fad.Odds(c.duel); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
