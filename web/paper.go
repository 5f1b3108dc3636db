package web

import (
	"bytes"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"muster/builder"
	"muster/export"
)

// A paperForm is a form of output with its address.
type paperForm struct{ Name, Href, File string }

// forms lists the forms that a list can be printed in.
func (h *handler) forms(list *listName, query url.Values, names ...string) []paperForm {
	var forms []paperForm
	for _, f := range export.Formats() {
		if names != nil && !slices.Contains(names, f.Name()) {
			continue
		}
		one := paperForm{Name: formName(f.Name()), Href: list.address() + "/file/" + f.Name(), File: fileOf(list.ID, f)}
		if len(query) > 0 {
			one.Href += "?" + query.Encode()
		}
		forms = append(forms, one)
	}
	return forms
}

// formName is what a form is called: "PDF", "Cards".
func formName(name string) string {
	switch name {
	case "pdf", "html", "csv", "json":
		return strings.ToUpper(name)
	case "armyforge":
		return "Army Forge"
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// fileOf is the name of a list's file in a form.
func fileOf(id string, f export.Format) string {
	if endings := f.Extensions(); len(endings) > 0 {
		return id + endings[0]
	}
	return id + "-" + f.Name() + ".pdf"
}

func (h *handler) print(w http.ResponseWriter, r *http.Request, list *listName, _ builder.Roster) error {
	paper, err := export.ParsePaper(r.FormValue("paper"))
	if err != nil {
		return err
	}
	query := url.Values{}
	if paper != export.A4 {
		query.Set("paper", string(paper))
	}
	odds := r.FormValue("odds") == "yes"
	if odds {
		query.Set("odds", "yes")
	}
	h.render(w, frame{Title: "Paper", Here: "print", List: list}, printPage{
		Home: h.Home, Name: list.Name, Base: list.address() + "/print", Preview: list.address() + "/file/pdf?" + query.Encode(),
		Paper: string(paper), Odds: odds, Forms: h.forms(list, query),
	}.view())
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
	paper, err := export.ParsePaper(r.FormValue("paper"))
	if err != nil {
		return err
	}
	printed, err := export.Of(roster, export.Extras{Odds: r.FormValue("odds") == "yes"})
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := format.Write(&out, printed, export.Options{Paper: paper}); err != nil {
		return err
	}
	name := fileOf(list.ID, format)
	kind := mime.TypeByExtension(name[strings.LastIndexByte(name, '.'):])
	attach(w, name, kind, out.Bytes())
	return nil
}

// attach sends a file. PDF may be shown in the page, all else is for saving.
func attach(w http.ResponseWriter, name, kind string, text []byte) {
	how := "attachment"
	switch {
	case kind == "":
		kind = "application/octet-stream"
	case kind == "application/pdf":
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
