package main

import (
	"errors"
	"fmt"

	"muster/builder/fad"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/catalog"
	"muster/rules"
	"muster/schema"
)

// fastAndDirty is the family of systems whose lists are built from figures
// rather than from army books.
const fastAndDirty = "fad"

// A roster is a checked list of any family of games: one of the two.
type roster struct {
	gf  *gf.Army
	fad *fad.Army
}

// openList reads and checks a list of any family.
func openList(path string, library *catalog.Library) (*roster, error) {
	document, err := schema.ReadFile(path, "list/1")
	if err != nil {
		return nil, err
	}
	if isFastAndDirty(document) {
		army, err := fad.LoadDocument(document)
		if err != nil {
			return nil, err
		}
		return &roster{fad: army}, nil
	}
	l, err := gf.ReadList(document)
	if err != nil {
		return nil, err
	}
	army, err := gf.Build(l, library)
	if err != nil {
		return nil, err
	}
	return &roster{gf: army}, nil
}

// isFastAndDirty tells the lists that have another builder.
func isFastAndDirty(document *schema.Document) bool {
	game, err := rules.Load(document.At("system").Text())
	return err == nil && game.Family == fastAndDirty
}

// points returns the list's total, and its agreed size, 0 if it states none.
func (r *roster) points() (total, limit int) {
	if r.fad != nil {
		return r.fad.Points, r.fad.List.Limit()
	}
	return r.gf.Points, r.gf.List.Points
}

func (r *roster) findings() []finding.Finding {
	if r.fad != nil {
		return r.fad.Findings
	}
	return r.gf.Findings
}

func (r *roster) legal() bool { return finding.Legal(r.findings()) }

// size is how many units the list has; what fights as one counts as one.
func (r *roster) size() int {
	if r.fad != nil {
		return len(r.fad.Units)
	}
	return len(r.gf.Groups)
}

// report is the list for scripts.
func (r *roster) report() any {
	if r.fad != nil {
		return r.fad.Report()
	}
	return r.gf.Report()
}

// openGrimdark opens a list that must be of a Grimdark Future system, because
// what is asked for does not exist in other games.
func (a *app) openGrimdark(path, what string) (*gf.Army, error) {
	r, err := openList(path, a.books())
	if err != nil {
		return nil, err
	}
	if r.gf == nil {
		return nil, fmt.Errorf("%s: %s", path, what)
	}
	return r.gf, nil
}

var errNoTeams = errors.New("--team judges lists of Grimdark Future; Fast and Dirty has no sides of several lists")
