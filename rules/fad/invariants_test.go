package fad_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"muster/rules/fad"
)

var (
	covers = []fad.Cover{fad.Open, fad.Partial, fad.Heavy}
	bands  = []fad.RangeBand{fad.Close, fad.Medium, fad.Long}
)

// drawSquad draws a squad with rifles and perhaps something heavier.
func drawSquad(t *rapid.T, name string) fad.Side {
	s := squad(rapid.IntRange(rabble, elite).Draw(t, name+" quality"), rapid.IntRange(1, 12).Draw(t, name+" rifles"))
	if n := rapid.IntRange(0, 2).Draw(t, name+" SAWs"); n > 0 {
		s.Weapons = append(s.Weapons, counted(saw, n))
		s.Figures += n
	}
	s.Weapons[0].AP = rapid.IntRange(0, 3).Draw(t, name+" AP")
	s.Armour = rapid.IntRange(3, 10).Draw(t, name+" armour")
	s.Resolve = rapid.IntRange(reluctant, determined).Draw(t, name+" resolve")
	return s
}

// More cover, a band further, better armour and a worse shooter never raise
// casualties, except where AP lowers the better armour (FAD, Determine Damage).
func TestNothingHelpsTheWrongSide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := fad.Duel{
			Tables:   tables,
			Scenario: fad.Scenario{Mode: fad.Shooting, Cover: rapid.SampledFrom(covers).Draw(t, "cover"), Range: rapid.SampledFrom(bands).Draw(t, "range")},
			Attacker: drawSquad(t, "attacker"), Target: drawSquad(t, "target"),
		}
		if rapid.Bool().Draw(t, "vehicle") {
			d.Target = vehicle(regular, rapid.IntRange(3, 12).Draw(t, "front"), 5, 5)
		}
		killed := func(d fad.Duel) float64 {
			r, err := fad.Odds(d)
			if err != nil {
				t.Fatal(err)
			}
			if d.Target.Kind == fad.Vehicle {
				return r.Target.Damaged + r.Target.CriticallyHit
			}
			return r.Target.Casualties.Mean
		}
		before := killed(d)
		never := func(what string, change func(*fad.Duel)) {
			other := d
			change(&other)
			if after := killed(other); after > before+1e-12 {
				t.Errorf("%s: %g after %g", what, after, before)
			}
		}
		for _, c := range covers[1:] {
			if d.Scenario.Cover == fad.Open {
				never("cover "+string(c), func(d *fad.Duel) { d.Scenario.Cover = c })
			}
		}
		if d.Scenario.Range == fad.Close {
			never("further", func(d *fad.Duel) { d.Scenario.Range = fad.Medium })
		}
		if d.Attacker.Quality > rabble {
			never("worse shooters", func(d *fad.Duel) { d.Attacker.Quality, d.Attacker.QualityWithLeader = rabble, rabble })
		}
		never("under fire", func(d *fad.Duel) { d.Scenario.ShooterUnderFire = true })
		lowered := d.Attacker.Weapons[0].AP > 0 && d.Target.Armour == 6
		if d.Target.Kind != fad.Vehicle && !lowered {
			never("better armour", func(d *fad.Duel) { d.Target.Armour++ })
		}
	})
}

// The document's AP rule kills the better armour more easily: that exception is
// real, and no other.
func TestAPMayFavourTheWorseArmour(t *testing.T) {
	killed := func(armour int) float64 {
		shooter := squad(regular, 9)
		shooter.Weapons[0].AP = 3
		target := squad(regular, 10)
		target.Armour = armour
		return odds(t, fad.Duel{Scenario: fad.Scenario{Mode: fad.Shooting}, Attacker: shooter, Target: target}).Target.Casualties.Mean
	}
	if heavy, dress := killed(6), killed(7); dress <= heavy {
		t.Errorf("armour 7 loses %g, armour 6 %g", dress, heavy)
	}
}

// Whatever happens, the chances of what can happen add up.
func TestOutcomesAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := fad.Duel{Tables: tables, Scenario: fad.Scenario{Mode: fad.CloseAssault}, Attacker: drawSquad(t, "attacker"), Target: drawSquad(t, "target")}
		if rapid.Bool().Draw(t, "free shot") {
			d.Scenario.FreeShot = &fad.FreeShot{Range: rapid.SampledFrom(bands).Draw(t, "range")}
		}
		r, err := fad.Odds(d)
		if err != nil {
			t.Fatal(err)
		}
		sum := func(what string, got, want float64) {
			if got > want+1e-9 || got < want-1e-9 {
				t.Errorf("%s: %g, should be %g", what, got, want)
			}
		}
		if d.Scenario.FreeShot == nil { // nobody falls before the assault
			sum("who wins", r.Attacker.Wins+r.Target.Wins+r.Draw, 1)
		}
		for _, o := range []*fad.Outcome{&r.Attacker, &r.Target} {
			sum("casualties", o.Casualties.PMF.Total(), 1)
			standing := o.Rallied + o.FallsBack + o.Routed
			if o.Broken > o.Destroyed {
				sum("the broken", standing+o.Destroyed, o.Broken)
			}
			if o.Overrun > o.Wins+1e-12 {
				t.Errorf("overruns with %g, wins with %g", o.Overrun, o.Wins)
			}
		}
	})
}

// What cannot be fought, or has no meaning, is refused with the reason.
func TestRefusals(t *testing.T) {
	tank := vehicle(regular, 8, 7, 6, railGun)
	sniper := squad(elite, 1)
	sniper.Kind, sniper.ShootingDice = fad.Sniper, 1
	battery := team(regular, mortar)
	battery.Kind = fad.Artillery
	hardy := squad(regular, 5)
	hardy.Traits = []fad.Trait{{ID: "hardy", Name: "Hardy", Effects: []fad.Effect{{WoundsPerFigure: 2}}}}
	beside := func(s fad.Side, u fad.Fighter) fad.Side {
		s.Partner = &u
		return s
	}
	foot, plane := squad(regular, 5), tank
	lost := func(s *fad.Side) { s.CrewLost = 1 }
	plane.Flies = true
	for _, c := range []struct {
		says             string
		scenario         fad.Scenario
		attacker, target fad.Side
	}{
		{"`mode: blast`", fad.Scenario{Mode: fad.Shooting}, team(regular, cannon), foot},
		{"`mode: blast`", fad.Scenario{Mode: fad.Shooting}, vehicle(regular, 8, 8, 8, cannon), foot},
		{"`mode: shooting`", fad.Scenario{Mode: fad.Blast}, foot, foot},
		{"`mode: shooting`", fad.Scenario{Mode: fad.Blast}, changed(team(regular, railGun), func(s *fad.Side) { s.Weapons[0].IsBlast = true }), foot},
		{"`mode: shooting`", fad.Scenario{Mode: fad.Blast}, team(regular, cannon), tank},
		{"`mode: blast`", fad.Scenario{Mode: fad.Shooting}, battery, foot},
		{"never on the table", fad.Scenario{Mode: fad.Shooting}, foot, battery},
		{"`mode: vehicle-assault`", fad.Scenario{Mode: fad.CloseAssault}, foot, tank},
		{"`mode: close-assault`", fad.Scenario{Mode: fad.VehicleAssault}, foot, foot},
		{"a sniper never charges", fad.Scenario{Mode: fad.CloseAssault}, sniper, foot},
		{"never charges", fad.Scenario{Mode: fad.CloseAssault}, battery, foot},
		{"only figures assault", fad.Scenario{Mode: fad.CloseAssault}, tank, foot},
		{"flying", fad.Scenario{Mode: fad.VehicleAssault}, foot, plane},
		{"should be 1 to 5", fad.Scenario{Mode: fad.VehicleAssault, ContactFigures: 6}, foot, tank},
		{"`open-fire` means nothing", fad.Scenario{Mode: fad.Blast, OpenFire: true}, team(regular, cannon), foot},
		{"`range` means nothing", fad.Scenario{Mode: fad.Blast, Range: fad.Long}, battery, foot},
		{"`bunched-up` means nothing", fad.Scenario{Mode: fad.Shooting, TargetBunchedUp: true}, foot, team(regular, railGun)},
		{"`shooter-under-fire` means nothing", fad.Scenario{Mode: fad.Shooting, ShooterUnderFire: true}, tank, foot},
		{"`target-under-fire` means nothing", fad.Scenario{Mode: fad.Shooting, TargetUnderFire: true}, foot, tank},
		{"`concealed` means nothing", fad.Scenario{Mode: fad.Shooting, TargetConcealed: true}, foot, foot},
		{"`side` means nothing", fad.Scenario{Mode: fad.Shooting, Facing: fad.Rear}, foot, foot},
		{"`contact` means nothing", fad.Scenario{Mode: fad.Shooting, ContactFigures: 3}, foot, tank},
		{"`free-shot` means nothing", fad.Scenario{Mode: fad.Shooting, FreeShot: &fad.FreeShot{}}, foot, foot},
		{"`cover` means nothing", fad.Scenario{Mode: fad.CloseAssault, Cover: fad.Heavy}, foot, foot},
		{"`crossfire` means nothing", fad.Scenario{Mode: fad.Shooting, UsesCrossfire: true}, foot, sniper},
		{"`tank-near` means nothing", fad.Scenario{Mode: fad.Shooting, TankNearTarget: true}, foot, tank},
		{"`wounded-rules` means nothing", fad.Scenario{Mode: fad.CloseAssault, UsesWoundedRules: true}, foot, foot},
		{"cannot be used together", fad.Scenario{Mode: fad.Shooting, UsesWoundedRules: true, OneDamageRollPerSquad: true}, foot, foot},
		{"attacker: `crew-lost` means nothing for kind", fad.Scenario{Mode: fad.Shooting}, changed(foot, lost), foot},
		{"no such modifier", fad.Scenario{Mode: fad.Blast}, changed(team(regular, mortar), lost), foot},
		{"attacker: `crew-lost` means nothing here", fad.Scenario{Mode: fad.VehicleAssault}, changed(team(regular, railGun), lost), tank},
		{"together with Hardy", fad.Scenario{Mode: fad.Shooting, OneDamageRollPerSquad: true}, foot, hardy},
		{"`with` means nothing", fad.Scenario{Mode: fad.Shooting}, foot, beside(foot, team(regular, railGun).Fighter)},
		{"add their dice", fad.Scenario{Mode: fad.Shooting}, beside(foot, foot.Fighter), foot},
		{"the squad is the side", fad.Scenario{Mode: fad.Shooting}, beside(team(regular, railGun), foot.Fighter), foot},
		{"too many", fad.Scenario{Mode: fad.Shooting}, squad(regular, 1001), foot},
		{"no figures", fad.Scenario{Mode: fad.Shooting}, squad(regular, 0), foot},
		{"no such Resolve", fad.Scenario{Mode: fad.Shooting}, changed(foot, func(s *fad.Side) { s.Resolve = -1 }), foot},
		{"no such Resolve", fad.Scenario{Mode: fad.Shooting}, foot, changed(foot, func(s *fad.Side) { s.Resolve = 4 })},
		{"no such Quality", fad.Scenario{Mode: fad.Shooting}, changed(foot, func(s *fad.Side) { s.Quality = -1 }), foot},
		{"no such Quality", fad.Scenario{Mode: fad.Shooting}, changed(foot, func(s *fad.Side) { s.QualityWithLeader = 4 }), foot},
		{"no such Quality", fad.Scenario{Mode: fad.Shooting}, foot, changed(foot, func(s *fad.Side) { s.Quality = 4 })},
		{"too large", fad.Scenario{Mode: fad.CloseAssault, FreeShot: &fad.FreeShot{}}, squad(regular, 1000), squad(regular, 1000)},
	} {
		_, err := fad.Odds(fad.Duel{Tables: tables, Scenario: c.scenario, Attacker: c.attacker, Target: c.target})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v should be refused with %q: %v", c.scenario, c.says, err)
		}
	}
}

// Who may not fire does nothing, and the answer says why.
func TestSilence(t *testing.T) {
	far := squad(regular, 5)
	shy := squad(regular, 5)
	shy.Traits = []fad.Trait{{Name: "Shy", Effects: []fad.Effect{{When: fad.When{BeyondRangeBand: fad.Close}, CannotFire: true}}}}
	bare := squad(regular, 5)
	bare.Weapons[0].IsUnarmed = true
	driverless := vehicle(regular, 8, 8, 8, railGun)
	driverless.CrewedWeaponCount = 0
	for _, c := range []struct {
		says     string
		scenario fad.Scenario
		attacker fad.Side
	}{
		{"after moving", fad.Scenario{Mode: fad.Shooting, ShooterMoved: true}, team(regular, railGun)},
		{"out of range", fad.Scenario{Mode: fad.Shooting, Distance: 61}, far},
		{"Shy forbids", fad.Scenario{Mode: fad.Shooting, Range: fad.Medium}, shy},
		{"nothing to shoot with", fad.Scenario{Mode: fad.Shooting}, bare},
		{"no crew", fad.Scenario{Mode: fad.Shooting}, driverless},
	} {
		r := odds(t, fad.Duel{Scenario: c.scenario, Attacker: c.attacker, Target: squad(regular, 5)})
		if r.Target.Hits.Mean != 0 || r.Target.Casualties.Mean != 0 || r.Target.Pinned != 0 {
			t.Errorf("%s: it fires all the same", c.says)
		}
		if notes := fmt.Sprint(r.NoFireReasons); !strings.Contains(notes, c.says) {
			t.Errorf("the reason is %s, should say %q", notes, c.says)
		}
	}
}
