package roll_test

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"muster/rules"
	"muster/rules/dice"
	"muster/rules/gf"
	"muster/rules/gf/roll"
	"muster/schema"
)

var (
	duels  = flag.Int("roll.duels", someDuels, "random duels to hold exact against sampled odds")
	trials = flag.Int("roll.trials", someTrials, "how often each is rolled")
	first  = flag.Uint64("roll.first", 0, "number of the first duel")
)

// TestExactAndSampledAgree fights random duels of every edition with random
// rules, in one half of them army rules written for the occasion, and holds each
// probability of the exact engine against the rolled one.
func TestExactAndSampledAgree(t *testing.T) {
	worst := 0.0
	for i := range *duels {
		number := *first + uint64(i)
		g := newGenerator(t, number)
		d := g.duel()
		far, wrong := disagree(d, number)
		worst = max(worst, far)
		if len(wrong) > 0 {
			small, house := reduce(d, g.house, func(d gf.Duel) bool {
				_, wrong := disagree(d, number)
				return len(wrong) > 0
			})
			_, wrong = disagree(small, number)
			t.Errorf("duel %d, reduced:\n%s\n%s", number, strings.Join(wrong, "\n"), describe(small, house))
		}
	}
	t.Logf("%d duels of %d trials; the farthest probability is %.2f standard errors away", *duels, *trials, worst)
}

// disagree returns in what exact and sampled odds differ, and how far they are
// apart; see compare.
func disagree(d gf.Duel, seed uint64) (far float64, wrong []string) {
	exact, err := resolve(d)
	if told := new(schema.Error); errors.As(err, &told) && told.Has(gf.CodeTooLarge) {
		return 0, nil
	}
	sampled, sampleErr := roll.Simulate(exact.Settled(d), *trials, seed)
	switch {
	case sampleErr != nil && err != nil:
		return 0, nil // a duel that neither can fight
	case sampleErr != nil || err != nil:
		return 0, []string{fmt.Sprintf("exact: %v, sampled: %v", err, sampleErr)}
	}
	far, wrong = compare(exact, sampled, *trials)
	if !slices.Equal(exact.NotModelled, sampled.NotModelled) {
		wrong = append(wrong, fmt.Sprintf("not modelled: exact %q, sampled %q", exact.NotModelled, sampled.NotModelled))
	}
	return far, wrong
}

// resolve returns the exact odds; a panic on the way is an error like others.
func resolve(d gf.Duel) (r gf.Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return gf.Resolve(d)
}

// compare returns those figures that are too far apart: 5 standard errors, and
// a little more where so few trials are expected that the error is no measure.
// far is the largest distance in standard errors where it is one.
func compare(exact, sampled gf.Result, n int) (far float64, wrong []string) {
	check := func(name string, p, q, deviation float64) {
		se := deviation / math.Sqrt(float64(n))
		if n := float64(n); p*n > 25 && (1-p)*n > 25 {
			far = max(far, math.Abs(p-q)/se)
		}
		if !(math.Abs(p-q) <= 5*se+5/float64(n)) {
			wrong = append(wrong, fmt.Sprintf("%s: exact %.5f, sampled %.5f, %.1f standard errors", name, p, q, math.Abs(p-q)/se))
		}
	}
	chance := func(name string, p, q float64) { check(name, p, q, math.Sqrt(max(p*(1-p), 0))) }
	pmf := func(name string, p, q dice.PMF) {
		for i := range max(len(p), len(q)) {
			chance(fmt.Sprintf("%s[%d]", name, i), at(p, i), at(q, i))
		}
	}
	chance("draw", exact.Draw, sampled.Draw)
	for i, side := range []string{"attacker", "target"} {
		p := []gf.Outcome{exact.Attacker, exact.Target}[i]
		q := []gf.Outcome{sampled.Attacker, sampled.Target}[i]
		pmf(side+".wounds", p.Wounds.PMF, q.Wounds.PMF)
		pmf(side+".models_lost", p.ModelsLost.PMF, q.ModelsLost.PMF)
		chance(side+".destroyed", p.Destroyed, q.Destroyed)
		chance(side+".tests", p.Tests, q.Tests)
		chance(side+".shaken", p.Shaken, q.Shaken)
		chance(side+".routed", p.Routed, q.Routed)
		chance(side+".wins", p.Wins, q.Wins)
	}
	return far, wrong
}

// generator makes random duels.
type generator struct {
	*testing.T
	*rand.Rand
	system *rules.System
	mode   gf.Mode
	models []string // rules for models and units, with their brackets
	arms   []string // rules for weapons
	set    *rules.Set
	house  []rules.Rule
}

func newGenerator(t *testing.T, number uint64) *generator {
	t.Helper()
	g := &generator{T: t, Rand: rand.New(rand.NewPCG(number, 5))}
	system, err := rules.Load(pick(g, []string{"gf-3", "gf-2.16", "gf-2.7"}))
	if err != nil {
		t.Fatal(err)
	}
	g.system, g.set = system, system.Set()
	g.mode = pick(g, []gf.Mode{gf.Shooting, gf.Melee, gf.Melee})
	if g.IntN(2) == 0 {
		for i := range 1 + g.IntN(3) {
			g.house = append(g.house, g.rule(fmt.Sprintf("House %d", i)))
		}
		g.set = rules.NewSet(slices.Clone(g.house), system.Set())
	}
	for _, r := range slices.Concat(system.Rules, g.house, g.house, g.house) {
		name := r.Name
		if r.Rated && !strings.HasSuffix(name, "(X)") { // a house rule is named as in a file
			name += "(X)"
		}
		if len(r.Effects) == 0 {
			continue
		}
		g.add(name, r)
	}
	for _, name := range bookRules {
		if r := g.set.Find(name); r != nil && len(r.Effects) > 0 {
			if r.Rated {
				name += "(X)"
			}
			g.add(name, *r)
		}
	}
	return g
}

// bookRules are rules that army books often have; what they do is data too.
var bookRules = []string{
	"Bad Shot", "Good Shot", "Precise", "Precision Charge", "Evasive", "Changebound", "Unpredictable", "Unpredictable Fighter",
	"Unpredictable Shooter", "Increased Shooting Range", "Ignores Cover", "Crack", "Destructive", "Fracture",
	"Ferocious", "Predator Fighter", "Rupture", "Shred", "Quake", "Fortified", "Shielded", "Sturdy",
	"Sturdy Boost", "Impale", "Smash", "Piercing Assault", "Ravage", "Retaliate", "Unwieldy",
	"Plaguebound", "Self-Repair", "Self-Repair Boost", "Courage", "Hold the Line", "Hold the Line Boost", "No Retreat",
	"Regeneration Aura", "Rending in Melee Aura", "Relentless Aura", "Furious Aura", "Bane when Shooting", "Stealth Aura",
	"Shield Wall", "Veteran Infantry", "Mad Doctor", "Medical Training", "Energy Field", "Banner of War", "War Chant", "SHOOT!",
	"Flux", "Regen-Protocol",
}

// add lets a rule be chosen.
func (g *generator) add(name string, r rules.Rule) {
	g.models = append(g.models, name)
	if !slices.ContainsFunc(r.Effects, func(e rules.Effect) bool { return isModels(e) }) {
		g.arms = append(g.arms, name)
	}
}

// isModels tells that an effect makes no sense on a weapon.
func isModels(e rules.Effect) bool {
	for _, v := range []rules.Value{
		e.Tough, e.Transport, e.HitsAgainst, e.Tokens, e.Block, e.Regeneration, e.Ward, e.Retaliates,
		e.Fear, e.Morale, e.RepeatMorale, e.PayMorale, e.Hits, e.Wounds, e.BestWeaponAttacks, e.DeathHits, e.LastHits,
	} {
		if v.Set {
			return true
		}
	}
	return e.Hero || e.FearD3 || e.Of != "" || e.When.Models != ""
}

// isHits tells that an effect changes what a hit is like.
func isHits(e rules.Effect) bool {
	return e.AP.Set || e.APIs.Set || e.ExtraWounds.Set || e.RerollBlocks.Set || e.Blast.Set || e.Deadly.Set
}

func pick[T any](g *generator, from []T) T { return from[g.IntN(len(from))] }

func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

func (g *generator) duel() gf.Duel {
	d := gf.Duel{
		System: g.system,
		Scenario: gf.Scenario{
			Mode: g.mode, Distance: pick(g, []int{0, 6, 9, 10, 12, 18, 24}),
			Moved: g.chance(40), Cover: g.chance(40), InSight: g.chance(85),
		},
		Attacker: g.side(),
		Target:   g.side(),
	}
	for _, r := range g.house {
		i := slices.IndexFunc(r.Effects, func(e rules.Effect) bool { return e.By == rules.ByAbility })
		if i < 0 || g.mode == gf.Melee {
			continue
		}
		d.Scenario.Mode, d.Scenario.Use = gf.Ability, rules.ParseUse(strings.ReplaceAll(r.Name, "(X)", "(2)"))
		if r.Effects[i].When.Spell == nil {
			d.Attacker.Rules = append(d.Attacker.Rules, d.Scenario.Use)
		}
	}
	for _, s := range []*gf.Side{&d.Attacker, &d.Target} {
		for _, r := range g.house {
			if name := strings.TrimSuffix(r.Name, "(X)"); g.chance(70) && usable(r) && (hasRule(*s, name) || toAll(r)) {
				s.Uses = append(s.Uses, rules.Use{Name: name, Rating: fmt.Sprint(1 + g.IntN(3))})
			}
		}
	}
	return d
}

// usable tells whether a side can say that it uses a rule, with any number.
func usable(r rules.Rule) bool {
	return !slices.ContainsFunc(r.Effects, func(e rules.Effect) bool { return e.When.Choice != 0 })
}

// toAll tells whether a rule that is used does something to all of a side.
func toAll(r rules.Rule) bool {
	return slices.ContainsFunc(r.Effects, func(e rules.Effect) bool { return e.To == rules.ToFriends || e.To == rules.ToEnemy })
}

// hasRule tells whether anything of a side is written with a rule.
func hasRule(s gf.Side, name string) bool {
	lists := [][]rules.Use{s.Rules}
	arms := s.Weapons
	for _, group := range s.Groups {
		lists, arms = append(lists, group.Rules), slices.Concat(arms, group.Weapons)
	}
	if s.Hero != nil {
		lists, arms = append(lists, s.Hero.Rules), slices.Concat(arms, s.Hero.Weapons)
	}
	for _, w := range arms {
		lists = append(lists, w.Rules)
	}
	return slices.ContainsFunc(lists, func(list []rules.Use) bool {
		return slices.ContainsFunc(list, func(u rules.Use) bool { return u.Name == name })
	})
}

func (g *generator) side() gf.Side {
	s := gf.Side{
		Quality: 2 + g.IntN(5), Defense: 2 + g.IntN(5), Rules: g.uses(g.models, 3), Set: g.set,
		Fatigued: g.chance(10), Shaken: g.chance(10),
	}
	models := 0
	groups := pick(g, []int{1, 1, 1, 2, 3})
	for i := range groups {
		group := gf.Group{Models: 1 + g.IntN(5)}
		if g.chance(10) {
			group.Models += 8
		}
		if groups > 1 {
			group.Rules = g.uses(g.models, 2)
			group.Weapons = g.weapons(group.Models, 2)
			if i > 0 && g.chance(40) {
				group.Weapons[0] = s.Groups[0].Weapons[0] // one kind of weapon in several hands
				group.Weapons[0].Count = group.Models
			}
		}
		models += group.Models
		s.Groups = append(s.Groups, group)
	}
	if groups == 1 || g.chance(50) {
		s.Weapons = g.weapons(models, 3)
	}
	if models > 1 && g.chance(40) || g.chance(5) {
		s.Hero = &gf.Hero{
			Name: "Hero", Quality: 2 + g.IntN(5), Defense: 2 + g.IntN(5),
			Rules: g.uses(g.models, 3), Weapons: g.weapons(1, 2),
		}
	}
	if g.chance(20) {
		s.Start = max(1, s.Models()+g.IntN(6)-2)
	}
	if g.chance(20) && models > 0 {
		// How much the first to die can take follows from its rules.
		s.Wounded = g.IntN(firstTough(g, s))
	}
	return s
}

// firstTough is the Tough of the model that dies first.
func firstTough(g *generator, s gf.Side) int {
	first := math.MaxInt
	for _, group := range s.Groups {
		tough := 0
		for _, u := range slices.Concat(s.Rules, group.Rules) {
			for _, e := range g.set.Find(u.Name).Effects {
				tough += e.Tough.Of(u)
			}
		}
		first = min(first, max(tough, 1))
	}
	return first
}

func (g *generator) uses(from []string, most int) []rules.Use {
	var uses []rules.Use
	for range g.IntN(most + 1) {
		name := pick(g, from)
		if rated, ok := strings.CutSuffix(name, "(X)"); ok && g.chance(5) {
			name = rated // the book forgot the number
		} else if ok {
			least := 1
			if rule := g.set.Find(rated); rule.Effects[0].Blast.Set || rule.Effects[0].Deadly.Set {
				least = 2
			}
			name = fmt.Sprintf("%s(%d)", rated, least+pick(g, []int{0, 0, 1, 1, 2, 4}))
		}
		uses = append(uses, rules.ParseUse(name))
	}
	return uses
}

func (g *generator) weapons(models, most int) []gf.Weapon {
	var weapons []gf.Weapon
	for i := range 1 + g.IntN(most) {
		w := gf.Weapon{Name: fmt.Sprintf("Weapon %d", i), Count: pick(g, []int{models, models, 1, 2 * models, 1 + g.IntN(models)}), Attacks: 1 + g.IntN(3), Rules: g.uses(g.arms, 3)}
		w.LostFirst = g.chance(25)
		if (g.mode == gf.Shooting) != g.chance(10) {
			w.Range = pick(g, []int{6, 12, 18, 24, 30})
		}
		weapons = append(weapons, w)
		if g.chance(15) {
			w.OneOf = w.Name
			weapons[len(weapons)-1] = w
			w.Attacks, w.Rules, w.Name = 1+g.IntN(3), g.uses(g.arms, 3), w.Name+" too"
			weapons = append(weapons, w)
		}
	}
	return weapons
}

// rule writes an army's own rule in the engine's words.
func (g *generator) rule(name string) rules.Rule {
	r := rules.Rule{Name: name, Rated: g.chance(25)}
	for range 1 + g.IntN(2) {
		r.Effects = append(r.Effects, g.effect())
	}
	if r.Rated {
		r.Name += "(X)"
	}
	return r
}

func (g *generator) effect() rules.Effect {
	n := func(numbers ...int) rules.Value {
		if g.chance(10) {
			return rules.Value{Set: true, X: true}
		}
		return rules.Value{Set: true, Number: pick(g, numbers)}
	}
	yes := true
	e := rules.Effect{When: g.when()}
	for range 1 + g.IntN(2) {
		switch g.IntN(43) {
		case 40:
			e.SelfWounds, e.On = n(1, 2), rules.OnOneToHit
		case 41:
			e.DeathHits = n(1, 2)
		case 42:
			e.LastHits = n(1, 2)
		case 31:
			e.Range, e.RangeLeast = n(-8), n(6, 12)
		case 32:
			e.Ignore = []rules.Ignore{rules.IgnoreMoving}
		case 33:
			e.ExtraWounds, e.On = n(1, 2), rules.OnTwoToBlock
		case 34, 35:
			e.Hits, e.Needs, e.Each, e.With = n(1, 2), n(2, 4, 0), n(1, 2), g.uses(g.core(), 2)
		case 36:
			e.Wounds, e.Needs, e.Each, e.With = n(1), n(4, 6), n(1, 2), g.uses(g.core(), 2)
		case 37:
			e.Attacks, e.With = n(1, 2), g.uses(g.core(), 2)
		case 38:
			e.Hits, e.Needs, e.With, e.By = n(2, 3), n(2, 4), g.uses(g.core(), 2), rules.ByAbility
			if g.chance(40) {
				e.When.Spell = &yes
			}
		case 39:
			e.Attacks, e.With, e.By = n(2), g.uses(g.core(), 2), rules.ByAbility
		case 0, 1:
			e.Quality = n(2, 3, 5)
		case 2, 3:
			e.ToHit = n(-1, 1, 2)
		case 4:
			e.Range = n(-6, 6)
		case 5, 6:
			e.AP = n(-1, 1, 2)
		case 7:
			e.APIs = n(2, 4)
		case 8:
			e.Blast = n(2, 3)
		case 9:
			e.Deadly = n(2, 3)
		case 10:
			e.Copies, e.On = n(2, 3), pick(g, []rules.On{rules.OnSixToHit, rules.OnFiveToHit})
		case 11:
			e.ExtraHits, e.On = n(1, 2), pick(g, []rules.On{rules.OnSixToHit, rules.OnFiveToHit})
		case 12:
			e.ExtraAttacks, e.On = n(1, 2), pick(g, []rules.On{rules.OnSixToHit, rules.OnFiveToHit})
		case 13:
			e.ExtraWounds, e.On = n(1, 2), pick(g, []rules.On{rules.OnSixToHit, rules.OnFiveToHit, rules.OnOneToBlock, ""})
		case 14:
			e.RerollBlocks = n(6, 5, 4)
		case 15:
			e.Ignore = []rules.Ignore{pick(g, []rules.Ignore{rules.IgnoreRegeneration, rules.IgnoreCover, rules.IgnorePenalties})}
		case 16:
			e.IgnoreRules = []string{pick(g, g.system.Rules).Name, "House 0"}
		case 17:
			e.Picks = rules.PicksModel
			if g.system.ID == "gf-2.7" {
				e.Picks = rules.PicksWounds
			}
		case 18:
			e.StrikesFirst = true
			if g.mode == gf.Melee && g.chance(50) {
				e.When.Charged = &yes
			}
		case 19:
			e.StrikesLast = true
			if g.mode == gf.Melee && g.chance(50) {
				e.When.Charging = &yes
			}
		case 20:
			e.Hits, e.Needs = n(1, 2), n(2, 4)
		case 21:
			e.Wounds, e.Needs = n(1, 2), n(4, 6)
		case 22:
			e.Block = n(-1, 1)
		case 23:
			e.Regeneration = n(4, 5, 6, -1)
		case 24:
			e.Ward = n(4, 6, 0)
		case 25:
			e.Retaliates = n(1, 2)
		case 26:
			e.Fear, e.FearD3 = n(1, 2), g.chance(50)
		case 27:
			e.Morale = n(-1, 1, 2)
		case 28:
			e.RepeatMorale = n(4, 6)
		case 29:
			e.PayMorale = n(1, 3)
		case 30:
			e.HitsAgainst = n(-1, -2)
		}
	}
	if e.On == "" && isHits(e) && g.chance(50) {
		e.On = pick(g, []rules.On{rules.OnSixToHit, rules.OnFiveToHit})
	}
	if e.On != "" { // a die triggers what a hit is like, nothing else
		e = rules.Effect{
			When: e.When, On: e.On, AP: e.AP, APIs: e.APIs, Copies: e.Copies, ExtraHits: e.ExtraHits, ExtraAttacks: e.ExtraAttacks,
			ExtraWounds: e.ExtraWounds, RerollBlocks: e.RerollBlocks, Blast: e.Blast, Deadly: e.Deadly,
		}
		if e.On == rules.OnOneToHit {
			e = rules.Effect{When: e.When, On: e.On, SelfWounds: n(1, 2)}
		} else if e.On == rules.OnOneToBlock || e.On == rules.OnTwoToBlock {
			e = rules.Effect{When: e.When, On: e.On, ExtraWounds: n(1, 2)}
		} else if g.chance(30) {
			e.Ignore = []rules.Ignore{rules.IgnoreRegeneration}
		}
	}
	switch {
	case g.chance(20):
		e = rules.Effect{When: e.When, Gives: g.uses(names(g.system.Rules), 2)}
		if len(e.Gives) == 0 {
			e.Gives = []rules.Use{{Name: pick(g, g.system.Rules).Name}}
		}
		if g.chance(60) {
			e.To = rules.ToUnit
		}
	case !isModels(e) && g.chance(30) && e.Picks == "" && !e.HitsAgainst.Set && e.IgnoreRules == nil:
		e.Of = rules.OfEnemy
	}
	if e.StrikesFirst || e.StrikesLast {
		e.When.Roll = nil // the die is rolled when its turn has come
	}
	if e.Of == "" && e.By == "" && g.chance(15) {
		e.To = rules.ToUnit
	}
	if g.chance(25) {
		e.When.Used = &yes
		for _, v := range []*rules.Value{&e.ToHit, &e.AP, &e.Block, &e.Hits, &e.Morale, &e.ExtraHits, &e.Range} {
			if v.Set && g.chance(50) {
				*v = rules.Value{Set: true, N: pick(g, []int8{1, -1})}
				e.Per, e.Max = g.IntN(3), pick(g, []rules.Value{{}, {Set: true, Number: 2}, {Set: true, X: true}})
			}
		}
		if e.By == "" && g.chance(60) && e.When.Roll == nil {
			e.To = pick(g, []rules.To{rules.ToFriends, rules.ToEnemy})
		}
	}
	return e
}

// core is the game's own rules for weapons.
func (g *generator) core() []string {
	return names(slices.DeleteFunc(slices.Clone(g.system.Rules), func(r rules.Rule) bool {
		return len(r.Effects) == 0 || slices.ContainsFunc(r.Effects, isModels)
	}))
}

// names writes rules as files do.
func names(all []rules.Rule) []string {
	names := make([]string, len(all))
	for i, r := range all {
		names[i] = r.Name
		if r.Rated {
			names[i] += "(X)"
		}
	}
	return names
}

func (g *generator) when() rules.When {
	yes, no := true, false
	flag := func() *bool { return pick(g, []*bool{&yes, &yes, &no}) }
	var w rules.When
	for range g.IntN(3) {
		switch g.IntN(17) {
		case 15:
			w.Choice = 1 + g.IntN(2)
		case 16:
			w.Spell = flag()
		case 0:
			w.Shooting = flag()
		case 1:
			w.Melee = flag()
		case 2:
			w.Charging = flag()
		case 3:
			w.Charged = flag()
		case 4:
			w.Fatigued = flag()
		case 5:
			w.Moved = flag()
		case 6:
			w.InSight = flag()
		case 7:
			w.Cover = flag()
		case 8:
			w.Over = 9
		case 9:
			w.UpTo = 12
		case 10:
			w.EnemyTough = pick(g, []rules.Range{{From: 2}, {To: 2}, {From: 3, To: 9}})
		case 11:
			w.EnemyDefense = pick(g, []rules.Range{{From: 5, To: 6}, {To: 3}})
		case 12:
			w.Models = pick(g, []rules.Models{rules.ModelsAll, rules.ModelsMost, rules.ModelsAny, rules.ModelsSquad})
		case 13:
			w.Has = pick(g, g.system.Rules).Name
		case 14:
			w.Roll = pick(g, [][]int{{1, 2, 3}, {4, 5, 6}, {6}})
		}
	}
	return w
}

// describe writes a duel so that a person can follow it.
func describe(d gf.Duel, house []rules.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %+v\n", d.System.ID, d.Scenario)
	for i, s := range []gf.Side{d.Attacker, d.Target} {
		fmt.Fprintf(&b, "%s: Q%d+ D%d+ %v", []string{"attacker", "target"}[i], s.Quality, s.Defense, s.Rules)
		if s.Fatigued {
			b.WriteString(" fatigued")
		}
		if s.Shaken {
			b.WriteString(" shaken")
		}
		if s.Wounded > 0 {
			fmt.Fprintf(&b, " %d wounds on the first", s.Wounded)
		}
		if s.Start > 0 {
			fmt.Fprintf(&b, " of %d", s.Start)
		}
		b.WriteByte('\n')
		list := func(weapons []gf.Weapon) {
			for _, w := range weapons {
				fmt.Fprintf(&b, "    %dx %d\" A%d %v\n", w.Count, w.Range, w.Attacks, w.Rules)
			}
		}
		list(s.Weapons)
		for _, g := range s.Groups {
			fmt.Fprintf(&b, "  %d models %v\n", g.Models, g.Rules)
			list(g.Weapons)
		}
		if h := s.Hero; h != nil {
			fmt.Fprintf(&b, "  hero Q%d+ D%d+ %v\n", h.Quality, h.Defense, h.Rules)
			list(h.Weapons)
		}
	}
	for _, r := range house {
		fmt.Fprintf(&b, "%s (rated %t):\n", r.Name, r.Rated)
		for _, e := range r.Effects {
			fmt.Fprintf(&b, "    %s\n", words(e))
		}
	}
	return b.String()
}

// words writes those words of an effect that it states.
func words(e rules.Effect) string {
	var parts []string
	fields(&parts, "", e)
	return strings.Join(parts, " ")
}

func fields(parts *[]string, prefix string, v any) {
	r := reflect.ValueOf(v)
	for i := range r.NumField() {
		f, name := r.Field(i), prefix+r.Type().Field(i).Name
		switch {
		case f.IsZero():
		case f.Kind() == reflect.Pointer:
			*parts = append(*parts, fmt.Sprintf("%s=%v", name, f.Elem()))
		case f.Type() == reflect.TypeFor[rules.When]():
			fields(parts, name+".", f.Interface())
		case f.Type() == reflect.TypeFor[rules.Value]():
			*parts = append(*parts, fmt.Sprintf("%s=%d", name, f.Interface().(rules.Value).Number))
		default:
			*parts = append(*parts, fmt.Sprintf("%s=%v", name, f))
		}
	}
}

// What is lent by another book is rolled as it is worked out, beside a rule of
// the side's own of that name.
func TestLentRulesAgree(t *testing.T) {
	system, err := rules.Load("gf-3")
	if err != nil {
		t.Fatal(err)
	}
	set := func(n int) *rules.Set {
		own := rules.Value{Set: true, Number: n}
		return rules.NewSet([]rules.Rule{
			{Name: "Mark", Effects: []rules.Effect{{To: rules.ToFriends, ToHit: own}}},
			{Name: "Low", Effects: []rules.Effect{{To: rules.ToEnemy, Gives: rules.ParseUses([]string{"Own"})}}},
			{Name: "Own", Effects: []rules.Effect{{Block: own}}},
		}, system.Set())
	}
	own, other := set(-1), set(1)
	side := gf.Side{Set: own, Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 5}}, Weapons: []gf.Weapon{{Name: "Blade", Count: 5, Attacks: 1}}}
	d := gf.Duel{System: system, Scenario: gf.Scenario{Mode: gf.Melee}, Attacker: side, Target: side}
	wounds := func() float64 {
		t.Helper()
		if _, wrong := disagree(d, 1); len(wrong) > 0 {
			t.Errorf("%s", strings.Join(wrong, "\n"))
		}
		r, err := gf.Resolve(d)
		if err != nil {
			t.Fatal(err)
		}
		return r.Target.Wounds.Mean
	}
	for _, c := range []struct {
		uses, lent []string
		want       float64
	}{
		{nil, nil, 5. / 2 / 2},
		{nil, []string{"Mark"}, 5 * 4. / 6 / 2},
		{[]string{"Mark"}, []string{"Mark"}, 5. / 2 / 2},
		{nil, []string{"Low"}, 5. / 2 * 2 / 6},
	} {
		d.Attacker.Uses, d.Attacker.Lent = rules.ParseUses(c.uses), nil
		for _, use := range rules.ParseUses(c.lent) {
			d.Attacker.Lent = append(d.Attacker.Lent, gf.Lent{Use: use, Set: other})
		}
		if got := wounds(); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%q and %q of another book: %g wounds, want %g", c.uses, c.lent, got, c.want)
		}
	}
}
