package gf

import (
	_ "embed"
	"fmt"
	"slices"
	"sync"

	"muster/rules"
	"muster/rules/gf/attack"
	"muster/schema"
)

//go:embed bench.yaml
var typicalTargetsText []byte

// A Target is a typical enemy unit, against which the units of lists are tried.
type Target struct {
	ID     string
	Name   string
	Points int // cost of the unit
	Side   Side
}

// typicalTargetsDocument reads the shipped file of typical targets, once.
var typicalTargetsDocument = sync.OnceValues(func() (*schema.Document, error) {
	return schema.Read("rules/gf/bench.yaml", typicalTargetsText, "bench/1")
})

// typicalTargetsBySystem caches the typical targets that ship with muster: *rules.System to
// []Target.
var typicalTargetsBySystem sync.Map

// TypicalTargets returns the typical targets that ship with muster, in an edition's rules.
func TypicalTargets(system *rules.System) ([]Target, error) {
	if known, ok := typicalTargetsBySystem.Load(system); ok {
		return slices.Clone(known.([]Target)), nil
	}
	doc, err := typicalTargetsDocument()
	if err != nil {
		return nil, err
	}
	targets, err := ReadTargets(doc, system)
	if err == nil {
		typicalTargetsBySystem.Store(system, slices.Clone(targets))
	}
	return targets, err
}

// ReadTargets reads targets from a file of the kind bench/1, together with the rules that the file
// may define. The error is a *schema.Error with the place of a duplicate id or of a value out of
// range.
func ReadTargets(doc *schema.Document, system *rules.System) ([]Target, error) {
	var file benchFile
	if err := doc.Decode(&file); err != nil {
		return nil, err
	}
	set := system.Set()
	if len(file.Rules) > 0 {
		set = rules.NewSet(file.Rules, set)
		if problems := set.CheckRules(doc, file.Rules, false, "rules"); problems != nil {
			return nil, &schema.Error{Problems: problems}
		}
	}
	targets := make([]Target, len(file.Targets))
	at := make(map[string]int, len(targets))
	for i, f := range file.Targets {
		if before, twice := at[f.ID]; twice {
			return nil, doc.ProblemError("", fmt.Sprintf("the id `%s` is that of target %d already", f.ID, before+1),
				"targets", i, "id")
		}
		at[f.ID] = i
		side := f.sideFile.side(set)
		if _, err := attack.CheckSide(&side, system); err != nil {
			return nil, doc.ProblemError("", err.Error(), "targets", i)
		}
		targets[i] = Target{ID: f.ID, Name: f.Name, Points: f.Points, Side: side}
	}
	return targets, nil
}

// benchFile is a set of typical targets for the units of a Grimdark Future list.
//
//schema:file bench/1
type benchFile struct {
	Name    string       `yaml:"name" schema:"name"` // for people
	Rules   []rules.Rule `yaml:"rules"`              // an army's own rules, over those of the system
	Targets []targetFile `yaml:"targets" schema:"required,1..60"`
}

type targetFile struct {
	ID       string `yaml:"id" schema:"required,id"`         // unique in the file
	Points   int    `yaml:"points" schema:"required,points"` // the typical cost of such a unit
	sideFile `yaml:",inline" schema:"require name,without uses fatigued shaken start wounded"`
}
