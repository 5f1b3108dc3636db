// Package catalog holds army books: how they are found and read, and the books that
// ship with muster.
package catalog

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"

	"muster/catalog/fad"
	"muster/convert"
	"muster/rules"
)

// A Book is an army book: units with their costs and upgrades. A loaded book is
// shared; callers must not change it.
//
//schema:file book/1
type Book struct {
	ID          string `yaml:"id" schema:"required,id"`            // the book's id, such as steel-wardens
	System      string `yaml:"system" schema:"required,like gf-3"` // the game: gf-3, gf-2.16, gf-2.7, aof or one of your own
	Name        string `yaml:"name" schema:"required,name"`        // the army's name
	Version     string `yaml:"version,omitempty"`                  // the book's own version
	Description string `yaml:"description,omitempty"`              // a description of the army
	// other systems whose lists may use the book
	AlsoForSystems []string `yaml:"also-for,omitempty" schema:"each id"`
	// Origin is where an imported book came from. Nil for a book written by hand.
	Origin *Origin      `yaml:"origin,omitempty" layout:"block"`
	Rules  []rules.Rule `yaml:"rules,omitempty" layout:"block"`                  // the army's own special rules
	Spells []Spell      `yaml:"spells,omitempty" layout:"block"`                 // the spells of its casters
	Units  []Unit       `yaml:"units" layout:"paragraphs" schema:"required,1.."` // the army's units
	// Packages are packages of upgrades; units name them by id.
	Packages []Package `yaml:"upgrades,omitempty" layout:"paragraphs"`

	// Designs are the units of a book of Fast and Dirty; such a book has no Units and no Packages.
	// Nil for other games.
	Designs *fad.Book `yaml:"-"`

	// File is the file from which the book was read.
	File string `yaml:"-"`

	game          *rules.System // the game that the book is for
	ruleSet       *rules.Set    // the game's rules with the book's own rules added or in their place
	ruleSetsMu    sync.Mutex
	otherRuleSets map[*rules.System]*rules.Set // like ruleSet, with the rules of other systems
	unitsByID     map[string]*Unit
	packagesByID  map[string]*Package

	digestOnce sync.Once
	digest     string
}

// Origin is the source of an imported book.
type Origin struct {
	Tool          string `yaml:"tool,omitempty"`                // the tool that the book was imported from
	ID            string `yaml:"id,omitempty"`                  // the book's id in that tool
	Version       string `yaml:"version,omitempty"`             // the book's version in that tool
	ModifiedTime  string `yaml:"modified,omitempty"`            // the time of the book's last change in that tool
	ReaderVersion int    `yaml:"reader,omitempty" schema:"1.."` // the version of the reader that read the texts of its rules
	// Digest is a fingerprint of the imported file; it shows whether the file was edited
	// since.
	Digest string `yaml:"digest,omitempty"`
}

// A Spell is a spell of the army's casters.
type Spell struct {
	Name string `yaml:"name" schema:"required,name"` // the spell's name
	// CastingValue is the number of spell tokens that it costs; in 2.x the number to roll.
	CastingValue int            `yaml:"value" schema:"0..30"`
	Text         string         `yaml:"effect,omitempty"`  // the spell's text
	Effects      []rules.Effect `yaml:"effects,omitempty"` // the spell's effects in a fight, in effect words
	// ReadFromText means that the effects were read from the text, not written by hand.
	ReadFromText bool   `yaml:"read,omitempty" schema:"true"`
	Source       string `yaml:"source,omitempty"` // its id in the tool that it was imported from
}

// A Unit is a unit of the book, before upgrades.
type Unit struct {
	ID   string `yaml:"id" schema:"required,id"`     // unique in the book
	Name string `yaml:"name" schema:"required,name"` // as printed, unique in the book
	// GenericName is the kind of unit, in the game's common words.
	GenericName string `yaml:"generic,omitempty"`
	Size        int    `yaml:"size" schema:"required,1..100"` // models in the unit
	// Quality is the number to roll for attacks and morale.
	Quality int              `yaml:"quality" schema:"required,2..6"`
	Defense int              `yaml:"defense" schema:"required,2..6"` // the number to roll to block
	Cost    Cost             `yaml:"cost" schema:"required"`         // points of the unit without upgrades, or auto for an estimate
	Base    string           `yaml:"base,omitempty"`                 // the size of the models' bases
	Gear    `yaml:",inline"` // rules of every model, equipment of the whole unit
	// ids of the packages from which it can choose
	UpgradePackages []string `yaml:"upgrades,omitempty" schema:"each id"`
	// ExcludedSections are ids of sections in these packages that the unit cannot use.
	ExcludedSections []string `yaml:"without,omitempty" schema:"each id"`
	// Flags are Army Forge's marks on the unit.
	Flags []UnitFlag `yaml:"flags,omitempty" schema:"unique"`
	// Source is its id in the tool that it was imported from.
	Source string `yaml:"source,omitempty"`

	sections    []*Section
	optionsByID map[string]Choice
	indexOnce   sync.Once
}

// UnitFlag is a mark that Army Forge puts on a unit.
type UnitFlag string

// The flags.
const (
	FlagNarrative UnitFlag = "narrative"  // made for narrative games, not for balanced ones
	FlagOverTuned UnitFlag = "over-tuned" // its points are known to be too low or too high
	FlagInvalid   UnitFlag = "invalid"    // it breaks the rules for making units
)

// Cost is the points of a unit, or auto for an estimate fitted to the points of
// published books.
//
//schema:form {"type": ["integer", "string"], "minimum": 0, "maximum": 100000, "pattern": "^auto$"}
type Cost struct {
	Points     int  // points of the unit; for an estimate too, once the book has been read
	IsEstimate bool // the file says auto
}

// UnmarshalText reads a number or "auto".
func (c *Cost) UnmarshalText(text []byte) (err error) {
	if *c = (Cost{IsEstimate: string(text) == "auto"}); !c.IsEstimate {
		c.Points, err = strconv.Atoi(string(text))
	}
	return err
}

// MarshalYAML returns the points, or "auto".
func (c Cost) MarshalYAML() (any, error) {
	if c.IsEstimate {
		return "auto", nil
	}
	return c.Points, nil
}

// String returns the points, marked if they are an estimate.
func (c Cost) String() string {
	if c.IsEstimate {
		return fmt.Sprintf("%d (estimate)", c.Points)
	}
	return strconv.Itoa(c.Points)
}

// Gear is the rules, weapons and equipment that a unit has or an option gives.
type Gear struct {
	Rules   RuleUses `yaml:"rules,omitempty"`   // rules of every model
	Weapons []Weapon `yaml:"weapons,omitempty"` // weapons of the whole unit
	Items   []Item   `yaml:"items,omitempty"`   // equipment that holds rules and weapons, of the whole unit
}

// RuleLists yields every list of rules in the gear: of models, weapons, profiles, items and items'
// weapons.
func (g *Gear) RuleLists() iter.Seq2[RulesPath, RuleUses] {
	return func(yield func(RulesPath, RuleUses) bool) {
		armed := func(weapons []Weapon, path []any) bool {
			for i := range weapons {
				at := append(slices.Clip(path), "weapons", i)
				if !yield(RulesPath{append(slices.Clip(at), "rules"), true}, weapons[i].Rules) {
					return false
				}
				for j := range weapons[i].Profiles {
					if !yield(RulesPath{append(slices.Clip(at), "profiles", j, "rules"), true}, weapons[i].Profiles[j].Rules) {
						return false
					}
				}
			}
			return true
		}
		if !yield(RulesPath{[]any{"rules"}, false}, g.Rules) || !armed(g.Weapons, nil) {
			return
		}
		for i := range g.Items {
			if !yield(RulesPath{[]any{"items", i, "rules"}, false}, g.Items[i].Rules) ||
				!armed(g.Items[i].Weapons, []any{"items", i}) {
				return
			}
		}
	}
}

// RulesPath is the position of a list of rules in a Gear.
type RulesPath struct {
	Path     []any // the keys and indices from the gear to the list
	OnWeapon bool  // the rules are a weapon's or a profile's
}

// RuleUses is a list of rules as a file writes it: [Fearless, Tough(3)].
type RuleUses []rules.Use

// UnmarshalYAML reads a list of texts.
func (u *RuleUses) UnmarshalYAML(unmarshal func(any) error) error {
	var texts []string
	if err := unmarshal(&texts); err != nil {
		return err
	}
	*u = rules.ParseUses(texts)
	return nil
}

// MarshalYAML writes a list of texts.
func (u RuleUses) MarshalYAML() (any, error) { return rules.UseTexts(u), nil }

// A Weapon is a weapon with one profile, or with several to pick from at each attack.
//
//schema:form {"if": {"required": ["profiles"]}, "else": {"required": ["attacks"]}}
//schema:form {"then": {"properties": {"range": {"maximum": 0}, "attacks": {"maximum": 0}, "rules": {"maxItems": 0}}}}
type Weapon struct {
	Name  string `yaml:"name" schema:"required,name"`        // as printed
	Count int    `yaml:"count" default:"1" schema:"0..1000"` // the number of such weapons, 1 if not stated
	// range in inches; without it, the weapon is for melee
	Range   int      `yaml:"range,omitempty" schema:"0..1000"`
	Attacks int      `yaml:"attacks" schema:"0..1000"` // number of dice that it rolls
	Rules   RuleUses `yaml:"rules,omitempty"`          // the weapon's rules
	// Profiles are alternative ways to attack, in place of range, attacks and rules.
	Profiles []Profile `yaml:"profiles,omitempty" schema:"2..20"`
	Source   string    `yaml:"source,omitempty"` // its id in the tool that it was imported from

	matchKey string // MatchKey of the name
}

// A Profile is one of several ways in which a weapon attacks.
type Profile struct {
	Name string `yaml:"name" schema:"required,name"` // the profile's name after the weapon's, such as HE
	// range in inches; without it, the profile is for melee
	Range   int      `yaml:"range,omitempty" schema:"0..1000"`
	Attacks int      `yaml:"attacks" schema:"required,0..1000"` // number of dice that it rolls
	Rules   RuleUses `yaml:"rules,omitempty"`                   // the profile's rules
}

// AttackModes returns the weapon's ways to attack: the weapon itself, or one weapon for each
// profile, named after both.
func (w *Weapon) AttackModes() []Weapon {
	if len(w.Profiles) == 0 {
		return []Weapon{*w}
	}
	modes := make([]Weapon, len(w.Profiles))
	for i, p := range w.Profiles {
		modes[i] = Weapon{
			Name: w.Name + " " + p.Name, Count: w.Count, Range: p.Range, Attacks: p.Attacks, Rules: p.Rules,
		}
	}
	return modes
}

// UnmarshalYAML decodes a weapon; its count is 1 by default.
func (w *Weapon) UnmarshalYAML(unmarshal func(any) error) error {
	type plain Weapon
	p := plain{Count: 1}
	if err := unmarshal(&p); err != nil {
		return err
	}
	*w = Weapon(p)
	w.matchKey = MatchKey(w.Name)
	return nil
}

// MarshalYAML omits range, attacks and rules of a weapon with several profiles.
func (w Weapon) MarshalYAML() (any, error) {
	if len(w.Profiles) > 0 {
		return struct {
			Name     string    `yaml:"name"`
			Count    int       `yaml:"count" default:"1"`
			Profiles []Profile `yaml:"profiles"`
		}{w.Name, w.Count, w.Profiles}, nil
	}
	type plain Weapon
	return plain(w), nil
}

// NameKey returns the weapon's name in the form for comparing names.
func (w *Weapon) NameKey() string {
	if w.matchKey == "" { // not read from a book
		return MatchKey(w.Name)
	}
	return w.matchKey
}

// An Item is equipment that holds rules and weapons under a name.
type Item struct {
	Name    string   `yaml:"name" schema:"required,name"`        // as printed
	Count   int      `yaml:"count" default:"1" schema:"0..1000"` // the number of such items, 1 if not stated
	Rules   RuleUses `yaml:"rules,omitempty"`                    // the rules that it gives
	Weapons []Weapon `yaml:"weapons,omitempty"`                  // the weapons in each such item
	Base    string   `yaml:"base,omitempty"`                     // the size of the model's base with it, such as 32 mm
	Source  string   `yaml:"source,omitempty"`                   // its id in the tool that it was imported from

	matchKey string // MatchKey of the name
}

// UnmarshalYAML decodes an item; its count is 1 by default.
func (i *Item) UnmarshalYAML(unmarshal func(any) error) error {
	type plain Item
	p := plain{Count: 1}
	if err := unmarshal(&p); err != nil {
		return err
	}
	*i = Item(p)
	i.matchKey = MatchKey(i.Name)
	return nil
}

// NameKey returns the item's name in the form for comparing names.
func (i *Item) NameKey() string {
	if i.matchKey == "" { // not read from a book
		return MatchKey(i.Name)
	}
	return i.matchKey
}

// A Package is a set of upgrade sections that units share.
type Package struct {
	ID       string    `yaml:"id" schema:"required,id"` // unique in the book
	Name     string    `yaml:"name,omitempty"`          // the package's subject
	Source   string    `yaml:"source,omitempty"`        // its id in the tool that it was imported from
	Sections []Section `yaml:"sections" layout:"block" schema:"required"`
}

// A Section is a heading with options under it: "Replace one Rifle".
type Section struct {
	Label          string      `yaml:"label" schema:"required,1.."` // the section as printed: Replace one Rifle
	ID             string      `yaml:"id,omitempty" schema:"id"`    // the id by which a unit's without can exclude it
	Kind           SectionKind `yaml:"kind" schema:"required"`      // replace, upgrade, attachment or rule
	ModelQuantity  Quantity    `yaml:"affects,omitempty"`           // the number of models affected: a number, all, any, or up to N
	OptionQuantity Quantity    `yaml:"select,omitempty"`            // the number of options to choose: a number, any, or up to N
	// TargetGear are the names of the equipment that is replaced or upgraded; 2x before a name
	// stands for two.
	TargetGear []Target `yaml:"targets,omitempty"`
	Source     string   `yaml:"source,omitempty"` // its id in the tool that it was imported from
	Options    []Option `yaml:"options" layout:"lines" schema:"required"`
}

// SectionKind is the effect of choosing from a section.
type SectionKind string

// The kinds of sections.
const (
	Replace     SectionKind = "replace"    // the option replaces equipment
	Upgrade     SectionKind = "upgrade"    // the option is added
	Attachment  SectionKind = "attachment" // the option is added to a piece of equipment
	ReplaceRule SectionKind = "rule"       // the option replaces a rule or item (2.x books)
)

// A Quantity is a number of models that a section affects, or of options to choose. The zero
// Quantity means that the book states no number.
//
//schema:form {"type": ["integer", "string"], "minimum": 1, "maximum": 100, "pattern": "^(all|any|up to [1-9][0-9]?)$"}
type Quantity struct {
	Kind  QuantityKind
	Count int // the number for ExactQuantity and UpToQuantity
}

// QuantityKind is the way in which a Quantity counts.
type QuantityKind uint8

// The kinds of quantities.
const (
	UnstatedQuantity QuantityKind = iota // the book states no number
	ExactQuantity                        // exactly Quantity.Count
	UpToQuantity                         // at most Quantity.Count
	AnyQuantity                          // any number
	AllQuantity                          // all that there are
)

// UnmarshalText reads "1", "any", "all" or "up to 2".
func (q *Quantity) UnmarshalText(text []byte) error {
	s := string(text)
	switch {
	case s == "any":
		*q = Quantity{Kind: AnyQuantity}
		return nil
	case s == "all":
		*q = Quantity{Kind: AllQuantity}
		return nil
	}
	word := ExactQuantity
	if rest, ok := strings.CutPrefix(s, "up to "); ok {
		word, s = UpToQuantity, rest
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return fmt.Errorf("%q is no quantity; it is a number, any, all, or up to N", text)
	}
	*q = Quantity{Kind: word, Count: n}
	return nil
}

// MarshalYAML returns a number for ExactQuantity, else String.
func (q Quantity) MarshalYAML() (any, error) {
	if q.Kind == ExactQuantity {
		return q.Count, nil
	}
	return q.String(), nil
}

// String returns the quantity in the form that files use; "" if the book states none.
func (q Quantity) String() string {
	switch q.Kind {
	case ExactQuantity:
		return strconv.Itoa(q.Count)
	case UpToQuantity:
		return "up to " + strconv.Itoa(q.Count)
	case AnyQuantity:
		return "any"
	case AllQuantity:
		return "all"
	}
	return ""
}

// A Target names equipment that a section replaces or builds on.
//
//schema:form {"type": "string"}
type Target struct {
	Name  string
	Count int // pieces that one choice replaces or upgrades, at least 1

	matchKey string // MatchKey of the name
}

// UnmarshalText reads "Rifle" or "2x Heavy Fist".
func (t *Target) UnmarshalText(text []byte) error {
	s := strings.TrimSpace(string(text))
	t.Name, t.Count = s, 1
	if number, name, ok := strings.Cut(s, "x "); ok {
		if n, err := strconv.Atoi(number); err == nil && n > 0 {
			t.Name, t.Count = strings.TrimSpace(name), n
		}
	}
	t.matchKey = MatchKey(t.Name)
	return nil
}

// MarshalText returns String.
func (t Target) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// NameKey returns the target's name in the form for comparing names.
func (t Target) NameKey() string { return t.matchKey }

// String returns the target in the form that files use: "2x Heavy Fist".
func (t Target) String() string {
	if t.Count > 1 {
		return strconv.Itoa(t.Count) + "x " + t.Name
	}
	return t.Name
}

// An Option is an upgrade that a unit can choose.
type Option struct {
	ID         string         `yaml:"id" schema:"required,id"`       // unique in every unit that has the option
	Name       string         `yaml:"name" schema:"required,name"`   // as printed
	Cost       int            `yaml:"cost" schema:"-100000..100000"` // points for every unit not named in costs
	CostByUnit map[string]int `yaml:"costs,omitempty"`               // points by unit id; may be 0 or negative
	Gear       `yaml:",inline"`
	Source     string `yaml:"source,omitempty"` // its id in the tool that it was imported from
}

// CostFor returns the option's points for the unit with the given id.
func (o *Option) CostFor(unit string) int {
	if cost, ok := o.CostByUnit[unit]; ok {
		return cost
	}
	return o.Cost
}

// A Choice is an option together with the section that offers it.
type Choice struct {
	Section *Section
	Option  *Option
}

// Choices yields every option of the book with its section, and the indices of the package, the
// section and the option.
func (b *Book) Choices() iter.Seq2[[3]int, Choice] {
	return func(yield func([3]int, Choice) bool) {
		for i := range b.Packages {
			for j := range b.Packages[i].Sections {
				s := &b.Packages[i].Sections[j]
				for k := range s.Options {
					if !yield([3]int{i, j, k}, Choice{s, &s.Options[k]}) {
						return
					}
				}
			}
		}
	}
}

// Unit returns the unit with the id, or nil.
func (b *Book) Unit(id string) *Unit { return b.unitsByID[id] }

// UnitNamed returns the unit with the id word, else the first unit with the name word (ignoring
// case), else nil.
func (b *Book) UnitNamed(word string) *Unit {
	u := b.unitsByID[word]
	for i := 0; u == nil && i < len(b.Units); i++ {
		if strings.EqualFold(b.Units[i].Name, word) {
			u = &b.Units[i]
		}
	}
	return u
}

// SourceID returns the book's id in the tool that it was imported from; "" for other books.
func (b *Book) SourceID() string {
	if b.Origin == nil {
		return ""
	}
	return b.Origin.ID
}

// UnitIDs returns the ids of all units in the book's order.
func (b *Book) UnitIDs() []string {
	if b.Designs != nil {
		return b.Designs.IDs()
	}
	ids := make([]string, len(b.Units))
	for i := range b.Units {
		ids[i] = b.Units[i].ID
	}
	return ids
}

// RuleSet returns the rules of a game system, with the book's own rules added or in their place.
// The system is the book's own, or another system that may use the book.
func (b *Book) RuleSet(game *rules.System) *rules.Set {
	if game == nil || game == b.game {
		return b.ruleSet
	}
	b.ruleSetsMu.Lock()
	defer b.ruleSetsMu.Unlock()
	if b.otherRuleSets[game] == nil {
		if b.otherRuleSets == nil {
			b.otherRuleSets = map[*rules.System]*rules.Set{}
		}
		b.otherRuleSets[game] = b.compileRules(game)
	}
	return b.otherRuleSets[game]
}

// FitsSystem reports whether lists of the system may use the book.
func (b *Book) FitsSystem(system string) bool {
	return b.System == system || slices.Contains(b.AlsoForSystems, system)
}

// Sections returns the sections that a unit can use, in the book's order.
func (b *Book) Sections(u *Unit) []*Section {
	b.indexUnit(u)
	return u.sections
}

// Option finds an option of a unit by the option's id.
func (b *Book) Option(u *Unit, id string) (Choice, bool) {
	b.indexUnit(u)
	c, ok := u.optionsByID[id]
	return c, ok
}

// OptionIDs lists the ids of a unit's options in the book's order.
func (b *Book) OptionIDs(u *Unit) []string {
	return convert.All(b.UnitChoices(u), func(c Choice) string { return c.Option.ID })
}

// UnitChoices lists the options of a unit with their sections, in the book's order.
func (b *Book) UnitChoices(u *Unit) (all []Choice) {
	for _, s := range b.Sections(u) {
		for i := range s.Options {
			all = append(all, Choice{s, &s.Options[i]})
		}
	}
	return all
}

// indexUnit collects the sections and options of a unit at first use: a list uses few
// of a book's units.
func (b *Book) indexUnit(u *Unit) {
	u.indexOnce.Do(func() {
		u.optionsByID = map[string]Choice{}
		for _, id := range u.UpgradePackages {
			p := b.packagesByID[id]
			if p == nil {
				continue // reported when the book was read
			}
			for i := range p.Sections {
				s := &p.Sections[i]
				if s.ID != "" && slices.Contains(u.ExcludedSections, s.ID) {
					continue
				}
				u.sections = append(u.sections, s)
				for j := range s.Options {
					o := &s.Options[j]
					if _, taken := u.optionsByID[o.ID]; !taken {
						u.optionsByID[o.ID] = Choice{s, o}
					}
				}
			}
		}
	})
}

// MatchKey returns a key for comparing names of equipment. It ignores case and is equal
// for singular and plural (Claw/Claws, Torch/Torches, Lens/Lenses, Knife/Knives,
// Battery/Batteries; docs/rules-notes.md, Upgrades).
func MatchKey(name string) string {
	words := strings.Fields(strings.ToLower(name))
	for i, w := range words {
		// Both forms without their endings: "lens" and "lenses" become "len".
		stem := strings.TrimRight(w, "se")
		if stem == "" {
			continue
		}
		if f := strings.TrimRight(stem, "f"); f != stem && f != "" {
			stem = f + "v"
		} else if y, ok := strings.CutSuffix(stem, "y"); ok && y != "" {
			stem = y + "i"
		}
		words[i] = stem
	}
	return strings.Join(words, " ")
}
