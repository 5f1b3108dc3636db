package preview_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"muster/builder"
	"muster/builder/gf"
	"muster/builder/gf/preview"
	"muster/builder/odds"
	"muster/catalog"
	"muster/report"
	"muster/rules"
	combat "muster/rules/gf"
	"muster/schema"
	"muster/schema/files"
)

// example builds one of the lists that ship with the project.
func example(t testing.TB, name string) *gf.Army {
	t.Helper()
	army, err := gf.Load(os.DirFS(filepath.Join("..", "..", "..", "examples")), name, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	return army
}

func game(t testing.TB, id string) *rules.System {
	t.Helper()
	g, err := rules.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// shooters is a unit of five with some weapons.
func shooters(g *rules.System, own []rules.Rule, uses []string, weapons ...combat.Weapon) *preview.Combatant {
	set := g.Set()
	if own != nil {
		set = rules.NewSet(own, set)
	}
	return &preview.Combatant{ID: "five", Name: "Five", Points: 100, Side: combat.Side{
		RuleSet: set, Quality: 4, Defense: 4, Rules: rules.ParseUses(uses), Groups: []combat.Group{{Models: 5}}, Weapons: weapons,
	}}
}

func TestShootingAtEveryDistanceThatMatters(t *testing.T) {
	gf3, gf2 := game(t, "gf-3"), game(t, "gf-2.16")
	rifle := combat.Weapon{Name: "Rifle", Count: 5, Range: 24, Attacks: 1}
	pistol := combat.Weapon{Name: "Pistol", Count: 5, Range: 12, Attacks: 1}
	blade := combat.Weapon{Name: "Blade", Count: 5, Attacks: 1}
	given := []rules.Rule{{Name: "Gift", Effects: []rules.Effect{{GivenRules: rules.ParseUses([]string{"Relentless"})}}}}
	farther := []rules.Rule{{Name: "Farther(X)", Effects: []rules.Effect{{Range: rules.Value{IsSet: true, IsRating: true}}}}}
	for _, c := range []struct {
		name           string
		game           *rules.System
		unit, target   *preview.Combatant
		want           []string
		wantOfDistance string
	}{
		{"one range", gf3, shooters(gf3, nil, nil, rifle, blade), shooters(gf3, nil, nil), []string{"0-24"}, "24"},
		{"two ranges", gf3, shooters(gf3, nil, nil, rifle, pistol), shooters(gf3, nil, nil), []string{"0-12", "12-24"}, "12"},
		{"a rule of the shooter's", gf3, shooters(gf3, nil, []string{"Relentless"}, rifle), shooters(gf3, nil, nil), []string{"0-9", "9-24"}, "24"},
		{"a rule that is given", gf3, shooters(gf3, given, []string{"Gift"}, rifle), shooters(gf3, nil, nil), []string{"0-9", "9-24"}, "24"},
		{"a rule of the target's", gf3, shooters(gf3, nil, nil, rifle), shooters(gf3, nil, []string{"Stealth"}), []string{"0-9", "9-24"}, "24"},
		{"a rule that makes no difference", gf2, shooters(gf2, nil, nil, rifle), shooters(gf2, nil, []string{"Stealth"}), []string{"0-24"}, "24"},
		{"a target that is farther off", gf3, shooters(gf3, nil, nil, rifle), shooters(gf3, nil, []string{"Aircraft"}), []string{"0-12"}, "24"},
		{"a weapon that cannot reach it", gf3, shooters(gf3, nil, nil, pistol), shooters(gf3, nil, []string{"Aircraft"}), []string{"0-12"}, "12"},
		{"a longer range", gf3, shooters(gf3, farther, []string{"Farther(6)"}, rifle), shooters(gf3, nil, nil), []string{"0-30"}, "24"},
		{"no ranged weapon", gf3, shooters(gf3, nil, nil, blade), shooters(gf3, nil, nil), nil, "0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			pairs, err := preview.PreviewAll(context.Background(), c.game, c.unit, c.target, &odds.Question{Mode: odds.Shooting})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, p := range pairs {
				got = append(got, fmt.Sprintf("%d-%d", p.LowerDistance, p.Scenario.Distance))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if all, _ := c.unit.WeaponRangeLimits(); fmt.Sprint(all) != c.wantOfDistance {
				t.Errorf("all weapons reach %d, should be %s", all, c.wantOfDistance)
			}
		})
	}
}

// Between the distances that a preview states nothing changes.
func TestNothingChangesWithinABand(t *testing.T) {
	wardens, choir := example(t, "third-company.yaml"), example(t, "spring-tide.yaml")
	units, targets := preview.Combatants(choir), preview.Combatants(wardens)
	for i := range units {
		for j := range targets {
			pairs, err := preview.PreviewAll(context.Background(), choir.Game, &units[i], &targets[j], &odds.Question{Mode: odds.Shooting})
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range pairs {
				for distance := p.LowerDistance + 1; distance <= p.Scenario.Distance; distance++ {
					s := p.Scenario
					s.Distance = distance
					other, err := preview.PreviewAttack(choir.Game, &units[i], &targets[j], s)
					if err != nil {
						t.Fatal(err)
					}
					if d := math.Abs(other.Result.Target.Wounds.Mean - p.Result.Target.Wounds.Mean); d > 1e-12 {
						t.Errorf("%s at %s from %d\": %g wounds, from %d\" %g", units[i].Name, targets[j].Name,
							distance, other.Result.Target.Wounds.Mean, p.Scenario.Distance, p.Result.Target.Wounds.Mean)
					}
				}
			}
		}
	}
}

// Five rifles that hit half the time, against a Defense of 4+ with one wound
// each: 1.25 of five wounds, of 80 points, with a unit of 100.
func TestPointsDestroyed(t *testing.T) {
	g := game(t, "gf-3")
	unit := shooters(g, nil, nil, combat.Weapon{Name: "Rifle", Count: 5, Range: 24, Attacks: 1})
	target := shooters(g, nil, nil)
	target.Points = 80
	p, err := preview.PreviewAttack(g, unit, target, combat.Scenario{Mode: combat.Shooting, Distance: 24, InSight: true})
	if err != nil {
		t.Fatal(err)
	}
	if want := 1.25 / 5 * 80; math.Abs(p.LostPer100-want) > 1e-12 {
		t.Errorf("%g points, should be %g", p.LostPer100, want)
	}
	unit.Points = 0
	if p, err = preview.PreviewAttack(g, unit, target, p.Scenario); err != nil || p.LostPer100 != 0 {
		t.Errorf("a unit that costs nothing destroys %g points for 100 of its own, %v", p.LostPer100, err)
	}
}

func TestShieldsOfSomeAreNotModelled(t *testing.T) {
	wardens := example(t, "third-company.yaml")
	for _, c := range []struct {
		count int
		want  []string
	}{{2, []string{"Plated"}}, {5, nil}} {
		g := *wardens.Groups[3] // any squad
		u := *g.Unit
		u.Models = 5
		u.PartialRules = []gf.ModelRules{{Count: c.count, Rules: rules.ParseUses([]string{"Plated(2)"}), Source: "Shield"}}
		g.Unit, g.Halves, g.Heroes = &u, []*gf.Unit{&u}, nil
		unit := preview.NewCombatant(wardens, &g)
		p, err := preview.PreviewAttack(wardens.Game, &unit, &unit, combat.Scenario{Mode: combat.Melee})
		if err != nil {
			t.Fatal(err)
		}
		got := slices.DeleteFunc(p.Result.NotModelled, func(name string) bool { return name != "Plated" })
		if len(got) == 0 {
			got = nil
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%d of 5 (-want +got)\n%s", c.count, diff)
		}
	}
}

func TestATableHoldsEveryPair(t *testing.T) {
	wardens, choir := example(t, "third-company.yaml"), example(t, "spring-tide.yaml")
	units, targets := preview.Combatants(wardens), preview.Combatants(choir)
	table, err := preview.PreviewMatrix(context.Background(), wardens.Game, units, targets, &odds.Question{Cover: odds.UsualCover, KeepResults: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range units {
		for j := range targets {
			melee, err := preview.PreviewAttack(wardens.Game, &units[i], &targets[j], combat.Scenario{Mode: combat.Melee, TargetInCover: true, InSight: true})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(melee.Result, table[2][i][j].Result); diff != "" {
				t.Errorf("%s charging %s (-alone +table)\n%s", units[i].Name, targets[j].Name, diff)
			}
			distance, _ := units[i].WeaponRangeLimits()
			if distance == 0 {
				if table[0][i][j].Unit != nil {
					t.Errorf("%s shoots with nothing", units[i].Name)
				}
				continue
			}
			shooting, err := preview.PreviewAttack(wardens.Game, &units[i], &targets[j],
				combat.Scenario{Mode: combat.Shooting, Distance: distance, TargetInCover: true, InSight: true})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(shooting.Result, table[0][i][j].Result); diff != "" {
				t.Errorf("%s shooting at %s (-alone +table)\n%s", units[i].Name, targets[j].Name, diff)
			}
		}
	}
	empty, err := preview.PreviewMatrix(context.Background(), wardens.Game, nil, targets, &odds.Question{})
	if err != nil || len(empty[2]) != 0 {
		t.Errorf("a table of no units: %v, %v", empty, err)
	}
}

// In a small-scale game a squad is one base with the attacks and wounds of all.
func TestSmallScale(t *testing.T) {
	army := example(t, "old-guard-2.16.yaml")
	at := slices.IndexFunc(army.Groups, func(g *gf.Group) bool { return g.Unit.ID == "lamps" })
	full := preview.NewCombatant(army, army.Groups[at])
	army.List.SmallScale = true
	small := preview.NewCombatant(army, army.Groups[at])
	if small.Side.Models() != 1 || full.Side.Models() == 1 {
		t.Errorf("%d models became %d", full.Side.Models(), small.Side.Models())
	}
	bench, err := preview.TypicalTargets(nil, army.Game)
	if err != nil {
		t.Fatal(err)
	}
	for i := range bench {
		s := combat.Scenario{Mode: combat.Shooting, Distance: 12, InSight: true}
		a, err := preview.PreviewAttack(army.Game, &full, &bench[i], s)
		if err != nil {
			t.Fatal(err)
		}
		b, err := preview.PreviewAttack(army.Game, &small, &bench[i], s)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(a.Result.Target.Wounds.Mean-b.Result.Target.Wounds.Mean) > 1e-9 {
			t.Errorf("%s: %g wounds, on one base %g", bench[i].Name, a.Result.Target.Wounds.Mean, b.Result.Target.Wounds.Mean)
		}
		if got, want := len(b.Result.Attacker.Wounds.PMF), len(a.Result.Attacker.Wounds.PMF); got != want {
			t.Errorf("%d wounds, should be %d", got-1, want-1)
		}
	}
}

// In a small-scale game all distances are half, rounded up: of ranges, of what
// lengthens them, and of rules. The same shots from twice as far away, with whole
// distances, have the same odds.
func TestSmallScaleHalvesDistances(t *testing.T) {
	const book = `muster: book/1
id: marksmen
name: Marksmen
version: "1"
system: gf-2.7
rules:
  - {name: Steady, summary: Better from afar., effects: [{when: {shooting: true, distance-over: 9}, to-hit: 1}]}
units:
  - id: squad
    name: Squad
    size: 5
    cost: 100
    quality: 4
    defense: 4
    rules: [Steady]
    weapons: [{name: Rifle, count: 5, range: 24, attacks: 1}, {name: Carbine, count: 5, range: 13, attacks: 2}]
`
	const list = "muster: list/1\nsystem: gf-2.7\nbook: marksmen.yaml\nunits: [{id: a, unit: squad}]\n"
	folder := fstest.MapFS{
		"marksmen.yaml": {Data: []byte(book)}, "whole.yaml": {Data: []byte(list)}, "small.yaml": {Data: []byte(list + "small-scale: true\n")},
	}
	try := func(name string, q *odds.Question) (all []string, pairs []preview.Pair) {
		army, err := gf.Load(folder, name, catalog.NewLibrary())
		if err != nil {
			t.Fatal(err)
		}
		unit := preview.NewCombatant(army, army.Groups[0])
		bench, err := preview.TypicalTargets(nil, army.Game)
		if err != nil {
			t.Fatal(err)
		}
		pairs, err = preview.PreviewAll(context.Background(), army.Game, &unit, &bench[0], q)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range pairs {
			all = append(all, fmt.Sprintf("%s %.9f", p.Action, p.Result.Target.Wounds.Mean))
		}
		table, err := preview.PreviewMatrix(context.Background(), army.Game, []preview.Combatant{unit}, bench[:1], &odds.Question{Mode: odds.Shooting, AddLongRange: true})
		if err != nil {
			t.Fatal(err)
		}
		for way := range 2 {
			all = append(all, table[way][0][0].DistanceText)
		}
		return all, pairs
	}
	// 9, 13 and 24 inches are 5, 7 and 12.
	whole, _ := try("whole.yaml", &odds.Question{Mode: odds.Shooting})
	small, _ := try("small.yaml", &odds.Question{Mode: odds.Shooting})
	inches := strings.NewReplacer("Shoot 9″", "Shoot 5″", "Shoot 13″", "Shoot 7″", "Shoot 24″", "Shoot 12″", `13"`, `7"`, `24"`, `12"`)
	for i := range whole {
		whole[i] = inches.Replace(whole[i])
	}
	if diff := cmp.Diff(whole, small); diff != "" || len(small) != 5 {
		t.Errorf("from half as far (-whole +small):\n%s", diff)
	}
	for at, same := range map[int]int{1: 1, 5: 9, 6: 11, 7: 13, 8: 15, 12: 24, 13: 25} {
		_, near := try("small.yaml", &odds.Question{Mode: odds.Shooting, Distance: at})
		_, far := try("whole.yaml", &odds.Question{Mode: odds.Shooting, Distance: same})
		if math.Abs(near[0].Result.Target.Wounds.Mean-far[0].Result.Target.Wounds.Mean) > 1e-9 {
			t.Errorf("%d inches of a small-scale game are not %d", at, same)
		}
	}
}

func ExamplePreviewAll() {
	system, err := rules.Load("gf-3")
	if err != nil {
		fmt.Println(err)
		return
	}
	bench, err := preview.TypicalTargets(nil, system)
	if err != nil {
		fmt.Println(err)
		return
	}
	rifles, bikes := &bench[0], &bench[2]
	pairs, err := preview.PreviewAll(context.Background(), system, rifles, bikes, &odds.Question{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range pairs {
		fmt.Printf("%s on %s: %.2f wounds, %.1f points for 100\n", p.Scenario.Mode, p.Target.Name, p.Result.Target.Wounds.Mean, p.LostPer100)
	}
	// Output:
	// shooting on Bikes: 1.67 wounds, 20.7 points for 100
	// melee on Bikes: 1.67 wounds, 20.7 points for 100
}

// twelve is a list of so many units of an army book, squads with heroes and
// pairs among them.
func twelve(b *testing.B, book string, entries ...gf.Entry) []preview.Combatant {
	b.Helper()
	army := example(b, map[string]string{"steel-wardens": "third-company.yaml", "brine-choir": "spring-tide.yaml"}[book])
	army.List.Units = append(army.List.Units, entries...)
	units := preview.Combatants(gf.BuildWithBooks(army.List, army.Books))
	if len(units) != 12 {
		b.Fatalf("%d units, should be 12", len(units))
	}
	return units
}

// Two lists of twelve units, every unit against every unit, shooting and melee.
// With -cpu 1 it is the time on one core.
func BenchmarkMatrix(b *testing.B) {
	g := game(b, "gf-3")
	wardens := twelve(b, "steel-wardens",
		gf.Entry{ID: "x", BookUnitID: "militia"}, gf.Entry{ID: "y", BookUnitID: "iron-guard"}, gf.Entry{ID: "z", BookUnitID: "gatekeeper-walker"})
	choir := twelve(b, "brine-choir", gf.Entry{ID: "x", BookUnitID: "spawnlings"}, gf.Entry{ID: "y", BookUnitID: "pincer-guard"})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := preview.PreviewMatrix(context.Background(), g, wardens, choir, &odds.Question{}); err != nil {
			b.Fatal(err)
		}
	}
}

// Who cannot charge, or be charged, has a dash in place of a charge and the rule
// beside it, and is nobody's best target.
func TestWhoCannotChargeHasADash(t *testing.T) {
	folder := files.NewMemory(map[string]string{
		"own.yaml": `muster: book/1
id: own
system: gf-3
name: Own
rules:
  - {name: Rooted, summary: May only use Hold actions.}
  - {name: Ethereal, summary: This model can't be charged.}
units:
  - {id: squad, name: Squad, size: 5, cost: 50, quality: 4, defense: 4, weapons: [{name: Gun, count: 5, range: 12, attacks: 1}, {name: Blade, count: 5, attacks: 1}]}
  - {id: plane, name: Plane, size: 1, cost: 500, quality: 4, defense: 6, rules: [Aircraft], weapons: [{name: Gun, range: 12, attacks: 9}]}
  - {id: gun, name: Gun, size: 1, cost: 50, quality: 4, defense: 4, rules: [Artillery], weapons: [{name: Gun, range: 12, attacks: 9}]}
  - {id: tree, name: Tree, size: 1, cost: 50, quality: 4, defense: 4, rules: [Rooted], weapons: [{name: Bough, attacks: 9}]}
  - {id: ghost, name: Ghost, size: 1, cost: 500, quality: 4, defense: 6, rules: [Ethereal], weapons: [{name: Claw, attacks: 9}]}
`,
		"list.yaml": "muster: list/1\nsystem: gf-3\nbook: own.yaml\nunits: [{id: squad, unit: squad}, {id: plane, unit: plane}, {id: gun, unit: gun}, {id: tree, unit: tree}, {id: ghost, unit: ghost}]\n",
	})
	document, err := schema.ReadFile(folder, "list.yaml", "list/1")
	if err != nil {
		t.Fatal(err)
	}
	list, err := builder.Open(document, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	ask := func(unit string) *odds.Answer {
		answer, err := list.(builder.Previewer).Odds(context.Background(), odds.Question{UnitID: unit, Mode: odds.Charging, Foe: odds.Foe{Name: "list.yaml", List: list.(builder.Previewer)}})
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	answer := ask("")
	table := answer.Sections[0].Tables[0]
	var may []string // charge whom
	for i, row := range table.Rows {
		line := ""
		for j, cell := range row.Cells[3:] {
			effect := table.Attacks[i].Effects[j]
			impossible := effect.Kind == odds.WordsCell
			if (cell.Text == odds.Dash) != impossible || impossible && cell.Rating != 0 {
				t.Errorf("%s on %s: %+v %+v", answer.Units[i].Name, answer.Targets[j].Name, cell, effect)
			}
			line += map[bool]string{true: "-", false: "x"}[impossible]
		}
		may = append(may, line)
	}
	if want := []string{"x-xx-", "-----", "-----", "-----", "x-xx-"}; !slices.Equal(may, want) {
		t.Errorf("charges are %q, want %q", may, want)
	}
	var asides []string
	for _, aside := range answer.Sections[0].Remarks {
		if aside.Kind == odds.CannotActRemark {
			asides = append(asides, aside.Text)
		}
	}
	if want := []string{"Cannot charge: Gun (Artillery), Plane (Aircraft), Tree (Rooted)", "Cannot be charged: Ghost (Ethereal), Plane (Aircraft)"}; !slices.Equal(asides, want) {
		t.Errorf("it says %q, want %q", asides, want)
	}
	table = ask("squad").Sections[0].Tables[1]
	if len(table.Rows) != 5 {
		t.Fatalf("%d rows", len(table.Rows))
	}
	for i, row := range table.Rows {
		if dashes := !slices.ContainsFunc(row.Cells[1:], func(c report.Cell) bool { return c.Text != odds.Dash }); dashes != (i == 1 || i == 4) || table.Attacks[i].TargetIndex != i {
			t.Errorf("row %d is %+v", i, row)
		}
	}
	if table := ask("tree").Sections[0].Tables[1]; len(table.Rows) != 0 || table.EmptyText != "It cannot charge: Rooted." {
		t.Errorf("the tree: %q %+v", table.EmptyText, table.Rows)
	}
}
