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

// A paperQuestion holds the print settings of a list, with the same choices as the command line.
type paperQuestion struct {
	Form    *export.Format
	Options export.Options
	Extras  export.Extras
	Page    int // number of the shown picture, from 1
}

// parsePaperQuestion parses the print settings of a request.
func parsePaperQuestion(r *http.Request) (q paperQuestion, err error) {
	value, on := r.FormValue, func(key string) bool { return r.FormValue(key) == "yes" }
	if q.Form, err = export.Choose(cmp.Or(value("form"), export.PDF.Name), ""); err != nil {
		return q, err
	}
	if q.Options, err = export.ParseOptions(value); err != nil {
		return q, err
	}
	q.Options.FixedSize, q.Options.SeparateBlocks, q.Options.ShortText = on("loose"), on("apart"), on("short")
	q.Options.Cover, q.Options.Summary = on("cover"), on("glance")
	q.Extras = export.Extras{
		Odds: on("odds"), Sums: on("sums"), Brief: on("brief"), HideCosts: on("free"), UpgradeCosts: on("costs"),
		Code: on("qr"), Context: r.Context(),
	}
	q.Page, _ = strconv.Atoi(value("page")) // what is no number is the first
	return q, nil
}

// query returns the settings that are not defaults, without form and page.
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
		"loose": q.Options.FixedSize, "apart": q.Options.SeparateBlocks, "short": q.Options.ShortText,
		"odds": q.Extras.Odds, "sums": q.Extras.Sums, "brief": q.Extras.Brief,
		"free": q.Extras.HideCosts, "cover": q.Options.Cover, "glance": q.Options.Summary,
		"costs": q.Extras.UpgradeCosts, "qr": q.Extras.Code,
	} {
		if on {
			query.Set(key, "yes")
		}
	}
	return query
}

// A form is a form of output with its address, or the reason why the list does not have it.
type form struct {
	Format           *export.Format
	Name, Href, File string
	Unavailable      string
}

// forms returns the forms of a list with some names, or all forms.
func forms(list *page.List, printed export.Document, query url.Values, names ...string) []form {
	var forms []form
	for _, f := range export.Formats() {
		if names != nil && !slices.Contains(names, f.Name) {
			continue
		}
		one := form{Format: f, Name: f.Title, Href: list.Address() + "/file/" + f.Name, File: f.FileName(list.ID)}
		if err := f.Fits(printed); err != nil {
			one.Unavailable = page.Sentence(err)
		}
		if len(query) > 0 {
			one.Href += "?" + query.Encode()
		}
		forms = append(forms, one)
	}
	return forms
}

// viewForms draws links to the forms of a list, and the reasons why others are impossible.
func viewForms(forms []form, before g.Node) g.Node {
	return g.Map(forms, func(f form) g.Node {
		if f.Unavailable != "" {
			return page.Para("quiet small", f.Unavailable)
		}
		return h.A(h.Class("button"), h.Href(f.Href), h.Download(f.File), g.Attr("data-keep"), before,
			page.IsolatedText(f.Name))
	})
}
