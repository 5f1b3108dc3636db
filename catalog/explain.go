package catalog

import (
	"cmp"
	"slices"
	"strings"

	"muster/report"
	"muster/rules"
	"muster/rules/reader"
	"muster/schema"
)

// An Explanation is the text of a rule, spell or option in a book or game, with its
// effects in a fight.
type Explanation struct {
	Name         string   `json:"name"`
	Kind         NameKind `json:"kind"`
	Text         string   `json:"text"`     // the book's text
	FightEffects []string `json:"in_fight"` // effects in a fight in plain words, a line for each
	// sentences of Text that muster could not read as effects
	UnreadSentences []string     `json:"unread"`
	Origin          rules.Origin `json:"origin"` // the source of the effects; "" if there are none
	Rules           []rules.Use  `json:"rules"`  // the rules that an option gives

	isOutsideFights bool // the game says that the rule has no part in a fight
}

// A NameKind is the kind of thing that Explanation.Name names.
type NameKind string

// The kinds of things that can be explained.
const (
	NamesRule         NameKind = "rule"
	NamesSpell        NameKind = "spell"
	NamesOption       NameKind = "option"
	NamesArmouryEntry NameKind = "entry" // an entry of an armoury
)

// Doc returns the explanation as a report; by names the book or game that it comes from. said
// returns the text of a rule that an option gives, or "".
func (e *Explanation) Doc(by string, said func(rules.Use) string) *report.Doc {
	doc, lines := &report.Doc{Title: e.Name, Facts: []string{string(e.Kind)}}, report.Terms{Indent: 2, LabelWidth: 10}
	if by != "" {
		doc.Facts = append(doc.Facts, by)
	}
	if e.Kind == NamesOption {
		lines.Add("under", e.Text)
		if len(e.Rules) == 0 {
			lines.Add("rules", "none")
		}
		for _, use := range e.Rules {
			lines.Terms = append(lines.Terms, report.Term{
				Label: use.String(), Text: cmp.Or(said(use), "nobody explains it"), RuleName: use.String(),
			})
		}
		doc.Add(lines)
		return doc
	}
	if e.Text != "" {
		lines.Add("text", e.Text)
	}
	for i, text := range e.FightEffects {
		label := "in fights"
		if i > 0 {
			label = ""
		}
		lines.Add(label, text)
	}
	if e.isOutsideFights {
		lines.Add("in fights", "no part")
	}
	for _, sentence := range e.UnreadSentences {
		lines.Add("unread", sentence)
	}
	lines.Add("from", e.Origin.Explain())
	doc.Add(lines)
	return doc
}

// TextOrEffects returns the text or, without a text, the effects in a fight.
func (e *Explanation) TextOrEffects() string {
	return cmp.Or(e.Text, strings.Join(e.FightEffects, "; "))
}

// explainRule returns the explanation of a rule in a game. A game's own rule without effects has no
// part in a fight, unless the game has no effects at all.
func explainRule(game *rules.System, r *rules.Rule, kind NameKind) Explanation {
	e := Explanation{
		Name: r.Name, Kind: kind, Text: r.Summary, Origin: r.Origin, FightEffects: game.Explain(r.Effects, r.Summary),
		UnreadSentences: r.UnreadSentences, isOutsideFights: game.HasArmyBooks() && r.Origin == rules.OriginGame &&
			len(r.Effects) == 0,
	}
	if r.HasRating {
		e.Name += "(X)"
	}
	return e
}

// ExplainRule returns a game's own explanation of a rule; nil if it has no such rule.
func ExplainRule(game *rules.System, name string) []Explanation {
	if r := game.Set().Find(rules.ParseUse(name).Name); r != nil {
		return []Explanation{explainRule(game, r, NamesRule)}
	}
	return nil
}

// Explain returns the explanations of the rule, the spell and the options of the book with a name
// or id. An option of several units is explained once. Case and a rating in brackets are ignored.
func (b *Book) Explain(name string) []Explanation {
	name = strings.TrimSpace(name)
	key := rules.NameKey(rules.ParseUse(name).Name)
	var all []Explanation
	r, spell := b.ruleSet.Find(key), slices.IndexFunc(b.Spells, func(s Spell) bool { return rules.NameKey(s.Name) == key })
	kind := NamesRule
	if spell >= 0 && (r == nil || r.Summary == b.Spells[spell].Text) {
		kind = NamesSpell
	}
	if r != nil {
		all = append(all, explainRule(b.game, r, kind))
	}
	if spell >= 0 && kind == NamesRule { // a rule has the spell's name, and so the place in the set
		all = append(all, b.explainSpell(&b.Spells[spell]))
	}
	seen := map[string]bool{}
	for _, c := range b.Choices() {
		if c.Option.ID != name && MatchKey(c.Option.Name) != MatchKey(name) {
			continue
		}
		e := Explanation{Name: c.Option.Name, Kind: NamesOption, Text: c.Section.Label, Rules: c.Option.allRules()}
		id := e.Name + e.Text + strings.Join(rules.UseTexts(e.Rules), ",")
		if !seen[id] {
			seen[id] = true
			all = append(all, e)
		}
	}
	return all
}

// explainSpell returns the explanation of a spell. It renames a copy of the spell so that the
// effects of a rule with the same name are not used.
func (b *Book) explainSpell(s *Spell) Explanation {
	const name = "the spell alone"
	alone := rules.Rule{Name: name, Summary: s.Text}
	if !s.ReadFromText {
		alone.Effects = s.Effects
	}
	e := explainRule(b.game, rules.Compile([]rules.Rule{alone}, b.ruleSet, reader.NewCompiler(0)).Find(name), NamesSpell)
	e.Name = s.Name
	return e
}

func (o *Option) allRules() []rules.Use {
	var all []rules.Use
	for _, uses := range o.RuleLists() {
		for _, use := range uses {
			if !slices.Contains(all, use) {
				all = append(all, use)
			}
		}
	}
	return all
}

// HasRuleOrSpell reports whether the book itself has a rule or a spell with the name.
func (b *Book) HasRuleOrSpell(name string) bool {
	return slices.ContainsFunc(b.describedNames(), func(other string) bool { return ruleKey(other) == ruleKey(name) })
}

// Names returns the names of rules, spells and options, which Explain finds.
func (b *Book) Names() []string {
	names := b.ruleSet.Names()
	for _, c := range b.Choices() {
		names = append(names, c.Option.Name)
	}
	return names
}

// SimilarName returns a suggestion for a misspelled name; "" if none is similar.
func (b *Book) SimilarName(name string) string { return schema.DidYouMean(name, b.Names()) }
