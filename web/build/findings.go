package build

import (
	"fmt"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/report"
	"muster/report/html"
	"muster/web/page"
)

// viewFindings draws the findings and their quick fixes.
func (p *buildPage) viewFindings() g.Node {
	title := h.H2(h.ID("h-unit"), g.Text("Findings"))
	if len(p.Findings) == 0 {
		return g.Group{title, page.Para("good", "Nothing is wrong with this list."), p.viewSources()}
	}
	var named []string // ids, which messages have in backquotes, and the units' names
	for id, name := range p.UnitNames {
		named = append(named, "`"+id+"`", name)
	}
	for _, u := range p.SetAsideUnits {
		named = append(named, "`"+u.ID+"`", u.Name)
	}
	toNames := strings.NewReplacer(named...)
	var all g.Group
	for i, f := range p.Findings {
		var ways g.Group
		if i < len(p.Fixes) {
			if p.UndoSolvesFinding[i] {
				ways = append(ways, verbButton(builder.UndoForm, h.ID(fmt.Sprintf("fix-%d-undo", i)), h.Data("way", ""),
					h.Span(page.IsolatedText("Undo: "+strings.TrimSuffix(p.UndoText, ".")))))
			}
			for j, way := range p.Fixes[i] {
				ways = append(ways, verbButton(builder.FixForm(i, j), h.ID(fmt.Sprintf("fix-%d-%d", i, j)), h.Data("way", ""), p.fixText(&way)))
			}
		}
		var units g.Group
		for j, id := range f.Units {
			if !p.isAboutList(&f) && (j == 0 || p.unitName(id) != p.unitName(f.Units[j-1])) { // halves of a pair have one name
				units = append(units, g.If(j > 0, g.Text(", ")), p.unitLink(id, p.unitName(id)))
			}
		}
		all = append(all, h.Li(h.Div(
			h.P(h.Class("says"), h.Strong(h.Class(page.FindingClass(f)), g.Text(string(f.Severity))), g.Text(" "),
				page.IsolatedText(toNames.Replace(f.Message))),
			h.P(h.Class("line"), units, g.If(len(units) > 0 && f.Source != "", g.Text(" · ")), page.IsolatedText(f.Source)),
			g.If(len(ways) > 0, h.Div(h.Class("ways"), ways)),
		)))
	}
	return g.Group{
		title,
		p.parts.Part("ul", "findings", g.Group{h.Class("rows findings")}, all),
		g.If(len(p.Findings) > builder.MaxFixedFindings && p.Fixes != nil, page.Para("quiet", builder.MaxFixedNote)),
		g.If(p.Fixes == nil, h.P(h.A(h.Class("button"), h.Href(p.effectsAddress()), g.Attr("data-more"), g.Text("Ways out")))),
		p.viewSources(),
	}
}

// fixText describes a quick fix: the losses and, if the points change, the change and the points
// left.
func (p *buildPage) fixText(fix *builder.QuickFix) g.Node {
	label, _, _ := strings.Cut(fix.Label, fmt.Sprintf(". (%+d)", fix.PointsChange))
	return g.Group{
		h.Span(g.If(fix.DroppedUpgrades > 1, h.Strong(g.Textf("%d upgrades, no unit", fix.DroppedUpgrades))), h.Span(g.If(fix.DroppedUpgrades > 1, h.Class("line")), page.IsolatedText(strings.TrimSuffix(label, ".")))),
		g.If(fix.PointsChange != 0, h.Span(h.Class("fig"), g.Text(costText(fix.PointsChange)), h.Span(h.Class("line"), g.Textf(" %d in all", p.roster.Points()+fix.PointsChange)))),
	}
}

// viewSources draws what the list is made of, and the units that answer typical targets.
func (p *buildPage) viewSources() g.Node {
	return g.Iff(!p.isEmpty(), func() g.Node {
		made, answers := builder.Composition(p.roster), report.Terms{}
		if p.UnitLimitsText != "" {
			made.Add("Slots", p.UnitLimitsText)
		}
		more := h.A(h.Class("button"), h.Href(p.BaseAddress+"/match-up"), g.Text("Match-up"))
		if p.Answers != nil {
			for _, target := range p.Answers.FoeUnits {
				answers.Add(target.Name, target.BestAttackersText(p.Answers.Distances))
			}
		} else if p.ThirdPaneContent != showFindingsValue {
			more = h.A(h.Class("button"), h.Href(p.AddressToShow("show", showFindingsValue)), g.Text("What answers what"))
		} else if p.Fixes == nil {
			more = h.A(h.Class("button"), h.Href(p.effectsAddress()), g.Attr("data-more"), g.Text("What answers what"))
		}
		return p.parts.Part("section", "made", g.Group{h.Aria("labelledby", "h-made")},
			h.H3(h.ID("h-made"), g.Text("What it is made of")), html.Page{}.Blocks(made),
			g.If(p.Answers != nil, h.H3(g.Text("What answers what"), h.Span(h.Class("line"), g.Text(" points destroyed for 100 spent")))),
			html.Page{}.Blocks(answers), h.P(more))
	})
}
