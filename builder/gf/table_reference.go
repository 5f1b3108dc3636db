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

// Reference explains every special rule in the army, then the rules that the explanations mention,
// then the casters' spells.
func (a *Army) Reference() table.Reference {
	m := newTableMaker(a)
	ref := table.Reference{
		ProfileLabels: []string{"Quality", "Defense"}, ColumnHeadings: []string{"QUA", "DEF", strings.ToUpper(m.toughRule)},
		BoxLegend: "½ marks the loss that brings a unit to half strength.",
	}
	if m.toughRule != "" {
		ref.ProfileLabels = append(ref.ProfileLabels, m.toughRule)
	}
	if a.Scale() {
		ref.TableLegend = "Small scale: distances are halved here, rounded up, but for those of deployment and objectives."
	}
	t, spells := a.newRuleTerms(false), []table.Section(nil)
	for i, book := range a.Books {
		for _, u := range a.Units {
			if u.Book == book {
				t.addUnit(u)
			}
		}
		if section := m.spellSection(i); len(section.Entries) > 0 {
			spells = append(spells, section)
			for _, e := range section.Entries {
				t.addMentionedRules(ruleSource{book.ID, book.Name, book.RuleSet(t.game)}, e.Text)
			}
		}
	}
	if entries := t.sortedEntries(); len(entries) > 0 {
		ref.Sections = append(ref.Sections, table.Section{Title: "Rules in this list", Entries: entries})
	}
	slices.SortStableFunc(t.gameRules, func(a, b table.Entry) int { return cmp.Compare(a.Name, b.Name) })
	ref.Sections, ref.CoreEntries = append(ref.Sections, spells...), t.gameRules
	if t.hasAuras {
		ref.TableLegend = strings.TrimSpace(ref.TableLegend + " (aura): the whole unit has it while the model lives that has the aura.")
	}
	return ref
}

// UnitTerms explains the special rules of a unit of the army. The id of a combined unit is the id of
// its first half.
func (a *Army) UnitTerms(id string) []table.Entry {
	u := a.Unit(id)
	if u == nil {
		return nil
	}
	if g := a.Group(u); g.Unit.ID == id {
		u = g.Unit
	}
	own := a.newRuleTerms(true)
	own.addUnit(u)
	return own.sortedEntries()
}

// spellSection lists the spells of the army's i-th book if any unit of that book can cast.
func (m *tableMaker) spellSection(i int) table.Section {
	book := m.army.Books[i]
	if !slices.ContainsFunc(m.army.Units, func(u *Unit) bool { return u.Book == book && u.SpellTokens > 0 }) {
		return table.Section{}
	}
	section := table.Section{Title: "Spells", HasSpells: true}
	if len(m.army.Books) > 1 {
		section.Title += " · " + book.Name
	}
	for _, spell := range book.Spells {
		name := spell.Name
		if spell.CastingValue > 0 {
			name += " (" + strconv.Itoa(spell.CastingValue) + ")"
		}
		section.Entries = append(section.Entries, table.Entry{Name: name, Text: m.army.Scale().ScaleText(spell.Text)})
	}
	return section
}

// ruleTerms collects the rules that a sheet explains.
type ruleTerms struct {
	game         *rules.System
	scale        DistanceScale
	seenRules    map[[2]string]bool // rules explained so far: the id of the book and the name
	severalBooks bool               // the army has several books that may differ
	// only the rules of a single unit are explained, not the rules that explanations mention
	ofOneUnit bool
	hasAuras  bool          // an aura was added; auras are explained by the rules that they give
	gameRules []table.Entry // rules of the game itself
	entries   []ruleTerm
}

type ruleTerm struct {
	table.Entry
	key, bookName string
}

// newRuleTerms returns an empty collection of explanations; own means that they are for a single
// unit.
func (a *Army) newRuleTerms(own bool) *ruleTerms {
	room := 32 // of most lists
	if own {
		room = 6
	}
	return &ruleTerms{game: a.Game, scale: a.Scale(), seenRules: map[[2]string]bool{}, severalBooks: len(a.Books) > 1, ofOneUnit: own, entries: make([]ruleTerm, 0, room)}
}

// addUnit adds the rules of a unit, its weapons and its equipment.
func (t *ruleTerms) addUnit(u *Unit) {
	from := ruleSource{u.Book.ID, u.Book.Name, u.Book.RuleSet(t.game)}
	t.addRuleUses(from, u.Rules)
	for _, some := range u.PartialRules {
		t.addRuleUses(from, some.Rules)
	}
	for _, w := range u.Weapons {
		t.addRuleUses(from, w.Rules)
	}
	for _, item := range u.Items {
		t.addRuleUses(from, item.Rules)
	}
}

// A ruleSource is a book whose rules explain names.
type ruleSource struct {
	bookID, bookName string
	rules            *rules.Set
}

// addRuleUses adds rules of a unit, weapon or item of the book from.
func (t *ruleTerms) addRuleUses(from ruleSource, uses []rules.Use) {
	for _, use := range uses {
		if gets := auraRules(from.rules, use); len(gets) > 0 {
			t.hasAuras = true
			t.addRuleUses(from, gets)
			continue
		}
		t.addRule(from, use.Name, from.rules.Find(use.Name))
	}
}

func (t *ruleTerms) addRule(from ruleSource, name string, rule *rules.Rule) {
	asked := [2]string{from.bookID, name}
	if t.seenRules[asked] {
		return
	}
	t.seenRules[asked] = true
	if rule != nil && rule.Origin == rules.OriginGame { // in the same words for every book
		rule = cmp.Or(t.game.Set().Find(name), rule)
	}
	e := table.Entry{Name: name}
	if rule != nil {
		e = table.Entry{Name: rule.Name, Text: t.scale.RuleSummary(rule)}
		if rule.HasRating {
			e.Name += "(X)"
		}
	}
	key := rules.NameKey(e.Name)
	if slices.ContainsFunc(t.entries, func(o ruleTerm) bool { return o.key == key && o.Text == e.Text }) {
		return
	}
	t.entries = append(t.entries, ruleTerm{e, key, from.bookName})
	if t.ofOneUnit {
		return
	}
	if rule != nil && rule.Origin == rules.OriginGame {
		t.gameRules = append(t.gameRules, e)
	}
	t.addMentionedRules(from, e.Text)
}

// addMentionedRules adds the rules that an explanation mentions. A name begins and ends with
// capitalised words ("Hold the Line"). The first word of a sentence counts only if a rating
// follows. A rule with a rating counts only if its rating is stated, so that a value of the profile
// is not taken for a rule.
func (t *ruleTerms) addMentionedRules(from ruleSource, text string) {
	const longest = 4 // words in a rule's name
	words := strings.Fields(text)
	begins := true
	for i, word := range words {
		for n := min(longest, len(words)-i); isCapitalised(word) && n > 0; n-- {
			if !isCapitalised(words[i+n-1]) {
				continue
			}
			phrase := strings.TrimRight(strings.Join(words[i:i+n], " "), ".,;:!?'\"")
			use := rules.ParseUse(phrase)
			if begins && use.Rating == "" {
				continue
			}
			if rule := from.rules.Find(use.Name); rule != nil && (use.Rating != "" || !rule.HasRating) {
				t.addRule(from, use.Name, rule)
				break
			}
		}
		begins = strings.ContainsAny(word[len(word)-1:], ".:!?")
	}
}

func isCapitalised(word string) bool {
	return unicode.IsUpper([]rune(word)[0])
}

// sortedEntries returns the entries by name, each once. If books explain a name differently, each
// of its entries names its book.
func (t *ruleTerms) sortedEntries() []table.Entry {
	slices.SortStableFunc(t.entries, func(a, b ruleTerm) int { return cmp.Compare(a.key, b.key) })
	entries := make([]table.Entry, len(t.entries))
	for i, one := range t.entries {
		entries[i] = one.Entry
		twin := func(j int) bool { return j >= 0 && j < len(t.entries) && t.entries[j].key == one.key }
		if t.severalBooks && (twin(i-1) || twin(i+1)) {
			entries[i].Name += " · " + one.bookName
		}
	}
	return entries
}
