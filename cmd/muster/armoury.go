package main

import (
	"fmt"
	"strings"

	"muster/catalog/fad"
	"muster/schema"
	"muster/terminal"
)

// armouryID is the book that stands for what units of Fast and Dirty are made
// of: its weapons, armour, traits and people.
const armouryID = "fad"

// showArmoury prints the whole armoury, or what it has under a name.
func (a *app) showArmoury(name string) error {
	armoury, err := fad.LoadArmoury()
	if err != nil {
		return err
	}
	if name != "" {
		return a.explainTerm(armoury, name)
	}
	a.out.Title("Fast and Dirty", "the armoury")
	for _, chapter := range armoury.Reference() {
		a.out.Line("")
		a.out.Title(chapter.Title)
		t := terminal.NewTable(1)
		for _, term := range chapter.Terms {
			t.Add("  "+term.ID, strings.TrimSuffix(term.Cost, " points"), inWords(term))
		}
		a.out.Print(t)
	}
	a.out.Line("")
	a.out.Say("Numbers are points a figure or weapon; × multiplies the whole unit's. A range multiplies the base range of the unit's Quality. Next: muster books %s NAME explains one.", armouryID)
	return nil
}

// inWords says what something does, and who may have it.
func inWords(t fad.Term) string {
	if t.Who == "" {
		return t.Effect
	}
	return t.Effect + " (" + t.Who + ")"
}

// explainTerm prints one entry whole.
func (a *app) explainTerm(armoury *fad.Armoury, name string) error {
	found := armoury.Explain(name)
	if found == nil {
		return fmt.Errorf("the armoury has no `%s`%s", name, schema.DidYouMean(name, armouryIDs()))
	}
	for i, chapter := range found {
		if i > 0 {
			a.out.Line("")
		}
		for _, term := range chapter.Terms {
			a.out.Title(term.Name, term.ID, chapter.Title)
			a.out.Paragraph(term.Effect, "  ", "  ")
			for _, line := range []struct{ label, text string }{{"costs", term.Cost}, {"for", term.Who}, {"from", term.Source}} {
				if line.text != "" {
					a.out.Paragraph(line.text, fmt.Sprintf("  %-6s", line.label), "        ")
				}
			}
		}
	}
	return nil
}

// armouryIDs lists the ids of everything in the armoury.
func armouryIDs() []string {
	armoury, err := fad.LoadArmoury()
	if err != nil {
		return nil
	}
	var ids []string
	for _, chapter := range armoury.Reference() {
		for _, term := range chapter.Terms {
			ids = append(ids, term.ID)
		}
	}
	return ids
}
