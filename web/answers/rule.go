package answers

import (
	"net/http"
	"slices"

	g "maragu.dev/gomponents"

	"muster/builder"
	"muster/catalog"
	"muster/report"
	"muster/report/html"
	"muster/rules"
	"muster/web/desk"
	"muster/web/page"
)

// rule explains a rule, option or spell of a list: its text, and its effect in a fight.
func (h *Handler) rule(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
	name := r.FormValue("name")
	explainer, ok := roster.(builder.Explainer)
	if !ok {
		return desk.NotFound("nothing is known of the rules of %s", roster.Game().Name)
	}
	found := explainer.Explain(name)
	if found == nil { // a unit's may have a rating
		found = explainer.Explain(page.NameWithoutRating(name))
	}
	if found == nil {
		return desk.NotFound("nothing in this list is called `%s`", name)
	}
	var shown []catalog.Explanation
	// An option that is asked for by its id is headed by its name.
	if !slices.ContainsFunc(found, func(e catalog.Explanation) bool {
		return page.NameWithoutRating(e.Name) == page.NameWithoutRating(name)
	}) {
		name = found[0].Name
	}
	for _, e := range found {
		same := func(f catalog.Explanation) bool { return f.Kind == e.Kind && f.Text == e.Text }
		if !slices.ContainsFunc(shown, same) {
			shown = append(shown, e)
		}
	}
	said := func(use rules.Use) string {
		if found := explainer.Explain(page.NameWithoutRating(use.Name)); found != nil {
			return found[0].TextOrEffects()
		}
		return ""
	}
	doc := &report.Doc{}
	for i := range shown {
		doc.Add(shown[i].Doc("", said))
	}
	draws := html.Page{RuleLink: func(name, text string) g.Node { return page.RuleLink(list, name, text) }}
	return h.Render(w, page.Layout{Title: name, List: list}, page.OneColumn(name, draws.Blocks(doc.Blocks...)))
}
