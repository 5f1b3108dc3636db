package catalog

import (
	"strings"

	"muster/rules"
	"muster/rules/reader"
)

// compileRules returns a rule set with the book's rules and spells and the game's rules; the book's
// rules hide rules of the game with the same name. It reads effects from texts that have none, and
// again from texts read by an older version of the text reader.
func (b *Book) compileRules(game *rules.System) *rules.Set {
	own := append(make([]rules.Rule, 0, len(b.Rules)+len(b.Spells)), b.Rules...)
	taken := map[string]bool{}
	for i := range b.Rules {
		taken[ruleKey(b.Rules[i].Name)] = true
	}
	for _, s := range b.spellRules() {
		if key := ruleKey(s.Name); !taken[key] && game.Set().Find(s.Name) == nil {
			taken[key] = true
			own = append(own, s)
		}
	}
	if b.Origin != nil && b.Origin.ReaderVersion < reader.ResultVersion {
		for i := range own {
			if own[i].EffectsFromText && own[i].Summary != "" {
				own[i].Effects, own[i].EffectsFromText = nil, false
			}
		}
	}
	set := rules.Compile(own, game.Set(), reader.NewCompiler(len(b.Rules)))
	copy(b.Rules, own) // with cleaned names
	return set
}

// ruleKey returns the key for a rule's name, with or without "(X)".
func ruleKey(name string) string { return rules.NameKey(strings.TrimSuffix(name, "(X)")) }

func (b *Book) spellRules() []rules.Rule {
	all := make([]rules.Rule, len(b.Spells))
	for i, s := range b.Spells {
		all[i] = rules.Rule{
			Name: s.Name, Summary: s.Text, Effects: s.Effects, EffectsFromText: s.ReadFromText,
			SourceID: s.Source,
		}
	}
	return all
}

// ReadRuleTexts reads the effects of rules and spells from their texts before the book is written
// to a file, and stores the effects in the book.
func (b *Book) ReadRuleTexts(game *rules.System) {
	b.ruleSet = b.compileRules(game)
	if b.Origin != nil {
		b.Origin.ReaderVersion = reader.ResultVersion
	}
	keepEffects := func(name, text string, effects *[]rules.Effect, read *bool) {
		if r := b.ruleSet.Find(name); len(*effects) == 0 && r != nil && r.Origin == rules.OriginText && r.Summary == text {
			*effects, *read = r.Effects, true
		}
	}
	for i := range b.Rules {
		keepEffects(b.Rules[i].Name, b.Rules[i].Summary, &b.Rules[i].Effects, &b.Rules[i].EffectsFromText)
	}
	for i := range b.Spells {
		keepEffects(b.Spells[i].Name, b.Spells[i].Text, &b.Spells[i].Effects, &b.Spells[i].ReadFromText)
	}
}

// RuleTextCounts counts a book's rules and spells by how far their effects are known.
type RuleTextCounts struct {
	ModelledCount int          // number of rules and spells with modelled effects
	NonFightCount int          // number of rules and spells that do nothing in a fight
	UnreadTexts   []UnreadText // texts that muster cannot read fully
}

// UnreadText is a rule or spell that muster cannot read.
type UnreadText struct {
	Name     string
	Sentence string // the first sentence that could not be read
}

// CountRuleTexts counts the rules and spells that the book itself describes.
func (b *Book) CountRuleTexts() RuleTextCounts {
	var t RuleTextCounts
	for _, name := range b.describedNames() {
		r := b.ruleSet.Find(name)
		switch {
		case r == nil || r.Origin == rules.OriginGame:
		case len(r.UnreadSentences) > 0:
			for _, sentence := range r.UnreadSentences {
				t.UnreadTexts = append(t.UnreadTexts, UnreadText{name, sentence})
			}
		case b.ruleSet.IsOutsideFights(r):
			t.NonFightCount++
		case r.EffectsKnown():
			t.ModelledCount++
		}
	}
	return t
}

func (b *Book) describedNames() (names []string) {
	for i := range b.Rules {
		names = append(names, b.Rules[i].Name)
	}
	for i := range b.Spells {
		names = append(names, b.Spells[i].Name)
	}
	return names
}
