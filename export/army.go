package export

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"muster/builder"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/rules"
)

var _ = drawing(FromArmy)

// FromArmy makes the sheet of an army: a block for every group in the army's
// order, then every special rule that occurs in it, and the spells of its
// casters.
func FromArmy(a *gf.Army) Sheet {
	c := newConverter(a)
	s := newSheet(a.List.Name, a.List.File, a.Game, c.rounds(), a.Findings, c.names)
	s.Game = strings.TrimSpace(s.Game + " " + a.Game.Edition)
	s.Books, s.Notes, s.Points, s.Limit = a.Facts(), a.List.Notes, a.Points, a.List.Points
	if s.Labels = []string{"Quality", "Defense"}; c.wounds != "" {
		s.Labels = append(s.Labels, c.wounds)
	}
	for _, g := range a.Groups {
		b := c.group(g)
		if slices.ContainsFunc(b.Tracks, func(t Track) bool { return t.Mark > 0 }) {
			s.Legend = "½ marks the loss that brings a unit to half strength."
		}
		s.Blocks = append(s.Blocks, b)
	}
	if a.Scale() {
		s.Key = "Small scale: distances are halved here, rounded up, but for those of deployment and objectives."
	}
	if c.aura {
		s.Key = strings.TrimSpace(s.Key + " (aura): the whole unit has it while the model lives that has the aura.")
	}
	s.Reference, s.Core = c.reference()
	return s
}

// rounds is how many rounds the game lasts.
func (c *converter) rounds() int {
	play := c.army.Game.Play
	if c.army.List.SmallScale {
		return play.Rounds + play.SmallScale
	}
	return play.Rounds
}

// converter turns the parts of one army into parts of its sheet.
type converter struct {
	army   *gf.Army
	names  map[string]string // what a unit is called on the sheet, by id
	column string            // the weapon rule that has a column of its own
	wounds string            // the rule that gives models more than one wound
	aura   bool              // a rule is written as what it gives to a unit
}

func newConverter(a *gf.Army) converter {
	c := converter{army: a, names: builder.Names(builder.OfArmy(a))}
	for _, r := range a.Game.Rules {
		for _, e := range r.Effects {
			if r.Rated && reflect.DeepEqual(e, rules.Effect{AP: rules.Value{Set: true, X: true}}) {
				c.column = r.Name
			}
			if e.Tough.X {
				c.wounds = r.Name
			}
		}
	}
	return c
}

// group makes the block of what fights as one, its heroes beneath it.
func (c *converter) group(g *gf.Group) Block {
	b := c.unit(g.Unit)
	if len(g.Halves) > 1 {
		b.Detail = append(b.Detail, "combined unit")
		b.IDs = g.IDs()[:len(g.Halves)]
	}
	if g.In != nil {
		b.note("Deploys in", c.names[g.In.ID])
	}
	b.note("Carries", c.inside(g)...)
	for i := range b.Tracks {
		if lost := half(b.Tracks[i].Sizes, len(g.Heroes)); lost > 0 {
			b.Tracks[i].Mark, b.Tracks[i].Sign = lost, "½"
		}
	}
	b.States = states(c.army.Game, "shaken", "fatigued")
	if g.Deploys(c.army.Game) == rules.DeploysReserve {
		b.States = append(b.States, "Reserve")
	}
	if turns := c.rounds(); turns > 0 {
		b.Counters = append([]Counter{{Label: "Activated", Boxes: turns, Turns: true}}, b.Counters...)
	}
	for _, hero := range g.Heroes {
		b.Joined = append(b.Joined, c.unit(hero))
	}
	return b
}

// inside names the groups that deploy in a transport of this one.
func (c *converter) inside(host *gf.Group) []string {
	var names []string
	for _, g := range c.army.Groups {
		if g.In != nil && g != host && slices.Contains(host.IDs(), g.In.ID) {
			names = append(names, c.names[g.Unit.ID])
		}
	}
	return names
}

// half returns after how many ticked boxes a unit is at half strength or less,
// heroes who joined counted as models (docs/rules-notes.md, Fights): of a single model half
// its wounds, otherwise half its models.
func half(sizes []int, heroes int) int {
	start := len(sizes) + heroes
	if start == 1 {
		if sizes[0] < 2 {
			return 0
		}
		return (sizes[0] + 1) / 2
	}
	lost := (start + 1) / 2
	if lost > len(sizes) {
		return 0
	}
	return Track{Sizes: sizes[:lost]}.boxes()
}

// unit makes the block of a unit by itself.
func (c *converter) unit(u *gf.Unit) Block {
	small := c.army.List.SmallScale
	tough := cmp.Or(u.Tough, 1)
	sizes := u.Wounds()
	b := Block{
		IDs:    []string{u.ID},
		Name:   c.names[u.ID],
		Models: u.Models,
		Base:   bases(u),
		Points: u.Cost, Estimate: u.Estimated(),
		Rules: c.had(u, u.Rules),
	}
	if u.Of != nil && u.Of.Name != u.Name {
		b.Detail = append(b.Detail, u.Of.Name)
	}
	if b.Source = c.army.BookTitle(u.Book); len(c.army.Books) > 1 {
		b.Detail = append(b.Detail, b.Source)
	}
	if id := c.army.List.General; id != "" && id == u.ID {
		b.Detail = append(b.Detail, "general")
	}
	if small {
		// GF 2.7, Small Scale: each base is a unit with the attacks and the
		// wounds of all its models.
		b.Detail = append(b.Detail, "one base")
		tough = Track{Sizes: sizes}.boxes()
		sizes = []int{tough}
	}
	b.Stats = []Stat{
		{"Quality", "Q%", itoa(u.Quality) + "+"},
		{"Defense", "D%", itoa(u.Defense) + "+"},
	}
	if tough > 1 && c.wounds != "" {
		stat := Stat{Label: c.wounds, Value: itoa(tough)}
		if small { // otherwise the rules say so
			stat.Inline = c.wounds + " %"
		}
		b.Stats = append(b.Stats, stat)
	}
	if len(u.Weapons) > 0 {
		b.Tables = []Table{c.weapons(u.Weapons, small)}
	}
	c.notes(&b, u)
	b.Counters = c.counters(u)
	t := c.terms()
	t.own = true
	t.unit(u)
	b.Terms = t.sorted()
	if len(sizes) > 1 || len(sizes) == 1 && sizes[0] > 1 {
		label := "Models"
		if len(sizes) == 1 {
			label = "Wounds"
		}
		b.Tracks = []Track{{Label: label, Sizes: sizes}}
	}
	return b
}

// timesSign finds the sign between the lengths of an oval base.
var timesSign = regexp.MustCompile(`(\d) ?[x×] ?(\d)`)

// bases writes the sizes of a unit's bases in short: those for round ones, where
// a book has square ones too, and of more than three the first alone.
func bases(u *gf.Unit) string {
	var all []string
	for _, base := range u.Bases() {
		round, _, _ := strings.Cut(base, " / ")
		if round = timesSign.ReplaceAllString(strings.TrimSuffix(round, " round"), "$1×$2"); round != "none" && !slices.Contains(all, round) {
			all = append(all, round)
		}
	}
	if more := len(all) - 1; more > 2 {
		return fmt.Sprintf("%s and %d others", all[0], more)
	}
	return strings.Join(all, ", ")
}

// had writes rules as the unit has them. A rule that only gives others to the
// bearer's whole unit is written as what the unit gets.
func (c *converter) had(u *gf.Unit, uses []rules.Use) []string {
	set := u.Book.RuleSet(c.army.Game)
	var all []string
	for _, use := range uses {
		if gets := given(set, use); len(gets) > 0 {
			for _, g := range gets {
				all = append(all, g.String()+" (aura)")
			}
			c.aura = true
			continue
		}
		all = append(all, use.String())
	}
	return all
}

// given returns what a rule that is an aura gives to all models of the bearer's
// unit, in all circumstances; nil for other rules.
func given(set *rules.Set, use rules.Use) []rules.Use {
	rule := set.Find(use.Name)
	if rule == nil || len(rule.Effects) != 1 {
		return nil
	}
	e := rule.Effects[0]
	if e.To != rules.ToUnit || len(e.Gives) == 0 || !reflect.DeepEqual(e, rules.Effect{To: e.To, Gives: e.Gives}) {
		return nil
	}
	gets := slices.Clone(e.Gives)
	for i := range gets {
		if gets[i].Rating == "X" {
			gets[i].Rating = use.Rating
		}
	}
	return gets
}

// counters are boxes for a caster's tokens, and one for each thing that the
// unit may do once in a game.
func (c *converter) counters(u *gf.Unit) []Counter {
	var all []Counter
	if most := c.army.Game.Play.Tokens; u.Tokens > 0 && most > 0 {
		all = append(all, Counter{Label: "Tokens", Boxes: most})
	}
	set := u.Book.RuleSet(c.army.Game)
	once := func(name string, boxes int, uses []rules.Use) {
		for _, use := range uses {
			if rule := set.Find(use.Name); rule != nil && rules.OnceAGame(rule.Summary) {
				all = append(all, Counter{Label: cmp.Or(name, use.Name), Boxes: boxes})
			}
		}
	}
	once("", 1, u.Rules)
	for _, some := range u.Some {
		once("", some.Count, some.Rules)
	}
	for _, w := range u.Weapons {
		once(w.Name, w.Count, w.Rules)
	}
	return all
}

// oneName writes a name that holds commas so that it reads as one in a list of
// names.
func oneName(name string) string { return strings.ReplaceAll(name, ", ", " & ") }

// weapons makes the table of a unit's weapons: those to shoot with, the longest
// range first, then those for melee.
func (c *converter) weapons(weapons []gf.Weapon, summed bool) Table {
	weapons = slices.Clone(weapons)
	slices.SortStableFunc(weapons, func(a, b gf.Weapon) int { return b.Range - a.Range })
	melee := slices.IndexFunc(weapons, func(w gf.Weapon) bool { return w.Range == 0 })
	if melee < 0 {
		melee = len(weapons)
	}
	t := Table{Columns: []Column{
		{Name: "", Kind: Count, Inline: "%×"},
		{Name: "Weapon", Kind: Words},
		{Name: "Range", Kind: Figure},
		{Name: "Attacks", Short: "Att.", Kind: Figure, Inline: "A%"},
	}}
	if c.column != "" {
		t.Columns = append(t.Columns, Column{Name: c.column, Kind: Figure, Inline: c.column + "(%)"})
	}
	t.Columns = append(t.Columns, Column{Name: "Special", Kind: Words})
	for _, p := range []Part{{"Shooting", melee}, {"Melee", len(weapons) - melee}} {
		if p.Rows > 0 {
			t.Parts = append(t.Parts, p)
		}
	}
	for _, w := range weapons {
		reach, count, attacks := "", itoa(w.Count), w.Attacks
		if w.Range > 0 {
			reach = itoa(c.army.Scale().Table(w.Range)) + "″"
		}
		if summed {
			count, attacks = "", w.Attacks*w.Count
		}
		row := []string{count, w.Name, reach, itoa(attacks)}
		lifted := ""
		var special []string
		for _, use := range w.Rules {
			if _, number := use.Number(); number && lifted == "" && c.column != "" && rules.Key(use.Name) == rules.Key(c.column) {
				lifted = use.Rating
				continue
			}
			special = append(special, use.String())
		}
		if c.column != "" {
			row = append(row, lifted)
		}
		t.Rows = append(t.Rows, append(row, strings.Join(special, ", ")))
	}
	return t
}

// notes adds what only some models have, equipment that is not named with it
// or among the upgrades, upgrades, and the player's remarks.
func (c *converter) notes(b *Block, u *gf.Unit) {
	for _, some := range u.Some {
		text := strings.Join(c.had(u, some.Rules), ", ")
		if some.From != "" && some.From != strings.Join(rules.Strings(some.Rules), ", ") {
			text += " (" + oneName(some.From) + ")"
		}
		b.note(finding.Count(some.Count, "model"), text)
	}
	var equipment, upgrades, free, profiles []string
	for _, w := range u.Weapons {
		if w.OneOf != "" && !slices.Contains(profiles, w.OneOf) {
			profiles = append(profiles, w.OneOf)
		}
	}
	b.note("Pick one profile to attack with", profiles...)
	for _, item := range u.Items {
		if slices.ContainsFunc(u.Some, func(s gf.ModelRules) bool { return s.From == item.Name }) ||
			slices.ContainsFunc(u.Chosen, func(c gf.Chosen) bool { return c.Option.Name == item.Name }) {
			continue
		}
		text := times(item.Count, oneName(item.Name))
		if len(item.Rules) > 0 {
			text += " (" + strings.Join(c.had(u, item.Rules), ", ") + ")"
		}
		equipment = append(equipment, text)
	}
	for _, chosen := range sum(u.Chosen) {
		text := times(chosen.Count, oneName(chosen.Option.Name))
		free = append(free, text)
		if cost := chosen.Cost(); cost != 0 {
			text += fmt.Sprintf(" %+d", cost)
		}
		upgrades = append(upgrades, text)
	}
	b.note("Equipment", equipment...)
	b.note("Upgrades", upgrades...)
	if len(upgrades) > 0 {
		b.Notes[len(b.Notes)-1].Free = strings.Join(free, ", ")
	}
	if u.Entry != nil && u.Entry.Notes != "" {
		b.Notes = append(b.Notes, Note{Label: "Note", Text: u.Entry.Notes, Own: true})
	}
}

// sum counts an upgrade that both halves of a combined pair took once, with
// what both paid.
func sum(chosen []gf.Chosen) []gf.Chosen {
	var all []gf.Chosen
	for _, one := range chosen {
		i := slices.IndexFunc(all, func(c gf.Chosen) bool { return c.Option == one.Option && c.Each == one.Each })
		if i >= 0 {
			all[i].Count += one.Count
			continue
		}
		all = append(all, one)
	}
	return all
}

// reference explains every special rule that occurs in the army, and those
// that their explanations speak of in turn; then the casters' spells.
func (c *converter) reference() (sections []Section, core []Entry) {
	t := c.terms()
	var spells []Section
	for i, book := range c.army.Books {
		for _, u := range c.army.Units {
			if u.Book == book {
				t.unit(u)
			}
		}
		if section := c.spells(i); len(section.Entries) > 0 {
			spells = append(spells, section)
			for _, e := range section.Entries {
				t.mention(source{book.ID, book.Name, book.RuleSet(t.game)}, e.Text)
			}
		}
	}
	if entries := t.sorted(); len(entries) > 0 {
		sections = append(sections, Section{Title: "Rules in this list", Entries: entries})
	}
	slices.SortFunc(t.core, func(a, b Entry) int { return cmp.Compare(a.Name, b.Name) })
	return append(sections, spells...), t.core
}

// spells lists the spells of the army's i-th book if a unit of it can cast.
func (c *converter) spells(i int) Section {
	book := c.army.Books[i]
	if !slices.ContainsFunc(c.army.Units, func(u *gf.Unit) bool { return u.Book == book && u.Tokens > 0 }) {
		return Section{}
	}
	section := Section{Title: "Spells", Spells: true}
	if len(c.army.Books) > 1 {
		section.Title += " · " + book.Name
	}
	for _, spell := range book.Spells {
		name := spell.Name
		if spell.Value > 0 {
			name += " (" + itoa(spell.Value) + ")"
		}
		section.Entries = append(section.Entries, Entry{name, c.army.Scale().Text(spell.Effect)})
	}
	return section
}

// terms collects the rules that a sheet explains.
type terms struct {
	game    *rules.System
	scale   gf.Scale
	seen    map[string]bool // by book, for a name, and over all, for an entry
	several bool            // the army has several books, which may differ
	own     bool            // what explanations speak of is left out
	core    []Entry         // those of the game itself
	all     []term
}

type term struct {
	Entry
	key, book string
}

func (c *converter) terms() *terms {
	return &terms{game: c.army.Game, scale: c.army.Scale(), seen: map[string]bool{}, several: len(c.army.Books) > 1}
}

// unit adds the rules of a unit, its weapons and its equipment.
func (t *terms) unit(u *gf.Unit) {
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

// source is the book whose words explain a rule.
type source struct {
	id, book string
	rules    *rules.Set
}

// use adds rules that a unit, a weapon or an item of the book has.
func (t *terms) use(from source, uses []rules.Use) {
	for _, use := range uses {
		if gets := given(from.rules, use); len(gets) > 0 {
			t.use(from, gets)
			continue
		}
		t.add(from, use.Name, from.rules.Find(use.Name))
	}
}

func (t *terms) add(from source, name string, rule *rules.Rule) {
	asked := from.id + "\x00" + rules.Key(name)
	if t.seen[asked] {
		return
	}
	t.seen[asked] = true
	e := Entry{Name: name}
	if rule != nil {
		e = Entry{Name: rule.Name, Text: t.scale.Summary(rule)}
		if rule.Rated {
			e.Name += "(X)"
		}
	}
	same := "\x00" + rules.Key(e.Name) + "\x00" + e.Text
	if t.seen[same] {
		return
	}
	t.seen[same] = true
	t.all = append(t.all, term{e, rules.Key(e.Name), from.book})
	if rule != nil && rule.Origin == rules.OriginGame {
		t.core = append(t.core, e)
	}
	if !t.own {
		t.mention(from, e.Text)
	}
}

// mention adds the rules that an explanation speaks of by name. Names begin and
// end with capitals ("Hold the Line"); a word that has one only because a
// sentence begins with it counts if a rating follows. Rules with a rating are never spoken of without one, or
// a figure of the profile would be taken for the rule of its name.
func (t *terms) mention(from source, text string) {
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

// sorted returns the entries by name, each once; where books explain a name
// differently, the entries say which book they are for.
func (t *terms) sorted() []Entry {
	slices.SortStableFunc(t.all, func(a, b term) int { return cmp.Compare(a.key, b.key) })
	entries := make([]Entry, len(t.all))
	for i, one := range t.all {
		entries[i] = one.Entry
		twin := func(j int) bool { return j >= 0 && j < len(t.all) && t.all[j].key == one.key }
		if t.several && (twin(i-1) || twin(i+1)) {
			entries[i].Name += " · " + one.book
		}
	}
	return entries
}
