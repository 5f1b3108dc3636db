package play

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/odds"
	"muster/builder/play"
	stand "muster/builder/table"
	"muster/report"
	"muster/rules/dice"
	"muster/web/desk"
	"muster/web/page"
)

// A playOdds is the page with the odds of one unit against another, both in their present states of
// the game.
type playOdds struct {
	List           *page.List
	Unit, Foe      string // ids; "" as Foe means the typical targets
	IsOpponentUnit bool   // the unit belongs to the opponent
	Distance       string
	Cover          string
	Units, Foes    []edit.Choice
	CoverChoices   []edit.Choice
	HasMoved       bool // the attacker has moved
	State          *play.State
	Trouble        string
	Charts         []*report.Doc
	Remarks        []string // remarks on how the odds were computed, a line each
}

// oddsDistances holds the distances to choose from, in inches.
var oddsDistances = []int{3, 6, 9, 12, 18, 24, 30, 36, 48}

// playOdds computes the odds between units in their present states.
func (h *Handler) playOdds(w http.ResponseWriter, r *http.Request, list *page.List, t *loadedGame) error {
	p := &playOdds{
		List: list, State: t.state, Unit: r.FormValue("unit"), Foe: r.FormValue("foe"),
		IsOpponentUnit: r.FormValue("their") == "yes",
		Distance:       r.FormValue("distance"), Cover: r.FormValue("cover"), HasMoved: r.FormValue("moved") == "yes",
	}
	rosters := [2]builder.Roster{t.ownRoster, t.foeRoster}
	own := sideIndex(p.IsOpponentUnit)
	foe, known := rosters[1-own].(builder.Previewer)
	p.Units, p.Foes = livingUnits(t.state, own), livingUnits(t.state, 1-own)
	if rosters[1-own] == nil {
		p.Foes = []edit.Choice{{Label: "typical targets"}}
	}
	p.Unit, p.Foe = valueOrFirst(p.Units, p.Unit), valueOrFirst(p.Foes, p.Foe)
	q := p.oddsQuestion()
	if known {
		q.Foe = odds.Foe{List: foe, UnitID: p.Foe, Name: t.state.Sides[1-own].Name}
	}
	switch previewer, ok := rosters[own].(builder.Previewer); {
	case !ok:
		p.Trouble = "Whose list is not here has no odds."
	case p.Unit == "":
		p.Trouble = "Nobody is left."
	default:
		p.answer(r.Context(), previewer, q)
	}
	return h.Render(w, page.Layout{Title: "Odds now", CurrentPage: "play", List: list, WithoutNavigation: desk.PhoneIndex(r.Context()) > 0}, p.view())
}

// oddsQuestion returns the question of the form, with the present states of both sides.
func (p *playOdds) oddsQuestion() odds.Question {
	own := sideIndex(p.IsOpponentUnit)
	q := odds.Question{
		UnitID: p.Unit, Moved: p.HasMoved, OwnStates: unitStates(p.State, own),
		FoeStates: unitStates(p.State, 1-own),
	}
	var err error
	if q.Distance, err = strconv.Atoi(p.Distance); err != nil || q.Distance < 0 || q.Distance > odds.MaxDistance {
		q.Distance, p.Distance = 0, ""
	}
	return q
}

// unitStates returns the present states of all units of a side.
func unitStates(s *play.State, side int) map[string]odds.UnitState {
	all := map[string]odds.UnitState{}
	for _, u := range s.Sides[side].Units {
		all[u.ID] = s.OddsStateWithWounded(u)
	}
	return all
}

// answer asks the question, with the form's cover if the game has it.
func (p *playOdds) answer(ctx context.Context, list builder.Previewer, q odds.Question) {
	p.CoverChoices = coversOf(list.OddsChoices())
	if !slices.ContainsFunc(p.CoverChoices, func(c edit.Choice) bool { return c.Value == p.Cover }) {
		p.Cover = ""
	}
	q.Cover = p.Cover
	answer, err := list.Odds(ctx, q)
	if err != nil {
		p.Trouble = page.ErrorText(err)
		return
	}
	for i := range answer.Sections {
		s := &answer.Sections[i]
		p.Charts = append(p.Charts, answer.TargetDocs(s, "Against ")...)
		for _, aside := range s.Remarks {
			p.Remarks = append(p.Remarks, aside.Text)
		}
	}
	if u, _ := p.State.Unit(p.IsOpponentUnit, p.Unit); p.Charts == nil && u != nil {
		p.Trouble = "As they stand it does nothing to them."
		for _, id := range u.States {
			p.Trouble += " " + p.State.Game().TermFor(id) + ": " + p.State.StateEffect(u, id)
		}
	}
}

// isAttackable reports whether a unit can be attacked: it is on the table, and not in a transport.
func isAttackable(u *play.UnitState) bool { return u.OnTable() && u.InTransport == "" }

// livingUnits returns the units of a side that can fight; those that can be attacked come first.
func livingUnits(s *play.State, side int) []edit.Choice {
	var here, away []edit.Choice
	for _, u := range s.Sides[side].Units {
		to := &away
		if isAttackable(u) {
			to = &here
		}
		if u.Lives() {
			b := &u.Subunits[0]
			label := fmt.Sprintf("%s, %d/%d", u.Name, b.WoundsLeft(), b.Kinds.Wounds())
			*to = append(*to, edit.Choice{Value: u.ID, Label: label})
		}
	}
	return append(here, away...)
}

// valueOrFirst returns value if a choice has it, else the first choice.
func valueOrFirst(choices []edit.Choice, value string) string {
	if len(choices) == 0 || slices.ContainsFunc(choices, func(c edit.Choice) bool { return c.Value == value }) {
		return value
	}
	return choices[0].Value
}

// coversOf returns the kinds of cover (woods, buildings) to choose from in a game.
func coversOf(asks odds.Choices) []edit.Choice {
	if len(asks.Covers) == 0 {
		return []edit.Choice{{Label: "in the open"}, {Value: odds.UsualCover, Label: "in cover"}}
	}
	all := []edit.Choice{{Label: "any cover"}}
	for _, cover := range asks.Covers {
		all = append(all, edit.Choice{Value: cover, Label: cover})
	}
	return all
}

// distanceText writes distances with a double prime.
func distanceText(text string) string { return strings.ReplaceAll(text, `"`, "″") }

func (p *playOdds) view() g.Node {
	at := p.List.Address() + "/play"
	reach := []edit.Choice{{Label: "any"}}
	for _, n := range oddsDistances {
		reach = append(reach, edit.Choice{Value: strconv.Itoa(n), Label: fmt.Sprintf("%d″", n)})
	}
	turn := url.Values{
		"their": {yesText(!p.IsOpponentUnit)}, "unit": {p.Foe}, "foe": {p.Unit}, "distance": {p.Distance},
		"cover": {p.Cover},
	}
	return h.Div(h.Class("play"), h.Data("awake", "yes"),
		page.SpreadRow(h.H1(g.Text("Odds as they stand")),
			g.If(p.State.Sides[1].Roster != nil, page.LinkButton(at+"/odds?"+turn.Encode(), "Swap sides"))),
		h.Form(h.Action(at+"/odds"), h.Method("get"), g.Attr("data-auto"), h.Class("card odds"),
			page.HiddenField("their", yesText(p.IsOpponentUnit)),
			page.Select("Attacker", "unit", p.Units, p.Unit),
			page.Select("Target", "foe", p.Foes, p.Foe),
			page.Select("Distance", "distance", reach, p.Distance),
			g.If(len(p.CoverChoices) > 0, page.Select("The target is", "cover", p.CoverChoices, p.Cover)),
			page.Checkbox("moved", "moved before shooting", p.HasMoved),
			h.Button(g.Text("Work out"))),
		g.If(p.Trouble != "", page.Para("card warn", p.Trouble)),
		page.DrawEach(p.Charts, func(_ int, d *report.Doc) g.Node { return viewLargeOdds(d) }),
		page.DrawEach(p.Remarks, func(_ int, line string) g.Node { return page.Para("quiet", line) }),
	)
}

// viewLargeOdds draws odds with one large number per line, readable on a phone at arm's length.
func viewLargeOdds(d *report.Doc) g.Node {
	return h.Section(h.Class("card"), h.Aria("label", d.Title), h.H2(page.IsolatedText(d.Title)),
		g.Map(d.Blocks, func(b report.Block) g.Node {
			switch b := b.(type) {
			case report.Text:
				return page.Para("quiet", b.Text())
			case report.Bars:
				return h.Ul(h.Class("meters"), g.Map(b.Bars, func(one report.Bar) g.Node {
					return h.Li(h.Span(page.IsolatedText(distanceText(one.Label))), g.El("meter", g.Attr("max", "1"), h.Aria("hidden", "true"), h.Value(dice.Format(one.Share, 3))), h.Strong(g.Text(one.Value)))
				}))
			case *report.Table:
				return g.Map(b.Rows, func(row report.Row) g.Node { return viewLines(b, row, d.Title) })
			}
			return nil
		}))
}

// viewLines draws the numbers of a row with their labels, without the target named in the title.
// Its heading is the row's first cell or, for a single row, the table's title, followed by the
// range: "Shooting, 12-18″".
func viewLines(t *report.Table, row report.Row, title string) g.Node {
	lines, name := g.Group{}, t.Columns[0].Name
	for i, cell := range row.Cells {
		switch text := distanceText(cell.Text + cell.Suffix); {
		case text == "" || t.Columns[i].Name == "" || t.Columns[i].Kind < report.NumberColumn &&
			strings.HasSuffix(title, text):
		case i == 0 && len(t.Rows) > 1:
			name = text
		case strings.HasSuffix(text, "″") && len(lines) == 0:
			name = strings.TrimSuffix(name, " at") + ", " + text
		default:
			lines = append(lines,
				h.Div(h.Dt(page.IsolatedText(cmp.Or(t.Columns[i].ShortName, t.Columns[i].Name))), h.Dd(page.IsolatedText(text))))
		}
	}
	return g.Group{
		h.H3(page.IsolatedText(name)),
		h.Dl(h.Class("lines"), h.Aria("label", "In figures: "+name), lines),
	}
}

// targetPage lists the enemy units to choose a unit's target. The page then shows the rolls that
// the unit needs to hit it, and the target to save.
func (h *Handler) targetPage(w http.ResponseWriter, r *http.Request, list *page.List, t *loadedGame) error {
	p := h.newPlayPage(list, t, r)
	u, _ := t.state.Unit(r.FormValue("their") == "yes", r.FormValue("unit"))
	if u == nil {
		return fmt.Errorf("there is no such unit in the game: %w", fs.ErrNotExist)
	}
	return h.Render(w, page.Layout{Title: "Against whom?", CurrentPage: "play", List: list, WithoutNavigation: p.IsGuest}, p.viewTargets(u))
}

func (p *playPage) viewTargets(u *play.UnitState) g.Node {
	side, now := sideIndex(u.OfOpponent), p.targetUnit(sideIndex(u.OfOpponent))
	return h.Div(h.Class("play"), page.OneColumn("Against whom?", h.Section(page.ListRows(p.State.Sides[1-side].Units, func(o *play.UnitState) g.Node {
		at := p.TargetIDs
		at[side] = o.ID
		return g.If(o.Lives(), h.Li(h.A(h.Class("button"), h.Href(addressWithView(p.IsGuest, p.address(), sideName(u.OfOpponent), at)+"#"+rowID(u)),
			g.If(o == now, h.Aria("current", "true")), page.IsolatedText(o.Name), h.Span(h.Class("quiet"), page.IsolatedText(page.JoinDots(o.Subunits[0].StrengthLeftText(), p.stateWord(o, &o.Subunits[0], false)))))))
	}))))
}

// targetUnit returns the target of a side's units, whose needed rolls are shown: the chosen enemy
// unit, or the first that can be attacked; nil if none is alive.
func (p *playPage) targetUnit(side int) *play.UnitState {
	var first *play.UnitState
	for _, u := range p.State.Sides[1-side].Units {
		switch {
		case !u.Lives():
		case u.ID == p.TargetIDs[side]:
			return u
		case first == nil || !isAttackable(first) && isAttackable(u):
			first = u
		}
	}
	return first
}

// neededRolls returns the rolls that a unit's attacks need to hit its side's target, and the target
// to save, in their present states; nil if unknown.
func (p *playPage) neededRolls(u *play.UnitState) *odds.NeededRolls {
	side := sideIndex(u.OfOpponent)
	if known, asked := p.neededRollsCache[side][u.ID]; asked {
		return known
	}
	if p.neededRollsCache[side] == nil {
		p.neededRollsCache[side] = map[string]*odds.NeededRolls{}
	}
	p.neededRollsCache[side][u.ID] = nil
	mine, ok := p.Rosters[side].(builder.Previewer)
	foe, known := p.Rosters[1-side].(builder.Previewer)
	at := p.targetUnit(side)
	if !ok || !known || at == nil {
		return nil
	}
	q := odds.Question{OnlyNeededRolls: true, OwnStates: unitStates(p.State, side), FoeStates: unitStates(p.State, 1-side), Foe: odds.Foe{List: foe, UnitID: at.ID}}
	if p.oldRowETags != nil { // the other rows are known
		q.UnitID = u.ID
	}
	answer, err := mine.Odds(p.ctx, q)
	if err != nil {
		return nil
	}
	for i := range answer.NeededRolls {
		p.neededRollsCache[side][answer.NeededRolls[i].UnitID] = &answer.NeededRolls[i]
	}
	return p.neededRollsCache[side][u.ID]
}

// viewWeapons draws the weapons of a squad or a joined hero, with the roll that each needs to hit
// and the roll that its target needs to save.
func (p *playPage) viewWeapons(u *play.UnitState, hero bool, arms *stand.Unit) g.Node {
	needs, at := p.neededRolls(u), p.targetUnit(sideIndex(u.OfOpponent))
	if len(arms.Weapons) == 0 {
		return nil
	}
	head := g.Iff(needs != nil && !hero, func() g.Node {
		return h.THead(h.Tr(h.Th(h.ColSpan("2"), p.targetLink(u, at)), h.Th(h.Scope("col"), h.Class("n"), g.Text("hit")), h.Th(h.Scope("col"), h.Class("n"), g.Text("save"))))
	})
	body := h.TBody(page.DrawEach(arms.Weapons, func(_ int, w stand.Weapon) g.Node {
		hit, save := "", ""
		if needs != nil {
			for _, n := range needs.Weapons {
				if n.Weapon == w.Name && n.IsMelee == (w.Range == 0) &&
					n.CarriedByHero == (hero && u.Subunits[0].ModelsLeft() > 0) {
					hit, save = strconv.Itoa(n.HitDie)+"+", strconv.Itoa(n.BlockDie)+"+"
				}
			}
		}
		return h.Tr(h.Td(h.Class("n"), g.Textf("%d×", w.Count)), h.Td(h.Strong(page.IsolatedText(w.Name)), g.Text(" "+page.JoinCommas(w.ProfileParts()))),
			g.If(needs != nil, g.Group{h.Td(h.Class("n"), h.Strong(g.Text(hit))), h.Td(h.Class("n"), g.Text(save))}))
	}))
	return g.Group{
		h.Table(h.Class("weapons"), head, body),
		g.Iff(needs != nil && !hero && u.Lives(), func() g.Node { return page.Para("quiet", woundsText(needs, at)) }),
	}
}

func (p *playPage) targetLink(u, at *play.UnitState) g.Node {
	v := url.Values{"unit": {u.ID}, "their": {yesText(u.OfOpponent)}, "at": {p.TargetIDs[0]}, "by": {p.TargetIDs[1]}}
	return h.A(h.Class("button"), h.Href(p.address()+"/target?"+v.Encode()), g.Attr("data-pop"),
		h.Aria("label", "Against "+at.Name+": choose another"),
		page.IsolatedText("Against "+at.Name+" ▾"))
}

// woundsText says how many wounds a unit is expected to do to the target: "Breachers takes 2.4
// wounds from 12″, 4.4 from a charge."
func woundsText(n *odds.NeededRolls, at *play.UnitState) string {
	takes, shoots, charges := "no wounds", odds.MeanCell.NumberText(n.ShootingWounds), odds.MeanCell.NumberText(n.ChargingWounds)
	switch {
	case n.ShootingWounds > 0 && n.ChargingWounds > 0:
		takes = fmt.Sprintf("%s wounds from %d″, %s from a charge", shoots, n.Distance, charges)
	case n.ShootingWounds > 0:
		takes = fmt.Sprintf("%s wounds from %d″", shoots, n.Distance)
	case n.ChargingWounds > 0:
		takes = charges + " wounds from a charge"
	}
	return report.Capitalize(at.Name + " takes " + takes + ".")
}

// nextUnitOdds draws the odds of the unit that can act next.
func (p *playPage) nextUnitOdds() g.Node {
	for _, u := range p.State.Sides[0].Units {
		if !p.State.MayAct(u) || !u.OnTable() {
			continue
		}
		n, at := p.neededRolls(u), p.targetUnit(0)
		if n == nil {
			return nil
		}
		left := 0
		for i := range at.Subunits {
			left += at.Subunits[i].WoundsLeft()
		}
		meter := func(label string, x float64) g.Node {
			return h.Li(h.Span(g.Text(label)), g.El("meter", g.Attr("max", "1"), h.Aria("hidden", "true"), h.Value(strconv.FormatFloat(min(1, x/float64(max(1, left))), 'f', 3, 64))), h.Strong(g.Text(odds.MeanCell.NumberText(x))))
		}
		return h.Section(h.Aria("label", "Odds of the next"), page.SpreadRow(h.H3(page.IsolatedText(u.Name+" → "+at.Name)), page.LinkButton(fmt.Sprintf("%s/odds?unit=%s&foe=%s", p.address(), url.QueryEscape(u.ID), url.QueryEscape(at.ID)), "All odds")),
			h.Ul(h.Class("meters"), meter(fmt.Sprintf("%d″", n.Distance), n.ShootingWounds), meter("charge", n.ChargingWounds)))
	}
	return nil
}
