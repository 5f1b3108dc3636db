package paper

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/export"
	"muster/web/page"
)

// A paperQuestion is how a list is to be printed: all that the command line can
// choose too.
type paperQuestion struct {
	Form    *export.Format
	Options export.Options
	Extras  export.Extras
	Page    int // of the pictures, from 1
}

// onPaper reads how a list is to be printed.
func onPaper(r *http.Request) (q paperQuestion, err error) {
	value, on := r.FormValue, func(key string) bool { return r.FormValue(key) == "yes" }
	if q.Form, err = export.Choose(cmp.Or(value("form"), export.PDF.Name), ""); err != nil {
		return q, err
	}
	if q.Options, err = export.ParseOptions(value); err != nil {
		return q, err
	}
	q.Options.Loose, q.Options.Apart, q.Options.Short = on("loose"), on("apart"), on("short")
	q.Options.Cover, q.Options.Glance = on("cover"), on("glance")
	q.Extras = export.Extras{
		Odds: on("odds"), Sums: on("sums"), Brief: on("brief"), Free: on("free"), Costs: on("costs"),
		Code: on("qr"), Context: r.Context(),
	}
	q.Page, _ = strconv.Atoi(value("page")) // what is no number is the first
	return q, nil
}

// query says all of a question that is not as usual, but for its form and page.
func (q paperQuestion) query() url.Values {
	query := url.Values{}
	for key, one := range map[string][2]string{
		"paper": {string(q.Options.Paper), string(export.A4)}, "ink": {string(q.Options.Ink), string(export.NormalInk)},
		"size": {string(q.Options.Size), string(export.NormalSize)},
		"card": {string(q.Options.Card), string(export.Poker)},
	} {
		if one[0] != one[1] {
			query.Set(key, one[0])
		}
	}
	for key, on := range map[string]bool{
		"loose": q.Options.Loose, "apart": q.Options.Apart, "short": q.Options.Short, "odds": q.Extras.Odds, "sums": q.Extras.Sums, "brief": q.Extras.Brief,
		"free": q.Extras.Free, "cover": q.Options.Cover, "glance": q.Options.Glance, "costs": q.Extras.Costs, "qr": q.Extras.Code,
	} {
		if on {
			query.Set(key, "yes")
		}
	}
	return query
}

// A form is a form of output with its address, or why the list has none.
type form struct {
	Format           *export.Format
	Name, Href, File string
	Not              string
}

// forms lists the forms that a list can be printed in: those of some names, or
// all.
func forms(list *page.List, printed export.Document, query url.Values, names ...string) []form {
	var forms []form
	for _, f := range export.Formats() {
		if names != nil && !slices.Contains(names, f.Name) {
			continue
		}
		one := form{Format: f, Name: f.Title, Href: list.Address() + "/file/" + f.Name, File: f.File(list.ID)}
		if err := f.Fits(printed); err != nil {
			one.Not = page.Sentence(err)
		}
		if len(query) > 0 {
			one.Href += "?" + query.Encode()
		}
		forms = append(forms, one)
	}
	return forms
}

// viewForms are the forms that a list can be saved in, and why it cannot in others.
func viewForms(forms []form, before g.Node) g.Node {
	return g.Map(forms, func(f form) g.Node {
		if f.Not != "" {
			return page.Para("quiet small", f.Not)
		}
		return h.A(h.Class("button"), h.Href(f.Href), h.Download(f.File), g.Attr("data-keep"), before,
			page.Isolated(f.Name))
	})
}
