package fill_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"muster/builder"
	"muster/builder/fill"
	"muster/builder/gf"
)

var seeds = flag.Int("seeds", 20, "varied armies of each book")

func TestVariedArmies(t *testing.T) { varied(t, someOf(own)) }

func TestVariedArmiesOfRealBooks(t *testing.T) { varied(t, withChoice(t)) }

// varied checks that armies of many seeds are legal, cost about the points, are all different,
// and have every unit of the books.
func varied(t *testing.T, shelves []shelf) {
	t.Helper()
	armies, low, twice, leaderless := 0, 0, 0, 0
	for _, s := range shelves {
		list, library := s.list(t, 2000, "")
		army := list.GameList().(*gf.Army)
		seen, before := map[string]bool{}, map[string]uint64{}
		for seed := range uint64(*seeds) {
			answers, err := fill.Fill(t.Context(), list, fill.Question{Objective: fill.VariedArmy, Seed: seed + 1})
			if err != nil {
				t.Fatal(err)
			}
			if len(answers.Answers) != 1 {
				t.Fatalf("%s, seed %d: %d armies: %s", s.name, seed+1, len(answers.Answers), answers.UnspentReason)
			}
			a := &answers.Answers[0]
			legal(t, fmt.Sprint(s.name, ", seed ", seed+1), list, library, answers)
			var units []string // and what each costs: these differ, not only upgrades and links
			for _, add := range a.AddedUnits {
				units = append(units, fmt.Sprint(add.Unit, " ", add.Points, add.CombineTarget != nil))
			}
			slices.Sort(units)
			text := strings.Join(units, ", ")
			if first, known := before[text]; known {
				t.Errorf("%s: seed %d makes the army of seed %d: %s", s.name, seed+1, first, text)
			}
			before[text] = seed + 1
			count, heroes := map[string]int{}, 0
			for _, add := range a.AddedUnits {
				seen[add.Unit] = true
				count[add.Unit]++
				if army.NewUnit(army.Books[0], army.Books[0].Unit(add.Unit)).IsHero {
					heroes++
				}
			}
			if armies++; a.Points < 1900 {
				low++
			}
			if slices.Max(slices.Collect(maps.Values(count))) > 1 {
				twice++
			}
			if heroes == 0 {
				leaderless++
			}
		}
		for _, id := range army.Books[0].UnitIDs() {
			u := army.Books[0].Unit(id)
			if slots := army.Slots(); !seen[id] && u.Cost.Points > 0 && (slots == nil || u.Cost.Points <= slots.MaxUnitCost) {
				t.Errorf("%s: no army of %d has %s (%d points)", s.name, *seeds, id, u.Cost.Points)
			}
		}
	}
	t.Logf("%d armies of %d books: %d under 1900 of 2000 points, %d with a unit twice, %d without a hero", armies, len(shelves), low, twice, leaderless)
	if 20*low > armies {
		t.Errorf("%d of %d armies leave more than 100 points", low, armies)
	}
}

// Two armies out of one collection use no miniature and no option twice, and cost the same within
// 50 points.
func TestTwoArmiesOfACollection(t *testing.T) { two(t, someOf(own)) }

func TestTwoArmiesOfACollectionOfRealBooks(t *testing.T) { two(t, withChoice(t)) }

func two(t *testing.T, shelves []shelf) {
	t.Helper()
	pairs, apart := 0, 0
	for _, s := range shelves {
		list, library := s.list(t, 1000, "")
		c := s.collection(t, list, library)
		for seed := range uint64(max(2, *seeds/10)) {
			name := fmt.Sprint(s.name, ", seed ", seed+1)
			answers, err := fill.TwoArmies(t.Context(), list, fill.Question{Objective: fill.VariedArmy, Seed: seed + 1, Collection: c})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if len(answers.Answers) != 2 {
				t.Fatalf("%s: %d armies", name, len(answers.Answers))
			}
			used := map[string]int{}
			for _, a := range answers.Answers {
				legal(t, name, list, library, &fill.Answers{Answers: []fill.Answer{a}})
				for _, add := range a.AddedUnits {
					used[add.Unit]++
					for _, up := range add.Upgrades {
						used[add.Unit+"/"+up.Option] += up.Count
					}
				}
			}
			for what, n := range used {
				most, limited := c.OptionCounts[what]
				if !strings.Contains(what, "/") {
					most, limited = c.UnitCounts[what], true
				}
				if limited && n > most {
					t.Errorf("%s: %d of %d %s are used", name, n, most, what)
				}
			}
			one, other := answers.Answers[0].Points, answers.Answers[1].Points
			if pairs++; max(one-other, other-one) > 50 {
				apart++
				t.Logf("%s: %d and %d points", name, one, other)
			}
		}
		if _, err := fill.TwoArmies(t.Context(), list, fill.Question{Objective: fill.VariedArmy}); err == nil {
			t.Errorf("%s: two armies without a collection are no error", s.name)
		}
	}
	t.Logf("%d pairs, %d of them more than 50 points apart", pairs, apart)
	if 10*apart > pairs {
		t.Errorf("%d of %d pairs are more than 50 points apart", apart, pairs)
	}
}

// In a small book different seeds make different armies as long as there are others; if there are no
// more, the answers say so.
func TestSeedsOfASmallBook(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes 800 armies")
	}
	const units, points, dearest, least, tried = 5, 1000, 350, 980, 400
	for _, prices := range []int{3, 8} {
		text := "muster: book/1\nid: few\nsystem: gf-3\nname: Few\nunits:\n"
		armies := []int{0} // points of each way to take the units before
		for i := range units {
			cost := 170 + 35*i
			text += fmt.Sprintf("  - {id: u-%d, name: U%d, size: 1, quality: 4, defense: 4, cost: %d, upgrades: [arms], weapons: [{name: Gun, range: 24, attacks: 1}]}\n", i, i, cost)
			for _, before := range armies {
				for n := range prices + 1 {
					if cost+5*n <= dearest {
						armies = append(armies, before+cost+5*n)
					}
				}
			}
		}
		armies = slices.DeleteFunc(armies, func(sum int) bool { return sum < least || sum > points })
		text += "upgrades:\n  - id: arms\n    name: Arms\n    sections:\n      - label: Upgrade with one\n        kind: upgrade\n        affects: 1\n        select: 1\n        options:\n"
		for i := range prices {
			text += fmt.Sprintf("          - {id: o-%d, name: O%d, cost: %d, weapons: [{name: Gun, range: 24, attacks: %d}]}\n", i, i, 5*(i+1), i+2)
		}
		s := shelf{"few", "few.yaml", "gf-3", map[string]string{"few.yaml": text}}
		list, library := s.list(t, points, "")
		seeds := map[string]uint64{}
		for seed := range uint64(tried) {
			answers, err := fill.Fill(t.Context(), list, fill.Question{Objective: fill.VariedArmy, Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(answers.Answers[0].AddedUnits)
			if err != nil {
				t.Fatal(err)
			}
			before, again := seeds[string(text)]
			if !again {
				legal(t, fmt.Sprint("seed ", seed), list, library, answers)
			} else if seed-before != uint64(len(armies)) {
				t.Errorf("of %d armies seed %d makes that of seed %d", len(armies), seed, before)
			}
			seeds[string(text)] = seed
			if says := strings.Contains(answers.UnspentReason, fmt.Sprintf("only %d armies", len(armies))); says != (len(armies) < tried) {
				t.Errorf("seed %d of %d armies says: %s", seed, len(armies), answers.UnspentReason)
			}
		}
		t.Logf("%d seeds make %d of %d armies", tried, len(seeds), len(armies))
	}
}

// A list's own units stay, and the armies added to them are still legal.
func TestVariedArmyKeepsUnits(t *testing.T) {
	list, library, ids := own[0].store(t, setting{points: 1500, kept: 3})
	for seed := range uint64(10) {
		answers, err := fill.Fill(t.Context(), list, fill.Question{Objective: fill.VariedArmy, Seed: seed, KeepUnits: ids[:1]})
		if err != nil {
			t.Fatal(err)
		}
		legal(t, fmt.Sprint("seed ", seed), list, library, answers)
		edits, _ := answers.Answers[0].Edits(list)
		session := builder.NewSession(list, library)
		if _, err := session.Do(edits...); err != nil {
			t.Fatal(err)
		}
		for _, id := range ids {
			if !slices.Contains(builder.UnitIDs(session.Now().Document()), id) {
				t.Errorf("seed %d: %s is gone", seed, id)
			}
		}
	}
}
