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
func (h *handler) rule(w http.ResponseWriter, r *http.Request) error {
	id, name := r.PathValue("id"), r.FormValue("name")
	roster, err := h.roster(id)
	if err != nil {
		return err
	}
	type explained struct {
		catalog.Explanation
		From string
	}
	page := struct {
		List  *listName
		Name  string
		Found []explained
	}{List: nameOf(id, roster), Name: name}
	add := func(e catalog.Explanation) {
		same := func(f explained) bool { return f.Kind == e.Kind && f.Text == e.Text }
		if !slices.ContainsFunc(page.Found, same) {
			page.Found = append(page.Found, explained{e, e.Origin.Explain()})
		}
	}
	if army, ok := builder.Army(roster); ok {
		for _, b := range army.Books {
			for _, e := range b.Explain(name) {
				add(e)
			}
		}
	} else {
		printed, err := export.Of(roster, export.Extras{})
		if err != nil {
			return err
		}
		for _, b := range printed.Sheet.Blocks {
			for _, term := range b.Terms {
				if ruleKey(term.Name) == ruleKey(name) {
					add(catalog.Explanation{Name: term.Name, Kind: catalog.NamesRule, Text: term.Text, Origin: rules.OriginGame})
				}
			}
		}
	}
	if page.Found == nil {
		return fmt.Errorf("nothing in this list is called `%s`: %w", name, fs.ErrNotExist)
	}
	h.render(w, "rule", frame{Title: name, List: page.List}, page)
	return nil
}
