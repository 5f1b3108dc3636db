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

// lastFill holds the last question how to fill a list, and its answers.
type lastFill struct {
	questionText string // the answered question, as a text that identifies it
	answers      *fill.Answers
}

// A fillPage is the page with ways to spend the points that a list has left: the form for the
// question, and the answers.
type fillPage struct {
	Address, Status, ETag string
	Form                  url.Values // the values of the form with the question
	Foes, Collections     []edit.Choice
	CollectionAddress     string // address of the page of the collection; "" for none
	Trouble               []string
	Answers               *fill.Answers
	// single changes to the list (a unit or an option more), the most gain for their points first
	Steps         []fill.Step
	UsesArmyBooks bool // units come from army books
	SkippedSteps  int  // number of possible single changes without a computed gain
	unitNames     map[string]string
	list          *page.List
}

var questionFormKeys = []string{"best", "against", "own", "upgrades", "once", varietySeedKey}

// varietySeedKey is the form key that asks for a random, varied army: its value is a seed, or "yes"
// for a new seed.
const varietySeedKey = "surprise"

const (
	maxShownSteps    = 40
	maxCostlessSteps = 10 // maximum number of single changes on the page that cost no points
)

// targetPrefix is put before the id of a typical target, in place of a list's id.
const targetPrefix = "target/"

// fillPage shows the best ways to spend the remaining points. The search runs on request, and ends
// when the page is left.
func (h *Handler) fillPage(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
	p := &fillPage{
		Address: list.Address() + "/fill", Status: input.PointsAndLegality(roster),
		ETag: desk.ETag(roster.Document().Source), Form: r.URL.Query(), UsesArmyBooks: roster.Game().HasArmyBooks(),
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
		p.Foes = append(p.Foes, edit.Choice{Value: targetPrefix + t.ID, Label: t.Name})
	}
	if err := h.setCollections(p, list, roster); err != nil {
		return err
	}
	if p.Form.Get(varietySeedKey) == "yes" {
		p.Form.Set(varietySeedKey, strconv.Itoa(1+rand.IntN(999_999)))
	}
	against, err := page.PickedValue(p.Foes, r.FormValue("against"))
	r.Form.Set("against", against)
	r.Form.Set(varietySeedKey, p.Form.Get(varietySeedKey))
	switch {
	case err != nil:
	case r.FormValue("steps") != "":
		p.unitNames, p.list = builder.Names(roster), list
		err = h.setSteps(r.Context(), p, r.Form, roster)
	case r.FormValue("best") != "", r.FormValue(varietySeedKey) != "":
		p.Answers, err = h.fillAnswers(r.Context(), r.Form, list.ID, roster)
	}
	if r.Context().Err() != nil {
		return r.Context().Err()
	}
	if err != nil {
		p.Trouble = append(p.Trouble, page.ErrorText(err))
	}
	return h.Render(w, page.Layout{Title: "What can I still take?", CurrentPage: "fill", List: list}, p.view())
}

// setCollections sets the collections to choose from for a list.
func (h *Handler) setCollections(p *fillPage, list *page.List, roster builder.Roster) error {
	all, err := h.collections(roster)
	if err != nil {
		return err
	}
	p.CollectionAddress = list.Address() + "/collection"
	p.Collections = []edit.Choice{{Label: "everything there is"}}
	for _, c := range all {
		if c.Err != nil {
			p.Trouble = append(p.Trouble, "The collection "+c.ID+" cannot be used: "+page.ErrorText(c.Err))
			continue
		}
		p.Collections = append(p.Collections, edit.Choice{Value: c.ID, Label: c.Name})
		if own := p.Form.Get("own"); own == c.ID || own == "" && len(p.Collections) == 2 {
			p.CollectionAddress = list.Address() + "/collection?" + url.Values{"own": {c.ID}}.Encode()
		}
	}
	return nil
}

// setSteps sets the single changes to the list (a unit or an option more) that make it do more
// damage.
func (h *Handler) setSteps(ctx context.Context, p *fillPage, form url.Values, roster builder.Roster) error {
	q, _, err := h.readFillQuestion(form, p.list.ID, roster)
	if err != nil {
		return err
	}
	q.Objective = fill.Damage
	gains, err := fill.FindGains(ctx, roster, q, "")
	if err != nil {
		return err
	}
	seen, free := map[string]bool{}, 0 // the options of both halves of a pair stand once
	steps := slices.DeleteFunc(gains.Steps, func(s fill.Step) bool {
		key := fmt.Sprint(s.Describe(p.unitNames), s.Points)
		if !s.IsGain() || seen[key] {
			return true
		}
		if seen[key] = true; s.Points <= 0 {
			free++
		}
		return s.Points <= 0 && free > maxCostlessSteps
	})
	p.Steps, p.SkippedSteps = steps[:min(len(steps), maxShownSteps)], gains.UnvaluedStepCount
	return nil
}

// fillAnswers answers the question of a form; a question that was the last one asked is not
// computed again.
func (h *Handler) fillAnswers(ctx context.Context, form url.Values, id string, roster builder.Roster) (*fill.Answers, error) {
	q, asked, err := h.readFillQuestion(form, id, roster)
	if err != nil {
		return nil, err
	}
	if known := h.lastFill.Load(); known != nil && known.questionText == asked && known.answers.IsCurrent(roster) {
		return known.answers, nil
	}
	defer q.Progress(0)
	answers, err := fill.Fill(ctx, roster, q)
	if err == nil {
		h.lastFill.Store(&lastFill{asked, answers})
	}
	return answers, err
}

// readFillQuestion reads the form's question how to fill the list. asked is a text that is equal
// for equal questions.
func (h *Handler) readFillQuestion(form url.Values, id string, roster builder.Roster) (q fill.Question, asked string, err error) {
	q = fill.Question{
		Stock:     h.UnitStock,
		Objective: fill.Objective(form.Get("best")), Foe: odds.Foe{Name: odds.TypicalTargetsName},
		UpgradesOnly: form.Get("upgrades") == "yes",
		Progress:     func(done float64) { h.ListCache.WithCached(id, func(d *desk.CachedList) { d.FillProgress = done }) },
	}
	if seed := form.Get(varietySeedKey); seed != "" {
		if q.Seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
			return q, "", fmt.Errorf("`%s` is no number of a surprise", seed)
		}
		q.Objective = fill.VariedArmy
	}
	asked = fmt.Sprint(id, "\n", desk.ETag(roster.Document().Source), "\n", q.Objective, q.Seed,
		q.UpgradesOnly, form.Get("once"),
		"\n", form.Get("against"), "\n", form.Get("own"))
	if form.Get("once") == "yes" {
		q.MaxCopies = 1
	}
	if target, one := strings.CutPrefix(form.Get("against"), targetPrefix); one {
		q.Foe.UnitID = target
	} else if against := form.Get("against"); against != "" {
		foe, err := h.RosterToView(against)
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
	h.ListCache.WithCached(r.PathValue("id"), func(d *desk.CachedList) { far = d.FillProgress })
	_, err := fmt.Fprintf(w, "%.2f", far)
	return err
}

// applyFill applies an answer to a list, as a single change for undo.
func (h *Handler) applyFill(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	defer h.WriteLocks.Lock(id)()
	roster, err := h.Roster(id)
	if err != nil {
		return err
	}
	if err := desk.CheckRevision(r, roster.Document().Source, builder.RequiredRevision, "ask again"); err != nil {
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
	session := h.BeginSession(roster)
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
		{Value: string(fill.MostPoints), Label: "what leaves the fewest points"},
	}
	if !p.UsesArmyBooks {
		bests = append(bests, edit.Choice{Value: string(fill.DamageAndDurability), Label: "what destroys most until it is broken"})
	}
	return page.OneColumn("What can I still take?",
		h.P(h.Role("status"), h.ID("status"), g.Text(p.Status)),
		page.Para("quiet", "“Find the best” works out the best ways to spend all that is left. “Surprise me” makes a legal army at random. “Show single changes” lists what can be added alone, by what it gains."),
		h.Form(h.Action(p.Address+"#answers"), h.Method("get"), h.Class("card"), h.Data("progress", p.Address+"/progress"),
			page.Select("Best is", "best", bests, asked.Get("best")),
			page.WithLabel("Against", page.ChoiceControl("against", p.Foes, asked.Get("against"))),
			g.If(p.UsesArmyBooks, g.Group{
				page.Select("From", "own", p.Collections, asked.Get("own")),
				page.LinkButton(p.CollectionAddress, "What I own"),
			}),
			page.Checkbox("upgrades", "only upgrades", asked.Get("upgrades") == "yes"),
			page.Checkbox("once", "no unit more than once", asked.Get("once") == "yes"),
			page.ControlRow(h.Button(h.Class("main"), g.Text("Find the best")),
				h.Button(h.Name(varietySeedKey), h.Value("yes"), g.Text("Surprise me")),
				h.Button(h.Name("steps"), h.Value("yes"), g.Text("Show single changes")),
				h.Span(h.Class("row working"), g.Attr("hidden"),
					g.El("progress", g.Attr("max", "1"), h.Value("0"), h.Aria("label", "How far it is")),
					h.Button(h.Type("button"), h.Data("cancel", ""), g.Text("Cancel"))))),
		g.Map(p.Trouble, func(text string) g.Node { return page.Para("card warn", text) }),
		g.If(p.Answers != nil || p.Steps != nil, h.Div(h.ID("answers"))), // which a phone scrolls to
		g.Iff(len(p.Steps) > 0, func() g.Node {
			return h.Section(h.Class("card"), h.Aria("label", "Single changes"),
				h.H2(g.Text("Single changes")), page.Para("quiet", "Those that gain most for their points come first. "+valueHelp),
				html.Page{}.Blocks(stepsDoc(p.list, p.unitNames, p.Steps, p.Address+"?"+page.QuerySubset(p.Form, append([]string{"steps"}, questionFormKeys...)).Encode()).Blocks...))
		}),
		g.If(p.SkippedSteps > 0, page.Para("quiet", finding.CountText(p.SkippedSteps, "change")+" more are not worked out: that is too much work at once. A unit's own page sorts its options.")),
		g.Iff(p.Answers != nil, func() g.Node {
			return g.Group{
				g.If(p.Answers.Objective == fill.Damage, page.Para("quiet", valueHelp)),
				g.If(p.Answers.Objective == fill.DamageAndDurability, page.Para("quiet", strings.TrimSuffix(valueHelp, ".")+", times the activations that they last.")),
				html.Page{}.Blocks(p.answersDoc().Blocks...),
			}
		}),
	)
}

// valueHelp explains the value of an army on the page.
const valueHelp = "Value: the points of the targets that units are expected to destroy when each acts once."

// answersDoc returns the answers, each with a form to apply it.
func (p *fillPage) answersDoc() *report.Doc {
	doc := p.Answers.Doc("")
	for i := range p.Answers.Answers {
		section, n := doc.Blocks[i].(*report.Doc), strconv.Itoa(i+1)
		fields := [][2]string{{"take", n}, {"etag", p.ETag}}
		for _, key := range questionFormKeys {
			fields = append(fields, [2]string{key, p.Form.Get(key)})
		}
		if section.Title = "Answer " + n; i == 0 {
			section.Title += ", the best"
		}
		if p.Answers.Objective == fill.VariedArmy {
			section.Title = "A surprise"
		}
		take := report.Actions{{Label: "Take it", Address: p.Address, FormFields: fields, IsMain: i == 0}}
		section.Blocks = slices.Insert(section.Blocks, 0, report.Block(take))
	}
	return doc
}

// stepsDoc returns a table of single changes to a list, each with a form that makes the change and
// returns to the address back.
func stepsDoc(list *page.List, names map[string]string, steps []fill.Step, back string) *report.Doc {
	doc := (&fill.Gains{Steps: steps}).Doc(names)
	table := doc.Blocks[1].(*report.Table)
	for i := range steps {
		s := &steps[i]
		verb := builder.AddForm(s.NewUnit)
		switch {
		case strings.Contains(s.NewOption, "="):
			verb = builder.AssignForm(s.UnitID, s.NewOption)
		case s.NewOption != "":
			verb = builder.UpgradeForm(s.UnitID, s.NewOption)
		case s.Swap != nil:
			verb = builder.SwapForm(s.UnitID, s.Swap.OldOption, s.Swap.NewOption)
		}
		table.Rows[i].Actions = report.Actions{{
			Label: "Take", Description: "Take " + s.Describe(names), Address: list.Address() + "/do",
			FormFields: [][2]string{{"back", back}, {"verb", string(verb)}},
		}}
	}
	return doc
}
