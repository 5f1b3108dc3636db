package gf

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"muster/builder/table"
	"muster/rules"
)

// Reference explains every special rule in the army, and the rules that the explanations mention;
// then the casters' spells.
func (a *Army) Reference() table.Reference {
	m := newMaker(a)
	ref := table.Reference{
		Labels: []string{"Quality", "Defense"}, Columns: []string{"QUA", "DEF", strings.ToUpper(m.toughRule)},
		Legend: "½ marks the loss that brings a unit to half strength.",
	}
	if m.toughRule != "" {
		ref.Labels = append(ref.Labels, m.toughRule)
	}
	if a.Scale() {
		ref.Key = "Small scale: distances are halved here, rounded up, but for those of deployment and objectives."
	}
	t, spells := a.terms(false), []table.Section(nil)
	for i, book := range a.Books {
		for _, u := range a.Units {
			if u.Book == book {
				t.unit(u)
			}
		}
		if section := m.spells(i); len(section.Entries) > 0 {
			spells = append(spells, section)
			for _, e := range section.Entries {
				t.addMentioned(source{book.ID, book.Name, book.RuleSet(t.game)}, e.Text)
			}
		}
	}
	if entries := t.sorted(); len(entries) > 0 {
		ref.Sections = append(ref.Sections, table.Section{Title: "Rules in this list", Entries: entries})
	}
	slices.SortStableFunc(t.core, func(a, b table.Entry) int { return cmp.Compare(a.Name, b.Name) })
	ref.Sections, ref.Core = append(ref.Sections, spells...), t.core
	if t.aura {
		ref.Key = strings.TrimSpace(ref.Key + " (aura): the whole unit has it while the model lives that has the aura.")
	}
	return ref
}

// Terms explains the special rules of a unit of the army; a combined unit has the id of its first
// half.
func (a *Army) Terms(id string) []table.Entry {
	u := a.Unit(id)
	if u == nil {
		return nil
	}
	if g := a.Group(u); g.Unit.ID == id {
		u = g.Unit
	}
	own := a.terms(true)
	own.unit(u)
	return own.sorted()
}

// spells lists the spells of the army's i-th book if a unit of it can cast.
func (m *maker) spells(i int) table.Section {
	book := m.army.Books[i]
	if !slices.ContainsFunc(m.army.Units, func(u *Unit) bool { return u.Book == book && u.Tokens > 0 }) {
		return table.Section{}
	}
	section := table.Section{Title: "Spells", Spells: true}
	if len(m.army.Books) > 1 {
		section.Title += " · " + book.Name
	}
	for _, spell := range book.Spells {
		name := spell.Name
		if spell.Value > 0 {
			name += " (" + strconv.Itoa(spell.Value) + ")"
		}
		section.Entries = append(section.Entries, table.Entry{Name: name, Text: m.army.Scale().Text(spell.Effect)})
	}
	return section
}

// terms collects the rules that a sheet explains.
type terms struct {
	game         *rules.System
	scale        DistanceScale
	seen         map[[2]string]bool // by book and name
	severalBooks bool               // the army has several books that may differ
	single       bool               // explanations are about a single unit and leave its name out
	aura         bool               // auras are explained as what they give to a unit
	core         []table.Entry      // rules of the game itself
	all          []term
}

type term struct {
	table.Entry
	key, book string
}

// terms returns an empty collection; with own it is for a single unit.
func (a *Army) terms(own bool) *terms {
	room := 32 // of most lists
	if own {
		room = 6
	}
	return &terms{game: a.Game, scale: a.Scale(), seen: map[[2]string]bool{}, severalBooks: len(a.Books) > 1, single: own, all: make([]term, 0, room)}
}

// unit adds the rules of a unit, its weapons and its equipment.
func (t *terms) unit(u *Unit) {
	from := source{u.Book.ID, u.Book.Name, u.Book.RuleSet(t.game)}
	t.use(from, u.Rules)
	for _, some := range u.Some {
		t.use(from, some.Rules)
	}
	for _, w := range u.Weapons {
		t.use(from, w.Rules)
	}
	for _, item := range u.Items {
		t.use(from, item.Rules)
	}
}

// A source is the book whose rules explain a name.
type source struct {
	id, book string
	rules    *rules.Set
}

// use adds rules that a unit, weapon or item of the book has.
func (t *terms) use(from source, uses []rules.Use) {
	for _, use := range uses {
		if gets := given(from.rules, use); len(gets) > 0 {
			t.aura = true
			t.use(from, gets)
			continue
		}
		t.add(from, use.Name, from.rules.Find(use.Name))
	}
}

func (t *terms) add(from source, name string, rule *rules.Rule) {
	asked := [2]string{from.id, name}
	if t.seen[asked] {
		return
	}
	t.seen[asked] = true
	if rule != nil && rule.Origin == rules.OriginGame { // in the same words for every book
		rule = cmp.Or(t.game.Set().Find(name), rule)
	}
	e := table.Entry{Name: name}
	if rule != nil {
		e = table.Entry{Name: rule.Name, Text: t.scale.Summary(rule)}
		if rule.Rated {
			e.Name += "(X)"
		}
	}
	key := rules.Key(e.Name)
	if slices.ContainsFunc(t.all, func(o term) bool { return o.key == key && o.Text == e.Text }) {
		return
	}
	t.all = append(t.all, term{e, key, from.book})
	if t.single {
		return
	}
	if rule != nil && rule.Origin == rules.OriginGame {
		t.core = append(t.core, e)
	}
	t.addMentioned(from, e.Text)
}

// addMentioned adds the rules that an explanation mentions. A name begins and ends with capitalised
// words ("Hold the Line"). The first word of a sentence counts only if a rating follows. Rules with
// a rating count only with it, so that a value of the profile is not taken for a rule.
func (t *terms) addMentioned(from source, text string) {
	const longest = 4 // words in a rule's name
	words := strings.Fields(text)
	begins := true
	for i, word := range words {
		for n := min(longest, len(words)-i); isCapital(word) && n > 0; n-- {
			if !isCapital(words[i+n-1]) {
				continue
			}
			phrase := strings.TrimRight(strings.Join(words[i:i+n], " "), ".,;:!?'\"")
			use := rules.ParseUse(phrase)
			if begins && use.Rating == "" {
				continue
			}
			if rule := from.rules.Find(use.Name); rule != nil && (use.Rating != "" || !rule.Rated) {
				t.add(from, use.Name, rule)
				break
			}
		}
		begins = strings.ContainsAny(word[len(word)-1:], ".:!?")
	}
}

func isCapital(word string) bool {
	return unicode.IsUpper([]rune(word)[0])
}

// sorted returns the entries by name, each once. If books explain a name differently, each entry
// names its book.
func (t *terms) sorted() []table.Entry {
	slices.SortStableFunc(t.all, func(a, b term) int { return cmp.Compare(a.key, b.key) })
	entries := make([]table.Entry, len(t.all))
	for i, one := range t.all {
		entries[i] = one.Entry
		twin := func(j int) bool { return j >= 0 && j < len(t.all) && t.all[j].key == one.key }
		if t.severalBooks && (twin(i-1) || twin(i+1)) {
			entries[i].Name += " · " + one.book
		}
	}
	return entries
}
