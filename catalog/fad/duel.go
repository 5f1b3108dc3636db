package fad

import (
	"cmp"
	"fmt"
	"slices"

	fight "muster/rules/fad"
	"muster/schema"
)

// ReadDuel reads a duel from a file of the kind duel/1. The error is a *schema.Error with the place
// of each unknown id, or of a setting that fight.Duel.Check refuses.
func ReadDuel(doc *schema.Document, a *Armoury) (fight.Duel, error) {
	var file duelFile
	if err := doc.Decode(&file); err != nil {
		return fight.Duel{}, err
	}
	d := fight.Duel{Tables: a.FightTables(), Scenario: file.Scenario}
	var problems []schema.Problem
	for _, s := range []struct {
		key  string
		side *fight.Side
	}{{"attacker", &d.Attacker}, {"target", &d.Target}} {
		side, err := readSide(doc, doc.At(s.key), a)
		if err != nil {
			problems = append(problems, doc.ProblemsAt(doc.At(s.key), err)...)
		}
		*s.side = side
	}
	if problems != nil {
		return d, &schema.Error{Problems: problems}
	}
	if err := fight.Check(&d); err != nil {
		return d, &schema.Error{Problems: []schema.Problem{doc.ProblemAt(doc.At("scenario"), "%s", err)}}
	}
	return d, nil
}

// duelFile is a fight of two units of Fast and Dirty.
//
//schema:file duel/1.fad (Fast and Dirty)
type duelFile struct {
	System       string         `yaml:"-" schema:"key system,required,only fad"`
	HouseArmoury string         `yaml:"-" schema:"key armoury,1..300"` // a house armoury's file, relative to the duel
	Scenario     fight.Scenario `yaml:"scenario" schema:"required"`
	Attacker     sideFile       `yaml:"-" schema:"key attacker,required"`
	Target       sideFile       `yaml:"-" schema:"key target,required"`
}

// fighterFile is a unit in a duel.
type fighterFile struct {
	Unit `yaml:",inline" schema:"optional id,without recon in partner"`
	// CrewLost is the number of crew that a weapons team lost before the duel. Its figures do not
	// include them, but its break point counts all.
	CrewLost int `yaml:"crew-lost" schema:"1..1000"`
}

// sideFile is a side of a duel: a unit with modifiers, officer and partner.
//
//schema:form {"description": "a unit of Fast and Dirty"}
type sideFile struct {
	fighterFile     `yaml:",inline"`
	HasAlienFigures bool            `yaml:"alien"`     // its figures are alien
	Modifiers       fight.Modifiers `yaml:"modifiers"` // modifiers from powers, fortifications or terrain
	// SpotterQuality is the Quality of the observer for off-board artillery.
	SpotterQuality string   `yaml:"spotter" schema:"of qualities"`
	InvokedPowers  []string `yaml:"invoked" schema:"..20,each id"` // psionic powers that act on it
	Officer        *struct {
		Leadership     string       `yaml:"leadership" schema:"of leaderships"` // a character's leadership
		Specialisation fight.Branch `yaml:"specialisation"`                     // the branch that a character leads
	} `yaml:"officer"` // a character with the unit
	// PartnerUnit is a unit that fires together with this one: an attached weapons team, or the
	// other squad of a Fire Team.
	PartnerUnit *fighterFile `yaml:"with"`
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
	s := fight.Side{Fighter: unit, IsAlien: file.HasAlienFigures, Modifiers: file.Modifiers}
	if file.PartnerUnit != nil {
		other, err := readFighter(doc, n.Get("with"), a)
		if err != nil {
			return fight.Side{}, err
		}
		s.Partner = &other
	}
	if o := file.Officer; o != nil {
		officer := Unit{Leadership: cmp.Or(o.Leadership, defaultLeadership), Specialisation: string(o.Specialisation)}
		s.Officer = officer.AsOfficer(a)
	}
	if file.SpotterQuality != "" {
		level := a.Qualities.Index(file.SpotterQuality)
		s.SpotterQuality = &level
	}
	for i, id := range file.InvokedPowers {
		p := a.Powers.Find(id)
		if p == nil {
			return s, &schema.Error{Problems: []schema.Problem{doc.ProblemAt(n.At("invoked", i),
				"there is no power `%s`%s", id, schema.DidYouMean(id, a.Powers.IDs()))}}
		}
		if !slices.Contains(file.InvokedPowers[:i], id) { // a power affects a unit only once a turn
			s.Traits = append(s.Traits, fight.Trait{ID: p.ID, Name: p.Name, Effects: p.Effects})
		}
	}
	return s, nil
}

func readFighter(doc *schema.Document, n schema.Node, a *Armoury) (fight.Fighter, error) {
	u, err := ReadUnit(doc.File, n)
	if err != nil {
		return fight.Fighter{}, err
	}
	var problems []schema.Problem
	for _, unknown := range a.UnknownIDs(&u) {
		problems = append(problems, doc.ProblemAt(n.At(unknown.Path...), "%s", unknown.Message))
	}
	if u.Size() < 1 {
		problems = append(problems, doc.ProblemAt(n,
			"the unit has no figures: `figures: [{count: 5, weapon: assault-rifle}]`"))
	}
	if problems != nil {
		return fight.Fighter{}, &schema.Error{Problems: problems}
	}
	f := u.Fighter(a)
	f.CrewLost = n.Get("crew-lost").Int()
	return f, nil
}
