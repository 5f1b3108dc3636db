package gf

import (
	"fmt"
	"strings"

	"muster/rules"
	"muster/rules/gf/attack"
	"muster/schema"
)

// Read reads a duel from a file of the kind duel/1, together with the army's rules that the file
// may define. The error is a *schema.Error with the place of each value out of range. system is the
// game system that the file names; if nil, Read looks it up among the systems that ship with
// muster.
func Read(doc *schema.Document, system *rules.System) (Duel, error) {
	var file duelFile
	if err := doc.Decode(&file); err != nil {
		return Duel{}, err
	}
	if system == nil {
		known, err := rules.Load(file.System)
		if err != nil {
			return Duel{}, doc.ProblemError("", err.Error(), "system")
		}
		system = known
	}
	if system.Family != "gf" {
		return Duel{}, doc.ProblemError("", fmt.Sprintf("the odds of `%s` are not worked out here", file.System), "system")
	}
	if file.Scenario.Mode == Shooting && file.Scenario.Distance == nil {
		return Duel{}, doc.ProblemError("", "shooting needs `distance`, in inches", "scenario")
	}
	if (file.Scenario.Mode == Ability) != (file.Scenario.AbilityRule.Name != "") {
		return Duel{}, doc.ProblemError("", fmt.Sprintf("`use` names the rule that strikes with `mode: %s`, and goes with no other", Ability), "scenario")
	}
	set := system.Set()
	if len(file.Rules) > 0 {
		set = rules.NewSet(file.Rules, set)
	}
	problems := set.CheckRules(doc, file.Rules, true, "rules")
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
		unknown, err := attack.CheckSide(s.side, system)
		if err != nil {
			problems = append(problems, doc.ProblemAt(doc.At(s.key), "%s: %v", s.key, err))
		}
		for _, name := range unknown {
			if use := suggestBrackets(name, set); use != "" {
				problems = append(problems, doc.ProblemAt(doc.At(s.key), "%s: `%s` should be `%s`: a rating stands in brackets", s.key, name, use))
			}
		}
	}
	if problems != nil {
		return Duel{}, &schema.Error{Problems: problems}
	}
	return d, nil
}

// suggestBrackets returns the rule meant by a name with a number but no brackets: "Tough(3)" for
// "Tough 3". It returns "" if there is no such rule.
func suggestBrackets(name string, set *rules.Set) string {
	at := strings.LastIndexByte(name, ' ')
	if at < 0 {
		return ""
	}
	use := rules.Use{Name: name[:at], Rating: name[at+1:]}
	if _, ok := use.RatingNumber(); !ok || set.Find(use.Name) == nil {
		return ""
	}
	return use.String()
}

// duelFile is a fight of two units and its circumstances.
//
//schema:file duel/1 (Grimdark Future)
type duelFile struct {
	System   string       `yaml:"system" schema:"required,like gf-3"` // the game
	Name     string       `yaml:"name" schema:"name"`                 // for people
	Scenario scenarioFile `yaml:"scenario" schema:"required"`         // the situation
	Rules    []rules.Rule `yaml:"rules"`                              // an army's own rules, over those of the system
	Attacker sideFile     `yaml:"attacker" schema:"required"`         // the side that attacks first
	Target   sideFile     `yaml:"target" schema:"required"`           // the side that is attacked
}

type scenarioFile struct {
	// Mode is the attacker's action; in melee it charges; with ability, only the rule of
	// `use` attacks.
	Mode Mode `yaml:"mode" schema:"required"`
	// Distance is the distance between the units in inches; in melee, how far the attacker charged.
	Distance      *int      `yaml:"distance" schema:"0..500"`
	AbilityRule   rules.Use `yaml:"use" schema:"name"` // the rule or spell that strikes with mode ability
	AttackerMoved bool      `yaml:"moved"`             // the attacker moved before it shot
	TargetInCover bool      `yaml:"cover"`             // the target is in cover
	InSight       *bool     `yaml:"in-sight"`          // the attacker sees the target; true if left out
}

// scenario returns the scenario of a duel file.
func (f scenarioFile) scenario() Scenario {
	s := Scenario{Mode: f.Mode, AbilityRule: f.AbilityRule, AttackerMoved: f.AttackerMoved, TargetInCover: f.TargetInCover, InSight: f.InSight == nil || *f.InSight}
	if f.Distance != nil {
		s.Distance = *f.Distance
	}
	return s
}

type sideFile struct {
	Name    string      `yaml:"name" schema:"name"`              // for people
	Models  int         `yaml:"models" schema:"required,1..500"` // models of the squad, a joined hero not counted
	Quality int         `yaml:"quality" schema:"required,2..6"`  // the lowest die that hits, or passes a test
	Defense int         `yaml:"defense" schema:"required,2..6"`  // the lowest die that blocks a hit
	Rules   []rules.Use `yaml:"rules"`                           // rules of every model
	// UsedRules are the optional rules that the player uses, of this side or of its friends; the
	// number in brackets counts markers, or picks one of the rule's effects.
	UsedRules []rules.Use  `yaml:"uses"`
	Weapons   []weaponFile `yaml:"weapons" schema:"..60"` // of the whole squad
	Hero      *heroFile    `yaml:"hero"`                  // the hero who joined the squad
	Fatigued  bool         `yaml:"fatigued"`              // has fought in melee this round
	Shaken    bool         `yaml:"shaken"`                // is shaken (2.x: pinned)
	// StartModels is the number of models at the beginning of the game, including a joined hero; as
	// many as now if left out.
	StartModels int `yaml:"start" schema:"1..500"`
	WoundsTaken int `yaml:"wounded" schema:"0..1000"` // wounds on the model that dies first
}

// side returns the side that a file describes, with the rules of set.
func (f sideFile) side(set *rules.Set) Side {
	s := Side{
		Name: f.Name, RuleSet: set, Quality: f.Quality, Defense: f.Defense, Rules: f.Rules, UsedRules: f.UsedRules,
		Weapons: weaponsOf(f.Weapons), Groups: []Group{{Models: f.Models}},
		Fatigued: f.Fatigued, Shaken: f.Shaken, StartModels: f.StartModels, WoundsTaken: f.WoundsTaken,
	}
	if h := f.Hero; h != nil {
		s.Hero = &Hero{Name: h.Name, Quality: h.Quality, Defense: h.Defense, Rules: h.Rules, Weapons: weaponsOf(h.Weapons)}
	}
	return s
}

type heroFile struct {
	Name    string       `yaml:"name" schema:"name"`             // for people
	Quality int          `yaml:"quality" schema:"required,2..6"` // the lowest die that hits, or passes a test
	Defense int          `yaml:"defense" schema:"required,2..6"` // the lowest die that blocks a hit
	Rules   []rules.Use  `yaml:"rules"`                          // the hero's rules
	Weapons []weaponFile `yaml:"weapons" schema:"..60"`          // the hero's weapons
}

type weaponFile struct {
	Name    string      `yaml:"name" schema:"required,name"`       // the weapon's name
	Count   *int        `yaml:"count" schema:"1..1000"`            // weapons in the whole unit; 1 if left out
	Range   int         `yaml:"range" schema:"0..500"`             // inches; left out for a melee weapon
	Attacks int         `yaml:"attacks" schema:"required,0..1000"` // attacks of one weapon
	Rules   []rules.Use `yaml:"rules"`                             // the weapon's rules
	// LostBy is which casualties take away special weapons, those that not every model carries: the
	// first or, if left out, the last.
	LostBy string `yaml:"lost" schema:"only first last"`
	// ProfileOf is the name of the weapon of which this is one profile among several; the profile
	// with the most expected wounds attacks.
	ProfileOf string `yaml:"one-of" schema:"name"`
}

func weaponsOf(files []weaponFile) []Weapon {
	weapons := make([]Weapon, len(files))
	for i, f := range files {
		weapons[i] = Weapon{
			Name: f.Name, Count: 1, Range: f.Range, Attacks: f.Attacks, Rules: f.Rules,
			LostFirst: f.LostBy == "first", ProfileOf: f.ProfileOf,
		}
		if f.Count != nil {
			weapons[i].Count = *f.Count
		}
	}
	return weapons
}
