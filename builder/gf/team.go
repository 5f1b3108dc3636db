package gf

import (
	"fmt"
	"strings"

	"muster/builder/finding"
)

// Team is several lists judged as one side (GF 2.7, Multi-Player Games;
// docs/rules-notes.md, Lists).
type Team struct {
	Points int  `json:"points"` // of all lists
	Limit  int  `json:"limit"`  // the side's size in points; every list states the same
	Legal  bool `json:"legal"`
	// findings about the side; those about a single list are not included
	Findings []finding.Finding `json:"findings"`
}

// NewTeam judges armies as one side: totals, force organisation and copies of a unit count over all
// of them; each list alone is the source of findings on itself. The lists must be of one system and
// state the same points; otherwise NewTeam returns a *schema.Error that points at the wrong list.
func NewTeam(armies []*Army) (*Team, error) {
	if len(armies) == 0 {
		return nil, fmt.Errorf("a side needs at least one list")
	}
	first := armies[0]
	if first.List.Points == 0 {
		return nil, first.List.document.ProblemError("", "the lists of a side state its size; add `points:`", "muster")
	}
	t := &Team{Limit: first.List.Points, Findings: []finding.Finding{}}
	side := &Army{List: first.List, Game: first.Game, Books: first.Books}
	wanted, spent := true, 0
	for _, a := range armies {
		if a.List.Points != t.Limit {
			key := "points"
			if a.List.Points == 0 {
				key = "muster"
			}
			return nil, a.List.document.ProblemError("", fmt.Sprintf("the lists of a side state the same points: %s has %d, %s has %d", first.List.File, t.Limit, a.List.File, a.List.Points), key)
		}
		if a.List.System != first.List.System {
			return nil, a.List.document.ProblemError("", fmt.Sprintf("the lists of a side are of one game: %s is %s, %s is %s", first.List.File, first.List.System, a.List.File, a.List.System), "system")
		}
		t.Points += a.Points
		spent += a.SpentPoints()
		side.Units = append(side.Units, a.Units...)
		side.Groups = append(side.Groups, a.Groups...)
		side.groupsBeforeJoins = append(side.groupsBeforeJoins, a.groupsBeforeJoins...)
		wanted = wanted && a.List.HasForceOrg()
	}
	side.Points = t.Points
	j := &judge{Army: side, listSize: t.Limit, severalLists: true, citedRule: "Multi-Player Games"}
	if spent > t.Limit {
		j.addError(finding.CodeOverPoints, findingKey{fieldKey: "points"}, nil,
			"the side costs %d points, %d over the agreed %d; take that much out", spent, spent-t.Limit, t.Limit)
	}
	j.checkForceOrg(wanted)
	j.checkUnique()
	t.Findings = append(t.Findings, side.Findings...)
	t.Legal = finding.Legal(t.Findings)
	for _, a := range armies {
		for _, f := range a.Findings {
			t.Legal = t.Legal && (f.Severity != finding.Error || judgedPerSide(f.Code))
		}
	}
	return t, nil
}

// judgedPerSide reports whether findings with the code are about a side as a whole. Such findings
// on single lists are left out.
func judgedPerSide(code string) bool {
	return code == finding.CodeOverPoints || code == "unit/unique" || strings.HasPrefix(code, "force-org/")
}
