package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/fill"
	"muster/builder/finding"
	"muster/builder/odds"
	"muster/input"
)

// fills are the answers to the last question how a list can be filled.
type fills struct{ last atomic.Pointer[filled] }

type filled struct {
	asked   string
	answers *fill.Answers
}

// A fillPage asks for the best ways to spend what a list has left, and shows them.
type fillPage struct {
	Address, Status, ETag string
	Form                  url.Values // what is asked
	Foes, Own             []edit.Choice
	Collection            string // the address of the page where it is kept; "" where there is none
	Trouble               []string
	Answers               *fill.Answers
	Steps                 []fill.Step // single ones, the best for their points first
	Unweighed             int         // single steps that were too many to work out
	names                 map[string]string
	list                  *listName
}

// asks are the keys by which a form asks.
var asks = []string{"best", "against", "own", "upgrades", "once"}

// mostSteps is how many single steps are shown.
const mostSteps = 40

// oneTarget stands before the id of a typical target where a list's could stand.
const oneTarget = "target/"

// fillPage shows the best ways to spend what a list has left. They are worked out
// when the person asks, and until the page is left.
func (h *handler) fillPage(w http.ResponseWriter, r *http.Request, list *listName, roster builder.Roster) error {
	p := &fillPage{Address: list.address() + "/fill", Status: input.Status(roster), ETag: etag(roster.Document().Source), Form: r.URL.Query()}
	var err error
	if p.Foes, err = h.foes(list.ID, roster); err != nil {
		return err
	}
	targets, err := fill.Targets(roster, odds.Foe{})
	if err != nil {
		return err
	}
	for _, t := range targets {
		p.Foes = append(p.Foes, edit.Choice{Value: oneTarget + t.ID, Label: t.Name})
	}
	if err := h.owned(p, list, roster); err != nil {
		return err
	}
	switch {
	case r.FormValue("steps") != "":
		p.names, p.list = builder.Names(roster), list
		err = h.steps(r.Context(), p, r.Form, roster)
	case r.FormValue("best") != "":
		p.Answers, err = h.fillAnswers(r.Context(), r.Form, list.ID, roster)
	}
	if r.Context().Err() != nil {
		return r.Context().Err()
	}
	if err != nil {
		p.Trouble = append(p.Trouble, sentence(err))
	}
	h.render(w, layout{Title: "What can I still take?", Here: "fill", List: list}, p.view())
	return nil
}

// owned finds the collections that a list can be filled from.
func (h *handler) owned(p *fillPage, list *listName, roster builder.Roster) error {
	all, err := h.collections(roster)
	if err != nil {
		return err
	}
	p.Collection = list.address() + "/collection"
	p.Own = []edit.Choice{{Label: "everything there is"}}
	for _, c := range all {
		if c.Err != nil {
			p.Trouble = append(p.Trouble, "The collection "+c.ID+" cannot be used: "+sentence(c.Err))
			continue
		}
		p.Own = append(p.Own, edit.Choice{Value: c.ID, Label: c.Name})
		if own := p.Form.Get("own"); own == c.ID || own == "" && len(p.Own) == 2 {
			p.Collection = list.address() + "/collection?" + url.Values{"own": {c.ID}}.Encode()
		}
	}
	return nil
}

// steps lists the single steps that a list may take, those that gain nothing left out.
func (h *handler) steps(ctx context.Context, p *fillPage, form url.Values, roster builder.Roster) error {
	q, _, err := h.question(form, p.list.ID, roster)
	if err != nil {
		return err
	}
	q.Best = fill.Damage
	gains, err := fill.Gain(ctx, roster, q, "")
	if err != nil {
		return err
	}
	steps := slices.DeleteFunc(gains.Steps, func(s fill.Step) bool { return s.Value < 0.05 })
	p.Steps, p.Unweighed = steps[:min(len(steps), mostSteps)], gains.Unweighed
	return nil
}

// fillAnswers works a question out, unless it was asked last.
func (h *handler) fillAnswers(ctx context.Context, form url.Values, id string, roster builder.Roster) (*fill.Answers, error) {
	q, asked, err := h.question(form, id, roster)
	if err != nil {
		return nil, err
	}
	if known := h.fills.last.Load(); known != nil && known.asked == asked && known.answers.Current(roster) {
		return known.answers, nil
	}
	defer q.Progress(0)
	answers, err := fill.Fill(ctx, roster, q)
	if err == nil {
		h.fills.last.Store(&filled{asked, answers})
	}
	return answers, err
}

// question is what a form asks, and what tells it from others.
func (h *handler) question(form url.Values, id string, roster builder.Roster) (q fill.Question, asked string, err error) {
	q = fill.Question{
		Best: fill.Best(form.Get("best")), Foe: odds.Foe{Name: odds.Benchmark}, Upgrades: form.Get("upgrades") == "yes",
		Progress: func(done float64) { h.desks.with(id, func(d *desk) { d.filled = done }) },
	}
	asked = fmt.Sprint(id, "\n", etag(roster.Document().Source), "\n", q.Best, q.Upgrades, form.Get("once"), "\n", form.Get("against"), "\n", form.Get("own"))
	if form.Get("once") == "yes" {
		q.Copies = 1
	}
	if target, one := strings.CutPrefix(form.Get("against"), oneTarget); one {
		q.Foe.Unit = target
	} else if against := form.Get("against"); against != "" {
		foe, err := h.roster(against)
		if err != nil {
			return q, "", err
		}
		asked += etag(foe.Document().Source)
		q.Foe.Name = against
		q.Foe.List, _ = foe.(builder.Previewer)
	}
	if own := form.Get("own"); own != "" {
		c, err := h.collection(own, roster)
		if err != nil {
			return q, "", err
		}
		asked += etag(c.Text)
		q.Own = c.Collection
	}
	return q, asked, nil
}

// fillProgress says how far the work on a list's question is.
func (h *handler) fillProgress(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Content-Type", "text/plain")
	var far float64
	h.desks.with(r.PathValue("id"), func(d *desk) { far = d.filled })
	_, err := fmt.Fprintf(w, "%.2f", far)
	return err
}

// fillTake makes an answer of a list, as one change that undo takes back.
func (h *handler) fillTake(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	defer h.writing.lock(id)()
	roster, err := h.roster(id)
	if err != nil {
		return err
	}
	if err := meant(r, roster.Document().Source, builder.SameRevision, "ask again"); err != nil {
		return err
	}
	answers, err := h.fillAnswers(r.Context(), r.Form, id, roster)
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
	if err := h.save(id, roster, session, ""); err != nil {
		return err
	}
	see(w, r, "/lists/"+url.PathEscape(id))
	return nil
}

func (p *fillPage) view() g.Node {
	asked := p.Form
	bests := []edit.Choice{{Value: string(fill.Damage), Label: "what destroys most"}, {Value: string(fill.Spend), Label: "what leaves the fewest points"}}
	return narrow("What can I still take?",
		h.P(h.Role("status"), h.ID("status"), g.Text(p.Status)),
		h.Form(h.Action(p.Address), h.Method("get"), h.Class("card"), h.Data("progress", p.Address+"/progress"),
			labelled("Best is", h.Select(h.Name("best"), options(bests, asked.Get("best")))),
			labelled("Against", h.Select(h.Name("against"), options(p.Foes, asked.Get("against")))),
			labelled("From", h.Select(h.Name("own"), options(p.Own, asked.Get("own")))),
			h.P(h.A(h.Href(p.Collection), g.Text("What I own"))),
			tick("upgrades", "only upgrades", asked.Get("upgrades") == "yes"),
			tick("once", "no unit more than once", asked.Get("once") == "yes"),
			inRow(h.Button(h.Class("main"), g.Text("Find the best")), h.Button(h.Name("steps"), h.Value("yes"), g.Text("Sort single steps")),
				h.Span(h.Class("row working"), g.Attr("hidden"),
					g.El("progress", g.Attr("max", "1"), h.Value("0"), h.Aria("label", "How far it is")),
					h.Button(h.Type("button"), h.Data("cancel", ""), g.Text("Cancel"))))),
		g.Map(p.Trouble, func(text string) g.Node { return para("card warn", text) }),
		g.If(len(p.Steps) > 0, h.Section(h.Class("card"), h.Aria("label", "Single steps"),
			h.H2(g.Text("Single steps")), para("quiet", "What each gains, the most for its points first."),
			h.Ul(h.Class("rows steps"), g.Map(p.Steps, p.viewStep)))),
		g.If(p.Unweighed > 0, para("quiet", finding.Count(p.Unweighed, "step")+" more are not weighed: that is too much work at once. A unit's own page sorts its steps.")),
		g.Iff(p.Answers != nil, func() g.Node {
			cards := g.Group{}
			for i := range p.Answers.Answers {
				cards = append(cards, p.viewAnswer(i))
			}
			said := slices.DeleteFunc([]string{p.Answers.Why, p.Answers.CopiesText()}, func(text string) bool { return text == "" })
			return g.Group{cards, g.Map(said, func(text string) g.Node { return h.P(isolated(capital(text) + ".")) })}
		}),
	)
}

func (p *fillPage) viewAnswer(i int) g.Node {
	answer := &p.Answers.Answers[i]
	var rows g.Group
	row := func(points int, text string, value float64) {
		rows = append(rows, h.Tr(h.Td(h.Class("n"), g.Textf("%+d", points)), h.Td(isolated(text)), h.Td(h.Class("n"), g.Text(p.Answers.ValueText(value)))))
	}
	for n := range answer.Adds {
		row(answer.Adds[n].Points, answer.AddedText(&answer.Adds[n]), answer.Adds[n].Value)
	}
	for n := range answer.Upgrades {
		row(answer.Upgrades[n].Points, answer.UpgradeText(&answer.Upgrades[n]), answer.Upgrades[n].Value)
	}
	name := "Answer " + strconv.Itoa(i+1)
	fields := g.Group{hidden("take", strconv.Itoa(i+1)), hidden("etag", p.ETag)}
	for _, key := range asks {
		fields = append(fields, hidden(key, p.Form.Get(key)))
	}
	return h.Section(h.Class("card"), h.Aria("label", name),
		h.H2(g.Text(name)), h.P(isolated(p.Answers.Headline(i))), para("quiet", p.Answers.Detail(i)), scroll("What "+name+" adds", h.Table(h.TBody(rows))),
		h.Form(h.Action(p.Address), h.Method("post"), g.Attr("data-push"), fields, h.Button(g.Text("Take it"))))
}

// viewStep is a single step, and a button that takes it and comes back for the next.
func (p *fillPage) viewStep(s fill.Step) g.Node {
	verb, whose := "add "+s.Add, "one more unit"
	switch {
	case s.Upgrade != "":
		verb, whose = "upgrade "+s.ID+" "+s.Upgrade, p.names[s.ID]
	case s.Swap != nil:
		verb, whose = "swap "+s.ID+" "+s.Swap.From+"="+s.Swap.To, p.names[s.ID]+", in place of another"
	}
	back := part(p.Form, append([]string{"steps"}, asks...))
	return h.Li(h.Div(h.Span(h.Class("name"), isolated(s.Name)), h.P(h.Class("line"), isolated(whose))), h.Span(h.Class("gain"), g.Textf("%+.1f", s.Value)), h.Span(h.Class("fig"), g.Textf("%+d", s.Points)),
		h.Form(h.Action(p.list.address()+"/do"), h.Method("post"), hidden("back", p.Address+"?"+back.Encode()), hidden("verb", verb),
			h.Button(h.Aria("label", "Take "+s.Name+", "+whose), icon("add"))))
}
