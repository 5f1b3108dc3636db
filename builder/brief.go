package builder

import (
	"cmp"
	"fmt"
	"strings"

	"muster/builder/fad"
	"muster/builder/finding"
)

// A Brief is what a list has before the game, in words.
type Brief struct {
	// Report is the same for scripts: what `brief` prints as JSON.
	Report  any
	Heading []string // how large the list is, in a few words each
	Rows    []Row
	Parts   []Part
	// Refused reports that the list wants before the game what the rules forbid.
	Refused bool
}

// A Row is a line of a brief: what it is about, and what there is.
type Row struct{ Label, Text string }

// A Part is a part of a brief under a heading of its own.
type Part struct {
	Name, Lead string // "Cautious", "3 recon points, deploys 12\" deep"
	Text       string
	Rows       []Row
}

func (b *Brief) add(label, text string) { b.Rows = append(b.Rows, Row{label, text}) }

// forceBrief puts what a Fast and Dirty force has before the game into words.
func forceBrief(army *fad.Army, b fad.Brief, name func(id string) string) Brief {
	brief := Brief{Report: b, Heading: []string{finding.Count(len(army.Units), "unit")}, Refused: len(b.Refused) > 0}
	platoons := finding.Count(b.Platoons, "platoon")
	if b.Stated > 0 && b.Platoons > b.Stated {
		platoons += fmt.Sprintf(" (%d in the list, %d of the squads outside)", b.Stated, b.Platoons-b.Stated)
	}
	brief.add("Organisation", platoons)
	shares := make([]string, len(b.Recon))
	sum := 0
	for i, share := range b.Recon {
		shares[i] = fmt.Sprintf("%+d for %s", share.Points, share.What)
		sum += share.Points
	}
	brief.add("Recon points", fmt.Sprintf("%d before the command style: %s", sum, strings.Join(shares, ", ")))
	brief.add("May be sent", listed(b.MaySend, name, "nobody")+fmt.Sprintf(" (one unit per platoon: %d)", b.Platoons))
	for _, r := range b.Refused {
		brief.add("Not sent", name(r.ID)+": "+r.Why)
	}
	brief.add("Markers", fmt.Sprintf("%d true, %d dummies", b.True, b.Dummies))
	if b.OffBoard != nil {
		brief.add("Off the board", listed(b.OffBoard, name, ""))
	}
	for _, r := range b.Riding {
		brief.add("Transport", fmt.Sprintf("%s (%d of %d places): %s", name(r.ID), army.Unit(r.ID).Riding, r.Capacity, listed(r.Aboard, name, "empty")))
	}
	if b.Reserves != nil {
		brief.add("May come later", listed(b.Reserves, name, ""))
	}
	for _, p := range b.Psionics {
		brief.add("Psionic", fmt.Sprintf("%s, Strength %d: %s", name(p.ID), p.Strength, cmp.Or(strings.Join(p.Powers, ", "), "no powers")))
	}
	for _, pair := range b.Together {
		brief.add("Together", strings.Join(each(pair, name), " and "))
	}
	lengths := make([]string, len(b.Lengths))
	for i, l := range b.Lengths {
		lengths[i] = fmt.Sprintf("%d–%d turns for %s", l.From, l.To, l.Name)
	}
	brief.add("Length", strings.Join(lengths, ", "))
	for _, n := range b.Before {
		brief.Parts = append(brief.Parts, Part{Name: n.Name, Lead: n.Summary})
	}
	for _, s := range b.Styles {
		part := Part{Name: s.Name, Lead: fmt.Sprintf("%s, deploys %d\" deep", finding.Count(s.Recon, "recon point"), s.Depth), Text: s.Summary}
		for _, m := range s.Missions {
			row := Row{fmt.Sprint(m.From), m.Mission}
			if m.To > m.From {
				row.Label = fmt.Sprintf("%d–%d", m.From, m.To)
			}
			if len(b.Styles) == 1 {
				row.Text += ": " + m.Summary
			}
			part.Rows = append(part.Rows, row)
		}
		brief.Parts = append(brief.Parts, part)
	}
	brief.Parts = append(brief.Parts, Part{Name: b.SameMission.Mission, Lead: b.SameMission.Summary})
	for _, n := range b.Scenario {
		brief.Parts = append(brief.Parts, Part{Name: n.Name + " (if the scenario has them)", Lead: n.Summary})
	}
	return brief
}

// listed writes ids by name, or none if there are none.
func listed(ids []string, name func(id string) string, none string) string {
	if len(ids) == 0 {
		return none
	}
	return strings.Join(each(ids, name), ", ")
}

func each(ids []string, name func(id string) string) []string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = name(id)
	}
	return names
}
