package web

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/fill"
	"muster/builder/odds"
	"muster/schema/files"
)

// fillPage shows the best ways to spend what a list has left. It is worked out
// when the person asks, and until the page is left.
func (h *handler) fillPage(w http.ResponseWriter, r *http.Request, list *listName, roster builder.Roster) error {
	var answers *fill.Answers
	if r.FormValue("best") != "" {
		var err error
		if answers, err = fill.Fill(r.Context(), roster, h.Library, fillQuestion(r)); err != nil {
			return err
		}
	}
	h.render(w, layout{Title: "What can I still take?", Here: "fill", List: list}, viewFill(list, roster, r.Form, answers))
	return nil
}

// fillTake makes an answer of a list, as one change that undo takes back.
func (h *handler) fillTake(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	defer h.writing.lock(id)()
	roster, err := h.roster(id)
	if err != nil {
		return err
	}
	was := roster.Document().Source
	if r.FormValue("etag") != etag(was) {
		return fmt.Errorf("%w: look at the list as it is now, and ask again", files.ErrChanged)
	}
	answers, err := fill.Fill(r.Context(), roster, h.Library, fillQuestion(r))
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(r.FormValue("take"))
	if err != nil || n < 1 || n > len(answers.Answers) {
		return errors.New("there is no such answer")
	}
	session := h.change(roster)
	if _, err := session.Do(answers.Answers[n-1].Edits...); err != nil {
		return err
	}
	if err := h.write(id, was, session.Text()); err != nil {
		return err
	}
	h.rosters.keep(id, session.Now(), changeText(roster, session.Now(), ""))
	see(w, r, "/lists/"+url.PathEscape(id))
	return nil
}

func fillQuestion(r *http.Request) fill.Question {
	q := fill.Question{Best: fill.Damage, Foe: odds.Foe{Name: odds.Benchmark}, Answers: 5, Upgrades: r.FormValue("upgrades") == "yes"}
	if r.FormValue("best") == string(fill.Spend) {
		q.Best = fill.Spend
	}
	if r.FormValue("once") == "yes" {
		q.Copies = 1
	}
	return q
}

func viewFill(list *listName, roster builder.Roster, asked url.Values, answers *fill.Answers) g.Node {
	address := list.address() + "/fill"
	return narrow("What can I still take?",
		h.P(h.Role("status"), h.ID("status"), g.Text(status(roster))),
		h.Form(h.Action(address), h.Method("get"), h.Class("card"),
			labelled("Best is", h.Select(h.Name("best"),
				h.Option(h.Value(string(fill.Damage)), g.Text("what destroys most")),
				h.Option(h.Value(string(fill.Spend)), g.If(asked.Get("best") == string(fill.Spend), h.Selected()), g.Text("what leaves the fewest points")))),
			tick("upgrades", "only upgrades", asked.Get("upgrades") == "yes"),
			tick("once", "no unit more than once", asked.Get("once") == "yes"),
			h.Button(h.Class("main"), g.Text("Find the best"))),
		g.Iff(answers != nil, func() g.Node {
			cards := g.Group{}
			for i := range answers.Answers {
				cards = append(cards, viewAnswer(address, roster, asked, answers, i))
			}
			return g.Group{cards, g.If(answers.Why != "", h.P(isolated(capital(answers.Why)+".")))}
		}),
	)
}

func viewAnswer(address string, roster builder.Roster, asked url.Values, answers *fill.Answers, i int) g.Node {
	answer := &answers.Answers[i]
	var rows g.Group
	row := func(points int, text string, value float64) {
		rows = append(rows, h.Tr(h.Td(h.Class("n"), g.Textf("%+d", points)), h.Td(isolated(text)), h.Td(h.Class("n"), g.Text(answers.ValueText(value)))))
	}
	for n := range answer.Adds {
		row(answer.Adds[n].Points, answer.AddedText(&answer.Adds[n]), answer.Adds[n].Value)
	}
	for n := range answer.Upgrades {
		row(answer.Upgrades[n].Points, answer.Upgrades[n].Text(), answer.Upgrades[n].Value)
	}
	name := "Answer " + strconv.Itoa(i+1)
	field := func(key, value string) g.Node { return h.Input(h.Type("hidden"), h.Name(key), h.Value(value)) }
	return h.Section(h.Class("card"), h.Aria("label", name),
		h.H2(g.Text(name)), h.P(isolated(answers.Headline(i))), scroll(name, h.Table(h.TBody(rows))),
		h.Form(h.Action(address), h.Method("post"), g.Attr("data-push"),
			field("best", asked.Get("best")), field("upgrades", asked.Get("upgrades")), field("once", asked.Get("once")),
			field("take", strconv.Itoa(i+1)), field("etag", etag(roster.Document().Source)), h.Button(g.Text("Take it"))))
}
