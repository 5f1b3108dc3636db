package catalog

import (
	"slices"
	"strings"

	"muster/rules"
	"muster/schema"
)

// An Explanation is what a book or a game says under a name, and what muster
// makes of it in a fight.
type Explanation struct {
	Name    string       `json:"name"`
	Kind    Naming       `json:"kind"`
	Text    string       `json:"text"`     // as it stands in the book
	InFight []string     `json:"in_fight"` // in plain words, a line for each effect
	Unread  []string     `json:"unread"`   // sentences that muster could not read
	Origin  rules.Origin `json:"origin"`   // where the effects come from; "" if nobody knows any
	Rules   []rules.Use  `json:"rules"`    // what an option gives
}

// Naming is what a name is of.
type Naming string

// What can be explained.
const (
	NamesRule   Naming = "rule"
	NamesSpell  Naming = "spell"
	NamesOption Naming = "option"
)

// explainRule explains a rule as a set has it.
func explainRule(r *rules.Rule, kind Naming) Explanation {
	e := Explanation{Name: r.Name, Kind: kind, Text: r.Summary, Origin: r.Origin, InFight: rules.Explain(r.Effects), Unread: r.Unread}
	if r.Rated {
		e.Name += "(X)"
	}
	return e
}

// ExplainRule returns what a game itself says of a rule; nil if nothing.
func ExplainRule(game *rules.System, name string) []Explanation {
	if r := game.Set().Find(rules.ParseUse(name).Name); r != nil {
		return []Explanation{explainRule(r, NamesRule)}
	}
	return nil
}

// Explain returns what the book says under a name: of a rule, of a spell, and of
// every option that is called so or has that id, each option once however many
// units can choose it. Case does not matter, nor a rating in brackets.
func (b *Book) Explain(name string) []Explanation {
	name = strings.TrimSpace(name)
	key := rules.Key(rules.ParseUse(name).Name)
	var all []Explanation
	kind := NamesRule
	if slices.ContainsFunc(b.Spells, func(s Spell) bool { return rules.Key(s.Name) == key }) {
		kind = NamesSpell
	}
	if r := b.set.Find(key); r != nil {
		all = append(all, explainRule(r, kind))
	}
	seen := map[string]bool{}
	for _, c := range b.Choices() {
		if c.Option.ID != name && MatchKey(c.Option.Name) != MatchKey(name) {
			continue
		}
		e := Explanation{Name: c.Option.Name, Kind: NamesOption, Text: c.Section.Label, Rules: c.Option.allRules()}
		id := e.Name + e.Text + strings.Join(rules.Strings(e.Rules), ",")
		if !seen[id] {
			seen[id] = true
			all = append(all, e)
		}
	}
	return all
}

// allRules are the rules that an option brings, on models, items and weapons.
func (o *Option) allRules() []rules.Use {
	var all []rules.Use
	for _, uses := range o.All() {
		for _, use := range uses {
			if !slices.Contains(all, use) {
				all = append(all, use)
			}
		}
	}
	return all
}

// Describes reports whether the book has a rule, or a spell, of that name itself.
func (b *Book) Describes(name string) bool {
	return slices.ContainsFunc(b.described(), func(other string) bool { return keyOf(other) == keyOf(name) })
}

// Names lists what Explain can explain: rules, spells and options.
func (b *Book) Names() []string {
	names := b.set.Names()
	for _, c := range b.Choices() {
		names = append(names, c.Option.Name)
	}
	return names
}

// Similar suggests a name near one that the book does not have; "" if none is.
func (b *Book) Similar(name string) string { return schema.DidYouMean(name, b.Names()) }
