package web

import (
	"net/http"
	"slices"
	"strings"

	g "maragu.dev/gomponents"

	"muster/builder"
	"muster/catalog"
	"muster/export"
	"muster/rules"
)

// A card is a unit as its printed sheet shows it, with the names of rules as
// links to what they say.
type card struct {
	export.Block
	List *listName
}

// ruleKey is a rule's name without its rating.
func ruleKey(name string) string {
	name, _, _ = strings.Cut(name, "(")
	return rules.Key(strings.TrimSpace(name))
}

// linked makes links of the rules that a text lists.
func (c card) linked(text string) g.Node {
	var nodes g.Group
	for i, part := range strings.Split(text, ", ") {
		if i > 0 {
			nodes = append(nodes, g.Text(", "))
		}
		node := isolated(part)
		if slices.ContainsFunc(c.Terms, func(e export.Entry) bool { return ruleKey(e.Name) == ruleKey(part) }) {
			node = ruleLink(c.List, part, part)
		}
		nodes = append(nodes, node)
	}
	return nodes
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
