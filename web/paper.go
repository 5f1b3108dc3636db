package web

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"muster/builder"
	"muster/export"
)

// A paperForm is a form of output with its address, or why the list has none.
type paperForm struct {
	Format           *export.Format
	Name, Href, File string
	Not              string
}

// forms lists the forms that a list can be printed in: those of some names, or
// all.
func forms(list *listName, printed export.Document, query url.Values, names ...string) []paperForm {
	var forms []paperForm
	for _, f := range export.Formats() {
		if names != nil && !slices.Contains(names, f.Name) {
			continue
		}
		one := paperForm{Format: f, Name: f.Title, Href: list.address() + "/file/" + f.Name, File: f.File(list.ID)}
		if err := f.Fits(printed); err != nil {
			one.Not = sentence(err)
		}
		if len(query) > 0 {
			one.Href += "?" + query.Encode()
		}
		forms = append(forms, one)
	}
	return forms
}

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
	if q.Options.Paper, err = export.ParsePaper(value("paper")); err != nil {
		return q, err
	}
	if q.Options.Ink, err = export.ParseInk(value("ink")); err != nil {
		return q, err
	}
	if q.Options.Size, err = export.ParseSize(value("size")); err != nil {
		return q, err
	}
	if q.Options.Card, err = export.ParseCardSize(value("card")); err != nil {
		return q, err
	}
	q.Options.Loose = on("loose")
	q.Extras = export.Extras{Odds: on("odds"), Sums: on("sums"), Brief: on("brief"), Free: on("free"), Code: on("qr"), Context: r.Context()}
	q.Page, _ = strconv.Atoi(value("page")) // what is no number is the first
	return q, nil
}

// query says all of a question that is not as usual, but for its form and page.
func (q paperQuestion) query() url.Values {
	query := url.Values{}
	for key, one := range map[string][2]string{
		"paper": {string(q.Options.Paper), string(export.A4)}, "ink": {string(q.Options.Ink), string(export.NormalInk)},
		"size": {string(q.Options.Size), string(export.NormalSize)}, "card": {string(q.Options.Card), string(export.Poker)},
	} {
		if one[0] != one[1] {
			query.Set(key, one[0])
		}
	}
	for key, on := range map[string]bool{
		"loose": q.Options.Loose, "odds": q.Extras.Odds, "sums": q.Extras.Sums, "brief": q.Extras.Brief, "free": q.Extras.Free, "qr": q.Extras.Code,
	} {
		if on {
			query.Set(key, "yes")
		}
	}
	return query
}

func (h *handler) print(w http.ResponseWriter, r *http.Request, list *listName, roster builder.Roster) error {
	q, err := onPaper(r)
	if err != nil {
		return err
	}
	_, chooses := roster.(builder.Chooser)
	p := printPage{List: list, Question: q, HasSums: !chooses}
	printed, err := export.Of(roster, q.Extras)
	if err != nil { // of what was asked for beside the list
		p.Trouble = sentence(err)
		if printed, err = export.Of(roster, export.Extras{}); err != nil {
			return err
		}
	}
	p.Forms = forms(list, printed, q.query())
	if p.Trouble == "" {
		err = p.picture(printed)
	}
	if err != nil {
		p.Trouble = sentence(err)
	}
	h.render(w, layout{Title: "Paper", Here: "print", List: list}, p.view())
	return nil
}

// mostText is how much of a text is shown, in lines and in bytes.
const (
	mostTextLines = 200
	mostTextBytes = 20_000
)

// picture shows what would be printed: a page of it, or the text.
func (p *printPage) picture(printed export.Document) error {
	q := p.Question
	if q.Form.OnPaper() || q.Form == export.HTML {
		pages, err := q.Form.Pictures(printed, q.Options)
		if err != nil || len(pages) == 0 {
			return err
		}
		p.Pages = len(pages)
		p.Question.Page = min(max(q.Page, 1), p.Pages)
		p.Picture = pages[p.Question.Page-1]
		return nil
	}
	var out strings.Builder
	if err := q.Form.Write(&out, printed, q.Options); err != nil {
		return err
	}
	lines := strings.Split(out.String(), "\n")
	text := strings.Join(lines[:min(len(lines), mostTextLines)], "\n")
	if p.Text = strings.ToValidUTF8(text[:min(len(text), mostTextBytes)], ""); p.Text != out.String() {
		p.Text += "\n…"
	}
	return nil
}

// file sends a list in one of the forms, the same bytes that `muster export`
// writes.
func (h *handler) file(w http.ResponseWriter, r *http.Request, list *listName, roster builder.Roster) error {
	if r.PathValue("form") == "yaml" {
		attach(w, list.ID+ending, "application/yaml", roster.Document().Source)
		return nil
	}
	format, err := export.Choose(r.PathValue("form"), "")
	if err != nil {
		return err
	}
	q, err := onPaper(r)
	if err != nil {
		return err
	}
	printed, err := export.Of(roster, q.Extras)
	if err != nil {
		return err
	}
	out := bytes.NewBufferString(format.FileMark())
	if err := format.Write(out, printed, q.Options); err != nil {
		return err
	}
	attach(w, format.File(list.ID), format.Media, out.Bytes())
	return nil
}

// attach sends a file. PDF may be shown in the page, all else is for saving.
func attach(w http.ResponseWriter, name, kind string, text []byte) {
	how := "attachment"
	if kind == export.PDF.Media {
		how = "inline"
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", fmt.Sprintf(`%s; filename="%s"; filename*=UTF-8''%s`, how, plainName(name), url.PathEscape(name)))
	w.Write(text)
}

// plainName is a file's name in the letters that every browser takes.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '"' || r == '\\' {
			return '-'
		}
		return r
	}, name)
}
