package pricing

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"muster/catalog/fad"
	"muster/catalog/fad/fadtest"
	fight "muster/rules/fad"
	"muster/schema"
)

func armoury(t testing.TB) *fad.Armoury {
	t.Helper()
	a, err := fad.LoadArmoury()
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func unit(t testing.TB, text string) *fad.Unit {
	t.Helper()
	d, err := schema.Read("unit.yaml", []byte("muster: unit/1\n"+text), "unit/1")
	if err != nil {
		t.Fatal(err)
	}
	u, err := fad.ReadUnit(d.File, d.Root())
	if err != nil {
		t.Fatal(err)
	}
	return &u
}

const regularSteady = "quality: regular\nresolve: steady\n"

// Prices that the game's publisher prints: each figure of the Light Infantry of the human
// military forces, and the hero of the Space Knights (fadwargame.com, Official Army Lists).
func TestPublishedPrices(t *testing.T) {
	a := armoury(t)
	for figure, points := range map[string]int{
		"weapon: assault-rifle, leader: regular": 5, "weapon: assault-rifle, leader: experienced": 9, "weapon: assault-rifle": 5,
		"weapon: flamethrower": 8, "weapon: fusion-gun": 8, "weapon: grenade-launcher": 8, "weapon: saw": 8, "weapon: plasma-rifle": 9, "weapon: shotgun": 5,
	} {
		p, err := PriceUnit(a, unit(t, "kind: infantry\narmour: light\nfigures: [{"+figure+"}]\n"+regularSteady), RoundUnitPrice)
		if err != nil || p.Points != points {
			t.Errorf("%s costs %d, should be %d: %v", figure, p.Points, points, err)
		}
	}
	hero := "kind: character\narmour: lt-power\nweapon: gauss-rifle\nleadership: inspiring\npersonalities: [motivator]\nquality: elite\nresolve: determined\n" +
		"traits: [hero, resilient-2, save, supreme-weapon]"
	if p, err := PriceUnit(a, unit(t, hero), RoundUnitPrice); err != nil || p.Points != 142 || p.Exact.String() != "142.2036" { // 27 × 1.9 × 2.772
		t.Errorf("the hero costs %d (%s), should be 142: %v", p.Points, p.Exact, err)
	}
}

func TestPrices(t *testing.T) {
	a := armoury(t)
	for name, c := range map[string]struct {
		text   string
		exact  string
		points int
	}{
		"the document's officer":        {"kind: character\narmour: improved\nweapon: assault-rifle\nleadership: inspiring\n" + regularSteady, "26", 26},
		"the document's sniper":         {"kind: sniper\narmour: improved\nquality: elite\nresolve: steady", "25.6", 26},
		"the document's APC":            {"kind: vehicle\nmovement: tracked\narmour: {front: 8, side: 7, rear: 6}\nweapons: [heavy-mg]\ncapacity: 8\n" + regularSteady, "72.8", 73},
		"the document's medium tank":    {"kind: vehicle\nmovement: tracked\narmour: {front: 11, side: 10, rear: 9}\nweapons: [auto-cannon-heavy, heavy-mg]\n" + regularSteady, "291.2", 291},
		"a place for one":               {"kind: vehicle\nmovement: tracked\narmour: {front: 8, side: 7, rear: 6}\nweapons: [heavy-mg]\ncapacity: 1\n" + regularSteady, "54.6", 55},
		"nine riflemen":                 {"kind: infantry\nfigures: [{count: 9, weapon: assault-rifle}]\n" + regularSteady, "46.8", 47},
		"a squad with a leader":         {"kind: infantry\nfigures: [{weapon: assault-rifle, leader: experienced}, {count: 6, weapon: assault-rifle}, {weapon: saw}, {weapon: assault-rifle, personalities: [medic]}]\ntraits: [grizzled]\n" + regularSteady, "65.52", 66},
		"the least factor":              {"kind: infantry\nfigures: [{count: 10, weapon: pistol}]\narmour: none\nquality: rabble\nresolve: reluctant", "4.5", 5},
		"the highest factor":            {"kind: infantry\nfigures: [{count: 1, weapon: assault-rifle}]\nquality: elite\nresolve: determined", "7.6", 8},
		"traits that make it tenfold":   {"kind: character\ntraits: [legend, hero, villain, brave, fanatic]\n" + regularSteady, "126.36", 126},
		"a weapons team":                {"kind: heavy-weapons\nheavy: heavy-mg\nfigures: [{count: 3, weapon: pistol}]\n" + regularSteady, "16.575", 17},
		"artillery":                     {"kind: artillery\nheavy: mortar-heavy\nfigures: [{count: 3, weapon: pistol}]\n" + regularSteady, "73.9375", 74},
		"artillery is steady":           {"kind: artillery\nheavy: mortar-heavy\nfigures: [{count: 3, weapon: pistol}]\nquality: regular\nresolve: reluctant", "73.9375", 74},
		"a psionic":                     {"kind: psionic\nweapon: pistol\naptitude: expert\nstrength: 4\nquality: elite\nresolve: steady", "54.8", 55},
		"strength below three":          {"kind: psionic\nstrength: 1\n" + regularSteady, "24.7", 25},
		"a sniper's own rifle":          {"kind: sniper\nweapon: sniper-rifle\npersonalities: [lucky]\n" + regularSteady, "20.8", 21},
		"a leader leads only infantry":  {"kind: heavy-weapons\nheavy: heavy-mg\nfigures: [{weapon: none, leader: veteran}]\n" + regularSteady, "10.4", 10},
		"an unarmoured vehicle":         {"kind: vehicle\narmour: {front: 3, side: 0, rear: 3}\n" + regularSteady, "11.7", 12},
		"the best armour":               {"kind: vehicle\narmour: {front: 12, side: 12, rear: 12}\nquality: conscript\nresolve: steady", "906", 906},
		"one trait for two weapons":     {"kind: vehicle\narmour: {front: 4, side: 0, rear: 0}\nweapons: [saw, saw]\ntraits: [{trait: linked-weapons, weapons: [1]}, {trait: linked-weapons, weapons: [2]}]\nquality: conscript\nresolve: steady", "27.04", 27},
		"a vehicle's trait on infantry": {"kind: infantry\nfigures: [{weapon: none}]\ntraits: [smoke]\nquality: conscript\nresolve: steady", "3.3", 3},
		"a squad without figures":       {"kind: infantry\n" + regularSteady, "0", 0},
		"a half goes up":                {"kind: infantry\nfigures: [{count: 2, weapon: pistol}]\nquality: conscript\nresolve: steady", "6.5", 7},
	} {
		t.Run(name, func(t *testing.T) {
			price, err := PriceUnit(a, unit(t, c.text), RoundUnitPrice)
			if err != nil {
				t.Fatal(err)
			}
			if price.Exact.String() != c.exact || price.Points != c.points {
				t.Errorf("%s → %d, want %s → %d", price.Exact, price.Points, c.exact, c.points)
			}
			if last := len(price.Steps); last > 0 && !price.Steps[last-1].Value.Equal(price.Exact) {
				t.Errorf("the last step says %s", price.Steps[last-1].Value)
			}
		})
	}
}

// The game's printed army lists have these figures at Regular, Steady and light
// armour (docs/rules-notes.md, Fast and Dirty).
func TestFiguresOfPrintedLists(t *testing.T) {
	a := armoury(t)
	for figure, want := range map[string]int{
		"{weapon: assault-rifle}":                      5,
		"{weapon: assault-rifle, leader: experienced}": 9,
		"{weapon: flamethrower}":                       8,
		"{weapon: plasma-rifle}":                       9,
		"{weapon: shotgun}":                            5,
	} {
		price, err := PriceUnit(a, unit(t, "kind: infantry\nfigures: ["+figure+"]\n"+regularSteady), RoundFigurePrices)
		if err != nil {
			t.Fatal(err)
		}
		if price.Points != want {
			t.Errorf("%s = %d, want %d", figure, price.Points, want)
		}
	}
}

func TestRoundingByFigure(t *testing.T) {
	a := armoury(t)
	for name, c := range map[string]struct {
		text, exact string
		points      int
		steps       []string
	}{
		"a squad": {
			"kind: infantry\nfigures: [{weapon: assault-rifle, leader: experienced}, {count: 9, weapon: assault-rifle}]\n" + regularSteady, "55.9", 54,
			[]string{"1 × round((3 + 0 + 1 + 3) × (1.3 + 0)) = 9", "+ 9 × round((3 + 0 + 1) × (1.3 + 0)) = 54"},
		},
		"artillery": { // 2.25 × 1.3 × 2.5 = 7.3125 a crew member, 16 × 1.3 × 2.5 = 52
			"kind: artillery\nheavy: mortar-heavy\nfigures: [{count: 3, weapon: pistol}]\n" + regularSteady, "73.9375", 73,
			[]string{"3 × round((2 + 0 + 0.25) × (1.3 + 0) × 2.5) = 21", "+ round(16 × (1.3 + 0) × 2.5) = 73"},
		},
		"a vehicle": {
			"kind: vehicle\narmour: {front: 8, side: 7, rear: 6}\nweapons: [heavy-mg]\ncapacity: 8\n" + regularSteady, "72.8", 73,
			[]string{"round((10 + 8 + 8 + 8 + 6 + 16) × (1.3 + 0)) = 73"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			price, err := PriceUnit(a, unit(t, c.text), RoundFigurePrices)
			if err != nil {
				t.Fatal(err)
			}
			if price.Exact.String() != c.exact || price.Points != c.points {
				t.Errorf("%s → %d, want %s → %d", price.Exact, price.Points, c.exact, c.points)
			}
			if diff := cmp.Diff(c.steps, written(price)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func written(p Price) []string {
	var lines []string
	for _, s := range p.Steps {
		lines = append(lines, s.Text()+" = "+s.Value.String())
	}
	return lines
}

func TestStepsAsAPersonWouldWriteThem(t *testing.T) {
	a := armoury(t)
	price, err := PriceUnit(a, unit(t, "kind: infantry\narmour: none\nfigures: [{weapon: assault-rifle, leader: experienced}, {count: 8, weapon: assault-rifle}]\ntraits: [grizzled]\nquality: conscript\nresolve: uncertain"), RoundUnitPrice)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"1 × (3 - 1 + 1 + 3) = 6", "+ 8 × (3 - 1 + 1) = 30", "× (1 - 0.3) = 21", "× 1.2 = 25.2"}
	if diff := cmp.Diff(want, written(price)); diff != "" {
		t.Error(diff)
	}
	if got, want := price.Steps[1].LabelledText(), "+ 8 × (3 Infantry - 1 None + 1 Assault Rifle)"; got != want {
		t.Errorf("explained %q, want %q", got, want)
	}
	if diff := cmp.Diff([]string{"FAD, Infantry cost", "FAD, Armour", "FAD, Basic Weapons"}, price.Steps[1].Sources()); diff != "" {
		t.Error(diff)
	}
	text, err := json.Marshal(price.Steps[3])
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"what":"× 1.2","value":"25.2","label":"Grizzled","sources":["FAD, Infantry Traits"]}`; string(text) != want {
		t.Errorf("JSON %s, want %s", text, want)
	}
}

func TestUnknownIDsAreNotPriced(t *testing.T) {
	a := armoury(t)
	u := unit(t, "kind: infantry\narmour: ligt\nfigures: [{weapon: sav, personalities: [medik]}]\ntraits: [grizled]\n"+regularSteady)
	_, err := PriceUnit(a, u, RoundUnitPrice)
	var unknown *schema.Error
	if !errors.As(err, &unknown) || !unknown.Has("weapon"+fad.UnknownCodeSuffix) {
		t.Fatalf("error %v", err)
	}
	want := "there is no armour called `ligt`; did you mean `light`?\nthere is no weapon `sav`; did you mean `saw`?\n" +
		"there is no personality `medik`; did you mean `medic`?\nthere is no trait `grizled`; did you mean `grizzled`?"
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Error(diff)
	}
}

// exactly prices a unit that is known to have a price.
func exactly(t interface{ Fatal(...any) }, a *fad.Armoury, u *fad.Unit) decimal.Decimal {
	price, err := PriceUnit(a, u, RoundUnitPrice)
	if err != nil {
		t.Fatal(err)
	}
	return price.Exact
}

func TestTheOrderOfTraitsDoesNotMatter(t *testing.T) {
	a := armoury(t)
	rapid.Check(t, func(t *rapid.T) {
		u := fadtest.Unit(a).Draw(t, "unit")
		before := exactly(t, a, &u)
		rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)).Shuffle(len(u.Traits), func(i, j int) { u.Traits[i], u.Traits[j] = u.Traits[j], u.Traits[i] })
		if after := exactly(t, a, &u); !after.Equal(before) {
			t.Fatalf("%s, then %s", before, after)
		}
	})
}

func TestMoreNeverCostsLess(t *testing.T) {
	a := armoury(t)
	rapid.Check(t, func(t *rapid.T) {
		u := fadtest.Unit(a).Draw(t, "unit")
		before := exactly(t, a, &u)
		switch {
		case u.Kind == fight.Vehicle && rapid.Bool().Draw(t, "armour"):
			side := rapid.SampledFrom([]*int{&u.Armour.Front, &u.Armour.Side, &u.Armour.Rear}).Draw(t, "side")
			*side = min(*side+1, 12)
		case u.Kind == fight.Vehicle:
			u.VehicleWeapons = append(u.VehicleWeapons[:len(u.VehicleWeapons):len(u.VehicleWeapons)], rapid.SampledFrom(a.WeaponIDs()).Draw(t, "weapon"))
		case rapid.Bool().Draw(t, "armour"):
			u.Armour.ID = a.Armours.IDs()[min(a.Armours.Index(u.Armour.ID)+1, 7)]
		case u.Kind.HasFigures():
			u.Figures = append(u.Figures, fad.Figure{Count: 1, Weapon: rapid.SampledFrom(a.WeaponIDs()).Draw(t, "weapon")})
		default:
			u.Personalities = append(u.Personalities, rapid.SampledFrom(a.Personalities.IDs()).Draw(t, "personality"))
		}
		if after := exactly(t, a, &u); after.LessThan(before) {
			t.Fatalf("%s, then %s", before, after)
		}
	})
}

func TestTwiceAUnitIsTwiceThePrice(t *testing.T) {
	a := armoury(t)
	rapid.Check(t, func(t *rapid.T) {
		u := fadtest.Unit(a).Draw(t, "unit")
		if u.Kind != fight.Infantry {
			t.Skip("only squads can be doubled figure by figure")
		}
		once := exactly(t, a, &u)
		u.Figures = append(u.Figures[:len(u.Figures):len(u.Figures)], u.Figures...)
		if twice := exactly(t, a, &u); !twice.Equal(once.Mul(decimal.NewFromInt(2))) {
			t.Fatalf("%s, twice %s", once, twice)
		}
	})
}

// The steps say what was reckoned: followed with a second, fractional
// arithmetic, they give the same price.
func TestStepsAddUp(t *testing.T) {
	a := armoury(t)
	rapid.Check(t, func(t *rapid.T) {
		u := fadtest.Unit(a).Draw(t, "unit")
		rounding := rapid.SampledFrom([]Rounding{RoundUnitPrice, RoundFigurePrices}).Draw(t, "rounding")
		price, err := PriceUnit(a, &u, rounding)
		if err != nil {
			t.Fatal(err)
		}
		total := 0.0
		for _, s := range price.Steps {
			inner := 0.0
			for _, term := range s.Terms {
				inner += term.Amount.InexactFloat64()
			}
			for _, f := range s.FigureFactors {
				factor := 0.0
				for _, term := range f {
					factor += term.Amount.InexactFloat64()
				}
				inner *= factor
			}
			if s.FigureFactors != nil {
				inner = float64(int(inner + 0.5 + 1e-9))
			}
			if s.Operator == "×" {
				total *= inner
			} else {
				total += inner * float64(max(s.Multiplier, 1))
			}
			if d := total - s.Value.InexactFloat64(); d > 1e-6*(1+total) || d < -1e-6*(1+total) {
				t.Fatalf("%s: %g, but the step says %s", s.Text(), total, s.Value)
			}
		}
		if d := float64(price.Points) - total; d > 0.5+1e-6*total || d < -0.5-1e-6*total {
			t.Fatalf("%d points for %g", price.Points, total)
		}
	})
}

func BenchmarkSquad(b *testing.B) {
	a := armoury(b)
	u := unit(b, "kind: infantry\nfigures: [{weapon: assault-rifle, leader: experienced}, {count: 7, weapon: assault-rifle}, {weapon: saw}, {weapon: assault-rifle, personalities: [medic]}]\ntraits: [grizzled, fearless, stealth, swift]\n"+regularSteady)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := PriceUnit(a, u, RoundUnitPrice); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleUnit() {
	a, err := fad.LoadArmoury()
	if err != nil {
		fmt.Println(err)
		return
	}
	squad := &fad.Unit{
		Kind: fight.Infantry, Quality: "regular", Resolve: "steady", Armour: fad.UnitArmour{ID: "light"},
		Figures: []fad.Figure{{Count: 9, Weapon: "assault-rifle"}},
	}
	price, err := PriceUnit(a, squad, RoundUnitPrice)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, step := range price.Steps {
		fmt.Println(step.Text(), "=", step.Value)
	}
	fmt.Println(price.Points, "points")
	// Output:
	// 9 × (3 + 0 + 1) = 36
	// × (1.3 + 0) = 46.8
	// 47 points
}
