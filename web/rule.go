package web

import (
	"net/http"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/gf"
	"muster/catalog"
	"muster/rules"
)

// wordingOf writes names of rules as links to what a list's books say of them.
func wordingOf(list *listName, roster builder.Roster) wording {
	var known func(name string) bool
	if army, ok := roster.List().(*gf.Army); ok {
		known = func(name string) bool {
			key := ruleKey(name)
			return slices.ContainsFunc(army.Books, func(b *catalog.Book) bool { return b.RuleSet(army.Game).Find(key) != nil })
		}
	} else if explainer, ok := roster.(builder.Explainer); ok {
		known = func(name string) bool { return explainer.Explain(name) != nil }
	}
	return wording{list, known}
}

// ruleKey is a rule's name without its rating.
func ruleKey(name string) string {
	name, _, _ = strings.Cut(name, "(")
	return rules.Key(strings.TrimSpace(name))
}

// rule explains a rule, an option or a spell that a list has: what its text
// says, and what it does in a fight.
func (h *handler) rule(w http.ResponseWriter, r *http.Request, list *listName, roster builder.Roster) error {
	name := r.FormValue("name")
	explainer, ok := roster.(builder.Explainer)
	if !ok {
		return missing("nothing is known of the rules of %s", roster.Game().Name)
	}
	found := explainer.Explain(name)
	if found == nil { // a unit's may have a rating
		found = explainer.Explain(ruleKey(name))
	}
	if found == nil {
		return missing("nothing in this list is called `%s`", name)
	}
	var shown []catalog.Explanation
	// An option that is asked for by its id is headed by its name.
	if !slices.ContainsFunc(found, func(e catalog.Explanation) bool { return ruleKey(e.Name) == ruleKey(name) }) {
		name = found[0].Name
	}
	for _, e := range found {
		same := func(f catalog.Explanation) bool { return f.Kind == e.Kind && f.Text == e.Text }
		if !slices.ContainsFunc(shown, same) {
			shown = append(shown, e)
		}
	}
	h.render(w, layout{Title: name, List: list}, viewRule(list, name, shown))
	return nil
}
