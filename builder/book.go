package builder

import (
	"cmp"
	"fmt"
	"strings"

	"muster/builder/finding"
	"muster/catalog"
	"muster/report"
	"muster/rules"
)

// UnitDoc returns a unit as its army book offers it, with its upgrades.
func UnitDoc(book *catalog.Book, u *catalog.Unit) *report.Doc {
	doc := &report.Doc{ID: u.ID, Title: u.Name, Facts: []string{u.Cost.String() + " points"}}
	doc.Add(report.SingleLine(fmt.Sprintf("%s, Quality %d+, Defense %d+", finding.CountText(u.Size, "model"), u.Quality,
		u.Defense)))
	has, gear := report.List{Indent: 2, HangingIndent: 4}, report.List{Indent: 2, HangingIndent: 4}
	set := book.RuleSet(nil)
	for _, r := range u.Rules {
		text := r.String()
		if rule := set.Find(r.Name); rule != nil && rule.Summary != "" {
			text += ": " + rule.Summary
		}
		has.Items = append(has.Items, text)
	}
	for _, w := range u.Weapons {
		count := w.Count
		w.Count = 1
		gear.Items = append(gear.Items, fmt.Sprintf("%d× %s", count, w.Text()))
	}
	for _, item := range u.Items {
		gear.Items = append(gear.Items,
			fmt.Sprintf("%d× %s (%s)", item.Count, item.Name, strings.Join(rules.UseTexts(item.Rules), ", ")))
	}
	doc.Add(has)
	if gear.Items != nil {
		doc.Add(report.EmptyLine{}, gear)
	}
	for _, s := range book.Sections(u) {
		t := &report.Table{
			Indent:  2,
			Columns: []report.Column{{TerminalOnly: true}, {PageOnly: true}, {Kind: report.NumberColumn}, {TerminalOnly: true}},
		}
		for i := range s.Options {
			o := &s.Options[i]
			gives := o.Gear.String()
			told := gives
			if !strings.HasPrefix(gives, o.Name) { // its profile says less
				told = strings.TrimSuffix(o.Name+": "+gives, ": ")
			}
			t.Add(o.ID, told, catalog.CostText(o.CostFor(u.ID)), gives)
		}
		doc.Add(&report.Doc{Title: s.Label, Blocks: []report.Block{t}})
	}
	return doc
}

// RuleTerms returns the rules of an army book with their texts.
func RuleTerms(book *catalog.Book) (terms report.Terms) {
	set := book.RuleSet(nil)
	for _, r := range book.Rules {
		text := r.Summary
		if found := set.Find(r.Name); text == "" && found != nil {
			text = found.Summary
		}
		terms.Add(r.Name, cmp.Or(text, unexplainedText))
	}
	return terms
}

func SpellTerms(book *catalog.Book) (terms report.Terms) {
	for _, s := range book.Spells {
		terms.Add(fmt.Sprintf("%s (%d)", s.Name, s.CastingValue), cmp.Or(s.Text, unexplainedText))
	}
	return terms
}

const unexplainedText = "Not explained in the book."
