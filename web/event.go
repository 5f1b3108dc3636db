package web

import (
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"path"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder/event"
	"muster/builder/finding"
	"muster/export"
	"muster/input"
	"muster/schema"
)

// A judged is a list of an event: its verdict, and its text to look at it.
type judged struct {
	export.Verdict
	text string
}

// event judges the lists that people sent by what an event allows.
func (h *handler) event(w http.ResponseWriter, r *http.Request) error {
	if r.Method == http.MethodGet {
		h.render(w, layout{Title: "Check a cup"}, viewEvent("", nil, export.Verdicts{}))
		return nil
	}
	if r.MultipartForm == nil || len(r.MultipartForm.File["lists"]) == 0 {
		return errors.New("choose the files of the lists")
	}
	var cup *event.Event
	name := "Lists"
	if files := r.MultipartForm.File["event"]; len(files) > 0 && files[0].Size > 0 {
		text, err := textOf(files[0])
		if err != nil {
			return err
		}
		document, err := schema.Read(files[0].Filename, text, "event/1")
		if err != nil {
			return err
		}
		if cup, err = event.Read(document); err != nil {
			return err
		}
		name = cup.Name
	}
	all := export.Verdicts{Event: name}
	var lists []judged
	for _, file := range r.MultipartForm.File["lists"] {
		one := h.judge(cup, file)
		lists, all.Lists = append(lists, one), append(all.Lists, one.Verdict)
	}
	h.render(w, layout{Title: name}, viewEvent(name, lists, all))
	return nil
}

// judge judges one file; without an event by the rules alone.
func (h *handler) judge(cup *event.Event, file *multipart.FileHeader) judged {
	name := path.Base(file.Filename)
	text, err := textOf(file)
	var list *input.List
	if err == nil {
		list, err = input.Read(schema.Place{Name: name}, text, h.Library)
	}
	var found []finding.Finding
	if err == nil {
		found, err = cup.Judge(list.Roster, h.Library)
	}
	if err != nil {
		return judged{export.VerdictOf(name, nil, nil, errors.New(sentence(err))), string(text)}
	}
	return judged{export.VerdictOf(name, list.Roster, found, nil), string(text)}
}

func textOf(file *multipart.FileHeader) ([]byte, error) {
	opened, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	text, err := io.ReadAll(io.LimitReader(opened, maxUpload))
	if err == nil && len(text) > schema.MaxBytes && input.Sort(text) != input.Packed {
		err = &http.MaxBytesError{Limit: schema.MaxBytes}
	}
	return text, err
}

func viewEvent(name string, lists []judged, all export.Verdicts) g.Node {
	return narrow("Check a cup",
		h.P(g.Text("Choose whatever people sent: lists of muster or of Army Forge, shared text, codes. An event's file says what the cup allows; without one the rules alone judge. Nothing is kept.")),
		h.Form(h.Action("/event"), h.Method("post"), h.EncType("multipart/form-data"), h.ID("cup"),
			labelled("Event (event/1)", h.Input(h.Type("file"), h.Name("event"))),
			labelled("Lists", h.Input(h.Type("file"), h.Name("lists"), h.Multiple(), h.Required())),
			h.Button(h.Class("main"), g.Text("Check them"))),
		g.Iff(lists != nil, func() g.Node {
			return g.Group{
				h.H2(isolated(name)),
				h.P(h.Role("status"), g.Text(all.Sum())),
				scroll("Lists", h.Table(
					h.THead(h.Tr(h.Th(g.Text("List")), h.Th(h.Class("n"), g.Text("Points")), h.Th(g.Text("Verdict, mark")), h.Td())),
					h.TBody(g.Map(lists, judged.row)))),
				g.Map(all.JudgedBy(), func(b string) g.Node { return para("quiet small", "Judged by "+b) }),
			}
		}),
	)
}

func (j judged) row() g.Node {
	class := map[string]string{"legal": "good", "illegal": "bad", "unreadable": "warn"}[j.Verdict.Verdict]
	small := func(text string) g.Node { return g.If(text != "", h.Div(h.Class("small quiet"), isolated(text))) }
	name, file, points := j.Name, j.File, j.Cells()[4]
	if name == "" {
		name, file = j.File, ""
	}
	return h.Tr(
		h.Td(isolated(name), small(dots(file, strings.TrimSpace(j.Army+" "+j.Version))), g.If(j.First != "", h.Div(h.Class("small"), linked(j.First)))),
		h.Td(h.Class("n"), g.Text(points)),
		h.Td(h.Class(class), g.Text(j.Verdict.Verdict), small(j.Mark)),
		h.Td(g.If(j.Verdict.Verdict != "unreadable", h.Form(h.Action("/look"), h.Method("post"), g.Attr("data-push"),
			hidden("text", j.text), h.Button(h.Aria("label", "Look at "+name), g.Text("Look"))))),
	)
}
