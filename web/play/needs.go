package play

import (
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/odds"
	"muster/builder/play"
	stand "muster/builder/table"
	"muster/report"
	"muster/web/page"
)

// playTarget offers the enemy units against which a unit's needs can be shown.
func (h *Handler) playTarget(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
	t, err := h.table(list.ID, roster)
	if err != nil {
		return err
	}
	p := h.newPlayPage(list, t, r)
	u, _ := t.state.Unit(r.FormValue("their") == "yes", r.FormValue("unit"))
	if u == nil {
		return fmt.Errorf("there is no such unit in the game: %w", fs.ErrNotExist)
	}
	return h.Render(w, page.Layout{Title: "Against whom?", Here: "play", List: list, Bare: p.Guest}, p.viewTargets(u))
}

func (p *playPage) viewTargets(u *play.UnitState) g.Node {
	side, now := sideOf(u.Their), p.target(sideOf(u.Their))
	return h.Div(h.Class("play"), page.Narrow("Against whom?", h.Section(page.Rows(p.State.Sides[1-side].Units, func(o *play.UnitState) g.Node {
		at := p.At
		at[side] = o.ID
		return g.If(o.Lives(), h.Li(h.A(h.Class("button"), h.Href(shownAt(p.Guest, p.address(), sideName(u.Their), at)+"#"+rowID(u)),
			g.If(o == now, h.Aria("current", "true")), page.Isolated(o.Name), h.Span(h.Class("quiet"), g.Text(" "+o.Bodies[0].Left())))))
	}))))
}

// target is the enemy unit against which the needs of a side's units are shown: the chosen one, or
// the first on the table; nil if none lives.
func (p *playPage) target(side int) *play.UnitState {
	var first *play.UnitState
	for _, u := range p.State.Sides[1-side].Units {
		switch {
		case !u.Lives():
		case u.ID == p.At[side]:
			return u
		case first == nil || !first.OnTable() && u.OnTable():
			first = u
		}
	}
	return first
}

// needs are what the dice of a unit need against its side's target, as both stand; nil if nobody
// knows.
func (p *playPage) needs(u *play.UnitState) *odds.Needs {
	side := sideOf(u.Their)
	if known, asked := p.needed[side][u.ID]; asked {
		return known
	}
	if p.needed[side] == nil {
		p.needed[side] = map[string]*odds.Needs{}
	}
	p.needed[side][u.ID] = nil
	mine, ok := p.Rosters[side].(builder.Previewer)
	foe, known := p.Rosters[1-side].(builder.Previewer)
	at := p.target(side)
	if !ok || !known || at == nil {
		return nil
	}
	q := odds.Question{Needs: true, Now: standing(p.State, side), FoeNow: standing(p.State, 1-side), Foe: odds.Foe{List: foe, Unit: at.ID}}
	if p.was != nil { // the other rows are known
		q.Unit = u.ID
	}
	answer, err := mine.Odds(p.ctx, q)
	if err != nil {
		return nil
	}
	for i := range answer.Needs {
		p.needed[side][answer.Needs[i].Unit] = &answer.Needs[i]
	}
	return p.needed[side][u.ID]
}

// weapons are those of a body with what they need to hit, and their target to save.
func (p *playPage) weapons(u *play.UnitState, hero bool, arms *stand.Unit) g.Node {
	needs, at := p.needs(u), p.target(sideOf(u.Their))
	if len(arms.Weapons) == 0 {
		return nil
	}
	head := g.Iff(needs != nil && !hero, func() g.Node {
		return h.THead(h.Tr(h.Th(h.ColSpan("2"), p.aims(u, at)), h.Th(h.Scope("col"), h.Class("n"), g.Text("hit")), h.Th(h.Scope("col"), h.Class("n"), g.Text("save"))))
	})
	body := h.TBody(page.Each(arms.Weapons, func(_ int, w stand.Weapon) g.Node {
		hit, save := "", ""
		if needs != nil {
			for _, n := range needs.Weapons {
				if n.Weapon == w.Name && n.Melee == (w.Reach == 0) && n.Hero == (hero && u.Bodies[0].ModelsLeft() > 0) {
					hit, save = strconv.Itoa(n.Hit)+"+", strconv.Itoa(n.Save)+"+"
				}
			}
		}
		return h.Tr(h.Td(h.Class("n"), g.Textf("%d×", w.Count)), h.Td(h.Strong(page.Isolated(w.Name)), g.Text(" "+page.Commas(w.Does()))),
			g.If(needs != nil, g.Group{h.Td(h.Class("n"), h.Strong(g.Text(hit))), h.Td(h.Class("n"), g.Text(save))}))
	}))
	return g.Group{
		h.Table(h.Class("weapons"), head, body),
		g.Iff(needs != nil && !hero && u.Lives(), func() g.Node { return page.Para("quiet", means(needs, at)) }),
	}
}

func (p *playPage) aims(u, at *play.UnitState) g.Node {
	v := url.Values{"unit": {u.ID}, "their": {yes(u.Their)}, "at": {p.At[0]}, "by": {p.At[1]}}
	return h.A(h.Class("button"), h.Href(p.address()+"/target?"+v.Encode()), g.Attr("data-pop"), h.Aria("label", "Against "+at.Name+": choose another"),
		page.Isolated("Against "+at.Name+" ▾"))
}

// means says what needs mean, in wounds.
func means(n *odds.Needs, at *play.UnitState) string {
	return report.Capital(fmt.Sprintf("%s takes %s wounds from %d″, %s from a charge.", at.Name, odds.Mean.Write(n.Shoots), n.Distance, odds.Mean.Write(n.Charges)))
}

// next draws the odds of the unit that can act next.
func (p *playPage) next() g.Node {
	for _, u := range p.State.Sides[0].Units {
		if !p.State.MayAct(u) || !u.OnTable() {
			continue
		}
		n, at := p.needs(u), p.target(0)
		if n == nil {
			return nil
		}
		left := float64(at.Bodies[0].WoundsLeft())
		meter := func(label string, x float64) g.Node {
			return h.Li(h.Span(g.Text(label)), g.El("meter", g.Attr("max", "1"), h.Aria("hidden", "true"), h.Value(strconv.FormatFloat(min(1, x/max(1, left)), 'f', 3, 64))), h.Strong(g.Text(odds.Mean.Write(x))))
		}
		return h.Section(h.Aria("label", "Odds of the next"), page.Spread(h.H3(page.Isolated(u.Name+" → "+at.Name)), page.LinkButton(fmt.Sprintf("%s/odds?unit=%s&foe=%s", p.address(), url.QueryEscape(u.ID), url.QueryEscape(at.ID)), "All odds")),
			h.Ul(h.Class("meters"), meter(fmt.Sprintf("%d″", n.Distance), n.Shoots), meter("charge", n.Charges)))
	}
	return nil
}
