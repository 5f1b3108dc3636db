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
	"muster/builder/odds"
	"muster/schema"
	"muster/web/desk"
	"muster/web/page"
)

func (h *Handler) build(w http.ResponseWriter, r *http.Request, _ *page.List, roster builder.Roster) error {
	return h.showPage(w, r, roster, r.URL.Query())
}

// showPage sends the builder's page of a list.
func (h *Handler) showPage(w http.ResponseWriter, r *http.Request, roster builder.Roster, query url.Values) error {
	ask := &extraWork{
		effectsToCompute: computeFastEffects, withFixes: query.Get("fixes") != "",
		sortByGain: query.Get("sort") != "",
	}
	query.Del("fixes")
	p := h.newPage(r, roster, query)
	ask.target = h.aim(r, roster, query)
	if ask.withFixes || ask.sortByGain { // their order must not change under the finger
		ask.effectsToCompute = computeAllEffects
	} else if r.Method == http.MethodPost {
		ask.effectsToCompute = computeNoEffects
	}
	var err error
	if p.Offers, p.OfferRoles, err = h.matchingOffers(roster, query); err != nil {
		return err
	}
	p.OffersETag = p.offersETag(roster, ask.target)
	p.parts = desk.ShownParts(r)
	draw := func() ([]byte, error) { return h.drawPage(r.Context(), p, roster, ask) }
	var text []byte
	if query.Get("offer") != "" { // whose unit may be another by now
		text, err = draw()
	} else {
		key := fmt.Sprint(p.BackAddress, ask.target.TargetValue, ask.target.Distance, p.OffersETag,
			p.parts.RequestedByScript(),
			r.Header[desk.PartsHeader],
			ask.effectsToCompute, p.CanUndo, p.CanRedo, p.HasNewerBook)
		text, err = h.ListCache.CachedPage(r.PathValue("id"), roster, key, draw)
	}
	if err != nil {
		return err
	}
	w.Header().Set("Content-Location", p.BackAddress)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(text)
	return nil
}

// An extraWork lists the extra work for a page besides the list itself.
type extraWork struct {
	target *aim
	// which figures to compute: computeNoEffects, computeFastEffects or computeAllEffects
	effectsToCompute int
	withFixes        bool // the findings' quick fixes are needed
	sortByGain       bool // options are sorted by gain
}

// newPage returns the builder's page of a list, without its units.
func (h *Handler) newPage(r *http.Request, roster builder.Roster, query url.Values) *buildPage {
	id, source := r.PathValue("id"), roster.Document().Source
	p := &buildPage{
		List: desk.PageList(id, roster), roster: roster, ETag: desk.ETag(source),
		HasNewerBook: builder.IsOutdated(roster.Document(), h.Library), ThirdPaneContent: query.Get("show"),
		query: applyFilterToggle(query),
	}
	h.ListCache.WithCached(id, func(d *desk.CachedList) {
		if d.Roster == roster {
			p.LastChange = d.LastChange
		}
		if query.Get("came") != "" {
			p.importReport = g.Raw(string(d.ImportReport))
		}
	})
	p.BaseAddress = p.List.Address()
	p.ChangeAddress, p.BackAddress = p.BaseAddress+"/do", p.BaseAddress
	if len(query) > 0 {
		p.BackAddress += "?" + query.Encode()
	}
	if p.PhonePane = query.Get("pane"); p.PhonePane != "book" && p.PhonePane != "unit" {
		p.PhonePane = "list"
	}
	past := h.ListCache.HistoryOf(id, source)
	undo, redo := past.StepsLeft()
	p.CanUndo, p.CanRedo = undo > 0, redo > 0
	if !p.CanRedo {
		p.UndoText, _, _ = strings.Cut(strings.TrimPrefix(p.LastChange, desk.RedoPrefix), " · ")
	} else if next := h.listAfterSteps(p, roster, 1); next != nil {
		p.RedoText, _, _ = strings.Cut(desk.ChangeText(roster, next, ""), " · ")
	}
	if army, ok := roster.(builder.CompositionLimited); ok {
		if s := army.Slots(); s != nil {
			p.UnitLimitsText = fmt.Sprintf("units %d of %d · heroes %d of %d", s.Units, s.MaxUnits, s.Heroes, s.MaxHeroes)
		}
	}
	if text := builder.Experience(roster); text != "" {
		p.UnitLimitsText = strings.TrimPrefix(p.UnitLimitsText+" · "+text, " · ")
	}
	p.CanFill = p.UnitLimitsText != "" || !roster.Game().HasArmyBooks() && roster.PointsLimit() > 0
	return p
}

// drawPage completes the page with the list's units, and draws it.
func (h *Handler) drawPage(ctx context.Context, p *buildPage, roster builder.Roster, ask *extraWork) ([]byte, error) {
	if err := h.fillPage(p, roster); err != nil {
		return nil, err
	}
	p.TargetEffects = ask.target.computeEffects(ctx, roster, p.UnitID, ask.effectsToCompute)
	switch by := p.query.Get("sort"); {
	case p.Unit == nil:
	case ask.sortByGain:
		p.Unit.sortOptions(p.TargetEffects.gainValues(p.UnitID, by))
	case p.Unit.Fields != nil && p.TargetEffects.fillAim != nil:
		h.setFieldRanks(ctx, p)
	}
	if ask.withFixes && ctx.Err() == nil {
		p.Fixes = [][]builder.QuickFix{} // an answer, even to no findings: the page does not ask again
		fixer, before := builder.NewFixer(roster, h.Library, p.unitName), builder.Roster(nil)
		if p.LastChange != "" && !p.CanRedo { // what was undone is no way out
			before = h.listAfterSteps(p, roster, -1)
		}
		for _, f := range p.Findings[:min(len(p.Findings), builder.MaxFixedFindings)] {
			p.Fixes = append(p.Fixes, fixer.Fixes(ctx, f))
			p.UndoSolvesFinding = append(p.UndoSolvesFinding, before != nil && f.Severity == finding.Error && !slices.ContainsFunc(before.Findings(), func(o finding.Finding) bool { return o.Code == f.Code && slices.Equal(o.Units, f.Units) }))
		}
	}
	if own, ok := roster.(builder.Previewer); ok && ask.withFixes && p.Unit == nil &&
		p.ThirdPaneContent == showFindingsValue {
		p.Answers, _ = builder.MatchUp(ctx, own, odds.Question{}, odds.MatchUpDistances[:]) // a list that is too large has none
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	class := "at-list"
	if !builder.Legal(roster) {
		class += " illegal"
	}
	return page.DrawPage(h.Deployment,
		page.Layout{Title: p.List.Name, CurrentPage: "build", List: p.List, ImportReport: p.importReport, Parts: p.parts, MainClass: class, MainIsPart: true}, p.view()), nil
}

// fillPage sets the page's list, shown unit and findings.
func (h *Handler) fillPage(p *buildPage, roster builder.Roster) (err error) {
	p.setCards(roster)
	p.ListFields = builder.ListFields(roster, h.Library)
	p.moveCardsToPlatoons(platoonsOf(roster))
	switch offer := p.query.Get("offer"); {
	case offer != "":
		p.Unit, err = h.offerPane(p, roster, offer)
	case p.UnitID != "":
		p.Unit = h.unitPaneOf(p, roster, p.UnitID)
	}
	return err
}

// listAfterSteps returns the list after a number of redone (negative: undone) changes; nil if there
// are not so many.
func (h *Handler) listAfterSteps(p *buildPage, roster builder.Roster, steps int) builder.Roster {
	past := h.ListCache.HistoryOf(p.List.ID, roster.Document().Source)
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
