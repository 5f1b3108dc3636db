package rules_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"muster/rules"
	"muster/schema"
)

func TestEverySystemLoads(t *testing.T) {
	ids := rules.SystemIDs()
	if !slices.Contains(ids, "gf-3") || !slices.Contains(ids, "gf-2.16") || !slices.Contains(ids, "gf-2.7") {
		t.Errorf("systems are %v", ids)
	}
	for _, id := range ids {
		s, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		if s.ID != id {
			t.Errorf("rules/data/%s.yaml calls itself %q", id, s.ID)
		}
		for _, r := range s.Rules {
			if r.Summary == "" || s.Family == "gf" && len(r.Summary) > 160 {
				t.Errorf("%s: %s: a summary of %d characters", id, r.Name, len(r.Summary))
			}
			if s.Set().Find(strings.ToUpper(r.Name)) == nil {
				t.Errorf("%s: %s is not found", id, r.Name)
			}
		}
	}
	if _, err := rules.Load("gf-4"); err == nil || !strings.Contains(err.Error(), "gf-3") {
		t.Errorf("an unknown system: %v", err)
	}
	if _, err := rules.Load("known/gf-3"); err == nil {
		t.Error("what is known of army books is no system")
	}
}

// Every special rule of a document has its entry: the names here are the
// headings of the documents' chapters; Suppressed is what tokens of optional rules do.
func TestRulesOfTheDocuments(t *testing.T) {
	for id, names := range map[string]string{
		"gf-3":    "Aircraft Ambush AP Artillery Bane Blast Caster Counter Deadly Fast Fear Fearless Flying Furious Hero Immobile Impact Indirect Limited Regeneration Relentless Reliable Rending Scout Slow Stealth Strider Surge Takedown Thrust Tough Transport Unstoppable",
		"gf-2.16": "Aircraft Ambush AP Blast Deadly Fast Fear Fearless Flying Furious Hero Immobile Impact Indirect Lock-On Poison Psychic Regeneration Relentless Rending Scout Slow Sniper Stealth Strider Tough Transport",
		"gf-2.7":  "Aircraft Ambush Anti-Air AP Blast Deadly Fast Fear Fearless Flying Furious Hero Immobile Impact Indirect Poison Psychic Regeneration Relentless Rending Scout Slow Sniper Stealth Strider Suppressed Tough Transport",
	} {
		s, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		var have []string
		for _, r := range s.Rules {
			have = append(have, r.Name)
			if r.Origin != rules.OriginGame {
				t.Errorf("%s: %s is not marked as documented", id, r.Name)
			}
		}
		if want := strings.Fields(names); !slices.Equal(have, want) {
			t.Errorf("%s has\n%v, not\n%v", id, have, want)
		}
	}
}

// What the documents say of a rule that a summary easily forgets.
func TestSummariesSayWhatDocumentsAskFor(t *testing.T) {
	for _, c := range []struct{ system, rule, want string }{
		{"gf-3", "Hero", "Tough up to 6"},
		{"gf-3", "Transport", `test dangerous terrain, are shaken, get out within 6"`},
		{"gf-2.16", "Transport", `test for dangerous ground, are pinned and get out within 6"`},
		{"gf-2.7", "Transport", `test for dangerous ground, are pinned and get out within 6"`},
		{"gf-2.7", "Aircraft", "nobody gets into base contact"},
		{"fad", "Wounded", "with over half wounded it only recovers them, with all it is lost"},
		{"fad", "Losing heart", "with half of its units lost a force's Resolve falls a level for good, and again with three quarters"},
	} {
		s, err := rules.Load(c.system)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Set().Find(c.rule).Summary; !strings.Contains(got, c.want) {
			t.Errorf("%s, %s: %q, should say %q", c.system, c.rule, got, c.want)
		}
	}
}

// Every edition of Grimdark Future has fatigue and a word for it, so that sheets
// have its box.
func TestEveryEditionHasFatigue(t *testing.T) {
	for _, id := range []string{"gf-3", "gf-2.16", "gf-2.7"} {
		s, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		if s.Terms["fatigued"] != "Fatigued" {
			t.Errorf("%s has no fatigue: %v", id, s.Terms)
		}
	}
}

func TestABooksRulesStandOverTheSystems(t *testing.T) {
	s, err := rules.Load("gf-3")
	if err != nil {
		t.Fatal(err)
	}
	book := rules.NewSet([]rules.Rule{
		{Name: "Rending", Summary: "described only"},
		{Name: "Surge", Effects: []rules.Effect{{ToHit: rules.Value{IsSet: true, Number: 1}}}},
		{Name: "Shielded", Summary: "described only"},
		{Name: "Ferocious Boost Aura", Summary: "described only"},
		{Name: "Mystery", Summary: "described only"},
		{Name: "Fear(X)"},
	}, s.Set())
	for name, want := range map[string]struct {
		effects int
		origin  rules.Origin
	}{
		"rending":              {2, rules.OriginGame},
		"Surge":                {1, rules.OriginBook},
		"Shielded":             {1, rules.OriginKnownName},
		"Ferocious Boost Aura": {1, rules.OriginKnownName},
		"Mystery":              {0, rules.OriginNone},
		"Fear":                 {1, rules.OriginGame},
		"Deadly":               {1, rules.OriginGame},
		"Stealth  aura":        {1, rules.OriginKnownName},
	} {
		r := book.Find(name)
		if r == nil {
			t.Errorf("%s is not found", name)
			continue
		}
		if len(r.Effects) != want.effects || r.Origin != want.origin {
			t.Errorf("%s has %d effects of %q", name, len(r.Effects), r.Origin)
		}
	}
	if !book.Find("Surge").Effects[0].ToHit.IsSet {
		t.Error("the system's Surge was found, not the book's")
	}
	described := rules.NewSet([]rules.Rule{{Name: "Caster(X)", Summary: "described only"}, {Name: "Fear(X)", Combine: rules.CombineHighest}}, s.Set())
	if described.Find("Caster").Combine != rules.CombineHighest || described.Find("Fear").Combine != rules.CombineHighest || book.Find("Fear").Combine != rules.CombineAdd {
		t.Error("ratings do not combine as the game says, or the book instead")
	}
	if book.Find("No Such Rule") != nil {
		t.Error("a rule was found that nobody has")
	}
}

// Whose effects a rule has: each row has what the one before it lacks.
func TestWhereEffectsComeFrom(t *testing.T) {
	game, err := rules.Load("gf-3")
	if err != nil {
		t.Fatal(err)
	}
	ap := func(n int) []rules.Effect { return []rules.Effect{{AP: rules.Value{IsSet: true, Number: n}}} }
	compile := func(own []rules.Rule, under *rules.Set) []rules.Reading {
		if under != game.Set() {
			t.Error("the compiler was not given the game's rules")
		}
		readings := make([]rules.Reading, len(own))
		for i, r := range own {
			if strings.Contains(r.Summary, "AP") {
				readings[i].Effects = ap(3)
			} else if r.Summary != "" {
				readings[i].UnreadSentences = []string{r.Summary}
			}
		}
		return readings
	}
	for _, c := range []struct {
		rule       rules.Rule
		with, sans rules.Origin // a compiler
		modelled   bool         // with it
	}{
		{rules.Rule{Name: "Furious", Summary: "AP.", Effects: ap(1)}, rules.OriginBook, rules.OriginBook, true},
		{rules.Rule{Name: "Furious", Summary: "AP.", Effects: ap(1), EffectsFromText: true}, rules.OriginGame, rules.OriginGame, true},
		{rules.Rule{Name: "Furious", Summary: "AP."}, rules.OriginGame, rules.OriginGame, true},
		{rules.Rule{Name: "Shielded", Summary: "AP.", Effects: ap(1), EffectsFromText: true}, rules.OriginText, rules.OriginText, true},
		{rules.Rule{Name: "Shielded", Summary: "AP."}, rules.OriginText, rules.OriginKnownName, true},
		{rules.Rule{Name: "Shielded", Summary: "Odd."}, rules.OriginNone, rules.OriginKnownName, false},
		{rules.Rule{Name: "Shielded"}, rules.OriginKnownName, rules.OriginKnownName, true},
		{rules.Rule{Name: "Mystery"}, rules.OriginNone, rules.OriginNone, false},
		{rules.Rule{Name: "Mystery", Effects: ap(1), UnreadSentences: []string{"And more."}}, rules.OriginBook, rules.OriginBook, false},
	} {
		with := rules.Compile([]rules.Rule{c.rule}, game.Set(), compile).Find(c.rule.Name)
		sans := rules.NewSet([]rules.Rule{c.rule}, game.Set()).Find(c.rule.Name)
		if with.Origin != c.with || sans.Origin != c.sans || with.AllEffectsKnown() != c.modelled || with.EffectsKnown() != (c.with != rules.OriginNone) {
			t.Errorf("%+v: with a compiler %q, without %q, modelled: %v", c.rule, with.Origin, sans.Origin, with.AllEffectsKnown())
		}
		if c.with == rules.OriginText && c.rule.Effects == nil && with.Effects[0].AP.Number != 3 || c.rule.Summary == "Odd." && with.UnreadSentences[0] != "Odd." {
			t.Errorf("%+v was read as %v, %q", c.rule, with.Effects, with.UnreadSentences)
		}
	}
	read := 0
	set := rules.Compile([]rules.Rule{{Name: "Other", Effects: ap(1)}, {Name: "Shielded", Summary: "AP."}, {Name: "Odd", Summary: "Odd."}}, game.Set(), func(own []rules.Rule, under *rules.Set) []rules.Reading {
		read++
		return compile(own, under)
	})
	set.Find("Other")
	if read != 0 {
		t.Error("texts were read before anybody asked for a rule that has one")
	}
	set.Find("shielded")
	if set.Find("Odd"); read != 1 {
		t.Errorf("texts were read %d times, want once", read)
	}
	var none *rules.Rule
	if none.EffectsKnown() || none.AllEffectsKnown() {
		t.Error("a rule that is not there is explained")
	}
}

func TestPatterns(t *testing.T) {
	s, err := rules.Load("gf-3")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"Regeneration Aura":    "Regeneration",
		"BANE in melee aura":   "BANE",
		"Shred when Shooting":  "Shred",
		"Ferocious Boost Aura": "Ferocious Boost",
		"İAura Aura":           "iaura", // a small letter that is shorter than its capital
	} {
		r := s.Set().Find(name)
		if r == nil || len(r.Effects) != 1 || len(r.Effects[0].GivenRules) != 1 || r.Effects[0].GivenRules[0].Name != want {
			t.Errorf("%s is %+v", name, r)
			continue
		}
		if s.Set().Find(name) != r {
			t.Errorf("%s is another rule every time", name)
		}
		if strings.Contains(r.Summary, "*") {
			t.Errorf("%s: %s", name, r.Summary)
		}
	}
	for _, name := range []string{"Aura", " Aura", "in Melee"} {
		if r := s.Set().Find(name); r != nil {
			t.Errorf("%q is %+v", name, r)
		}
	}
}

func TestUsesAreReadAsWritten(t *testing.T) {
	for text, want := range map[string]rules.Use{
		"Tough(3)":           {Name: "Tough", Rating: "3"},
		" AP ( +1 ) ":        {Name: "AP", Rating: "+1"},
		"Hit & Run":          {Name: "Hit & Run"},
		"Harpoon (30”":       {Name: "Harpoon (30”"},
		"(odd)":              {Name: "(odd)"},
		"Spawn(Swarms [3])":  {Name: "Spawn", Rating: "Swarms [3]"},
		"Impact(+6) if near": {Name: "Impact(+6) if near"},
	} {
		if got := rules.ParseUse(text); got != want {
			t.Errorf("%q is %+v", text, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		use := rules.ParseUse(rapid.StringMatching(`[A-Za-z&' -]{1,12}(\([0-9X+]{1,3}\))?`).Draw(t, "text"))
		var again rules.Use
		text, err := use.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		if err := again.UnmarshalText(text); err != nil || again != use {
			t.Errorf("%+v was written as %s and read as %+v", use, text, again)
		}
	})
}

func TestKeyIsLowerCaseWithSingleSpaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.String().Draw(t, "name")
		if got, want := rules.NameKey(name), strings.Join(strings.Fields(strings.ToLower(name)), " "); got != want {
			t.Errorf("the key of %q is %q, not %q", name, got, want)
		}
	})
}

// No rule's name may stand in the program: rules are data.
func TestNoRuleIsNamedInTheCode(t *testing.T) {
	names := map[string]bool{}
	for _, id := range rules.SystemIDs() {
		s, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range s.Rules {
			names[r.Name] = true
		}
	}
	// Words that the game's own chapters use too, beside the rules of that name.
	for _, word := range []string{"Hero", "Tough", "Fear", "Transport", "Blast", "Deadly", "Impact", "Regeneration"} {
		delete(names, word)
	}
	quoted := regexp.MustCompile(`"([^"\\\n]+)"`)
	err := filepath.WalkDir(".", func(path string, entry os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range quoted.FindAllStringSubmatch(string(text), -1) {
			if names[m[1]] {
				t.Errorf("%s names the rule %s", path, m[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestEffectsAreChecked(t *testing.T) {
	system := func(effect string) string {
		return "muster: system/1\nid: x-1\nfamily: x\nname: X\nedition: \"1\"\ncite: X\nrules:\n  - name: R\n    effects: [" + effect + "]\n"
	}
	for effect, want := range map[string]string{
		"{to-hitt: 1}":                    "x.yaml:9:16: `to-hitt`: unknown; did you mean `to-hit`?",
		"{to-hit: much}":                  "`to-hit` cannot be `much`",
		"{on: seven-to-hit, ap: 1}":       "did you mean `five-to-hit`?",
		"{when: {shoting: true}, ap: 1}":  "did you mean `shooting`?",
		"{ignore: [covers]}":              "cover",
		"{when: {models: few}, block: 1}": "models",
		"{}":                              "x.yaml:9:15",
	} {
		_, err := schema.Read("x.yaml", []byte(system(effect)), "system/1")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", effect, err)
		}
	}
	if _, err := schema.Read("x.yaml", []byte(system("{when: {charging: true, enemy-tough: {from: 3}}, to-hit: +1, ap: X}")), "system/1"); err != nil {
		t.Error(err)
	}
}

func ExampleLoad() {
	system, err := rules.Load("gf-3")
	if err != nil {
		fmt.Println(err)
		return
	}
	use := rules.ParseUse("Blast(3)")
	rule := system.Set().Find(use.Name)
	fmt.Println(rule.Summary)
	fmt.Println("hits:", rule.Effects[0].Blast.NumberForRating(use))
	// Output:
	// Ignores cover. Each hit becomes X hits, but not more than the target has models.
	// hits: 3
}

// The examples of the documentation are rules that files may hold.
func TestExamplesOfTheDocumentation(t *testing.T) {
	text, err := os.ReadFile("../docs/writing-a-book.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```yaml\n(- name: .*?)```").FindAllStringSubmatch(string(text), -1)
	if len(blocks) < 10 {
		t.Errorf("there are %d examples", len(blocks))
	}
	for _, b := range blocks {
		source := "muster: system/1\nid: x-1\nfamily: x\nname: X\nedition: \"1\"\ncite: X\nrules:\n" + b[1]
		doc, err := schema.Read("example", []byte(source), "system/1")
		if err != nil {
			t.Errorf("%s\n%v", b[1], err)
			continue
		}
		var s rules.System
		if err := doc.Decode(&s); err != nil || len(s.Rules) != 1 || s.Rules[0].Summary == "" || len(s.Rules[0].Effects) == 0 {
			t.Errorf("%s\n%v", b[1], err)
		}
	}
}
