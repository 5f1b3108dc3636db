package answers

import (
	"cmp"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/edit"
	"muster/catalog"
	estimates "muster/pricing/gf"
	"muster/report/html"
	"muster/rules"
	"muster/schema"
	"muster/web/desk"
	"muster/web/page"
)

// unitPrice shows a unit's estimated price beside its book's.
func (h *Handler) unitPrice(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
	id := r.FormValue("unit")
	estimator, ok := roster.(builder.Estimator)
	if !ok {
		return desk.Missing("%s has no prices to estimate by", roster.Game().Name)
	}
	e, release, ok := estimator.Estimate(id)
	if !ok {
		return desk.Missing("nothing is known of what `%s` should cost", id)
	}
	for _, u := range roster.Units() {
		if u.ID != id {
			continue
		}
		stated := fmt.Sprintf("The list counts %d points for it.", u.Points)
		if u.Estimate {
			stated = "Its book leaves its points to this estimate."
		}
		h.Render(w, page.Layout{Title: "What would " + u.Name + " cost?", List: list},
			page.Narrow("What would "+u.Name+" cost?", page.Para("quiet", stated), viewEstimate(&e, release)))
		return nil
	}
	return roster.NoUnit(id)
}

// viewEstimate is an estimate with its parts.
func viewEstimate(e *estimates.Estimate, release string) g.Node {
	text := fmt.Sprintf("%d points (%s to the cent)", e.Points, e.Exact.StringFixed(2))
	about := "By the prices of release " + release + ": every part was read off exact prices."
	switch e.Confidence {
	case estimates.Fitted:
		about = fmt.Sprintf("An estimate by the prices of release %s. Nine in ten such units cost %d to %d points.",
			release, e.Low, e.High)
	case estimates.Unknown:
		text = "No price"
		about = fmt.Sprintf("The prices of release %s have none for: %s. The parts that are known are below.",
			release, strings.Join(e.Unknown, ", "))
	}
	return h.Section(h.Class("card"), h.ID("estimate"), h.Aria("live", "polite"),
		h.P(h.Strong(g.Text(text)),
			g.If(e.Confidence == estimates.Fitted, h.Span(h.Class("quiet"), g.Text(" estimate")))),
		page.Para("quiet small", about),
		html.Page{}.Blocks(e.Sum(0)),
	)
}

// ownUnit is a unit of a person's own, priced while it is typed.
func (h *Handler) ownUnit(w http.ResponseWriter, r *http.Request) error {
	f := ownForm{
		Name: cmp.Or(r.FormValue("name"), "My unit"), Size: number(r, "size", 5), Quality: number(r, "quality", 4),
		Defense: number(r, "defense", 4),
		Rules:   r.FormValue("rules"), Weapons: r.FormValue("weapons"), Book: r.FormValue("book"),
	}
	if !r.Form.Has("weapons") {
		f.Weapons = "5x Rifle (24\", A1)\n5x CCW (A1)"
	}
	entries, _ := h.Library.List()
	for _, e := range entries {
		if _, ok := estimates.PricesOf(e.System); ok {
			f.Books = append(f.Books, edit.Choice{Value: e.ID, Label: e.Name})
		}
	}
	f.price(h.Library)
	h.Render(w, page.Layout{Title: "A unit of your own", Here: "books"}, f.view())
	return nil
}

// number reads a number of a form, or returns otherwise if it is missing.
func number(r *http.Request, key string, otherwise int) int {
	if n, err := strconv.Atoi(r.FormValue(key)); err == nil {
		return n
	}
	return otherwise
}

// An ownForm is a unit as a person describes it, with its price.
type ownForm struct {
	Name                   string
	Size, Quality, Defense int
	Rules, Weapons, Book   string
	Books                  []edit.Choice

	Estimate *estimates.Estimate
	Release  string
	Text     string // the unit as a book has it
	Trouble  string
}

// ownSystem is the game of units made here.
const ownSystem = "gf-3"

// price estimates the unit as the only one of a book.
func (f *ownForm) price(library *catalog.Library) {
	book := &catalog.Book{ID: "own", System: ownSystem, Name: "Own", Units: make([]catalog.Unit, 1)}
	unit := &book.Units[0]
	unit.ID, unit.Name, unit.Size, unit.Quality, unit.Defense, unit.Rules = "unit", f.Name, f.Size, f.Quality, f.Defense, uses(f.Rules)
	for i, line := range strings.Split(strings.ReplaceAll(f.Weapons, "\r", ""), "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		weapon, ok := readWeapon(line)
		if !ok {
			f.Trouble = fmt.Sprintf("Line %d of the weapons should be like 5x Rifle (24\", A1, AP(1)).", i+1)
			return
		}
		unit.Weapons = append(unit.Weapons, weapon)
	}
	if f.Book != "" {
		if from, err := library.Book(f.Book, ownSystem, schema.Place{}); err == nil {
			book.Rules = from.Rules
		}
	}
	read, err := library.Read(schema.Place{Name: "the unit"}, schema.Write("book/1", book, nil))
	prices, ok := estimates.PricesOf(ownSystem)
	if err != nil || !ok {
		f.Trouble = page.Sentence(err)
		return
	}
	e := estimates.NewPricer(prices, read, nil).Unit(&read.Units[0])
	f.Estimate, f.Release = &e, prices.Release
	unit.Cost.Auto = e.Confidence != estimates.Unknown
	f.Text = schema.Lines(unit)
}

// uses reads rules that commas part, those within brackets aside.
func uses(text string) catalog.Uses {
	var all []string
	depth, from := 0, 0
	for i, c := range text + "," {
		switch {
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == ',' && depth <= 0:
			if one := strings.TrimSpace(text[from:min(i, len(text))]); one != "" {
				all = append(all, one)
			}
			from = i + 1
		}
	}
	return rules.ParseUses(all)
}

// aWeapon is a weapon as books print it: 5x Rifle (24", A1, AP(1)).
var aWeapon = regexp.MustCompile(`^\s*(?:(\d{1,3})x\s+)?([^()]+?)\s*\((.*)\)\s*$`)

func readWeapon(line string) (w catalog.Weapon, ok bool) {
	m := aWeapon.FindStringSubmatch(line)
	if m == nil {
		return w, false
	}
	w = catalog.Weapon{Name: m[2], Count: 1}
	if m[1] != "" {
		w.Count, _ = strconv.Atoi(m[1])
	}
	for _, use := range uses(m[3]) {
		word := use.String()
		if n, err := strconv.Atoi(strings.TrimRight(word, "\"″”")); err == nil {
			w.Range = n
		} else if n, err := strconv.Atoi(strings.TrimPrefix(word, "A")); err == nil && strings.HasPrefix(word, "A") {
			w.Attacks, ok = n, true
		} else {
			w.Rules = append(w.Rules, use)
		}
	}
	return w, ok
}

// view is the form with its price below.
func (f *ownForm) view() g.Node {
	dice := func(key, label string, now int) g.Node {
		var choices []edit.Choice
		for n := 2; n <= 6; n++ {
			choices = append(choices, edit.Choice{Value: strconv.Itoa(n), Label: strconv.Itoa(n) + "+"})
		}
		return page.Labelled(label, h.Select(h.Name(key), page.Options(choices, strconv.Itoa(now))))
	}
	game, err := rules.Load(ownSystem)
	if err != nil {
		return page.Narrow("A unit of your own", page.Para("card warn", err.Error()))
	}
	return page.Narrow("A unit of your own",
		page.Para("quiet", "What it should cost in "+game.Name+", by what the units of published books cost."),
		h.Form(h.Action("/price"), h.Method("get"), g.Attr("data-auto"), g.Attr("data-live"), h.Class("card"),
			page.Labelled("Name",
				h.Input(h.Name("name"), h.ID("own-name"), h.Value(f.Name), h.MaxLength("200"), h.AutoComplete("off"))),
			page.Row(
				page.Labelled("Models", h.Input(h.Name("size"), h.ID("own-size"), h.Type("number"), h.Min("1"), h.Max("100"), h.Value(strconv.Itoa(f.Size)))),
				dice("quality", "Quality", f.Quality), dice("defense", "Defense", f.Defense),
			),
			page.Labelled("Rules of every model", h.Input(h.Name("rules"), h.ID("own-rules"), h.Value(f.Rules), h.Placeholder("Fearless, Tough(3)"), h.MaxLength("1000"), h.AutoComplete("off"))),
			page.Labelled("Weapons, one a line", h.Textarea(h.Name("weapons"), h.ID("own-weapons"), h.Rows("5"), g.Attr("spellcheck", "false"), g.Text(f.Weapons))),
			page.Labelled("With the rules of", h.Select(h.Name("book"), h.Option(h.Value(""), g.Text("the game alone")), page.Options(f.Books, f.Book))),
			h.Button(g.Text("Price it")),
		),
		g.If(f.Trouble != "", page.Para("card warn", f.Trouble)),
		g.Iff(f.Estimate != nil, func() g.Node {
			return g.Group{
				viewEstimate(f.Estimate, f.Release),
				h.Details(h.Summary(g.Text("As a book has it")), h.Pre(g.Text(f.Text))),
			}
		}),
	)
}
