package answers

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/fill"
	"muster/builder/finding"
	"muster/builder/odds"
	"muster/input"
	"muster/report"
	"muster/report/html"
	"muster/web/desk"
	"muster/web/page"
)

// lastFill holds a question about filling a list, and its answers.
type lastFill struct {
	asked   string
	answers *fill.Answers
}

// A fillPage is the form for filling a list, with the answers.
type fillPage struct {
	Address, Status, ETag string
	Form                  url.Values // the question
	Foes, Own             []edit.Choice
	Collection            string // address of the page of the collection; "" for none
	Trouble               []string
	Answers               *fill.Answers
	Steps                 []fill.Step // single steps, the best for their points first
	Booked                bool        // units come from army books
	Unweighed             int         // number of single steps that were not computed
	names                 map[string]string
	list                  *page.List
}

var asks = []string{"best", "against", "own", "upgrades", "once", surprise}

// surprise is the form key of a varied army: a seed, or "yes" for a new one.
const surprise = "surprise"

const (
	mostSteps = 40
	mostFree  = 10 // maximum number of steps that cost nothing
)

// oneTarget is put before the id of a typical target, in place of a list's id.
const oneTarget = "target/"

// fillPage shows the best ways to spend the remaining points. The search runs on request, and ends
// when the page is left.
func (h *Handler) fillPage(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
	p := &fillPage{
		Address: list.Address() + "/fill", Status: input.Status(roster),
		ETag: desk.ETag(roster.Document().Source), Form: r.URL.Query(), Booked: roster.Game().HasArmyBooks(),
	}
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
	if p.Form.Get(surprise) == "yes" {
		p.Form.Set(surprise, strconv.Itoa(1+rand.IntN(999_999)))
	}
	against, err := page.Picked(p.Foes, r.FormValue("against"))
	r.Form.Set("against", against)
	r.Form.Set(surprise, p.Form.Get(surprise))
	switch {
	case err != nil:
	case r.FormValue("steps") != "":
		p.names, p.list = builder.Names(roster), list
		err = h.steps(r.Context(), p, r.Form, roster)
	case r.FormValue("best") != "", r.FormValue(surprise) != "":
		p.Answers, err = h.fillAnswers(r.Context(), r.Form, list.ID, roster)
	}
	if r.Context().Err() != nil {
		return r.Context().Err()
	}
	if err != nil {
		p.Trouble = append(p.Trouble, page.Sentence(err))
	}
	return h.Render(w, page.Layout{Title: "What can I still take?", Here: "fill", List: list}, p.view())
}

// owned finds the collections for a list.
func (h *Handler) owned(p *fillPage, list *page.List, roster builder.Roster) error {
	all, err := h.collections(roster)
	if err != nil {
		return err
	}
	p.Collection = list.Address() + "/collection"
	p.Own = []edit.Choice{{Label: "everything there is"}}
	for _, c := range all {
		if c.Err != nil {
			p.Trouble = append(p.Trouble, "The collection "+c.ID+" cannot be used: "+page.Sentence(c.Err))
			continue
		}
		p.Own = append(p.Own, edit.Choice{Value: c.ID, Label: c.Name})
		if own := p.Form.Get("own"); own == c.ID || own == "" && len(p.Own) == 2 {
			p.Collection = list.Address() + "/collection?" + url.Values{"own": {c.ID}}.Encode()
		}
	}
	return nil
}

// steps lists the single steps of a list that gain anything.
func (h *Handler) steps(ctx context.Context, p *fillPage, form url.Values, roster builder.Roster) error {
	q, _, err := h.question(form, p.list.ID, roster)
	if err != nil {
		return err
	}
	q.Best = fill.Damage
	gains, err := fill.Gain(ctx, roster, q, "")
	if err != nil {
		return err
	}
	seen, free := map[string]bool{}, 0 // the options of both halves of a pair stand once
	steps := slices.DeleteFunc(gains.Steps, func(s fill.Step) bool {
		key := fmt.Sprint(s.Describe(p.names), s.Points)
		if !s.Gains() || seen[key] {
			return true
		}
		if seen[key] = true; s.Points <= 0 {
			free++
		}
		return s.Points <= 0 && free > mostFree
	})
	p.Steps, p.Unweighed = steps[:min(len(steps), mostSteps)], gains.Unweighed
	return nil
}

// fillAnswers answers a question, unless it is the last one asked.
func (h *Handler) fillAnswers(ctx context.Context, form url.Values, id string, roster builder.Roster) (*fill.Answers, error) {
	q, asked, err := h.question(form, id, roster)
	if err != nil {
		return nil, err
	}
	if known := h.filled.Load(); known != nil && known.asked == asked && known.answers.Current(roster) {
		return known.answers, nil
	}
	defer q.Progress(0)
	answers, err := fill.Fill(ctx, roster, q)
	if err == nil {
		h.filled.Store(&lastFill{asked, answers})
	}
	return answers, err
}

// question reads the question of a form; asked identifies it.
func (h *Handler) question(form url.Values, id string, roster builder.Roster) (q fill.Question, asked string, err error) {
	q = fill.Question{
		Stock: h.Stock,
		Best:  fill.Best(form.Get("best")), Foe: odds.Foe{Name: odds.Benchmark}, Upgrades: form.Get("upgrades") == "yes",
		Progress: func(done float64) { h.Desks.With(id, func(d *desk.Desk) { d.Filled = done }) },
	}
	if seed := form.Get(surprise); seed != "" {
		if q.Seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
			return q, "", fmt.Errorf("`%s` is no number of a surprise", seed)
		}
		q.Best = fill.Varied
	}
	asked = fmt.Sprint(id, "\n", desk.ETag(roster.Document().Source), "\n", q.Best, q.Seed, q.Upgrades, form.Get("once"),
		"\n", form.Get("against"), "\n", form.Get("own"))
	if form.Get("once") == "yes" {
		q.Copies = 1
	}
	if target, one := strings.CutPrefix(form.Get("against"), oneTarget); one {
		q.Foe.Unit = target
	} else if against := form.Get("against"); against != "" {
		foe, err := h.Reading(against)
		if err != nil {
			return q, "", err
		}
		asked += desk.ETag(foe.Document().Source)
		q.Foe.Name = against
		q.Foe.List, _ = foe.(builder.Previewer)
	}
	if own := form.Get("own"); own != "" {
		c, err := h.collection(own, roster)
		if err != nil {
			return q, "", err
		}
		asked += desk.ETag(c.Text)
		q.Collection = c.Collection
	}
	return q, asked, nil
}

// fillProgress reports how much of the work on a list's question is done.
func (h *Handler) fillProgress(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Content-Type", "text/plain")
	var far float64
	h.Desks.With(r.PathValue("id"), func(d *desk.Desk) { far = d.Filled })
	_, err := fmt.Fprintf(w, "%.2f", far)
	return err
}

// applyFill applies an answer to a list, as a single change for undo.
func (h *Handler) applyFill(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	defer h.Writing.Lock(id)()
	roster, err := h.Roster(id)
	if err != nil {
		return err
	}
	if err := desk.CheckRevision(r, roster.Document().Source, builder.SameRevision, "ask again"); err != nil {
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
	edits, err := answers.Answers[n-1].Edits(roster)
	if err != nil {
		return err
	}
	session := h.Begin(roster)
	if _, err := session.Do(edits...); err != nil {
		return err
	}
	if err := h.Save(id, roster, session, ""); err != nil {
		return err
	}
	return desk.Redirect(w, r, page.ListAddress(id))
}

func (p *fillPage) view() g.Node {
	asked := p.Form
	bests := []edit.Choice{
		{Value: string(fill.Damage), Label: "what destroys most"},
		{Value: string(fill.Spend), Label: "what leaves the fewest points"},
	}
	if !p.Booked {
		bests = append(bests, edit.Choice{Value: string(fill.Both), Label: "what destroys most until it is broken"})
	}
	return page.Narrow("What can I still take?",
		h.P(h.Role("status"), h.ID("status"), g.Text(p.Status)),
		page.Para("quiet", "“Find the best” works out the best ways to spend all that is left. “Surprise me” makes a legal army at random. “Show single changes” lists what can be added alone, by what it gains."),
		h.Form(h.Action(p.Address+"#answers"), h.Method("get"), h.Class("card"), h.Data("progress", p.Address+"/progress"),
			page.Select("Best is", "best", bests, asked.Get("best")),
			page.Labelled("Against", page.Pick("against", p.Foes, asked.Get("against"))),
			g.If(p.Booked, g.Group{
				page.Select("From", "own", p.Own, asked.Get("own")),
				page.LinkButton(p.Collection, "What I own"),
			}),
			page.Checkbox("upgrades", "only upgrades", asked.Get("upgrades") == "yes"),
			page.Checkbox("once", "no unit more than once", asked.Get("once") == "yes"),
			page.Row(h.Button(h.Class("main"), g.Text("Find the best")),
				h.Button(h.Name(surprise), h.Value("yes"), g.Text("Surprise me")),
				h.Button(h.Name("steps"), h.Value("yes"), g.Text("Show single changes")),
				h.Span(h.Class("row working"), g.Attr("hidden"),
					g.El("progress", g.Attr("max", "1"), h.Value("0"), h.Aria("label", "How far it is")),
					h.Button(h.Type("button"), h.Data("cancel", ""), g.Text("Cancel"))))),
		g.Map(p.Trouble, func(text string) g.Node { return page.Para("card warn", text) }),
		g.If(p.Answers != nil || p.Steps != nil, h.Div(h.ID("answers"))), // which a phone scrolls to
		g.Iff(len(p.Steps) > 0, func() g.Node {
			return h.Section(h.Class("card"), h.Aria("label", "Single changes"),
				h.H2(g.Text("Single changes")), page.Para("quiet", "Those that gain most for their points come first. "+valued),
				html.Page{}.Blocks(takeSteps(p.list, p.names, p.Steps, p.Address+"?"+page.Subset(p.Form, append([]string{"steps"}, asks...)).Encode()).Blocks...))
		}),
		g.If(p.Unweighed > 0, page.Para("quiet", finding.Count(p.Unweighed, "change")+" more are not worked out: that is too much work at once. A unit's own page sorts its options.")),
		g.Iff(p.Answers != nil, func() g.Node {
			return g.Group{
				g.If(p.Answers.Best == fill.Damage, page.Para("quiet", valued)),
				g.If(p.Answers.Best == fill.Both, page.Para("quiet", strings.TrimSuffix(valued, ".")+", times the activations that they last.")),
				html.Page{}.Blocks(p.answersDoc().Blocks...),
			}
		}),
	)
}

// valued explains what values mean.
const valued = "Value: the points of the targets that units are expected to destroy when each acts once."

// answersDoc returns the answers, each with a form to apply it.
func (p *fillPage) answersDoc() *report.Doc {
	doc := p.Answers.Doc("")
	for i := range p.Answers.Answers {
		section, n := doc.Blocks[i].(*report.Doc), strconv.Itoa(i+1)
		fields := [][2]string{{"take", n}, {"etag", p.ETag}}
		for _, key := range asks {
			fields = append(fields, [2]string{key, p.Form.Get(key)})
		}
		if section.Title = "Answer " + n; i == 0 {
			section.Title += ", the best"
		}
		if p.Answers.Best == fill.Varied {
			section.Title = "A surprise"
		}
		take := report.Actions{{Label: "Take it", To: p.Address, Fields: fields, Main: i == 0}}
		section.Blocks = slices.Insert(section.Blocks, 0, report.Block(take))
	}
	return doc
}

// takeSteps returns single steps, each with a form that applies it and returns to the page.
func takeSteps(list *page.List, names map[string]string, steps []fill.Step, back string) *report.Doc {
	doc := (&fill.Gains{Steps: steps}).Doc(names)
	table := doc.Blocks[1].(*report.Table)
	for i := range steps {
		s := &steps[i]
		verb := "add " + s.Add
		switch {
		case strings.Contains(s.Upgrade, "="):
			verb = "set " + s.ID + " " + s.Upgrade
		case s.Upgrade != "":
			verb = "upgrade " + s.ID + " " + s.Upgrade
		case s.Swap != nil:
			verb = "swap " + s.ID + " " + s.Swap.From + "=" + s.Swap.To
		}
		table.Rows[i].Actions = report.Actions{{
			Label: "Take", About: "Take " + s.Describe(names), To: list.Address() + "/do",
			Fields: [][2]string{{"back", back}, {"verb", verb}},
		}}
	}
	return doc
}
