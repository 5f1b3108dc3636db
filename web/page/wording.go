package page

import (
	"net/url"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/table"
	"muster/catalog"
	"muster/export"
	"muster/report"
	"muster/rules"
)

// NewRuleLinker returns the RuleLinker of a list: names of rules link to their explanation in its
// books.
func NewRuleLinker(list *List, roster builder.Roster) RuleLinker {
	var known func(name string) bool
	if explainer, ok := roster.(builder.Explainer); ok {
		known = explainer.ExplainsRule
	}
	return RuleLinker{list, known}
}

// NameWithoutRating returns a rule's name without its rating.
func NameWithoutRating(name string) string {
	name, _, _ = strings.Cut(name, "(")
	return rules.NameKey(strings.TrimSpace(name))
}

// A RuleLinker draws names of rules, as links if their meaning is known, and gear and cards with
// such names. The zero RuleLinker draws no links.
type RuleLinker struct {
	list        *List
	isExplained func(name string) bool
}

// line draws a line of rule names, "Fearless, Tough(3)", each as a link to its meaning.
func (w RuleLinker) line(line string) g.Node { return w.ruleLinks(strings.Split(line, ", ")) }

func (w RuleLinker) ruleLinks(names []string) g.Node {
	nodes := make([]g.Node, len(names))
	for i, name := range names {
		if nodes[i] = IsolatedText(name); w.isExplained != nil && w.isExplained(name) {
			nodes[i] = RuleLink(w.list, name, name)
		}
	}
	return joinNodes(nodes, ", ")
}

// weaponProfile draws a weapon's profile without its name: `24", A1, AP(4)`.
func (w RuleLinker) weaponProfile(m *catalog.Weapon) g.Node {
	var parts []g.Node
	if m.Range > 0 {
		parts = append(parts, g.Textf("%d″", m.Range))
	}
	parts = append(parts, g.Textf("A%d", m.Attacks))
	if len(m.Rules) > 0 {
		parts = append(parts, w.ruleLinks(rules.UseTexts(m.Rules)))
	}
	return joinNodes(parts, ", ")
}

// Gear draws the weapons, items and rules that an option gives. If the option's name, up to a
// bracket, names all of them in order, the names are not repeated.
func (w RuleLinker) Gear(option string, of *catalog.Gear) g.Node {
	option, _, _ = strings.Cut(option, " (")
	var parts []g.Node
	var names []string
	for i := range of.Weapons {
		names = append(names, table.NameWithCount(of.Weapons[i].Count, of.Weapons[i].Name))
	}
	for i := range of.Items {
		names = append(names, table.NameWithCount(of.Items[i].Count, of.Items[i].Name))
	}
	all := strings.ReplaceAll(JoinCommas(names), "×", "x")
	bare, between := len(of.Rules) == 0 && catalog.MatchKey(all) == catalog.MatchKey(option), ", "
	if bare {
		between = " · "
	}
	named := func(count int, name string, inside g.Node) {
		if !bare {
			inside = g.Group{IsolatedText(table.NameWithCount(count, name) + " ("), inside, g.Text(")")}
		}
		parts = append(parts, inside)
	}
	for i := range of.Weapons {
		var modes []g.Node
		for _, m := range of.Weapons[i].AttackModes() {
			mode := w.weaponProfile(&m)
			if of.Weapons[i].Profiles != nil {
				mode = g.Group{IsolatedText(strings.TrimPrefix(m.Name, of.Weapons[i].Name+" ") + " "), mode}
			}
			modes = append(modes, mode)
		}
		named(of.Weapons[i].Count, of.Weapons[i].Name, joinNodes(modes, " or "))
	}
	for i := range of.Items {
		item := &of.Items[i]
		var inside []g.Node
		if len(item.Rules) > 0 {
			inside = append(inside, w.ruleLinks(rules.UseTexts(item.Rules)))
		}
		if len(item.Weapons) > 0 {
			inside = append(inside, w.Gear("", &catalog.Gear{Weapons: item.Weapons}))
		}
		if len(inside) == 0 || len(item.Rules) == 1 && rules.UseTexts(item.Rules)[0] == item.Name {
			parts = append(parts, w.line(item.Name))
			continue
		}
		named(item.Count, item.Name, joinNodes(inside, ", "))
	}
	if len(of.Rules) > 0 {
		parts = append(parts, w.ruleLinks(rules.UseTexts(of.Rules)))
	}
	return joinNodes(parts, between)
}

// RuleLink draws a name as a link to its meaning in a list.
func RuleLink(list *List, name, text string) g.Node {
	return h.A(h.Href(list.Address()+"/rule?name="+url.QueryEscape(name)), g.Attr("data-pop"), IsolatedText(text))
}

// SheetCard draws a unit as on its printed sheet: its profile, a line for each weapon, and notes.
func (w RuleLinker) SheetCard(b *export.Block) g.Node {
	return h.Div(h.Class("sheet"), w.CardLines(b, nil))
}

// CardLines draws the lines of SheetCard, each as a part of a page that is not sent if it is
// unchanged.
func (w RuleLinker) CardLines(b *export.Block, parts *Parts) g.Group {
	ids := UniqueIDs{}
	return g.Group{
		g.Iff(len(b.Stats)+len(b.Rules) > 0, func() g.Node {
			return parts.Part("p", "stats", nil,
				g.Map(b.Stats, func(s table.Stat) g.Node {
					return g.If(s.InlineFormat != "",
						g.Group{h.Span(IsolatedText(s.Label+" "), h.Strong(IsolatedText(s.Value))), g.Text(" ")})
				}),
				w.ruleLinks(b.Rules))
		}),
		g.Map(b.Tables, func(t *report.Table) g.Node { return w.weaponRows(t, parts, ids) }),
		DrawEach(b.Notes, func(at int, n table.Note) g.Node {
			return parts.Part("p", "note-"+strconv.Itoa(at), g.Group{h.Class("line")}, IsolatedText(n.Label+": "),
				w.line(n.Text))
		}),
	}
}

// weaponRows draws the rows of a sheet's table. On phones each row is a line that scrolls sideways,
// also by the arrow keys.
func (w RuleLinker) weaponRows(t *report.Table, of *Parts, ids UniqueIDs) g.Node {
	return h.Ul(h.Class("weapons"), h.TabIndex("0"), g.Map(t.Rows, func(row report.Row) g.Node {
		var count, name string
		var parts []g.Node
		for i, cell := range row.Cells {
			switch column := t.Columns[i]; {
			case column.Kind == report.CountColumn:
				count = cell.Text + "×"
			case name == "" && column.Kind == report.TextColumn:
				name = cell.Text
			case cell.Text != "":
				parts = append(parts, w.line(column.InlineText(cell.Text)))
			}
		}
		return of.Part("li", ids.New("arm-", name), nil, h.Span(h.Class("fig"), g.Text(count)),
			h.Span(IsolatedText(name+" "), h.Span(h.Class("line"), joinNodes(parts, ", "))))
	}))
}
