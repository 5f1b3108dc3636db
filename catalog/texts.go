package catalog

import (
	"strings"

	"muster/rules"
	"muster/rules/reader"
)

// compile returns the book's rules and spells over the rules of a game. It reads texts
// without effects, and texts that an older reader has read.
func (b *Book) compile(game *rules.System) *rules.Set {
	own := append(make([]rules.Rule, 0, len(b.Rules)+len(b.Spells)), b.Rules...)
	taken := map[string]bool{}
	for i := range b.Rules {
		taken[keyOf(b.Rules[i].Name)] = true
	}
	for _, s := range b.spellRules() {
		if key := keyOf(s.Name); !taken[key] && game.Set().Find(s.Name) == nil {
			taken[key] = true
			own = append(own, s)
		}
	}
	if b.Origin != nil && b.Origin.Reader < reader.Version {
		for i := range own {
			if own[i].Read && own[i].Summary != "" {
				own[i].Effects, own[i].Read = nil, false
			}
		}
	}
	set := rules.Compile(own, game.Set(), reader.NewCompiler(len(b.Rules)))
	copy(b.Rules, own) // with cleaned names
	return set
}

// keyOf returns the key of a rule's name, with or without "(X)".
func keyOf(name string) string { return rules.Key(strings.TrimSuffix(name, "(X)")) }

// spellRules returns the book's spells as rules.
func (b *Book) spellRules() []rules.Rule {
	all := make([]rules.Rule, len(b.Spells))
	for i, s := range b.Spells {
		all[i] = rules.Rule{Name: s.Name, Summary: s.Effect, Effects: s.Effects, Read: s.Read, Source: s.Source}
	}
	return all
}

// ReadTexts reads the texts of a book that is not in a file yet, and stores their
// effects in it.
func (b *Book) ReadTexts(game *rules.System) {
	b.set = b.compile(game)
	if b.Origin != nil {
		b.Origin.Reader = reader.Version
	}
	keep := func(name, text string, effects *[]rules.Effect, read *bool) {
		if r := b.set.Find(name); len(*effects) == 0 && r != nil && r.Origin == rules.OriginText && r.Summary == text {
			*effects, *read = r.Effects, true
		}
	}
	for i := range b.Rules {
		keep(b.Rules[i].Name, b.Rules[i].Summary, &b.Rules[i].Effects, &b.Rules[i].Read)
	}
	for i := range b.Spells {
		keep(b.Spells[i].Name, b.Spells[i].Effect, &b.Spells[i].Effects, &b.Spells[i].Read)
	}
}

// TextCounts are the numbers of a book's rules and spells by their part in fights.
type TextCounts struct {
	Explained int      // rules and spells that are modelled
	Outside   int      // rules and spells without a part in a fight
	Unread    []Unread // texts that muster cannot read fully
}

// Unread is a rule or spell that muster cannot read.
type Unread struct {
	Name     string
	Sentence string // the first sentence that the reader could not read
}

// CountTexts counts the rules and spells that the book itself describes.
func (b *Book) CountTexts() TextCounts {
	var t TextCounts
	for _, name := range b.described() {
		r := b.set.Find(name)
		switch {
		case r == nil || r.Origin == rules.OriginGame:
		case len(r.Unread) > 0:
			for _, sentence := range r.Unread {
				t.Unread = append(t.Unread, Unread{name, sentence})
			}
		case b.set.OutsideFights(r):
			t.Outside++
		case r.Explained():
			t.Explained++
		}
	}
	return t
}

// described returns the names of the book's rules and spells.
func (b *Book) described() (names []string) {
	for i := range b.Rules {
		names = append(names, b.Rules[i].Name)
	}
	for i := range b.Spells {
		names = append(names, b.Spells[i].Name)
	}
	return names
}
