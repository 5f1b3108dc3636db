package answers

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/fill"
	"muster/builder/odds"
	"muster/report"
	"muster/report/html"
	"muster/schema"
	"muster/web/page"
)

// maxUnitPairs is the maximum number of pairs of units for which the page has figures.
const maxUnitPairs = 2500

// A matchPage shows how the units of a list fare against the units of another list, or against
// typical targets.
type matchPage struct {
	oddsPage
	*odds.MatchUp
	// the single changes to the list that gain most against the enemy units that no own unit
	// destroys in few activations
	helpfulSteps *report.Doc
}

func (h *Handler) matchUp(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
	p := &matchPage{oddsPage: oddsPage{BaseAddress: list.Address() + "/match-up"}}
	q, err := h.foeQuestion(&p.oddsPage, r, list, roster)
	if err != nil {
		return err
	}
	own, err := p.readQuestion(roster, &q, r.FormValue)
	if err == nil && p.Trouble == "" {
		p.MatchUp, err = builder.MatchUp(r.Context(), own, q, odds.MatchUpDistances[:])
	}
	if err == nil && p.MatchUp != nil {
		var help *fill.Gains
		if help, err = fill.StepsAgainstFoe(r.Context(), roster, q.Foe, p.MatchUp); err == nil && len(help.Steps) > 0 {
			p.helpfulSteps = stepsDoc(list, builder.Names(roster), help.Steps, p.BaseAddress+"?"+page.QuerySubset(r.Form, []string{"against", "cover", "moved"}).Encode())
		}
	}
	if r.Context().Err() != nil {
		return r.Context().Err()
	}
	var problems *schema.Error
	switch {
	case errors.As(err, &problems) && problems.Has(odds.CodeTooManyPairs):
		p.Trouble = "These are too many units to hold against each other: at most " + strconv.Itoa(odds.MaxPairs) +
			" pairs are worked out at once."
		p.relatedAddress = list.Address() + "/odds?" +
			url.Values{"against": {p.FoeID}, "unit": builder.UnitIDs(roster.Document())[:1]}.Encode()
	case err != nil:
		p.Trouble = page.ErrorText(err)
	}
	return h.Render(w, page.Layout{Title: "Match-up", CurrentPage: "match-up", List: list}, p.view())
}

func (p *matchPage) view() g.Node {
	return g.Group{
		page.SpreadRow(h.H1(g.Text("Match-up"))),
		p.form(nil),
		g.If(len(p.Foes) == 1, page.Para("quiet small", "Another list stands here once it is among your lists: open a friend's link and keep it.")),
		g.If(p.relatedAddress != "", page.LinkButton(p.relatedAddress, "Odds of one unit")),
		g.Iff(p.MatchUp != nil, p.viewFigures),
	}
}

// showsAllPairs reports whether the page shows the damage of every pair of units; for very large
// lists it does not.
func (p *matchPage) showsAllPairs() bool {
	return len(p.FoeUnits)*max(len(p.OwnUnits), 1) <= maxUnitPairs
}

func (p *matchPage) viewFigures() g.Node {
	all, shown := p.MatchUp, p.showsAllPairs()
	var theirs, mine g.Group
	for i, one := range all.FoeUnits {
		var about []g.Node
		if one.BestAnswer != nil {
			about = append(about, quietLine(one.BestAnswer.AttackerName+", "+attackModeText(one.BestAnswer)+": "+activationsToBreakText(one.BestAnswer)))
		}
		about = append(about, quietLine(one.BestAttackersText(all.Distances)))
		if one.Unanswered {
			about = append(about, h.Strong(h.Class("bad small"),
				g.Text("Nothing of yours answers this: for equal points it takes "+odds.ActivationsText(one.ActivationsAtEqualPoints)+" activations, more than three.")))
		}
		theirs = append(theirs, p.viewFoldedUnit("theirs", one.UnitID, fmt.Sprintf("%d · %s", i+1, one.Name), about, one.Answers))
	}
	for _, one := range all.OwnUnits {
		text := "Nothing of theirs harms it."
		if one.Threat != nil {
			text = one.Threat.AttackerName + ", " + attackModeText(one.Threat) + ": " + activationsToBreakText(one.Threat)
		}
		mine = append(mine, p.viewFoldedUnit("mine", one.UnitID, one.Name, []g.Node{quietLine(text)}, one.Threats))
	}
	section := func(title, about string, content ...g.Node) g.Node {
		return h.Section(h.Class("card"), h.Aria("label", title), h.H2(g.Text(title)), page.Para("quiet small", about),
			g.Group(content))
	}
	return g.Group{
		section("What answers theirs", "Under each of their units: your unit that destroys it in the fewest activations for its points, and how many it takes in the mean. Then your best unit in each way to fight, by points destroyed for every 100 points spent. Open a unit to see all figures.", theirs),
		g.Iff(p.helpfulSteps != nil, func() g.Node {
			return section("What would help", "The single step that gains most against each unit that nothing answers.", html.Page{}.Blocks(p.helpfulSteps.Blocks...))
		}),
		g.Iff(len(mine) > 0, func() g.Node {
			return section("What threatens yours", "Under each of your units: their unit that destroys it in the fewest activations, whatever its price.", mine)
		}),
		g.Iff(len(mine) > 0 && shown, func() g.Node {
			return section("Who destroys whom", "The left bar, green: yours destroy theirs. The right bar, red: theirs destroy yours. A full bar is one activation, half a bar is two; none is more than "+strconv.Itoa(odds.MaxActivations)+". Choose a square to see its figures.", p.viewMatrix())
		}),
		g.If(!shown, page.Para("quiet", "These are too many units to show every figure.")),
		page.Para("quiet small", odds.NotWinChance+" "+all.NotCountedText()),
	}
}

func quietLine(text string) g.Node { return h.Span(h.Class("line"), page.IsolatedText(text)) }

// viewFoldedUnit draws a unit, with a table of the damage that others do to it, folded.
func (p *matchPage) viewFoldedUnit(side, id, name string, about []g.Node, blows []odds.Blow) g.Node {
	head := g.Group{h.Strong(page.IsolatedText(name))}
	for _, line := range about {
		head = append(head, h.Br(), line)
	}
	if len(blows) == 0 || !p.showsAllPairs() {
		return h.Div(h.Class("section"), h.ID(side+"-"+id), h.Data("unit", id), h.P(head))
	}
	return h.Details(h.Class("section"), h.ID(side+"-"+id), h.Data("unit", id), h.Summary(h.Span(head)),
		h.Div(h.ID("by-"+side+"-"+id), html.Page{}.Blocks(p.damageTable(name, blows)))) // a link to what is within opens it
}

// damageTable returns a table of the damage to a unit, a row for each attacker: the damage of
// shooting at each distance and of charging, and the time until its fastest attack breaks and
// destroys the unit.
func (p *matchPage) damageTable(name string, blows []odds.Blow) *report.Table {
	t := &report.Table{Title: "Figures of " + name, Columns: []report.Column{{Name: "By", Kind: report.NameColumn}}}
	heads := make([]string, 0, len(p.Distances)+3)
	for _, inches := range p.Distances {
		heads = append(heads, fmt.Sprintf("Shoot %d″", inches))
	}
	for _, head := range append(heads, "Charge", "Breaks", "Destroys") {
		t.Columns = append(t.Columns, report.Column{Name: head, Kind: report.NumberColumn})
	}
	for i := 0; i < len(blows); {
		row, soonest := []string{blows[i].AttackerName}, &blows[i]
		cells := make([]string, len(p.Distances)+1)
		for unit := blows[i].AttackerID; i < len(blows) && blows[i].AttackerID == unit; i++ {
			b := &blows[i]
			if b.DestroysSooner(soonest) {
				soonest = b
			}
			for at := range cells {
				if at == len(p.Distances) && b.Mode == odds.Charging || at < len(p.Distances) && b.Mode == odds.Shooting &&
					(b.Distance == 0 || b.Distance == p.Distances[at]) {
					cells[at] = odds.WorthCell.NumberText(b.PointsPer100)
				}
			}
		}
		for at := range cells {
			if cells[at] == "" {
				cells[at] = odds.Dash
			}
		}
		t.Add(append(append(row, cells...), odds.ActivationsText(soonest.ActivationsToBreak), odds.ActivationsText(soonest.ActivationsToDestroy))...)
	}
	return t
}

// attackModeText describes how a blow (the attack of one unit on another) is made: "charging",
// "shooting at 12″".
func attackModeText(b *odds.Blow) string {
	switch {
	case b.Mode == odds.Charging:
		return "charging"
	case b.Distance == 0:
		return "shooting"
	}
	return fmt.Sprintf("shooting at %d″", b.Distance)
}

// activationsToBreakText says after how many activations of the attacker a blow (its attack,
// repeated) breaks and destroys the target.
func activationsToBreakText(b *odds.Blow) string {
	if b.ActivationsToDestroy == nil {
		return fmt.Sprintf("it takes more than %d activations", odds.MaxActivations)
	}
	broken := odds.ActivationsText(b.ActivationsToBreak)
	return fmt.Sprintf("breaks after %s, destroys after %s activations", broken,
		odds.ActivationsText(b.ActivationsToDestroy))
}

// viewMatrix draws every unit of the list against every unit of the foe.
func (p *matchPage) viewMatrix() g.Node {
	soonest := func(blows []odds.Blow) map[string]*odds.Blow {
		of := map[string]*odds.Blow{}
		for i := range blows {
			if b := &blows[i]; of[b.AttackerID] == nil || b.DestroysSooner(of[b.AttackerID]) {
				of[b.AttackerID] = b
			}
		}
		return of
	}
	head := g.Group{h.Th(h.Scope("col"), g.Text("Yours"))}
	answers := make([]map[string]*odds.Blow, len(p.FoeUnits))
	for i, one := range p.FoeUnits {
		answers[i] = soonest(one.Answers)
		head = append(head, h.Th(h.Scope("col"), h.Aria("label", fmt.Sprintf("%d, %s", i+1, one.Name)), g.Text(strconv.Itoa(i+1))))
	}
	rows := page.DrawEach(p.OwnUnits, func(_ int, mine odds.ThreatenedUnit) g.Node {
		row, threats := g.Group{h.Th(h.Scope("row"), page.IsolatedText(mine.Name))}, soonest(mine.Threats)
		for i, one := range p.FoeUnits {
			does, takes := answers[i][mine.UnitID], threats[one.UnitID]
			row = append(row, h.Td(h.A(h.Href("#by-theirs-"+url.PathEscape(one.UnitID)),
				h.Aria("label", fmt.Sprintf("%s destroys %s after %s activations, and is destroyed after %s", mine.Name, one.Name, activationsToDestroyText(does), activationsToDestroyText(takes))),
				g.El("svg", h.Width("44"), h.Height("44"), viewDestroyBar("good", 4, does), viewDestroyBar("bad", 24, takes)))))
		}
		return h.Tr(row)
	})
	return page.ScrollTable("Yours against theirs", h.Table(h.THead(h.Tr(head)), h.TBody(rows)))
}

// activationsToDestroyText returns the mean number of activations until a blow, repeated, destroys
// the target; a dash if there is no blow.
func activationsToDestroyText(b *odds.Blow) string {
	if b == nil {
		return odds.Dash
	}
	return odds.ActivationsText(b.ActivationsToDestroy)
}

// viewDestroyBar draws how fast a blow, repeated, destroys the target: the height of the bar is the
// inverse of the activations that it takes.
func viewDestroyBar(class string, x int, b *odds.Blow) g.Node {
	tall := 0
	if b != nil && b.ActivationsToDestroy != nil {
		tall = int(math.Round(42 / max(1, *b.ActivationsToDestroy)))
	}
	number := func(name string, n int) g.Node { return g.Attr(name, strconv.Itoa(n)) }
	return g.El("rect", h.Class(class), g.Attr("fill", "currentColor"), number("x", x), number("y", 43-tall),
		number("width", 16), number("height", tall+1))
}
