package web

import (
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
	"muster/rules/dice"
)

// A playOdds is what a unit can do to another as both stand now.
type playOdds struct {
	List        *listName
	Unit, Foe   string // ids; the foe's "" is the typical targets
	Their       bool   // the unit is the opponent's
	Distance    string
	Cover       string
	Units, Foes []edit.Choice
	Covers      []edit.Choice
	Moved       bool
	State       *play.State
	Trouble     string
	Charts      []chart
	Lines       []string
}

// distances are those that a table asks for.
var distances = []int{3, 6, 9, 12, 18, 24, 30, 36, 48}

// playOdds works out what units do to each other as they stand in the game.
func (h *handler) playOdds(w http.ResponseWriter, r *http.Request, list *listName, roster builder.Roster) error {
	t, err := h.table(list.ID, roster)
	if err != nil {
		return err
	}
	p := &playOdds{
		List: list, State: t.state, Unit: r.FormValue("unit"), Foe: r.FormValue("foe"), Their: r.FormValue("their") == "yes",
		Distance: r.FormValue("distance"), Cover: r.FormValue("cover"), Moved: r.FormValue("moved") == "yes",
	}
	rosters := [2]builder.Roster{t.mine, t.theirs}
	own, other := 0, 1
	if p.Their {
		own, other = 1, 0
	}
	standing := [2]map[string]odds.Standing{}
	for i := range standing {
		standing[i] = map[string]odds.Standing{}
		for _, u := range t.state.Sides[i].Units {
			standing[i][u.ID] = u.Standing()
		}
	}
	p.Units, p.Foes = livingUnits(t.state, own), livingUnits(t.state, other)
	if rosters[other] == nil {
		p.Foes = []edit.Choice{{Label: "typical targets"}}
	}
	p.Unit, p.Foe = among(p.Units, p.Unit), among(p.Foes, p.Foe)
	q := odds.Question{Unit: p.Unit, Moved: p.Moved, Cover: p.Cover, Now: standing[own], FoeNow: standing[other]}
	if q.Distance, err = strconv.Atoi(p.Distance); err != nil || q.Distance < 0 || q.Distance > odds.MaxDistance {
		q.Distance, p.Distance = 0, ""
	}
	list2, ok := rosters[own].(builder.Previewer)
	switch {
	case !ok:
		p.Trouble = "Whose list is not here has no odds."
	case p.Unit == "":
		p.Trouble = "Nobody is left."
	default:
		p.Covers = coversOf(list2.Asks())
		if !slices.ContainsFunc(p.Covers, func(c edit.Choice) bool { return c.Value == q.Cover }) {
			q.Cover, p.Cover = "", ""
		}
		if foe, known := rosters[other].(builder.Previewer); known {
			q.Foe.List, q.Foe.Unit, q.Foe.Name = foe, p.Foe, t.state.Sides[other].Name
		}
		answer, err := list2.Odds(r.Context(), q)
		if err != nil {
			p.Trouble = sentence(err)
			break
		}
		for i := range answer.Sections {
			s := &answer.Sections[i]
			p.Charts = append(p.Charts, ofOne("Against ", answer.Targets, s)...)
			for _, aside := range s.Asides {
				p.Lines = append(p.Lines, aside.Text)
			}
		}
		if u, _ := t.state.Unit(p.Their, p.Unit); p.Charts == nil && u != nil {
			p.Trouble = "As they stand it does nothing to them."
			for _, id := range u.States {
				p.Trouble += " " + t.state.Game().Word(id) + ": " + t.state.Means(u, id)
			}
		}
	}
	h.render(w, layout{Title: "Odds now", Here: "play", List: list}, p.view())
	return nil
}

// livingUnits are those of a side that can fight.
func livingUnits(s *play.State, side int) []edit.Choice {
	var all []edit.Choice
	for _, u := range s.Sides[side].Units {
		if u.Lives() {
			all = append(all, edit.Choice{Value: u.ID, Label: u.Name + ", " + u.Bodies[0].Left()})
		}
	}
	return all
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
	at := p.List.address() + "/play"
	reach := []edit.Choice{{Label: "any"}}
	for _, n := range distances {
		reach = append(reach, edit.Choice{Value: strconv.Itoa(n), Label: fmt.Sprintf("%d″", n)})
	}
	turn := url.Values{"their": {yes(!p.Their)}, "unit": {p.Foe}, "foe": {p.Unit}, "distance": {p.Distance}, "cover": {p.Cover}}
	return h.Div(h.Class("play"), h.Data("awake", "yes"),
		spread(h.H1(g.Text("Odds as they stand")), h.Div(h.Class("row"),
			g.If(p.State.Sides[1].Roster != nil, linkButton(at+"/odds?"+turn.Encode(), "Swap sides")),
			linkButton(at, "Table"))),
		h.Form(h.Action(at+"/odds"), h.Method("get"), g.Attr("data-auto"), h.Class("card odds"),
			hidden("their", yes(p.Their)),
			labelled("Who", h.Select(h.Name("unit"), options(p.Units, p.Unit))),
			labelled("Against", h.Select(h.Name("foe"), options(p.Foes, p.Foe))),
			labelled("Distance", h.Select(h.Name("distance"), options(reach, p.Distance))),
			g.If(len(p.Covers) > 0, labelled("The target is", h.Select(h.Name("cover"), options(p.Covers, p.Cover)))),
			tick("moved", "it has moved", p.Moved),
			h.Button(g.Text("Work out"))),
		g.If(p.Trouble != "", para("card warn", p.Trouble)),
		numbered(p.Charts, func(_ int, c chart) g.Node { return viewOddsNow(c) }),
		numbered(p.Lines, func(_ int, line string) g.Node { return para("quiet", line) }),
	)
}

// viewOddsNow is a chart for a phone at arm's length: a figure a line.
func viewOddsNow(c chart) g.Node {
	return h.Section(h.Class("card"), h.Aria("label", c.Title), h.H2(isolated(c.Title)), g.If(c.About != "", para("quiet", c.About)),
		h.Ul(h.Class("meters"), numbered(c.Bars, func(_ int, one bar) g.Node {
			return h.Li(h.Span(isolated(one.Label)), g.El("meter", g.Attr("max", "1"), h.Aria("hidden", "true"), h.Value(dice.Format(one.Share, 3))), h.Strong(g.Text(one.Value)))
		})),
		numbered(c.Tables, func(_ int, f figures) g.Node {
			return numbered(f.Rows, func(i int, _ []odds.Cell) g.Node { return f.viewLines(i, c.Title) })
		}),
	)
}

// viewLines are the figures of a row, each with what it is, without the target that
// the title names; a row of several is told by its first cell.
func (f figures) viewLines(row int, title string) g.Node {
	lines, name := g.Group{}, f.Columns[0].Name
	for i, cell := range f.Rows[row] {
		switch text := cell.Write(f.Columns[i].Kind); {
		case text == "" || f.Columns[i].Name == "" || cell.Figures == nil && strings.HasSuffix(title, text):
		case i == 0 && len(f.Rows) > 1:
			name = text
		default:
			lines = append(lines, h.Div(h.Dt(isolated(f.Columns[i].Name)), h.Dd(isolated(text))))
		}
	}
	return g.Group{g.If(len(f.Rows) > 1, h.H3(isolated(name))), h.Dl(h.Class("lines"), h.Aria("label", "In figures: "+name), lines)}
}
