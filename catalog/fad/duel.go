package fad

import (
	"errors"
	"fmt"
	"slices"

	fight "muster/rules/fad"
	"muster/schema"
)

// ReadDuel takes a duel from a file of the kind duel/1. The error is a
// *schema.Error with the place of each id that the armoury does not know, or of
// what cannot be fought.
func ReadDuel(doc *schema.Document, a *Armoury) (fight.Duel, error) {
	var file struct {
		Scenario scenarioFile `yaml:"scenario"`
	}
	if err := doc.Decode(&file); err != nil {
		return fight.Duel{}, err
	}
	d := fight.Duel{Tables: a.Levels(), Scenario: file.Scenario.scenario()}
	var problems []schema.Problem
	for _, s := range []struct {
		key  string
		side *fight.Side
	}{{"attacker", &d.Attacker}, {"target", &d.Target}} {
		side, err := readSide(doc, doc.At(s.key), a)
		if err != nil {
			var wrong *schema.Error
			if !errors.As(err, &wrong) {
				return d, err
			}
			problems = append(problems, wrong.Problems...)
			continue
		}
		*s.side = side
	}
	if problems != nil {
		return d, &schema.Error{Problems: problems}
	}
	if err := fight.Check(&d); err != nil {
		return d, &schema.Error{Problems: []schema.Problem{problemAt(doc, doc.At("scenario"), "%s", err)}}
	}
	return d, nil
}

// scenarioFile is a scenario as it is written.
type scenarioFile struct {
	Mode     fight.Mode   `yaml:"mode"`
	Range    fight.Band   `yaml:"range"`
	Cover    fight.Cover  `yaml:"cover"`
	Facing   fight.Facing `yaml:"side"`
	FreeShot *struct {
		Range fight.Band  `yaml:"range"`
		Cover fight.Cover `yaml:"cover"`
	} `yaml:"free-shot"`
	Contact          int  `yaml:"contact"`
	OpenFire         bool `yaml:"open-fire"`
	TargetUnderFire  bool `yaml:"target-under-fire"`
	ShooterUnderFire bool `yaml:"shooter-under-fire"`
	BunchedUp        bool `yaml:"bunched-up"`
	NonCombatant     bool `yaml:"non-combatant"`
	Concealed        bool `yaml:"concealed"`
	Moved            bool `yaml:"moved"`
	TargetMoved      bool `yaml:"target-moved"`
	WoundedRules     bool `yaml:"wounded-rules"`
	SquadDamage      bool `yaml:"squad-damage"`
	Crossfire        bool `yaml:"crossfire"`
	TankNear         bool `yaml:"tank-near"`
}

func (f *scenarioFile) scenario() fight.Scenario {
	s := fight.Scenario{
		Mode: f.Mode, Range: f.Range, Cover: f.Cover, Facing: f.Facing, Contact: f.Contact,
		OpenFire: f.OpenFire, TargetUnderFire: f.TargetUnderFire, ShooterUnderFire: f.ShooterUnderFire,
		BunchedUp: f.BunchedUp, NonCombatant: f.NonCombatant, Concealed: f.Concealed, Moved: f.Moved, TargetMoved: f.TargetMoved,
		WoundedRules: f.WoundedRules, SquadDamage: f.SquadDamage, Crossfire: f.Crossfire, TankNear: f.TankNear,
	}
	if f.FreeShot != nil {
		s.FreeShot = &fight.FreeShot{Range: f.FreeShot.Range, Cover: f.FreeShot.Cover}
	}
	return s
}

// sideFile is what a side of a duel has beside its unit.
type sideFile struct {
	Alien     bool            `yaml:"alien"`
	Modifiers fight.Modifiers `yaml:"modifiers"`
	Spotter   string          `yaml:"spotter"`
	Invoked   []string        `yaml:"invoked"`
	Officer   *struct {
		Leadership     string       `yaml:"leadership"`
		Specialisation fight.Branch `yaml:"specialisation"`
	} `yaml:"officer"`
}

func readSide(doc *schema.Document, n schema.Node, a *Armoury) (fight.Side, error) {
	unit, err := readFighter(doc, n, a)
	if err != nil {
		return fight.Side{}, err
	}
	var file sideFile
	if err := n.Decode(&file); err != nil {
		return fight.Side{}, fmt.Errorf("%s: %w", doc.File, err)
	}
	s := fight.Side{Unit: unit, Alien: file.Alien, Modifiers: file.Modifiers}
	if with := n.Get("with"); with.Exists() {
		other, err := readFighter(doc, with, a)
		if err != nil {
			return fight.Side{}, err
		}
		s.With = &other
	}
	if o := file.Officer; o != nil {
		leads := a.Leaderships.Find(o.Leadership)
		if leads == nil {
			leads = a.Leaderships.Find(defaultLeadership)
		}
		s.Officer = &fight.Officer{Rating: leads.Rating, Branch: o.Specialisation}
	}
	if file.Spotter != "" {
		level := a.Qualities.Place(file.Spotter)
		s.Spotter = &level
	}
	for i, id := range file.Invoked {
		p := a.Powers.Find(id)
		if p == nil {
			return s, &schema.Error{Problems: []schema.Problem{problemAt(doc, n.At("invoked", i), "there is no power `%s`%s", id, schema.DidYouMean(id, a.Powers.IDs()))}}
		}
		if !slices.Contains(file.Invoked[:i], id) { // no unit gets it twice a turn
			s.Traits = append(s.Traits, fight.Trait{ID: p.ID, Name: p.Name, Effects: p.Effects})
		}
	}
	return s, nil
}

// readFighter reads a unit of a duel.
func readFighter(doc *schema.Document, n schema.Node, a *Armoury) (fight.Unit, error) {
	u, err := ReadUnit(doc.File, n)
	if err != nil {
		return fight.Unit{}, err
	}
	var problems []schema.Problem
	for _, unknown := range a.Unknowns(&u) {
		problems = append(problems, problemAt(doc, n.At(unknown.Path...), "%s", unknown.Message))
	}
	if u.Size() < 1 {
		problems = append(problems, problemAt(doc, n, "the unit has no figures: `figures: [{count: 5, weapon: assault-rifle}]`"))
	}
	if problems != nil {
		return fight.Unit{}, &schema.Error{Problems: problems}
	}
	var more struct {
		CrewLost int `yaml:"crew-lost"`
	}
	if err := n.Decode(&more); err != nil {
		return fight.Unit{}, fmt.Errorf("%s: %w", doc.File, err)
	}
	f := u.Fighter(a)
	f.CrewLost = more.CrewLost
	return f, nil
}
