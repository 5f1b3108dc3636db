package catalog

import (
	"fmt"
	"slices"
	"strings"

	"muster/catalog/fad"
	"muster/convert"
	"muster/rules"
)

// A VersionMap maps the units and options of an old version of a book to a new version. Options are
// matched by Book.RecogniseOption.
type VersionMap struct {
	OldBook, NewBook *Book
	newUnits         map[string]*Unit
	// newOptionIDs maps the id of an old unit to a map from the old ids of its options to new ids.
	newOptionIDs map[string]map[string]string
}

// NewVersionMap returns the map from one version of a book to another.
func NewVersionMap(old, now *Book) *VersionMap {
	s := &VersionMap{OldBook: old, NewBook: now, newUnits: map[string]*Unit{}, newOptionIDs: map[string]map[string]string{}}
	bySource, taken := map[string][]*Unit{}, map[string]bool{}
	for i := range now.Units {
		if u := &now.Units[i]; u.Source != "" {
			bySource[u.Source] = append(bySource[u.Source], u)
		}
	}
	for i := range old.Units { // units with the same source are matched in order
		was := &old.Units[i]
		if found := bySource[was.Source]; len(found) > 0 {
			s.newUnits[was.ID], bySource[was.Source], taken[found[0].ID] = found[0], found[1:], true
		}
	}
	for i := range old.Units {
		id := old.Units[i].ID
		if is := now.Unit(id); is != nil && s.newUnits[id] == nil && !taken[id] {
			s.newUnits[id] = is
		}
	}
	return s
}

// Unit returns the new version of the old book's unit; nil if it was removed.
func (s *VersionMap) Unit(id string) *Unit { return s.newUnits[id] }

// Option returns the new id of an old unit's option; "" if it was removed.
func (s *VersionMap) Option(unit, id string) string { return s.mapOptionIDs(unit)[id] }

// mapOptionIDs returns the new ids of an old unit's options. Each new id is used once; options that
// keep their ids come first.
func (s *VersionMap) mapOptionIDs(unit string) map[string]string {
	if s.newOptionIDs[unit] != nil {
		return s.newOptionIDs[unit]
	}
	ids := map[string]string{}
	s.newOptionIDs[unit] = ids
	old, now := s.OldBook.Unit(unit), s.newUnits[unit]
	if old == nil || now == nil {
		return ids
	}
	was, all := s.OldBook.UnitChoices(old), s.NewBook.UnitChoices(now)
	sources, own, taken := map[string]bool{}, map[string]bool{}, map[*Option]bool{}
	for _, c := range was {
		if c.Option.Source != "" {
			sources[c.Option.Source] = true
		} else {
			own[c.Option.ID] = true
		}
	}
	for n := range matchTestCount { // the surest likeness of any option comes first
		for _, c := range was {
			o := c.Option
			if ids[o.ID] != "" {
				continue
			}
			became, ok := c.matchByTest(n, all, func(c *Option) bool {
				return !taken[c] && (!sources[c.Source] || c.Source == o.Source) && (!own[c.ID] || c.ID == o.ID)
			})
			if ok {
				ids[o.ID], taken[became.Option] = became.Option.ID, true
			}
		}
	}
	return ids
}

// A Diff holds the differences between two versions of a book.
type Diff struct {
	ChangedUnits []UnitDiff `json:"units"`   // units in both, with differences
	AddedIDs     []string   `json:"added"`   // ids of the new units
	RemovedIDs   []string   `json:"removed"` // ids of the removed units
	Rules        []NameDiff `json:"rules"`
	Spells       []NameDiff `json:"spells"`
}

// A UnitDiff holds the differences in a unit's points, profile and options.
type UnitDiff struct {
	ID              string       `json:"id"` // in the newer book
	Name            string       `json:"name"`
	CostBeforeAfter [2]int       `json:"cost"` // points before and after
	Changes         []string     `json:"changes"`
	Options         []OptionDiff `json:"options"`
}

// An OptionDiff holds the differences in an option of a unit.
type OptionDiff struct {
	ID              string   `json:"id"` // in the newer book; for a removed option, in the older book
	Name            string   `json:"name"`
	CostBeforeAfter [2]*int  `json:"cost"` // points before and after; nil in the version without the option
	Changes         []string `json:"changes,omitempty"`
}

// String describes the change of the option: "Great Lance +5 → +10".
func (o OptionDiff) String() string {
	text := o.Name
	switch was, is := o.CostBeforeAfter[0], o.CostBeforeAfter[1]; {
	case was == nil:
		text += " new, " + CostText(*is)
	case is == nil:
		text += " gone, " + CostText(*was)
	case *was == *is:
		text += " " + CostText(*is)
	default:
		text += " " + CostText(*was) + " → " + CostText(*is)
	}
	return strings.Join(append([]string{text}, o.Changes...), "; ")
}

// CostText returns the cost of an option in words: "+5", "free".
func CostText(points int) string {
	if points == 0 {
		return "free"
	}
	return fmt.Sprintf("%+d", points)
}

// A NameDiff is a rule or spell that is "added", "removed" or "changed".
type NameDiff struct {
	Name   string `json:"name"`
	Change string `json:"change"`
}

func (d *Diff) compareDesigns(old, now *fad.Book) {
	d.Rules, d.Spells = []NameDiff{}, []NameDiff{}
	for i := range old.Units {
		was := &old.Units[i]
		switch is := now.Find(was.BaseUnit.ID); {
		case is == nil:
			d.RemovedIDs = append(d.RemovedIDs, was.BaseUnit.ID)
		case !was.IsSame(is):
			d.ChangedUnits = append(d.ChangedUnits, UnitDiff{
				ID: is.BaseUnit.ID, Name: is.BaseUnit.Name, Changes: was.Changes(is), Options: []OptionDiff{},
			})
		}
	}
	for _, id := range now.IDs() {
		if old.Find(id) == nil {
			d.AddedIDs = append(d.AddedIDs, id)
		}
	}
}

// IsEmpty reports whether there are no differences.
func (d *Diff) IsEmpty() bool {
	return len(d.ChangedUnits)+len(d.AddedIDs)+len(d.RemovedIDs)+len(d.Rules)+len(d.Spells) == 0
}

// Compare returns the differences between two versions of a book in points, profiles
// and rules. Names, descriptions and order make no difference.
func Compare(old, now *Book) *Diff {
	s := NewVersionMap(old, now)
	d := &Diff{ChangedUnits: []UnitDiff{}, AddedIDs: []string{}, RemovedIDs: []string{}}
	if old.Designs != nil && now.Designs != nil {
		d.compareDesigns(old.Designs, now.Designs)
		return d
	}
	here := map[*Unit]bool{}
	for i := range old.Units {
		was := &old.Units[i]
		is := s.Unit(was.ID)
		if is == nil {
			d.RemovedIDs = append(d.RemovedIDs, was.ID)
			continue
		}
		here[is] = true
		u := UnitDiff{
			ID: is.ID, Name: is.Name, CostBeforeAfter: [2]int{was.Cost.Points, is.Cost.Points},
			Changes: was.Loadout().Changes(is.Loadout()), Options: s.compareOptions(was, is),
		}
		if u.CostBeforeAfter[0] == u.CostBeforeAfter[1] && len(u.Changes)+len(u.Options) == 0 {
			continue
		}
		if u.Changes == nil {
			u.Changes = []string{}
		}
		if was.Name != is.Name {
			u.Changes = append(u.Changes, "was called "+was.Name)
		}
		d.ChangedUnits = append(d.ChangedUnits, u)
	}
	for i := range now.Units {
		if !here[&now.Units[i]] {
			d.AddedIDs = append(d.AddedIDs, now.Units[i].ID)
		}
	}
	d.Rules = compareTexts(ruleTexts(old), ruleTexts(now))
	d.Spells = compareTexts(spellTexts(old), spellTexts(now))
	return d
}

func (s *VersionMap) compareOptions(was, is *Unit) []OptionDiff {
	all := []OptionDiff{}
	followed := s.mapOptionIDs(was.ID)
	kept := map[string]bool{}
	for _, id := range followed {
		kept[id] = true
	}
	for _, old := range s.OldBook.UnitChoices(was) {
		o, id := old.Option, followed[old.Option.ID]
		cost := o.CostFor(was.ID)
		c, there := s.NewBook.Option(is, id)
		if !there {
			all = append(all, OptionDiff{ID: o.ID, Name: o.Name, CostBeforeAfter: [2]*int{&cost, nil}})
			continue
		}
		now := c.Option.CostFor(is.ID)
		changes := Loadout{Gear: o.Gear}.Changes(Loadout{Gear: c.Option.Gear})
		if text := compareSections(old.Section, c.Section, followed, kept); text != "" {
			changes = append(changes, text)
		}
		if cost != now || len(changes) > 0 {
			all = append(all, OptionDiff{ID: id, Name: c.Option.Name, CostBeforeAfter: [2]*int{&cost, &now}, Changes: changes})
		}
	}
	for _, c := range s.NewBook.UnitChoices(is) {
		if o := c.Option; !kept[o.ID] {
			cost := o.CostFor(is.ID)
			all = append(all, OptionDiff{ID: o.ID, Name: o.Name, CostBeforeAfter: [2]*int{nil, &cost}})
		}
	}
	return all
}

// compareSections describes the change in an option's section: another heading, or other options
// beside it; "" if there is none. It ignores options that only one of the books has. followed maps
// old ids to new ones; kept is the set of these new ids.
func compareSections(before, now *Section, followed map[string]string, kept map[string]bool) string {
	if sectionText(before) != sectionText(now) {
		if before.Label == now.Label {
			return fmt.Sprintf("chosen otherwise under “%s”", now.Label)
		}
		return fmt.Sprintf("under “%s” → “%s”", before.Label, now.Label)
	}
	var beside, still []string
	for i := range before.Options {
		if id := followed[before.Options[i].ID]; id != "" {
			beside = append(beside, id)
		}
	}
	for i := range now.Options {
		if id := now.Options[i].ID; kept[id] {
			still = append(still, id)
		}
	}
	slices.Sort(beside)
	slices.Sort(still)
	if !slices.Equal(beside, still) {
		return fmt.Sprintf("beside other options under “%s”", now.Label)
	}
	return ""
}

// sectionText describes the choice that a section offers, as text to compare: its kind, quantities
// and targets.
func sectionText(s *Section) string {
	targets := convert.All(s.TargetGear, func(t Target) string { return fmt.Sprint(t.Count, " ", t.NameKey()) })
	slices.Sort(targets)
	return fmt.Sprint(s.Kind, "; ", s.ModelQuantity, "; ", s.OptionQuantity, "; ", strings.Join(targets, ", "))
}

type namedText struct{ name, text string }

func ruleTexts(b *Book) (all []namedText) {
	for _, r := range b.Rules {
		all = append(all, namedText{r.Name, fmt.Sprint(r.HasRating, r.Summary, r.Combine) + b.handWrittenEffects(r.Effects, r.EffectsFromText)})
	}
	return all
}

func spellTexts(b *Book) (all []namedText) {
	for _, s := range b.Spells {
		all = append(all, namedText{s.Name, fmt.Sprint(s.CastingValue, s.Text) + b.handWrittenEffects(s.Effects, s.ReadFromText)})
	}
	return all
}

// handWrittenEffects describes effects that were written by hand in a book; "" for effects read
// from a rule's text.
func (b *Book) handWrittenEffects(effects []rules.Effect, read bool) string {
	if read {
		return ""
	}
	return strings.Join(b.game.Explain(effects, ""), "; ")
}

func compareTexts(was, now []namedText) []NameDiff {
	all := []NameDiff{}
	find := func(in []namedText, name string) int {
		return slices.IndexFunc(in, func(n namedText) bool { return rules.SameName(n.name, name) })
	}
	for _, w := range was {
		if i := find(now, w.name); i < 0 {
			all = append(all, NameDiff{w.name, "removed"})
		} else if now[i].text != w.text {
			all = append(all, NameDiff{now[i].name, "changed"})
		}
	}
	for _, n := range now {
		if find(was, n.name) < 0 {
			all = append(all, NameDiff{n.name, "added"})
		}
	}
	return all
}

// NameDiffTexts returns changes of rules or spells in words: "Fearless (added)".
func NameDiffTexts(all []NameDiff) []string {
	return convert.All(all, func(d NameDiff) string { return d.Name + " (" + d.Change + ")" })
}
