package answers

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/odds"
	"muster/report"
	"muster/report/html"
	"muster/web/page"
)

// An oddsPage shows the odds of units against typical targets, or another list.
type oddsPage struct {
	BaseAddress string // the page's address without its query
	// address of a related page: of the match-up of both lists or, if this is the match-up, of the
	// odds of one unit
	relatedAddress string
	UnitID, FoeID  string
	Units, Foes    []edit.Choice
	unitNames      map[string]string
	Switches       g.Group
	Trouble        string
	Answer         []report.Block
}

func (h *Handler) odds(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
	p := &oddsPage{BaseAddress: list.Address() + "/odds", UnitID: r.FormValue("unit")}
	first := builder.FirstHalfIDs(roster)
	p.unitNames = builder.Names(roster)
	p.UnitID = cmp.Or(first[p.UnitID], p.UnitID)
	for _, u := range roster.Units() {
		if first[u.ID] == u.ID {
			p.Units = append(p.Units, edit.Choice{Value: u.ID, Label: p.unitNames[u.ID]})
		}
	}
	q, err := h.foeQuestion(p, r, list, roster)
	if err != nil {
		return err
	}
	q.UnitID, p.relatedAddress = p.UnitID, list.Address()+"/match-up?"+url.Values{"against": {p.FoeID}}.Encode()
	if err := p.answer(r.Context(), roster, q, r.FormValue); err != nil {
		p.Trouble = page.ErrorText(err)
	}
	return h.Render(w, page.Layout{Title: "Odds", CurrentPage: "odds", List: list}, p.view())
}

// foeQuestion returns the question against the opponent that the form names. If there is no such
// opponent, it sets the page's Trouble.
func (h *Handler) foeQuestion(p *oddsPage, r *http.Request, list *page.List, roster builder.Roster) (q odds.Question, err error) {
	if p.Foes, err = h.foes(list.ID, roster); err != nil {
		return q, err
	}
	if p.FoeID, err = page.PickedValue(p.Foes, r.FormValue("against")); err != nil {
		p.Trouble = page.ErrorText(err)
	}
	if p.FoeID != "" {
		foe, err := h.RosterToView(p.FoeID)
		if err != nil {
			return q, err
		}
		q.Foe.Name = p.FoeID
		q.Foe.List, _ = foe.(builder.Previewer)
	}
	return q, nil
}

// foes returns the possible opponents: typical targets, and other lists of the game.
func (h *Handler) foes(id string, roster builder.Roster) ([]edit.Choice, error) {
	others, err := h.OtherLists(id, roster.Game().ID)
	return append([]edit.Choice{{Label: "typical targets"}}, others...), err
}

// readQuestion reads the form's settings (cover, movement) into the question and the page. It
// returns the list, or an error if its game has no odds.
func (p *oddsPage) readQuestion(roster builder.Roster, q *odds.Question, form func(string) string) (builder.Previewer, error) {
	list, ok := roster.(builder.Previewer)
	if !ok {
		return nil, errors.New(roster.Game().Name + " has no odds")
	}
	asked := func(key, name string) bool {
		on := form(key) == "yes"
		p.Switches = append(p.Switches, page.Checkbox(key, name, on))
		return on
	}
	if len(list.OddsChoices().Covers) == 0 && asked("cover", "the target is in cover") {
		q.Cover = odds.UsualCover
	}
	q.Moved = asked("moved", "the unit has moved")
	return list, nil
}

// answer asks the question with the form's settings, and draws the answer.
func (p *oddsPage) answer(ctx context.Context, roster builder.Roster, q odds.Question, form func(string) string) error {
	list, err := p.readQuestion(roster, &q, form)
	if err != nil {
		return err
	}
	answer, err := list.Odds(ctx, q)
	if err != nil {
		return err
	}
	var said []report.Block
	for i := range answer.Sections {
		s := &answer.Sections[i]
		if q.UnitID == "" {
			p.addPairTables(s.Tables, answer)
		} else {
			before := "Against "
			if i > 0 { // together with a partner
				before = s.Title + " against "
			}
			for _, doc := range answer.TargetDocs(s, before) {
				if i > 0 {
					doc.Anchor = ""
				}
				p.Answer = append(p.Answer, doc)
			}
		}
		if s.SignsLegend != "" {
			said = append(said, quietText(s.SignsLegend))
		}
		for _, aside := range s.Remarks {
			said = append(said, quietText(aside.Text))
		}
	}
	p.Answer = append(p.Answer, said...)
	return nil
}

func quietText(text string) report.Text {
	return report.Text{Spans: []report.Span{{Text: text, Tone: report.QuietTone}}}
}

// addPairTables adds tables of every unit against every target, without units that harm none.
func (p *oddsPage) addPairTables(tables []odds.Table, answer *odds.Answer) {
	for i := range tables {
		t := &tables[i].Table
		names := slices.IndexFunc(t.Columns, func(c report.Column) bool { return c.Kind == report.NameColumn })
		title, rows := t.Columns[0].Name, t.Rows
		t.Title, t.Columns[names].Name, t.Rows = title+" in figures: Unit", "Unit", nil
		bars, most := report.Bars{Title: title}, 0.0
		for _, attacks := range tables[i].Attacks {
			if best := attacks.BestIndex; best >= 0 {
				most = max(most, attacks.Effects[best].LostPer100)
			}
		}
		for j, attacks := range tables[i].Attacks {
			if best := attacks.BestIndex; best >= 0 {
				worth := attacks.Effects[best].LostPer100
				p.addRowLinks(rows[j].Cells[names:], &attacks, answer)
				bars.Bars = append(bars.Bars,
					report.Bar{Label: rows[j].Cells[names].Text, Value: odds.WorthCell.NumberText(worth), Share: worth / most})
				t.Rows = append(t.Rows, rows[j])
			}
		}
		if bars.Bars != nil {
			about := quietText("Points destroyed for 100 points spent. The bar is the best target; a star marks it. " + odds.WorthLegend())
			p.Answer = append(p.Answer, &report.Doc{Title: title, Blocks: []report.Block{about, bars, t}})
		}
	}
}

// addRowLinks puts a number before the unit of a row and links its cells: the unit to the page of
// its odds, each target to the odds against it.
func (p *oddsPage) addRowLinks(cells []report.Cell, row *odds.AttackRow, answer *odds.Answer) {
	if row.UnitIndex >= len(answer.Units) {
		return
	}
	id := answer.Units[row.UnitIndex].ID
	cells[0].Text = page.NumberedName(p.unitNames, id, cells[0].Text)
	query := url.Values{"unit": {id}}
	if p.FoeID != "" {
		query.Set("against", p.FoeID)
	}
	cells[0].Link = p.BaseAddress + "?" + query.Encode()
	for i, t := range answer.Targets {
		if cell := &cells[len(cells)-len(answer.Targets)+i]; cell.Text != "" {
			cell.Link = cells[0].Link + "#target-" + t.ID
		}
	}
}

func (p *oddsPage) view() g.Node {
	return g.Group{
		page.SpreadRow(h.H1(g.Text("Odds")), page.LinkButton(p.relatedAddress, "Match-up")),
		p.form(page.WithLabel("Unit", h.Select(h.Name("unit"), h.Option(h.Value(""), g.Text("every unit")), page.MenuOptions(p.Units, p.UnitID)))),
		html.Page{}.Blocks(p.Answer...),
	}
}

// form draws the page's form, beginning with the field first, and the reason why there is no
// answer.
func (p *oddsPage) form(first g.Node) g.Node {
	return g.Group{
		h.Form(h.Action(p.BaseAddress), h.Method("get"), g.Attr("data-auto"), h.Class("card odds"), first,
			page.WithLabel("Against", page.ChoiceControl("against", p.Foes, p.FoeID)), p.Switches,
			h.NoScript(h.Button(g.Text("Work out")))),
		g.If(p.Trouble != "", page.Para("card warn", p.Trouble)),
	}
}
