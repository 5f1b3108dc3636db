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
	"muster/schema/files/history"
	"muster/web/desk"
	"muster/web/page"
)

func (h *Handler) build(w http.ResponseWriter, r *http.Request, _ *page.List, roster builder.Roster) error {
	return h.showPage(w, r, roster, r.URL.Query())
}

// showPage sends the builder's page of a list.
func (h *Handler) showPage(w http.ResponseWriter, r *http.Request, roster builder.Roster, query url.Values) error {
	ctx, withFixes, tell := r.Context(), query.Get("fixes") != "", computeFastEffects
	query.Del("fixes")
	p := h.newPage(r, roster, query)
	if withFixes || query.Get("sort") != "" { // their order must not change under the finger
		tell = computeAllEffects
	} else if r.Method == http.MethodPost {
		tell = computeNoEffects
	}
	p.TargetEffects = h.aim(r, roster, query)
	if err := h.setContent(p, roster); err != nil {
		return err
	}
	p.OffersETag = p.offersETag(roster)
	p.TargetEffects.computeEffects(ctx, roster, p.UnitID, tell)
	switch by := query.Get("sort"); {
	case p.Unit == nil:
	case by != "":
		p.Unit.sortOptions(p.TargetEffects.gainValues(p.UnitID, by))
	case p.Unit.Fields != nil && p.TargetEffects.fillAim != nil:
		h.setFieldRanks(ctx, p)
	}
	if withFixes {
		h.setFixes(ctx, p, roster)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	class := "at-list"
	if !builder.Legal(roster) {
		class += " illegal"
	}
	w.Header().Set("Content-Location", p.BackAddress)
	return h.Render(w, page.Layout{Title: p.List.Name, CurrentPage: "build", List: p.List, ImportReport: p.importReport, Parts: p.parts, MainClass: class, MainIsPart: true}, p.view())
}

// newPage returns the builder's page of a list, without its units.
func (h *Handler) newPage(r *http.Request, roster builder.Roster, query url.Values) *buildPage {
	id, source := r.PathValue("id"), roster.Document().Source
	p := &buildPage{
		List: desk.PageList(id, roster), roster: roster, ETag: desk.ETag(source),
		HasNewerBook: builder.IsOutdated(roster.Document(), h.Library), ThirdPaneContent: query.Get("show"),
		query: applyFilterToggle(query), parts: desk.ShownParts(r),
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
	} else if next, _ := h.listAfterSteps(past, roster, 1); next != nil {
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

// setContent sets the page's offers, list, shown unit and findings.
func (h *Handler) setContent(p *buildPage, roster builder.Roster) (err error) {
	if p.Offers, p.OfferRoles, err = h.matchingOffers(roster, p.query); err != nil {
		return err
	}
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

// setFixes sets the quick fixes of the page's findings and, where the findings are shown, the units
// that answer typical targets.
func (h *Handler) setFixes(ctx context.Context, p *buildPage, roster builder.Roster) {
	own, ok := roster.(builder.Previewer)
	showsAnswers := ok && p.Unit == nil && p.ThirdPaneContent == showFindingsValue
	h.ListCache.WithCached(p.List.ID, func(d *desk.CachedList) {
		if d.Roster == roster {
			p.findingAnswers, _ = d.FindingAnswers.(findingAnswers)
		}
	})
	if p.Fixes != nil && (p.Answers != nil || !showsAnswers) {
		return
	}
	p.findingAnswers = findingAnswers{Fixes: [][]builder.QuickFix{}} // an answer, even to no findings: the page does not ask again
	fixer, before := builder.NewFixer(roster, h.Library, p.unitName), builder.Roster(nil)
	if p.LastChange != "" && !p.CanRedo { // what was undone is no way out
		before, _ = h.listAfterSteps(h.ListCache.HistoryOf(p.List.ID, roster.Document().Source), roster, -1)
	}
	for _, f := range p.Findings[:min(len(p.Findings), builder.MaxFixedFindings)] {
		p.Fixes = append(p.Fixes, fixer.Fixes(ctx, f))
		p.UndoSolvesFinding = append(p.UndoSolvesFinding, before != nil && f.Severity == finding.Error && !slices.ContainsFunc(before.Findings(), func(o finding.Finding) bool { return o.Code == f.Code && slices.Equal(o.Units, f.Units) }))
	}
	if showsAnswers {
		p.Answers, _ = builder.MatchUp(ctx, own, odds.Question{}, odds.MatchUpDistances[:]) // a list that is too large has none
	}
	h.ListCache.WithCached(p.List.ID, func(d *desk.CachedList) {
		if d.Roster == roster && ctx.Err() == nil {
			d.FindingAnswers = p.findingAnswers
		}
	})
}

// listAfterSteps returns a list with a history after a number of redone (negative: undone) changes;
// nil if there are not so many.
func (h *Handler) listAfterSteps(past history.History, roster builder.Roster, steps int) (builder.Roster, error) {
	text := past.Peek(steps)
	if text == nil {
		return nil, nil
	}
	document, err := roster.Document().WithSource(text)
	if err != nil {
		return nil, err
	}
	return builder.Open(document, h.Library)
}
