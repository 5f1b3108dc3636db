package play

import (
	"cmp"
	"context"
	"fmt"
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
	"muster/report"
	"muster/rules/dice"
	"muster/web/desk"
	"muster/web/page"
)

// A playOdds shows the odds of one unit against another as both stand now.
type playOdds struct {
	List        *page.List
	Unit, Foe   string // ids; the foe's "" is the typical targets
	Their       bool   // the unit is the opponent's
	Distance    string
	Cover       string
	Units, Foes []edit.Choice
	Covers      []edit.Choice
	Moved       bool
	State       *play.State
	Trouble     string
	Charts      []*report.Doc
	Lines       []string
}

// distances are those that a table asks for.
var distances = []int{3, 6, 9, 12, 18, 24, 30, 36, 48}

// playOdds works out the odds between units as they stand in the game.
func (h *Handler) playOdds(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
	t, err := h.table(list.ID, roster)
	if err != nil {
		return err
	}
	p := &playOdds{
		List: list, State: t.state, Unit: r.FormValue("unit"), Foe: r.FormValue("foe"),
		Their:    r.FormValue("their") == "yes",
		Distance: r.FormValue("distance"), Cover: r.FormValue("cover"), Moved: r.FormValue("moved") == "yes",
	}
	rosters := [2]builder.Roster{t.mine, t.theirs}
	own := sideOf(p.Their)
	foe, known := rosters[1-own].(builder.Previewer)
	p.Units, p.Foes = livingUnits(t.state, own), livingUnits(t.state, 1-own)
	if rosters[1-own] == nil {
		p.Foes = []edit.Choice{{Label: "typical targets"}}
	}
	p.Unit, p.Foe = among(p.Units, p.Unit), among(p.Foes, p.Foe)
	q := p.question()
	if known {
		q.Foe = odds.Foe{List: foe, Unit: p.Foe, Name: t.state.Sides[1-own].Name}
	}
	switch previewer, ok := rosters[own].(builder.Previewer); {
	case !ok:
		p.Trouble = "Whose list is not here has no odds."
	case p.Unit == "":
		p.Trouble = "Nobody is left."
	default:
		p.workOut(r.Context(), previewer, q)
	}
	return h.Render(w, page.Layout{Title: "Odds now", Here: "play", List: list, Bare: desk.Phone(r.Context()) > 0}, p.view())
}

// question returns the question of the form, about both sides as they stand.
func (p *playOdds) question() odds.Question {
	own := sideOf(p.Their)
	q := odds.Question{Unit: p.Unit, Moved: p.Moved, Now: standing(p.State, own), FoeNow: standing(p.State, 1-own)}
	var err error
	if q.Distance, err = strconv.Atoi(p.Distance); err != nil || q.Distance < 0 || q.Distance > odds.MaxDistance {
		q.Distance, p.Distance = 0, ""
	}
	return q
}

// standing is how all units of a side stand.
func standing(s *play.State, side int) map[string]odds.Standing {
	all := map[string]odds.Standing{}
	for _, u := range s.Sides[side].Units {
		all[u.ID] = s.StandingOf(u)
	}
	return all
}

// workOut asks the question, in the cover that the form names if the game has it.
func (p *playOdds) workOut(ctx context.Context, list builder.Previewer, q odds.Question) {
	p.Covers = coversOf(list.Asks())
	if !slices.ContainsFunc(p.Covers, func(c edit.Choice) bool { return c.Value == p.Cover }) {
		p.Cover = ""
	}
	q.Cover = p.Cover
	answer, err := list.Odds(ctx, q)
	if err != nil {
		p.Trouble = page.Sentence(err)
		return
	}
	for i := range answer.Sections {
		s := &answer.Sections[i]
		p.Charts = append(p.Charts, answer.Docs(s, "Against ")...)
		for _, aside := range s.Asides {
			p.Lines = append(p.Lines, aside.Text)
		}
	}
	if u, _ := p.State.Unit(p.Their, p.Unit); p.Charts == nil && u != nil {
		p.Trouble = "As they stand it does nothing to them."
		for _, id := range u.States {
			p.Trouble += " " + p.State.Game().Word(id) + ": " + p.State.Means(u, id)
		}
	}
}

// livingUnits are those of a side that can fight, those on the table first.
func livingUnits(s *play.State, side int) []edit.Choice {
	var here, away []edit.Choice
	for _, u := range s.Sides[side].Units {
		to := &away
		if u.OnTable() {
			to = &here
		}
		if u.Lives() {
			*to = append(*to, edit.Choice{Value: u.ID, Label: u.Name + ", " + u.Bodies[0].Left()})
		}
	}
	return append(here, away...)
}

// among is the choice of a value, or the first.
func among(choices []edit.Choice, value string) string {
	if len(choices) == 0 || slices.ContainsFunc(choices, func(c edit.Choice) bool { return c.Value == value }) {
		return value
	}
	return choices[0].Value
}

// coversOf are the covers that a game tells apart.
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

func (p *playOdds) view() g.Node {
	at := p.List.Address() + "/play"
	reach := []edit.Choice{{Label: "any"}}
	for _, n := range distances {
		reach = append(reach, edit.Choice{Value: strconv.Itoa(n), Label: fmt.Sprintf("%d″", n)})
	}
	turn := url.Values{
		"their": {yes(!p.Their)}, "unit": {p.Foe}, "foe": {p.Unit}, "distance": {p.Distance},
		"cover": {p.Cover},
	}
	return h.Div(h.Class("play"), h.Data("awake", "yes"),
		page.Spread(h.H1(g.Text("Odds as they stand")), h.Div(h.Class("row"),
			g.If(p.State.Sides[1].Roster != nil, page.LinkButton(at+"/odds?"+turn.Encode(), "Swap sides")),
			page.LinkButton(at, "Table"))),
		h.Form(h.Action(at+"/odds"), h.Method("get"), g.Attr("data-auto"), h.Class("card odds"),
			page.Hidden("their", yes(p.Their)),
			page.Select("Who", "unit", p.Units, p.Unit),
			page.Select("Against", "foe", p.Foes, p.Foe),
			page.Select("Distance", "distance", reach, p.Distance),
			g.If(len(p.Covers) > 0, page.Select("The target is", "cover", p.Covers, p.Cover)),
			page.Checkbox("moved", "it has moved", p.Moved),
			h.Button(g.Text("Work out"))),
		g.If(p.Trouble != "", page.Para("card warn", p.Trouble)),
		page.Each(p.Charts, func(_ int, d *report.Doc) g.Node { return viewOddsNow(d) }),
		page.Each(p.Lines, func(_ int, line string) g.Node { return page.Para("quiet", line) }),
	)
}

// viewOddsNow is a chart for a phone at arm's length: a figure a line.
func viewOddsNow(d *report.Doc) g.Node {
	return h.Section(h.Class("card"), h.Aria("label", d.Title), h.H2(page.Isolated(d.Title)), g.Map(d.Blocks, func(b report.Block) g.Node {
		switch b := b.(type) {
		case report.Text:
			return page.Para("quiet", b.Text())
		case report.Bars:
			return h.Ul(h.Class("meters"), g.Map(b.Bars, func(one report.Bar) g.Node {
				return h.Li(h.Span(page.Isolated(one.Label)), g.El("meter", g.Attr("max", "1"), h.Aria("hidden", "true"), h.Value(dice.Format(one.Share, 3))), h.Strong(g.Text(one.Value)))
			}))
		case *report.Table:
			return g.Map(b.Rows, func(row report.Row) g.Node { return viewLines(b, row, d.Title) })
		}
		return nil
	}))
}

// viewLines draws the figures of a row with their labels, without the target named by the
// title; a row of several has its first cell as heading.
func viewLines(t *report.Table, row report.Row, title string) g.Node {
	lines, name := g.Group{}, t.Columns[0].Name
	for i, cell := range row.Cells {
		switch text := cell.Text + cell.More; {
		case text == "" || t.Columns[i].Name == "" || t.Columns[i].Kind < report.Number && strings.HasSuffix(title, text):
		case i == 0 && len(t.Rows) > 1:
			name = text
		default:
			lines = append(lines,
				h.Div(h.Dt(page.Isolated(cmp.Or(t.Columns[i].Short, t.Columns[i].Name))), h.Dd(page.Isolated(text))))
		}
	}
	return g.Group{
		g.If(len(t.Rows) > 1, h.H3(page.Isolated(name))),
		h.Dl(h.Class("lines"), h.Aria("label", "In figures: "+name), lines),
	}
}
