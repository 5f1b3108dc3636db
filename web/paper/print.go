package paper

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/edit"
	"muster/export"
	"muster/report"
	"muster/web/desk"
	"muster/web/page"
)

func (h *Handler) print(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
	q, err := parsePrintSettings(r)
	if err != nil {
		return err
	}
	_, chooses := roster.(builder.UpgradeChooser)
	p := printPage{List: list, Settings: q, CanShowPriceCalculations: !chooses}
	printed, err := export.NewDocument(roster, q.Extras)
	if err != nil { // of what was asked for beside the list
		p.Trouble = page.ErrorText(err)
		if printed, err = export.NewDocument(roster, export.Extras{}); err != nil {
			return err
		}
	}
	p.Formats = outputFormats(list, printed, q.query())
	if p.Trouble == "" {
		err = p.setPreview(printed)
	}
	if err != nil {
		p.Trouble = page.ErrorText(err)
	}
	for _, why := range printed.ImageErrors() {
		p.OmittedImages = append(p.OmittedImages, page.ErrorText(why))
	}
	for _, loss := range q.Format.Losses(printed) {
		p.OmittedImages = append(p.OmittedImages, report.Capitalize(loss)+".")
	}
	return h.Render(w, page.Layout{Title: "Paper", CurrentPage: "print", List: list}, p.view())
}

// Maximum text of a preview, in lines and bytes.
const (
	maxTextLines = 200
	maxTextBytes = 20_000
)

// setPreview sets the preview: two pages of the print, or the text.
func (p *printPage) setPreview(printed export.Document) error {
	q := p.Settings
	pages, err := q.Format.Pictures(printed, q.Options)
	if err != nil {
		return err
	}
	if len(pages) > 0 {
		p.PageCount = len(pages)
		at := min(max(q.PreviewPage, 1), p.PageCount)
		p.Settings.PreviewPage, p.Pictures = at, pages[at-1:min(at+1, p.PageCount)]
		return nil
	}
	var out strings.Builder
	if err := q.Format.Write(&out, printed, q.Options); err != nil {
		return err
	}
	lines := strings.Split(out.String(), "\n")
	text := strings.Join(lines[:min(len(lines), maxTextLines)], "\n")
	if p.Text = strings.ToValidUTF8(text[:min(len(text), maxTextBytes)], ""); p.Text != out.String() {
		p.Text += "\n…"
	}
	return nil
}

// sendFile sends a list in a format, with the same bytes as `muster export`.
func (h *Handler) sendFile(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
	if r.PathValue("form") == "yaml" {
		return desk.SendFile(w, list.ID+desk.ListExtension, "application/yaml", roster.Document().Source)
	}
	format, err := export.ChooseFormat(r.PathValue("form"), "")
	if err != nil {
		return err
	}
	q, err := parsePrintSettings(r)
	if err != nil {
		return err
	}
	printed, err := export.NewDocument(roster, q.Extras)
	if err != nil {
		return err
	}
	out := bytes.NewBufferString(format.ByteOrderMark())
	if err := format.Write(out, printed, q.Options); err != nil {
		return err
	}
	return desk.SendFile(w, format.FileName(list.ID), format.MediaType, out.Bytes())
}

// A printPage shows the formats for printing a list, with a preview.
type printPage struct {
	List                     *page.List
	Settings                 printSettings
	CanShowPriceCalculations bool // the game's sheets can show calculations of points
	Formats                  []outputFormat
	Trouble                  string           // the reason why the list cannot be printed with these settings; "" if it can
	PageCount                int              // number of pages of the print, if the format has pages
	Pictures                 []export.Picture // the previewed pages, one or two
	Text                     string           // the output, if the format is text
	// OmittedImages names images that are left out, with the reasons.
	OmittedImages []string
}

// maxUnfoldedFormats is the number of formats that are shown above the folded ones.
const maxUnfoldedFormats = 4

func (p *printPage) view() g.Node {
	slices.SortStableFunc(p.Formats, func(a, b outputFormat) int { return formatRank(a) - formatRank(b) })
	var chosen outputFormat
	for _, f := range p.Formats {
		if f.Format == p.Settings.Format {
			chosen = f
		}
	}
	trouble := cmp.Or(chosen.UnavailableReason, p.Trouble)
	return g.Group{
		h.H1(g.Text("Paper")),
		h.Form(h.Action(p.List.Address()+"/print"), h.Method("get"), g.Attr("data-auto"), h.Class("paper"),
			h.Div(
				g.If(trouble == "", h.A(h.Class("button main wide"), h.Href(chosen.Href), h.Download(chosen.File), g.Attr("data-keep"), page.Icon("save"), g.Text("Save "), page.IsolatedText(chosen.File))),
				h.FieldSet(h.Legend(h.Class("hidden"), g.Text("Form")), page.ListRows(p.Formats[:maxUnfoldedFormats], p.viewFormat),
					h.Details(g.If(slices.IndexFunc(p.Formats, func(f outputFormat) bool { return f == chosen }) >= maxUnfoldedFormats, g.Attr("open")),
						h.Summary(g.Text("Other forms")), page.ListRows(p.Formats[maxUnfoldedFormats:], p.viewFormat)))),
			h.Section(h.Aria("label", chosen.Name), h.Class("picture"),
				g.If(trouble != "", page.Para("warn", report.Capitalize(trouble))),
				g.Map(p.OmittedImages, func(why string) g.Node { return page.Para("warn", why) }), p.viewPicture(chosen)),
			h.Div(p.viewOptions(), h.NoScript(h.Button(g.Text("Show"))))),
	}
}

// formatRank returns 0 for a format that most players print, else 1.
func formatRank(f outputFormat) int {
	if f.Format == export.PDF || f.Format == export.Cards || f.Format == export.OpponentPDF || f.Format == export.Text {
		return 0
	}
	return 1
}

// pageAddress returns the address of this page with the preview at another page of the print.
func (p *printPage) pageAddress(number int) string {
	query := p.Settings.query()
	query.Set("form", p.Settings.Format.Name)
	query.Set("page", strconv.Itoa(number))
	return p.List.Address() + "/print?" + query.Encode()
}

// viewFormat draws a control that selects a format, and a link that downloads the list in it.
func (p *printPage) viewFormat(f outputFormat) g.Node {
	id := "form-" + f.Format.Name
	about := report.Capitalize(f.Format.About)
	if f.UnavailableReason != "" {
		about = f.UnavailableReason
	}
	on := f.Format == p.Settings.Format
	return h.Li(g.If(on, h.Class("on")),
		h.Label(h.Class("paperform"),
			h.Input(h.Type("radio"), h.Name("form"), h.ID(id), h.Value(f.Format.Name), g.If(on, h.Checked())),
			h.Span(h.Span(h.Class("name"), page.IsolatedText(f.Name)), h.Span(h.Class("line"), page.IsolatedText(about)))),
		g.If(f.UnavailableReason == "", h.A(h.Class("button plain"), h.Href(f.Href), h.Download(f.File), g.Attr("data-keep"), h.Aria("label", f.Name), h.Title("Save "+f.File), page.Icon("save"))))
}

// viewOptions draws the options of the selected format, with its remarks on the list.
func (p *printPage) viewOptions() g.Node {
	form, o, x := p.Settings.Format, p.Settings.Options, p.Settings.Extras
	choose := func(label, key, now string, choices ...edit.Choice) g.Node {
		return page.Select(label, key, choices, now)
	}
	cards := form == export.Cards
	return g.Group{
		h.FieldSet(h.Class("choices"), h.Legend(g.Text("Paper")),
			g.If(form.OnPaper(), choose("Paper", "paper", string(o.Paper), edit.Choice{Value: string(export.A4), Label: "A4"}, edit.Choice{Value: string(export.Letter), Label: "Letter"})),
			g.If(cards, choose("Cards", "card", string(o.CardSize),
				edit.Choice{Value: string(export.Poker), Label: "poker, 63 × 88 mm"}, edit.Choice{Value: string(export.Tarot), Label: "tarot, 70 × 120 mm"}, edit.Choice{Value: string(export.A6), Label: "A6, 105 × 148 mm"})),
			g.If(form.OnPaper() && !cards, choose("Type", "size", string(o.TextSize), edit.Choice{Value: string(export.NormalText), Label: "usual"}, edit.Choice{Value: string(export.LargeText), Label: "large"})),
			g.If(form.OnPaper() || form == export.HTML, choose("Ink", "ink", string(o.Ink), edit.Choice{Value: string(export.NormalInk), Label: "usual"}, edit.Choice{Value: string(export.LightInk), Label: "light, no black bars"})),
			g.If(p.Text != "", page.Para("quiet small", "A text has no paper.")),
			g.If(form.OnPaper() && !cards,
				page.Checkbox("loose", "Loose: neither tightened nor set larger to fit its pages", o.FixedTextSize)),
			g.If(form == export.Text, page.Checkbox("short", "Short: at most 2,000 characters, for a chat", o.ShortText)),
			g.If(form.OnPaper() || form == export.HTML || form == export.ArmyPicture,
				page.Checkbox("apart", "Units that are built alike apart, not as one block", o.KeepEqualUnitsApart))),
		h.FieldSet(h.Class("choices"), h.Legend(g.Text("What it says")),
			g.If(form == export.PDF || form == export.HTML, page.Checkbox("glance", "The army at a glance, at the top", o.Summary)),
			g.If(form == export.PDF, page.Checkbox("cover", "A cover with it", o.Cover)),
			page.Checkbox("odds", "Odds: what each unit can be expected to do", x.Odds),
			g.If(p.CanShowPriceCalculations, page.Checkbox("sums", "How each unit's points come about", x.PriceCalculations)),
			page.Checkbox("brief", "What there is before the game", x.Preparations),
			page.Checkbox("free", "No costs", x.HideCosts),
			page.Checkbox("costs", "What each upgrade costs", x.UpgradeCosts),
			page.Checkbox("qr", "The whole list as a QR code", x.IncludeCode)),
	}
}

func (p *printPage) viewPicture(chosen outputFormat) g.Node {
	switch {
	case chosen.Format == export.HTML && p.PageCount > 0:
		return g.Group{viewPage(p.Pictures[0], "The top of it"), page.Para("quiet", "This is its top. It opens in any browser, loads nothing from elsewhere, and its boxes can be ticked.")}
	case p.PageCount > 0:
		at, end := p.Settings.PreviewPage, p.Settings.PreviewPage+len(p.Pictures)-1
		return g.Group{
			h.Div(h.Class("pages"), page.DrawEach(p.Pictures, func(i int, one export.Picture) g.Node {
				return viewPage(one, fmt.Sprintf("Page %d of %s", at+i, chosen.Name))
			})),
			g.If(p.PageCount > len(p.Pictures), h.Div(h.Class("row"), h.Role("group"), h.Aria("label", "Pages of it"),
				g.If(at > 1, linkReplacingHistory(p.pageAddress(max(at-2, 1)), "Pages before")),
				h.Span(h.Class("quiet"), g.Textf("Pages %d to %d of %d", at, end, p.PageCount)),
				g.If(end < p.PageCount, linkReplacingHistory(p.pageAddress(end+1), "Next pages")))),
		}
	case p.Text != "":
		return textBlock(p.Text)
	}
	return nil
}

// viewPage draws a page as a single image, so that the document stays small.
func viewPage(picture export.Picture, label string) g.Node {
	wide, high := fmt.Sprint(picture.Width), fmt.Sprint(picture.Height)
	return g.El("svg", h.Class("page"), h.Role("img"), h.Aria("label", label), g.Attr("viewBox", "0 0 "+wide+" "+high),
		g.El("image", h.Width(wide), h.Height(high),
			h.Href("data:image/svg+xml;base64,"+base64.StdEncoding.EncodeToString([]byte(picture.SVG)))))
}

// linkReplacingHistory draws a link button that replaces the present entry of the browser's
// history.
func linkReplacingHistory(to, name string) g.Node {
	return h.A(h.Class("button"), h.Href(to), g.Attr("data-keep"), page.IsolatedText(name))
}
