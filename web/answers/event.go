package answers

import (
	"cmp"
	"errors"
	"mime/multipart"
	"net/http"
	"path"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder/event"
	"muster/builder/finding"
	"muster/export"
	"muster/input"
	"muster/report"
	"muster/report/html"
	"muster/schema"
	"muster/web/desk"
	"muster/web/page"
)

// A judged is a list of an event: its verdict, and its text to look at it.
type judged struct {
	export.Verdict
	text string
}

// event judges lists that people sent by an event's rules.
func (h *Handler) event(w http.ResponseWriter, r *http.Request) error {
	if r.Method == http.MethodGet {
		h.Render(w, page.Layout{Title: "Check a cup"}, viewEvent("", nil, export.Verdicts{}))
		return nil
	}
	if r.MultipartForm == nil || len(r.MultipartForm.File["lists"]) == 0 {
		return errors.New("choose the files of the lists")
	}
	var cup *event.Event
	name := "Lists"
	if files := r.MultipartForm.File["event"]; len(files) > 0 && files[0].Size > 0 {
		text, err := desk.FormFile(files[0])
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
	h.Render(w, page.Layout{Title: name}, viewEvent(name, lists, all))
	return nil
}

// judge judges one file; without an event by the rules alone.
func (h *Handler) judge(cup *event.Event, file *multipart.FileHeader) judged {
	name := path.Base(file.Filename)
	text, err := desk.FormFile(file)
	var list *input.List
	if err == nil {
		list, err = input.Read(schema.Place{Name: name}, text, h.Library)
	}
	var found []finding.Finding
	if err == nil {
		found, err = cup.Judge(list.Roster, h.Library)
	}
	if err != nil {
		return judged{export.VerdictOf(name, nil, nil, errors.New(page.Sentence(err))), string(text)}
	}
	return judged{export.VerdictOf(name, list.Roster, found, nil), string(text)}
}

func viewEvent(name string, lists []judged, all export.Verdicts) g.Node {
	return page.Narrow("Check a cup",
		h.P(g.Text("Choose whatever people sent: lists of muster or of Army Forge, shared text, codes. An event's file says what the cup allows; without one the rules alone judge. Nothing is kept.")),
		h.Form(h.Action("/event"), h.Method("post"), h.EncType("multipart/form-data"), h.ID("cup"),
			page.Labelled("Event (event/1)", h.Input(h.Type("file"), h.Name("event"))),
			page.Labelled("Lists", h.Input(h.Type("file"), h.Name("lists"), h.Multiple(), h.Required())),
			h.Button(h.Class("main"), g.Text("Check them"))),
		g.Iff(lists != nil, func() g.Node {
			return g.Group{
				h.H2(page.Isolated(name)),
				html.Page{Prose: page.Linked}.Blocks(verdictsDoc(lists, all).Blocks...),
			}
		}),
	)
}

// verdictsDoc returns the verdicts, with a form that looks at each list.
func verdictsDoc(lists []judged, all export.Verdicts) *report.Doc {
	doc := all.Doc()
	table := doc.Blocks[0].(*report.Table)
	for i, j := range lists {
		if j.Verdict.Verdict != "unreadable" {
			look := report.Action{
				Label: "Look", About: "Look at " + cmp.Or(j.Name, j.File), To: "/look",
				Fields: [][2]string{{"text", j.text}},
			}
			table.Rows[i].Actions = report.Actions{look}
		}
	}
	return doc
}
