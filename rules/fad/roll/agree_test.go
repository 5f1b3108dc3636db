package roll_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	armoury "muster/catalog/fad"
	"muster/rules/dice"
	"muster/rules/fad"
	"muster/rules/fad/roll"
)

var (
	duels  = flag.Int("roll.duels", someDuels, "random duels to hold exact against sampled odds")
	trials = flag.Int("roll.trials", someTrials, "how often each is rolled")
	first  = flag.Uint64("roll.first", 0, "number of the first duel")
)

// TestExactAndSampledAgree fights random duels of all kinds of units, weapons,
// armours, traits and switches, and holds each probability of the exact engine
// against the rolled one. In a run of full length all of them occur ten times.
func TestExactAndSampledAgree(t *testing.T) {
	a, err := armoury.LoadArmoury()
	if err != nil {
		t.Fatal(err)
	}
	met := map[string]int{}
	worst := 0.0
	for i := range *duels {
		number := *first + uint64(i)
		g := &generator{Rand: rand.New(rand.NewPCG(number, 5)), armoury: a, number: int(number)}
		d := g.duel()
		far, wrong := disagree(d, number)
		worst = max(worst, far)
		if len(wrong) > 0 {
			t.Errorf("duel %d:\n%s\n%s", number, strings.Join(wrong, "\n"), describe(d))
		}
		for _, name := range slices.Compact(slices.Sorted(slices.Values(g.met))) {
			met[name]++
		}
	}
	t.Logf("%d duels of %d trials; the farthest probability is %.2f standard errors away", *duels, *trials, worst)
	if *duels < 600 {
		return
	}
	for _, name := range all(a) {
		if met[name] < 10 {
			t.Errorf("%s is in %d duels, should be in 10", name, met[name])
		}
	}
}

// The fewest dice that an assault can have, down to totals of nothing.
func TestOneFigureAgainstAnother(t *testing.T) {
	a, err := armoury.LoadArmoury()
	if err != nil {
		t.Fatal(err)
	}
	side := func(weapon, quality string, traits ...armoury.TraitUse) fad.Side {
		u := armoury.Unit{Kind: armoury.Infantry, Quality: quality, Resolve: "steady", Armour: armoury.Worn{ID: "light"}, Figures: []armoury.Figure{{Count: 1, Weapon: weapon}}, Traits: traits}
		return fad.Side{Unit: u.Fighter(a)}
	}
	weak := armoury.TraitUse{ID: "weak"}
	for _, sides := range [][2]fad.Side{
		{side("none", "regular", weak), side("none", "regular", weak)},
		{side("none", "regular"), side("none", "regular")},
		{side("none", "rabble"), side("smg", "elite")},
		{side("smg", "regular"), side("none", "regular")},
	} {
		d := fad.Duel{Tables: a.Levels(), Scenario: fad.Scenario{Mode: fad.CloseAssault}, Attacker: sides[0], Target: sides[1]}
		if _, wrong := disagree(d, 1); len(wrong) > 0 {
			t.Errorf("%s\n%s", strings.Join(wrong, "\n"), describe(d))
		}
	}
}

// describe writes what a duel states.
func describe(d fad.Duel) string {
	d.Tables = nil
	text, err := json.Marshal(d)
	if err != nil {
		return err.Error()
	}
	var stated any
	if err := json.Unmarshal(text, &stated); err != nil {
		return err.Error()
	}
	text, _ = json.Marshal(short(stated))
	return string(text)
}

// short leaves out what is zero.
func short(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			if v[key] = short(value); v[key] == nil {
				delete(v, key)
			}
		}
		if len(v) == 0 {
			return nil
		}
	case []any:
		for i := range v {
			v[i] = short(v[i])
		}
	case string, float64, bool:
		if v == "" || v == 0.0 || v == false {
			return nil
		}
	}
	return v
}

// disagree returns in what exact and sampled odds differ, and how far they are
// apart.
func disagree(d fad.Duel, seed uint64) (far float64, wrong []string) {
	exact, err := fad.Odds(d)
	if err != nil {
		return 0, []string{err.Error()}
	}
	sampled, err := roll.Simulate(d, *trials, seed)
	if err != nil {
		return 0, []string{err.Error()}
	}
	n := float64(*trials)
	chance := func(name string, p, q float64) {
		se := math.Sqrt(max(p*(1-p), 0) / n)
		if p*n > 25 && (1-p)*n > 25 {
			far = max(far, math.Abs(p-q)/se)
		}
		// Where so few trials are expected that the error is no measure, a little more.
		if !(math.Abs(p-q) <= 5*se+5/n) {
			wrong = append(wrong, fmt.Sprintf("%s: exact %.5f, sampled %.5f, %.1f standard errors", name, p, q, math.Abs(p-q)/se))
		}
	}
	pmf := func(name string, p, q dice.PMF) {
		if total := p.Total(); math.Abs(total-1) > 1e-9 {
			wrong = append(wrong, fmt.Sprintf("%s sums to %g", name, total))
		}
		for i := range max(len(p), len(q)) {
			chance(fmt.Sprintf("%s[%d]", name, i), at(p, i), at(q, i))
		}
	}
	chance("draw", exact.Draw, sampled.Draw)
	for i, side := range []string{"attacker", "target"} {
		p := []fad.Outcome{exact.Attacker, exact.Target}[i]
		q := []fad.Outcome{sampled.Attacker, sampled.Target}[i]
		rolled := q.Numbers()
		for j, number := range p.Numbers() {
			if j >= len(rolled) || rolled[j].Key != number.Key {
				wrong = append(wrong, side+": other numbers are rolled")
				break
			}
			if number.Spread != nil {
				pmf(side+"."+number.Key, number.Spread.PMF, rolled[j].Spread.PMF)
				continue
			}
			chance(side+"."+number.Key, number.Chance, rolled[j].Chance)
		}
	}
	return far, wrong
}

func at(p dice.PMF, i int) float64 {
	if i < len(p) {
		return p[i]
	}
	return 0
}

// all names everything that has to occur.
func all(a *armoury.Armoury) []string {
	var names []string
	add := func(what string, ids []string) {
		for _, id := range ids {
			names = append(names, what+" "+id)
		}
	}
	for _, kind := range armoury.Kinds() {
		names = append(names, "kind "+string(kind))
	}
	add("weapon", a.WeaponIDs())
	add("armour", a.Armours.IDs())
	add("trait", a.InfantryTraits.IDs())
	add("vehicle trait", a.VehicleTraits.IDs())
	add("personality", a.Personalities.IDs())
	add("power", a.Powers.IDs())
	add("switch", []string{
		"shooting", "blast", "close-assault", "vehicle-assault", "medium", "long", "partial", "heavy", "side", "rear", "free-shot", "contact",
		"open-fire", "target-under-fire", "shooter-under-fire", "bunched-up", "non-combatant", "concealed", "moved", "target-moved",
		"wounded-rules", "squad-damage", "crossfire", "tank-near", "inches", "alien", "officer", "modifiers", "team", "fire team", "spotter",
		"crew-lost",
	})
	return names
}

// generator makes random duels, and notes what is in the last one.
type generator struct {
	*rand.Rand
	armoury *armoury.Armoury
	number  int
	met     []string
}

func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

func pick[T any](g *generator, from []T) T { return from[g.IntN(len(from))] }

func (g *generator) note(what string) { g.met = append(g.met, what) }

// duel draws duels until one can be fought.
func (g *generator) duel() fad.Duel {
	for {
		g.met = nil
		d := fad.Duel{Tables: g.armoury.Levels()}
		mode := pick(g, []fad.Mode{fad.Shooting, fad.Shooting, fad.Blast, fad.CloseAssault, fad.VehicleAssault})
		if mode == fad.VehicleAssault && g.chance(50) {
			mode = fad.CloseAssault
		}
		onVehicle := mode == fad.VehicleAssault || mode == fad.Shooting && g.chance(40)
		d.Target = g.side(g.targetKind(onVehicle))
		attacker := pick(g, armoury.Kinds())
		switch mode {
		case fad.Shooting:
			if attacker == armoury.Artillery {
				attacker = armoury.Infantry
			}
		case fad.Blast:
			attacker = pick(g, []armoury.Kind{armoury.HeavyWeapons, armoury.Artillery, armoury.Artillery, armoury.Artillery, armoury.Vehicle, armoury.Infantry})
		default:
			attacker = pick(g, []armoury.Kind{armoury.Infantry, armoury.Infantry, armoury.HeavyWeapons, armoury.Character, armoury.Psionic})
		}
		d.Attacker = g.side(attacker)
		d.Scenario = g.scenario(mode, armoury.Kind(d.Target.Kind))
		g.partners(&d)
		if fad.Check(&d) == nil {
			return d
		}
	}
}

func (g *generator) targetKind(vehicle bool) armoury.Kind {
	if vehicle {
		return armoury.Vehicle
	}
	return pick(g, []armoury.Kind{armoury.Infantry, armoury.Infantry, armoury.HeavyWeapons, armoury.Character, armoury.Psionic, armoury.Sniper})
}

// scenario draws circumstances, few of them at once, so that most can be had.
func (g *generator) scenario(mode fad.Mode, target armoury.Kind) fad.Scenario {
	s := fad.Scenario{Mode: mode}
	g.note("switch " + string(mode))
	on := func(percent int, name string, set func()) {
		if g.chance(percent) {
			set()
			g.note("switch " + name)
		}
	}
	if mode == fad.Shooting || mode == fad.Blast {
		on(30, "medium", func() { s.Range = fad.Medium })
		on(15, "long", func() { s.Range = fad.Long })
		on(15, "inches", func() { s.Distance = 1 + g.IntN(60); s.Range = "" })
		on(25, "partial", func() { s.Cover = fad.Partial })
		on(25, "heavy", func() { s.Cover = fad.Heavy })
		on(25, "moved", func() { s.Moved = true })
		on(15, "target-moved", func() { s.TargetMoved = true })
	}
	if mode == fad.Shooting {
		on(15, "side", func() { s.Facing = fad.Flank })
		on(15, "rear", func() { s.Facing = fad.Rear })
		on(12, "open-fire", func() { s.OpenFire = true })
		on(12, "target-under-fire", func() { s.TargetUnderFire = true })
		on(12, "shooter-under-fire", func() { s.ShooterUnderFire = true })
		on(12, "bunched-up", func() { s.BunchedUp = true })
	}
	if mode == fad.Shooting && target == armoury.Sniper {
		on(60, "concealed", func() { s.Concealed = true })
	}
	on(10, "non-combatant", func() { s.NonCombatant = true })
	on(12, "wounded-rules", func() { s.WoundedRules = true })
	on(12, "squad-damage", func() { s.SquadDamage = true })
	on(12, "crossfire", func() { s.Crossfire = true })
	on(12, "tank-near", func() { s.TankNear = true })
	if mode == fad.CloseAssault {
		on(75, "free-shot", func() {
			s.FreeShot = &fad.FreeShot{Range: pick(g, []fad.Band{fad.Close, fad.Close, fad.Medium, fad.Long}), Cover: pick(g, []fad.Cover{fad.Open, fad.Partial, fad.Heavy})}
		})
	}
	if mode == fad.VehicleAssault {
		on(50, "contact", func() { s.Contact = 1 + g.IntN(8) })
	}
	return s
}

// side draws a unit, and what goes with it.
func (g *generator) side(kind armoury.Kind) fad.Side {
	u := g.unit(kind)
	s := fad.Side{Unit: u.Fighter(g.armoury)}
	if g.chance(15) {
		s.Alien = true
		g.note("switch alien")
	}
	if g.chance(15) {
		s.Modifiers = fad.Modifiers{FireEffect: g.IntN(5) - 2, Assault: g.IntN(5) - 2, Armour: g.IntN(4) - 1}
		g.note("switch modifiers")
	}
	if g.chance(20) && !s.Kind.Single() {
		s.Officer = &fad.Officer{Rating: g.IntN(4), Branch: pick(g, []fad.Branch{fad.OfInfantry, fad.OfGunnery, fad.OfCavalry})}
		g.note("switch officer")
	}
	if kind == armoury.Artillery && g.chance(60) {
		level := g.IntN(len(g.armoury.Qualities.IDs()))
		s.Spotter = &level
		g.note("switch spotter")
	}
	if g.chance(25) {
		p := pick(g, g.armoury.Powers.All())
		s.Traits = append(s.Traits, fad.Trait{ID: p.ID, Name: p.Name, Effects: p.Effects})
		g.note("power " + p.ID)
	}
	return s
}

// partners may give the side that shoots somebody to shoot with.
func (g *generator) partners(d *fad.Duel) {
	side := &d.Attacker
	if d.Scenario.Mode == fad.CloseAssault && g.chance(50) {
		side = &d.Target
	}
	if side.Kind == fad.HeavyWeapons && g.chance(30) {
		side.CrewLost = 1 + g.IntN(3)
		g.note("switch crew-lost")
	}
	if t := &d.Target; t.Kind == fad.HeavyWeapons && g.chance(30) {
		t.CrewLost = 1 + g.IntN(3)
		g.note("switch crew-lost")
	}
	if side.Kind != fad.Infantry || !g.chance(40) {
		return
	}
	if g.chance(50) {
		u := g.unit(armoury.HeavyWeapons)
		team := u.Fighter(g.armoury)
		side.With = &team
		g.note("switch team")
		if g.chance(50) {
			side.With.CrewLost = 1 + g.IntN(3)
			g.note("switch crew-lost")
		}
		return
	}
	u := g.unit(armoury.Infantry)
	u.Traits = append(u.Traits, armoury.TraitUse{ID: "fire-team"})
	other := u.Fighter(g.armoury)
	team := g.armoury.InfantryTraits.Find("fire-team")
	side.Traits = append(side.Traits, fad.Trait{ID: team.ID, Name: team.Name, Effects: team.Effects})
	side.With = &other
	g.note("switch fire team")
}

// unit draws a unit, legal or not.
func (g *generator) unit(kind armoury.Kind) armoury.Unit {
	a := g.armoury
	g.note("kind " + string(kind))
	u := armoury.Unit{Kind: kind, Quality: pick(g, a.Qualities.IDs()), Resolve: pick(g, a.Resolves.IDs())}
	person := func() []string {
		if !g.chance(25) {
			return nil
		}
		id := pick(g, a.Personalities.IDs())
		g.note("personality " + id)
		return []string{id}
	}
	weapon := func(tables ...*armoury.Table[armoury.Weapon]) string {
		id := pick(g, pick(g, tables).IDs())
		g.note("weapon " + id)
		return id
	}
	traits, what := &a.InfantryTraits, "trait "
	if kind == armoury.Vehicle {
		traits, what = &a.VehicleTraits, "vehicle trait "
	}
	for range g.IntN(5) {
		id := pick(g, traits.IDs())
		g.note(what + id)
		u.Traits = append(u.Traits, armoury.TraitUse{ID: id})
	}
	if kind == armoury.Vehicle {
		u.Armour = armoury.Worn{Front: g.IntN(13), Side: g.IntN(12), Rear: g.IntN(11)}
		u.Movement = pick(g, a.Movements.IDs())
		for range 1 + g.IntN(3) {
			u.Weapons = append(u.Weapons, weapon(&a.Heavy, &a.Heavy, &a.Support, &a.Basic))
		}
		if g.chance(30) {
			crew := g.IntN(4)
			u.Crew = &crew
		}
		return u
	}
	u.Armour.ID = pick(g, a.Armours.IDs())
	g.note("armour " + u.Armour.ID)
	if kind.HasFigures() {
		for i := range 1 + g.IntN(3) {
			f := armoury.Figure{Count: 1 + g.IntN(6), Weapon: weapon(&a.Basic, &a.Basic, &a.Support), Personalities: person()}
			if i > 0 {
				f.Count = 1 + g.IntN(2)
			}
			if kind == armoury.Infantry && g.chance(8) {
				f.Weapon = weapon(&a.Heavy)
			}
			if kind == armoury.Infantry && g.chance(15) {
				f.Leader = pick(g, a.Leaders.IDs())
			}
			u.Figures = append(u.Figures, f)
		}
		if kind != armoury.Infantry {
			u.Heavy = weapon(&a.Heavy)
		}
		return u
	}
	if kind != armoury.Sniper {
		u.Weapon = weapon(&a.Basic, &a.Support, &a.Heavy)
	}
	u.Personalities = person()
	return u
}
