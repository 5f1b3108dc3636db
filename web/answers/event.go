package answers

import (
	"cmp"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
	"path"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/event"
	"muster/builder/finding"
	"muster/export"
	"muster/input"
	"muster/report"
	"muster/report/html"
	"muster/schema"
	"muster/share"
	"muster/web/desk"
	"muster/web/page"
)

// event judges uploaded lists by an event's rules.
func (h *Handler) event(w http.ResponseWriter, r *http.Request) error {
	if r.Method == http.MethodGet {
		return h.Render(w, page.Layout{Title: "Check a cup"}, viewEvent("", export.Verdicts{}))
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
	all := export.Verdicts{Event: name, ShowAllFindings: true}
	for _, file := range r.MultipartForm.File["lists"] {
		all.Lists = append(all.Lists, h.judgeFile(cup, file)...)
	}
	all.SetEqualFiles()
	if err := all.Sort("verdict"); err != nil {
		return err
	}
	return h.Render(w, page.Layout{Title: name}, viewEvent(name, all))
}

// judgeFile judges the list in an uploaded file, or each list in an uploaded archive, by the rules
// of the event cup; by the game's rules if cup is nil.
func (h *Handler) judgeFile(cup *event.Event, file *multipart.FileHeader) (all []export.Verdict) {
	name := path.Base(file.Filename)
	text, err := desk.FormFile(file)
	sent := []input.SentFile{{Name: name, Text: text, Err: err}}
	if err == nil && input.KindOf(text) == input.ZIPFile {
		if held, err := input.Unpack(sent[0]); err == nil {
			sent = held
		} else {
			sent[0].Err = err
		}
	}
	for _, s := range sent {
		if s.Err == nil && len(s.Text) > schema.MaxFileBytes {
			s.Err = input.ErrTooLarge
		}
		var list *input.List
		if s.Err == nil {
			list, s.Err = input.Read(schema.FilePath{Name: s.Name}, s.Text, h.Library)
		}
		var found []finding.Finding
		if s.Err == nil {
			found, s.Err = cup.Judge(list.Roster, h.Library)
		}
		if s.Err != nil {
			all = append(all, export.VerdictOf(s.Name, nil, nil, errors.New(page.ErrorText(s.Err))))
			continue
		}
		v := export.VerdictOf(s.Name, list.Roster, found, nil)
		if v.SubmittedText = string(s.Text); list.SharedCode != nil { // possibly in a PDF
			v.SubmittedText = list.SharedCode.Code()
		}
		for _, note := range list.Notes {
			v.Notes = append(v.Notes, note.String())
		}
		all = append(all, v)
	}
	return all
}

func viewEvent(name string, all export.Verdicts) g.Node {
	return page.OneColumn("Check a cup",
		h.P(g.Text("Choose whatever people sent: lists of muster or of Army Forge, shared text, codes, mails, ZIP archives. An event's file says what the cup allows; without one the rules alone judge. Nothing is kept.")),
		h.Form(h.Action("/event"), h.Method("post"), h.EncType("multipart/form-data"), h.ID("cup"),
			page.WithLabel("Event (event/1)", h.Input(h.Type("file"), h.Name("event"))),
			page.WithLabel("Lists", h.Input(h.Type("file"), h.Name("lists"), h.Multiple(), h.Required())),
			h.Button(h.Class("main"), g.Text("Check them"))),
		g.Iff(all.Lists != nil, func() g.Node {
			return g.Group{
				h.H2(page.IsolatedText(name)),
				html.Page{ProseWithLinks: page.TextWithLinks}.Blocks(verdictsDoc(all).Blocks...),
			}
		}),
	)
}

// verdictsDoc returns the verdicts, each with a form to open the list.
func verdictsDoc(all export.Verdicts) *report.Doc {
	doc := all.Doc()
	table := doc.Blocks[0].(*report.Table)
	for i, list := range all.Lists {
		if list.Readable {
			look := report.Action{
				Label: "Look", Description: "Look at " + cmp.Or(list.Name, list.File), Address: "/look",
				FormFields: [][2]string{{"text", list.SubmittedText}},
			}
			table.Rows[i].Actions = report.Actions{look}
		}
	}
	return doc
}

// listEvents lists the events with rules that a list keeps, each with a link that writes a mail to
// submit the list.
func (h *Handler) listEvents(w http.ResponseWriter, _ *http.Request, list *page.List, roster builder.Roster) error {
	var all []export.Verdict
	for _, cup := range h.ClubEvents() {
		found, err := cup.Judge(roster, h.Library)
		if err != nil {
			err = errors.New(page.ErrorText(err))
		}
		v := export.VerdictOf(cup.Name, roster, found, err)
		v.Name, v.SubmittedText = list.Name, share.FromRoster(roster).WithoutCopy().Code()
		all = append(all, v)
	}
	return h.Render(w, page.Layout{Title: "Events", List: list}, viewEvents(list.Name, all))
}

// viewEvents draws the verdicts on a list, one for each event.
func viewEvents(name string, all []export.Verdict) g.Node {
	if len(all) == 0 {
		return page.OneColumn("Events", page.Para("", "There is no event here: open the file of one (event/1) first."))
	}
	return page.OneColumn("Events for "+name, g.Map(all, func(v export.Verdict) g.Node {
		said, class := "It does not fit.", "bad"
		if v.Result == export.VerdictLegal {
			said, class = "It fits.", "good"
		}
		var why []string
		for _, f := range v.Findings {
			if f.Severity == finding.Error {
				why = append(why, f.Message)
			}
		}
		if !v.Readable {
			why = []string{v.FirstFinding}
		}
		return h.Section(h.Class("card"), h.H2(page.IsolatedText(v.File)), page.Para(class, said),
			page.Bullets("points", why),
			g.If(v.Readable, h.P(h.A(h.Class("button"), h.Href(mailAddress(v)), h.Aria("label", "Send in to "+v.File), page.Icon("share"), g.Text("Send in")))))
	}), page.Para("quiet small", "“Send in” begins a mail with the list's code, its mark and the verdict, for the organiser's program to read. You say to whom."))
}

// mailAddress returns the address of a mail that submits a list to an event; `muster check --event`
// reads the code in it.
func mailAddress(v export.Verdict) string {
	text := fmt.Sprintf("%s for %s\n%s %s, %d points\nVerdict: %s\nMark: %s\n\n%s\n", v.Name, v.File, v.BookNames, v.BookVersions, v.Points, v.Result, v.Fingerprint, v.SubmittedText)
	return "mailto:?subject=" + url.PathEscape(v.File+": "+v.Name) + "&body=" +
		url.PathEscape(strings.ReplaceAll(text, "\n", "\r\n"))
}
