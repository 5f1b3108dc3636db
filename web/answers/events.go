package answers

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/finding"
	"muster/export"
	"muster/share"
	"muster/web/page"
)

// listEvents lists the events that a list fits, and makes the mails that send it in.
func (h *Handler) listEvents(w http.ResponseWriter, _ *http.Request, list *page.List, roster builder.Roster) error {
	var all []export.Verdict
	for _, cup := range h.ClubEvents() {
		found, err := cup.Judge(roster, h.Library)
		if err != nil {
			err = errors.New(page.Sentence(err))
		}
		v := export.VerdictOf(cup.Name, roster, found, err)
		v.Name, v.Sent = list.Name, share.Of(roster).WithoutCopy().Code()
		all = append(all, v)
	}
	return h.Render(w, page.Layout{Title: "Events", List: list}, viewEvents(list.Name, all))
}

// viewEvents are the verdicts on a list, each named by the event that judged it.
func viewEvents(name string, all []export.Verdict) g.Node {
	if len(all) == 0 {
		return page.Narrow("Events", page.Para("", "There is no event here: open the file of one (event/1) first."))
	}
	return page.Narrow("Events for "+name, g.Map(all, func(v export.Verdict) g.Node {
		said, class := "It does not fit.", "bad"
		if v.Verdict == export.Legal {
			said, class = "It fits.", "good"
		}
		var why []string
		for _, f := range v.Findings {
			if f.Severity == finding.Error {
				why = append(why, f.Message)
			}
		}
		if !v.Readable {
			why = []string{v.First}
		}
		return h.Section(h.Class("card"), h.H2(page.Isolated(v.File)), page.Para(class, said), page.Bullets("points", why),
			g.If(v.Readable, h.P(h.A(h.Class("button"), h.Href(mailOf(v)), h.Aria("label", "Send in to "+v.File), page.Icon("share"), g.Text("Send in")))))
	}), page.Para("quiet small", "“Send in” begins a mail with the list's code, its mark and the verdict, for the organiser's program to read. You say to whom."))
}

// mailOf is the address of a mail that sends a list in to the event that judged it: `muster check
// --event` reads its code.
func mailOf(v export.Verdict) string {
	text := fmt.Sprintf("%s for %s\n%s %s, %d points\nVerdict: %s\nMark: %s\n\n%s\n", v.Name, v.File, v.Army, v.Version, v.Points, v.Verdict, v.Mark, v.Sent)
	return "mailto:?subject=" + url.PathEscape(v.File+": "+v.Name) + "&body=" + url.PathEscape(strings.ReplaceAll(text, "\n", "\r\n"))
}
