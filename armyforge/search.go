package armyforge

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"muster/builder/finding"
	"muster/builder/gf"
	"muster/catalog"
	"muster/convert"
	"muster/rules"
	"muster/schema"
)

// An upgradeSearch finds upgrades that turn a unit of a book into the unit that a text describes.
// It is a best-first search over the options whose gear the text names. The result is an equal unit
// or, if there is none, the nearest.
type upgradeSearch struct {
	statedUnit     *sharedUnit
	book           *catalog.Book
	bookUnit       *catalog.Unit
	list           *gf.List
	options        []usefulOption
	seenUnits      map[string]bool
	openAttempts   []*attempt // attempts that the search may still extend, the nearest last
	unitBuildsLeft *int       // how many more units the search may build
}

// A usefulOption is an option that gives only things that the text names.
type usefulOption struct {
	id string
	// the weapons and items that it gives and whose number the text states; nil if other options
	// replace them
	countedGear []string
}

// addsMissing reports whether the option gives something that the unit has fewer of than the text
// states, or something without a number.
func (o *usefulOption) addsMissing(has, want map[string]int) bool {
	return len(o.countedGear) == 0 || slices.ContainsFunc(o.countedGear, func(key string) bool { return has[key] < want[key] })
}

// overshoots reports whether the unit already has more of the option's gear than the text states.
func (o *usefulOption) overshoots(has, want map[string]int) bool {
	return slices.ContainsFunc(o.countedGear, func(key string) bool { return has[key] > want[key] })
}

// The highest numbers of units that the search may build, for one unit of a text and for a whole
// text.
const (
	maxBuildsPerUnit = 2500
	maxBuildsPerList = 40_000
)

// An attempt holds upgrades of a unit, or of both halves of a pair, and the difference between the
// resulting unit and the text.
type attempt struct {
	bookUnit          *catalog.Unit
	halfChoices       [][]gf.Choice
	unit              *gf.Unit // the resulting unit, with both halves of a pair
	gearDifference    int      // weighted number of weapons, rules and items that differ
	pointsDifference  int      // difference in points
	pickedOptionCount int      // number of chosen options, repeated ones included
}

// Weights of the differences between a tried unit and the unit of the text: for its number of
// models, for its gear, and for profiles.
const (
	modelsWeight = 40
	gearWeight   = 4 // weight of a weapon, a rule, or an upgrade that the text lists
	// weight of the profile of a weapon, the rating of a rule, or an item that texts leave out
	profileWeight = 1
	// maxDifferenceIncrease is the most by which an upgrade may increase the difference, since the
	// next upgrade may replace its gear.
	maxDifferenceIncrease = gearWeight + 2*profileWeight
)

// compare orders attempts: the attempt that is nearer to the text comes first.
func (a attempt) compare(b attempt) int {
	return cmp.Or(cmp.Compare(a.gearDifference, b.gearDifference), cmp.Compare(a.pointsDifference, b.pointsDifference), cmp.Compare(a.pickedOptionCount, b.pickedOptionCount))
}

func (a attempt) isExact() bool { return a.gearDifference == 0 && a.pointsDifference == 0 }

// nearestAttempt finds the upgrades that turn one of several units, alone or as a combined pair,
// into the nearest to the wanted one. all reports whether the search was complete.
func (i *listImport) nearestAttempt(book *catalog.Book, units []*catalog.Unit, want *sharedUnit) (best attempt, all bool) {
	builds := min(maxBuildsPerUnit, i.unitBuildsLeft)
	i.unitBuildsLeft -= builds
	defer func() { i.unitBuildsLeft += builds }()
	best.gearDifference, all = -1, true
	for _, of := range units {
		for _, count := range []int{2, 1} {
			if count == 2 && (of.Size < 2 || want.size != 2*of.Size) {
				continue
			}
			list, err := singleUnitList(i.file.Library, book, of, count)
			if err != nil {
				continue // a game without such lists
			}
			s := upgradeSearch{
				statedUnit: want, book: book, bookUnit: of, list: list, seenUnits: map[string]bool{},
				unitBuildsLeft: &builds,
			}
			want.countStatedItems(book, of)
			s.options = s.usefulOptions()
			found, whole := s.run(count)
			all = all && whole
			if best.gearDifference < 0 || found.compare(best) < 0 {
				best = found
			}
			if best.isExact() {
				return best, true
			}
		}
	}
	return best, all
}

// singleUnitList returns a list of one unit without upgrades or, for count 2, of two combined ones.
func singleUnitList(library *catalog.Library, b *catalog.Book, of *catalog.Unit, count int) (*gf.List, error) {
	file := gf.List{
		System: b.System, Book: b.ID,
		Units: []gf.Entry{{ID: "a", BookUnitID: of.ID}, {ID: "b", BookUnitID: of.ID, CombineWith: "a"}}[:count],
	}
	document, err := schema.Read("list.yaml", schema.Write("list/1", &file, nil), "list/1")
	if err != nil {
		return nil, err
	}
	return gf.ReadList(document, library)
}

// run searches for the best attempt, first without units that have more of something than the text
// states. halves is 2 for a combined pair, else 1. all reports whether the search was complete.
func (s *upgradeSearch) run(halves int) (best attempt, all bool) {
	best, _ = s.buildAttempt(make([][]gf.Choice, halves))
	start := best
	for _, strict := range []bool{true, false} {
		clear(s.seenUnits)
		s.openAttempts, all = []*attempt{&start}, true
		for len(s.openAttempts) > 0 && all && !best.isExact() {
			at := s.openAttempts[len(s.openAttempts)-1]
			s.openAttempts = s.openAttempts[:len(s.openAttempts)-1]
			all = s.addUsefulOptions(at, strict, &best)
		}
	}
	return best, all
}

// addUsefulOptions adds every useful option to an attempt. It reports false if no more units may be
// built.
func (s *upgradeSearch) addUsefulOptions(at *attempt, strict bool, best *attempt) bool {
	halves, has := len(at.halfChoices), s.statedUnit.gearCountsOf(at.unit)
	for i := range s.options {
		option := &s.options[i]
		if !option.addsMissing(has, s.statedUnit.gearCounts) {
			continue
		}
		for half := range halves + halves/2 { // one, the other, both
			if *s.unitBuildsLeft <= 0 {
				return false
			}
			next, ok := s.tryOption(at, option.id, half)
			if !ok || strict && option.overshoots(s.statedUnit.gearCountsOf(next.unit), s.statedUnit.gearCounts) {
				continue
			}
			if next.compare(*best) < 0 {
				if *best = next; best.isExact() {
					return true
				}
			}
			if next.gearDifference <= at.gearDifference+maxDifferenceIncrease {
				place, _ := slices.BinarySearchFunc(s.openAttempts, &next, func(a, b *attempt) int { return b.compare(*a) })
				s.openAttempts = slices.Insert(s.openAttempts, place, &next)
			}
		}
	}
	return true
}

// tryOption adds an option to one half of an attempt, or to both if half is the number of halves.
// ok is false if the unit cannot have it, or if an equal unit was built before.
func (s *upgradeSearch) tryOption(at *attempt, option string, half int) (next attempt, ok bool) {
	halves := slices.Clone(at.halfChoices)
	keys := make([]string, len(halves))
	for h := range halves {
		if half == h || half == len(halves) {
			halves[h] = addChoice(slices.Clone(halves[h]), option)
		}
		sorted := slices.Clone(halves[h])
		slices.SortStableFunc(sorted, func(a, b gf.Choice) int { return strings.Compare(a.Option, b.Option) })
		for _, c := range sorted {
			keys[h] += c.Option + strings.Repeat("+", c.Count)
		}
	}
	slices.Sort(keys) // which half is which does not matter
	key := strings.Join(keys, "|")
	if s.seenUnits[key] {
		return next, false
	}
	next, ok = s.buildAttempt(halves)
	s.seenUnits[key] = ok // in another order the unit may have the same
	return next, ok
}

// buildAttempt builds the unit with the given choices of each half. ok is false if it breaks a rule
// about its upgrades.
func (s *upgradeSearch) buildAttempt(halves [][]gf.Choice) (a attempt, ok bool) {
	*s.unitBuildsLeft--
	l := *s.list
	l.Units = slices.Clone(s.list.Units)
	a = attempt{bookUnit: s.bookUnit, halfChoices: halves}
	for n, upgrades := range halves {
		l.Units[n].Upgrades = upgrades
		for _, c := range upgrades {
			a.pickedOptionCount += c.Count
		}
	}
	army := gf.BuildWithBooks(&l, []*catalog.Book{s.book})
	a.unit = army.Groups[0].Unit
	a.gearDifference, a.pointsDifference = s.statedUnit.distanceTo(a.unit), abs(army.Points-s.statedUnit.cost)
	return a, !slices.ContainsFunc(army.Findings, func(f finding.Finding) bool {
		return strings.HasPrefix(f.Code, "upgrade/") || f.Code == "combine/upgrades"
	})
}

func addChoice(choices []gf.Choice, option string) []gf.Choice {
	if at := slices.IndexFunc(choices, func(c gf.Choice) bool { return c.Option == option }); at >= 0 &&
		at == len(choices)-1 {
		choices[at].Count++
		return choices
	}
	return append(choices, gf.Choice{Option: option, Count: 1})
}

// usefulOptions returns the options that give only things that the text names, and the options with
// gear that another useful option replaces.
func (s *upgradeSearch) usefulOptions() (options []usefulOption) {
	all := s.book.UnitChoices(s.bookUnit)
	replaced := map[string]bool{}
	isNamed := make([]bool, len(all))
	for again := true; again; {
		again = false
		for n, c := range all {
			if isNamed[n] || !s.statedUnit.namesAllGear(c.Option, replaced) {
				continue
			}
			isNamed[n], again = true, true
			if c.Section.Kind == catalog.Replace {
				for _, t := range c.Section.TargetGear {
					replaced[catalog.MatchKey(t.Name)] = true
				}
			}
		}
	}
	for n, c := range all {
		if !isNamed[n] {
			continue
		}
		o, isReplaced := usefulOption{id: c.Option.ID}, false
		for _, w := range c.Option.Weapons {
			for _, mode := range append(w.AttackModes(), w) {
				if key := s.statedUnit.matchKey(mode.Name); s.statedUnit.gearCounts[key] > 0 {
					o.countedGear = append(o.countedGear, key)
				}
			}
			if replaced[s.statedUnit.matchKey(w.Name)] {
				isReplaced = true
			}
		}
		for _, item := range c.Option.Items {
			if key := s.statedUnit.itemKey(item.Name); s.statedUnit.gearCounts[key] > 0 {
				o.countedGear = append(o.countedGear, key)
			}
		}
		if isReplaced || len(c.Option.Rules) > 0 {
			o.countedGear = nil
		}
		options = append(options, o)
	}
	return options
}

// namesAllGear reports whether the text names everything that an option gives, ignoring what other
// options replace.
func (want *sharedUnit) namesAllGear(o *catalog.Option, replaced map[string]bool) bool {
	if want.upgradeCounts != nil {
		return want.upgradeCounts[upgradeKey(o)] > 0
	}
	named := func(name string) bool {
		key := catalog.MatchKey(name)
		return want.mentionedNames[key] || replaced[key]
	}
	lacksRule := func(r rules.Use) bool { return !named(r.Name) }
	lacksWeapon := func(w catalog.Weapon) bool {
		return !named(w.Name) && slices.ContainsFunc(w.AttackModes(), func(m catalog.Weapon) bool { return !named(m.Name) })
	}
	return !slices.ContainsFunc(o.Weapons, lacksWeapon) && !slices.ContainsFunc(o.Rules, lacksRule) &&
		!slices.ContainsFunc(o.Items, func(i catalog.Item) bool {
			return !named(i.Name) && (len(i.Rules)+len(i.Weapons) == 0 || slices.ContainsFunc(i.Rules, lacksRule) || slices.ContainsFunc(i.Weapons, lacksWeapon))
		})
}

// upgradeKey returns the name of an option as muster's sheets list upgrades, normalised for
// comparisons.
func upgradeKey(o *catalog.Option) string {
	return catalog.MatchKey(strings.ReplaceAll(o.Name, ", ", " & "))
}

// distanceTo returns the weighted difference between a unit and the text in weapons, rules and
// items.
func (want *sharedUnit) distanceTo(u *gf.Unit) (distance int) {
	forms := map[string]int{}
	for i := range u.Weapons {
		w := &u.Weapons[i]
		forms[want.weaponProfileKey(want.weaponKey(w), w.Range, w.Attacks, rules.UseTexts(w.Rules))] += w.Count
	}
	distance += gearWeight*countDifference(want.gearCountsOf(u), want.gearCounts) +
		profileWeight*countDifference(forms, want.profileCounts)
	if u.Models != want.size {
		distance += modelsWeight
	}
	if want.upgradeCounts != nil {
		chosen := map[string]int{}
		for _, c := range u.ChosenOptions {
			chosen[upgradeKey(c.Option)] += c.Count
		}
		distance += gearWeight * countDifference(chosen, want.upgradeCounts)
	}
	if want.upgradeCounts == nil && len(want.rulesAndItems) > 0 {
		distance += want.rulesDistance(u)
	}
	return distance
}

// rulesDistance returns the weighted difference between a unit and the text in rules and items.
func (want *sharedUnit) rulesDistance(u *gf.Unit) (off int) {
	ratings, wholes := map[string][]string{}, map[string]bool{} // of the rules of each name
	add := func(uses []rules.Use) {
		for _, r := range uses {
			key := want.matchKey(r.Name)
			ratings[key] = append(ratings[key], strings.TrimPrefix(r.Rating, "+"))
			wholes[want.matchKey(r.String())] = true
		}
	}
	add(u.Rules)
	models := map[string]int{} // with a rule that not all have
	for _, some := range u.PartialRules {
		add(some.Rules)
		for _, r := range some.Rules {
			if (r.Rating == "" || want.modelCountByRule[want.matchKey(r.Name)] > 0) && !slices.Contains(u.Rules, r) {
				models[want.matchKey(r.Name)] += some.Count
			}
		}
	}
	for name, n := range models {
		off += profileWeight * abs(n-max(1, want.modelCountByRule[name]))
	}
	for name := range ratings {
		if !want.mentionedNames[name] {
			off += gearWeight
		}
	}
	for _, item := range u.Items {
		name := want.matchKey(item.Name)
		if !want.mentionedNames[name] {
			off += profileWeight
		}
		add(item.Rules)
		ratings[name] = append(ratings[name], "")
		wholes[name] = true
	}
	for _, said := range want.statedRules {
		has, ok := ratings[said.name]
		switch {
		case wholes[said.fullText]:
		case !ok:
			off += gearWeight
		case !said.isItem && !slices.Contains(has, said.rating):
			off += profileWeight
		}
	}
	return off
}

// gearCountsOf returns the number of each weapon of a unit, and of each item for which the text
// states a number.
func (want *sharedUnit) gearCountsOf(u *gf.Unit) map[string]int {
	counts := map[string]int{}
	for i := range u.Weapons {
		counts[want.weaponKey(&u.Weapons[i])] += u.Weapons[i].Count
	}
	for _, item := range u.Items {
		if key := want.itemKey(item.Name); want.gearCounts[key] > 0 {
			counts[key] += item.Count
		}
	}
	return counts
}

// countStatedItems records the number of each item for which the text states one. A number of
// models with a rule is not recorded.
func (want *sharedUnit) countStatedItems(book *catalog.Book, of *catalog.Unit) {
	items := slices.Clone(of.Items)
	for _, c := range book.UnitChoices(of) {
		items = append(items, c.Option.Items...)
	}
	for _, text := range want.countedRulesAndItems {
		p := parseProfile(text)
		delete(want.gearCounts, want.itemKey(p.name))
		if slices.ContainsFunc(items, func(i catalog.Item) bool { return want.matchKey(i.Name) == want.matchKey(p.name) }) {
			want.gearCounts[want.itemKey(p.name)] = p.count
		}
	}
}

// itemKey returns the name of an item, normalised, and different from the key of a weapon with that
// name.
func (want *sharedUnit) itemKey(name string) string { return want.matchKey(name) + " (item)" }

// weaponKey returns the normalised name of a weapon; for a profile of a weapon with several, if the
// text does not name the profile, the name of the whole weapon.
func (want *sharedUnit) weaponKey(w *gf.Weapon) string {
	if key := want.matchKey(w.Name); w.ProfileOf == "" || want.gearCounts[key] > 0 {
		return key
	}
	return want.matchKey(w.ProfileOf)
}

func countDifference(a, b map[string]int) (n int) {
	for key, count := range a {
		n += abs(count - b[key])
	}
	for key, count := range b {
		if _, both := a[key]; !both {
			n += count
		}
	}
	return n
}

// weaponProfileKey returns a key for a weapon's name and profile, normalised for comparisons.
func (u *sharedUnit) weaponProfileKey(name string, reach, attacks int, uses []string) string {
	keys := convert.All(uses, u.matchKey)
	slices.Sort(keys)
	return name + "/" + strconv.Itoa(reach) + "/" + strconv.Itoa(attacks) + "/" + strings.Join(keys, "/")
}

func abs(n int) int { return max(n, -n) }
