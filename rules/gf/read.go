package gf

import (
	"fmt"
	"slices"
	"strings"

	"muster/rules"
	"muster/schema"
)

// Read takes a duel from a file of the kind duel/1. The file may bring rules of
// an army with it, in the words of a book; they stand over the system's. The
// error is a *schema.Error with the place of each figure that cannot be used.
func Read(doc *schema.Document) (Duel, error) {
	var file duelFile
	if err := doc.Decode(&file); err != nil {
		return Duel{}, err
	}
	system, err := rules.Load(file.System)
	if err != nil {
		return Duel{}, problem(doc, doc.At("system"), "%v", err)
	}
	if system.Family != "gf" {
		return Duel{}, problem(doc, doc.At("system"), "the odds of `%s` are not worked out here", file.System)
	}
	if file.Scenario.Mode == Shooting && file.Scenario.Distance == nil {
		return Duel{}, problem(doc, doc.At("scenario"), "shooting needs `distance`, in inches")
	}
	if (file.Scenario.Mode == Ability) != (file.Scenario.Use.Name != "") {
		return Duel{}, problem(doc, doc.At("scenario"), "`use` names the rule that strikes with `mode: %s`, and goes with no other", Ability)
	}
	set := system.Set()
	if len(file.Rules) > 0 {
		set = rules.NewSet(file.Rules, set)
	}
	problems := rules.FamilyOf(system.Family).CheckRules(doc, file.Rules, set, true, "rules")
	d := Duel{
		System:   system,
		Scenario: file.Scenario.scenario(),
		Attacker: file.Attacker.side(set),
		Target:   file.Target.side(set),
	}
	for _, s := range []struct {
		key  string
		side *Side
	}{{"attacker", &d.Attacker}, {"target", &d.Target}} {
		var unknown []string
		if _, err := newUnit(s.side, system, &unknown); err != nil {
			problems = append(problems, problem(doc, doc.At(s.key), "%s: %v", s.key, err).Problems...)
		}
		slices.Sort(unknown)
		for _, name := range slices.Compact(unknown) {
			if use := bare(name, set); use != "" {
				problems = append(problems, problem(doc, doc.At(s.key), "%s: `%s` should be `%s`: a rating stands in brackets", s.key, name, use).Problems...)
			}
		}
	}
	if problems != nil {
		return Duel{}, &schema.Error{Problems: problems}
	}
	return d, nil
}

// bare returns the rule that is meant by a name with a number behind it and no
// brackets; "" if none is.
func bare(name string, set *rules.Set) string {
	at := strings.LastIndexByte(name, ' ')
	if at < 0 {
		return ""
	}
	use := rules.Use{Name: name[:at], Rating: name[at+1:]}
	if _, ok := use.Number(); !ok || set.Find(use.Name) == nil {
		return ""
	}
	return use.String()
}

func problem(doc *schema.Document, at schema.Node, format string, args ...any) *schema.Error {
	return &schema.Error{Problems: []schema.Problem{{
		File: doc.File, Line: at.Line(), Column: at.Column(), Message: fmt.Sprintf(format, args...),
	}}}
}

// duelFile is a duel as it is written.
type duelFile struct {
	System   string       `yaml:"system"`
	Scenario scenarioFile `yaml:"scenario"`
	Rules    []rules.Rule `yaml:"rules"`
	Attacker sideFile     `yaml:"attacker"`
	Target   sideFile     `yaml:"target"`
}

type scenarioFile struct {
	Mode     Mode      `yaml:"mode"`
	Distance *int      `yaml:"distance"`
	Use      rules.Use `yaml:"use"`
	Moved    bool      `yaml:"moved"`
	Cover    bool      `yaml:"cover"`
	InSight  *bool     `yaml:"in-sight"`
}

func (f scenarioFile) scenario() Scenario {
	s := Scenario{Mode: f.Mode, Use: f.Use, Moved: f.Moved, Cover: f.Cover, InSight: f.InSight == nil || *f.InSight}
	if f.Distance != nil {
		s.Distance = *f.Distance
	}
	return s
}

type sideFile struct {
	Name     string       `yaml:"name"`
	Models   int          `yaml:"models"`
	Quality  int          `yaml:"quality"`
	Defense  int          `yaml:"defense"`
	Rules    []rules.Use  `yaml:"rules"`
	Uses     []rules.Use  `yaml:"uses"`
	Weapons  []weaponFile `yaml:"weapons"`
	Hero     *heroFile    `yaml:"hero"`
	Fatigued bool         `yaml:"fatigued"`
	Shaken   bool         `yaml:"shaken"`
	Start    int          `yaml:"start"`
	Wounded  int          `yaml:"wounded"`
}

func (f sideFile) side(set *rules.Set) Side {
	s := Side{
		Name: f.Name, Set: set, Quality: f.Quality, Defense: f.Defense, Rules: f.Rules, Uses: f.Uses,
		Weapons: armoury(f.Weapons), Groups: []Group{{Models: f.Models}},
		Fatigued: f.Fatigued, Shaken: f.Shaken, Start: f.Start, Wounded: f.Wounded,
	}
	if h := f.Hero; h != nil {
		s.Hero = &Hero{Name: h.Name, Quality: h.Quality, Defense: h.Defense, Rules: h.Rules, Weapons: armoury(h.Weapons)}
	}
	return s
}

type heroFile struct {
	Name    string       `yaml:"name"`
	Quality int          `yaml:"quality"`
	Defense int          `yaml:"defense"`
	Rules   []rules.Use  `yaml:"rules"`
	Weapons []weaponFile `yaml:"weapons"`
}

type weaponFile struct {
	Name    string      `yaml:"name"`
	Count   *int        `yaml:"count"`
	Range   int         `yaml:"range"`
	Attacks int         `yaml:"attacks"`
	Rules   []rules.Use `yaml:"rules"`
	Lost    string      `yaml:"lost"`
	OneOf   string      `yaml:"one-of"`
}

func armoury(files []weaponFile) []Weapon {
	weapons := make([]Weapon, len(files))
	for i, f := range files {
		weapons[i] = Weapon{Name: f.Name, Count: 1, Range: f.Range, Attacks: f.Attacks, Rules: f.Rules, LostFirst: f.Lost == "first", OneOf: f.OneOf}
		if f.Count != nil {
			weapons[i].Count = *f.Count
		}
	}
	return weapons
}
