package fad

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"muster/builder/finding"
	"muster/builder/table"
	"muster/catalog/fad"
	"muster/convert"
	"muster/pricing"
	"muster/report"
)

// A Choice is an option of a book's unit, with its price.
type Choice struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// price of one figure with the option, or its extra price for a figure: "+1.2"
	Price     string `json:"price"`
	LimitText string `json:"limit,omitempty"` // "one for every 4"; "" for none
}

// A choiceCollector collects the options of a design (a unit in its book) with their prices.
type choiceCollector struct {
	armoury *fad.Armoury
	design  *fad.Design
	choices []Choice
}

// ChoicesOf lists the options of a book's unit with prices per figure; a unit with a fixed profile
// has none.
func ChoicesOf(a *fad.Armoury, d *fad.Design) []Choice {
	c := choiceCollector{armoury: a, design: d, choices: []Choice{}}
	plain := d.OrdinaryWeapons()
	if d.NeedsChoices() {
		for _, id := range plain {
			c.addFigureChoice(id, a.Weapon(id).Name, "", fad.Figure{Weapon: id})
		}
	}
	for i := range d.SpecialFigures {
		p := &d.SpecialFigures[i]
		limit := "one"
		if p.OneForEvery > 0 {
			limit = fmt.Sprintf("one for every %d", p.OneForEvery)
		}
		if p.Required {
			limit += ", at least one"
			if p.OneForEvery == 0 {
				limit = "it must have one"
			}
		}
		for _, id := range p.WeaponChoices {
			c.addFigureChoice(id, a.Weapon(id).Name, limit, fad.Figure{Weapon: id})
		}
		for _, id := range p.LeaderLevels {
			c.addFigureChoice(id, a.LeaderLevels.Find(id).Name+" leader", limit, fad.Figure{Weapon: plain[0], LeaderLevel: id})
		}
	}
	for _, id := range d.Quality[1:] {
		c.addUnitChoice(id, a.Qualities.Find(id).Name, "", func(u *fad.Unit) { u.Quality = id })
	}
	for _, id := range d.Resolve[1:] {
		c.addUnitChoice(id, a.Resolves.Find(id).Name, "", func(u *fad.Unit) { u.Resolve = id })
	}
	for _, o := range d.Options {
		c.addOption(o)
	}
	return c.choices
}

// addOption adds an option of the whole unit.
func (c *choiceCollector) addOption(o fad.Option) {
	switch {
	case o.Trait != "":
		t, _ := c.armoury.Trait(c.design.BaseUnit.Kind, o.Trait)
		c.addUnitChoice(t.ID, t.Name, "", func(u *fad.Unit) { u.Traits = append(slices.Clip(u.Traits), fad.TraitUse{ID: t.ID}) })
	case o.Armour != "":
		c.addUnitChoice(o.Armour, c.armoury.Armours.Find(o.Armour).Name+" armour", "",
			func(u *fad.Unit) { u.Armour.ID = o.Armour })
	case o.Weapon != "":
		c.addUnitChoice(o.Weapon, c.armoury.Weapon(o.Weapon).Name, "", func(u *fad.Unit) { u.SingleFigureWeapon = o.Weapon })
	default:
		c.addUnitChoice(o.Personality, c.armoury.Personalities.Find(o.Personality).Name, "one figure", func(u *fad.Unit) {
			u.Personalities = []string{o.Personality} // a figure has one
			if u.Figures != nil {
				u.Personalities, u.Figures[len(u.Figures)-1].Personalities = nil, u.Personalities
			}
		})
	}
}

// addFigureChoice adds a figure with its price.
func (c *choiceCollector) addFigureChoice(id, name, limit string, f fad.Figure) {
	f.Count = 1
	c.choices = append(c.choices, Choice{id, name, c.price(func(*fad.Unit) {}, f).String(), limit})
}

// addUnitChoice adds an option with the extra price of one figure after the change that the option
// makes.
func (c *choiceCollector) addUnitChoice(id, name, limit string, change func(*fad.Unit)) {
	var one []fad.Figure
	if plain := c.design.OrdinaryWeapons(); plain != nil {
		one = []fad.Figure{{Count: 1, Weapon: plain[0]}}
	}
	more := c.price(change, one...).Sub(c.price(func(*fad.Unit) {}, one...)).String()
	if !strings.HasPrefix(more, "-") {
		more = "+" + more
	}
	c.choices = append(c.choices, Choice{id, name, more, limit})
}

// price returns the price of figures in a changed unit. For a weapon team it leaves out the weapon.
func (c *choiceCollector) price(change func(*fad.Unit), figures ...fad.Figure) decimal.Decimal {
	exact := func(figures []fad.Figure) decimal.Decimal {
		u := c.design.BaseUnit
		u.Figures = slices.Clone(figures)
		change(&u)
		p, err := pricing.PriceUnit(c.armoury, &u, pricing.RoundUnitPrice)
		if err != nil {
			return decimal.Zero
		}
		return p.Exact
	}
	if c.design.BaseUnit.Kind.CrewsWeapon() {
		return exact(append(slices.Clone(figures), figures...)).Sub(exact(figures))
	}
	return exact(figures)
}

// SizeText writes the number of figures that a book's unit may have: "5–12 figures".
func SizeText(d *fad.Design) string {
	switch {
	case d.Figures == nil:
		return "1"
	case d.Size.Least == d.Size.Most:
		return finding.CountText(d.Size.Least, "figure")
	}
	return fmt.Sprintf("%d–%d figures", d.Size.Least, d.Size.Most)
}

// DesignDoc returns the i-th unit of a book with its options and their prices per figure.
func (a *Army) DesignDoc(i int) *report.Doc {
	u, armoury := a.Units[i], a.List.Armoury
	d, on := u.Design, a.TableUnit(u)
	doc := &report.Doc{ID: u.ID, Title: u.Title(), Facts: []string{SizeText(d), priceText(u)}}
	doc.Add(report.SingleLine(armoury.UnitKinds.Find(string(u.Kind)).Name + ", " + on.ProfileLine()))
	for _, note := range on.Notes {
		if note.Label != "Choices" {
			doc.Add(report.SingleLine(note.Label + ": " + note.Text))
		}
	}
	t := &report.Table{Indent: 2, Columns: []report.Column{{TerminalOnly: true}, {}, {Kind: report.NumberColumn}, {}}}
	for _, c := range ChoicesOf(armoury, d) {
		t.Add(c.ID, c.Name, c.Price, c.LimitText)
	}
	doc.Add(t)
	return doc
}

// priceText writes the price of a unit of a book: "17 points" or, if it can cost more, "from 23
// points".
func priceText(u *Profile) string {
	text := strconv.Itoa(u.Price.Points) + " points"
	if u.Design.NeedsChoices() || u.Design.Options != nil {
		text = "from " + text
	}
	return text
}

// choicesNote returns a note with a unit's options for the sheet of a book; any is false if there
// are none.
func choicesNote(a *fad.Armoury, d *fad.Design) (note table.Note, any bool) {
	var texts []string
	choices := ChoicesOf(a, d)
	if d.Figures != nil {
		texts = append(texts, SizeText(d))
	}
	for _, c := range choices {
		text := c.Name + table.NoBreak + c.Price
		if c.LimitText != "" {
			text += ", " + c.LimitText
		}
		texts = append(texts, text)
	}
	return table.Note{Label: "Choices", Text: strings.Join(texts, " · ")}, len(choices) > 0
}

// alternativesText writes the names of the table's rows to choose from: "Conscript or Regular".
func alternativesText[R tableRow](t *fad.Table[R], ids []string) string {
	return strings.Join(convert.All(ids, func(id string) string { return (*t.Find(id)).AsEntry().Name }), " or ")
}

// BookTable lists the units of a book, each above its choices.
func (a *Army) BookTable() *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "Unit", TerminalOnly: true},
		{Name: "Name"},
		{Name: "Kind"},
		{Name: "Size"},
		{Name: "Quality"},
		{Name: "Resolve"},
		{Name: "Points", Kind: report.NumberColumn},
	}}
	for _, u := range a.Units {
		armoury, d := a.List.Armoury, u.Design
		t.Add(u.ID, u.Title(), armoury.UnitKinds.Find(string(u.Kind)).Name, SizeText(d),
			alternativesText(&armoury.Qualities, d.Quality), alternativesText(&armoury.Resolves, d.Resolve),
			strings.TrimSuffix(priceText(u), " points"))
		if note, any := choicesNote(armoury, d); any {
			text := strings.TrimPrefix(note.Text, SizeText(d)+" · ") // which a column has
			below := report.Paragraph(strings.ReplaceAll(text, table.NoBreak, " "))
			below.Indent = 2
			t.Rows[len(t.Rows)-1].BlocksBelow = []report.Block{below}
		}
	}
	return t
}
