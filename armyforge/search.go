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

// A search finds upgrades that turn a unit into the one that a text describes. It is a best-first
// search over the options whose gear the text names. The result is an exact unit, or the nearest.
type search struct {
	want    *shareUnit
	book    *catalog.Book
	of      *catalog.Unit
	list    *gf.List
	options []useful
	seen    map[string]bool
	open    []*attempt // attempts to extend, the nearest last
	builds  *int       // how many more units may be built
}

// A useful option gives nothing that the text does not name.
type useful struct {
	id string
	// the weapons and items that it gives whose number the text states; nil if other options
	// replace them
	counted []string
}

// helps reports whether the option gives something that the unit has fewer of than the text states,
// or something without a number.
func (o *useful) helps(has, want map[string]int) bool {
	return len(o.counted) == 0 || slices.ContainsFunc(o.counted, func(key string) bool { return has[key] < want[key] })
}

// overshoots reports whether the unit has more of the option's gear than the text states.
func (o *useful) overshoots(has, want map[string]int) bool {
	return slices.ContainsFunc(o.counted, func(key string) bool { return has[key] > want[key] })
}

// Limits of a search, in units built: for one unit of a text, and for all units of a text.
const (
	mostBuilds    = 2500
	mostAllBuilds = 40_000
)

// An attempt holds upgrades of a unit, or of both halves of a pair, and the difference between the
// resulting unit and the text.
type attempt struct {
	of     *catalog.Unit
	halves [][]gf.Choice
	unit   *gf.Unit // both halves together
	gear   int      // weighted number of weapons, rules and items that differ
	points int      // difference in points
	picked int      // number of chosen options, repeated ones included
}

// The weights of differences between the gear of a tried choice of upgrades and that of the imported
// unit.
const (
	weighsModels  = 40
	weighsThing   = 4 // a weapon, a rule, or an upgrade that the text lists
	weighsProfile = 1 // the profile of a weapon, the rating of a rule, or an item that texts leave out
	// The most by which an upgrade may increase the difference, since the next upgrade may replace
	// its gear.
	mostDetour = weighsThing + 2*weighsProfile
)

// compare sorts attempts, the nearest first.
func (a attempt) compare(b attempt) int {
	return cmp.Or(cmp.Compare(a.gear, b.gear), cmp.Compare(a.points, b.points), cmp.Compare(a.picked, b.picked))
}

func (a attempt) isExact() bool { return a.gear == 0 && a.points == 0 }

// nearest finds upgrades of one of several units, alone or as a combined pair. all reports that the
// search was complete.
func (i *listImport) nearest(book *catalog.Book, units []*catalog.Unit, want *shareUnit) (best attempt, all bool) {
	builds := min(mostBuilds, i.buildsLeft)
	i.buildsLeft -= builds
	defer func() { i.buildsLeft += builds }()
	best.gear, all = -1, true
	for _, of := range units {
		for _, count := range []int{2, 1} {
			if count == 2 && (of.Size < 2 || want.size != 2*of.Size) {
				continue
			}
			list, err := bareList(i.file.Library, book, of, count)
			if err != nil {
				continue // a game without such lists
			}
			s := search{want: want, book: book, of: of, list: list, seen: map[string]bool{}, builds: &builds}
			want.countItems(book, of)
			s.options = s.usefulOptions()
			found, whole := s.run(count)
			all = all && whole
			if best.gear < 0 || found.compare(best) < 0 {
				best = found
			}
			if best.isExact() {
				return best, true
			}
		}
	}
	return best, all
}

// bareList returns a list of one unit without upgrades, or of two combined ones.
func bareList(library *catalog.Library, b *catalog.Book, of *catalog.Unit, count int) (*gf.List, error) {
	file := gf.List{
		System: b.System, Book: b.ID,
		Units: []gf.Entry{{ID: "a", Unit: of.ID}, {ID: "b", Unit: of.ID, Combine: "a"}}[:count],
	}
	document, err := schema.Read("list.yaml", schema.Write("list/1", &file, nil), "list/1")
	if err != nil {
		return nil, err
	}
	return gf.ReadList(document, library)
}

// run searches, first without units that have more of something than the text states. all reports
// that the search was complete.
func (s *search) run(halves int) (best attempt, all bool) {
	best, _ = s.build(make([][]gf.Choice, halves))
	start := best
	for _, strict := range []bool{true, false} {
		clear(s.seen)
		s.open, all = []*attempt{&start}, true
		for len(s.open) > 0 && all && !best.isExact() {
			at := s.open[len(s.open)-1]
			s.open = s.open[:len(s.open)-1]
			all = s.extend(at, strict, &best)
		}
	}
	return best, all
}

// extend adds every useful option to an attempt. It reports false if no more units may be built.
func (s *search) extend(at *attempt, strict bool, best *attempt) bool {
	halves, has := len(at.halves), s.want.countsOf(at.unit)
	for i := range s.options {
		option := &s.options[i]
		if !option.helps(has, s.want.has) {
			continue
		}
		for half := range halves + halves/2 { // one, the other, both
			if *s.builds <= 0 {
				return false
			}
			next, ok := s.tryOption(at, option.id, half)
			if !ok || strict && option.overshoots(s.want.countsOf(next.unit), s.want.has) {
				continue
			}
			if next.compare(*best) < 0 {
				if *best = next; best.isExact() {
					return true
				}
			}
			if next.gear <= at.gear+mostDetour {
				place, _ := slices.BinarySearchFunc(s.open, &next, func(a, b *attempt) int { return b.compare(*a) })
				s.open = slices.Insert(s.open, place, &next)
			}
		}
	}
	return true
}

// tryOption adds an option to one half of an attempt, or to both if half is the number of halves.
// ok is false if the unit cannot have it, or the same unit was built before.
func (s *search) tryOption(at *attempt, option string, half int) (next attempt, ok bool) {
	halves := slices.Clone(at.halves)
	keys := make([]string, len(halves))
	for h := range halves {
		if half == h || half == len(halves) {
			halves[h] = choose(slices.Clone(halves[h]), option)
		}
		sorted := slices.Clone(halves[h])
		slices.SortStableFunc(sorted, func(a, b gf.Choice) int { return strings.Compare(a.Option, b.Option) })
		for _, c := range sorted {
			keys[h] += c.Option + strings.Repeat("+", c.Count)
		}
	}
	slices.Sort(keys) // which half is which does not matter
	key := strings.Join(keys, "|")
	if s.seen[key] {
		return next, false
	}
	next, ok = s.build(halves)
	s.seen[key] = ok // in another order the unit may have the same
	return next, ok
}

// build builds a unit. ok is false if it breaks a rule about its upgrades.
func (s *search) build(halves [][]gf.Choice) (a attempt, ok bool) {
	*s.builds--
	l := *s.list
	l.Units = slices.Clone(s.list.Units)
	a = attempt{of: s.of, halves: halves}
	for n, upgrades := range halves {
		l.Units[n].Upgrades = upgrades
		for _, c := range upgrades {
			a.picked += c.Count
		}
	}
	army := gf.BuildWith(&l, []*catalog.Book{s.book})
	a.unit = army.Groups[0].Unit
	a.gear, a.points = s.want.distance(a.unit), abs(army.Points-s.want.cost)
	return a, !slices.ContainsFunc(army.Findings, func(f finding.Finding) bool {
		return strings.HasPrefix(f.Code, "upgrade/") || f.Code == "combine/upgrades"
	})
}

// choose adds an option to those chosen.
func choose(choices []gf.Choice, option string) []gf.Choice {
	if at := slices.IndexFunc(choices, func(c gf.Choice) bool { return c.Option == option }); at >= 0 && at == len(choices)-1 {
		choices[at].Count++
		return choices
	}
	return append(choices, gf.Choice{Option: option, Count: 1})
}

// usefulOptions returns the options that give only things that the text names, and those whose gear
// another useful option replaces.
func (s *search) usefulOptions() (options []useful) {
	var all []catalog.Choice
	for _, section := range s.book.Sections(s.of) {
		for n := range section.Options {
			all = append(all, catalog.Choice{Section: section, Option: &section.Options[n]})
		}
	}
	replaced := map[string]bool{}
	isNamed := make([]bool, len(all))
	for again := true; again; {
		again = false
		for n, c := range all {
			if isNamed[n] || !s.want.names(c.Option, replaced) {
				continue
			}
			isNamed[n], again = true, true
			if c.Section.Kind == catalog.Replace {
				for _, t := range c.Section.Targets {
					replaced[catalog.MatchKey(t.Name)] = true
				}
			}
		}
	}
	for n, c := range all {
		if !isNamed[n] {
			continue
		}
		o, isReplaced := useful{id: c.Option.ID}, false
		for _, w := range c.Option.Weapons {
			for _, mode := range append(w.Modes(), w) {
				if key := s.want.key(mode.Name); s.want.has[key] > 0 {
					o.counted = append(o.counted, key)
				}
			}
			if replaced[s.want.key(w.Name)] {
				isReplaced = true
			}
		}
		for _, item := range c.Option.Items {
			if key := s.want.itemKey(item.Name); s.want.has[key] > 0 {
				o.counted = append(o.counted, key)
			}
		}
		if isReplaced || len(c.Option.Rules) > 0 {
			o.counted = nil
		}
		options = append(options, o)
	}
	return options
}

// names reports whether the text names everything that an option gives, ignoring what other options
// replace.
func (want *shareUnit) names(o *catalog.Option, replaced map[string]bool) bool {
	if want.upgrades != nil {
		return want.upgrades[upgradeKey(o)] > 0
	}
	named := func(name string) bool { key := catalog.MatchKey(name); return want.words[key] || replaced[key] }
	lacksRule := func(r rules.Use) bool { return !named(r.Name) }
	lacksWeapon := func(w catalog.Weapon) bool {
		return !named(w.Name) && slices.ContainsFunc(w.Modes(), func(m catalog.Weapon) bool { return !named(m.Name) })
	}
	return !slices.ContainsFunc(o.Weapons, lacksWeapon) && !slices.ContainsFunc(o.Rules, lacksRule) &&
		!slices.ContainsFunc(o.Items, func(i catalog.Item) bool {
			return !named(i.Name) && (len(i.Rules)+len(i.Weapons) == 0 || slices.ContainsFunc(i.Rules, lacksRule) || slices.ContainsFunc(i.Weapons, lacksWeapon))
		})
}

// upgradeKey returns the name of an option in our sheets' lists of upgrades, normalised for
// comparisons.
func upgradeKey(o *catalog.Option) string {
	return catalog.MatchKey(strings.ReplaceAll(o.Name, ", ", " & "))
}

// distance returns the weighted difference between a unit and the text in weapons, rules and items.
func (want *shareUnit) distance(u *gf.Unit) (distance int) {
	forms := map[string]int{}
	for i := range u.Weapons {
		w := &u.Weapons[i]
		forms[want.weaponForm(want.weaponKey(w), w.Range, w.Attacks, rules.Strings(w.Rules))] += w.Count
	}
	distance += weighsThing*difference(want.countsOf(u), want.has) + weighsProfile*difference(forms, want.forms)
	if u.Models != want.size {
		distance += weighsModels
	}
	if want.upgrades != nil {
		chosen := map[string]int{}
		for _, c := range u.Chosen {
			chosen[upgradeKey(c.Option)] += c.Count
		}
		distance += weighsThing * difference(chosen, want.upgrades)
	}
	if want.upgrades == nil && len(want.other) > 0 {
		distance += want.rulesDistance(u)
	}
	return distance
}

// rulesDistance returns the weighted difference between a unit and the text in rules and items.
func (want *shareUnit) rulesDistance(u *gf.Unit) (off int) {
	ratings, wholes := map[string][]string{}, map[string]bool{} // of the rules of each name
	add := func(uses []rules.Use) {
		for _, r := range uses {
			key := want.key(r.Name)
			ratings[key] = append(ratings[key], strings.TrimPrefix(r.Rating, "+"))
			wholes[want.key(r.String())] = true
		}
	}
	add(u.Rules)
	models := map[string]int{} // with a rule that not all have
	for _, some := range u.Some {
		add(some.Rules)
		for _, r := range some.Rules {
			if (r.Rating == "" || want.models[want.key(r.Name)] > 0) && !slices.Contains(u.Rules, r) {
				models[want.key(r.Name)] += some.Count
			}
		}
	}
	for name, n := range models {
		off += weighsProfile * abs(n-max(1, want.models[name]))
	}
	for name := range ratings {
		if !want.words[name] {
			off += weighsThing
		}
	}
	for _, item := range u.Items {
		name := want.key(item.Name)
		if !want.words[name] {
			off += weighsProfile
		}
		add(item.Rules)
		ratings[name] = append(ratings[name], "")
		wholes[name] = true
	}
	for _, said := range want.said {
		has, ok := ratings[said.name]
		switch {
		case wholes[said.whole]:
		case !ok:
			off += weighsThing
		case !said.isItem && !slices.Contains(has, said.rating):
			off += weighsProfile
		}
	}
	return off
}

// countsOf returns the number of each of a unit's weapons, and of the items whose number the text
// states.
func (want *shareUnit) countsOf(u *gf.Unit) map[string]int {
	counts := map[string]int{}
	for i := range u.Weapons {
		counts[want.weaponKey(&u.Weapons[i])] += u.Weapons[i].Count
	}
	for _, item := range u.Items {
		if key := want.itemKey(item.Name); want.has[key] > 0 {
			counts[key] += item.Count
		}
	}
	return counts
}

// countItems records the items whose number the text states, except numbers of models with a rule.
func (want *shareUnit) countItems(book *catalog.Book, of *catalog.Unit) {
	items := slices.Clone(of.Items)
	for _, section := range book.Sections(of) {
		for n := range section.Options {
			items = append(items, section.Options[n].Items...)
		}
	}
	for _, text := range want.counted {
		p := parseProfile(text)
		delete(want.has, want.itemKey(p.name))
		if slices.ContainsFunc(items, func(i catalog.Item) bool { return want.key(i.Name) == want.key(p.name) }) {
			want.has[want.itemKey(p.name)] = p.count
		}
	}
}

// itemKey returns the name of an item, normalised so that it differs from weapons' names.
func (want *shareUnit) itemKey(name string) string { return want.key(name) + " (item)" }

// weaponKey returns the normalised name of a weapon. If the weapon has several profiles and the
// text does not name this one, it is the name of the whole weapon.
func (want *shareUnit) weaponKey(w *gf.Weapon) string {
	if key := want.key(w.Name); w.OneOf == "" || want.has[key] > 0 {
		return key
	}
	return want.key(w.OneOf)
}

// difference returns by how much two counts of the same things differ.
func difference(a, b map[string]int) (n int) {
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

// weaponForm returns a weapon's normalised name with its profile.
func (u *shareUnit) weaponForm(name string, reach, attacks int, uses []string) string {
	keys := convert.All(uses, u.key)
	slices.Sort(keys)
	return name + "/" + strconv.Itoa(reach) + "/" + strconv.Itoa(attacks) + "/" + strings.Join(keys, "/")
}

func abs(n int) int { return max(n, -n) }
