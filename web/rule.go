package web

import (
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strings"

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

// Linked makes links of the rules that a text lists.
func (c card) Linked(text string) template.HTML {
	parts := strings.Split(text, ", ")
	for i, part := range parts {
		parts[i] = template.HTMLEscapeString(part)
		if slices.ContainsFunc(c.Terms, func(e export.Entry) bool { return ruleKey(e.Name) == ruleKey(part) }) {
			parts[i] = fmt.Sprintf(`<a href="/lists/%s/rule?name=%s" data-pop>%s</a>`, c.List.Path, url.QueryEscape(part), parts[i])
		}
	}
	return template.HTML(strings.Join(parts, ", "))
}

// rule explains a rule, an option or a spell that a list has: what its text
// says, and what it does in a fight.
func (h *handler) rule(w http.ResponseWriter, r *http.Request, list *listName, roster builder.Roster) error {
	name := r.FormValue("name")
	explainer, ok := roster.(builder.Explainer)
	if !ok {
		return fmt.Errorf("nothing is known of the rules of %s: %w", roster.Game().Name, fs.ErrNotExist)
	}
	found := explainer.Explain(name)
	if found == nil { // a unit's may have a rating
		found = explainer.Explain(ruleKey(name))
	}
	if found == nil {
		return fmt.Errorf("nothing in this list is called `%s`: %w", name, fs.ErrNotExist)
	}
	type explained struct {
		catalog.Explanation
		From string
	}
	page := struct {
		List  *listName
		Name  string
		Found []explained
	}{List: list, Name: name}
	// An option that is asked for by its id is headed by its name.
	if !slices.ContainsFunc(found, func(e catalog.Explanation) bool { return ruleKey(e.Name) == ruleKey(name) }) {
		page.Name = found[0].Name
	}
	for _, e := range found {
		same := func(f explained) bool { return f.Kind == e.Kind && f.Text == e.Text }
		if !slices.ContainsFunc(page.Found, same) {
			page.Found = append(page.Found, explained{e, e.Origin.Explain()})
		}
	}
	h.render(w, "rule", frame{Title: page.Name, List: page.List}, page)
	return nil
}
