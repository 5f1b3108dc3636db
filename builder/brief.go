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
	// Report is the brief for scripts, as `brief` prints it as JSON.
	Report any
	// Refused reports that the list plans something before the game that the rules forbid.
	Refused bool
}

// briefWidth is the width of a brief's labels in a terminal, in columns.
const briefWidth = 16

// newBrief returns a brief: size has the facts of the list's size.
func newBrief(forScripts any, size []string, terms *report.Terms, sections []report.Block) Brief {
	terms.Width = briefWidth
	doc := &report.Doc{Facts: []string{strings.Join(size, ", ")}, Blocks: []report.Block{report.Space{}, *terms}}
	doc.Add(sections...)
	return Brief{Doc: doc, Report: forScripts}
}

// forceBrief returns the brief of a Fast and Dirty force.
func forceBrief(army *fad.Army, b fad.Brief, name func(id string) string) Brief {
	var terms report.Terms
	platoons := finding.Count(b.Platoons, "platoon")
	if b.Stated > 0 && b.Platoons > b.Stated {
		platoons += fmt.Sprintf(" (%d in the list, %d of the squads outside)", b.Stated, b.Platoons-b.Stated)
	}
	terms.Add("Organisation", platoons)
	shares := make([]string, len(b.Recon))
	sum := 0
	for i, share := range b.Recon {
		shares[i] = fmt.Sprintf("%+d for %s", share.Points, share.What)
		sum += share.Points
	}
	terms.Add("Recon points", fmt.Sprintf("%d before the command style: %s", sum, strings.Join(shares, ", ")))
	terms.Add("May be sent", namesOr(b.MaySend, name, "nobody")+fmt.Sprintf(" (one unit per platoon: %d)", b.Platoons))
	for _, r := range b.Refused {
		terms.Add("Not sent", name(r.ID)+": "+r.Why)
	}
	terms.Add("Markers", fmt.Sprintf("%d true, %d dummies", b.TrueMarkers, b.Dummies))
	if b.OffBoard != nil {
		terms.Add("Off the board", namesOr(b.OffBoard, name, ""))
	}
	for _, r := range b.Riding {
		terms.Add("Transport", fmt.Sprintf("%s (%d of %d places): %s", name(r.ID), army.Unit(r.ID).Riding, r.Capacity,
			namesOr(r.Aboard, name, "empty")))
	}
	if b.Reserves != nil {
		terms.Add("May come later", namesOr(b.Reserves, name, ""))
	}
	for _, p := range b.Psionics {
		terms.Add("Psionic", fmt.Sprintf("%s, Strength %d: %s", name(p.ID), p.Strength,
			cmp.Or(strings.Join(p.Powers, ", "), "no powers")))
	}
	for _, pair := range b.Together {
		terms.Add("Together", strings.Join(convert.All(pair, name), " and "))
	}
	lengths := make([]string, len(b.Lengths))
	for i, l := range b.Lengths {
		lengths[i] = fmt.Sprintf("%d–%d turns for %s", l.From, l.To, l.Name)
	}
	terms.Add("Length", strings.Join(lengths, ", "))
	brief := newBrief(b, []string{finding.Count(len(army.Units), "unit")}, &terms, forceSections(b))
	brief.Refused = len(b.Refused) > 0
	return brief
}

// forceSections returns the sections of a brief: remarks, command styles, missions.
func forceSections(b fad.Brief) (sections []report.Block) {
	add := func(title, lead string, blocks ...report.Block) {
		sections = append(sections, &report.Doc{Title: title, Lead: lead, Blocks: blocks})
	}
	for _, n := range b.Before {
		add(n.Name, n.Summary)
	}
	for _, s := range b.Styles {
		missions := report.Terms{Indent: 2, Width: 5, Right: true}
		for _, m := range s.Missions {
			label, text := fmt.Sprint(m.From), m.Mission
			if m.To > m.From {
				label = fmt.Sprintf("%d–%d", m.From, m.To)
			}
			if len(b.Styles) == 1 {
				text += ": " + m.Summary
			}
			missions.Add(label, text)
		}
		summary := report.Text{Spans: []report.Span{{Text: s.Summary}}, Indent: 2}
		add(s.Name, fmt.Sprintf("%s, deploys %d\" deep", finding.Count(s.Recon, "recon point"), s.Depth), summary,
			missions)
	}
	add(b.SameMission.Mission, b.SameMission.Summary)
	for _, n := range b.Scenario {
		add(n.Name+" (if the scenario has them)", n.Summary)
	}
	return sections
}

// namesOr returns the names of ids with commas between them, or none if there are none.
func namesOr(ids []string, name func(id string) string, none string) string {
	if len(ids) == 0 {
		return none
	}
	return strings.Join(convert.All(ids, name), ", ")
}
