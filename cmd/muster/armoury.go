package main

import (
	"fmt"
	"strings"

	"muster/catalog/fad"
	"muster/schema"
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
	fmt.Fprintf(a.out, "%s · %s\n", a.paint(bold, "Fast and Dirty"), "the armoury")
	for _, chapter := range armoury.Reference() {
		fmt.Fprintf(a.out, "\n%s\n", a.paint(bold, chapter.Title))
		t := newTable(1)
		for _, term := range chapter.Terms {
			t.add("  "+term.ID, strings.TrimSuffix(term.Cost, " points"), inWords(term))
		}
		for _, line := range t.lines() {
			fmt.Fprint(a.out, wrapColumn(line, a.width()))
		}
	}
	fmt.Fprint(a.out, "\n"+wrap(fmt.Sprintf("Numbers are points a figure or weapon; × multiplies the whole unit's. A range multiplies the base range of the unit's Quality. Next: muster books %s NAME explains one.", armouryID), "", "  ", a.width()))
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
		var known []string
		for _, chapter := range armoury.Reference() {
			for _, term := range chapter.Terms {
				known = append(known, term.ID)
			}
		}
		return fmt.Errorf("the armoury has no `%s`%s", name, schema.DidYouMean(name, known))
	}
	for i, chapter := range found {
		if i > 0 {
			fmt.Fprintln(a.out)
		}
		for _, term := range chapter.Terms {
			fmt.Fprintf(a.out, "%s · %s · %s\n", a.paint(bold, term.Name), term.ID, chapter.Title)
			fmt.Fprint(a.out, wrap(term.Effect, "  ", "  ", a.width()))
			for _, line := range []struct{ label, text string }{{"costs", term.Cost}, {"for", term.Who}, {"from", term.Source}} {
				if line.text != "" {
					fmt.Fprint(a.out, wrap(line.text, fmt.Sprintf("  %-6s", line.label), "        ", a.width()))
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
