package answers

import (
	"net/http"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/report/html"
	"muster/web/page"
)

// listsBeside shows the differences between a list and another of its game, unit by unit.
func (h *Handler) listsBeside(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
	others, err := h.Others(list.ID, roster.Game().ID)
	if err != nil {
		return err
	}
	with := r.FormValue("with")
	if with == "" && len(others) > 0 {
		with = others[0].Value
	}
	with, err = page.Picked(others, with)
	var doc g.Node
	var other builder.Roster
	if err == nil && with != "" {
		other, err = h.Roster(with)
	}
	switch {
	case len(others) == 0:
		doc = page.Para("quiet", "Another list of the game stands here once it is among your lists: a duplicate of this one, or a friend's.")
	case err != nil:
		doc = page.Para("card warn", page.Sentence(err))
	default:
		diff := builder.CompareLists(roster, other)
		name(diff.Removed, builder.Names(roster))
		name(diff.Added, builder.Names(other))
		doc = html.Page{}.Blocks(diff.Doc().Blocks...)
	}
	return h.Render(w, page.Layout{Title: "Compare", List: list}, viewBeside(list, page.Pick("with", others, with), doc))
}

// name puts units' names in the place of their ids.
func name(ids []string, names map[string]string) {
	for i, id := range ids {
		ids[i] = names[id]
	}
}

func viewBeside(list *page.List, with, doc g.Node) g.Node {
	return page.Narrow("Compare "+list.Name,
		h.Form(h.Action(list.Address()+"/beside"), h.Method("get"), g.Attr("data-auto"), h.Class("card"),
			page.Labelled("With", with), h.NoScript(h.Button(g.Text("Compare")))),
		doc)
}
