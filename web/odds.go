package web

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	g "maragu.dev/gomponents"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/odds"
)

// An oddsPage is what units do to typical targets, or to another list.
type oddsPage struct {
	Name, Base      string
	UnitID, Against string
	Units, Foes     []edit.Choice
	Switches        g.Group
	Trouble         string
	Charts          []chart
	Lines           []string
}

func (h *handler) odds(w http.ResponseWriter, r *http.Request, list *listName, roster builder.Roster) (err error) {
	p := &oddsPage{Name: list.Name, Base: list.address() + "/odds", UnitID: r.FormValue("unit"), Against: r.FormValue("against")}
	first, names := builder.FirstHalves(roster), builder.Names(roster)
	p.UnitID = cmp.Or(first[p.UnitID], p.UnitID)
	for _, u := range roster.Units() {
		if first[u.ID] == u.ID {
			p.Units = append(p.Units, edit.Choice{Value: u.ID, Label: names[u.ID]})
		}
	}
	if p.Foes, err = h.foes(list.ID, roster); err != nil {
		return err
	}
	q := odds.Question{Unit: p.UnitID}
	if p.Against != "" {
		foe, err := h.roster(p.Against)
		if err != nil {
			return err
		}
		q.Foe.Name = p.Against
		q.Foe.List, _ = foe.(builder.Previewer)
	}
	if err := p.workOut(r.Context(), roster, q, r.FormValue); err != nil {
		p.Trouble = sentence(err)
	}
	h.render(w, layout{Title: "Odds", Here: "odds", List: list}, p.view())
	return nil
}

// foes are whom a list can be tried against: typical targets, and other lists of its
// game.
func (h *handler) foes(id string, roster builder.Roster) ([]edit.Choice, error) {
	foes := []edit.Choice{{Label: "typical targets"}}
	others, err := listsIn(h.Lists)
	var ids, names []string
	for _, other := range others {
		if other.ID != id && other.System == roster.Game().ID && !other.Empty {
			ids, names = append(ids, other.ID), append(names, other.Name)
		}
	}
	numbered := builder.Numbered(ids, names)
	for _, id := range ids {
		foes = append(foes, edit.Choice{Value: id, Label: numbered[id]})
	}
	return foes, err
}

// workOut asks the question, with what is ticked in the form, and draws the
// answer.
func (p *oddsPage) workOut(ctx context.Context, roster builder.Roster, q odds.Question, form func(string) string) error {
	list, ok := roster.(builder.Previewer)
	if !ok {
		return errors.New(roster.Game().Name + " has no odds")
	}
	asked := func(key, name string) bool {
		on := form(key) == "yes"
		p.Switches = append(p.Switches, tick(key, name, on))
		return on
	}
	if len(list.Asks().Covers) == 0 && asked("cover", "the target is in cover") {
		q.Cover = odds.UsualCover
	}
	q.Moved = asked("moved", "the unit has moved")
	answer, err := list.Odds(ctx, q)
	if err != nil {
		return err
	}
	for i := range answer.Sections {
		s := &answer.Sections[i]
		if q.Unit == "" {
			p.Charts = append(p.Charts, p.ofAll(s.Tables, answer)...)
		} else {
			title := "Against "
			if i > 0 { // together with a partner
				title = s.Title + " against "
			}
			p.Charts = append(p.Charts, ofOne(title, answer.Targets, s)...)
		}
		if s.Key != "" {
			p.Lines = append(p.Lines, s.Key)
		}
		for _, aside := range s.Asides {
			p.Lines = append(p.Lines, aside.Text)
		}
	}
	return nil
}

// ofAll draws tables of every unit against every target; units that hurt none
// are left out.
func (p *oddsPage) ofAll(tables []odds.Table, answer *odds.Answer) []chart {
	var all []chart
	for i := range tables {
		t := &tables[i]
		c := chart{Title: t.Title(), About: "Points destroyed for 100 points spent. The bar is the best target; a star marks it. " + levelsSaid()}
		names := slices.IndexFunc(t.Columns, func(c odds.Column) bool { return c.Kind == odds.Name })
		f := figures{Columns: slices.Clone(t.Columns[names:])} // ids are for commands
		f.Columns[0].Name = "Unit"
		most := 0.0
		for _, row := range t.Rows {
			if best := row.Best(); best >= 0 {
				most = max(most, row.Cells[best].Figures[0])
			}
		}
		for _, row := range t.Rows {
			if best := row.Best(); best >= 0 {
				worth := row.Cells[best].Figures[0]
				c.Bars = append(c.Bars, bar{row.Cells[names].Text, odds.Worth.Write(worth), worth / most})
				f.Rows = append(f.Rows, row.Cells[names:])
				f.Hrefs = append(f.Hrefs, p.hrefs(&row, answer, len(row.Cells[names:])))
			}
		}
		if c.Bars != nil {
			c.Tables = []figures{f}
			all = append(all, c)
		}
	}
	return all
}

// hrefs are where the cells of a row lead: its unit to all that it does, a target's to
// what it does to that.
func (p *oddsPage) hrefs(row *odds.Row, answer *odds.Answer, cells int) []string {
	hrefs := make([]string, cells)
	if row.Unit >= len(answer.Units) {
		return hrefs
	}
	query := url.Values{"unit": {answer.Units[row.Unit].ID}}
	if p.Against != "" {
		query.Set("against", p.Against)
	}
	hrefs[0] = p.Base + "?" + query.Encode()
	for i, t := range answer.Targets {
		hrefs[cells-len(answer.Targets)+i] = hrefs[0] + "#target-" + t.ID
	}
	return hrefs
}

// ofOne draws what one unit does to each target: bars of how much of it is
// destroyed in which way, and all the figures.
func ofOne(title string, targets []odds.Target, s *odds.Section) []chart {
	var all []chart
	for i, target := range targets {
		c := chart{Title: title + target.Name}
		if title == "Against " {
			c.ID = "target-" + target.ID
		}
		for j := range s.Tables {
			f := figures{Columns: s.Tables[j].Columns}
			for _, row := range s.Tables[j].Rows {
				if row.Target != i {
					continue
				}
				if effect := row.Effects[0]; row.Bar {
					c.Bars, c.About = append(c.Bars, bar{row.Way, effect.Write(), effect.Share}), s.BarKey
				}
				f.Rows = append(f.Rows, row.Cells)
			}
			if f.Rows != nil {
				c.Tables = append(c.Tables, f)
			}
		}
		if c.Tables != nil {
			if target.Profile != "" {
				c.About = strings.TrimSpace(capital(target.Profile) + ". " + c.About)
			}
			all = append(all, c)
		}
	}
	return all
}
