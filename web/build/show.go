package build

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	g "maragu.dev/gomponents"

	"muster/builder"
	"muster/builder/finding"
	"muster/schema"
	"muster/web/desk"
	"muster/web/page"
)

func (h *Handler) build(w http.ResponseWriter, r *http.Request, _ *page.List, roster builder.Roster) error {
	return h.show(w, r, roster, r.URL.Query())
}

// show sends the builder's page of a list.
func (h *Handler) show(w http.ResponseWriter, r *http.Request, roster builder.Roster, query url.Values) error {
	ask := &question{tell: tellSoon, fixes: query.Get("fixes") != "", sorted: query.Get("sort") != ""}
	query.Del("fixes")
	p := h.newPage(r, roster, query)
	ask.target = h.aim(r, roster, query)
	if ask.fixes || ask.sorted { // their order must not change under the finger
		ask.tell = tellAll
	} else if r.Method == http.MethodPost {
		ask.tell = tellLater
	}
	var err error
	if p.Offers, p.Roles, err = h.offers(roster, query); err != nil {
		return err
	}
	p.OffersETag = p.offersETag(roster, ask.target)
	p.parts = desk.Parts(r)
	draw := func() ([]byte, error) { return h.draw(r.Context(), p, roster, ask) }
	var text []byte
	if query.Get("offer") != "" { // whose unit may be another by now
		text, err = draw()
	} else {
		key := fmt.Sprint(p.Back, ask.target.Value, ask.target.Distance, p.OffersETag, p.parts.Asked(), r.Header[desk.PartsHeader],
			ask.tell, p.CanUndo, p.CanRedo, p.Behind)
		text, err = h.Desks.Page(r.PathValue("id"), roster, key, draw)
	}
	if err != nil {
		return err
	}
	w.Header().Set("Content-Location", p.Back)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(text)
	return nil
}

// A question lists the extra work for a page besides the list itself.
type question struct {
	target *aim
	tell   int  // how many figures to compute
	fixes  bool // the findings' quick fixes are needed
	sorted bool // options are sorted by gain
}

// newPage returns the builder's page of a list, without its units.
func (h *Handler) newPage(r *http.Request, roster builder.Roster, query url.Values) *buildPage {
	id, source := r.PathValue("id"), roster.Document().Source
	p := &buildPage{
		List: desk.NameOf(id, roster), roster: roster, ETag: desk.ETag(source),
		Behind: builder.Behind(roster.Document(), h.Library), Show: query.Get("show"), query: toggled(query),
	}
	h.Desks.With(id, func(d *desk.Desk) {
		if d.Roster == roster {
			p.Change = d.Change
		}
		if query.Get("came") != "" {
			p.came = g.Raw(string(d.Came))
		}
	})
	p.Base = p.List.Address()
	p.Do, p.Back = p.Base+"/do", p.Base
	if len(query) > 0 {
		p.Back += "?" + query.Encode()
	}
	if p.Pane = query.Get("pane"); p.Pane != "book" && p.Pane != "unit" {
		p.Pane = "list"
	}
	past := h.Desks.Past(id, source)
	undo, redo := past.StepsLeft()
	p.CanUndo, p.CanRedo = undo > 0, redo > 0
	if !p.CanRedo {
		p.Undoing, _, _ = strings.Cut(strings.TrimPrefix(p.Change, desk.DoneAgain), " · ")
	} else if next := h.stateAt(p, roster, 1); next != nil {
		p.Redoing, _, _ = strings.Cut(desk.ChangeText(roster, next, ""), " · ")
	}
	if army, ok := roster.(builder.Organised); ok {
		if s := army.Slots(); s != nil {
			p.Slots = fmt.Sprintf("units %d of %d · heroes %d of %d", s.Units, s.MaxUnits, s.Heroes, s.MaxHeroes)
		}
	}
	if text := builder.Experience(roster); text != "" {
		p.Slots = strings.TrimPrefix(p.Slots+" · "+text, " · ")
	}
	p.Fills = p.Slots != "" || !roster.Game().HasArmyBooks() && roster.Limit() > 0
	return p
}

// draw completes the page with the list's units, and draws it.
func (h *Handler) draw(ctx context.Context, p *buildPage, roster builder.Roster, ask *question) ([]byte, error) {
	if err := h.fill(p, roster); err != nil {
		return nil, err
	}
	p.TargetFigures = ask.target.figures(ctx, roster, p.UnitID, ask.tell)
	switch by := p.query.Get("sort"); {
	case p.Unit == nil:
	case ask.sorted:
		p.Unit.sort(p.TargetFigures.worth(p.UnitID, by))
	case p.Unit.Fields != nil && p.TargetFigures.at != nil:
		h.rank(ctx, p)
	}
	if ask.fixes && ctx.Err() == nil {
		fixer, before := builder.NewFixer(roster, h.Library, p.name), builder.Roster(nil)
		if p.Change != "" && !p.CanRedo { // what was undone is no way out
			before = h.stateAt(p, roster, -1)
		}
		for _, f := range p.Findings[:min(len(p.Findings), builder.MostMended)] {
			p.Fixes = append(p.Fixes, fixer.Fixes(ctx, f))
			p.Undoes = append(p.Undoes, before != nil && f.Severity == finding.Error && !slices.ContainsFunc(before.Findings(), func(o finding.Finding) bool { return o.Code == f.Code && slices.Equal(o.Units, f.Units) }))
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	class := "at-list"
	if !builder.Legal(roster) {
		class += " illegal"
	}
	return page.Draw(h.Deployment,
		page.Layout{Title: p.List.Name, Here: "build", List: p.List, Came: p.came, Parts: p.parts, Class: class, Steady: true}, p.view()), nil
}

// fill sets the list, the shown unit and the findings.
func (h *Handler) fill(p *buildPage, roster builder.Roster) (err error) {
	p.cards(roster)
	p.Fields = builder.ListFields(roster, h.Library)
	p.inPlatoons(platoonsOf(roster))
	switch offer := p.query.Get("offer"); {
	case offer != "":
		p.Unit, err = h.offer(p, roster, offer)
	case p.UnitID != "":
		p.Unit = h.unit(p, roster, p.UnitID)
	}
	return err
}

// stateAt returns the list after a number of redone (negative: undone) changes; nil if there are
// not so many.
func (h *Handler) stateAt(p *buildPage, roster builder.Roster, steps int) builder.Roster {
	past := h.Desks.Past(p.List.ID, roster.Document().Source)
	text := past.Peek(steps)
	if text == nil {
		return nil
	}
	document, err := schema.Read(roster.Document().File, text)
	if err != nil {
		return nil
	}
	list, err := builder.Open(document, h.Library)
	if err != nil {
		return nil
	}
	return list
}
