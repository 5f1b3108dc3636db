package builder

import (
	"cmp"
	"fmt"
	"strings"

	"muster/builder/fad"
	"muster/builder/finding"
	"muster/convert"
	"muster/report"
)

// A Brief lists a list's preparations before the game.
type Brief struct {
	// Doc is the brief for people: the facts of the list's size, terms, and sections.
	Doc *report.Doc
	// Report is the brief for scripts, as the command `brief` prints it in JSON.
	Report any
	// HasForbiddenPlan reports whether the list plans something before the game that the rules
	// forbid.
	HasForbiddenPlan bool
}

// briefLabelWidth is the width of a brief's labels in a terminal, in columns.
const briefLabelWidth = 16

// newBrief returns a brief: size states the facts of the list's size, forScripts is the report for
// scripts.
func newBrief(forScripts any, size []string, terms *report.Terms, sections []report.Block) Brief {
	terms.LabelWidth = briefLabelWidth
	doc := &report.Doc{Facts: []string{strings.Join(size, ", ")}, Blocks: []report.Block{report.EmptyLine{}, *terms}}
	doc.Add(sections...)
	return Brief{Doc: doc, Report: forScripts}
}

// forceBrief returns the brief of a Fast and Dirty force.
func forceBrief(army *fad.Army, b fad.Brief, name func(id string) string) Brief {
	var terms report.Terms
	platoons := finding.CountText(b.PlatoonCount, "platoon")
	if b.StatedPlatoons > 0 && b.PlatoonCount > b.StatedPlatoons {
		platoons += fmt.Sprintf(" (%d in the list, %d of the squads outside)", b.StatedPlatoons,
			b.PlatoonCount-b.StatedPlatoons)
	}
	terms.Add("Organisation", platoons)
	shares := make([]string, len(b.ReconPoints))
	sum := 0
	for i, share := range b.ReconPoints {
		shares[i] = fmt.Sprintf("%+d for %s", share.Points, share.Source)
		sum += share.Points
	}
	terms.Add("Recon points", fmt.Sprintf("%d before the command style: %s", sum, strings.Join(shares, ", ")))
	terms.Add("May be sent", listNames(b.MayGoOnRecon, name, "nobody")+fmt.Sprintf(" (one unit per platoon: %d)", b.PlatoonCount))
	for _, r := range b.RefusedRecon {
		terms.Add("Not sent", name(r.ID)+": "+r.Reason)
	}
	terms.Add("Markers", fmt.Sprintf("%d true, %d dummies", b.TrueMarkers, b.DummyMarkers))
	if b.OffBoardArtillery != nil {
		terms.Add("Off the board", listNames(b.OffBoardArtillery, name, ""))
	}
	for _, r := range b.Transports {
		terms.Add("Transport", fmt.Sprintf("%s (%d of %d places): %s", name(r.ID), army.Unit(r.ID).PassengerFigures, r.Capacity,
			listNames(r.Passengers, name, "empty")))
	}
	if b.Reserves != nil {
		terms.Add("May come later", listNames(b.Reserves, name, ""))
	}
	for _, p := range b.Psionics {
		terms.Add("Psionic", fmt.Sprintf("%s, Strength %d: %s", name(p.ID), p.Strength,
			cmp.Or(strings.Join(p.Powers, ", "), "no powers")))
	}
	for _, pair := range b.UnitsActingAsOne {
		terms.Add("Together", strings.Join(convert.All(pair, name), " and "))
	}
	lengths := make([]string, len(b.GameLengths))
	for i, l := range b.GameLengths {
		lengths[i] = fmt.Sprintf("%d–%d turns for %s", l.MinTurns, l.MaxTurns, l.Name)
	}
	terms.Add("Length", strings.Join(lengths, ", "))
	brief := newBrief(b, []string{finding.CountText(len(army.Units), "unit")}, &terms, forceSections(b))
	brief.HasForbiddenPlan = len(b.RefusedRecon) > 0
	return brief
}

// forceSections returns the sections of a brief for a force: remarks, command styles, missions.
func forceSections(b fad.Brief) (sections []report.Block) {
	add := func(title, lead string, blocks ...report.Block) {
		sections = append(sections, &report.Doc{Title: title, LeadSentence: lead, Blocks: blocks})
	}
	for _, n := range b.PreGameNotes {
		add(n.Name, n.Summary)
	}
	for _, s := range b.CommandStyles {
		missions := report.Terms{Indent: 2, LabelWidth: 5, AlignRight: true}
		for _, m := range s.Missions {
			label, text := fmt.Sprint(m.MinTotal), m.Mission
			if m.MaxTotal > m.MinTotal {
				label = fmt.Sprintf("%d–%d", m.MinTotal, m.MaxTotal)
			}
			if len(b.CommandStyles) == 1 {
				text += ": " + m.Summary
			}
			missions.Add(label, text)
		}
		summary := report.Text{Spans: []report.Span{{Text: s.Summary}}, Indent: 2}
		add(s.Name, fmt.Sprintf("%s, deploys %d\" deep", finding.CountText(s.ReconPoints, "recon point"), s.DeploymentDepth), summary,
			missions)
	}
	add(b.MissionIfBothSame.Mission, b.MissionIfBothSame.Summary)
	for _, n := range b.ScenarioNotes {
		add(n.Name+" (if the scenario has them)", n.Summary)
	}
	return sections
}

// listNames returns the names of ids, separated by commas; none if there are no ids.
func listNames(ids []string, name func(id string) string, none string) string {
	if len(ids) == 0 {
		return none
	}
	return strings.Join(convert.All(ids, name), ", ")
}
