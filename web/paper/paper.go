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

// A printSettings holds the print settings of a list, with the same choices as the command line.
type printSettings struct {
	Format      *export.Format
	Options     export.Options
	Extras      export.Extras
	PreviewPage int // number of the page of the print that the preview shows, from 1
}

// parsePrintSettings parses the print settings of a request.
func parsePrintSettings(r *http.Request) (q printSettings, err error) {
	value := r.FormValue
	if q.Format, err = export.ChooseFormat(cmp.Or(value("form"), export.PDF.Name), ""); err != nil {
		return q, err
	}
	if q.Options, err = export.ParseOptions(value); err != nil {
		return q, err
	}
	for key, on := range q.switches() {
		*on = value(key) == "yes"
	}
	q.Extras.Context = r.Context()
	q.PreviewPage, _ = strconv.Atoi(value("page")) // what is no number is the first
	return q, nil
}

// switches returns the settings that are on or off, by their keys in a request.
func (q *printSettings) switches() map[string]*bool {
	return map[string]*bool{
		"loose": &q.Options.FixedTextSize, "apart": &q.Options.KeepEqualUnitsApart, "short": &q.Options.ShortText,
		"odds": &q.Extras.Odds, "sums": &q.Extras.PriceCalculations, "brief": &q.Extras.Preparations,
		"free": &q.Extras.HideCosts, "cover": &q.Options.Cover, "glance": &q.Options.Summary,
		"costs": &q.Extras.UpgradeCosts, "qr": &q.Extras.IncludeCode,
	}
}

// query returns the settings that are not defaults as a query, without format and page.
func (q printSettings) query() url.Values {
	query := url.Values{}
	for key, one := range map[string][2]string{
		"paper": {string(q.Options.Paper), string(export.A4)}, "ink": {string(q.Options.Ink), string(export.NormalInk)},
		"size": {string(q.Options.TextSize), string(export.NormalText)},
		"card": {string(q.Options.CardSize), string(export.Poker)},
	} {
		if one[0] != one[1] {
			query.Set(key, one[0])
		}
	}
	for key, on := range q.switches() {
		if *on {
			query.Set(key, "yes")
		}
	}
	return query
}

// An outputFormat is a format for downloading a list, with the address, or the reason why the list
// does not fit it.
type outputFormat struct {
	Format            *export.Format
	Name, Href, File  string
	UnavailableReason string
}

// outputFormats returns the formats with the given names, or all formats, for a list.
func outputFormats(list *page.List, printed export.Document, query url.Values, names ...string) []outputFormat {
	var forms []outputFormat
	for _, f := range export.Formats() {
		if names != nil && !slices.Contains(names, f.Name) {
			continue
		}
		one := outputFormat{Format: f, Name: f.Title, Href: list.Address() + "/file/" + f.Name, File: f.FileName(list.ID)}
		if err := f.CheckFits(printed); err != nil {
			one.UnavailableReason = page.ErrorText(err)
		}
		if len(query) > 0 {
			one.Href += "?" + query.Encode()
		}
		forms = append(forms, one)
	}
	return forms
}

// viewFormats draws links that download the list in each format, or the reason why a format is
// impossible.
func viewFormats(forms []outputFormat, before g.Node) g.Node {
	return g.Map(forms, func(f outputFormat) g.Node {
		if f.UnavailableReason != "" {
			return page.Para("quiet small", f.UnavailableReason)
		}
		return h.A(h.Class("button"), h.Href(f.Href), h.Download(f.File), g.Attr("data-keep"), before,
			page.IsolatedText(f.Name))
	})
}
