package roll_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"muster/rules"
	"muster/rules/gf"
	"muster/rules/reader"
)

var readDuels = flag.Int("roll.read", 60, "random duels of units of real books whose rules were read")

// TestReadRulesAgree fights random duels between units of real books, with the
// effects that their rules' texts were read as: those that a unit is bought with
// and others of its book. It skips where there are no such books.
func TestReadRulesAgree(t *testing.T) {
	system, err := rules.Load("gf-3")
	if err != nil {
		t.Fatal(err)
	}
	var books []realBook
	for _, folder := range []string{"gf-3.5", "gf-3.5.3"} {
		files, _ := filepath.Glob(filepath.Join("..", "..", "..", "..", "shared", "army-books", folder, "*.json"))
		for _, file := range files {
			books = append(books, readBook(t, file, system))
		}
	}
	if len(books) == 0 {
		t.Skip("the real army books are not here; put them into ../../shared/army-books to fight with them")
	}
	fought, worst := 0, 0.0
	for i := range *readDuels {
		number := *first + uint64(i)
		g := realGenerator{rand.New(rand.NewPCG(number, 7)), books}
		d := g.duel(system)
		far, wrong := disagree(d, number)
		worst = max(worst, far)
		if _, err := resolve(d); err == nil {
			fought++
		} else {
			t.Logf("duel %d: %v", number, err)
		}
		if len(wrong) > 0 {
			t.Errorf("duel %d of %s (%v) and %s (%v), %+v:\n%s", number,
				d.Attacker.Name, d.Attacker.Rules, d.Target.Name, d.Target.Rules, d.Scenario, strings.Join(wrong, "\n"))
		}
	}
	if fought < *readDuels*3/4 {
		t.Errorf("only %d of %d duels could be fought", fought, *readDuels)
	}
	t.Logf("%d duels, %d of them fought; the farthest probability is %.2f standard errors away", *readDuels, fought, worst)
}

// A realBook is what duels need of one.
type realBook struct {
	set       *rules.Set
	units     []gf.Side
	own       []rules.Rule // those that were read and have a part in a fight
	abilities []rules.Rule // of these, those that strike by themselves
}

type realUse struct {
	Name   string
	Rating any
}

func (u realUse) use() rules.Use {
	if u.Rating == nil || u.Rating == "" {
		return rules.Use{Name: u.Name}
	}
	return rules.Use{Name: u.Name, Rating: fmt.Sprint(u.Rating)}
}

func readBook(t *testing.T, file string, system *rules.System) realBook {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var book struct {
		SpecialRules []struct {
			Name, Description string
			HasRating         bool
		}
		Spells []struct{ Name, Effect string }
		Units  []struct {
			Name                   string
			Size, Quality, Defense int
			Rules                  []realUse
			Weapons                []struct {
				Name                  string
				Range, Attacks, Count int
				SpecialRules          []realUse
			}
		}
	}
	if err := json.Unmarshal(source, &book); err != nil {
		t.Fatal(file, err)
	}
	var own []rules.Rule
	for _, r := range book.SpecialRules {
		own = append(own, rules.Rule{Name: r.Name, Summary: r.Description, Rated: r.HasRating || strings.Contains(r.Description, "X")})
	}
	for _, s := range book.Spells {
		own = append(own, rules.Rule{Name: strings.TrimSpace(s.Name), Summary: s.Effect})
	}
	b := realBook{set: rules.Compile(own, system.Set(), reader.Spells(len(book.SpecialRules)))}
	for _, r := range own {
		r = *b.set.Find(r.Name)
		if r.Origin != rules.OriginText || !slices.ContainsFunc(r.Effects, func(e rules.Effect) bool { return e.InFight() }) {
			continue
		}
		b.own = append(b.own, r)
		if slices.ContainsFunc(r.Effects, func(e rules.Effect) bool { return e.By == rules.ByAbility && (e.Hits.Set || e.Wounds.Set) }) {
			b.abilities = append(b.abilities, r)
		}
	}
	for _, u := range book.Units {
		s := gf.Side{Name: u.Name, Set: b.set, Quality: u.Quality, Defense: u.Defense, Groups: []gf.Group{{Models: u.Size}}}
		for _, r := range u.Rules {
			s.Rules = append(s.Rules, r.use())
		}
		for _, w := range u.Weapons {
			weapon := gf.Weapon{Name: w.Name, Range: w.Range, Attacks: w.Attacks, Count: max(w.Count, 1)}
			for _, r := range w.SpecialRules {
				weapon.Rules = append(weapon.Rules, r.use())
			}
			s.Weapons = append(s.Weapons, weapon)
		}
		b.units = append(b.units, s)
	}
	return b
}

type realGenerator struct {
	*rand.Rand
	books []realBook
}

func (g realGenerator) duel(system *rules.System) gf.Duel {
	attacking := &g.books[g.IntN(len(g.books))]
	d := gf.Duel{
		System: system,
		Scenario: gf.Scenario{
			Mode: []gf.Mode{gf.Shooting, gf.Melee}[g.IntN(2)], Distance: []int{3, 6, 9, 10, 12, 18}[g.IntN(6)],
			Moved: g.IntN(2) == 0, Cover: g.IntN(3) == 0, InSight: g.IntN(6) > 0,
		},
		Attacker: g.side(attacking),
		Target:   g.side(&g.books[g.IntN(len(g.books))]),
	}
	if len(attacking.abilities) > 0 && g.IntN(5) == 0 {
		r := attacking.abilities[g.IntN(len(attacking.abilities))]
		d.Scenario.Mode, d.Scenario.Use = gf.Ability, g.use(r)
		if !slices.ContainsFunc(r.Effects, func(e rules.Effect) bool { return e.When.Spell != nil }) {
			d.Attacker.Rules = append(d.Attacker.Rules, d.Scenario.Use)
		}
	}
	return d
}

// side is a unit with a few more of its book's rules, some of them used.
func (g realGenerator) side(b *realBook) gf.Side {
	s := b.units[g.IntN(len(b.units))]
	s.Rules = slices.Clone(s.Rules)
	for range g.IntN(4) {
		r := b.own[g.IntN(len(b.own))]
		spell := slices.ContainsFunc(r.Effects, func(e rules.Effect) bool { return e.When.Spell != nil && e.By != "" })
		if !spell && !hasRule(s, r.Name) {
			s.Rules = append(s.Rules, g.use(r))
		}
		if usable(r) && toAll(r) {
			s.Uses = append(s.Uses, rules.Use{Name: r.Name, Rating: fmt.Sprint(1 + g.IntN(3))})
		}
	}
	for _, r := range b.own {
		if !toAll(r) && usable(r) && hasRule(s, r.Name) && g.IntN(2) == 0 &&
			slices.ContainsFunc(r.Effects, func(e rules.Effect) bool { return e.When.Used != nil }) {
			s.Uses = append(s.Uses, rules.Use{Name: r.Name, Rating: fmt.Sprint(1 + g.IntN(3))})
		}
	}
	return s
}

func (g realGenerator) use(r rules.Rule) rules.Use {
	if r.Rated {
		return rules.Use{Name: r.Name, Rating: fmt.Sprint(1 + g.IntN(4))}
	}
	return rules.Use{Name: r.Name}
}
