package answers

import (
	"cmp"
	"errors"
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
		return desk.NotFound("%s has no prices to estimate by", roster.Game().Name)
	}
	var halves []estimates.Estimate // of a combined pair, else one
	first, points, name, release, estimated := builder.FirstHalfIDs(roster), 0, "", "", false
	for _, u := range roster.Units() {
		if first[u.ID] != first[id] {
			continue
		}
		e, by, ok := estimator.Estimate(u.ID)
		if !ok {
			return desk.NotFound("nothing is known of what `%s` should cost", id)
		}
		points, name, release, estimated = points+u.Points, cmp.Or(name, u.Name), by, u.HasEstimatedCost
		halves = append(halves, e)
	}
	stated := fmt.Sprintf("The list counts %d points for it.", points)
	switch {
	case len(halves) == 0:
		return roster.NoUnitError(id)
	case len(halves) > 1:
		stated = fmt.Sprintf("The list counts %d points for both halves.", points)
	case estimated:
		stated = "Its book leaves its points to this estimate."
	}
	title := "What the parts of " + name + " cost"
	return h.Render(w, page.Layout{Title: title, List: list},
		page.OneColumn(title, page.Para("quiet", stated), viewEstimates(halves, release)))
}

// viewEstimates draws the estimate of a unit, or of both halves of a pair.
func viewEstimates(all []estimates.Estimate, release string) g.Node {
	if len(all) == 1 {
		return viewEstimate(&all[0], release)
	}
	return page.DrawEach(all, func(i int, e estimates.Estimate) g.Node {
		return g.Group{h.H2(g.Text([...]string{"First half", "Second half"}[i])), viewEstimate(&e, release)}
	})
}

func viewEstimate(e *estimates.Estimate, release string) g.Node {
	text := fmt.Sprintf("%d points (%s before rounding)", e.Points, e.ExactPoints.StringFixed(2))
	about := "By the prices of release " + release + ": every part was read off exact prices."
	switch e.Confidence {
	case estimates.Fitted:
		about = fmt.Sprintf("An estimate by the prices of release %s. Nine in ten such units cost %d to %d points.",
			release, e.Low, e.High)
	case estimates.Unknown:
		text = "No price"
		about = fmt.Sprintf("The prices of release %s have none for: %s. The parts that are known are below.",
			release, strings.Join(e.UnpricedRules, ", "))
	}
	return h.Section(h.Class("card"), h.Aria("live", "polite"),
		h.P(h.Strong(g.Text(text)),
			g.If(e.Confidence == estimates.Fitted, h.Span(h.Class("quiet"), g.Text(" estimate")))),
		page.Para("quiet small", about),
		html.Page{}.Blocks(e.Calculation(0)),
	)
}

// customUnit shows a unit that a person describes in a form, with its estimated price.
func (h *Handler) customUnit(w http.ResponseWriter, r *http.Request) error {
	f := customUnitForm{
		Name: cmp.Or(r.FormValue("name"), "My unit"), Size: formNumber(r, "size", 5), Quality: formNumber(r, "quality", 4),
		Defense: formNumber(r, "defense", 4), Rules: r.FormValue("rules"), Book: r.FormValue("book"),
	}
	f.readWeapons(r)
	entries, _ := h.Library.List()
	names := map[string]int{}
	for _, e := range entries {
		names[e.Name]++
	}
	for _, e := range entries {
		if _, ok := estimates.PricesOf(e.System); ok {
			book := edit.Choice{Value: e.ID, Label: e.Name}
			if names[e.Name] > 1 {
				book = edit.Choice{Value: e.VersionedID(), Label: strings.TrimSpace(e.Name + " " + e.Version)}
			}
			f.Books = append(f.Books, book)
		}
	}
	f.estimatePrice(h.Library)
	return h.Render(w, page.Layout{Title: "A unit of your own", CurrentPage: "books"}, f.view())
}

// formNumber returns a number in a form, or otherwise if it is missing.
func formNumber(r *http.Request, key string, otherwise int) int {
	if n, err := strconv.Atoi(r.FormValue(key)); err == nil {
		return n
	}
	return otherwise
}

// A customUnitForm is the form with a unit that a person describes, and its estimated price.
type customUnitForm struct {
	Name                   string
	Size, Quality, Defense int
	Rules, Book            string
	Weapons                []customWeapon
	WeaponLine             string // a weapon to add, in one line
	Books                  []edit.Choice

	Estimate      *estimates.Estimate
	Release       string
	UnpricedRules string // names the rules of the chosen army book without a known price
	Text          string // the unit in the text format of an army book, to be copied there
	Trouble       string
}

// A customWeapon holds the filled form fields of a weapon, by key. Without a count, each model has one.
type customWeapon map[string]string

// weaponFields holds the form fields of a weapon: the key, the label, and the form in a line.
var weaponFields = [...]struct{ key, label, inLine string }{
	{"count", "Of them", "%s"},
	{"weapon", "Weapon", "%s"},
	{"range", "Range", `%s"`},
	{"attacks", "Attacks", "A%s"},
	{"ap", "AP", "AP%s"},
	{"with", "Rules", "%s"},
}

// String returns the weapon in a line, as readWeapon reads it.
func (w customWeapon) String() string {
	var parts []string
	for _, field := range weaponFields {
		if w[field.key] != "" {
			parts = append(parts, fmt.Sprintf(field.inLine, w[field.key]))
		}
	}
	return cmp.Or(strings.Join(parts, " "), "Another weapon")
}

// readWeapons reads a form's weapons, from fields and from lines.
func (f *customUnitForm) readWeapons(r *http.Request) {
	for n := range r.Form["weapon"] {
		w := customWeapon{}
		for _, field := range weaponFields {
			if values := r.Form[field.key]; n < len(values) && strings.TrimSpace(values[n]) != "" {
				w[field.key] = strings.TrimSpace(values[n])
			}
		}
		if len(w) > 0 {
			f.Weapons = append(f.Weapons, w)
		}
	}
	lines := r.FormValue("weapons")
	if !r.Form.Has("weapon") && !r.Form.Has("weapons") {
		lines = "Rifle 24\" A1\nCCW A1"
	}
	if f.WeaponLine = r.FormValue("line"); r.FormValue("add") != "" {
		lines = f.WeaponLine
	}
	for i, line := range strings.Split(strings.ReplaceAll(lines, "\r", ""), "\n") {
		w, ok := readWeapon(line)
		switch {
		case strings.TrimSpace(line) == "":
		case !ok:
			f.Trouble = fmt.Sprintf("Line %d of the weapons should be like 3 Heavy Rifle 24\" A2 AP1.", i+1)
		default:
			f.Weapons = append(f.Weapons, w)
			if f.WeaponLine == line {
				f.WeaponLine = ""
			}
		}
	}
}

// customUnitSystem is the game system of units that a person describes.
const customUnitSystem = "gf-3"

// estimatePrice estimates the unit's price. For this it puts the unit into an army book of its own,
// with the rules of the chosen book.
func (f *customUnitForm) estimatePrice(library *catalog.Library) {
	book := &catalog.Book{ID: "own", System: customUnitSystem, Name: "Own", Units: make([]catalog.Unit, 1)}
	unit := &book.Units[0]
	unit.ID, unit.Name, unit.Size, unit.Quality, unit.Defense, unit.Rules = "unit", f.Name, f.Size, f.Quality, f.Defense, parseUses(f.Rules)
	for i := range f.Weapons {
		weapon, err := f.Weapons[i].toWeapon(f.Size)
		if err != nil {
			f.Trouble = page.ErrorText(err)
			continue
		}
		unit.Weapons = append(unit.Weapons, weapon)
	}
	if f.Book != "" {
		if from, err := library.Book(f.Book, customUnitSystem, schema.FilePath{}); err == nil {
			book.Rules = from.Rules
			f.setUnpricedRules(from)
		}
	}
	read, err := library.Read(schema.FilePath{Name: "the unit"}, schema.Write("book/1", book, nil))
	prices, ok := estimates.PricesOf(customUnitSystem)
	if err != nil || !ok {
		f.Trouble = page.ErrorText(err)
		return
	}
	e := estimates.NewPricer(prices, read, nil).Unit(&read.Units[0])
	f.Estimate, f.Release = &e, prices.Release
	unit.Cost.IsEstimate = e.Confidence != estimates.Unknown
	f.Text = schema.YAMLLines(unit)
}

// setUnpricedRules sets UnpricedRules: it names the rules of a book's units without a known price,
// first the rules that every unit has.
func (f *customUnitForm) setUnpricedRules(from *catalog.Book) {
	prices, ok := estimates.PricesOf(customUnitSystem)
	if !ok {
		return
	}
	pricer := estimates.NewPricer(prices, from, nil)
	units := map[string]int{} // how many have the rule
	var names []string
	for i := range from.Units {
		for _, name := range pricer.Unit(&from.Units[i]).UnpricedRules {
			if units[name]++; units[name] == 1 {
				names = append(names, name)
			}
		}
	}
	var some []string
	for _, name := range names {
		if units[name] == len(from.Units) {
			f.UnpricedRules += "Every unit of " + from.Name + " has " + name +
				", without a price: leave it out to see what the rest costs. "
		} else {
			some = append(some, name)
		}
	}
	if len(some) > 0 {
		f.UnpricedRules += "No price is known of: " + strings.Join(some, ", ") + "."
	}
}

// parseUses parses rules separated by commas outside brackets.
func parseUses(text string) catalog.RuleUses {
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

// toWeapon returns the weapon of a unit with a number of models.
func (w customWeapon) toWeapon(models int) (catalog.Weapon, error) {
	made := catalog.Weapon{Name: w["weapon"], Count: models, Rules: parseUses(w["with"])}
	for _, field := range []struct {
		text, what string
		to         *int
		needed     bool
	}{{w["count"], "count", &made.Count, false}, {strings.TrimRight(w["range"], "\"″”"), "range", &made.Range, false}, {strings.TrimPrefix(w["attacks"], "A"), "number of attacks", &made.Attacks, true}} {
		if field.text == "" && !field.needed {
			continue
		}
		n, err := strconv.Atoi(field.text)
		if err != nil {
			return made, fmt.Errorf("the %s of %s should be a number; until then it is left out", field.what,
				cmp.Or(w["weapon"], "a weapon"))
		}
		*field.to = n
	}
	if w["weapon"] == "" {
		return made, errors.New("a weapon has no name yet, and is left out")
	}
	if ap := w["ap"]; ap != "" && ap != "0" {
		made.Rules = append(parseUses("AP("+ap+")"), made.Rules...)
	}
	return made, nil
}

// Patterns for the parts of a weapon in a line.
var (
	bracketedWeaponPattern = regexp.MustCompile(`^([^()]+)\((.*\bA\d.*)\)$`)
	weaponCountPattern     = regexp.MustCompile(`^(\d{1,3})[x×]?\s+`)
	rangePattern           = regexp.MustCompile(`^(\d+)["″”]$`)
	attackDicePattern      = regexp.MustCompile(`^A(\d+)$`)
	apPattern              = regexp.MustCompile(`^AP\(?(\d+)\)?$`)
	ratingPattern          = regexp.MustCompile(`^([^()]*?\D)(\d+)$`)
)

// readWeapon parses a weapon in a line: 3 Heavy Rifle 24" A2 AP1 or, as in books, 3x Heavy Rifle
// (24", A2, AP(1)).
func readWeapon(line string) (w customWeapon, ok bool) {
	w, line = customWeapon{}, strings.TrimSpace(line)
	if m := weaponCountPattern.FindStringSubmatch(line); m != nil {
		w["count"], line = m[1], line[len(m[0]):]
	}
	if m := bracketedWeaponPattern.FindStringSubmatch(line); m != nil {
		line = m[1] + " " + m[2]
	}
	var name, rule, with []string
	end := func() {
		if rule != nil {
			with, rule = append(with, strings.Join(rule, " ")), nil
		}
	}
	for _, word := range strings.Fields(strings.ReplaceAll(line, ",", " , ")) {
		switch {
		case word == ",":
			end()
		case rangePattern.MatchString(word):
			end()
			w["range"] = rangePattern.FindStringSubmatch(word)[1]
		case attackDicePattern.MatchString(word):
			end()
			w["attacks"], ok = word[1:], true
		case apPattern.MatchString(word):
			end()
			w["ap"] = apPattern.FindStringSubmatch(word)[1]
		case w["range"] == "" && !ok:
			name = append(name, word)
		default:
			rule = append(rule, ratingPattern.ReplaceAllString(word, "$1($2)"))
		}
	}
	end()
	w["weapon"], w["with"] = strings.Join(name, " "), strings.Join(with, ", ")
	return w, ok && len(name) > 0
}

func (f *customUnitForm) view() g.Node {
	dice := func(key, label string, now int) g.Node {
		var choices []edit.Choice
		for n := 2; n <= 6; n++ {
			choices = append(choices, edit.Choice{Value: strconv.Itoa(n), Label: strconv.Itoa(n) + "+"})
		}
		return page.Select(label, key, choices, strconv.Itoa(now))
	}
	game, err := rules.Load(customUnitSystem)
	if err != nil {
		return page.OneColumn("A unit of your own", page.Para("card warn", err.Error()))
	}
	return page.OneColumn("A unit of your own",
		page.Para("quiet", "What it should cost in "+game.Name+", by what the units of published books cost."),
		h.Form(h.Action("/price"), h.Method("get"), g.Attr("data-auto"), g.Attr("data-live"), h.Class("card"),
			page.WithLabel("Name",
				h.Input(h.Name("name"), h.ID("own-name"), h.Value(f.Name), h.MaxLength("200"), h.AutoComplete("off"))),
			page.ControlRow(
				page.WithLabel("Models", h.Input(h.Name("size"), h.ID("own-size"), h.Type("number"), h.Min("1"), h.Max("100"), h.Value(strconv.Itoa(f.Size)))),
				dice("quality", "Quality", f.Quality), dice("defense", "Defense", f.Defense),
			),
			page.WithLabel("Rules of every model", h.Input(h.Name("rules"), h.ID("own-rules"), h.Value(f.Rules), h.Placeholder("Fearless, Tough(3)"), h.MaxLength("1000"), h.AutoComplete("off"))),
			page.DrawEach(append(f.Weapons, customWeapon{}), viewWeapon),
			page.ControlRow(page.WithLabel("Or a weapon in one line", h.Input(h.Name("line"), h.ID("own-line"), h.Value(f.WeaponLine), h.Placeholder(`3 Heavy Rifle 24" A2 AP1`), h.MaxLength("200"), h.AutoComplete("off"), g.Attr("spellcheck", "false"))),
				h.Button(h.Name("add"), h.Value("yes"), g.Text("Add"))),
			page.WithLabel("With the rules of", h.Select(h.Name("book"), h.Option(h.Value(""), g.Text("the game alone")), page.MenuOptions(f.Books, f.Book))),
			g.If(f.UnpricedRules != "", page.Para("warn", f.UnpricedRules)),
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

// viewWeapon draws the fields of the n-th weapon below its line.
func viewWeapon(n int, w customWeapon) g.Node {
	var fields g.Group
	for _, field := range weaponFields {
		fields = append(fields, page.WithLabel(field.label, h.Input(h.Name(field.key), h.ID(fmt.Sprint("own-", field.key, n)), h.Value(w[field.key]), h.MaxLength("200"), h.AutoComplete("off"),
			g.If(field.label != "Weapon" && field.label != "Rules", g.Group{h.Class("number"), g.Attr("inputmode", "numeric")}))))
	}
	return h.Details(h.ID(fmt.Sprint("own-weapon-", n)), h.Summary(page.IsolatedText(w.String())), page.ControlRow(fields))
}
