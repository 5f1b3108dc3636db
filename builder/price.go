package builder

import (
	"fmt"
	"strings"

	"muster/builder/fad"
	"muster/report"
)

// Doc returns the calculation of a unit's points, as a person would write it, and the sources of
// its numbers.
func (p *Price) Doc() *report.Doc {
	if p.Problem != "" {
		return &report.Doc{Title: p.Name, Facts: []string{"no price"}}
	}
	doc := &report.Doc{Title: p.Name, Facts: []string{fmt.Sprintf("%d points", p.Points)}}
	if p.Creation != nil {
		doc.Facts = append([]string{fmt.Sprintf("%d of %d figures", p.Creation.FiguresLeft, p.Creation.StartFigures)},
			doc.Facts...)
		doc.Add(creationTerms(p.Creation))
	}
	sum := p.Sum("Points")
	for i := range sum.Steps {
		sum.Steps[i].Sources = p.Steps[i].Sources()
	}
	last := len(p.Steps) - 1
	if last >= 0 && p.Steps[last].Value.String() != fmt.Sprint(p.Points) {
		sum.Steps = append(sum.Steps, report.Step{Text: "rounded, a half up", Value: fmt.Sprint(p.Points)})
	}
	doc.Add(sum)
	if last >= 0 && p.Steps[last].FigureFactors != nil {
		doc.Add(report.SingleLine("  (unrounded: " + p.ExactPoints + ")"))
	}
	return doc
}

// Sum returns the calculation of the unit's points, step by step.
func (p *Price) Sum(title string) report.Sum {
	sum := report.Sum{Title: title, Indent: 2}
	for _, s := range p.Steps {
		sum.Steps = append(sum.Steps, report.Step{Text: s.LabelledText(), Value: s.Value.String()})
	}
	return sum
}

// creationTerms explains, step by step, how basic creation (units made without points) computed the
// number of figures.
func creationTerms(c *fad.Creation) report.Terms {
	terms := report.Terms{Indent: 2, LabelWidth: 3, AlignRight: true}
	terms.Add(fmt.Sprint(c.StartFigures), "figures to begin with")
	for _, step := range c.Steps {
		text := step.Improvement
		if len(step.ReachedLevels) > 1 {
			text += " (" + strings.Join(step.ReachedLevels, ", ") + ")"
		}
		terms.Add(fmt.Sprint(-step.RemovedFigures), text)
	}
	terms.Add(fmt.Sprint(c.FiguresLeft), "figures left")
	return terms
}
