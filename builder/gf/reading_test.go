package gf_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"muster/catalog"
	"muster/rules"
)

// A reading is a unit as the rules notes and the rules of upgrades make it,
// worked out model by model and without the builder: what each model carries,
// what may still be chosen, and what it all costs. It was written from the
// rules alone; TestRandomLists holds the builder against it.
type reading struct {
	book   *catalog.Book
	of     *catalog.Unit
	id     string
	models []*figure
	cost   int

	given     int // choices so far
	bySection map[*catalog.Section]int
	byOption  map[*catalog.Option]int
	wholes    []string // options that change all models, as often as chosen
	twice     bool     // a model had two turns where each has one, as nobody else was left
	fault     string   // the code of the first choice that may not be
}

// A figure is one model.
type figure struct {
	of     *reading
	pieces []*piece
	used   map[*catalog.Section]bool // sections in which this model has had its turn
	taken  int                       // options that touched it alone
}

// A piece is a weapon, an item or a rule that a model has.
type piece struct {
	name   string
	weapon *catalog.Weapon
	item   *catalog.Item
	use    *rules.Use
	within *piece // the item that a weapon or rule is part of
	from   string // the equipment that gives a rule
	whole  bool   // from what changes the unit as a whole
	bound  bool   // carries an attachment, or was upgraded by name
	turns  map[*catalog.Section]bool
	since  int // how many choices the unit had made when it got the weapon
}

func (p *piece) kind() string {
	if p.weapon == nil {
		return p.name
	}
	return profileText("", p.name, p.weapon.Range, p.weapon.Attacks, p.weapon.Rules)
}

func newReading(id string, b *catalog.Book, u *catalog.Unit) *reading {
	r := &reading{
		book: b, of: u, id: id, cost: u.Cost.Points,
		bySection: map[*catalog.Section]int{}, byOption: map[*catalog.Option]int{},
	}
	for range u.Size {
		r.models = append(r.models, &figure{of: r, used: map[*catalog.Section]bool{}})
	}
	for _, use := range u.Rules {
		for _, m := range r.models {
			m.pieces = append(m.pieces, &piece{name: use.String(), use: &use, whole: true})
		}
	}
	for i := range u.Weapons {
		for k := range u.Weapons[i].Count {
			r.dealt(k, u.Weapons[i].Count).addWeapon(&u.Weapons[i], nil, true)
		}
	}
	for i := range u.Items {
		for k := range u.Items[i].Count {
			r.dealt(k, u.Items[i].Count).addItem(&u.Items[i], true)
		}
	}
	return r
}

// dealt returns the model that has the k-th of n things that the unit has:
// each has its share, and what is left over is on the last models.
func (r *reading) dealt(k, n int) *figure {
	size := len(r.models)
	if even := n / size * size; k >= even {
		return r.models[size-(n-k)]
	}
	return r.models[k%size]
}

func (m *figure) addWeapon(w *catalog.Weapon, within *piece, whole bool) {
	m.pieces = append(m.pieces, &piece{name: w.Name, weapon: w, within: within, whole: whole, since: m.of.given})
}

func (m *figure) addItem(i *catalog.Item, whole bool) {
	it := &piece{name: i.Name, item: i, whole: whole}
	m.pieces = append(m.pieces, it)
	for _, use := range i.Rules {
		m.pieces = append(m.pieces, &piece{name: use.String(), use: &use, within: it, from: i.Name, whole: whole})
	}
	for k := range i.Weapons {
		for range i.Weapons[k].Count {
			m.addWeapon(&i.Weapons[k], it, whole)
		}
	}
}

func (m *figure) give(o *catalog.Option, whole bool) {
	for i := range o.Weapons {
		for range o.Weapons[i].Count {
			m.addWeapon(&o.Weapons[i], nil, whole)
		}
	}
	for i := range o.Items {
		for range o.Items[i].Count {
			m.addItem(&o.Items[i], whole)
		}
	}
	for _, use := range o.Rules {
		m.pieces = append(m.pieces, &piece{name: use.String(), use: &use, from: use.String(), whole: whole})
	}
}

// lose takes a piece from the model, and what is part of it.
func (m *figure) lose(p *piece) {
	m.pieces = slices.DeleteFunc(m.pieces, func(q *piece) bool { return q == p || q.within == p })
}

// forms are the singulars that a name may have, itself among them.
func forms(name string) []string {
	name = strings.Join(strings.Fields(strings.ToLower(name)), " ")
	all := []string{name}
	for _, end := range [][2]string{{"s", ""}, {"es", ""}, {"ves", "f"}, {"ves", "fe"}} {
		if cut, ok := strings.CutSuffix(name, end[0]); ok {
			all = append(all, cut+end[1])
		}
	}
	return all
}

func alike(a, b string) bool {
	for _, x := range forms(a) {
		if slices.Contains(forms(b), x) {
			return true
		}
	}
	return false
}

// has lists the equipment of a model that a target names; free leaves out
// what can no longer be replaced.
func (m *figure) has(target string, free bool) []*piece {
	var found []*piece
	for _, p := range m.pieces {
		if p.use != nil && (p.within != nil || !alike(p.use.Name, target)) {
			continue // a rule that stands by itself is equipment too
		}
		if (p.use != nil || alike(p.name, target)) && !(free && (p.bound || p.within != nil && p.within.bound)) {
			found = append(found, p)
		}
	}
	// What stands by itself goes before what is part of an item.
	slices.SortStableFunc(found, func(a, b *piece) int {
		return cmp.Compare(btoi(a.within != nil), btoi(b.within != nil))
	})
	return found
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (r *reading) count(target string, free bool) int {
	n := 0
	for _, m := range r.models {
		n += len(m.has(target, free))
	}
	return n
}

// targetCount is how many of a target one choice takes.
func targetCount(s *catalog.Section, t catalog.Target) int {
	if s.ModelQuantity.Kind == catalog.ExactQuantity {
		return t.Count * s.ModelQuantity.Count
	}
	return t.Count
}

// sets is how many complete sets of what a section replaces the unit has.
func (r *reading) sets(s *catalog.Section) int {
	least := -1
	for _, t := range s.TargetGear {
		if n := r.count(t.Name, true) / targetCount(s, t); least < 0 || n < least {
			least = n
		}
	}
	return max(least, 0)
}

// ruled is where a rule or item that a target names stands on a model.
func (m *figure) ruled(target string) *piece {
	for _, p := range m.pieces {
		if p.use != nil && (strings.EqualFold(p.name, target) || strings.EqualFold(p.use.Name, target)) {
			return p
		}
	}
	if items := m.has(target, false); len(items) > 0 {
		return items[0]
	}
	return nil
}

const plenty = 1 << 20

// room is how often an option may still be chosen: within, as far as the
// section lets it, and left, as far as there is what it needs.
func (r *reading) room(s *catalog.Section, o *catalog.Option) (within, left int) {
	models, total, same := len(r.models), r.bySection[s], r.byOption[o]
	one, each := 1-total, 1-same
	switch s.Kind {
	case catalog.ReplaceRule:
		if slices.ContainsFunc(r.models, func(m *figure) bool { return m.ruled(s.TargetGear[0].Name) != nil }) {
			return one, plenty
		}
		return one, 0
	case catalog.Attachment:
		there := r.count(s.TargetGear[0].Name, false)
		if s.OptionQuantity.Kind == catalog.AnyQuantity {
			return there - total, there * plenty
		}
		return one, there * plenty
	case catalog.Replace:
		left = r.sets(s)
		switch {
		case s.ModelQuantity.Kind == catalog.UpToQuantity:
			return s.ModelQuantity.Count - total, left
		case s.ModelQuantity.Kind == catalog.AnyQuantity:
			return plenty, left
		case s.ModelQuantity.Kind == catalog.AllQuantity:
			return one, left * plenty
		case s.OptionQuantity.Kind == catalog.AnyQuantity:
			return models - total, left
		}
		return one, left
	}
	// Upgrades.
	if len(s.TargetGear) > 0 {
		there := plenty
		for _, t := range s.TargetGear {
			there = min(there, r.count(t.Name, false))
		}
		if s.ModelQuantity.Kind == catalog.AnyQuantity {
			return there - total, there * plenty
		}
		left = there * plenty
	} else {
		left = plenty
	}
	switch {
	case s.ModelQuantity.Kind == catalog.UpToQuantity:
		return s.ModelQuantity.Count - total, left
	case s.ModelQuantity.Kind == catalog.AnyQuantity:
		return models - total, left
	case s.OptionQuantity.Kind == catalog.UpToQuantity && s.ModelQuantity.Kind == catalog.AllQuantity:
		return min(s.OptionQuantity.Count-total, each), left
	case s.OptionQuantity.Kind == catalog.UpToQuantity:
		return s.OptionQuantity.Count - total, left
	case s.OptionQuantity.Kind == catalog.ExactQuantity:
		return s.OptionQuantity.Count - total, left
	}
	return each, left
}

// price is what an option costs the unit.
func (r *reading) price(o *catalog.Option) int {
	if n, ok := r.costOf(o); ok {
		return n
	}
	return o.Cost
}

func (r *reading) costOf(o *catalog.Option) (int, bool) { n, ok := o.CostByUnit[r.of.ID]; return n, ok }

// choose takes an option once.
func (r *reading) choose(s *catalog.Section, o *catalog.Option) {
	within, left := r.room(s, o)
	r.cost += r.price(o)
	if s.ModelQuantity.Kind == catalog.AllQuantity || s.Kind == catalog.ReplaceRule {
		r.wholes = append(r.wholes, o.ID)
	}
	if within < 1 || left < 1 {
		if r.fault == "" { // what comes after depends on what is made of this one
			switch {
			case left > 0:
				r.fault = "upgrade/limit"
			case within > 0:
				r.fault = "upgrade/unavailable"
			default:
				r.fault = "upgrade" // either code is right
			}
		}
		return
	}
	r.given++
	all := s.ModelQuantity.Kind == catalog.AllQuantity || s.Kind == catalog.ReplaceRule
	var got []*figure // who gets what the option gives, as often as listed
	switch {
	case s.Kind == catalog.ReplaceRule:
		for _, m := range r.models {
			if p := m.ruled(s.TargetGear[0].Name); p != nil {
				m.lose(p)
				got = append(got, m)
			}
		}
	case s.Kind == catalog.Replace && s.ModelQuantity.Kind == catalog.AllQuantity:
		got = r.replaceAll(s)
	case s.Kind == catalog.Replace && r.ofAll(s.TargetGear[0].Name):
		for _, m := range r.models {
			m.lose(m.has(s.TargetGear[0].Name, true)[0])
		}
		got, all = r.models, true
	case s.Kind == catalog.Replace:
		got = []*figure{r.replaceOne(s)}
	case len(s.TargetGear) > 0 && s.ModelQuantity.Kind == catalog.AllQuantity:
		for _, m := range r.models {
			for _, p := range m.has(s.TargetGear[0].Name, false) {
				p.bound = true
				got = append(got, m)
			}
		}
	case len(s.TargetGear) > 0:
		got = []*figure{r.attach(s)}
	case s.ModelQuantity.Kind == catalog.AllQuantity:
		got = r.models
	default:
		got = []*figure{r.pick(s, func(*figure) bool { return true })}
	}
	every := !slices.ContainsFunc(r.models, func(m *figure) bool { return !slices.Contains(got, m) })
	whole := len(r.models) == 1 || every && all
	for _, m := range got {
		m.give(o, whole)
	}
	touched := slices.Clone(got)
	slices.SortFunc(touched, func(a, b *figure) int { return cmp.Compare(slices.Index(r.models, a), slices.Index(r.models, b)) })
	for _, m := range slices.Compact(touched) {
		r.twice = r.twice || m.used[s] && len(r.models) > 1 && s.OptionQuantity.Kind == catalog.AnyQuantity
		m.used[s] = true
		if s.ModelQuantity.Kind != catalog.AllQuantity {
			m.taken++
		}
	}
	r.bySection[s]++
	r.byOption[o]++
}

// ofAll reports whether a target is a rule that every model has of itself; what
// replaces it replaces it on all.
func (r *reading) ofAll(target string) bool {
	return !slices.ContainsFunc(r.models, func(m *figure) bool {
		there := m.has(target, true)
		return len(there) == 0 || there[0].use == nil || !there[0].whole
	})
}

// pick is the model that an option of a section goes to: one that has not had
// it, of those the one that has got least so far, and of those the first.
func (r *reading) pick(s *catalog.Section, fits func(*figure) bool) *figure {
	var best *figure
	for _, m := range r.models {
		if !fits(m) {
			continue
		}
		if best == nil || btoi(m.used[s]) < btoi(best.used[s]) || m.used[s] == best.used[s] && m.taken < best.taken {
			best = m
		}
	}
	return best
}

func (m *figure) complete(s *catalog.Section) int {
	n := plenty
	for _, t := range s.TargetGear {
		n = min(n, len(m.has(t.Name, true))/targetCount(s, t))
	}
	return n
}

// replaceOne takes one set away, from one model if one has it whole, else from
// one of those that lack least of it and from who has the rest.
func (r *reading) replaceOne(s *catalog.Section) *figure {
	first := map[string]*piece{} // of each target the kind that the unit had first
	for _, t := range s.TargetGear {
		for _, m := range r.models {
			for _, p := range m.has(t.Name, true) {
				if first[t.Name] == nil || p.since < first[t.Name].since {
					first[t.Name] = p
				}
			}
		}
	}
	there := func(m *figure, t catalog.Target) []*piece {
		return slices.DeleteFunc(m.has(t.Name, true), func(p *piece) bool { return p.kind() != first[t.Name].kind() })
	}
	lacks := func(m *figure) (n int) {
		for _, t := range s.TargetGear {
			n += max(0, targetCount(s, t)-len(there(m, t)))
		}
		return n
	}
	least := plenty
	for _, m := range r.models {
		least = min(least, lacks(m))
	}
	to := r.pick(s, func(m *figure) bool { return lacks(m) == least })
	for _, t := range s.TargetGear {
		for range targetCount(s, t) {
			from := to
			if len(there(from, t)) == 0 {
				from = r.pick(s, func(m *figure) bool { return len(there(m, t)) > 0 })
			}
			from.lose(there(from, t)[0])
		}
	}
	return to
}

// replaceAll takes every target away and tells who had how many sets.
func (r *reading) replaceAll(s *catalog.Section) []*figure {
	sets := r.sets(s)
	var got []*figure
	for _, m := range r.models {
		for range min(m.complete(s), sets-len(got)) {
			got = append(got, m)
		}
	}
	for _, m := range r.models {
		lost := false
		for _, t := range s.TargetGear {
			for _, p := range m.has(t.Name, true) {
				m.lose(p)
				lost = true
			}
		}
		if lost && len(got) < sets && !slices.Contains(got, m) {
			got = append(got, m)
		}
	}
	return got
}

// attach builds on one piece that a section names: on each once where any may
// be built on, else on the same again.
func (r *reading) attach(s *catalog.Section) *figure {
	each := s.ModelQuantity.Kind == catalog.AnyQuantity || s.Kind == catalog.Attachment && s.OptionQuantity.Kind == catalog.AnyQuantity
	target := s.TargetGear[0].Name
	fits := func(p *piece) bool { return p.turns[s] != each }
	m := r.pick(s, func(m *figure) bool { return slices.ContainsFunc(m.has(target, false), fits) })
	if m == nil { // nobody's is built on yet
		fits = func(*piece) bool { return true }
		m = r.pick(s, func(m *figure) bool { return len(m.has(target, false)) > 0 })
	}
	found := m.has(target, false)
	p := found[slices.IndexFunc(found, fits)]
	if p.turns == nil {
		p.turns = map[*catalog.Section]bool{}
	}
	p.bound, p.turns[s] = true, true
	return m
}

// added merges rules of one model: ratings of a rule add up, of casters the
// highest counts, and the same rule counts once.
func (r *reading) added(uses []rules.Use) []string {
	sum := map[string]int{}
	seen := map[string]bool{}
	for _, use := range uses {
		n, err := strconv.Atoi(use.Rating)
		switch {
		case err != nil:
			seen[use.String()] = true
		case use.Name == "Caster" || use.Name == "Psychic" || r.says(use, func(rule *rules.Rule) bool { return rule.Combine == rules.CombineHighest }):
			sum[use.Name] = max(sum[use.Name], n)
		default:
			sum[use.Name] += n
		}
	}
	for name, n := range sum {
		seen[fmt.Sprintf("%s(%d)", name, n)] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

// shared lists the rules that the unit as a whole has, and some the others,
// with the number of models or the sum of their ratings.
func (r *reading) shared() (all []rules.Use, some map[string]int) {
	type source struct{ from, use string }
	some = map[string]int{}
	least := map[source]int{}
	for i, m := range r.models {
		here := map[source]int{}
		for _, p := range m.pieces {
			if p.use != nil && p.whole {
				here[source{p.from, p.use.String()}]++
			}
		}
		if i == 0 {
			least = here
			continue
		}
		for k := range least {
			least[k] = min(least[k], here[k])
		}
	}
	for k, n := range least {
		for range n {
			all = append(all, rules.ParseUse(k.use))
		}
	}
	for _, m := range r.models {
		left := maps.Clone(least)
		for _, p := range m.pieces {
			if p.use == nil {
				continue
			}
			k := source{p.from, p.use.String()}
			if p.whole && left[k] > 0 {
				left[k]--
				continue
			}
			count(some, *p.use, 1)
		}
	}
	return all, some
}

// own are all rules of a model.
func (m *figure) own() []string {
	var uses []rules.Use
	for _, p := range m.pieces {
		if p.use != nil {
			uses = append(uses, *p.use)
		}
	}
	return m.of.added(uses)
}

// rating is the number of a rule in a list of rules, or 0.
func rating(uses []string, name string) int {
	for _, text := range uses {
		if use := rules.ParseUse(text); use.Name == name {
			n, _ := strconv.Atoi(use.Rating)
			return n
		}
	}
	return 0
}

func (m *figure) wounds() int { return max(1, rating(m.own(), "Tough")) }

// arms are the weapons of a model with their profiles, by count.
func (m *figure) arms() map[string]int {
	got := map[string]int{}
	for _, p := range m.pieces {
		if p.weapon == nil {
			continue
		}
		if len(p.weapon.Profiles) == 0 {
			got[profileText("", p.weapon.Name, p.weapon.Range, p.weapon.Attacks, p.weapon.Rules)]++
		}
		for _, f := range p.weapon.Profiles {
			got[profileText(p.weapon.Name, f.Name, f.Range, f.Attacks, f.Rules)]++
		}
	}
	return got
}

func profileText(weapon, name string, reach, attacks int, uses []rules.Use) string {
	var texts []string
	for _, use := range uses {
		texts = append(texts, use.String())
	}
	slices.Sort(texts)
	name, _ = strings.CutPrefix(name, weapon+" ")
	return fmt.Sprintf("%s/%s %d\" A%d %v", weapon, name, reach, attacks, texts)
}

func (r *reading) arms() map[string]int {
	got := map[string]int{}
	for _, m := range r.models {
		for k, n := range m.arms() {
			got[k] += n
		}
	}
	return got
}

func (r *reading) items() map[string]int {
	got := map[string]int{}
	for _, m := range r.models {
		for _, p := range m.pieces {
			if p.item != nil {
				got[p.name]++
			}
		}
	}
	return got
}

// says reports whether the book says something of a rule.
func (r *reading) says(use rules.Use, what func(*rules.Rule) bool) bool {
	at := slices.IndexFunc(r.book.Rules, func(rule rules.Rule) bool { return rule.Name == use.Name })
	return at >= 0 && what(&r.book.Rules[at])
}

// defense is the number to block on that every model has: Armor(X) makes it X,
// Defense(X) betters it by X, and so do rules of the like in a book's own words.
func (r *reading) defense() int {
	all, _ := r.shared()
	d, better := r.of.Defense, 0
	for _, text := range r.added(all) {
		use := rules.ParseUse(text)
		n, _ := use.RatingNumber()
		switch {
		case use.Name == "Armor" || r.says(use, func(rule *rules.Rule) bool { return rule.Effects != nil && rule.Effects[0].FixedDefense.IsSet }):
			d = min(d, n)
		case use.Name == "Defense":
			better += n
		default:
			r.says(use, func(rule *rules.Rule) bool {
				for i := range rule.Effects {
					better += rule.Effects[i].Defense.NumberForRating(use)
				}
				return true
			})
		}
	}
	return min(6, max(2, d-better))
}

func (r *reading) hero() bool { return slices.Contains(r.added(r.of.Rules), "Hero") }

// tough is the Tough of all the unit's models.
func (r *reading) tough() int {
	all, _ := r.shared()
	return max(1, rating(r.added(all), "Tough"))
}
