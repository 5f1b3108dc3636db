package gf_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/builder/gf"
	"muster/catalog"
	"muster/rules"
)

// A walk goes through the JSON of a unit of either edition and adds up what its
// models have, in its own words.
type walk struct {
	size    int
	old     bool
	weapons map[string]int // with their profiles
	items   map[string]int
	rules   map[string]int // of all models: ratings, 0 for a rule without one
	odd     bool           // a slip that the importer's own tests are about
}

var plainRule = regexp.MustCompile(`^([^()]+?)(?:\s*\(?\+?(\d+)\)?)?$`)

func (w *walk) rule(v any) string {
	text, _ := v.(string)
	if o, ok := v.(map[string]any); ok {
		if text, _ = o["label"].(string); text == "" || !w.old {
			text, _ = o["name"].(string)
			if rating := fmt.Sprint(o["rating"]); o["rating"] != nil && rating != "" {
				text = strings.TrimSpace(text) + "(" + rating + ")"
			}
		}
	}
	text = strings.TrimSpace(text)
	if w.old && (!plainRule.MatchString(text) || strings.ContainsAny(text, "”“\"") || regexp.MustCompile(`^A?\d+$`).MatchString(text)) {
		w.odd = true
	}
	return text
}

func (w *walk) own(v any) {
	text := w.rule(v)
	m := plainRule.FindStringSubmatch(text)
	if m == nil || m[2] == "" {
		w.rules[text] += 0
		return
	}
	n, _ := strconv.Atoi(m[2])
	if name := m[1]; name == "Caster" || name == "Psychic" {
		w.rules[name] = max(w.rules[name], n)
	} else {
		w.rules[name] += n
	}
}

func number(v any, fallback int) int {
	n, err := strconv.Atoi(fmt.Sprint(v))
	if err != nil {
		return fallback
	}
	return n
}

func (w *walk) weapon(o map[string]any, name string) {
	var special []string
	list, _ := o["specialRules"].([]any)
	for _, r := range list {
		special = append(special, w.rule(r))
	}
	count := number(o["count"], 1)
	if w.old {
		count *= w.size
	}
	w.weapons[fmt.Sprintf("%s %d\" A%d %s", strings.TrimSpace(name), number(o["range"], 0), number(o["attacks"], 0), strings.Join(special, ", "))] += count
}

func (w *walk) unit(o map[string]any) {
	for _, key := range []string{"rules", "specialRules"} {
		list, _ := o[key].([]any)
		for _, r := range list {
			w.own(r)
		}
	}
	for _, key := range []string{"weapons", "equipment", "items"} {
		list, _ := o[key].([]any)
		for _, v := range list {
			thing := v.(map[string]any)
			name, _ := thing["name"].(string)
			if label, ok := thing["label"].(string); w.old && ok {
				name = label
			}
			if thing["attacks"] != nil {
				w.weapon(thing, name)
				continue
			}
			count := number(thing["count"], 1)
			if w.old {
				count *= w.size
			}
			w.items[strings.TrimSpace(name)] += count
			inside, _ := thing["content"].([]any)
			if w.old {
				inside, _ = thing["specialRules"].([]any)
			}
			for _, c := range inside {
				if held, ok := c.(map[string]any); ok && held["attacks"] != nil {
					w.weapon(held, held["name"].(string))
					continue
				}
				w.items[strings.TrimSpace(name)+": "+w.rule(c)] += count
				if count >= w.size { // else some models only have it
					for range count / w.size {
						w.own(c)
					}
				}
			}
		}
	}
}

// Every unit of every real book has, as a list builds it, the weapons, items
// with what they hold, and rules that its JSON adds up to, and each of its
// models goes into a fight with its share of the weapons and all the rules.
func TestUnitsOfRealBooks(t *testing.T) { walkUnits(t, realBooks(t)) }

func TestUnitsOfInventedBook(t *testing.T) {
	walkUnits(t, []*catalog.Book{imported(t, inventedBook)})
}

func walkUnits(t *testing.T, books []*catalog.Book) {
	t.Helper()
	units, odd := 0, 0
	for _, book := range books {
		text, err := os.ReadFile(book.File)
		if err != nil {
			t.Fatal(err)
		}
		var root struct{ Units []map[string]any }
		if err := json.Unmarshal(text, &root); err != nil {
			t.Fatal(err)
		}
		for i, o := range root.Units {
			w := walk{size: number(o["size"], 1), old: o["equipment"] != nil, weapons: map[string]int{}, items: map[string]int{}, rules: map[string]int{}}
			w.unit(o)
			units++
			if w.odd {
				odd++
				continue
			}
			l, _ := read(t, fmt.Sprintf("system: %s\nbook: b\nunits: [{id: u, unit: %s}]\n", book.System, book.Units[i].ID))
			army := gf.BuildWithBooks(l, []*catalog.Book{book})
			u := army.Units[0]
			got := walk{weapons: map[string]int{}, items: map[string]int{}}
			for _, x := range u.Weapons {
				got.weapons[profiled(x.Name, x.Range, x.Attacks, x.Rules)] += x.Count
			}
			for _, x := range u.Items {
				for _, r := range x.Rules {
					got.items[x.Name+": "+r.String()] += x.Count
				}
				got.items[x.Name] += x.Count
			}
			got.rules = ratings(u.Rules)
			if diff := cmp.Diff([]map[string]int{w.weapons, w.items, w.rules}, []map[string]int{got.weapons, got.items, got.rules}); diff != "" {
				t.Errorf("%s: %s (-JSON +ours):\n%s", book.File, u.Name, diff)
			}
			share := map[string]int{}
			for name, n := range w.weapons {
				if share[name] = n / w.size; n%w.size != 0 {
					t.Errorf("%s: %s: %d %s are not a share for each of %d", book.File, u.Name, n, name, w.size)
				}
			}
			side := army.Groups[0].Side(army.Game)
			if side.Models() != w.size {
				t.Errorf("%s: %s goes into a fight with %d models", book.File, u.Name, side.Models())
			}
			for _, g := range side.Groups {
				carried := map[string]int{}
				for _, x := range side.Weapons {
					carried[profiled(x.Name, x.Range, x.Attacks, x.Rules)] += x.Count / w.size
				}
				for _, x := range g.Weapons {
					carried[profiled(x.Name, x.Range, x.Attacks, x.Rules)] += x.Count / g.Models
				}
				if diff := cmp.Diff([]map[string]int{share, w.rules}, []map[string]int{carried, ratings(slices.Concat(side.Rules, g.Rules))}); diff != "" {
					t.Errorf("%s: a model of %s (-JSON +ours):\n%s", book.File, u.Name, diff)
				}
			}
		}
	}
	t.Logf("%d units are alike; %d more have slips", units-odd, odd)
}

func profiled(name string, reach, attacks int, uses []rules.Use) string {
	return fmt.Sprintf("%s %d\" A%d %s", name, reach, attacks, strings.Join(rules.UseTexts(uses), ", "))
}

// ratings are rules with the sum of their ratings, 0 for a rule without one.
func ratings(uses []rules.Use) map[string]int {
	all := map[string]int{}
	for _, r := range uses {
		if n, ok := r.RatingNumber(); ok {
			all[r.Name] += n
		} else {
			all[r.String()] = 0
		}
	}
	return all
}

// What choices of every form of section come to in a list, reckoned with pencil and
// paper from our own book's JSON: the price, the weapons, and what of items and rules
// the choices add, or the finding where they may not be.
func TestChoicesOfInventedBook(t *testing.T) {
	book := imported(t, inventedBook)
	const pistol, axe = `Rivet Pistol 12" A1`, `Boarding Axe 0" A2`
	const gun, knife = `5x Rivet Gun 24" A1`, `5x Knife 0" A1`
	const hammer, tongs = `3x Hammer 0" A2 AP(1)`, `6x Tongs 0" A1`
	const drill, lamp = `2x Twin Drill 0" A4 AP(3), Kiln Breaker`, `Lamp Cannon 30" A1 Blast(3)`
	for _, c := range []struct {
		unit, chosen string
		points       int
		weapons      []string
		adds         string // items, rules of all and of some, or codes of findings
	}{
		// One model.
		{"vent-captain", "", 70, []string{pistol, axe}, ""},
		{"vent-captain", "harpoon, tide-fury", 70 + 5 + 15, []string{axe, `Harpoon 24" A1 AP(2), Reef Hunter`}, "Tide Fury"},
		{"vent-captain", "steam-lance, diving-bell", 70 + 10 + 20, []string{axe, `Steam Lance 9" A2 Scald`}, "Diving Bell[Crust(2)], Crust(2)"},
		{"vent-captain", "anchor, bellows, boiling-blood", 70 + 25 + 5 + 10, []string{`Anchor 0" A4 Cinder Edge`}, "Bellows, Boiling Blood"},
		{"vent-captain", "cable-winch, rib-plates, signal-horn", 70 + 5 + 20 + 5, []string{pistol, axe, `Tow Hook 0" A2 AP(1)`}, "Cable Winch[], Rib Plates[Tough(3)], Signal Horn[Fearless], Tough(6), Fearless"},
		{"vent-captain", "tide-fury, ember-sight", 0, nil, "upgrade/limit"},
		{"vent-captain", "harpoon, anchor", 0, nil, "upgrade/unavailable"},
		// Five models.
		{"ember-divers", "{option: two-pistols, count: 4}, long-gun", 110 + 4*5 + 20, []string{knife, `4x Two Pistols 12" A2`, `Long Gun 30" A1 Far Glow, Long Swell`}, ""},
		{"ember-divers", "flare-thrower, long-gun, ice-saw", 110 + 15 + 20 + 5, []string{`3x Rivet Gun 24" A1`, `4x Knife 0" A1`, `Flare Thrower 12" A3 Wet Powder`, `Long Gun 30" A1 Far Glow, Long Swell`, `Ice Saw 0" A3 Shatterglass`}, ""},
		{"ember-divers", "{option: flare-thrower, count: 3}", 0, nil, "upgrade/limit"},
		{"ember-divers", "{option: cutlass, count: 5}", 110 + 5*5, []string{gun, `5x Cutlass 0" A2`}, ""},
		{"ember-divers", "flag, flotsam", 110 + 10 + 5, []string{gun, knife}, "Flag[Deep Calm], Flotsam, 1x Deep Calm"},
		{"ember-divers", "flag, gong", 0, nil, "upgrade/limit"},
		{"ember-divers", "strider, fast", 110 + 5 + 5, []string{gun, knife}, "1x Strider, 1x Fast"},
		{"ember-divers", "{option: charge, count: 5}, stealth", 110 + 5*10 + 20, []string{gun, knife, `5x Charge 6" A1 Deadly(3)`}, "Stealth"},
		{"ember-divers", "stealth, scout", 0, nil, "upgrade/limit"},
		{"ember-divers", "{option: bayonet, count: 5}", 110 + 5*5, []string{gun, knife, `5x Bayonet 0" A1 AP(1)`}, ""},
		{"ember-divers", "{option: two-pistols, count: 5}, bayonet", 0, nil, "upgrade/unavailable"},
		// Three models with an item, a hammer and two tongs each.
		{"kiln-tenders", "", 150, []string{hammer, tongs}, "3x Lead Boots[Crust(3)], Crust(3)"},
		{"kiln-tenders", "great-tongs, pick, {option: hot-coals, count: 3}", 150 + 10 + 15 + 3*5, []string{`4x Tongs 0" A1`, `Great Tongs 0" A3 Spark Chain`, `3x Pick 0" A2 AP(2)`, `3x Hot Coals 6" A1`}, "3x Lead Boots[Crust(3)], Crust(3)"},
		// A model with two of a weapon.
		{"trench-crawler", "crab-claw", 240, []string{`Twin Drill 0" A4 AP(3), Kiln Breaker`, lamp, `Crab Claw 0" A6 AP(1)`}, ""},
		{"trench-crawler", "great-auger", 240 + 15, []string{lamp, `Great Auger 0" A8 AP(4)`}, ""},
		{"trench-crawler", "crab-claw, great-auger", 0, nil, "upgrade/unavailable"},
		{"trench-crawler", "{option: drill-torch, count: 2}, red-lens", 240 + 2*10 + 5, []string{drill, lamp, `2x Drill Torch 6" A2`}, "Red Lens[Ember Sight], Ember Sight"},
		{"trench-crawler", "deck-gun, searchlight, mortar, slow", 240 + 20 + 10 + 35 + 5, []string{drill, lamp, `Deck Gun 18" A3`, `Mortar 24" A1 Blast(3)`}, "Searchlight[Ember Sight], Ember Sight, Slow"},
		{"trench-crawler", "mortar", 0, nil, "upgrade/unavailable"},
		{"trench-crawler", "cable-winch, rib-plates", 240 + 10 + 45, []string{drill, lamp, `Tow Hook 0" A2 AP(1)`}, "Cable Winch[], Rib Plates[Tough(3)], Tough(12)"},
		{"trench-crawler", "signal-horn", 0, nil, "upgrade/unknown"},
	} {
		l, _ := read(t, fmt.Sprintf("system: gf-3\nbook: ember-tide\nforce-org: false\nunits: [{id: u, unit: %s, upgrades: [%s]}]\n", c.unit, c.chosen))
		army := gf.BuildWithBooks(l, []*catalog.Book{book})
		var refused []string
		for _, f := range army.Findings {
			if strings.HasPrefix(f.Code, "upgrade/") {
				refused = append(refused, f.Code)
			}
		}
		if len(refused) > 0 || c.weapons == nil {
			if got := strings.Join(refused, ", "); got != c.adds {
				t.Errorf("%s with %s: %v, should be %q", c.unit, c.chosen, army.Findings, c.adds)
			}
			continue
		}
		u := army.Units[0]
		weapons, adds := carriedGear(u, book.Unit(c.unit))
		slices.Sort(c.weapons)
		if diff := cmp.Diff(c.weapons, weapons); diff != "" || u.Cost != c.points || adds != c.adds {
			t.Errorf("%s with %s: %d points and %q, should be %d and %q; weapons (-by hand +list):\n%s", c.unit, c.chosen, u.Cost, adds, c.points, c.adds, diff)
		}
	}
}

// carriedGear returns a unit's weapons, and in one text its items and what rules it has
// that its entry in the book has not.
func carriedGear(u *gf.Unit, of *catalog.Unit) (weapons []string, adds string) {
	times := func(n int, text string) string {
		if n == 1 {
			return text
		}
		return fmt.Sprintf("%dx %s", n, text)
	}
	for _, w := range u.Weapons {
		weapons = append(weapons, times(w.Count, strings.TrimSpace(profiled(w.Name, w.Range, w.Attacks, w.Rules))))
	}
	slices.Sort(weapons)
	var all []string
	for _, i := range u.Items {
		all = append(all, times(i.Count, fmt.Sprintf("%s%v", i.Name, rules.UseTexts(i.Rules))))
	}
	own := rules.UseTexts(of.Rules)
	for _, r := range rules.UseTexts(u.Rules) {
		if !slices.Contains(own, r) {
			all = append(all, r)
		}
	}
	for _, s := range u.PartialRules {
		all = append(all, fmt.Sprintf("%dx %s", s.Count, strings.Join(rules.UseTexts(s.Rules), ", ")))
	}
	return weapons, strings.Join(all, ", ")
}
