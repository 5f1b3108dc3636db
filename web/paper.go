package web

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"muster/builder"
	"muster/export"
)

// A paperForm is a form of output with its address, or why the list has none.
type paperForm struct{ Name, Href, File, Not string }

// forms lists the forms that a list can be printed in: those of some names, or
// all.
func forms(list *listName, printed export.Document, query url.Values, names ...string) []paperForm {
	var forms []paperForm
	for _, f := range export.Formats() {
		if names != nil && !slices.Contains(names, f.Name) {
			continue
		}
		one := paperForm{Name: f.Title, Href: list.address() + "/file/" + f.Name, File: f.File(list.ID)}
		if err := f.Fits(printed); err != nil {
			one.Not = err.Error()
		}
		if len(query) > 0 {
			one.Href += "?" + query.Encode()
		}
		forms = append(forms, one)
	}
	return forms
}

func (h *handler) print(w http.ResponseWriter, r *http.Request, list *listName, roster builder.Roster) error {
	printed, err := export.Of(roster, export.Extras{})
	if err != nil {
		return err
	}
	options, err := onPaper(r)
	if err != nil {
		return err
	}
	query := url.Values{}
	if options.Paper != export.A4 {
		query.Set("paper", string(options.Paper))
	}
	if options.Ink != export.NormalInk {
		query.Set("ink", string(options.Ink))
	}
	odds := r.FormValue("odds") == "yes"
	if odds {
		query.Set("odds", "yes")
	}
	h.render(w, layout{Title: "Paper", Here: "print", List: list}, printPage{
		Deployment: h.Deployment, Name: list.Name, Base: list.address() + "/print", Preview: list.address() + "/file/pdf?" + query.Encode(),
		Options: options, Odds: odds, Forms: forms(list, printed, query),
	}.view())
	return nil
}

// onPaper reads how a list is to be printed.
func onPaper(r *http.Request) (o export.Options, err error) {
	if o.Paper, err = export.ParsePaper(r.FormValue("paper")); err != nil {
		return o, err
	}
	o.Ink, err = export.ParseInk(r.FormValue("ink"))
	return o, err
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
	options, err := onPaper(r)
	if err != nil {
		return err
	}
	printed, err := export.Of(roster, export.Extras{Odds: r.FormValue("odds") == "yes", Context: r.Context()})
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := format.Write(&out, printed, options); err != nil {
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
