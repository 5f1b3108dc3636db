package catalog_test

import (
	"strings"
	"testing"

	"muster/catalog"
	"muster/rules"
)

// A book that only describes, with a person's own effects for one rule.
const describingBook = `muster: book/1
id: texts
system: gf-3
name: Texts
rules:
  - {name: Gleam, summary: This model gets +1 to hit rolls when shooting.}
  - {name: Tide, summary: "Moves +2\" when using Advance actions."}
  - {name: Riddle, summary: This model gets +1 to hit rolls when the stars are right.}
  - {name: Mine, summary: This model gets +1 to hit rolls when shooting., effects: [{to-hit: 2}]}
  - {name: Shred, summary: Nobody knows.}
  - {name: Furious, summary: Whatever a book says of a rule of the game.}
spells:
  - {name: Spark, value: 1, effect: "Pick one enemy unit within 12\", which takes 3 hits with AP(1)."}
  - {name: Glow, value: 1, effect: "Pick one friendly unit within 12\", which gets Gleam once (next time the effect would apply)."}
units:
  - {id: u, name: U, size: 1, quality: 4, defense: 4, cost: 10}
`

func TestTextsAreReadOnLoading(t *testing.T) {
	b, err := catalog.Read("b.yaml", []byte(describingBook))
	if err != nil {
		t.Fatal(err)
	}
	set := b.RuleSet(nil)
	game, err := rules.Load(b.System)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct {
		origin rules.Origin
		lines  string
	}{
		"Gleam":   {rules.OriginText, "When shooting: +1 to hit"},
		"Tide":    {rules.OriginText, "Movement, which is no part of a fight"},
		"Riddle":  {rules.OriginNone, ""},
		"Mine":    {rules.OriginBook, "+2 to hit"},
		"Shred":   {rules.OriginNone, ""}, // another rule has the name, without a text
		"Furious": {rules.OriginGame, "When charging, on an unmodified 6 to hit: 1 more hit"},
		"Spark":   {rules.OriginText, `Within 12", as a spell: 3 hits with AP(1)`},
		"Glow":    {rules.OriginText, "When used for a friendly unit: that unit has Gleam"},
	} {
		r := set.Find(name)
		if got := strings.Join(game.Explain(r.Effects, r.Summary), "; "); got != want.lines || r.Origin != want.origin {
			t.Errorf("%s is %q of %q, should be %q of %q", name, got, r.Origin, want.lines, want.origin)
		}
	}
	texts := b.CountRuleTexts()
	if texts.ModelledCount != 4 || texts.NonFightCount != 1 || len(texts.UnreadTexts) != 2 || texts.UnreadTexts[0].Sentence != "This model gets +1 to hit rolls when the stars are right." {
		t.Errorf("the texts come to %+v", texts)
	}
}

func TestExplain(t *testing.T) {
	b, err := catalog.Read("b.yaml", []byte(describingBook))
	if err != nil {
		t.Fatal(err)
	}
	for name, kind := range map[string]catalog.NameKind{"gleam": catalog.NamesRule, "Spark": catalog.NamesSpell, "Tough(3)": catalog.NamesRule} {
		if all := b.Explain(name); len(all) != 1 || all[0].Kind != kind {
			t.Errorf("%s: %+v", name, all)
		}
	}
	small, err := catalog.Read("b.yaml", []byte(smallBook))
	if err != nil {
		t.Fatal(err)
	}
	all := small.Explain("banner")
	if len(all) != 1 || all[0].Kind != catalog.NamesOption {
		t.Errorf("the option: %+v", all)
	}
	game, err := rules.Load("gf-3")
	if err != nil {
		t.Fatal(err)
	}
	if all := catalog.ExplainRule(game, "tough(3)"); len(all) != 1 || all[0].Name != "Tough(X)" {
		t.Errorf("a rule of the game: %+v", all)
	}
	if catalog.ExplainRule(game, "nothing") != nil {
		t.Error("what the game does not have is explained")
	}
	if small.Explain("nothing") != nil || small.SimilarName("baner") == "" {
		t.Error("what is not there is not explained, and a near name is")
	}
}

// What an older reader made of a text is read again, unless a person's effects
// stand there.
func TestWhatAnOlderReaderReadIsReadAgain(t *testing.T) {
	for version, want := range map[string]string{"1": "When shooting: +1 to hit", "999": "+2 to hit"} {
		b, err := catalog.Read("b.yaml", []byte(`muster: book/1
id: texts
system: gf-3
name: Texts
origin: {tool: Army Forge, id: x, version: "1", reader: `+version+`}
rules:
  - {name: Gleam, summary: This model gets +1 to hit rolls when shooting., effects: [{to-hit: 2}], read: true}
  - {name: Mine, summary: This model gets +1 to hit rolls when shooting., effects: [{to-hit: 2}]}
units:
  - {id: u, name: U, size: 1, quality: 4, defense: 4, cost: 10}
`))
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]string{"Gleam": want, "Mine": "+2 to hit"} {
			if got := b.Explain(name)[0].FightEffects[0]; got != want {
				t.Errorf("reader %s: %s is %q, should be %q", version, name, got, want)
			}
		}
	}
}

// A rule has the place of a spell with its name, but not the spell's text.
func TestRuleAndSpellOfOneName(t *testing.T) {
	b, err := catalog.Read("b.yaml", []byte(`muster: book/1
id: texts
system: gf-3
name: Texts
rules:
  - {name: Leap, summary: This model gets +1 to hit rolls when shooting.}
spells:
  - {name: Leap, value: 1, effect: "Pick one enemy unit within 12\", which takes 3 hits."}
units:
  - {id: u, name: U, size: 1, quality: 4, defense: 4, cost: 10}
`))
	if err != nil {
		t.Fatal(err)
	}
	all := b.Explain("leap")
	if len(all) != 2 || all[0].Kind != catalog.NamesRule || strings.Join(all[0].FightEffects, "") != "When shooting: +1 to hit" ||
		all[1].Kind != catalog.NamesSpell || all[1].Text != b.Spells[0].Text || strings.Join(all[1].FightEffects, "") != `Within 12", as a spell: 3 hits` {
		t.Errorf("explained as %+v", all)
	}
	game, err := rules.Load("gf-3")
	if err != nil {
		t.Fatal(err)
	}
	b.ReadRuleTexts(game)
	if len(b.Rules[0].Effects) != 1 || len(b.Spells[0].Effects) > 0 {
		t.Errorf("read as %v and %v", b.Rules[0].Effects, b.Spells[0].Effects)
	}
}
