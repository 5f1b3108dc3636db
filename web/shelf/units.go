package shelf

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/catalog/fad"
	"muster/pricing"
	"muster/web/desk"
	"muster/web/page"
)

// keptUnits returns the units that the player has stored for use in many lists.
func (h *Handler) keptUnits() []fad.StoredUnit {
	stock, _ := h.UnitStock() // what cannot be read is none
	if stock == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(stock.All()), func(s fad.StoredUnit) bool { return s.Shipped() })
}

// removeUnit moves a kept unit to the trash, and returns to the page with the button.
func (h *Handler) removeUnit(w http.ResponseWriter, r *http.Request) error {
	t, err := h.moveUnitToTrash(r.PathValue("id"))
	if err != nil {
		return err
	}
	to := "/fad"
	if r.FormValue("from") == "books" {
		to = "/books"
	}
	return desk.Redirect(w, r, to+"?"+url.Values{"deleted": {t.DeletedAt}}.Encode())
}

func (h *Handler) moveUnitToTrash(id string) (trashItem, error) {
	units := h.keptUnits()
	i := slices.IndexFunc(units, func(s fad.StoredUnit) bool { return s.ID == id })
	if i < 0 {
		return trashItem{}, desk.NotFound("no unit of that name is kept here")
	}
	text, err := units[i].Path.Load()
	if err != nil {
		return trashItem{}, err
	}
	return h.moveToTrash(h.Options.StoredUnits, trashedUnit, units[i].Path.Name, text)
}

// viewKeptUnits lists the kept units, each with a link to the designer and a button that removes it
// and returns to the page from.
func viewKeptUnits(units []fad.StoredUnit, armoury *fad.Armoury, from string) g.Node {
	return page.ListRows(units, func(s fad.StoredUnit) g.Node {
		points, kind := "no price", armoury.UnitKinds.Find(string(s.Unit.Kind)).Name
		if price, err := pricing.PriceUnit(armoury, &s.Unit, pricing.RoundUnitPrice); err == nil {
			points = strconv.Itoa(price.Points) + " points"
		}
		name := s.Unit.Title()
		return h.Li(
			h.Div(h.A(h.Class("name"), h.Href("/fad?"+url.Values{"unit": {s.ID}}.Encode()), page.IsolatedText(name)),
				page.Para("line", page.JoinDots(kind, points))),
			page.PostForm("/units/"+url.PathEscape(s.ID)+"/delete", page.HiddenField("from", from),
				h.Button(page.Icon("remove"), h.Aria("label", "Remove "+name), g.Text("Remove"))))
	})
}
